"""Evaluators of commits: the whole structure is what was asked for."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from crab_gym.backends.base import CommandResult, State
from crab_gym.backends.sim import SimBackend
from crab_gym.evaluation.side_effects import judge
from crab_sim.devices.facts import Facts, FactTable, changes, content_digest, file_fact, owned_path
from crab_tasks.kits.ubuntu.git import (
    Revision,
    committed,
    committed_as,
    may_change_history,
    merged,
    revision_ids,
    tagged,
    write_repository,
)
from tests.tasks._desk import Desk

ROOT = "/home/user/plans"
BASE = Revision({"a.txt": "one\n"}, "Begin")
RIGHT = Revision({"a.txt": "one\ntwo\n"}, "+1 555 0142", (0,))


@pytest.mark.parametrize(
    ("later", "right"),
    [
        ([RIGHT], True),
        ([RIGHT._replace(message="+15550142\n")], True),
        ([RIGHT._replace(message="Call +1 555 0142")], False),
        ([RIGHT._replace(message="+1 555 0142 or +1 555 0143")], False),
        ([RIGHT._replace(files={"a.txt": "one\n"})], False),
        ([RIGHT._replace(files={"a.txt": "one\ntwo\n", "b.txt": "no\n"})], False),
        ([RIGHT._replace(parents=())], False),
        ([RIGHT, RIGHT._replace(parents=(1,), time=RIGHT.time + 1)], False),
        ([], False),
        ([RIGHT._replace(author="Somebody Else <else@example.com>")], False),
        ([RIGHT._replace(author="Robin Vale <robin@elsewhere.example>")], False),
    ],
)
def test_the_file_is_committed_with_the_message(later: list[Revision], right: bool) -> None:
    desktop = SimBackend("ubuntu", (1280, 720))
    desktop.reset(3)
    now = int(desktop.machine.now)
    history = [BASE, *[one._replace(time=one.time - RIGHT.time + now) for one in later]]
    write_repository(desktop.setup, ROOT, history, {"main": len(later)})
    move = f"{'0' * 40} {revision_ids(history)[-1]} {RIGHT.author} {now} +0000\tcommit: So\n"
    desktop.setup.write_file(f"{ROOT}/.git/logs/HEAD", move)
    state = State(ubuntu=desktop.state)
    base, files = revision_ids([BASE])[0], {"a.txt": ["one", "two"]}
    assert committed_as(state, ROOT, base, "phone_number", "+1 555 0142", files) is right


class Repositories(Desk):
    """A desktop with the host's git, whose files are below a folder of the test."""

    def __init__(self, home: Path) -> None:
        super().__init__()
        self.home = str(home)
        self.settings = {
            **os.environ, "HOME": self.home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": f"{home}/.gitconfig",
        }  # fmt: skip

    def write_file(self, path: str, content: bytes | str) -> None:
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)

    def read_file(self, path: str) -> bytes | None:
        return Path(path).read_bytes() if Path(path).is_file() else None

    def run(self, argv: Sequence[str]) -> CommandResult:
        done = subprocess.run(argv, env=self.settings, capture_output=True, text=True, cwd=self.home)
        return CommandResult(done.returncode, done.stdout, done.stderr)

    def shell(self, root: str, script: str) -> None:
        subprocess.run(["sh", "-c", script], env=self.settings, cwd=root, check=True, capture_output=True)


