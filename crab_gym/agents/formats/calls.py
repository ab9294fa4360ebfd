"""Reads calls that models write as text, such as ``click(start_box='(10,20)')``; nothing is ever evaluated.

* `calls_in` - the calls of code, which has nothing else; `last_calls` - those of an answer, behind its thought.
* `numbers_in` - the numbers of a text such as ``<point>10 20</point>``.
* `quoted` - a value in that notation.
"""

from __future__ import annotations

import ast
import re
from typing import Any

from crab_gym.agents.answers.notation import Call, calls_along
from crab_gym.agents.formats.base import FormatError, quote
from crab_sim.fast.syntax import parse

__all__ = ["Call", "calls_in", "last_calls", "numbers_in", "point_in", "quoted"]

_LABEL = re.compile(r"(?:^|<\|begin_of_box\|>|<answer>)[ \t]*\**Action\**[ \t]*:[ \t*]*", re.MULTILINE)
_TRIES = 50
"""Maximum number of places at which calls are looked for, so that time stays linear."""


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
        body = parse(code.strip()).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        calls, end = calls_along(code)  # such as type(content='it's')
        if not calls or code[end:].strip(" \t\n;"):
            raise FormatError(f"the action {quote(code.strip())} can't be read; expected a call") from None
        return calls
    calls = [_call(node) for node in body if not isinstance(node, (ast.Import, ast.ImportFrom))]
    if not calls:
        raise FormatError(f"the action {quote(code.strip())} has no call; expected one")
    return calls


def last_calls(text: str) -> tuple[str, list[Call]]:
    r"""Returns the thought of an answer, and the calls behind its last "Action:", or all if it has none.

    The calls may stand in several lines, with empty ones between them, and what follows in lines of its own is ignored.

    Raises:
        FormatError: There is no call.

    >>> last_calls("Thought: So.\nAction: type(content='a\n\nAction: b')")
    ('So.', [Call(name='type', positional=[], named={'content': 'a\n\nAction: b'})])
    """
    label = _LABEL.search(text)
    calls, end = calls_along(text, label.end() if label else 0)
    at, last = (label.start(), label) if label else (0, None)
    for _ in range(_TRIES):
        last = _LABEL.search(text, max(end, last.end())) if last is not None else None
        if last is None:
            break
        more, behind = calls_along(text, last.end())
        if more:
            at, calls, end = last.start(), more, behind
    rest = text[end:].partition("\n")[0]
    if not calls or re.search(r"\w", re.sub(r"<[^<>]{1,40}>|#.*", "", rest)):
        line = text[label.end() if label else 0 :].strip().strip("`").strip()
        if not line:
            raise FormatError("the answer has no action; expected a line that begins with Action:")
        raise FormatError(f"the action {quote(line)} can't be read; expected a call")
    return re.sub(r"\AThought\s*:\s*", "", text[:at].strip()), calls


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
            raise FormatError(f"the point is {quote(value)}; expected two numbers")


_ESCAPED = str.maketrans({"\\": "\\\\", "'": "\\'", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\0": "\\x00"})


def quoted(text: str) -> str:
    r"""Returns a text between single quotes, on one line.

    >>> print(quoted("it's\nhere"))
    'it\'s\nhere'
    """
    return f"'{text.translate(_ESCAPED)}'"
