"""Settings: evaluators of default applications and of the background, moves, and sub-tasks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote, urlsplit

from crab_gym.backends.base import Devices, Element
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_gym.task.parameters import choice
from crab_sim.devices.facts import Value
from crab_sim.devices.footprints import Allowance, Footprint, Matcher, left_to_graph, may_add, may_change
from crab_sim.documents import encode_image
from crab_tasks.kits.compare import digest
from crab_tasks.kits.footprints import new_folder
from crab_tasks.kits.moves import click, click_on, has
from crab_tasks.kits.paths import picture_file
from crab_tasks.kits.state import State, app_in_front, app_opened, setting_is, whereabouts
from crab_tasks.kits.ubuntu.files.state import HOME
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.windows import click_soon, soon, start, wait_for

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser, where no task's picture is made
    np = None  # type: ignore[assignment]

__all__ = [
    "BACKGROUND", "BLANK_MINUTES", "SET_BACKGROUND", "SWITCHES", "TURN_OFF", "Switch", "background_is",
    "background_shows", "choose_background", "default_application_is", "file_of", "gsettings", "may_set_background",
    "open_backgrounds", "scroll_to_panel", "set_clock", "set_style", "settings_panel", "switch_in_settings",
]  # fmt: skip

BACKGROUND = "org.gnome.desktop.background"
"""The schema of the background's settings."""
_INTERFACE = "org.gnome.desktop.interface"
_SCREENSAVER = "org.gnome.desktop.screensaver"
_BLACK = "#000000000000"
_STOCK = "/usr/share/backgrounds/"
_BACK = "All Settings"
"""The button that leads from the panels of Privacy back to the first list."""
_PANELS = (
    "Network", "Appearance", "Notifications", "Search", "Multitasking", "Applications", "Privacy", "Sound", "Power",
    "Displays", "Mouse & Touchpad", "Keyboard", "Accessibility", "Default Applications", "Date & Time", "About",
)  # fmt: skip
_MOST_SCROLLED = 4
_COPIES = f"{HOME}/.local/share/backgrounds"
"""The folder in which Settings keeps copies of the pictures that somebody has added."""


def default_application_is(state: State, kinds: Sequence[str], entry: str) -> bool:
    """All of these types, such as ``"image/png"``, are opened with this desktop entry."""
    desktop = state.ubuntu
    return all(desktop.default_application(kind) == entry for kind in kinds)


def file_of(address: str) -> str:
    """Returns the path that an address of a file names, ``""`` for any other text, which a setting may hold, too.

    >>> file_of("file:///home/user/a%20b.png"), file_of("file:///a%00b"), file_of("file:b"), file_of("file://[")
    ('/home/user/a b.png', '', '', '')
    """
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    path = unquote(parts.path)
    return path if parts.scheme == "file" and path.startswith("/") and "\0" not in path else ""


def background_shows(state: State, key: str, content: str) -> bool:
    """The background is a file that has this `digest`, wherever Settings keeps its copy, and is shown."""
    desktop = state.ubuntu
    if desktop.setting(BACKGROUND, "picture-options") == "none":
        return False
    path = file_of(desktop.setting(BACKGROUND, key) or "")
    data = desktop.read_file(path) if path else None
    return data is not None and digest(data) == content


def may_set_background(key: str, picture: str) -> tuple[Allowance, ...]:
    """Returns the allowance to choose the background of a style, and to let it fill the screen.

    Settings also gives it to the other style and to the locked screen, keeps a copy of an own picture, and makes the
    colours below it black.

    Args:
        key: The key of the style's picture, ``"picture-uri"`` or ``"picture-uri-dark"``.
        picture: The name of the picture's file.
    """
    (other,) = {"picture-uri", "picture-uri-dark"} - {key}

    def shows(value: Value) -> bool:
        """Returns whether an address is that of the picture, of a copy of it, or of one of the system's own."""
        path = file_of(str(value).strip("'"))
        return path.startswith(_STOCK) or path.endswith(picture)

    def copied(path: Value) -> bool:
        """Returns whether Settings gives this path to a copy of the picture: it puts the time before the name."""
        return isinstance(path, str) and path.startswith(f"{_COPIES}/") and path.endswith(picture)

    return (
        _may_set(BACKGROUND, key, shows),
        _may_set(BACKGROUND, other, shows)._replace(beside=True),
        may_change(
            "ubuntu", "setting", ("value",), becomes={"value": frozenset(("zoom", "'zoom'"))}, namespace=BACKGROUND,
            key="picture-options",
        ),
        _may_set(_SCREENSAVER, "picture-uri", shows),
        *[
            _may_set(namespace, color, frozenset((_BLACK, f"'{_BLACK}'")))._replace(beside=True)
            for namespace in (BACKGROUND, _SCREENSAVER)
            for color in ("primary-color", "secondary-color")
        ],
        *new_folder(_COPIES),
        may_add("ubuntu", "file", path=copied, kind="file"),
    )  # fmt: skip


