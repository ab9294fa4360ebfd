"""The parts of playlists that the apps for music and videos share: asking for names, selecting rows."""

from __future__ import annotations

from collections.abc import Iterable

from crab_gym.sim.machine.app import Context
from crab_gym.sim.phone.widgets import name_dialog

__all__ = ["ask_name", "ask_new_name", "is_taken", "toggle_selected"]


def ask_new_name(context: Context, paths: tuple[str, ...], action: str) -> None:
    """Asks for the name of a playlist to be made of files; ``("created", paths, name)`` follows."""
    name_dialog.ask(context, "New playlist", action, ("created", paths), hint="Playlist name")


def ask_name(context: Context, playlist: int, name: str, action: str) -> None:
    """Asks for another name of a playlist; ``("renamed", its id, name)`` follows.

    Args:
        context: The app.
        playlist: The playlist's id.
        name: Its present name.
        action: The text of the dialog's button.
    """
    name_dialog.ask(context, "Rename playlist", action, ("renamed", playlist), name, "Playlist name")


def is_taken(context: Context, names: Iterable[str], name: str) -> bool:
    """Returns whether there is a playlist of a name; if so, a dialog says it."""
    taken = name in names
    if taken:
        context.set(overlay=("problem", f"There is a playlist “{name}” already."))
    return taken


def toggle_selected(context: Context, path: str, paths: tuple[str, ...]) -> None:
    """Adds a file to the selected ones or takes it out; the selection ends when it is empty."""
    paths = tuple([other for other in paths if other != path]) if path in paths else (*paths, path)
    context.set(overlay=("select", paths) if paths else ())
