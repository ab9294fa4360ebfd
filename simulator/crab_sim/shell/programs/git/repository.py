"""A repository over a virtual file system: its objects, its index, its settings, and who commits.

* `Repository` - one of them. `find_root` - the work tree that a folder belongs to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from crab_sim.files import FileError, Files
from crab_sim.files.entries import Directory
from crab_sim.shell.programs.git.config import Setting, normal_key, read_config
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.index import Index, index_bytes, read_index
from crab_sim.shell.programs.git.objects import (
    FOLDER,
    Commit,
    RawObject,
    TreeEntry,
    hash_object,
    pack,
    read_commit,
    read_tag,
    read_tree,
    tree_bytes,
    unpack,
)
from crab_sim.shell.text import decode, encode

__all__ = ["Repository", "Tree", "find_root", "is_folder"]

Tree = Mapping[str, TreeEntry]
"""All files of a folder's object by their paths in it; the entries' names are the paths."""

_NO_ENVIRONMENT: Final[Mapping[str, str]] = {}


def find_root(files: Files, folder: str) -> str | None:
    """Returns the work tree that a folder belongs to, None if it belongs to none."""
    while True:
        top = folder.rstrip("/")
        if files.is_dir(f"{top}/.git") and files.is_file(f"{top}/.git/HEAD"):
            return top or "/"
        if not top:
            return None
        folder = top.rpartition("/")[0] or "/"


def _free(steps: float) -> None:
    """Charges nothing."""


class Repository:
    """A repository.

    Args:
        files: The file system.
        root: The work tree.
        clock: Returns the present, in seconds since 1970; what only reads doesn't ask for it.
        user: Name of the user, who owns what is written.
        home: The user's home folder, with the settings of all repositories.
        environment: The shell's environment, which may name an author and a date.
        charge: Takes steps of work off the line's budget.
        folder: The repository's own folder, by default ``.git`` in the work tree.
        extra: Settings that count more than those of files.

    Attributes:
        files: The file system; what writes replaces it.
    """

    __slots__ = (
        "_begun", "_clock", "_index", "charge", "environment", "extra", "files", "folder", "home", "root", "user",
    )  # fmt: skip

    def __init__(
        self,
        files: Files,
        root: str,
        clock: Callable[[], float] = lambda: 0.0,
        user: str = "user",
        home: str = "/home/user",
        environment: Mapping[str, str] = _NO_ENVIRONMENT,
        charge: Callable[[float], None] = _free,
        folder: str = "",
        extra: Mapping[str, str] = _NO_ENVIRONMENT,
    ) -> None:
        self.files, self.root, self._clock, self.user, self.home = files, root, clock, user, home
        self.environment, self.charge, self.extra = environment, charge, extra
        self.folder = folder or f"{root.rstrip('/')}/.git"
        self._index: Index | None = None
        self._begun = 0.0

    @property
    def begun(self) -> float:
        """The present as it was first asked for, which dates all that one command signs, before an editor and after."""
        self._begun = self._begun or self.now
        return self._begun

    @property
    def now(self) -> float:
        """The present, in seconds since 1970."""
        return self._clock()

    # Files of the repository ----------------------------------------------------------------------------------------

    def work_path(self, path: str) -> str:
        """Returns the absolute path of a file of the work tree."""
        return f"{self.root.rstrip('/')}/{path}"

    def read(self, name: str) -> str | None:
        """Returns the text of a file of the repository's folder, None if there is none."""
        path = f"{self.folder}/{name}"
        return decode(self.files.read(path)) if self.files.is_file(path) else None

    def put(self, path: str, data: bytes, mode: int | None = None) -> None:
        """Writes a file by its absolute path; missing folders are made.

        Raises:
            GitError: The user may not write there.
        """
        parent = path.rpartition("/")[0] or "/"
        try:
            if not self.files.exists(parent):
                above = parent
                while not self.files.exists(above):
                    above = above.rpartition("/")[0] or "/"
                self._check(above)
                self.files = self.files.mkdir(parent, self.now, parents=True, owner=self.user)
            new = not self.files.exists(path)
            self._check(parent if new else path)
            self.charge(len(data) / 4096)
            self.files = self.files.write(path, data, self.now, mode=mode, owner=self.user if new else None)
        except FileError as error:
            raise GitError(f"fatal: unable to write '{path}': {error.reason}") from None

    def _check(self, path: str) -> None:
        if not self.files.allows(path, self.user, "w"):
            raise GitError(f"error: could not write '{path}': Permission denied")

    def write(self, name: str, text: str) -> None:
        """Writes a file of the repository's folder."""
        self.put(f"{self.folder}/{name}", encode(text))

    def append(self, name: str, text: str) -> None:
        """Adds text to a file of the repository's folder."""
        self.write(name, (self.read(name) or "") + text)

    def delete(self, name: str) -> None:
        """Removes a file of the repository's folder where there is one, and the folders that it leaves empty."""
        path = f"{self.folder}/{name}"
        if self.files.exists(path):
            self.files = self.files.remove(path, mtime=self.now)
            parent = path.rpartition("/")[0]
            keep = {self.folder, *[f"{self.folder}/{part}" for part in ("refs", "refs/heads", "refs/tags", "logs")]}
            while parent not in keep and self.files.is_dir(parent) and not self.files.list(parent):
                self.files = self.files.remove(parent, mtime=self.now)
                parent = parent.rpartition("/")[0]

    # Objects --------------------------------------------------------------------------------------------------------

    def _object_path(self, id: str) -> str:
        return f"{self.folder}/objects/{id[:2]}/{id[2:]}"

    def has(self, id: str) -> bool:
        """Returns whether there is an object."""
        return self.files.is_file(self._object_path(id))

    def store(self, kind: str, data: bytes) -> str:
        """Stores an object and returns its name."""
        id = hash_object(kind, data)
        if not self.has(id):
            self.charge(1 + len(data) / 4096)
            self.put(self._object_path(id), pack(kind, data), 0o444)
        return id

    def load(self, id: str) -> RawObject:
        """Returns an object.

        Raises:
            GitError: There is none of this name.
        """
        self.charge(0.2)
        try:
            return unpack(self.files.read(self._object_path(id)))
        except FileError:
            raise GitError(f"fatal: bad object {id}") from None

    def blob(self, id: str) -> bytes:
        """Returns the content of a file's object."""
        return self.load(id).data

    def commit(self, id: str) -> Commit:
        """Returns a commit.

        Raises:
            GitError: There is none of this name.
        """
        raw = self.load(id)
        if raw.kind != "commit":
            raise GitError(f"error: object {id} is a {raw.kind}, not a commit\nfatal: bad object {id}")
        return read_commit(id, raw.data)

    def ids(self, start: str) -> list[str]:
        """Returns the names of objects that begin with some digits, at least two."""
        folder = f"{self.folder}/objects/{start[:2]}"
        if not self.files.is_dir(folder):
            return []
        names = [start[:2] + name for name in self.files.list(folder)]
        return [id for id in names if len(id) == 40 and id.startswith(start)]

    def short(self, id: str) -> str:
        """Returns the first digits of an object's name, seven or as many as make it unique."""
        others = [other for other in self.ids(id[:7]) if other != id]
        length = 7
        while any([other.startswith(id[:length]) for other in others]):
            length += 1
        return id[:length]

    # Folders --------------------------------------------------------------------------------------------------------

    def tree_of(self, id: str) -> str:
        """Returns the folder that a commit, an annotated tag or a folder's name stands for."""
        raw = self.load(id)
        while raw.kind == "tag":
            raw = self.load(read_tag(raw.data).target)
        if raw.kind == "commit":
            return read_commit(id, raw.data).tree
        if raw.kind != "tree":
            raise GitError(f"fatal: not a tree object: {id}")
        return hash_object("tree", raw.data)

    def tree(self, id: str) -> Tree:
        """Returns all files of a commit or folder by their paths, ``""`` has none."""
        return {entry.name: entry for entry in self._walk(self.tree_of(id), "", 0)} if id else {}

    def _walk(self, id: str, before: str, depth: int) -> Iterator[TreeEntry]:
        if depth > 200:
            raise GitError("fatal: exceeded maximum allowed tree depth")
        for entry in read_tree(self.load(id).data):
            path = before + entry.name
            if entry.mode == FOLDER:
                yield from self._walk(entry.id, path + "/", depth + 1)
            else:
                yield TreeEntry(entry.mode, path, entry.id)

    def store_tree(self, entries: Mapping[str, TreeEntry]) -> str:
        """Stores the folders of some files, by their paths, and returns the name of the topmost one."""
        here: list[TreeEntry] = []
        below: dict[str, dict[str, TreeEntry]] = {}
        for path, entry in entries.items():
            head, slash, rest = path.partition("/")
            if slash:
                below.setdefault(head, {})[rest] = entry
            else:
                here.append(TreeEntry(entry.mode, head, entry.id))
        for name, inner in below.items():
            here.append(TreeEntry(FOLDER, name, self.store_tree(inner)))
        return self.store("tree", tree_bytes(here))

    # Index ----------------------------------------------------------------------------------------------------------

    @property
    def index(self) -> Index:
        """The index; it is replaced as a whole."""
        if self._index is None:
            try:
                self._index = read_index(self.files.read(f"{self.folder}/index"))
            except FileError:
                self._index = {}
        return self._index

    @index.setter
    def index(self, index: Index) -> None:
        self._index = index
        self.charge(len(index) / 50)
        self.put(f"{self.folder}/index", index_bytes(index))

    # Settings and people --------------------------------------------------------------------------------------------

    def settings(self) -> list[Setting]:
        """Returns all settings, those of this repository last, which count."""
        rows: list[Setting] = []
        for path in (f"{self.home}/.config/git/config", f"{self.home}/.gitconfig", f"{self.folder}/config"):
            if self.files.is_file(path):
                rows += read_config(decode(self.files.read(path)))
        return rows + [Setting(normal_key(key), value) for key, value in self.extra.items()]

    def setting(self, key: str, default: str = "") -> str:
        """Returns a setting's value."""
        wanted = normal_key(key)
        return next((row.value for row in reversed(self.settings()) if row.key == wanted), default)

    def flag(self, key: str, default: bool) -> bool:
        """Returns whether a setting is on."""
        value = self.setting(key, "true" if default else "false").lower()
        return value in ("true", "yes", "on", "1", "")


def is_folder(files: Files, path: str) -> bool:
    """Returns whether a path is that of a folder itself, no link to one."""
    return files.exists(path) and isinstance(files.lstat(path), Directory)
