"""The virtual file system of a simulated machine, as one immutable value.

A `Files` is never changed: every method that writes returns a new one that shares all untouched directories with
the old one, so a snapshot costs nothing and a write costs a copy of one directory's table. Paths are absolute POSIX
paths (a relative one is taken from ``/``); ``..`` never leads above ``/``. Symbolic links are followed everywhere
but in `lstat`, `remove` and the source of `move`.

Permissions are recorded and can be asked for with `allows`, but are not enforced here: the machine's own apps write
where they like, and the shell asks first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from crab_gym.sim.files.entries import MAX_PATH, Directory, Entry, File, Link, check_path, entry_size, grants, normalise
from crab_gym.sim.files.errors import (
    DirectoryNotEmpty,
    FileError,
    FileExists,
    FileNotFound,
    FileSystemFull,
    InvalidName,
    IsADirectory,
    NameTooLong,
    NotADirectory,
    PermissionDenied,
    TooManyLinks,
)
from crab_gym.sim.files.globs import glob_match, glob_tokens, has_glob

__all__ = ["MAX_BYTES", "MAX_ENTRIES", "Files"]

MAX_BYTES: Final = 64 * 1024 * 1024
"""Most bytes that the files of one machine may hold together."""
MAX_ENTRIES: Final = 20_000
"""Most files, directories and links of one machine."""
_MAX_LINK_HOPS: Final = 16


class Files:
    """An immutable tree of files, directories and symbolic links.

    Args:
        entries: pairs of path and entry, in any order; missing parent directories are made. `items` gives them back.
        root: attributes of ``/``.

    >>> old = Files([("/home/user", Directory(0.0, 0o755, "user"))])
    >>> new = old.write("/home/user/a.txt", b"hi", 12.0)
    >>> new.read("/home/user/a.txt"), old.exists("/home/user/a.txt"), new.stat("/home/user/a.txt").owner
    (b'hi', False, 'user')
    """

    __slots__ = ("_count", "_dirs", "_root", "_size")

    # The key of a directory is its path, except that the root's key is "": so str.rpartition("/") gives the key.
    _dirs: dict[str, dict[str, Entry]]
    _root: Directory
    _size: int
    _count: int

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
        """Adds many new entries at once, quickly: a machine's content, not an agent's.

        Args:
            entries: pairs of normalised path and entry; a directory comes before what is in it, and nothing is named
                twice or there already.

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

    # --- looking -----------------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Bytes held by all files together."""
        return self._size

    @property
    def count(self) -> int:
        """Numbers of entries, the root left out."""
        return self._count

    def resolve(self, path: str, *, follow: bool = True) -> str:
        """Returns the absolute path that `path` leads to, symbolic links followed (the last one only with `follow`).

        Components that do not exist stay as they are.
        """
        return self._canonical(path, follow) or "/"

    def _canonical(self, path: str, follow: bool) -> str:
        if len(path) > MAX_PATH:
            raise NameTooLong(path)
        head, slash, name = path.rpartition("/")
        children = self._dirs.get(head)
        if children is not None and slash and name not in ("", ".", "..") and type(children.get(name)) is not Link:
            return path  # the usual case: it lies in a directory that goes by its own path
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
            if entry is not None and (type(entry) is not Link or not follow):
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
        """Say why nothing is at `path`: a file on the way, or nothing there."""
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
        """Returns whether something has that path (a link counts when its target exists)."""
        return self._find(path) is not None

    def nearest(self, path: str) -> str:
        """Returns the deepest that exists of `path` and the directories above it, links resolved."""
        key, end = self._canonical(path, True), 0
        while end < len(key):  # from the top: each prefix is looked at once
            cut = key.find("/", end + 1)
            cut = len(key) if cut < 0 else cut
            if key[end + 1 : cut] not in self._dirs.get(key[:end], {}):
                break
            end = cut
        return key[:end] or "/"

    def is_file(self, path: str) -> bool:
        """Returns whether a regular file has that path."""
        return type(self._find(path)) is File

    def is_dir(self, path: str) -> bool:
        """Returns whether a directory has that path."""
        return path in self._dirs or type(self._find(path)) is Directory

    def read(self, path: str) -> bytes:
        """Returns the content of a file.

        Raises:
            FileError: nothing is there, or a directory.
        """
        entry = self._find(path)
        if type(entry) is File:
            return entry.data
        raise self._missing(path) if entry is None else IsADirectory(path)

    def stat(self, path: str) -> File | Directory:
        """Returns the file or the directory's attributes; links are followed."""
        entry = self._get(path)
        assert type(entry) is not Link
        return entry  # type: ignore[return-value]

    def lstat(self, path: str) -> Entry:
        """Returns what is at the path itself, which may be a link."""
        return self._get(path, follow=False)

    def list(self, path: str) -> tuple[str, ...]:
        """Returns the names in a directory, sorted by code point."""
        children = self._dirs.get(path)
        return tuple(sorted(self._dirs[self._key(path)] if children is None else children))

    def walk(self, path: str) -> Iterator[tuple[str, Entry]]:
        """Yields `path` and all below it as (path, entry), parents first, names sorted; links are not followed."""
        entry = self._get(path, follow=False)
        top = path.rstrip("/")
        pending: list[tuple[str, str, Entry]] = [(top, self._canonical(path, False), entry)]
        while pending:
            shown, key, entry = pending.pop()
            yield shown or "/", entry
            if type(entry) is Directory:
                children = self._dirs[key]
                pending += [(f"{shown}/{name}", f"{key}/{name}", children[name]) for name in sorted(children)[::-1]]

    def glob(self, pattern: str, cwd: str = "/") -> tuple[str, ...]:
        """Returns the sorted paths that match a glob; a backslash quotes, a leading dot is only matched by a dot.

        A relative pattern is seen from `cwd` and gives relative paths.
        """
        absolute = pattern.startswith("/")
        found = ["/" if absolute else ""]
        parts = [part for part in pattern.split("/") if part]
        for index, part in enumerate(parts):
            last = index == len(parts) - 1
            grown: list[str] = []
            for base in found:
                grown += [base + name for name in self._glob_names(base, part, cwd)]
            if not last:
                grown = [path + "/" for path in grown if self.is_dir(normalise(path, cwd))]
            elif pattern.endswith("/"):
                grown = [path + "/" for path in grown if self.is_dir(normalise(path, cwd))]
            found = grown
        return tuple(sorted(found)) if parts else ()

    def _glob_names(self, base: str, part: str, cwd: str) -> Iterable[str]:
        directory = normalise(base, cwd)
        if not has_glob(part):
            name = "".join(str(token) for token in glob_tokens(part))
            return [name] if name in (".", "..") or self._find(f"{directory}/{name}", follow=False) else []
        dotted = glob_tokens(part)[0] == "."
        return [n for n in self.list(directory) if (dotted or not n.startswith(".")) and glob_match(part, n)]

    def allows(self, path: str, user: str, need: str) -> bool:
        """Returns whether `user` may read (``r``), write (``w``) or run/enter (``x``) what is at `path`.

        The user ``root`` may do everything. Directories on the way must be enterable.
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
            append: add to the old content in place of replacing it.
            mode: permission bits; by default those it had, or 0o644.
            owner: by default the one it had, or the owner of the directory.
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
        """Returns a copy with the directory; with `parents` also those above it, and then an existing one is fine."""
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
        """Returns a copy with a symbolic link at `path` to `target`, which need not exist."""
        if len(target) > MAX_PATH:
            raise NameTooLong(target)
        head, name, old = self._locate(path, follow=False)
        if old is not None:
            raise FileExists(path)
        entry = Link(target, mtime, 0o777, self._owner(head) if owner is None else owner)
        return self._put(head, name, entry, mtime, 0, new=True)

    def remove(self, path: str, recursive: bool = False, *, mtime: float | None = None) -> Files:
        """Returns a copy without the entry; a directory that has entries only goes with `recursive`.

        A link is removed, not what it leads to. `mtime`, when given, is set on the directory that held the entry.
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
        """Returns a copy in which `source` is called `target`, as rename(2): a file or an empty directory is replaced.

        `target` is the full new path, never the directory to move into.
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
        """Returns a copy in which `target` (a full path) holds what `source` holds; directories need `recursive`.

        Args:
            source: file or directory; a link is followed.
            target: an existing file is overwritten, into an existing directory the entries are merged.
            recursive: copy directories too.
            mtime: of the new entries, Unix seconds; by default each keeps its own.
            owner: of the new entries; by default the owner of the directory that takes the copy.
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
        """Returns a copy in which the entry has that modification time; a missing file is made empty."""
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

    # --- as a value --------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[str, Entry]]:
        """Yields all (path, entry), the root first, in an order that depends on the content only."""
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
