"""Running a program in the worker: its modules, its bounds, how it ends."""

from __future__ import annotations

import re
import traceback
from typing import TYPE_CHECKING, Final

from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.python.source import (
    LIBRARY,
    MAX_SOURCE,
    Program,
    library_source,
    module_feed,
    parse,
    program_feed,
)
from crab_sim.shell.python.system import System
from crab_sim.shell.python.worker import Message, run_job

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

_SECONDS: Final = 1.5
"""The time that a program may run. How far it gets by then depends on the host's speed, so nothing that it has done is
kept. The same holds for a program that meets another limit: a slower host would have stopped it by time before that."""
_MEMORY: Final = 32 << 20
"""The bytes of a program's values; its worker needs up to three times as much."""
_CALLS: Final = 500
"""The most calls of the system, which take a millisecond each."""
_WORK: Final = 100.0
"""Units of work of a program, whatever it does: a line of the shell runs some 200."""
_CHARACTERS: Final = 128
"""Characters of a program that are read in the time of a unit of work."""
_MODULES: Final = 50
"""The most modules of a program."""
_STATUS: Final = re.compile(r"-?[0-9]{1,19}")
_UNSUPPORTED: Final = re.compile(r"The monty syntax parser does not yet support (.+)|(Wildcard imports) .*")
_RENAMED: Final = {
    "Incomplete": "EOFError",
    "binascii.Incomplete": "EOFError",
    "json.JSONDecodeError": "json.decoder.JSONDecodeError",
    "re.PatternError": "re.error",
}
"""Exceptions that Monty names otherwise than Python 3.11 does in tracebacks."""
_FEED: Final = re.compile(r"<python-input-(\d+)>")


def run_program(context: CommandContext, data: bytes | str, file: str, argv: list[str], search: str) -> int:
    """Runs a program and returns its status.

    Args:
        context: the context of the command.
        data: the program's text.
        file: the name of its file, as tracebacks show it.
        argv: ``sys.argv``.
        search: the folder of its modules.

    Raises:
        LimitExceeded: it has taken too long, or too much work.
    """
    try:
        context.charge(_WORK + len(data) / _CHARACTERS)
        program = parse(data, file)
        modules = _modules(context, program, search)
    except SyntaxError as error:
        _report_syntax(context, error, file, data)
        return 1
    except RecursionError as error:
        context.err(f"RecursionError: {error}\n")
        return 1
    given = frozenset(modules) | {"sys"}
    feeds = [library_source("prelude"), *(module_feed(one, name, path, given) for name, (path, one) in modules.items())]
    stdin = "_crab_sys.stdin._load()" if program.reads_input() else ""
    feeds += [f"_crab_sys.argv = {argv!r}\n{stdin}", program_feed(program, file, given)]
    job: Message = {
        "feeds": feeds,
        "last": "_crab_finish()",
        "name": file.rpartition("/")[2],
        "cwd": context.cwd,
        "seed": context.shell.random(),
        "seconds": _SECONDS,
        "memory": _MEMORY,
        "calls": _CALLS,
        "output": 4 * context.host.max_output,
    }
    end = _run(context, job)
    for stream, text in end["output"]:
        (context.shell.stdout if stream == "stdout" else context.shell.stderr).write(text.encode(errors="replace"))
    sources = {0: ("", ""), len(feeds) - 1: (file, program.text)}
    for number, (name, (path, one)) in enumerate(modules.items(), 1):
        sources[number] = ("", "") if name in LIBRARY else (path, "\n" + one.text)
    return _end(context, end, sources)


