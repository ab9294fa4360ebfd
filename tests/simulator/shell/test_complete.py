"""Tab completion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_sim.shell import COMMANDS, ShellState, complete, login_state
from crab_sim.shell.testing import example_files, example_host

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("whoa", ["whoami"]),
        ("cat no", ["notes.txt"]),
        ("cat d", ["docs/"]),
        ("cat docs/", ["docs/plan.md"]),
        ("cat ~/do", ["~/docs/"]),
        ("ls; whoa", ["whoami"]),
        ("echo a | whoa", ["whoami"]),
        ("echo $HO", ["$HOME"]),
        ("cat /etc/h", ["/etc/hostname"]),
        ("cat nope/", []),
        ("cat 'my", ["my\\ file"]),
        ("cat my\\ ", ["my\\ file"]),
        ("./do", ["./docs/"]),
    ],
)
def test_completion(line: str, found: list[str]) -> None:
    files = FILES.write("/home/user/my file", b"", 0.0)
    assert complete(line, files, STATE, HOST) == found


def test_completion_knows_aliases_and_host_commands() -> None:
    state = ShellState(cwd="/", aliases={"zalias": "ls"}, functions={"zfunction": "{ :; }"})
    host = replace(HOST, commands={"zcommand": COMMANDS["true"]})
    assert complete("z", FILES, state, host) == ["zalias", "zcommand", "zfunction"]
