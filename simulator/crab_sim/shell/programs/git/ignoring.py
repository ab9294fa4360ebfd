"""Files that git leaves alone: the patterns of ``.gitignore`` and ``.git/info/exclude``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from crab_sim.files import Files
from crab_sim.files.globs import glob_match
from crab_sim.shell.text import decode

__all__ = ["Ignores"]


class _Pattern(NamedTuple):
    """A pattern: its parts between slashes, whether it takes back an earlier one, whether it is for folders only."""

    parts: tuple[str, ...]
    anchored: bool
    negative: bool
    folders: bool


@lru_cache(maxsize=256)
def _patterns(text: str) -> tuple[_Pattern, ...]:
    rows = []
    for line in text.split("\n"):
        line = line.removesuffix("\r")
        if not line.endswith("\\ "):
            line = line.rstrip(" ")
        if not line or line.startswith("#"):
            continue
        negative = line.startswith("!")
        line = line[1:] if negative or line.startswith(("\\!", "\\#")) else line
        folders, body = line.endswith("/"), line.rstrip("/")
        anchored = "/" in body
        parts = tuple([part for part in body.split("/") if part])
        if parts:
            rows.append(_Pattern(parts, anchored, negative, folders))
    return tuple(rows)


def _matches(parts: Sequence[str], names: Sequence[str]) -> bool:
    """Returns whether names between slashes match parts of a pattern, of which ``**`` stands for any names."""
    reached = {0}
    for name in names:
        here = set(reached)
        for at in list(here):
            while at < len(parts) and parts[at] == "**":
                at += 1
                here.add(at)
        reached = set()
        for at in here:
            if at < len(parts) and parts[at] == "**":
                reached.add(at)
            elif at < len(parts) and glob_match(parts[at], name):
                reached.add(at + 1)
    return len(parts) in reached or (parts[-1] == "**" and len(parts) - 1 in reached)


class Ignores:
    """The patterns that hold in a work tree.

    Args:
        files: The file system.
        root: The work tree.
        folder: The repository's folder.
    """

    __slots__ = ("_files", "_known", "_root", "_shared")

    def __init__(self, files: Files, root: str, folder: str) -> None:
        self._files, self._root = files, root.rstrip("/")
        self._known: dict[str, tuple[_Pattern, ...]] = {}
        self._shared = self._read(f"{folder}/info/exclude")

    def _read(self, path: str) -> tuple[_Pattern, ...]:
        return _patterns(decode(self._files.read(path))) if self._files.is_file(path) else ()

    def _of(self, folder: str) -> tuple[_Pattern, ...]:
        if folder not in self._known:
            self._known[folder] = self._read(f"{self._root}/{folder}.gitignore")
        return self._known[folder]

    def ignored(self, path: str, is_folder: bool) -> bool:
        """Returns whether a path of the work tree is ignored by itself; those above it are the caller's."""
        names = path.split("/")
        for depth in range(len(names) - 1, -1, -1):
            above = "".join([name + "/" for name in names[:depth]])
            verdict = self._verdict(self._of(above), names[depth:], is_folder)
            if verdict is not None:
                return verdict
        return bool(self._verdict(self._shared, names, is_folder))

    @staticmethod
    def _verdict(patterns: Sequence[_Pattern], names: Sequence[str], is_folder: bool) -> bool | None:
        for pattern in reversed(patterns):
            if pattern.folders and not is_folder:
                continue
            if _matches(pattern.parts, names if pattern.anchored else names[-1:]):
                return not pattern.negative
        return None
