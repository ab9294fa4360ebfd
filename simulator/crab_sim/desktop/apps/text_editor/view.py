"""The view of the editor: its header, the tabs, the text with the numbers of its lines, bars and panels."""

from __future__ import annotations

from typing import Final

from crab_sim import ui
from crab_sim.desktop.apps.text_editor.dialogs import dialog
from crab_sim.desktop.apps.text_editor.messages import MenuChoice, Message, Preferences
from crab_sim.desktop.apps.text_editor.naming import modified, name_of
from crab_sim.desktop.chrome.bars import Tab, TabBar, ToolButton
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry, OpenMenu
from crab_sim.desktop.tabs import current, pages_of
from crab_sim.desktop.widgets import Sized, tilde
from crab_sim.draw import text as metrics
from crab_sim.machine.app import Context, View
from crab_sim.ui.fields import rows_in
from crab_sim.ui.node import FieldData

__all__ = ["title", "view"]

_RECENT: Final = (Entry[MenuChoice]("No items found", enabled=False),)


def title(context: Context) -> str:
    """Returns the document's name and folder, after an asterisk where it is modified."""
    page = context.base
    folder = f" ({tilde(page.arg.rpartition('/')[0] or '/')})" if page.arg else ""
    return f"{'*' if modified(page) else ''}{name_of(page)}{folder} - Text Editor"


def _menu(preferences: Preferences, saved: bool) -> tuple[Entry[MenuChoice], ...]:
    return (
        Entry("Reload", ("reload",), enabled=saved),
        Entry("Print…", ("show", "print")),
        Entry("Fullscreen", ("full",), checked=False),
        Entry("New Window", ("new",)),
        SEPARATOR,
        Entry("Save As…", ("save_as",)),
        Entry("Save All", ("save_all",)),
        SEPARATOR,
        Entry("Find…", ("find_bar",)),
        Entry("Find and Replace…", ("replace_bar",)),
        Entry("Clear Highlight", enabled=False),
        Entry("Go to Line…", ("line_bar",)),
        SEPARATOR,
        Entry(
            "View",
            entries=(
                Entry("Side Panel", ("turn", "side"), checked=preferences.side),
                Entry("Bottom Panel", ("turn", "bottom"), checked=preferences.bottom),
                SEPARATOR,
                Entry("Highlight Mode…", ("show", "language")),
            ),
        ),
        Entry(
            "Tools",
            entries=(
                Entry("Check Spelling…", ("show", "spelling")),
                Entry("Set Language…", ("show", "set_language")),
                Entry("Highlight Misspelled Words", checked=False, enabled=False),
                SEPARATOR,
                Entry("Document Statistics", ("show", "statistics")),
                SEPARATOR,
                Entry("Sort…", ("show", "sort")),
            ),
        ),
        SEPARATOR,
        Entry("Preferences", ("show", "preferences")),
        SEPARATOR,
        Entry("Keyboard Shortcuts", ("show", "shortcuts")),
        Entry("Help", ("nothing",)),
        Entry("About gedit", ("show", "about")),
    )


def _header(page: ui.Page) -> ui.Widget[Message]:
    folder = tilde(page.arg.rpartition("/")[0] or "/") if page.arg else ""
    shown = f"{'*' if modified(page) else ''}{name_of(page)}"
    name: ui.Widget[Message] = ui.Label(shown, font="bold", align="center", verbatim=True, flex=1)
    if folder:
        under = ui.Label(folder, "small", "muted", align="center", verbatim=True)
        name = ui.Column([ui.Label(shown, font="bold", align="center", verbatim=True), under], flex=1)
    return ui.Row(
        [
            ui.Button("Open", ("open",), "tonal"), ToolButton("chevron_down", "Menu", ("recent",)),
            ui.IconButton("add", "New", ("new_tab",), tone="text"), name,
            ui.Button("Save", ("save",), "filled"), ui.IconButton("menu", "Menu", ("menu",), tone="text"),
        ],
        gap=6, pad=(8, 5), background="bar",
    )  # fmt: skip


def _bar(page: ui.Page) -> list[ui.Widget[Message]]:
    """Returns the bar in which a text or a line is looked for."""
    if page.focus == "find":
        parts: list[ui.Widget[Message]] = [
            ui.Space(flex=1), Sized(ui.Field("find", "Search", icon="search"), w=260),
            ToolButton("chevron_up", "", ("find_back",)), ToolButton("chevron_down", "", ("submit", "find")),
        ]  # fmt: skip
    elif page.focus == "line":
        parts = [ui.Space(flex=1), Sized(ui.Field("line", "Search", icon="search"), w=190)]
    else:
        return []
    return [ui.Row(parts, gap=2, pad=(8, 4), background="bar")]


