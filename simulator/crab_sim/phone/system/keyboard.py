"""The on-screen keyboard, which a phone shows while a text field has the focus, if it is switched on.

Its keys type like a keyboard's; Back hides it until another field, or the same one again, is touched. The app above it
has less room meanwhile. Its language can differ from the interface's: a key changes to English letters and back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine import keyboard
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.key_layouts import LETTERS, SYMBOLS
from crab_sim.phone.system.launcher import SHELL
from crab_sim.phone.system.status_bar import NAV_HEIGHT
from crab_sim.ui import AnyMessage
from crab_sim.ui.scene import AnyScene

__all__ = ["KEYBOARD", "KEY_ID", "Keyboard", "height", "hide", "is_shown", "lay_out", "show_again", "update"]

KEY_ID: Final = "com.android.inputmethod.latin:id/"
"""The resource ids of the keys: this, and ``key`` for a character or the key's name."""
_PAD: Final = 4


class Keyboard(NamedTuple):
    """The keyboard's state.

    Attributes:
        language: The language of the interface, whose letters it has at first.
        plane: The page that it shows: ``"letters"``, ``"shift"`` (for one letter), ``"caps"``, or one of `SYMBOLS`.
        latin: Whether it shows English letters instead of the language's.
        hidden: The field for which it was hidden.
    """

    language: str = "en"
    plane: str = "letters"
    latin: bool = False
    hidden: str = ""


KEYBOARD: Final = Slice[Keyboard]("keyboard", volatile="what is on the screen, nothing that is kept", covers=True)
"""A phone without the slice has no keyboard on its screen."""


def _field(machine: Machine) -> str:
    """Returns the field that typed text goes to, by its window, page and key; ``""`` for none."""
    shell = machine.get(SHELL)
    if machine.get(ABOVE).name:
        return ""
    if shell.screen == "drawer":
        return "drawer"
    window = machine.front
    if window is None or not window.page.focus or (window.page.overlay and window.page.overlay[0] != "field_menu"):
        return ""
    return f"{window.id}:{len(window.pages)}:{window.page.name}:{window.page.focus}"


def is_shown(machine: Machine) -> bool:
    """Returns whether the keyboard is on the screen."""
    if KEYBOARD.name not in machine.slices:
        return False
    field = _field(machine)
    return bool(field) and field != machine.get(KEYBOARD).hidden


def height(machine: Machine) -> int:
    """Returns the height of the keyboard in pixels, 0 while it isn't shown."""
    return 4 * _row(machine) + 2 * _PAD if is_shown(machine) else 0


def _row(machine: Machine) -> int:
    return 52 if machine.height >= 640 else 40


def hide(machine: Machine) -> None:
    """Hides the keyboard; the field keeps the focus."""
    machine.put(KEYBOARD, machine.get(KEYBOARD)._replace(hidden=_field(machine), plane="letters"))


def show_again(machine: Machine) -> None:
    """Lets the keyboard come up again, since a field is touched."""
    state: Keyboard | None = machine.slices.get(KEYBOARD.name)
    if state is not None and state.hidden:
        machine.put(KEYBOARD, state._replace(hidden=""))


def _rows(state: Keyboard) -> tuple[str, str, str]:
    if state.plane in SYMBOLS:
        return SYMBOLS[state.plane]
    rows = LETTERS["en" if state.latin else state.language]
    if state.plane == "letters":
        return rows
    upper = [row.upper() if "ß" not in row else row.replace("ß", "").upper() + "ẞ" for row in rows]
    return upper[0], upper[1], upper[2]


class _Key(NamedTuple):
    """A key: its share of the row's width, its character or text, and for other keys an icon, its meaning and name."""

    share: float
    text: str
    message: AnyMessage
    icon: str = ""
    meaning: str = ""
    name: str = "key"


def _char(char: str) -> _Key:
    return _Key(1.0, char, ("keyboard_type", char))


