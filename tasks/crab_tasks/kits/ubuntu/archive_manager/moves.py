"""Archive Manager: moves."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.ubuntu.windows import (
    choose_file,
    choose_folder,
    click_soon,
    dialog,
    in_front,
    soon,
    start,
    wait_for,
    wait_until_gone,
    window,
)

__all__ = [
    "add_to_archive", "delete_from_archive", "extract_from_archive", "new_archive", "open_archive", "view_in_archive",
]  # fmt: skip

_TRIES = 3


def new_archive(look: Look, path: str) -> Iterator[Action]:
    """Makes an empty archive in the Archive Manager, and shows it."""
    yield from start("Archive Manager")
    yield from window(look, "", "archive_manager")
    yield from dialog(look, "New Archive", "archive_manager", ("ctrl", "n"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], "archive_manager")


def open_archive(look: Look, path: str) -> Iterator[Action]:
    """Opens an archive in the Archive Manager."""
    yield from start("Archive Manager")
    yield from window(look, "", "archive_manager")
    yield from dialog(look, "Open", "archive_manager", ("ctrl", "o"))
    yield from choose_file(look, path)
    yield from window(look, path.rpartition("/")[2], "archive_manager")


def _row(look: Look, name: str) -> Iterator[Action]:
    """Selects a row of the shown archive."""
    yield from click_soon(look, text=name)


def extract_from_archive(look: Look, name: str, folder: str) -> Iterator[Action]:
    """Extracts one thing of the shown archive into a folder; ``""`` for all that is in it."""
    if name:
        yield from _row(look, name)
    yield from dialog(look, "Extract", "archive_manager", ("ctrl", "e"))
    yield from choose_folder(look, folder)
    yield from soon(lambda: has(look, "ubuntu", text="Show the Files", role="button"))
    yield click(look, text="Close", role="button")


def add_to_archive(look: Look, path: str) -> Iterator[Action]:
    """Adds a file to the shown archive, in place of an entry of its name."""
    folder, _, name = path.rpartition("/")
    yield click(look, description="Add Files", role="button")
    yield from dialog(look, "Add Files", "archive_manager")
    field = next(e for e in look("ubuntu") if e.role == "text_field" and e.text.startswith("/"))
    if field.text != folder:
        yield click_on(field)
        yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
        yield action("ubuntu", "write_text", text=f"{folder}\n")
    for _ in range(_TRIES):
        table = next(e for e in look("ubuntu") if (e.app, e.role) == ("archive_manager", "table"))
        if has(look, "ubuntu", description=name, role="checkbox") or not table.scrollable:
            break
        x, y = table.center
        yield action("ubuntu", "scroll", x=x, y=y, direction="down", amount=5)
    yield from click_soon(look, description=name, role="checkbox")

    def button() -> Element | None:
        buttons = [e for e in look("ubuntu") if e.role == "button" and e.text == "Add" and not e.description]
        return next((e for e in reversed(buttons) if e.enabled), None)

    yield from soon(lambda: button() is not None)
    found = button()
    if found is None:
        raise OracleStuck(f"the Archive Manager doesn't add {path!r}")
    yield click_on(found)
    yield from soon(lambda: not in_front(look, "dialog", app="archive_manager"))


def view_in_archive(look: Look, name: str) -> Iterator[Action]:
    """Opens a text of the shown archive in the Text Editor."""
    yield from wait_for(look, text=name)
    for _ in range(_TRIES):
        yield click(look, text=name)
        yield action("ubuntu", "press", key="enter")
        yield from soon(lambda: in_front(look, "window", name, "text_editor"))
        if in_front(look, "window", name, "text_editor"):
            return
    raise OracleStuck(f"the Archive Manager doesn't open {name!r}")


def delete_from_archive(look: Look, name: str) -> Iterator[Action]:
    """Deletes one thing of the shown archive."""
    yield from _row(look, name)
    yield action("ubuntu", "press", key="delete")
    yield from click_soon(look, text="Delete", role="button")
    yield from wait_until_gone(look, name)
