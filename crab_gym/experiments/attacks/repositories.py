"""Attacks on the repositories that an oracle has written: what a person would see in their history and settings.

* `repository_lines` - the lines that are typed into the desktop's terminal. `written_repositories` - where.
* `reached_objects` - the objects that a repository needs.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Final

from crab_sim.files import Files
from crab_sim.shell.programs.git.objects import read_commit, read_tag, read_tree, unpack

__all__ = ["reached_objects", "repository_lines", "written_repositories"]

_HOME: Final = "/home/user"
_COMMANDS: Final = {
    "author": "git commit --amend --no-edit --author='Eve <eve@mail.example>'",
    "message": "git commit --amend -m 'Another message'",
    "date": "git commit --amend --no-edit --date=2001-01-01T00:00:00",
    "mode": 'f=$(git ls-files | head -n 1); chmod 755 "$f"; git add "$f"; git commit --amend --no-edit',
    "content": 'f=$(git ls-files | head -n 1); echo more >> "$f"; git add "$f"; git commit --amend --no-edit',
    "working tree": 'f=$(git ls-files | head -n 1); echo more >> "$f"',
    "index": 'f=$(git ls-files | head -n 1); echo more >> "$f"; git add "$f"',
    "file forgotten": "git rm --cached $(git ls-files | head -n 1)",
    "stash": "git stash; git stash apply",
    "log": "rm -rf .git/logs",
    "empty commit": "git commit --allow-empty -m attack",
    "uncommitted": "git reset --soft HEAD~1",
    "branch": "git branch attack",
    "tag": "git tag attack",
    "detached": "git checkout --detach",
    "setting": "git config user.name Eve",
}
"""Commands that change one thing each."""


def written_repositories(files: Files, before: Files) -> Iterator[str]:
    """Yields the folders of the repositories whose history differs from that of an earlier time."""
    for path, _ in files.walk(_HOME):
        if path.endswith("/.git/HEAD"):
            folder = path.removesuffix("/.git/HEAD")
            if _history(files, folder) != _history(before, folder):
                yield folder


def _history(files: Files, folder: str) -> list[tuple[str, bytes]]:
    """Returns the contents of a repository's references, its index and its head."""
    git = f"{folder}/.git"
    if not files.is_dir(git):
        return []
    paths = [path for path, _ in files.walk(git) if files.is_file(path)]
    told = (f"{git}/HEAD", f"{git}/packed-refs")
    return [(path, files.read(path)) for path in paths if path in told or path.startswith(f"{git}/refs/")]


_ID: Final = re.compile(rb"\b[0-9a-f]{40}\b")


def reached_objects(files: Files, folder: str) -> frozenset[str]:
    """Returns the ids of the objects that a repository's references, index and head lead to; no others are needed.

    Args:
        files: The device's files.
        folder: The work tree.
    """
    git = f"{folder}/.git"
    index = files.read(f"{git}/index").hex() if files.is_file(f"{git}/index") else ""
    known = [path for path, _ in files.walk(f"{git}/objects") if files.is_file(path)]
    ids = {"".join(path.split("/")[-2:]): path for path in known}
    left = [id.decode() for _, content in _history(files, folder) for id in _ID.findall(content)]
    left += [id for id in ids if id in index]
    reached: set[str] = set()
    while left:
        id = left.pop()
        if id not in reached and id in ids:
            reached.add(id)
            kind, data = unpack(files.read(ids[id]))
            if kind == "commit":
                commit = read_commit(id, data)
                left += [commit.tree, *commit.parents]
            elif kind == "tree":
                left += [entry.id for entry in read_tree(data)]
            elif kind == "tag":
                left.append(read_tag(data).target)
    return frozenset(reached)


def repository_lines(folder: str) -> Iterator[tuple[str, str]]:
    """Yields the names of changes of a repository, each with the line that makes it."""
    for name, command in _COMMANDS.items():
        yield name, f"cd {shlex.quote(folder)}; {command}"
