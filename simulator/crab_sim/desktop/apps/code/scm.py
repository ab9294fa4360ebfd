"""Source control: the state of the folder's repository, and what the buttons of its view do.

* `Repo`, `repo_of` - the state. `Failure` - why something can't be done.
* `stage_paths`, `unstage_paths`, `discard_paths`, `commit`, `init`, `switch_branch`, `create_branch`, `comparison`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from crab_sim.desktop.apps.code.state import USER, Document
from crab_sim.desktop.widgets import HOME
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.shell.programs.git.commands.committing import cleaned, make_commit
from crab_sim.shell.programs.git.commands.setup import make_repository
from crab_sim.shell.programs.git.commands.staging import clear_merge, stage
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import REGULAR, TreeEntry
from crab_sim.shell.programs.git.refs import (
    check_ref_name,
    head_branch,
    head_id,
    list_refs,
    read_ref,
    set_head,
    set_ref,
)
from crab_sim.shell.programs.git.repository import Repository, find_root
from crab_sim.shell.programs.git.worktree import (
    Status,
    drop_file,
    entry_of,
    index_of,
    put_file,
    staged,
    status,
    switch_files,
)

__all__ = [
    "Failure", "Repo", "branches", "commit", "comparison", "create_branch", "discard_paths", "init", "repo_of",
    "stage_paths", "switch_branch", "unstage_paths",
]  # fmt: skip


class Failure(Exception):
    """Something can't be done; the message tells why."""


class Repo(NamedTuple):
    """The state of a repository.

    Attributes:
        root: Its work tree.
        branch: The branch, or the first digits of a commit.
        status: What differs.
        merging: Whether a merge was begun.
    """

    root: str
    branch: str
    status: Status
    merging: bool

    @property
    def pending(self) -> int:
        """How many files differ."""
        found = self.status
        paths = {change.path for change in (*found.staged, *found.unstaged)} | {path for _, path in found.conflicts}
        return len(paths) + len(found.untracked)

    def letters(self) -> dict[str, str]:
        """Returns the letter of each file that differs, by its absolute path."""
        found = self.status
        rows = {path: "U" for path in found.untracked}
        rows.update({change.path: change.kind for change in found.staged})
        rows.update({change.path: change.kind for change in found.unstaged})
        rows.update({path: "!" for _, path in found.conflicts})
        return {f"{self.root.rstrip('/')}/{path}": letter for path, letter in rows.items()}


class _Seen(NamedTuple):
    """The repository's state that was last asked for: reading it takes a while, and views ask again and again."""

    files: Files | None
    folder: str
    repo: Repo | None


_seen = _Seen(None, "", None)


def repo_of(files: Files, folder: str) -> Repo | None:
    """Returns the state of the repository that a folder belongs to, None without one."""
    global _seen
    seen = _seen
    if seen.files is files and seen.folder == folder:
        return seen.repo
    root = find_root(files, folder) if folder else None
    repo = None
    if root is not None:
        repository = Repository(files, root, user=USER, home=HOME)
        try:
            branch = head_branch(repository) or repository.short(head_id(repository))
            found = status(repository, every=True)
            repo = Repo(root, branch, found, repository.read("MERGE_HEAD") is not None)
        except (GitError, FileError):
            repo = None
    _seen = _Seen(files, folder, repo)
    return repo


def _open(context: Context, root: str) -> Repository:
    return Repository(context.get(FILES), root, lambda: context.machine.now, USER, HOME)


def _keep(context: Context, repository: Repository) -> None:
    if repository.files is not context.get(FILES):
        context.put(FILES, repository.files)


def stage_paths(context: Context, root: str, paths: Sequence[str]) -> None:
    """Takes files into the next commit."""
    repository = _open(context, root)
    _try(lambda: stage(repository, paths))
    _keep(context, repository)


def _try(action: Callable[[], object]) -> None:
    """Does something with a repository.

    Raises:
        Failure: It can't be done.
    """
    try:
        action()
    except (GitError, FileError) as error:
        text = error.message if isinstance(error, GitError) else error.reason
        raise Failure("Git: " + text.split("\n")[0].removeprefix("fatal: ").removeprefix("error: ")) from None


def unstage_paths(context: Context, root: str, paths: Sequence[str]) -> None:
    """Takes files out of the next commit."""
    repository = _open(context, root)

    def work() -> None:
        head, index = repository.tree(head_id(repository)), dict(repository.index)
        for path in paths:
            index.pop(path, None)
            if path in head:
                index[path] = (index_of(repository, head[path]),)
        repository.index = index

    _try(work)
    _keep(context, repository)


def discard_paths(context: Context, root: str, paths: Sequence[str]) -> None:
    """Brings files back to what the index has; unknown ones are deleted."""
    repository = _open(context, root)

    def work() -> None:
        now = staged(repository.index)
        for path in paths:
            if path in now:
                put_file(repository, path, now[path].mode, repository.blob(now[path].id))
            elif path not in repository.index:
                drop_file(repository, path)

    _try(work)
    _keep(context, repository)


