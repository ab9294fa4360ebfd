"""Arithmetic of the calculators: typed text evaluated to a decimal number, and the number's text on the display.

A recursive-descent parser over a short text; numbers are decimals of 28 digits, so that 0.1 + 0.2 is 0.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Clamped, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from typing import Final

__all__ = ["MAX_TYPED", "CalculationError", "evaluate", "show"]

MAX_TYPED: Final = 300
"""Characters of the longest expression."""
_DIGITS: Final = 28
_SHOWN_DIGITS: Final = 12  # significant digits of a result
_MAX_DEPTH = 60
_MAX_POWER = Decimal(9999)
_CONTEXT = Context(prec=_DIGITS, Emax=9999, Emin=-9999, traps=[InvalidOperation, DivisionByZero, Overflow, Clamped])
_PI = Decimal("3.141592653589793238462643383")
_E = Decimal("2.718281828459045235360287471")


class CalculationError(ValueError):
    """Raised for an expression without a value; the calculator shows its message."""


def _degrees(function: Callable[[float], float]) -> Callable[[Decimal], Decimal]:
    """Returns a trigonometric function of degrees, exact for values that are whole numbers."""
    return lambda value: Decimal(repr(round(function(math.radians(float(value % 360))), 14)))


def _tangent(value: Decimal) -> Decimal:
    if value % 180 == 90:
        raise CalculationError("Keep it real")
    return _degrees(math.tan)(value)


_FUNCTIONS: Mapping[str, Callable[[Decimal], Decimal]] = {
    "sin": _degrees(math.sin),
    "cos": _degrees(math.cos),
    "tan": _tangent,
    "ln": lambda value: _CONTEXT.ln(value),
    "log": lambda value: _CONTEXT.log10(value),
}


class _Parser:
    """Parses an expression; each method parses one level of precedence, the weakest first."""

    def __init__(self, text: str) -> None:
        self.text, self.at, self.depth = text, 0, 0

    def next(self) -> str:
        return self.text[self.at : self.at + 1]

    def take(self, chars: str) -> str:
        """Returns the next character and goes past it, if it is one of these."""
        char = self.next()
        if char and char in chars:
            self.at += 1
            return char
        return ""

    def whole(self) -> Decimal:
        value = self.sum()
        if self.next():
            raise CalculationError("Format error")
        return value

    def sum(self) -> Decimal:
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise CalculationError("Format error")
        value, _ = self.product()
        while sign := self.take("+−"):
            other, percent = self.product()
            if percent:  # 200 + 10 % is 220
                other = _CONTEXT.multiply(value, other)
            value = _CONTEXT.add(value, other) if sign == "+" else _CONTEXT.subtract(value, other)
        self.depth -= 1
        return value

    def product(self) -> tuple[Decimal, bool]:
        """Returns a product, and whether it is a single percentage."""
        start = self.at
        value = self.signed()
        percent = self.text[self.at - 1 : self.at] == "%" and not any(c in self.text[start : self.at] for c in "()")
        while True:
            if operator := self.take("×÷"):
                other = self.signed()
                value = _CONTEXT.multiply(value, other) if operator == "×" else _divide(value, other)
            elif self.text.startswith("mod", self.at):
                self.at += 3
                value = _modulo(value, self.signed())
            elif self.next() and self.next() in "(π√esctl0123456789":
                value = _CONTEXT.multiply(value, self.power())  # a product without a sign: 2(3 + 4)
            else:
                return value, percent
            percent = False

    def signed(self) -> Decimal:
        negative = False
        while sign := self.take("−+"):
            negative ^= sign == "−"
        value = self.power()
        return -value if negative else value

    def power(self) -> Decimal:
        value = self.postfix()
        if self.take("^"):
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise CalculationError("Format error")
            value = _power(value, self.signed())
            self.depth -= 1
        return value

    def postfix(self) -> Decimal:
        value = self.atom()
        while sign := self.take("%!²"):
            if sign == "%":
                value = _CONTEXT.divide(value, Decimal(100))
            elif sign == "²":
                value = _CONTEXT.multiply(value, value)
            else:
                value = _factorial(value)
        return value

    def atom(self) -> Decimal:
        for name, function in _FUNCTIONS.items():
            if self.text.startswith(f"{name}(", self.at):
                self.at += len(name)
                return function(self.atom())
        if self.take("√"):
            self.depth += 1
            if self.depth > _MAX_DEPTH:
                raise CalculationError("Format error")
            value = self.postfix()
            self.depth -= 1
            if value < 0:
                raise CalculationError("Keep it real")
            return _CONTEXT.sqrt(value)
        if self.take("("):
            value = self.sum()
            if self.next() and not self.take(")"):
                raise CalculationError("Format error")
            return value  # one that is still open ends with the expression
        if self.take("π"):
            return _PI
        if self.take("e"):
            return _E
        return self.number()

    def number(self) -> Decimal:
        start = self.at
        while self.take("0123456789"):
            pass
        if self.take("."):
            while self.take("0123456789"):
                pass
        digits = self.text[start : self.at]
        if digits in ("", "."):
            raise CalculationError("Format error")
        if self.next() == "E":  # the exponent of a result that was taken over
            end = self.at + 1 + (self.text[self.at + 1 : self.at + 2] in ("−", "+"))
            while self.text[end : end + 1].isdecimal():
                end += 1
            exponent = self.text[self.at + 1 : end].replace("−", "-")
            if exponent.lstrip("-+").isdecimal() and len(exponent) < 6:
                self.at = end
                return _CONTEXT.create_decimal(f"{digits}E{exponent}")
        return _CONTEXT.create_decimal(digits)


def _divide(value: Decimal, other: Decimal) -> Decimal:
    if other == 0:
        raise CalculationError("Can't divide by 0")
    return _CONTEXT.divide(value, other)


def _modulo(value: Decimal, other: Decimal) -> Decimal:
    if other == 0:
        raise CalculationError("Can't divide by 0")
    rest = _CONTEXT.remainder(value, other)
    return _CONTEXT.add(rest, other) if rest and (rest < 0) != (other < 0) else rest


def _power(value: Decimal, exponent: Decimal) -> Decimal:
    if abs(exponent) > _MAX_POWER:
        raise CalculationError("Value too large")
    if value == 0 and exponent < 0:
        raise CalculationError("Can't divide by 0")
    if value == 0 and exponent == 0:
        return Decimal(1)
    if value < 0 and exponent != exponent.to_integral_value():
        raise CalculationError("Keep it real")
    return _CONTEXT.power(value, exponent)


def _factorial(value: Decimal) -> Decimal:
    if value < 0 or value != value.to_integral_value():
        raise CalculationError("Keep it real")
    if value > 1000:
        raise CalculationError("Value too large")
    return _CONTEXT.create_decimal(math.factorial(int(value)))


def evaluate(text: str) -> Decimal:
    """Returns the value of an expression.

    Args:
        text: Digits, ``.``, ``+ − × ÷ mod ^ % ! ² √ ( ) π e``, ``sin( cos( tan(`` of degrees, ``ln( log(``.

    Raises:
        CalculationError: It has none.

    >>> evaluate("0.1+0.2"), evaluate("2+3×4"), evaluate("200+10%"), evaluate("−7mod3")
    (Decimal('0.3'), Decimal('14'), Decimal('220.0'), Decimal('2'))
    """
    if len(text) > MAX_TYPED:
        raise CalculationError("Format error")
    try:
        value = _CONTEXT.plus(_Parser(text).whole())
    except (Overflow, Clamped):
        raise CalculationError("Value too large") from None
    except (InvalidOperation, DivisionByZero):
        raise CalculationError("Keep it real") from None
    if not value.is_finite():
        raise CalculationError("Keep it real")
    return value


def show(value: Decimal) -> str:
    """Returns a number as text, with twelve significant digits and a real minus sign.

    >>> show(Decimal("1E+3")), show(Decimal(-2) / 3), show(Decimal(10) ** 20)
    ('1000', '−0.666666666667', '1E20')
    """
    value = Context(prec=_SHOWN_DIGITS, Emax=99_999, Emin=-99_999).plus(value)
    if not value:
        return "0"
    exponent = value.adjusted()
    if -8 < exponent < _SHOWN_DIGITS:
        text = f"{value:f}"
        if "." in text:
            text = text.rstrip("0").rstrip(".")
    else:
        digits = "".join([str(digit) for digit in value.as_tuple().digits]).rstrip("0")
        text = f"{'-' if value < 0 else ''}{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}E{exponent}"
    return text.replace("-", "−")
