"""A page that asks for a picture of the shared storage, as Android's own photo picker does.

The page lies above the one that asked. An app lets `wrap` draw and handle it::

    picture_chooser.ask(context, ("photo",))                      # in a handler
    case ("photo", path): ...                                     # in its handler, which gets the picture's path
    view, update = picture_chooser.wrap(_view, _update)           # for its AppSpec
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, cast

from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.media import storage
from crab_sim.phone.widgets.basics import app_bar, empty
from crab_sim.ui import AnyMessage, Column, Divider, Grid, LazyRow, MessageT, Page, Picture, Scroll, Widget

__all__ = ["PictureMessage", "ask", "wrap"]

_PAGE = "picturing"
_GAP = 3

PictureMessage: TypeAlias = tuple[Literal["take"], str] | tuple[Literal["back"]]
"""The messages of the page: a picture that is taken, and Back."""


def ask(context: Context, message: AnyMessage) -> None:
    """Shows the page; a picture sends `message` with its path added."""
    context.set(overlay=())
    context.push(Page(_PAGE, message))


def wrap(
    view: Callable[[Context], View[MessageT]], update: Callable[[Context, MessageT], None]
) -> tuple[Callable[[Context], View[MessageT | PictureMessage]], Callable[[Context, MessageT | PictureMessage], None]]:
    """Returns an app's view and handler with the page above theirs, while it is open."""

    def view_or_chooser(context: Context) -> View[MessageT | PictureMessage]:
        return _view(context) if context.page.name == _PAGE else view(context)

    def update_or_choose(context: Context, message: MessageT | PictureMessage) -> None:
        if context.page.name != _PAGE:
            update(context, cast(MessageT, message))
            return
        asked: AnyMessage = context.page.arg
        match message:
            case ("take", path):
                context.pop()
                update(context, cast(MessageT, (*asked, path)))
            case ("back",):
                context.pop()

    return view_or_chooser, update_or_choose


def _view(context: Context) -> View[PictureMessage]:
    shots = storage.scan(context.get(FILES), "image")
    columns = max(3, context.machine.width // 130)
    side = (context.machine.width - _GAP * (columns - 1)) // columns

    def line(row: Sequence[storage.MediaFile]) -> Widget[PictureMessage]:
        cells = [
            Picture(storage.picture_key(shot.name, shot.file.data), (side, side), f"Photo, {shot.name}",
                    ("take", shot.path))
            for shot in row
        ]  # fmt: skip
        return Grid(cells, columns, side, _GAP)

    rows = [LazyRow(side + _GAP, line, shots[i : i + columns]) for i in range(0, len(shots), columns)]
    body: Widget[PictureMessage] = (
        Scroll("pictures", rows, rid="com.google.android.providers.media.module:id/picker_tab_recyclerview")
        if rows
        else empty("image", "No photos")
    )
    return View(Column([app_bar("Photos", close=True), Divider(), body]))
