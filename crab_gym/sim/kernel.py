"""The kernel of the simulated machines: state as plain data, apps as pure views and handlers, input, and time.

* `Machine` - a whole device; `Phone` and `Desktop` add their home screens and window management.
* `AppSpec` - what an app gives: a view from state to widgets, and handlers from an event to new state.
* `Context` - what a view or a handler sees of its machine.

A machine's state is one dictionary of *slices*, each an immutable value: the clock, the windows, the files, the
address book, and so on. Content that a seed determines is made when it is first looked at and is not part of the
state until something changes it. So a snapshot is a shallow copy, and a restore is another.
"""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from crab_gym.sim import plain
from crab_gym.sim.ui import fields
from crab_gym.sim.ui.scene import Message, Node, Page, Scene, Window
from crab_gym.sim.ui.theme import Color, Theme
from crab_gym.sim.ui.widgets import Widget

__all__ = ["AppSpec", "Context", "Machine", "Refused", "Seeder", "View", "combo"]

Seeder = Callable[[random.Random, float], Any]
"""Makes a slice's content from a seeded generator and the time at which the machine was booted."""

_FIELD_KEYS = {
    "field_cut": "ctrl+x", "field_copy": "ctrl+c", "field_paste": "ctrl+v", "field_select": "ctrl+a",
}  # fmt: skip
_EPOCH = 1_791_792_000  # Monday, 12 October 2026, 08:00 UTC: machines boot within the following four weeks


class Refused(Exception):
    """The machine refuses an action before anything changed; the message says why."""


class View(NamedTuple):
    """What an app shows: the page, and what floats above it."""

    body: Widget
    overlay: Widget | None = None
    floating: Widget | None = None


class AppSpec(NamedTuple):
    """One app of a machine.

    Attributes:
        id: Its id in `crab_gym.apps`.
        name: What a person reads under its icon.
        icon: Its icon's name.
        color: Its icon's ground.
        view: From the context (read only) to what is shown.
        update: Handles an event: the context, the event's name, its arguments. The toolkit keeps the names ``focus``,
            ``dismiss``, ``nothing`` and those that begin with ``field_`` for itself.
        start: From an intent (plain data, empty for a plain start) to the first page.
        title: From the context to the window's title.
        key: Handles a key before the toolkit does; True where it did. Names are pyautogui's, modifiers before them.
        text: Takes typed text where no field has the focus; True where it did.
        close: Asked to close the window; an editor may ask back first.
        size: Width and height of a new window on a desktop.
        single: A desktop raises the open window instead of opening another.
        keywords: What the desktop's search finds it by, besides its name.
    """

    id: str
    name: str
    icon: str
    color: Color
    view: Callable[[Context], View]
    update: Callable[..., None]
    start: Callable[[Message], Page]
    title: Callable[[Context], str]
    key: Callable[[Context, str], bool] = lambda context, key: False
    text: Callable[[Context, str], bool] = lambda context, text: False
    close: Callable[[Context], None] = lambda context: context.close()
    size: tuple[int, int] = (760, 500)
    single: bool = True
    keywords: tuple[str, ...] = ()


