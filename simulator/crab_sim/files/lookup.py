"""The reading half of a virtual file system: paths, links, attributes, globs and permissions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from crab_sim.files.entries import MAX_PATH, Directory, Entry, File, Link, grants, normalise
from crab_sim.files.errors import (
    FileError,
    FileNotFound,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    TooManyLinks,
)
from crab_sim.files.globs import glob_match, glob_tokens, glob_work, has_glob

__all__ = ["FileLookup"]

_EMPTY: Final[dict[str, Entry]] = {}
_MAX_LINK_HOPS: Final = 16
_LOOK: Final = 32  # comparisons that take as long as finding an entry
_BEGIN: Final = 6  # comparisons that take as long as beginning with a name


class FileDifference(NamedTuple):
    """The entries that one of two trees has, each with its path."""

    before: list[tuple[str, Entry]]
    after: list[tuple[str, Entry]]


class FileLookup:
    """The tables of a file system and everything that only looks at them; `Files` adds the changes."""

    __slots__ = ("_count", "_dirs", "_root", "_size")

    # The key of a directory is its path, except that the root's key is "": so str.rpartition("/") gives the key.
    _dirs: dict[str, dict[str, Entry]]
    _root: Directory
    _size: int
    _count: int

    @property
    def size(self) -> int:
        """Total bytes of all files."""
        return self._size

    @property
    def count(self) -> int:
        """Number of entries, without the root."""
        return self._count

    def resolve(self, path: str, *, follow: bool = True) -> str:
        """Returns the absolute path that `path` leads to, with symbolic links followed.

        Components that do not exist stay as they are.

        Args:
            path: the path.
            follow: follow also a link that is the last component.
        """
        return self._canonical(path, follow) or "/"

    def _canonical(self, path: str, follow: bool) -> str:
        if len(path) > MAX_PATH:
            raise NameTooLong(path)
        head, slash, name = path.rpartition("/")
        children = self._dirs.get(head)
        if children is not None and slash and name not in ("", ".", "..") and type(children.get(name)) is not Link:
            return path  # the usual case, and the fast one: its directory is a key, so no component above is a link
        pending = path.split("/")[::-1]
        current = ""
        hops = 0
        while pending:
            part = pending.pop()
            if part in ("", "."):
                continue
            if part == "..":
                current = current.rpartition("/")[0]
                continue
            entry = self._dirs.get(current, {}).get(part)
            if type(entry) is Link and (follow or any(pending)):
                hops += 1
                if hops > _MAX_LINK_HOPS:
                    raise TooManyLinks(path)
                if entry.target.startswith("/"):
                    current = ""
                pending += entry.target.split("/")[::-1]
                continue
            current = f"{current}/{part}"
        return current

    def _find(self, path: str, follow: bool = True) -> Entry | None:
        head, _, name = path.rpartition("/")
        children = self._dirs.get(head)
        if children is not None:
            entry = children.get(name)
            if entry is None:
                if name not in ("", ".", ".."):
                    return None
            elif type(entry) is not Link or not follow:
                return entry
        try:
            key = self._canonical(path, follow)
        except (NameTooLong, TooManyLinks):
            return None
        if not key:
            return self._root
        head, _, name = key.rpartition("/")
        entry = self._dirs.get(head, {}).get(name)
        return None if path.endswith("/") and type(entry) is File else entry

    def _get(self, path: str, follow: bool = True) -> Entry:
        entry = self._find(path, follow)
        if entry is None:
            raise self._missing(path)
        return entry

    def _missing(self, path: str) -> FileError:
        """Returns the error that explains why nothing is at `path`: a file on the way, or no such name."""
        try:
            key = self._canonical(path, True)
        except (NameTooLong, TooManyLinks) as error:
            return error
        while key:
            entry = self._dirs.get(key.rpartition("/")[0], {}).get(key.rpartition("/")[2])
            if entry is not None:
                return NotADirectory(path) if type(entry) is File else FileNotFound(path)
            key = key.rpartition("/")[0]
        return FileNotFound(path)

    def _key(self, path: str) -> str:
        """Returns the key of the directory at `path`."""
        if path in self._dirs:
            return path
        key = self._canonical(path, True)
        if key not in self._dirs:
            raise NotADirectory(path) if self._find(path) is not None else self._missing(path)
        return key

    def exists(self, path: str) -> bool:
        """Returns whether `path` exists (a link counts when its target exists)."""
        return self._find(path) is not None

    def nearest(self, path: str) -> str:
        """Returns the deepest existing one of `path` and the directories above it, with links resolved."""
        key, end = self._canonical(path, True), 0
        while end < len(key):  # from the top: each prefix is looked at once
            cut = key.find("/", end + 1)
            cut = len(key) if cut < 0 else cut
            if key[end + 1 : cut] not in self._dirs.get(key[:end], {}):
                break
            end = cut
        return key[:end] or "/"

    def is_file(self, path: str) -> bool:
        """Returns whether `path` is a regular file."""
        return type(self._find(path)) is File

    def is_dir(self, path: str) -> bool:
        """Returns whether `path` is a directory."""
        return path in self._dirs or type(self._find(path)) is Directory

    def read(self, path: str) -> bytes:
        """Returns the content of a file.

        Raises:
            FileError: nothing is at `path`, or a directory.
        """
        entry = self._find(path)
        if type(entry) is File:
            return entry.data
        raise self._missing(path) if entry is None else IsADirectory(path)

    def stat(self, path: str) -> File | Directory:
        """Returns the file or directory at `path`; links are followed."""
        entry = self._get(path)
        assert type(entry) is not Link
        return entry  # type: ignore[return-value]

    def lstat(self, path: str) -> Entry:
        """Returns the entry at `path` itself; links are not followed."""
        return self._get(path, follow=False)

    def list(self, path: str) -> tuple[str, ...]:
        """Returns the names in a directory, sorted by code point."""
        children = self._dirs.get(path)
        return tuple(sorted(self._dirs[self._key(path)] if children is None else children))

    def walk(self, path: str) -> Iterator[tuple[str, Entry]]:
        """Yields (path, entry) for `path` and all below it, parents first, names sorted; links are not followed."""
        entry = self._get(path, follow=False)
        top = path.rstrip("/")
        pending: list[tuple[str, str, Entry]] = [(top, self._canonical(path, False), entry)]
        while pending:
            shown, key, entry = pending.pop()
            yield shown or "/", entry
            if type(entry) is Directory:
                children = self._dirs[key]
                pending += [(f"{shown}/{name}", f"{key}/{name}", children[name]) for name in sorted(children)[::-1]]

    def differing(self, later: FileLookup, folder: str) -> FileDifference | None:
        """Returns what lies below a folder in this tree and in a later one, without entries that are the same objects.

        A later tree that shares most folders with this one costs next to nothing.

        Args:
            later: the later tree.
            folder: the folder's absolute path.

        Returns:
            None where there is no such folder in one of them, or a link on the way to it.
        """
        mine, theirs, top = self._dirs, later._dirs, f"{folder}/"
        if folder not in mine or folder not in theirs:
            return None
        keys = [key for key, children in mine.items() if theirs.get(key) is not children]
        keys += [key for key in theirs if key not in mine]
        found = FileDifference([], [])
        for key in keys:
            if key == folder or key.startswith(top):
                old, now = mine.get(key, _EMPTY), theirs.get(key, _EMPTY)
                found.before.extend([(f"{key}/{name}", one) for name, one in old.items() if now.get(name) is not one])
                found.after.extend([(f"{key}/{name}", one) for name, one in now.items() if old.get(name) is not one])
        return found

    def same(self, later: FileLookup, path: str) -> bool:
        """Returns whether a later tree has the same objects as this one at a path and below it.

        Args:
            later: the later tree.
            path: the normalised path of a file or directory, which needn't exist.
        """
        head, _, name = path.rpartition("/")
        if self._dirs.get(head, _EMPTY).get(name) is not later._dirs.get(head, _EMPTY).get(name):
            return False
        difference = self.differing(later, path)
        return (path in self._dirs) == (path in later._dirs) and not (difference and any(difference))

    def glob(self, pattern: str, cwd: str = "/", charge: Callable[[int], None] | None = None) -> tuple[str, ...]:
        """Returns the sorted paths that match a glob.

        Args:
            pattern: a glob, in which a backslash quotes and only a dot matches a leading dot; a relative one gives
                relative paths.
            cwd: the directory that a relative pattern starts from.
            charge: called before each piece of work, with the number of comparisons that takes as long.
        """
        absolute = pattern.startswith("/")
        bases = ["/" if absolute else ""]
        parts = [part for part in pattern.split("/") if part]
        for index, part in enumerate(parts):
            matches: list[str] = []
            for base in bases:
                matches += [base + name for name in self._glob_names(base, part, cwd, charge)]
            if index < len(parts) - 1 or pattern.endswith("/"):
                if charge is not None:
                    charge(_LOOK * len(matches))
                matches = [path + "/" for path in matches if self.is_dir(normalise(path, cwd))]
            bases = matches
        return tuple(sorted(bases)) if parts else ()

    def _glob_names(self, base: str, part: str, cwd: str, charge: Callable[[int], None] | None) -> Iterable[str]:
        directory = normalise(base, cwd)
        if not has_glob(part):
            name = "".join(str(token) for token in glob_tokens(part))
            return [name] if name in (".", "..") or self._find(f"{directory}/{name}", follow=False) else []
        dotted = glob_tokens(part)[0] == "."
        names = self.list(directory)
        if charge is not None:
            size = sum([len(name) for name in names]) // max(1, len(names)) + 1
            charge((_BEGIN + glob_work(part, size)) * len(names))
        return [n for n in names if (dotted or not n.startswith(".")) and glob_match(part, n)]

    def allows(self, path: str, user: str, need: str) -> bool:
        """Returns whether `user` has an access to the entry at `path`.

        The user ``root`` has all accesses. Anybody else must be allowed to enter all directories above `path`.

        Args:
            path: the path.
            user: the user.
            need: ``r`` (read), ``w`` (write) or ``x`` (run or enter).
        """
        if user == "root":
            return True
        entry = self._find(path)
        if entry is None or not grants(entry, user, need):
            return False
        key = self._canonical(path, True)
        while key:
            key = key.rpartition("/")[0]
            if not grants(self._get(key or "/"), user, "x"):
                return False
        return True
