"""The Videos window: the grid of videos, or the one that plays above its controls and beside the playlist."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.videos.messages import MenuChoice, Message
from crab_sim.desktop.apps.videos.state import (
    SPEEDS,
    Film,
    Now,
    film_of,
    frame_of,
    name_of,
    now_of,
    seconds_of,
    videos,
)
from crab_sim.desktop.chrome.bars import ChoiceBox, ToolButton, ToolSpace, tool_bar
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry, OpenMenu
from crab_sim.desktop.widgets import Emblem, Sized, notice, sized, tilde
from crab_sim.draw import text as metrics
from crab_sim.draw.image_header import image_size
from crab_sim.engines.playback import length
from crab_sim.files import Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Grid,
    Icon,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Space,
    Tile,
    Widget,
)

__all__ = ["view"]

_NIGHT, _GREY = (18, 18, 20), (90, 92, 98)
_SIDE: Final = 220


class _Poster(Widget[Message]):
    """A video of the grid: its picture, its name, its running time."""

    __slots__ = ("frame", "path", "seconds")

    def __init__(self, path: str, frame: bytes, seconds: float) -> None:
        self.flex, self.path, self.frame, self.seconds = 0, path, frame, seconds

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture above the name."""
        theme, high = scene.theme, h - 48
        scene.round(x, y, w, high, _NIGHT, 6)
        _place_frame(scene, self.frame, (x, y, w, high), 28)
        name = metrics.ellipsize(name_of(self.path), "bold", theme.font, w)
        scene.text(x, y + high + 4, w, 22, name, theme.text, theme.font, "bold", "center")
        scene.text(x, y + high + 25, w, 18, length(self.seconds), theme.muted, theme.small, align="center")
        scene.node(x, y, w, h, "icon", name_of(self.path), length(self.seconds), message=("watch", self.path))


