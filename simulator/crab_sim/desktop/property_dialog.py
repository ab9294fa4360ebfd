"""Dialogs that set properties, as data: tabs with numbers, texts, choices and check boxes, and OK.

An app keeps its dialogs in a table by the names of their pages, and acts on the values that OK has changed:

    DIALOGS = {"go_to": Properties("Go to Page", (("", ((Amount("page", "Page:", 1, 999),),)),))}

    context.push(properties_page(context, "go_to", DIALOGS["go_to"], {"page": 1}))
    ...
    case ("properties",):
        values = taken(context, DIALOGS[context.page.name])

* `Properties`, `Amount`, `Words`, `Flag`, `Pick` - a dialog, and its parts. `Option` - a box or button with its text.
* `properties_page`, `properties_dialog`, `change_property`, `field_keys` - showing one, and its messages and fields.
* `taken` - closes it and returns what was changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.chrome.bars import Tab, TabBar
from crab_sim.desktop.widgets import CANCEL, CancelMessage, Sized, dialog_page
from crab_sim.draw import text as metrics
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Label,
    LazyRow,
    Message_co,
    Page,
    Row,
    Scene,
    Scroll,
    Theme,
    Widget,
)
from crab_sim.ui.node import CHECKABLE, CHECKED

__all__ = [
    "POINTS", "Amount", "Choices", "Flag", "Option", "Pick", "Properties", "PropertyMessage", "Words",
    "change_property", "field_keys", "properties_dialog", "properties_page", "taken",
]  # fmt: skip

POINTS: Final = 72.0
"""Points per inch, the unit in which an office shows lengths."""
_UNITS: Final = {"": 1.0, '"': 1.0, "in": 1.0, "cm": 1 / 2.54, "mm": 1 / 25.4, "pt": 1 / 72}
_PREFIX: Final = "property_"
_ROW, _MOST_ROWS, _FEW = 30, 7, 5


class Amount(NamedTuple):
    """A number; where `inch` is the number of units in an inch, it is shown in inches and read in other units, too."""

    key: str
    label: str
    low: float
    high: float
    inch: float = 0.0


class Words(NamedTuple):
    """A text."""

    key: str
    label: str


class Flag(NamedTuple):
    """A check box."""

    key: str
    label: str


class Pick(NamedTuple):
    """One of several values, each with its text."""

    key: str
    label: str
    values: tuple[tuple[str, object], ...]


Part: TypeAlias = Amount | Words | Flag | Pick


class Properties(NamedTuple):
    """A dialog: its title, its tabs, of which a single one isn't shown, its width, and the button that accepts it.

    Each tab has a title and rows of parts.
    """

    title: str
    tabs: tuple[tuple[str, tuple[tuple[Part, ...], ...]], ...]
    width: int = 460
    action: str = "OK"


class Choices(NamedTuple):
    """The argument of a dialog's page: the tab in front, the values at first, and those of its boxes and lists now."""

    tab: int
    start: Mapping[str, object]
    now: Mapping[str, object]


PropertyMessage: TypeAlias = (
    tuple[Literal["property"], str, object] | tuple[Literal["property_tab"], int] | tuple[Literal["properties"]]
)
"""The messages of such dialogs: `change_property` takes the first two, the app the one of the button."""


class Option(Widget[Message_co]):
    """A check box or radio button with its text, which can be clicked, too."""

    __slots__ = ("kind", "message", "on", "text")

    def __init__(self, text: str, on: bool, message: Message_co, kind: str = "checkbox") -> None:
        self.flex, self.text, self.on, self.message, self.kind = 0, text, on, message, kind

    def width(self, theme: Theme) -> int:
        """Returns the width of box and text."""
        return theme.icon + 12 + metrics.width(self.text, "regular", theme.font)

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a row."""
        return theme.icon + 10

    def place(self, scene: Scene[Message_co], x: int, y: int, w: int, h: int) -> None:
        """Draws the box and the text."""
        theme = scene.theme
        w = min(w, self.width(theme))
        off, on = ("checkbox_off", "checkbox_on") if self.kind == "checkbox" else ("circle", "radio_on")
        ink = theme.accent if self.on else theme.muted
        scene.icon(x + 2, y + (h - theme.icon) // 2, theme.icon, on if self.on else off, ink)
        scene.text(x + theme.icon + 9, y, w - theme.icon - 9, h, self.text, theme.text, theme.font)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, self.kind, self.text, message=self.message, flags=flags)


def _shown(part: Amount, value: float) -> str:
    return f'{value / part.inch:.2f}"' if part.inch else f"{value:g}"


def _read(part: Amount, text: str) -> float | None:
    """Returns the number that a text tells; None for none in the part's range."""
    match = re.fullmatch(r'\s*(-?\d{1,6}(?:[.,]\d{1,6})?)\s*(cm|mm|in|pt|"|)\s*', text)
    if match is None:
        return None
    number = float(match[1].replace(",", "."))
    value = round(number * _UNITS[match[2]] * part.inch, 2) if part.inch else number
    return value if part.low <= value <= part.high else None


