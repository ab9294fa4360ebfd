"""Formulas as trees: their nodes, and the parser from text.

Precedence, weakest first: comparison, ``&``, ``+ -``, ``* /``, ``^``, signs, ``%``; as in Calc, ``-2^2`` is 4.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from crab_sim.documents.formulas.references import Ref, parse_ref
from crab_sim.documents.formulas.tokens import Token, tokens
from crab_sim.documents.formulas.values import (
    BAD_PARENTHESES,
    ERRORS,
    MISSING,
    FormulaError,
    SheetError,
    Value,
)

__all__ = ["Binary", "Call", "Literal", "Name", "Node", "Reference", "Unary", "parse", "references"]

_MAX_DEPTH: Final = 160
_MAX_NESTED: Final = 50
_MAX_LENGTH = 8192
_MISSING_OPERATOR: Final = SheetError("Err:509")
_BAD_CHARACTER: Final = SheetError("Err:501")
_TOO_LONG: Final = SheetError("Err:512")
_LEVELS: Final = (("=", "<>", "<", ">", "<=", ">="), ("&",), ("+", "-"), ("*", "/"), ("^",))


class Node:
    """A node of a formula; `depth` is that of the tree below it, which is limited since it is walked recursively."""

    __slots__ = ("depth",)

    def __init__(self, depth: int = 0) -> None:
        self.depth = depth
        if depth > _MAX_DEPTH:
            raise FormulaError(_TOO_LONG)


class Literal(Node):
    """A number, text or error that is written in the formula; None for an argument that was left out."""

    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value: Value = value


class Reference(Node):
    """A reference to a cell or range."""

    __slots__ = ("ref",)

    def __init__(self, ref: Ref) -> None:
        super().__init__()
        self.ref = ref


class Name(Node):
    """A name that nothing has; its value is ``#NAME?``."""

    __slots__ = ()


class Call(Node):
    """A function of its arguments."""

    __slots__ = ("args", "name")

    def __init__(self, name: str, args: tuple[Node, ...]) -> None:
        super().__init__(1 + max([arg.depth for arg in args], default=0))
        self.name, self.args = name, args


class Binary(Node):
    """An operator between two operands."""

    __slots__ = ("left", "op", "right")

    def __init__(self, op: str, left: Node, right: Node) -> None:
        super().__init__(1 + max(left.depth, right.depth))
        self.op, self.left, self.right = op, left, right


class Unary(Node):
    """A sign before its operand, or ``%`` behind it."""

    __slots__ = ("op", "operand")

    def __init__(self, op: str, operand: Node) -> None:
        super().__init__(1 + operand.depth)
        self.op, self.operand = op, operand


class _Parser:
    """Parses the tokens of a formula; each method leaves `at` behind the tokens that it has read."""

    def __init__(self, found: tuple[Token, ...]) -> None:
        self.found = [token for token in found if token.kind != "space"]
        self.at, self.depth = 0, 0

    def kind(self) -> str:
        return self.found[self.at].kind if self.at < len(self.found) else "end"

    def text(self) -> str:
        return self.found[self.at].text if self.at < len(self.found) else ""

    def whole(self) -> Node:
        node = self.level(0)
        match self.kind():
            case "end":
                return node
            case "close" | "sep":
                raise FormulaError(BAD_PARENTHESES)
            case "bad":
                raise FormulaError(_BAD_CHARACTER)
        raise FormulaError(_MISSING_OPERATOR)

    def level(self, number: int) -> Node:
        if number == len(_LEVELS):
            return self.sign()
        self.depth += 1
        if self.depth > _MAX_NESTED * len(_LEVELS):
            raise FormulaError(_TOO_LONG)
        node = self.level(number + 1)
        while self.kind() == "op" and self.text() in _LEVELS[number]:
            op = self.text()
            self.at += 1
            node = Binary(op, node, self.level(number + 1))
        self.depth -= 1
        return node

    def sign(self) -> Node:
        signs: list[str] = []
        while self.kind() == "op" and self.text() in ("+", "-"):
            signs.append(self.text())
            self.at += 1
        node = self.atom()
        while self.kind() == "op" and self.text() == "%":
            self.at += 1
            node = Unary("%", node)
        for op in reversed(signs):
            node = Unary(op, node)
        return node

    def atom(self) -> Node:
        kind, text = self.kind(), self.text()
        self.at += 1
        match kind:
            case "number":
                return Literal(float(text))
            case "string":
                return Literal(text[1:-1].replace('""', '"'))
            case "error":
                return Literal(next(error for error in ERRORS if error.code == text.upper()))
            case "ref":
                ref = parse_ref(text)
                return Name() if ref is None else Reference(ref)
            case "name":
                return self.name(text.upper())
            case "open":
                node = self.level(0)
                if self.kind() != "close":
                    raise FormulaError(BAD_PARENTHESES if self.kind() == "end" else _MISSING_OPERATOR)
                self.at += 1
                return node
            case "bad":
                raise FormulaError(_BAD_CHARACTER)
        raise FormulaError(MISSING)

    def name(self, name: str) -> Node:
        if self.kind() != "open":
            if name in ("TRUE", "FALSE"):
                return Literal(name == "TRUE")
            return Name()
        self.at += 1
        args: list[Node] = []
        if self.kind() == "close":
            self.at += 1
            return Call(name, ())
        while True:
            args.append(Literal(None) if self.kind() in ("sep", "close") else self.level(0))
            kind = self.kind()
            self.at += 1
            if kind == "close":
                return Call(name, tuple(args))
            if kind != "sep":
                raise FormulaError(BAD_PARENTHESES if kind == "end" else _MISSING_OPERATOR)


@lru_cache(maxsize=4096)
def parse(formula: str) -> Node:
    """Returns the tree of a formula; one with a mistake is an error as a literal."""
    if len(formula) > _MAX_LENGTH:
        return Literal(_TOO_LONG)
    try:
        return _Parser(tokens(formula)).whole()
    except FormulaError as failure:
        return Literal(failure.error)


@lru_cache(maxsize=4096)
def references(formula: str) -> tuple[Ref, ...]:
    """Returns all references of a formula."""
    found: list[Ref] = []
    for token in tokens(formula):
        ref = parse_ref(token.text) if token.kind == "ref" else None
        if ref is not None:
            found.append(ref)
    return tuple(found)
