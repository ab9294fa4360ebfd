"""Names of files: the reasons for which they are refused, in the words of the phone and of the desktop."""

from __future__ import annotations

import pytest

from crab_sim.desktop.widgets import name_problem
from crab_sim.files.names import is_file_name, name_fault
from crab_sim.phone.widgets.name_dialog import file_problem


@pytest.mark.parametrize(
    ("name", "fault"),
    [("a/b", "slash"), (".", "reserved"), ("..", "reserved"), ("é" * 128, "long"), ("é" * 127, None), ("a b", None)],
)
def test_faults(name: str, fault: str | None) -> None:
    assert name_fault(name) == fault
    assert is_file_name(name) == (fault is None)
    assert bool(file_problem(name)) == bool(name_problem(name, False)) == (fault is not None)


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0b"])
def test_a_name_can_be_read(name: str) -> None:
    assert not is_file_name(name)


def test_a_taken_name_is_a_problem() -> None:
    assert file_problem("a", taken=True) and name_problem("a", True, "folder").startswith("A folder")
