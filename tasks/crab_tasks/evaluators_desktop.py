"""Evaluators of what a desktop shows and holds: windows, clipboard, default applications, trash, folders."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import unquote

from crab_gym.backends.base import StateReader
from crab_tasks.evaluators import State
from crab_tasks.evaluators_storage import digest

__all__ = [
    "clipboard_has", "clipboard_is", "default_application_is", "file_has_digest", "folder_names_are", "trashed",
    "window_gone", "window_in_front", "window_shown",
]  # fmt: skip


def window_in_front(state: State, answer: str | None, app: str, title: str = "") -> bool:
    """A window of the app has the focus, and its title has this in it."""
    front = state["ubuntu"].foreground()
    return front.app == app and title in front.title


def window_shown(state: State, answer: str | None, app: str, title: str = "") -> bool:
    """A window of the app is on the screen, perhaps below others, and its title has this in it."""
    windows = state["ubuntu"].windows()
    return any(window.app == app and title in window.title and not window.minimized for window in windows)


def window_gone(state: State, answer: str | None, app: str, title: str = "") -> bool:
    """The app has no window whose title has this in it."""
    return not any(window.app == app and title in window.title for window in state["ubuntu"].windows())


def clipboard_is(state: State, answer: str | None, text: str) -> bool:
    """The clipboard holds the text, apart from blanks around it."""
    return state["ubuntu"].clipboard().strip() == text


def clipboard_has(state: State, answer: str | None, parts: Sequence[str], most: int = 10_000) -> bool:
    """The clipboard holds all of these texts, and no more characters than `most`: not all there is."""
    found = state["ubuntu"].clipboard()
    return len(found) <= most and all(part in found for part in parts)


def default_application_is(state: State, answer: str | None, kinds: Sequence[str], entry: str) -> bool:
    """All of these types, such as ``"image/png"``, are opened with this desktop entry."""
    desktop = state["ubuntu"]
    return all(desktop.default_application(kind) == entry for kind in kinds)


def file_has_digest(state: State, answer: str | None, path: str, content: str) -> bool:
    """The file holds the bytes that have this `digest`."""
    data = state["ubuntu"].read_file(path)
    return data is not None and digest(data) == content


def folder_names_are(state: State, answer: str | None, path: str, names: Sequence[str]) -> bool:
    """The folder is there and holds exactly these names."""
    desktop = state["ubuntu"]
    return desktop.is_dir(path) and desktop.list_dir(path) == tuple(sorted(names))


def trashed(state: State, answer: str | None, path: str, content: str = "") -> bool:
    """What was at the path is in the trash, with this `digest` if one is given, and nothing is at the path now."""
    desktop = state["ubuntu"]
    if desktop.exists(path):
        return False
    trash = f"{desktop.home}/.local/share/Trash"
    for name in desktop.list_dir(f"{trash}/info"):
        if _trashed_from(desktop, f"{trash}/info/{name}") != path:
            continue
        held = f"{trash}/files/{name.removesuffix('.trashinfo')}"
        if not content:
            if desktop.exists(held):
                return True
        elif (data := desktop.read_file(held)) is not None and digest(data) == content:
            return True
    return False


def _trashed_from(desktop: StateReader, note: str) -> str:
    """Returns where a thing in the trash came from, as its note says (freedesktop.org's Trash specification)."""
    lines = (desktop.read_text(note) or "").splitlines()
    return next((unquote(line.removeprefix("Path=")) for line in lines if line.startswith("Path=")), "")
