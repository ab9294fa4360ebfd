"""``subprocess``, ``shutil``, ``glob`` and ``fnmatch``: other commands, and many files at once."""

from __future__ import annotations

import posixpath
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.files import Directory
from crab_sim.files.globs import glob_match, has_glob
from crab_sim.shell.lang.streams import Buffer, Input, Null, Sink
from crab_sim.shell.python.machine.classes import build_class
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.values import Lazy, Raised, Value
from crab_sim.shell.text import clean

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

PIPE, STDOUT, DEVNULL = -1, -2, -3


class CompletedProcess:
    """The result of ``subprocess.run``."""

    def __init__(self, args: Value, returncode: int, stdout: Value, stderr: Value) -> None:
        self.args = args
        self.returncode = returncode
        self.stdout = stdout
        self.stderr = stderr

    def __repr__(self) -> str:
        shown = [f"args={self.args!r}", f"returncode={self.returncode!r}"]
        shown += [f"{name}={value!r}" for name, value in vars(self).items() if name[:3] == "std" and value is not None]
        return f"CompletedProcess({', '.join(shown)})"


COMPLETED = Table(CompletedProcess)
for _name in ("args", "returncode", "stdout", "stderr"):
    COMPLETED.properties[_name] = lambda machine, done, name=_name: getattr(done, name)  # type: ignore[misc]


def run_shell(
    machine: Machine, argv: list[str], stdin: bytes | None = None, stdout: Sink | None = None,
    stderr: Sink | None = None, cwd: str | None = None,
) -> int:  # fmt: skip
    """Runs a command of the shell and returns its status.

    Args:
        machine: the machine.
        argv: its name and arguments.
        stdin: its standard input; by default the program's.
        stdout: its standard output; by default the program's.
        stderr: its standard error; by default the program's.
        cwd: its working directory; by default the program's.
    """
    shell = machine.context.shell
    machine.files.sync()

    def action() -> int:
        shell.cwd = cwd or machine.files.cwd
        given = shell.stdin if stdin is None else Input(stdin)
        with shell.streams(given, stdout or shell.stdout, stderr or shell.stderr):
            return shell.run_command(argv)

    return shell.subshell(action)


def _subprocess(machine: Machine) -> dict[str, Value]:
    error = build_class(machine, "CalledProcessError", (Exception,), {})
    error.__module__ = "subprocess"

    def check(done: CompletedProcess) -> None:
        if done.returncode:
            failure = error(f"Command {done.args!r} returned non-zero exit status {done.returncode}.")
            failure.__dict__.update(
                returncode=done.returncode, cmd=done.args, output=done.stdout, stdout=done.stdout, stderr=done.stderr
            )
            raise Raised(failure)

    def run(args: Value, *, shell: Value = False, capture_output: Value = False, text: Value = None,
            universal_newlines: Value = None, encoding: Value = None, stdout: Value = None, stderr: Value = None,
            stdin: Value = None, input: Value = None, cwd: Value = None, **named: Value,
            ) -> CompletedProcess:  # fmt: skip
        if isinstance(args, str):
            argv = ["sh", "-c", args] if shell else [args]
        else:
            argv = [machine.files.text(argument) for argument in machine.collect(args)]
            argv = ["sh", "-c", argv[0]] if shell else argv
        argv = [clean(argument) for argument in argv]
        limit = machine.context.host.max_output
        out: Sink | None = Buffer(limit=limit) if capture_output or stdout == PIPE else None
        err: Sink | None = Buffer(limit=limit) if capture_output or stderr == PIPE else None
        out = Null() if stdout == DEVNULL else out
        err = Null() if stderr == DEVNULL else err
        err = (out or machine.context.shell.stdout) if stderr == STDOUT else err
        given = input.encode() if isinstance(input, str) else input
        where = None if cwd is None else machine.files.absolute(cwd).rstrip("/") or "/"
        if where is not None and not machine.files.is_dir(where):
            raise OSError(2, "No such file or directory", machine.files.text(cwd))
        if not shell and argv and machine.context.shell.command_names().isdisjoint({argv[0].rpartition("/")[2]}):
            if not machine.files.is_file(argv[0]):
                raise OSError(2, "No such file or directory", argv[0])
        status = run_shell(machine, argv, given, out, err, where)
        as_text = bool(text or universal_newlines or encoding)

        def value(sink: Sink | None) -> Value:
            if not isinstance(sink, Buffer):
                return None
            return sink.value().decode() if as_text else sink.value()

        done = CompletedProcess(args, status, value(out), value(err) if stderr != STDOUT else None)
        if named.get("check"):
            check(done)
        return done

    def output(args: Value, **named: Value) -> Value:
        return run(args, **{**named, "stdout": PIPE, "check": True}).stdout

    calls: dict[str, Callable[..., Value]] = {
        "run": run,
        "call": lambda args, **named: run(args, **named).returncode,
        "check_call": lambda args, **named: run(args, **{**named, "check": True}).returncode,
        "check_output": output,
        "getoutput": lambda line: output(f"{line}; true", shell=True, text=True, stderr=STDOUT).removesuffix("\n"),
    }
    return {
        "PIPE": PIPE, "STDOUT": STDOUT, "DEVNULL": DEVNULL, "CalledProcessError": error,
        "CompletedProcess": CompletedProcess, **natives(machine, calls),
    }  # fmt: skip


