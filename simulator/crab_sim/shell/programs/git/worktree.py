"""The work tree: what differs between HEAD, the index and the files, and how files get there.

* `Change`, `compare` - what differs between two sets of files. `Status`, `status` - the state of the work tree.
* `Contents` - the bytes of objects and of files. `on_disk`, `entry_of` - files as objects.
* `put_file`, `drop_file`, `switch_files`, `index_of` - writing the work tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from crab_sim.files import File, FileError, Link
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.ignoring import Ignores
from crab_sim.shell.programs.git.index import Index, IndexEntry
from crab_sim.shell.programs.git.objects import EXECUTABLE, LINK, REGULAR, TreeEntry, hash_object
from crab_sim.shell.programs.git.refs import head_id
from crab_sim.shell.programs.git.repository import Repository, Tree, is_folder
from crab_sim.shell.text import decode, encode

__all__ = [
    "Change", "Contents", "Status", "compare", "drop_file", "entry_of", "index_of", "on_disk", "put_file", "staged",
    "status", "switch_files", "tracked_tree", "untracked",
]  # fmt: skip


class Change(NamedTuple):
    """A file that differs.

    Attributes:
        kind: ``A`` added, ``D`` deleted, ``M`` modified, ``T`` of another type, ``R`` renamed, ``U`` in conflict.
        path: Its path, of a deleted one its old path.
        old: Its entry before, None for an added one.
        new: Its entry after, None for a deleted one.
        source: Its path before, where it was renamed.
        score: How much of a renamed file has stayed, in percent.
    """

    kind: str
    path: str
    old: TreeEntry | None
    new: TreeEntry | None
    source: str = ""
    score: int = 0


class Status(NamedTuple):
    """The state of a work tree.

    Attributes:
        staged: What differs between HEAD and the index.
        unstaged: What differs between the index and the files.
        conflicts: Two letters for each path in conflict, such as ``UU``.
        untracked: Paths that git doesn't know; folders end in a slash.
    """

    staged: tuple[Change, ...]
    unstaged: tuple[Change, ...]
    conflicts: tuple[tuple[str, str], ...]
    untracked: tuple[str, ...]


class Contents:
    """The bytes of objects, of which some are only files of the work tree as yet."""

    __slots__ = ("_known", "_repository")

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[str, bytes] = {}

    def know(self, id: str, data: bytes) -> None:
        """Takes the bytes of a file that isn't an object yet."""
        self._known[id] = data

    def of(self, entry: TreeEntry | None) -> bytes:
        """Returns an entry's bytes, none for no entry."""
        if entry is None:
            return b""
        known = self._known.get(entry.id)
        return self._repository.blob(entry.id) if known is None else known


def staged(index: Index) -> dict[str, TreeEntry]:
    """Returns the index's files without those in conflict."""
    return {path: TreeEntry(rows[0].mode, path, rows[0].id) for path, rows in index.items() if not rows[0].stage}


def entry_of(repository: Repository, path: str, contents: Contents | None = None) -> TreeEntry | None:
    """Returns a file of the work tree as an entry, None if there is none."""
    where = repository.work_path(path)
    try:
        found = repository.files.lstat(where)
    except FileError:
        return None
    if isinstance(found, File):
        mode, data = EXECUTABLE if found.mode & 0o100 else REGULAR, found.data
        if not repository.files.allows(where, repository.user, "r"):
            raise GitError(f'error: open("{path}"): Permission denied\nfatal: unable to process path {path}')
    elif isinstance(found, Link):
        mode, data = LINK, encode(found.target)
    else:
        return None
    repository.charge(0.05 + len(data) / 65536)
    id = hash_object("blob", data)
    if contents is not None:
        contents.know(id, data)
    return TreeEntry(mode, path, id)


def on_disk(repository: Repository, paths: Iterable[str], contents: Contents | None = None) -> dict[str, TreeEntry]:
    """Returns the files of the work tree among some paths."""
    found = {path: entry_of(repository, path, contents) for path in paths}
    return {path: entry for path, entry in found.items() if entry is not None}


