"""``install`` and ``mktemp``."""

from __future__ import annotations

import pytest

from crab_sim.shell.testing import example_run
from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("install", "install: missing file operand\nTry 'install --help' for more information.\n", 1),
        ("install nope x", "install: cannot stat 'nope': No such file or directory\n", 1),
        ("install docs x", "install: omitting directory 'docs'\n", 1),
        ("install -m xyz notes.txt x", "install: invalid mode ‘xyz’\n", 1),
        ("install -d notes.txt", "install: cannot create directory ‘notes.txt’: File exists\n", 1),
        ("install notes.txt /etc/x", "install: cannot create regular file '/etc/x': Permission denied\n", 1),
        ("install -t nope notes.txt", "install: failed to access 'nope': No such file or directory\n", 1),
        ("mktemp abc", "mktemp: too few X's in template ‘abc’\n", 1),
        ("mktemp /etc/aXXX", "mktemp: failed to create file via template ‘/etc/aXXX’: Permission denied\n", 1),
        ("mktemp -d no/aXXX",
         "mktemp: failed to create directory via template ‘no/aXXX’: No such file or directory\n", 1),
        ("mktemp aXX.b --suffix=.b", "mktemp: with --suffix, template ‘aXX.b’ must end in X\n", 1),
    ],
)  # fmt: skip
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


def test_names_are_drawn_from_the_machine_and_are_new() -> None:
    first, again = example_run("mktemp; mktemp; mktemp -d"), example_run("mktemp; mktemp; mktemp -d")
    names = first.stdout.decode().splitlines()
    assert first.stdout == again.stdout and len(set(names)) == 3
    more = example_run("mktemp; mktemp; mktemp -d", first).stdout.decode().splitlines()
    assert not set(more) & set(names)
    assert [first.files.stat(name).mode for name in names] == [0o600, 0o600, 0o700]
    assert first.files.stat(names[0]).owner == "user"


def test_what_is_installed_belongs_to_the_user() -> None:
    result = example_run("install -v /etc/hostname bin; cd docs; install -D ../notes.txt a/b")
    assert result.stdout == b"'/etc/hostname' -> 'bin'\n"
    entry = result.files.stat("/home/user/bin")
    assert (entry.owner, entry.mode) == ("user", 0o755)
    assert result.files.read("/home/user/docs/a/b") == b"one\ntwo\n"
