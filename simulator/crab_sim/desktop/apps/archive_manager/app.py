"""The Archive Manager, as GNOME's File Roller: the files in an archive, extracting, adding and deleting them.

State: page ``archive`` (arg: the archive's path, ``""`` for none; data: `Place`), and above it the file choosers
``open``, ``new`` and ``extract``, and the dialogs ``add`` (see `adding`), ``ask_replace`` (arg: the folder),
``ask_delete``, ``extracted`` (arg: the folder), ``properties`` and ``notice``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple, assert_never

from crab_sim.desktop import file_chooser
from crab_sim.desktop.apps.archive_manager import APP as FACTS
from crab_sim.desktop.apps.archive_manager import adding
from crab_sim.desktop.apps.archive_manager.messages import AskCommand, DialogCommand, LookMessage, MenuChoice, Message
from crab_sim.desktop.apps.archive_manager.view import Row as Listed
from crab_sim.desktop.apps.archive_manager.view import listing, properties, rows_in
from crab_sim.desktop.chrome.bars import ToolButton, absent_button
from crab_sim.desktop.chrome.header import header
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import MENUS, SEPARATOR, Entry, handle_menu, open_popup
from crab_sim.desktop.file_types import opener
from crab_sim.desktop.packing import taken, unpacked
from crab_sim.desktop.widgets import CANCEL, HOME, Emblem, ask, dialog_key, dialog_page, expand, notice
from crab_sim.engines.archives import ArchiveError, Kind, Member, Packed, contents, kind_of, members, pack
from crab_sim.files import FileError, Files, normalise
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import FILES
from crab_sim.ui import Button, Column, Dialog, IconButton, Label, MessageGroup, Page, Space, Widget

__all__ = ["APP", "Place"]

_USER = "user"
_VIEWED: Final = "/tmp/archive-manager"


class Place(NamedTuple):
    """The state of the window.

    Attributes:
        folder: The folder of the archive, ``""`` for its top.
        selected: The paths in the archive that are selected.
    """

    folder: str = ""
    selected: tuple[str, ...] = ()


_LOOK: Final = MessageGroup(LookMessage)
_ADDING: Final = MessageGroup(adding.AddMessage)


def _place(context: Context) -> Place:
    place: Place = context.base.data
    return place


def _name(path: str) -> str:
    return path.rpartition("/")[2]


class _Opened(NamedTuple):
    """An archive that can be read, or why it can't be."""

    data: bytes
    kind: Kind
    members: tuple[Member, ...]
    fault: str = ""


def _opened(context: Context) -> _Opened:
    """Returns the window's archive."""
    files, path = context.get(FILES), context.base.arg
    kind = kind_of(path)
    if kind is None or not files.is_file(path):
        return _Opened(b"", "zip", (), "Archive type not supported." if path and files.is_file(path) else "It is gone.")
    if not files.allows(path, _USER, "r"):
        return _Opened(b"", kind, (), "Permission denied.")
    data = files.read(path)
    try:
        return _Opened(data, kind, members(data, kind))
    except ArchiveError as error:
        return _Opened(data, kind, (), f"{str(error)[0].upper()}{str(error)[1:]}.")


# Views --------------------------------------------------------------------------------------------------------------


def view(context: Context) -> View[Message]:
    """Shows the files of the archive's folder, and the dialog or menu above it."""
    page, base, place = context.page, context.base, _place(context)
    archive = _opened(context)
    has = bool(base.arg) and not archive.fault
    left: list[Widget[Message]] = [Button("Extract", ("extract",), "tonal", enabled=has)]
    right: list[Widget[Message]] = [IconButton("menu", "Menu", ("menu",), tone="text")]
    if has:
        right.insert(0, ToolButton("add", "Add Files", ("add",), text="Add"))
        right.insert(0, absent_button("search", "Find Files by Name"))
    rows: list[Widget[Message]] = [header(left, Space(), right, 130)]
    if has:
        rows += listing(archive.members, place.folder, place.selected, context.now)
    else:
        text = f"Could not open “{_name(base.arg)}”" if base.arg else "Open an archive with Ctrl+O."
        fault = archive.fault if base.arg else " "
        rows.append(
            Column([Emblem("archive", 64, 80), Space(90), Label(text, "title", font="bold", align="center"),
                    Label(fault, tone="muted", align="center", pad=(0, 8))], flex=1)
        )  # fmt: skip
    overlay = (
        _dialog(context, page, archive) if page is not base else popup(_menu(has, place), page.overlay, popover=True)
    )
    return View(Column(rows), overlay)


