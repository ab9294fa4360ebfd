"""Python's `re` as the matcher: translation of a pattern, and an estimate of its worst case."""

from __future__ import annotations

import re
from math import factorial
from typing import Final

from crab_sim.shell.regex.tree import Back, Choice, Group, Mark, Node, Repeat, Sequenced, Set

_MARKS: Final = {
    "^": r"\A",
    "$": r"\Z",
    "b": r"\b",
    "B": r"\B",
    "<": r"\b(?=\w)",
    ">": r"\b(?<=\w)",
    "edge": r"(?:(?<!\w)|(?!\w))",
    "start": r"(?:(?<=\n)|\A)",
    "end": r"(?=\n|\Z)",
}


def to_python(node: Node) -> str:
    """Translates a syntax tree to a pattern of `re`."""
    if isinstance(node, Set):
        return _set_to_python(node)
    if isinstance(node, Mark):
        return _MARKS[node.kind]
    if isinstance(node, Back):
        return f"(?:\\{node.number})"
    if isinstance(node, Group):
        return f"({to_python(node.node)})"
    if isinstance(node, Choice):
        return "(?:" + "|".join(map(to_python, node.nodes)) + ")"
    if isinstance(node, Sequenced):
        return "".join(map(to_python, node.nodes))
    if isinstance(node.node, Mark):
        return to_python(node.node) if node.minimum else ""
    upper = "" if node.maximum is None else str(node.maximum)
    return f"(?:{to_python(node.node)}){{{node.minimum},{upper}}}{'?' if node.lazy else ''}"


def _set_to_python(node: Set) -> str:
    if not node.ranges:
        return "." if node.negated else "(?!)"
    if len(node.ranges) == 1 and not node.negated:
        ((low, high),) = node.ranges
        if low == high:
            return re.escape(low)
    inside = "".join(f"\\U{ord(low):08x}-\\U{ord(high):08x}" for low, high in node.ranges if low <= high)
    if not inside:
        return "." if node.negated else "(?!)"
    return f"[{'^' if node.negated else ''}{inside}]"


class Risk:
    """A pattern's worst case in Python's `re`: its ambiguous repeats, nested or not."""

    def __init__(self, tree: Node) -> None:
        self.unbounded = 0
        self.factor = 1
        self.nested = False
        self.choices = False
        self.back = False
        self._visit(tree, False, None)

    def cost(self, size: int) -> float:
        """Returns an upper estimate of re's steps on a text of `size` characters."""
        if self.nested:
            return float("inf") if size > 12 else 4096.0
        power = self.unbounded + 1
        return min((size + 1.0) ** power / factorial(power) * self.factor, 1e18) if self.unbounded else size

    def _visit(self, node: Node, repeated: bool, following: Node | None) -> None:
        if isinstance(node, Sequenced):
            for index, child in enumerate(node.nodes):
                after = node.nodes[index + 1] if index + 1 < len(node.nodes) else following
                self._visit(child, repeated, after)
        elif isinstance(node, Choice):
            self.choices = True
            self.nested |= repeated
            for child in node.nodes:
                self._visit(child, repeated, None)
        elif isinstance(node, Group):
            self._visit(node.node, repeated, following)
        elif isinstance(node, Back):
            self.back = True
        elif isinstance(node, Repeat):
            if node.minimum != node.maximum and not _disjoint(node.node, following):
                self.nested |= repeated
                if node.maximum is None or node.maximum > 3:
                    self.unbounded += 1
                else:
                    self.factor = min(self.factor * (node.maximum - node.minimum + 1), 1 << 30)
            self._visit(node.node, repeated or node.maximum is None or node.maximum > 1, None)


def _disjoint(node: Node, following: Node | None) -> bool:
    """Returns whether a repeated set and the node behind it share no character."""
    if not isinstance(node, Set) or not isinstance(following, Set):
        return False
    return not (_ascii(node) & _ascii(following))


def _ascii(node: Set) -> frozenset[int]:
    """Returns the ASCII codes in a set, in either case; 128 stands for all other characters."""
    codes: set[int] = set()
    for code in range(129):
        char = chr(code) if code < 128 else "\u2603"
        variants = {char, char.lower(), char.upper()}
        inside = any(low <= variant <= high for low, high in node.ranges for variant in variants)
        if code == 128:
            inside = any(high >= "\x80" for _, high in node.ranges) != node.negated or node.negated
        elif node.negated:
            inside = not all(any(low <= v <= high for low, high in node.ranges) for v in variants)
        if inside:
            codes.add(code)
    return frozenset(codes)
