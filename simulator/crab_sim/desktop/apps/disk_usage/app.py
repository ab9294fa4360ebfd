"""The Disk Usage Analyzer, as GNOME's Baobab: a folder's tree, by the space that its parts take.

State: page ``disk_usage`` (arg: the folder that was scanned, ``""`` for the list of places; data: `Shown`), and above
it the file chooser ``open``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.disk_usage import APP as FACTS
from crab_sim.desktop.chrome.bars import ToolButton
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, Entry, MenuMessage, handle_menu, open_popup
from crab_sim.desktop.file_chooser import ChooserMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.trash import move_to_trash
from crab_sim.desktop.widgets import CANCEL, HOME, card, dated, dialog_key, sized
from crab_sim.draw import text as metrics
from crab_sim.files import Directory, File, FileError, Files, normalise
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui import (
    Column,
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
)  # fmt: skip
from crab_sim.ui.node import DISABLED, SELECTED

__all__ = ["APP", "Shown"]

_MAX_ROWS: Final = 2000


class Shown(NamedTuple):
    """The state of the window.

    Attributes:
        opened: The folders whose parts are shown.
        selected: The path that is selected, ``""`` for none.
    """

    opened: tuple[str, ...] = ()
    selected: str = ""


class Branch(NamedTuple):
    """One row of the tree.

    Attributes:
        path: Its path.
        depth: How many folders it is below the one that was scanned.
        folder: Whether it is a folder.
        size: Its bytes, with all that is in it.
        share: Its share of the folder above it, from 0 to 1.
        items: The number of files and folders in it.
        mtime: The time at which it was modified.
    """

    path: str
    depth: int
    folder: bool
    size: int
    share: float
    items: int
    mtime: float


MenuChoice: TypeAlias = tuple[Literal["show", "copy", "trash"]]
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | MenuChoice
    | ChooserMessage
    | tuple[Literal["scan", "select", "turn", "item_menu"], str]
    | tuple[Literal["back", "rescan", "open"]]
)

_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Open Folder", ("show",)),
    Entry("Copy Path to Clipboard", ("copy",)),
    Entry("Move to Trash", ("trash",)),
)


def _shown(context: Context) -> Shown:
    shown: Shown = context.base.data
    return shown


class _Total(NamedTuple):
    """The bytes of a file or folder with all that is in it, and the number of things in it."""

    size: int
    items: int


def _totals(files: Files, folder: str) -> dict[str, _Total]:
    """Returns the totals of a folder and of everything below it, by path."""
    found: dict[str, _Total] = {}
    for path, entry in files.walk(folder):
        size = len(entry.data) if isinstance(entry, File) else 0
        found[path] = _Total(size, 0)
        above = path
        while above != folder:
            above = above.rpartition("/")[0] or "/"
            found[above] = _Total(found[above].size + size, found[above].items + 1)
    return found


def tree(files: Files, folder: str, opened: Sequence[str]) -> list[Branch]:
    """Returns the rows of a folder's tree, of each folder the largest parts first."""
    totals = _totals(files, folder)
    rows: list[Branch] = []

    def add(path: str, depth: int, above: int) -> None:
        total, is_dir = totals[path], isinstance(files.lstat(path), Directory)
        share = total.size / above if above else 0.0
        if len(rows) < _MAX_ROWS:
            rows.append(Branch(path, depth, is_dir, total.size, share, total.items, files.lstat(path).mtime))
        if is_dir and path in opened:
            parts = [f"{path.rstrip('/')}/{name}" for name in files.list(path)]
            for part in sorted(parts, key=lambda one: (-totals[one].size, one)):
                add(part, depth + 1, total.size)

    add(folder, 0, totals[folder].size)
    return rows


# Views --------------------------------------------------------------------------------------------------------------


