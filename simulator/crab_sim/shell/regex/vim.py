r"""Vim's dialect: POSIX's regular expressions with ``\v``, ``\d``, ``\{-}``, ``\zs``."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError
from crab_sim.shell.regex.matcher import Regex
from crab_sim.shell.regex.parser import Parser, RegexError
from crab_sim.shell.regex.tree import Back, Group, Mark, Node, Repeat, Sequenced, Set

__all__ = ["Found", "Pattern", "compile_pattern"]

_NEWLINE: Final = ("\n", "\n")
_LETTERS: Final = (("a", "z"), ("A", "Z"))
_CLASSES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "a": _LETTERS, "d": (("0", "9"),), "h": (*_LETTERS, ("_", "_")), "l": (("a", "z"),), "u": (("A", "Z"),),
    "s": ((" ", " "), ("\t", "\t")), "w": (*_LETTERS, ("0", "9"), ("_", "_")),
    "x": (("0", "9"), ("a", "f"), ("A", "F")),
}  # fmt: skip
_CONTROL: Final = {"e": "\x1b", "t": "\t", "r": "\r", "n": "\n"}
_BOUNDS: Final = re.compile(r"(-?)(\d{0,5})(,?)(\d{0,5})\\?\}")
_SET: Final = re.compile(r"\[\^?\]?(?:\[:\w+:\]|\\.|[^]])*\]")
_PROBLEMS: Final = {
    "wrong bounds": "E554: Syntax error in \\{...}", "Unmatched ( or \\(": "E54: Unmatched \\(",
    "Unmatched ) or \\)": "E55: Unmatched \\)",
}  # fmt: skip


class Found(NamedTuple):
    r"""A match: where it starts and ends, and the texts of the whole and of ``\1`` to ``\9``."""

    start: int
    end: int
    groups: tuple[str, ...]

    def group(self, number: int) -> str:
        """Returns the text of a group, 0 for the whole match."""
        return self.groups[number] if number < len(self.groups) else ""


class Pattern(NamedTuple):
    r"""A compiled pattern.

    Attributes:
        regex: The shell's regular expression.
        groups: Its groups that ``\1`` to ``\9`` name.
        borders: Its groups at ``\zs`` and ``\ze``, 0 for none.
        multiline: Whether a match may go over the end of a line.
    """

    regex: Regex
    groups: tuple[int, ...]
    borders: tuple[int, int]
    multiline: bool

    def search(self, text: str, start: int, budget: Budget) -> Found | None:
        """Finds the first match at or behind an index.

        Raises:
            CommandError: The pattern is too complex for the text.
        """
        at, (begin, end) = start, self.borders
        while at <= len(text):
            try:
                match = self.regex.search(text, at, budget)
            except CommandError:
                raise CommandError("E363: Pattern uses more memory than 'maxmempattern'") from None
            if match is None:
                return None
            first = match.spans[begin][0] if begin and match.spans[begin][0] >= 0 else match.start
            last = match.spans[end][0] if end and match.spans[end][0] >= 0 else match.end
            if first >= start:
                last = max(first, last)
                return Found(first, last, (text[first:last], *[match.group(index) for index in self.groups]))
            at = match.start + 1
        return None


@lru_cache(maxsize=128)
def compile_pattern(pattern: str, ignore_case: bool, smart_case: bool) -> Pattern:
    """Compiles a pattern.

    Args:
        pattern: The pattern.
        ignore_case: The option of that name.
        smart_case: The option of that name.

    Raises:
        CommandError: It is malformed, or has something that isn't supported.
    """
    tokens = re.findall(r"\\_?.|.|\\$", pattern, re.DOTALL)
    if smart_case and any(len(token) == 1 and token.isupper() for token in tokens):
        ignore_case = False
    if "\\c" in tokens or "\\C" in tokens:
        ignore_case = "\\c" in tokens
    parser = _Parser("".join([token for token in tokens if token not in ("\\c", "\\C", "\\v")]), "\\v" in tokens)
    try:
        tree = parser.choice(0)
        if parser.pos < len(parser.pattern):
            raise RegexError("Unmatched ) or \\)")
        regex = Regex(tree, parser.groups, ignore_case, longest=False)
    except (RegexError, CommandError) as error:
        raise CommandError(_PROBLEMS.get(str(error), f"E383: Invalid search string: {pattern}")) from None
    return Pattern(regex, tuple(parser.numbered[:9]), (parser.borders["s"], parser.borders["e"]), parser.multiline)


class _Parser(Parser):
    r"""Parses a pattern; one with ``\v`` is an extended one.

    Attributes:
        numbered: The groups that ``\1`` to ``\9`` name.
        borders: The groups at ``\zs`` and ``\ze``.
        multiline: Whether a match may go over the end of a line.
    """

    def __init__(self, pattern: str, extended: bool) -> None:
        super().__init__(pattern, extended)
        self.numbered = [0][:0]
        self.borders = {"s": 0, "e": 0}
        self.multiline = False

    def atom(self, depth: int, *, first: bool) -> Node:
        """Parses what may be repeated: places are those of a line, and sets leave its end out."""
        char, start = self.pattern[self.pos], self.pos
        if self.special("%("):
            inner = self.choice(depth + 1)
            if not self.special(")"):
                raise RegexError("Unmatched ( or \\(")
            return Sequenced((inner,))
        if self.extended and char in "<>":
            self.pos += 1
            return Mark(char)
        if char == "." or (char == "[" and _SET.match(self.pattern, start) is None):
            self.pos += 1
            return Set(True, (_NEWLINE,)) if char == "." else Set(False, ((char, char),))
        if self.at_special("("):
            self.numbered.append(self.groups + 1)
        node = super().atom(depth, first=first)
        if isinstance(node, Mark) and node.kind in ("^", "$"):
            return Mark("start" if node.kind == "^" else "end")
        if char == "[" and isinstance(node, Set):
            self.multiline = self.multiline or (_NEWLINE in node.ranges and not node.negated)
            return node._replace(ranges=(*node.ranges, _NEWLINE)) if node.negated else node
        return node

    def bracket(self) -> Node:
        """Parses a set, in which a backslash may stand for a character that can't be typed or would end it."""
        match = _SET.match(self.pattern, self.pos - 1)
        assert match is not None
        inner = re.sub(r"\\([tnre])", lambda one: _CONTROL[one[1]], match[0]).replace("\\\\", "\\")
        self.pattern = self.pattern[: match.start()] + inner + self.pattern[match.end() :]
        return super().bracket()

    def escape(self) -> Node:
        """Parses what follows a backslash."""
        char, following = self.pattern[self.pos : self.pos + 1], self.pattern[self.pos + 1 : self.pos + 2]
        if char == "z" and following in ("s", "e"):
            self.pos += 2
            self.groups += 1
            self.borders[following] = self.groups
            return Group(self.groups, Sequenced(()))
        if char == "_" and following in ("s", "."):
            self.pos += 2
            self.multiline = True
            return Set(True, ()) if following == "." else Set(False, (*_CLASSES["s"], _NEWLINE))
        if char in ("@", "&", "%", "z", "_"):
            raise RegexError("not supported")
        if char.isdigit() and 0 < int(char) <= len(self.numbered):
            self.pos += 1
            return Back(self.numbered[int(char) - 1])
        self.multiline = self.multiline or char == "n"
        if char in _CONTROL:
            self.pos += 1
            return Set(False, ((_CONTROL[char], _CONTROL[char]),))
        if char and char.lower() in _CLASSES:
            self.pos += 1
            ranges = _CLASSES[char.lower()]
            return Set(False, ranges) if char.islower() else Set(True, (*ranges, _NEWLINE))
        return super().escape()

    def repeat(self, node: Node, *, first: bool) -> Node | None:
        r"""Parses how often an atom may occur: ``\=`` is ``\?``, and ``\{-`` stands for as seldom as possible."""
        if self.special("="):
            return Repeat(node, 0, 1)
        if not self.special("{"):
            return super().repeat(node, first=first)
        match = _BOUNDS.match(self.pattern, self.pos)
        if match is None:
            raise RegexError("wrong bounds")
        self.pos = match.end()
        low, high = int(match[2] or 0), int(match[4]) if match[4] else None
        if not match[3] and match[2]:
            high = low
        if high is not None and high < low:
            low, high = high, low
        return Repeat(node, low, high, bool(match[1]))
