"""The dialog to choose a file, to open it or to save under its name: a field for a path, places, and a list.

What it shows besides is among its page's fields: the column by which the list is sorted (``chooser_sort``), the list
of devices in place of a folder (``chooser_place``), whether a folder is being made (``chooser_new``), and the values of
its buttons with menus, by their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_sim.desktop.chrome.bars import ToolButton
from crab_sim.desktop.popover import Popover
from crab_sim.desktop.widgets import (
    CANCEL,
    HOME,
    TRASH,
    CancelMessage,
    Sized,
    SortHeadings,
    dated,
    dialog_page,
    expand,
    icon_of,
    kind_of,
    name_problem,
    sized,
    split_name,
)
from crab_sim.draw import text as metrics
from crab_sim.files import FileError, Files, normalise
from crab_sim.files.entries import entry_size
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Icon,
    Item,
    Label,
    Menu,
    Page,
    Row,
    Scene,
    Scroll,
    Space,
    Theme,
    Tile,
    Widget,
)
from crab_sim.ui.node import SELECTED

__all__ = ["ChooserMessage", "Option", "PickMessage", "chosen", "dialog", "page", "update"]

PickMessage: TypeAlias = tuple[Literal["pick", "enter_folder", "pick_open", "arrange"], str]
"""The messages of the list and the places, each with a path, and of the buttons around them; `update` takes them."""
ChooserMessage: TypeAlias = PickMessage | tuple[Literal["choose"]] | CancelMessage
"""The messages of the dialog."""


class Option(NamedTuple):
    """A button of the dialog with a menu of values.

    Attributes:
        label: The text before it; ``""`` for the filter of the list, at the right.
        values: The values; the first one holds at first.
        endings: The endings of the files that a filter lets through, for each value; empty for all.
    """

    label: str
    values: tuple[str, ...]
    endings: tuple[tuple[str, ...], ...] = ()


_SIZE, _KIND, _WHEN = 70, 76, 92  # widths of the columns beside the name, in pixels
_HEADINGS: Final[tuple[tuple[str, PickMessage, int], ...]] = (
    ("Name", ("arrange", "sort:Name"), 0),
    ("Size", ("arrange", "sort:Size"), _SIZE),
    ("Type", ("arrange", "sort:Type"), _KIND),
    ("Modified", ("arrange", "sort:Modified"), _WHEN),
)
_CRUMBS = 4  # most folders of a path that have buttons


def page(context: Context, name: str, folder: str, text: str) -> Page:
    """Returns the dialog's page, with a proposed name whose stem is selected.

    Args:
        context: The window's context.
        name: Name of the page.
        folder: The folder that it lists first.
        text: The proposed name.
    """
    files: Files = context.get(FILES)
    folder = folder if files.is_dir(folder) else HOME
    new = dialog_page(context, name, folder, "name", text, len(split_name(text)[0]))
    return new._replace(scroll={})


def chosen(context: Context) -> str | None:
    """Returns the path in the field; None if it is empty, or names a folder, which the dialog then enters.

    None, too, while a folder is being made, which the dialog enters.
    """
    page = context.page
    if page.fields.get("chooser_new"):  # Enter in the popover, or a click beside it
        _make_folder(context, page.fields.get("folder", ""))
        return None
    text = page.fields["name"]
    if not text.strip():
        return None
    path = normalise(expand(text, page.arg))
    files: Files = context.get(FILES)
    if files.is_dir(path):
        _enter(context, path)
        return None
    return path


def _enter(context: Context, folder: str) -> None:
    page = context.page
    texts = {**page.fields, "name": "", "chooser_place": "", "chooser_new": ""}
    context.set(arg=folder, fields=texts, selection=(0, 0), scroll={}, focus="name", overlay=())


def update(context: Context, message: PickMessage) -> bool:
    """Handles clicks on the list; returns whether a file was chosen for good."""
    page = context.page
    name, target = message
    files: Files = context.get(FILES)
    if name == "arrange":
        _arrange(context, target)
        return False
    if name == "enter_folder" or (name == "pick_open" and files.is_dir(target)):
        _enter(context, target)
        return False
    text = target.rpartition("/")[2]
    context.set(fields={**page.fields, "name": text}, selection=(0, len(text)), focus="name")
    return name == "pick_open"


def _arrange(context: Context, what: str) -> None:
    """Handles the headings, the devices, the buttons with menus, and the making of a folder."""
    texts = context.page.fields
    kind, _, value = what.partition(":")
    if kind == "sort":
        now = texts.get("chooser_sort", "Name")
        context.set(fields={**texts, "chooser_sort": f"-{value}" if now == value else value})
    elif kind == "devices":
        context.set(fields={**texts, "chooser_place": kind}, overlay=())
    elif kind == "choose":
        label, _, choice = value.partition("=")
        context.set(fields={**texts, f"chooser_{label}": choice}, overlay=(), scroll={})
    elif kind == "new":
        _make_folder(context, texts.get("folder", ""))
    elif kind == "folder":
        new = value == "ask"
        focus = "folder" if new else "name"
        context.set(fields={**texts, "folder": "", "chooser_new": "1" if new else ""}, focus=focus, selection=(0, 0))
    else:
        context.set(overlay=("chooser", value, *context.point))


def _make_folder(context: Context, name: str) -> None:
    files: Files = context.get(FILES)
    path = f"{context.page.arg.rstrip('/')}/{name}"
    if not name.strip() or name_problem(name, files.exists(path), "folder"):
        return
    if files.allows(context.page.arg, "user", "w"):
        with suppress(FileError):
            context.put(FILES, files.mkdir(path, context.now))
            _enter(context, path)


def _lets_through(context: Context, option: Option | None, name: str) -> bool:
    """Returns whether a filter lets a file through."""
    if option is None:
        return True
    value = context.page.fields.get(f"chooser_{option.label}", option.values[0])
    endings = option.endings[option.values.index(value)]
    return not endings or name.rpartition(".")[2].lower() in endings or ("." not in name and "" in endings)


class _Row(Widget[PickMessage]):
    """A file or folder of the list: its icon and name, its size, its kind, and when it was changed."""

    __slots__ = ("folder", "kind", "name", "path", "selected", "size", "when")

    def __init__(self, path: str, folder: bool, texts: tuple[str, str, str], selected: bool) -> None:
        self.flex, self.path, self.folder, self.selected = 0, path, folder, selected
        self.name = path.rpartition("/")[2]
        self.size, self.kind, self.when = texts

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 12

    def place(self, scene: Scene[PickMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme = scene.theme
        if self.selected:
            scene.round(x, y, w, h, theme.tonal, 5)
        ink = theme.on_tonal if self.selected else theme.text
        icon, tone = icon_of(self.name, self.folder)
        scene.icon(x + 6, y + (h - 16) // 2, 16, icon, theme.muted if isinstance(tone, str) else tone)
        room = w - 34 - _SIZE - _KIND - _WHEN
        if scene.drawn:
            shown = metrics.ellipsize(self.name, "regular", theme.font, room)
            scene.text(x + 30, y, room, h, shown, ink, theme.font)
        scene.node(
            x, y, w, h, "cell", self.name, message=("pick", self.path),
            double_message=("pick_open", self.path), flags=SELECTED if self.selected else 0,
        )  # fmt: skip
        left = x + w - _SIZE - _KIND - _WHEN
        for text, width in ((self.size, _SIZE), (self.kind, _KIND), (self.when, _WHEN)):
            if text:
                scene.text(left, y, width, h, text, theme.muted, theme.small)
                scene.node(
                    left, y, width, h, "cell", text, message=("pick", self.path),
                    double_message=("pick_open", self.path),
                )  # fmt: skip
            left += width


def _rows(context: Context, folder: str, option: Option | None) -> list[Widget[PickMessage]]:
    files: Files = context.get(FILES)
    stem = folder.rstrip("/")
    paths = [f"{stem}/{name}" for name in files.list(folder) if name[0] != "."]
    paths = [path for path in paths if files.is_dir(path) or _lets_through(context, option, path.rpartition("/")[2])]
    paths.sort(key=str.casefold)
    sort = context.page.fields.get("chooser_sort", "Name")
    column, downward = sort.lstrip("-"), sort.startswith("-")
    if column == "Name":
        paths.sort(key=str.casefold, reverse=downward)
    elif column == "Size":
        paths.sort(key=lambda path: entry_size(files.lstat(path)), reverse=downward)
    elif column == "Type":
        paths.sort(key=lambda path: _kind(path.rpartition("/")[2]), reverse=downward)
    else:
        paths.sort(key=lambda path: files.lstat(path).mtime, reverse=downward)
    paths.sort(key=lambda path: not files.is_dir(path))
    rows: list[Widget[PickMessage]] = []
    for path in paths:
        is_dir, entry = files.is_dir(path), files.lstat(path)
        name = path.rpartition("/")[2]
        when = dated(entry.mtime, context.now)
        size = "" if is_dir else sized(entry_size(entry))
        texts = (size, "" if is_dir else _kind(name), when)
        rows.append(_Row(path, is_dir, texts, context.page.fields["name"] == name))
    return rows


def _kind(name: str) -> str:
    """Returns a file's kind as the dialog names it.

    >>> _kind("a.txt"), _kind("b.png")
    ('Text', 'Image')
    """
    kind = kind_of(name, False)
    return "Text" if kind == "Log" or name.endswith((".txt", ".md", ".csv")) else kind


def _path_bar(folder: str, saves: bool) -> Row[PickMessage]:
    """Returns the folders that lead to the listed one, each with a button."""
    crumbs: list[Widget[PickMessage]] = []
    at = folder
    while len(crumbs) < _CRUMBS:
        name = "Trash" if at == TRASH else at.rpartition("/")[2] or "/"
        crumbs.insert(0, Button(name, ("enter_folder", at), "tonal" if at == folder else "outlined"))
        if at in (HOME, TRASH, "/"):
            break
        at = at.rpartition("/")[0] or "/"
    parent = folder.rpartition("/")[0] or "/"
    bar: list[Widget[PickMessage]] = [
        ToolButton("chevron_left", "Up Path", ("enter_folder", parent), enabled=folder != TRASH), *crumbs,
        ToolButton("chevron_right", "Down Path", ("nothing",), enabled=False),
    ]  # fmt: skip
    if saves:
        bar += [Space(flex=1), ToolButton("folder_add", "Create Folder", ("arrange", "folder:ask"))]
    return Row(bar, gap=4)


def _places(context: Context, folder: str, saves: bool) -> Column[PickMessage]:
    """Returns the list of places beside the folder's."""
    others = bool(context.page.fields.get("chooser_place"))
    tiles: list[Widget[PickMessage]] = [
        Tile("Home", ("enter_folder", HOME), leading=Icon("home"), selected=folder == HOME and not others)
    ]
    if not saves:
        tiles.append(Tile("Trash", ("enter_folder", TRASH), leading=Icon("delete"), selected=folder == TRASH))
    tiles.append(Tile("Other Locations", ("arrange", "devices:"), leading=Icon("add"), selected=others))
    return Column(tiles)


