"""Compound commands."""

from __future__ import annotations

from crab_sim.shell.testing import example_run


def test_subshells_change_files_but_not_the_shell() -> None:
    result = example_run("(cd /; x=1; echo in > ~/made; exit 4); echo $? $x; pwd; echo x | read y; echo [$y]")
    assert result.stdout == b"4\n/home/user\n[]\n"
    assert result.files.read("/home/user/made") == b"in\n"
    assert result.effects == ()
