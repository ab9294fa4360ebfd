"""The Settings app: panels in a sidebar, each a list of switches and choices over the keys of `settings_data`.

A row of the sidebar may lead to a list of its own, as Privacy does, which shows in place of the first one while a panel
of it is shown. The search field shows while the page has a field ``search``.
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
    GROUPS,
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
from crab_sim.ui.node import CHECKABLE, CHECKED

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


def _listed(query: str | None, chosen: str) -> list[Panel]:
    """Returns the panels in the sidebar: those that a search finds, else those of the list that has the chosen one.

    Args:
        query: What is searched; None for no search.
        chosen: The chosen panel's name.
    """
    if query and query.strip():
        return matching(query)
    group = BY_NAME[chosen].group if query is None else ""
    return [panel for panel in PANELS if panel.group == group or (not group and _leads_on(panel))]


def _leads_on(panel: Panel) -> bool:
    """Returns whether a panel is the first of a list of its own: it stands for that list in the first one."""
    return bool(panel.group) and next(each for each in PANELS if each.group == panel.group) is panel


def matching(query: str) -> list[Panel]:
    """Returns the panels that a search finds, by their names, their settings' titles, or their words."""
    wanted = query.strip().casefold()
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


class _HeadSwitch(ui.Toggle[Message]):
    """A switch without a text beside it, which has a name for screen readers only."""

    __slots__ = ("name", "sent")

    def __init__(self, name: str, on: bool, sent: Message) -> None:
        super().__init__("switch", on)
        self.name, self.sent = name, sent

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the switch."""
        super().place(scene, x, y, w, h)
        flags = CHECKABLE | (CHECKED if self.on else 0)
        scene.node(x, y, w, h, "switch", self.name, message=self.sent, flags=flags)


def _switch(name: str, on: bool, message: Message, rid: str, subtitle: str = "") -> ui.Widget[Message]:
    toggle: ui.Widget[Message] = ui.Toggle("switch", on)
    return _Item(name, ui.Tile(name, message, subtitle, trailing=toggle, role="switch", rid=rid))


def _rows(settings: Settings, theme: ui.Theme, files: Files, wired: bool, setting: Setting) -> list[ui.Widget[Message]]:
    """Returns a setting's rows."""
    match setting:
        case Switch(name, schema, key, subtitle, on, off):
            now = settings[schema, key]
            return [_switch(name, now == on, ("put", schema, key, off if now == on else on), key, subtitle)]
        case Choice(name, schema, key, options):
            now = settings[schema, key]
            value = next((label for value, label in options if value == now), now)
            arrow: ui.Widget[Message] = ui.Icon("chevron_down", "muted")
            end: ui.Widget[Message] = ui.Row([ui.Label(value), arrow], gap=8)
            return [ui.Tile(name, ("choices", schema, key), trailing=end, role="button", rid=key)]
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
    """Returns the panel's cards: rows share one, other parts have their own."""
    cards: list[ui.Widget[Message]] = []
    group: list[ui.Widget[Message]] = []
    for setting in panel.settings:
        if isinstance(setting, TextEntry) and settings[PROXY, "mode"] != "manual":
            continue  # all of them are a proxy's address
        rows = _rows(settings, theme, files, wired, setting)
        if isinstance(setting, Part):
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
    """Returns the panels that a search finds, below its field; those of the chosen one's list for None."""
    group = BY_NAME[chosen].group if query is None else ""
    rows: list[ui.Widget[Message]] = []
    for panel in _listed(query, chosen):
        name, icon, end = panel.name, panel.icon, None
        if panel.group and not group and not (query and query.strip()):
            name, icon, end = panel.group, GROUPS[panel.group], ui.Icon("chevron_right", "muted")
        leading: ui.Widget[Message] = ui.Icon(icon, "text")
        rows.append(ui.Tile(name, ("panel", panel.name), leading=leading, trailing=end, selected=name == chosen))
    if not rows:
        rows = [ui.Label("No results", tone="muted", align="center", pad=(0, 20))]
    first: ui.Widget[Message] = ui.IconButton("search", "Search", ("find",), tone="text" if query is None else "accent")
    if group:
        first = ui.IconButton("chevron_left", "All Settings", ("back",), tone="text")
    bar: ui.Widget[Message] = header(
        [first], ui.Label(group or "Settings", font="bold"),
        [ui.IconButton("menu", "Primary Menu", ("menu",), tone="text")], 40,
    )  # fmt: skip
    parts: list[ui.Widget[Message]] = [bar]
    if query is not None:
        parts.append(ui.Box(ui.Field("search", "Search settings", "search", icon="search"), "", (8, 8), 0))
    return Sized(ui.Column([*parts, ui.Scroll("panels", rows, pad=(6, 6))], background="bar"), w=_SIDEBAR)


def _heading(settings: Settings, theme: ui.Theme, panel: Panel) -> ui.Widget[Message]:
    """Returns the panel's name, with its switch if it has one."""
    pad = (8, 5 + (theme.button - theme.font) // 2 - 3)
    name: ui.Widget[Message] = ui.Label(panel.name, font="bold", align="center", flex=1)
    if panel.head is None:
        return ui.Row([name], pad=pad)
    title, schema, key, _, on, off = panel.head
    now = settings[schema, key]
    message: Message = ("put", schema, key, off if now == on else on)
    return ui.Row([name, _HeadSwitch(title, now == on, message)], pad=(8, 5))


def view(context: Context) -> View[Message]:
    """Shows the panels that the search leaves, and the chosen one."""
    page = context.page
    settings: Settings = context.get(SETTINGS)
    theme = context.theme
    panel = BY_NAME[page.data]
    content = _content(settings, theme, context.get(FILES), context.get(WIRED), panel)
    main = ui.Column([_heading(settings, theme, panel), ui.Scroll("main", content, pad=(20, 8))], flex=1)
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
    return View(body, _choices(settings, page.overlay) or popup(_MENU, page.overlay))


def _choices(settings: Settings, overlay: ui.AnyOverlay) -> ui.Widget[Message] | None:
    """Returns the open list of a choice, if one is open."""
    if len(overlay) != 5 or overlay[0] != "choices":
        return None
    _, schema, key, x, y = overlay
    rows = (row for panel in PANELS for row in panel.settings if isinstance(row, Choice))
    options = next(row.options for row in rows if (row.schema, row.key) == (schema, key))
    now = settings[schema, key]
    return ui.Menu(
        [ui.Item(label, ("put", schema, key, value), "check" if value == now else "", role="list_item")
         for value, label in options], (x, y),
    )  # fmt: skip


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
        case ("submit", field):
            _submit(context, field)
        case ("choices", schema, key):
            context.set(overlay=("choices", schema, key, *context.point))
        case ("put", schema, key, value):
            context.set(overlay=())
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


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field: of the dialog that adds a picture, or of the search."""
    page = context.page
    if field == "name":
        _own_picture(context, ("choose",))
    elif field == "search" and (panels := matching(page.fields.get("search", ""))):
        context.set(data=panels[0].name, scroll={**page.scroll, "main": 0})


def _find(context: Context, message: FindMessage) -> None:
    """Handles the buttons above the panels, and the menu there."""
    match message:
        case ("find",):
            _search(context, None if "search" in context.page.fields else "")
        case ("back",):
            update(context, ("panel", PANELS[0].name))
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
        panels = [panel.name for panel in _listed(page.fields.get("search"), page.data) if not _leads_on(panel)]
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