def compare(old: Tree, new: Tree) -> list[Change]:
    """Returns what differs between two sets of files, in the order of their paths."""
    changes = []
    for path in sorted(old.keys() | new.keys(), key=encode):
        before, after = old.get(path), new.get(path)
        if before is None or after is None:
            changes.append(Change("A" if before is None else "D", path, before, after))
        elif (before.mode, before.id) != (after.mode, after.id):
            kind = "T" if (before.mode == LINK) != (after.mode == LINK) else "M"
            changes.append(Change(kind, path, before, after))
    return changes


def tracked_tree(repository: Repository, contents: Contents | None = None) -> dict[str, TreeEntry]:
    """Returns the files of the work tree that the index has."""
    return on_disk(repository, repository.index, contents)


_LETTERS: Final[Mapping[tuple[int, ...], str]] = {
    (1,): "DD", (2,): "AU", (1, 2): "UD", (3,): "UA", (1, 3): "DU", (2, 3): "AA", (1, 2, 3): "UU",
}  # fmt: skip


def untracked(repository: Repository, every: bool = False, under: str = "") -> list[str]:
    """Returns the paths that git doesn't know and doesn't ignore, in their order.

    Args:
        repository: The repository.
        every: Whether all files are named, not only the topmost folder of theirs.
        under: A folder of the work tree with a slash at its end, ``""`` for all of it.
    """
    index = repository.index
    known = {"".join(parts) for path in index for parts in _folders(path)}
    ignores = Ignores(repository.files, repository.root, repository.folder)
    return _untracked(repository, known, ignores, under, every)


def _folders(path: str) -> Iterable[list[str]]:
    names = path.split("/")[:-1]
    return [[name + "/" for name in names[: count + 1]] for count in range(len(names))]


def _untracked(repository: Repository, known: set[str], ignores: Ignores, under: str, every: bool) -> list[str]:
    files, found = repository.files, []
    names = files.list(repository.work_path(under).rstrip("/") or "/")
    repository.charge(0.1 * len(names))
    for name in names:
        path = under + name
        if name == ".git" or path in repository.index:
            continue
        where = repository.work_path(path)
        folder = is_folder(files, where)
        if ignores.ignored(path, folder):
            if not folder or path + "/" not in known:
                continue
        if not folder:
            found.append(path)
        elif files.is_file(f"{where}/.git/HEAD"):
            found.append(path + "/")
        else:
            inside = _untracked(repository, known, ignores, path + "/", every)
            found += inside if every or path + "/" in known else [path + "/"] if inside else []
    return sorted(found, key=encode)


def status(repository: Repository, every: bool = False, contents: Contents | None = None) -> Status:
    """Returns the state of the work tree; renames are not looked for."""
    index, head = repository.index, head_id(repository)
    now, conflicts = staged(index), []
    for path, rows in sorted(index.items()):
        if rows[0].stage:
            conflicts.append((_LETTERS.get(tuple([row.stage for row in rows]), "UU"), path))
    in_conflict = {path for _, path in conflicts}
    before = {path: entry for path, entry in repository.tree(head).items() if path not in in_conflict}
    return Status(
        tuple(compare(before, now)),
        tuple(compare(now, on_disk(repository, now, contents))),
        tuple(conflicts),
        tuple(untracked(repository, every)),
    )


# Writing ----------------------------------------------------------------------------------------------------------


def put_file(repository: Repository, path: str, mode: int, data: bytes) -> None:
    """Writes a file of the work tree, in place of whatever is there.

    Args:
        repository: The repository.
        path: The file, relative to the work tree.
        mode: The mode that git keeps, such as `EXECUTABLE` or `LINK`.
        data: The file's content, or the target of a link.
    """
    where = repository.work_path(path)
    _clear_way(repository, path)
    if repository.files.exists(where) and (is_folder(repository.files, where) or mode == LINK):
        repository.files = repository.files.remove(where, recursive=True, mtime=repository.now)
    elif _is_link(repository, where):
        repository.files = repository.files.remove(where, mtime=repository.now)
    if mode == LINK:
        parent = where.rpartition("/")[0] or "/"
        if not repository.files.is_dir(parent):
            repository.files = repository.files.mkdir(parent, repository.now, parents=True, owner=repository.user)
        repository.files = repository.files.link(where, decode(data), repository.now, owner=repository.user)
        return
    repository.put(where, data, 0o755 if mode == EXECUTABLE else 0o644)


