"""The command ``python3``: options, the program's text, its end."""

from __future__ import annotations

import json
import traceback
from typing import TYPE_CHECKING, Final

from crab_sim.files import FileError, normalise
from crab_sim.shell.errors import CommandError
from crab_sim.shell.python.code import Code
from crab_sim.shell.python.compiler.base import Unsupported
from crab_sim.shell.python.errors import format_traceback, shown
from crab_sim.shell.python.machine.core import Machine, module_frame
from crab_sim.shell.python.source import decode_source, parse_program
from crab_sim.shell.python.values import Raised, Value

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
        return _run(context, text + "\n", "<string>", ["-c", *rest], context.cwd)
    if first == "-m":
        return _run_module(context, arguments[1:])
    if first == "-":
        data = context.stdin
        if not data and not arguments:
            return context.fail("the interactive mode isn't simulated; use 'python3 -c COMMAND' or 'python3 FILE'")
        return _run(context, data, "<stdin>", ["-" if arguments else "", *arguments[1:]], context.cwd)
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
    return _run(context, data, path, arguments, path.rpartition("/")[0] or "/")


def _run_module(context: CommandContext, arguments: list[str]) -> int:
    if not arguments:
        context.err(f"Argument expected for the -m option\n{_USAGE}Try `python3 -h' for more information.\n")
        return 2
    if arguments[0] == "json.tool":
        return _json_tool(context, arguments[1:])
    path = normalise(arguments[0].replace(".", "/") + ".py", context.cwd)
    if context.files.is_file(path):
        return _run(context, context.read(path), path, [path, *arguments[1:]], context.cwd)
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


def _run(context: CommandContext, data: bytes | str, file: str, argv: list[str], search: str) -> int:
    """Runs a program.

    Args:
        context: the command's context.
        data: its text.
        file: the name of its file, as tracebacks show it.
        argv: ``sys.argv``.
        search: the folder of its modules.
    """
    code = _compile(context, data, file)
    if isinstance(code, int):
        return code
    machine = Machine(context, argv, search)
    variables: dict[str, Value] = {"__name__": "__main__", "__doc__": code.doc}
    if not file.startswith("<"):
        variables["__file__"] = file
    error: BaseException | None = None
    with context.shell.nested():
        try:
            machine.run(module_frame(machine, code, variables))
        except Raised as raised:
            error = raised.value
        except (RecursionError, MemoryError) as exhausted:  # of the host itself, far down in its own stack
            error = exhausted
        try:
            machine.files.sync()
        except OSError as failure:
            error = error or failure
    return 0 if error is None else _end(machine, error)


def _compile(context: CommandContext, data: bytes | str, file: str) -> Code | int:
    try:
        return parse_program(data, file)
    except SyntaxError as error:
        error.filename = file
        if error.text is None and error.lineno and not file.startswith("<"):
            lines = data.decode("utf-8", "replace").split("\n") if isinstance(data, bytes) else data.split("\n")
            error.text = lines[error.lineno - 1] if error.lineno <= len(lines) else None
        context.err("".join(traceback.format_exception_only(error)))
        return 1
    except Unsupported as lacking:
        raise CommandError(
            f"{file}, line {lacking.line}: the simulated machine's Python has no {lacking.about}"
        ) from None
    except RecursionError as deep:
        context.err(f"RecursionError: {deep}\n")
        return 1


def _end(machine: Machine, error: BaseException) -> int:
    """Prints the error that ends a program and returns the status."""
    context = machine.context
    if isinstance(error, SystemExit):
        if error.code is None:
            return 0
        if isinstance(error.code, int):
            return int(error.code) & 255
        context.err(shown(error.code, machine.text, "") + "\n")
        return 1

    def source(file: str) -> list[str]:
        if file.startswith("<"):
            return []
        try:
            return decode_source(context.files.read(file)).split("\n")
        except (FileError, SyntaxError):
            return []

    context.err(format_traceback(error, machine.text, source))
    return 1
