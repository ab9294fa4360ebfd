"""Criteria, as COUNTIF and the lookup functions take them: ``5``, ``">5"``, ``"<>done"``, ``"a*"``."""

from __future__ import annotations

import re
from typing import NamedTuple

from crab_sim.documents.formulas.values import SheetError, Value, holds, parse_number

__all__ = ["Criterion", "criterion", "is_wildcard", "wildcard_matches"]

_OPERATOR = re.compile(r"(<>|<=|>=|=|<|>)?(.*)", re.DOTALL)


def is_wildcard(pattern: str) -> bool:
    """Returns whether a pattern has a ``*`` or ``?``."""
    return "*" in pattern or "?" in pattern


def _parts(pattern: str) -> list[str]:
    """Returns a pattern's characters; one that stands for itself keeps the tilde before it."""
    parts: list[str] = []
    at = 0
    while at < len(pattern):
        step = 2 if pattern[at] == "~" and pattern[at + 1 : at + 2] in ("*", "?", "~") and at + 1 < len(pattern) else 1
        parts.append(pattern[at : at + step])
        at += step
    return parts


def wildcard_matches(pattern: str, text: str) -> bool:
    """Returns whether a whole text matches a pattern, regardless of case.

    It goes back only to the last ``*``, so that its time is at most the product of both lengths.

    >>> wildcard_matches("a*c", "Abbc"), wildcard_matches("?~*", "x*"), wildcard_matches("a?", "a")
    (True, True, False)
    """
    parts, text = _parts(pattern.casefold()), text.casefold()
    at = star = mark = 0
    has_star = False
    for_text = 0
    while for_text < len(text):
        part = parts[at] if at < len(parts) else ""
        if part == "*":
            has_star, star, mark = True, at, for_text
            at += 1
        elif part == "?" or (part and part[-1] == text[for_text]):
            at += 1
            for_text += 1
        elif has_star:
            mark += 1
            at, for_text = star + 1, mark
        else:
            return False
    return all([part == "*" for part in parts[at:]])


class Criterion(NamedTuple):
    """A condition on a value.

    Attributes:
        op: Its operator.
        value: The number or text to compare with.
        blank: Whether it is about empty cells.
        text: The text in which the number was written, which a cell with this text meets, too.
    """

    op: str
    value: float | str
    blank: bool = False
    text: str = ""

    def matches(self, value: Value) -> bool:
        """Returns whether a value meets it."""
        if self.blank:
            empty = value is None or value == ""
            return empty if self.op == "=" else not empty
        if value is None or isinstance(value, SheetError):
            return self.op == "<>"
        if isinstance(self.value, str):
            if not isinstance(value, str):
                return self.op == "<>"
            if self.op in ("=", "<>") and is_wildcard(self.value):
                return wildcard_matches(self.value, value) == (self.op == "=")
        elif isinstance(value, str):
            return (self.text != "" and value.strip() == self.text) == (self.op == "=") and self.op in ("=", "<>")
        return holds(self.op, value, self.value)


def criterion(value: Value) -> Criterion:
    """Returns the criterion that an argument stands for."""
    if value is None:
        return Criterion("=", 0.0)
    if isinstance(value, SheetError):
        return Criterion("=", value.code)
    if not isinstance(value, str):
        return Criterion("=", float(value))
    match = _OPERATOR.fullmatch(value)
    op, rest = (match[1] or "=", match[2]) if match is not None else ("=", value)
    if rest == "" and op in ("=", "<>"):
        return Criterion(op, "", True)
    parsed = parse_number(rest)
    if parsed is None and rest.upper() in ("TRUE", "FALSE"):
        parsed = 1.0 if rest.upper() == "TRUE" else 0.0
    return Criterion(op, rest) if parsed is None else Criterion(op, parsed, False, rest.strip())
