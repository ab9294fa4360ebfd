"""Evaluators of archives."""

from __future__ import annotations

import io
import zipfile

from crab_gym.backends.base import State
from crab_tasks.kits.ubuntu.archive_manager.state import archive_has, archive_holds, archive_packs, zipped
from tests.tasks._desk import Desk, with_file

PATH, FOLDER = "/home/user/file", "/home/user/oak"


def test_an_archive_holds_these_texts_and_no_others() -> None:
    texts = {"a.txt": "One\n", "b/c.txt": "Two\n"}
    assert archive_holds(with_file(zipped(texts)), PATH, texts)
    assert not archive_holds(with_file(zipped({**texts, "d.txt": ""})), PATH, texts)
    for data in (
        b"",
        b"PK",
        zipped(texts)[:-1],
        zipped(texts) + b"more",
        zipped({"x": "1"}) + zipped(texts),
        zipped({"a.txt": "One\n"}),
    ):
        assert not archive_holds(with_file(data), PATH, texts)


def test_members_that_their_owner_may_change_and_not_everybody() -> None:
    for mode, accepted in ((0o100644, True), (0o100664, True), (0o100777, False), (0o100400, False), (0o100666, False)):
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            info = zipfile.ZipInfo("a.txt")
            info.external_attr = mode << 16
            archive.writestr(info, "One")
        assert archive_holds(with_file(stream.getvalue()), PATH, {"a.txt": "One"}) is accepted, oct(mode)


def test_a_file_that_was_added_to_an_archive() -> None:
    before, path, file = {"rules.txt": "Be kind\n"}, "/home/user/a.zip", "/home/user/Documents/list.md"
    for files, accepted in (
        ({**before, "list.md": "One\nTwo\n"}, True), ({**before, "home/list.md": "One\nTwo"}, True), (before, False),
        ({**before, "list.md": "One\n"}, False), ({**before, "other.md": "One\nTwo\n"}, False),
        ({"list.md": "One\nTwo\n", "rules.txt": ""}, False), ({"list.md": "One\nTwo\n"}, False),
        ({**before, "list.md": "One\nTwo\n", "more.md": ""}, False),
    ):  # fmt: skip
        state = State(ubuntu=Desk({path: zipped(files), file: b"One\nTwo\n"}))
        assert archive_has(state, path, before, file) is accepted, files
    state = State(ubuntu=Desk({path: zipped({**before, "list.md": "One\n"})}))
    assert not archive_has(state, path, before, file)


def test_an_archive_packs_all_of_a_folder() -> None:
    folder = {f"{FOLDER}/{name}": name.encode() for name in ("a.txt", "b.txt")}
    for texts, accepted in (
        ({"a.txt": "a.txt", "b.txt": "b.txt"}, True), ({"oak/a.txt": "a.txt", "oak/b.txt": "b.txt"}, True),
        ({"a.txt": "a.txt"}, False), ({"a.txt": "a.txt", "b.txt": "no"}, False), ({}, False),
        ({"oak/a.txt": "a.txt", "b.txt": "b.txt"}, False), ({"a.txt": "a.txt", "b.txt": "b.txt", "c.txt": ""}, False),
    ):  # fmt: skip
        state = State(ubuntu=Desk({**folder, "/home/user/oak.zip": zipped(texts)}))
        assert archive_packs(state, "/home/user/oak.zip", FOLDER) is accepted, texts
    assert not archive_packs(State(ubuntu=Desk({"/home/user/oak.zip": zipped({})})), "/home/user/oak.zip", FOLDER)