def _run(context: CommandContext, job: Message) -> Message:
    """Runs a job and returns how it has ended; a second time where its worker has died, which was killed from outside.

    Raises:
        LimitExceeded: it has met a limit. Nothing is left of it then.
    """
    shell = context.shell
    files, effects, slept, draws = context.files, len(shell.effects), shell.slept, shell.draws
    read, ended = shell.stdin.pos, shell.stdin.ended
    for _ in range(2):
        try:
            end = run_job(job, System(context).answer)
            if not (end["stopped"] or end["died"]):
                return end
        except LimitExceeded:  # which limit a program meets first depends on the host
            end = {"died": False}
        context.files, shell.slept, shell.draws = files, slept, draws
        shell.stdin.pos, shell.stdin.ended = read, ended
        del shell.effects[effects:]
        if not end["died"]:
            break
    raise LimitExceeded("the program needs too much time or memory and was stopped")


def _modules(context: CommandContext, program: Program, search: str) -> dict[str, tuple[str, Program]]:
    """Returns file and text of the modules that are given as source: the program's own, and those of the library.

    Raises:
        SyntaxError: one is malformed, or they are too many or too long together.
    """
    modules: dict[str, tuple[str, Program]] = {}
    names, length = list(program.imports()), len(program.text)
    while names:
        name = names.pop()
        own = f"{search.rstrip('/')}/{name.replace('.', '/')}.py"
        if name in modules or name == "sys":
            continue
        if context.files.is_file(own):
            data = context.read(own)
            length += len(data)
            if length > MAX_SOURCE or len(modules) >= _MODULES:
                raise SyntaxError("the program's modules are too many or too long for this Python", (own, 1, 0, None))
            context.charge(len(data) / _CHARACTERS)
            modules[name] = (own, parse(data, own))
        elif name in LIBRARY:
            modules[name] = (f"/usr/lib/python3.11/{name}.py", parse(library_source(name), name))
        else:
            continue
        names += modules[name][1].imports()
    return modules


def _report_syntax(context: CommandContext, error: SyntaxError, file: str, data: bytes | str) -> None:
    error.filename = error.filename or file
    if error.text is None and error.lineno and not file.startswith("<"):
        lines = data.decode("utf-8", "replace").split("\n") if isinstance(data, bytes) else data.split("\n")
        error.text = lines[error.lineno - 1] if error.lineno <= len(lines) else None
    context.err("".join(traceback.format_exception_only(error)))


def _end(context: CommandContext, end: Message, sources: dict[int, tuple[str, str]]) -> int:
    """Prints the error that ends a program, and returns the status."""
    kind, message = _RENAMED.get(end["kind"], end["kind"]), str(end["message"])
    if not kind:
        return 0
    if kind == "SystemExit":
        if _STATUS.fullmatch(message):
            return int(message) & 255
        if message:
            context.err(message.removeprefix("=") + "\n")
        return 1 if message else 0
    frames = []
    for name, line, function in end["frames"]:
        feed = _FEED.fullmatch(name)
        path, text = sources.get(int(feed[1]), ("", "")) if feed else ("", "")
        if path:
            lines = text.split("\n")
            quoted = "" if path.startswith("<") or line > len(lines) else lines[line - 1].strip()
            number = line - 1 if text.startswith("\n") else line
            frames.append((path, number, function, quoted))
    unsupported = _UNSUPPORTED.match(message) if kind == "NotImplementedError" else None
    if unsupported and frames:
        path, line, _, quoted = frames[-1]
        about = unsupported[1] or unsupported[2].lower()
        context.err(f'  File "{path}", line {line}\n' + (f"    {quoted}\n" if quoted else ""))
        context.err(f"SyntaxError: this Python doesn't support {about}\n")
        return 1
    if frames:
        context.err("Traceback (most recent call last):\n")
    for number, frame in enumerate(frames):
        repeated = number >= 3 and all(frame == frames[number - before] for before in (1, 2, 3))
        if not repeated:
            path, line, function, quoted = frame
            context.err(f'  File "{path}", line {line}, in {function}\n' + (f"    {quoted}\n" if quoted else ""))
    context.err(f"{kind}: {message}\n" if message else f"{kind}\n")
    return 1