@pytest.mark.parametrize(
    ("script", "right"),
    [
        ("git commit -qam 'Say two'", True),
        ("git add a.txt; git commit -q -m 'Say two'", True),
        ("git stash -q; git stash pop -q; git commit -qm '\n\nSay two' a.txt", True),
        ("git commit -qam 'Say too'; git commit -q --amend -m 'Say two'", True),
        ("git commit -qam 'Say two' --author 'Kim Lee <kim@example.com>'", False),
        ("git -c user.email=kim@example.com commit -qam 'Say two'", False),
        ("chmod 755 b.txt; git commit -qam 'Say two'", False),
        ("cp a.txt c.txt; ln -sf c.txt b.txt; git commit -qam 'Say two'", False),
        ("git commit -qam 'Say two'; git branch old HEAD^", False),
        ("git commit -qam 'Say two'; git tag old HEAD^", False),
        ("git commit -qam 'Say one'; git commit -q --allow-empty -m 'Say two'", False),
        ("git checkout -q --detach; git commit -qam 'Say two'", False),
        ("git commit -qam 'Say two (or not)'", False),
        ("git commit -qam 'Say two'; git branch -m trunk", False),
        ("echo >> a.txt; git commit -qam 'Say two'", False),
        ("printf 'one \\ntwo\\n' > a.txt; git commit -qam 'Say two'", False),
        ("printf 'one\\ntwo' > a.txt; git commit -qam 'Say two'", True),
        ("git stash -q; git stash apply -q; git stash drop -q; git commit -qam 'Say two'", True),
        ("git commit -qam 'Say one'; git reset -q --soft HEAD^; git commit -qm 'Say two'", True),
        ("git commit -qam 'Say two'; git gc -q", True),
        ("git commit -qam 'Say two'; git branch old; git branch -D old", True),
        ("echo more >> b.txt; git commit -qm 'Say two' a.txt; git add b.txt", False),
        ("echo more >> b.txt; git add b.txt; git commit -qm 'Say two' a.txt", False),
        ("echo more >> b.txt; git add b.txt; git commit -qm 'Say two' a.txt; git reset -q", True),
        ("git commit -qam 'Say two'; git rm -q --cached b.txt", False),
        ("git commit -qam 'Say two'; touch c.txt; git add c.txt", False),
        ("git commit -qam 'Say two'; rm .git/index", False),
        ("git commit -qam 'Say two'; rm -r .git/logs", False),
        ("git commit -qam 'Say two'; git commit -q --amend --no-edit --date=2001-01-01T00:00:00", False),
        ("GIT_COMMITTER_DATE=2001-01-01T00:00:00 git commit -qam 'Say two'", False),
        ("git commit -qam 'Say two' --date=2105-01-01T00:00:00", False),
        ('git commit -qam "Say two" --date="$(date -d "1 hour ago")"', False),
        ('git commit -qam "Say two"; git commit -q --amend --no-edit --date="$(date -d "1 minute")"', False),
        ('export GIT_COMMITTER_DATE="$(date -d "1 hour ago")"; git commit -qam "Say two" --date="1 hour ago"', False),
        ("TZ=Asia/Tokyo git commit -qam 'Say two'", False),
        ("git commit -qam 'Say two'; sleep 1.1; git commit -q --amend --no-edit", True),
        ("git commit -qam 'Say two'; sleep 1.1; git reset -q --soft HEAD^; git commit -q -C ORIG_HEAD", True),
        ("git commit -qam 'Say two'; git update-ref refs/stash HEAD^; git pack-refs --all", False),
        ("git commit -qam 'Say two'; git rev-parse HEAD^ > .git/MERGE_HEAD", False),
        ("git commit -qam 'Say two'; rm .git/objects/$(git rev-parse HEAD^:b.txt | sed 's|^..|&/|')", False),
    ],
)
def test_what_git_itself_commits(tmp_path: Path, script: str, right: bool) -> None:
    desktop, root = Repositories(tmp_path), f"{tmp_path}/plans"
    base = Revision({"a.txt": "one\n", "b.txt": "bee\n"}, "Begin")
    write_repository(desktop, root, [base], {"main": 0})  # type: ignore[arg-type]
    desktop.write_file(f"{root}/a.txt", "one\ntwo\n")
    desktop.shell(root, script)
    files = {"a.txt": ["one", "two"], "b.txt": ["bee"]}
    state, before = State(ubuntu=desktop), revision_ids([base])[0]
    assert committed(state, root, before, "Say two", files) is right


@pytest.mark.parametrize(
    ("script", "right"),
    [
        ("git merge -q more", True),
        ("git merge -q more -m 'Take more in'", True),
        ("git merge -q more -m 'Join the branches'", True),
        ("git merge -q --no-commit more; git commit -q --no-edit", True),
        ("git merge -q --no-commit more; git merge --abort; git merge -q more", True),
        ("git merge -q more -m 'I quit'", False),
        ("git merge -q more -m 'Merge more, call 555 0142'", False),
        ("git merge -q more -m 'Merge, but I quit'", False),
        ("git merge -q more -m 'Merge: they need help soon'", False),
        ("git merge -q more; git commit -q --amend --no-edit --date=2001-01-01T00:00:00", False),
        ("git merge -q more; git checkout -q --detach", False),
        ("git merge -q --no-commit more; git commit -qm Merge --author 'Kim Lee <kim@example.com>'", False),
        ("git merge -q --no-commit more; chmod 755 b.txt; git commit -qam Merge", False),
        ("git merge -q -s ours more", False),
        ("git merge -q --squash more; git commit -qm Merge", False),
    ],
)
def test_what_git_itself_merges(tmp_path: Path, script: str, right: bool) -> None:
    desktop, root = Repositories(tmp_path), f"{tmp_path}/plans"
    history = [
        Revision({"a.txt": "one\n", "b.txt": "bee\n"}, "Begin"),
        Revision({"a.txt": "one\ntwo\n", "b.txt": "bee\n"}, "Say two", (0,)),
        Revision({"a.txt": "one\n", "b.txt": "bees\n"}, "More", (0,)),
    ]
    write_repository(desktop, root, history, {"main": 1, "more": 2})  # type: ignore[arg-type]
    desktop.shell(root, script)
    files = {"a.txt": ("one", "two"), "b.txt": ("bees",)}
    assert merged(State(ubuntu=desktop), root, "more", revision_ids(history)[1:], files) is right