def _menu(has: bool, place: Place) -> tuple[Entry[MenuChoice], ...]:
    return (
        Entry("New Archive…", ("new",), "Ctrl+N"),
        Entry("Open…", ("open",), "Ctrl+O"),
        SEPARATOR,
        Entry("Extract…", ("extract",), "Ctrl+E", enabled=has),
        Entry("Add Files…", ("add",), enabled=has),
        Entry("Delete…", ("delete",), "Delete", enabled=bool(place.selected)),
        SEPARATOR,
        Entry("Select All", ("all",), "Ctrl+A", enabled=has),
        Entry("Deselect All", ("none",), "Shift+Ctrl+A", enabled=bool(place.selected)),
        SEPARATOR,
        Entry("Properties", ("properties",), "Alt+Return", enabled=has),
        Entry("Close", ("close",), "Ctrl+W"),
    )


def _dialog(context: Context, page: Page, archive: _Opened) -> Widget[Message]:
    match page.name:
        case "ask_replace":
            there = taken(context.get(FILES), _wanted(context, archive), page.arg)
            what = f"“{_name(there[0])}”" if len(there) == 1 else f"{len(there)} files"
            return ask(
                f"Replace {what}?",
                f"{'It is' if len(there) == 1 else 'They are'} in “{_name(page.arg) or '/'}” already.",
                Button("Skip", ("skip",), "outlined"),
                Button("Replace", ("replace",)),
            )
        case "ask_delete":
            count = len(_place(context).selected)
            what = f"“{_name(_place(context).selected[0])}”" if count == 1 else f"{count} items"
            delete: Widget[Message] = Button("Delete", ("really",), "danger")
            return ask(f"Delete {what} from the archive?", "This can't be undone.", delete)
        case "extracted":
            text = Label(f"The files are in “{page.arg}”.", tone="muted", wrap=True)
            actions: list[Widget[Message]] = [
                Button("Close", ("cancel",), "outlined"),
                Button("Show the Files", ("show",)),
            ]
            return Dialog("Extraction completed successfully", text, actions, 440, ("cancel",))
        case "properties":
            return properties(context.base.arg, len(archive.data), archive.members)
        case "notice":
            return notice(*page.arg)
        case "open":
            return file_chooser.dialog(context, "Open")
        case "new":
            return file_chooser.dialog(context, "New Archive", "Create")
        case "add":
            return adding.dialog(context)
    return file_chooser.dialog(context, "Extract", "Extract")


# Extracting, adding, deleting ---------------------------------------------------------------------------------------


def _wanted(context: Context, archive: _Opened) -> list[Packed]:
    """Returns the members to extract: the selection, or all."""
    try:
        return contents(archive.data, archive.kind, _place(context).selected)
    except ArchiveError:
        return []


def _tell(context: Context, title: str, text: str) -> None:
    context.push(dialog_page(context, "notice", (title, text)))


def _extract(context: Context, folder: str, existing: Literal["ask", "skip", "replace"]) -> None:
    """Extracts into a folder, or asks first where files are there already."""
    archive, files = _opened(context), context.get(FILES)
    try:
        entries = contents(archive.data, archive.kind, _place(context).selected)
    except ArchiveError as error:
        _tell(context, "An error occurred while extracting files.", f"The archive can't be read: {error}.")
        return
    there = taken(files, entries, folder)
    if there and existing == "ask":
        context.push(dialog_page(context, "ask_replace", folder))
        return
    if existing == "skip":
        entries = [entry for entry in entries if entry.path not in there]
    if _change(context, folder, lambda: unpacked(files, entries, folder, context.machine.now)):
        context.push(dialog_page(context, "extracted", folder))


def _change(context: Context, folder: str, change: Callable[[], Files]) -> bool:
    """Changes the files, or tells in a dialog why not."""
    files = context.get(FILES)
    try:
        if not files.allows(files.nearest(folder), _USER, "w"):
            _tell(context, "Permission denied", f"You can't write in “{folder}”.")
            return False
        context.put(FILES, change())
    except FileError as error:
        _tell(context, "The files could not be written.", f"“{error.path}”: {error.reason}.")
        return False
    return True


