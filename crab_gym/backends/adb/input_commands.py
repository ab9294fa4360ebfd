"""Turns verbs into ADB commands: a tap into ``input tap``, a text into ``input text``, and so on.

* `commands` - the commands that carry out a verb.
* `packages_of_apps` - the installed apps and their packages; `missing_apps` - those that aren't installed.
* `has_unicode_keyboard` - whether the phone can type more than ASCII.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from crab_gym.backends.base import InvalidAction
from crab_gym.backends.letterbox import Letterbox
from crab_sim.devices.apps import APPS, App
from crab_sim.devices.gestures import swipe_path
from crab_sim.suggestions import did_you_mean

__all__ = [
    "KEYBOARD", "KEYS", "Argv", "commands", "has_unicode_keyboard", "missing_apps", "no_app", "packages_of_apps",
]  # fmt: skip

Argv = tuple[str, ...]

KEYS: Mapping[str, str] = {
    "home": "KEYCODE_HOME", "back": "KEYCODE_BACK", "recents": "KEYCODE_APP_SWITCH", "enter": "KEYCODE_ENTER",
    "delete": "KEYCODE_DEL", "forward_delete": "KEYCODE_FORWARD_DEL", "tab": "KEYCODE_TAB", "space": "KEYCODE_SPACE",
    "escape": "KEYCODE_ESCAPE", "up": "KEYCODE_DPAD_UP", "down": "KEYCODE_DPAD_DOWN", "left": "KEYCODE_DPAD_LEFT",
    "right": "KEYCODE_DPAD_RIGHT", "volumeup": "KEYCODE_VOLUME_UP", "volumedown": "KEYCODE_VOLUME_DOWN",
}  # fmt: skip
"""Android's names of the keys of the verb ``press``."""

KEYBOARD = "com.android.adbkeyboard/.AdbIME"
"""The input method of the app ADBKeyBoard, which types any text that it gets by a broadcast."""
_KEYBOARD_HELP = (
    "this phone's own keyboard can type ASCII only over ADB; install the app ADBKeyBoard and choose it: "
    f"adb shell ime enable {KEYBOARD} && adb shell ime set {KEYBOARD}"
)
_LAUNCHERS = frozenset(package for app in APPS if app.id == "launcher" for package in (app.package, *app.aliases))
_SWIPE_MS, _LONG_MS, _DRAG_MS = 300, 1000, 1000
_CHUNK = 400  # characters per `input text`: a longer one could take longer than the timeout of an answer
_MAX_KEYS = 100  # per `input keyevent`
_SEGMENT = re.compile(rf"\n{{1,{_MAX_KEYS}}}|\t{{1,{_MAX_KEYS}}}|[^\n\t]+")


def packages_of_apps(installed: Collection[str]) -> dict[str, str]:
    """Returns the packages of the installed apps of the table, by the names that people read."""
    packages = {}
    for app in APPS:
        if app.device == "android" and app.id != "launcher":
            package = next((name for name in (app.package, *app.aliases) if name in installed), None)
            if package is not None:
                packages[app.name] = package
    return packages


def missing_apps(apps: Iterable[str], installed: Collection[str]) -> list[App]:
    """Returns those of some apps that aren't installed.

    Args:
        apps: Ids of apps; the launcher, which every phone has, and ids that aren't in the table of apps are skipped.
        installed: The installed packages.
    """
    ids = set(apps) - {"launcher"}
    return [
        app
        for app in APPS
        if app.device == "android" and app.id in ids and not {app.package, *app.aliases} & {*installed}
    ]


def has_unicode_keyboard(run: Callable[[Argv], str]) -> bool:
    """Returns whether the phone has ADBKeyBoard, and makes it the input method.

    Args:
        run: Runs a command on the phone and returns its output.
    """
    if KEYBOARD not in run(("ime", "list", "-a", "-s")).split():
        return False
    if run(("settings", "get", "secure", "default_input_method")).strip() != KEYBOARD:
        run(("ime", "enable", KEYBOARD))
        run(("ime", "set", KEYBOARD))
    return True


def _key(name: str) -> Argv:
    return ("input", "keyevent", KEYS[name])