def _value(context: Context, option: Option) -> Button[PickMessage]:
    """Returns an option's button."""
    value = context.page.fields.get(f"chooser_{option.label}", option.values[0])
    return Button(value, ("arrange", f"menu:{option.label}"), "outlined")


def _above(context: Context, options: Sequence[Option]) -> Widget[ChooserMessage] | None:
    overlay = context.page.overlay
    if context.page.fields.get("chooser_new"):
        create = Button[ChooserMessage]("Create", ("arrange", "new:"))
        return Popover("Folder Name", Field("folder", "", "folder_entry"), [create], ("arrange", "folder:"))
    if len(overlay) != 4 or overlay[0] != "chooser":
        return None
    _, label, x, y = overlay
    values = next((option.values for option in options if option.label == label), ())
    return Menu([Item(value, ("arrange", f"choose:{label}={value}")) for value in values], (x, y))


def _devices() -> Widget[PickMessage]:
    """Returns the list of devices and servers."""
    disk = Tile("Computer", ("enter_folder", "/"), "/", leading=Icon("display"))
    server = [
        Label("Connect to Server"),
        Field("server", "", flex=1),
        Button("Connect", ("nothing",), "outlined", enabled=False),
    ]
    return Column([disk, Space(flex=1), Row(server, gap=8)], flex=1)


