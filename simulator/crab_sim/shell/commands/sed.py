"""``sed``."""

from __future__ import annotations

import re

from crab_sim.shell.commands.sed_script import CONTROLS, Address, SedCommand, parse_script
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import parse_options
from crab_sim.shell.regex.replacement import expand
from crab_sim.shell.registry import command
from crab_sim.shell.text import encode, split_lines

_NAMES = {
    "quiet": "n",
    "silent": "n",
    "expression": "e",
    "file": "f",
    "in-place": "i",
    "regexp-extended": "E",
    "separate": "s",
}

_ESCAPES = {"n": "\n", "t": "\t", **CONTROLS}


class _Quit(Exception):
    """``q`` or ``Q`` ends the script; `show` tells whether the pattern space is printed."""

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
    options = parse_options(context, "nErsiu", "ef", _NAMES)
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
    complaints = context.shell.complaints
    if "i" not in options:
        lines: list[str] = []
        complete = True
        for _, data in context.inputs(operands):
            lines += split_lines(data)
            complete = not data or data.endswith(b"\n")
        editor = _Editor(context, program, lines, quiet, complete)
        status = editor.run()
        context.out(editor.text())
        return status or 2 * (context.shell.complaints > complaints)
    if not operands:
        raise CommandError("no input files", 4)
    status = 0
    for operand, data in context.inputs(operands):
        editor = _Editor(context, program, split_lines(data), quiet, not data or data.endswith(b"\n"))
        status = editor.run()
        if suffix:
            context.write(operand + suffix if "*" not in suffix else suffix.replace("*", operand), data)
        context.write(operand, encode(editor.text()))
    return status or 2 * (context.shell.complaints > complaints)


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
    """One run of a script over lines.

    Args:
        context: the context of the command.
        program: the script.
        lines: the lines of the input.
        quiet: whether lines are only printed on request.
        complete: whether the last line ends with a newline.
    """

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
        self.context.charge(0.02 + len(text) / 4096)

    def run(self) -> int:
        status = 0
        for edit in self.program:
            edit.active = False
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
            edit = self.program[index]
            index += 1
            self.context.charge(0.02)
            chosen = self.selected(edit) != edit.negated
            if edit.name == "{":
                index = index if chosen else edit.target
            elif edit.name in "btT:":
                if chosen and (edit.name == "b" or (edit.name != ":" and self.substituted == (edit.name == "t"))):
                    index = edit.target
                    self.context.charge(0.1)
                self.substituted = self.substituted and edit.name not in "tT"
            elif chosen and not (self.change(edit) if edit.name in "sycaipl=PqQ" else self.move(edit)):
                return False
        return True

    def move(self, edit: SedCommand) -> bool:
        """Runs the commands that move text between lines, the pattern space and the hold space."""
        name = edit.name
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

    def change(self, edit: SedCommand) -> bool:
        """Runs the commands that change or print the pattern space."""
        name = edit.name
        if name == "s":
            self.substitute(edit)
        elif name == "p":
            self.emit(self.space + "\n")
        elif name == "P":
            self.emit(self.space.partition("\n")[0] + "\n")
        elif name == "l":
            self.emit(self.space.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") + "$\n")
        elif name == "=":
            self.emit(f"{self.index}\n")
        elif name == "y":
            table = {ord(a): b for a, b in zip(edit.text, edit.flags, strict=True)}
            self.space = self.space.translate(table)
        elif name == "a":
            self.after.append(edit.text)
        elif name == "i":
            self.emit(edit.text)
        elif name in "qQ":
            raise _Quit(edit.nth, name == "q")
        else:  # c
            if edit.second is None or not edit.active or edit.negated:
                self.emit(edit.text)
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

    def selected(self, edit: SedCommand) -> bool:
        if edit.first is None:
            return True
        if edit.second is None:
            return self.hits(edit.first)
        second = edit.second
        if edit.active:
            if edit.until >= 0:
                edit.active = self.index < edit.until
                return self.index <= edit.until
            edit.active = not self.hits(second)
            return True
        zero = edit.first.number == 0 and edit.first.regex is None and not edit.first.step
        if zero:  # 0,/re/ may end on the first line
            edit.active = self.index == 1 and not self.hits(second)
            return self.index == 1
        if not self.hits(edit.first):
            return False
        edit.until = -1
        if second.offset >= 0:
            edit.until = self.index + second.offset
        elif second.regex is None and not second.step:
            edit.until = len(self.lines) if second.number < 0 else second.number
        edit.active = edit.until < 0 or self.index < edit.until
        return True

    def substitute(self, edit: SedCommand) -> None:
        assert edit.regex is not None
        out: list[str] = []
        last = count = 0
        for match in edit.regex.find_all(self.space, self.context.shell.budget):
            count += 1
            if count < edit.nth:
                continue
            out += (self.space[last : match.start], expand(edit.text, match.group, _ESCAPES))
            last = match.end
            if "g" not in edit.flags:
                break
        if not out:
            return
        self.substituted = True
        self.space = "".join([*out, self.space[last:]])
        self.context.shell.budget.handle(len(self.space))
        if len(self.space) > 1 << 20:
            raise CommandError("pattern space is too long", 4)
        if "p" in edit.flags:
            self.emit(self.space + "\n")
