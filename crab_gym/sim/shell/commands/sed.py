"""``sed``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from crab_gym.sim.shell.context import CommandContext, CommandError, command, encode, parse_options, split_lines
from crab_gym.sim.shell.regex.matcher import Match, Regex, compile_regex

_NAMES = {
    "quiet": "n",
    "silent": "n",
    "expression": "e",
    "file": "f",
    "in-place": "i",
    "regexp-extended": "E",
    "separate": "s",
}


@dataclass(slots=True)
class _Address:
    """A line number, ``$`` (-1), a pattern, ``first~step``, or the number of lines after the first address."""

    number: int = 0
    regex: Regex | None = None
    step: int = 0
    offset: int = -1


@dataclass(slots=True)
class _Command:
    name: str
    first: _Address | None
    second: _Address | None
    negated: bool
    text: str = ""
    regex: Regex | None = None
    flags: str = ""
    nth: int = 1
    target: int = 0  # where a jump goes: the index of the next command
    active: bool = False
    until: int = -1


class _Quit(Exception):
    def __init__(self, status: int, show: bool) -> None:
        super().__init__(status)
        self.status = status
        self.show = show


@command("sed")
def sed(context: CommandContext) -> int:
    """Edit text line by line: s d p q a i c y n N g G h H x = b t, with addresses.

    Usage: sed [-n] [-E] [-i] [-s] [-e SCRIPT]... [SCRIPT] [FILE]...
    """
    scripts, suffix = _scripts(context)
    options = parse_options(context, "nErsizu", "ef", _NAMES)
    operands = options.operands
    if "f" in options:
        scripts.append(context.read(options["f"]).decode("utf-8", "replace").rstrip("\n"))
    if not scripts:
        if not operands:
            raise CommandError("usage: sed [OPTION]... {script-only-if-no-other-script} [input-file]...")
        scripts, operands = operands[:1], operands[1:]
    parser = _Parser("\n".join(scripts), "E" in options or "r" in options)
    program = parser.program()
    quiet = "n" in options or parser.text.startswith("#n\n")
    if "i" not in options:
        lines: list[str] = []
        complete = True
        for _, data in context.inputs(operands):
            lines += split_lines(data)
            complete = not data or data.endswith(b"\n")
        editor = _Editor(context, program, lines, quiet, complete)
        status = editor.run()
        context.out(editor.text())
        return status
    status = 0
    for operand, data in context.inputs(operands):
        editor = _Editor(context, program, split_lines(data), quiet, not data or data.endswith(b"\n"))
        status = editor.run()
        if suffix:
            context.write(operand + suffix if "*" not in suffix else suffix.replace("*", operand), data)
        context.write(operand, encode(editor.text()))
    return status


def _scripts(context: CommandContext) -> tuple[list[str], str]:
    """Returns the scripts of all -e options and the suffix of -i, which is taken out of the arguments."""
    scripts: list[str] = []
    suffix = ""
    for i, arg in enumerate(context.args):
        if i and re.fullmatch(r"-[nErsi]*e", context.args[i - 1]):
            scripts.append(arg)
        elif arg.startswith("--in-place=") or (re.match(r"-i.", arg) and not re.fullmatch(r"-i[nErse]+", arg)):
            suffix = arg[11:] if arg.startswith("--") else arg[2:]
            context.args[i] = "-i"
        elif arg.startswith("--expression="):
            scripts.append(arg[13:])
        elif re.match(r"-e.", arg):
            scripts.append(arg[2:])
    return scripts, suffix


class _Parser:
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

    def program(self) -> list[_Command]:
        """Parses all: a flat list in which ``{`` and the branches know the index to jump to."""
        found: list[_Command] = []
        opened: list[_Command] = []
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
                opened.pop().target = len(found)
            else:
                made = self.command()
                found.append(made)
                if made.name == "{":
                    opened.append(made)
                elif made.name == ":":
                    labels[made.text] = len(found)
        if opened:
            raise self.fail("unmatched `{'")
        for made in found:
            if made.name in "btT":
                if made.text and made.text not in labels:
                    raise CommandError(f"-e expression #1, char {self.pos}: can't find label for jump to `{made.text}'")
                made.target = labels.get(made.text, len(found))
        return found

    def command(self) -> _Command:
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
        made = _Command(name, first, second, negated)
        if name in ":btT":
            self.skip(" \t")
            label = re.compile(r"[^\s;}]*").match(self.text, self.pos)
            assert label is not None
            made.text = label[0]
            self.pos = label.end()
        elif name == "s":
            self.substitute(made)
        elif name == "y":
            self.transliterate(made)
        elif name in "aic":
            made.text = self.appended()
        elif name in "qQ":
            self.skip(" ")
            digits = re.compile(r"\d{0,3}").match(self.text, self.pos)
            assert digits is not None
            made.nth = int(digits[0] or 0)
            self.pos = digits.end()
        elif name not in "{pdDnNgGhHxPl=":
            raise self.fail(f"unknown command: `{name}'")
        self.skip(" \t")
        if name not in "{aic" and self.pos < len(self.text) and self.text[self.pos] not in ";\n}#":
            raise self.fail("extra characters after command" if name != "s" else "unknown option to `s'")
        return made

    def address(self, *, second: bool = False) -> _Address | None:
        text = self.text
        if found := re.compile(r"(\d{1,9})(?:~(\d{1,9}))?").match(text, self.pos):
            self.pos = found.end()
            return _Address(int(found[1]), step=int(found[2] or 0))
        if second and (found := re.compile(r"\+(\d{1,9})").match(text, self.pos)):
            self.pos = found.end()
            return _Address(offset=int(found[1]))
        if text.startswith("$", self.pos):
            self.pos += 1
            return _Address(-1)
        if not text.startswith(("/", "\\"), self.pos):
            return None
        self.pos += text[self.pos] == "\\"
        delimiter = text[self.pos : self.pos + 1]
        pattern = self.until(delimiter, "unterminated address regex")
        flag = text.startswith("I", self.pos)
        self.pos += flag
        return _Address(regex=self.regex(pattern, ignore_case=flag))

    def regex(self, pattern: str, *, ignore_case: bool) -> Regex:
        if not pattern:
            if self.last is None:
                raise self.fail("no previous regular expression")
            return self.last
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

    def substitute(self, made: _Command) -> None:
        delimiter = self.text[self.pos : self.pos + 1]
        if delimiter in ("", "\n", "\\"):
            raise self.fail("unterminated `s' command")
        pattern = self.until(delimiter, "unterminated `s' command")
        self.pos -= 1
        made.text = self.until(delimiter, "unterminated `s' command", regex=False)
        found = re.compile(r"[gpiIemM0-9]*").match(self.text, self.pos)
        assert found is not None
        self.pos = found.end()
        made.flags = found[0]
        digits = re.search(r"\d{1,6}", made.flags)
        made.nth = int(digits[0]) if digits else 1
        if made.nth == 0:
            raise self.fail("number option to `s' command may not be zero")
        made.regex = self.regex(pattern, ignore_case="i" in made.flags.lower())
        highest = max((int(n) for n in re.findall(r"(?<!\\)(?:\\\\)*\\([1-9])", made.text)), default=0)
        if highest > made.regex.groups:
            raise self.fail(f"invalid reference \\{highest} on `s' command's RHS")

    def transliterate(self, made: _Command) -> None:
        delimiter = self.text[self.pos : self.pos + 1]
        source = self.until(delimiter, "unterminated `y' command", regex=False)
        self.pos -= 1
        target = self.until(delimiter, "unterminated `y' command", regex=False)
        one, two = (text.replace("\\n", "\n").replace("\\t", "\t").replace("\\\\", "\\") for text in (source, target))
        if len(one) != len(two):
            raise self.fail("strings for `y' command are different lengths")
        made.text, made.flags = one, two

    def appended(self) -> str:
        """Reads the text of a, i, c: to the end of the line; a backslash before the newline goes on."""
        self.skip(" \t")
        if found := re.compile(r"\\[ \t]*\n").match(self.text, self.pos):
            self.pos = found.end()
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


class _Editor:
    def __init__(
        self, context: CommandContext, program: list[_Command], lines: list[str], quiet: bool, complete: bool
    ) -> None:
        self.context = context
        self.program = program
        self.lines = lines
        self.quiet = quiet
        self.complete = complete
        self.index = 0
        self.space = ""
        self.hold = ""
        self.out: list[str] = []
        self.after: list[str] = []
        self.substituted = False

    def text(self) -> str:
        joined = "".join(self.out)
        whole = self.complete or self.index < len(self.lines)
        return joined if whole or not joined.endswith("\n") else joined[:-1]

    def emit(self, text: str) -> None:
        self.out.append(text)
        self.context.charge(0.002 + len(text) / 4096)

    def run(self) -> int:
        status = 0
        for made in self.program:
            made.active = False
        while self.index < len(self.lines):
            self.space = self.lines[self.index]
            self.index += 1
            self.context.charge(0.01)
            try:
                shown = self.execute() and not self.quiet
            except _Quit as stop:
                status, shown = stop.status, stop.show and not self.quiet
                if shown:
                    self.emit(self.space + "\n")
                self.out += self.after
                self.complete = True if self.index < len(self.lines) else self.complete
                return status
            if shown:
                self.emit(self.space + "\n")
            for text in self.after:
                self.emit(text)
            self.after.clear()
        return status

    def execute(self) -> bool:
        """Runs the commands on the pattern space; False when the line was deleted."""
        index = 0
        self.substituted = False
        while index < len(self.program):
            made = self.program[index]
            index += 1
            self.context.charge(0.003)
            chosen = self.selected(made) != made.negated
            if made.name == "{":
                index = index if chosen else made.target
            elif made.name in "btT:":
                if chosen and (made.name == "b" or (made.name != ":" and self.substituted == (made.name == "t"))):
                    index = made.target
                    self.context.charge(0.1)
                self.substituted = self.substituted and made.name not in "tT"
            elif chosen and not (self.edit(made) if made.name in "sycaipl=PqQ" else self.move(made)):
                return False
        return True

    def move(self, made: _Command) -> bool:
        """Runs the commands about lines and the hold space."""
        name = made.name
        if name == "d":
            return False
        if name == "D":
            _, newline, rest = self.space.partition("\n")
            if newline:
                self.lines.insert(self.index, rest)
                self.context.charge()
            return False
        if name in "nN":
            if self.index >= len(self.lines):
                raise _Quit(0, True)
            if name == "n":
                if not self.quiet:
                    self.emit(self.space + "\n")
                self.space = ""
            following = self.lines[self.index]
            self.index += 1
            self.space = f"{self.space}\n{following}" if name == "N" else following
        elif name in "gG":
            self.space = self.hold if name == "g" else f"{self.space}\n{self.hold}"
        elif name in "hH":
            self.hold = self.space if name == "h" else f"{self.hold}\n{self.space}"
        else:
            self.space, self.hold = self.hold, self.space
        self.context.shell.budget.handle(len(self.space) + len(self.hold))
        return True

    def edit(self, made: _Command) -> bool:
        """Runs the commands that change or print."""
        name = made.name
        if name == "s":
            self.substitute(made)
        elif name == "p":
            self.emit(self.space + "\n")
        elif name == "P":
            self.emit(self.space.partition("\n")[0] + "\n")
        elif name == "l":
            self.emit(self.space.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") + "$\n")
        elif name == "=":
            self.emit(f"{self.index}\n")
        elif name == "y":
            table = {ord(a): b for a, b in zip(made.text, made.flags, strict=True)}
            self.space = self.space.translate(table)
        elif name == "a":
            self.after.append(made.text)
        elif name == "i":
            self.emit(made.text)
        elif name in "qQ":
            raise _Quit(made.nth, name == "q")
        else:  # c
            if made.second is None or not made.active or made.negated:
                self.emit(made.text)
            return False
        return True

    def hits(self, address: _Address) -> bool:
        if address.regex is not None:
            return address.regex.test(self.space, self.context.shell.budget)
        if address.step:
            return self.index >= address.number and (self.index - address.number) % address.step == 0
        if address.number < 0:
            return self.index == len(self.lines)
        return self.index == address.number

    def selected(self, made: _Command) -> bool:
        if made.first is None:
            return True
        if made.second is None:
            return self.hits(made.first)
        second = made.second
        if made.active:
            if made.until >= 0:
                made.active = self.index < made.until
                return self.index <= made.until or False
            made.active = not self.hits(second)
            return True
        zero = made.first.number == 0 and made.first.regex is None and not made.first.step
        if zero:  # 0,/re/ may end on the first line
            made.active = self.index == 1 and not self.hits(second)
            return self.index == 1
        if not self.hits(made.first):
            return False
        made.until = -1
        if second.offset >= 0:
            made.until = self.index + second.offset
        elif second.regex is None and not second.step:
            made.until = len(self.lines) if second.number < 0 else second.number
        made.active = made.until < 0 or self.index < made.until
        return True

    def substitute(self, made: _Command) -> None:
        assert made.regex is not None
        out: list[str] = []
        last = count = 0
        for found in made.regex.find_all(self.space, self.context.shell.budget):
            count += 1
            if count < made.nth:
                continue
            out += (self.space[last : found.start], _replacement(made.text, found))
            last = found.end
            if "g" not in made.flags:
                break
        if not out:
            return
        self.substituted = True
        self.space = "".join([*out, self.space[last:]])
        self.context.shell.budget.handle(len(self.space))
        if len(self.space) > 1 << 20:
            raise CommandError("pattern space is too long", 4)
        if "p" in made.flags:
            self.emit(self.space + "\n")


def _replacement(template: str, found: Match) -> str:
    out: list[str] = []
    case = once = ""
    for piece in re.finditer(r"\\(.)|&|[^\\&]+|\\$", template, re.DOTALL):
        letter = piece[1]
        if letter and letter in "ULEul":
            if letter in "ul":
                once = letter
            else:
                case = "" if letter == "E" else letter
            continue
        if piece[0] == "&":
            text = found.group(0)
        elif letter and letter in "0123456789":
            text = found.group(int(letter))
        elif letter:
            text = {"n": "\n", "t": "\t"}.get(letter, letter)
        else:
            text = piece[0]
        text = text.upper() if case == "U" else text.lower() if case == "L" else text
        if once and text:
            text = (text[0].upper() if once == "u" else text[0].lower()) + text[1:]
            once = ""
        out.append(text)
    return "".join(out)
