"""The Settings app: panels in a sidebar, each a list of switches and choices over the keys of `settings_data`.

The search field shows while the page has a field ``search``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, assert_never

from crab_sim import ui
from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.settings import backgrounds
from crab_sim.desktop.apps.settings.messages import FindMessage, MenuChoice, Message, PictureMessage
from crab_sim.desktop.apps.settings.panels import (
    ALIASES,
    BY_NAME,
    PANELS,
    Choice,
    Fact,
    Panel,
    Part,
    Range,
    Setting,
    Shortcuts,
    Switch,
    TextEntry,
    Wired,
)
from crab_sim.desktop.chrome.header import header
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, Entry, absent, handle_menu, open_popup
from crab_sim.desktop.network import WIRED
from crab_sim.desktop.settings_store import PROXY, SETTINGS, Settings, check
from crab_sim.desktop.widgets import CANCEL, HOME, Sized, card, dialog_key, dialog_page, notice
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES

__all__ = ["APP"]

_SIDEBAR = 210
_MENU: Final[tuple[Entry[MenuChoice], ...]] = (Entry("Keyboard Shortcuts", ("shortcuts",)), *absent("Help"))
_SHORTCUTS: Final = (
    ("Super", "Show all windows"), ("Super+A", "Show all apps"), ("Alt+Tab", "Switch windows"),
    ("Super+Up", "Maximize window"), ("Super+Down", "Restore window"), ("Super+H", "Hide window"),
    ("Alt+F4", "Close window"), ("Ctrl+Alt+T", "Launch terminal"), ("Print", "Take a screenshot interactively"),
    ("Shift+Print", "Take a screenshot"), ("Alt+Print", "Take a screenshot of a window"),
)  # fmt: skip
_PICTURES: Final = ui.MessageGroup(PictureMessage)
_FINDING: Final = ui.MessageGroup(FindMessage)


def start(intent: Intent) -> ui.Page:
    """Returns the page; the panel follows with the event ``opened``."""
    return ui.Page("settings", data="Appearance")


def title(context: Context) -> str:
    """Returns the panel's name."""
    panel: str = context.page.data
    return panel


def matching(query: str) -> list[Panel]:
    """Returns the panels that a search finds, by their names, their settings' titles, or their words."""
    wanted = query.strip().casefold()
    if not wanted:
        return list(PANELS)
    return [
        panel
        for panel in PANELS
        if wanted in panel.name.casefold()
        or wanted in panel.words
        or any(wanted in row.title.casefold() for row in panel.settings if not isinstance(row, Part))
    ]


class _Item(ui.Widget[Message]):
    """A row that a screen reader finds as an item of the list, apart from the control in it."""

    __slots__ = ("child", "name")

    def __init__(self, name: str, child: ui.Widget[Message]) -> None:
        self.flex, self.name, self.child = 0, name, child

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the control's row."""
        return self.child.height(theme, w)

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row; its control's node is above its own."""
        scene.node(x, y, w, h, "list_item", self.name)
        self.child.place(scene, x, y, w, h)


def _switch(name: str, on: bool, message: Message, rid: str, subtitle: str = "") -> ui.Widget[Message]:
    toggle: ui.Widget[Message] = ui.Toggle("switch", on)
    return _Item(name, ui.Tile(name, message, subtitle, trailing=toggle, role="switch", rid=rid))


def _rows(settings: Settings, theme: ui.Theme, files: Files, wired: bool, setting: Setting) -> list[ui.Widget[Message]]:
    """Returns a setting's card, with its title above where it has more than one row."""
    match setting:
        case Switch(name, schema, key, subtitle, on, off):
            now = settings[schema, key]
            return [_switch(name, now == on, ("put", schema, key, off if now == on else on), key, subtitle)]
        case Choice(name, schema, key, options):
            now = settings[schema, key]
            rows: list[ui.Widget[Message]] = [ui.Label(name, font="bold", pad=(12, 8))]
            for value, label in options:
                radio = ui.Toggle("radio", value == now)
                rows.append(
                    ui.Tile(label, ("put", schema, key, value), leading=radio, role="radio", rid=f"{key}={value}")
                )
            return rows
        case Range(name, schema, key, low, high, _):
            fraction = (float(settings[schema, key]) - low) / (high - low)
            slider: ui.Widget[Message] = ui.Slider(min(1.0, max(0.0, fraction)), ("slide", schema, key, 0.0), name, key)
            return [_Item(name, ui.Row([Sized(ui.Label(name, role=""), w=130), slider], gap=12, pad=(12, 6)))]
        case TextEntry(name):
            field = ui.Field(setting.field, name, flex=1)
            return [_Item(name, ui.Row([Sized(ui.Label(name, role=""), w=130), field], gap=12, pad=(12, 6)))]
        case Fact(name, value):
            return [ui.Tile(name, trailing=ui.Label(value, tone="muted"))]
        case Wired(name):
            state = "Connected - 1000 Mb/s" if wired else "Off"
            return [_switch(name, wired, ("wired",), "wired", state)]
        case Shortcuts(name):
            return [ui.Tile(name, ("shortcuts",), trailing=ui.Icon("chevron_right", "muted"))]
        case Part(draw):
            return [draw(settings, theme, files)]


