"""The Files app: folders as lists, with a sidebar, a path bar, search, a trash, and dialogs to name things."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final, NamedTuple, assert_never

from crab_sim.desktop.apps.files import archives, changes, dropping, menus
from crab_sim.desktop.apps.files import view as files_view
from crab_sim.desktop.apps.files.messages import SPECIAL, Command, Message, ShowMessage
from crab_sim.desktop.apps.files.view import PLACES
from crab_sim.desktop.file_types import opener
from crab_sim.desktop.tabs import add_tab, close_tab, show_tab
from crab_sim.desktop.widgets import (
    CANCEL,
    HOME,
    decoded,
    dialog_key,
    dialog_page,
    expand,
    kind_of,
    name_problem,
    split_name,
)
from crab_sim.files import Files, normalise
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui import Page

__all__ = ["APP", "PLACES"]


_VIEW: Final = 6 * files_view.ROW + 2  # pixels of the list that surely are in view


class Browser(NamedTuple):
    """The state of a window: its folder, history, selection and sorting.

    Attributes:
        selected: Names (paths, while searching) that are selected, in the order of the list.
        back: Folders to go back to, last is next.
        forward: Folders to go forward to, last is next.
        hidden: Whether hidden files are shown.
        order: Column by which the list is sorted.
        reverse: Whether its order is reversed.
        listing: Whether files are shown as a list, not as icons.
        zoom: The size of icons, from 0 to 2.
        left: The pages of the tabs left of this one.
        right: The pages of the tabs right of it.
    """

    selected: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    forward: tuple[str, ...] = ()
    hidden: bool = False
    order: str = "name"
    reverse: bool = False
    listing: bool = False
    zoom: int = 1
    left: tuple[Page, ...] = ()
    right: tuple[Page, ...] = ()


def start(intent: Intent) -> Page:
    """Returns the page of a folder, home for none."""
    path = intent[0] if intent and intent[0] != "new" else intent[1] if len(intent) > 1 else HOME
    return Page("folder", path, {"search": "", "location": path}, data=Browser())


def title(context: Context) -> str:
    """Returns the name of the folder, or what is sought in it."""
    page = context.base
    path: str = page.arg
    if sought := page.fields["search"].strip():
        return f"Search for “{sought}”"
    return files_view.place_name(path)


def view(context: Context) -> View[Message]:
    """Shows a folder, with the dialog or menu that is open."""
    return files_view.view(context)


# Going places -----------------------------------------------------------------------------------------------------


def _go(context: Context, path: str, back: tuple[str, ...], forward: tuple[str, ...], select: str = "") -> None:
    data: Browser = context.page.data
    new = data._replace(selected=(select,) if select else (), back=back[-30:], forward=forward)
    context.set(arg=path, fields={"search": "", "location": path}, scroll={}, focus="", overlay=(), data=new)


def _visit(context: Context, path: str, select: str = "") -> None:
    page = context.page
    if path == page.arg:
        _go(context, path, page.data.back, page.data.forward, select)
    else:
        _go(context, path, (*page.data.back, page.arg), (), select)


def _move(context: Context, name: str) -> None:
    """Goes back, forward or up."""
    page, data = context.page, context.page.data
    if name == "back" and data.back:
        _go(context, data.back[-1], data.back[:-1], (*data.forward, page.arg))
    elif name == "forward" and data.forward:
        _go(context, data.forward[-1], (*data.back, page.arg), data.forward[:-1])
    elif name == "up" and page.arg not in ("/", *SPECIAL):
        head, _, tail = page.arg.rpartition("/")
        _visit(context, head or "/", tail)


def _open(context: Context, path: str) -> None:
    """Opens a path: enters a folder, starts the app for a file."""
    files: Files = context.get(FILES)
    name = path.rpartition("/")[2]
    if files.is_dir(path):
        if files.allows(path, changes.USER, "r"):
            _visit(context, path)
        else:
            text = f"You do not have the permissions necessary to view the contents of “{name}”."
            context.push(dialog_page(context, "notice", ("This location could not be displayed.", text)))
    elif not files.exists(path):
        context.push(dialog_page(context, "notice", (f"“{name}” is not there any more.", "Somebody else moved it.")))
    elif app := opener(name, decoded(files, path) is not None):
        context.open(app, path)
    else:
        text = f"There is no app installed for “{kind_of(name, False)}” files."
        context.push(dialog_page(context, "notice", (f"Could not display “{name}”", text)))


def _open_selected(context: Context) -> None:
    for path in changes.paths(context)[:4]:
        _open(context, path)


def _locate(context: Context) -> None:
    """Goes where the location field says."""
    files: Files = context.get(FILES)
    path = normalise(expand(context.field("location"), context.page.arg))
    if files.is_dir(path):
        _visit(context, path)
    elif files.exists(path):
        head, _, tail = path.rpartition("/")
        _visit(context, head or "/", tail)
        _open(context, path)
    else:
        text = f"The location “{path}” does not exist."
        context.push(dialog_page(context, "notice", ("Unable to find the requested file.", text)))


# Selecting --------------------------------------------------------------------------------------------------------


def _select(context: Context, *names: str) -> None:
    context.set(data=context.page.data._replace(selected=names), overlay=(), focus="")


def _select_many(context: Context, which: str) -> None:
    """Selects nothing, everything, or the files that aren't selected."""
    names = [row.name for row in files_view.listed(context)] if which != "select_none" else []
    selected = context.page.data.selected if which == "invert" else ()
    _select(context, *[name for name in names if name not in selected])


