"""The pages of the Browser: web pages below a bar, suggestions while typing, tabs, and lists of its data."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from crab_sim import ui, web
from crab_sim.engines import days
from crab_sim.engines.pages.blocks import Control
from crab_sim.engines.pages.forms import defaults
from crab_sim.machine.app import Context, View
from crab_sim.phone.apps.browser.data import (
    BOOKMARKS,
    DOWNLOADS,
    HISTORY,
    TABS,
    BookmarkRow,
    DownloadRow,
    HistoryRow,
    Tabs,
    latest,
)
from crab_sim.phone.apps.browser.load import document, extra, pictures
from crab_sim.phone.apps.browser.messages import Message, Overlay
from crab_sim.phone.apps.browser.page import PAD, Find, layout
from crab_sim.phone.apps.browser.runs import match_blocks
from crab_sim.phone.apps.browser.script_view import notices, script_view
from crab_sim.phone.times import clock
from crab_sim.phone.widgets import pickers
from crab_sim.phone.widgets.basics import app_bar, confirm, empty
from crab_sim.ui.node import EDITABLE

__all__ = ["current_title", "find_matches", "page_widgets", "shown_url", "title", "view"]

_MAX_HISTORY = 60  # rows of the history that are listed
ID = "com.android.chrome:id/"


def current_title(context: Context, page: ui.Page) -> str:
    """Returns the title of a page of a tab."""
    if page.name != "web":
        return "New tab"
    return document(context, page).title or shown_url(page.arg)


def shown_url(url: str) -> str:
    """Returns the short form of an address, as in the bar."""
    return url.removeprefix("https://").removesuffix("/")


# Bars -----------------------------------------------------------------------------------------------------------------


class _UrlBar(ui.Widget[Message]):
    """The address while it isn't edited; a tap selects all of it."""

    __slots__ = ("url",)

    def __init__(self, url: str) -> None:
        self.flex, self.url = 1, url

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the bar's height."""
        return 44

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws lock and address."""
        theme = scene.theme
        scene.round(x, y, w, h, theme.surface, h // 2)
        icon = "search" if not self.url else "lock" if self.url.startswith("https") else "info"
        scene.icon(x + 14, y + (h - 16) // 2, 16, icon, theme.muted)
        outer = scene.clip
        clip_left, clip_top, clip_right, clip_bottom = outer
        scene.clip = (clip_left, clip_top, min(clip_right, x + w - 14), clip_bottom)
        text, ink = (shown_url(self.url), theme.text) if self.url else ("Search or type web address", theme.muted)
        scene.text(x + 38, y, w - 52, h, text, ink, 15)
        scene.clip = outer
        shown = shown_url(self.url)
        scene.node(
            x, y, w, h, "text_field", shown, "Search or type web address", ID + "url_bar", ("edit_url",), flags=EDITABLE
        )


class _TabsButton(ui.Widget[Message]):
    """The number of tabs in a square; a tap lists them."""

    __slots__ = ("count",)

    def __init__(self, tabs: int) -> None:
        self.flex, self.count = 0, tabs

    def width(self, theme: ui.Theme) -> int:
        """Returns the width of its touch area."""
        return 40

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of its touch area."""
        return 44

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws square and number."""
        theme, left, top = scene.theme, x + (w - 22) // 2, y + (h - 22) // 2
        scene.frame(left, top, 22, 22, theme.text, 5, 2)
        text = str(self.count) if self.count < 100 else ":)"
        scene.text(left, top, 22, 22, text, theme.text, 12, "bold", "center")
        description = f"{self.count} open tab{'s' * (self.count != 1)}, tap to switch tabs"
        scene.node(x, y, w, h, "button", "", description, ID + "tab_switcher_button", ("tabs",))


def _top(context: Context) -> ui.Widget[Message]:
    page = context.page
    if page.focus == "url":
        row: list[ui.Widget[Message]] = [
            ui.Field("url", "Search or type web address", ID + "url_bar", icon="search", pill=True, flex=1)
        ]
        if context.field("url"):
            row.append(ui.IconButton("close", "Clear input", ("clear_url",), ID + "delete_button"))
        return ui.Row(row, gap=4, pad=(12, 4), height=60)
    tabs: Tabs = context.get(TABS)
    return ui.Row(
        [
            _UrlBar(page.arg if page.name == "web" else ""),
            _TabsButton(len(tabs.rows)),
            ui.IconButton("more", "More options", ("more",), ID + "menu_button", tone="text"),
        ],
        gap=4,
        pad=(12, 8),
        height=60,
    )


def _find_bar(matches: int, match: int, typed: bool) -> ui.Widget[Message]:
    shown = f"{match + 1 if matches else 0}/{matches}"
    counter: list[ui.Widget[Message]] = [ui.Label(shown, "small", "muted" if matches else "danger")] if typed else []
    return ui.Row(
        [
            ui.Field("find", "Find in page", ID + "find_query", bare=True, flex=1),
            *counter,
            ui.IconButton("chevron_up", "Previous", ("find_next", -1), ID + "find_prev_button"),
            ui.IconButton("chevron_down", "Next", ("find_next", 1), ID + "find_next_button"),
            ui.IconButton("close", "Close find in page", ("find_close",), ID + "close_find_button"),
        ],
        pad=(8, 2),
        background="surface",
    )


# Pages ----------------------------------------------------------------------------------------------------------------


def _suggestions(context: Context) -> ui.Widget[Message]:
    typed = context.field("url").strip()
    rows: list[ui.Widget[Message]] = []
    if typed:
        url = web.address(typed)
        searched = url.startswith(f"https://{web.SEARCH}/?")
        hint = "Search" if searched else url
        icon = ui.Icon("search" if searched else "language", size=22)
        rows.append(ui.Tile(typed, ("go", url), subtitle=hint, leading=icon, rid=ID + "line_1"))
    word = typed.casefold()
    seen: set[str] = set()
    marks: Sequence[BookmarkRow] = context.get(BOOKMARKS)
    past: Sequence[HistoryRow] = latest(context.get(HISTORY))
    known = [("star", row.url, row.title) for row in marks] + [("clock", row.url, row.title) for row in past]
    for icon_name, url, name in known:
        if url not in seen and len(seen) < 6 and (word in url.casefold() or word in name.casefold()):
            seen.add(url)
            rows.append(
                ui.Tile(
                    name, ("go", url), subtitle=shown_url(url), leading=ui.Icon(icon_name, size=22), rid=ID + "line_1"
                )
            )
    return ui.Scroll("suggestions", rows)


class _Site(ui.Widget[Message]):
    """A site on the start page."""

    __slots__ = ("name", "url")

    def __init__(self, name: str, url: str) -> None:
        self.flex, self.name, self.url = 0, name, url

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws disc and name."""
        ui.Avatar(self.name, 48).place(scene, x + (w - 48) // 2, y + 4, 48, 48)
        ui.Label(self.name, 12, align="center", role="").place(scene, x + 2, y + 56, w - 4, 20)
        scene.node(x, y, w, h, "button", self.name, "", ID + "tile_view_title", ("go", self.url))


def _start(context: Context) -> ui.Widget[Message]:
    sites: list[ui.Widget[Message]] = [_Site(name, url) for name, url in web.HOME_SITES]
    rows: list[ui.Widget[Message]] = [
        ui.Space(36),
        ui.Icon("language", "accent", 60),
        ui.Space(24),
        ui.Box(
            ui.Row([ui.Icon("search", size=20), ui.Label("Search or type URL", tone="muted", role="", flex=1)], gap=12),
            pad=(16, 14),
            radius=26,
            margin=(PAD, 0, PAD, 0),
            message=("edit_url",),
            text="Search or type URL",
            rid=ID + "search_box_text",
            role="button",
        ),
        ui.Space(24),
        ui.Grid(sites, 3, 84, pad=(PAD, 0)),
    ]
    marks: Sequence[BookmarkRow] = context.get(BOOKMARKS)
    if marks:
        rows += [ui.Space(12), ui.Label("Bookmarks", "small", "muted", "bold", pad=(PAD, 6))]
        rows += [
            ui.Tile(
                row.title, ("go", row.url), subtitle=shown_url(row.url), leading=ui.Icon("star_filled", "accent", 22)
            )
            for row in marks[:5]
        ]
    return ui.Scroll("start", [*rows, ui.Space(16)])


def find_matches(context: Context) -> list[int]:
    """Returns the index of the block of each place where the searched words stand."""
    return match_blocks(document(context, context.page), context.field("find"))


def page_widgets(context: Context) -> list[ui.Widget[Message]]:
    """Returns the widgets of the page that is shown."""
    page = context.page
    data = extra(page)
    shown = document(context, page)
    fields = {**defaults(shown.controls), **page.fields}
    find = Find(page.fields.get("find", ""), data.match) if data.finding else None
    return layout(shown, fields, pictures(context), data.problem, find)


def _web(context: Context) -> ui.Widget[Message]:
    page = context.page
    data = extra(page)
    widgets = [] if data.script.loaded else page_widgets(context)
    scroll = ui.Scroll("page", [ui.Space(8), *widgets, ui.Space(32)], pad=(PAD, 0))
    body: list[ui.Widget[Message]] = [_top(context), ui.Divider()]
    if data.finding:
        count = len(find_matches(context))
        body.append(_find_bar(count, min(data.match, max(0, count - 1)), bool(context.field("find"))))
    return ui.Column([*body, *notices(context), _WebView(script_view(context) or scroll)])


class _WebView(ui.Widget[Message]):
    """The page itself, inside a node of its own."""

    __slots__ = ("scroll",)

    def __init__(self, scroll: ui.Widget[Message]) -> None:
        self.flex, self.scroll = 1, scroll

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the page."""
        scene.node(x, y, w, h, "web", "", "Web View", ID + "compositor_view_holder")
        self.scroll.place(scene, x, y, w, h)


# Lists ----------------------------------------------------------------------------------------------------------------


def _tabs(context: Context) -> View[Message]:
    tabs: Tabs = context.get(TABS)
    below = context.window.pages[-2] if len(context.window.pages) > 1 else None
    rows: list[ui.Widget[Message]] = []
    for tab in tabs.rows:
        current = tab.id == tabs.current
        page = below if current and below is not None else tab.pages[-1]
        name = current_title(context, page)
        rows.append(
            ui.Tile(
                name,
                ("switch", tab.id),
                subtitle=shown_url(page.arg) if page.name == "web" else "Start page",
                leading=ui.Icon("language", "accent" if current else "muted", 22),
                trailing=ui.IconButton("close", f"Close {name} tab", ("close_tab", tab.id), ID + "action_button"),
                rid=ID + "tab_title",
                selected=current,
            )
        )
    bar: ui.Widget[Message] = ui.Row(
        [
            ui.IconButton("back", "Back to the page", ("back",), tone="text"),
            ui.Label("Tabs", "title", flex=1),
            ui.Button("New tab", ("new_tab",), "tonal", "add", ID + "new_tab_button"),
            ui.IconButton("more", "More options", ("more_tabs",), ID + "menu_button", tone="text"),
        ],
        gap=4,
        pad=(8, 8),
        height=60,
    )
    return View(ui.Column([bar, ui.Divider(), ui.Scroll("tabs", rows, pad=(6, 6))]), _list_overlay(context))


def _bookmarks(context: Context) -> View[Message]:
    rows: Sequence[BookmarkRow] = context.get(BOOKMARKS)
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(
            row.title,
            ("visit", row.url),
            subtitle=shown_url(row.url),
            leading=ui.Icon("star_filled", "accent", 22),
            trailing=ui.IconButton("delete", f"Delete {row.title}", ("unmark", row.url)),
            rid=ID + "title",
        )
        for row in rows
    ]
    body = ui.Scroll("bookmarks", tiles) if tiles else empty("star", "No bookmarks yet", "The menu of a page adds one")
    return View(ui.Column([app_bar("Bookmarks"), ui.Divider(), body]))


def _history(context: Context) -> View[Message]:
    rows: Sequence[HistoryRow] = latest(context.get(HISTORY))
    query = context.field("search").casefold()
    today = int(context.now // days.DAY)
    tiles: list[ui.Widget[Message]] = []
    last = ""
    for row in [row for row in rows if query in row.url.casefold() or query in row.title.casefold()][:_MAX_HISTORY]:
        when = row.visits[-1].time
        day = int(when // days.DAY)
        name = {0: "Today", 1: "Yesterday"}.get(today - day) or days.full_day(day)
        if name != last:
            tiles.append(ui.Label(name, "small", "muted", "bold", pad=(PAD, 8)))
            last = name
        tiles.append(
            ui.Tile(
                row.title or shown_url(row.url),
                ("visit", row.url),
                subtitle=f"{clock(when, True)} · {shown_url(row.url)}",
                leading=ui.Avatar(urlsplit(row.url).netloc, 32),
                trailing=ui.IconButton("close", f"Remove {row.title}", ("forget", row.id), ID + "remove"),
                rid=ID + "title",
            )
        )
    body = ui.Scroll("history", tiles) if tiles else empty("clock", "No history found" if query else "No history yet")
    clear: ui.Widget[Message] = ui.Button(
        "Clear browsing data…", ("ask_clear",), "text", "delete", ID + "clear_browsing_data_button"
    )
    search = ui.Field("search", "Search history", ID + "search_text", icon="search", pill=True, flex=1)
    top = ui.Column(
        [
            app_bar("History"),
            ui.Row([search], pad=(PAD, 4)),
            ui.Row([clear, ui.Space(flex=1)], pad=(4, 2)),
            ui.Divider(),
        ]
    )
    return View(ui.Column([top, body]), _list_overlay(context))


def _size(size: int) -> str:
    return f"{size} B" if size < 1000 else f"{size / 1000:.1f} kB" if size < 1_000_000 else f"{size / 1e6:.1f} MB"


def _downloads(context: Context) -> View[Message]:
    rows: Sequence[DownloadRow] = context.get(DOWNLOADS)
    tiles: list[ui.Widget[Message]] = []
    for row in reversed(rows):
        name = row.path.rpartition("/")[2]
        image = name.endswith((".jpg", ".png"))
        tiles.append(
            ui.Tile(
                name,
                ("open_download", row.id),
                subtitle=f"{_size(row.size)} · {urlsplit(row.url).netloc}",
                leading=ui.Icon("image" if image else "document", size=24),
                trailing=ui.IconButton("delete", f"Delete {name}", ("delete_download", row.id)),
                rid=ID + "title",
            )
        )
    body = (
        ui.Scroll("downloads", tiles)
        if tiles
        else empty("download", "No downloads yet", "Files that you download lie here")
    )
    return View(ui.Column([app_bar("Downloads"), ui.Divider(), body]))


# Menus ----------------------------------------------------------------------------------------------------------------


def _menu(context: Context, at: tuple[int, int]) -> ui.Menu[Message]:
    page, tabs = context.page, context.get(TABS)
    tab = next((row for row in tabs.rows if row.id == tabs.current), None)
    on_web = page.name == "web"
    marked = on_web and any(row.url == page.arg for row in context.get(BOOKMARKS))
    star: ui.Item[Message] = ui.Item("Add bookmark", ("mark",), "star", enabled=on_web)
    if marked:
        star = ui.Item("Remove bookmark", ("unmark", page.arg), "star_filled", enabled=on_web)
    items: list[ui.Item[Message]] = [
        ui.Item("Forward", ("forward",), "arrow_right", enabled=bool(tab is not None and tab.forward)),
        ui.Item("Refresh", ("reload",), "refresh", enabled=on_web),
        star,
        ui.Item("New tab", ("new_tab",), "add"),
        ui.Item("History", ("list", "history"), "clock"),
        ui.Item("Downloads", ("list", "downloads"), "download"),
        ui.Item("Bookmarks", ("list", "bookmarks"), "star_filled"),
        ui.Item("Share…", ("share",), "share", enabled=on_web),
        ui.Item("Find in page", ("find",), "search", enabled=on_web),
    ]
    return ui.Menu(items, at)


def _list_overlay(context: Context) -> ui.Widget[Message] | None:
    """Returns the menu or dialog above a list."""
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("more_tabs", at):
            return ui.Menu([ui.Item("Close all tabs", ("close_all",), "close")], at)
        case ("ask_clear",):
            text = "All addresses that you visited on this phone will be forgotten."
            return confirm("Clear browsing history?", text, "Clear", ("clear_history",))
    return None


def _overlay(context: Context) -> ui.Widget[Message] | None:
    """Returns the menu or dialog above a web page or the start page."""
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("more", at):
            return _menu(context, at)
        case ("hold", href, words, at):
            return ui.Menu(
                [
                    ui.Item("Open in new tab", ("open_tab", href), "add"),
                    ui.Item("Copy link address", ("copy", href), "copy"),
                    ui.Item("Copy link text", ("copy", words), "copy"),
                    ui.Item("Download link", ("download", href), "download"),
                    ui.Item("Share link", ("share_link", href), "share"),
                ],
                at,
            )
        case ("picture", src, at):
            items: list[ui.Item[Message]] = [
                ui.Item("Download image", ("download", src), "download"),
                ui.Item("Open image", ("go", src), "image"),
            ]
            return ui.Menu(items, at)
        case ("select", key):
            return _options(context, key)
        case ("alert", text):
            return ui.Dialog("This page says", ui.Label(text, wrap=True), [ui.Button("OK", ("dismiss",), "text")])
    return pickers.overlay(context)


def _options(context: Context, key: str) -> ui.Widget[Message] | None:
    blocks = document(context, context.page).blocks
    control = next((block for block in blocks if isinstance(block, Control) and block.key == key), None)
    if control is None:
        return None
    held = context.page.fields.get(key, control.value)
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(text, ("chosen", key, value), leading=ui.Toggle("radio", value == held), rid="android:id/text1")
        for value, text in control.options
    ]
    return ui.Dialog(
        control.label or "Choose", ui.Scroll("options", tiles, flex=0), [ui.Button("Cancel", ("dismiss",), "text")]
    )


# View -----------------------------------------------------------------------------------------------------------------

_LISTS = {"tabs": _tabs, "bookmarks": _bookmarks, "history": _history, "downloads": _downloads}


def view(context: Context) -> View[Message]:
    """Returns the page that is shown."""
    page = context.page
    if page.name in _LISTS:
        return _LISTS[page.name](context)
    if page.focus == "url":
        return View(ui.Column([_top(context), ui.Divider(), _suggestions(context)]), _overlay(context))
    if page.name == "start":
        return View(ui.Column([_top(context), _start(context)]), _overlay(context))
    return View(_web(context), _overlay(context))


def title(context: Context) -> str:
    """Returns the window's title: the list's or page's name."""
    page = context.page
    return page.name.title() if page.name in _LISTS else current_title(context, page)
