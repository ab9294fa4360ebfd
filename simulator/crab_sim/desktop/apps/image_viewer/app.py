"""The Image Viewer: one picture per window, zoomed and turned; the others of its folder are a key away.

State: page ``viewer`` (arg: the file's path, data: `Sight`); dialogs ``open``, ``save_as``, ``notice`` and ``ask_save``
lie above it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never
from urllib.parse import quote

from crab_sim import ui
from crab_sim.desktop import file_chooser, settings_store
from crab_sim.desktop.apps.image_viewer import APP as FACTS
from crab_sim.desktop.chrome.bars import ToolButton, ToolSpace, tool_bar
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import (
    MENUS,
    SEPARATOR,
    Entry,
    MenuMessage,
    OpenMenu,
    absent,
    handle_menu,
    open_popup,
)
from crab_sim.desktop.documents import close_dialogs, written
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.file_types import OPENERS
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.desktop.trash import move_to_trash
from crab_sim.desktop.widgets import (
    CANCEL,
    HOME,
    Emblem,
    Sized,
    ask,
    dialog_key,
    dialog_page,
    kind_of,
    notice,
    sized,
    tilde,
)
from crab_sim.draw.image_header import image_size
from crab_sim.engines.images import encoded_as, turned
from crab_sim.files import FileError, Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui import AnyOverlay, Button, Column, Dialog, Label, Page, Row, Scene, Space, Widget

__all__ = ["APP", "Sight"]

_STEPS: tuple[float, ...] = (0.1, 0.25, 0.33, 0.5, 0.67, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)
_USER, _SIDEBAR = "user", 210


class Sight(NamedTuple):
    """The way in which the picture is shown.

    Attributes:
        zoom: Pixels on the screen per pixel of the picture; 0 fits it into the window.
        turns: Quarters by which it was turned clockwise and not saved yet.
        closing: Whether the window closes once the picture is saved.
        sidebar: Whether its properties are shown beside it.
        steps: The turns that can be undone, in quarters.
    """

    zoom: float = 0.0
    turns: int = 0
    closing: bool = False
    sidebar: bool = False
    steps: tuple[int, ...] = ()

    def turned(self, command: Literal["left", "right", "undo"]) -> Sight:
        """Returns the sight after a turn by a quarter, or without the last one."""
        if command == "undo":
            last = self.steps[-1] if self.steps else 0
            return self._replace(turns=(self.turns - last) % 4, steps=self.steps[:-1])
        step = 1 if command == "right" else 3
        return self._replace(turns=(self.turns + step) % 4, steps=(*self.steps[-20:], step))


PictureCommand: TypeAlias = Literal[
    "save", "save_as", "properties", "left", "right", "zoom_in", "zoom_out", "fit", "whole", "next", "previous",
    "first", "last", "fullscreen", "wallpaper", "show", "trash", "copy", "edit", "undo",
]  # fmt: skip
"""The commands about the shown picture."""
Command: TypeAlias = PictureCommand | Literal["open", "menu", "context", "discard", "close", "leave"]
MenuChoice: TypeAlias = tuple[Command]
Message: TypeAlias = DesktopMessage | MenuMessage[MenuChoice] | MenuChoice | ChooserMessage

_CONTEXT: Final = -2
"""Number of the picture's context menu among the page's menus."""
_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Open…", ("open",), "Ctrl+O"),
    *absent("Open With…"),
    Entry("Open With GIMP", ("edit",)),
    SEPARATOR,
    Entry("Save", ("save",), "Ctrl+S"),
    Entry("Save As…", ("save_as",), "Ctrl+Shift+S"),
    SEPARATOR,
    *absent("Print…"),
    Entry("Set as Wallpaper", ("wallpaper",), "Ctrl+F8"),
    Entry("Image Properties", ("properties",), "Alt+Return"),
    SEPARATOR,
    Entry("Slideshow", checked=False, enabled=False),
    *absent("Show Presenter", "Show >", "Preferences"),
    SEPARATOR,
    Entry("Move to Trash", ("trash",), "Delete"),
    Entry("Close", ("close",), "Ctrl+W"),
)
_PICTURE_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    *absent("Open With…"),
    Entry("Open With GIMP", ("edit",)),
    Entry("Save", ("save",), "Ctrl+S"),
    Entry("Save As…", ("save_as",), "Ctrl+Shift+S"),
    *absent("Print…"),
    Entry("Copy", ("copy",), "Ctrl+C"),
    Entry("Move to Trash", ("trash",), "Delete"),
    Entry("Properties", ("properties",), "Alt+Return"),
    Entry("Set as Wallpaper", ("wallpaper",), "Ctrl+F8"),
    Entry("Show Containing Folder", ("show",)),
)


def _sight(context: Context) -> Sight:
    sight: Sight = context.base.data
    return sight


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _picture(context: Context) -> bytes | None:
    """Returns the shown picture's file, turned; None if there is none."""
    files: Files = context.get(FILES)
    path = context.base.arg
    if not path or not files.is_file(path) or not files.allows(path, _USER, "r"):
        return None
    return turned(files.read(path), _sight(context).turns)


