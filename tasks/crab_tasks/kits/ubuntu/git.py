"""Git: repositories for setups, and evaluators of commits, branches and tags.

* `Revision`, `repository_files`, `revision_ids`, `write_repository` - repositories with a history.
* `committed`, `committed_as`, `merged`, `branches_are`, `branch_gone`, `tagged`, `on_branch` - evaluators.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from crab_gym.backends.base import DesktopSetup
from crab_gym.task.types import Value, states
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import file_is

__all__ = [
    "Revision", "branch_gone", "branches_are", "committed", "committed_as", "merged", "on_branch", "revision_ids",
    "tagged", "write_repository",
]  # fmt: skip

_CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n"
_IDENTITY = "[user]\n\tname = Robin Vale\n\temail = robin@example.com\n"
_AUTHOR = "Robin Vale <robin@example.com>"


class Revision(NamedTuple):
    """A commit of a history.

    Attributes:
        files: All of its files by their paths.
        message: Its message.
        parents: The numbers of the commits before it in the history.
        time: When it was made, in seconds since 1970.
        author: Who made it: name and address.
    """

    files: Mapping[str, str]
    message: str
    parents: tuple[int, ...] = ()
    time: int = 1_790_000_000
    author: str = _AUTHOR


class _Objects:
    """The objects of a repository, by their names."""

    def __init__(self) -> None:
        self.stored: dict[str, bytes] = {}

    def add(self, kind: str, data: bytes) -> str:
        """Stores an object and returns its name."""
        framed = f"{kind} {len(data)}\0".encode() + data
        name = hashlib.sha1(framed, usedforsecurity=False).hexdigest()
        self.stored[name] = zlib.compress(framed)
        return name

    def add_folder(self, files: Mapping[str, str]) -> str:
        """Stores files, by their paths, with the folders that hold them."""
        rows: list[tuple[str, bytes]] = []
        below: dict[str, dict[str, str]] = {}
        for path, text in files.items():
            head, slash, rest = path.partition("/")
            if slash:
                below.setdefault(head, {})[rest] = text
            else:
                rows.append((head, f"100644 {head}\0".encode() + bytes.fromhex(self.add("blob", text.encode()))))
        for head, inner in below.items():
            rows.append((head + "/", f"40000 {head}\0".encode() + bytes.fromhex(self.add_folder(inner))))
        return self.add("tree", b"".join([row for _, row in sorted(rows)]))


def _built(history: Sequence[Revision]) -> tuple[_Objects, list[str]]:
    objects, names = _Objects(), list[str]()
    for revision in history:
        lines = [f"tree {objects.add_folder(revision.files)}"]
        lines += [f"parent {names[parent]}" for parent in revision.parents]
        lines += [f"{role} {revision.author} {revision.time} +0000" for role in ("author", "committer")]
        names.append(objects.add("commit", ("\n".join(lines) + f"\n\n{revision.message}\n").encode()))
    return objects, names


def revision_ids(history: Sequence[Revision]) -> list[str]:
    """Returns the names of the commits of a history."""
    return _built(history)[1]


def _index(files: Mapping[str, str]) -> bytes:
    """Returns the index that has some files."""
    body = struct.pack(">4sLL", b"DIRC", 2, len(files))
    for path in sorted(files, key=str.encode):
        data, name = files[path].encode(), path.encode()
        id = hashlib.sha1(f"blob {len(data)}\0".encode() + data, usedforsecurity=False).digest()
        row = struct.pack(">10L20sH", 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, len(data), id, len(name)) + name
        body += row + bytes(8 - len(row) % 8)
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def write_repository(
    desktop: DesktopSetup, root: str, history: Sequence[Revision], branches: Mapping[str, int]
) -> None:
    """Writes a repository and its work tree, and makes somebody known to git.

    Args:
        desktop: The desktop.
        root: The work tree.
        history: The commits; each comes after its parents.
        branches: The branches and the numbers of their commits; HEAD is on the first.
    """
    objects, names = _built(history)
    for name, data in objects.stored.items():
        desktop.write_file(f"{root}/.git/objects/{name[:2]}/{name[2:]}", data)
    for branch, number in branches.items():
        desktop.write_file(f"{root}/.git/refs/heads/{branch}", names[number] + "\n")
    current = next(iter(branches))
    files = history[branches[current]].files
    desktop.write_file(f"{root}/.git/HEAD", f"ref: refs/heads/{current}\n")
    desktop.write_file(f"{root}/.git/config", _CONFIG)
    desktop.write_file(f"{root}/.git/index", _index(files))
    desktop.write_file(f"{desktop.home}/.gitconfig", _IDENTITY)
    for path, text in files.items():
        desktop.write_file(f"{root}/{path}", text)


# Evaluators -----------------------------------------------------------------------------------------------------------


def _git(state: State, root: str, *args: str) -> str | None:
    """Returns what a git command prints, None where it fails; the repository's own settings start no program."""
    plain = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external=")
    result = state.ubuntu.run(["git", *plain, "-C", root, *args])
    return result.stdout if result.returncode == 0 else None