class _Line(Widget[Message]):
    """A row of the tree: an arrow, the name, a bar of its share, size, contents, date."""

    __slots__ = ("now", "opened", "row", "selected")

    def __init__(self, row: Branch, opened: bool, selected: bool, now: float) -> None:
        self.flex, self.row, self.opened, self.selected, self.now = 0, row, opened, selected, now

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 18

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, row = scene.theme, self.row
        name = row.path.rpartition("/")[2] or "/"
        items = f"{row.items} item{'' if row.items == 1 else 's'}" if row.folder else ""
        texts = (sized(row.size), items, dated(row.mtime, self.now))
        scene.node(
            x, y, w, h, "list_item", name, ", ".join([text for text in texts if text]), message=("select", row.path),
            long_message=("item_menu", row.path), double_message=("turn", row.path),
            flags=SELECTED if self.selected else 0,
        )  # fmt: skip
        if self.selected:
            scene.round(x, y + 1, w, h - 2, theme.selection, 6)
        left = x + 8 + 18 * row.depth
        if row.items:
            scene.icon(left, y + (h - 12) // 2, 12, "chevron_down" if self.opened else "chevron_right", theme.muted)
            verb = "Collapse" if self.opened else "Expand"
            scene.node(left - 4, y, 22, h, "button", "", f"{verb} {name}", message=("turn", row.path))
        scene.icon(left + 20, y + (h - 16) // 2, 16, "folder" if row.folder else "file", theme.muted)
        right = x + w - 380
        room = max(40, right - left - 50)
        shown = metrics.ellipsize(name, "regular", theme.font, room)
        scene.text(left + 42, y, room, h, shown, theme.text, theme.font)
        scene.round(right, y + h // 2 - 4, 90, 8, theme.faint, 4)
        if row.share:
            scene.round(right, y + h // 2 - 4, max(4, round(90 * row.share)), 8, theme.accent, 4)
        for text, offset in zip(texts, (90, 180, 270), strict=True):
            scene.text(right + offset, y, 90, h, text, theme.muted, theme.small, align="right")


def view(context: Context) -> View[Message]:
    """Shows the places, or the tree of the folder that was scanned."""
    page, base, shown = context.page, context.base, _shown(context)
    files, folder = context.get(FILES), base.arg
    if not folder:
        body: Widget[Message] = Column([_places(files)], flex=1)
        return View(body, file_chooser.dialog(context, "Select Folder", "Select") if page is not base else None)
    bar: Widget[Message] = Row(
        [
            IconButton("back", "Go back to location list", ("back",), tone="text"),
            Label(_name(folder), font="bold", flex=1, align="center"),
            IconButton("refresh", "Rescan", ("rescan",), tone="text"),
        ],
        pad=(8, 5), background="bar",
    )  # fmt: skip
    if not files.is_dir(folder):
        return View(Column([bar, Label("The folder is not there any more.", tone="muted", pad=(20, 60))]))
    now = context.now
    lines = [_Line(row, row.path in shown.opened, row.path == shown.selected, now) for row in
             tree(files, folder, shown.opened)]  # fmt: skip
    return View(Column([bar, _HEADS, Scroll("tree", lines, pad=(8, 6)), _CHARTS]), popup(_MENU, page.overlay))


def _absent(text: str) -> ToolButton[Message]:
    return ToolButton("", "", ("nothing",), enabled=False, text=text, font="regular")


_HEADS: Final = Row(
    [_absent("Folder"), Space(flex=1), _absent("Size"), _absent("Contents"), _absent("Modified")],
    pad=(30, 0), background="bar",
)  # fmt: skip


class _Chart(Widget[Message]):
    """The tab of a chart, which isn't there."""

    __slots__ = ("icon", "text")

    def __init__(self, text: str, icon: str) -> None:
        self.flex, self.text, self.icon = 0, text, icon

    def width(self, theme: Theme) -> int:
        """Returns the tab's width."""
        return 40

    def height(self, theme: Theme, w: int) -> int:
        """Returns the tab's height."""
        return 28

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the tab."""
        scene.icon(x + (w - 16) // 2, y + (h - 16) // 2, 16, self.icon, scene.theme.faint)
        scene.node(x, y, w, h, "tab", self.text, message=("nothing",), flags=DISABLED)


_CHARTS: Final = Row(
    [Space(flex=1), _Chart("Rings Chart", "circle"), _Chart("Treemap Chart", "grid"), Space(flex=1)], background="bar"
)


def _name(folder: str) -> str:
    return "Home Folder" if folder == HOME else folder.rpartition("/")[2] or "Computer"


def _places(files: Files) -> Widget[Message]:
    disk = f"{sized(64 << 30)} Total"
    rows: list[Widget[Message]] = [
        Tile("Home Folder", ("scan", HOME), HOME, Icon("home"), Label(sized(_totals(files, HOME)[HOME].size))),
        Tile("Computer", ("scan", "/"), "/", Icon("storage"), Label(disk, tone="muted")),
        Tile("Scan Folder…", ("open",), leading=Icon("folder")),
    ]
    title = Label("Devices & Locations", "title", font="bold", pad=(16, 16))
    return Column([title, Row([Space(16), Column([card(rows)], flex=1), Space(16)])], flex=1)


# Events -------------------------------------------------------------------------------------------------------------


def _scan(context: Context, folder: str) -> None:
    context.replace(Page("disk_usage", folder, data=Shown((folder,), folder)))


def _turn(context: Context, path: str) -> None:
    """Shows or hides the parts of a folder."""
    shown = _shown(context)
    others = tuple([one for one in shown.opened if one != path])
    context.set(data=Shown(others if path in shown.opened else (*others, path), path))


def _choose(context: Context) -> None:
    """Takes the folder of the file chooser: the one in its field, or the one that it lists."""
    page, files = context.page, context.get(FILES)
    text = page.fields["name"].strip()
    path = normalise(text, page.arg) if text else page.arg
    if files.is_dir(path):
        context.pop()
        _scan(context, path)


def _trash(context: Context) -> None:
    files, path = context.get(FILES), _shown(context).selected
    above = path.rpartition("/")[0] or "/"
    if path.startswith(f"{HOME}/") and files.exists(path) and files.allows(above, "user", "w"):
        try:
            context.put(FILES, move_to_trash(files, path, context.machine.now))
        except FileError:
            return
        context.set(data=_shown(context)._replace(selected=above))


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the events of the Disk Usage Analyzer."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    shown = _shown(context)
    match message:
        case ("scan", folder):
            _scan(context, folder)
        case ("back",):
            context.replace(start(()))
        case ("rescan",):
            context.set(scroll={})
        case ("select", path):
            context.set(data=shown._replace(selected=path))
        case ("turn", path):
            _turn(context, path)
        case ("item_menu", path):
            context.set(data=shown._replace(selected=path))
            open_popup(context)
        case ("open",):
            context.push(file_chooser.page(context, "open", HOME, ""))
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            file_chooser.update(context, message)
        case ("choose",) | ("submit", _):
            _choose(context)
        case ("show",):
            is_dir = context.get(FILES).is_dir(shown.selected)
            context.open("files", shown.selected if is_dir else shown.selected.rpartition("/")[0] or "/")
        case ("copy",):
            context.put(CLIPBOARD, shown.selected)
        case ("trash",):
            _trash(context)
        case ("cancel",):
            context.pop()
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def key(context: Context, name: str) -> bool:
    """Handles the keys of the Disk Usage Analyzer."""
    page = context.page
    if page.overlay:
        return False
    if page.name == "open":
        return dialog_key(context, name, update, CANCEL)
    match name:
        case "up" | "down" if page.arg and context.get(FILES).is_dir(page.arg):
            paths = [row.path for row in tree(context.get(FILES), page.arg, page.data.opened)]
            selected = page.data.selected
            at = paths.index(selected) + (1 if name == "down" else -1) if selected in paths else 0
            update(context, ("select", paths[max(0, min(len(paths) - 1, at))]))
        case "left" | "right" if page.arg and (page.data.selected in page.data.opened) == (name == "left"):
            _turn(context, page.data.selected)
        case "alt+left" if page.arg:
            update(context, ("back",))
        case "ctrl+o" if not page.arg:
            update(context, ("open",))
        case "f5" | "ctrl+r" if page.arg:
            update(context, ("rescan",))
        case "ctrl+q" | "ctrl+w":
            context.close()
        case _:
            return False
    return True


def start(intent: Intent) -> Page:
    """Returns the list of places, or a folder's page."""
    folder = intent[0] if intent and intent[0] != "new" else ""
    return Page("disk_usage", folder, data=Shown((folder,), folder) if folder else Shown())


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: _name(context.base.arg) if context.base.arg else "Devices & Locations",
    key=key,
    **FACTS.facts,
)
