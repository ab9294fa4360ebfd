"""The command ``python3``: options, the program's text, its end."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from crab_sim.files import FileError, normalise
from crab_sim.shell.python.run import run_program

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

VERSION: Final = "3.11.2"
"""The version that the simulated Python claims to be."""
_IGNORED: Final = frozenset("-u -B -E -s -S -I -O -OO -q -b -x".split())
_USAGE: Final = "usage: python3 [option] ... [-c cmd | -m mod | file | -] [arg] ...\n"


def run_python(context: CommandContext) -> int:
    """Runs the command and returns its status."""
    arguments = list(context.args)
    while arguments and (arguments[0] in _IGNORED or arguments[0] in ("-W", "-X")):
        arguments = arguments[2:] if arguments[0] in ("-W", "-X") else arguments[1:]
    first = arguments[0] if arguments else "-"
    if first in ("--version", "-V", "-VV"):
        context.line(f"Python {VERSION}")
        return 0
    if first.startswith("-c"):
        if first == "-c" and len(arguments) < 2:
            context.err(f"Argument expected for the -c option\n{_USAGE}Try `python3 -h' for more information.\n")
            return 2
        text, rest = (first[2:], arguments[1:]) if first != "-c" else (arguments[1], arguments[2:])
        return run_program(context, text + "\n", "<string>", ["-c", *rest], context.cwd)
    if first == "-m":
        return _run_module(context, arguments[1:])
    if first == "-":
        data = context.stdin
        if not data and not arguments:
            return context.fail("the interactive mode isn't simulated; use 'python3 -c COMMAND' or 'python3 FILE'")
        return run_program(context, data, "<stdin>", ["-" if arguments else "", *arguments[1:]], context.cwd)
    if first.startswith("-"):
        context.err(f"unknown option {first}\n{_USAGE}Try `python3 -h' for more information.\n")
        return 2
    return _run_file(context, first, arguments)


def _run_file(context: CommandContext, name: str, arguments: list[str]) -> int:
    path = context.path(name)
    try:
        if context.files.is_dir(path):
            inner = f"{path.rstrip('/')}/__main__.py"
            if not context.files.is_file(inner):
                return context.fail(f"can't find '__main__' module in '{path}'")
            path = inner
        data = context.read(path)
    except FileError as error:
        number = {"No such file or directory": 2, "Permission denied": 13, "Not a directory": 20}.get(error.reason, 5)
        context.err(f"python3: can't open file '{path}': [Errno {number}] {error.reason}\n")
        return 2
    return run_program(context, data, path, arguments, path.rpartition("/")[0] or "/")


def _run_module(context: CommandContext, arguments: list[str]) -> int:
    if not arguments:
        context.err(f"Argument expected for the -m option\n{_USAGE}Try `python3 -h' for more information.\n")
        return 2
    if arguments[0] == "json.tool":
        return _json_tool(context, arguments[1:])
    path = normalise(arguments[0].replace(".", "/") + ".py", context.cwd)
    if context.files.is_file(path):
        return run_program(context, context.read(path), path, [path, *arguments[1:]], context.cwd)
    context.err(f"/usr/bin/python3: No module named {arguments[0]}\n")
    return 1


def _json_tool(context: CommandContext, arguments: list[str]) -> int:
    options = [argument for argument in arguments if argument.startswith("--")]
    names = [argument for argument in arguments if not argument.startswith("--")]
    unknown = [option for option in options if option not in ("--sort-keys", "--compact", "--no-ensure-ascii")]
    if unknown or len(names) > 2:
        context.err(f"json.tool: the option {unknown[0] if unknown else names[2]} isn't simulated\n")
        return 2
    try:
        value = json.loads(context.read(names[0] if names else "-").decode())
        shown = json.dumps(
            value,
            indent=None if "--compact" in options else 4,
            separators=(",", ":") if "--compact" in options else None,
            sort_keys="--sort-keys" in options,
            ensure_ascii="--no-ensure-ascii" not in options,
        )
    except FileError as error:
        context.err(f"[Errno 2] {error.reason}: '{error.path}'\n")
        return 2
    except (ValueError, RecursionError) as failure:
        context.err(f"{failure}\n")
        return 1
    if len(names) == 2:
        context.write(names[1], shown.encode() + b"\n")
    else:
        context.line(shown)
    return 0
