"""`DesktopBackend`: a real Linux desktop, a fresh box for every episode."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from crab_gym.backends.base import Backend, DeviceError, Element, Image
from crab_gym.backends.desktop.box import Box
from crab_gym.backends.desktop.keys import keysym_of_name, keysyms_of_names, keysyms_of_text
from crab_gym.backends.desktop.state import DesktopSetup, DesktopState, app_of_window

__all__ = ["DesktopBackend"]

PROFILES = ("light",)

_POLL_SECONDS = 0.012
_QUIET_SECONDS = 0.08
_QUIET_AFTER_ACTIVATION_SECONDS = 0.3
_QUIET_AFTER_DIALOG_SECONDS = 0.65
_QUIET_AFTER_SEARCH_SECONDS = 0.15
_ACTIVATING = frozenset(keysyms_of_names(["enter", "space"]))
_SETTLE_SECONDS = 5.0
_SETTLE_NEW_PROCESS_SECONDS = 15.0
_IDLE_TICKS = 1  # of 10 ms, all processes together, within the quiet time


class DesktopBackend(Backend):
    """A desktop of Debian packages (openbox, GNOME Terminal, gedit) in its own namespaces on this host.

    Args:
        device: ``"ubuntu"``.
        screen_size: Width and height in pixels.
        options: ``profile="light"``, the only profile.

    Raises:
        ValueError: An unknown profile or option.
    """

    kind: ClassVar[str] = "desktop"
    devices: ClassVar[tuple[str, ...]] = ("ubuntu",)
    deterministic: ClassVar[bool] = False

    def __init__(self, device: str = "ubuntu", screen_size: tuple[int, int] = (1280, 720), **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        profile = options.get("profile", "light")
        if profile not in PROFILES:
            raise ValueError(f"got profile {profile!r} for backend 'desktop', expected one of: {', '.join(PROFILES)}")
        unknown = sorted(set(options) - {"profile"})
        if unknown:
            raise ValueError(f"backend 'desktop' has no option {', '.join(unknown)}; it has: profile")
        self._box: Box | None = None
        self._state = DesktopState(self._running)
        self._setup = DesktopSetup(self._running)
        self._pids: set[int] = set()  # of the box's processes when it last came to rest
        self._quiet_seconds = _QUIET_SECONDS
        self._verbs: dict[str, Callable[..., tuple[str, dict[str, Any]]]] = {
            "click": lambda x, y: ("click", {"x": x, "y": y}),
            "right_click": lambda x, y: ("click", {"x": x, "y": y, "button": "right"}),
            "double_click": lambda x, y: ("click", {"x": x, "y": y, "count": 2}),
            "drag": lambda x1, y1, x2, y2: ("drag", {"x1": x1, "y1": y1, "x2": x2, "y2": y2}),
            "scroll": _scroll,
            "write_text": lambda text: ("write", {"keysyms": keysyms_of_text(text)}),
            "press": lambda key: ("chord", {"keysyms": [keysym_of_name(key)]}),
            "hotkey": lambda keys: ("chord", {"keysyms": keysyms_of_names(keys)}),
            "search_app": _search,
        }

    def reset(self, seed: int) -> None:
        """Throws the box away and starts a fresh one; the seed changes nothing here."""
        self.close()
        width, height = self.screen_size
        self._box = Box(self.device, width, height)
        self.settle()

    @property
    def state(self) -> DesktopState:
        """The read-only view for evaluators."""
        return self._state

    @property
    def setup(self) -> DesktopSetup:
        """The writing view for a task's setup."""
        return self._setup

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Carries out one action by X input events; text and key names are checked before anything is touched."""
        operation, values = self._verbs[name](**args)
        box = self._running()
        if name == "search_app":
            self._quiet_seconds = _QUIET_AFTER_SEARCH_SECONDS
        elif _ACTIVATING.intersection(values.get("keysyms", ())):
            if any(row["focused"] and row["kind"] == "dialog" for row in box.call("windows")):
                self._quiet_seconds = _QUIET_AFTER_DIALOG_SECONDS
            elif name != "write_text":
                self._quiet_seconds = _QUIET_AFTER_ACTIVATION_SECONDS
        box.call(operation, **values)

    def settle(self) -> None:
        """Returns once the screen has not changed for 80 ms while the box's processes were idle.

        300 ms after the keys Enter and Space: GTK shows a button that they activate as pressed for 250 ms before it
        acts (650 ms in a dialog: that for saving does so twice); 150 ms after a search, whose icons come late. At most
        5 s, or 15 s where a program was started: a screen that never rests, or a program that is always busy, is then
        taken as it is.
        """
        box, quiet = self._running(), self._quiet_seconds
        self._quiet_seconds = _QUIET_SECONDS
        start = since = time.monotonic()
        usage = box.call("usage")
        box.look()
        ticks = usage["ticks"]
        started = False
        while time.monotonic() - start < (_SETTLE_NEW_PROCESS_SECONDS if started else _SETTLE_SECONDS):
            time.sleep(_POLL_SECONDS)
            changed = box.look()
            if not changed and time.monotonic() - since < quiet:
                continue
            usage = box.call("usage")
            started = started or not self._pids.issuperset(usage["pids"])
            if not changed and not usage["busy"] and usage["ticks"] - ticks <= _IDLE_TICKS:
                break
            since, ticks = time.monotonic(), usage["ticks"]
        self._pids = set(usage["pids"])

    def screenshot(self) -> Image:
        """Returns the screen, the mouse pointer included."""
        box = self._running()
        box.call("ping")  # the pixels stay readable after the box is gone
        box.look()
        return box.rgb()

    def elements(self) -> tuple[Element, ...]:
        """Returns the windows, menus and the search window, back to front.

        What is inside them (buttons, fields, text) would come from AT-SPI, which this profile doesn't run.
        """
        return tuple(
            Element(
                role="dialog" if row["kind"] == "launcher" else row["kind"],
                text="Search" if row["kind"] == "launcher" else row["title"] or row["class"],
                app=app_of_window(row["process"], row["class"]) or "system",
                bounds=(row["bounds"][0], row["bounds"][1], row["bounds"][2], row["bounds"][3]),
                focused=row["focused"],
            )
            for row in self._running().call("windows")
            if not row["minimized"]
        )

    def close(self) -> None:
        """Ends the box with everything in it."""
        box, self._box, self._pids = self._box, None, set()
        if box is not None:
            box.stop()

    def _running(self) -> Box:
        if self._box is None:
            raise DeviceError(self.device, "no box is running; reset() starts one")
        return self._box


def _scroll(x: int, y: int, direction: str, amount: int = 3) -> tuple[str, dict[str, Any]]:
    button = direction if direction in ("up", "down") else f"scroll_{direction}"
    return "click", {"x": x, "y": y, "button": button, "count": amount}


def _search(name: str) -> tuple[str, dict[str, Any]]:
    keys = keysyms_of_names(["win", "a"])
    return "search", {"escape": keysym_of_name("esc"), "keys": keys, "text": keysyms_of_text(name)}
