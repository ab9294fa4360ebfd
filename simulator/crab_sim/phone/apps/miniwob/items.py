"""The items of a page as widgets, by their kinds.

All items may have ``"when"`` (see `data.holds`) and ``"flex"``; ``"do"`` are actions, see `actions`.

* ``text`` (text or bind: a value's name; size, bold, mono, tone, align, select), ``link`` (text, do), ``flow`` (items
  in rows, gap).
* ``button`` (text, do, style, icon, on: condition), ``icon`` (icon, text: what it does, do, on).
* ``toggle`` (text, toggle: checkbox, radio or switch, on: condition, do), ``tile`` (text, sub, lead, do, hold: actions
  of a long tap, items: what follows; picked: condition, strong).
* ``field`` (name, text: its hint, lines, password, do: on Enter, focus: once it is touched, typed: once its text has
  changed), ``suggest`` (field, options: those that begin like its text), ``choice`` (name, text, options), ``slider``
  (name, text, least, most, step, do), ``date``, ``time`` (name, text, from: where the picker opens), ``tabs`` (name,
  options, do).
* ``table`` (rows, head), ``column``, ``row``, ``grid`` (columns, cell), ``box`` (do, tone, text, description, role,
  on), ``scatter`` (height, items with at: place), ``scroll`` (name, height, start: its first offset), ``space``,
  ``line``; ``dialog`` (text, do: a tap beside it, items, of which buttons at the end are its buttons).
* ``canvas``, ``sortable``, ``resize``: see `canvas` and `dragging`.

Those with a ``name`` have it as the end of their resource id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from crab_sim import ui
from crab_sim.engines.days import civil
from crab_sim.phone import metrics
from crab_sim.phone.apps.miniwob.canvas import Canvas
from crab_sim.phone.apps.miniwob.data import Item, Values, holds
from crab_sim.phone.apps.miniwob.dragging import Resizable, Sortable
from crab_sim.phone.apps.miniwob.messages import Message
from crab_sim.phone.widgets.navigation import Tabs
from crab_sim.ui.messages import ToolkitMessage

__all__ = ["ID", "Shown", "dialog", "make", "shown_date", "widgets"]

ID = "com.google.androidenv.miniwob:id/"
_SUGGESTIONS = 4


class Shown(NamedTuple):
    """What items are drawn from.

    Attributes:
        values: The page's values.
        second: The clock in whole seconds, for what moves; 0 where nothing does.
    """

    values: Values
    second: int = 0


def widgets(shown: Shown, items: Sequence[Item]) -> list[ui.Widget[Message]]:
    """Returns the widgets of those items that are shown in their place."""
    return [make(shown, item) for item in items if item["k"] != "dialog" and holds(shown.values, item.get("when"))]


def make(shown: Shown, item: Item) -> ui.Widget[Message]:
    """Returns an item's widget."""
    widget = _KINDS[item["k"]](shown, item)
    widget.flex = item.get("flex", widget.flex)
    return widget


def shown_date(value: str | None) -> str:
    """Returns a date as pages show it.

    >>> shown_date("2026-03-07")
    '03/07/2026'
    """
    year, month, day = (value or "--").split("-")
    return f"{month}/{day}/{year}" if value else ""


def iso_day(day: int) -> str:
    """Returns a day, counted since 1970, as the value of a date."""
    year, month, number = civil(day)
    return f"{year}-{month:02}-{number:02}"


def _do(item: Item) -> Message | None:
    return ("do", item["id"]) if item.get("do") else None


def _rid(item: Item) -> str:
    return ID + item["name"] if "name" in item else ""


def _tone(value: object, default: str) -> ui.Tone:
    return (value[0], value[1], value[2]) if isinstance(value, list) else str(value or default)


# Texts --------------------------------------------------------------------------------------------------------------


