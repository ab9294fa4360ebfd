"""A page that asks for a file of the shared storage: all files with some endings, the newest first.

The page lies above the one that asked. An app lets `wrap` draw and handle it::

    file_chooser.ask(context, "Open file", (".txt",), ("read",))   # in a handler
    case ("read", path): ...                                      # in its handler, which gets the file's path
    view, update = file_chooser.wrap(_view, _update)              # for its AppSpec
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, cast

from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.media.storage import MediaFile, scan
from crab_sim.phone.widgets.basics import app_bar, empty
from crab_sim.ui import AnyMessage, Column, Divider, Icon, LazyRow, MessageT, Page, Scroll, Tile, Widget

__all__ = ["ask", "wrap"]

_PAGE = "choosing_file"
_LIST = "com.android.documentsui:id/dir_list"

FileMessage: TypeAlias = tuple[Literal["back"]] | tuple[Literal["take"], str]
"""The messages of the page: Back, and a file that is taken."""


class _Request(NamedTuple):
    """The argument of the page: what is asked, the endings of the files, and what the answer is sent with."""

    title: str
    endings: tuple[str, ...]
    message: AnyMessage


def ask(context: Context, title: str, endings: tuple[str, ...], message: AnyMessage) -> None:
    """Shows the page; a tap on a file sends `message` with the file's path added.

    Args:
        context: The app's hold on its machine.
        title: The page's title.
        endings: The files' endings, in lower case, such as ``".txt"``.
        message: Sent by a tap on a file.
    """
    context.set(overlay=())
    context.push(Page(_PAGE, _Request(title, endings, message)))


def wrap(
    view: Callable[[Context], View[MessageT]], update: Callable[[Context, MessageT], None]
) -> tuple[Callable[[Context], View[MessageT | FileMessage]], Callable[[Context, MessageT | FileMessage], None]]:
    """Returns an app's view and handler with the page above theirs, while it is open."""

    def view_or_chooser(context: Context) -> View[MessageT | FileMessage]:
        return _view(context) if context.page.name == _PAGE else view(context)

    def update_or_choose(context: Context, message: MessageT | FileMessage) -> None:
        if context.page.name != _PAGE:
            update(context, cast(MessageT, message))
            return
        request: _Request = context.page.arg
        match message:
            case ("take", str(path)):
                context.pop()
                update(context, cast(MessageT, (*request.message, path)))
            case ("back",):
                context.pop()

    return view_or_chooser, update_or_choose


def _tile(file: MediaFile) -> Widget[FileMessage]:
    folder = file.folder.replace(SDCARD, "Internal storage", 1)
    return Tile(file.name, ("take", file.path), folder, Icon("file", "accent"), rid="android:id/title", verbatim="all")


def _view(context: Context) -> View[FileMessage]:
    request: _Request = context.page.arg
    files = [file for file in scan(context.get(FILES), "any") if file.name.lower().endswith(request.endings)]
    body: Widget[FileMessage] = empty("file", "No items")
    if files:
        body = Scroll("files", [LazyRow("row2", _tile, file) for file in files], rid=_LIST)
    return View(Column([app_bar(request.title, close=True), Divider(), body]))
