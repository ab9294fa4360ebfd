"""The shell's commands that may take the whole screen: ``vim``, ``nano``, ``less``, ``top``, ``git``.

The largest, vim and git, are loaded at their first call.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from crab_sim.files import FileError
from crab_sim.shell.context import Command, CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import parse_options
from crab_sim.shell.programs import less as pager
from crab_sim.shell.programs import nano as nano_editor
from crab_sim.shell.programs import top as top_program
from crab_sim.shell.programs.starting import has_screen, size_of, take_screen, world_of
from crab_sim.shell.text import decode

__all__ = ["PROGRAMS"]


def vim(context: CommandContext) -> int:
    """Edit texts.

    Usage: vim [-R] [-es] [-u SETTINGS] [-c COMMAND] [+LINE] [FILE]
    """
    from crab_sim.shell.programs.vim.loop import parse, run_commands, start

    if context.args[:1] in (["--version"], ["-h"]):
        context.line("VIM - Vi IMproved 9.0 (2022 Jun 28)")
        return 0
    arguments = parse(context.name, context.args)
    if arguments.error:
        raise CommandError(f'VIM - Vi IMproved 9.0\n{arguments.error}\nMore info with: "vim -h"')
    world = world_of(context)
    rows, columns = size_of(context)
    stdin = decode(context.stdin) if arguments.silent or arguments.files[:1] == ("-",) else None
    state = start(arguments, world, rows, columns, None if arguments.silent else stdin)
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
    if not has_screen(context):
        context.files = world.files
        context.err("Vim: Warning: Output is not to a terminal\n")
        return 1
    return take_screen(context, "vim", state, world)


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
    world = world_of(context)
    if not has_screen(context):
        raise CommandError("Standard output is not a terminal")
    if name and world.is_folder(name):
        raise CommandError(f'"{name}" is a directory')
    rows, columns = size_of(context)
    text = decode(context.stdin) if name == "-" else None
    state = nano_editor.start("" if name == "-" else name, world, rows, columns, line, col, text)
    return take_screen(context, "nano", state, world)


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
        if not data and has_screen(context):
            raise CommandError('Missing filename ("less --help" for help)')
    rows, columns = size_of(context)
    if not has_screen(context) or ("F" in options and data.count(b"\n") < rows):
        context.out(data)
        return 0
    title = names[0] if len(names) == 1 and names[0] != "-" else ""
    state = pager.start(decode(data), title, rows, columns, options)
    if first:
        keys = f"{first}g" if first.isdigit() else f"{first}\r" if first[0] == "/" else first[:1]
        state = pager.feed(state, keys, context.shell.budget)
    return take_screen(context, "less", state, world_of(context))


def top(context: CommandContext) -> int:
    """Show the processes and the machine's load.

    Usage: top [-b] [-n TIMES] [-d SECONDS] [-o FIELD] [-p PID[,PID]...] [-u USER]
    """
    options = parse_options(context, "bciHS1", "ndopuUw")
    field = options.get("o", "%CPU")
    reverse, field = field.startswith("+"), field.lstrip("+-")
    if field not in top_program.FIELDS:
        raise CommandError(f"unrecognized field name '{field}'")
    pids = [word for word in options.get("p", "").split(",") if word]
    if not all([word.isascii() and word.isdigit() and len(word) < 10 for word in pids]):
        raise CommandError(f"bad pid '{options['p']}'")
    user = options.get("u", options.get("U", ""))
    if user not in ("", "user", "root"):
        raise CommandError("Invalid user")
    times, delay = options.number("n", 0), options.get("d", "3")
    if not re.fullmatch(r"\d{1,4}(?:\.\d{1,3})?", delay) or ("n" in options and times < 1):
        raise CommandError(
            f"bad delay interval '{delay}'"
            if times > 0 or "n" not in options
            else f"bad iterations argument '{options['n']}'"
        )
    only = tuple([int(word) for word in pids])
    state = top_program.TopState(
        order=top_program.FIELDS[field], reverse=reverse, user=user, only=only, cores="1" in options
    )
    world = world_of(context)
    rows, columns = size_of(context)
    if "b" not in options and not has_screen(context):
        context.err("top: failed tty get\n")
        return 1
    if "b" not in options and not times:
        return take_screen(context, "top", top_program.start(world, rows, columns, state), world)
    printed = 0
    while not times or printed < times:
        if printed:
            context.shell.slept += float(delay)
            context.effect("sleep", float(delay))
        context.charge(20)
        world.now = context.time()
        context.out(("\n" if printed else "") + top_program.report(top_program.start(world, rows, columns, state)))
        printed += 1
    return 0


def git(context: CommandContext) -> int:
    """Keep versions of files.

    Usage: git [-C FOLDER] [-c NAME=VALUE] [--no-pager] COMMAND [ARGUMENT]...
    """
    from crab_sim.shell.programs.git.command import run_git

    return run_git(context)


def zip_(context: CommandContext) -> int:
    """Pack files into an archive.

    Usage: zip [-r] [-q] [-j] [-m] [-u] [-d] ARCHIVE FILE... [-x PATTERN...] [-i PATTERN...]
    """
    from crab_sim.shell.programs.zipping import run_zip

    return run_zip(context)


def unzip(context: CommandContext) -> int:
    """Unpack, list or test an archive.

    Usage: unzip [-l] [-t] [-p] [-o] [-n] [-q] [-j] ARCHIVE [NAME]... [-x PATTERN...] [-d FOLDER]
    """
    from crab_sim.shell.programs.zipping import run_unzip

    return run_unzip(context)


def tar(context: CommandContext) -> int:
    """Pack files into an archive, unpack or list one.

    Usage: tar -c|-x|-t [-z] [-v] [-f ARCHIVE] [-C FOLDER] [--exclude=PATTERN] [--strip-components=N] [NAME]...
    """
    from crab_sim.shell.programs.tar import run_tar

    return run_tar(context)


def gzip(context: CommandContext) -> int:
    """Compress files, or decompress them.

    Usage: gzip [-c] [-d] [-f] [-k] [-n] [-q] [-r] [-t] [-v] [-1..-9] [FILE]... | gunzip [FILE]... | zcat [FILE]...
    """
    from crab_sim.shell.programs.gzipping import run_gzip

    return run_gzip(context)


PROGRAMS: Final[Mapping[str, Command]] = {
    "vim": vim, "vi": vim, "view": vim, "nano": nano, "less": less, "pager": less, "editor": nano,
    "git": git,
    "top": top,
    "zip": zip_, "unzip": unzip,
    "tar": tar,
    "gzip": gzip, "gunzip": gzip, "zcat": gzip,
}  # fmt: skip
"""The commands by name, for machines whose shell has a screen."""
