"""The simulated ps prints the columns that procps prints, of the processes that are asked for."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from crab_sim.shell import login_state, run
from crab_sim.shell.testing import ExampleHost, example_files, example_run
from tests.simulator.shell._checks import check_output

SAME = (
    "-e", "-ef", "aux", "ax", "-aux", "-eo pid,rss,comm", "-eo pid,ppid,user,rss,vsz,%cpu,%mem,comm,cmd,args,stat",
    "aux --sort=-rss", "-eo pid,comm --sort -rss", "-C no-such-name", "-p 1", "-p 1 -o comm=,pid", "-fp 1", "-",
    "axo pid,tty", "-eo nope", "-p x", "-ef --sort=-nope", "-eo pid,,rss", "-o", "-C", "-p", "--sort=",
    "-eo user:20,pid=NUMBER", "-z", "G", "--no-such-option", "-e -o pcpu -o pmem", "p 1", "-u root",
    "-u nobody-here", "-A", "1", "-eo s,tname,time,uid,ni",
)  # fmt: skip


@pytest.mark.skipif(shutil.which("ps") is None, reason="this host has no ps")
@pytest.mark.parametrize("options", SAME)
def test_the_header_or_the_error_is_that_of_the_real_one(options: str) -> None:
    version = subprocess.run(["ps", "--version"], capture_output=True, text=True, check=False).stdout
    if "procps-ng" not in version:
        pytest.skip("ps is another one")
    real = subprocess.run(
        ["bash", "-c", f"ps {options}"], capture_output=True, text=True, check=False, env={"LC_ALL": "C"}
    )
    ours = example_run(f"ps {options}")
    assert ours.status == real.returncode
    assert ours.stderr.decode() == real.stderr
    assert ours.stdout.decode().split("\n")[0].split() == real.stdout.split("\n")[0].split()


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("ps -ef", "UID          PID    PPID  C STIME TTY          TIME CMD\n"
         "root           1       0  0 00:00 ?        00:00:00 init\n"
         "root         812       1  0 00:00 ?        00:00:00 gnome-shell\n"
         "user        4242       1  0 00:00 ?        00:00:00 bash\n"),
        ("ps aux --sort=rss | tail -n +2 | awk '{print $1, $6, $11}'",
         "user 6964 bash\nroot 25526 gnome-shell\nroot 35175 init\n"),
        ("ps -eo pid,rss,comm --sort=-rss | head -2", "    PID   RSS COMMAND\n      1 35175 init\n"),
        ("ps -C bash,init -o pid=,comm=", "      1 init\n   4242 bash\n"),
        ("ps -p 812,1 -o pid,args,user", "    PID COMMAND                     USER\n"
         "      1 init                        root\n    812 gnome-shell                 root\n"),
        ("ps --ppid 1 --user root h -o pid --sort -pid", "   4242\n    812\n      1\n"),
        ("ps -eo comm:4,pid=N --sort=comm", "COMMAND    N\nbash    4242\ngnom     812\ninit       1\n"),
        ("ps -p 99999; echo $?", "    PID TTY          TIME CMD\n1\n"),
    ],
)  # fmt: skip
def test_output(line: str, shown: str) -> None:
    check_output(line, shown)


def test_what_is_too_wide_takes_space_of_the_next_column() -> None:
    host = ExampleHost(running=((7, "abcd"), (1_000_007, "b")))
    result = run("ps -eo rss:1,comm:3,pid:9", example_files(), login_state(host), host)
    assert result.stdout.decode() == "RSS COMMAND PID\n76974 abc     7\n30747 b 1000007\n"
