"""A simulated machine: its state as plain data, its windows, and the screen that follows from both.

`Machine` is a whole device; `Phone` and `Desktop` add their home screens and window management. Touches and keys are in
`crab_sim.machine.touch` and `crab_sim.machine.keyboard`, an app's hold on its machine in
`crab_sim.machine.app`.

A machine's state is one dictionary of *slices*, each an immutable value: the clock, the windows, the files, the
address book, and so on. Content that a seed determines is made when it is first read and is not part of the state until
something changes it. So a snapshot is a shallow copy, and a restore is another.

The screen is laid out when it is asked for, and each part of it again only if something that it depends on has changed.
While nobody looks at the screen, a touch lays out only the part that lies near the touched point.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from crab_sim.devices.boot_time import boot_time
from crab_sim.devices.facts import Crash, Effect
from crab_sim.draw.ops import Op, Rect
from crab_sim.fast import tuples
from crab_sim.machine import canonical, interruptions, loading
from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.machine.chance import Chance
from crab_sim.machine.memory import Memory, Seeder
from crab_sim.machine.slices import EFFECTS, WINDOWS, AnySlice, Readable, Slice
from crab_sim.machine.work import Work
from crab_sim.ui.edit_menu import Toolbar, edit_menu
from crab_sim.ui.messages import AnyMessage
from crab_sim.ui.node import Node, hides_below
from crab_sim.ui.page import NO_PAGE, PlainData, Window
from crab_sim.ui.scene import AnyScene, Scene, UndrawnScene
from crab_sim.ui.theme import Theme, speaking

__all__ = ["ActionRefused", "Machine"]

_Value = TypeVar("_Value")


class ActionRefused(Exception):
    """The machine refuses an action before anything changed; the message says why."""


class _Layout(NamedTuple):
    """A window's content as it was last laid out, and all that it depends on."""

    window: Window
    rect: Rect
    theme: Theme
    reads: Mapping[str, object]
    ops: Sequence[Op]
    nodes: Sequence[Node] | None  # None where only the part near a point was laid out
    view: View[Any] | None  # kept to lay out other parts of it, while nobody looks at the screen