def _rewrite(context: Context, entries: Sequence[Packed]) -> None:
    """Writes the archive anew with other entries."""
    path = context.base.arg
    kind = kind_of(path)
    if kind is None:
        return
    try:
        data = pack(kind, entries)
    except ArchiveError as error:
        _tell(context, "The archive could not be written.", f"{error}.")
        return
    files, now = context.get(FILES), context.machine.now
    _change(context, path.rpartition("/")[0] or "/", lambda: files.write(path, data, now))


def _add(context: Context) -> None:
    """Adds what is checked in the dialog to the shown folder of the archive; entries of the same paths are replaced."""
    archive, checked = _opened(context), context.page.data.checked
    times = {row.path: row.mtime for row in archive.members}
    new = adding.chosen(context, times.get)
    context.pop()
    if context.base.arg in checked:
        _tell(context, "Could not add the files to the archive", "You can't add an archive to itself.")
        return
    names = {entry.path for entry in new}
    try:
        old = [entry for entry in contents(archive.data, archive.kind) if entry.path not in names]
    except ArchiveError as error:
        _tell(context, "Could not add the files to the archive", f"{error}.")
        return
    _rewrite(context, sorted([*old, *new], key=lambda entry: entry.path))


def _delete(context: Context) -> None:
    archive, place = _opened(context), _place(context)
    try:
        entries = contents(archive.data, archive.kind)
        gone = {entry.path for entry in contents(archive.data, archive.kind, place.selected)}
    except ArchiveError as error:
        _tell(context, "Could not delete the files", f"{error}.")
        return
    context.set(data=place._replace(selected=()))
    _rewrite(context, [entry for entry in entries if entry.path not in gone])


def _show_file(context: Context, path: str) -> None:
    """Opens a file of the archive in the app for its kind, as a copy."""
    archive, files = _opened(context), context.get(FILES)
    try:
        entries = contents(archive.data, archive.kind, [path])
    except ArchiveError as error:
        _tell(context, "Could not open the file", f"{error}.")
        return
    copy = entries[0]._replace(path=_name(path))
    text = copy.data is not None and b"\0" not in copy.data and _is_text(copy.data)
    app = opener(path, text)
    if not app:
        _tell(context, "Could not open the file", f"No app opens files such as “{_name(path)}”.")
    elif _change(context, "/tmp", lambda: unpacked(files, [copy], _VIEWED, context.machine.now)):
        context.open(app, f"{_VIEWED}/{copy.path}")


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


# Choosing files -----------------------------------------------------------------------------------------------------


def _choose(context: Context) -> None:
    """Takes the path in a file chooser's field, or the listed folder where one is chosen and the field is empty."""
    page = context.page
    if page.name == "extract":
        text = page.fields["name"].strip()
        folder = normalise(expand(text, page.arg)) if text else page.arg
        context.pop()
        _extract(context, folder, "ask")
        return
    if page.name == "add":
        _add(context)
        return
    path = file_chooser.chosen(context)
    if path is None:
        return
    context.pop()
    match page.name:
        case "open":
            context.replace(_page(path))
        case "new":
            _create(context, path)


def _create(context: Context, path: str) -> None:
    """Makes an empty archive, a .zip where its name has no other ending."""
    if kind_of(path) is None:
        path += ".zip"
    files, now = context.get(FILES), context.machine.now
    if files.exists(path):
        _tell(context, "Could not create the archive", f"“{_name(path)}” is there already.")
        return
    kind = kind_of(path) or "zip"
    if _change(context, path.rpartition("/")[0] or "/", lambda: files.write(path, pack(kind, ()), now, owner=_USER)):
        context.replace(_page(path))


def _page(path: str) -> Page:
    return Page("archive", path, data=Place())


# Events -------------------------------------------------------------------------------------------------------------


def _ask(context: Context, command: AskCommand) -> None:
    """Opens a dialog."""
    path, place = context.base.arg, _place(context)
    folder = path.rpartition("/")[0] or HOME
    match command:
        case "open" | "new":
            context.push(file_chooser.page(context, command, folder, ""))
        case "add":
            context.push(adding.page(context, folder))
        case "extract":
            if not _opened(context).fault:
                context.push(file_chooser.page(context, "extract", folder, ""))
        case "delete":
            if place.selected:
                context.push(dialog_page(context, "ask_delete"))
        case "properties":
            if not _opened(context).fault:
                context.push(dialog_page(context, "properties"))
        case _:
            assert_never(command)


