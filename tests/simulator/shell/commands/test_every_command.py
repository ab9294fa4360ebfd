"""Every command has a test: it is compared with the real one, or its answer is recorded here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crab_sim.files import Directory, File, Files
from crab_sim.shell import login_state, run
from crab_sim.shell.programs.commands import PROGRAMS
from crab_sim.shell.registry import COMMANDS
from crab_sim.shell.testing import ExampleHost

TESTS = Path(__file__).parents[1]
RECORDED = {
    "arch": ("x86_64\n", 0),
    "cal": (
        "      May 2024\nSu Mo Tu We Th Fr Sa\n          1  2  3  4\n 5  6  7  8  9 10 11\n12 13 14 15 16 17 18\n"
        "19 20 21 22 23 24 25\n26 27 28 29 30 31\n", 0,
    ),
    "chgrp user note; stat -c %G note": ("user\n", 0),
    "df": (
        "Filesystem     1K-blocks     Used Available Use% Mounted on\n"
        "/dev/vda1       67108864 13421773  53687091  21% /\n", 0,
    ),
    "free": (
        "               total        used        free\nMem:         3993600     1146880     1986560\n", 0,
    ),
    "ll note": ("-rw-r--r-- 1 user user 2 Jan  1  1970 note\n", 0),
    "who": ("user     tty2         2024-05-06 12:53\n", 0),
    "logname; users; groups; whoami": ("user\nuser\nuser\nuser\n", 0),
    "nslookup localhost": ("nslookup: localhost: Temporary failure in name resolution\n", 255),
    "ping -c 1 localhost": ("ping: localhost: Temporary failure in name resolution\n", 2),
    "umask; umask 077; touch new; stat -c %a new": ("0022\n644\n", 0),
    "jobs; sync; disown; wait; bg; fg; hash; ulimit -n; shopt -s nullglob; trap 'echo bye' EXIT": ("", 0),
    "typeset -i n=2": ("bash: typeset: -i: invalid option\ntypeset: usage: export [-n] [NAME[=VALUE]]...\n", 2),
    "a=(1 2)": ("bash: arrays are not supported by this shell\n", 2),
}  # fmt: skip
"""Lines, each with what the terminal shows and the status, where a machine's own facts or limits of ours are told."""


def shown(line: str) -> tuple[str, int]:
    """Returns what the terminal shows of a line, and its status."""
    host = ExampleHost(home="/home/user", commands=PROGRAMS)
    files = Files(
        [("/home/user", Directory(0.0, 0o755, "user")), ("/home/user/note", File(b"x\n", 0.0, 0o644, "user"))]
    )
    result = run(line, files, login_state(host), host)
    return result.terminal.decode("utf-8"), result.status


@pytest.mark.parametrize("line", RECORDED)
def test_recorded_answers(line: str) -> None:
    assert shown(line) == RECORDED[line]


def test_every_command_is_tested() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*")) if path.suffix in (".py", ".txt")]
    words = set(re.findall(r"[\w.\[:-]+", "\n".join(texts)))
    assert sorted(name for name in {**COMMANDS, **PROGRAMS} if name not in words) == []
