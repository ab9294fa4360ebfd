"""Git: repositories for setups, and evaluators of commits, branches and tags.

* `Revision`, `revision_ids`, `write_repository` - repositories with a history. `Commit`, `read_commit` - a commit.
* `may_change_history` - the allowances of tasks that judge the history.
* `committed`, `committed_as`, `merged`, `branches_are`, `branch_gone`, `tagged`, `on_branch`, `untouched` - evaluators.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.base import DesktopSetup
from crab_gym.task.types import Value, states
from crab_sim.devices.footprints import Allowance, Matcher, below, may_add, may_change, may_remove, no_other
from crab_tasks.kits.compare import is_small_talk
from crab_tasks.kits.state import State
from crab_tasks.kits.ubuntu.files.state import file_is

__all__ = [
    "Commit", "Revision", "branch_gone", "branches_are", "committed", "committed_as", "may_change_history", "merged",
    "on_branch", "read_commit", "revision_ids", "tagged", "untouched", "write_repository",
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


_OBJECTS: Final = re.compile(
    r"objects/(?:[0-9a-f]{2}(?:/[0-9a-f]{38})?|pack(?:/pack-[0-9a-f]+\.[a-z]+)?|info(?:/packs|/commit-graph)?)"
)
_REFS: Final = re.compile(r"refs/(?:heads|tags)(?:/.+)?(?<!\.lock)")
_TIDIED: Final = re.compile(r"packed-refs|info(?:/refs)?")
"""What git makes of loose branches and tags when it tidies up, or deletes one."""


def _inside(root: str, names: re.Pattern[str]) -> Matcher:
    """Returns a function that accepts the paths of a repository's own files whose names match."""
    start = f"{root}/.git/"
    return lambda path: isinstance(path, str) and path.startswith(start) and bool(names.fullmatch(path, len(start)))


