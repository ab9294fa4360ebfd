"""Control groups, which limit a whole box and can freeze it, where this host lets this process make them.

Both versions of control groups are used: for memory and processes version 2 where an ancestor of this process's group
delegates them, else version 1; for freezing version 2 if there is one.
"""

from __future__ import annotations

import functools
import itertools
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crab_gym.backends.desktop.namespaces import SEARCH_PATH, may_administer

__all__ = ["Cgroup", "usable"]

MEMORY = 4 << 30
"""Most bytes of a box's programs and files together."""
PROCESSES = 2048
"""Most threads of a box."""

_LIMITS = {
    "memory": {"memory.max": MEMORY, "memory.swap.max": 0},
    "pids": {"pids.max": PROCESSES},
    "freezer": {},
}
_LIMITS_OF_VERSION_1 = {"memory.limit_in_bytes": MEMORY, "memory.memsw.limit_in_bytes": MEMORY, "pids.max": PROCESSES}

_numbers = itertools.count(1)

# A helper that waits for the end of the process that started it, even if that is killed. Then the box has ended, or
# will once it is not frozen; so it thaws and removes the groups.
_KEEPER = """read -r _
thaw=$1 word=$2
shift 2
[ -z "$thaw" ] || echo "$word" 2>/dev/null >"$thaw"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    for group; do [ ! -d "$group" ] || rmdir "$group" 2>/dev/null; done
    left=
    for group; do [ ! -d "$group" ] || left=1; done
    [ "$left" ] || exit 0
    sleep 0.3
done
"""


_FREEZE_SECONDS = 0.5
"""Longest wait until all processes are frozen, which a busy disk may delay."""


class _Place(NamedTuple):
    """A folder in which groups can be made.

    Attributes:
        folder: Its path.
        kinds: The keys of `_LIMITS` that groups in it govern.
        version: Version of control groups, 1 or 2.
    """

    folder: Path
    kinds: tuple[str, ...]
    version: int


class _Freezer(NamedTuple):
    """The file that freezes a group, and the words to write for freezing and for thawing."""

    file: Path
    frozen: str
    thawed: str


