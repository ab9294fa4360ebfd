"""The phone's Files app: browses the shared storage by folder or by kind; makes, renames, moves and deletes files.

State: the slice ``"files"``, the look of lists in ``"files_prefs"`` (`crab_sim.phone.apps.files.data.Prefs`), and the
marked folders in ``"files_favourites"``. Pages: ``browse`` (arg: a folder or one of the roots; overlay ``select``: the
paths of the selected files), ``search`` (arg: the location to search), ``pick`` (arg: `Transfer`), ``info`` (arg:
path).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never
from urllib.parse import quote

from crab_sim.devices import media
from crab_sim.engines import archives
from crab_sim.engines.archives import ArchiveError
from crab_sim.files import FileError, Files
from crab_sim.files.names import is_file_name
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files import APP as FACTS
from crab_sim.phone.apps.files import data
from crab_sim.phone.apps.files.data import Prefs
from crab_sim.phone.apps.files.messages import Message
from crab_sim.phone.apps.files.views import Transfer, selected_paths, title, view
from crab_sim.phone.media import storage
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import name_dialog
from crab_sim.ui import Page

__all__ = ["APP"]

_OPENERS = {"image": ("gallery", "show"), "video": ("video", "play"), "audio": ("music", "play"),
            "text": ("markdown", "open")}  # fmt: skip


def _start(intent: Intent) -> Page:
    match intent:
        case ("open", str(folder)):
            return Page("browse", storage.on_storage(folder.rstrip("/")) or "/")
    return Page("browse", "recent")


def _try(context: Context, change: Callable[[Files], Files]) -> bool:
    """Changes the files; shows the problem and returns False if that fails."""
    try:
        context.put(FILES, change(context.get(FILES)))
    except FileError as error:
        context.set(overlay=("problem", f"{error.path.rpartition('/')[2]}: {error.reason}"))
        return False
    return True


def _open(context: Context, path: str) -> None:
    if context.get(FILES).is_dir(path):
        context.push(Page("browse", path))
        return
    if archives.kind_of(path.rpartition("/")[2]) is not None:
        context.set(overlay=("archive", path))
        return
    if media.mime_type(path) == "text/html":
        context.set(overlay=("open_with", path))
        return
    app, action = _OPENERS.get(media.kind_of(path), ("", ""))
    if app in context.machine.apps:
        context.open(app, action, path)
    else:
        context.set(overlay=("problem", "Can't open file: no app on this phone opens files of this kind."))


def _pack(context: Context, paths: Sequence[str], name: str) -> None:
    """Packs files into an archive beside them."""
    name = name if name.lower().endswith(".zip") else f"{name}.zip"
    try:
        content = data.packed(context.get(FILES), paths)
    except (ArchiveError, FileError):
        context.set(overlay=("problem", "These files can't be packed."))
        return
    folder = paths[0].rpartition("/")[0]
    _name(context, folder, name, lambda files, target: files.write(target, content, context.now))


def _unpack(context: Context, path: str) -> None:
    context.set(overlay=())
    try:
        files, folder = data.unpacked(context.get(FILES), path, context.now)
    except ArchiveError as error:
        context.set(overlay=("problem", f"{path.rpartition('/')[2]}: {error}"))
        return
    except FileError:
        context.set(overlay=("problem", "There is no room for the files."))
        return
    context.put(FILES, files)
    context.push(Page("browse", folder))


def _mark(context: Context, path: str) -> None:
    """Makes a folder a favourite, or takes it from them."""
    marked = context.get(data.FAVOURITES)
    others = tuple([one for one in marked if one != path])
    context.put(data.FAVOURITES, others if path in marked else (*others, path))
    context.set(overlay=())


def _name(context: Context, folder: str, name: str, change: Callable[[Files, str], Files]) -> None:
    """Gives a name in a folder to a new or existing file or folder, unless the name is invalid or taken.

    Args:
        context: The app's.
        folder: The folder.
        name: The name.
        change: Returns the files with the change, given the named path.
    """
    target = f"{folder}/{name}"
    if not is_file_name(name):
        context.set(overlay=("problem", f"A file can't be called “{name[:80]}”."))
    elif context.get(FILES).exists(target):
        context.set(overlay=("problem", f"An item named “{name}” is already here."))
    else:
        _try(context, lambda files: change(files, target))


def _make_folder(context: Context, name: str) -> None:
    """Makes a folder; where a folder is being chosen, it is entered."""
    folder = _folder(context)
    _name(context, folder, name, lambda files, path: files.mkdir(path, context.now))
    arg: Transfer | str = context.page.arg
    if isinstance(arg, Transfer) and not context.page.overlay:
        context.set(arg=arg._replace(folder=f"{folder}/{name}"), scroll={})


def _folder(context: Context) -> str:
    arg: Transfer | str = context.page.arg
    return arg.folder if isinstance(arg, Transfer) else arg


def _visit(context: Context, folder: str) -> None:
    """Goes up to a folder: back to its page if there is one below."""
    arg: Transfer | str = context.page.arg
    if isinstance(arg, Transfer):
        context.set(arg=arg._replace(folder=folder), scroll={})
        return
    while len(context.window.pages) > 1:
        context.pop()
        if (context.page.name, context.page.arg) == ("browse", folder):
            return
    context.replace(Page("browse", folder))


def _listed(context: Context) -> tuple[str, ...]:
    page, prefs = context.page, context.get(data.PREFS)
    if page.name == "search":
        rows = data.matching(context.get(FILES), page.arg, context.field("search"), prefs.hidden)
    else:
        rows = data.listed(context.get(FILES), page.arg, prefs.hidden)
    return tuple([row.path for row in rows])


def _pick_row(context: Context, path: str) -> None:
    """Selects a file, or takes it out of the selection."""
    paths = selected_paths(context)
    paths = tuple([other for other in paths if other != path]) if path in paths else (*paths, path)
    context.set(overlay=("select", paths) if paths else (), focus="")


def _select_all(context: Context) -> None:
    paths = _listed(context)
    context.set(overlay=("select", paths) if paths else (), focus="")


def _without(files: Files, paths: Sequence[str], now: float) -> Files:
    for path in paths:
        if files.exists(path):
            files = files.remove(path, recursive=True, mtime=now)
    return files


def _delete(context: Context, paths: Sequence[str]) -> None:
    context.set(overlay=())
    _try(context, lambda files: _without(files, paths, context.now))


def _start_transfer(context: Context, move: bool) -> None:
    """Asks for the folder into which the selected files are copied or moved."""
    folder = context.page.arg if context.page.arg.startswith("/") else SDCARD
    context.push(Page("pick", Transfer(move, selected_paths(context), folder)))


def _transfer(context: Context) -> None:
    transfer: Transfer = context.page.arg
    move, paths, folder = transfer
    context.pop()
    if _try(context, lambda files: data.transfer(files, paths, folder, move, context.now)):
        page = context.page
        if page.name != "browse" or page.arg != folder:
            context.push(Page("browse", folder))


def _ask_name(context: Context, path: str) -> None:
    name = path.rpartition("/")[2]
    name_dialog.ask(context, "Rename", "OK", ("rename", path), name, whole=context.get(FILES).is_dir(path))


def _rename(context: Context, path: str, name: str) -> None:
    folder, _, old_name = path.rpartition("/")
    if name != old_name:
        _name(context, folder, name, lambda files, target: files.move(path, target, mtime=context.now))


def _share(context: Context, path: str) -> None:
    context.set(overlay=())
    kind = media.kind_of(path)
    share(context, kind if kind in storage.KINDS else "file", path)  # type: ignore[arg-type]


def _set_order(context: Context, order: str) -> None:
    """Sorts the lists by a new key, or reverses them if it is empty; the dialog stays open."""
    prefs = context.get(data.PREFS)
    prefs = prefs._replace(order=order) if order else prefs._replace(reverse=not prefs.reverse)
    context.put(data.PREFS, prefs)
    context.set(overlay=("sort",), scroll={})


def _set_prefs(context: Context, prefs: Prefs) -> None:
    context.put(data.PREFS, prefs)
    context.set(overlay=(), scroll={})


def _show_root(context: Context, location: str) -> None:
    while len(context.window.pages) > 1:
        context.pop()
    context.replace(Page("browse", location))


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    paths, prefs = selected_paths(context), context.get(data.PREFS)
    match message:
        case ("back" | "cancel_pick",):
            context.pop()
        case ("roots" | "more" | "sort" as overlay,):
            context.set(overlay=(overlay,))
        case ("root", location):
            _show_root(context, location)
        case ("open", path):
            _open(context, path)
        case ("visit" | "pick_folder", folder):
            _visit(context, folder)
        case ("open_in", app, path):
            context.set(overlay=())
            name = {"gallery": "show", "video": "play", "music": "play"}.get(app, "open")
            context.open(app, name, f"file://{quote(path)}" if app == "browser" else path)
        case ("search",):
            context.push(Page("search", context.page.arg, focus="search"))
        case ("clear",):
            context.set_fields(search="")
        case ("new_folder",):
            name_dialog.ask(context, "New folder", "Create", ("make_folder",), hint="Folder name")
        case ("make_folder", name):
            _make_folder(context, name)
        case ("rename", path, name):
            _rename(context, path, name)
        case ("transfer",):
            _transfer(context)
        case ("grid", grid):
            _set_prefs(context, prefs._replace(grid=grid))
        case ("hidden",):
            _set_prefs(context, prefs._replace(hidden=not prefs.hidden))
        case ("order", order):
            _set_order(context, order)
        case ("pick_row", path):
            _pick_row(context, path)
        case ("all",):
            _select_all(context)
        case ("ask_delete",):
            context.set(overlay=("delete", paths))
        case ("more_selected",):
            context.set(overlay=("more_selected", paths))
        case ("delete",):
            _delete(context, paths)
        case ("transfer_to", move):
            _start_transfer(context, move)
        case ("ask_name",):
            _ask_name(context, paths[0])
        case ("info",):
            context.push(Page("info", paths[0]))
        case ("share",):
            _share(context, paths[0])
        case ("ask_app",):
            context.set(overlay=("open_with", paths[0]))
        case ("mark",):
            _mark(context, paths[0])
        case ("ask_pack",):
            first = paths[0].rpartition("/")[2]
            stem = (first.rpartition(".")[0] or first) if len(paths) == 1 else "archive"
            name_dialog.ask(context, "Compress", "OK", ("pack", paths), f"{stem}.zip", "Archive name", whole=False)
        case ("pack", chosen, name):
            _pack(context, chosen, name)
        case ("unpack", path):
            _unpack(context, path)
        case ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


_VIEW, _UPDATE = name_dialog.wrap(view, _update)

APP = AppSpec(
    view=_VIEW,
    update=_UPDATE,
    start=_start,
    title=title,
    **FACTS.spec.facts,
)