def _may_set(namespace: str, key: str, demand: Matcher) -> Allowance:
    return may_change("ubuntu", "setting", ("value",), becomes={"value": demand}, namespace=namespace, key=key)


def background_is(state: State, picture: str) -> bool:
    """The background of the light style, or of the dark one where it is chosen, is the picture and is shown."""
    desktop = state.ubuntu
    data = desktop.read_file(picture)
    dark = desktop.setting(_INTERFACE, "color-scheme") == "prefer-dark"
    keys = ("picture-uri", "picture-uri-dark") if dark else ("picture-uri",)
    return data is not None and any(background_shows(state, key, digest(data)) for key in keys)


def gsettings(schema: str, key: str, value: str) -> Iterator[Action]:
    """Sets a setting of the desktop in the terminal."""
    yield from run_in_terminal(["gsettings", "set", schema, key, value])


def settings_panel(look: Look, *panels: str) -> Iterator[Action]:
    """Opens a panel of the desktop's Settings.

    Args:
        look: Shows the screens.
        panels: The rows of the sidebar that lead to it, one after the other, such as Privacy and Screen.
    """
    yield from start("Settings")
    yield from soon(lambda: _sidebar(look) is not None)
    for back in [e for e in look("ubuntu") if e.app == "settings" and _BACK in (e.text, e.description)]:
        yield click_on(back)
    for panel in panels:
        yield from scroll_to_panel(look, panel)
        yield from click_soon(look, text=panel, role="list_item")


def _sidebar(look: Look) -> Element | None:
    """Returns the list of panels, the leftmost one of Settings."""
    lists = [e for e in look("ubuntu") if (e.app, e.role) == ("settings", "list")]
    return min(lists, key=lambda e: e.bounds[0], default=None)


def scroll_to_panel(look: Look, panel: str) -> Iterator[Action]:
    """Scrolls the list of panels until it shows one."""
    for _ in range(_MOST_SCROLLED):
        sidebar = _sidebar(look)
        if sidebar is None or not sidebar.scrollable or has(look, "ubuntu", text=panel, role="list_item"):
            return
        shown = [_PANELS.index(e.text) for e in look("ubuntu") if e.role == "list_item" and e.text in _PANELS]
        above = panel in _PANELS and _PANELS.index(panel) < min(shown, default=0)
        x, y = sidebar.center
        yield action("ubuntu", "scroll", x=x, y=y, direction="up" if above else "down", amount=10)


def switch_in_settings(look: Look, panels: Sequence[str], switch: str, on: bool) -> Iterator[Action]:
    """Turns a switch in a panel of the desktop's Settings on or off.

    Args:
        look: Shows the screens.
        panels: The rows that lead to the panel.
        switch: The switch's name on the screen.
        on: Whether to turn it on.
    """

    def shown() -> list[Element]:
        """Returns the switch; GTK names some by their state, too."""
        names = (switch, f"Enabled {switch}")
        switches = [e for e in look("ubuntu") if (e.app, e.role) == ("settings", "switch")]
        return [e for e in switches if (e.text or e.description) in names]

    yield from settings_panel(look, *panels)
    yield from soon(lambda: bool(shown()))
    for found in shown()[:1]:
        if found.checked != on:
            yield click_on(found)


def set_clock(look: Look, form: str) -> Iterator[Action]:
    """Chooses the form of the clock's time, ``"12-hour"`` or ``"24-hour"``, in the desktop's Settings."""
    yield from settings_panel(look, "Date & Time")
    yield from click_soon(look, text="Time Format", role="button")
    yield from soon(lambda: has(look, "ubuntu", role="menu"))
    yield from click_soon(look, text="24-hour" if form == "24-hour" else "AM / PM", role="list_item")


def set_style(look: Look, style: str) -> Iterator[Action]:
    """Chooses the light or dark style in the desktop's Settings."""
    yield from settings_panel(look, "Appearance")
    yield from click_soon(look, text="Dark" if style == "dark" else "Default", role="button")