def _fields(dialog: Properties) -> list[Amount | Words]:
    parts = [part for _, rows in dialog.tabs for row in rows for part in row]
    return [part for part in parts if isinstance(part, (Amount, Words))]


def properties_page(context: Context, name: str, dialog: Properties, values: Mapping[str, Any]) -> Page:
    """Returns the page of a dialog.

    Args:
        context: The window's context.
        name: The page's name.
        dialog: The dialog.
        values: The values of its parts.
    """
    texts = {
        _PREFIX + part.key: _shown(part, values[part.key]) if isinstance(part, Amount) else values[part.key]
        for part in _fields(dialog)
    }
    first = next(iter(field_keys(dialog, 0)), "")
    page = dialog_page(context, name, Choices(0, values, values), first, texts.get(first, ""))
    return page._replace(fields={**page.fields, **texts})


def field_keys(dialog: Properties, tab: int) -> tuple[str, ...]:
    """Returns the keys of the text fields of a dialog's tab, in the order of Tab."""
    parts = [part for row in dialog.tabs[tab][1] for part in row]
    return tuple([_PREFIX + part.key for part in parts if isinstance(part, (Amount, Words))])


def change_property(
    context: Context, message: tuple[Literal["property"], str, object] | tuple[Literal["property_tab"], int]
) -> None:
    """Chooses a value of a list, turns a box, or shows another tab."""
    choices: Choices = context.page.arg
    if message[0] == "property":
        context.set(arg=choices._replace(now={**choices.now, message[1]: message[2]}))
    else:
        context.set(arg=choices._replace(tab=message[1]), focus="")


def taken(context: Context, dialog: Properties) -> dict[str, Any]:
    """Closes the dialog, and returns the values that were changed by their keys.

    A number that isn't one, or is out of its range, isn't taken.
    """
    page = context.page
    context.pop()
    choices: Choices = page.arg
    found: dict[str, Any] = {key: value for key, value in choices.now.items() if value != choices.start[key]}
    for part in _fields(dialog):
        text, start = page.fields[_PREFIX + part.key], choices.start[part.key]
        if isinstance(part, Words):
            value: object = text
        elif isinstance(start, (int, float)) and text == _shown(part, start):
            continue
        else:
            value = _read(part, text)
        if value is not None and value != start:
            found[part.key] = value
    return found


# Widgets ----------------------------------------------------------------------------------------------------------


def _radio(text: str, on: bool, key: str, value: object) -> Widget[PropertyMessage]:
    return Option(text, on, ("property", key, value), "radio")


def _part(part: Part, now: Mapping[str, object], alone: bool) -> Widget[PropertyMessage]:
    """Returns the widget of a part; choices of one that is `alone` in its row are beside one another if they are few.

    Args:
        part: The part.
        now: The present values of boxes and lists.
        alone: Whether it has its row for itself.
    """
    match part:
        case Amount(key, label):
            return Row([Sized(Label(label, role=""), w=130), Sized(Field(_PREFIX + key, label), w=110)], gap=8)
        case Words(key, label):
            return Row([Sized(Label(label, role=""), w=90), Field(_PREFIX + key, label, flex=1)], gap=8)
        case Flag(key, label):
            return Option(label, bool(now[key]), ("property", key, not now[key]))
    rows: list[Widget[PropertyMessage]] = [
        LazyRow(_ROW, _radio, text, now[part.key] == value, part.key, value) for text, value in part.values
    ]
    heading = [Label(part.label, font="bold")] if part.label else []
    if alone and len(rows) <= _FEW:
        line = Row([_radio(text, now[part.key] == value, part.key, value) for text, value in part.values], gap=12)
        return Column([*heading, line], gap=4)
    listed = Sized(Scroll(_PREFIX + part.key, rows), h=_ROW * min(len(rows), _MOST_ROWS))
    return Column([*heading, listed], gap=4, flex=1)


def properties_dialog(page: Page, dialog: Properties) -> Dialog[PropertyMessage | CancelMessage]:
    """Returns the dialog of a page."""
    choices: Choices = page.arg
    body: list[Widget[PropertyMessage]] = []
    if len(dialog.tabs) > 1:
        tabs: list[Tab[PropertyMessage]] = [Tab(title, ("property_tab", i)) for i, (title, _) in enumerate(dialog.tabs)]
        body.append(TabBar(tabs, choices.tab, max_width=150))
    for row in dialog.tabs[choices.tab][1]:
        parts = [_part(part, choices.now, len(row) == 1) for part in row]
        body.append(parts[0] if len(parts) == 1 else Row(parts, gap=14))
    actions: list[Button[PropertyMessage | CancelMessage]] = [
        Button("Cancel", CANCEL, "outlined"), Button(dialog.action, ("properties",)),
    ]  # fmt: skip
    return Dialog(dialog.title, Column(body, gap=8), actions, dialog.width, CANCEL)
