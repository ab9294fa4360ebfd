"""The shell's commands that start full-screen programs: ``vim``, ``nano``, ``less``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from crab_gym.sim.files import FileError
from crab_gym.sim.shell.context import Command, CommandContext
from crab_gym.sim.shell.errors import CommandError
from crab_gym.sim.shell.programs import less as pager
from crab_gym.sim.shell.programs import nano as nano_editor
from crab_gym.sim.shell.programs.program import Program, ProgramStarted, ProgramState
from crab_gym.sim.shell.programs.vim.loop import feed, run_commands
from crab_gym.sim.shell.programs.vim.start import parse, start
from crab_gym.sim.shell.programs.world import World
from crab_gym.sim.shell.text import decode

__all__ = ["PROGRAMS"]


def _world(context: CommandContext) -> World:
    host = context.host
    return World(context.files, "", host.user, host.home, context.cwd, context.time())


def _take_screen(context: CommandContext, name: str, state: ProgramState, world: World) -> int:
    """Hands the screen to a program, or takes its result when the line is run again."""
    shell = context.shell
    context.files = world.files
    if shell.outcomes:
        outcome = shell.outcomes.pop(0)
        context.files = outcome.files
        shell.slept += outcome.seconds
        return outcome.status
    raise ProgramStarted(Program(name, state, context.cwd))


def _size(context: CommandContext) -> tuple[int, int]:
    """Returns rows and columns of the screen; a usual one where there is none."""
    return context.shell.screen or (24, 80)


def _has_screen(context: CommandContext) -> bool:
    shell = context.shell
    return shell.screen is not None and shell.stdout is shell.transcript.stdout


def vim(context: CommandContext) -> int:
    """Edit texts.

    Usage: vim [-R] [-es] [-u SETTINGS] [-s SCRIPT] [-c COMMAND] [+LINE] [FILE]...
    """
    if context.args[:1] in (["--version"], ["-h"]):
        context.line("VIM - Vi IMproved 9.0 (2022 Jun 28)")
        return 0
    arguments = parse(context.name, context.args)
    if arguments.error:
        raise CommandError(f'VIM - Vi IMproved 9.0\n{arguments.error}\nMore info with: "vim -h"')
    world = _world(context)
    rows, columns = _size(context)
    stdin = decode(context.stdin) if arguments.silent or arguments.files[:1] == ("-",) else None
    state = start(arguments, world, rows, columns, None if arguments.silent else stdin)
    if arguments.script:
        state = feed(state, world.read(arguments.script).decode("utf-8", "replace"), world)
    if arguments.silent:
        failed = state.error
        for line in (stdin or "").split("\n"):
            state = run_commands(state._replace(error=False), [line], world)
            failed = failed or state.error
        context.files = world.files
        for line in state.output:
            context.line(line)
        return state.status if state.status > 0 else int(failed)
    if state.status >= 0:
        context.files = world.files
        return state.status
    if not _has_screen(context):
        context.files = world.files
        context.err("Vim: Warning: Output is not to a terminal\n")
        return 1
    return _take_screen(context, "vim", state, world)


def nano(context: CommandContext) -> int:
    """Edit a text.

    Usage: nano [+LINE[,COLUMN]] [FILE]
    """
    name, line, col, options = "", 1, 1, True
    for word in context.args:
        place = re.fullmatch(r"\+(-?\d{1,8})?(?:[,.:](\d{1,8}))?", word) if options else None
        if place is not None:
            line, col = int(place[1] or 1), int(place[2] or 1)
        elif options and word == "--":
            options = False
        elif options and word.startswith("-") and word != "-":
            continue
        elif not name:
            name = word
    world = _world(context)
    if not _has_screen(context):
        raise CommandError("Standard output is not a terminal")
    if name and world.is_folder(name):
        raise CommandError(f'"{name}" is a directory')
    rows, columns = _size(context)
    text = decode(context.stdin) if name == "-" else None
    state = nano_editor.start("" if name == "-" else name, world, rows, columns, line, col, text)
    return _take_screen(context, "nano", state, world)


def less(context: CommandContext) -> int:
    """Show texts by the screenful.

    Usage: less [-N] [-S] [-i] [-F] [+LINE] [FILE]...
    """
    options = "".join([word[1:] for word in context.args if re.fullmatch(r"-[a-zA-Z]+", word)])
    first = next((word[1:] for word in context.args if word.startswith("+")), "")
    names = [word for word in context.args if word[:1] not in ("-", "+") or word == "-"]
    data, read = b"", 0
    if names:
        for name in names:
            try:
                data += context.read(name)
                read += 1
            except FileError as error:
                reason = "is a directory" if error.reason == "Is a directory" else error.reason
                context.err(f"{name} {reason}\n" if reason == "is a directory" else f"{name}: {reason}\n")
        if not read:
            return 1
    else:
        data = context.stdin
        if not data and _has_screen(context):
            raise CommandError('Missing filename ("less --help" for help)')
    rows, columns = _size(context)
    if not _has_screen(context) or ("F" in options and data.count(b"\n") < rows):
        context.out(data)
        return 0
    title = names[0] if len(names) == 1 and names[0] != "-" else ""
    state = pager.start(decode(data), title, rows, columns, options)
    if first:
        state = pager.feed(state, f"{first}g" if first.isdigit() else f"{first}\r" if first[0] == "/" else first[:1])
    return _take_screen(context, "less", state, _world(context))


PROGRAMS: Final[Mapping[str, Command]] = {
    "vim": vim, "vi": vim, "view": vim, "nano": nano, "less": less, "pager": less, "editor": nano,
}  # fmt: skip
"""The commands by name, for machines whose shell has a screen."""
