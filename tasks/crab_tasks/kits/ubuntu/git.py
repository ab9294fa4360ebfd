"""Git: repositories for setups, and evaluators of commits, branches and tags.

* `Revision`, `revision_ids`, `write_repository` - repositories with a history. `Commit`, `read_commit` - a commit.
* `may_change_history` - the allowances of tasks that judge the history.
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
from crab_sim.devices.footprints import Allowance, below, may_add, may_change, may_remove
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import file_is

__all__ = [
    "Commit", "Revision", "branch_gone", "branches_are", "committed", "committed_as", "may_change_history", "merged",
    "on_branch", "read_commit", "revision_ids", "tagged", "write_repository",
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


def may_change_history(root: str) -> tuple[Allowance, ...]:
    """Returns the allowances to commit, and to move, make and remove branches and tags, which checkpoints then judge.

    The repository's settings and hooks, and the objects that it has, stay as they are.

    Args:
        root: The work tree.
    """
    objects, names = below(f"{root}/.git/objects"), below(f"{root}/.git/refs")
    return (
        may_add("ubuntu", "file", path=objects),
        may_add("ubuntu", "file", path=names),
        may_change("ubuntu", "file", ("content",), path=names),
        may_remove("ubuntu", "file", path=names),
        may_change("ubuntu", "file", ("content",), path=f"{root}/.git/HEAD"),
    )


# Evaluators -----------------------------------------------------------------------------------------------------------


def _git(state: State, root: str, *args: str) -> str | None:
    """Returns what a git command prints, None where it fails; the repository's own settings start no program."""
    plain = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "diff.external=")
    result = state.ubuntu.run(["git", *plain, "-C", root, *args])
    return result.stdout if result.returncode == 0 else None


class Commit(NamedTuple):
    """A commit of a repository on a device.

    Attributes:
        parents: The ids of the commits before it.
        author: Who wrote it: name and address.
        committer: Who committed it.
        message: Its message, without blank lines around it.
        files: Mode and id of each file by its path.
    """

    parents: tuple[str, ...]
    author: str
    committer: str
    message: str
    files: Mapping[str, tuple[str, str]]


_ORDINARY = "100644"
"""The mode of a file that is no program and no link."""


def read_commit(state: State, root: str, commit: str) -> Commit | None:
    """Returns a commit; None where there is none of that name.

    Args:
        state: The devices' state.
        root: Path of the repository.
        commit: Its id, or a branch.
    """
    raw = _git(state, root, "cat-file", "-p", f"{commit}^{{commit}}")
    listed = _git(state, root, "ls-tree", "-r", commit)
    if raw is None or listed is None:
        return None
    head, _, message = raw.partition("\n\n")
    fields: dict[str, list[str]] = {}
    for line in head.splitlines():
        key, _, value = line.partition(" ")
        fields.setdefault(key, []).append(value)
    # Behind the address come the time and the time zone.
    author, committer = (fields.get(role, [""])[0].rsplit(" ", 2)[0] for role in ("author", "committer"))
    rows = [row.partition("\t") for row in listed.splitlines()]
    files = {path: (about.split()[0], about.split()[-1]) for about, _, path in rows}
    return Commit(tuple(fields.get("parent", ())), author, committer, message.strip(), files)


def _is_made(state: State, root: str, commit: Commit | None, files: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether a commit is the known person's, and has exactly these ordinary files with these lines."""
    if commit is None or (commit.author, commit.committer) != (_AUTHOR, _AUTHOR):
        return False
    if commit.files.keys() != files.keys() or any(mode != _ORDINARY for mode, _ in commit.files.values()):
        return False
    for path, lines in files.items():
        text = _git(state, root, "cat-file", "-p", commit.files[path][1]) or ""
        if [line.rstrip() for line in text.rstrip().split("\n")] != list(lines):
            return False
    return True


def committed(
    state: State, root: str, base: str, message: str, files: Mapping[str, Sequence[str]],
    beside: Mapping[str, str] | None = None,
) -> bool:  # fmt: skip
    """HEAD is one commit after the base, with this message and exactly these files, by the person whom git knows.

    No other branch or tag is there, but for those beside HEAD's, and none has another new commit. The files are
    ordinary ones: no programs, no links.

    Args:
        state: The devices' state.
        root: Path of the repository.
        base: Id of the commit that HEAD must have as its only parent.
        message: The message; blank lines around it don't matter.
        files: The lines of each file by its path; spaces at their ends don't matter.
        beside: The other branches, and their commits.
    """
    made = read_commit(state, root, "HEAD")
    if made is None or made.parents != (base,) or made.message != message:
        return False
    current = (_git(state, root, "branch", "--show-current") or "").strip()
    others = dict(beside or {})
    if (_git(state, root, "tag") or "").split() or not branches_are(state, root, {**others, current: ""}):
        return False
    return _is_made(state, root, made, files)


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
    made = read_commit(state, root, "HEAD")
    return made is not None and states(kind, made.message, value) and committed(state, root, base, made.message, files)


def merged(state: State, root: str, parents: Sequence[str], files: Mapping[str, Sequence[str]]) -> bool:
    """The branch main is a merge of these commits, in their order, with exactly these files, as are the folder's.

    The person whom git knows has made it.
    """
    made = read_commit(state, root, "main")
    if made is None or made.parents != tuple(parents):
        return False
    if not all(file_is(state, f"{root}/{path}", rows) for path, rows in files.items()):
        return False
    staged = _git(state, root, "diff", "--cached", "--name-only")
    begun = _git(state, root, "rev-parse", "--quiet", "--verify", "MERGE_HEAD")
    return staged == "" and begun is None and _is_made(state, root, made, files)


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