def may_change_history(root: str) -> tuple[Allowance, ...]:
    """Returns the allowances to commit, and to move, make and remove branches and tags, which checkpoints then judge.

    The repository's settings and hooks stay as they are. Nothing else is left in it: no other ref, such as a stash's,
    no merge that was begun, no lock. Git may pack objects and refs; evaluators demand that no object is missing.

    Args:
        root: The work tree.
    """
    objects, refs = _inside(root, _OBJECTS), _inside(root, _REFS)
    return (
        may_add("ubuntu", "file", path=objects),
        may_remove("ubuntu", "file", path=objects),
        may_add("ubuntu", "file", path=refs),
        may_change("ubuntu", "file", ("content",), path=refs),
        may_remove("ubuntu", "file", path=refs),
        may_add("ubuntu", "file", path=_inside(root, _TIDIED)),
        may_change("ubuntu", "file", ("content",), path=f"{root}/.git/HEAD"),
        no_other("ubuntu", "file", path=below(f"{root}/.git")),
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
        times: When each of them did: the seconds since 1970, and the time zone, such as ``"1790000000 +0000"``.
        message: Its message, without blank lines around it.
        files: Mode and id of each file by its path.
    """

    parents: tuple[str, ...]
    author: str
    committer: str
    times: tuple[str, str]
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
    author, committer = [_signed(fields.get(role, [""])[0]) for role in ("author", "committer")]
    rows = [row.partition("\t") for row in listed.splitlines()]
    files = {path: (about.split()[0], about.split()[-1]) for about, _, path in rows}
    times = author[1], committer[1]
    return Commit(tuple(fields.get("parent", ())), author[0], committer[0], times, message.strip(), files)


def _signed(line: str) -> tuple[str, str]:
    """Returns name and address of an author, and when, as git writes it."""
    who, _, when = line.rpartition("> ")
    return f"{who}>", when


def _is_recent(state: State, root: str, time: str) -> bool:
    """Returns whether a time is one that git gives of itself in this episode: by the device's clock, in its zone.

    The episode has begun when the setup wrote git's settings, which nothing changes. A second is allowed: git asks
    for a coarse clock, which a file's time may be ahead of.

    Args:
        state: The devices' state.
        root: Path of the repository.
        time: The time as git writes it.
    """
    desktop = state.ubuntu
    now, _, zone = desktop.run(["date", "+%s %z"]).stdout.strip().partition(" ")
    settings = (f"{desktop.home}/.gitconfig", f"{root}/.git/config")
    written = [row for row in desktop.run(["stat", "-c", "%Y", *settings]).stdout.split() if row.isdigit()]
    seconds, _, place = time.partition(" ")
    if not (written and seconds.isdigit() and now.isdigit() and place == zone):
        return False
    return min(map(int, written)) - 1 <= int(seconds) <= int(now)


def _is_kept(state: State, root: str, time: str) -> bool:
    """Returns whether HEAD's log has a time: that of a commit that has since been replaced, which keeps its author."""
    log = (state.ubuntu.read_file(f"{root}/.git/logs/HEAD") or b"").decode(errors="replace")
    return any(_signed(row.partition("\t")[0])[1] == time for row in log.splitlines())


def _is_made(
    state: State, root: str, commit: Commit | None, files: Mapping[str, Sequence[str]], written: int | None = None
) -> bool:
    """Returns whether a commit is the known person's, of now, and has exactly these ordinary files with these lines.

    Args:
        state: The devices' state.
        root: Path of the repository.
        commit: The commit.
        files: The lines of each file by its path.
        written: The author's time that it may have as well, of the commit that it stands for.
    """
    if commit is None or (commit.author, commit.committer) != (_AUTHOR, _AUTHOR):
        return False
    wrote, time = commit.times
    own = wrote in (time, f"{written} +0000") or (_is_recent(state, root, wrote) and _is_kept(state, root, wrote))
    if not (own and _is_recent(state, root, time)):
        return False
    if commit.files.keys() != files.keys() or any(mode != _ORDINARY for mode, _ in commit.files.values()):
        return False
    for path, lines in files.items():
        text = _git(state, root, "cat-file", "-p", commit.files[path][1])
        if text is None or text.removesuffix("\n") != "\n".join(lines):
            return False
    return True


def _is_settled(state: State, root: str) -> bool:
    """Returns whether a repository is whole, and nothing in it was begun and is still to be committed.

    No object is missing, HEAD's log tells how it got where it is, and only branches and tags are packed.
    """
    begun = _git(state, root, "rev-parse", "--quiet", "--verify", "MERGE_HEAD")
    if begun is not None or _git(state, root, "diff", "--cached", "--name-only") != "":
        return False
    head, moves = _git(state, root, "rev-parse", "HEAD"), _git(state, root, "reflog", "-n", "1", "HEAD")
    if not head or not moves or not head.startswith(moves.split()[0]):
        return False
    packed = (state.ubuntu.read_file(f"{root}/.git/packed-refs") or b"").decode(errors="replace").splitlines()
    names = [row.partition(" ")[2] for row in packed if not row.startswith(("#", "^"))]
    if not all(name.startswith(("refs/heads/", "refs/tags/")) for name in names):
        return False
    return _git(state, root, "rev-list", "--objects", "--all") is not None


def _is_out(state: State, root: str, base: str) -> bool:
    """Returns whether the folder has the files that HEAD has changed since a commit as HEAD has them, byte by byte."""
    names = (_git(state, root, "diff", "--name-only", base, "HEAD") or "").splitlines()
    return _git(state, root, "diff", "--name-only", "HEAD", "--", *names) == ""


def committed(
    state: State, root: str, base: str, message: str, files: Mapping[str, Sequence[str]],
    beside: Mapping[str, str] | None = None, written: int | None = None, branch: str = "main",
) -> bool:  # fmt: skip
    """The branch, where HEAD is, is one commit after the base, with this message and exactly these files.

    It is by the person whom git knows, and was made in this episode by the device's clock. No other branch or tag is
    there, but for those beside HEAD's, and none has another new commit. The files are ordinary ones: no programs, no
    links. Nothing is staged, nothing of the changes is left to commit, and the repository is whole.

    Args:
        state: The devices' state.
        root: Path of the repository.
        base: Id of the commit that HEAD must have as its only parent.
        message: The message; blank lines around it don't matter.
        files: The lines of each file by its path.
        beside: The other branches, and their commits.
        written: The author's time of the commit that this one stands for, in seconds since 1970; it may keep it.
        branch: The branch.
    """
    made = read_commit(state, root, "HEAD")
    if made is None or made.parents != (base,) or made.message != message:
        return False
    if not on_branch(state, root, branch) or (_git(state, root, "tag") or "").split():
        return False
    if not branches_are(state, root, {**(beside or {}), branch: ""}):
        return False
    return _is_made(state, root, made, files, written) and _is_settled(state, root) and _is_out(state, root, base)


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


def merged(
    state: State, root: str, branch: str, parents: Sequence[str], files: Mapping[str, Sequence[str]],
    about: Sequence[str] = (),
) -> bool:  # fmt: skip
    """The branch main, where HEAD is, is a merge of these commits, in their order, with exactly these files.

    The folder has them, too. The person whom git knows has made it in this episode, with a message that speaks of a
    merge; nothing is staged, and the repository is whole.

    Args:
        state: The devices' state.
        root: Path of the repository.
        branch: The branch that was merged.
        parents: The commits' ids.
        files: The lines of each file by its path.
        about: Texts with digits that the message may have.
    """
    made = read_commit(state, root, "main")
    if made is None or made.parents != tuple(parents) or not _speaks(made.message, _MERGE, branch, about):
        return False
    if not on_branch(state, root, "main"):
        return False
    if not all(file_is(state, f"{root}/{path}", rows) for path, rows in files.items()):
        return False
    return _is_made(state, root, made, files) and _is_settled(state, root) and _is_out(state, root, parents[0])


_MERGE: Final = re.compile(r"(?i)\b(?:merg|join|combin|integrat|unit|bring|resolv|conflict)")
_VERSION: Final = re.compile(rf"{_MERGE.pattern}|\b(?:version|release|tag)")


_USUAL: Final = (
    "merge merges merged merging join joins joined combine combined integrate integrated unite bring branch branches "
    "main into in onto both sides conflict conflicts resolve resolves resolved resolving solved keep kept keeping take "
    "takes taken taking use used using value setting settings ours theirs version release released tag tagged commit "
    "from of"
)
"""The words of people's messages about merges and versions."""


_CONFLICTS: Final = re.compile(r"(?m)^#(?: Conflicts:|\t[\w./-]+)?$")
"""The lines that git adds where a merge had conflicts, and keeps where nobody edits the message."""


def _speaks(message: str, words: re.Pattern[str], name: str, about: Sequence[str]) -> bool:
    """Returns whether a message whose words are free has a name or one of some words, and says no more than usual."""
    spoken = name in message or words.search(message) is not None
    return spoken and is_small_talk(_CONFLICTS.sub("", message), _USUAL, name, *about)


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


def tagged(state: State, root: str, tag: str, branch: str, about: Sequence[str] = ()) -> bool:
    """The tag names the branch's last commit, and is the only tag.

    If it is an annotated one, the person whom git knows has made it in this episode, and its message speaks of the
    tag, of a version or of a merge.

    Args:
        state: The devices' state.
        root: Path of the repository.
        tag: The tag.
        branch: The branch.
        about: Texts with digits that the message may have.
    """
    target = _git(state, root, "rev-parse", f"{tag}^{{commit}}")
    tip = _git(state, root, "rev-parse", branch)
    if not tip or target != tip or (_git(state, root, "tag") or "").split() != [tag]:
        return False
    if (_git(state, root, "cat-file", "-t", f"refs/tags/{tag}") or "").strip() == "commit":
        return True
    head, _, message = (_git(state, root, "cat-file", "tag", f"refs/tags/{tag}") or "").partition("\n\n")
    fields = dict([line.partition(" ")[::2] for line in head.splitlines()])
    who, time = _signed(fields.get("tagger", ""))
    if (fields.get("object"), fields.get("tag"), who) != (tip.strip(), tag, _AUTHOR):
        return False
    if not _is_recent(state, root, time):
        return False
    return not message.strip() or _speaks(message.strip(), _VERSION, tag, about)


def untouched(state: State, root: str, history: Sequence[Revision], branches: Mapping[str, int]) -> bool:
    """The repository still has each object and branch that `write_repository` has written.

    Args:
        state: The devices' states.
        root: The work tree.
        history: The commits.
        branches: The branches and the numbers of their commits; HEAD is on the first.
    """
    objects, names = _built(history)
    desktop, folder = state.ubuntu, f"{root}/.git"
    return (
        desktop.read_text(f"{folder}/HEAD") == f"ref: refs/heads/{next(iter(branches))}\n"
        and all(desktop.read_text(f"{folder}/refs/heads/{name}") == f"{names[n]}\n" for name, n in branches.items())
        and all(desktop.read_file(f"{folder}/objects/{n[:2]}/{n[2:]}") == data for n, data in objects.stored.items())
    )
