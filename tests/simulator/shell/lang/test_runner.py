"""Simple commands: unknown ones, redirects, scripts."""

from __future__ import annotations

import pytest

from crab_sim.shell.testing import example_run
from tests.simulator.shell._checks import check_error, check_output


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("nosuch", "bash: nosuch: command not found\n", 127),
        ("./nosuch", "bash: ./nosuch: No such file or directory\n", 127),
        ("./docs", "bash: ./docs: Is a directory\n", 126),
        ("./notes.txt", "bash: ./notes.txt: Permission denied\n", 126),
        ("echo x > nope/y", "bash: nope/y: No such file or directory\n", 1),
        ("echo x > docs", "bash: docs: Is a directory\n", 1),
        ("cat < nope", "bash: nope: No such file or directory\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("ls /usr/bin 2>/dev/null || /bin/echo from a path", "from a path\n"),
    ],
)
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)


def test_scripts() -> None:
    made = example_run("printf '#!/bin/bash\\nset -e\\necho \"$0 $1 $#\"\\nfalse\\necho no\\n' > s.sh; chmod +x s.sh")
    result = example_run("./s.sh a b; echo $?; bash s.sh; . ./s.sh; echo no", made)
    assert result.stdout == b"./s.sh a 2\n1\ns.sh  0\nbash  0\n"
    assert result.effects == (("exit",),)
    assert example_run("printf '#!/usr/bin/python3\\n' > p; chmod +x p; ./p").stderr == (
        b"bash: ./p: /usr/bin/python3: bad interpreter: No such file or directory\n"
    )
