"""The menus of Files: those of an item, of a folder, of the order, and the main one, with the real one's entries.

* `menu` - the menu that is open.
"""

from __future__ import annotations

from typing import Final

from crab_sim import ui
from crab_sim.desktop.apps.files.changes import undoable
from crab_sim.desktop.apps.files.messages import SPECIAL, Message
from crab_sim.desktop.file_types import is_picture, opener
from crab_sim.desktop.widgets import TRASH, decoded
from crab_sim.engines.archives import kind_of as kind_of_archive
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES

__all__ = ["MENUS", "menu"]

MENUS: Final = ("item_menu", "space_menu", "folder_menu", "view_menu", "main_menu")
"""Their names, which begin an overlay."""


def _lacking(text: str) -> ui.Item[Message]:
    return ui.Item(text, ("nothing",), enabled=False)


_ORDERS: Final = (
    ("A-Z", "name", False), ("Z-A", "name", True), ("Last Modified", "modified", False),
    ("First Modified", "modified", True), ("Size", "size", True), ("Type", "type", False),
)  # fmt: skip
"""An entry, the column, and whether its order is reversed."""
_TRASH_ITEMS: Final[list[ui.Item[Message]]] = [
    ui.Item("Restore From Trash", ("restore",), "undo"),
    ui.Item("Delete From Trash…", ("delete",), "delete"),
    ui.Item("Properties", ("properties",), "info"),
]


def menu(context: Context, page: ui.Page) -> ui.Menu[Message] | None:
    """Returns the menu that is open on a page, if one is."""
    if page.overlay[:1] and page.overlay[0] in MENUS:
        name, *at = page.overlay
        items: list[ui.Item[Message]]
        match name:
            case "item_menu":
                items = _TRASH_ITEMS if page.arg == TRASH else _items(context, page)
            case "space_menu":
                items = _space_items(context, page)
            case "folder_menu":
                items = _folder_items(page)
            case "view_menu":
                items = _orders(page)
            case _:
                items = _main_items(context, page)
        return ui.Menu(items, (at[0], at[1]))
    return None


def _opening(context: Context, page: ui.Page) -> str:
    """Returns the entry that opens what is selected; that of one file names its app."""
    files: Files = context.get(FILES)
    if len(page.data.selected) == 1:
        (name,) = page.data.selected
        path = name if name[:1] == "/" else f"{page.arg.rstrip('/')}/{name}"
        if not files.is_dir(path) and (app := opener(name, decoded(files, path) is not None)):
            return f"Open With {context.machine.apps[app].name}"
    return "Open"


def _items(context: Context, page: ui.Page) -> list[ui.Item[Message]]:
    """Returns the entries for what is selected outside of the trash."""
    selected = page.data.selected
    items: list[ui.Item[Message]] = [ui.Item(_opening(context, page), ("open_selected",))]
    if is_picture(*selected):
        items.append(ui.Item("Open With GIMP", ("open_with", "gimp")))
    items += [
        _lacking("Open With…"),
        ui.Item("Cut", ("cut_files",), "cut"),
        ui.Item("Copy", ("copy_files",), "copy"),
        _lacking("Move to…"),
        _lacking("Copy to…"),
        ui.Item("Rename…", ("rename",), "edit", enabled=len(selected) == 1),
        ui.Item("Compress…", ("compress",), "archive"),
    ]
    if all(kind_of_archive(name) for name in selected):
        items.append(ui.Item("Extract Here", ("extract_here",), "unarchive"))
    return [
        *items,
        _lacking("Email…"),
        ui.Item("Move to Trash", ("trash",), "delete"),
        ui.Item("Properties", ("properties",), "info"),
    ]


def _pastable(context: Context, page: ui.Page) -> bool:
    files: Files = context.get(FILES)
    clip: str = context.get(CLIPBOARD)
    known = clip[:1] == "/" and all(line[:1] == "/" and files.exists(line) for line in clip.split("\n"))
    return known and page.arg not in SPECIAL


def _space_items(context: Context, page: ui.Page) -> list[ui.Item[Message]]:
    return [
        ui.Item("New Folder…", ("new_folder",), enabled=page.arg not in SPECIAL),
        _lacking("Open With…"),
        ui.Item("Paste", ("paste_files",), enabled=_pastable(context, page)),
        ui.Item("Select All", ("select_all",)),
        ui.Item("Open in Terminal", ("terminal",)),
        ui.Item("Properties", ("properties",)),
    ]


def _folder_items(page: ui.Page) -> list[ui.Item[Message]]:
    return [
        ui.Item("New Folder…", ("new_folder",), enabled=page.arg not in SPECIAL),
        _lacking("Open With…"),
        ui.Item("Reload", ("reload",)),
        _lacking("Add to Bookmarks"),
        ui.Item("Copy Location", ("copy_location",)),
        ui.Item("Properties", ("properties",), enabled=page.arg not in SPECIAL),
    ]


def _orders(page: ui.Page) -> list[ui.Item[Message]]:
    shown = (page.data.order, page.data.reverse)
    head: ui.Item[Message] = ui.Item("Sort", ("nothing",), role="text")
    return [head] + [
        ui.Item(text, ("order", column, reverse), checked=shown == (column, reverse))
        for text, column, reverse in _ORDERS
    ]


def _main_items(context: Context, page: ui.Page) -> list[ui.Item[Message]]:
    return [
        ui.Item("New Window", ("new_window",)),
        ui.Item("New Tab", ("new_tab",)),
        ui.Item("Icon Size", ("nothing",), role="text"),
        ui.Item("Zoom out", ("zoom_out",), role="button", enabled=page.data.zoom > 0),
        ui.Item("Zoom in", ("zoom_in",), role="button", enabled=page.data.zoom < 2),
        ui.Item("Undo", ("undo",), enabled=undoable(context)),
        _lacking("Redo"),
        ui.Item("Show Hidden Files", ("hidden",), checked=page.data.hidden),
        _lacking("Preferences"),
        ui.Item("Keyboard Shortcuts", ("shortcuts",)),
        ui.Item("Help", ("reload",)),
        ui.Item("About Files", ("about",)),
    ]