def _in_dialog(context: Context, command: DialogCommand) -> None:
    """Handles the buttons of dialogs."""
    folder = context.page.arg
    match command:
        case "choose":
            _choose(context)
        case "replace" | "skip":
            context.pop()
            _extract(context, folder, command)
        case "really":
            context.pop()
            _delete(context)
        case "show":
            context.pop()
            context.open("files", folder)
        case "cancel":
            context.pop()
        case _:
            assert_never(command)


def update(context: Context, message: Message) -> None:
    """Handles the events of the Archive Manager."""
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    if _LOOK.has(message):
        _look(context, message)
        return
    if _ADDING.has(message):
        adding.update(context, message)
        return
    match message:
        case ("opened", *_):
            pass
        case ("submit", field):
            _submit(context, field)
        case ("pick" | "enter_folder" | "pick_open" | "arrange", _):
            if file_chooser.update(context, message):
                _choose(context)
        case ("menu",):
            open_popup(context)
        case ("close",):
            context.close()
        case ("open" | "new" | "extract" | "add" | "delete" | "properties" as command,):
            if context.page.name == "archive":
                _ask(context, command)
        case ("choose" | "replace" | "skip" | "really" | "show" | "cancel" as command,):
            if context.page.name != "archive":
                _in_dialog(context, command)
        case _:
            assert_never(message)


def _submit(context: Context, field: str) -> None:
    """Handles Enter in a field of a dialog: that of the files to add leads to a folder."""
    if context.page.name != "add":
        _choose(context)
    elif field == "name":
        adding.update(context, ("go", context.page.fields["name"]))


def _look(context: Context, message: LookMessage) -> None:
    """Changes the folder that is shown, or the selection."""
    place = _place(context)
    match message:
        case ("select", path):
            context.set(data=place._replace(selected=(path,)))
        case ("enter", path):
            if any([row.path == path and row.folder for row in _opened(context).members]):
                context.set(data=Place(path), scroll={})
            else:
                _show_file(context, path)
        case ("up",):
            context.set(data=Place(place.folder.rpartition("/")[0]), scroll={})
        case ("top",):
            context.set(data=Place(), scroll={})
        case ("all",):
            context.set(data=place._replace(selected=tuple([row.path for row in _rows(context)])))
        case ("none",):
            context.set(data=place._replace(selected=()))
        case _:
            assert_never(message)


def _rows(context: Context) -> list[Listed]:
    return rows_in(_opened(context).members, _place(context).folder)


_KEYS: Final[dict[str, Message]] = {
    "ctrl+o": ("open",), "ctrl+n": ("new",), "ctrl+e": ("extract",), "ctrl+a": ("all",), "ctrl+shift+a": ("none",),
    "delete": ("delete",), "alt+enter": ("properties",), "alt+up": ("up",), "backspace": ("up",),
    "alt+home": ("top",), "f10": ("menu",), "ctrl+w": ("close",), "ctrl+q": ("close",), "escape": ("none",),
}  # fmt: skip


_ENTER: Final[dict[str, Message]] = {
    "ask_replace": ("replace",), "ask_delete": ("really",), "extracted": CANCEL, "properties": CANCEL, "notice": CANCEL,
}  # fmt: skip


def key(context: Context, name: str) -> bool:
    """Handles the keys of the Archive Manager; in dialogs, Enter and Escape."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "archive":
        return dialog_key(context, name, update, CANCEL, _ENTER)
    if name in _KEYS:
        update(context, _KEYS[name])
    elif name in ("up", "down"):
        _step(context, 1 if name == "down" else -1)
    elif name == "enter":
        if len(page.data.selected) == 1:
            update(context, ("enter", page.data.selected[0]))
    else:
        return False
    return True


def _step(context: Context, by: int) -> None:
    """Moves the selection by an arrow key."""
    paths = [row.path for row in _rows(context)]
    selected = _place(context).selected
    if paths:
        at = paths.index(selected[-1]) + by if selected and selected[-1] in paths else 0
        update(context, ("select", paths[max(0, min(len(paths) - 1, at))]))


def start(intent: Intent) -> Page:
    """Returns the page of an archive."""
    return _page(intent[0] if intent and intent[0] != "new" else "")


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: _name(context.base.arg) or "Archive Manager",
    key=key,
    **FACTS.facts,
)