def _has_files(state: State, root: str, commit: str, files: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether a commit has exactly these files, each with these lines."""
    names = (_git(state, root, "ls-tree", "-r", "--name-only", commit) or "").splitlines()
    if sorted(names) != sorted(files):
        return False
    for path, lines in files.items():
        text = _git(state, root, "show", f"{commit}:{path}") or ""
        if [line.rstrip() for line in text.rstrip().split("\n")] != list(lines):
            return False
    return True


def committed(
    state: State, root: str, base: str, message: str, files: Mapping[str, Sequence[str]],
    beside: Sequence[str] = (),
) -> bool:  # fmt: skip
    """HEAD is one commit after the base, with this message and exactly these files, and no branch or tag has another.

    Args:
        state: The devices' state.
        root: Path of the repository.
        base: Id of the commit that HEAD must have as its only parent.
        message: The message; blank lines around it don't matter.
        files: The lines of each file by its path; spaces at their ends don't matter.
        beside: Ids of commits that branches have had before, besides the base and those before it.
    """
    parents = (_git(state, root, "rev-list", "--parents", "-n", "1", "HEAD") or "").split()[1:]
    if parents != [base]:
        return False
    said = _git(state, root, "log", "-1", "--format=%B", "HEAD")
    new = _git(state, root, "rev-list", "--branches", "--tags", "HEAD", f"^{base}", *[f"^{id}" for id in beside]) or ""
    if len(new.split()) != 1:
        return False
    return (said or "").strip() == message and _has_files(state, root, "HEAD", files)


def committed_as(
    state: State, root: str, base: str, kind: str, value: Value,
    files: Mapping[str, Sequence[str]],
) -> bool:  # fmt: skip
    """HEAD is one commit after the base as `committed` says, and its message is a value and nothing else.

    Args:
        state: The devices' state.
        root: Path of the repository.
        base: Id of the commit that HEAD must have as its only parent.
        kind: The value's type.
        value: The value.
        files: The lines of each file by its path.
    """
    said = (_git(state, root, "log", "-1", "--format=%B", "HEAD") or "").strip()
    return states(kind, said, value) and committed(state, root, base, said, files)


def merged(state: State, root: str, parents: Sequence[str], files: Mapping[str, Sequence[str]]) -> bool:
    """The branch main is a merge of these commits, in their order, with exactly these files, as are the folder's."""
    found = (_git(state, root, "rev-list", "--parents", "-n", "1", "main") or "").split()[1:]
    if found != list(parents) or not all(file_is(state, f"{root}/{path}", rows) for path, rows in files.items()):
        return False
    staged = _git(state, root, "diff", "--cached", "--name-only")
    begun = _git(state, root, "rev-parse", "--quiet", "--verify", "MERGE_HEAD")
    return staged == "" and begun is None and _has_files(state, root, "main", files)


def on_branch(state: State, root: str, branch: str) -> bool:
    """HEAD is on the branch."""
    return (_git(state, root, "branch", "--show-current") or "").strip() == branch


def branch_gone(state: State, root: str, branch: str, kept: Mapping[str, str]) -> bool:
    """The repository has exactly the other branches, each at its commit.

    Args:
        state: The devices' state.
        root: Path of the repository.
        branch: The branch that is gone.
        kept: The commits' ids by the names of the other branches; ``""`` where the branch may be at any commit.
    """
    return branch not in kept and branches_are(state, root, kept)


def branches_are(state: State, root: str, branches: Mapping[str, str]) -> bool:
    """The repository has exactly these branches, each at its commit.

    Args:
        state: The devices' state.
        root: Path of the repository.
        branches: The commits' ids by the branches' names; ``""`` where the branch may be at any commit.
    """
    names = (_git(state, root, "branch", "--format=%(refname:short)") or "").split()
    return sorted(names) == sorted(branches) and all(
        not id or (_git(state, root, "rev-parse", f"refs/heads/{name}") or "").strip() == id
        for name, id in branches.items()
    )


def tagged(state: State, root: str, tag: str, branch: str) -> bool:
    """The tag names the branch's last commit, and is the only tag."""
    target = _git(state, root, "rev-parse", f"{tag}^{{commit}}")
    tip = _git(state, root, "rev-parse", branch)
    return bool(tip) and target == tip and (_git(state, root, "tag") or "").split() == [tag]
