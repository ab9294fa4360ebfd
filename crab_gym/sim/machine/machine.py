"""The kernel of the simulated machines: state as plain data, the screen that follows from it, input, and time.

`Machine` is a whole device; `Phone` and `Desktop` add their home screens and window management. What an app gives, and
what it sees of its machine, is in `crab_gym.sim.machine.app`.

A machine's state is one dictionary of *slices*, each an immutable value: the clock, the windows, the files, the
address book, and so on. Content that a seed determines is made when it is first looked at and is not part of the
state until something changes it. So a snapshot is a shallow copy, and a restore is another.
"""

from __future__ import annotations

import hashlib
import random
from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from crab_gym.devices.boot_time import boot_time
from crab_gym.sim.machine import canonical
from crab_gym.sim.machine.app import AppSpec, Context
from crab_gym.sim.machine.chance import Chance
from crab_gym.sim.machine.screen import Screen
from crab_gym.sim.machine.slices import CLIPBOARD, WINDOWS, Readable, Slice
from crab_gym.sim.ui import fields
from crab_gym.sim.ui.scene import AnyMessage, Node, Window

__all__ = ["Machine", "Refused", "Seeder"]

Seeder = Callable[[random.Random, float], Any]
"""Makes a slice's content from a seeded generator and the time at which the machine was booted."""

_Value = TypeVar("_Value")

_FIELD_KEYS = {
    "field_cut": "ctrl+x", "field_copy": "ctrl+c", "field_paste": "ctrl+v", "field_select": "ctrl+a",
}  # fmt: skip
_TYPED = {"enter": "\n", "shift+enter": "\n", "tab": "\t"}  # what keys type into a field of several lines


class Refused(Exception):
    """The machine refuses an action before anything changed; the message says why."""