class Context:
    """A view's or handler's hold on its machine, for one window.

    Reading: `page`, `field`, `get`, `now`, `theme`. Writing (handlers only): the rest.

    Attributes:
        machine: The machine.
        window_id: Id of the window.
        point: Where the touch was that is being handled, in pixels.
        reads: The slices that were read through this context, so that a view is made again only when one changes.
    """

    __slots__ = ("machine", "point", "reads", "window_id")

    def __init__(self, machine: Machine, window_id: str, point: tuple[int, int] = (0, 0)) -> None:
        self.machine, self.window_id, self.point = machine, window_id, point
        self.reads: dict[str, Any] = {}

    @property
    def window(self) -> Window:
        """The window."""
        return self.machine.window(self.window_id)

    @property
    def page(self) -> Page:
        """The page that the window shows."""
        return self.machine.window(self.window_id).pages[-1]

    @property
    def theme(self) -> Theme:
        """The machine's colours and measures."""
        return self.machine.theme

    @property
    def now(self) -> float:
        """The machine's clock, in seconds since 1970 (UTC)."""
        time: float = self.machine.slices["time"]
        self.reads["minute"] = int(time // 60)
        return time

    def get(self, name: str) -> Any:
        """Returns a slice of the machine's state."""
        value = self.reads[name] = self.machine.get(name)
        return value

    def put(self, name: str, value: Any) -> None:
        """Replaces a slice of the machine's state."""
        self.machine.put(name, value)

    def field(self, key: str) -> str:
        """Returns the text in one of the page's fields."""
        return self.page.fields.get(key, "")

    def set(self, **changes: Any) -> None:
        """Changes attributes of the page."""
        window = self.window
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], window.pages[-1]._replace(**changes))))

    def set_fields(self, **texts: str) -> None:
        """Replaces texts of the page's fields; the caret goes to the end of the focused one."""
        page = self.page
        merged = {**page.fields, **texts}
        end = len(merged.get(page.focus, ""))
        self.set(fields=merged, selection=(end, end))

    def push(self, page: Page) -> None:
        """Shows a new page above this one."""
        window = self.window
        base = window.pages[-1]._replace(overlay=())
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], base, page)))

    def pop(self) -> None:
        """Goes back to the page below; a window's last page stays."""
        window = self.window
        if len(window.pages) > 1:
            self.machine.put_window(window._replace(pages=window.pages[:-1]))

    def replace(self, page: Page) -> None:
        """Shows a new page in this one's stead."""
        window = self.window
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], page)))

    def open(self, app: str, *intent: Any) -> None:
        """Starts an app, or brings it to the front, with an intent."""
        self.machine.launch(app, intent)

    def close(self) -> None:
        """Closes the window."""
        self.machine.close_window(self.window_id)