def _content(settings: Settings, theme: ui.Theme, files: Files, wired: bool, panel: Panel) -> list[ui.Widget[Message]]:
    """Returns the panel's cards: single rows share one, a choice has its own."""
    cards: list[ui.Widget[Message]] = []
    group: list[ui.Widget[Message]] = []
    for setting in panel.settings:
        if isinstance(setting, TextEntry) and settings[PROXY, "mode"] != "manual":
            continue  # all of them are a proxy's address
        rows = _rows(settings, theme, files, wired, setting)
        if isinstance(setting, (Choice, Part)):
            if group:
                cards.append(card(group, 14))
                group = []
            cards.append(card(rows, 14))
        else:
            group += [ui.Divider(12), *rows] if group else rows
    if group:
        cards.append(card(group, 14))
    return cards


@lru_cache(maxsize=64)
def _sidebar(query: str | None, chosen: str) -> ui.Widget[Message]:
    """Returns the panels that a search finds, below its field; all of them while there is none, for None."""
    rows: list[ui.Widget[Message]] = [
        ui.Tile(panel.name, ("panel", panel.name), leading=ui.Icon(panel.icon, "text"), selected=panel.name == chosen)
        for panel in matching(query or "")
    ]
    if not rows:
        rows = [ui.Label("No results", tone="muted", align="center", pad=(0, 20))]
    bar: ui.Widget[Message] = header(
        [ui.IconButton("search", "Search", ("find",), tone="accent" if query is not None else "text")],
        ui.Label("Settings", font="bold"),
        [ui.IconButton("menu", "Primary Menu", ("menu",), tone="text")],
        40,
    )
    parts: list[ui.Widget[Message]] = [bar]
    if query is not None:
        parts.append(ui.Box(ui.Field("search", "Search settings", "search", icon="search"), "", (8, 8), 0))
    return Sized(ui.Column([*parts, ui.Scroll("panels", rows, pad=(6, 6))], background="bar"), w=_SIDEBAR)


