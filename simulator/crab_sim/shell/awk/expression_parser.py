"""The lower half of the parser of ``awk``: tokens and expressions."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from crab_sim.shell.awk.functions import FUNCTIONS
from crab_sim.shell.awk.tree import (
    And,
    Assign,
    Binary,
    Call,
    Concat,
    Conditional,
    Expression,
    Field,
    Group,
    In,
    Item,
    Items,
    Match,
    Name,
    Number,
    Or,
    Pattern,
    Step,
    String,
    Target,
    Unary,
)
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.escapes import unescape

_KEYWORDS: Final = frozenset(
    "BEGIN END if else while do for in print printf next exit break continue delete return function func".split()
)
_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\r]|\\\n|#[^\n]*)+)|(?P<newline>\n)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)"
    r'|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<name>[A-Za-z_]\w*)'
    r"|(?P<op>\+\+|--|\*\*=|[-+*/%^]=|\*\*|==|!=|<=|>=|&&|\|\||!~|>>|[-+*/%^!<>=?:~$(){}\[\],;|])",
    re.DOTALL | re.ASCII,
)
_REGEX = re.compile(r"(?:\\.|\[\^?\]?(?:\[:\w+:\]|[^]\n])*\]|[^/\\\n\[])*/")
_BINARY: Final = {
    "||": 2, "&&": 3, "in": 4, "~": 5, "!~": 5, "<": 6, "<=": 6, "==": 6, "!=": 6, ">": 6, ">=": 6,
    "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
}  # fmt: skip
CONCAT_RANK: Final = 7
_ASSIGN: Final = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "^=", "**="})
_MAX_NESTING: Final = 25


class _Token(NamedTuple):
    """A token; `spaced` tells whether white space comes before it."""

    kind: str
    text: str
    spaced: bool


class ExpressionParser:
    """Reads tokens and expressions of a program; `nesting` bounds the depth of both expressions and statements."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.nesting = 0
        self.no_in = False
        self.no_greater = False
        self.token = _Token("newline", "", False)
        self.advance()

    # --- tokens ------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        """Reads the next token."""
        spaced = False
        while True:
            if self.pos >= len(self.text):
                self.token = _Token("end", "", spaced)
                return
            match = _TOKEN.match(self.text, self.pos)
            if match is None:
                raise self.error()
            self.pos = match.end()
            if match.lastgroup != "space":
                break
            spaced = True
        kind, text = match.lastgroup or "", match.group()
        if kind == "name" and text in _KEYWORDS:
            kind = "keyword"
        self.token = _Token(kind, text, spaced)

    def error(self) -> CommandError:
        """Returns the syntax error for the current token."""
        line = self.text.count("\n", 0, self.pos) + 1
        near = self.text[max(0, self.pos - len(self.token.text)) :].split("\n")[0][:40] or "end of program"
        return CommandError(f"syntax error at source line {line}: near {near}", 2)

    def at(self, *texts: str) -> bool:
        """Returns whether the current token is one of these operators, keywords or newlines."""
        return self.token.kind in ("op", "keyword", "newline") and self.token.text in texts

    def accept(self, text: str) -> bool:
        """Skips the current token if it is `text`, and returns whether it was."""
        if self.at(text):
            self.advance()
            return True
        return False

    def expect(self, text: str) -> None:
        """Skips the current token.

        Raises:
            CommandError: it is not `text`.
        """
        if not self.accept(text):
            raise self.error()

    def newlines(self) -> None:
        """Skips newlines and semicolons."""
        while self.at("\n", ";"):
            self.advance()

    def soft(self) -> None:
        """Skips newlines where a line may go on."""
        while self.at("\n"):
            self.advance()

    def enter(self) -> None:
        """Counts a level of nesting.

        Raises:
            CommandError: too many.
        """
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise CommandError("program is nested too deeply", 2)

    def name(self) -> str:
        """Reads a name."""
        if self.token.kind != "name":
            raise self.error()
        name = self.token.text
        self.advance()
        return name

    # --- expressions -------------------------------------------------------------------------------------------

    def expression(self) -> Expression:
        """Parses an expression."""
        self.enter()
        left = self._ternary()
        if self.token.kind == "op" and self.token.text in _ASSIGN and isinstance(left, Target):
            operator = self.token.text[:-1].replace("**", "^")
            self.advance()
            self.soft()
            left = Assign(left, operator, self.expression())
        self.nesting -= 1
        return left

    def _ternary(self) -> Expression:
        test = self.climb(2)
        if not self.accept("?"):
            return test
        self.soft()
        then = self.expression()
        self.soft()
        self.expect(":")
        self.soft()
        return Conditional(test, then, self.expression())

    def climb(self, min_rank: int) -> Expression:
        """Parses operators that rank `min_rank` or higher, by precedence climbing."""
        left = self._unary()
        while True:
            token = self.token
            rank = _BINARY.get(token.text, 0) if token.kind in ("op", "keyword") else 0
            if rank and not (token.text == ">" and self.no_greater):
                if rank < min_rank:
                    return left
                self.advance()
                self.soft()
                left = self._binary(token.text, left, rank)
            elif min_rank <= CONCAT_RANK and self._starts_operand():
                pieces = [left]
                while self._starts_operand():
                    pieces.append(self.climb(CONCAT_RANK + 1))
                left = Concat(tuple(pieces))
            else:
                return left

    def _binary(self, operator: str, left: Expression, rank: int) -> Expression:
        if operator == "in":
            name = self.name()
            return In(left.items if isinstance(left, Items) else (left,), name)
        right = self.climb(rank + 1)
        if operator in ("~", "!~"):
            return Match(left, right, operator == "!~")
        if operator == "&&":
            return And(left, right)
        return Or(left, right) if operator == "||" else Binary(operator, left, right)

    def _starts_operand(self) -> bool:
        kind, text, _ = self.token
        return kind in ("number", "string", "name") or (kind == "op" and text in ("$", "!", "(", "-", "+", "++", "--"))

    def _unary(self) -> Expression:
        self.enter()
        try:
            for operator in ("!", "-", "+"):
                if self.accept(operator):
                    return Unary(operator, self._unary())
            return self._power()
        finally:
            self.nesting -= 1

    def _power(self) -> Expression:
        base = self._postfix()
        if self.accept("^") or self.accept("**"):
            return Binary("^", base, self._unary())
        return base

    def _postfix(self) -> Expression:
        for operator in ("++", "--"):
            if self.accept(operator):
                return Step(self._target(), operator, True)
        operand = self._primary()
        if self.at("++", "--") and isinstance(operand, Target):
            operator = self.token.text
            self.advance()
            return Step(operand, operator, False)
        return operand

    def _target(self) -> Target:
        node = self._primary()
        if not isinstance(node, Target):
            raise self.error()
        return node

    def _primary(self) -> Expression:
        kind, text, _ = self.token
        if kind == "number":
            self.advance()
            return Number(float(text[:300]))
        if kind == "string":
            self.advance()
            return String(unescape(text[1:-1].replace('\\"', '"').replace("\\/", "/")).text)
        if self.at("/", "/="):
            match = _REGEX.match(self.text, self.pos - (text == "/="))
            if match is None:
                raise self.error()
            self.pos = match.end()
            self.advance()
            return Pattern(match[0][:-1].replace("\\/", "/"))
        if self.accept("$"):
            self.enter()
            inner = Unary("-", self._primary()) if self.accept("-") else self._postfix_free()
            self.nesting -= 1
            return Field(inner)
        if self.accept("("):
            return self._parentheses()
        if kind == "name":
            return self._named()
        raise self.error()

    def _postfix_free(self) -> Expression:
        if self.at("++", "--"):
            return self._postfix()
        return self._primary()

    def _parentheses(self) -> Expression:
        saved, self.no_greater = self.no_greater, False
        items = [self.expression()]
        while self.accept(","):
            self.soft()
            items.append(self.expression())
        self.expect(")")
        self.no_greater = saved
        return Group(items[0]) if len(items) == 1 else Items(tuple(items))

    def subscript(self) -> tuple[Expression, ...]:
        """Parses ``[a, b]``."""
        self.expect("[")
        items = [self.expression()]
        while self.accept(","):
            items.append(self.expression())
        self.expect("]")
        return tuple(items)

    def _named(self) -> Expression:
        name = self.name()
        called = self.at("(") and (name in FUNCTIONS or not self.token.spaced)
        if called:
            self.advance()
            saved, self.no_greater = self.no_greater, False
            arguments: list[Expression] = []
            self.soft()
            while not self.accept(")"):
                arguments.append(self.expression())
                self.soft()
                if not self.at(")"):
                    self.expect(",")
                    self.soft()
            self.no_greater = saved
            return Call(name, tuple(arguments))
        if name == "length":
            return Call(name, ())
        if self.at("["):
            return Item(name, self.subscript())
        return Name(name)