def _step(context: Context, key: str) -> None:
    """Moves the selection by an arrow key, Home or End; with Shift it grows."""
    names = [row.name for row in files_view.listed(context)]
    if not names:
        return
    selected = [name for name in context.page.data.selected if name in names]
    last = names.index(selected[-1]) if selected else -1
    move, across, end = key.removeprefix("shift+"), files_view.columns(context), len(names) - 1
    by = {"up": -across, "down": across, "left": -1, "right": 1}.get(move, 0)
    at = 0 if move == "home" or last < 0 else end if move == "end" else last + by if 0 <= last + by <= end else last
    if move == "end":
        at = end
    if key.startswith("shift+") and selected:
        first = names.index(selected[0])
        by = 1 if at >= first else -1
        _select(context, *[names[i] for i in range(first, at + by, by)])
    else:
        _select(context, names[at])
    offset = context.page.scroll.get("list", 0)
    height = files_view.ROW if across == 1 else files_view.SIDES[context.page.data.zoom] - 16
    top = at // across * height
    if not offset <= top <= offset + _VIEW - height:
        context.set(scroll={**context.page.scroll, "list": max(0, top + height - _VIEW)})


# Events -----------------------------------------------------------------------------------------------------------


def _name_dialog(context: Context, name: str) -> None:
    """Opens the dialog that names a new folder or renames the selected file."""
    page = context.page
    if page.arg in SPECIAL:
        return
    if name == "new_folder":
        context.push(dialog_page(context, name, page.arg, "name"))
    elif len(page.data.selected) == 1:
        path = changes.paths(context)[0]
        old = path.rpartition("/")[2]
        files: Files = context.get(FILES)
        context.push(dialog_page(context, name, path, "name", old, len(split_name(old, files.is_dir(path))[0])))


