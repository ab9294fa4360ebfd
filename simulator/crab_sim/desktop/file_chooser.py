"""The dialog to choose a file, to open it or to save under its name: a field for a path, places, and a list."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.bars import ToolButton
from crab_sim.desktop.widgets import (
    CANCEL,
    HOME,
    CancelMessage,
    Sized,
    dated,
    dialog_page,
    expand,
    icon_of,
    kind_of,
    sized,
    split_name,
)
from crab_sim.draw import text as metrics
from crab_sim.files import Files, normalise
from crab_sim.files.entries import entry_size
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Field,
    Icon,
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
from crab_sim.ui.node import DISABLED, SELECTED

__all__ = ["ChooserMessage", "PickMessage", "chosen", "dialog", "page", "update"]

PickMessage: TypeAlias = tuple[Literal["pick", "enter_folder", "pick_open"], str]
"""The messages of the list and the places, each with a path; `update` takes them."""
ChooserMessage: TypeAlias = PickMessage | tuple[Literal["choose"]] | CancelMessage
"""The messages of the dialog."""

_SIZE, _KIND, _WHEN = 70, 76, 92  # widths of the columns beside the name, in pixels
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
    """Returns the path in the field; None if it is empty, or names a folder, which the dialog then enters."""
    page = context.page
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
    context.set(arg=folder, fields={**page.fields, "name": ""}, selection=(0, 0), scroll={}, focus="name")


def update(context: Context, message: PickMessage) -> bool:
    """Handles clicks on the list; returns whether a file was chosen for good."""
    page = context.page
    name, target = message
    files: Files = context.get(FILES)
    if name == "enter_folder" or (name == "pick_open" and files.is_dir(target)):
        _enter(context, target)
        return False
    text = target.rpartition("/")[2]
    context.set(fields={**page.fields, "name": text}, selection=(0, len(text)), focus="name")
    return name == "pick_open"


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
            x, y, w, h, "list_item", self.name, message=("pick", self.path),
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


class _Headings(Widget):
    """The headings of the list, which is sorted by name, folders first."""

    __slots__ = ()

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the headings."""
        return theme.font + 10

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the headings; they can't be clicked."""
        theme, left = scene.theme, x
        widths = (w - _SIZE - _KIND - _WHEN, _SIZE, _KIND, _WHEN)
        for text, width in zip(("Name", "Size", "Type", "Modified"), widths, strict=True):
            lead = 6 if text == "Name" else 0
            scene.text(left + lead, y, width - lead, h, theme.say(text), theme.muted, theme.small, "bold")
            scene.node(left, y, width, h, "button", text, flags=DISABLED)
            left += width
        scene.fill(x, y + h - 1, w, 1, theme.outline)


def _rows(context: Context, folder: str) -> list[Widget[PickMessage]]:
    files: Files = context.get(FILES)
    stem = folder.rstrip("/")
    names = [name for name in files.list(folder) if name[0] != "."]
    names.sort(key=lambda name: (not files.is_dir(f"{stem}/{name}"), name.casefold()))
    rows: list[Widget[PickMessage]] = []
    for name in names:
        path = f"{stem}/{name}"
        is_dir, entry = files.is_dir(path), files.lstat(path)
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


def _path_bar(folder: str) -> Row[PickMessage]:
    """Returns the folders that lead to the listed one, each with a button."""
    crumbs: list[Widget[PickMessage]] = []
    at = folder
    while len(crumbs) < _CRUMBS:
        name = at.rpartition("/")[2] or "/"
        crumbs.insert(0, Button(name, ("enter_folder", at), "tonal" if at == folder else "outlined"))
        if at in (HOME, "/"):
            break
        at = at.rpartition("/")[0] or "/"
    parent = folder.rpartition("/")[0] or "/"
    return Row(
        [
            ToolButton("chevron_left", "Up Path", ("enter_folder", parent)), *crumbs,
            ToolButton("chevron_right", "Down Path", ("nothing",), enabled=False), Space(flex=1),
            ToolButton("folder_add", "Create Folder", ("nothing",), enabled=False),
        ],
        gap=4,
    )  # fmt: skip


def _places(folder: str) -> Column[PickMessage]:
    """Returns the list of places beside the folder's."""
    return Column(
        [
            Tile("Home", ("enter_folder", HOME), leading=Icon("home"), selected=folder == HOME),
            Tile("Other Locations", ("enter_folder", "/"), leading=Icon("add"), selected=folder == "/"),
        ]
    )


def dialog(context: Context, title: str, action: str = "") -> Dialog[ChooserMessage]:
    """Returns the dialog.

    Args:
        context: The window's context.
        title: Its title, ``Open``, ``Save As`` or another with an action.
        action: The text of its main button; by default ``Open`` or ``Save``, as the title says.
    """
    page = context.page
    files: Files = context.get(FILES)
    folder = page.arg if files.is_dir(page.arg) else "/"
    saves = title.startswith(("Save", "Export"))
    action = action or ("Save" if saves else "Open")
    label = Label("Name:" if saves else "Location:", role="")
    field = Field("name", "Name" if saves else "Name or path", "name_entry", flex=1)
    rows = Sized(Scroll("chooser", _rows(context, folder)), h=210, flex=1)
    listed = Column([_path_bar(folder), _Headings(), rows], gap=4, flex=1)
    body = Column([Row([label, field], gap=8), Row([Sized(_places(folder), w=168), listed], gap=8, flex=1)], gap=8)
    return Dialog(title, body, [Button("Cancel", CANCEL, "outlined"), Button(action, ("choose",))], 760, CANCEL)
