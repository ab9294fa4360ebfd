r"""Patterns as the editor writes them (``\v``, ``\<``, ``\{-}``, ``\zs``), made the shell's regular expressions."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError
from crab_sim.shell.programs.vim.editor import Refused
from crab_sim.shell.regex.matcher import Regex
from crab_sim.shell.regex.tree import Back, Choice, Group, Mark, Node, Repeat, Sequenced, Set

__all__ = ["Found", "Pattern", "compile_pattern"]

_LETTERS: Final = (("a", "z"), ("A", "Z"))
_WIDE: Final = (("\u00c0", "\U0010ffff"),)
_RANGES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "s": ((" ", " "), ("\t", "\t")), "d": (("0", "9"),), "x": (("0", "9"), ("a", "f"), ("A", "F")),
    "o": (("0", "7"),), "w": (*_LETTERS, ("0", "9"), ("_", "_")), "h": (*_LETTERS, ("_", "_")), "a": _LETTERS,
    "l": (("a", "z"),), "u": (("A", "Z"),), "i": (*_LETTERS, ("0", "9"), ("_", "_"), *_WIDE),
    "k": (*_LETTERS, ("0", "9"), ("_", "_"), *_WIDE),
    "f": (*_LETTERS, ("0", "9"), ("/", "/"), (".", "."), ("-", "-"), ("_", "_"), ("+", "+"), (",", ","), ("#", "#"),
          ("$", "$"), ("%", "%"), ("~", "~"), ("=", "=")),
    "p": ((" ", "~"), ("\u00a0", "\U0010ffff")),
}  # fmt: skip
_WITHOUT_DIGITS: Final = {"I": "i", "K": "k", "F": "f", "P": "p"}
_CLASSES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "alpha": _LETTERS, "digit": _RANGES["d"], "alnum": (*_LETTERS, ("0", "9")), "lower": _RANGES["l"],
    "upper": _RANGES["u"], "punct": (("!", "/"), (":", "@"), ("[", "`"), ("{", "~")),
    "space": ((" ", " "), ("\t", "\r")), "blank": _RANGES["s"], "xdigit": _RANGES["x"], "print": _RANGES["p"],
    "cntrl": (("\0", "\x1f"), ("\x7f", "\x7f")), "graph": (("!", "~"),), "return": (("\r", "\r"),),
    "tab": (("\t", "\t"),), "escape": (("\x1b", "\x1b"),), "backspace": (("\b", "\b"),),
}  # fmt: skip
_CONTROL: Final = {"e": "\x1b", "t": "\t", "r": "\r", "b": "\b"}
_MAGIC: Final = {"v": "", "m": "^$.*[~", "M": "^$", "V": "^$"}
_NEWLINE: Final = ("\n", "\n")


class Found(NamedTuple):
    r"""A match: where it starts and ends, and the texts of the whole and of ``\1`` to ``\9``."""

    start: int
    end: int
    groups: tuple[str, ...]


class Pattern:
    """A compiled pattern.

    Attributes:
        multiline: Whether a match may go over the end of a line.
    """

    def __init__(self, regex: Regex, groups: tuple[int, ...], zs: int, ze: int, multiline: bool) -> None:
        self._regex, self._groups, self._zs, self._ze, self.multiline = regex, groups, zs, ze, multiline

    def search(self, text: str, start: int, budget: Budget) -> Found | None:
        """Finds the first match at or behind an index.

        Raises:
            Refused: The pattern is too complex for the text.
        """
        at = start
        while at <= len(text):
            try:
                match = self._regex.search(text, at, budget)
            except CommandError:
                raise Refused("E363: Pattern uses more memory than 'maxmempattern'") from None
            if match is None:
                return None
            first = match.spans[self._zs][0] if self._zs and match.spans[self._zs][0] >= 0 else match.start
            last = match.spans[self._ze][0] if self._ze and match.spans[self._ze][0] >= 0 else match.end
            if first >= start:
                last = max(first, last)
                return Found(first, last, (text[first:last], *[match.group(index) for index in self._groups]))
            at = match.start + 1
        return None


def compile_pattern(pattern: str, ignore_case: bool, smart_case: bool, last: str = "") -> Pattern:
    r"""Compiles a pattern.

    Args:
        pattern: The pattern.
        ignore_case: The option of that name.
        smart_case: The option of that name.
        last: The last replacement, for ``~``.

    Raises:
        Refused: It is malformed, or has something that isn't supported.
    """
    if ignore_case and smart_case and _has_upper(pattern):
        ignore_case = False
    return _compiled(pattern, ignore_case, last if "~" in pattern else "")


def _has_upper(pattern: str) -> bool:
    """Returns whether a pattern has a capital letter that isn't part of an escape."""
    index = 0
    while index < len(pattern):
        if pattern[index] == "\\":
            index += 3 if pattern[index + 1 : index + 2] in ("_", "%") else 2
            continue
        if pattern[index].isupper():
            return True
        index += 1
    return False


