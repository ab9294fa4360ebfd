"""The entry points of the shell."""

from __future__ import annotations

from crab_sim.shell import is_incomplete, login_state, run_argv
from crab_sim.shell.testing import example_files, example_host

HOST = example_host()
FILES = example_files()
STATE = login_state(HOST)


def test_run_argv_parses_nothing() -> None:
    result = run_argv(["echo", "$HOME; ls *", "> x", "$(id)"], FILES, STATE, HOST)
    assert (result.stdout, result.status, result.files) == (b"$HOME; ls * > x $(id)\n", 0, FILES)
    assert result.state.history == ()
    assert run_argv(["cat", "-"], FILES, STATE, HOST, b"in").stdout == b"in"
    assert run_argv(["nosuch"], FILES, STATE, HOST).status == 127
    assert run_argv(["rm", "notes.txt"], FILES, STATE, HOST).files.exists("/home/user/notes.txt") is False


def test_incomplete_lines() -> None:
    for line in (
        "echo 'a",
        "if true; then",
        "for x in a; do echo",
        "cat <<E\nx",
        "f() {",
        "a &&",
        "echo $(ls",
        "a |",
        '"',
    ):
        assert is_incomplete(line), line
    for line in ("echo", "", "fi", "echo )", "cat <<E\nx\nE", "${x"[:0]):
        assert not is_incomplete(line), line
