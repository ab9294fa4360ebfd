"""The main window: folders, message list and reading pane, and the tabs of messages and of searches."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.desktop.apps.thunderbird import reading
from crab_sim.desktop.apps.thunderbird.book import book_view
from crab_sim.desktop.apps.thunderbird.contacts import CARDS
from crab_sim.desktop.apps.thunderbird.menus import TITLES
from crab_sim.desktop.apps.thunderbird.messages import MainMessage
from crab_sim.desktop.apps.thunderbird.state import Desk, Tab, desk_of, files_of, search_hits, shown_mails
from crab_sim.desktop.apps.thunderbird.store import Listed, children_of, folder_list, listed, short_name
from crab_sim.desktop.apps.thunderbird.table import ColumnHeads, mail_rows
from crab_sim.desktop.chrome.bars import Tab as BarTab
from crab_sim.desktop.chrome.bars import TabBar, ToolButton, absent_button, status_bar
from crab_sim.desktop.chrome.menu_bar import MenuBar
from crab_sim.desktop.network import is_online
from crab_sim.desktop.widgets import Sized
from crab_sim.devices.mail_profile import ACCOUNT_NAME, LOCAL_FOLDERS
from crab_sim.devices.mailboxes import READ
from crab_sim.draw import text as metrics
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.ui import (
    Button,
    Column,
    Divider,
    Field,
    IconButton,
    Label,
    Row,
    Scene,
    Scroll,
    Theme,
    Widget,
)
from crab_sim.ui.messages import ToolkitMessage
from crab_sim.ui.node import SELECTED

__all__ = ["main_view", "tab_title"]

_ICONS: Final = {
    "Inbox": "inbox", "Drafts": "document", "Sent": "send", "Archives": "archive", "Junk": "warning", "Trash": "delete",
    "Unsent Messages": "upload",
}  # fmt: skip
_SEARCH_COLUMNS: Final = ("star", "attachment", "read", "subject", "correspondents", "folder", "date")
_SPACES: Final = 42
_FOLDERS: Final = 216


def tab_title(context: Context, tab: Tab, account: bool = False) -> str:
    """Returns a tab's title, that of a folder with its account's name if wanted."""
    if tab.kind == "mail":
        return short_name(desk_of(context).folder) + (f" - {ACCOUNT_NAME}" if account else "")
    if tab.kind == "book":
        return "Address Book"
    if tab.kind == "search":
        return f"Search: {tab.query}"
    found = _mail_in(files_of(context), tab)
    return found.heads.subject or "(no subject)" if found is not None else "Message"


def _mail_in(files: Files, tab: Tab) -> Listed | None:
    return next((row for row in listed(files, tab.folder) if row.key == tab.key), None) if tab.key else None


class _Split(Widget[MainMessage]):
    """Two widgets, one of them with a share of the room: beside one another, or below one another."""

    __slots__ = ("across", "first", "second", "share")

    def __init__(self, first: Widget[MainMessage], second: Widget[MainMessage], share: float, across: bool) -> None:
        self.flex, self.first, self.second, self.share, self.across = 1, first, second, share, across

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Places both, with a line between them."""
        size = round((w if self.across else h) * self.share)
        outline = scene.theme.outline
        if self.across:
            self.first.place(scene, x, y, size, h)
            scene.fill(x + size, y, 1, h, outline)
            self.second.place(scene, x + size + 1, y, w - size - 1, h)
        else:
            self.first.place(scene, x, y, w, size)
            scene.fill(x, y + size, w, 1, outline)
            self.second.place(scene, x, y + size + 1, w, h - size - 1)