def _keys(state: Keyboard) -> list[list[_Key]]:
    rows = [[_char(char) for char in row] for row in _rows(state)]
    if state.plane in SYMBOLS:
        other = "more" if state.plane == "symbols" else "symbols"
        meaning = "More symbols" if other == "more" else "Symbols"
        left = _Key(1.4, "=\\<" if other == "more" else "?123", ("keyboard_plane", other), "", meaning, other)
        switch = _Key(1.4, "ABC", ("keyboard_plane", "letters"), "", "Letters", "letters")
    else:
        after = {"letters": "shift", "shift": "caps", "caps": "letters"}[state.plane]
        left = _Key(
            1.4, "", ("keyboard_plane", after), "upload" if after == "letters" else "arrow_up", "Shift", "shift"
        )
        switch = _Key(1.4, "?123", ("keyboard_plane", "symbols"), "", "Symbols", "symbols")
    rows[2] = [left, *rows[2], _Key(1.4, "", ("keyboard_key", "backspace"), "backspace", "Delete", "delete")]
    last = [switch]
    if state.language != "en":
        last.append(_Key(1.0, "", ("keyboard_language",), "language", "Change language", "language"))
    space = 4.0 if state.language != "en" else 5.0
    last += [
        _char(","),
        _Key(space, "", ("keyboard_type", " "), "", "Space", "space"),
        _char("."),
        _Key(1.4, "", ("keyboard_key", "enter"), "arrow_right", "Enter", "enter"),
    ]
    return [*rows, last]


def lay_out(machine: Machine, scene: AnyScene) -> None:
    """Lays out the keyboard above the navigation bar."""
    theme, row, across = scene.theme, _row(machine), machine.width
    tall = 4 * row + 2 * _PAD
    top = machine.height - NAV_HEIGHT - tall
    state = machine.get(KEYBOARD)
    scene.fill(0, top, across, tall + NAV_HEIGHT, theme.surface)
    scene.node(0, top, across, tall, "toolbar", "", "Keyboard", KEY_ID + "keyboard_view", ("nothing",))
    for i, keys in enumerate(_keys(state)):
        y, shares = top + _PAD + i * row, sum([key.share for key in keys])
        unit = min((across - 2 * _PAD) / shares, across / 10)
        at = (across - unit * shares) / 2
        for key in keys:
            left, right = round(at), round(at + unit * key.share)
            _lay_out_key(scene, key, state.plane, (left, y, right - left, row))
            at += unit * key.share


def _lay_out_key(scene: AnyScene, key: _Key, plane: str, box: tuple[int, int, int, int]) -> None:
    theme, (x, y, w, h) = scene.theme, box
    special = key.name not in ("key", "space")
    pressed = key.name == "shift" and plane in ("shift", "caps")
    ground = theme.accent if pressed else theme.tonal if special else theme.raised
    ink = theme.on_accent if pressed else theme.on_tonal if special else theme.text
    scene.round(x + 2, y + 3, w - 4, h - 6, ground, 7)
    if key.icon:
        scene.icon(x + (w - 20) // 2, y + (h - 20) // 2, 20, key.icon, ink)
    else:
        scene.text(x, y, w, h, key.text, ink, 14 if special else 19, align="center")
    shown, meaning = ("", key.meaning) if key.meaning else (key.text, "")
    scene.node(x, y, w, h, "button", shown, meaning, KEY_ID + key.name, key.message, verbatim="text")


def update(machine: Machine, message: AnyMessage) -> None:
    """Handles the keys' messages."""
    match message:
        case ("keyboard_type", str(char)):
            keyboard.type_text(machine, char)
            if machine.get(KEYBOARD).plane == "shift":
                _turn(machine, "letters")
        case ("keyboard_key", str(key)):
            keyboard.press(machine, key)
        case ("keyboard_plane", str(plane)):
            _turn(machine, plane)
        case ("keyboard_language",):
            state = machine.get(KEYBOARD)
            machine.put(KEYBOARD, state._replace(latin=not state.latin, plane="letters"))


def _turn(machine: Machine, plane: str) -> None:
    machine.put(KEYBOARD, machine.get(KEYBOARD)._replace(plane=plane))