def open_backgrounds(look: Look) -> Iterator[Action]:
    """Starts Settings, and goes to the backgrounds, on the panel that it shows at first."""
    yield from start("Settings")
    if not has(look, "ubuntu", text="Add Picture…") and has(look, "ubuntu", text="Appearance", role="list_item"):
        yield click(look, text="Appearance", role="list_item")
    yield from wait_for(look, text="Add Picture…")


def choose_background(look: Look, path: str) -> Iterator[Action]:
    """Adds the picture to those of Settings, and clicks it there: the first of the user's own stands above all."""
    yield from click_soon(look, text="Add Picture…", role="button")
    yield action("ubuntu", "write_text", text=path)
    yield action("ubuntu", "press", key="enter")
    yield action("root", "wait", seconds=1)  # its copy and its small picture are made
    cells = sorted(
        (e for e in look("ubuntu") if (e.app, e.role) == ("settings", "cell")), key=lambda e: (e.bounds[1], e.bounds[0])
    )
    for first in cells[:1]:  # there is none if there was no such picture
        yield click_on(first)


def _picture_there(devices: Devices, params: Params, rng: random.Random) -> None:
    """The picture is there unless another part makes it."""
    if "picture" not in params.fed:
        color = [rng.randrange(40, 220) for _ in range(3)]
        shade = np.linspace(1.0, 0.5, 180)[:, np.newaxis, np.newaxis]
        devices.ubuntu.write_file(params.picture, encode_image((shade * color).astype(np.uint8).repeat(320, axis=1)))


def _background_set(params: Params) -> Sequence[Checkpoint]:
    """Settings; then the background."""
    front = check(app_in_front, device="ubuntu", app="settings")
    shown = check(background_is, picture=params.picture)
    return [
        whereabouts(id="settings_open", device="ubuntu", app="settings", evaluator=front),
        Checkpoint(id="shown", device="ubuntu", app="settings", evaluator=shown, after=("settings_open",)),
    ]


def _may_change_background(params: Params) -> Footprint:
    """The background, of whichever style is shown."""
    name = params.picture.rpartition("/")[2]
    return [*may_set_background("picture-uri", name), *may_set_background("picture-uri-dark", name)]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from open_backgrounds(look)


def _choose(params: Params, look: Look) -> Iterator[Action]:
    yield from open_backgrounds(look)
    yield from choose_background(look, params.picture)


def _by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens Settings, but sets the background in the terminal."""
    yield from start("Settings")
    yield from run_in_terminal(f"p=file://{quote(params.picture)}")
    yield from run_in_terminal(
        *(f"gsettings set {BACKGROUND} {key} $p" for key in ("picture-uri", "picture-uri-dark")),
        ["gsettings", "set", BACKGROUND, "picture-options", "zoom"],
    )


def _only_opened(params: Params, look: Look) -> Iterator[Action]:
    """Adds the picture to those of Settings, and doesn't click it."""
    yield from open_backgrounds(look)
    yield from click_soon(look, text="Add Picture…", role="button")
    yield action("ubuntu", "write_text", text=params.picture)
    yield action("ubuntu", "press", key="enter")


SET_BACKGROUND = SubTask(
    name="settings.set_background",
    once=True,
    device="ubuntu",
    app="settings",
    says="in Settings on the desktop, set the background to {picture}",
    steps="on the desktop, open Settings, go to the backgrounds, add {picture} and click it",
    inputs={"picture": picture_file("willow_97")},
    setup=_picture_there,
    checkpoints=_background_set,
    oracle={"settings_open": _open, "shown": _choose},
    footprint=_may_change_background,
    alternatives={"at_once": _choose, "by_command": _by_command},
    near_misses={"only_opened": _only_opened},
    step_limit=45,
    crab=24,
    crab_inputs=("picture",),
    tags=("settings", "heavy"),
)


_SESSION = "org.gnome.desktop.session"
_MINUTES = (1, 3, 5, 10, 15)
"""The delays that Settings offers, in minutes."""