_FIELD: Final = ui.Field("text", "", "text_view", multiline=True, font="mono", bare=True, flex=1)


class _Text(ui.Widget):
    """The text, beside the numbers of its lines.

    Args:
        preferences: What of it is shown.
    """

    __slots__ = ("preferences",)

    def __init__(self, preferences: Preferences) -> None:
        self.flex, self.preferences = 1, preferences

    def place(self, scene: ui.Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws both."""
        theme, on = scene.theme, self.preferences
        text = scene.page.fields["text"]
        gutter = 14 + metrics.width("9" * len(str(text.count("\n") + 1)), "mono", theme.font) if on.numbers else 0
        at, before = len(scene.ops), len(scene.nodes)
        _FIELD.place(scene, x + gutter, y, w - gutter, h)
        data = scene.nodes[before].data if len(scene.nodes) > before else None
        if not scene.drawn or not isinstance(data, FieldData):
            return
        ops, line = scene.ops[at:], data.line_height
        del scene.ops[at:]
        caret = scene.page.selection[1] if scene.page.focus == "text" else scene.page.data.caret
        if on.grid:
            for step in range(16, max(w, h), 16):
                scene.fill(x + gutter + step, y, 1, h if step < w else 0, theme.surface)
                scene.fill(x + gutter, y + step, w - gutter if step < h else 0, 1, theme.surface)
        if on.margin:
            scene.fill(data.left + 80 * metrics.cell(theme.font)[0], y, 1, h, theme.outline)
        if gutter:
            scene.fill(x, y, gutter, h, theme.bar)
        number = text.count("\n", 0, rows_in(data, text)[data.first_row][0])
        for row, (start, _) in enumerate(rows_in(data, text)[data.first_row :]):
            top, first = data.top + row * line, start == 0 or text[start - 1] == "\n"
            if top + line > y + h:
                break
            here = text.count("\n", 0, start) == text.count("\n", 0, caret)
            if here and on.current:
                scene.fill(x + gutter, top, w - gutter, line, theme.surface)
            if gutter and first:
                number += row > 0
                ink = theme.text if here else theme.muted
                font: metrics.Font = "bold" if here else "regular"
                scene.text(x, top, gutter - 7, line, str(number + 1), ink, theme.small, font, "right")
        scene.ops += ops


def _status(page: ui.Page) -> ui.Widget[Message]:
    text = page.fields["text"]
    caret = page.selection[1] if page.focus == "text" else page.data.caret
    line, column = text.count("\n", 0, caret) + 1, caret - text.rfind("\n", 0, caret)
    parts = [
        ui.Label(page.data.language, "small", "muted", flex=1, verbatim=True),
        ui.Label(f"Ln {line}, Col {column}", "small", "muted"),
    ]
    return ui.Row(parts, pad=(12, 3), background="bar")


def view(context: Context) -> View[Message]:
    """Shows the header, the text, and the dialog where one is open."""
    page, base = context.page, context.base
    on, pages = base.data.preferences, pages_of(base)
    names = [f"{'*' if modified(each) else ''}{name_of(each)}" for each in pages]
    text: list[ui.Widget[Message]] = [*_bar(base), _Text(on)]
    if len(pages) > 1:
        tabs = [Tab[Message](name, ("tab", i), ("close_tab", i)) for i, name in enumerate(names)]
        text.insert(0, TabBar(tabs, current(base), close_named=False, flex=0))
    middle: ui.Widget[Message] = ui.Column(text, flex=1)
    if on.side:
        rows: list[ui.Widget[Message]] = [
            ui.Tile(name, ("tab", i), selected=i == current(base), trailing=ToolButton("close", "", ("close_tab", i)))
            for i, name in enumerate(names)
        ]
        side = ui.Column([ui.Button("Change side panel page", ("nothing",), "outlined", enabled=False), *rows])
        middle = ui.Row([Sized(side, w=200), middle], flex=1)
    bars: list[ui.Widget[Message]] = []
    if on.bottom:
        close = ToolButton("close", "Hide panel", ("turn", "bottom"), text="Close")
        bars.append(Sized(ui.Row([ui.Space(flex=1), close], pad=(6, 4), background="bar"), h=120))
    if on.status:
        bars += [ui.Divider(), _status(base)]
    body: ui.Widget[Message] = ui.Column([_header(base), ui.Divider(), middle, *bars])
    if base.name == "full":
        body = middle
    if page is not base:
        return View(body, dialog(context, page))
    overlay = page.overlay
    if isinstance(overlay, OpenMenu) and overlay.number == -2:
        return View(body, popup(_RECENT, overlay._replace(number=-1)))
    return View(body, popup(_menu(on, bool(base.arg)), overlay, popover=True))
