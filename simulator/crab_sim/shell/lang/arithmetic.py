"""Shell arithmetic: 64-bit integers, C operators, variables by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NoReturn

_TOKEN = re.compile(
    r"\s*(?:(?P<number>0[xX][0-9a-fA-F]*|\d+#[0-9A-Za-z@_]+|\d+)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<op><<=|>>=|\*\*|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&^|]=|[-+*/%<>&|^!~?:=(),]))",
    re.ASCII,
)
_BINARY: Final[dict[str, int]] = {
    "||": 3, "&&": 4, "|": 5, "^": 6, "&": 7, "==": 8, "!=": 8, "<": 9, ">": 9, "<=": 9, ">=": 9,
    "<<": 10, ">>": 10, "+": 11, "-": 11, "*": 12, "/": 12, "%": 12, "**": 13,
}  # fmt: skip
_ASSIGN: Final = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_"
_MAX_DEPTH: Final = 24
_MAX_LENGTH: Final = 10_000


class ArithmeticFailure(Exception):
    """The expression cannot be evaluated; the message is bash's."""


def evaluate(text: str, get: Callable[[str], str], put: Callable[[str, str], None], depth: int = 0) -> int:
    """Evaluates an expression; an empty one is 0.

    Args:
        text: the expression.
        get: returns the text of a shell variable, empty when unset.
        put: assigns a shell variable.
        depth: the number of variables that led here, each with an expression as its value.

    Raises:
        ArithmeticFailure: a syntax error, a division by zero, or nesting too deep.

    >>> evaluate("(1 + 2) ** 3 % 10", {}.get, lambda name, value: None)
    7
    """
    if depth > _MAX_DEPTH or len(text) > _MAX_LENGTH:
        raise ArithmeticFailure(f"{text[:40]}: expression recursion level exceeded")
    return _Evaluator(text, get, put, depth).run()


