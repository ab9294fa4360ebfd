"""The Archive Manager's dialog to add files: a folder whose rows have boxes to check, and what is left out.

* `page`, `dialog`, `update` - the dialog. `Adding` - its state beside the fields. `chosen` - what it adds.
"""

from __future__ import annotations

from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.packing import gathered
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
    sized,
)
from crab_sim.draw import text as metrics
from crab_sim.engines.archives import Packed
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
    IconButton,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Theme,
    Tile,
    Toggle,
    Widget,
)
from crab_sim.ui.node import CHECKABLE, CHECKED, SELECTED

__all__ = ["AddMessage", "Adding", "chosen", "dialog", "page", "update"]

AddMessage: TypeAlias = (
    tuple[Literal["mark", "check", "go", "sort"], str] | tuple[Literal["level_up", "options", "newer", "follow"]]
)
"""The messages about the rows, the folder, and what is left out."""
DialogMessage: TypeAlias = AddMessage | tuple[Literal["choose"]] | CancelMessage

_SIZE, _WHEN, _BOX = 100, 100, 20  # widths of the columns beside the name, and of a box, in pixels
_HEADINGS: Final[tuple[tuple[str, AddMessage, int], ...]] = (
    ("Name", ("sort", "Name"), 0),
    ("Size", ("sort", "Size"), _SIZE),
    ("Modified", ("sort", "Modified"), _WHEN),
)
_PLACES: Final = (("Home", HOME, "home"), ("Desktop", f"{HOME}/Desktop", "display"), ("Trash", TRASH, "delete"),
                  ("Computer", "/", "storage"))  # fmt: skip
_PATTERNS: Final = (
    ("include", "Include files:"),
    ("exclude", "Exclude files:"),
    ("exclude_folders", "Exclude folders:"),
)


class Adding(NamedTuple):
    """The state of the dialog, beside its fields.

    Attributes:
        checked: The paths whose boxes are checked.
        marked: The path of the selected row.
        sort: The column by which the rows are sorted, with a minus for the other direction.
        options: Whether it shows what is left out.
        newer: Whether only files are added that are newer than those of their path in the archive.
        follow: Whether links are followed; there are none that lead to other files.
    """

    checked: tuple[str, ...] = ()
    marked: str = ""
    sort: str = "Name"
    options: bool = False
    newer: bool = False
    follow: bool = False


def page(context: Context, folder: str) -> Page:
    """Returns the dialog's page, which shows a folder."""
    files: Files = context.get(FILES)
    folder = folder if files.is_dir(folder) else HOME
    fields = {**context.page.fields, "name": folder, "include": "*", "exclude": "", "exclude_folders": ""}
    return dialog_page(context, "add", folder)._replace(fields=fields, scroll={}, data=Adding())


def _state(context: Context) -> Adding:
    state: Adding = context.page.data
    return state


def update(context: Context, message: AddMessage) -> None:
    """Handles the dialog's messages."""
    page, state = context.page, _state(context)
    match message:
        case ("mark", path):
            context.set(data=state._replace(marked=path), focus="")
        case ("check", path):
            rest = tuple([each for each in state.checked if each != path])
            checked = rest if path in state.checked else (*state.checked, path)
            context.set(data=state._replace(checked=checked, marked=path), focus="")
        case ("go", path):
            folder = normalise(expand(path.strip(), page.arg))
            files: Files = context.get(FILES)
            if files.is_dir(folder) and files.allows(folder, "user", "r"):
                fields = {**page.fields, "name": folder}
                context.set(arg=folder, fields=fields, scroll={}, data=state._replace(checked=(), marked=""))
        case ("level_up",):
            update(context, ("go", page.arg.rpartition("/")[0] or "/"))
        case ("sort", column):
            context.set(data=state._replace(sort=f"-{column}" if state.sort == column else column))
        case ("options",):
            context.set(data=state._replace(options=not state.options))
        case ("newer",):
            context.set(data=state._replace(newer=not state.newer))
        case ("follow",):
            context.set(data=state._replace(follow=not state.follow))
        case _:
            assert_never(message)


def chosen(context: Context, old: Callable[[str], float | None]) -> list[Packed]:
    """Returns what the dialog adds to the shown folder of the archive.

    Args:
        context: The window's context.
        old: Returns the time of an entry of the archive, None where it has none of this path.
    """
    state, fields = _state(context), context.page.fields
    found = gathered(context.get(FILES), state.checked, context.base.data.folder)
    added: list[Packed] = []
    for entry in found:
        *folders, name = entry.path.split("/")
        left_out = [*folders, name] if entry.data is None else folders
        if any(_matches(folder, fields["exclude_folders"]) for folder in left_out):
            continue
        if entry.data is not None and (
            not _matches(name, fields["include"] or "*") or _matches(name, fields["exclude"])
        ):
            continue
        before = old(entry.path) if state.newer else None
        if before is None or entry.data is None or entry.mtime > before:
            added.append(entry)
    return added


def _matches(name: str, patterns: str) -> bool:
    """Returns whether one of some patterns, with semicolons between them, matches a name."""
    return any(fnmatchcase(name, pattern.strip()) for pattern in patterns.split(";") if pattern.strip())


