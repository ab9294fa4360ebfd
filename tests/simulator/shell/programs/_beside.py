"""A line on a small tree of files, in the simulated shell and in this host's bash."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from crab_sim.files import Directory, File, Files
from crab_sim.shell import Result, login_state, run
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.testing import ExampleHost

HOST = ExampleHost(home="/home/user", commands=PROGRAMS)
WHEN = 1_714_000_000


def simulated(line: str, tree: dict[str, bytes], stdin: bytes = b"") -> Result:
    """Runs a line in the simulated shell, in a home with these files."""
    folders = {"/".join(name.split("/")[:depth]) for name in tree for depth in range(1, name.count("/") + 1)}
    entries = [(f"/home/user/{name}", Directory(WHEN, 0o755, "user")) for name in sorted(folders)]
    files = [(f"/home/user/{name}", File(data, WHEN, 0o644, "user")) for name, data in tree.items()]
    places = [("/home/user", Directory(WHEN, 0o755, "user")), ("/tmp", Directory(WHEN, 0o1777, "root")),
              ("/etc", Directory(WHEN, 0o755, "root"))]  # fmt: skip
    return run(line, Files([*places, *entries, *files]), login_state(HOST), HOST, stdin)


def files_of(files: Files) -> dict[str, bytes]:
    """Returns the files at home."""
    return {path[len("/home/user/") :]: e.data for path, e in files.walk("/home/user") if isinstance(e, File)}


def real(line: str, tree: dict[str, bytes], folder: Path) -> tuple[str, dict[str, bytes]]:
    """Runs a line in bash, and returns what the terminal shows and the files afterwards."""
    for name, data in tree.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (WHEN, WHEN))
    done = subprocess.run(
        ["bash", "--norc", "-c", line],
        cwd=folder, env={"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60,
    )  # fmt: skip
    there = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return done.stdout.decode(), there


def is_gnu(name: str) -> bool:
    """Returns whether this host has GNU's program of a name."""
    if shutil.which(name) is None:
        return False
    told = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout
    return "GNU" in told or "Free Software Foundation" in told
