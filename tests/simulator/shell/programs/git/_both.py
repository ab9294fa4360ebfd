"""The simulated git beside the real one: the same lines of shell in both, with the same clock."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Sequence
from pathlib import Path

from crab_sim.files import Directory, File, Files, Link
from crab_sim.shell import ShellState, login_state, run
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.testing import ExampleHost

HOST = ExampleHost(home="/home/user", commands=PROGRAMS)
REAL = shutil.which("git")
ROOT = "/home/user/work"
CONFIG = b"[user]\n\tname = Ada L\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n"


class Machine:
    """A simulated machine with an empty work tree."""

    def __init__(self, config: bytes = CONFIG) -> None:
        self.files = Files(
            [
                ("/home/user", Directory(1.7e9, 0o755, "user")),
                (ROOT, Directory(1.7e9, 0o755, "user")),
                ("/home/user/.gitconfig", File(config, 1.7e9, 0o644, "user")),
            ]
        )
        login = login_state(HOST)
        self.state = ShellState(ROOT, {**login.variables, "PWD": ROOT}, exported=login.exported)
        self.now = 1_715_000_000.0
        self.status = 0

    def run(self, line: str, screen: tuple[int, int] | None = None) -> str:
        """Runs a line a minute later; returns all of its output."""
        self.now += 60
        host = ExampleHost(home="/home/user", commands=PROGRAMS, now=self.now)
        result = run(line, self.files, self.state, host, screen=screen)
        self.files, self.state, self.status = result.files, result.state, result.status
        return result.terminal.decode("utf-8", "replace")

    def write_to(self, folder: Path, root: str = ROOT) -> None:
        """Writes a folder of the machine to the disk."""
        for path, entry in self.files.walk(root):
            target = folder / path[len(root) :].lstrip("/")
            if isinstance(entry, Directory):
                target.mkdir(exist_ok=True, parents=True)
            elif isinstance(entry, Link):
                target.symlink_to(entry.target)
            else:
                target.write_bytes(entry.data)
                target.chmod(entry.mode)


class Real:
    """The real git in a folder of the disk."""

    def __init__(self, folder: Path, config: bytes = CONFIG) -> None:
        self.home, self.root = folder / "home", folder / "home" / "work"
        self.root.mkdir(parents=True)
        (self.home / ".gitconfig").write_bytes(config)
        self.cwd = self.root
        self.now = 1_715_000_000
        self.status = 0

    def run(self, line: str) -> str:
        """Runs a line a minute later; returns all of its output, with the simulated machine's folder."""
        self.now += 60
        date = f"{self.now} +0000"
        env = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
            "GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "GIT_TERMINAL_PROMPT": "0", "GIT_EDITOR": "false",
            "GIT_MERGE_AUTOEDIT": "no",
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "-c", line], cwd=self.cwd, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=60, check=False,
        )  # fmt: skip
        self.status = done.returncode
        return done.stdout.decode("utf-8", "replace").replace(str(self.home), "/home/user")


def tree_of(folder: Path) -> dict[str, bytes]:
    """Returns the files of a work tree on the disk, without those of git."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name.split("/")[0] != ".git" and (path.is_file() or path.is_symlink()):
            mode = path.lstat().st_mode
            data = os.readlink(path).encode() if path.is_symlink() else path.read_bytes()
            found[name] = data + (b"*" if mode & stat.S_IXUSR and not path.is_symlink() else b"")
    return found


def work_tree(machine: Machine) -> dict[str, bytes]:
    """Returns the same of the simulated machine."""
    found = {}
    for path, entry in machine.files.walk(ROOT):
        name = path[len(ROOT) + 1 :]
        if name.split("/")[0] == ".git":
            continue
        if isinstance(entry, File):
            found[name] = entry.data + (b"*" if entry.mode & 0o100 else b"")
        elif isinstance(entry, Link):
            found[name] = entry.target.encode()
    return found


def play(lines: Sequence[str], folder: Path) -> list[tuple[str, str, str]]:
    """Runs lines in both, and returns (line, simulated output, real output) of those that differ."""
    machine, real = Machine(), Real(folder)
    wrong = []
    for line in lines:
        one, two = machine.run(line), real.run(line)
        if one != two or machine.status != real.status:
            wrong.append((line, f"{machine.status}\n{one}", f"{real.status}\n{two}"))
    if work_tree(machine) != tree_of(real.root):
        wrong.append(("files", str(work_tree(machine)), str(tree_of(real.root))))
    return wrong
