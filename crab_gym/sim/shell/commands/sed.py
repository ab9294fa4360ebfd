"""``sed``."""

from __future__ import annotations

import re

from crab_gym.sim.shell.commands.sed_script import Address, SedCommand, parse_script
from crab_gym.sim.shell.context import CommandContext
from crab_gym.sim.shell.errors import CommandError
from crab_gym.sim.shell.options import parse_options
from crab_gym.sim.shell.regex.matcher import Match
from crab_gym.sim.shell.registry import command
from crab_gym.sim.shell.text import encode, split_lines

_NAMES = {
    "quiet": "n",
    "silent": "n",
    "expression": "e",
    "file": "f",
    "in-place": "i",
    "regexp-extended": "E",
    "separate": "s",
}


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
    script = "\n".join(scripts)
    program = parse_script(script, "E" in options or "r" in options)
    quiet = "n" in options or script.startswith("#n\n")
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


class _Editor:
    def __init__(
        self, context: CommandContext, program: list[SedCommand], lines: list[str], quiet: bool, complete: bool
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
        """Runs the commands on the pattern space; returns False when the line was deleted."""
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

    def move(self, made: SedCommand) -> bool:
        """Runs the commands that move text between lines, the pattern space and the hold space."""
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

    def edit(self, made: SedCommand) -> bool:
        """Runs the commands that change or print the pattern space."""
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

    def hits(self, address: Address) -> bool:
        if address.regex is not None:
            return address.regex.test(self.space, self.context.shell.budget)
        if address.step:
            return self.index >= address.number and (self.index - address.number) % address.step == 0
        if address.number < 0:
            return self.index == len(self.lines)
        return self.index == address.number

    def selected(self, made: SedCommand) -> bool:
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

    def substitute(self, made: SedCommand) -> None:
        assert made.regex is not None
        out: list[str] = []
        last = count = 0
        for match in made.regex.find_all(self.space, self.context.shell.budget):
            count += 1
            if count < made.nth:
                continue
            out += (self.space[last : match.start], _replacement(made.text, match))
            last = match.end
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


def _replacement(template: str, match: Match) -> str:
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
            text = match.group(0)
        elif letter and letter in "0123456789":
            text = match.group(int(letter))
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
