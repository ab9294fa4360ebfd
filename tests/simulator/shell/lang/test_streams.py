"""Streams: output in order, bytes unchanged."""

from __future__ import annotations

from crab_sim.shell import login_state, run
from crab_sim.shell.testing import example_files, example_host, example_run

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def test_streams_are_kept_apart_and_shown_in_order() -> None:
    result = example_run("echo a; nosuch; echo b; cat nope; echo c")
    assert result.stdout == b"a\nb\nc\n"
    assert result.stderr == b"bash: nosuch: command not found\ncat: nope: No such file or directory\n"
    assert result.terminal == b"a\nbash: nosuch: command not found\nb\ncat: nope: No such file or directory\nc\n"


def test_bytes_survive() -> None:
    data = bytes(range(256)) * 3
    files = FILES.write("/home/user/raw.bin", data, 1.0)
    result = run("cat raw.bin | cat > copy; cat < copy; base64 raw.bin | base64 -d > again", files, STATE, HOST)
    assert result.stdout == data
    assert result.files.read("/home/user/copy") == result.files.read("/home/user/again") == data
    assert example_run("cat", stdin=data).stdout == data