class _FolderRow(Widget[MainMessage]):
    """A folder: its icon and name, and the number of unread mails."""

    __slots__ = ("depth", "folder", "icon", "opened", "picked", "title", "unread")

    def __init__(
        self, folder: str, title: str, icon: str, depth: int, picked: bool, unread: int, opened: bool | None
    ) -> None:
        self.flex, self.folder, self.title, self.icon, self.depth = 0, folder, title, icon, depth
        self.picked, self.unread, self.opened = picked, unread, opened

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of a folder."""
        return theme.font + 13

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the folder; its arrow opens and closes it."""
        theme, left = scene.theme, x + 4 + 14 * self.depth
        account = not self.icon
        if self.picked:
            scene.round(x + 3, y, w - 6, h, theme.selection, 5)
        said = f"{self.unread} unread" if self.unread else ""
        message: MainMessage | ToolkitMessage = ("nothing",) if account else ("folder", self.folder)
        scene.node(
            x, y, w, h, "list_item", self.title, said, "", message, ("folder_menu", self.folder), None,
            SELECTED if self.picked else 0,
        )  # fmt: skip
        if self.opened is not None:
            arrow = "chevron_down" if self.opened else "chevron_right"
            scene.icon(left + 2, y + (h - 10) // 2, 10, arrow, theme.muted)
            said = f"{'Collapse' if self.opened else 'Expand'} {self.title}"
            scene.node(left - 2, y, 18, h, "button", "", said, message=("fold", self.folder))
        left += 18
        font: metrics.Font = "bold" if self.unread or account else "regular"
        if self.icon:
            scene.icon(left, y + (h - 14) // 2, 14, self.icon, theme.accent if self.picked else theme.muted)
            left += 20
        room = x + w - left - (30 if self.unread else 6)
        shown = metrics.ellipsize(self.title, font, theme.small + 1, room)
        scene.text(left, y, room, h, shown, theme.text, theme.small + 1, font)
        if self.unread:
            count = str(self.unread)
            wide = max(20, metrics.width(count, "bold", 11) + 10)
            scene.round(x + w - wide - 8, y + (h - 16) // 2, wide, 16, theme.accent, 8)
            scene.text(x + w - wide - 8, y + (h - 16) // 2, wide, 16, count, theme.on_accent, 11, "bold", "center")


class _Branch(NamedTuple):
    """A folder in the tree of folders.

    Attributes:
        name: Its full name.
        title: Its last part.
        above: The accounts and folders in which it is.
        depth: How many of them there are.
        icon: Its icon, `""` for an account.
        counts: Whether the number of its unread mails is shown.
        parent: Whether it has folders in it.
    """

    name: str
    title: str
    above: tuple[str, ...]
    depth: int
    icon: str
    counts: bool = False
    parent: bool = True


@lru_cache(maxsize=64)
def _tree(folders: tuple[str, ...]) -> tuple[_Branch, ...]:
    """Returns the tree of folders with these names, in their order."""
    branches = [_Branch("", ACCOUNT_NAME, (), 0, "")]
    for name in folders:
        local = name.startswith(f"{LOCAL_FOLDERS}/")
        if local and all([branch.name != LOCAL_FOLDERS for branch in branches]):
            branches.append(_Branch(LOCAL_FOLDERS, LOCAL_FOLDERS, (), 0, ""))
        parts = name.split("/")[1:] if local else name.split("/")
        above = (LOCAL_FOLDERS if local else "", *["/".join(parts[:i]) for i in range(1, len(parts))])
        icon = _ICONS.get(parts[0], "folder") if len(parts) == 1 else "folder"
        counts = parts[0] not in ("Trash", "Drafts", "Sent")
        branches.append(_Branch(name, short_name(name), above, len(parts), icon, counts, children_of(folders, name)))
    return tuple(branches)


def _folder_pane(context: Context, desk: Desk) -> Widget[MainMessage]:
    files = files_of(context)
    rows: list[Widget[MainMessage]] = []
    for branch in _tree(folder_list(files)):
        name = branch.name
        if any([folder in desk.closed for folder in branch.above]):
            continue
        unread = sum([not row.mail.has(READ) for row in listed(files, name)]) if branch.counts else 0
        opened = (name not in desk.closed) if branch.parent else None
        picked = bool(branch.icon) and name == desk.folder
        rows.append(_FolderRow(name, branch.title, branch.icon, branch.depth, picked, unread, opened))
    head: Widget[MainMessage] = Row(
        [
            IconButton("download", "Get Messages", ("get",), tone="text", size=30),
            Button("New Message", ("compose",), "filled", "edit", flex=1),
            ToolButton("more", "Folder Pane Options", ("folder_options",)),
        ],
        gap=4, pad=(6, 6),
    )  # fmt: skip
    return Column([head, Scroll("folders", rows, pad=(0, 2))], background="surface")


def _quick_bar(desk: Desk) -> list[Widget[MainMessage]]:
    quick = desk.quick
    toggles: list[Widget[MainMessage]] = [
        ToolButton("mail", "Show only unread messages", ("quick", "unread"), quick.unread),
        ToolButton("star", "Show only starred messages", ("quick", "starred"), quick.starred),
        ToolButton(
            "contacts", "Show only messages from people in your address book", ("quick", "contact"), quick.contact
        ),
        ToolButton("label", "Show only messages with tags on them", ("quick", "tags"), quick.tags),
        ToolButton("attach", "Show only messages with attachments", ("quick", "attachment"), quick.attachment),
    ]
    field = Field("quick", "Filter messages <Ctrl+Shift+K>", "qfb-qs-textbox", icon="filter", flex=1)
    kept = absent_button("pin", "Keep filters applied when switching folders")
    everywhere = absent_button("search", "Search everywhere")
    rows: list[Widget[MainMessage]] = [Row([kept, *toggles, field, everywhere], gap=4, pad=(6, 3), background="bar")]
    return rows


def _part_bar(desk: Desk) -> Widget[MainMessage]:
    parts: list[Widget[MainMessage]] = [Label("Filter messages by:", "small", "muted", pad=(4, 0))]
    for name in ("sender", "recipients", "subject", "body"):
        parts.append(
            ToolButton("", name.capitalize(), ("quick_part", name), name in desk.quick.parts, text=name.capitalize())
        )
    return Row(parts, gap=4, pad=(6, 2), background="bar")


def _message_list(context: Context, desk: Desk) -> Widget[MainMessage]:
    rows, theme = shown_mails(context, desk), context.theme
    total = len(listed(files_of(context), desk.folder))
    count = f"{total} Message{'' if total == 1 else 's'}"
    if len(rows) != total:
        count = f"{len(rows)} of {count}"
    head: Widget[MainMessage] = Row(
        [
            Label(short_name(desk.folder), "font", font="bold"),
            Label(count, "small", "muted", flex=1),
            ToolButton(
                "filter", "Toggle the quick filter bar", ("quick_toggle",), desk.quick.shown, text="Quick Filter"
            ),
            ToolButton("list", "Message list display options", ("list_options",)),
        ],
        gap=8, pad=(10, 1), background="background",
    )  # fmt: skip
    parts: list[Widget[MainMessage]] = [head]
    if desk.quick.shown:
        parts += _quick_bar(desk)
        if context.base.fields.get("quick", ""):
            parts.append(_part_bar(desk))
    parts.append(ColumnHeads(desk.columns, desk.sort))
    folder = desk.folder
    widgets = mail_rows([(folder, row) for row in rows], desk.columns, frozenset(desk.selected), context.now, theme)
    if widgets:
        parts.append(Scroll("mails", widgets))
    else:
        text = "No results found" if total else "No messages found"
        parts.append(reading.nothing_selected(text))
    return Column(parts, flex=1)


def _reading(context: Context, rows: list[Listed], narrow: bool) -> Widget[MainMessage]:
    if not rows:
        return reading.nothing_selected()
    if len(rows) > 1:
        return reading.many_selected(rows)
    return reading.message_view(rows[0], context.get(CARDS), context.now, context.theme, narrow)


def _mail_tab(context: Context, desk: Desk) -> Widget[MainMessage]:
    by_key = {row.key: row for row in listed(files_of(context), desk.folder)}
    picked = [by_key[key] for key in desk.selected if key in by_key]
    listing = _message_list(context, desk)
    left, _, right, _ = context.window.frame
    narrow = desk.vertical or (not context.window.maximized and right - left < 960)
    body = listing
    if desk.message_pane:
        share = 0.5 if desk.vertical else 0.42
        body = _Split(listing, _reading(context, picked, narrow), share, desk.vertical)
    if not desk.folder_pane:
        return body
    return Row(
        [Sized(_Tall(_folder_pane(context, desk)), w=_FOLDERS * context.theme.font // 14), _Line(), _Tall(body, 1)],
        flex=1,
    )


class _Tall(Widget[MainMessage]):
    """A child that takes all of the height; a row would give it its own, in the middle."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[MainMessage], flex: int = 0) -> None:
        self.child, self.flex = child, flex

    def place(self, scene: Scene[MainMessage], x: int, y: int, w: int, h: int) -> None:
        """Places the child."""
        self.child.place(scene, x, y, w, h)


class _Line(Widget):
    """A line between two parts beside one another."""

    __slots__ = ()

    def width(self, theme: Theme) -> int:
        """Returns the line's width."""
        return 1

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the line."""
        scene.fill(x, y, w, h, scene.theme.outline)


def _search_tab(context: Context, tab: Tab) -> Widget[MainMessage]:
    hits = search_hits(files_of(context), tab.query)
    desk = desk_of(context)
    count = f"{len(hits)} result{'' if len(hits) == 1 else 's'} for “{tab.query}”"
    rows = [row for folder, row in hits if (folder, row.key) == (tab.folder, tab.key)]
    picked = frozenset([tab.key] if tab.key else [])
    same = [(folder, row) for folder, row in hits]
    listing = Column(
        [
            Label(count, font="bold", pad=(12, 8)),
            ColumnHeads(_SEARCH_COLUMNS, desk.sort._replace(column="")),
            Scroll("hits", mail_rows(same, _SEARCH_COLUMNS, picked, context.now, context.theme)),
        ],
        flex=1,
    )
    left, _, right, _ = context.window.frame
    return _Split(listing, _reading(context, rows, right - left < 960), 0.42, False)


def main_view(context: Context) -> Widget[MainMessage]:
    """Returns the main window: menu bar, search, tabs, the tab in front, status bar."""
    desk = desk_of(context)
    tab = desk.front
    overlay = context.base.overlay
    body: Widget[MainMessage]
    if tab.kind == "book":
        body = book_view(context, desk)
    elif tab.kind == "search":
        body = _search_tab(context, tab)
    elif tab.kind == "message":
        row = _mail_in(files_of(context), tab)
        body = _reading(context, [row] if row is not None else [], False)
    else:
        body = _mail_tab(context, desk)
    spaces: Widget[MainMessage] = Column(
        [
            ToolButton("mail", "Mail (Ctrl+1)", ("tab", 0), tab.kind != "book"),
            ToolButton("contacts", "Address Book (Ctrl+2)", ("address_book",), tab.kind == "book"),
            absent_button("calendar", "Calendar (Ctrl+3)"), absent_button("tasks", "Tasks (Ctrl+4)"),
            absent_button("messages", "Chat (Ctrl+5)"), absent_button("settings", "Settings"),
            ToolButton("chevron_left", "Hide Spaces Toolbar", ("pane", "spaces")),
        ],
        gap=6, pad=(6, 8), background="bar",
    )  # fmt: skip
    search = Field("search", "Search… <Ctrl+K>", "searchInput", icon="search", flex=1)
    menu_bar = MenuBar(TITLES, overlay)
    menu_bar.flex = 2
    upper: list[Widget[MainMessage]] = [
        menu_bar, search, ToolButton("search", "Search", ("search",)), ToolButton("menu", "AppMenu", ("app_menu",)),
    ]  # fmt: skip
    parts: list[Widget[MainMessage]] = [Row(upper, pad=(0, 3), background="bar")]
    if len(desk.tabs) > 1:
        tabs: list[BarTab[MainMessage]] = [
            BarTab(tab_title(context, one, True), ("tab", i), ("close_tab", i) if i else None)
            for i, one in enumerate(desk.tabs)
        ]
        parts.append(TabBar(tabs, min(desk.tab, len(desk.tabs) - 1)))
    beside: list[Widget[MainMessage]] = [Sized(_Tall(spaces), w=_SPACES), _Line()] if desk.spaces else []
    parts += [Divider(), Row([*beside, _Tall(body, 1)], flex=1), Divider()]
    rows = listed(files_of(context), desk.folder)
    unread = sum([not row.mail.has(READ) for row in rows])
    right = [f"Unread: {unread}", f"Total: {len(rows)}"] if tab.kind == "mail" else []
    status = status_bar([desk.status], right)
    status.flex = 1
    connection = absent_button("wifi", f"You are currently {'online' if is_online(context) else 'offline'}")
    shown: list[Widget[MainMessage]] = [connection, status]
    if not desk.spaces:
        shown.insert(0, ToolButton("chevron_right", "Show Spaces Toolbar", ("pane", "spaces")))
    parts.append(Row(shown, background="bar"))
    return Column(parts)
