from __future__ import annotations

from collections.abc import Mapping

import pytest

from crab_sim.devices.facts import Change, Facts, FactTable, Fields, changes, owned_path

HOME = "/home/user"


def table(rows: Mapping[str, Fields], *source: object) -> FactTable:
    return FactTable(source, lambda: rows)


@pytest.mark.parametrize(
    ("path", "owned"),
    [
        ("/home/user/Documents/a.txt", True),
        ("/home/user/new", True),
        ("/home/user/.bashrc", True),
        ("/home/user/.ssh/config", True),
        ("/home/user", True),
        ("/home/username/a.txt", True),
        ("/etc/hosts", True),
        ("/home/user/.config/autostart/a.desktop", True),
        ("/home/user/.config", True),
        ("/home/user/project/.git/config", True),
        ("/home/user/project/.git/index", False),
        ("/home/user/project/.gitignore", True),
        ("/home/user/.config/dconf/user", True),
        ("/home/user/.thunderbird/a/prefs.js", False),
        ("/tmp/a.txt", False),
        ("/home/user/.cache/a.txt", False),
        ("/home/user/.local/share/Trash/files/a.txt", False),
        ("/home/user/Documents/.~lock.a.odt#", False),
        ("/home/user/Documents/.a.txt.swp", False),
        ("/home/user/Documents/.hidden", True),
    ],
)
def test_owned_paths(path: str, owned: bool) -> None:
    assert owned_path(HOME, path) is owned


@pytest.mark.parametrize(
    ("path", "owned"),
    [
        ("Download/a.txt", True),
        (".hidden/a.txt", True),
        ("Download/.a.txt", True),
        ("Android/media/com.example.chat/a.jpg", True),
        ("Android/data/net.osmand/files/tracks/ride.gpx", True),
        ("Android/data/com.dimowner.audiorecorder/files/Music/records/Idea.m4a", True),
        ("Android/data/net.osmand/files/favorites", False),
        ("Android/media/com.example.chat/cache/a.jpg", False),
        ("Android", False),
        ("Pictures/.thumbnails/a.jpg", False),
        ("Movies/.nomedia", True),
        ("DCIM/.trash/IMG.jpg", False),
        ("DCIM/.trashed-1790000000-IMG.jpg", False),
    ],
)
def test_owned_paths_of_a_phone(path: str, owned: bool) -> None:
    home = "/storage/emulated/0"
    assert owned_path(home, f"{home}/{path}") is owned


def test_what_comes_into_a_trash_is_told_by_its_removal_only() -> None:
    before = {"note": table({"1": {"title": "a"}}), "trashed_note": table({"2": {"title": "b"}})}
    after = {"note": table({}), "trashed_note": table({"1": {"title": "a"}})}
    assert [(one.operation, one.kind, one.key) for one in changes(before, after)] == [
        ("remove", "note", "1"), ("remove", "trashed_note", "2"),
    ]  # fmt: skip


def test_changes_by_kind_and_key() -> None:
    before = {"contact": table({"1": {"name": "Ada"}, "2": {"name": "Bo"}}), "todo": table({})}
    after = {"contact": table({"1": {"name": "Eda"}, "3": {"name": "Cy"}}), "todo": table({})}
    assert changes(before, after) == [
        Change("change", "contact", "1", {"name": "Ada"}, {"name": "Eda"}),
        Change("remove", "contact", "2", {"name": "Bo"}, {}),
        Change("add", "contact", "3", {}, {"name": "Cy"}),
    ]


def test_a_setting_at_its_default_before_is_changed_not_added() -> None:
    before, after = {"setting": table({})}, {"setting": table({"a b": {"value": "1"}})}
    assert [change.operation for change in changes(before, after)] == ["change"]
    assert [change.operation for change in changes(after, before)] == ["change"]


def test_a_kind_that_one_side_cannot_read_is_not_compared() -> None:
    assert changes({"note": table({})}, {}) == []
    assert changes({}, {"note": table({"1": {"title": "x"}})}) == []


def test_no_row_is_made_where_nothing_was_replaced() -> None:
    def unwanted() -> Mapping[str, Fields]:
        raise AssertionError("rows were made")

    source = object()
    before: Facts = {"note": FactTable((source,), unwanted)}
    assert changes(before, {"note": FactTable((source,), unwanted)}) == []
    with pytest.raises(AssertionError, match="rows were made"):
        changes(before, {"note": FactTable((object(),), unwanted)})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (Change("remove", "contact", "7", {"name": "Ada", "email": ""}, {}), "removed contact '7' (name='Ada')"),
        (Change("change", "todo", "1", {"done": False}, {"done": True}), "changed todo '1' (done: False -> True)"),
        (Change("add", "note", "2", {}, {"title": "x" * 99}), f"added note '2' (title='{'x' * 56}...)"),
    ],
)
def test_changes_in_words(change: Change, text: str) -> None:
    assert change.describe() == text
