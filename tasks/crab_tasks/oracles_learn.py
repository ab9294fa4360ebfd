"""Ways through the simulated devices that only point and type: what an agent that chooses elements can do, too."""

from __future__ import annotations

from collections.abc import Iterator

from crab_gym.task import Action, Look, Params, action
from crab_tasks.oracles import click, find, has, leave_pages, tap

__all__ = ["add_todo", "new_todo_page", "open_files", "open_note", "open_settings", "open_tasks", "show_panel"]


def open_tasks(params: Params, look: Look) -> Iterator[Action]:
    """Opens the phone's Tasks app by its icon."""
    if not has(look, "android", text="Tasks", role="icon"):
        yield action("android", "press", key="home")
    yield tap(look, text="Tasks", role="icon")


def new_todo_page(params: Params, look: Look) -> Iterator[Action]:
    """Opens the page for a new to-do."""
    if not has(look, "android", rid="fab"):
        yield from open_tasks(params, look)
        yield from leave_pages(look, "fab")
    yield tap(look, rid="fab")


def add_todo(look: Look, title: str) -> Iterator[Action]:
    """Types a title on the page for a new to-do, whose first field has the focus, and saves."""
    if not has(look, "android", description="Title", role="text_field"):
        yield from new_todo_page(Params(), look)
    yield action("android", "write_text", text=title)
    yield tap(look, text="Save")


def open_settings(params: Params, look: Look) -> Iterator[Action]:
    """Opens the desktop's Settings from the dock."""
    yield click(look, text="Settings", description="Dock")


def show_panel(look: Look, panel: str) -> Iterator[Action]:
    """Opens a panel of the desktop's Settings."""
    if not has(look, "ubuntu", text=panel, role="list_item"):
        yield from open_settings(Params(), look)
    yield click(look, text=panel, role="list_item")


def open_files(params: Params, look: Look) -> Iterator[Action]:
    """Opens the desktop's file manager from the dock."""
    yield click(look, text="Files", description="Dock")


def open_note(look: Look, name: str) -> Iterator[Action]:
    """Opens a text file of the home folder."""
    if not has(look, "ubuntu", text=f"{name}.txt", role="list_item"):
        yield from open_files(Params(), look)
    x, y = find(look, "ubuntu", text=f"{name}.txt", role="list_item").center
    yield action("ubuntu", "double_click", x=x, y=y)