@lru_cache(maxsize=128)
def _compiled(pattern: str, ignore_case: bool, last: str) -> Pattern:
    parser = _Parser(pattern, last)
    tree = parser.choice(0)
    if parser.at < len(pattern):
        raise Refused("E55: Unmatched \\)")
    if parser.case is not None:
        ignore_case = parser.case
    groups = tuple(parser.groups[:9])
    try:
        regex = Regex(tree, parser.times, ignore_case, longest=False)
    except CommandError as error:
        raise Refused(f"E339: {error.message}") from None
    return Pattern(regex, groups, parser.zs, parser.ze, parser.multiline)


class _Parser:
    """Parses a pattern; a token is a character and whether it is special."""

    def __init__(self, pattern: str, last: str) -> None:
        self.pattern, self.last, self.at, self.level = pattern, last, 0, "m"
        self.times, self.groups = 0, [0][:0]
        self.zs = self.ze = 0
        self.multiline = False
        self.case: bool | None = None

    def peek(self) -> tuple[str, bool, int]:
        """Returns the next token and its length."""
        pattern, at = self.pattern, self.at
        if at >= len(pattern):
            return "", False, 0
        char = pattern[at]
        if char == "\\":
            if at + 1 >= len(pattern):
                return "\\", False, 1
            following = pattern[at + 1]
            if following.isalnum() or following == "_":
                return following, True, 2
            bare = self._bare(following)
            return following, not bare, 2
        return char, self._bare(char), 1

    def _bare(self, char: str) -> bool:
        """Returns whether a character is special without a backslash."""
        if self.level == "v":
            return char.isascii() and not char.isalnum() and char not in "_ \t\"'#,-/:;!`\\"
        return char in _MAGIC[self.level]

    def choice(self, depth: int) -> Node:
        """Parses alternatives."""
        if depth > 30:
            raise Refused("E50: Too many \\z(")
        nodes = [self.sequence(depth)]
        while True:
            char, special, size = self.peek()
            if not (special and char == "|"):
                break
            self.at += size
            nodes.append(self.sequence(depth))
        return nodes[0] if len(nodes) == 1 else Choice(tuple(nodes))

    def sequence(self, depth: int) -> Node:
        """Parses pieces one after the other."""
        nodes: list[Node] = []
        first = True
        while self.at < len(self.pattern):
            char, special, size = self.peek()
            if special and (char == "|" or (char == ")" and depth)):
                break
            if special and char == ")":
                break
            if special and char == "&":
                raise Refused("E319: Sorry, the command is not available in this version")
            if special and char in "vmMV":
                self.level = char
                self.at += size
                continue
            if special and char in "cC":
                self.case = char == "c"
                self.at += size
                continue
            atom = self.atom(depth, char, special, size, first)
            node = self.repeated(atom)
            first = first and isinstance(node, Mark) and node.kind == "start"
            nodes.append(node)
        return nodes[0] if len(nodes) == 1 else Sequenced(tuple(nodes))

    def atom(self, depth: int, char: str, special: bool, size: int, first: bool) -> Node:  # noqa: C901 - one per atom
        """Parses one atom whose first token has been read.

        Args:
            depth: Number of open groups around it.
            char: The token's character.
            special: Whether it has its special meaning.
            size: How many characters the token has.
            first: Whether it begins a branch, where ``^`` is the start of a line.
        """
        self.at += size
        if not special:
            return self._plain(char)
        if char == "^":
            return Mark("start") if first or self.level == "v" else self._plain(char)
        if char == "$":
            return Mark("end") if self.level == "v" or self._at_end() else self._plain(char)
        if char == ".":
            return Set(True, (_NEWLINE,))
        if char in "<>":
            return Mark(char)
        if char == "(":
            self.times += 1
            number = self.times
            self.groups.append(number)
            inner = self.choice(depth + 1)
            self._close("E54: Unmatched \\(")
            return Group(number, inner)
        if char == "[":
            return self.collection(False)
        if char == "~":
            return Sequenced(tuple([self._plain(one) for one in self.last]))
        if char == "%":
            return self.percent(depth)
        if char == "z":
            return self._border()
        if char == "_":
            return self._over_lines()
        if char == "n":
            self.multiline = True
            return Set(False, (_NEWLINE,))
        if char in _CONTROL:
            return self._plain(_CONTROL[char])
        if char in "123456789":
            if int(char) > len(self.groups):
                raise Refused("E65: Illegal back reference")
            return Back(self.groups[int(char) - 1])
        if char in "*+=?{@":
            if char == "*" and first:
                return self._plain("*")
            raise Refused(f"E64: {'' if self.level == 'v' or char == '*' else chr(92)}{char} follows nothing")
        ranges = self._class(char)
        return ranges if ranges is not None else self._plain(char)

    def _close(self, message: str) -> None:
        char, special, size = self.peek()
        if not (special and char == ")"):
            raise Refused(message)
        self.at += size

    def _plain(self, char: str) -> Node:
        return Set(False, ((char, char),))

    def _at_end(self) -> bool:
        char, special, _ = self.peek()
        return not char or (special and char in "|)&n")

    def _class(self, char: str) -> Node | None:
        r"""Returns the set of a class such as ``\d``."""
        if char in _RANGES:
            return Set(False, _RANGES[char])
        if char in _WITHOUT_DIGITS:
            ranges = tuple([pair for pair in _RANGES[_WITHOUT_DIGITS[char]] if pair != ("0", "9")])
            return Set(False, ranges)
        if char.lower() in _RANGES:
            return Set(True, (*_RANGES[char.lower()], _NEWLINE))
        return None

    def _border(self) -> Node:
        char = self.pattern[self.at : self.at + 1]
        self.at += 1
        if char not in ("s", "e"):
            raise Refused("E68: Invalid character after \\z")
        self.times += 1
        if char == "s":
            self.zs = self.times
        else:
            self.ze = self.times
        return Group(self.times, Sequenced(()))

    def _over_lines(self) -> Node:
        r"""Parses ``\_x``: a class with the end of the line."""
        char = self.pattern[self.at : self.at + 1]
        self.at += 1
        if char == "^":
            return Mark("start")
        if char == "$":
            return Mark("end")
        self.multiline = True
        if char == ".":
            return Set(True, ())
        node = self.collection(True) if char == "[" else self._class(char)
        if not isinstance(node, Set):
            raise Refused("E63: Invalid use of \\_")
        if node.negated:
            return Set(True, tuple([pair for pair in node.ranges if pair != _NEWLINE]))
        return Set(False, (*node.ranges, _NEWLINE))

    def percent(self, depth: int) -> Node:
        r"""Parses what begins with ``\%``."""
        char = self.pattern[self.at : self.at + 1]
        self.at += 1
        if char == "(":
            inner = self.choice(depth + 1)
            self._close("E53: Unmatched \\%(")
            return Sequenced((inner,))
        if char in ("d", "x", "u"):
            digits, limit = "", 8 if char == "d" else 2 if char == "x" else 4
            allowed = "0123456789" if char == "d" else "0123456789abcdefABCDEF"
            while len(digits) < limit and self.pattern[self.at : self.at + 1] in tuple(allowed):
                digits += self.pattern[self.at]
                self.at += 1
            if digits and int(digits, 10 if char == "d" else 16) < 0x110000:
                return self._plain(chr(int(digits, 10 if char == "d" else 16)))
            raise Refused("E678: Invalid character after \\%[dxouU]")
        raise Refused(f"E71: Invalid character after {'' if self.level == 'v' else chr(92)}%")

    def collection(self, over: bool) -> Node:
        """Parses a set in brackets; without its end, the bracket is a plain character."""
        pattern, at = self.pattern, self.at
        negated = pattern.startswith("^", at)
        at += negated
        ranges: list[tuple[str, str]] = []
        start = at
        while True:
            if at >= len(pattern):
                return self._plain("[")
            char = pattern[at]
            if char == "]" and at > start:
                self.at = at + 1
                break
            if char == "[" and pattern.startswith(":", at + 1):
                end = pattern.find(":]", at + 2)
                if end >= 0 and pattern[at + 2 : end] in _CLASSES:
                    ranges += _CLASSES[pattern[at + 2 : end]]
                    at = end + 2
                    continue
            char, at = self._member(at)
            if pattern.startswith("-", at) and at + 1 < len(pattern) and pattern[at + 1] != "]":
                high, at = self._member(at + 1)
                if high < char:
                    raise Refused("E944: Reverse range in character class")
                ranges.append((char, high))
            else:
                ranges.append((char, char))
        if negated:
            return Set(True, (*ranges, _NEWLINE))
        self.multiline = self.multiline or any(low <= "\n" <= high for low, high in ranges)
        return Set(False, tuple(ranges))

    def _member(self, at: int) -> tuple[str, int]:
        """Returns a character of a set and the index behind it."""
        pattern = self.pattern
        if pattern[at] == "\\" and at + 1 < len(pattern):
            following = pattern[at + 1]
            if following in "ertb":
                return _CONTROL[following], at + 2
            if following == "n":
                return "\n", at + 2
            if following in "\\]^-":
                return following, at + 2
        return pattern[at], at + 1

    def repeated(self, node: Node) -> Node:
        """Parses the number of times that an atom may occur."""
        char, special, size = self.peek()
        if not special or char not in ("*", "+", "=", "?", "{", "@"):
            return node
        if isinstance(node, Mark) and char == "*":
            return node
        self.at += size
        if char == "@":
            raise Refused("E319: Sorry, the command is not available in this version")
        if char != "{":
            again, special, _ = self.peek()
            if special and again in ("*", "+", "=", "?", "{"):
                raise Refused(f"E61: Nested {again}" if again == "*" else f"E62: Nested {again}")
            return Repeat(node, 1 if char == "+" else 0, 1 if char in "=?" else None)
        return self._bounds(node)

    def _bounds(self, node: Node) -> Node:
        end = self.pattern.find("}", self.at)
        if end < 0:
            raise Refused("E554: Syntax error in \\{...}")
        text = self.pattern[self.at : end].removesuffix("\\")
        self.at = end + 1
        lazy = text.startswith("-")
        low, comma, high = text.removeprefix("-").partition(",")
        if (low and not low.isdigit()) or (high and not high.isdigit()) or len(low) > 5 or len(high) > 5:
            raise Refused("E554: Syntax error in \\{...}")
        minimum = int(low or 0)
        maximum = int(high) if high else None if comma or not low else minimum
        if maximum is not None and maximum < minimum:
            minimum, maximum = maximum, minimum
        return Repeat(node, minimum, maximum, lazy)