def view(context: Context) -> View[Message]:
    """Shows the panels that the search leaves, and the chosen one."""
    page = context.page
    settings: Settings = context.get(SETTINGS)
    theme = context.theme
    panel = BY_NAME[page.data]
    title: ui.Widget[Message] = ui.Row(
        [ui.Label(panel.name, font="bold", align="center", flex=1)], pad=(8, 5 + (theme.button - theme.font) // 2 - 3)
    )
    content = _content(settings, theme, context.get(FILES), context.get(WIRED), panel)
    main = ui.Column([title, ui.Scroll("main", content, pad=(20, 8))], flex=1)
    body = ui.Row([_sidebar(page.fields.get("search"), page.data), main], flex=1)
    match page.name:
        case "add_picture":
            return View(body, file_chooser.dialog(context, "Select a picture", "Open"))
        case "notice":
            return View(body, notice(*page.arg))
        case "shortcuts":
            lines: list[ui.Widget[Message]] = [
                ui.Row([Sized(ui.Label(keys, font="mono"), w=130), ui.Label(what, flex=1)]) for keys, what in _SHORTCUTS
            ]
            close: ui.Widget[Message] = ui.Button("Close", ("cancel",), "outlined")
            return View(body, ui.Dialog("Shortcuts", ui.Column(lines, gap=6), [close], 460, ("cancel",)))
    return View(body, popup(_MENU, page.overlay))


def update(context: Context, message: Message) -> None:
    """Handles the app's events."""
    page = context.page
    if _PICTURES.has(message):
        _own_picture(context, message)
        return
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if _FINDING.has(message):
        _find(context, message)
        return
    match message:
        case ("opened", panel):
            while len(context.window.pages) > 1:
                context.pop()
            context.set(data=ALIASES.get(panel, page.data), scroll={}, fields=_fields(context))
        case ("panel", panel):
            context.set(data=panel, scroll={**page.scroll, "main": 0}, fields=_fields(context), focus="")
        case ("submit", "name"):
            _own_picture(context, ("choose",))
        case ("submit", "search") if panels := matching(page.fields.get("search", "")):
            context.set(data=panels[0].name, scroll={**page.scroll, "main": 0})
        case ("submit", _):
            pass
        case ("put", schema, key, value):
            _put(context, {(schema, key): value})
        case ("wired",):
            context.put(WIRED, not context.get(WIRED))
        case ("slide", schema, key, fraction):
            _slide(context, schema, key, fraction)
        case ("wallpaper", file):
            backgrounds.choose_bundled(context, file)
        case ("opened", *_):
            context.set(fields=_fields(context))
        case _:
            assert_never(message)


def _find(context: Context, message: FindMessage) -> None:
    """Handles the buttons above the panels, and the menu there."""
    match message:
        case ("find",):
            _search(context, None if "search" in context.page.fields else "")
        case ("menu",):
            open_popup(context)
        case ("shortcuts",):
            context.push(dialog_page(context, "shortcuts"))
        case _:
            assert_never(message)


def _search(context: Context, query: str | None) -> None:
    """Searches for a text, or ends the search for None."""
    fields = {name: text for name, text in context.page.fields.items() if name != "search"}
    if query is None:
        context.set(fields=fields, focus="")
    else:
        context.set(fields={**fields, "search": query}, focus="search", selection=(0, len(query)))


def _entries() -> Iterator[TextEntry]:
    return (row for panel in PANELS for row in panel.settings if isinstance(row, TextEntry))


def _fields(context: Context) -> Mapping[str, str]:
    """Returns the page's fields with the settings as they are."""
    settings: Settings = context.get(SETTINGS)
    return {**context.page.fields, **{row.field: settings[row.schema, row.key] for row in _entries()}}


def typed(context: Context) -> None:
    """Sets what is typed into a setting's field, as long as it is valid."""
    for row in _entries():
        if row.field == context.page.focus:
            value = check(row.schema, row.key, context.page.fields[row.field].strip())
            if value is not None:
                _put(context, {(row.schema, row.key): value})


def _own_picture(context: Context, message: PictureMessage) -> None:
    """Handles the events about the user's own pictures, and those of the dialog that adds one."""
    match message:
        case ("add_picture",):
            context.push(file_chooser.page(context, "add_picture", f"{HOME}/Pictures", ""))
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _own_picture(context, ("choose",))
        case ("choose",):
            chosen = file_chooser.chosen(context)
            if chosen is not None:
                context.pop()
                problem = backgrounds.add_picture(context, chosen)
                if problem:
                    name = chosen.rpartition("/")[2]
                    context.push(dialog_page(context, "notice", (f"Could not add “{name}”.", problem)))
        case ("cancel",):
            context.pop()
        case ("own", path):
            backgrounds.choose_own(context, path)
        case ("drop", path):
            backgrounds.remove_own(context, path)
        case _:
            assert_never(message)


def _put(context: Context, changes: Mapping[tuple[str, str], str]) -> None:
    settings: Settings = context.get(SETTINGS)
    if any(settings[key] != value for key, value in changes.items()):
        context.put(SETTINGS, {**settings, **changes})


def _slide(context: Context, schema: str, key: str, fraction: float) -> None:
    for panel in PANELS:
        for row in panel.settings:
            if isinstance(row, Range) and (row.schema, row.key) == (schema, key):
                number = row.low + fraction * (row.high - row.low)
                value = check(schema, key, str(round(number)) if row.whole else str(round(number, 2)))
                if value is not None:
                    _put(context, {(schema, key): value})


def key(context: Context, key: str) -> bool:
    """Handles the app's shortcuts."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "settings":
        return dialog_key(context, key, update, CANCEL, {"notice": CANCEL, "shortcuts": CANCEL}, {})
    if key == "ctrl+f":
        _search(context, page.fields.get("search", ""))
    elif key == "escape":
        _search(context, None)
    elif key in ("ctrl+w", "ctrl+q"):
        context.close()
    elif key in ("up", "down"):
        panels = [panel.name for panel in matching(page.fields.get("search", ""))]
        if panels:
            at = panels.index(page.data) if page.data in panels else 0
            at = max(0, min(len(panels) - 1, at + (1 if key == "down" else -1)))
            context.set(data=panels[at], scroll={**page.scroll, "main": 0})
    else:
        return False
    return True


def text(context: Context, text: str) -> bool:
    """Starts a search with typed text; a newline is left to the machine."""
    head = text.partition("\n")[0]
    if head.strip() and not context.page.overlay and context.page.name == "settings":
        _search(context, head)
        context.set(selection=(len(head), len(head)))
    return False


APP: AppSpec[Message] = AppSpec(
    id="settings",
    name="Settings",
    icon="settings",
    color=(96, 96, 104),
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    size=(820, 600),
    keywords=("preferences", "control", "configuration", "options", "system"),
    multiline=(),
    typed=typed,
)
