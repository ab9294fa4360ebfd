"""``pathlib``: paths over the virtual files."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from crab_sim.files import Directory, File, Link
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules.programs import find_paths
from crab_sim.shell.python.modules.system import stat_result
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Lazy, Record, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


class PosixPath:
    """A path of a program."""

    __slots__ = ("pure",)

    def __init__(self, pure: PurePosixPath) -> None:
        self.pure = pure

    @property
    def path_text(self) -> str:
        """The path as text."""
        return str(self.pure)

    def __str__(self) -> str:
        return str(self.pure)

    def __repr__(self) -> str:
        return f"PosixPath({self.pure.as_posix()!r})"

    def __hash__(self) -> int:
        return hash(self.pure)

    def __eq__(self, other: object) -> bool:
        return self.pure == other.pure if isinstance(other, PosixPath) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self.pure < other.pure if isinstance(other, PosixPath) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.pure <= other.pure if isinstance(other, PosixPath) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.pure > other.pure if isinstance(other, PosixPath) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.pure >= other.pure if isinstance(other, PosixPath) else NotImplemented

    def __truediv__(self, other: object) -> PosixPath:
        if isinstance(other, (str, PosixPath)):
            return PosixPath(self.pure / str(other))
        return NotImplemented

    def __rtruediv__(self, other: object) -> PosixPath:
        return PosixPath(other / self.pure) if isinstance(other, str) else NotImplemented


PosixPath.__module__ = "pathlib"
PATH: Final = Table(PosixPath)
for _name in ("name", "stem", "suffix", "suffixes", "parts", "anchor", "root", "drive"):
    PATH.properties[_name] = lambda machine, path, name=_name: getattr(path.pure, name)  # type: ignore[misc]
PATH.properties["parent"] = lambda machine, path: PosixPath(path.pure.parent)
PATH.properties["parents"] = lambda machine, path: tuple(map(PosixPath, path.pure.parents))


def make_path(machine: Machine, *parts: Value) -> PosixPath:
    """Returns the path of parts."""
    texts = [machine.files.text(part) for part in parts]
    machine.meter.text(sum(map(len, texts)))
    return PosixPath(PurePosixPath(*texts))


def _on_pure(name: str, *, paths: bool = False) -> None:
    """Registers a method of pure paths; `paths` tells that its result is a path."""

    def call(machine: Machine, path: PosixPath, *given: Value) -> Value:
        arguments = [str(one) if isinstance(one, PosixPath) else one for one in given]
        found = getattr(path.pure, name)(*arguments)
        return PosixPath(found) if paths else found

    PATH.method(name)(call)


for _name in ("as_posix", "is_absolute", "is_relative_to"):
    _on_pure(_name)
for _name in ("joinpath", "with_name", "with_stem", "with_suffix", "relative_to"):
    _on_pure(_name, paths=True)


@PATH.method("match")
def _match(machine: Machine, path: PosixPath, pattern: str) -> bool:
    from crab_sim.files.globs import glob_match

    wanted = [part for part in pattern.split("/") if part]
    parts = list(path.pure.parts)[-len(wanted) :]
    return len(parts) == len(wanted) and all(map(glob_match, wanted, parts))


@PATH.static("cwd")
def _cwd(machine: Machine) -> PosixPath:
    return make_path(machine, machine.files.cwd)


@PATH.static("home")
def _home(machine: Machine) -> PosixPath:
    return make_path(machine, machine.context.env.get("HOME", machine.context.host.home))


@PATH.method("exists")
def _exists(machine: Machine, path: PosixPath) -> bool:
    return machine.files.find(path) is not None


@PATH.method("is_file")
def _is_file(machine: Machine, path: PosixPath) -> bool:
    return isinstance(machine.files.find(path), File)


@PATH.method("is_dir")
def _is_dir(machine: Machine, path: PosixPath) -> bool:
    return isinstance(machine.files.find(path), Directory)


@PATH.method("is_symlink")
def _is_symlink(machine: Machine, path: PosixPath) -> bool:
    return isinstance(machine.files.find(path, follow=False), Link)


@PATH.method("stat", "lstat")
def _stat(machine: Machine, path: PosixPath) -> Record:
    return stat_result(machine, machine.files.entry(path))


@PATH.method("open")
def _open(machine: Machine, path: PosixPath, mode: str = "r", buffering: int = -1, **named: Value) -> Value:
    return machine.files.open(path, mode, named)


@PATH.method("read_text")
def _read_text(machine: Machine, path: PosixPath, encoding: Value = None, errors: Value = None) -> str:
    return str(machine.files.open(path, "r", {"encoding": encoding, "errors": errors}).read())


@PATH.method("read_bytes")
def _read_bytes(machine: Machine, path: PosixPath) -> bytes:
    return machine.files.read(path)


@PATH.method("write_text")
def _write_text(machine: Machine, path: PosixPath, data: Value, encoding: Value = None, errors: Value = None,
                newline: Value = None) -> int:  # fmt: skip
    if not isinstance(data, str):
        raise TypeError(f"data must be str, not {type_name(data)}")
    file = machine.files.open(path, "w", {"encoding": encoding, "errors": errors})
    file.write(data)
    file.close()
    return len(data)


@PATH.method("write_bytes")
def _write_bytes(machine: Machine, path: PosixPath, data: Value) -> int:
    if not isinstance(data, bytes):
        raise TypeError(f"memoryview: a bytes-like object is required, not '{type_name(data)}'")
    machine.files.write(path, data)
    return len(data)


@PATH.method("mkdir")
def _mkdir(machine: Machine, path: PosixPath, mode: int = 0o777, parents: Value = False, exist_ok: Value = False
           ) -> None:  # fmt: skip
    if parents:
        machine.files.makedirs(path, bool(exist_ok))
    elif not (exist_ok and machine.files.is_dir(path)):
        machine.files.mkdir(path)


@PATH.method("rmdir")
def _rmdir(machine: Machine, path: PosixPath) -> None:
    machine.files.rmdir(path)


@PATH.method("unlink")
def _unlink(machine: Machine, path: PosixPath, missing_ok: Value = False) -> None:
    if missing_ok and machine.files.find(path, follow=False) is None:
        return
    machine.files.remove(path)


@PATH.method("rename", "replace")
def _rename(machine: Machine, path: PosixPath, target: Value) -> PosixPath:
    machine.files.rename(path, target)
    return make_path(machine, target)


@PATH.method("touch")
def _touch(machine: Machine, path: PosixPath, mode: int = 0o666, exist_ok: Value = True) -> None:
    if machine.files.find(path) is None:
        machine.files.write(path, b"")
    elif not exist_ok:
        raise OSError(17, "File exists", path.path_text)
    else:
        machine.files.touch(path, machine.files.now())


@PATH.method("chmod")
def _chmod(machine: Machine, path: PosixPath, mode: int) -> None:
    machine.files.chmod(path, mode)


@PATH.method("symlink_to")
def _symlink_to(machine: Machine, path: PosixPath, target: Value, **named: Value) -> None:
    machine.files.link(target, path)


@PATH.method("readlink")
def _readlink(machine: Machine, path: PosixPath) -> PosixPath:
    entry = machine.files.entry(path, follow=False)
    if not isinstance(entry, Link):
        raise OSError(22, "Invalid argument", path.path_text)
    return make_path(machine, entry.target)


@PATH.method("iterdir")
def _iterdir(machine: Machine, path: PosixPath) -> Lazy:
    return Lazy("generator", iter([PosixPath(path.pure / name) for name in machine.files.names(path)]))


@PATH.method("glob")
def _glob(machine: Machine, path: PosixPath, pattern: str) -> Lazy:
    if not pattern:
        raise ValueError(f"Unacceptable pattern: {pattern!r}")
    if pattern.startswith("/"):
        raise NotImplementedError("Non-relative patterns are unsupported")
    base = path.path_text
    prefix = "" if base == "." else base.rstrip("/") + "/"
    found = find_paths(machine, prefix + pattern, True, True)
    if pattern == "**" or pattern.endswith("/**"):
        found = [one for one in (base, *found) if machine.files.is_dir(one)]
    return Lazy("generator", iter([PosixPath(PurePosixPath(one)) for one in dict.fromkeys(found)]))


@PATH.method("rglob")
def _rglob(machine: Machine, path: PosixPath, pattern: str) -> Lazy:
    found: Lazy = _glob(machine, path, f"**/{pattern}")
    return found


@PATH.method("resolve", "absolute")
def _resolve(machine: Machine, path: PosixPath, strict: Value = False) -> PosixPath:
    if strict:
        machine.files.entry(path)
    return make_path(machine, machine.files.files.resolve(posixpath.join(machine.files.cwd, path.path_text)))


@PATH.method("expanduser")
def _expanduser(machine: Machine, path: PosixPath) -> PosixPath:
    if path.pure.parts[:1] == ("~",):
        return PosixPath(_home(machine).pure.joinpath(*path.pure.parts[1:]))
    return path


@PATH.method("owner")
def _owner(machine: Machine, path: PosixPath) -> str:
    return machine.files.entry(path).owner


def _pathlib(machine: Machine) -> dict[str, Value]:
    machine.constructors[PosixPath] = lambda *parts: make_path(machine, *parts)
    return {name: PosixPath for name in ("Path", "PosixPath", "PurePath", "PurePosixPath")}


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {"pathlib": _pathlib}