def _shutil(machine: Machine) -> dict[str, Value]:  # noqa: C901 - a table of small functions
    files = machine.files
    same = build_class(machine, "SameFileError", (OSError,), {})
    same.__module__ = "shutil"

    def goal(source: Value, target: Value) -> str:
        path = files.text(target)
        return posixpath.join(path, posixpath.basename(files.text(source).rstrip("/"))) if files.is_dir(path) else path

    def copy_file(source: Value, target: Value, **named: Value) -> Value:
        if files.find(target) is not None and files.absolute(source) == files.absolute(target):
            raise Raised(same(f"{files.text(source)!r} and {files.text(target)!r} are the same file"))
        files.write(target, files.read(source))
        return target

    def copy(source: Value, target: Value, **named: Value) -> str:
        path = goal(source, target)
        copy_file(source, path)
        files.chmod(path, files.entry(source).mode)
        return path

    def copy_with_times(source: Value, target: Value, **named: Value) -> str:
        path = copy(source, target)
        files.touch(path, files.entry(source).mtime)
        return path

    def copy_tree(source: Value, target: Value, ignore: Value = None, dirs_exist_ok: Value = False, **named: Value
                  ) -> Value:  # fmt: skip
        if not dirs_exist_ok and files.find(target) is not None:
            raise OSError(17, "File exists", files.text(target))

        def skip(folder: str, names: list[str]) -> set[str]:
            return set() if ignore is None else set(machine.collect(machine.call(ignore, folder, names)))

        files.copy_tree(source, target, skip)
        return target

    def move(source: Value, target: Value, **named: Value) -> str:
        path = goal(source, target)
        if path != files.text(target) and files.find(path, follow=False) is not None:
            raise Raised(failure(f"Destination path '{path}' already exists"))
        files.rename(source, path)
        return path

    def remove_tree(path: Value, ignore_errors: Value = False, **named: Value) -> None:
        try:
            files.remove_tree(path)
        except OSError:
            if not ignore_errors:
                raise

    def ignored(*patterns: str) -> Value:
        def choose(folder: Value, names: list[str]) -> set[str]:
            return {name for name in names if any(glob_match(pattern, name) for pattern in patterns)}

        return natives(machine, {"_ignore_patterns": choose})["_ignore_patterns"]

    def which(name: str, **named: Value) -> str | None:
        return f"/usr/bin/{name}" if name in machine.context.shell.command_names() else None

    failure = build_class(machine, "Error", (OSError,), {})
    failure.__module__ = "shutil"
    calls: dict[str, Callable[..., Value]] = {
        "copy": copy, "copy2": copy_with_times, "copyfile": copy_file, "copytree": copy_tree, "move": move,
        "rmtree": remove_tree, "ignore_patterns": ignored, "which": which,
        "disk_usage": lambda path: (64 << 30, 12 << 30, 52 << 30),
        "get_terminal_size": lambda fallback=(80, 24): fallback,
    }  # fmt: skip
    return {"SameFileError": same, "Error": failure, **natives(machine, calls)}


