"""Steps of a user in Impress, and what they lead to."""

from __future__ import annotations

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.impress.state import Impress
from crab_sim.documents import Slide, presentation
from tests.simulator.desktop._drive import HOME, click, desktop, press, write

DOCUMENTS = f"{HOME}/Documents"


def impress(*titles: str) -> Desktop:
    """Returns a desktop with a presentation of slides with these titles."""
    machine = desktop("LibreOffice Impress")
    for i, title in enumerate(titles):
        if i:
            press(machine, "ctrl+m")
        click(machine, "Click to add Title", role="text")
        write(machine, title)
        press(machine, "escape", "escape")
    return machine


def state(machine: Desktop) -> Impress:
    front = machine.front
    assert front is not None
    data: Impress = front.pages[0].data
    return data


def saved(machine: Desktop, name: str) -> None:
    """Saves the document in front under a name in ~/Documents."""
    press(machine, "ctrl+shift+s", "ctrl+a")
    write(machine, f"{DOCUMENTS}/{name}\n")


def slides(machine: Desktop, name: str) -> tuple[Slide, ...]:
    """Returns the slides in a file, as evaluators read them."""
    found = presentation(machine.files.read(f"{DOCUMENTS}/{name}"))
    assert found is not None
    return tuple(found)


def menu(machine: Desktop, *path: str) -> None:
    """Chooses an entry of a menu."""
    click(machine, path[0], role="menu")
    for name in path[1:]:
        click(machine, name, role="menu_item")