class Cgroup:
    """The control groups of one box; `remove` them when its processes are gone.

    If this process ends without that, a small helper process removes them.

    Attributes:
        folders: The folders of the groups that the box's first process has to join.
    """

    def __init__(self) -> None:
        self.folders: list[str] = []
        self._freezer: _Freezer | None = None
        name = f"crab-gym-{os.getpid()}-{next(_numbers)}"
        for place in _usable_places():
            folder = place.folder / name
            _make(folder, place)
            self.folders.append(str(folder))
            if "freezer" in place.kinds:
                self._freezer = (
                    _Freezer(folder / "freezer.state", "FROZEN", "THAWED")
                    if place.version == 1
                    else _Freezer(folder / "cgroup.freeze", "1", "0")
                )
        self._keeper: subprocess.Popen[bytes] | None = None
        if self.folders:
            thaw, word = (str(self._freezer.file), self._freezer.thawed) if self._freezer else ("", "")
            self._keeper = subprocess.Popen(
                ["sh", "-c", _KEEPER, "crab-gym-keeper", thaw, word, *self.folders], env={"PATH": SEARCH_PATH}, cwd="/",
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip

    def freeze(self, stop: bool = True) -> bool:
        """Freezes the box's processes, or thaws them; False where this host can't.

        Args:
            stop: Whether to freeze them.
        """
        if self._freezer is None:
            return False
        file, frozen, thawed = self._freezer
        try:
            file.write_text(frozen if stop else thawed, encoding="ascii")
            deadline = time.monotonic() + _FREEZE_SECONDS
            while stop and not _frozen(file) and time.monotonic() < deadline:
                time.sleep(0.001)
        except FileNotFoundError:  # removed already
            return False
        return True

    def remove(self) -> None:
        """Removes the groups; may be called twice."""
        deadline = time.monotonic() + 5
        for folder in self.folders:
            while os.path.isdir(folder) and time.monotonic() < deadline:
                try:
                    os.rmdir(folder)
                except OSError:  # an ended process leaves its group a moment later
                    time.sleep(0.002)
        if self._keeper is not None and self._keeper.returncode is None:
            self._keeper.communicate(b"\n")  # closing the pipe is not enough, since forks of this process have it open

    def let_go(self) -> None:
        """Closes the pipe to the helper, in forks of the process that made the groups."""
        if self._keeper is not None and self._keeper.stdin is not None:
            self._keeper.stdin.close()


def usable() -> tuple[str, ...]:
    """Returns those of ``"memory"``, ``"pids"`` and ``"freezer"`` that this process can use for its boxes."""
    return tuple(kind for kind in _LIMITS if any(kind in place.kinds for place in _usable_places()))


@functools.cache
def _usable_places() -> tuple[_Place, ...]:
    """Returns the places that work, tried with a process that joins a group there, as a box will."""
    if not may_administer():
        return ()
    working: list[_Place] = []
    for place in _places():
        left = tuple(kind for kind in place.kinds if not any(kind in other.kinds for other in working))
        if not left or (place.version == 2 and any(other.version == 2 for other in working)):
            continue  # a process is in one group of version 2 only
        folder = place.folder / f"crab-gym-{os.getpid()}-0"
        try:
            _make(folder, place)
        except OSError:
            continue
        joined = subprocess.run(
            ["sh", "-c", 'echo 0 >"$1/cgroup.procs"', "join", str(folder)], capture_output=True, check=False
        )
        try:
            os.rmdir(folder)
        except OSError:
            continue
        if joined.returncode == 0:
            working.append(place._replace(kinds=left))
    return tuple(working)


def _make(folder: Path, place: _Place) -> None:
    """Makes a group with its limits; after an error no group is left."""
    os.mkdir(folder)
    try:
        for kind in place.kinds:
            for name, limit in (_LIMITS[kind] if place.version == 2 else _LIMITS_OF_VERSION_1).items():
                file = folder / name
                if name.startswith(kind) and (name in ("memory.max", "pids.max") or file.exists()):
                    file.write_text(str(limit), encoding="ascii")
    except OSError:
        os.rmdir(folder)
        raise


def _places() -> Iterator[_Place]:
    """Yields the places where groups might be made, best ones first: version 2, with limits, near our own group."""
    own: dict[str, str] = {}  # paths of this process's groups by controller, "" for version 2
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="replace").splitlines():
        _, names, path = line.split(":", 2)
        own.update(dict.fromkeys(names.split(","), path))
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text(errors="replace").splitlines()]
    version_2: list[_Place] = []
    version_1: list[_Place] = []
    for fields in mounts:
        kind, options = fields[fields.index("-") + 1], fields[-1].split(",")
        if kind == "cgroup2" and "" in own:
            _, _, _, _, mount_point, *_ = fields
            top, folder = Path(mount_point), _group_folder(fields, own[""])
            for place in (folder, *folder.parents):
                if not place.is_relative_to(top):
                    break
                delegated = (place / "cgroup.subtree_control").read_text(encoding="ascii").split()
                version_2.append(
                    _Place(place, (*(name for name in ("memory", "pids") if name in delegated), "freezer"), 2)
                )
        elif kind == "cgroup":
            version_1 += [_Place(_group_folder(fields, own[name]), (name,), 1) for name in _LIMITS if name in options]
    yield from sorted(version_2, key=lambda place: -len(place.kinds))
    yield from version_1


def _group_folder(fields: list[str], path: str) -> Path:
    """Returns the folder of a group.

    Args:
        fields: The fields of its mount in mountinfo.
        path: The path of the group in its hierarchy.
    """
    _, _, _, root, mount_point, *_ = fields
    root = root.rstrip("/")
    return Path(mount_point + (path.removeprefix(root) if path.startswith(root) else path).rstrip("/"))


def _frozen(file: Path) -> bool:
    """Returns whether all processes of a group are frozen by now, given the file that freezes them."""
    if file.name == "cgroup.freeze":
        return "frozen 1" in (file.parent / "cgroup.events").read_text(encoding="ascii")
    return file.read_text(encoding="ascii").strip() == "FROZEN"
