"""The dialog to choose a file, to open it or to save under its name: a field for a path, and a list."""

from __future__ import annotations

from crab_gym.sim.desktop.widgets import HOME, Sized, dated, dialog_page, expand, icon_of, split_name, tilde
from crab_gym.sim.files import Files, normalise
from crab_gym.sim.machine.app import Context
from crab_gym.sim.machine.slices import FILES
from crab_gym.sim.ui import Button, Column, Dialog, Field, Icon, IconButton, Label, Page, Row, Scroll, Tile

__all__ = ["chosen", "dialog", "page", "update"]


def page(context: Context, name: str, folder: str, text: str) -> Page:
    """Returns the dialog's page, with a proposed name whose stem is selected.

    Args:
        context: The window's context.
        name: Name of the page.
        folder: The folder that it lists first.
        text: The proposed name.
    """
    files: Files = context.get(FILES)
    folder = folder if files.is_dir(folder) else HOME
    new = dialog_page(context, name, folder, "name", text, len(split_name(text)[0]))
    return new._replace(scroll={})


def chosen(context: Context) -> str | None:
    """Returns the path in the field; None if it is empty, or names a folder, which the dialog then enters."""
    page = context.page
    text = page.fields["name"]
    if not text.strip():
        return None
    path = normalise(expand(text, page.arg))
    files: Files = context.get(FILES)
    if files.is_dir(path):
        _enter(context, path)
        return None
    return path


def _enter(context: Context, folder: str) -> None:
    page = context.page
    context.set(arg=folder, fields={**page.fields, "name": ""}, selection=(0, 0), scroll={}, focus="name")


def update(context: Context, name: str, *args: object) -> bool:
    """Handles clicks on the list; returns whether a file was chosen for good."""
    page = context.page
    target = str(args[0])
    files: Files = context.get(FILES)
    if name == "enter_folder" or (name == "pick_open" and files.is_dir(target)):
        _enter(context, target)
        return False
    text = target.rpartition("/")[2]
    context.set(fields={**page.fields, "name": text}, selection=(0, len(text)), focus="name")
    return name == "pick_open"


def dialog(context: Context, title: str, action: str = "") -> Dialog:
    """Returns the dialog.

    Args:
        context: The window's context.
        title: Its title, ``Open``, ``Save As`` or another with an action.
        action: The text of its main button; by default ``Open`` or ``Save``, as the title says.
    """
    page = context.page
    files: Files = context.get(FILES)
    folder = page.arg if files.is_dir(page.arg) else "/"
    stem = folder.rstrip("/")
    names = [name for name in files.list(folder) if name[0] != "."]
    names.sort(key=lambda name: (not files.is_dir(f"{stem}/{name}"), name.casefold()))
    rows = []
    for name in names:
        path = f"{stem}/{name}"
        is_dir = files.is_dir(path)
        when = Label(dated(files.lstat(path).mtime, context.now), "small", "muted", role="")
        rows.append(
            Tile(
                name, ("pick", path), leading=Icon(*icon_of(name, is_dir)), trailing=when,
                double_message=("pick_open", path), selected=page.fields["name"] == name, verbatim="text",
            )
        )  # fmt: skip
    parent = folder.rpartition("/")[0] or "/"
    where = Row(
        [
            IconButton("arrow_up", "Parent Folder", ("enter_folder", parent), tone="text"),
            Label(f"Folder: {tilde(folder) if folder != HOME else HOME}", tone="muted", flex=1),
        ],
        gap=6,
    )
    field = Field("name", "Name" if title == "Save As" else "Name or path", "name_entry")
    body = Column([field, where, Sized(Scroll("chooser", rows), h=200, flex=1)], gap=6)
    action = action or ("Open" if title == "Open" else "Save")
    return Dialog(
        title, body, [Button("Cancel", ("cancel",), "outlined"), Button(action, ("choose",))], 520, ("cancel",)
    )