def find_paths(machine: Machine, pattern: str, recursive: bool, hidden: bool = False) -> list[str]:
    """Returns the paths that match a pattern of ``glob``, sorted.

    Args:
        machine: the machine.
        pattern: the pattern; relative to the program's working directory.
        recursive: whether ``**`` stands for any folders.
        hidden: whether wild cards match names with a leading dot.
    """
    parts = [part for part in pattern.split("/") if part]
    found = ["/" if pattern.startswith("/") else ""]
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        following: list[str] = []
        for base in found:
            following += _matches(machine, base, part, last, recursive, hidden)
        found = following
        machine.meter.items(len(found))
    if pattern.endswith("/"):
        found = [path + "/" for path in found if machine.files.is_dir(path)]
    return list(dict.fromkeys(found))


def _matches(machine: Machine, base: str, part: str, last: bool, recursive: bool, hidden: bool) -> list[str]:
    files = machine.files
    if part == "**" and recursive:
        below = [base] if not last or base else []
        for name in _names(machine, base, hidden):
            path = posixpath.join(base, name)
            folder = isinstance(files.find(path, follow=False), Directory)
            if folder:
                below += _matches(machine, path, part, last, recursive, hidden)
            elif last:
                below.append(path)
        return below
    if not has_glob(part):
        path = posixpath.join(base, part)
        return [path] if files.find(path, follow=False) is not None else []
    dotted = hidden or part.startswith(".")
    names = [name for name in _names(machine, base, dotted) if glob_match(part, name)]
    return [posixpath.join(base, name) for name in names]


def _names(machine: Machine, base: str, hidden: bool) -> list[str]:
    try:
        names = machine.files.names(base or ".")
    except OSError:
        return []
    return [name for name in names if hidden or not name.startswith(".")]


def _glob(machine: Machine) -> dict[str, Value]:
    def find(pathname: Value, *, recursive: Value = False, root_dir: Value = None, include_hidden: Value = False,
             ) -> list[str]:  # fmt: skip
        pattern = machine.files.text(pathname)
        if root_dir is None:
            return find_paths(machine, pattern, bool(recursive), bool(include_hidden))
        root = machine.files.text(root_dir).rstrip("/") + "/"
        found = find_paths(machine, root + pattern, bool(recursive), bool(include_hidden))
        return [path.removeprefix(root) for path in found]

    calls: dict[str, Callable[..., Value]] = {
        "glob": find,
        "iglob": lambda pathname, **named: Lazy("generator", iter(find(pathname, **named))),
        "escape": lambda path: "".join([f"[{char}]" if char in "*?[" else char for char in path]),
    }
    return natives(machine, calls)


def _fnmatch(machine: Machine) -> dict[str, Value]:
    def chosen(names: Value, pattern: str) -> list[str]:
        return [name for name in machine.items(names) if glob_match(pattern, name)]

    calls: dict[str, Callable[..., Value]] = {
        "fnmatch": lambda name, pattern: glob_match(pattern, name),
        "fnmatchcase": lambda name, pattern: glob_match(pattern, name),
        "filter": chosen,
    }
    return natives(machine, calls)


def _shlex(machine: Machine) -> dict[str, Value]:
    def split(text: str, comments: bool = False, posix: bool = True) -> list[str]:
        machine.meter.charge(1 + len(text) / 50)
        return shlex.split(text, comments, posix)

    calls: dict[str, Callable[..., Value]] = {
        "split": split,
        "quote": shlex.quote,
        "join": lambda words: shlex.join(machine.collect(words)),
    }
    return natives(machine, calls)


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "subprocess": _subprocess,
    "shutil": _shutil,
    "glob": _glob,
    "fnmatch": _fnmatch,
    "shlex": _shlex,
}