def _words(shown: Shown, item: Item) -> str:
    if "bind" not in item:
        return str(item.get("text", ""))
    value = shown.values.get(item["bind"])
    return "\n".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def _text(shown: Shown, item: Item) -> ui.Widget[Message]:
    text = _words(shown, item)
    font: metrics.Font = "mono" if item.get("mono") else "bold" if item.get("bold") else "regular"
    lines = text.split("\n")
    labels: list[ui.Widget[Message]] = [
        ui.Label(
            line, item.get("size", "font"), _tone(item.get("tone"), "text"), font, item.get("align", "left"), True,
            selectable=bool(item.get("select")), verbatim=True, rid=_rid(item),
        )
        for line in lines
    ]  # fmt: skip
    return labels[0] if len(labels) == 1 else ui.Column(labels, gap=2)


def _link(shown: Shown, item: Item) -> ui.Widget[Message]:
    return ui.Label(item["text"], item.get("size", "font"), "accent", role="link", message=_do(item), verbatim=True)


class _Flow(ui.Widget[Message]):
    """Widgets beside one another, in as many rows as they need."""

    __slots__ = ("children", "gap")

    def __init__(self, children: Sequence[ui.Widget[Message]], gap: tuple[int, int]) -> None:
        self.flex, self.children, self.gap = 0, children, gap

    def _places(self, theme: ui.Theme, w: int) -> list[tuple[int, int, int, int]]:
        """Returns the rectangle of each child within the widget."""
        across, down = self.gap
        x = y = row = 0
        places = []
        for child in self.children:
            width = min(w, child.width(theme))
            if x and x + width > w:
                x, y, row = 0, y + row + down, 0
            height = child.height(theme, width)
            places.append((x, y, width, height))
            x, row = x + width + across, max(row, height)
        return places

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of one row with all."""
        return sum(child.width(theme) + self.gap[0] for child in self.children)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of all rows."""
        return max((y + height for _, y, _, height in self._places(theme, w)), default=0)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the children."""
        for child, (left, top, width, height) in zip(self.children, self._places(scene.theme, w), strict=True):
            child.place(scene, x + left, y + top, width, height)


def _flow(shown: Shown, item: Item) -> ui.Widget[Message]:
    return _Flow(widgets(shown, item["items"]), (item.get("gap", 4), 6))


# Controls -----------------------------------------------------------------------------------------------------------


def _button(shown: Shown, item: Item) -> ui.Widget[Message]:
    chosen = bool(item.get("on")) and holds(shown.values, item["on"])
    return ui.Button(
        item["text"], ("do", item["id"]), item.get("style", "tonal"), item.get("icon", ""), _rid(item), selected=chosen
    )


def _icon(shown: Shown, item: Item) -> ui.Widget[Message]:
    on = bool(item.get("on")) and holds(shown.values, item["on"])
    tone = "accent" if on else "muted"
    return ui.IconButton(item["icon"], item["text"], ("do", item["id"]), _rid(item), tone, size=40)


def _toggle(shown: Shown, item: Item) -> ui.Widget[Message]:
    toggle = ui.Toggle(item["toggle"], holds(shown.values, item["on"]))
    if item["toggle"] == "switch":
        return ui.Tile(item["text"], ("do", item["id"]), trailing=toggle, role="switch", verbatim="text")
    return ui.Tile(item["text"], ("do", item["id"]), leading=toggle, role=item["toggle"], verbatim="text")


def _tile(shown: Shown, item: Item) -> ui.Widget[Message]:
    lead: ui.Widget[Message] | None = None
    if item.get("lead") == "avatar":
        lead = ui.Avatar(item["text"])
    elif item.get("lead"):
        lead = ui.Icon(item["lead"], size=22)
    ends = widgets(shown, item.get("items", ()))
    return ui.Tile(
        item["text"], _do(item), item.get("sub", ""), lead, ui.Row(ends) if ends else None,
        ("hold", item["id"]) if item.get("hold") else None, rid=_rid(item),
        selected=bool(item.get("picked")) and holds(shown.values, item["picked"]),
        strong=bool(item.get("strong")), verbatim="all",
    )  # fmt: skip


class _Watched(ui.Widget[Message]):
    """A field that tells the app once it is touched."""

    __slots__ = ("field", "number")

    def __init__(self, field: ui.Field, number: int) -> None:
        self.field, self.number, self.flex = field, number, field.flex

    def width(self, theme: ui.Theme) -> int:
        """Returns the field's width."""
        return self.field.width(theme)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the field's height."""
        return self.field.height(theme, w)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the field."""
        before = len(scene.nodes)
        self.field.place(scene, x, y, w, h)
        if len(scene.nodes) > before:
            scene.nodes[-1] = scene.nodes[-1]._replace(message=("touched", self.number))


def _field(shown: Shown, item: Item) -> ui.Widget[Message]:
    lines, password = item.get("lines", 1), bool(item.get("password"))
    field = ui.Field(item["name"], item["text"], _rid(item), lines > 1, lines, password)
    return _Watched(field, item["id"]) if "focus" in item else field


def _suggest(shown: Shown, item: Item) -> ui.Widget[Message]:
    typed = str(shown.values.get(item["field"]) or "").casefold()
    found = [(i, text) for i, text in enumerate(item["options"]) if typed and text.casefold().startswith(typed)]
    if any([text.casefold() == typed for _, text in found]):
        found = []
    rows: list[ui.Widget[Message]] = [
        ui.Tile(text, ("suggested", item["id"], i), verbatim="text") for i, text in found[:_SUGGESTIONS]
    ]
    return ui.Box(ui.Column(rows), "raised", (0, 0), 8, outline="outline") if rows else ui.Space()


def _picked(item: Item, text: str, icon: str, message: Message) -> ui.Widget[Message]:
    """Returns a box with a choice, which a tap opens for another."""
    label = ui.Label(text or item["text"], tone="text" if text else "muted", role="", flex=1, verbatim=True)
    return ui.Box(
        ui.Row([label, ui.Icon(icon, size=20)], gap=8, height=32), "background", (14, 8), 10, message=message,
        text=text, description=item["text"], rid=ID + item["name"], role="button", outline="outline", verbatim="all",
    )  # fmt: skip


def _choice(shown: Shown, item: Item) -> ui.Widget[Message]:
    return _picked(item, str(shown.values.get(item["name"]) or ""), "chevron_down", ("open", item["id"]))


def _date(shown: Shown, item: Item) -> ui.Widget[Message]:
    return _picked(item, shown_date(shown.values.get(item["name"])), "calendar", ("open", item["id"]))


def _time(shown: Shown, item: Item) -> ui.Widget[Message]:
    return _picked(item, str(shown.values.get(item["name"]) or ""), "clock", ("open", item["id"]))


def _slider(shown: Shown, item: Item) -> ui.Widget[Message]:
    least, most, value = item["least"], item["most"], shown.values.get(item["name"], item["least"])
    slider: ui.Widget[Message] = ui.Slider(
        (value - least) / (most - least), ("slide", item["id"], 0.0), item["text"], ID + item["name"]
    )
    return ui.Row([slider, ui.Label(str(value), rid=f"{ID}{item['name']}_value", align="right", verbatim=True)], gap=16)


def _tabs(shown: Shown, item: Item) -> ui.Widget[Message]:
    chosen = shown.values.get(item["name"], 0)
    return Tabs([(text, ("tab", item["id"], i), i == chosen) for i, text in enumerate(item["options"])], ID + "tab")


# Groups -------------------------------------------------------------------------------------------------------------


def _column(shown: Shown, item: Item) -> ui.Widget[Message]:
    return ui.Column(widgets(shown, item["items"]), item.get("gap", 10), (item.get("pad", 0), 0))


def _row(shown: Shown, item: Item) -> ui.Widget[Message]:
    return ui.Row(widgets(shown, item["items"]), item.get("gap", 8))


def _grid(shown: Shown, item: Item) -> ui.Widget[Message]:
    return ui.Grid(widgets(shown, item["items"]), item["columns"], item["cell"], item.get("gap", 8))


def _box(shown: Shown, item: Item) -> ui.Widget[Message]:
    body = ui.Column(widgets(shown, item["items"]), item.get("gap", 8))
    return ui.Box(
        body, _tone(item.get("tone"), "surface"), (12, 10), message=_do(item), text=item.get("text", ""),
        description=item.get("description", ""), rid=_rid(item), role=item.get("role", "other"), verbatim="all",
        outline="accent" if item.get("on") and holds(shown.values, item["on"]) else "outline",
    )  # fmt: skip


class _Scatter(ui.Widget[Message]):
    """Widgets at places of their own, given in thousandths of the free width, and in pixels from the top."""

    __slots__ = ("children", "high", "places")

    def __init__(self, children: Sequence[ui.Widget[Message]], places: Sequence[Sequence[int]], high: int) -> None:
        self.flex, self.children, self.places, self.high = 0, children, places, high

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height."""
        return self.high

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the widgets, each in its natural size."""
        for child, (across, down) in zip(self.children, self.places, strict=True):
            width = min(w, child.width(scene.theme))
            child.place(scene, x + (w - width) * across // 1000, y + down, width, child.height(scene.theme, width))


def _scatter(shown: Shown, item: Item) -> ui.Widget[Message]:
    items = [one for one in item["items"] if holds(shown.values, one.get("when"))]
    return _Scatter([make(shown, one) for one in items], [one["at"] for one in items], item["height"])


class _Low(ui.Widget[Message]):
    """A list of a fixed height."""

    __slots__ = ("high", "rows")

    def __init__(self, key: str, children: Sequence[ui.Widget[Message]], high: int) -> None:
        self.rows, self.high, self.flex = ui.Scroll(key, children, rid=ID + key), high, 1

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of its rows."""
        return self.rows.width(theme)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of its view."""
        return self.high

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the rows that are in view."""
        self.rows.place(scene, x, y, w, h)