def _siblings(context: Context) -> list[str]:
    """Returns the paths of the pictures in the same folder, in the order of their names."""
    files: Files = context.get(FILES)
    folder = context.base.arg.rpartition("/")[0]
    if not files.is_dir(folder):
        return []
    names = [name for name in files.list(folder) if OPENERS.get(name.rpartition(".")[2].lower()) == "image_viewer"]
    return [f"{folder}/{name}" for name in sorted(names, key=str.casefold) if name[0] != "."]


class _Canvas(Widget[Message]):
    """The picture on a dark ground, in the middle of the room that it has."""

    __slots__ = ("data", "name", "zoom")

    def __init__(self, data: bytes, name: str, zoom: float) -> None:
        self.flex, self.data, self.name, self.zoom = 1, data, name, zoom

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the part of the picture that is in view."""
        scene.fill(x, y, w, h, (30, 30, 32))
        across, down = image_size(self.data) or (320, 240)
        scale = self.zoom or fitting(across, down, w, h)
        width, height = max(1, round(across * scale)), max(1, round(down * scale))
        left, top = x + (w - width) // 2, y + (h - height) // 2
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, self.data))
        scene.node(x, y, w, h, "other", long_message=("context",))
        scene.node(left, top, width, height, "image", "", self.name, long_message=("context",))
        scene.clip = outer


def fitting(across: int, down: int, w: int, h: int) -> float:
    """Returns the zoom at which a picture fits into a room; small pictures aren't made larger.

    Args:
        across: Width of the picture, in pixels.
        down: Its height.
        w: Width of the room, in pixels.
        h: Its height.

    >>> fitting(640, 480, 320, 480)
    0.5
    """
    return min(1.0, w / across, h / down)


def title(context: Context) -> str:
    """Returns the picture's name."""
    return _name(context.base.arg) or "Image Viewer"


def view(context: Context) -> View[Message]:
    """Shows the tools and the picture, and the dialog or menu that is open."""
    page, base, sight, data = context.page, context.base, _sight(context), _picture(context)
    has = data is not None
    tools: list[Widget[Message]] = [
        ToolButton("chevron_left", "Previous Image", ("previous",), enabled=has),
        ToolButton("chevron_right", "Next Image", ("next",), enabled=has),
        ToolSpace(),
        ToolButton("remove", "Zoom Out", ("zoom_out",), enabled=has),
        ToolButton("add", "Zoom In", ("zoom_in",), enabled=has),
        ToolButton("maximize", "Best Fit", ("fit",), on=has and not sight.zoom, enabled=has),
        ToolSpace(),
        ToolButton("rotate_left", "Rotate Left", ("left",), enabled=has),
        ToolButton("rotate_right", "Rotate Right", ("right",), enabled=has),
        Space(flex=1),
        ToolButton("info", "Properties", ("properties",), enabled=has),
        ToolButton("crop", "Fullscreen", ("fullscreen",), enabled=has),
        ToolButton("menu", "Menu", ("menu",)),
    ]
    body: Widget[Message]
    if data is not None:
        body = _Canvas(data, _name(base.arg), sight.zoom)
        if sight.sidebar:
            body = Row([body, Sized(_properties(context), w=_SIDEBAR)], flex=1)
    else:
        text = f"Could not load image “{_name(base.arg)}”." if base.arg else "Open an image with Ctrl+O."
        body = Column([Emblem("image", 48, 54), Label(text, tone="muted", align="center", pad=(20, 60))], flex=1)
    rows = [tool_bar(tools), body, _status(base.arg, data, sight)]
    return View(Column(rows), _dialog(context, page) if page is not base else _popup(page.overlay))


def _popup(overlay: AnyOverlay) -> Widget[Message] | None:
    """Returns the open menu: that of the picture, or that of the bar."""
    if isinstance(overlay, OpenMenu) and overlay.number == _CONTEXT:
        return popup(_PICTURE_MENU, overlay._replace(number=-1))
    return popup(_MENU, overlay, popover=True)


