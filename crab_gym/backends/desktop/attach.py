"""`AttachedDesktop`: the display that you are sitting at, through pyautogui and mss (``attach=True``).

It works on X11, Windows and macOS, and has a single purpose: an agent works on the computer as it is, with a person
watching. Nothing is isolated or reset; a task whose setup writes anything is refused.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from crab_gym.backends.base import (
    Backend,
    DesktopSetup,
    DeviceError,
    Element,
    Image,
    InvalidAction,
    lacking,
)
from crab_gym.backends.letterbox import Letterbox
from crab_sim.extras import MissingExtra, install_hint

__all__ = ["AttachedDesktop", "AttachedState"]

_MAX_FILE = 64 << 20
_QUIET_SECONDS, _POLL_SECONDS, _SETTLE_SECONDS = 0.3, 0.05, 5.0
_WARNING = (
    "attach=True hands over the display that you are sitting at: the agent clicks and types in your own programs, on "
    "your own files. Move the pointer into a corner of the screen to stop it."
)
_OWNERS = "it would tell about the display's owner; ask for files, or play in a box: backend='desktop' without attach"
_CHANGES = "it would change your own computer; play in a box instead: backend='desktop' without attach"


class AttachedState(DesktopSetup):
    """The files of the display's owner, read-only; all other queries, and all changes, are refused."""

    device = "ubuntu"
    alarms = lacking("alarms", _OWNERS)
    calendar = lacking("calendar", _OWNERS)
    cards = lacking("cards", _OWNERS)
    clipboard = lacking("clipboard", _OWNERS)
    default_application = lacking("default_application", _OWNERS)
    foreground = lacking("foreground", _OWNERS)
    mail_filters = lacking("mail_filters", _OWNERS)
    mails = lacking("mails", _OWNERS)
    processes = lacking("processes", _OWNERS)
    run = lacking("run", _OWNERS)
    setting = lacking("setting", _OWNERS)
    todos = lacking("todos", _OWNERS)
    web = lacking("web", _OWNERS)
    windows = lacking("windows", _OWNERS)
    add_alarm = lacking("add_alarm", _CHANGES)
    add_card = lacking("add_card", _CHANGES)
    add_event = lacking("add_event", _CHANGES)
    add_mail = lacking("add_mail", _CHANGES)
    add_todo = lacking("add_todo", _CHANGES)
    clear_todos = lacking("clear_todos", _CHANGES)
    make_dir = lacking("make_dir", _CHANGES)
    notify = lacking("notify", _CHANGES)
    now = lacking("now", _CHANGES)
    remove = lacking("remove", _CHANGES)
    remove_card = lacking("remove_card", _CHANGES)
    remove_event = lacking("remove_event", _CHANGES)
    remove_mail = lacking("remove_mail", _CHANGES)
    set_clipboard = lacking("set_clipboard", _CHANGES)
    set_default_application = lacking("set_default_application", _CHANGES)
    set_mail_filters = lacking("set_mail_filters", _CHANGES)
    set_setting = lacking("set_setting", _CHANGES)
    set_web = lacking("set_web", _CHANGES)
    start_program = lacking("start_program", _CHANGES)
    write_file = lacking("write_file", _CHANGES)
    write_old_file = lacking("write_old_file", _CHANGES)

    def __init__(self) -> None:
        self.home = str(Path.home())

    def exists(self, path: str) -> bool:
        """Returns whether a file or folder exists."""
        return Path(path).exists()

    def is_dir(self, path: str) -> bool:
        """Returns whether the path is a folder."""
        return Path(path).is_dir()

    def read_file(self, path: str) -> bytes | None:
        """Returns a regular file's content (at most its first 64 MiB), None where there is no such file."""
        try:
            # Looked at before it is opened, since opening a pipe waits for its writer.
            if not Path(path).is_file():
                return None
            with open(path, "rb") as file:
                return file.read(_MAX_FILE)
        except (OSError, ValueError):
            return None

    def list_dir(self, path: str) -> tuple[str, ...]:
        """Returns the sorted names in a folder."""
        try:
            return tuple(sorted(entry.name for entry in Path(path).iterdir()))
        except OSError:
            return ()


