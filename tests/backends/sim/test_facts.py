"""Facts of the simulated machines: only rows that may differ are made, and what differs is found all the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from crab_gym.backends.base import DesktopSetup, devices_of
from crab_gym.backends.sim import SimBackend
from crab_gym.backends.sim.desktop_state import SimDesktopState
from crab_gym.experiments.spoilers import spoilers
from crab_sim.devices.facts import KINDS, Change, Facts, FactTable, changes
from crab_sim.devices.phone_facts import SAVED_PLACES
from crab_sim.machine.slices import FILES

HOME = "/home/user"
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}


def whole(facts: Facts) -> Facts:
    """Returns facts of which all rows are made."""
    return {kind: FactTable.of(table.rows) for kind, table in facts.items()}


def changes_by(device: str, change: Callable[[Any], None], seed: int = 3) -> list[Change]:
    """Returns what a change of a fresh device changes, after a check that all rows tell the same."""
    backend = SimBackend(device, SIZES[device])
    backend.reset(seed)
    setup = backend.setup
    before = setup.facts()
    change(setup)
    found = changes(before, setup.facts())
    assert found == changes(whole(before), whole(setup.facts()))
    return found


@pytest.mark.parametrize("device", sorted(SIZES))
def test_every_kind_of_change_is_found_among_the_rows_that_may_differ(device: str) -> None:
    backend = SimBackend(device, SIZES[device])
    backend.reset(3)
    start = backend.snapshot()
    tried = set()
    for spoiler in list(spoilers(device, backend.setup.facts(), [], random.Random(0))):
        backend.restore(start)
        before = backend.setup.facts()
        spoiler.apply(devices_of({device: backend}))
        found = changes(before, backend.setup.facts())
        assert found == changes(whole(before), whole(backend.setup.facts())), spoiler.describe()
        assert any([change.kind == spoiler.kind for change in found]), spoiler.describe()
        tried.add(spoiler.kind)
    untried = {
        "android": {  # a fresh phone has none
            "blocked_number",
            "contact_group",
            "playing",
            "saved_place",
            "state",
            "trashed",
            "visited",
            "voicemail",
        },
        "ubuntu": {"bookmark", "mail_setting", "playing", "playlist", "state", "todo_list", "trashed_site", "visited"},
    }
    assert tried == set(KINDS[device]) - untried[device]


def test_saved_places_are_told_by_their_file() -> None:
    place = '<wpt lat="{0}" lon="2"><name>Mill {0}</name><type>Trips</type></wpt>'
    seeded = changes_by("android", lambda setup: setup.remove(SAVED_PLACES))
    assert {(change.operation, change.kind) for change in seeded} == {("remove", "saved_place")}

    def save(setup: DesktopSetup) -> None:
        setup.write_file(SAVED_PLACES, f"<gpx>{place.format(1) + place.format(3)}</gpx>")

    found = changes_by("android", save)
    assert [(change.operation, change.kind, change.key) for change in found if change not in seeded] == [
        ("add", "saved_place", "Trips/Mill 1 1.0,2.0"), ("add", "saved_place", "Trips/Mill 3 3.0,2.0"),
    ]  # fmt: skip


def test_nothing_differs_while_only_windows_and_time_change() -> None:
    backend = SimBackend("ubuntu", SIZES["ubuntu"])
    backend.reset(3)
    before = backend.setup.facts()
    backend.act("search_app", {"name": "Files"}, 1.0)
    backend.act("press", {"key": "enter"}, 1.0)
    assert changes(before, backend.setup.facts()) == []


def test_the_rest_of_the_state_is_not_compared_while_none_of_its_slices_differs() -> None:
    backend = SimBackend("android", SIZES["android"])
    backend.reset(3)
    before = backend.setup.facts()["state"]
    backend.act("open_app", {"name": "Calculator"}, 1.0)
    after = backend.setup.facts()["state"]
    assert before.same_source(after) and before.rows == after.rows


def test_a_song_plays_until_it_ends() -> None:
    backend = SimBackend("android", SIZES["android"])
    backend.reset(3)
    before = backend.setup.facts()
    backend.act("open_app", {"name": "Music"}, 1.0)
    for role, text in (("tab", "Songs"), ("list_item", "")):
        found = next(each for each in backend.elements() if each.role == role and text in each.text)
        left, top, right, bottom = found.bounds
        backend.act("tap", {"x": (left + right) // 2, "y": (top + bottom) // 2}, 1.0)
    playing = backend.setup.facts()
    assert [(change.operation, change.kind, change.key) for change in changes(before, playing)] == [
        ("add", "playing", "music")
    ]
    backend.advance(7_200.0)
    assert changes(before, backend.setup.facts()) == changes(playing, backend.setup.facts()) == []


def test_rhythmbox_plays_until_it_is_paused() -> None:
    backend = SimBackend("ubuntu", SIZES["ubuntu"])
    backend.reset(3)
    before = backend.setup.facts()
    for verb, args in (("search_app", {"name": "Rhythmbox"}), ("press", {"key": "enter"}), ("press", {"key": "space"})):
        backend.act(verb, args, 1.0)
    assert [change.describe() for change in changes(before, backend.setup.facts())] == [
        "added playing 'music' (app='music')"
    ]
    backend.act("press", {"key": "space"}, 1.0)
    assert changes(before, backend.setup.facts()) == []


def test_moved_folders_and_links_are_told_by_each_file_in_them() -> None:
    def move(setup: DesktopSetup) -> None:
        setup.write_file(f"{HOME}/Documents/deep/er/a.txt", "a")
        setup.write_file(f"{HOME}/Documents/deep/b.txt", "b")

    found = changes_by("ubuntu", move)
    assert [change.key for change in found] == [
        f"{HOME}/Documents/deep{rest}" for rest in ("", "/b.txt", "/er", "/er/a.txt")
    ]

    def rename(setup: DesktopSetup) -> None:
        assert isinstance(setup, SimDesktopState)
        files = setup.machine.get(FILES).move(f"{HOME}/Documents", f"{HOME}/Papers", mtime=1.0)
        setup.machine.put(FILES, files.link(f"{HOME}/here", "Papers", 1.0))

    found = changes_by("ubuntu", rename)
    assert {change.operation for change in found} == {"add", "remove"}
    assert f"{HOME}/here" in [change.key for change in found]


def test_files_behind_a_link_in_place_of_the_home_folder_count_as_removed() -> None:
    def hide(setup: DesktopSetup) -> None:
        assert isinstance(setup, SimDesktopState)
        files = setup.machine.get(FILES).move(HOME, "/home/other", mtime=1.0)
        setup.machine.put(FILES, files.link(HOME, "other", 1.0))

    found = changes_by("ubuntu", hide)
    assert ("change", HOME) in [(change.operation, change.key) for change in found]
    assert {change.operation for change in found if change.key.startswith(f"{HOME}/")} == {"remove"}
