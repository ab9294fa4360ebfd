"""The phone's Draw app: a canvas, on which a finger draws and erases, and files of drawings.

State: slice ``"draw"`` of `crab_sim.phone.apps.draw.data`, and ``"files"``. Pages: ``canvas``, ``save`` (data: the
ending of the file), and that of a `folder_chooser`.
"""

from __future__ import annotations

import time
from typing import Literal, assert_never

from crab_sim.files import FileError, Files
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.draw import APP as FACTS
from crab_sim.phone.apps.draw import data
from crab_sim.phone.apps.draw.data import DRAWING, WIDEST, Stroke
from crab_sim.phone.apps.draw.messages import Message
from crab_sim.phone.apps.draw.views import canvas_size, full_name, view
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import folder_chooser, name_dialog
from crab_sim.ui import Page

__all__ = ["APP"]


def _start(intent: Intent) -> Page:
    return Page("canvas")


def _draw(context: Context, start: tuple[int, int], end: tuple[int, int]) -> None:
    drawing = context.get(DRAWING)
    color = None if drawing.erasing else drawing.color
    context.put(DRAWING, drawing.done(Stroke(color, drawing.width, start, end)))


def _color(context: Context, part: Literal["pen", "ground"], color: str) -> None:
    """Chooses the colour of the pen, which is then in use, or of the ground."""
    drawing = context.get(DRAWING)
    changed = drawing._replace(color=color, erasing=False) if part == "pen" else drawing._replace(ground=color)
    context.put(DRAWING, changed)
    context.set(overlay=())


def _clear(context: Context) -> None:
    context.set(overlay=())
    drawing = context.get(DRAWING)
    if data.strokes_of(drawing):
        context.put(DRAWING, drawing.done(None))


def _ask_save(context: Context) -> None:
    name = time.strftime("image_%Y%m%d_%H%M%S", time.gmtime(context.now))
    context.push(Page("save", None, {"name": name}, focus="name", selection=(0, len(name)), data="png"))


def _ask_folder(context: Context) -> None:
    """Asks where the file goes, once it has a name."""
    name = full_name(context)
    if name and not name_dialog.file_problem(name):
        context.pop()
        folder_chooser.ask(context, "Save to", "Save", ("save_to", name), f"{SDCARD}/Pictures")


def _save(context: Context, name: str, folder: str) -> None:
    path = f"{folder}/{name}"
    if context.get(FILES).is_file(path):
        context.set(overlay=("overwrite", path))
    else:
        _write(context, path)


def _write(context: Context, path: str) -> None:
    context.set(overlay=())
    files: Files = context.get(FILES)
    ending = path.rpartition(".")[2].lower()
    content = data.encoded(context.get(DRAWING), ending, *canvas_size(context.machine))
    try:
        context.put(FILES, files.write(path, content, context.now))
    except FileError:
        context.set(overlay=("problem", "The drawing can't be saved here."))
        return
    toast(context, "File saved successfully")


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    drawing = context.get(DRAWING)
    match message:
        case ("back",):
            context.pop()
        case ("dot", left, top):
            x, y = context.point
            _draw(context, (x - left, y - top), (x - left, y - top))
        case ("stroke", left, top, x1, y1, x2, y2):
            _draw(context, (x1 - left, y1 - top), (x2 - left, y2 - top))
        case ("undo",):
            context.put(DRAWING, drawing.undo())
        case ("redo",):
            context.put(DRAWING, drawing.redo())
        case ("erase",):
            context.put(DRAWING, drawing._replace(erasing=not drawing.erasing))
        case ("clear",):
            _clear(context)
        case ("width", share):
            context.put(DRAWING, drawing._replace(width=1 + round(share * (WIDEST - 1))))
        case ("menu",):
            context.set(overlay=("menu", context.point))
        case ("palette", part):
            context.set(overlay=("palette", part))
        case ("color", part, color):
            _color(context, part, color)
        case ("ask_save",):
            _ask_save(context)
        case ("format", ending):
            context.set(data=ending)
        case ("named",) | ("submit", _):
            _ask_folder(context)
        case ("save_to", name, folder):
            _save(context, name, folder)
        case ("write", path):
            _write(context, path)
        case ("started",):
            pass
        case _:
            assert_never(message)


_VIEW, _UPDATE = name_dialog.wrap(*folder_chooser.wrap(view, _update))

APP = AppSpec(
    view=_VIEW,
    update=_UPDATE,
    start=_start,
    title=lambda context: "Draw",
    **FACTS.spec.facts,
)