def _delay(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.set_setting(_SESSION, "idle-delay", str(60 * params.minutes))


def _settings_open(params: Params) -> Sequence[Checkpoint]:
    """Settings is in front."""
    return [app_opened("settings", "settings_open", "ubuntu")]


def _show_power(params: Params, look: Look) -> Iterator[Action]:
    yield from settings_panel(look, "Power")


def _search_power(params: Params, look: Look) -> Iterator[Action]:
    """Looks at another panel first."""
    yield from settings_panel(look, "Sound")
    yield from settings_panel(look, "Power")


def _power_by_command(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal("gnome-control-center power &")


BLANK_MINUTES = SubTask(
    name="settings.blank_minutes",
    device="ubuntu",
    app="settings",
    says="look up in the desktop's Settings after how many minutes the screen goes blank",
    steps="on the desktop, open Settings, click Power and read the number of minutes of Screen Blank",
    refers="the number of minutes after which the desktop's screen goes blank",
    hidden={"minutes": choice(_MINUTES, 10, type="minutes")},
    output="count",
    called="number of minutes",
    produce=lambda params: int(params.minutes),
    setup=_delay,
    checkpoints=_settings_open,
    oracle={"settings_open": _show_power},
    alternatives={"other_panel_first": _search_power, "by_command": _power_by_command},
    tags=("settings",),
)


class Switch(NamedTuple):
    """Where a switch of Settings is, and the setting that it changes.

    Attributes:
        panels: The rows of the sidebar that lead to it.
        schema: The schema of the setting.
        key: Its key.
        title: The switch's name on the screen where it is another one; one beside a panel's name has no own.
    """

    panels: tuple[str, ...]
    schema: str
    key: str
    title: str = ""


_PRIVACY = "org.gnome.desktop.privacy"
SWITCHES: Mapping[str, Switch] = {
    "Automatic Screen Lock": Switch(("Privacy", "Screen"), _SCREENSAVER, "lock-enabled"),
    "File History": Switch(("Privacy", "File History & Trash"), _PRIVACY, "remember-recent-files"),
    "Location Services": Switch(
        ("Privacy", "Location Services"), "org.gnome.system.location", "enabled", title="Enabled"
    ),
    "Lock Screen Notifications": Switch(("Notifications",), "org.gnome.desktop.notifications", "show-in-lock-screen"),
    "Screen Reader": Switch(("Accessibility",), "org.gnome.desktop.a11y.applications", "screen-reader-enabled"),
}
"""Switches of Settings by their names; off is ``"false"``."""


def _all_on(devices: Devices, params: Params, rng: random.Random) -> None:
    """Turns the switch on."""
    found = SWITCHES[params.switch]
    devices.ubuntu.set_setting(found.schema, found.key, "true")


def _turned_off(params: Params) -> Sequence[Checkpoint]:
    """Settings; then the switch is off."""
    found = SWITCHES[params.switch]
    off = check(setting_is, device="ubuntu", namespace=found.schema, key=found.key, value="false")
    return [
        app_opened("settings", "settings_open", "ubuntu"),
        Checkpoint(id="off", device="ubuntu", app="settings", evaluator=off, after=("settings_open",)),
    ]


def _may_turn_off(params: Params) -> Footprint:
    found = SWITCHES[params.switch]
    return [_may_set(found.schema, found.key, left_to_graph)]


def _show_panel(params: Params, look: Look) -> Iterator[Action]:
    yield from settings_panel(look, *SWITCHES[params.switch].panels)


def _turn(params: Params, look: Look, on: bool = False) -> Iterator[Action]:
    found = SWITCHES[params.switch]
    yield from switch_in_settings(look, found.panels, found.title or params.switch, on)


def _turn_off(params: Params, look: Look) -> Iterator[Action]:
    yield from _turn(params, look)


def _turn_off_by_command(params: Params, look: Look) -> Iterator[Action]:
    """Opens Settings, but turns the switch off in the terminal."""
    found = SWITCHES[params.switch]
    yield from start("Settings")
    yield from gsettings(found.schema, found.key, "false")


def _turn_off_after_another(params: Params, look: Look) -> Iterator[Action]:
    """Looks at the panel Power first."""
    yield from settings_panel(look, "Power")
    yield from _turn(params, look)


def _turn_another_off(params: Params, look: Look) -> Iterator[Action]:
    """Turns off the animations."""
    yield from _show_panel(params, look)
    yield from gsettings(_INTERFACE, "enable-animations", "false")


TURN_OFF = SubTask(
    name="settings.turn_off",
    device="ubuntu",
    app="settings",
    says="turn {switch} off in the desktop's Settings",
    steps="on the desktop, open Settings, find the switch {switch} in one of the panels, and turn it off",
    inputs={"switch": choice(tuple(SWITCHES), "File History")},
    setup=_all_on,
    checkpoints=_turned_off,
    oracle={"settings_open": _show_panel, "off": _turn_off},
    footprint=_may_turn_off,
    alternatives={"by_command": _turn_off_by_command, "after_another": _turn_off_after_another},
    near_misses={"only_shown": _show_panel, "another_one": _turn_another_off},
    tags=("settings",),
)
