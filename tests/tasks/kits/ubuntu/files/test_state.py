from __future__ import annotations

from crab_gym.backends.base import State
from crab_tasks.kits.compare import digest
from crab_tasks.kits.ubuntu.archive_manager.state import only_file
from crab_tasks.kits.ubuntu.files import state as desktop
from tests.tasks._desk import Desk, with_file

TRASH = "/home/user/.local/share/Trash"


def test_files_and_folders() -> None:
    state = State(ubuntu=Desk({"/home/user/a/one": b"1", "/home/user/a/two/three": b"3"}))
    assert desktop.folder_names_are(state, "/home/user/a", ["two", "one"])
    assert not desktop.folder_names_are(state, "/home/user/a", ["one"])
    assert not desktop.folder_names_are(state, "/home/user/b", [])
    assert desktop.file_has_digest(state, "/home/user/a/one", digest(b"1"))
    assert not desktop.file_has_digest(state, "/home/user/a/one", digest(b"2"))
    assert not desktop.file_has_digest(state, "/home/user/a/none", digest(b"1"))


def test_trashed() -> None:
    note = b"[Trash Info]\nPath=/home/user/a%20%C3%A4.txt\nDeletionDate=2026-11-02T09:00:00\n"
    files = {f"{TRASH}/info/a ä.2.txt.trashinfo": note, f"{TRASH}/files/a ä.2.txt": b"old"}
    state = State(ubuntu=Desk(files))
    path = "/home/user/a ä.txt"
    assert desktop.trashed(state, path) and desktop.trashed(state, path, digest(b"old"))
    assert not desktop.trashed(state, path, digest(b"new"))
    assert not desktop.trashed(state, "/home/user/b.txt")
    assert not desktop.trashed(State(ubuntu=Desk({**files, path: b"again"})), path)
    assert not desktop.trashed(State(ubuntu=Desk({f"{TRASH}/info/a ä.2.txt.trashinfo": note})), path)
    assert not desktop.trashed(State(ubuntu=Desk()), path)


def test_restored() -> None:
    path, note = "/home/user/rules.txt", b"[Trash Info]\nPath=/home/user/rules.txt\nDeletionDate=2026-10-02T17:20:00\n"
    trashed = {f"{TRASH}/info/rules.txt.trashinfo": note, f"{TRASH}/files/rules.txt": b"Be kind\n"}
    for files, accepted in (
        ({path: b"Be kind\n"}, True), ({path: b"Be kind"}, True), (trashed, False), ({}, False),
        ({**trashed, path: b"Be kind\n"}, False), ({path: b"Be rude\n"}, False),
    ):  # fmt: skip
        assert desktop.restored(State(ubuntu=Desk(files)), path, b"Be kind\n") is accepted, files


def test_a_file_alone_in_a_folder() -> None:
    folder = "/home/user/oak"
    for files, accepted in (
        ({f"{folder}/plan.txt": b"One"}, True), ({f"{folder}/plan.txt": b"Two"}, False), ({}, False),
        ({f"{folder}/plan.txt": b"One", f"{folder}/old.txt": b""}, False), ({f"{folder}/a/plan.txt": b"One"}, False),
    ):  # fmt: skip
        assert only_file(State(ubuntu=Desk(files)), folder, "plan.txt", b"One\n") is accepted, files


def test_a_file_that_was_edited_has_its_lines_and_nothing_else() -> None:
    for text, accepted in (
        ("One\nTwo\n", True), ("One\nTwo", True), ("One\r\nTwo\n\n", True), ("One \nTwo\n", False),
        ("One\nTwo ", False), ("\nOne\nTwo", False), ("One\n\nTwo", False),
    ):  # fmt: skip
        assert desktop.file_is_edited(with_file(text.encode()), "/home/user/file", ["One", "Two"]) is accepted, text
    assert not desktop.file_is_edited(State(ubuntu=Desk()), "/home/user/file", [""])


def test_a_full_stop_belongs_to_an_address() -> None:
    for text, accepted in (("http://mill.example/a\n", True), ("http://mill.example/a.\n", False)):
        state = with_file(text.encode())
        assert desktop.file_says(state, "/home/user/file", "url", "http://mill.example/a") is accepted
