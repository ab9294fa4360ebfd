"""Screenshot: takes a picture of the screen, a window or an area, after a delay, and saves it; after gnome-screenshot.

State: page ``main`` (data: `Options`), above it ``shot`` (data: the picture; fields ``name`` and ``folder``), and
``notice`` or ``ask_replace`` above that. A picture that is taken after a delay is in the slice ``screenshot``.
"""

from __future__ import annotations

import math
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.apps.screenshot import APP as FACTS
from crab_sim.desktop.capture import PENDING, Area, Pending, bounds_of, file_name, picture
from crab_sim.desktop.chrome.bars import absent_button
from crab_sim.desktop.chrome.header import Spin, SpinMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.saving import save_file
from crab_sim.desktop.shell.capturing import open_panel
from crab_sim.desktop.widgets import HOME, CancelMessage, ask, card, dialog_page, expand, notice, tilde
from crab_sim.draw.image_header import image_size
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES, WINDOWS
from crab_sim.ui import Button, Column, Field, Label, Page, Row, Scene, Space, Tile, Toggle, Widget
from crab_sim.ui.page import Window

__all__ = ["APP", "cancelled", "due", "taken", "tick"]

_AREAS: Final[tuple[tuple[Area, str], ...]] = (("screen", "Screen"), ("window", "Window"), ("selection", "Selection"))
_MAX_DELAY: Final = 99
_FOLDER: Final = f"{HOME}/Pictures"


class Options(NamedTuple):
    """The options of a picture.

    Attributes:
        area: ``"screen"``, ``"window"`` or ``"selection"``.
        path: The file for the picture; ``""`` to ask.
    """

    area: Area = "screen"
    path: str = ""


Message: TypeAlias = (
    DesktopMessage
    | SpinMessage
    | CancelMessage
    | tuple[Literal["take", "save", "back", "replace"]]
    | tuple[Literal["area"], Area]
    | tuple[Literal["opened"], Literal["new"], Literal["take"], Area, int, str]
)


class _Preview(Widget[Message]):
    """The picture, as large as fits."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.flex, self.data = 1, data

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture in the middle."""
        across, down = image_size(self.data) or (4, 3)
        scale = min(1.0, w / across, h / down)
        width, height = max(1, int(across * scale)), max(1, int(down * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, self.data))
        scene.frame(left - 1, top - 1, width + 2, height + 2, scene.theme.outline)
        scene.node(left, top, width, height, "image", "", "Preview of the screenshot")


def _options(context: Context) -> Options:
    options: Options = context.base.data
    return options


def view(context: Context) -> View[Message]:
    """Shows the options, or the picture that was taken."""
    pages = context.window.pages
    if len(pages) == 1:
        return View(_main(context))
    shot = pages[1]
    body = _shot(shot)
    match context.page.name:
        case "notice":
            return View(body, notice(*context.page.arg))
        case "ask_replace":
            name = context.page.arg.rpartition("/")[2]
            title = f"A file named “{name}” already exists. Do you want to replace it?"
            text = f"The file already exists in “{tilde(context.page.arg.rpartition('/')[0])}”."
            return View(body, ask(title, text, Button("Replace", ("replace",), "danger")))
    return View(body)


def _main(context: Context) -> Widget[Message]:
    options = _options(context)
    rows: list[Widget[Message]] = [
        Tile(name, ("area", area), leading=Toggle("radio", options.area == area), role="radio") for area, name in _AREAS
    ]
    delay = Row([Label("Delay in Seconds", flex=1), Spin("delay", "Delay in Seconds", 150, beside=True)], pad=(14, 6))
    head: Widget[Message] = Row(
        [Button("Take Screenshot", ("take",)), Space(flex=1), absent_button("menu", "Menu")],
        pad=(10, 8),
        background="bar",
    )
    parts = [
        Label("Capture Area", font="bold"), card(rows, 12), Label("Options", font="bold"), card([delay]),
    ]  # fmt: skip
    return Column([head, Column(parts, gap=8, pad=(20, 14))])


def _shot(shot: Page) -> Widget[Message]:
    parts: list[Widget[Message]] = [
        Button("Cancel", ("back",), "outlined"),
        Button("Copy to Clipboard", ("nothing",), "outlined", enabled=False),
    ]
    bar: Widget[Message] = Row([*parts, Space(flex=1), Button("Save", ("save",))], gap=6, pad=(10, 8), background="bar")
    fields = Column(
        [
            Row([Label("Name:", role=""), Field("name", "Name", flex=1)], gap=10),
            Row([Label("Folder:", role=""), Field("folder", "Save in folder", flex=1)], gap=10),
        ],
        gap=8,
    )
    return Column([bar, Column([fields, _Preview(shot.data)], gap=14, pad=(16, 14), flex=1)])


# Taking -----------------------------------------------------------------------------------------------------------


