"""Running a program in the real Python and in the simulated one, each in a folder of the same name."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from crab_sim.files import Directory, File, Files
from crab_sim.shell import Result, login_state, run_argv
from crab_sim.shell.python import python3
from crab_sim.shell.testing import ExampleHost

TOOLS = '''"""Tools.

    With an indented line.
"""
from __future__ import annotations
import sys, re
from glob import glob
COUNT = 0
TEXT = """a
  b
c"""
A, (B, *C) = 1, (2, 3)


def bump(by: int = 1) -> int:
    """Counts."""
    global COUNT
    COUNT += by
    return COUNT


class Box:
    size = 3

    def text(self):
        return f"""{TEXT}
    {len(sys.argv)}"""


if __name__ == "__main__":
    print("never")
'''
TREE = {
    "notes.txt": "The cat sat.\nThe dog sat, the cat ran!\n",
    "sales.csv": "city,amount\nRome,10.5\nOslo,3\nRome,2.25\n",
    "config.json": '{"name": "demo", "ports": [80, 443], "old": null}\n',
    "app.log": "10:00 [INFO] started\n10:01 [ERROR] disk full\nnoise\n10:02 [INFO] stopped\n",
    "docs/a.txt": "alpha\nbeta alpha\n",
    "docs/sub/b.txt": "beta\n",
    "docs/c.md": "# C\n",
    "photos/IMG_2.JPG": "two",
    "photos/IMG_1.jpg": "one",
    "photos/z.png": "one",
    "tools.py": TOOLS,
    "helper.py": 'NAME = "helper"\n\n\ndef double(x):\n    return x * 2\n',
}
ARGUMENTS = ["one", "two words"]
STDIN = b"a 1\nb 2\nc 3\n"


class Outcome(NamedTuple):
    """What a run of a program leaves."""

    stdout: str
    status: int
    files: dict[str, bytes]


def host(home: str = "/home/user") -> ExampleHost:
    return ExampleHost(home=home, commands={"python3": python3})


def in_real(program: str, folder: Path, stdin: bytes = STDIN) -> Outcome:
    """Runs a program in the Python that runs this test."""
    for name, text in {**TREE, "script.py": program}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    env = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(folder), "PYTHONHASHSEED": "0", "TZ": "UTC"}
    done = subprocess.run(
        [sys.executable, "-B", "script.py", *ARGUMENTS],
        cwd=folder, env=env, input=stdin, capture_output=True, timeout=30, check=False,
    )  # fmt: skip
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return Outcome(done.stdout.decode(), done.returncode, files)


def in_ours(program: str, folder: Path, stdin: bytes = STDIN) -> tuple[Outcome, Result]:
    """Runs a program in the simulated Python."""
    entries = {**TREE, "script.py": program}
    folders = {str(folder)} | {str((folder / name).parent) for name in entries}
    rows = [(path, Directory(0.0, 0o755, "user")) for path in sorted(folders)]
    texts = [(f"{folder}/{name}", File(text.encode(), 0.0, 0o644, "user")) for name, text in entries.items()]
    machine = host(str(folder))
    result = run_argv(
        ["python3", "script.py", *ARGUMENTS], Files([*rows, *texts]), login_state(machine), machine, stdin
    )
    files = {path: entry for path, entry in result.files.items() if path.startswith(f"{folder}/")}
    found = {}
    for path in files:
        if result.files.is_file(path):
            found[path.removeprefix(f"{folder}/")] = result.files.read(path)
    return Outcome(result.stdout.decode(), result.status, found), result


def both(program: str, stdin: bytes = STDIN) -> tuple[Outcome, Outcome, Result]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve() / "home"
        ours, result = in_ours(program, folder, stdin)
        return ours, in_real(program, folder, stdin), result
