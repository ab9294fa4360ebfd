"""Names of commits: branches, tags and HEAD, their logs, and the words by which a person names a commit.

* `head_branch`, `head_id`, `read_ref`, `list_refs`, `set_ref`, `set_head`, `delete_ref` - the refs.
* `reflog` - the places where a ref was. `resolve` - the object that a word names. `ancestors` - what it comes from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.objects import Commit, read_commit, read_tag
from crab_sim.shell.programs.git.people import signature
from crab_sim.shell.programs.git.repository import Repository

__all__ = [
    "NO_ID", "Move", "ancestors", "check_ref_name", "delete_ref", "find_ref", "head_branch", "head_id", "is_ancestor",
    "list_refs", "log_move", "merge_base", "peel", "read_ref", "reflog", "resolve", "resolve_commit", "set_head",
    "set_ref",
]  # fmt: skip

NO_ID: Final = "0" * 40
_NOTHING: Final[Mapping[str, str]] = {}
_HEX: Final = re.compile(r"[0-9a-f]{4,40}")


class Move(NamedTuple):
    """A line of a ref's log: the commit before and after, who moved it, and why."""

    old: str
    new: str
    who: str
    reason: str


def head_branch(repository: Repository) -> str:
    """Returns the branch that HEAD is on, ``""`` where it is detached."""
    text = repository.read("HEAD") or ""
    return text[5:].strip().removeprefix("refs/heads/") if text.startswith("ref: ") else ""


def head_id(repository: Repository) -> str:
    """Returns HEAD's commit, ``""`` before the first one."""
    return read_ref(repository, "HEAD")


def read_ref(repository: Repository, name: str, depth: int = 0) -> str:
    """Returns the object of a ref by its full name, ``""`` if there is none."""
    text = (repository.read(name) or "").strip()
    if text.startswith("ref: ") and depth < 5:
        return read_ref(repository, text[5:], depth + 1)
    if re.fullmatch(r"[0-9a-f]{40}", text):
        return text
    return _packed(repository).get(name, "")


def _packed(repository: Repository) -> Mapping[str, str]:
    text = repository.read("packed-refs")
    return _packed_rows(text) if text else _NOTHING


@lru_cache(maxsize=64)
def _packed_rows(text: str) -> Mapping[str, str]:
    rows = {}
    for line in text.split("\n"):
        id, _, name = line.partition(" ")
        if re.fullmatch(r"[0-9a-f]{40}", id):
            rows[name] = id
    return rows


def list_refs(repository: Repository, under: str) -> list[str]:
    """Returns the full names of the refs in a folder such as ``refs/heads``, sorted."""
    names = {name for name in _packed(repository) if name.startswith(under + "/")}
    top = f"{repository.folder}/{under}"
    if repository.files.is_dir(top):
        for path, _ in repository.files.walk(top):
            if repository.files.is_file(path):
                names.add(path[len(repository.folder) + 1 :])
    return sorted(names)


