"""``expr``."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.lang.arithmetic import ArithmeticFailure, binary
from crab_sim.shell.options import integer
from crab_sim.shell.regex.matcher import compile_regex
from crab_sim.shell.registry import command


@command("expr")
def expr(context: CommandContext) -> int:
    """Evaluate an expression of numbers, comparisons, | & : match, length, substr, index.

    Usage: expr EXPRESSION
    """
    if not context.args:
        raise CommandError("missing operand\nTry 'expr --help' for more information.", 2)
    parser = _Expression(context)
    value = parser.level(0)
    if parser.pos < len(context.args):
        raise CommandError(f"syntax error: unexpected argument ‘{context.args[parser.pos]}’", 2)
    context.line(value)
    return int(value in ("", "0") or re.fullmatch(r"-?0+", value) is not None)


class _Expression:
    """The parser of an expression, which evaluates while it reads, by levels of precedence."""

    _LEVELS = (("|",), ("&",), ("<", "<=", "=", "==", "!=", ">=", ">"), ("+", "-"), ("*", "/", "%"), (":",))

    def __init__(self, context: CommandContext) -> None:
        self.context = context
        self.pos = 0
        self.depth = 0

    def next(self) -> str:
        if self.pos >= len(self.context.args):
            raise CommandError(f"syntax error: missing argument after ‘{self.context.args[-1]}’", 2)
        self.pos += 1
        return self.context.args[self.pos - 1]

    def level(self, level: int) -> str:
        if level == len(self._LEVELS):
            return self.primary()
        left = self.level(level + 1)
        while self.pos < len(self.context.args) and self.context.args[self.pos] in self._LEVELS[level]:
            operator = self.next()
            left = self.apply(operator, left, self.level(level + 1))
        return left

    def primary(self) -> str:
        self.depth += 1
        if self.depth > 20:
            raise CommandError("syntax error: nesting too deep", 2)
        token = self.next()
        if token == "(":
            token = self.level(0)
            if self.next() != ")":
                raise CommandError("syntax error: expecting ')'", 2)
        elif token == "length":
            token = str(len(self.primary()))
        elif token == "match":
            token = self.apply(":", self.primary(), self.primary())
        elif token == "index":
            text, chars = self.primary(), self.primary()
            token = str(next((i for i, char in enumerate(text, 1) if char in chars), 0))
        elif token == "substr":
            text, start, length = self.primary(), integer(self.primary()), integer(self.primary())
            token = text[start - 1 : start - 1 + length] if start > 0 and length > 0 else ""
        elif token == "+":
            token = self.next()
        self.depth -= 1
        return token

    def apply(self, operator: str, left: str, right: str) -> str:
        if operator == "|":
            return left if left not in ("", "0") else right if right not in ("", "0") else "0"
        if operator == "&":
            return left if left not in ("", "0") and right not in ("", "0") else "0"
        if operator == ":":
            match = compile_regex(right if right.startswith("^") else "^" + right).search(
                left, 0, self.context.shell.budget
            )
            grouped = "\\(" in right
            if match is None:
                return "" if grouped else "0"
            return match.group(1) if grouped else str(match.end)
        number = re.compile(r"-?[0-9]{1,18}")
        numeric = number.fullmatch(left) and number.fullmatch(right)
        if operator in ("<", "<=", "=", "==", "!=", ">=", ">"):
            operator = "==" if operator == "=" else operator
            if numeric:
                return str(binary(operator, int(left), int(right)))
            order = (left > right) - (left < right)
            return str(binary(operator, order, 0))
        if not numeric:
            raise CommandError("non-integer argument", 2)
        try:
            return str(binary(operator, int(left), int(right)))
        except ArithmeticFailure:
            raise CommandError("division by zero", 2) from None
