"""``input``: touches and keys."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from crab_sim.devices.android_keycodes import key_of
from crab_sim.devices.keys import combo
from crab_sim.machine import keyboard, touch
from crab_sim.phone import power
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.apps.phone import data as phone_data
from crab_sim.phone.system import settings_store
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell.context import CommandContext

__all__ = ["press", "type_text"]

_SOURCES: Final = frozenset(
    "keyboard dpad gamepad touchscreen mouse trackball stylus touchpad touchnavigation joystick".split()
)
_DEFAULT_SWIPE = 0.3  # seconds
_MAX_KEYS = 1000
_NUMBER: Final = re.compile(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})([eE][+-]?\d)?")
_OPENS: Final[Mapping[str, str]] = {
    app: app for app in ("browser", "mail", "camera", "settings", "contacts", "calendar", "music", "calculator")
}  # keys that open an app


class _Wrong(Exception):
    """The arguments are wrong; the message is Android's."""


def _thrown(kind: str, message: str, command: str) -> str:
    """Returns the text that Android prints for an exception in one of its shell commands."""
    return (
        f"\nException occurred while executing '{command}':\njava.lang.{kind}: {message}\n"
        f"\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java:157)\n"
        f"\tat com.android.modules.utils.BasicShellCommandHandler.exec(BasicShellCommandHandler.java:97)\n"
        f"\tat android.os.ShellCommand.exec(ShellCommand.java:38)\n"
    )


@tool("input", files=True)
def input_(context: CommandContext, device: Device) -> int:
    """Touch the screen and press keys.

    Usage: input [SOURCE] [-d DISPLAY] COMMAND [ARG]...
    """
    args = list(context.args)
    while args and (args[0] in _SOURCES or args[0] == "-d"):
        del args[: 2 if args[0] == "-d" else 1]
    if not args:
        context.err(_USAGE)
        return 255
    name, *rest = args
    run = _COMMANDS.get(name)
    if run is None:
        context.err(f"Unknown command: {name}\n" if name not in ("help", "-h") else _USAGE)
        return 255
    try:
        run(device, rest)
    except _Wrong as wrong:
        context.err(str(wrong))
        return 255
    return 0


def _numbers(command: str, args: Sequence[str], counts: Sequence[int]) -> list[float]:
    """Returns the arguments as numbers.

    Raises:
        _Wrong: There are not so many, or one is no number.
    """
    if len(args) not in counts:
        raise _Wrong(f"Error: Invalid arguments for command: {command}\n{_USAGE}")
    for arg in args:
        if not _NUMBER.fullmatch(arg):
            raise _Wrong(_thrown("NumberFormatException", f'For input string: "{arg}"', command))
    return [float(arg) for arg in args]


# Touches --------------------------------------------------------------------------------------------------------


def _tap(device: Device, args: Sequence[str]) -> None:
    x, y = _numbers("tap", args, (2,))
    if power.touch(device.phone):
        touch.tap(device.phone, *device.display.to_layout(int(x), int(y)))


def _swipe(device: Device, args: Sequence[str]) -> None:
    x1, y1, x2, y2, *rest = _numbers("swipe", args, (4, 5))
    start, end = device.display.to_layout(int(x1), int(y1)), device.display.to_layout(int(x2), int(y2))
    device.phone.finger(*start, *end, rest[0] / 1000 if rest else _DEFAULT_SWIPE)


def _drag_and_drop(device: Device, args: Sequence[str]) -> None:
    x1, y1, x2, y2 = map(int, _numbers("draganddrop", args, (4, 5))[:4])
    device.phone.drag_and_drop(*device.display.to_layout(x1, y1), *device.display.to_layout(x2, y2))


def _motion(device: Device, args: Sequence[str]) -> None:
    kind, *rest = args or ("",)
    x, y = (int(number) for number in _numbers("motionevent", rest, (2,))) if kind.upper() != "CANCEL" else (0, 0)
    now = device.phone.now
    match kind.upper():
        case "DOWN":
            device.touch = x, y, now
        case "MOVE":
            pass  # only where a finger goes down and up counts
        case "UP" if device.touch is not None:
            x1, y1, since = device.touch
            start, end = device.display.to_layout(x1, y1), device.display.to_layout(x, y)
            device.phone.finger(*start, *end, now - since)
            device.touch = None
        case "UP" | "CANCEL":
            device.touch = None
        case _:
            raise _Wrong(_thrown("IllegalArgumentException", f"Unknown action: {kind}", "motionevent"))


def _nothing(device: Device, args: Sequence[str]) -> None:
    """The phone has no trackball."""


# Keys -----------------------------------------------------------------------------------------------------------


def _text(device: Device, args: Sequence[str]) -> None:
    if not args:
        raise _Wrong(f"Error: Invalid arguments for command: text\n{_USAGE}")
    text = _spaced(args[0])
    if not all(char in "\n\t" or " " <= char <= "~" for char in text):
        raise _Wrong(_thrown("NullPointerException", "Attempt to get length of null array", "text"))
    type_text(device, text)


def _spaced(text: str) -> str:
    """Returns the text that ``input text`` types: ``%s`` stands for a space.

    >>> _spaced("100%sof%%s"), _spaced("5%")
    ('100 of% ', '5%')
    """
    return text.replace("%s", " ")


def type_text(device: Device, text: str) -> None:
    """Types text as a person does: a newline is Enter, a tab is Tab."""
    keyboard.type_text(device.phone, text)


def _key_event(device: Device, args: Sequence[str]) -> None:
    keys = [arg for arg in args if arg not in ("--longpress", "--doubletap", "--async")]
    if "--delay" in keys:
        at = keys.index("--delay")
        del keys[at : at + 2]
    if not keys:
        raise _Wrong(f"Error: Invalid arguments for command: keyevent\n{_USAGE}")
    for name in keys[:_MAX_KEYS]:
        key = key_of(name)
        if key is not None:  # Android takes any other name for a key that nothing listens to
            press(device, key)


def _combination(device: Device, args: Sequence[str]) -> None:
    names = list(args)
    if names[:1] == ["-t"]:
        del names[:2]
    keys = [key for name in names if (key := key_of(name)) is not None]
    if len(names) < 2:
        raise _Wrong("Error: KeyCombination command requires at least two keycodes\n")
    if keys:
        press(device, combo([part for key in keys for part in (key.split("+") if len(key) > 1 else [key])]))


def press(device: Device, key: str) -> None:
    """Presses a key, or a combination as `combo` names them."""
    phone = device.phone
    if not power.is_on(phone) or key in ("power", "sleep", "wakeup"):
        phone.shell_key(key)
        return
    if key.startswith("brightness"):
        by = 25 if key.endswith("up") else -25
        phone.put(SETTINGS, settings_store.turned(phone.get(SETTINGS), "screen_brightness", by))
    elif key == "endcall" and "phone" in phone.apps:
        phone_data.end_call(phone)
    elif key == "call" and "phone" in phone.apps:
        phone_data.answer(phone)
    elif key in _OPENS and key in phone.apps:
        device.launch(_OPENS[key])
    elif key == "appdrawer":
        phone.execute("open_app_drawer", {})
    else:
        keyboard.press(phone, key)


_COMMANDS: Final[Mapping[str, Callable[[Device, Sequence[str]], object]]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _drag_and_drop,
    "motionevent": _motion,
    "text": _text,
    "keyevent": _key_event,
    "keycombination": _combination,
    "roll": _nothing,
    "press": _nothing,
    "scroll": _nothing,
}
_USAGE: Final = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
"""
