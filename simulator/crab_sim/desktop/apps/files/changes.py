"""The changes that the Files app makes to files: copy, move, throw away, restore, delete."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from crab_sim.desktop.apps.files.messages import Change
from crab_sim.desktop.trash import emptied, move_to_trash, origin
from crab_sim.desktop.widgets import TRASH, TRASH_INFO, dialog_page, split_name
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES, Slice

__all__ = ["USER", "apply", "path_of", "paths", "undoable", "update"]

CUT: Final = Slice[tuple[str, ...]]("cut", volatile="replaced by every copy")
_THROWN: Final = Slice[tuple[str, ...]]("files_thrown", volatile="what Ctrl+Z takes back, replaced by every change")
"""The paths in the trash of what was thrown away last, if nothing has been changed since."""

USER = "user"


def paths(context: Context) -> list[str]:
    """Returns the paths of the selected files."""
    return [path_of(context, name) for name in context.base.data.selected]


def path_of(context: Context, name: str) -> str:
    """Returns the path of a file that the window lists, by its name, or by its path among what a search has found."""
    return name if name[0] == "/" else f"{context.base.arg.rstrip('/')}/{name}"


def apply(context: Context, change: Callable[[Files], Files], *folders: str) -> bool:
    """Changes the files, or tells in a dialog why not: the user can't write in one of the folders, or it fails."""
    files: Files = context.get(FILES)
    try:
        for folder in folders:
            if not files.allows(folder, USER, "w"):
                text = f"You do not have permission to change the contents of “{folder}”."
                context.push(dialog_page(context, "notice", ("Permission denied", text)))
                return False
        context.put(FILES, change(files))
        if context.machine.peek(_THROWN, ()):
            context.put(_THROWN, ())
    except FileError as error:
        text = f"“{error.path}”: {error.reason}."
        context.push(dialog_page(context, "notice", ("There was an error changing the files.", text)))
        return False
    return True


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "/"


def _free(files: Files, folder: str, name: str, is_dir: bool, pattern: str) -> str:
    """Returns a path in a folder that is not taken; the pattern gets stem, number and extension."""
    path = f"{folder.rstrip('/')}/{name}"
    stem, extension = split_name(name, is_dir)
    number = 2
    while files.exists(path):
        path = (
            f"{folder.rstrip('/')}/{pattern.format(stem, '' if number == 2 else f' {number - 1}', number, extension)}"
        )
        number += 1
    return path


def _select(context: Context, names: list[str]) -> None:
    context.set(data=context.page.data._replace(selected=tuple(names)))


def _clip(context: Context, cut: bool) -> None:
    chosen = paths(context)
    if chosen:
        context.put(CLIPBOARD, "\n".join(chosen))
        context.put(CUT, tuple(chosen) if cut else ())


def _paste(context: Context, over: bool) -> None:
    """Copies or moves the files on the clipboard into the folder; asks first if a name is taken."""
    folder: str = context.base.arg
    clip: str = context.get(CLIPBOARD)
    files: Files = context.get(FILES)
    sources = [line.rstrip("/") for line in clip.split("\n")]
    if folder == TRASH or not all(line[:1] == "/" and files.exists(line) for line in sources):
        return
    cut = context.get(CUT) == tuple(sources)
    here = folder.rstrip("/")
    taken = [s for s in sources if _parent(s) != folder and files.exists(f"{here}/{s.rpartition('/')[2]}")]
    if taken and not over:
        context.push(dialog_page(context, "ask_replace", taken[0]))
        return
    if over:
        context.pop()
    now = context.machine.now
    names: list[str] = []

    def change(files: Files) -> Files:
        for source in sources:
            name = source.rpartition("/")[2]
            target = f"{here}/{name}"
            is_dir = files.is_dir(source)
            if source != target and files.exists(target) and not (is_dir and files.is_dir(target) and not cut):
                files = files.remove(target, recursive=True)
            if cut:
                files = files.move(source, target, mtime=now)
            else:
                if source == target:
                    target = _free(files, folder, name, is_dir, "{0} (Copy{1}){3}")
                files = files.copy(source, target, recursive=True, mtime=now)
            names.append(target.rpartition("/")[2])
        return files

    if apply(context, change, folder, *([_parent(s) for s in sources] if cut else ())):
        if cut:
            context.put(CUT, ())
            context.put(CLIPBOARD, "")
        _select(context, names)


def _trash(context: Context) -> None:
    chosen, now = paths(context), context.machine.now
    if context.page.arg == TRASH:
        _ask_delete(context)
        return

    def change(files: Files) -> Files:
        for path in chosen:
            files = move_to_trash(files, path, now)
        return files

    before = context.get(FILES)
    if chosen and apply(context, change, *map(_parent, chosen)):
        _select(context, [])
        old = before.list(TRASH) if before.is_dir(TRASH) else ()
        context.put(_THROWN, tuple([f"{TRASH}/{name}" for name in context.get(FILES).list(TRASH) if name not in old]))


def _ask_delete(context: Context) -> None:
    if context.page.data.selected:
        context.push(dialog_page(context, "ask_delete", tuple(paths(context))))


def _erase(context: Context) -> None:
    """Deletes the selected files permanently."""
    chosen = context.page.arg
    context.pop()

    def change(files: Files) -> Files:
        for path in chosen:
            files = _without_info(files.remove(path, recursive=True, mtime=context.machine.now), path)
        return files

    if apply(context, change, *map(_parent, chosen)):
        _select(context, [])


def _without_info(files: Files, path: str) -> Files:
    info = f"{TRASH_INFO}/{path.rpartition('/')[2]}.trashinfo"
    return files.remove(info) if _parent(path) == TRASH and files.exists(info) else files


def _restore(context: Context, chosen: Sequence[str]) -> None:
    now = context.machine.now

    def change(files: Files) -> Files:
        for path in chosen:
            place = origin(files, path.rpartition("/")[2])
            if place:
                folder = _parent(place)
                files = files.mkdir(folder, now, parents=True)
                name, is_dir = place.rpartition("/")[2], files.is_dir(path)
                files = files.move(path, _free(files, folder, name, is_dir, "{0} (Copy{1}){3}"), mtime=now)
                files = _without_info(files, path)
        return files

    if apply(context, change):
        _select(context, [])


def undoable(context: Context) -> bool:
    """Returns whether there is something that `update` can take back."""
    return bool(context.machine.peek(_THROWN, ()))


def _empty(context: Context) -> None:
    context.pop()
    if apply(context, emptied):
        _select(context, [])


def update(context: Context, name: Change) -> None:
    """Handles the events that change files or the clipboard."""
    match name:
        case "copy_files" | "cut_files":
            _clip(context, name == "cut_files")
        case "paste_files" | "paste_over":
            _paste(context, name == "paste_over")
        case "trash":
            _trash(context)
        case "delete":
            _ask_delete(context)
        case "erase":
            _erase(context)
        case "restore":
            _restore(context, paths(context))
        case "undo":
            _restore(context, context.machine.peek(_THROWN, ()))
        case "ask_empty":
            context.push(dialog_page(context, name))
        case "empty":
            _empty(context)
        case _:
            assert_never(name)