class AttachedDesktop(Backend):
    """The display on which this process runs.

    Args:
        device: ``"ubuntu"``.
        screen_size: Width and height in pixels; the display is scaled and letterboxed to it.

    Raises:
        MissingExtra: pyautogui, mss or pyperclip is missing.
    """

    kind: ClassVar[str] = "desktop"
    devices: ClassVar[tuple[str, ...]] = ("ubuntu",)
    deterministic: ClassVar[bool] = False

    def __init__(self, device: str = "ubuntu", screen_size: tuple[int, int] = (1280, 720)) -> None:
        super().__init__(device, screen_size)
        for name in ("pyautogui", "mss", "pyperclip"):
            if importlib.util.find_spec(name) is None:
                raise MissingExtra(f"attach=True needs {name}; {install_hint('desktop')}")
        self._pyautogui: Any = None
        self._mss: Any = None
        self._letterbox: Letterbox | None = None
        self._state = AttachedState()

    def reset(self, seed: int) -> None:
        """Connects to the display, without changing anything on it.

        Raises:
            DeviceError: There is no display, or it can't be used.
        """
        self.close()
        warnings.warn(_WARNING, RuntimeWarning, stacklevel=2)
        try:
            self._pyautogui = importlib.import_module("pyautogui")
            self._mss = importlib.import_module("mss").MSS()
            picture = self._grab()
        except (Exception, SystemExit) as problem:  # without a display each system has its own error
            self.close()
            raise DeviceError(
                self.device, f"the display can't be used ({type(problem).__name__}: {problem}); is DISPLAY set?"
            ) from None
        self._pyautogui.PAUSE = 0.0
        height, width, _ = picture.shape
        self._letterbox = Letterbox.fit((width, height), self.screen_size)

    @property
    def state(self) -> AttachedState:
        """The files of this computer, for evaluators."""
        return self._state

    @property
    def setup(self) -> AttachedState:
        """The same, which refuses to write."""
        return self._state

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        """Moves the pointer and presses keys, as a person would."""
        pyautogui, letterbox = self._connected()
        verbs: dict[str, Callable[..., None]] = {
            "click": lambda x, y: pyautogui.click(*self._screen(letterbox, x, y)),
            "right_click": lambda x, y: pyautogui.click(*self._screen(letterbox, x, y), button="right"),
            "double_click": lambda x, y: pyautogui.click(*self._screen(letterbox, x, y), clicks=2, interval=0.05),
            "drag": lambda x1, y1, x2, y2: self._drag(self._screen(letterbox, x1, y1), self._screen(letterbox, x2, y2)),
            "scroll": lambda x, y, direction, amount=3: self._scroll(self._screen(letterbox, x, y), direction, amount),
            "write_text": self._write,
            "press": lambda key: pyautogui.press(self._key(key)),
            "hotkey": lambda keys: pyautogui.hotkey(*[self._key(key) for key in keys]),
            "search_app": self._search,
        }
        try:
            verbs[name](**args)
        except pyautogui.FailSafeException:
            raise DeviceError(self.device, "stopped by hand: the pointer was moved into a corner") from None

    def settle(self) -> None:
        """Waits until the display hasn't changed for 300 ms, for at most 5 s."""
        self._connected()
        end = time.monotonic() + _SETTLE_SECONDS
        last, since = self._grab(), time.monotonic()
        while time.monotonic() < end and time.monotonic() - since < _QUIET_SECONDS:
            time.sleep(_POLL_SECONDS)
            now = self._grab()
            if not np.array_equal(now, last):
                last, since = now, time.monotonic()

    def screenshot(self) -> Image:
        """Returns the display, scaled to the configured screen."""
        _, letterbox = self._connected()
        return letterbox.draw(self._grab())

    def elements(self) -> tuple[Element, ...]:
        """Returns no elements, since there is no accessibility tree."""
        return ()

    def close(self) -> None:
        """Disconnects from the display."""
        mss, self._mss, self._pyautogui, self._letterbox = self._mss, None, None, None
        if mss is not None:
            mss.close()

    def _connected(self) -> tuple[Any, Letterbox]:
        if self._pyautogui is None or self._letterbox is None:
            raise DeviceError(self.device, "the display isn't attached; reset() attaches it")
        return self._pyautogui, self._letterbox

    def _grab(self) -> Image:
        try:
            shot = self._mss.grab(self._mss.monitors[1])
        except Exception as problem:
            raise DeviceError(self.device, f"the display can't be read: {problem}") from None
        return np.ascontiguousarray(np.asarray(shot)[:, :, 2::-1])

    def _screen(self, letterbox: Letterbox, x: int, y: int) -> tuple[int, int]:
        """Returns the display's pixel under one of the screen; never a corner, since these stop pyautogui."""
        left, top = letterbox.to_device(x, y)
        return min(max(left, 1), letterbox.width - 2), min(max(top, 1), letterbox.height - 2)

    def _key(self, name: str) -> str:
        if name not in self._pyautogui.KEYBOARD_KEYS:
            raise InvalidAction(f"no key is called {name!r}; expected a pyautogui key name")
        return name

    def _drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self._pyautogui.moveTo(*start)
        self._pyautogui.dragTo(*end, duration=0.3, button="left")

    def _scroll(self, at: tuple[int, int], direction: str, amount: int) -> None:
        self._pyautogui.moveTo(*at)
        if direction in ("up", "down"):
            self._pyautogui.scroll(amount if direction == "up" else -amount)
        else:
            self._pyautogui.hscroll(amount if direction == "right" else -amount)

    def _write(self, text: str) -> None:
        """Types a text; through the clipboard if pyautogui would type a character wrongly or not at all."""
        if text.isascii() and "<" not in text:
            self._pyautogui.write(text)
            return
        importlib.import_module("pyperclip").copy(text)
        self._pyautogui.hotkey("command" if sys.platform == "darwin" else "ctrl", "v")

    def _search(self, name: str) -> None:
        keys = {"darwin": ("command", "space"), "win32": ("win",)}.get(sys.platform, ("win",))
        self._pyautogui.press("escape")
        self._pyautogui.hotkey(*keys)
        time.sleep(0.5)  # nothing tells when the search window is there
        self._write(name)
