"""Scripts of ``sed``: addresses, commands and their parser."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crab_sim.shell.errors import CommandError
from crab_sim.shell.regex.matcher import Regex, compile_regex

CONTROLS = {"a": "\a", "f": "\f", "r": "\r", "v": "\v"}
"""The characters that letters stand for behind a backslash, beside those that all regular expressions know."""


@dataclass(slots=True)
class Address:
    """A line number, ``$`` (-1), a pattern, ``first~step``, or the number of lines after the first address."""

    number: int = 0
    regex: Regex | None = None
    step: int = 0
    offset: int = -1


@dataclass(slots=True)
class SedCommand:
    """A command with its addresses; `active` is set within its range of lines, `until` is the last line of that."""

    name: str
    first: Address | None
    second: Address | None
    negated: bool
    text: str = ""
    regex: Regex | None = None
    flags: str = ""
    nth: int = 1
    target: int = 0  # where a jump goes: the index of the next command
    active: bool = False
    until: int = -1


def parse_script(text: str, extended: bool) -> list[SedCommand]:
    """Parses a script to a flat list in which ``{`` and the branches know the index to jump to.

    Args:
        text: the script.
        extended: whether its patterns are extended regular expressions.

    Raises:
        CommandError: a syntax error.
    """
    return _Parser(text, extended).program()


class _Parser:
    """Parses a script; `last` is the pattern that an empty one repeats."""

    def __init__(self, text: str, extended: bool) -> None:
        self.text = text
        self.extended = extended
        self.pos = 0
        self.last: Regex | None = None

    def fail(self, message: str) -> CommandError:
        return CommandError(f"-e expression #1, char {min(self.pos, len(self.text))}: {message}")

    def skip(self, chars: str) -> None:
        while self.pos < len(self.text) and self.text[self.pos] in chars:
            self.pos += 1

    def program(self) -> list[SedCommand]:
        commands: list[SedCommand] = []
        opened: list[SedCommand] = []
        labels: dict[str, int] = {}
        while True:
            self.skip(" \t\n;")
            if self.pos >= len(self.text):
                break
            if self.text[self.pos] == "#":
                end = self.text.find("\n", self.pos)
                self.pos = len(self.text) if end < 0 else end
            elif self.text[self.pos] == "}":
                if not opened:
                    raise self.fail("unexpected `}'")
                self.pos += 1
                opened.pop().target = len(commands)
            else:
                edit = self.command()
                commands.append(edit)
                if edit.name == "{":
                    opened.append(edit)
                elif edit.name == ":":
                    labels[edit.text] = len(commands)
        if opened:
            raise self.fail("unmatched `{'")
        for edit in commands:
            if edit.name in "btT":
                if edit.text and edit.text not in labels:
                    raise CommandError(f"-e expression #1, char {self.pos}: can't find label for jump to `{edit.text}'")
                edit.target = labels.get(edit.text, len(commands))
        return commands

    def command(self) -> SedCommand:
        first = self.address()
        second = None
        self.skip(" \t")
        if first is not None and self.text.startswith(",", self.pos):
            self.pos += 1
            self.skip(" \t")
            second = self.address(second=True)
            if second is None:
                raise self.fail("unexpected `,'")
        self.skip(" \t")
        negated = self.text.startswith("!", self.pos)
        self.pos += negated
        self.skip(" \t!")
        if self.pos >= len(self.text):
            raise self.fail("missing command")
        name = self.text[self.pos]
        self.pos += 1
        edit = SedCommand(name, first, second, negated)
        if name in ":btT":
            self.skip(" \t")
            label = re.compile(r"[^\s;}]*").match(self.text, self.pos)
            assert label is not None
            edit.text = label[0]
            self.pos = label.end()
        elif name == "s":
            self.substitute(edit)
        elif name == "y":
            self.transliterate(edit)
        elif name in "aic":
            edit.text = self.appended()
        elif name in "qQ":
            self.skip(" ")
            digits = re.compile(r"\d{0,3}").match(self.text, self.pos)
            assert digits is not None
            edit.nth = int(digits[0] or 0)
            self.pos = digits.end()
        elif name not in "{pdDnNgGhHxPl=":
            raise self.fail(f"unknown command: `{name}'")
        self.skip(" \t")
        if name not in "{aic" and self.pos < len(self.text) and self.text[self.pos] not in ";\n}#":
            raise self.fail("extra characters after command" if name != "s" else "unknown option to `s'")
        return edit

    def address(self, *, second: bool = False) -> Address | None:
        text = self.text
        if match := re.compile(r"(\d{1,9})(?:~(\d{1,9}))?").match(text, self.pos):
            self.pos = match.end()
            return Address(int(match[1]), step=int(match[2] or 0))
        if second and (match := re.compile(r"\+(\d{1,9})").match(text, self.pos)):
            self.pos = match.end()
            return Address(offset=int(match[1]))
        if text.startswith("$", self.pos):
            self.pos += 1
            return Address(-1)
        if not text.startswith(("/", "\\"), self.pos):
            return None
        self.pos += text[self.pos] == "\\"
        delimiter = text[self.pos : self.pos + 1]
        pattern = self.until(delimiter, "unterminated address regex")
        flag = text.startswith("I", self.pos)
        self.pos += flag
        return Address(regex=self.regex(pattern, ignore_case=flag))

    def regex(self, pattern: str, *, ignore_case: bool) -> Regex:
        if not pattern:
            if self.last is None:
                raise self.fail("no previous regular expression")
            return self.last
        pattern = re.sub(r"\\(.)", lambda pair: CONTROLS.get(pair[1], pair[0]), pattern, flags=re.DOTALL)
        try:
            self.last = compile_regex(pattern, extended=self.extended, ignore_case=ignore_case)
        except CommandError as error:
            raise self.fail(error.message) from None
        return self.last

    def until(self, delimiter: str, problem: str, *, regex: bool = True) -> str:
        """Reads up to the delimiter, which a backslash makes ordinary, as a bracket does in a pattern."""
        self.pos += 1
        out: list[str] = []
        while True:
            if self.pos >= len(self.text) or not delimiter:
                raise self.fail(problem)
            char = self.text[self.pos]
            self.pos += 1
            if char == delimiter:
                self.pos -= 1
                break
            if char == "\\" and self.pos < len(self.text):
                following = self.text[self.pos]
                self.pos += 1
                out.append(
                    following if following == delimiter and delimiter not in "&|(){}+?.*[]^$" else char + following
                )
            elif regex and char == "[":
                bracket = re.compile(r"\[\^?\]?(?:\[:\w+:\]|[^]\n])*\]").match(self.text, self.pos - 1)
                out.append(bracket[0] if bracket else char)
                self.pos = bracket.end() if bracket else self.pos
            else:
                out.append(char)
        self.pos += 1
        return "".join(out)

    def substitute(self, edit: SedCommand) -> None:
        delimiter = self.text[self.pos : self.pos + 1]
        if delimiter in ("", "\n", "\\"):
            raise self.fail("unterminated `s' command")
        pattern = self.until(delimiter, "unterminated `s' command")
        self.pos -= 1
        edit.text = self.until(delimiter, "unterminated `s' command", regex=False)
        match = re.compile(r"[gpiIemM0-9]*").match(self.text, self.pos)
        assert match is not None
        self.pos = match.end()
        edit.flags = match[0]
        digits = re.search(r"\d{1,6}", edit.flags)
        edit.nth = int(digits[0]) if digits else 1
        if edit.nth == 0:
            raise self.fail("number option to `s' command may not be zero")
        edit.regex = self.regex(pattern, ignore_case="i" in edit.flags.lower())
        highest = max((int(n) for n in re.findall(r"(?<!\\)(?:\\\\)*\\([1-9])", edit.text)), default=0)
        if highest > edit.regex.groups:
            raise self.fail(f"invalid reference \\{highest} on `s' command's RHS")

    def transliterate(self, edit: SedCommand) -> None:
        delimiter = self.text[self.pos : self.pos + 1]
        source = self.until(delimiter, "unterminated `y' command", regex=False)
        self.pos -= 1
        target = self.until(delimiter, "unterminated `y' command", regex=False)
        one, two = (text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\") for text in (source, target))
        if len(one) != len(two):
            raise self.fail("strings for `y' command are different lengths")
        edit.text, edit.flags = one, two

    def appended(self) -> str:
        """Reads the text of a, i, c: to the end of the line; a backslash before the newline goes on."""
        self.skip(" \t")
        if match := re.compile(r"\\[ \t]*\n").match(self.text, self.pos):
            self.pos = match.end()
        elif self.text.startswith("\\", self.pos):
            self.pos += 1
        if self.pos >= len(self.text):
            raise self.fail("expected \\ after `a', `c' or `i'")
        out: list[str] = []
        while self.pos < len(self.text) and self.text[self.pos] != "\n":
            if self.text[self.pos] == "\\" and self.pos + 1 < len(self.text):
                self.pos += 1
                letter = self.text[self.pos]
                out.append({"t": "\t", "n": "\n"}.get(letter, letter))
            else:
                out.append(self.text[self.pos])
            self.pos += 1
        return "".join(out) + "\n"
