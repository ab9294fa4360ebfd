from __future__ import annotations

from crab_tasks import evaluators_desktop as desktop
from crab_tasks.evaluators_storage import digest

from crab_gym.backends.base import Window
from tests.tasks._desk import Desk

TRASH = "/home/user/.local/share/Trash"


def test_windows() -> None:
    desk = Desk()
    state = {"ubuntu": desk}
    assert not desktop.window_shown(state, None, "writer") and desktop.window_gone(state, None, "writer")
    assert not desktop.window_in_front(state, None, "writer")
    bounds = (0, 0, 100, 100)
    desk.shown = (
        Window("writer", "report.odt - LibreOffice Writer", bounds, False),
        Window("calc", "prices.ods - LibreOffice Calc", bounds, False, minimized=True),
        Window("files", "Documents", bounds, True),
    )
    assert desktop.window_shown(state, None, "writer", "report.odt")
    assert not desktop.window_shown(state, None, "writer", "prices.ods")
    assert not desktop.window_shown(state, None, "calc") and not desktop.window_gone(state, None, "calc")
    assert desktop.window_in_front(state, None, "files", "Doc")
    assert not desktop.window_in_front(state, None, "files", "Pictures")
    assert not desktop.window_in_front(state, None, "writer")
    assert desktop.window_gone(state, None, "writer", "other.odt")


def test_clipboard() -> None:
    desk = Desk()
    state = {"ubuntu": desk}
    desk.copied = " Oslo \n"
    assert desktop.clipboard_is(state, None, "Oslo") and not desktop.clipboard_is(state, None, "Osl")
    assert desktop.clipboard_has(state, None, ["Os", "lo"])
    assert not desktop.clipboard_has(state, None, ["Oslo", "Bergen"])
    assert not desktop.clipboard_has(state, None, ["Oslo"], most=5)


def test_default_applications() -> None:
    desk = Desk()
    desk.defaults = {"image/png": "gimp.desktop", "image/jpeg": "gimp.desktop", "text/plain": "vim.desktop"}
    state = {"ubuntu": desk}
    assert desktop.default_application_is(state, None, ["image/png", "image/jpeg"], "gimp.desktop")
    assert not desktop.default_application_is(state, None, ["image/png", "text/plain"], "gimp.desktop")
    assert not desktop.default_application_is(state, None, ["image/gif"], "gimp.desktop")


def test_files_and_folders() -> None:
    state = {"ubuntu": Desk({"/home/user/a/one": b"1", "/home/user/a/two/three": b"3"})}
    assert desktop.folder_names_are(state, None, "/home/user/a", ["two", "one"])
    assert not desktop.folder_names_are(state, None, "/home/user/a", ["one"])
    assert not desktop.folder_names_are(state, None, "/home/user/b", [])
    assert desktop.file_has_digest(state, None, "/home/user/a/one", digest(b"1"))
    assert not desktop.file_has_digest(state, None, "/home/user/a/one", digest(b"2"))
    assert not desktop.file_has_digest(state, None, "/home/user/a/none", digest(b"1"))


def test_trashed() -> None:
    note = b"[Trash Info]\nPath=/home/user/a%20%C3%A4.txt\nDeletionDate=2026-11-02T09:00:00\n"
    files = {f"{TRASH}/info/a ä.2.txt.trashinfo": note, f"{TRASH}/files/a ä.2.txt": b"old"}
    state = {"ubuntu": Desk(files)}
    path = "/home/user/a ä.txt"
    assert desktop.trashed(state, None, path) and desktop.trashed(state, None, path, digest(b"old"))
    assert not desktop.trashed(state, None, path, digest(b"new"))
    assert not desktop.trashed(state, None, "/home/user/b.txt")
    assert not desktop.trashed({"ubuntu": Desk({**files, path: b"again"})}, None, path)
    assert not desktop.trashed({"ubuntu": Desk({f"{TRASH}/info/a ä.2.txt.trashinfo": note})}, None, path)
    assert not desktop.trashed({"ubuntu": Desk()}, None, path)
