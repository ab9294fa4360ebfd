"""A page that asks for a folder of the shared storage: its folders, a new one, and a button that takes the one shown.

The page lies above the one that asked. An app lets `wrap` draw and handle it, inside the one of `name_dialog`, which
asks for a new folder's name::

    folder_chooser.ask(context, "Copy to", "Copy here", ("copy", paths), folder)   # in a handler
    case ("copy", paths, folder): ...                                            # in its handler, which gets the folder
    view, update = name_dialog.wrap(*folder_chooser.wrap(_view, _update))          # for its AppSpec
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, cast

from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.widgets import name_dialog
from crab_sim.phone.widgets.basics import app_bar, dialog_buttons, empty, message_dialog
from crab_sim.ui import (
    AnyMessage,
    Column,
    Divider,
    Icon,
    IconButton,
    Label,
    LazyRow,
    MessageT,
    Page,
    Row,
    Scroll,
    Space,
    Tile,
    Widget,
)

__all__ = ["ask", "wrap"]

_PAGE = "choosing"

FolderMessage: TypeAlias = (
    tuple[Literal["choose"]]
    | tuple[Literal["back"]]
    | tuple[Literal["new_folder"]]
    | tuple[Literal["enter"], str]
    | tuple[Literal["make_folder"], str]
)
"""The messages of the page: the button, Back, a new folder and its name, and a folder that is entered."""


class _Choice(NamedTuple):
    """The argument of the page: what is asked, what the answer is sent with, and the folder that is shown."""

    title: str
    action: str
    message: AnyMessage
    folder: str


def ask(context: Context, title: str, action: str, message: AnyMessage, folder: str) -> None:
    """Shows the page; its button sends `message` with the folder added.

    Args:
        context: The app's hold on its machine.
        title: The page's title.
        action: Text of the button.
        message: Sent by the button.
        folder: The folder that is shown at first; the storage itself if there is none of that path.
    """
    context.set(overlay=())
    shown = folder if context.get(FILES).is_dir(folder) else SDCARD
    context.push(Page(_PAGE, _Choice(title, action, message, shown)))


def wrap(
    view: Callable[[Context], View[MessageT]], update: Callable[[Context, MessageT], None]
) -> tuple[Callable[[Context], View[MessageT | FolderMessage]], Callable[[Context, MessageT | FolderMessage], None]]:
    """Returns an app's view and handler with the page above theirs, while it is open."""

    def view_or_chooser(context: Context) -> View[MessageT | FolderMessage]:
        return _view(context) if context.page.name == _PAGE else view(context)

    def update_or_choose(context: Context, message: MessageT | FolderMessage) -> None:
        if context.page.name != _PAGE:
            update(context, cast(MessageT, message))
            return
        choice: _Choice = context.page.arg
        match message:
            case ("choose",):
                context.pop()
                update(context, cast(MessageT, (*choice.message, choice.folder)))
            case ("back",):
                context.pop()
            case ("enter", str(folder)):
                context.set(arg=choice._replace(folder=folder), scroll={})
            case ("new_folder",):
                name_dialog.ask(context, "New folder", "Create", ("make_folder",), hint="Folder name")
            case ("make_folder", str(name)):
                _make(context, choice, name)

    return view_or_chooser, update_or_choose


def _make(context: Context, choice: _Choice, name: str) -> None:
    """Makes a folder and enters it, unless the name is invalid or taken."""
    files: Files = context.get(FILES)
    folder = f"{choice.folder}/{name}"
    problem = name_dialog.file_problem(name, files.exists(folder))
    if not problem:
        try:
            context.put(FILES, files.mkdir(folder, context.now))
        except FileError:
            problem = "There is no room for the folder"
    if problem:
        context.set(overlay=("problem", problem))
    else:
        context.set(arg=choice._replace(folder=folder), scroll={})


def _tile(name: str, folder: str, icon: str) -> Widget[FolderMessage]:
    return Tile(name, ("enter", folder), leading=Icon(icon, "accent"), rid="android:id/text1", verbatim="text")


_ADD: IconButton[FolderMessage] = IconButton(
    "folder_add", "New folder", ("new_folder",), "android:id/new_folder", "text"
)


def _view(context: Context) -> View[FolderMessage]:
    choice: _Choice = context.page.arg
    files: Files = context.get(FILES)
    folder = choice.folder
    names = files.list(folder) if files.is_dir(folder) else ()
    shown = sorted((n for n in names if n[:1] != "." and files.is_dir(f"{folder}/{n}")), key=str.casefold)
    tiles: list[Widget[FolderMessage]] = [LazyRow("row", _tile, name, f"{folder}/{name}", "folder") for name in shown]
    if folder != SDCARD:
        tiles.insert(0, _tile("..", folder.rpartition("/")[0], "back"))
    place = folder.replace(SDCARD, "Internal storage", 1)
    body: Widget[FolderMessage] = (
        Scroll("folders", tiles, rid="android:id/list") if tiles else empty("folder", "No folders here")
    )
    buttons: list[Widget[FolderMessage]] = dialog_buttons(choice.action, ("choose",), cancel=("back",))
    rows: list[Widget[FolderMessage]] = [
        app_bar(choice.title, [_ADD], close=True), Label(place, "small", "muted", pad=(16, 8), verbatim=True),
        Divider(), body, Row([Space(flex=1), *buttons], 8, (16, 10), "bar"),
    ]  # fmt: skip
    return View(Column(rows), _problem(context))


def _problem(context: Context) -> Widget | None:
    match context.page.overlay:
        case ("problem", str(text)):
            return message_dialog("New folder", text)
    return None
