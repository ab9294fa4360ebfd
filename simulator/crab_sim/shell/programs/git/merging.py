"""Merging two sets of files with a common one, as merges, stashes and reverts do.

* `Outcome`, `merge_trees` - the merged files and the conflicts. `apply` - the outcome in index and work tree.
"""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.shell.programs.git.index import Index, IndexEntry
from crab_sim.shell.programs.git.lines import merge_lines
from crab_sim.shell.programs.git.objects import LINK, TreeEntry
from crab_sim.shell.programs.git.patches import find_renames
from crab_sim.shell.programs.git.repository import Repository, Tree
from crab_sim.shell.programs.git.worktree import Contents, compare, index_of, put_file, switch_files
from crab_sim.shell.text import encode

__all__ = ["Conflict", "Outcome", "apply", "merge_trees"]


class Conflict(NamedTuple):
    """A file that both sides have changed.

    Attributes:
        path: Its path.
        stages: Its entries in the common files, ours and theirs.
        mode: Mode of the file that is left in the work tree; 0 for none.
        data: That file's content, with marks around the parts in conflict.
        said: The sentence that tells of it.
    """

    path: str
    stages: tuple[TreeEntry | None, TreeEntry | None, TreeEntry | None]
    mode: int
    data: bytes
    said: str


class Outcome(NamedTuple):
    """A merge's outcome: the files that are merged, the conflicts, and the paths that were merged line by line."""

    files: dict[str, TreeEntry]
    conflicts: tuple[Conflict, ...]
    merged: tuple[str, ...]


def merge_trees(
    repository: Repository,
    base: Tree,
    ours: Tree,
    theirs: Tree,
    our_name: str = "HEAD",
    their_name: str = "theirs",
    favour: str = "",
) -> Outcome:
    """Merges two sets of files.

    Args:
        repository: The repository, which takes the merged files as objects.
        base: The files of the common ancestor.
        ours: Our files.
        theirs: Theirs.
        our_name: Our side's name in marks.
        their_name: Their side's.
        favour: Whose lines are taken where both sides change the same ones, ``"ours"`` or ``"theirs"``; ``""`` for
            a conflict.
    """
    files: dict[str, TreeEntry] = {}
    conflicts: list[Conflict] = []
    merged: list[str] = []
    base, ours, theirs = _renamed(repository, base, ours, theirs)
    for path in sorted(base.keys() | ours.keys() | theirs.keys(), key=encode):
        old, mine, other = base.get(path), ours.get(path), theirs.get(path)
        if mine == other or other == old:
            kept = mine
        elif mine == old:
            kept = other
        elif mine is None or other is None:
            conflicts.append(_deleted(repository, path, old, mine, other, (our_name, their_name)))
            continue
        else:
            found = _both_changed(repository, path, (old, mine, other), (our_name, their_name), merged, favour)
            if isinstance(found, Conflict):
                conflicts.append(found)
                continue
            kept = found
        if kept is not None:
            files[path] = kept
    return Outcome(files, tuple(conflicts), tuple(merged))


def _renamed(repository: Repository, base: Tree, ours: Tree, theirs: Tree) -> tuple[Tree, Tree, Tree]:
    """Returns the three sets with files that one side has renamed under their new paths in all of them."""
    contents = Contents(repository)
    moves = [
        {change.source: change.path for change in find_renames(compare(base, side), contents) if change.kind == "R"}
        for side in (ours, theirs)
    ]
    old, sides = dict(base), [dict(ours), dict(theirs)]
    for number, renames in enumerate(moves):
        other, there = sides[1 - number], moves[1 - number]
        for source, path in renames.items():
            if there.get(source, path) != path or source not in old:
                continue
            if there.get(source) == path:
                old[path] = _at(old.pop(source), path)
            elif source in other and path not in other:
                old[path], other[path] = _at(old.pop(source), path), _at(other.pop(source), path)
    return old, sides[0], sides[1]


def _at(entry: TreeEntry, path: str) -> TreeEntry:
    return TreeEntry(entry.mode, path, entry.id)


def _deleted(
    repository: Repository,
    path: str,
    old: TreeEntry | None,
    mine: TreeEntry | None,
    other: TreeEntry | None,
    names: tuple[str, str],
) -> Conflict:
    gone, kept_by = names if mine is None else names[::-1]
    kept = mine or other
    assert kept is not None
    said = (
        f"CONFLICT (modify/delete): {path} deleted in {gone} and modified in {kept_by}.  "
        f"Version {kept_by} of {path} left in tree."
    )
    return Conflict(path, (old, mine, other), kept.mode, repository.blob(kept.id), said)


def _both_changed(
    repository: Repository,
    path: str,
    stages: tuple[TreeEntry | None, TreeEntry, TreeEntry],
    names: tuple[str, str],
    merged: list[str],
    favour: str,
) -> TreeEntry | Conflict:
    old, mine, other = stages
    mode = other.mode if old is not None and mine.mode == old.mode else mine.mode
    if mine.id == other.id:
        return TreeEntry(mode, path, mine.id)
    if old is not None and old.id in (mine.id, other.id):
        return TreeEntry(mode, path, other.id if old.id == mine.id else mine.id)
    merged.append(path)
    texts = [repository.blob(entry.id) if entry is not None else b"" for entry in (old, mine, other)]
    kind = "content" if old is not None else "add/add"
    said = f"CONFLICT ({kind}): Merge conflict in {path}"
    binary = LINK in (mine.mode, other.mode) or any([b"\0" in text[:8000] for text in texts])
    if binary and favour:
        return TreeEntry(mode, path, mine.id if favour == "ours" else other.id)
    if binary:
        said = f"warning: Cannot merge binary files: {path} ({names[0]} vs. {names[1]})\n{said}"
        return Conflict(path, (old, mine, other), mine.mode, texts[1], said)
    result = merge_lines(texts[0], texts[1], texts[2], names[0], names[1], favour)
    repository.charge(sum(map(len, texts)) / 2000)
    if result.conflicts:
        return Conflict(path, (old, mine, other), mode, result.data, said)
    return TreeEntry(mode, path, repository.store("blob", result.data))


def apply(repository: Repository, ours: Tree, outcome: Outcome) -> None:
    """Brings index and work tree from our files to a merge's outcome.

    Raises:
        GitError: Changes that aren't committed would be overwritten.
    """
    target = dict(outcome.files)
    for conflict in outcome.conflicts:
        mine = conflict.stages[1]
        data = repository.store("blob", conflict.data)
        target[conflict.path] = TreeEntry(conflict.mode or (mine.mode if mine else 0o100644), conflict.path, data)
    switch_files(repository, ours, target, "merge")
    if not outcome.conflicts:
        return
    index: Index = dict(repository.index)
    for conflict in outcome.conflicts:
        put_file(repository, conflict.path, conflict.mode, conflict.data)
        rows: list[IndexEntry] = []
        for stage, entry in enumerate(conflict.stages, 1):
            if entry is not None:
                rows.append(
                    index_of(repository, TreeEntry(entry.mode, conflict.path, entry.id), stage)._replace(size=0)
                )
        index[conflict.path] = tuple(rows)
    repository.index = index
