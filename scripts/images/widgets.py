"""Makes the pictures of docs/own_app.md: the widgets by family, each below the call that makes it, light beside dark.

Usage: python scripts/images/widgets.py

The pictures depend only on this file and on the simulator.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from PIL import Image

from crab_sim import ui
from crab_sim.desktop.chrome.bars import ChoiceBox, Tab, TabBar, ToolButton, status_bar, tool_bar
from crab_sim.desktop.chrome.header import Choice, Spin, Switcher, header
from crab_sim.desktop.chrome.menu_bar import MenuBar
from crab_sim.desktop.chrome.menus import BarMenu, Entry
from crab_sim.desktop.widgets import card
from crab_sim.draw.raster import draw
from crab_sim.phone.widgets import date_picker, time_picker
from crab_sim.phone.widgets.basics import Disc, Dropdown, Fab, RoundButton, app_bar, confirm, empty, search_bar
from crab_sim.phone.widgets.keypad import Key
from crab_sim.phone.widgets.month_grid import MonthGrid
from crab_sim.phone.widgets.navigation import BottomBar, Chips, Tabs
from crab_sim.phone.widgets.playback import Progress
from crab_sim.ui import theme as themes

IMAGES: Final = Path(__file__).parents[2] / "docs" / "images"
MARGIN: Final = 12
DAY: Final = 20_764  # the seventh of November 2026, in days since 1970
MONTH: Final = 12 * 2026 + 10
HIT: Final = ("hit",)
FIELDS: Final = ui.Page(
    "", fields={"name": "Ada Bell", "pin": "1234", "notes": "First line\nSecond line", "n": "3", "list": "Groceries"}
)


class Sample(NamedTuple):
    """A widget with the call that makes it; its height where it has no natural one."""

    call: str
    widget: ui.Widget
    height: int = 0


def wide(*children: ui.Widget) -> ui.Row:
    """Returns widgets beside one another."""
    return ui.Row(children, gap=12)


def block(text: str, flex: int = 0) -> ui.Box:
    """Returns a box that shows where a container puts its children."""
    return ui.Box(ui.Label(text, "small", role=""), "tonal", (10, 6), 6, flex=flex)


CONTENT: Final = (
    Sample('Label("Title", "title")', ui.Label("Title", "title")),
    Sample('Label("Text")', ui.Label("Text")),
    Sample('Label("Small", "small", "muted")', ui.Label("Small", "small", "muted")),
    Sample('Label("48 pixels", 48)', ui.Label("48 pixels", 48)),
    Sample(
        'Label("…", font="mono", wrap=True)',
        ui.Label("A longer text, which is broken into several lines", font="mono", wrap=True),
    ),
    Sample('Icon("star"), Icon("star", "accent", 32)', wide(ui.Icon("star"), ui.Icon("star", "accent", 32))),
    Sample('Avatar("Ada Bell")', wide(ui.Avatar("Ada Bell"))),
    Sample('Picture("photo:4", (160, 90))', wide(ui.Picture("photo:4", (160, 90)))),
    Sample("Divider()", ui.Divider()),
    Sample('basics.Disc("mic", (214, 48, 49))', wide(Disc("mic", (214, 48, 49)))),
    Sample('basics.empty("notes", "No notes", "…")', empty("notes", "No notes", "What you write is listed here"), 220),
)
CONTROLS: Final = (
    Sample('Button("Save", message)', wide(ui.Button("Save", HIT))),
    Sample(
        'Button(…, "tonal"), (…, "outlined")',
        wide(ui.Button("Tonal", HIT, "tonal"), ui.Button("Outlined", HIT, "outlined")),
    ),
    Sample(
        'Button(…, "danger"), (…, "text")', wide(ui.Button("Danger", HIT, "danger"), ui.Button("Text", HIT, "text"))
    ),
    Sample(
        'Button(…, icon="add"), (…, enabled=False)',
        wide(ui.Button("New", HIT, icon="add"), ui.Button("Disabled", HIT, enabled=False)),
    ),
    Sample('IconButton("share", "Share", message)', wide(ui.IconButton("share", "Share", HIT))),
    Sample(
        'Toggle("switch", on, message), "checkbox", …',
        wide(*[ui.Toggle(kind, on, HIT) for kind in ("switch", "checkbox", "radio") for on in (True, False)]),
    ),
    Sample('Slider(0.4, ("volume", 0.4))', ui.Slider(0.4, ("volume", 0.4))),
    Sample(
        'basics.Fab("add", "New", message, wide=True)', wide(Fab("add", "New", HIT), Fab("add", "New", HIT, wide=True))
    ),
    Sample(
        'basics.RoundButton("play", "Play", message)',
        wide(RoundButton("play", "Play", HIT), RoundButton("pause", "Pause", HIT, on=True)),
    ),
    Sample('basics.Dropdown("Daily", "Repeat", message)', Dropdown("Daily", "Repeat", HIT)),
    Sample('keypad.Key("7", message)', wide(*[ui.Box(Key(one, HIT), pad=(0, 0)) for one in "789"]), 56),
    Sample(
        'navigation.Chips([("All", message, True), …])',
        Chips([("All", HIT, True), ("Open", HIT, False), ("Done", HIT, False)]),
    ),
    Sample("playback.Progress(30, 120, message)", Progress(30, 120, ("seek", 0.0))),
)
LAYOUT: Final = (
    Sample("Row([a, Space(flex=1), b])", ui.Row([block("a"), ui.Space(flex=1), block("b")])),
    Sample("Row([a, b], gap=12), b with flex=1", ui.Row([block("a"), block("b", 1)], 12)),
    Sample("Column([a, b], gap=6)", ui.Column([block("a"), block("b")], 6)),
    Sample("Grid([…], columns=3, cell=36, gap=6)", ui.Grid([block(one) for one in "abcdef"], 3, 36, 6), 78),
    Sample("Box(child)", ui.Box(ui.Label("A card"))),
    Sample('Tile("Title", message)', ui.Tile("Title", HIT)),
    Sample(
        "Tile(…, subtitle, leading, trailing)",
        ui.Tile("Bread", HIT, "At the market", ui.Avatar("Bread"), ui.IconButton("more", "More", HIT)),
    ),
    Sample(
        'Tile(…, trailing=Toggle("switch", True))', ui.Tile("Dark theme", HIT, "On", trailing=ui.Toggle("switch", True))
    ),
    Sample(
        "Tile(…, strong=True), (…, struck=True)",
        ui.Column([ui.Tile("Unread", HIT, strong=True), ui.Tile("Done", HIT, struck=True)]),
    ),
    Sample('Scroll("rows", [Tile(…), …])', ui.Scroll("rows", [ui.Tile(f"Row {i}", HIT) for i in range(9)]), 130),
)
TEXT_FIELDS: Final = (
    Sample('Field("empty", "Hint")', ui.Field("empty", "Hint")),
    Sample('Field("name", "Name")', ui.Field("name", "Name")),
    Sample('Field("name", "Name", label=True)', ui.Field("name", "Name", label=True)),
    Sample('Field("pin", "PIN", password=True)', ui.Field("pin", "PIN", password=True)),
    Sample('Field(…, icon="search", pill=True)', ui.Field("find", "Search", icon="search", pill=True)),
    Sample('Field("notes", "Notes", multiline=True)', ui.Field("notes", "Notes", multiline=True)),
    Sample(
        "basics.search_bar(Field(…), clear=message)",
        search_bar(ui.Field("find", "Search notes", pill=True, flex=1), HIT),
    ),
)
ABOVE: Final = (
    Sample(
        "Menu([Item(…), …], at)",
        ui.Menu(
            [ui.Item("Rename", HIT, "edit"), ui.Item("Share", HIT, "share"), ui.Item("Delete", HIT, enabled=False)],
            (24, 40),
        ),
        170,
    ),
    Sample(
        "Dialog(title, body, actions)",
        ui.Dialog(
            "New list", ui.Field("list", "Name"), [ui.Button("Cancel", HIT, "text"), ui.Button("Save", HIT, "text")]
        ),
        230,
    ),
    Sample(
        'basics.confirm(title, text, "Delete", message)',
        confirm("Delete it?", "What is deleted is lost.", "Delete", HIT),
        220,
    ),
)
PHONE: Final = (
    Sample(
        'basics.app_bar("Settings", [IconButton(…)])', app_bar("Settings", [ui.IconButton("search", "Search", HIT)])
    ),
    Sample(
        "navigation.Tabs([(title, message, chosen), …])",
        Tabs([("Songs", HIT, True), ("Albums", HIT, False), ("Artists", HIT, False)]),
    ),
    Sample(
        "navigation.BottomBar([(icon, title, …), …])",
        BottomBar([("home", "Home", HIT, True), ("search", "Search", HIT, False), ("person", "You", HIT, False)]),
    ),
    Sample(
        "month_grid.MonthGrid(month, chosen, …)",
        MonthGrid(MONTH, DAY, DAY - 2, lambda day: ("day", day)),
    ),
    Sample(
        "pickers.date_overlay(key, day)",
        date_picker.dialog(date_picker.DatePick("pick_date", "due", DAY, MONTH), DAY - 2, False),
        480,
    ),
    Sample(
        "pickers.time_overlay(key, minute)",
        time_picker.dialog(time_picker.TimePick("pick_time", "due", 9, 30), True),
        480,
    ),
)
DESKTOP: Final = (
    Sample(
        "header.header(left, middle, right)",
        header(
            [ui.IconButton("add", "New", HIT)], ui.Label("Title", font="bold"), [ui.IconButton("list", "Menu", HIT)]
        ),
    ),
    Sample(
        "header.Switcher([Choice(…), …], 0)",
        wide(Switcher([Choice("World", "language", HIT), Choice("Alarms", "alarm", HIT)], 0)),
    ),
    Sample("header.Spin(key, name)", wide(Spin("n", "number"))),
    Sample(
        "menu_bar.MenuBar([BarMenu(…), …], overlay)",
        MenuBar([BarMenu(name, (Entry("Open", HIT),)) for name in ("File", "Edit", "View", "Help")], ()),
    ),
    Sample(
        "bars.tool_bar([ToolButton(…), …])",
        tool_bar(
            [ToolButton(icon, icon, HIT, on=icon == "bold") for icon in ("open", "save", "undo", "bold", "italic")]
        ),
    ),
    Sample(
        "bars.TabBar([Tab(…), …], 0, add=message)",
        TabBar([Tab("notes.txt", HIT, HIT), Tab("list.txt", HIT, HIT)], 0, HIT),
    ),
    Sample('bars.ChoiceBox("Arial", "Font", message)', wide(ChoiceBox("Arial", "Font", HIT))),
    Sample("widgets.card([Tile(…), …])", card([ui.Tile("Style", HIT), ui.Tile("Accent", HIT)])),
    Sample("bars.status_bar(left, right)", status_bar(["12 items"], ["Ln 3, Col 7"])),
)
FAMILIES: Final[Mapping[str, tuple[Sequence[Sample], tuple[ui.Theme, ui.Theme], int]]] = {
    "content": (CONTENT, themes.PHONE, 360),
    "controls": (CONTROLS, themes.PHONE, 360),
    "layout": (LAYOUT, themes.PHONE, 360),
    "fields": (TEXT_FIELDS, themes.PHONE, 360),
    "above": (ABOVE, themes.PHONE, 360),
    "phone": (PHONE, themes.PHONE, 360),
    "desktop": (DESKTOP, themes.DESKTOP, 440),
}
"""The samples of each family, with the themes in which they are drawn and their width in pixels."""


def column(samples: Sequence[Sample], theme: ui.Theme, width: int) -> np.ndarray:
    """Returns a column of widgets with their calls above them."""
    inner = width - 2 * MARGIN
    heights = [sample.height or max(1, sample.widget.height(theme, inner)) for sample in samples]
    total = MARGIN + sum(24 + height + 16 for height in heights)
    scene: ui.AnyScene = ui.Scene(theme, width, total)
    scene.page = FIELDS
    scene.fill(0, 0, width, total, theme.background)
    y = MARGIN
    for sample, height in zip(samples, heights, strict=True):
        ui.Label(sample.call, 11, "muted", "mono").place(scene, MARGIN, y, inner, 16)
        whole = scene.clip
        scene.clip = (0, y + 16, width, y + 24 + height + 8)  # with room for labels on edges, and for shadows
        sample.widget.place(scene, MARGIN, y + 24, inner, height)
        scene.clip = whole
        y += 24 + height + 16
    return draw(scene.ops, width, total)


def picture(family: str) -> Image.Image:
    """Returns the widgets of a family, light beside dark."""
    samples, pair, width = FAMILIES[family]
    both = np.concatenate([column(samples, theme, width) for theme in pair], axis=1)
    return Image.fromarray(both).quantize(128, Image.Quantize.MAXCOVERAGE, kmeans=4, dither=Image.Dither.NONE)


def main() -> None:
    """Makes all pictures."""
    for family in FAMILIES:
        path = IMAGES / f"widgets_{family}.png"
        made = picture(family)
        made.save(path, optimize=True)
        print(f"docs/images/{path.name}: {made.width}×{made.height}, {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