def _name_given(context: Context) -> None:
    """Makes the folder, or renames, where the name can be given."""
    page = context.page
    files: Files = context.get(FILES)
    name = page.fields["name"]
    folder, old = (page.arg, "") if page.name == "new_folder" else (page.arg.rpartition("/")[0] or "/", page.arg)
    target = f"{folder.rstrip('/')}/{name}"
    kind = "folder" if not old or files.is_dir(old) else "file"
    if not name.strip() or name_problem(name, files.exists(target) and target != old, kind):
        return
    context.pop()
    if target == old:
        return
    now = context.machine.now
    done = changes.apply(context, lambda f: f.move(old, target, mtime=now) if old else f.mkdir(target, now), folder)
    if done:
        searching = bool(context.field("search"))
        _select(context, target if searching else name)


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the events of the app."""
    page = context.page
    data: Browser = page.data
    if page.overlay and message[0] not in menus.MENUS:
        context.set(overlay=())
    match message:
        case ("back" | "forward" | "up" as way,):
            _move(context, way)
        case ("visit", path):
            _visit(context, path)
        case ("select", name):
            _select(context, name)
        case ("drop", name, _, _, x, y):
            dropping.drop(context, name, x, y)
        case ("select_none" | "select_all" | "invert" as which,):
            _select_many(context, which)
        case ("select_pattern",):
            context.push(dialog_page(context, "select_pattern", None, "pattern"))
        case ("open", name):
            _select(context, name)
            _open_selected(context)
        case ("open_selected",):
            _open_selected(context)
        case ("open_with", app):
            for path in changes.paths(context)[:4]:
                context.open(app, path)
        case ("item_menu", name):
            if name not in page.data.selected:
                _select(context, name)
            context.set(overlay=("item_menu", *context.point), focus="")
        case ("space_menu",):
            _select(context)
            context.set(overlay=("space_menu", *context.point))
        case ("folder_menu" | "view_menu" | "main_menu" as name,):
            x, y = context.point
            context.set(overlay=(name, x - 190, y + 16), focus="")
        case ("copy_location",):
            context.put(CLIPBOARD, page.arg)
        case ("new_folder" | "rename" as kind,):
            _name_dialog(context, kind)
        case ("properties",):
            target = changes.paths(context)[0] if page.data.selected else page.arg
            context.push(dialog_page(context, "properties", target))
        case ("accept",) | ("submit", _):
            _accept(context)
        case ("cancel",):
            context.pop()
        case ("search",):
            fields = {**page.fields, "searching": "1"}
            context.set(focus="search", selection=(0, len(page.fields["search"])), fields=fields)
        case ("close_search",):
            context.set(
                fields={**page.fields, "search": "", "searching": ""},
                focus="",
                data=page.data._replace(selected=()),
                scroll={},
            )
        case ("hidden",):
            context.set(data=data._replace(hidden=not data.hidden, selected=()))
        case ("order", column, reverse):
            context.set(data=data._replace(order=column, reverse=reverse))
        case ("sort", column):
            context.set(data=data._replace(order=column, reverse=data.order == column and not data.reverse))
        case ("compress",):
            archives.compress(context)
        case ("extract_here",):
            archives.extract_here(context)
        case ("format", kind_of_archive):
            archives.next_format(context, kind_of_archive)
        case ("terminal",):
            context.open("terminal", "new", HOME if page.arg in SPECIAL else page.arg)
        case ("new_window",):
            context.open("files", "new", HOME)
        case ("reload",) | ("opened", *_):
            pass
        case _:
            _show(context, message)


def _show(context: Context, message: ShowMessage) -> None:
    """Handles the tabs, the kinds of view and what tells of the program; the rest changes files."""
    data: Browser = context.page.data
    match message:
        case ("new_tab",):
            add_tab(context, start((context.page.arg,)))
        case ("tab", number):
            show_tab(context, number)
        case ("close_tab", number):
            show_tab(context, number)
            close_tab(context)
        case ("close",):
            close_tab(context)
        case ("change_view",):
            context.set(data=data._replace(listing=not data.listing), scroll={})
        case ("zoom_in" | "zoom_out" as way,):
            context.set(data=data._replace(zoom=max(0, min(2, data.zoom + (1 if way == "zoom_in" else -1)))))
        case ("about" | "shortcuts" as shown,):
            context.push(dialog_page(context, shown))
        case ("about_part", part):
            context.set(arg="" if context.page.arg else part)
        case ("trash",):
            _throw_away(context)
        case (change,):
            changes.update(context, change)
        case _:
            assert_never(message)


def _throw_away(context: Context) -> None:
    """Moves the selected files to the trash, and selects the one that comes after them, as the real program does."""
    names, selected = [row.name for row in files_view.listed(context)], context.page.data.selected
    changes.update(context, "trash")
    if not context.page.data.selected:
        left = [row.name for row in files_view.listed(context)]
        last = max([names.index(name) for name in selected if name in names], default=len(names))
        rest = [name for name in names[last + 1 :] if name in left] or left[-1:]
        if selected and len(left) < len(names):
            _select(context, *rest[:1])


def _accept(context: Context) -> None:
    """Handles Enter: it presses a dialog's main button, or applies a field."""
    page = context.page
    match page.name:
        case "new_folder" | "rename":
            _name_given(context)
        case "select_pattern":
            pattern = page.fields["pattern"]
            context.pop()
            names = [row.name for row in files_view.listed(context)]
            _select(context, *[name for name in names if fnmatchcase(name.casefold(), pattern.casefold())])
        case "compress":
            archives.create(context)
        case "ask_replace":
            changes.update(context, "paste_over")
        case "ask_delete":
            changes.update(context, "erase")
        case "ask_empty":
            changes.update(context, "empty")
        case "folder" if page.focus == "location":
            _locate(context)
        case "folder":
            rows = files_view.listed(context)
            if not page.data.selected and rows:
                _select(context, rows[0].name)
            elif page.data.selected:
                _open_selected(context)
        case _:
            context.pop()


