"""Options that a simulated command doesn't know are refused, as the real one refuses unknown ones."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from crab_sim.shell import COMMANDS, Result, login_state, run
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.testing import ExampleHost, example_files

HOST = ExampleHost(commands=PROGRAMS)
WITHOUT = ": true false echo yes expr test [ let local return vim vi view nano editor less pager".split()
"""Commands that take every word as something else, need a function around them, or take the screen."""
OTHER_WORDS = (
    "awk mawk nawk gawk egrep fgrep bg fg break continue exit logout clear reset hostname kill killall pidof pgrep"
    " pkill ps man info ssh stty time shift set xxd git top zip unzip unlink tar gzip gunzip zcat".split()
)
"""Commands whose real ones use other words, or other ones on another host; they are refused all the same."""
OPTIONS = ("--no-such-option", "'-?'")


def simulated(line: str) -> Result:
    return run(line, example_files(), login_state(HOST), HOST)


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", sorted({*COMMANDS, *PROGRAMS} - set(WITHOUT)))
def test_every_command_refuses_an_unknown_option(name: str, option: str) -> None:
    result = simulated(f"{name} {option} fruit.txt")
    assert result.status != 0 and result.stderr and result.effects in ((), (("exit",),))
    assert result.files == example_files()


def _known_here() -> set[str]:
    """Returns the commands that this host's bash finds."""
    bash = shutil.which("bash")
    if bash is None:
        return set()
    found = subprocess.run([bash, "-c", "compgen -bc"], capture_output=True, text=True, check=False)
    return set(found.stdout.split())


@pytest.mark.parametrize("name", sorted((COMMANDS.keys() - {*WITHOUT, *OTHER_WORDS}) & _known_here()))
def test_they_are_refused_as_by_the_real_ones(name: str, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C"}
    (tmp_path / "fruit.txt").write_text("apple 3\n")
    for option in OPTIONS:
        line = f"{name} {option} fruit.txt"
        real = subprocess.run(
            ["bash", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False,
            stdin=subprocess.DEVNULL, timeout=20,
        )  # fmt: skip
        ours = simulated(line)
        told = real.stderr.replace("bash: line 1: ", "bash: ").split("\n")[0]
        assert (ours.status, ours.stderr.decode().split("\n")[0]) == (real.returncode, told)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("sort -R fruit.txt", 2), ("cp -i fruit.txt docs", 1), ("rm -x fruit.txt", 1), ("uname -p", 1),
        ("ls -v", 2), ("uniq -w 3 fruit.txt", 1), ("declare -A x", 2), ("realpath -z fruit.txt", 1), ("du -m", 1),
        ("sed -z p fruit.txt", 1), ("ps -o nope", 1), ("git status --ignored", 129),
        ("git merge --quit", 129), ("git checkout --orphan x", 129),
    ],
)  # fmt: skip
def test_what_is_not_done_is_refused(line: str, status: int) -> None:
    result = simulated(line)
    assert result.status == status and result.stderr and result.files == example_files()


def test_what_was_ignored_is_done() -> None:
    files = simulated("mkdir t; cp -T fruit.txt u; cp -rT docs t; ls t; uptime -p; printf 'ab' | hexdump -C")
    assert files.stdout.decode().splitlines() == [
        "plan.md", "up 1 hour", "00000000  61 62                                             |ab|", "00000002",
    ]  # fmt: skip
    assert simulated("printf 'ab' | od -An -tx1; printf 'ab' | od -t x1").stdout == b" 61 62\n0000000 61 62\n0000002\n"
    assert simulated("ln -s a b docs; ls docs").stdout == b"a\nb\nplan.md\n"
    assert simulated("cp -T fruit.txt notes.txt docs").status == 1
    assert simulated("sha256sum fruit.txt > s; sha256sum -c --quiet s; sha256sum -c --status s").stdout == b""
    assert simulated("truncate -c -s 3 nothere; ls nothere").status == 2
    assert simulated("echo 'Y?Q=-=' | base64 -di").stdout == b"a"