class Machine(Screen):
    """A simulated device whose whole state is plain data.

    Args:
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.

    Attributes:
        slices: The state: name -> immutable value. Read through `get`, written through `put`.
        apps: The installed apps, by id, in the order in which a launcher shows them.
        seeders: What makes the content of the slices that a seed determines.
        drawn: Whether scenes have a display list; see `look`.
        touch: Where the screen was last touched, in pixels.
    """

    device: ClassVar[str]
    apps: ClassVar[Mapping[str, AppSpec]]
    seeders: ClassVar[Mapping[str, Seeder]]

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.width, self.height = width, height
        self.touch = (0, 0)
        self.slices: dict[str, Any] = {}
        self._seeded: dict[str, Any] = {}
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
        self._views = {}
        self._changed()

    @abstractmethod
    def home(self) -> dict[Slice[Any], Any]:
        """Returns the slices of the home screen after booting."""

    def get(self, slice: Readable[_Value]) -> _Value:
        """Returns a slice's value; content that a seed determines is made when it is first asked for."""
        value: _Value = self.value(slice.name)
        return value

    def value(self, name: str) -> Any:
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
        """Returns the value that the seed gives a slice, whatever it holds now."""
        value: _Value = self._seeded_value(slice.name)
        return value

    def _seeded_value(self, name: str) -> Any:
        try:
            return self._seeded[name]
        except KeyError:
            seeder = self.seeders[name]
            value = seeder(Chance(f"{self.slices['seed']}:{name}"), self.slices["booted"])
            self._seeded[name] = value
            return value

    def put(self, slice: Slice[_Value], value: _Value) -> None:
        """Replaces a slice's value."""
        self.slices[slice.name] = value
        self._scene = None
        if slice.name == "settings":
            self._theme = None

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
        copy.__dict__.update(
            {name: dict(value) if type(value) is dict else value for name, value in vars(self).items()}
        )
        return copy

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
        """Lets virtual time pass; the screen changes with the minute, or the second, that it shows."""
        self.slices["time"] = now = self.slices["time"] + seconds
        if self._ticking or int(now // 60) != self._minute:
            self._scene = None

    # Windows ----------------------------------------------------------------------------------------------------

    def window(self, window_id: str) -> Window:
        """Returns a window by its id."""
        for window in reversed(self.slices["windows"]):  # mostly the last, which is in front
            if window.id == window_id:
                found: Window = window
                return found
        raise KeyError(f"no window {window_id!r}; open are: {[window.id for window in self.slices['windows']]}")

    def put_window(self, window: Window) -> None:
        """Replaces a window by one of the same id; it keeps its place among the others."""
        windows = tuple([window if w.id == window.id else w for w in self.slices["windows"]])
        if windows != self.slices["windows"]:  # many a touch changes nothing: then nothing is laid out again
            self.put(WINDOWS, windows)

    def raise_window(self, window_id: str) -> None:
        """Puts a window above all others."""
        windows = self.slices["windows"]
        if windows[-1].id != window_id:
            top = self.window(window_id)
            self.put(WINDOWS, (*[w for w in windows if w.id != window_id], top))

    def close_window(self, window_id: str) -> None:
        """Removes a window."""
        self.put(WINDOWS, tuple([w for w in self.slices["windows"] if w.id != window_id]))

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
        self.touch = (x, y)
        for node in self.under(x, y):
            if gesture == "long":
                message = node.long_message
                if message is None and node.data is not None and node.data[0] in ("field", "text"):
                    message = ("field_menu", node.data[1] if node.data[0] == "field" else "", x, y)
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
        self._close_toolbar()

    def _close_toolbar(self) -> None:
        """Closes what a long tap on text has opened, since something else is touched."""
        front = self.front
        if self.touched_text and front is not None and front.page.overlay[:1] == ("field_menu",):
            Context(self, front.id).set(overlay=())

    def touched(self, node: Node) -> None:
        """Told of the node that a touch falls on, before its message is sent; a desktop raises its window."""

    def send(self, node: Node, message: AnyMessage, x: int, y: int) -> None:
        """Delivers a node's message to the toolkit, the home screen or the node's app."""
        name = message[0]
        if name == "nothing":
            return
        if node.owner == "shell":
            if node.data is not None and node.data[0] == "slider":
                message = (*message, _fraction(node, x))
            self.shell(message)
            return
        if name not in _FIELD_KEYS:
            self._close_toolbar()
        context = Context(self, node.owner, (x, y))
        if name == "focus":
            key = str(message[1])
            at = fields.index_at(node.data, context.field(key), x, y)
            context.set(focus=key, selection=(at, at))
        elif name == "dismiss":
            context.set(overlay=())
        elif name == "field_menu":
            self._field_menu(context, node, x, y)
        elif name in _FIELD_KEYS:
            self._field_key(context, name)
        elif node.data is not None and node.data[0] == "slider":
            self.apps[node.app].update(context, (*message, _fraction(node, x)))
        else:
            self.apps[node.app].update(context, message)

    def _field_menu(self, context: Context, node: Node, x: int, y: int) -> None:
        """Opens the menu or toolbar of a field, or of a text that can be copied."""
        data = node.data
        if data[0] == "text":
            text, low, high = fields.word_in(data, x, y)
            context.set(focus="", overlay=("field_menu", "", x, y, text, low, high))
            return
        context.set(focus=data[1], overlay=("field_menu", data[1], x, y))
        if self.touched_text:
            at = fields.index_at(data, context.field(data[1]), x, y)
            context.set(selection=(at, at))
            self._select_word()
            row = fields.row_middle(data, context.field(data[1]), at)  # a touch may be far below the text
            context.set(overlay=("field_menu", data[1], x, row))

    def _field_key(self, context: Context, name: str) -> None:
        """Carries out an entry of that menu; on a phone it stays after everything has been selected."""
        overlay = context.page.overlay
        if name != "field_select" or not self.touched_text:
            context.set(overlay=())
        if overlay[1]:
            self._edit_key(context, _FIELD_KEYS[name])
        elif name == "field_copy":
            self.put(CLIPBOARD, overlay[4][overlay[5] : overlay[6]])
        elif self.touched_text:
            context.set(overlay=(*overlay[:5], 0, len(overlay[4])))

    @abstractmethod
    def shell(self, message: AnyMessage) -> None:
        """Handles a message of the home screen and the bars around the windows."""

    def _within_reach(self, x: int, y: int) -> Iterator[Node]:
        """Yields the nodes under a point, topmost first, as far as no window, dialog, menu or bar hides them."""
        for node in self.under(x, y):
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
            if data[0] == "field" and self._overflows(node):
                self._scroll_to(node, data[1], max(0, data[6] * data[5] + dy))
                return

    def _overflows(self, node: Node) -> bool:
        """Tells whether a field has more rows than it shows, so that it scrolls rather than what it lies in."""
        if not node.data[9] or node.owner == "shell":
            return False
        return fields.overflows(node.data, Context(self, node.owner).field(node.data[1]), node.bounds[3])

    def _scroll_to(self, node: Node, key: str, offset: int) -> None:
        if node.owner == "shell":
            self.shell_scroll(key, offset)
            return
        self._close_toolbar()
        context = Context(self, node.owner)
        context.set(scroll={**context.page.scroll, key: offset})

    def shell_scroll(self, key: str, offset: int) -> None:
        """Scrolls a list of the home screen or the bars around the windows."""

    def turn(self, x: int, y: int, step: int) -> bool:
        """Turns what is under a point like a page: 1 shows what is to the right, -1 to the left; True where it did.

        The node's ``swipe_message`` is sent with the step added; see `Box` and `Scroll`.
        """
        for node in self._within_reach(x, y):
            data = node.data
            if data is not None and data[0] in ("scroll", "swipe") and data[-1] is not None:
                self.send(node, (*data[-1], step), x, y)
                return True
        return False

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
            rest = self._type_start(text)
            text = self._repeat(text[0], rest) if len(rest) == len(text) - 1 and text[0] in "\n\t" else rest

    def _repeat(self, char: str, text: str) -> str:
        """Goes on typing a character as long as the text begins with it; returns what is left of the text.

        Once the machine is in a state that it was in before, as when Tab has gone round all fields, it would go round
        for ever: whole rounds are left out.
        """
        seen, most, steps = dict(self.slices), 1, 0
        while text.startswith(char):
            rest = self._type_start(text)
            if len(rest) != len(text) - 1:
                return rest
            text, steps = rest, steps + 1
            if self.slices == seen:
                run = len(text) - len(text.lstrip(char))
                return text[run - run % steps :]
            if steps == most:
                seen, most, steps = dict(self.slices), 2 * most, 0
        return text

    def _type_start(self, text: str) -> str:
        """Types the start of a text, up to the first key that may move the focus; returns what is left of it."""
        window = self.front
        if window is None:
            head, newline, rest = text.partition("\n")
            self.shell_text(head + newline)
            return rest
        context = Context(self, window.id)
        self._close_toolbar()
        page = self.window(window.id).page
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

    def shell_text(self, text: str) -> None:
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
                self.put(CLIPBOARD, part)
                if key == "ctrl+x":
                    self._write(context, *fields.insert(text, page.selection, ""))
        elif key == "ctrl+v":
            new = self.slices["clipboard"]
            if not self._focus_data(context)[9]:
                new = " ".join(new.split("\n"))
            self._write(context, *fields.insert(text, page.selection, new))
        elif key in _TYPED and self._focus_data(context)[9]:
            self._write(context, *fields.insert(text, page.selection, _TYPED[key]))
        elif key in ("enter", "shift+enter"):
            self.apps[context.window.app].update(context, ("submit", page.focus))
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