class Machine(ABC):
    """A simulated device whose whole state is plain data.

    Args:
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.

    Attributes:
        slices: The state: name -> immutable value. Read through `get`, written through `put`.
        apps: The installed apps, by id, in the order in which a launcher shows them.
        seeders: Makers of the slices that a seed determines, by the slice's name.
        drawn: Whether scenes have a display list; see `set_drawn`.
        work: The work that it may still do in the present step.
        last_touch: The point that was touched last, in pixels.
        acting: Id of the window whose app is being called, or was called last to handle something.
        crashes: The crashes of apps that nobody has asked for yet; see `crab_sim.machine.crashes`.
    """

    device: ClassVar[str]
    apps: ClassVar[Mapping[str, AppSpec[Any]]]
    seeders: ClassVar[Mapping[str, Seeder]]
    bar_height: ClassVar[int] = 0  # of the bar at the top of the screen, in pixels
    long_tap_selects: ClassVar[bool] = False
    """Whether a long tap on text selects a word and shows a toolbar, as on a phone; otherwise it opens a menu."""
    dismisses: ClassVar[bool] = True  # whether a touch beside a modal dialog closes it

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.last_touch = (0, 0)
        self.drawn, self.acting, self.work = True, "", Work()
        self.crashes: list[Crash] = []
        self.slices: dict[str, PlainData] = {}
        self._seeded: dict[str, PlainData] = {}
        self._scene: AnyScene | None = None  # as it is now, perhaps only a part of it
        self._minute = -1
        self._ticking = False  # whether something on the screen shows seconds
        self._theme: Theme | None = None
        self._layouts: dict[str, _Layout] = {}  # by the window's id
        self._parts: dict[str, tuple[object, Sequence[Op], Sequence[Node]]] = {}  # by name: key, ops and nodes
        self.boot(0)

    # State ------------------------------------------------------------------------------------------------------

    def boot(self, seed: int) -> None:
        """Brings the machine to the state that the seed determines: booted, at its home screen."""
        if self.slices.get("seed") != seed:
            self._seeded = {}
        self.slices = {
            "seed": seed,
            "time": boot_time(seed),
            "clipboard": "",
            "windows": (),
            **{slice.name: value for slice, value in self.home().items()},
        }
        self.slices["booted"] = self.slices["time"]
        self._layouts = {}
        self._changed()

    @abstractmethod
    def home(self) -> dict[AnySlice, object]:
        """Returns the slices of the home screen after booting."""

    def get(self, slice: Readable[_Value]) -> _Value:
        """Returns a slice's value; content that a seed determines is made when it is first asked for."""
        name = slice.name
        try:
            value: _Value = self.slices[name]  # not by `value`: this is called ten times per step
        except KeyError:
            value = self._seeded_value(name)
        return value

    def value(self, name: str) -> PlainData:
        """Returns the value of the slice with a name; `get` is the same for code that knows the slice."""
        try:
            return self.slices[name]
        except KeyError:
            return self._seeded_value(name)

    def peek(self, slice: Readable[_Value], default: _Value) -> _Value:
        """Returns the value of a slice that no seed determines, or the default before it was first put."""
        value: _Value = self.slices.get(slice.name, default)
        return value

    def seeded(self, slice: Readable[_Value]) -> _Value:
        """Returns the value that the seed gives a slice, even if the slice has changed since."""
        value: _Value = self._seeded_value(slice.name)
        return value

    def _seeded_value(self, name: str) -> PlainData:
        try:
            return self._seeded[name]
        except KeyError:
            seeder = self.seeders[name]
            self._seeded[name] = value = seeder(Chance(f"{self.slices['seed']}:{name}"), self.slices["booted"])
            return value

    def put(self, slice: Slice[_Value], value: _Value) -> None:
        """Replaces a slice's value."""
        self.slices[slice.name] = value
        self._scene = None
        if slice.name == "settings":
            self._theme = None

    def log_effect(self, effect: Effect) -> None:
        """Notes that something has left the machine; nothing takes the entry back but a restore."""
        self.slices[EFFECTS.name] = (*self.peek(EFFECTS, ()), effect)

    def memory(self) -> Memory:
        """Returns the present state, to be read later."""
        return Memory(dict(self.slices), self._seeded, self.seeders)

    def snapshot(self) -> dict[str, PlainData]:
        """Returns a handle of the whole state; it shares the immutable slices."""
        return dict(self.slices)

    def restore(self, handle: Mapping[str, PlainData]) -> None:
        """Brings the whole state back to a handle."""
        if handle["seed"] != self.slices["seed"]:
            self._seeded = {}
        self.slices = dict(handle)
        self._changed()

    def fork(self) -> Self:
        """Returns an independent machine in the same state."""
        twin = type(self).__new__(type(self))  # `__init__` would boot a machine first
        twin.width, twin.height = self.width, self.height
        twin.slices, twin._seeded = dict(self.slices), dict(self._seeded)
        twin.drawn, twin.last_touch, twin.work = self.drawn, self.last_touch, Work()
        twin.acting, twin.crashes = self.acting, []
        twin._layouts, twin._parts = dict(self._layouts), dict(self._parts)
        twin._scene, twin._theme = self._scene, self._theme
        twin._minute, twin._ticking = self._minute, self._ticking
        return twin

    def fingerprint(self) -> str:
        """Returns a digest of the state; content that is as the seed made it doesn't count as a change."""
        state = {
            name: value
            for name, value in self.slices.items()
            if name not in self.seeders or value != self._seeded_value(name)
        }
        return hashlib.sha256(canonical.encode([self.device, self.width, self.height, state])).hexdigest()

    @property
    def now(self) -> float:
        """The clock, in seconds since 1970 (UTC)."""
        time: float = self.slices["time"]
        return time

    def advance(self, seconds: float) -> None:
        """Lets virtual time pass; the screen changes with each minute, or each second if it shows seconds."""
        self.slices["time"] = now = self.slices["time"] + seconds
        if self._ticking or int(now // 60) != self._minute:
            self._scene = None
        if interruptions.INTERRUPTIONS.name in self.slices:
            coming = self.get(interruptions.INTERRUPTIONS)
            if (shown := interruptions.after(coming, self.device, now)) != coming:
                self.put(interruptions.INTERRUPTIONS, shown)
        if loading.DELAYS.name in self.slices:
            delays = self.get(loading.DELAYS)
            if (left := loading.after(delays, now)) != delays:
                self.put(loading.DELAYS, left)

    # Windows ----------------------------------------------------------------------------------------------------

    def window(self, window_id: str) -> Window:
        """Returns a window by its id."""
        for window in reversed(self.slices["windows"]):  # it is mostly the last, which is in front
            if window.id == window_id:
                match: Window = window
                return match
        raise KeyError(f"no window {window_id!r}; open are: {[window.id for window in self.slices['windows']]}")

    def put_window(self, window: Window) -> None:
        """Replaces a window by one of the same id; it keeps its place among the others."""
        windows = tuple([window if w.id == window.id else w for w in self.slices["windows"]])
        if windows != self.slices["windows"]:  # many touches change nothing: then nothing is laid out again
            self.put(WINDOWS, windows)

    def raise_window(self, window_id: str) -> None:
        """Puts a window above all others."""
        windows = self.slices["windows"]
        if windows[-1].id != window_id:
            top = self.window(window_id)
            self.put(WINDOWS, (*[w for w in windows if w.id != window_id], top))

    def begin_loading(self, window_id: str) -> None:
        """Lets a window that was just opened load for a while, on a machine with delays."""
        delays = loading.begun(self.slices, window_id)
        if delays is not None:
            self.put(loading.DELAYS, delays)

    def close_window(self, window_id: str) -> None:
        """Removes a window."""
        self.put(WINDOWS, tuple([w for w in self.slices["windows"] if w.id != window_id]))

    @abstractmethod
    def launch(self, app: str, intent: Sequence[object] = ()) -> None:
        """Starts an app, or brings it to the front."""

    @property
    @abstractmethod
    def front(self) -> Window | None:
        """The window that gets the keys, None if the home screen gets them."""

    # Events of the device itself --------------------------------------------------------------------------------

    @property
    def takes_text(self) -> bool:
        """Whether typed text arrives anywhere; a phone's doesn't while a sheet lies above the app."""
        return True

    @abstractmethod
    def shell(self, message: AnyMessage) -> None:
        """Handles a message of the home screen and the bars around the windows."""

    @abstractmethod
    def shell_key(self, key: str) -> bool:
        """Handles a key that belongs to the whole machine; returns whether it did."""

    def shell_text(self, text: str) -> None:  # noqa: B027 - a hook that may stay empty, like the next two
        """Takes text typed while no window has the focus; nothing listens by default."""

    def shell_scroll(self, key: str, offset: int) -> None:  # noqa: B027
        """Scrolls a list of the home screen or the bars around the windows."""

    def touched(self, node: Node) -> None:  # noqa: B027
        """Reacts to a touch on a node, before its message is sent; a desktop raises the node's window."""

    def confirm(self) -> bool:
        """Answers Enter in a dialog without a field; returns whether it did. No machine's dialogs do by default."""
        return False

    def close_toolbar(self) -> None:
        """Closes the toolbar that a long tap on text has opened, since something else is touched."""
        front = self.front
        if self.long_tap_selects and front is not None and front.page.overlay[:1] == ("field_menu",):
            Context(self, front.id).set(overlay=())

    # Screen -----------------------------------------------------------------------------------------------------

    @property
    def theme(self) -> Theme:
        """Colours and measures, light or dark as the settings say."""
        if self._theme is None:
            self._theme = self.choose_theme()
        return self._theme

    @abstractmethod
    def choose_theme(self) -> Theme:
        """Returns the theme that the slice ``"settings"`` asks for."""

    def set_drawn(self, drawn: bool) -> None:
        """Sets whether anybody looks at the screen; otherwise scenes have no display list and are laid out faster."""
        if drawn != self.drawn:
            self.drawn = drawn
            self.forget_layout()

    def forget_layout(self) -> None:
        """Forgets everything that was laid out, such as for another size of the screen."""
        self._layouts, self._parts = {}, {}
        self._changed()

    def resize(self, width: int, height: int) -> None:
        """Gives the machine a screen of another size, in pixels, as an environment does before an episode."""
        self.width, self.height = width, height
        self.forget_layout()

    def _changed(self) -> None:
        self._scene = self._theme = None

    @property
    def scene(self) -> AnyScene:
        """The screen as it is now, laid out when first asked for after a change."""
        return s if (s := self._scene) is not None and s.whole else self._lay_out(None)

    @property
    def visible_scene(self) -> AnyScene:
        """The screen as it is now; while nobody looks at it, it lacks windows that others hide entirely."""
        return s if (s := self._scene) is not None and s.near is None else self._lay_out(None, whole=self.drawn)

    def display_list(self) -> Sequence[Op]:
        """Returns what the screen shows, back to front."""
        return self.scene.ops

    def reachable(self, x: int, y: int) -> Iterator[Node]:
        """Yields the nodes at a point, topmost first, down to the first that hides those below it."""
        for node in self.nodes_at(x, y):
            yield node
            if hides_below(node):
                return

    def nodes_at(self, x: int, y: int) -> list[Node]:
        """Returns the nodes at a point, topmost first, at least down to the first that hides those below it."""
        scene = self._scene
        if scene is None or (scene.near is not None and scene.near != (x, y)):
            scene = self._lay_out(None if self.drawn else (x, y))
        return scene.hit(x, y)

    def _lay_out(self, near: tuple[int, int] | None, whole: bool = True) -> AnyScene:
        """Lays out the screen as it is now, or only the part near a point, or the windows that are visible."""
        self._minute = int(self.slices["time"] // 60)
        self._ticking = False
        scene: AnyScene = (Scene if self.drawn else UndrawnScene)(self.theme, self.width, self.height, near, whole)
        self._scene = scene
        self.build(scene)
        if interruptions.INTERRUPTIONS.name in self.slices:
            shown = self.get(interruptions.INTERRUPTIONS)
            interruptions.lay_out(scene, self.device, shown, self.width, self.height, self.bar_height)
        return scene

    @abstractmethod
    def build(self, scene: AnyScene) -> None:
        """Lays out the whole screen, back to front."""

    def cached(self, scene: AnyScene, name: str, key: tuple[object, ...], build: Callable[[], None]) -> None:
        """Lays out a part of the screen, again only if its key has changed.

        Args:
            scene: The scene.
            name: Name of the part.
            key: All that the part depends on.
            build: Lays it out into the scene.
        """
        cached = self._parts.get(name)
        if cached is None or cached[0] != key:
            first_op, first_node, near = len(scene.ops), len(scene.nodes), scene.near
            scene.near = None
            build()
            self._parts[name] = cached = (key, scene.ops[first_op:], scene.nodes[first_node:])
            if near is None:
                return
            scene.near = near
            del scene.nodes[first_node:]
        scene.ops += cached[1]
        scene.add(cached[2])

    def build_window(self, scene: AnyScene, window: Window, x: int, y: int, w: int, h: int) -> None:
        """Lays out a window's content, again only if something that its view has read has changed.

        Args:
            scene: The scene.
            window: The window.
            x: Left edge of the content's rectangle, in pixels.
            y: Its top edge.
            w: Its width.
            h: Its height.
        """
        near, rect = scene.near, (x, y, w, h)
        if near is not None and not (x <= near[0] < x + w and y <= near[1] < y + h):
            return
        if loading.is_loading(self.slices, window.id):
            scene.owner, scene.app = window.id, window.app
            loading.lay_out(scene, x, y, w, h)
            scene.owner, scene.app = "shell", "system"
            return
        kept, outer, view = self._layouts.get(window.id), self.acting, None
        if (
            kept is not None
            and kept.window is window
            and kept.rect == rect
            and kept.theme is scene.theme
            and self._fresh(kept.reads)
        ):
            if kept.nodes is not None:
                scene.ops += kept.ops
                scene.add(kept.nodes)
                self._ticking = self._ticking or "second" in kept.reads
                return
            view, reads = kept.view, kept.reads
        if view is None:
            context = Context(self, window.id)
            view, reads = self.apps[window.app].view(context), context.reads
        first_op, first_node = len(scene.ops), len(scene.nodes)
        self._place_view(scene, window, view, x, y, w, h)
        self.acting = outer
        self._ticking = self._ticking or "second" in reads
        nodes = scene.nodes[first_node:] if near is None else None
        other_parts = view if nodes is None and not scene.drawn else None
        row = (window, rect, scene.theme, reads, scene.ops[first_op:], nodes, other_parts)
        self._layouts[window.id] = tuples.new(_Layout, row)

    def content_rect(self, window: Window) -> Rect | None:
        """Returns the rectangle of the content of the window in front, None if only laying out the screen tells."""
        return None

    def place_window(self, scene: AnyScene, window: Window, x: int, y: int, w: int, h: int) -> None:
        """Lays out a window's content like `build_window`, but always anew, such as for a picture of the window.

        Args:
            scene: The scene.
            window: The window.
            x: Left edge of the content's rectangle, in pixels.
            y: Its top edge.
            w: Its width.
            h: Its height.
        """
        outer, context = self.acting, Context(self, window.id)
        self._place_view(scene, window, self.apps[window.app].view(context), x, y, w, h)
        self.acting = outer
        self._ticking = self._ticking or "second" in context.reads

    def _place_view(self, scene: AnyScene, window: Window, view: View[Any], x: int, y: int, w: int, h: int) -> None:
        outer, theme, self.acting = scene.clip, scene.theme, window.id
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        scene.owner, scene.app, scene.page = window.id, window.app, window.page
        if theme.words is not None:
            scene.theme = speaking(theme, theme.words.language, self.device, window.app)
        first = len(scene.nodes)
        if scene.near is not None and view.overlay is not None:  # where it hides the page, that needn't be laid out
            view.overlay.place(scene, x, y, w, h)
        above = scene.nodes[first:]
        if not any(map(hides_below, above)):
            del scene.nodes[first:]
            view.body.place(scene, x, y, w, h)
            if view.floating is not None:
                size_w = view.floating.width(scene.theme)
                size_h = view.floating.height(scene.theme, size_w)
                view.floating.place(scene, x + w - size_w - 16, y + h - size_h - 16, size_w, size_h)
            if scene.near is not None:
                scene.nodes += above
            elif view.overlay is not None:
                view.overlay.place(scene, x, y, w, h)
        if window.page.overlay[:1] == ("field_menu",):
            menu = Toolbar(window.page.overlay) if self.long_tap_selects else edit_menu(window.page.overlay)
            menu.place(scene, x, y, w, h)
        scene.clip, scene.owner, scene.app, scene.page = outer, "shell", "system", NO_PAGE
        scene.theme = theme

    def _fresh(self, reads: Mapping[str, object]) -> bool:
        """Returns whether a view that has read these slices would read the same now."""
        for name, value in reads.items():
            if name == "minute":
                if value != self._minute:
                    return False
            elif name == "second":
                if value != int(self.slices["time"]):
                    return False
            elif self.value(name) is not value:
                return False
        return True
