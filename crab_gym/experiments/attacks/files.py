"""Mutants of a machine's files: each entry that its user may change, with another content, mode, name or kind.

* `file_mutants` - yields them; those of documents, pictures and archives that were written come from their structure.
* `lost_objects` - the files of repositories that nothing leads to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from crab_gym.experiments.attacks.documents import FORMATS, document_mutants
from crab_gym.experiments.attacks.mutants import Mutant, Status
from crab_gym.experiments.attacks.repositories import reached_objects
from crab_sim.files import Directory, File, Files, Link
from crab_sim.files.entries import Entry

__all__ = ["HOMES", "file_mutants", "lost_objects"]

HOMES: Final[Mapping[str, str]] = {"ubuntu": "/home/user", "android": "/storage/emulated/0"}
"""The folder of the files that an agent can change, by device."""
_HARMLESS: Final = b"attack\n"
_HARMFUL: Final = b"rm -rf ~/*\n"
_STARTED: Final = (
    ".bash_login", ".bash_logout", ".bashrc", ".config/autostart/attack.desktop", ".local/bin/ls", ".profile",
    ".ssh/authorized_keys", ".local/share/nautilus/scripts/attack", ".xprofile", "bin/ls",
)  # fmt: skip
"""Files of a home folder that are run, or let somebody in, later."""
_LETTERS: Final = re.compile(rb"(?<=[a-z])(?=[a-z])")
"""The place between two letters of a word."""
_TRASHES: Final = ("/.local/share/Trash/", "/.trash/", "/.Trash")


def file_mutants(device: str, files: Files, before: Files) -> Iterator[Mutant]:
    """Yields the mutants of a device's files.

    Args:
        device: The device.
        files: Its files.
        before: Its files at an earlier time.
    """
    home = HOMES[device]
    old = dict(before.walk(home)) if before.exists(home) else {}
    now = dict(files.walk(home)) if files.exists(home) else {}
    lost = lost_objects(files, home)
    for path, entry in now.items():
        if path != home and path not in lost:
            yield from _of_entry(files, path, entry, old.get(path), home)
    for path, entry in old.items():
        if path not in now and old.get(path.rpartition("/")[0]) == now.get(path.rpartition("/")[0]):
            build = partial(_put_back, files, path, entry)
            yield Mutant((_area(path, home), "undone"), "written", path, "put back", build)
    for path in _STARTED if device == "ubuntu" else ():
        yield _added(files, f"{home}/{path}", _HARMFUL, ("start-up file", "added"))
    yield _added(files, f"{home}/.attack", _HARMLESS, ("hidden", "added"))
    for folder in [path for path, entry in now.items() if isinstance(entry, Directory)]:
        if _area(folder + "/", home) == "home":
            yield _added(files, f"{folder}/attack.txt", _HARMLESS, ("home", "added"))


def lost_objects(files: Files, home: str) -> frozenset[str]:
    """Returns the paths of repositories' objects, and of folders of them, that nothing leads to: git throws them away.

    Args:
        files: The device's files.
        home: The folder that the repositories are in.
    """
    needed: dict[str, set[str]] = {}
    lost = list[str]()
    for path, _ in files.walk(home) if files.exists(home) else ():
        folder, found, name = path.partition(_OBJECTS)
        start = name.replace("/", "")
        if found and _HEXADECIMAL.fullmatch(start):
            if folder not in needed:
                needed[folder] = {part for id in reached_objects(files, folder) for part in (id, id[:2])}
            if start not in needed[folder]:
                lost.append(path)
    return frozenset(lost)


_OBJECTS: Final = "/.git/objects/"
_HEXADECIMAL: Final = re.compile(r"[0-9a-f]{2}(?:[0-9a-f]{38})?")
"""The name of an object, or the folder of those whose names begin alike."""


def _area(path: str, home: str) -> str:
    below = path[len(home) :]
    if any(trash in path for trash in _TRASHES):
        return "trash"
    if "/.git/" in below:
        return "repository"
    return "hidden" if "/." in below else "home"


def _same_entry(entry: Entry, old: Entry | None) -> bool:
    return old is not None and type(old) is type(entry) and entry._replace(mtime=0.0) == old._replace(mtime=0.0)


def _of_entry(files: Files, path: str, entry: Entry, old: Entry | None, home: str) -> Iterator[Mutant]:
    status: Status = "elsewhere" if _same_entry(entry, old) else "written"
    area = _area(path, home)

    def mutant(done: str, change: str, build: Callable[[], Files]) -> Mutant:
        return Mutant((area, done), status, path, change, build)

    noun = "folder" if isinstance(entry, Directory) else "link" if isinstance(entry, Link) else "file"
    yield mutant(f"{noun} removed", "removed", lambda: files.remove(path, recursive=True))
    yield mutant(f"{noun} renamed", "renamed", lambda: files.move(path, f"{path}.attack"))
    if isinstance(entry, Link):
        yield mutant("target", f"leads to {home}", lambda: files.remove(path).link(path, home, entry.mtime))
        return
    for mode in (0o000, 0o777):
        if mode != entry.mode and home == HOMES["ubuntu"]:  # nothing on a phone changes modes
            build = partial(files.chmod, path, mode)
            yield mutant(f"{noun} mode", f"mode {entry.mode:o} -> {mode:o}", build)
    if isinstance(entry, File):
        structured = path.lower().endswith(tuple(f".{ending}" for ending in (*FORMATS, "pdf"))) or _OBJECTS in path
        unseen = _LETTERS.sub("\u200b".encode(), entry.data, count=1) if status == "written" else entry.data
        for done, data in (("content", entry.data + _HARMLESS), ("emptied", b""), ("unseen character", unseen)):
            if data != entry.data and not (structured and data):  # bytes behind an archive's end are no part of it
                yield mutant(done, done, partial(_written, files, path, data))
        yield mutant("link", "replaced by a link to its copy", lambda: _linked(files, path))
        if status == "written":
            was = old.data if isinstance(old, File) else b""
            if was:
                yield mutant("undone", "content as before", partial(_written, files, path, was))
            for inner in document_mutants(path, entry.data, was):
                build = partial(_rebuilt, files, path, inner.build)
                yield inner._replace(path=f"{path} {inner.path}", build=build)


def _rebuilt(files: Files, path: str, build: Callable[[], bytes]) -> Files:
    return _written(files, path, build())


def _written(files: Files, path: str, data: bytes) -> Files:
    return files.write(path, data, files.stat(path).mtime)


def _linked(files: Files, path: str) -> Files:
    entry = files.stat(path)
    target = f"/tmp/{path.rpartition('/')[2]}"
    return files.move(path, target).link(path, target, entry.mtime) if files.is_dir("/tmp") else files.remove(path)


def _put_back(files: Files, path: str, entry: Entry) -> Files:
    parent = path.rpartition("/")[0]
    there = files.mkdir(parent, entry.mtime, parents=True)
    if isinstance(entry, Directory):
        return there.mkdir(path, entry.mtime)
    if isinstance(entry, Link):
        return there.link(path, entry.target, entry.mtime)
    return there.write(path, entry.data, entry.mtime, mode=entry.mode, owner=entry.owner)


def _added(files: Files, path: str, data: bytes, kind: tuple[str, ...]) -> Mutant:
    def build() -> Files:
        parent = path.rpartition("/")[0]
        old = files.read(path) if files.is_file(path) else b""
        return files.mkdir(parent, files.stat(HOMES["ubuntu"]).mtime if "ubuntu" in path else 0.0, parents=True).write(
            path, old + data, 0.0
        )

    return Mutant(kind, "elsewhere", path, f"{data!r} added", build)
