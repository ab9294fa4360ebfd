"""The parser of words with their quotes and expansions; parser.py, which parses commands, builds on it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Final, NamedTuple, NoReturn

from crab_sim.shell.lang.tree import (
    ArithmeticExpansion,
    CommandSubstitution,
    Literal,
    Node,
    Parameter,
    Part,
    ProcessSubstitution,
    Redirect,
    ShellSyntaxError,
    Word,
)

MAX_NESTING: Final = 30
"""Deepest nesting of groups, substitutions and quotes."""
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_WORD_TEXT = re.compile(r"[^\s;&|<>()'\"\\$`]+")
_DOUBLE_TEXT = re.compile(r"[^\"\\$`]+")
_BLANK = re.compile(r"(?:[ \t\r]|\\\n)+")
META: Final = " \t\r\n;&|<>()"
_PARAM_OPS: Final = (
    ":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%", "/", "^", ",", ":"
)  # fmt: skip
_ANSI: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}
_ANSI_NUMBER = re.compile(r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})")


class HereDocument(NamedTuple):
    """A here-document whose body follows after the line.

    Attributes:
        redirect: the redirect that gets the body.
        delimiter: the line that ends the body.
        quoted: whether the delimiter was quoted, so that nothing in the body is expanded.
        strip_tabs: whether leading tabs are removed (``<<-``).
    """

    redirect: Redirect
    delimiter: str
    quoted: bool
    strip_tabs: bool


class WordParser(ABC):
    """Reads words from `text` at `pos`; `depth` counts the nesting and `pending` holds here-documents to come."""

    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.pos = 0
        self.depth = depth
        self.pending: list[HereDocument] = []

    @abstractmethod
    def sequence(self) -> Node:
        """Parses commands up to their closing word or character."""

    def fail(self, message: str, *, incomplete: bool = False) -> NoReturn:
        """Raises ShellSyntaxError."""
        raise ShellSyntaxError(message, incomplete=incomplete)

    def unexpected(self) -> NoReturn:
        """Raises the error for an unexpected token at this place."""
        self.blanks()
        if self.pos >= len(self.text):
            self.fail("syntax error: unexpected end of file", incomplete=True)
        match = re.compile(r";;&?|;&|&&|\|\||\n|[;&|<>()]|[^\s;&|<>()]+").match(self.text, self.pos)
        token = match.group() if match else self.text[self.pos]
        self.fail(f"syntax error near unexpected token `{'newline' if token == chr(10) else token}'")

    def enter(self) -> None:
        """Counts a level of nesting.

        Raises:
            ShellSyntaxError: there are more than `MAX_NESTING`.
        """
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail("syntax error: nesting too deep")

    def blanks(self) -> None:
        """Skips blanks and comments."""
        while True:
            if match := _BLANK.match(self.text, self.pos):
                self.pos = match.end()
            if self.text.startswith("#", self.pos) and (self.pos == 0 or self.text[self.pos - 1] in META):
                end = self.text.find("\n", self.pos)
                self.pos = len(self.text) if end < 0 else end
            elif not match:
                return

    def symbol(self, symbol: str) -> bool:
        """Skips `symbol` if it is next, and returns whether it was."""
        self.blanks()
        if self.text.startswith(symbol, self.pos):
            self.pos += len(symbol)
            return True
        return False

    def word(self, *, parens: bool = False) -> Word | None:
        """Parses a word; returns None if none is next.

        Args:
            parens: let balanced ( ) and | belong to it, as on the right side of ``=~``.
        """
        self.blanks()
        start = self.pos
        parts = self.parts("", level=0 if parens else -1)
        return None if self.pos == start else parts

    def parts(self, stop: str, level: int = -1) -> Word:
        """Parses the parts of a word.

        Args:
            stop: the unquoted characters to stop at; when empty, metacharacters.
            level: depth of the open parentheses that belong to the word; negative if none may.
        """
        parts: list[Part] = []
        while self.pos < len(self.text):
            char = self.text[self.pos]
            if stop and char in stop:
                break
            if not stop and level < 0 and self.text.startswith("<(", self.pos):
                self.pos += 1
                parts.append(ProcessSubstitution(self.parenthesised()))
                continue
            if not stop and char in META:
                if level < 0 or char not in "()|<>&" or (char == ")" and level == 0):
                    break
                level += (char == "(") - (char == ")")
                _add(parts, char)
                self.pos += 1
                continue
            if char == "\\":
                following = self.text[self.pos + 1 : self.pos + 2]
                self.pos += 2
                if following != "\n":
                    parts.append(Literal(following or "\\", True))
            elif char == "'":
                parts.append(Literal(self.until("'"), True))
            elif char == '"':
                self.pos += 1
                parts += self.double('"')
            elif char == "$":
                parts += self.dollar(False)
            elif char == "`":
                parts.append(self.backticks(False))
            elif not stop and (match := _WORD_TEXT.match(self.text, self.pos)):
                _add(parts, match.group())
                self.pos = match.end()
            else:
                _add(parts, char)
                self.pos += 1
        return tuple(parts)

    def until(self, quote: str) -> str:
        """Reads up to the closing quote, and skips that."""
        end = self.text.find(quote, self.pos + 1)
        if end < 0:
            self.fail(f"unexpected EOF while looking for matching `{quote}'", incomplete=True)
        text = self.text[self.pos + 1 : end]
        self.pos = end + 1
        return text

    def double(self, quote: str | None) -> Word:
        """Parses the inside of double quotes, with the closing quote.

        Args:
            quote: the closing quote; None for a here-document, which extends to the end of the text.
        """
        parts: list[Part] = []
        text: list[str] = []
        while True:
            if self.pos >= len(self.text):
                if quote is None:
                    break
                self.fail("unexpected EOF while looking for matching `\"'", incomplete=True)
            char = self.text[self.pos]
            if char == quote:
                self.pos += 1
                break
            if char in "$`":
                expansion = self.dollar(True) if char == "$" else (self.backticks(True),)
                if expansion == (Literal("$", False),):
                    text.append("$")
                    continue
                if text:
                    parts.append(Literal("".join(text), True))
                    text.clear()
                parts += expansion
            elif char == "\\":
                following = self.text[self.pos + 1 : self.pos + 2]
                special = following in ("$", "`", "\\", "\n") or following == quote
                self.pos += 2 if special else 1
                text.append(("" if following == "\n" else following) if special else "\\")
            elif match := _DOUBLE_TEXT.match(self.text, self.pos):
                text.append(match.group())
                self.pos = match.end()
            else:
                text.append(char)
                self.pos += 1
        if text or not parts:
            parts.append(Literal("".join(text), True))
        return tuple(parts)

    def backticks(self, quoted: bool) -> Part:
        """Parses a command substitution in backticks."""
        raw: list[str] = []
        self.pos += 1
        while not self.text.startswith("`", self.pos):
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching ``'", incomplete=True)
            if self.text[self.pos] == "\\" and self.text[self.pos + 1 : self.pos + 2] in ("`", "\\", "$"):
                self.pos += 1
            raw.append(self.text[self.pos])
            self.pos += 1
        self.pos += 1
        inner = type(self)("".join(raw), self.depth)
        inner.enter()
        node = inner.sequence()
        if inner.pos < len(inner.text):
            inner.unexpected()
        return CommandSubstitution(node, quoted)

    def dollar(self, quoted: bool) -> Word:
        """Parses an expansion that begins with a dollar sign."""
        text, start = self.text, self.pos
        if text.startswith("$((", start) and self.closes_double(start + 3):
            self.pos += 3
            return (ArithmeticExpansion(self.arith_text("))"), quoted),)
        if text.startswith("$(", start):
            self.pos += 1
            return (CommandSubstitution(self.parenthesised(), quoted),)
        if text.startswith("${", start):
            self.pos += 2
            self.enter()
            part = self.braced(quoted)
            self.depth -= 1
            return (part,)
        if not quoted and text.startswith("$'", start):
            self.pos += 2
            return (Literal(self.ansi(), True),)
        if not quoted and text.startswith('$"', start):
            self.pos += 2
            return self.double('"')
        self.pos += 1
        if match := NAME.match(text, self.pos):
            self.pos = match.end()
            return (Parameter(match.group(), "", (), (), quoted),)
        if self.pos < len(text) and text[self.pos] in "?$#@*!-0123456789":
            self.pos += 1
            return (Parameter(text[self.pos - 1], "", (), (), quoted),)
        return (Literal("$", False),)

    def parenthesised(self) -> Node:
        """Parses commands in parentheses, from the opening one."""
        self.pos += 1
        self.enter()
        pending, self.pending = self.pending, []
        node = self.sequence()
        self.pending = pending
        if not self.symbol(")"):
            self.unexpected()
        self.depth -= 1
        return node

    def ansi(self) -> str:
        r"""Parses the inside of ``$'...'`` with its escapes."""
        out: list[str] = []
        while not self.text.startswith("'", self.pos):
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching `''", incomplete=True)
            char = self.text[self.pos]
            self.pos += 1
            if char != "\\" or self.pos >= len(self.text):
                out.append(char)
            elif match := _ANSI_NUMBER.match(self.text, self.pos):
                self.pos = match.end()
                code = int(match[1] or match[2] or match[3] or match[4], 8 if match[4] else 16)
                unicode = match[2] or match[3]
                good = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
                out.append(
                    (chr(code) if unicode else bytes([code & 255]).decode("utf-8", "surrogateescape")) if good else ""
                )
            else:
                following = self.text[self.pos]
                out.append(_ANSI.get(following, following if following in "\\'\"?" else "\\" + following))
                self.pos += 1
        self.pos += 1
        joined = "".join(out)  # neighbouring \xNN may form one character
        return joined.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")

    def braced(self, quoted: bool) -> Part:
        """Parses the inside of ``${ }``."""
        text = self.text
        prefix = ""
        if text.startswith(("#", "!"), self.pos) and not text.startswith(("}", ":", "-", "%"), self.pos + 1):
            prefix = text[self.pos]
            self.pos += 1
        match = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d{1,9}|[?$#@*!-]").match(text, self.pos)
        if match is None:
            self.bad_substitution()
        name = match.group()
        self.pos = match.end()
        if text.startswith("}", self.pos):
            self.pos += 1
            return Parameter(name, {"": "", "#": "length", "!": "indirect"}[prefix], (), (), quoted)
        operator = next((op for op in _PARAM_OPS if text.startswith(op, self.pos)), None)
        if operator is None or prefix:
            self.bad_substitution()
        self.pos += len(operator)
        word: Word
        extra: Word = ()
        separator = {"/": "/", ":": ":"}.get(operator[0] if operator[0] == "/" else operator, "")
        word = self.param_word(separator, quoted and operator[-1] in "-=?+")
        if separator and text.startswith(separator, self.pos):
            self.pos += 1
            extra = self.param_word("", False)
        if not text.startswith("}", self.pos):
            self.fail("unexpected EOF while looking for matching `}'", incomplete=True)
        self.pos += 1
        return Parameter(name, operator, word, extra, quoted)

    def param_word(self, separator: str, inside_quotes: bool) -> Word:
        """Parses the word after an operator of ``${ }``, up to ``}`` or `separator`."""
        if not inside_quotes:
            return self.parts("}" + separator)
        parts: list[Part] = []
        while self.pos < len(self.text) and self.text[self.pos] != "}":
            char = self.text[self.pos]
            if char == "$":
                parts += self.dollar(True)
            elif char == "`":
                parts.append(self.backticks(True))
            elif char == '"':
                self.pos += 1
                parts += self.double('"')
            else:
                escaped = char == "\\" and self.text[self.pos + 1 : self.pos + 2] in tuple('$`"\\}')
                self.pos += escaped
                parts.append(Literal(self.text[self.pos], True))
                self.pos += 1
        return tuple(parts) or (Literal("", True),)

    def bad_substitution(self) -> NoReturn:
        """Raises the error for a malformed ``${ }``."""
        end = self.text.find("}", self.pos)
        if end < 0:
            self.fail("unexpected EOF while looking for matching `}'", incomplete=True)
        start = self.text.rfind("${", 0, self.pos + 1)
        self.fail(f"{self.text[start : end + 1]}: bad substitution")

    def closes_double(self, pos: int) -> bool:
        """Returns whether the parentheses opened as ``((`` just before `pos` are closed by ``))``."""
        level = 2
        for match in re.compile(r"[()]").finditer(self.text, pos):
            level += 1 if match.group() == "(" else -1
            if level == 1 and self.text.startswith("))", match.start()):
                return True
            if level == 0:
                return False
            if level == 1:
                # one of the two is closed but not both together: ((a) | b) is a subshell in a subshell
                return False
        return False

    def arith_text(self, stop: str) -> Word:
        """Parses arithmetic up to `stop` outside of parentheses; expansions in it work as in double quotes."""
        parts: list[Part] = []
        level = 0
        self.enter()
        while True:
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching `)'", incomplete=True)
            char = self.text[self.pos]
            if level == 0 and self.text.startswith(stop, self.pos):
                self.pos += len(stop)
                break
            if char == "$":
                parts += self.dollar(True)
                continue
            if char == "`":
                parts.append(self.backticks(True))
                continue
            level += (char == "(") - (char == ")")
            if level < 0:
                self.unexpected()
            if char not in "\"'":
                _add(parts, char)
            self.pos += 1
        self.depth -= 1
        return tuple(parts)


def _add(parts: list[Part], text: str) -> None:
    """Appends unquoted text, joined to unquoted text before it."""
    last = parts[-1] if parts else None
    if type(last) is Literal and not last.quoted:
        parts[-1] = Literal(last.text + text, False)
    else:
        parts.append(Literal(text, False))
