"""The Settings app: panels in a sidebar, each a list of switches and choices over the keys of `settings_data`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final, assert_never

from crab_sim import ui
from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.settings import backgrounds
from crab_sim.desktop.apps.settings.messages import Message, PictureMessage
from crab_sim.desktop.apps.settings.panels import (
    ALIASES,
    BY_NAME,
    PANELS,
    Choice,
    Entry,
    Fact,
    Panel,
    Part,
    Range,
    Setting,
    Switch,
    Wired,
)
from crab_sim.desktop.network import WIRED
from crab_sim.desktop.settings_store import PROXY, SETTINGS, Settings, check
from crab_sim.desktop.widgets import CANCEL, HOME, Sized, card, dialog_key, dialog_page, notice
from crab_sim.files import Files
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES

__all__ = ["APP"]

_SIDEBAR = 210
_PICTURES: Final = ui.MessageGroup(PictureMessage)


def start(intent: Intent) -> ui.Page:
    """Returns the page; the panel follows with the event ``opened``."""
    return ui.Page("settings", None, {"search": ""}, data="Appearance")


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


def _rows(settings: Settings, theme: ui.Theme, files: Files, wired: bool, setting: Setting) -> list[ui.Widget[Message]]:
    """Returns a setting's card, with its title above where it has more than one row."""
    match setting:
        case Switch(name, schema, key, subtitle, on, off):
            now = settings[schema, key]
            message: Message = ("put", schema, key, off if now == on else on)
            return [ui.Tile(name, message, subtitle, trailing=ui.Toggle("switch", now == on), role="switch", rid=key)]
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
            return [ui.Row([Sized(ui.Label(name, role=""), w=130), slider], gap=12, pad=(12, 6))]
        case Entry(name):
            field = ui.Field(setting.field, name, flex=1)
            return [ui.Row([Sized(ui.Label(name, role=""), w=130), field], gap=12, pad=(12, 6))]
        case Fact(name, value):
            return [ui.Tile(name, trailing=ui.Label(value, tone="muted"))]
        case Wired(name):
            state = "Connected - 1000 Mb/s" if wired else "Off"
            return [ui.Tile(name, ("wired",), state, trailing=ui.Toggle("switch", wired), role="switch", rid="wired")]
        case Part(draw):
            return [draw(settings, theme, files)]


def _content(settings: Settings, theme: ui.Theme, files: Files, wired: bool, panel: Panel) -> list[ui.Widget[Message]]:
    """Returns the panel's cards: single rows share one, a choice has its own."""
    cards: list[ui.Widget[Message]] = []
    group: list[ui.Widget[Message]] = []
    for setting in panel.settings:
        if isinstance(setting, Entry) and settings[PROXY, "mode"] != "manual":
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
def _sidebar(query: str, chosen: str) -> ui.Widget[Message]:
    """Returns the search field above the panels that it finds."""
    rows: list[ui.Widget[Message]] = [
        ui.Tile(panel.name, ("panel", panel.name), leading=ui.Icon(panel.icon, "text"), selected=panel.name == chosen)
        for panel in matching(query)
    ]
    if not rows:
        rows = [ui.Label("No results", tone="muted", align="center", pad=(0, 20))]
    search = ui.Box(ui.Field("search", "Search settings", "search", icon="search"), "", (8, 8), 0)
    return Sized(ui.Column([search, ui.Scroll("panels", rows, pad=(6, 0))], background="bar"), w=_SIDEBAR)


def view(context: Context) -> View[Message]:
    """Shows the panels that the search leaves, and the chosen one."""
    page = context.page
    settings: Settings = context.get(SETTINGS)
    theme = context.theme
    panel = BY_NAME[page.data]
    title = ui.Label(panel.name, 20, font="bold", pad=(4, 10))
    content = _content(settings, theme, context.get(FILES), context.get(WIRED), panel)
    main = ui.Scroll("main", [title, *content], pad=(20, 8))
    body = ui.Row([_sidebar(page.fields["search"], page.data), main], flex=1)
    match page.name:
        case "add_picture":
            return View(body, file_chooser.dialog(context, "Select a picture", "Open"))
        case "notice":
            return View(body, notice(*page.arg))
    return View(body)


def update(context: Context, message: Message) -> None:
    """Handles the app's events."""
    page = context.page
    if _PICTURES.has(message):
        _own_picture(context, message)
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
        case ("submit", "search"):
            panels = matching(page.fields["search"])
            if panels:
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


def _entries() -> Iterator[Entry]:
    return (row for panel in PANELS for row in panel.settings if isinstance(row, Entry))


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
        return dialog_key(context, key, update, CANCEL, {"notice": CANCEL}, {})
    if key == "ctrl+f":
        context.set(focus="search", selection=(0, len(page.fields["search"])))
    elif key == "escape":
        context.set(fields={"search": ""}, focus="")
    elif key in ("ctrl+w", "ctrl+q"):
        context.close()
    elif key in ("up", "down"):
        panels = [panel.name for panel in matching(page.fields["search"])]
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
        context.set(fields={"search": head}, focus="search", selection=(len(head), len(head)))
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
