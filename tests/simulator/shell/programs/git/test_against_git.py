"""The simulated git does what the real one does: the same output, files and objects, line by line."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest

from crab_sim.shell.programs.git.command import COMMANDS
from tests.simulator.shell.programs.git._both import REAL, ROOT, Machine, Real, play, tree_of, work_tree

pytestmark = pytest.mark.skipif(REAL is None, reason="this host has no git")

_START = "git init -q; printf 'a\\nb\\nc\\nd\\ne\\nf\\n' > m.txt; mkdir d; echo two > d/b.txt; "
_START += "git add .; git commit -qm base"

_SCRIPTS = {
    "first": [
        "git status",
        "git init",
        "git status",
        "echo one > a.txt; mkdir d; echo two > d/b.txt; touch empty",
        "git status",
        "git status -s",
        "git add a.txt",
        "git status",
        "git commit -m 'First commit'",
        "git log",
        "git add .",
        "git commit -m 'Add more' -m 'A body.'",
        "git log --stat",
        "git log -p",
        "git log --oneline",
        "echo three >> a.txt",
        "git diff",
        "git diff --stat",
        "git status -sb",
        "git commit -am 'Change a'",
        "git show",
        "git show HEAD~1 --stat",
        "git log --format='%h %an <%ae> %ad|%s|%P' --date=short",
        "git commit -m x",
        "git commit --amend -m 'Change it'",
        "git commit --allow-empty -m empty",
        "git log -1 --format=fuller",
        "git cat-file -p HEAD",
        "git cat-file -p HEAD^{tree}",
        "git ls-files -s",
        "git ls-tree -r HEAD",
        "git rev-parse HEAD HEAD~1",
        "git rev-list --count HEAD",
        "git rev-list --objects --all",
        "git reflog",
    ],
    "some paths": [
        _START,
        "echo 1 > one; echo 2 > d/two; echo more >> m.txt; git add .",
        "git commit -m 'Only one' one",
        "git status -s",
        "git show --stat",
        "git commit -m 'Only a folder' d",
        "git status -s",
        "echo still >> m.txt; git commit --amend --only -m 'Still only a folder'; git status -s",
        "rm one; git commit -m 'None' one; git status -s; git ls-tree -r HEAD",
        "git commit --amend -m 'All of one file' m.txt; git show --stat; git status -s",
    ],
    "broken object": [
        _START,
        "git rev-parse HEAD:m.txt > id; sed 's|^..|.git/objects/&/|' id > path",
        "mv $(cat path) $(cat path).old; git cat-file -p $(cat id) 2> /dev/null; echo $?",
        "mv $(cat path).old $(cat path); git cat-file -t $(cat id)",
    ],
    "favoured": [
        _START,
        "git switch -qc dev; printf 'a\\nB2\\nc\\nd\\ne\\nF2\\n' > m.txt; git commit -qam theirs",
        "git switch -q main; printf 'A1\\nB1\\nc\\nd\\ne\\nf\\n' > m.txt; git commit -qam ours",
        "git merge -s strange dev 2> /dev/null; echo $?",
        "git merge -X strange dev",
        "git merge -q -X theirs dev -m joined; cat m.txt; git log --format=%s",
        "git reset -q --hard HEAD~1; git merge -Xours dev -m joined; cat m.txt",
        "git revert --no-edit HEAD",
        "git revert --no-edit -m 1 HEAD; cat m.txt; git log -2 --format=%B",
        "git switch -qc other HEAD~2",
        "git cherry-pick -X theirs dev; cat m.txt",
        "git reset -q --hard HEAD~1; git cherry-pick -x -X theirs dev; git log -1 --format=%B",
        "git cherry-pick -m 2 dev",
        "git cherry-pick -m 0 dev",
        "echo more >> d/b.txt; git ls-files -m; rm m.txt; git ls-files -m",
    ],
    "branches": [
        _START,
        "git branch",
        "git branch dev",
        "git branch -v",
        "git checkout dev",
        "echo x >> m.txt; git commit -qam dev",
        "git log --oneline --all",
        "git switch main",
        "git merge dev",
        "git log --oneline",
        "git branch -d dev",
        "git switch -c side",
        "echo y > y; git add y; git commit -qm side",
        "git switch -",
        "git branch -d side",
        "git branch -D side",
        "git branch -m main trunk",
        "git branch --show-current",
        "git checkout HEAD~1",
        "git status",
        "git branch",
        "git checkout -b new",
        "git checkout nothere",
        "git switch nothere",
        "git branch new",
        "git reflog",
        "git tag v1",
        "git tag -a v2 -m 'Version two' HEAD~0",
        "git tag",
        "git tag -n",
        "git log --oneline --decorate",
        "git cat-file -p v2",
        "git tag -d v1",
        "git tag v2",
        "git rev-parse --abbrev-ref HEAD",
    ],
    "conflict": [
        _START,
        "git switch -qc side; sed -i s/b/B/ m.txt; git rm -q d/b.txt; git commit -qam side",
        "git switch -q main; sed -i s/b/Q/ m.txt; echo more >> d/b.txt; git commit -qam main",
        "git merge side",
        "git status",
        "git status -s",
        "cat m.txt",
        "git ls-files -s",
        "git diff --name-only",
        "git switch side",
        "git merge --abort",
        "git status",
        "git merge side",
        "git checkout --theirs m.txt; cat m.txt",
        "git add m.txt",
        "git rm -q d/b.txt; git status",
        "git commit -m merged",
        "git log --oneline",
        "git log --merges",
        "git show -s",
        "git log --oneline -- m.txt",
        "git log --oneline --first-parent",
        "git merge nothere",
        "git merge side",
    ],
    "both": [
        _START,
        "git switch -qc side; sed -i s/f/F/ m.txt; echo s > s; git add s; git commit -qam side",
        "git switch -q main; sed -i s/a/A/ m.txt; git commit -qam main",
        "git merge side -m joined",
        "cat m.txt",
        "git log --oneline",
        "git diff HEAD~1 --name-status",
        "git cat-file -p HEAD",
    ],
    "back": [
        _START,
        "echo x >> m.txt; echo n > n; git add n",
        "git stash",
        "git stash list",
        "git status -s",
        "git stash show",
        "git stash pop",
        "git status",
        "git stash -u -m named",
        "git stash list",
        "git stash apply",
        "git stash drop",
        "git restore --staged n",
        "git status -s",
        "git restore m.txt",
        "git status -s",
        "git add n; git commit -qm n",
        "git reset --soft HEAD~1",
        "git status -s",
        "git commit -qm again",
        "git reset HEAD~1",
        "git status -s",
        "git add .; git commit -qm third",
        "git reset --hard HEAD~1",
        "git status",
        "git restore nothere",
        "git checkout -- nothere",
        "rm m.txt; git checkout m.txt",
        "git revert --no-edit HEAD",
        "git reset --hard nothere",
    ],
    "files": [
        _START,
        "git mv m.txt e.txt",
        "git status",
        "git status -s",
        "git commit -m rename",
        "git show --stat",
        "git mv nothere x",
        "git rm nothere",
        "git rm d",
        "git rm -r d",
        "git status -s",
        "git reset -q; git status -s",
        "git checkout .; git status -s",
        "echo z >> e.txt; git rm e.txt",
        "git rm --cached e.txt; git status -s",
        "git add .; chmod +x e.txt; ln -s e.txt l; git add l; git commit -am mode",
        "git diff HEAD~1 --summary",
        "printf '*.log\\nbuild/\\n!keep.log\\n' > .gitignore; mkdir build; touch build/x y.log keep.log 'a b' ü",
        "git status -s",
        "git status -s -uall",
        "git add y.log",
        "git add .; git commit -qm ignore; git ls-files",
        "git diff --cached",
        "git log --grep=mode --oneline",
        "git log --author=Nobody",
        "git add nothere",
        "git add",
    ],
    "clone": [
        _START,
        "git clone . ../copy",
        "git -C ../copy status",
        "git -C ../copy branch -a",
        "git -C ../copy log --oneline",
        "(cd ../copy && echo x >> m.txt && git commit -qam x && git status -sb && git status && git remote -v)",
        "git clone nothere ../other",
        "git config user.name",
        "git config a.b c; git config a.b; git config --list --local",
        "git config --unset a.b; git config a.b",
        "git foo.bar",
        "(cd d && git status -s; echo q > q; git status -s; git add .)",
        "git -c user.name=Other commit -m q",
        "git log -1 --format=%an",
        "git clone -q -b nothere . ../third",
    ],
    "pick": [
        _START,
        "git switch -qc side; echo s > s; git add s; git commit -qm s; sed -i s/c/C/ m.txt; git commit -qam c",
        "git switch -q main; git cherry-pick side",
        "git cherry-pick side~1",
        "git log --oneline",
        "cat m.txt",
        "sed -i s/C/K/ m.txt; git commit -qam k; git revert --no-edit HEAD~2",
        "git status",
        "git diff --name-only",
    ],
    "every command": [
        "git init -q; printf 'one\\ntwo\\n' > a; mkdir d; echo x > d/b; git add .; git commit -qm first",
        (
            "git hash-object a; git hash-object --stdin < a; git hash-object -w d/b; git cat-file -t HEAD; "
            "git cat-file -s HEAD:a"
        ),
        (
            "git rev-parse HEAD HEAD^{tree} HEAD:a; git rev-parse --short HEAD; "
            "git rev-parse --abbrev-ref HEAD; git rev-parse --show-toplevel; "
            "git rev-parse --is-inside-work-tree; git rev-parse --git-dir; git rev-parse nope 2> /dev/null; "
            "echo $?"
        ),
        (
            "echo 3 >> a; git commit -qam second; git rev-list HEAD; git rev-list --count HEAD; "
            "git rev-list -n 1 HEAD; git rev-list HEAD~1..HEAD"
        ),
        (
            "git ls-files; git ls-files -s; echo n > new; git ls-files -o; git ls-files -m; git ls-tree HEAD; "
            "git ls-tree -r --name-only HEAD; git ls-tree HEAD d/"
        ),
        (
            "git config user.name; git config --get user.email; git config core.pager cat; "
            "git config --get nope; echo $?; git config --unset core.pager; git config --list --local"
        ),
        (
            "git remote; git remote add origin ../other; git remote -v; git remote get-url origin; "
            "git remote rename origin up; git remote; git remote remove up; git remote remove up; echo $?"
        ),
        (
            "git branch one; git branch; git branch -a; git branch -v; git branch --show-current; "
            "git branch -m one two; git branch --list 't*'; git branch -d two; git branch -d two; echo $?"
        ),
        "git tag v1; git tag -a v2 -m 'second tag'; git tag; git tag -l 'v*'; git tag -d v1; git tag -n",
        (
            "git log --oneline; git log -1 --format='%h %an %ae %s %ad' --date=short; git log --stat -1; "
            "git log -p -1; git log --author=Ada --oneline; git log --grep=first --oneline; "
            "git log --oneline -- d; git log --reverse --format=%s; git log --name-only --oneline; "
            "git log --format=%B -1"
        ),
        (
            "git show --stat HEAD; git show HEAD:a; git show --name-status HEAD; git show -s HEAD~1; "
            "git show nope; echo $?"
        ),
        (
            "echo 4 >> a; git diff; git diff --stat; git diff --name-status; git diff --cached; git add a; "
            "git diff --staged; git diff HEAD~1 HEAD --stat; git diff HEAD -- d; git diff --numstat HEAD; "
            "git diff --shortstat HEAD; git diff --quiet HEAD; echo $?"
        ),
        (
            "git status; git status -s; git status --porcelain; git status -sb; git restore --staged a; "
            "git status -s; git restore a; git status -s"
        ),
        (
            "git stash; echo 5 >> a; git stash push -m kept; git stash list; git stash show; "
            "git stash show -p; git stash apply; git stash drop; git stash pop; echo $?; git checkout -- a; "
            "git stash list"
        ),
        (
            "git mv a moved; git status -s; git rm --cached d/b; git status -s; git reset -q; git status -s; "
            "git reset --hard; git status -s; git rm -r d; ls; git reset -q --hard HEAD"
        ),
        (
            "git switch -c side; echo s > s; git add s; git commit -qm side; git switch -; git checkout side; "
            "git checkout -b third HEAD~1; git checkout main; git checkout HEAD~1 -- a; git status -s; "
            "git reset -q --hard; git checkout --detach; git status; git switch main"
        ),
        (
            "git merge side; git log --oneline; git reset -q --hard HEAD~1; echo m > m; git add m; "
            "git commit -qm m; git merge --no-ff -m joined side; git log --oneline -4; git merge side; "
            "git merge nope; echo $?"
        ),
        (
            "git revert --no-edit HEAD -m 1; git log -1 --format=%B; git reflog -4; git reflog show main -n 2; "
            "git reset --soft HEAD~1; git status -s; git commit -m again; git commit --amend -m 'other words'; "
            "git commit --allow-empty -m empty; git commit -m nothing; echo $?"
        ),
        (
            "git clone -q . ../copy; ls ../copy; git -C ../copy log --oneline -2; "
            "git -C ../copy remote -v | wc -l; git add nope; echo $?; git add -n new; git add -u; git rm new; "
            "echo $?"
        ),
    ],
}
_UNLIKE = ("git foo", "git commit -m no")  # the real one guesses what was meant


@pytest.mark.parametrize("name", _SCRIPTS)
def test_script(name: str, tmp_path: Path) -> None:
    """Every line of a script prints the same in both, and leaves the same files."""
    wrong = [row for row in play(_SCRIPTS[name], tmp_path) if not row[0].startswith(_UNLIKE)]
    assert wrong == []


def test_every_command_has_a_line() -> None:
    lines = " ".join([line for lines in _SCRIPTS.values() for line in lines])
    assert sorted(name for name in COMMANDS if f"git {name}" not in lines) == []


def _line(chance: random.Random) -> str:
    name = chance.choice(["a", "b", "d/c", "e f"])
    text = "".join([chance.choice("uvwxyz") + "\\n" for _ in range(chance.randrange(1, 9))])
    branch = chance.choice(["main", "one", "two"])
    return chance.choice(
        [
            f"mkdir -p d; printf '{text}' > '{name}'",
            f"mkdir -p d; printf '{text}' > '{name}'",
            f"printf '{text}' >> '{name}'",
            f"sed -i 2d '{name}'",
            f"rm -f '{name}'",
            f"git add '{name}'",
            "git add -A",
            "git add -A; git commit -qm step",
            "git commit -qam some",
            f"git switch -q {branch}",
            f"git switch -qc {branch}",
            f"git checkout -q {branch}",
            f"git merge -q {branch} -m joined",
            "git merge --abort",
            "git add -A; git commit -qm resolved",
            "git stash -q",
            "git stash pop -q",
            f"git rm -q '{name}'",
            f"git mv '{name}' d",
            f"git restore '{name}'",
            f"git restore --staged '{name}'",
            "git reset -q --hard",
            "git reset -q",
            "git reset -q --soft HEAD~1",
            "git commit -q --amend -m other",
            f"git tag -f t{chance.randrange(3)}",
            "git branch -q -D two",
            "git revert --no-edit HEAD",
        ]
    )


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 6])
def test_random(seed: int, tmp_path: Path) -> None:
    """Random lines lead to the same state, log, index, objects that refs reach, and files."""
    chance = random.Random(seed)
    machine, real = Machine(), Real(tmp_path)
    told = []
    for line in [
        "git init -q; printf 'u\\nv\\nw\\n' > a; git add a; git commit -qm first",
        *[_line(chance) for _ in range(40)],
    ]:
        machine.run(line)
        real.run(line)
        told.append(line)
        check = "git status --porcelain -b; git log --all --format='%H %s'; git ls-files -s; git stash list"
        assert (told, machine.run(check)) == (told, real.run(check))
        assert (told, work_tree(machine)) == (told, tree_of(real.root))


@pytest.mark.parametrize("name", _SCRIPTS)
def test_read_by_git(name: str, tmp_path: Path) -> None:
    """The real git finds no fault in a simulated repository, and sees the same state."""
    machine = Machine()
    for line in _SCRIPTS[name]:
        machine.run(line)
    machine.run(f"cd {ROOT}")
    folder = tmp_path / "disk" / "work"
    machine.write_to(folder)
    assert REAL is not None
    for args in (["fsck", "--strict"], ["status"], ["log", "--all", "--format=%H %s"], ["ls-files", "-s"], ["diff"]):
        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            [REAL, "-c", "safe.directory=*", *args], cwd=folder, env=env, capture_output=True, text=True, check=False
        )
        if args[0] == "fsck":
            assert done.returncode == 0, done.stderr
            assert "error" not in done.stderr
        elif args[0] != "diff" or "diff --cc" not in done.stdout:
            assert done.stdout == machine.run("git " + " ".join([f"'{arg}'" for arg in args]))
