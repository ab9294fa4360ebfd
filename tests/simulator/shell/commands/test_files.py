"""Commands that create, remove and change files."""

from __future__ import annotations

import pytest

from crab_sim.files import Link
from crab_sim.shell.testing import example_files, example_run
from tests.simulator.shell._checks import check_error


@pytest.mark.parametrize(
    ("line", "shown", "status"),
    [
        ("rm docs", "rm: cannot remove 'docs': Is a directory\n", 1),
        ("rm nope", "rm: cannot remove 'nope': No such file or directory\n", 1),
        ("rmdir docs", "rmdir: failed to remove 'docs': Directory not empty\n", 1),
        ("mkdir docs", "mkdir: cannot create directory ‘docs’: File exists\n", 1),
        ("mkdir a/b", "mkdir: cannot create directory ‘a/b’: No such file or directory\n", 1),
        ("rm -rf /", "rm: it is dangerous to operate recursively on '/'\n", 1),
        ("chmod 999 notes.txt", "chmod: invalid mode: '999'\nTry 'chmod --help' for more information.\n", 1),
    ],
)
def test_errors(line: str, shown: str, status: int) -> None:
    check_error(line, shown, status)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("rm -i fruit.txt", "rm: remove regular file 'fruit.txt'? "),
        ("rm -ri docs", "rm: descend into directory 'docs'? "),
        ("rm -fi fruit.txt notes.txt", "rm: remove regular file 'fruit.txt'? rm: remove regular file 'notes.txt'? "),
        ("rm -rI docs", "rm: remove 1 argument recursively? "),
    ],
)
def test_what_nobody_agrees_to_is_not_removed(line: str, asked: str) -> None:
    result = example_run(line)
    assert (result.terminal.decode(), result.status) == (asked, 0)
    assert result.files == example_files()


def test_each_removal_is_agreed_to() -> None:
    before = example_run("mkdir docs/e; touch empty; ln -s empty l")
    result = example_run("rm -riv docs empty l", before, b"y\ny\ny\ny\nn\ny\n")
    assert result.stderr.decode() == (
        "rm: descend into directory 'docs'? rm: remove directory 'docs/e'? rm: remove regular file 'docs/plan.md'? "
        "rm: remove directory 'docs'? rm: remove regular empty file 'empty'? rm: remove symbolic link 'l'? "
    )
    assert result.stdout.decode() == (
        "removed directory 'docs/e'\nremoved 'docs/plan.md'\nremoved directory 'docs'\nremoved 'l'\n"
    )
    assert sorted(result.files.list("/home/user")) == ["empty", "fruit.txt", "notes.txt"]
    assert not [entry for _, entry in result.files.items() if isinstance(entry, Link)]
