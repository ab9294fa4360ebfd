"""The virtual file system of a simulated machine, as one immutable value.

A `Files` is never changed: every method that writes returns a new one that shares all untouched directories with
the old one, so a snapshot costs nothing and a write costs a copy of one directory's table. Paths are absolute POSIX
paths (a relative one starts at ``/``); ``..`` never leads above ``/``. Symbolic links are followed everywhere except
in `lstat`, `remove` and the source of `move`.

Permissions are recorded, and `allows` reports them, but they are not enforced here: the machine's own apps write
anywhere, and the shell calls `allows` first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from crab_sim.files.entries import MAX_PATH, Directory, Entry, File, Link, check_path, entry_size, normalise
from crab_sim.files.errors import (
    DirectoryNotEmpty,
    FileExists,
    FileSystemFull,
    InvalidName,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    PermissionDenied,
)
from crab_sim.files.lookup import FileLookup

__all__ = ["MAX_BYTES", "MAX_ENTRIES", "Files"]

MAX_BYTES: Final = 64 * 1024 * 1024
"""Maximum total bytes of one machine's files."""
MAX_ENTRIES: Final = 20_000
"""Maximum number of files, directories and links on one machine."""


class Files(FileLookup):
    """An immutable tree of files, directories and symbolic links.

    Args:
        entries: pairs of path and entry, in any order, as `items` returns them; missing parent directories are made.
        root: attributes of ``/``.

    >>> old = Files([("/home/user", Directory(0.0, 0o755, "user"))])
    >>> new = old.write("/home/user/a.txt", b"hi", 12.0)
    >>> new.read("/home/user/a.txt"), old.exists("/home/user/a.txt"), new.stat("/home/user/a.txt").owner
    (b'hi', False, 'user')
    """

    __slots__ = ()

    def __init__(self, entries: Iterable[tuple[str, Entry]] = (), *, root: Directory = Directory()) -> None:  # noqa: B008 - immutable
        self._dirs = {"": {}}
        self._root = root
        self._size = self._count = 0
        for path, entry in sorted(entries, key=lambda item: item[0]):
            key = normalise(path)
            if key == "/":
                self._root = entry if type(entry) is Directory else self._root
                continue
            head, _, name = key.rpartition("/")
            if head not in self._dirs:
                self._build_parents(head)
            check_path(key)
            self._count += name not in self._dirs[head]
            self._dirs[head][name] = entry
            if type(entry) is Directory:
                self._dirs.setdefault(key, {})
            elif type(entry) is File:
                self._size += len(entry.data)

    def plant(self, entries: Iterable[tuple[str, Entry]]) -> Files:
        """Returns a copy with many new entries, without the checks of `write`: for a machine's own content.

        Args:
            entries: pairs of normalised path and entry; a directory comes before its entries, no path occurs twice,
                and none exists yet.

        >>> Files().plant([("/a", Directory()), ("/a/b.txt", File(b"hi"))]).read("/a/b.txt")
        b'hi'
        """
        dirs = dict(self._dirs)
        copied: set[str] = set()
        size = count = 0
        for path, entry in entries:
            head, _, name = path.rpartition("/")
            if head not in copied:
                dirs[head] = dict(dirs[head])
                copied.add(head)
            dirs[head][name] = entry
            count += 1
            if type(entry) is Directory:
                dirs[path] = {}
                copied.add(path)
            elif type(entry) is File:
                size += len(entry.data)
        return self._with(dirs, size, count)

    def _build_parents(self, key: str) -> None:
        parent = ""
        for name in key.split("/")[1:]:
            children = self._dirs[parent]
            if type(children.setdefault(name, Directory())) is not Directory:
                raise NotADirectory(f"{parent}/{name}")
            parent = f"{parent}/{name}"
            if parent not in self._dirs:
                self._dirs[parent] = {}
                self._count += 1

    def _with(self, dirs: dict[str, dict[str, Entry]], size: int = 0, count: int = 0) -> Files:
        """Returns a copy with other tables, `size` more bytes and `count` more entries."""
        new = Files.__new__(Files)
        new._dirs = dirs
        new._root = self._root
        new._size = self._size + size
        new._count = self._count + count
        return new

    # --- changing ----------------------------------------------------------------------------------------------

    def _locate(self, path: str, follow: bool = True) -> tuple[str, str, Entry | None]:
        """Returns (key of the parent, name, entry or None) of a path whose parent exists."""
        head, _, name = path.rpartition("/")
        children = self._dirs.get(head)
        if children is None or name in ("", ".", "..") or type(children.get(name)) is Link:
            key = self._canonical(path, follow)
            if not key:
                return "", "", self._root
            head, _, name = key.rpartition("/")
            children = self._dirs.get(head)
            if children is None:
                raise self._missing(path)
        return head, name, children.get(name)

    def _put(self, head: str, name: str, entry: Entry, mtime: float | None, size: int, *, new: bool) -> Files:
        if new:
            check_path(f"{head}/{name}")
        if self._size + size > MAX_BYTES or (new and self._count >= MAX_ENTRIES):
            raise FileSystemFull(f"{head}/{name}")
        dirs = self._dirs.copy()
        children = dirs[head].copy()
        children[name] = entry
        dirs[head] = children
        if new:
            _stamp(dirs, head, mtime)
        return self._with(dirs, size, new)

    def write(
        self,
        path: str,
        data: bytes,
        mtime: float,
        append: bool = False,
        *,
        mode: int | None = None,
        owner: str | None = None,
    ) -> Files:
        """Returns a copy in which the file at `path` holds `data` (or has it appended).

        Args:
            path: the file, made when missing; its directory must exist.
            data: the new content.
            mtime: modification time, Unix seconds.
            append: add to the old content instead of replacing it.
            mode: permission bits; by default those it had, or 0o644.
            owner: by default the one it had, or the owner of its directory.
        """
        head, name, old = self._locate(path)
        if type(old) is File:
            content = old.data + data if append else data
            entry = File(content, mtime, old.mode if mode is None else mode, old.owner if owner is None else owner)
            return self._put(head, name, entry, mtime, len(content) - len(old.data), new=False)
        if old is not None or path.endswith("/"):
            raise IsADirectory(path)
        entry = File(data, mtime, 0o644 if mode is None else mode, self._owner(head) if owner is None else owner)
        return self._put(head, name, entry, mtime, len(data), new=True)

    def _owner(self, key: str) -> str:
        return self._get(key or "/").owner

    def mkdir(self, path: str, mtime: float, parents: bool = False, *, owner: str | None = None) -> Files:
        """Returns a copy with a new directory.

        Args:
            path: the directory.
            mtime: modification time, Unix seconds.
            parents: make missing directories above it too, and accept one that exists.
            owner: by default the owner of the directory above.
        """
        if parents:
            new, key = self, self._canonical(path, True)
            cut = 0
            while cut >= 0:  # each prefix in turn: "/a", "/a/b", ...
                cut = key.find("/", cut + 1)
                above = key if cut < 0 else key[:cut]
                if above not in new._dirs:
                    if cut >= 0 and new._find(above) is not None:
                        raise NotADirectory(path)
                    new = new.mkdir(above, mtime, owner=owner)
            return new
        head, name, old = self._locate(path.rstrip("/"))
        if old is not None:
            raise FileExists(path)
        entry = Directory(mtime, 0o755, self._owner(head) if owner is None else owner)
        new = self._put(head, name, entry, mtime, 0, new=True)
        new._dirs[f"{head}/{name}"] = {}
        return new

    def link(self, path: str, target: str, mtime: float, *, owner: str | None = None) -> Files:
        """Returns a copy with a new symbolic link.

        Args:
            path: the link.
            target: the path that it leads to, which need not exist.
            mtime: modification time, Unix seconds.
            owner: by default the owner of the directory that holds the link.
        """
        if len(target) > MAX_PATH:
            raise NameTooLong(target)
        head, name, old = self._locate(path, follow=False)
        if old is not None:
            raise FileExists(path)
        entry = Link(target, mtime, 0o777, self._owner(head) if owner is None else owner)
        return self._put(head, name, entry, mtime, 0, new=True)

    def remove(self, path: str, recursive: bool = False, *, mtime: float | None = None) -> Files:
        """Returns a copy without the entry at `path`; of a link, the link is removed and its target stays.

        Args:
            path: the entry.
            recursive: remove a directory that still has entries.
            mtime: new modification time of the directory that held the entry; by default it keeps its own.
        """
        head, name, entry = self._locate(path.rstrip("/") or "/", follow=False)
        if not name:
            raise PermissionDenied(path)
        if entry is None:
            raise self._missing(path)
        dirs = self._dirs.copy()
        size, count = entry_size(entry), 1
        if type(entry) is Directory:
            key = f"{head}/{name}"
            if dirs[key] and not recursive:
                raise DirectoryNotEmpty(path)
            inside = [k for k in dirs if k == key or k.startswith(key + "/")]
            for gone in inside:
                children = dirs.pop(gone)
                count += len(children)
                size += sum(map(entry_size, children.values()))
        dirs[head] = {k: v for k, v in dirs[head].items() if k != name}
        _stamp(dirs, head, mtime)
        return self._with(dirs, -size, -count)

    def move(self, source: str, target: str, *, mtime: float | None = None) -> Files:
        """Returns a copy in which `source` has the path `target`, as by rename(2).

        Args:
            source: the entry; a link itself is moved.
            target: the full new path, never the directory to move into; a file or an empty directory is replaced.
            mtime: new modification time of both directories; by default they keep their own.
        """
        head, name, entry = self._locate(source.rstrip("/") or "/", follow=False)
        if entry is None:
            raise self._missing(source)
        to_head, to_name, old = self._locate(target.rstrip("/") or "/", follow=False)
        key, to_key = f"{head}/{name}", f"{to_head}/{to_name}"
        into_itself = type(entry) is Directory and f"{to_head}/".startswith(f"{key}/")
        if not name or not to_name or into_itself:
            raise InvalidName(target)
        if key == to_key:
            return self
        if type(old) is Directory and type(entry) is not Directory:
            raise IsADirectory(target)
        if old is not None and type(old) is not Directory and type(entry) is Directory:
            raise NotADirectory(target)
        base = self if old is None else self.remove(to_key, mtime=mtime)
        check_path(to_key)
        dirs = base._dirs.copy()
        dirs[head] = {k: v for k, v in dirs[head].items() if k != name}
        dirs[to_head] = {**dirs[to_head], to_name: entry}
        if type(entry) is Directory:
            inside = [k for k in dirs if k == key or k.startswith(key + "/")]
            for inner in inside:
                check_path(to_key + inner[len(key) :])
            for inner in inside:
                dirs[to_key + inner[len(key) :]] = dirs.pop(inner)
        _stamp(dirs, head, mtime)
        _stamp(dirs, to_head, mtime)
        return base._with(dirs)

    def copy(
        self, source: str, target: str, recursive: bool = False, *, mtime: float | None = None, owner: str | None = None
    ) -> Files:
        """Returns a copy in which `target` (a full path) has the content of `source`; directories need `recursive`.

        Args:
            source: file or directory; a link is followed.
            target: an existing file is overwritten, and entries are merged into an existing directory.
            recursive: copy directories too.
            mtime: modification time of the new entries, Unix seconds; by default each keeps its own.
            owner: owner of the new entries; by default the owner of the directory that takes the copy.
        """
        entry = self._get(source)
        if type(entry) is File:
            when = entry.mtime if mtime is None else mtime
            known = self.exists(target)
            return self.write(target, entry.data, when, mode=None if known else entry.mode, owner=owner)
        if not recursive:
            raise IsADirectory(source)
        origin, goal = self._canonical(source, True), self._canonical(target, True)
        if goal == origin or goal.startswith(origin + "/"):
            raise InvalidName(target)
        new = self
        for path, item in self.walk(origin or "/"):
            where = goal + path[len(origin) :]
            when = item.mtime if mtime is None else mtime
            if type(item) is Directory:
                new = new.mkdir(where, when, parents=True, owner=owner)
            elif type(item) is Link:
                new = new.remove(where) if new._find(where, False) else new
                new = new.link(where, item.target, when, owner=owner)
            else:
                new = new.copy(path, where, mtime=mtime, owner=owner)
        return new

    def chmod(self, path: str, mode: int) -> Files:
        """Returns a copy in which the entry has the permission bits `mode`."""
        return self._replace_entry(path, mode=mode & 0o7777)

    def chown(self, path: str, owner: str) -> Files:
        """Returns a copy in which the entry belongs to `owner`."""
        return self._replace_entry(path, owner=owner)

    def touch(self, path: str, mtime: float, *, owner: str | None = None) -> Files:
        """Returns a copy in which the entry has the modification time `mtime`; a missing file is created empty."""
        if self._find(path) is None:
            return self.write(path, b"", mtime, owner=owner)
        return self._replace_entry(path, mtime=mtime)

    def _replace_entry(self, path: str, **changes: object) -> Files:
        head, name, entry = self._locate(path.rstrip("/") or "/")
        if entry is None:
            raise self._missing(path)
        changed: Entry = entry._replace(**changes)  # type: ignore[arg-type]
        if not name:
            new = self._with(self._dirs)
            assert type(changed) is Directory
            new._root = changed
            return new
        return self._put(head, name, changed, None, 0, new=False)

    # --- the value --------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[str, Entry]]:
        """Yields all (path, entry), the root first, in an order that depends only on the content."""
        return self.walk("/")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Files):
            return NotImplemented
        return self is other or (self._root == other._root and self._dirs == other._dirs)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Files], tuple[tuple[tuple[str, Entry], ...]]]:
        return Files, (tuple(self.items()),)

    def __repr__(self) -> str:
        return f"<Files: {self._count} entries, {self._size} bytes>"


def _stamp(dirs: dict[str, dict[str, Entry]], key: str, mtime: float | None) -> None:
    """Sets the modification time of the directory `key` in the fresh table `dirs`; the root's stays."""
    if mtime is None or not key:
        return
    head, _, name = key.rpartition("/")
    old = dirs[head][name]
    dirs[head] = {**dirs[head], name: Directory(mtime, old.mode, old.owner)}
