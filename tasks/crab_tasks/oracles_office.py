"""Flows in LibreOffice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from crab_gym.policies import OracleStuck
from crab_gym.task import Action, Look, action
from crab_tasks.oracles import click
from crab_tasks.oracles_desktop import start
from crab_tasks.oracles_windows import choose_file, dialog, in_front, window

__all__ = ["change_title", "export_pdf", "fill_cell", "office", "open_document", "save", "save_as"]

_LOOKS = 40
NAMES = {"writer": "LibreOffice Writer", "calc": "LibreOffice Calc", "impress": "LibreOffice Impress"}


def office(look: Look, app: str) -> Iterator[Action]:
    """Brings a new document to the front, or goes on with the one that is there."""
    if in_front(look, "window", "Untitled", app):
        return
    yield from start(NAMES[app])
    yield from window(look, "Untitled", app)


def open_document(look: Look, app: str, path: str) -> Iterator[Action]:
    """Opens a document, or goes on where it is in front already."""
    name = path.rpartition("/")[2]
    if in_front(look, "window", f"{name} ", app):
        return
    yield from office(look, app)
    yield from dialog(look, "Open", app, ("ctrl", "o"))
    yield from choose_file(look, path)
    if name.endswith(".csv"):
        yield from dialog(look, "Text Import")
        yield click(look, text="OK", role="button")
    yield from window(look, name, app)


def save_as(look: Look, app: str, path: str) -> Iterator[Action]:
    """Saves the document in front under a name whose ending tells the format."""
    yield from dialog(look, "Save", app, ("ctrl", "shift", "s"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], app)


def _come_back(look: Look, app: str) -> Iterator[Action]:
    """Opens a dialog and leaves it: LibreOffice does so after what it was told before, such as to write a file."""
    yield from dialog(look, "Open", app, ("ctrl", "o"))
    yield action("ubuntu", "press", key="escape")
    yield from window(look, app=app)


def save(look: Look, app: str) -> Iterator[Action]:
    """Saves the document in front, which has a name."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "s"])
    yield from _come_back(look, app)


def export_pdf(look: Look, app: str, path: str) -> Iterator[Action]:
    """Exports the document in front as a PDF file."""
    yield click(look, text="Export Directly as PDF", role="button")
    yield from dialog(look, "Export", app)
    yield from choose_file(look, path)
    yield from window(look, app=app)
    yield from _come_back(look, app)


def fill_cell(cell: str, text: str) -> Iterator[Action]:
    """Goes to a cell of the sheet in front by the Name Box, and types what it shall hold."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "shift", "t"])
    yield action("ubuntu", "write_text", text=f"{cell}\n")
    yield action("ubuntu", "write_text", text=f"{text}\n")


def change_title(look: Look, number: int, old: str, new: str) -> Iterator[Action]:
    """Types another title on a slide of the presentation in front, counted from 1.

    Raises:
        OracleStuck: The slide with the old title doesn't come up.
    """
    turned_at = 0  # the slide that was shown when a key was last pressed
    for _ in range(_LOOKS):
        texts = [e.text for e in look("ubuntu") if e.app == "impress" and e.role == "text"]
        shown = next((int(found[1]) for text in texts if (found := re.match(r"Slide (\d+) of ", text))), number)
        if shown == number and old in texts:
            break
        if shown in (number, turned_at):  # the status bar tells the number a moment after the slide is there
            turned_at = 0
            yield action("root", "wait", seconds=1)
        else:
            turned_at = shown
            yield action("ubuntu", "press", key="pagedown" if shown < number else "pageup")
    else:
        raise OracleStuck(f"slide {number} with the title {old!r} did not come up")
    yield action("ubuntu", "press", key="tab")  # chooses the first thing on the slide
    yield action("ubuntu", "press", key="f2")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=new)
    yield action("ubuntu", "press", key="escape")
    yield action("ubuntu", "press", key="escape")