class Machine(ABC):
    """A simulated device whose whole state is plain data.

    Args:
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.

    Attributes:
        slices: The state: name -> immutable value. Read through `get`, written through `put`.
        apps: The installed apps, by id, in the order in which a launcher shows them.
        seeders: What makes the content of the slices that a seed determines.
    """

    device: ClassVar[str]
    apps: ClassVar[Mapping[str, AppSpec]]
    seeders: ClassVar[Mapping[str, Seeder]]

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.slices: dict[str, Any] = {}
        self._seeded: dict[str, Any] = {}
        self._scene: Scene | None = None
        self._minute = -1
        self._theme: Theme | None = None
        self._views: dict[str, tuple[Any, ...]] = {}  # window id -> what it looked like, and all that it read
        self._parts: dict[str, tuple[Any, ...]] = {}  # part of the screen -> what it looked like, and its key
        self.boot(0)

    # State ------------------------------------------------------------------------------------------------------

    def boot(self, seed: int) -> None:
        """Brings the machine to the state that the seed determines: booted, at its home screen."""
        minutes = random.Random(f"{seed}:time").randrange(28 * 10 * 60)
        days, minute = divmod(minutes, 10 * 60)
        self._seeded = {}
        self.slices = {
            "seed": seed,
            "time": float(_EPOCH + days * 86_400 + minute * 60),
            "clipboard": "",
            "windows": (),
            **self.home(),
        }
        self.slices["booted"] = self.slices["time"]
        self._views = {}
        self._changed()

    @abstractmethod
    def home(self) -> dict[str, Any]:
        """Returns the slices of the home screen after booting."""

    def _changed(self) -> None:
        self._scene = self._theme = None

    def get(self, name: str) -> Any:
        """Returns a slice; one that a seed determines is made here when it is first looked at."""
        try:
            return self.slices[name]
        except KeyError:
            return self.seeded(name)

    def seeded(self, name: str) -> Any:
        """Returns what the seed determines for a slice, whatever it holds now."""
        try:
            return self._seeded[name]
        except KeyError:
            seeder = self.seeders[name]
            value = seeder(random.Random(f"{self.slices['seed']}:{name}"), self.slices["booted"])
            self._seeded[name] = value
            return value

    def put(self, name: str, value: Any) -> None:
        """Replaces a slice."""
        self.slices[name] = value
        self._scene = self._theme = None

    def snapshot(self) -> dict[str, Any]:
        """Returns a handle of the whole state; it shares the immutable slices."""
        return dict(self.slices)

    def restore(self, handle: Mapping[str, Any]) -> None:
        """Brings the whole state back to a handle."""
        if handle["seed"] != self.slices["seed"]:
            self._seeded = {}
        self.slices = dict(handle)
        self._changed()

    def fork(self) -> Machine:
        """Returns an independent machine in the same state."""
        copy = object.__new__(type(self))
        copy.width, copy.height = self.width, self.height
        copy.slices = dict(self.slices)
        copy._seeded = dict(self._seeded)
        copy._scene, copy._minute, copy._theme = self._scene, self._minute, self._theme
        copy._views, copy._parts = dict(self._views), dict(self._parts)
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of the state; content that is as the seed made it doesn't count as a change."""
        state = {
            name: value for name, value in self.slices.items() if name not in self.seeders or value != self.seeded(name)
        }
        return hashlib.sha256(plain.encode([self.device, self.width, self.height, state])).hexdigest()

    @property
    def now(self) -> float:
        """The clock, in seconds since 1970 (UTC)."""
        time: float = self.slices["time"]
        return time

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass; the screen changes with the minute that it shows."""
        self.slices["time"] = now = self.slices["time"] + seconds
        if int(now // 60) != self._minute:
            self._scene = None

    # Screen -----------------------------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """Colours and measures, light or dark as the settings say."""
        if self._theme is None:
            self._theme = self.choose_theme()
        return self._theme

    @abstractmethod
    def choose_theme(self) -> Theme:
        """Returns the theme that the settings ask for."""

    @property
    def scene(self) -> Scene:
        """The screen as it is now, laid out when first asked for after a change."""
        if self._scene is None:
            self._minute = int(self.slices["time"] // 60)
            self._scene = Scene(self.theme, self.width, self.height)
            self.build(self._scene)
        return self._scene

    @abstractmethod
    def build(self, scene: Scene) -> None:
        """Lays out the whole screen."""

    def cached(self, scene: Scene, name: str, key: tuple[Any, ...], build: Callable[[], None]) -> None:
        """Lays out a part of the screen, again only if its key has changed: all that it depends on."""
        cached = self._parts.get(name)
        if cached is not None and cached[0] == key:
            scene.ops += cached[1]
            scene.nodes += cached[2]
            return
        first_op, first_node = len(scene.ops), len(scene.nodes)
        build()
        self._parts[name] = (key, scene.ops[first_op:], scene.nodes[first_node:])

    def build_window(self, scene: Scene, window: Window, x: int, y: int, w: int, h: int) -> None:
        """Lays out a window's content into a rectangle, again only if something that its view read has changed."""
        rect = (x, y, w, h)
        cached = self._views.get(window.id)
        if cached is not None:
            old_window, old_rect, old_theme, reads, ops, nodes = cached
            if old_window is window and old_rect == rect and old_theme is scene.theme and self._fresh(reads):
                scene.ops += ops
                scene.nodes += nodes
                return
        first_op, first_node, outer = len(scene.ops), len(scene.nodes), scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        scene.owner, scene.app, scene.page = window.id, window.app, window.page
        context = Context(self, window.id)
        view = self.apps[window.app].view(context)
        view.body.place(scene, x, y, w, h)
        if view.floating is not None:
            size_w = view.floating.width(scene.theme)
            size_h = view.floating.height(scene.theme, size_w)
            view.floating.place(scene, x + w - size_w - 16, y + h - size_h - 16, size_w, size_h)
        if view.overlay is not None:
            view.overlay.place(scene, x, y, w, h)
        if window.page.overlay[:1] == ("field_menu",):
            fields.edit_menu(window.page.overlay).place(scene, x, y, w, h)
        scene.clip, scene.owner, scene.app, scene.page = outer, "shell", "system", Page("")
        self._views[window.id] = (
            window, rect, scene.theme, context.reads, scene.ops[first_op:], scene.nodes[first_node:],
        )  # fmt: skip

    def _fresh(self, reads: Mapping[str, Any]) -> bool:
        """Tells whether a view that read these would read the same now."""
        for name, value in reads.items():
            if name == "minute":
                if value != self._minute:
                    return False
            elif self.get(name) is not value:
                return False
        return True

    # Windows ----------------------------------------------------------------------------------------------------

    def window(self, window_id: str) -> Window:
        """Returns a window by its id."""
        for window in self.slices["windows"]:
            if window.id == window_id:
                found: Window = window
                return found
        raise KeyError(f"no window {window_id!r}; open are: {[window.id for window in self.slices['windows']]}")

    def put_window(self, window: Window) -> None:
        """Replaces a window by one of the same id; it keeps its place among the others."""
        self.put("windows", tuple([window if w.id == window.id else w for w in self.slices["windows"]]))

    def raise_window(self, window_id: str) -> None:
        """Puts a window above all others."""
        windows = self.slices["windows"]
        if windows[-1].id != window_id:
            top = self.window(window_id)
            self.put("windows", (*[w for w in windows if w.id != window_id], top))

    def close_window(self, window_id: str) -> None:
        """Removes a window."""
        self.put("windows", tuple([w for w in self.slices["windows"] if w.id != window_id]))

    @abstractmethod
    def launch(self, app: str, intent: Sequence[Any] = ()) -> None:
        """Starts an app, or brings it to the front."""

    @property
    @abstractmethod
    def front(self) -> Window | None:
        """The window that gets the keys, None where the home screen does."""

    # Input ------------------------------------------------------------------------------------------------------

    def point(self, x: int, y: int, gesture: str = "tap") -> None:
        """Carries out a touch: ``"tap"``, ``"long"`` (a long tap or right click) or ``"double"``."""
        for node in self.scene.hit(x, y):
            if gesture == "long":
                message = node.long_message
                if message is None and node.data is not None and node.data[0] == "field":
                    message = ("field_menu", node.data[1], x, y)
                blocks = node.message is not None
            elif gesture == "double" and node.double_message is not None:
                message, blocks = node.double_message, True
            else:
                message, blocks = node.message, False
            if message is not None or blocks or node.role == "window":
                self.touched(node)
                if message is not None:
                    self.send(node, message, x, y)
                    if gesture == "double" and message[0] == "focus":
                        self._select_word()
                return

    def touched(self, node: Node) -> None:  # noqa: B027 - a phone has nothing to do
        """Told of the node that a touch falls on, before its message is sent; a desktop raises its window."""

    def send(self, node: Node, message: Message, x: int, y: int) -> None:
        """Delivers a node's message to the toolkit, the home screen or the node's app."""
        name = message[0]
        if name == "nothing":
            return
        if node.owner == "shell":
            if node.data is not None and node.data[0] == "slider":
                message = (*message, _fraction(node, x))
            self.shell(*message)
            return
        context = Context(self, node.owner, (x, y))
        if name == "focus":
            key = message[1]
            at = fields.index_at(node.data, context.field(key), x, y)
            context.set(focus=key, selection=(at, at))
        elif name == "dismiss":
            context.set(overlay=())
        elif name == "field_menu":
            context.set(focus=message[1], overlay=message)
        elif name in _FIELD_KEYS:
            context.set(overlay=())
            self._edit_key(context, _FIELD_KEYS[name])
        elif node.data is not None and node.data[0] == "slider":
            self.apps[node.app].update(context, *message, _fraction(node, x))
        else:
            self.apps[node.app].update(context, *message)

    @abstractmethod
    def shell(self, name: str, *args: Any) -> None:
        """Handles an event of the home screen and the bars around the windows."""

    def _within_reach(self, x: int, y: int) -> Iterator[Node]:
        """Yields the nodes under a point, topmost first, as far as no window, dialog, menu or bar hides them."""
        for node in self.scene.hit(x, y):
            yield node
            if node.role == "window" or node.message == ("nothing",) or node.data == ("shade",):
                return

    def scroll(self, x: int, y: int, dx: int, dy: int) -> None:
        """Moves the view of what is under a point by pixels: positive `dy` shows what is below."""
        for node in self._within_reach(x, y):
            data = node.data
            if data is None or not dy:
                continue
            if data[0] == "scroll" and data[3]:
                self._scroll_to(node, data[1], max(0, min(data[3], data[2] + dy)))
                return
            if data[0] == "field" and data[9]:
                self._scroll_to(node, data[1], max(0, data[6] * data[5] + dy))
                return

    def _scroll_to(self, node: Node, key: str, offset: int) -> None:
        if node.owner != "shell":
            context = Context(self, node.owner)
            context.set(scroll={**context.page.scroll, key: offset})

    def drag(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Drags from one point to another: sets a slider, selects text, or scrolls like a finger."""
        for node in self._within_reach(x1, y1):
            data = node.data
            if data is None:
                continue
            if data[0] == "slider" and node.message is not None:
                self.send(node, node.message, x2, y2)
                return
            if data[0] == "field" and node.owner != "shell":
                context = Context(self, node.owner)
                text = context.field(data[1])
                ends = fields.index_at(data, text, x1, y1), fields.index_at(data, text, x2, y2)
                context.set(focus=data[1], selection=ends)
                return
            if data[0] == "scroll":
                self.scroll(x1, y1, x1 - x2, y1 - y2)
                return

    def type_text(self, text: str) -> None:
        """Types text into what has the focus; a newline is Enter, a tab is Tab, and either may move the focus."""
        while text:
            text = self._type_start(text)

    def _type_start(self, text: str) -> str:
        """Types the start of a text, up to the first key that may move the focus; returns what is left of it."""
        window = self.front
        if window is None:
            head, newline, rest = text.partition("\n")
            self.shell_text(head + newline)
            return rest
        context = Context(self, window.id)
        page = window.page
        if not page.focus or page.overlay:
            if self.apps[window.app].text(context, text):
                return ""
            _, newline, rest = text.partition("\n")
            if newline:
                self.key("enter")
            return rest
        rest, key = "", ""
        if ("\n" in text or "\t" in text) and not self._focus_data(context)[9]:
            head, rest = _split_first(text, "\n\t")
            key = "enter" if text[len(head)] == "\n" else "tab"
            text = head
        if text:
            self._write(context, *fields.insert(context.field(page.focus), page.selection, text))
        if key:
            self.key(key)
        return rest

    def shell_text(self, text: str) -> None:  # noqa: B027 - most home screens have no field
        """Takes text typed while no window has the focus; nothing listens by default."""

    def key(self, key: str) -> None:
        """Presses a key or combination (as `combo` names them): the home screen, then the app, then the field."""
        if self.shell_key(key):
            return
        window = self.front
        if window is None:
            return
        if len(key) == 1 or key == "space":
            self.type_text(" " if key == "space" else key)
            return
        context = Context(self, window.id)
        if self.apps[window.app].key(context, key):
            return
        page = window.page
        if key == "escape" and page.overlay:
            context.set(overlay=())
        elif page.focus:
            self._edit_key(context, key)

    @abstractmethod
    def shell_key(self, key: str) -> bool:
        """Handles a key that belongs to the whole machine; True where it did."""

    def _edit_key(self, context: Context, key: str) -> None:
        """Applies a key to the focused field."""
        page = context.page
        text = page.fields.get(page.focus, "")
        if key in ("ctrl+c", "ctrl+x"):
            part = fields.selected_text(text, page.selection)
            if part:
                self.put("clipboard", part)
                if key == "ctrl+x":
                    self._write(context, *fields.insert(text, page.selection, ""))
        elif key == "ctrl+v":
            new = self.slices["clipboard"]
            if not self._focus_data(context)[9]:
                new = " ".join(new.split("\n"))
            self._write(context, *fields.insert(text, page.selection, new))
        elif key in ("enter", "shift+enter"):
            if self._focus_data(context)[9]:
                self._write(context, *fields.insert(text, page.selection, "\n"))
            else:
                self.apps[context.window.app].update(context, "submit", page.focus)
        elif key in ("tab", "shift+tab"):
            self._move_focus(context, -1 if key == "shift+tab" else 1)
        else:
            result = fields.edit(text, page.selection, key)
            if result is not None:
                self._write(context, *result)

    def _write(self, context: Context, text: str, selection: fields.Selection) -> None:
        page = context.page
        scroll = page.scroll
        if page.focus in scroll:
            scroll = {key: value for key, value in scroll.items() if key != page.focus}
        if page.fields.get(page.focus) == text:
            context.set(selection=selection, scroll=scroll)
        else:
            context.set(fields={**page.fields, page.focus: text}, selection=selection, scroll=scroll)

    def _fields(self, context: Context) -> list[Node]:
        return [
            n for n in self.scene.nodes if n.owner == context.window_id and n.data is not None and n.data[0] == "field"
        ]

    def _focus_data(self, context: Context) -> Any:
        """Returns the focused field's data; that of a line where it isn't on the screen."""
        focus = context.page.focus
        for node in self._fields(context):
            if node.data[1] == focus:
                return node.data
        return ("field", focus, 0, 0, 0, 1, 0, "regular", 12, False, 0)

    def _move_focus(self, context: Context, by: int) -> None:
        keys = [node.data[1] for node in self._fields(context)]
        if keys:
            at = keys.index(context.page.focus) if context.page.focus in keys else -by
            key = keys[(at + by) % len(keys)]
            context.set(focus=key, selection=(0, len(context.field(key))))

    def _select_word(self) -> None:
        window = self.front
        if window is not None:
            context = Context(self, window.id)
            page = window.page
            context.set(selection=fields.word_at(context.field(page.focus), page.selection[1]))


def _fraction(node: Node, x: int) -> float:
    _, start, span = node.data
    return float(min(1.0, max(0.0, (x - start) / span)))


def _split_first(text: str, separators: str) -> tuple[str, str]:
    """Splits at the first character that is one of the separators, which is left out."""
    at = min(text.find(char) % (len(text) + 1) for char in separators)
    return text[:at], text[at + 1 :]


_ALIASES = {
    "return": "enter", "esc": "escape", "del": "delete", "pgup": "pageup", "pgdn": "pagedown", " ": "space",
    "win": "super", "winleft": "super", "winright": "super", "command": "super", "ctrlleft": "ctrl",
    "ctrlright": "ctrl", "altleft": "alt", "altright": "alt", "shiftleft": "shift", "shiftright": "shift",
    "option": "alt", "\n": "enter", "\r": "enter", "\t": "tab",
}  # fmt: skip
_MODIFIERS = ("ctrl", "alt", "shift", "super")


def combo(keys: Sequence[str]) -> str:
    """Names a combination of pyautogui keys, modifiers first and in one order.

    >>> combo(["shift", "ctrl", "S"])
    'ctrl+shift+s'
    >>> combo(["return"])
    'enter'
    """
    names = [_ALIASES.get(key.lower(), key.lower() if len(keys) > 1 or len(key) > 1 else key) for key in keys]
    held = [key for key in _MODIFIERS if key in names]
    rest = [key for key in names if key not in _MODIFIERS]
    if held == ["shift"] and len(rest) == 1 and len(rest[0]) == 1:
        return rest[0].upper()
    return "+".join(held + rest)