class _Screen(Widget[Message]):
    """The video that plays, as large as fits; a double click fills the screen."""

    __slots__ = ("frame", "name")

    def __init__(self, frame: bytes, name: str) -> None:
        self.flex, self.frame, self.name = 1, frame, name

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the picture in the middle of the dark room."""
        scene.fill(x, y, w, h, _NIGHT)
        outer = scene.clip
        scene.clip = max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h)
        _place_frame(scene, self.frame, (x, y, w, h), 64)
        scene.clip = outer
        scene.node(
            x, y, w, h, "image", "", self.name, message=("play",), long_message=("popup",),
            double_message=("fullscreen",),
        )  # fmt: skip


def _place_frame(scene: Scene[Message], frame: bytes, box: tuple[int, int, int, int], icon: int) -> None:
    x, y, w, h = box
    if not frame:
        scene.icon(x + (w - icon) // 2, y + (h - icon) // 2, icon, "video", _GREY)
        return
    across, down = image_size(frame) or (16, 9)
    scale = min(w / across, h / down)
    width, height = max(1, int(across * scale)), max(1, int(down * scale))
    left, top = x + (w - width) // 2, y + (h - height) // 2
    scene.ops.append(("picture", left, top, left + width, top + height, scene.clip, frame))


def view(context: Context) -> View[Message]:
    """Shows the window, and the dialog or menu that is open."""
    page, base, film = context.page, context.base, film_of(context)
    body = _player(context, film) if film.paths else _library(context)
    if page is base:
        return View(body, _menu(page, film))
    return View(body, _dialog(context, page, film))


def _library(context: Context) -> Widget[Message]:
    files: Files = context.get(FILES)
    words = context.base.fields.get("search", "").casefold().split()
    found = [path for path in videos(files) if all([word in path.rpartition("/")[2].casefold() for word in words])]
    bar: Widget[Message] = tool_bar(
        [
            ToolButton("add", "Add local video", ("open",)),
            Space(6),
            Field("search", "Search videos", icon="search", flex=1),
            Space(6),
            ToolButton("menu", "Menu", ("menu",)),
        ]
    )
    cells: list[Widget[Message]] = [_Poster(path, frame_of(files, path), seconds_of(files, path)) for path in found]
    if cells:
        window = context.window
        wide = context.machine.width - 64 if window.maximized else window.frame[2] - window.frame[0]
        body: Widget[Message] = Scroll("videos", [Grid(cells, max(2, wide // 220), 172, 14, (18, 16))])
    else:
        text = "No results" if words else "Videos in the folder Videos are listed here. Open others with Ctrl+O."
        body = Column([Emblem("video", 40, 46),
                       Label("No Videos Found", "title", font="bold", align="center", pad=(0, 50)),
                       Label(text, tone="muted", align="center")], flex=1)  # fmt: skip
    return Column([bar, body])


def _player(context: Context, film: Film) -> Widget[Message]:
    files: Files = context.get(FILES)
    now = now_of(context, context.machine.now)
    now = now_of(context, context.seconds if now.playing else context.now)
    path = film.paths[now.track]
    total = seconds_of(files, path)
    screen: Widget[Message] = _Screen(frame_of(files, path), path.rpartition("/")[2])
    if not total:
        texts = (
            "Videos is unable to play the file",
            f"“{path.rpartition('/')[2]}” can't be played or is gone.",
        )
        screen = Column([Label(texts[0], "title", (230, 230, 232), "bold", "center", pad=(0, 60)),
                         Label(texts[1], tone=(190, 190, 196), align="center")], background=_NIGHT, flex=1)  # fmt: skip
    if film.listed:
        screen = Row([screen, _playlist(film, now)], gap=1, background="outline", flex=1)
    return Column([screen, _controls(film, now, total)])


def _controls(film: Film, now: Now, total: float) -> Widget[Message]:
    toggle = ("pause", "Pause") if now.playing else ("play", "Play")
    several = len(film.paths) > 1
    parts: list[Widget[Message]] = [
        ToolButton("back", "Back to the videos", ("leave",)),
        ToolButton("previous", "Previous Chapter/Movie", ("previous",)),
        ToolButton(*toggle, ("play",)),
        ToolButton("next", "Next Chapter/Movie", ("next",), enabled=several),
        ToolSpace(),
        Label(length(now.passed), "small", "muted"),
        Slider(min(1.0, now.passed / total) if total else 0.0, ("seek", 0.0), "Playback position", flex=1),
        Label(length(total), "small", "muted"),
        ToolSpace(),
        Icon("volume", "text", 16),
        Sized(Slider(film.volume, ("volume", film.volume), "Volume"), w=84),
        ChoiceBox(speed_text(film.speed), "Speed", ("speed_menu", 0, 0), 74),
        ToolButton("playlist", "Playlist", ("listed",), on=film.listed),
        ToolButton("maximize", "Fullscreen", ("fullscreen",)),
        ToolButton("menu", "Menu", ("menu",)),
    ]
    return Row(parts, gap=3, pad=(8, 4), background="bar")


def speed_text(speed: float) -> str:
    """Returns a speed in words.

    >>> speed_text(1.0), speed_text(1.25)
    ('1×', '1.25×')
    """
    return f"{speed:g}×"


def _playlist(film: Film, now: Now) -> Widget[Message]:
    rows: list[Widget[Message]] = [
        Tile(
            name_of(path), ("choose_row", i), leading=Icon("play" if i == now.track else "video", "text"),
            double_message=("play_row", i), selected=i == film.chosen, strong=i == now.track,
        )
        for i, path in enumerate(film.paths)
    ]  # fmt: skip
    chosen = 0 <= film.chosen < len(film.paths)
    tools: Widget[Message] = tool_bar(
        [
            ToolButton("add", "Add…", ("add",)),
            ToolButton("remove", "Remove", ("remove",), enabled=chosen and len(film.paths) > 1),
            ToolButton("arrow_up", "Move Up", ("move", -1), enabled=chosen and film.chosen > 0),
            ToolButton("arrow_down", "Move Down", ("move", 1), enabled=chosen and film.chosen < len(film.paths) - 1),
            Space(flex=1),
            ToolButton("repeat", "Repeat", ("repeat",), on=film.repeat),
        ]
    )
    heading = Label("Playlist", font="bold", pad=(12, 8))
    return Sized(Column([heading, Scroll("playlist", rows, pad=(4, 0)), tools], background="background"), w=_SIDE)


def _menu(page: Page, film: Film) -> Widget[Message] | None:
    overlay = page.overlay
    if not isinstance(overlay, OpenMenu):
        return None
    playing = bool(film.paths)
    entries: tuple[Entry[MenuChoice], ...]
    if overlay.number == -2:
        entries = tuple([Entry(speed_text(speed), ("speed", speed), checked=speed == film.speed) for speed in SPEEDS])
    else:
        entries = (
            Entry("Open…", ("open",), "Ctrl+O"),
            Entry("Add to Playlist…", ("add",), enabled=playing),
            SEPARATOR,
            Entry("Take Screenshot", ("shot",), "Ctrl+Alt+S", enabled=playing),
            Entry("Playlist", ("listed",), "F9", film.listed, playing),
            Entry("Repeat", ("repeat",), "Ctrl+R", film.repeat, playing),
            Entry("Fullscreen", ("fullscreen",), "F11"),
            Entry("Properties", ("properties",), "Ctrl+P", enabled=playing),
            SEPARATOR,
            Entry("Quit", ("close",), "Ctrl+Q"),
        )
    return popup(entries, overlay._replace(number=-1))


def _dialog(context: Context, page: Page, film: Film) -> Dialog[Message]:
    match page.name:
        case "notice":
            return notice(*page.arg)
        case "properties":
            return _properties(context, film)
        case "add":
            return file_chooser.dialog(context, "Add to Playlist", "Add")
    return file_chooser.dialog(context, "Open")


def _properties(context: Context, film: Film) -> Dialog[Message]:
    files: Files = context.get(FILES)
    path = film.paths[min(now_of(context, context.now).track, len(film.paths) - 1)] if film.paths else ""
    size = image_size(frame_of(files, path))
    facts = [
        ("Title", name_of(path)), ("Duration", length(seconds_of(files, path))),
        ("Dimensions", f"{size[0]} × {size[1]}" if size is not None else "N/A"),
        ("Container", path.rpartition(".")[2].upper() if "." in path else "N/A"),
        ("Size", sized(len(files.read(path))) if files.is_file(path) else "N/A"),
        ("Location", tilde(path.rpartition("/")[0])),
    ]  # fmt: skip
    rows = [Row([Label(name, tone="muted", flex=2), Label(value, flex=4)], pad=(0, 3)) for name, value in facts]
    return Dialog("Properties", Column(rows), [Button("Close", ("cancel",), "outlined")], 440, ("cancel",))