class _Line(Widget[AddMessage]):
    """A file or folder: its box, its icon and name, its size, and when it was changed."""

    __slots__ = ("checked", "folder", "marked", "path", "size", "when")

    def __init__(self, path: str, folder: bool, texts: tuple[str, str], state: Adding) -> None:
        self.flex, self.path, self.folder = 0, path, folder
        self.size, self.when = texts
        self.checked, self.marked = path in state.checked, path == state.marked

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.font + 10

    def place(self, scene: Scene[AddMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the row."""
        theme, name = scene.theme, self.path.rpartition("/")[2]
        if self.marked:
            scene.round(x, y, w, h, theme.tonal, 5)
        enter: AddMessage = ("go", self.path) if self.folder else ("mark", self.path)
        room = w - _SIZE - _WHEN
        flags = SELECTED if self.marked else 0
        scene.node(x, y, room, h, "cell", name, message=("mark", self.path), double_message=enter, flags=flags)
        flags |= CHECKABLE | (CHECKED if self.checked else 0)
        scene.node(x, y, _BOX, h, "checkbox", description=name, message=("check", self.path), flags=flags)
        for text, left, width in ((self.size, x + room, _SIZE), (self.when, x + room + _SIZE, _WHEN)):
            scene.text(left, y, width, h, text, theme.muted, theme.small)
            if text:
                scene.node(left, y, width, h, "cell", text, message=("mark", self.path), double_message=enter)
        if not scene.drawn:
            return
        side, top = 14, y + (h - 14) // 2
        if self.checked:
            scene.round(x + 4, top, side, side, theme.accent, 3)
            scene.icon(x + 5, top + 1, side - 2, "check", theme.on_accent)
        else:
            scene.frame(x + 4, top, side, side, theme.muted, 3)
        icon, tone = icon_of(name, self.folder)
        scene.icon(x + _BOX + 4, y + (h - 16) // 2, 16, icon, theme.muted if isinstance(tone, str) else tone)
        shown = metrics.ellipsize(name, "regular", theme.font, room - _BOX - 30)
        scene.text(x + _BOX + 26, y, room, h, shown, theme.on_tonal if self.marked else theme.text, theme.font)


def _lines(context: Context) -> list[Widget[AddMessage]]:
    files: Files = context.get(FILES)
    folder, state = context.page.arg, _state(context)
    stem = folder.rstrip("/")
    paths = sorted([f"{stem}/{name}" for name in files.list(folder) if name[0] != "."], key=str.casefold)
    column, downward = state.sort.lstrip("-"), state.sort.startswith("-")
    keys: dict[str, Callable[[str], Any]] = {
        "Name": str.casefold,
        "Size": lambda path: entry_size(files.lstat(path)),
        "Modified": lambda path: files.lstat(path).mtime,
    }
    paths.sort(key=keys[column], reverse=downward)
    paths.sort(key=lambda path: not files.is_dir(path))
    lines: list[Widget[AddMessage]] = []
    for path in paths:
        entry, is_dir = files.lstat(path), files.is_dir(path)
        texts = "" if is_dir else sized(entry_size(entry)), dated(entry.mtime, context.now)
        lines.append(_Line(path, is_dir, texts, state))
    return lines


def _options(state: Adding) -> Widget[AddMessage]:
    """Returns the fields and boxes about what is left out."""
    fields: list[Widget[AddMessage]] = [Label("Add", font="bold")]
    fields += [
        Row([Sized(Label(label), w=120), Field(key, "example: *.o; *.bak", flex=1)], gap=8) for key, label in _PATTERNS
    ]
    boxes: list[Widget[AddMessage]] = [
        Tile("Add only if newer", ("newer",), leading=Toggle("checkbox", state.newer), role="checkbox"),
        Tile("Follow symbolic links", ("follow",), leading=Toggle("checkbox", state.follow), role="checkbox"),
    ]
    actions: list[Widget[AddMessage]] = [Label("Actions", font="bold"), *boxes]
    return Row([Column(fields, gap=4, flex=1), Column(actions, flex=1)], gap=24)


def dialog(context: Context) -> Dialog[DialogMessage]:
    """Returns the dialog."""
    state, folder = _state(context), context.page.arg
    up = IconButton[AddMessage]("chevron_up", "Go up one level", ("level_up",), tone="text")
    places = Column[AddMessage](
        [Tile(name, ("go", path), leading=Icon(icon), selected=path == folder) for name, path, icon in _PLACES]
    )
    rows = Sized(Scroll("rows", _lines(context), role="table"), h=220 if state.options else 384, flex=1)
    body: list[Widget[AddMessage]] = [
        Row([Label("Location:"), Field("name", "", "location_entry", flex=1), up], gap=8),
        Row([Sized(places, w=150), Column([SortHeadings(_HEADINGS), rows], flex=1)], gap=8),
    ]
    if state.options:
        body.append(_options(state))
    bar: list[Widget[DialogMessage]] = [
        Button("Cancel", CANCEL, "outlined"),
        Label("Add Files", font="bold", align="center", flex=1),
        Button("Options", ("options",), "tonal" if state.options else "outlined"),
        Button("Add", ("choose",), enabled=bool(state.checked)),
    ]
    return Dialog("Add Files", Column(body, gap=8), (), 780, CANCEL, heading=Row(bar, gap=8))
