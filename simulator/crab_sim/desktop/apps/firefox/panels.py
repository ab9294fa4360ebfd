"""The sidebar with history or bookmarks, the list of downloads, and the dialogs of Firefox."""

from __future__ import annotations

from typing import Final

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.firefox.messages import Message
from crab_sim.desktop.apps.firefox.state import BOOKMARKS, DOWNLOADS, HISTORY, Browser
from crab_sim.desktop.widgets import CANCEL, Sized, ask, notice, sized
from crab_sim.engines.pages.history import latest
from crab_sim.engines.pages.icons import site_icon
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Widget,
)

__all__ = ["DownloadsPanel", "beside", "dialog", "sidebar"]

_MAX_ROWS: Final = 120
_DAY: Final = 86_400


class _SiteIcon(Widget[Message]):
    """The icon of a site."""

    __slots__ = ("url",)

    def __init__(self, url: str) -> None:
        self.flex, self.url = 0, url

    def width(self, theme: Theme) -> int:
        """Returns the icon's side."""
        return 16

    def height(self, theme: Theme, w: int) -> int:
        """Returns the icon's side."""
        return 16

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the icon."""
        if not site_icon(scene, x, y + (h - 16) // 2, 16, self.url):
            scene.icon(x, y + (h - 16) // 2, 16, "language", scene.theme.muted)


def sidebar(context: Context, state: Browser) -> Widget[Message]:
    """Returns the sidebar."""
    name = "History" if state.side == "history" else "Bookmarks"
    words = context.field("side").casefold()
    rows: list[Widget[Message]] = []
    last = ""
    listed = (
        [(row.url, row.title, row.visits[-1].time, row.id) for row in latest(context.get(HISTORY))]
        if state.side == "history"
        else [(row.url, row.title, -1.0, row.id) for row in context.get(BOOKMARKS)]
    )
    today = int(context.now // _DAY)
    for url, title, when, row_id in listed[:_MAX_ROWS]:
        if words not in url.casefold() and words not in title.casefold():
            continue
        day = {0: "Today", 1: "Yesterday"}.get(today - int(when // _DAY), "Older") if when >= 0 else ""
        if day != last:
            rows.append(Label(day, "small", "muted", "bold", pad=(10, 4)))
            last = day
        kind = "history" if when >= 0 else "bookmark"
        rows.append(
            Tile(
                title or url, ("go", url), leading=_SiteIcon(url),
                trailing=IconButton("close", f"Delete {title or url}", ("forget", kind, row_id), tone="muted"),
            )
        )  # fmt: skip
    empty = "No history yet" if state.side == "history" else "No bookmarks yet"
    body: Widget[Message] = (
        Scroll("side", rows) if rows else Column([Label(empty, tone="muted", align="center", pad=(8, 20))], flex=1)
    )
    head: Widget[Message] = Row(
        [Label(name, "font", font="bold", flex=1), IconButton("close", "Close sidebar", ("side", ""), "sidebar-close")],
        pad=(12, 2),
    )
    search = Row([Field("side", f"Search {name.lower()}", "search-box", icon="search", flex=1)], pad=(10, 2))
    return Column([head, search, Space(4), body], background="raised")


class DownloadsPanel(Widget[Message]):
    """The list of downloads below its button."""

    __slots__ = ("rows",)

    def __init__(self, context: Context) -> None:
        self.flex = 0
        files: Files = context.get(FILES)
        rows: list[Widget[Message]] = []
        for row in reversed(context.get(DOWNLOADS)):
            there = files.is_file(row.path)
            name = row.path.rpartition("/")[2]
            about = f"Completed — {sized(row.size)}" if there else "File moved or missing"
            rows.append(
                Tile(
                    name, ("open_download", row.id), subtitle=about, leading=Icon("file", size=22),
                    trailing=Row(
                        [
                            IconButton("folder", "Show in folder", ("show_download", row.id)),
                            IconButton("close", f"Remove {name} from the list", ("forget", "download", row.id)),
                        ]
                    ),
                )
            )  # fmt: skip
        none: list[Widget[Message]] = [Label("No downloads for this session.", tone="muted", pad=(14, 14))]
        self.rows = rows or none

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the list; the rectangle is the window's content."""
        theme = scene.theme
        shut: Widget[Message] = IconButton("close", "Close downloads", ("downloads",))
        head = Row([Label("Downloads", font="bold", flex=1), shut], pad=(14, 2))
        body = Column(
            [
                head,
                Divider(),
                Scroll("downloads", self.rows),
            ]
        )  # fmt: skip
        inner = sum([row.height(theme, 340) for row in self.rows])
        width, high = min(360, w - 16), min(inner + theme.row + 14, h - 100)
        left, top = x + w - width - 8, y + 78
        scene.ops.append(("shadow", left, top, left + width, top + high, scene.clip, 8))
        scene.round(left, top, width, high, theme.raised, 8)
        scene.frame(left, top, width, high, theme.outline, 8)
        scene.node(left, top, width, high, "other", "", "Downloads", "downloadsPanel", ("nothing",))
        body.place(scene, left, top + 2, width, high - 4)


def dialog(context: Context, page: Page) -> Dialog[Message]:
    """Returns the dialog of a page above the window's own."""
    match page.name:
        case "bookmark":
            fields = Column(
                [Label("Name", "small", "muted"), Field("name", "Name", "editBMPanel_namePicker"), Space(6),
                 Label(str(page.arg), "small", "muted")],
                gap=4,
            )  # fmt: skip
            known = any(row.url == page.arg for row in context.get(BOOKMARKS))
            actions: list[Widget[Message]] = [Button("Cancel", CANCEL, "outlined"), Button("Save", ("save_bookmark",))]
            if known:
                actions.insert(0, Button("Remove Bookmark", ("unmark", page.arg), "danger"))
            title = "Edit bookmark" if known else "Add bookmark"
            return Dialog(title, fields, actions, 460, CANCEL, modal=False)  # a panel
        case "ask_replace":
            name, folder = str(page.arg).rpartition("/")[2], str(page.arg).rpartition("/")[0] or "/"
            return ask(
                f"A file named “{name}” already exists. Do you want to replace it?",
                f"The file already exists in “{folder}”. Replacing it will overwrite its contents.",
                Button("Replace", ("replace_file", page.arg)),
            )
        case "ask_clear":
            return ask(
                "Clear browsing history?", "All addresses that you visited will be forgotten. Bookmarks stay.",
                Button("Clear", ("clear_history",)),
            )  # fmt: skip
        case "error":
            return notice(*page.arg)
    return file_chooser.dialog(context, "Save As" if page.name == "save_as" else "Open")


def beside(context: Context, state: Browser, view: Widget[Message], width: int) -> Widget[Message]:
    """Returns the page's view, with the sidebar beside it where it is open.

    Args:
        context: The window's context.
        state: The browser's state, which says whether a sidebar is open.
        view: The page's view.
        width: Width of the sidebar, in pixels.
    """
    if not state.side:
        return view
    return Row([Sized(_Tall(sidebar(context, state)), w=width), view], flex=1)


class _Tall(Widget[Message]):
    """A child that takes all of the height."""

    __slots__ = ("child",)

    def __init__(self, child: Widget[Message]) -> None:
        self.flex, self.child = 0, child

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Places the child, and a line beside it."""
        self.child.place(scene, x, y, w, h)
        scene.fill(x + w - 1, y, 1, h, scene.theme.outline)
