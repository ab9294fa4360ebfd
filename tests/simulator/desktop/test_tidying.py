"""Old files in the trash and temporary files go by themselves."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.widgets import TRASH
from crab_sim.machine.slices import FILES
from tests.simulator.desktop._drive import click, desktop, press

_DAY = 86_400.0


def tidy(machine: Desktop, *switches: str, period: str = "") -> None:
    press(machine, "super+up")
    click(machine, "Privacy", role="list_item")
    click(machine, "File History & Trash", role="list_item")
    for switch in switches:
        click(machine, switch, role="switch")
    if period:
        click(machine, "Automatically Delete Period", role="button")
        click(machine, period, role="list_item")


def test_the_trash_is_kept_for_the_chosen_period() -> None:
    machine = desktop("Settings")
    thrown = set(machine.files.list(TRASH))  # two days ago
    assert thrown
    tidy(machine, "Automatically Delete Trash Content")
    machine.advance(_DAY)
    assert set(machine.files.list(TRASH)) == thrown
    machine.advance(28 * _DAY)
    assert not machine.files.list(TRASH) and not machine.files.list(TRASH.replace("/files", "/info"))


def test_a_shorter_period_counts_at_once() -> None:
    machine = desktop("Settings")
    tidy(machine, "Automatically Delete Trash Content", period="1 day")
    machine.advance(60.0)
    assert not machine.files.list(TRASH)


@pytest.mark.parametrize("on", [True, False])
def test_temporary_files_of_the_user_go(on: bool) -> None:
    machine = desktop("Settings")
    files = machine.files.write("/tmp/draft.txt", b"old", machine.now, owner="user")
    machine.put(FILES, files.write("/tmp/lock", b"", machine.now, owner="root"))
    tidy(machine, *["Automatically Delete Temporary Files"] * on, period="1 hour")
    machine.advance(3500.0)
    assert machine.files.exists("/tmp/draft.txt")
    machine.advance(160.0)
    assert machine.files.exists("/tmp/draft.txt") is not on
    assert machine.files.exists("/tmp/lock") and machine.files.list(TRASH)


def test_a_note_without_a_date_keeps_what_it_is_about() -> None:
    machine = desktop("Settings")
    name = machine.files.list(TRASH)[0]
    info = f"{TRASH.replace('/files', '/info')}/{name}.trashinfo"
    machine.put(FILES, machine.files.write(info, b"DeletionDate=soon\n", machine.now))
    tidy(machine, "Automatically Delete Trash Content", period="1 hour")
    machine.advance(1e7)
    assert machine.files.list(TRASH) == (name,)
