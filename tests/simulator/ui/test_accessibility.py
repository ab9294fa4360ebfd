"""The accessibility trees of one screen after the other."""

from __future__ import annotations

import random

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine import touch
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS
from crab_sim.phone import Phone
from crab_sim.ui.accessibility import AccessibleElement, ScreenReader, read_screen


def front_of(machine: Machine) -> str:
    """Returns the id of the window that has the focus."""
    return machine.front.id if machine.front is not None else "shell"


@pytest.mark.parametrize("device", [Phone, Desktop])
@pytest.mark.parametrize("seed", range(6))
def test_a_reader_of_many_screens_reads_each_as_if_it_were_the_first(device: type[Machine], seed: int) -> None:
    rng = random.Random(seed)
    machine = device(*((360, 800) if device is Phone else (1280, 720)))
    machine.boot(seed)
    machine.set_drawn(False)
    reader = ScreenReader(AccessibleElement)
    differing, last = 0, reader.read(machine.scene.nodes, front_of(machine))
    for step in range(80):
        if step % 20 == 0:
            machine.launch(rng.choice(sorted(machine.apps)))
        else:
            touch.tap(machine, rng.randrange(machine.width), rng.randrange(machine.height), rng.choice(["tap", "long"]))
        machine.advance(1.0)
        now = reader.read(machine.scene.nodes, front_of(machine))
        assert now == read_screen(machine.scene.nodes, front_of(machine), AccessibleElement)
        assert reader.read(list(machine.scene.nodes), front_of(machine)) is now
        differing += now != last
        last = now
    assert differing > 5


def test_the_focus_follows_the_window_in_front() -> None:
    desktop = Desktop(1280, 720)
    desktop.set_drawn(False)
    reader = ScreenReader(AccessibleElement)
    desktop.launch("text_editor")
    desktop.launch("files")
    for front in ("files", "text_editor"):
        desktop.raise_window(next(window.id for window in desktop.get(WINDOWS) if window.app == front))
        rows = reader.read(desktop.scene.nodes, front_of(desktop))
        assert [(row.app, row.focused) for row in rows if row.role == "window"][-1] == (front, True)
        assert sum(row.focused for row in rows if row.role == "window") == 1
