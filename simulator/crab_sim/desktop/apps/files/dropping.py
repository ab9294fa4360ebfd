"""Dragging files onto a folder, a place beside the list or a part of the path, which moves them there."""

from __future__ import annotations

from crab_sim.desktop.apps.files import changes
from crab_sim.desktop.apps.files.messages import SPECIAL
from crab_sim.desktop.widgets import TRASH, dialog_page
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import FILES

__all__ = ["drop"]


def drop(context: Context, name: str, x: int, y: int) -> None:
    """Moves files to where they are dropped: all selected ones, or one that isn't selected.

    Args:
        context: The window's context.
        name: The file that was dragged.
        x: Where it is dropped, in pixels.
        y: The same.
    """
    page = context.page
    if name not in page.data.selected:
        context.set(data=page.data._replace(selected=(name,)))
    paths = changes.paths(context)
    folder = _folder_at(context, x, y)
    if page.arg in SPECIAL or not folder or folder in paths:
        return
    if folder == TRASH:
        changes.update(context, "trash")
        return
    files: Files = context.get(FILES)
    names = [path.rpartition("/")[2] for path in paths]
    taken = next((each for each in names if files.exists(f"{folder.rstrip('/')}/{each}")), "")
    if taken:
        if folder != page.arg:
            text = f"Another item with the name “{taken}” is there."
            context.push(dialog_page(context, "notice", ("The files could not be moved.", text)))
        return

    def change(files: Files) -> Files:
        for path, each in zip(paths, names, strict=True):
            files = files.move(path, f"{folder.rstrip('/')}/{each}", mtime=context.machine.now)
        return files

    if changes.apply(context, change, page.arg, folder):
        context.set(data=context.page.data._replace(selected=()))


def _folder_at(context: Context, x: int, y: int) -> str:
    """Returns the folder at a point of the window; ``""`` where there is none."""
    files: Files = context.get(FILES)
    for node in context.machine.reachable(x, y):
        if node.owner != context.window.id:
            return ""
        match node.message:
            case ("visit", str(path)) if path == TRASH or files.is_dir(path):
                return path
            case ("select", str(name)):
                path = changes.path_of(context, name)
                return path if files.is_dir(path) else ""
    return ""