def _status(path: str, data: bytes | None, sight: Sight) -> Widget[Message]:
    size = image_size(data) if data is not None else None
    parts = [f"{size[0]} × {size[1]} pixels", sized(len(data or b""))] if size is not None else [""]
    zoom = f"{round(sight.zoom * 100)} %" if sight.zoom else "Best fit"
    labels: list[Widget[Message]] = [Label("  ".join(parts), "small", "muted", flex=1)]
    labels.append(Label(zoom if size is not None else "", "small", "muted"))
    return Row(labels, pad=(10, 4), background="bar")


def _dialog(context: Context, page: Page) -> Dialog[Message]:
    match page.name:
        case "ask_save":
            return ask(
                f"Save changes to image “{_name(context.base.arg)}” before closing?",
                "If you don't save, your changes will be lost.",
                Button("Close Without Saving", ("discard",), "danger"),
                Button("Save", ("save",)),
            )
        case "notice":
            return notice(*page.arg)
    return file_chooser.dialog(context, "Save Image" if page.name == "save_as" else "Open Image")


def _properties(context: Context) -> Widget[Message]:
    """Returns the bar beside the picture with what is known about it."""
    files: Files = context.get(FILES)
    path, data = context.base.arg, _picture(context) or b""
    size = image_size(data) or (0, 0)
    changed = time.strftime("%a %d %b %Y %H:%M:%S", time.gmtime(files.stat(path).mtime)) if files.exists(path) else ""
    facts = (
        ("Name", _name(path)), ("Width", f"{size[0]} pixels"), ("Height", f"{size[1]} pixels"),
        ("Type", kind_of(path, False)), ("File Size", sized(len(data))),
        ("Folder", tilde(path.rpartition("/")[0])), ("Modified", changed),
    )  # fmt: skip
    head: ui.Widget[Message] = Row(
        [
            Label("Properties", font="bold", align="center", flex=1),
            ui.IconButton("close", "Hide sidebar", ("properties",), tone="text", size=26),
        ]
    )
    rows = [
        Row([Label(name, "small", "muted", flex=2), Label(value, "small", flex=3)], pad=(0, 3)) for name, value in facts
    ]
    return Column([head, *rows], pad=(10, 8), background="bar")


# Changes ----------------------------------------------------------------------------------------------------------


def _set_base(context: Context, sight: Sight) -> None:
    context.set(data=sight, overlay=())


def _go(context: Context, step: int | None, end: int = 0) -> None:
    """Shows another picture of the folder: some steps on, going round, or the first or last one."""
    paths = _siblings(context)
    if not paths:
        return
    path = context.base.arg
    at = paths.index(path) if path in paths else 0
    other = paths[(at + step) % len(paths) if step is not None else end]
    context.replace(Page("viewer", other, data=Sight(sidebar=_sight(context).sidebar)))


def _zoom(context: Context, by: int) -> None:
    data, sight = _picture(context), _sight(context)
    if data is None:
        return
    across, down = image_size(data) or (320, 240)
    left, top, right, bottom = context.window.frame
    now = sight.zoom or fitting(across, down, right - left, bottom - top - 100)
    steps = [step for step in _STEPS if (step > now + 0.01 if by > 0 else step < now - 0.01)]
    if steps:
        _set_base(context, sight._replace(zoom=steps[0] if by > 0 else steps[-1]))


def _save(context: Context, path: str) -> None:
    """Writes the picture as it is shown, in the format that the path's name asks for."""
    close_dialogs(context)
    data, sight = _picture(context), _sight(context)
    encoded = encoded_as(data, _name(path)) if data is not None else None
    if encoded is None:
        reason = "The file's name has to end in .png, .jpg, .gif or .bmp."
    else:
        reason = written(context, path, encoded, "You do not have the permissions necessary to save the file.")
    if reason:
        context.push(dialog_page(context, "notice", (f"Could not save image “{_name(path)}”.", reason)))
    elif sight.closing:
        context.close()
    else:
        context.replace(Page("viewer", path, data=sight._replace(turns=0, steps=())))


def _choose(context: Context) -> None:
    name, path = context.page.name, file_chooser.chosen(context)
    if path is None:
        return
    if name == "save_as":
        _save(context, path)
        return
    context.pop()
    context.replace(Page("viewer", path, data=Sight()))


def _set_wallpaper(context: Context) -> None:
    uri = f"file://{quote(context.base.arg)}"
    changed = {(settings_store.BACKGROUND, key): uri for key in ("picture-uri", "picture-uri-dark")}
    context.put(SETTINGS, {**context.get(SETTINGS), **changed})
    context.push(dialog_page(context, "notice", ("The image has been set as Desktop Background", title(context))))