def _delay(context: Context) -> int:
    text = context.base.fields.get("delay", "").strip()
    return min(_MAX_DELAY, int(text)) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _take(context: Context, delay: int) -> None:
    """Hides the window, and takes the picture once the delay is over; an area is selected first."""
    options, machine = _options(context), context.machine
    context.set(focus="", overlay=())
    machine.put_window(context.window._replace(minimized=True))
    others = [window for window in machine.get(WINDOWS) if window.id != context.window_id]
    machine.put(WINDOWS, (context.window, *others))
    pending = Pending(context.window_id, options.area, machine.now + delay, options.path)
    machine.put(PENDING, pending)
    if not delay:
        tick(machine)


def due(machine: Machine) -> float:
    """Returns when a picture is to be taken, infinity if none is."""
    pending = machine.peek(PENDING, None)
    return math.inf if pending is None else pending.due


def tick(machine: Machine) -> None:
    """Takes the picture that is due."""
    pending = machine.peek(PENDING, None)
    if pending is None or machine.now < pending.due:
        return
    machine.put(PENDING, None)
    windows = machine.get(WINDOWS)
    if pending.window not in [window.id for window in windows]:
        return
    context = Context(machine, pending.window)
    if pending.area == "selection":
        open_panel(machine, pending.window)
        return
    part, front = None, _front(windows, pending.window)
    if pending.area == "window" and front is not None:
        part = bounds_of(machine, front)
    shown = front.id if part is not None and front is not None else ""
    taken(context, picture(machine, pending.window, shown, part))


def _front(windows: tuple[Window, ...], own: str) -> Window | None:
    """Returns the window in front, except the one that takes the picture."""
    others = [window for window in windows if window.id != own and not window.minimized]
    return others[-1] if others else None


def _show(context: Context) -> None:
    """Brings the window back."""
    context.machine.put_window(context.window._replace(minimized=False))
    context.machine.raise_window(context.window_id)


def taken(context: Context, data: bytes) -> None:
    """Shows a picture that was taken, or saves it where it was asked for by a command."""
    options = _options(context)
    if options.path:
        save_file(context, options.path, data, parents=True)
        context.close()
        return
    _show(context)
    name = file_name(context.machine.now) + ".png"
    while len(context.window.pages) > 1:
        context.pop()
    fields = {**context.page.fields, "name": name, "folder": _FOLDER}
    context.push(Page("shot", None, fields, focus="name", selection=(0, len(name) - 4), data=data))


def cancelled(machine: Machine, asker: str) -> None:
    """Brings the window back that asked for an area, once that is cancelled."""
    if asker in [window.id for window in machine.get(WINDOWS)]:
        context = Context(machine, asker)
        if _options(context).path:
            context.close()
        else:
            _show(context)


# Saving -----------------------------------------------------------------------------------------------------------


def _save(context: Context, replace: bool = False) -> None:
    """Saves the picture; asks before it replaces a file."""
    while context.page.name != "shot":
        context.pop()
    page = context.page
    name = page.fields["name"].strip()
    if not name:
        return
    path = expand(name if "." in name else f"{name}.png", expand(page.fields["folder"] or "~", HOME))
    files: Files = context.get(FILES)
    if files.exists(path) and not replace:
        context.push(dialog_page(context, "ask_replace", path))
        return
    if not path.lower().endswith(".png"):
        problem = "Pictures of the screen are saved as PNG: the file's name has to end in .png."
    else:
        problem = save_file(context, path, page.data)
    if problem:
        context.push(dialog_page(context, "notice", (f"Unable to save the screenshot as “{tilde(path)}”", problem)))
    else:
        context.close()


def update(context: Context, message: Message) -> None:
    """Handles the window's events."""
    match message:
        case ("opened", "new", "take", area, delay, path):
            page = context.base
            options = Options(area, path)
            context.machine.put_window(context.window._replace(pages=(page._replace(data=options),)))
            _take(context, delay)
        case ("area", area):
            context.set(data=_options(context)._replace(area=area))
        case ("spin", _, step):
            context.set_fields(delay=str(max(0, min(_MAX_DELAY, _delay(context) + step))))
        case ("take",):
            _take(context, _delay(context))
        case ("submit", "delay"):
            _take(context, _delay(context))
        case ("save",) | ("submit", _):
            _save(context)
        case ("replace",):
            _save(context, replace=True)
        case ("back" | "cancel",):
            context.pop()
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def key(context: Context, name: str) -> bool:
    """Handles the window's keys."""
    page = context.page
    if name in ("ctrl+w", "ctrl+q"):
        context.close()
    elif name == "escape":
        if page.name in ("main", "shot"):
            context.close()
        else:
            context.pop()
    elif name == "ctrl+s" and page.name == "shot":
        _save(context)
    elif name == "enter" and page.name == "main":
        _take(context, _delay(context))
    elif name == "enter" and page.name == "ask_replace":
        _save(context, replace=True)
    elif name == "enter" and page.name == "notice":
        context.pop()
    else:
        return False
    return True


def start(intent: Intent) -> Page:
    """Returns the page with the options."""
    return Page("main", None, {"delay": "0"}, data=Options())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Screenshot",
    key=key,
    **FACTS.facts,
)
