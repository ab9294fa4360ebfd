"""The parser of POSIX regular expressions: BRE, ERE and the escapes that GNU tools add."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.shell.regex.tree import ANY, Back, Choice, Group, Mark, Node, Repeat, Sequenced, Set

__all__ = ["Parser", "RegexError", "parse_regex"]

_MAX_LENGTH: Final = 4_000
_MAX_DEPTH: Final = 30
_MAX_STACKED: Final = 4
_MAX_COUNT: Final = 32_767
_WORD: Final = (("a", "z"), ("A", "Z"), ("0", "9"), ("_", "_"), ("\u00c0", "\u024f"), ("\u0370", "\u1fff"))
_SPACE: Final = ((" ", " "), ("\t", "\r"))
_CLASSES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "alpha": (("a", "z"), ("A", "Z"), ("\u00c0", "\u024f"), ("\u0370", "\u1fff")),
    "digit": (("0", "9"),),
    "alnum": (("a", "z"), ("A", "Z"), ("0", "9"), ("\u00c0", "\u024f"), ("\u0370", "\u1fff")),
    "upper": (("A", "Z"),),
    "lower": (("a", "z"),),
    "space": _SPACE,
    "blank": ((" ", " "), ("\t", "\t")),
    "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "xdigit": (("0", "9"), ("a", "f"), ("A", "F")),
    "print": ((" ", "~"), ("\u00a0", "\U0010ffff")),
    "graph": (("!", "~"), ("\u00a1", "\U0010ffff")),
    "cntrl": (("\0", "\x1f"), ("\x7f", "\x7f")),
}
_BOUND = re.compile(r"(\d*)(,?)(\d*)")


class RegexError(Exception):
    """The pattern is malformed; the message is glibc's."""


_ESCAPES: Final[dict[str, Node]] = {
    "w": Set(False, _WORD),
    "W": Set(True, _WORD),
    "s": Set(False, _SPACE),
    "S": Set(True, _SPACE),
    "b": Mark("b"),
    "B": Mark("B"),
    "<": Mark("<"),
    ">": Mark(">"),
    "`": Mark("^"),
    "'": Mark("$"),
    "n": Set(False, (("\n", "\n"),)),
    "t": Set(False, (("\t", "\t"),)),
}


def parse_regex(pattern: str, extended: bool) -> tuple[Node, int]:
    """Parses a pattern.

    Args:
        pattern: the pattern.
        extended: ERE instead of BRE.

    Returns:
        its tree and the number of groups.

    Raises:
        RegexError: the pattern is malformed or too big.
    """
    if len(pattern) > _MAX_LENGTH:
        raise RegexError("Regular expression too big")
    parser = Parser(pattern, extended)
    tree = parser.choice(0)
    if parser.pos < len(pattern):
        raise RegexError("Unmatched ) or \\)")
    return tree, parser.groups