def wrap(value: int) -> int:
    """Returns a number reduced to a signed 64-bit integer."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def binary(operator: str, left: int, right: int) -> int:
    """Applies one C operator to 64-bit integers.

    Raises:
        ArithmeticFailure: a division by zero or a negative exponent.
    """
    if operator in ("/", "%"):
        if right == 0:
            raise ArithmeticFailure("division by 0")
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return wrap(quotient if operator == "/" else left - quotient * right)
    if operator == "**":
        if right < 0:
            raise ArithmeticFailure("exponent less than 0")
        return wrap(pow(left, right, 1 << 64))
    return wrap(int(_SIMPLE[operator](left, right)))


_SIMPLE: Final[dict[str, Callable[[int, int], int]]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "<<": lambda a, b: a << (b % 64),
    ">>": lambda a, b: a >> (b % 64),
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}


class _Evaluator:
    """A precedence climber that evaluates while it reads; `live` is false in a branch that is not taken."""

    def __init__(self, text: str, get: Callable[[str], str], put: Callable[[str, str], None], depth: int) -> None:
        self.text = text.strip()
        self.get = get
        self.put = put
        self.depth = depth
        self.live = True
        self.nesting = 0
        self.pos = 0
        self.kind = self.token = ""
        self.advance()

    def run(self) -> int:
        if not self.kind:
            return 0
        value = self.comma()
        if self.kind:
            self.fail("syntax error in expression")
        return value

    def fail(self, message: str) -> NoReturn:
        raise ArithmeticFailure(f'{self.text[:80]}: {message} (error token is "{(self.token or self.text[-1:])[:80]}")')

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.pos)
        if match is None:
            self.kind = ""
            self.token = self.text[self.pos :].strip()
            if self.token:
                self.fail("syntax error: invalid arithmetic operator")
            return
        self.pos = match.end()
        self.kind = match.lastgroup or ""
        self.token = match.group(self.kind)

    def accept(self, operator: str) -> bool:
        if self.kind == "op" and self.token == operator:
            self.advance()
            return True
        return False

    def comma(self) -> int:
        value = self.assignment()
        while self.accept(","):
            value = self.assignment()
        return value

    def assignment(self) -> int:
        self.nesting += 1
        if self.nesting > _MAX_DEPTH:
            self.fail("expression recursion level exceeded")
        try:
            if self.kind == "name":
                name, mark = self.token, self.pos
                self.advance()
                if self.kind == "op" and self.token in _ASSIGN:
                    operator = self.token[:-1]
                    self.advance()
                    right = self.assignment()
                    if not self.live:
                        return 0
                    return self.store(name, self.apply(operator, self.variable(name), right) if operator else right)
                self.kind, self.token, self.pos = "name", name, mark
            return self.ternary()
        finally:
            self.nesting -= 1

    def ternary(self) -> int:
        condition = self.climb(3)
        if not self.accept("?"):
            return condition
        live = self.live
        self.live = live and condition != 0
        first = self.comma()
        if not self.accept(":"):
            self.fail("`:' expected for conditional expression")
        self.live = live and condition == 0
        second = self.assignment()
        self.live = live
        return first if condition else second

    def climb(self, min_rank: int) -> int:
        left = self.unary()
        while self.kind == "op" and (rank := _BINARY.get(self.token, 0)) >= min_rank:
            operator = self.token
            self.advance()
            if operator in ("&&", "||"):
                live = self.live
                self.live = live and (left != 0) == (operator == "&&")
                right = self.climb(rank + 1)
                self.live = live
                left = int((left and right) != 0) if operator == "&&" else int((left or right) != 0)
                continue
            right = self.climb(rank if operator == "**" else rank + 1)
            left = self.apply(operator, left, right)
        return left

    def apply(self, operator: str, left: int, right: int) -> int:
        if not self.live:
            return 0
        try:
            return binary(operator, left, right)
        except ArithmeticFailure as error:
            raise ArithmeticFailure(f'{self.text[:80]}: {error} (error token is "{right}")') from None

    def unary(self) -> int:
        self.nesting += 1
        if self.nesting > _MAX_DEPTH:
            self.fail("expression recursion level exceeded")
        try:
            if self.kind == "op" and self.token in ("+", "-", "!", "~"):
                operator = self.token
                self.advance()
                value = self.unary()
                return wrap({"+": value, "-": -value, "!": int(not value), "~": ~value}[operator])
            if self.kind == "op" and self.token in ("++", "--"):
                step = 1 if self.token == "++" else -1
                self.advance()
                if self.kind != "name":
                    return self.unary()  # ++5 is + +5
                name = self.token
                self.advance()
                return self.store(name, wrap(self.variable(name) + step))
            return self.primary()
        finally:
            self.nesting -= 1

    def primary(self) -> int:
        if self.accept("("):
            value = self.comma()
            if not self.accept(")"):
                self.fail("missing `)'")
            return value
        token, kind = self.token, self.kind
        if kind == "number":
            self.advance()
            return self.number(token)
        if kind != "name":
            self.fail("syntax error: operand expected")
        self.advance()
        value = self.variable(token)
        if self.kind == "op" and self.token in ("++", "--"):
            self.store(token, wrap(value + (1 if self.token == "++" else -1)))
            self.advance()
        return value

    def number(self, token: str) -> int:
        base, digits = 10, token
        if token[:2] in ("0x", "0X"):
            base, digits = 16, token[2:].lower() or "0"
        elif "#" in token:
            prefix, _, digits = token.partition("#")
            base = int(prefix[-4:])
            digits = digits.lower() if base <= 36 else digits
            if not 2 <= base <= 64:
                self.fail("invalid arithmetic base")
        elif token.startswith("0"):
            base = 8
        value = 0
        for digit in digits:
            number = _DIGITS.index(digit)
            if number >= base:
                raise ArithmeticFailure(f'{token[:40]}: value too great for base (error token is "{token[:40]}")')
            value = (value * base + number) % (1 << 64)
        return wrap(value)

    def variable(self, name: str) -> int:
        if not self.live:
            return 0
        value = self.get(name)
        return evaluate(value, self.get, self.put, self.depth + 1) if value else 0

    def store(self, name: str, value: int) -> int:
        if self.live:
            self.put(name, str(value))
        return value
