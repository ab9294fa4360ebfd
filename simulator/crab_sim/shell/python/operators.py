"""Operators within bounds: the sizes of results are known before they are made."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from crab_sim.shell.python.limits import MAX_BITS
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Instance, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_FUNCTIONS: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "<<": operator.lshift, ">>": operator.rshift, "|": operator.or_,
    "&": operator.and_, "^": operator.xor, "@": operator.matmul,
}  # fmt: skip
_IN_PLACE: Final[dict[str, Callable[[Value, Value], Value]]] = {
    "+": operator.iadd, "-": operator.isub, "*": operator.imul, "/": operator.itruediv, "//": operator.ifloordiv,
    "%": operator.imod, "**": operator.ipow, "<<": operator.ilshift, ">>": operator.irshift, "|": operator.ior,
    "&": operator.iand, "^": operator.ixor, "@": operator.imatmul,
}  # fmt: skip
_HUGE: Final = 1 << MAX_BITS
_SMALL: Final = 1 << 256
_SEQUENCES: Final = (list, tuple, deque)


def binary(machine: Machine, sign: str, left: Value, right: Value) -> Value:
    """Returns the result of a binary operator.

    Args:
        machine: the machine, whose limits it keeps to.
        sign: the operator, such as ``+``.
        left: the left operand.
        right: the right operand.

    Raises:
        MemoryError: it would be too large.
    """
    kind = type(left)
    if kind is int and type(right) is int:
        return _integers(machine, sign, left, right)
    if kind is float or type(right) is float:
        return _FUNCTIONS[sign](left, right)
    if isinstance(left, int) and isinstance(right, int):
        if isinstance(left, bool) and isinstance(right, bool) and sign in "&|^":
            return _FUNCTIONS[sign](left, right)
        return _integers(machine, sign, int(left), int(right))
    meter = machine.meter
    if sign == "%" and kind is str:
        return machine.text.percent(left, right)
    if sign == "%" and kind is bytes:
        raise TypeError("the simulated machine's Python has no % for bytes")
    if sign == "+":
        if kind in (str, bytes) and type(right) is kind:
            meter.text(len(left) + len(right))
        elif isinstance(left, _SEQUENCES) and isinstance(right, _SEQUENCES):
            meter.items(len(left) + len(right))
    elif sign == "*":
        sequence, count = (right, left) if isinstance(left, int) else (left, right)
        if isinstance(count, int) and isinstance(sequence, (str, bytes, *_SEQUENCES)):
            size = len(sequence) * max(count, 0)
            (meter.text if isinstance(sequence, (str, bytes)) else meter.items)(size)
    else:
        meter.weigh(left, right)
    try:
        return _FUNCTIONS[sign](left, right)
    except TypeError as error:
        if "concatenate" in str(error) or "multiply" in str(error) or isinstance(left, Instance):
            raise
        name = "** or pow()" if sign == "**" else sign
        raise TypeError(
            f"unsupported operand type(s) for {name}: '{type_name(left)}' and '{type_name(right)}'"
        ) from None


def _integers(machine: Machine, sign: str, left: int, right: int) -> Value:
    if -_SMALL < left < _SMALL and -_SMALL < right < _SMALL and sign not in ("**", "<<"):
        return _FUNCTIONS[sign](left, right)
    meter = machine.meter
    if sign in ("*", "/", "//", "%"):
        meter.product(left.bit_length(), right.bit_length())
    elif sign == "**":
        meter.power(left, right)
    elif sign == "<<" and left and right > 0 and left.bit_length() + right > MAX_BITS:
        raise MemoryError
    result = _FUNCTIONS[sign](left, right)
    if isinstance(result, int):
        if not -_HUGE < result < _HUGE:
            raise MemoryError
        meter.charge(0.001 + result.bit_length() / 1e6)
    return result


def binary_in_place(machine: Machine, sign: str, left: Value, right: Value) -> Value:
    """Returns the result of an augmented assignment; lists, sets and the like are changed in place.

    Args:
        machine: the machine, whose limits it keeps to.
        sign: the operator without ``=``, such as ``+``.
        left: the target's value.
        right: the right operand.
    """
    if isinstance(left, list) and sign == "+":
        added = machine.collect(right)
        machine.meter.items(len(left) + len(added))
        left += added
        return left
    if isinstance(left, (int, float, str, bytes, tuple)):
        return binary(machine, sign, left, right)
    if isinstance(left, (list, deque)) and sign == "*" and isinstance(right, int):
        machine.meter.items(len(left) * max(right, 0))
    elif isinstance(left, deque) and sign == "+":
        right = machine.collect(right)
    elif isinstance(left, (set, dict)):
        machine.meter.weigh(right)
        machine.meter.items(len(right) if isinstance(right, (set, dict, frozenset)) else 0)
    elif not isinstance(left, Instance):
        return binary(machine, sign, left, right)
    return _IN_PLACE[sign](left, right)


def unary(machine: Machine, sign: str, value: Value) -> Value:
    """Returns the result of a unary operator."""
    if sign == "not":
        return not value
    functions: dict[str, Callable[[Value], Value]] = {"-": operator.neg, "+": operator.pos, "~": operator.invert}
    try:
        return functions[sign](value)
    except TypeError:
        raise TypeError(f"bad operand type for unary {sign}: '{type_name(value)}'") from None


def contains(machine: Machine, item: Value, container: Value) -> bool:
    """Returns ``item in container``."""
    if isinstance(container, (list, tuple, deque)):
        machine.meter.charge(len(container) / 20_000)
    elif isinstance(container, (set, frozenset, dict)):
        machine.meter.key(item)
    elif isinstance(container, (str, bytes)):
        machine.meter.charge(len(container) / 100_000)
    elif isinstance(container, Instance) and hasattr(type(container), "__contains__"):
        return bool(operator.contains(container, item))  # type: ignore[arg-type] # its class has the method
    elif (isinstance(container, range) and not isinstance(item, int)) or not hasattr(type(container), "__contains__"):
        if not machine.iterable(container):
            raise TypeError(f"argument of type '{type_name(container)}' is not iterable")
        return any(found is item or found == item for found in machine.items(container))
    elif isinstance(container, type):
        raise TypeError(f"argument of type '{type_name(container)}' is not iterable")
    return item in container


def _ordered(sign: str, function: Callable[[Value, Value], Value]) -> Callable[[Machine, Value, Value], Value]:
    def compare(machine: Machine, left: Value, right: Value) -> Value:
        try:
            return function(left, right)
        except TypeError:
            if isinstance(left, (Instance, list, tuple)):
                raise
            raise TypeError(
                f"'{sign}' not supported between instances of '{type_name(left)}' and '{type_name(right)}'"
            ) from None

    return compare


COMPARISONS: Final[dict[str, Callable[[Machine, Value, Value], Value]]] = {
    "==": lambda machine, left, right: left == right,
    "!=": lambda machine, left, right: left != right,
    "<": _ordered("<", operator.lt),
    "<=": _ordered("<=", operator.le),
    ">": _ordered(">", operator.gt),
    ">=": _ordered(">=", operator.ge),
    "is": lambda machine, left, right: left is right,
    "is not": lambda machine, left, right: left is not right,
    "in": contains,
    "not in": lambda machine, left, right: not contains(machine, left, right),
}