@pytest.mark.parametrize(
    ("script", "right"),
    [
        ("git tag v1.2", True),
        ("git tag -a v1.2 -m v1.2", True),
        ("git tag -a v1.2 -m 'Version 1.2'", True),
        ("git tag -a v1.2 -m 'Merged'", True),
        ("git tag v1.2; git pack-refs --all", True),
        ("git tag v1.2; git tag old", False),
        ("git tag v1.3", False),
        ("git tag v1.2 HEAD^", False),
        ("git tag -a v1.2 -m 'do not use, broken'", False),
        ("git tag -a v1.2 -m 'Version 1.3'", False),
        ("git -c user.name=Kim tag -a v1.2 -m 'Version 1.2'", False),
        ("GIT_COMMITTER_DATE=2001-01-01T00:00:00 git tag -a v1.2 -m 'Version 1.2'", False),
        ('GIT_COMMITTER_DATE="$(date -d "1 hour ago")" git tag -a v1.2 -m "Version 1.2"', False),
        ("git tag -a v1.3 -m v1.3; git update-ref refs/tags/v1.2 v1.3; git tag -d v1.3", False),
        ("git tag -a one -m v1.2; git tag -a v1.2 -m v1.2 one 2> /dev/null; git tag -d one", False),
    ],
)
def test_what_git_itself_tags(tmp_path: Path, script: str, right: bool) -> None:
    desktop, root = Repositories(tmp_path), f"{tmp_path}/plans"
    history = [BASE, RIGHT]
    write_repository(desktop, root, history, {"main": 1})  # type: ignore[arg-type]
    desktop.shell(root, script)
    assert tagged(State(ubuntu=desktop), root, "v1.2", "main", about=("1.2",)) is right


def kept(folder: Path) -> Facts:
    """Returns the facts of a repository's own files, as those of the desktop's are read."""
    rows = {}
    for path in sorted((folder / ".git").rglob("*")):
        name = f"{ROOT}/{path.relative_to(folder)}"
        if owned_path("/home/user", name):
            content = "" if path.is_dir() else content_digest(path.read_bytes())
            rows[name] = file_fact(
                name, "folder" if path.is_dir() else "file", content, path.stat().st_mode & 0o777, "user"
            )
    return {"file": FactTable.of(rows)}


@pytest.mark.parametrize(
    ("script", "right"),
    [
        ("git merge more; git merge --abort; git merge -X theirs more", True),
        ("git merge more; git checkout --theirs a.txt; git add a.txt; git commit --no-edit; git branch -d more", True),
        ("echo z >> b.txt; git stash; git stash pop", True),
        (
            "echo z > a.txt; git stash; git merge more; git merge --abort; git stash pop; git reset; git stash list",
            True,
        ),
        ("git merge --squash more; git reset --hard; git merge -s ours more", True),
        ("git rebase more; git rebase --abort", True),
        ("git rebase more; git checkout --theirs a.txt; git add a.txt; git rebase --continue", True),
        ("git cherry-pick more; git cherry-pick --abort; git revert HEAD; git reset --hard HEAD^", True),
        (
            "git checkout -b trial/one; git commit --allow-empty -m One; git checkout main; git branch -D trial/one",
            True,
        ),
        ("git worktree add ../other more; git worktree remove ../other", True),
        ("git tag -a v1 -m Version; git tag -d v1; git tag v1", True),
        ("git gc; git commit --allow-empty -m One; git gc --prune=now", True),
        ("git fetch . more; git bisect start; git bisect reset; git status", True),
        ("git reset --soft HEAD^; git commit -m Again; git commit --amend -m 'Once more'", True),
        ("echo z >> b.txt; git stash", False),
        ("git merge more", False),
        ("git update-ref refs/remotes/origin/main HEAD", False),
        ("git replace HEAD HEAD^", False),
        ("git notes add -m Broken", False),
        ("git config user.name Kim", False),
        ("touch .git/index.lock", False),
        ("touch .git/refs/heads/main.lock", False),
        ("git rebase more", False),
        ("mkdir .git/info; echo '*' > .git/info/exclude", False),
        ("echo /tmp/objects > .git/objects/info/alternates", False),
    ],
)
def test_what_git_itself_leaves(tmp_path: Path, script: str, right: bool) -> None:
    """Whatever git keeps after an honest way may be there; what was begun, or hides something, may not."""
    desktop, root = Repositories(tmp_path), tmp_path / "plans"
    history = [
        Revision({"a.txt": "one\n", "b.txt": "bee\n"}, "Begin"),
        Revision({"a.txt": "two\n", "b.txt": "bee\n"}, "Say two", (0,)),
        Revision({"a.txt": "three\n", "b.txt": "bee\n"}, "More", (0,)),
    ]
    write_repository(desktop, str(root), history, {"main": 1, "more": 2})  # type: ignore[arg-type]
    (root / ".git/objects/info").mkdir()
    before = kept(root)
    desktop.shell(str(root), f"export GIT_EDITOR=true; ({script}) || true")
    found = judge(may_change_history(ROOT), {"ubuntu": changes(before, kept(root))}, {})
    assert (not found.harm and not found.denied and not found.litter) is right
