"""Evaluators of archives."""

from __future__ import annotations

from crab_tasks.kits.ubuntu.storage.archives import archive_has, archive_holds, zipped

from crab_gym.backends.base import StateReader
from tests.tasks._desk import Desk, with_file

PATH = "/home/user/file"


def test_an_archive_holds_these_texts_and_no_others() -> None:
    texts = {"a.txt": "One\n", "b/c.txt": "Two\n"}
    assert archive_holds(with_file(zipped(texts)), None, PATH, texts)
    assert not archive_holds(with_file(zipped({**texts, "d.txt": ""})), None, PATH, texts)
    for data in (b"", b"PK", zipped(texts)[:-1], zipped(texts) + b"more", zipped({"a.txt": "One\n"})):
        assert not archive_holds(with_file(data), None, PATH, texts)


def test_a_file_that_was_added_to_an_archive() -> None:
    before, path, file = {"rules.txt": "Be kind\n"}, "/home/user/a.zip", "/home/user/Documents/list.md"
    state: dict[str, StateReader] = {}
    for files, accepted in (
        ({**before, "list.md": "One\nTwo\n"}, True), ({**before, "home/list.md": "One\nTwo"}, True), (before, False),
        ({**before, "list.md": "One\n"}, False), ({**before, "other.md": "One\nTwo\n"}, False),
        ({"list.md": "One\nTwo\n", "rules.txt": ""}, False), ({"list.md": "One\nTwo\n"}, False),
        ({**before, "list.md": "One\nTwo\n", "more.md": ""}, False),
    ):  # fmt: skip
        state["ubuntu"] = Desk({path: zipped(files), file: b"One\nTwo\n"})
        assert archive_has(state, None, path, before, file) is accepted, files
    state["ubuntu"] = Desk({path: zipped({**before, "list.md": "One\n"})})
    assert not archive_has(state, None, path, before, file)