def check_ref_name(name: str) -> bool:
    """Returns whether a branch or tag can have a name."""
    bad = re.search(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|/\.|\.lock(?:/|$)", name)
    return bool(name) and bad is None and name[0] not in "-./" and name[-1] not in "/." and name not in ("@", "HEAD")


def log_move(repository: Repository, name: str, old: str, new: str, reason: str) -> None:
    """Adds a line to a ref's log.

    Args:
        repository: The repository.
        name: The ref's full name, such as ``refs/heads/main``, or ``HEAD``.
        old: Id that it had before; ``""`` for none.
        new: Id that it has then.
        reason: The line's text, such as ``commit: Add a file``.
    """
    who = signature(repository, "COMMITTER")
    repository.append(f"logs/{name}", f"{old or NO_ID} {new} {who}\t{reason}\n")


def set_ref(repository: Repository, name: str, id: str, reason: str) -> None:
    """Moves a ref; branches, HEAD and the stash have logs, and HEAD's has the moves of its branch.

    Args:
        repository: The repository.
        name: Its full name, or ``HEAD`` for HEAD's branch, or HEAD itself where it is detached.
        id: The object that it names then.
        reason: The reason for the log.
    """
    branch = head_branch(repository)
    on_head = name == "HEAD" or name == f"refs/heads/{branch}"
    target = f"refs/heads/{branch}" if name == "HEAD" and branch else name
    old = read_ref(repository, target)
    if any([read_ref(repository, part) for part in _above(target)]) or repository.files.is_dir(
        f"{repository.folder}/{target}"
    ):
        raise GitError(f"fatal: cannot lock ref '{target}': there is a ref in the way")
    repository.write(target, id + "\n")
    if reason:
        if on_head:
            log_move(repository, "HEAD", old, id, reason)
        if target.startswith(("refs/heads/", "refs/remotes/", "refs/stash")):
            log_move(repository, target, old, id, reason)


def _above(name: str) -> list[str]:
    parts = name.split("/")
    return ["/".join(parts[:count]) for count in range(3, len(parts))]


def set_head(repository: Repository, branch: str, id: str, reason: str) -> None:
    """Puts HEAD on a branch, or on a commit where the branch is ``""``.

    Args:
        repository: The repository.
        branch: The branch's name, without ``refs/heads/``.
        id: The commit's id, which the log needs in either case.
        reason: The line of the log; ``""`` logs nothing.
    """
    old = head_id(repository)
    repository.write("HEAD", f"ref: refs/heads/{branch}\n" if branch else id + "\n")
    if reason and id:
        log_move(repository, "HEAD", old, id, reason)


def delete_ref(repository: Repository, name: str) -> None:
    """Removes a ref and its log."""
    repository.delete(name)
    repository.delete(f"logs/{name}")
    packed = repository.read("packed-refs")
    if packed and f" {name}\n" in packed:
        lines = packed.split("\n")
        repository.write("packed-refs", "\n".join([line for line in lines if line[41:] != name]))


def reflog(repository: Repository, name: str) -> list[Move]:
    """Returns the moves of a ref, the latest first."""
    rows = []
    for line in (repository.read(f"logs/{name}") or "").split("\n"):
        head, tab, reason = line.partition("\t")
        words = head.split(" ", 2)
        if len(words) == 3:
            rows.append(Move(words[0], words[1], words[2], reason if tab else ""))
    return rows[::-1]


# Words ----------------------------------------------------------------------------------------------------------------


def find_ref(repository: Repository, word: str) -> str:
    """Returns the full name of the ref that a word stands for, ``""`` if it stands for none."""
    word = "HEAD" if word == "@" else word
    for pattern in ("{}", "refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD"):
        name = pattern.format(word)
        if pattern == "{}" and not (word.isupper() or word.startswith("refs/")):
            continue
        if ".." not in name and read_ref(repository, name):
            return name
    return ""


def peel(repository: Repository, id: str, kind: str = "commit") -> str:
    """Returns the object of a kind that an object stands for: an annotated tag's, or a commit's folder.

    Raises:
        GitError: It stands for none.
    """
    raw = repository.load(id)
    while raw.kind == "tag" and kind != "tag":
        id = read_tag(raw.data).target
        raw = repository.load(id)
    if kind == "tree" and raw.kind == "commit":
        return read_commit(id, raw.data).tree
    if kind and raw.kind != kind:
        raise GitError(f"error: object {id} is a {raw.kind}, not a {kind}")
    return id


def resolve(repository: Repository, word: str) -> str:
    """Returns the object that a word names: a ref, digits of a name, with ``~2``, ``^``, ``@{1}``, ``:path``.

    Returns:
        The object's name, ``""`` if the word names none.
    """
    at = _colon(word)
    if at >= 0:
        return _path_in(repository, word[:at], word[at + 1 :])
    found = re.match(r"(?:@(?=\{)|[^~^@]|@(?!\{))*", word)
    base, rest = (found[0], word[found.end() :]) if found else ("", word)
    name = find_ref(repository, base) if base else ""
    if not base and rest.startswith("@{"):
        name = f"refs/heads/{head_branch(repository)}" if head_branch(repository) else "HEAD"
    id = read_ref(repository, name) if name else _by_digits(repository, base)
    steps = re.findall(r"@\{[^}]*\}|~\d*|\^\{[a-z]*\}|\^\d*", rest)
    if "".join(steps) != rest or not id:
        return ""
    for step in steps:
        if step.startswith("@{"):
            id = _logged(repository, name, step[2:-1], word)
        elif step.startswith("^{"):
            try:
                id = peel(repository, id, step[2:-1] or ("" if repository.load(id).kind != "tag" else "commit"))
            except GitError:
                return ""
        else:
            id = _step(repository, id, step[0], int(step[1:] or 1) if len(step) < 8 else 0)
        if not id:
            return ""
    return id


def _colon(word: str) -> int:
    depth = 0
    for i, char in enumerate(word):
        depth += (char == "{") - (char == "}")
        if char == ":" and not depth:
            return i
    return -1


def _path_in(repository: Repository, word: str, path: str) -> str:
    if not word:
        stage = re.match(r"([0-3]):", path)
        wanted, path = (int(stage[1]), path[2:]) if stage else (0, path)
        return next((entry.id for entry in repository.index.get(path, ()) if entry.stage == wanted), "")
    id = resolve(repository, word)
    if not id:
        return ""
    path = path.removeprefix("./").strip("/")
    if not path:
        return repository.tree_of(id)
    files = repository.tree(id)
    if path in files:
        return files[path].id
    inside = {name[len(path) + 1 :]: entry for name, entry in files.items() if name.startswith(path + "/")}
    return repository.store_tree(inside) if inside else ""


def _by_digits(repository: Repository, digits: str) -> str:
    if not _HEX.fullmatch(digits.lower()):
        return ""
    found = repository.ids(digits.lower())
    if len(found) > 1:
        commits = [id for id in found if repository.load(id).kind == "commit"]
        if len(commits) != 1:
            raise GitError(f"error: short object ID {digits} is ambiguous\nfatal: ambiguous argument '{digits}'")
        return commits[0]
    return found[0] if found else ""


def _logged(repository: Repository, name: str, number: str, word: str) -> str:
    moves = reflog(repository, name)
    if not number.isdigit() or len(number) > 6:
        return ""
    if int(number) >= len(moves):
        if int(number) == len(moves) and moves and moves[-1].old != NO_ID:
            return moves[-1].old
        raise GitError(f"fatal: log for '{word.partition('@{')[0] or 'HEAD'}' only has {len(moves)} entries")
    return moves[int(number)].new


def _step(repository: Repository, id: str, mark: str, count: int) -> str:
    """Returns an ancestor: ``~`` goes back along first parents, ``^`` to the parent with a number."""
    id = peel(repository, id)
    if mark == "^":
        if count == 0:
            return id
        parents = repository.commit(id).parents
        return parents[count - 1] if count <= len(parents) else ""
    for _ in range(count):
        parents = repository.commit(id).parents
        if not parents:
            return ""
        id = parents[0]
    return id


def resolve_commit(repository: Repository, word: str) -> Commit:
    """Returns the commit that a word names.

    Raises:
        GitError: It names none.
    """
    id = resolve(repository, word)
    if not id:
        raise GitError(
            f"fatal: ambiguous argument '{word}': unknown revision or path not in the working tree.\n"
            "Use '--' to separate paths from revisions, like this:\n'git <command> [<revision>...] -- [<file>...]'"
        )
    return repository.commit(peel(repository, id))


# Ancestors ------------------------------------------------------------------------------------------------------------


def ancestors(repository: Repository, starts: Iterable[str], without: Iterable[str] = ()) -> list[Commit]:
    """Returns commits and what they come from, the latest first, without what some others come from."""
    hidden: set[str] = set()
    stack = list(without)
    while stack:
        id = stack.pop()
        if id not in hidden:
            hidden.add(id)
            stack += repository.commit(id).parents
    found: list[Commit] = []
    queue: list[tuple[int, int, Commit]] = []
    seen = set(hidden)

    def add(id: str) -> None:
        if id not in seen:
            seen.add(id)
            repository.charge(0.5)
            commit = repository.commit(id)
            heappush(queue, (-commit.time, len(seen), commit))

    for start in starts:
        add(start)
    while queue:
        _, _, commit = heappop(queue)
        found.append(commit)
        for parent in commit.parents:
            add(parent)
    return found


def is_ancestor(repository: Repository, old: str, new: str) -> bool:
    """Returns whether a commit comes from another, or is it."""
    return any([commit.id == old for commit in ancestors(repository, [new])])


def merge_base(repository: Repository, one: str, two: str) -> str:
    """Returns the best common ancestor of two commits, ``""`` if there is none."""
    first = {commit.id for commit in ancestors(repository, [one])}
    common = [commit for commit in ancestors(repository, [two]) if commit.id in first]
    inner: set[str] = set()
    for commit in common:
        inner.update(commit.parents)
    best = [commit for commit in common if commit.id not in inner]
    return best[0].id if best else ""
