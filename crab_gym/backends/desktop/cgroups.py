"""Limits of a whole box, and stopping it for a while, where this host lets this process make control groups.

Both versions of control groups are used as they are found: memory and processes from version 2 where an ancestor of
this process's group hands them down, else from version 1; stopping from version 2 where there is one.
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

from crab_gym.backends.desktop.requirements import SEARCH_PATH, may_administer

__all__ = ["Cgroup", "usable"]

MEMORY = 4 << 30
"""Bytes that a box's programs and files may take together."""
PROCESSES = 2048
"""Threads of a box."""

_LIMITS = {
    "memory": {"memory.max": MEMORY, "memory.swap.max": 0},
    "pids": {"pids.max": PROCESSES},
    "freezer": {},
}
_LIMITS_OF_VERSION_1 = {"memory.limit_in_bytes": MEMORY, "memory.memsw.limit_in_bytes": MEMORY, "pids.max": PROCESSES}

_numbers = itertools.count(1)

# Ends with the process that started it, however that ends: then the box has gone or is about to, once it is not frozen.
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
"""How long it is waited until all processes stand still, which a busy disk may keep them from."""


class _Place(NamedTuple):
    """A folder in which groups can be made, and what they are good for."""

    folder: Path
    kinds: tuple[str, ...]
    version: int


class Cgroup:
    """The control groups of one box; `remove` them when its processes are gone.

    Where this process ends without that, a small helper of its own removes them.

    Attributes:
        folders: What the box's first process has to join.
    """

    def __init__(self) -> None:
        self.folders: list[str] = []
        self._freeze: tuple[Path, str, str] | None = None  # file, words that stop and that go on
        name = f"crab-gym-{os.getpid()}-{next(_numbers)}"
        for place in _usable_places():
            folder = place.folder / name
            _make(folder, place)
            self.folders.append(str(folder))
            if "freezer" in place.kinds:
                version_1 = place.version == 1
                self._freeze = (
                    (folder / "freezer.state", "FROZEN", "THAWED")
                    if version_1
                    else (folder / "cgroup.freeze", "1", "0")
                )
        self._keeper: subprocess.Popen[bytes] | None = None
        if self.folders:
            thaw, word = (str(self._freeze[0]), self._freeze[2]) if self._freeze else ("", "")
            self._keeper = subprocess.Popen(
                ["sh", "-c", _KEEPER, "crab-gym-keeper", thaw, word, *self.folders], env={"PATH": SEARCH_PATH}, cwd="/",
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip

    def freeze(self, stop: bool = True) -> bool:
        """Stops the box's processes, or lets them go on; False where this host can't."""
        if self._freeze is None:
            return False
        file, frozen, thawed = self._freeze
        try:
            file.write_text(frozen if stop else thawed, encoding="ascii")
            deadline = time.monotonic() + _FREEZE_SECONDS
            while stop and not _frozen(file) and time.monotonic() < deadline:
                time.sleep(0.001)
        except FileNotFoundError:  # removed already
            return False
        return True

    def remove(self) -> None:
        """Removes the groups; it may be called again."""
        deadline = time.monotonic() + 5
        for folder in self.folders:
            while os.path.isdir(folder) and time.monotonic() < deadline:
                try:
                    os.rmdir(folder)
                except OSError:  # a process's end takes a moment to be noted here
                    time.sleep(0.002)
        if self._keeper is not None and self._keeper.returncode is None:
            self._keeper.communicate(b"\n")  # closing this end is not enough: copies of this process have it too

    def let_go(self) -> None:
        """Closes this process's end of the helper: for copies of the process that made the groups."""
        if self._keeper is not None and self._keeper.stdin is not None:
            self._keeper.stdin.close()


def usable() -> tuple[str, ...]:
    """Returns which of ``"memory"``, ``"pids"`` and ``"freezer"`` this process can use for its boxes."""
    return tuple(kind for kind in _LIMITS if any(kind in place.kinds for place in _usable_places()))


@functools.cache
def _usable_places() -> tuple[_Place, ...]:
    """Tries each place out, with a process that joins a group there, as a box will."""
    if not may_administer():
        return ()
    found: list[_Place] = []
    for place in _places():
        left = tuple(kind for kind in place.kinds if not any(kind in other.kinds for other in found))
        if not left or (place.version == 2 and any(other.version == 2 for other in found)):
            continue  # of version 2, a process is in one group only
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
            found.append(place._replace(kinds=left))
    return tuple(found)


def _make(folder: Path, place: _Place) -> None:
    """Makes a group with its limits, or none at all."""
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
    """Yields where groups might be made, the better ones first: of version 2, with limits, near this process's own."""
    own: dict[str, str] = {}  # controller, or "" for version 2 -> path of this process's group
    for line in Path("/proc/self/cgroup").read_text(encoding="utf-8", errors="replace").splitlines():
        _, names, path = line.split(":", 2)
        own.update(dict.fromkeys(names.split(","), path))
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text(errors="replace").splitlines()]
    version_2: list[_Place] = []
    version_1: list[_Place] = []
    for fields in mounts:
        kind, options = fields[fields.index("-") + 1], fields[-1].split(",")
        if kind == "cgroup2" and "" in own:
            top = Path(fields[4])
            folder = _below(fields, own[""])
            for place in (folder, *folder.parents):
                if not place.is_relative_to(top):
                    break
                handed = (place / "cgroup.subtree_control").read_text(encoding="ascii").split()
                version_2.append(
                    _Place(place, (*(name for name in ("memory", "pids") if name in handed), "freezer"), 2)
                )
        elif kind == "cgroup":
            version_1 += [_Place(_below(fields, own[name]), (name,), 1) for name in _LIMITS if name in options]
    yield from sorted(version_2, key=lambda place: -len(place.kinds))
    yield from version_1


def _below(fields: list[str], path: str) -> Path:
    """Returns the folder of a group, given the mount's fields: its root and its place."""
    root = fields[3].rstrip("/")
    return Path(fields[4] + (path.removeprefix(root) if path.startswith(root) else path).rstrip("/"))


def _frozen(file: Path) -> bool:
    """Tells whether all processes of a group stand still by now, given the file that stops them."""
    if file.name == "cgroup.freeze":
        return "frozen 1" in (file.parent / "cgroup.events").read_text(encoding="ascii")
    return file.read_text(encoding="ascii").strip() == "FROZEN"
