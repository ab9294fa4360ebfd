"""The machine that commands change: effects, times and permissions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from crab_sim.shell import login_state, run
from crab_sim.shell.testing import example_files, example_host, example_run

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def test_effects() -> None:
    result = example_run("sleep 2; clear; kill 812; pkill -9 init; kill 77; exit 3; echo never")
    assert result.effects == (("sleep", 2.0), ("clear",), ("kill", 812, 15), ("kill", 1, 9), ("exit",))
    assert result.stderr == b"bash: kill: (77) - No such process\n"
    assert (result.status, result.stdout) == (3, b"")


def test_times_of_files_follow_the_virtual_clock() -> None:
    result = example_run("echo a > one; sleep 100; echo b > two; touch -d '2020-01-01' three")
    assert result.files.stat("/home/user/one").mtime == HOST.now
    assert result.files.stat("/home/user/two").mtime == HOST.now + 100
    assert example_run("ls -t one two three; find . -newer one", result).stdout == b"two\none\nthree\n.\n./two\n"


@pytest.mark.parametrize(
    "line",
    [
        "echo x > /etc/hostname",
        "rm /etc/hostname",
        "touch /etc/new",
        "mkdir /etc/new",
        "mv /etc/hostname .",
        "cp notes.txt /etc",
        "chmod 777 /etc/hostname",
        "chown user /etc/hostname",
        "rm -rf /etc",
        "sed -i s/d/x/ /etc/hostname",
        "mv notes.txt /",
        "cat notes.txt | tee /etc/hostname",
        "find /etc -delete",
        "ln -s x /etc/l",
        "echo > /tmp/theirs",
        "rm /tmp/theirs",
    ],
)
def test_only_ones_own_files_can_be_changed(line: str) -> None:
    files = FILES.write("/tmp/theirs", b"t", 0.0, owner="other")
    result = run(line, files, STATE, HOST)
    assert result.files == files
    assert result.status == 1
    assert b"Permission denied" in result.stderr or b"not permitted" in result.stderr
    root = replace(HOST, user="root")
    assert run(line, files, STATE, root).status == 0


def test_secrets_of_others_cannot_be_read() -> None:
    files = FILES.write("/etc/shadow", b"hash", 0.0, mode=0o600).mkdir("/root", 0.0).chmod("/root", 0o700)
    files = files.write("/root/key", b"key", 0.0)
    result = run(
        "cat /etc/shadow; grep h < /etc/shadow; cat /root/key; ls /root; cd /root; cp /etc/shadow .", files, STATE, HOST
    )
    assert (result.stdout, result.files) == (b"", files)
    assert result.stderr.count(b"Permission denied") == 6
