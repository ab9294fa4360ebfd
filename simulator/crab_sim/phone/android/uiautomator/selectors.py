"""Selectors of uiautomator: the nodes of the screen that have some attributes, and stand somewhere below others.

* `Screen` - the nodes of a dump. `Screen.find` - those that a selector means. `info` - what is told of a node.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias
from xml.etree import ElementTree

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.regex.matcher import compile_regex

__all__ = ["BadSelector", "Screen", "Selector", "bounds", "center", "info", "named", "read_selector"]

Selector: TypeAlias = Mapping[str, object]
"""Attributes and their values; ``childOrSibling`` and ``childOrSiblingSelector`` lead to further nodes."""
_NODE: TypeAlias = ElementTree.Element
_BOUNDS: Final = re.compile(r"\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]")
_TEXTS: Final[Mapping[str, str]] = {
    "text": "text", "description": "content-desc", "className": "class", "packageName": "package",
    "resourceId": "resource-id",
}  # fmt: skip
_FLAGS: Final[Mapping[str, str]] = {
    "checkable": "checkable", "checked": "checked", "clickable": "clickable", "longClickable": "long-clickable",
    "scrollable": "scrollable", "enabled": "enabled", "focusable": "focusable", "focused": "focused",
    "selected": "selected",
}  # fmt: skip
_MAX_STEPS: Final = 10


class BadSelector(ValueError):
    """Something that is no selector."""


def read_selector(value: object) -> Selector:
    """Returns a selector as clients send it: itself, or the name of one that was found before.

    Raises:
        BadSelector: It is none.
    """
    if isinstance(value, str):
        name = value
        try:
            value = json.loads(name)
        except (ValueError, RecursionError):
            raise BadSelector(f"no object named {name[:80]!r}") from None
    if not isinstance(value, dict):
        raise BadSelector("expected a selector")
    return value


def named(selector: Selector, child: Selector, instance: int) -> str:
    """Returns the name of one of the nodes below others, which stands for a selector of it."""
    steps, inner = _steps(selector)
    return json.dumps({
        **selector, "childOrSibling": [*steps, "child"],
        "childOrSiblingSelector": [*inner, {**child, "instance": instance}],
    })  # fmt: skip


def _steps(selector: Selector) -> tuple[Sequence[str], Sequence[Selector]]:
    steps, inner = selector.get("childOrSibling") or [], selector.get("childOrSiblingSelector") or []
    if not isinstance(steps, list) or not isinstance(inner, list) or len(steps) != len(inner):
        raise BadSelector("childOrSibling and childOrSiblingSelector don't fit")
    if len(steps) > _MAX_STEPS or not all(isinstance(one, dict) for one in inner):
        raise BadSelector("too many steps")
    return [str(step) for step in steps], inner


def bounds(node: _NODE) -> tuple[int, int, int, int]:
    """Returns a node's left, upper, right and lower edge in pixels."""
    match = _BOUNDS.fullmatch(node.get("bounds", ""))
    left, top, right, bottom = map(int, match.groups()) if match is not None else (0, 0, 0, 0)
    return left, top, right, bottom


def center(node: _NODE) -> tuple[int, int]:
    """Returns a node's middle in pixels."""
    left, top, right, bottom = bounds(node)
    return (left + right) // 2, (top + bottom) // 2


def info(node: _NODE) -> dict[str, object]:
    """Returns what is told of a node."""
    left, top, right, bottom = bounds(node)
    place = {"left": left, "top": top, "right": right, "bottom": bottom}
    return {
        "bounds": place, "visibleBounds": place, "childCount": len(node), "className": node.get("class", ""),
        "contentDescription": node.get("content-desc", "") or None, "packageName": node.get("package", ""),
        "resourceName": node.get("resource-id", "") or None, "text": node.get("text", ""),
        **{name: node.get(attribute) == "true" for name, attribute in _FLAGS.items()},
    }  # fmt: skip


def _pattern(text: str) -> Callable[[str], bool]:
    """Returns the test of a regular expression of Java against a whole text; work on it is limited."""
    fold = text.startswith("(?i)")
    plain = re.sub(r"^\(\?[a-z]+\)", "", text).replace("(?:", "(").replace(r"\d", "[0-9]").replace(r"\D", "[^0-9]")
    plain = re.sub(r"([*+?}])\?", r"\1", plain)
    budget = Budget()
    try:
        compiled = compile_regex(plain, extended=True, ignore_case=fold, whole="line")
    except CommandError as error:
        raise BadSelector(f"{text[:80]!r}: {error}") from None

    def matches(value: str) -> bool:
        try:
            return compiled.test(value, budget)
        except (CommandError, LimitExceeded) as problem:
            raise BadSelector(f"{text[:80]!r}: {problem}") from None

    return matches


def _holds(kind: str, value: str) -> Callable[[str], bool]:
    """Returns the test of an attribute's text: one that is equal, contains the value, begins with it or matches it."""
    folded = value.lower()
    if kind == "Contains":
        return lambda held: folded in held.lower()
    if kind == "StartsWith":
        return lambda held: held.lower().startswith(folded)
    return _pattern(value) if kind == "Matches" else lambda held: held == value


def _tests(selector: Selector) -> list[tuple[str, Callable[[str], bool]]]:
    """Returns the attributes that a selector asks for itself, each with its test."""
    tests: list[tuple[str, Callable[[str], bool]]] = []
    for name, value in selector.items():
        if value is None:
            continue
        if name in _FLAGS:
            tests.append((_FLAGS[name], _holds("", "true" if value else "false")))
        elif name == "index":
            tests.append((name, _holds("", str(value))))
        for field, attribute in _TEXTS.items():
            kind = name.removeprefix(field)
            if name.startswith(field) and isinstance(value, str) and kind in ("", "Contains", "StartsWith", "Matches"):
                tests.append((attribute, _holds(kind, value)))
    return tests


class Screen:
    """The nodes of a dump.

    Args:
        xml: The dump.
    """

    def __init__(self, xml: str) -> None:
        self.root = ElementTree.fromstring(xml)
        self._parents = {child: parent for parent in self.root.iter() for child in parent}

    def _below(self, node: _NODE) -> Iterator[_NODE]:
        nodes = node.iter()
        next(nodes)
        yield from nodes

    def find(self, selector: Selector) -> list[_NODE]:
        """Returns the nodes that a selector means, all of them unless it names one by its number.

        Raises:
            BadSelector: It makes no sense.
        """
        steps, inner = _steps(selector)
        found = self._matching(self.root, selector, last=not steps)
        for i, (step, one) in enumerate(zip(steps, inner, strict=True)):
            scopes = found if step == "child" else [self._parents.get(node, self.root) for node in found]
            further = [node for scope in scopes for node in self._matching(scope, one, last=False)]
            found = list(dict.fromkeys(further))
            if "instance" in one:
                found = self._one(found, one)
            elif i < len(steps) - 1 and not found:
                return []
        return found

    def _matching(self, scope: _NODE, selector: Selector, last: bool) -> list[_NODE]:
        tests = _tests(selector)
        found = [
            node for node in self._below(scope) if all(holds(node.get(attribute, "")) for attribute, holds in tests)
        ]
        return self._one(found, selector) if last or (scope is self.root and "instance" in selector) else found

    @staticmethod
    def _one(found: list[_NODE], selector: Selector) -> list[_NODE]:
        at = selector.get("instance")
        return found if not isinstance(at, int) else found[at : at + 1] if at >= 0 else []
