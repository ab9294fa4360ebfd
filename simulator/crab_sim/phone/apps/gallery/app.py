"""The phone's Gallery app: photos and videos by day and by album, their details, favourites, the bin, and editing.

State: the slice ``"files"``, and ``"gallery"`` (`crab_sim.phone.apps.gallery.data.Library`). Pages: ``main`` (arg:
``photos``, ``search`` or ``albums``), ``album`` (arg: a folder, the favourites or the bin), ``photo`` (arg: path,
data: the album), ``info`` (arg: path), ``edit`` (arg: path, data: `Editing`), and that of a `folder_chooser`. Overlay
``select`` of the first two: the paths of the selected photos.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from crab_sim.devices import media
from crab_sim.files import FileError, Files
from crab_sim.files.entries import File
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.phone.app import SDCARD
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.apps.gallery import APP as FACTS
from crab_sim.phone.apps.gallery import data
from crab_sim.phone.apps.gallery.data import Edit, Library
from crab_sim.phone.apps.gallery.messages import Message, PhotoMessage
from crab_sim.phone.apps.gallery.views import Editing, title, view
from crab_sim.phone.media import storage
from crab_sim.phone.system.share import share
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.system.wallpaper import set_wallpaper
from crab_sim.phone.widgets import folder_chooser, name_dialog, row_selection
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]

_PHOTO = MessageGroup(PhotoMessage)


def _start(intent: Intent) -> Page:
    match intent:
        case ("show", str(path)):
            return Page("photo", storage.on_storage(path), data="")
    return Page("main", "photos")


def _neighbour(context: Context, step: int) -> str | None:
    """Returns the path of the photo before or after the one that is shown."""
    page = context.page
    paths = [shot.path for shot in data.listed(context.get(FILES), context.get(data.LIBRARY), page.data)]
    at = paths.index(page.arg) + step if page.arg in paths else -1
    return paths[at] if 0 <= at < len(paths) else None


def _move(context: Context, to_bin: bool) -> None:
    """Moves the photo that is shown to the bin or back, and shows the next one."""
    path = context.page.arg
    following = _neighbour(context, 1) or _neighbour(context, -1)
    change = data.discard if to_bin else data.restore
    try:
        files, library = change(context.get(FILES), context.get(data.LIBRARY), path, context.now)
    except (FileError, StopIteration):
        context.set(overlay=("problem", "This photo is no longer there."))
        return
    context.put(FILES, files)
    context.put(data.LIBRARY, library)
    _leave(context, following)


def _leave(context: Context, following: str | None) -> None:
    """Leaves the photo that is shown for the following one, or for the page below."""
    if following is None:
        if len(context.window.pages) > 1:
            context.pop()
        else:
            context.replace(Page("main", "photos"))
    else:
        context.set(arg=following, overlay=())


def _erase(context: Context, paths: Sequence[str]) -> None:
    """Deletes photos in the bin for good."""
    files: Files = context.get(FILES)
    library: Library = context.get(data.LIBRARY)
    for path in paths:
        if files.is_file(path):
            files = files.remove(path, mtime=context.now)
    context.put(FILES, files)
    context.put(data.LIBRARY, library._replace(bin=tuple(row for row in library.bin if row.path not in paths)))


def _edit(context: Context, edit: Edit) -> None:
    """Applies new changes to the photo being edited."""
    path, files = context.page.arg, context.get(FILES)
    if files.is_file(path):
        context.set(data=Editing(edit, data.edited(files.read(path), edit)))


def _save(context: Context, editing: Editing) -> None:
    """Saves the edited photo as a copy."""
    page, preview = context.page, editing.preview
    if preview is None or editing.edit == Edit():
        return
    files: Files = context.get(FILES)
    stem = page.arg.rpartition(".")[0]
    target = free_name(files, f"{stem}~edited.jpg")
    try:
        context.put(FILES, files.write(target, preview, context.now))
    except FileError:
        context.set(overlay=("problem", "There is no room for the copy."))
        return
    context.pop()
    context.set(arg=target, data="")


def _rename(context: Context, path: str, name: str) -> None:
    """Renames the photo that is shown, which keeps its ending."""
    folder, _, old = path.rpartition("/")
    ending = old.rpartition(".")[2]
    name = name if name.casefold().endswith(f".{ending}".casefold()) else f"{name}.{ending}"
    target = f"{folder}/{name}"
    files: Files = context.get(FILES)
    if name == old or not files.is_file(path):
        return
    if problem := name_dialog.file_problem(name, files.exists(target)):
        context.set(overlay=("problem", problem))
        return
    files, library = data.rename(files, context.get(data.LIBRARY), path, target, context.now)
    context.put(FILES, files)
    context.put(data.LIBRARY, library)
    context.set(arg=target)


def _resize(context: Context, path: str, width: str) -> None:
    """Saves a smaller copy of the photo that is shown, and shows it."""
    files: Files = context.get(FILES)
    pixels = int(width) if width.isascii() and width.isdigit() and len(width) < 6 else 0
    smaller = data.resized(files.read(path), pixels) if files.is_file(path) else None
    if smaller is None:
        context.set(overlay=("problem", "Enter a width in pixels that isn't larger than the photo's."))
        return
    target = free_name(files, f"{path.rpartition('.')[0]}_{pixels}.jpg")
    try:
        context.put(FILES, files.write(target, smaller, context.now))
    except FileError:
        context.set(overlay=("problem", "There is no room for the copy."))
        return
    context.set(arg=target, data="")
    toast(context, f"Saved as {target.rpartition('/')[2]}")


def _wallpaper(context: Context) -> None:
    files: Files = context.get(FILES)
    context.set(overlay=())
    if files.is_file(context.page.arg):
        set_wallpaper(context.machine, files.read(context.page.arg))
        toast(context, "Wallpaper set")


def _turn(context: Context, step: int) -> None:
    """Shows the next or previous photo."""
    path = _neighbour(context, step)
    if path is not None:
        context.set(arg=path)


def _select_all(context: Context) -> None:
    """Selects all photos of the grid."""
    page, files = context.page, context.get(FILES)
    if page.name == "album":
        rows = data.listed(files, context.get(data.LIBRARY), page.arg)
    else:
        rows = data.matching(files, context.field("search")) if page.arg == "search" else data.shots(files)
    context.set(overlay=("select", tuple([shot.path for shot in rows])))


def _ask_folder(context: Context, paths: tuple[str, ...], move: bool) -> None:
    """Asks for the folder into which photos are copied or moved."""
    word, message = ("Move", "move") if move else ("Copy", "copy")
    folder_chooser.ask(context, f"{word} to", f"{word} here", (message, paths), SDCARD)


def _transfer(context: Context, paths: tuple[str, ...], folder: str, move: bool) -> None:
    """Copies or moves photos into a folder; the one that is shown gives way to the next one."""
    following = _neighbour(context, 1) or _neighbour(context, -1) if context.page.name == "photo" else None
    files, library = context.get(FILES), context.get(data.LIBRARY)
    try:
        new, library = data.transfer(files, library, paths, folder, move, context.now)
    except FileError:
        context.set(overlay=("problem", "There is no room in this folder."))
        return
    context.put(FILES, new)
    context.put(data.LIBRARY, library)
    if context.page.name == "photo" and move and not new.exists(context.page.arg):
        _leave(context, following)
    count = "File" if len(paths) == 1 else f"{len(paths)} files"
    toast(context, f"{count} {'moved' if move else 'copied'} to {folder.rpartition('/')[2]}")


def _bin_all(context: Context, paths: tuple[str, ...]) -> None:
    """Moves the selected photos to the bin."""
    files, library = context.get(FILES), context.get(data.LIBRARY)
    for path in paths:
        if files.is_file(path):
            files, library = data.discard(files, library, path, context.now)
    context.set(overlay=())
    context.put(FILES, files)
    context.put(data.LIBRARY, library)


def _star(context: Context) -> None:
    path, library = context.page.arg, context.get(data.LIBRARY)
    others = tuple([favourite for favourite in library.favourites if favourite != path])
    favourites = others if len(others) < len(library.favourites) else (*others, path)
    context.put(data.LIBRARY, library._replace(favourites=favourites))


def _delete(context: Context) -> None:
    """Deletes the photo that is shown from the bin."""
    following = _neighbour(context, 1) or _neighbour(context, -1)
    _erase(context, [context.page.arg])
    _leave(context, following)


def _empty_bin(context: Context) -> None:
    context.set(overlay=())
    _erase(context, [row.path for row in context.get(data.LIBRARY).bin])


def _start_editing(context: Context) -> None:
    path = context.page.arg
    entry = context.get(FILES).stat(path)
    if type(entry) is File:
        context.push(Page("edit", path, data=Editing(Edit(), data.edited(entry.data, Edit()))))


def _update_photo(context: Context, message: PhotoMessage) -> None:
    """Handles the entries of the menu of the photo that is shown."""
    shown: str = context.page.arg
    match message:
        case ("ask_name",):
            name_dialog.ask(context, "Rename", "OK", ("rename", shown), shown.rpartition("/")[2], whole=False)
        case ("rename", path, name):
            _rename(context, path, name)
        case ("ask_width",):
            name_dialog.ask(context, "Resize", "Save copy", ("resize", shown), hint="Width in pixels")
        case ("resize", path, width):
            _resize(context, path, width)
        case ("wallpaper",):
            _wallpaper(context)
        case _:
            assert_never(message)


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    page = context.page
    editing = page.data if isinstance(page.data, Editing) else Editing(Edit(), None)
    if _PHOTO.has(message):
        _update_photo(context, message)
        return
    match message:
        case ("back",):
            context.pop()
        case ("tab", section):
            context.replace(Page("main", section, focus="search" if section == "search" else ""))
        case ("album", album):
            context.push(Page("album", album))
        case ("show", path, album):
            context.push(Page("photo", path, data=album))
        case ("clear",):
            context.set_fields(search="")
        case ("pick", path):
            row_selection.toggle(context, path)
        case ("select_all",):
            _select_all(context)
        case ("more", paths):
            context.set(overlay=("more", paths, context.point))
        case ("copy_to" | "move_to" as question, paths):
            _ask_folder(context, paths, move=question == "move_to")
        case ("copy" | "move" as change, paths, folder):
            _transfer(context, paths, folder, move=change == "move")
        case ("ask_bin_all", paths):
            context.set(overlay=("ask_bin_all", paths))
        case ("bin_all", paths):
            _bin_all(context, paths)
        case ("turn", step):
            _turn(context, step)
        case ("play",):
            context.open("video", "play", page.arg)
        case ("info",):
            context.push(Page("info", page.arg))
        case ("star",):
            _star(context)
        case ("share",):
            share(context, "video" if media.kind_of(page.arg) == "video" else "image", page.arg)
        case ("edit",):
            _start_editing(context)
        case ("map", lat, lon):
            context.open("maps", "point", lat, lon)
        case ("sort",):
            context.set(overlay=("sort",))
        case ("order", order):
            context.put(data.LIBRARY, context.get(data.LIBRARY)._replace(order=order))
            context.set(overlay=(), scroll={})
        case ("edit_tab", tab):
            context.set(scroll={"tab": tab})
        case ("turned",):
            _edit(context, editing.edit._replace(turns=(editing.edit.turns + 1) % 4))
        case ("crop", crop):
            _edit(context, editing.edit._replace(crop=crop))
        case ("filter", name):
            _edit(context, editing.edit._replace(filter=name))
        case ("save",):
            _save(context, editing)
        case ("ask_bin" | "ask_delete" | "ask_empty" as question,):
            context.set(overlay=(question,))
        case ("bin",):
            _move(context, to_bin=True)
        case ("restore",):
            _move(context, to_bin=False)
        case ("delete",):
            _delete(context)
        case ("empty",):
            _empty_bin(context)
        case ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


_VIEW, _UPDATE = name_dialog.wrap(*folder_chooser.wrap(view, _update))

APP = AppSpec(
    view=_VIEW,
    update=_UPDATE,
    start=_start,
    title=title,
    **FACTS.spec.facts,
)
