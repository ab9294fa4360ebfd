"""Commands about the session: working directory, history, and some that are accepted without effect."""

from __future__ import annotations

import re

from crab_sim.files import FileNotFound, NotADirectory, PermissionDenied, normalise
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.options import parse_options
from crab_sim.shell.registry import command


@command("cd")
def cd(context: CommandContext) -> int:
    """Change the working directory; without DIR to the home directory, with - to the one before.

    Usage: cd [DIR]
    """
    shell = context.shell
    operands = parse_options(context, "LPe", permute=False).operands if context.args != ["-"] else ["-"]
    if len(operands) > 1:
        raise CommandError("too many arguments")
    target = operands[0] if operands else shell.variables.get("HOME", context.host.home)
    if target == "-":
        if "OLDPWD" not in shell.variables:
            raise CommandError("OLDPWD not set")
        target = shell.variables["OLDPWD"]
        context.line(target)
    if target:
        path = normalise(target, context.cwd)
        if not shell.files.is_dir(path):
            raise NotADirectory(target) if shell.files.exists(path) else FileNotFound(target)
        if not shell.files.allows(path, context.host.user, "x"):
            raise PermissionDenied(target)
        shell.assign("OLDPWD", shell.cwd)
        shell.cwd = path
        shell.assign("PWD", path)
    return 0


@command("pwd")
def pwd(context: CommandContext) -> int:
    """Print the working directory.

    Usage: pwd
    """
    parse_options(context, "LP")  # a working directory has no links in it
    context.line(context.cwd)
    return 0


@command("history")
def history(context: CommandContext) -> int:
    """List the last N lines that were run, or forget them.

    Usage: history [-c] [N]
    """
    options = parse_options(context, "c")
    if "c" in options:
        context.shell.history = ()
        return 0
    lines = list(enumerate(context.shell.history, 1))
    if options.operands:
        if not options.operands[0].isdecimal() or len(options.operands[0]) > 9:
            raise CommandError(f"{options.operands[0]}: numeric argument required")
        count = int(options.operands[0])
        lines = lines[-count:] if count else []
    for number, line in lines:
        context.line(f"{number:5d}  {line}")
    return 0


_IGNORED = {
    "trap": "lp", "wait": "fn", "jobs": "lnprs", "umask": "pS", "ulimit": "SHabcdefiklmnpqrstuvxPRT", "shopt": "pqsuo",
    "bg": "", "fg": "", "disown": "har", "hash": "lrdt", "sync": "df",
}  # fmt: skip
"""The letters of their options."""


@command("stty")
def stty(context: CommandContext) -> int:
    """Accept the settings of a terminal, without effect.

    Usage: stty [-a] [[-]SETTING]...
    """
    for arg in context.args:
        if not re.fullmatch(r"-?[a-z]+[0-9]*|[0-9]+|[a-z]+ \^?.|\^.", arg):
            raise CommandError(f"invalid argument ‘{arg}’\nTry 'stty --help' for more information.")
    return 0


@command(*_IGNORED)
def ignored(context: CommandContext) -> int:
    """Accepted, without effect.

    Usage: trap | wait | jobs | umask | shopt | ...
    """
    parse_options(context, _IGNORED[context.name], permute=False)
    if context.name == "umask" and not context.args:
        context.line("0022")
    return 0