def commit(context: Context, root: str, message: str, everything: bool) -> None:
    """Records the index, or all that git knows and doesn't know.

    Args:
        context: The window's context.
        root: Path of the repository's work tree.
        message: The message as typed; blank lines around it are dropped.
        everything: Whether all changes and new files are staged first.

    Raises:
        Failure: Nobody is known as the author, there is nothing to record, or a file is in conflict.
    """
    repository = _open(context, root)

    def work() -> None:
        if everything:
            found = status(repository, every=True)
            paths = (
                [change.path for change in found.unstaged]
                + list(found.untracked)
                + [path for _, path in found.conflicts]
            )
            stage(repository, [path for path in paths if not path.endswith("/")])
        if any([rows[0].stage for rows in repository.index.values()]):
            raise Failure("There are unresolved merge conflicts. Stage the files to mark them as resolved.")
        head = head_id(repository)
        merging = (repository.read("MERGE_HEAD") or "").split()
        if not merging and staged(repository.index) == dict(repository.tree(head)):
            raise Failure("There are no changes to commit.")
        kind = "commit (merge)" if merging else "commit" if head else "commit (initial)"
        make_commit(repository, cleaned(message), [head, *merging] if head else [], kind)
        clear_merge(repository)

    try:
        work()
    except GitError as error:
        if "tell me who you are" in error.message:
            raise Failure('Make sure you configure your "user.name" and "user.email" in git.') from None
        raise Failure("Git: " + error.message.split("\n")[0].removeprefix("fatal: ")) from None
    except FileError as problem:
        raise Failure(f"Git: {problem.reason}") from None
    _keep(context, repository)


def init(context: Context, folder: str) -> None:
    """Makes a repository of a folder."""
    repository = _open(context, folder)
    _try(lambda: make_repository(repository, repository.setting("init.defaultBranch") or "main"))
    _keep(context, repository)


def branches(files: Files, root: str) -> list[str]:
    """Returns the names of the branches."""
    repository = Repository(files, root, user=USER, home=HOME)
    return [name.removeprefix("refs/heads/") for name in list_refs(repository, "refs/heads")]


def switch_branch(context: Context, root: str, name: str) -> None:
    """Goes to a branch."""
    repository = _open(context, root)

    def work() -> None:
        before, old = head_branch(repository) or head_id(repository), head_id(repository)
        id = read_ref(repository, f"refs/heads/{name}")
        switch_files(repository, repository.tree(old), repository.tree(id))
        set_head(repository, name, id, f"checkout: moving from {before} to {name}")

    try:
        work()
    except GitError as error:
        blocked = "would be overwritten" in error.message
        raise Failure(
            "Your local changes would be overwritten by checkout. Commit or stash them first."
            if blocked else "Git: " + error.message.split("\n")[0]
        ) from None  # fmt: skip
    _keep(context, repository)


def create_branch(context: Context, root: str, name: str) -> None:
    """Makes a branch at HEAD and goes to it."""
    name = "-".join(name.split())
    repository = _open(context, root)

    def work() -> None:
        if not check_ref_name(name):
            raise Failure(f"'{name}' is not a valid branch name.")
        if read_ref(repository, f"refs/heads/{name}"):
            raise Failure(f"A branch named '{name}' already exists.")
        before, id = head_branch(repository), head_id(repository)
        if not id:
            repository.write("HEAD", f"ref: refs/heads/{name}\n")
            return
        set_ref(repository, f"refs/heads/{name}", id, f"branch: Created from {before or id}")
        set_head(repository, name, id, f"checkout: moving from {before or id} to {name}")

    _try(work)
    _keep(context, repository)


def comparison(files: Files, root: str, path: str, in_index: bool) -> Document:
    """Returns the comparison of a file: the index with HEAD, or the work tree with the index.

    Args:
        files: The machine's files.
        root: Path of the repository's work tree.
        path: The file, relative to it.
        in_index: Whether the index is compared with HEAD; otherwise the work tree is, with the index.
    """
    repository = Repository(files, root, user=USER, home=HOME)
    head, now = repository.tree(head_id(repository)), staged(repository.index)
    ours = next((row for row in repository.index.get(path, ()) if row.stage == 2), None)
    before = head.get(path) if in_index else now.get(path) or (TreeEntry(REGULAR, path, ours.id) if ours else None)
    old = repository.blob(before.id) if before is not None else b""
    if in_index:
        new = repository.blob(now[path].id) if path in now else b""
    else:
        found = entry_of(repository, path)
        new = files.read(repository.work_path(path)) if found is not None else b""
    name = path.rpartition("/")[2]
    title = f"{name} ({'Index' if in_index else 'Working Tree'})"
    one, two = [data.decode("utf-8", "replace").replace("\r\n", "\n") for data in (old, new)]
    return Document(repository.work_path(path), two, two, old=one, title=title)