def _scroll(shown: Shown, item: Item) -> ui.Widget[Message]:
    rows = _Low(item["name"], widgets(shown, item["items"]), item["height"] - 8)
    return ui.Box(rows, "raised", (4, 4), 8, outline="outline")


def _cells(shown: Shown, item: Item) -> ui.Widget[Message]:
    rows: list[ui.Widget[Message]] = []
    for number, cells in enumerate(item["rows"]):
        labels: list[ui.Widget[Message]] = [
            ui.Label(cell, 14, font="bold" if number == 0 and item.get("head") else "regular", role="cell", flex=1,
                     verbatim=True)
            for cell in cells
        ]  # fmt: skip
        rows += [ui.Row(labels, 6, (6, 5)), ui.Divider()]
    return ui.Column(rows)


def dialog(shown: Shown, item: Item) -> ui.Dialog[Message]:
    """Returns a dialog; its buttons are those of its items that stand at the end."""
    items = [one for one in item["items"] if holds(shown.values, one.get("when"))]
    start = next((i for i, one in enumerate(items) if one["k"] == "button"), len(items))
    buttons: list[ui.Widget[Message]] = [ui.Button(one["text"], ("do", one["id"]), "text") for one in items[start:]]
    dismiss: Message | ToolkitMessage = ("do", item["id"]) if item.get("do") else ("nothing",)
    return ui.Dialog(item["text"], ui.Column(widgets(shown, items[:start]), 10), buttons, dismiss=dismiss)


_KINDS: Mapping[str, Callable[[Shown, Item], ui.Widget[Message]]] = {
    "text": _text, "link": _link, "flow": _flow, "button": _button, "icon": _icon, "toggle": _toggle, "tile": _tile,
    "field": _field, "suggest": _suggest, "choice": _choice, "date": _date, "time": _time, "slider": _slider,
    "tabs": _tabs, "column": _column, "row": _row, "grid": _grid, "box": _box, "scatter": _scatter, "scroll": _scroll,
    "table": _cells, "space": lambda shown, item: ui.Space(item.get("size", 8)),
    "line": lambda shown, item: ui.Divider(),
    "canvas": lambda shown, item: Canvas(item, shown.values, shown.second, ID),
    "sortable": lambda shown, item: Sortable(item, shown.values, ID),
    "resize": lambda shown, item: Resizable(item, shown.values, ID),
}  # fmt: skip