class Parser:
    """Parses a pattern; vim's dialect derives from it.

    Args:
        pattern: The pattern.
        extended: ERE instead of BRE.

    Attributes:
        pos: Index of the next character.
        groups: The number of groups so far.
        closed: The groups that a back-reference may name.
    """

    def __init__(self, pattern: str, extended: bool) -> None:
        self.pattern = pattern
        self.extended = extended
        self.pos = 0
        self.groups = 0
        self.closed: set[int] = set()

    def special(self, char: str) -> bool:
        """Consumes an operator: bare in ERE, with a backslash in BRE."""
        token = char if self.extended else "\\" + char
        if self.pattern.startswith(token, self.pos):
            self.pos += len(token)
            return True
        return False

    def at_special(self, char: str) -> bool:
        """Returns whether an operator comes next."""
        return self.pattern.startswith(char if self.extended else "\\" + char, self.pos)

    def choice(self, depth: int) -> Node:
        """Parses alternatives."""
        if depth > _MAX_DEPTH:
            raise RegexError("Regular expression too big")
        nodes = [self.sequence(depth)]
        while self.special("|"):
            nodes.append(self.sequence(depth))
        return nodes[0] if len(nodes) == 1 else Choice(tuple(nodes))

    def sequence(self, depth: int) -> Node:
        """Parses pieces one after the other."""
        nodes: list[Node] = []
        while self.pos < len(self.pattern) and not self.at_special("|"):
            if self.at_special(")") and (depth or not self.extended):
                break
            node = self.atom(depth, first=not nodes)
            stacked = 0
            while repeat := self.repeat(node, first=not nodes):
                node = repeat
                stacked += 1
                if stacked > _MAX_STACKED:
                    raise RegexError("Regular expression too big")
            nodes.append(node)
        return nodes[0] if len(nodes) == 1 else Sequenced(tuple(nodes))

    def atom(self, depth: int, *, first: bool) -> Node:
        """Parses what may be repeated; `first` tells whether it begins its branch."""
        if self.special("("):
            self.groups += 1
            number = self.groups
            inner = self.choice(depth + 1)
            if not self.special(")"):
                raise RegexError("Unmatched ( or \\(")
            self.closed.add(number)
            return Group(number, inner)
        char = self.pattern[self.pos]
        self.pos += 1
        if char == ".":
            return ANY
        if char == "[":
            return self.bracket()
        if char == "^" and (self.extended or first):
            return Mark("^")
        last = self.pos == len(self.pattern) or self.at_special(")") or self.at_special("|")
        if char == "$" and (self.extended or last):
            return Mark("$")
        if char == "\\":
            return self.escape()
        return Set(False, ((char, char),))

    def escape(self) -> Node:
        """Parses what follows a backslash."""
        if self.pos >= len(self.pattern):
            raise RegexError("Trailing backslash")
        char = self.pattern[self.pos]
        self.pos += 1
        if char in "123456789":
            if int(char) not in self.closed:
                raise RegexError("Invalid back reference")
            return Back(int(char))
        return _ESCAPES.get(char, Set(False, ((char, char),)))

    def repeat(self, node: Node, *, first: bool) -> Node | None:
        """Parses how often an atom may occur; returns None where nothing is said of that."""
        if self.pos >= len(self.pattern):
            return None
        leading = first and isinstance(node, Mark) and node.kind == "^" and not self.extended
        if self.pattern[self.pos] == "*":
            if leading:
                return None
            self.pos += 1
            return _repeated(node, 0, None)
        if self.special("+"):
            return _repeated(node, 1, None)
        if self.special("?"):
            return _repeated(node, 0, 1)
        mark = self.pos
        if not self.special("{"):
            return None
        bound = _BOUND.match(self.pattern, self.pos)
        assert bound is not None
        self.pos = bound.end()
        if not self.special("}") or not (bound[1] or bound[2]):
            if not self.extended:
                raise RegexError("Invalid content of \\{\\}" if self.pos < len(self.pattern) else "Unmatched \\{")
            self.pos = mark
            return None
        minimum = int(bound[1][:6] or 0)
        maximum = minimum if not bound[2] else int(bound[3][:6]) if bound[3] else None
        if max(minimum, maximum or 0) > _MAX_COUNT:
            raise RegexError("Regular expression too big")
        if maximum is not None and minimum > maximum:
            raise RegexError("Invalid content of \\{\\}")
        return _repeated(node, minimum, maximum)

    def bracket(self) -> Node:
        """Parses a set in brackets, behind the first of them."""
        pattern = self.pattern
        negated = pattern.startswith("^", self.pos)
        self.pos += negated
        ranges: list[tuple[str, str]] = []
        first = True
        while True:
            if self.pos >= len(pattern):
                raise RegexError("Unmatched [, [^, [:, [., or [=")
            char = pattern[self.pos]
            self.pos += 1
            if char == "]" and not first:
                return Set(negated, tuple(ranges))
            first = False
            if char == "[" and pattern[self.pos : self.pos + 1] in (":", ".", "="):
                kind = pattern[self.pos]
                end = pattern.find(kind + "]", self.pos + 1)
                if end < 0:
                    raise RegexError("Unmatched [, [^, [:, [., or [=")
                name = pattern[self.pos + 1 : end]
                self.pos = end + 2
                if kind == ":" and name not in _CLASSES:
                    raise RegexError("Invalid character class name")
                ranges += _CLASSES[name] if kind == ":" else [(c, c) for c in name]
                continue
            if pattern.startswith("-", self.pos) and pattern[self.pos + 1 : self.pos + 2] not in ("]", ""):
                high = pattern[self.pos + 1]
                self.pos += 2
                if high < char:
                    raise RegexError("Invalid range end")
                ranges.append((char, high))
            else:
                ranges.append((char, char))


def _repeated(node: Node, minimum: int, maximum: int | None) -> Node:
    """Returns a repeat of a node; two endless repeats become one, as in ``a**``."""
    if isinstance(node, Repeat) and node.maximum is None and maximum is None and max(node.minimum, minimum) <= 1:
        return Repeat(node.node, min(node.minimum, minimum), None)
    return Repeat(node, minimum, maximum)