def dialog(context: Context, title: str, action: str = "", options: Sequence[Option] = ()) -> Dialog[ChooserMessage]:
    """Returns the dialog.

    Args:
        context: The window's context.
        title: Its title, ``Open``, ``Save As`` or another with an action.
        action: The text of its main button; by default ``Open`` or ``Save``, as the title says.
        options: Its buttons with menus, the filter last.
    """
    page = context.page
    files: Files = context.get(FILES)
    folder = page.arg if files.is_dir(page.arg) else "/"
    saves = title.startswith(("Save", "Export"))
    action = action or ("Save" if saves else "Open")
    label = Label("Name:" if saves else "Location:", role="")
    field = Field("name", "Name" if saves else "Name or path", "name_entry", flex=1)
    filters = next((option for option in options if not option.label), None)
    rows = Sized(Scroll("chooser", _rows(context, folder, filters), role="table"), h=400, flex=1)
    listed: Widget[PickMessage] = Column(
        [_path_bar(folder, saves), SortHeadings(_HEADINGS, lead=6), rows], gap=4, flex=1
    )
    if page.fields.get("chooser_place"):
        listed = Sized(_devices(), h=470, flex=1)
    places = Sized(_places(context, folder, saves), w=168)
    below: list[Widget[PickMessage]] = [Row([label, field], gap=8), Row([places, listed], gap=8, flex=1)]
    if options:
        line: list[Widget[PickMessage]] = []
        for option in options:
            line += [Label(option.label)] if option.label else [Space(flex=1)]
            line.append(_value(context, option))
        below.append(Row(line, gap=8))
    buttons: list[Widget[ChooserMessage]] = [Button("Cancel", CANCEL, "outlined"), Button(action, ("choose",))]
    return Dialog(title, Column(below, gap=8), buttons, 1040, CANCEL, above=_above(context, options))