def _trash(context: Context) -> None:
    path, paths = context.base.arg, _siblings(context)
    try:
        context.put(FILES, move_to_trash(context.get(FILES), path, context.machine.now))
    except FileError as error:
        context.push(dialog_page(context, "notice", (f"Could not move “{_name(path)}” to the trash.", error.reason)))
        return
    others = [other for other in paths if other != path]
    following = paths[paths.index(path) + 1 :] if path in paths else []
    context.replace(Page("viewer", (following or others or [""])[0], data=Sight()))


def close(context: Context) -> None:
    """Closes the window, or asks first where the picture was turned and not saved."""
    close_dialogs(context)
    if _sight(context).turns:
        context.push(dialog_page(context, "ask_save"))
    else:
        context.close()


def _tool(context: Context, command: PictureCommand) -> None:
    """Carries out a command of the tool bar or the menu about the shown picture."""
    sight = _sight(context)
    match command:
        case "next" | "previous":
            _go(context, 1 if command == "next" else -1)
        case "first" | "last":
            _go(context, None, 0 if command == "first" else -1)
        case "left" | "right" | "undo":
            _set_base(context, sight.turned(command))
        case "zoom_in" | "zoom_out":
            _zoom(context, 1 if command == "zoom_in" else -1)
        case "fit" | "whole":
            _set_base(context, sight._replace(zoom=0.0 if command == "fit" else 1.0))
        case "save":
            _save(context, context.base.arg)
        case "save_as":
            folder, _, name = context.base.arg.rpartition("/")
            context.push(file_chooser.page(context, "save_as", folder or HOME, name))
        case "fullscreen":
            context.machine.put_window(context.window._replace(maximized=not context.window.maximized))
        case "copy":
            context.put(CLIPBOARD, context.base.arg)
        case "wallpaper":
            _set_wallpaper(context)
        case "edit":
            context.open("gimp", context.base.arg)
        case "show":
            context.open("files", context.base.arg.rpartition("/")[0] or "/")
        case "properties":
            _set_base(context, sight._replace(sidebar=not sight.sidebar))
        case "trash":
            _trash(context)
        case _:
            assert_never(command)


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the viewer's events."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    match message:
        case ("menu",):
            open_popup(context)
        case ("context",):
            context.set(overlay=OpenMenu(_CONTEXT, *context.point))
        case ("open",):
            folder = context.base.arg.rpartition("/")[0] or f"{HOME}/Pictures"
            context.push(file_chooser.page(context, "open", folder, ""))
        case ("choose",) | ("submit", _):
            _choose(context)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose(context)
        case ("cancel",):
            context.pop()
            if len(context.window.pages) == 1:
                context.set(data=_sight(context)._replace(closing=False))
        case ("discard",):
            context.close()
        case ("leave",) if context.window.maximized:
            _tool(context, "fullscreen")
        case ("close" | "leave",):
            close(context)
        case ("save",) if context.page.name == "ask_save":
            context.pop()
            context.set(data=_sight(context)._replace(closing=True))
            _save(context, context.base.arg)
        case ("opened", *_):
            pass
        case (command,):
            if _picture(context) is not None:
                _tool(context, command)
        case _:
            assert_never(message)


_KEYS: Final[Mapping[str, Command]] = {
    "ctrl+o": "open", "ctrl+s": "save", "ctrl+shift+s": "save_as", "ctrl+c": "copy", "ctrl+f8": "wallpaper",
    "alt+enter": "properties", "delete": "trash", "ctrl+w": "close", "ctrl+q": "close", "ctrl+r": "right",
    "ctrl+shift+r": "left", "ctrl+z": "undo", "ctrl++": "zoom_in", "ctrl+=": "zoom_in", "+": "zoom_in", "=": "zoom_in",
    "ctrl+-": "zoom_out", "-": "zoom_out", "ctrl+0": "whole", "1": "whole", "f": "fit", "right": "next",
    "space": "next", "pagedown": "next", "left": "previous", "backspace": "previous", "pageup": "previous",
    "home": "first", "end": "last", "f9": "properties", "f10": "menu", "f11": "fullscreen", "escape": "leave",
}  # fmt: skip


def key(context: Context, name: str) -> bool:
    """Handles the viewer's keys; in a dialog, Enter and Escape."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "viewer":
        return dialog_key(context, name, update, CANCEL, {"notice": CANCEL}, {})
    if name in _KEYS:
        update(context, (_KEYS[name],))
    return name in _KEYS


def text(context: Context, typed: str) -> bool:
    """Takes typed characters as keys."""
    for char in typed[:20]:
        if context.page.name == "viewer" and not context.page.overlay:
            key(context, "space" if char == " " else char)
    return True


def start(intent: Intent) -> Page:
    """Returns the page of a picture."""
    return Page("viewer", intent[0] if intent and intent[0] != "new" else "", data=Sight())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    close=close,
    **FACTS.facts,
)
