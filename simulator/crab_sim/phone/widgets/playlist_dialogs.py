"""The dialogs about playlists that the apps for music and videos share."""

from __future__ import annotations

from collections.abc import Iterable

from crab_sim.machine.app import Context
from crab_sim.phone.widgets import name_dialog

__all__ = ["ask_name", "ask_new_name", "is_taken"]


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
    """Returns whether a name belongs to a playlist; if so, a dialog says so."""
    taken = name in names
    if taken:
        context.set(overlay=("problem", f"There is a playlist “{name}” already."))
    return taken