_KEYS: Final[Mapping[str, Command]] = {
    "ctrl+c": "copy_files", "ctrl+x": "cut_files", "ctrl+v": "paste_files", "ctrl+z": "undo", "delete": "trash",
    "shift+delete": "delete", "ctrl+shift+n": "new_folder", "f2": "rename", "enter": "open_selected",
    "ctrl+a": "select_all", "ctrl+s": "select_pattern", "ctrl+shift+i": "invert",
    "ctrl+h": "hidden", "ctrl+f": "search", "alt+left": "back", "alt+right": "forward",
    "alt+up": "up", "ctrl+n": "new_window", "ctrl+w": "close", "ctrl+q": "close",
    "alt+enter": "properties", "ctrl+i": "properties", "f10": "folder_menu", "f5": "reload", "menu": "space_menu",
    "ctrl+t": "new_tab", "ctrl+=": "zoom_in", "ctrl+-": "zoom_out", "ctrl+?": "shortcuts",
}  # fmt: skip


_STEPS: Final = frozenset(
    f"{shift}{way}" for shift in ("", "shift+") for way in ("up", "down", "left", "right", "home", "end")
)


def key(context: Context, key: str) -> bool:
    """Handles the shortcuts of the app; in dialogs, Enter, Escape and Tab."""
    page = context.page
    if page.overlay:
        return False
    if page.name != "folder":
        enter: dict[str, Message] = {page.name: ("accept",)}
        return dialog_key(context, key, update, CANCEL, enter, {})
    if page.focus:
        return _field_key(context, key)
    if key == "ctrl+l":
        context.set(focus="location", selection=(0, len(page.arg)), fields={**page.fields, "location": page.arg})
    elif key in _STEPS:
        _step(context, key)
    elif key in ("ctrl+1", "ctrl+2"):
        context.set(data=page.data._replace(listing=key == "ctrl+1"), scroll={})
    elif key == "backspace":
        _move(context, "up")
    elif key == "alt+home":
        _visit(context, HOME)
    elif key == "escape":
        searching = page.fields["search"] or page.fields.get("searching")
        update(context, ("close_search" if searching else "select_none",))
    elif key in _KEYS:
        update(context, (_KEYS[key],))
    return True


def _field_key(context: Context, key: str) -> bool:
    """Handles a key while the search or the location has the focus."""
    page = context.page
    if key == "escape":
        update(context, ("close_search",))
    elif key == "down" and page.focus == "search":
        _step(context, key)
    elif key in ("ctrl+h", "ctrl+w", "ctrl+q", "ctrl+n"):
        update(context, (_KEYS[key],))
    else:
        return key in ("tab", "shift+tab")
    return True


def text(context: Context, text: str) -> bool:
    """Starts a search with typed text; a newline is left to the machine."""
    page = context.page
    head = text.partition("\n")[0]
    if page.name == "folder" and not page.overlay and head.strip():
        context.set(
            fields={**page.fields, "search": head, "searching": "1"},
            focus="search",
            selection=(len(head), len(head)),
            data=page.data._replace(selected=()),
            scroll={},
        )
    return False


APP: AppSpec[Message] = AppSpec(
    id="files",
    name="Files",
    icon="files",
    color=(53, 104, 190),
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    size=(890, 550),
    keywords=("nautilus", "folder", "explore", "manager", "disk"),
    multiline=(),
)