def _is_link(repository: Repository, where: str) -> bool:
    try:
        return isinstance(repository.files.lstat(where), Link)
    except FileError:
        return False


def _clear_way(repository: Repository, path: str) -> None:
    """Removes files that stand where a path's folders are needed."""
    for parts in _folders(path):
        above = repository.work_path("".join(parts)[:-1])
        if repository.files.is_file(above) or _is_link(repository, above):
            repository.files = repository.files.remove(above, mtime=repository.now)


def drop_file(repository: Repository, path: str) -> None:
    """Removes a file of the work tree, and the folders that it leaves empty."""
    where = repository.work_path(path)
    try:
        repository.files.lstat(where)
    except FileError:
        return
    if is_folder(repository.files, where):
        return
    repository.files = repository.files.remove(where, mtime=repository.now)
    parent = where.rpartition("/")[0]
    while parent not in ("", repository.root) and not repository.files.list(parent):
        repository.files = repository.files.remove(parent, mtime=repository.now)
        parent = parent.rpartition("/")[0]


def index_of(repository: Repository, entry: TreeEntry, stage: int = 0) -> IndexEntry:
    """Returns the index's entry of a file, with the size and time of the one in the work tree."""
    try:
        found = repository.files.lstat(repository.work_path(entry.name))
    except FileError:
        return IndexEntry(entry.name, entry.mode, entry.id, stage)
    size = len(found.data) if isinstance(found, File) else len(encode(found.target)) if isinstance(found, Link) else 0
    return IndexEntry(entry.name, entry.mode, entry.id, stage, size, found.mtime)


_BLOCKED: Final = (
    "error: {} would be overwritten by {}:\n{}\n{}\nAborting"
)  # fmt: skip
_ADVICE: Final = {
    "checkout": ("Please commit your changes or stash them before you switch branches.",
                 "Please move or remove them before you switch branches."),
    "merge": ("Please commit your changes or stash them before you merge.",
              "Please move or remove them before you merge."),
}  # fmt: skip


def switch_files(repository: Repository, old: Tree, new: Tree, doing: str = "checkout", force: bool = False) -> None:
    """Brings index and work tree from one set of files to another; files changed since are kept, or in the way.

    Args:
        repository: The repository.
        old: The files before, those of HEAD.
        new: The files after.
        doing: The command, for its error: ``checkout`` or ``merge``.
        force: Whether changes are thrown away.

    Raises:
        GitError: Changes or unknown files would be overwritten.
    """
    index, blocked, unknown = dict(repository.index), [], []
    todo: list[tuple[str, TreeEntry | None]] = []
    for path in sorted(old.keys() | new.keys(), key=encode):
        before, after = old.get(path), new.get(path)
        rows = index.get(path, ())
        entry = TreeEntry(rows[0].mode, path, rows[0].id) if rows and not rows[0].stage else None
        if force:
            todo.append((path, after))
        elif before != after and entry != after:
            found = entry_of(repository, path)
            if entry is None and before is None:
                if found is not None and found != after:
                    unknown.append(path)
            elif entry != before or (found is not None and found != entry):
                blocked.append(path)
            todo.append((path, after))
    if blocked or unknown:
        parts = []
        if blocked:
            names = "\n".join([f"\t{path}" for path in blocked])
            parts.append(_BLOCKED.format("Your local changes to the following files", doing, names, _ADVICE[doing][0]))
        if unknown:
            names = "\n".join([f"\t{path}" for path in unknown])
            title = "The following untracked working tree files"
            parts.append(_BLOCKED.format(title, doing, names, _ADVICE[doing][1]))
        text = "\n".join([part.removesuffix("\nAborting") for part in parts]) + "\nAborting"
        raise GitError(text, 1)
    for path, after in todo:
        if after is None:
            drop_file(repository, path)
            index.pop(path, None)
    for path, after in todo:
        if after is not None:
            if entry_of(repository, path) != after:
                put_file(repository, path, after.mode, repository.blob(after.id))
            index[path] = (index_of(repository, after),)
    repository.index = index
