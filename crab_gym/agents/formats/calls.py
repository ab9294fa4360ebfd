"""Reads calls that models write as text, such as ``click(start_box='(10,20)')``; nothing is ever evaluated.

* `calls_in` - the calls of a text in Python's notation.
* `numbers_in` - the numbers of a text such as ``<point>10 20</point>``.
* `quoted` - a value in that notation.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from crab_gym.agents.formats.base import FormatError, shown

__all__ = ["Call", "calls_in", "numbers_in", "point_in", "quoted"]

_LENIENT = re.compile(r"\s*(\w+)\((\w+)\s*=\s*(['\"])(.*)\3\s*\)\s*", re.DOTALL)


class Call(NamedTuple):
    """A call.

    Attributes:
        name: The function's name, with dots as it is written.
        positional: The arguments without a name.
        named: The arguments by name.
    """

    name: str
    positional: Sequence[Any]
    named: Mapping[str, Any]

    def get(self, place: int, *names: str) -> Any:
        """Returns an argument by one of its names or by its place, None if it isn't there."""
        for name in names:
            if name in self.named:
                return self.named[name]
        return self.positional[place] if place < len(self.positional) else None


def calls_in(code: str) -> list[Call]:
    r"""Returns the calls of a text, one per line or separated by semicolons; imports are skipped.

    Args:
        code: Python's notation; the arguments are numbers, texts and lists.

    Raises:
        FormatError: The text has something else, or no call.

    >>> calls_in("import pyautogui\npyautogui.click(x=10, y=20)")
    [Call(name='pyautogui.click', positional=[], named={'x': 10, 'y': 20})]
    """
    try:
        body = ast.parse(code.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        if (match := _LENIENT.fullmatch(code)) is None:  # such as type(content='it's')
            raise FormatError(f"the action {shown(code.strip())} can't be read; expected a call") from None
        return [Call(match[1], [], {match[2]: re.sub(r"\\(['\"\\])", r"\1", match[4]).replace("\\n", "\n")})]
    found = [_call(node) for node in body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    if not found:
        raise FormatError(f"the action {shown(code.strip())} has no call; expected one")
    return found


def _call(node: ast.stmt) -> Call:
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        raise FormatError("the action has something beside calls; expected calls only")
    parts: list[str] = []
    function: ast.expr = call.func
    while isinstance(function, ast.Attribute):
        parts.append(function.attr)
        function = function.value
    if not isinstance(function, ast.Name):
        raise FormatError("the action calls something without a name; expected a function's name")
    try:
        positional = [_literal(value) for value in call.args]
        named = {key.arg: _literal(key.value) for key in call.keywords if key.arg}
    except (ValueError, RecursionError):
        raise FormatError("an argument isn't a number, a text or a list of these") from None
    return Call(".".join([function.id, *reversed(parts)]), positional, named)


def _literal(node: ast.expr) -> Any:
    """Returns the number, the text or the list that an expression is.

    Raises:
        ValueError: It is something else.
    """
    match node:
        case ast.Constant(value=bool() | int() | float() | str() | None as value):
            return value
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=ast.Constant(value=int() | float() as value)):
            return -value if isinstance(sign, ast.USub) else value
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            return [_literal(part) for part in parts]
    raise ValueError(type(node).__name__)


_NUMBER = re.compile(r"-?\d{1,9}(?:\.\d{1,9})?")


def numbers_in(value: object) -> list[float]:
    """Returns the numbers in a text, or in a list of numbers and lists.

    >>> numbers_in("<|box_start|>(10, 20)<|box_end|>"), numbers_in([[1, 2]])
    ([10.0, 20.0], [1.0, 2.0])
    """
    if isinstance(value, str):
        return [float(number) for number in _NUMBER.findall(value[:200])]
    if isinstance(value, (list, tuple)):
        return [number for part in value[:8] for number in numbers_in(part)]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return [float(value)] if abs(value) < 1e9 else []
    return []


def point_in(value: object) -> tuple[float, float]:
    """Returns the point that a text or a list names: two numbers, or the middle of a box of four.

    Raises:
        FormatError: It has no two or four numbers.
    """
    match numbers_in(value):
        case [x, y]:
            return x, y
        case [left, top, right, bottom]:
            return (left + right) / 2, (top + bottom) / 2
        case _:
            raise FormatError(f"the point is {shown(value)}; expected two numbers")


def quoted(text: str) -> str:
    r"""Returns a text between single quotes, on one line.

    >>> print(quoted("it's\nhere"))
    'it\'s\nhere'
    """
    inner = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\t", "\\t")
    return f"'{inner}'"