def _ascii(text: str) -> Iterator[Argv]:
    """Yields the commands that type printable ASCII.

    ``input text`` reads ``%s`` as a space, so a text that holds these two characters is split between them.
    """
    for start in range(0, len(text), _CHUNK):
        for i, part in enumerate(text[start : start + _CHUNK].split("%s")):
            if i:
                yield ("input", "text", "%")
            part = f"s{part}" if i else part
            if part:
                yield ("input", "text", part.replace(" ", "%s"))


def _type(text: str, unicode: bool) -> Iterator[Argv]:
    if not unicode and not text.replace("\n", "").replace("\t", "").isascii():
        strange = next(char for char in text if not char.isascii())
        raise InvalidAction(f"the text has the character {strange!r}; {_KEYBOARD_HELP}")
    for segment in _SEGMENT.findall(text):
        if segment[0] in "\n\t":
            yield ("input", "keyevent", *[KEYS["enter" if segment[0] == "\n" else "tab"]] * len(segment))
        elif segment.isascii() and not (unicode and "%s" in segment):
            yield from _ascii(segment)
        else:
            for start in range(0, len(segment), _CHUNK):
                data = base64.b64encode(segment[start : start + _CHUNK].encode()).decode()
                yield ("am", "broadcast", "-a", "ADB_INPUT_B64", "--es", "msg", data)


def no_app(name: str, installed: Collection[str]) -> InvalidAction:
    """Returns the error for opening an app that isn't installed; those without an icon aren't suggested."""
    hidden_names = {app.name for app in APPS if app.hidden}
    apps = [app for app in packages_of_apps(installed) if app not in hidden_names]
    hint = did_you_mean(name.title(), apps)
    quote = name if len(name) <= 60 else f"{name[:57]}..."
    return InvalidAction(f"no app named {quote!r} is installed.{hint} Installed: {', '.join(apps) or 'none of ours'}.")


def _open(name: str, installed: Collection[str]) -> Argv:
    """Returns the command that starts the app of this name, id or package."""
    apps = packages_of_apps(installed)
    title_or_id = name.strip().casefold()
    ids = {app.id: app.name for app in APPS if app.device == "android"}
    package = next((apps[title] for title in apps if title_or_id in (title.casefold(), title)), None)
    if package is None:
        package = apps.get(ids.get(title_or_id, "")) or (name.strip() if name.strip() in installed else None)
    if package is None or package in _LAUNCHERS:
        raise no_app(name, installed)
    return ("monkey", "-p", package, "-c", "android.intent.category.LAUNCHER", "1")


def commands(
    name: str, args: Mapping[str, Any], letterbox: Letterbox, installed: Collection[str], unicode: bool
) -> Sequence[Argv]:
    """Returns the commands that carry out a verb, as argument lists; all of them are made before any is run.

    Args:
        name: The verb.
        args: Its arguments, checked.
        letterbox: The place of the phone's screen in the configured one.
        installed: The installed packages.
        unicode: Whether the phone can type more than ASCII.

    Raises:
        InvalidAction: The app isn't installed, or the phone can't type a character.
    """

    def point(suffix: str = "") -> tuple[str, str]:
        x, y = letterbox.to_device(args[f"x{suffix}"], args[f"y{suffix}"])
        return str(x), str(y)

    match name:
        case "tap":
            return [("input", "tap", *point())]
        case "long_tap":
            return [("input", "swipe", *point(), *point(), str(_LONG_MS))]
        case "swipe":
            start, end = swipe_path(
                args["x"], args["y"], args["direction"], args["distance"], letterbox.to_width, letterbox.to_height
            )
            ends = (*letterbox.to_device(*start), *letterbox.to_device(*end))
            return [("input", "swipe", *map(str, ends), str(_SWIPE_MS))]
        case "drag":
            return [("input", "draganddrop", *point("1"), *point("2"), str(_DRAG_MS))]
        case "write_text":
            return list(_type(args["text"], unicode))
        case "press":
            return [_key(args["key"])]
        case "open_app_drawer":
            middle = str(letterbox.width // 2)
            top, bottom = str(round(letterbox.height * 0.3)), str(round(letterbox.height * 0.75))
            return [_key("home"), ("input", "swipe", middle, bottom, middle, top, str(_SWIPE_MS))]
        case "open_app":
            return [_open(args["name"], installed)]
    raise ValueError(f"unknown verb {name!r}")
