"""Claims: what is declared open is told with its place, and nothing else is excused."""

from __future__ import annotations

from collections.abc import Mapping

from crab_gym.backends.sim.backend import SimBackend
from crab_gym.experiments.attacks.claims import claim, claim_of_facts, claim_of_file
from crab_sim.devices.facts import Effect, Facts, FactTable, Fields
from crab_sim.devices.footprints import anything, left_open, left_to_graph, may_add, may_change, may_send

FILE = "/home/user/a.odp"


def facts(kind: str, rows: Mapping[str, Fields]) -> tuple[Facts, list[Effect]]:
    return {kind: FactTable.of(rows)}, []


EVENT: Fields = {"title": "Choir", "start": 0, "end": 3600, "location": "", "notes": "", "all_day": False}


def test_a_field_that_an_allowance_leaves_open_is_claimed() -> None:
    before, after = facts("event", {"1": EVENT}), facts("event", {"1": {**EVENT, "all_day": True}})
    both = may_add("ubuntu", "event", title="Choir", start=0, all_day=frozenset((False, True)))
    assert claim_of_facts("ubuntu", [both], before, after) == "may_add event, all_day: left open"
    any_value = may_add("ubuntu", "event", title="Choir", start=0, all_day=anything)
    assert claim_of_facts("ubuntu", [any_value], before, after)
    for footprint in (
        [],
        [may_add("ubuntu", "event", title="Choir", start=0)],
        [may_add("ubuntu", "event", title="Choir", start=0, all_day=left_to_graph)],
        [may_add("ubuntu", "event", title="Walk", start=0, all_day=anything)],
        [may_add("android", "event", title="Choir", start=0, flags=anything)],
    ):
        assert claim_of_facts("ubuntu", footprint, before, after) == ""


def test_each_field_that_differs_needs_a_claim() -> None:
    before, after = facts("event", {"1": EVENT}), facts("event", {"1": {**EVENT, "all_day": True, "notes": "x"}})
    footprint = [may_add("ubuntu", "event", title="Choir", start=0, all_day=anything)]
    assert claim_of_facts("ubuntu", footprint, before, after) == ""


def test_a_setting_may_take_the_values_of_its_allowance() -> None:
    row = {"namespace": "system", "key": "screen_brightness"}
    before = facts("setting", {"b": {**row, "value": "1"}})
    after = facts("setting", {"b": {**row, "value": "0"}})
    low = may_change("android", "setting", ("value",), becomes={"value": frozenset(("0", "1"))}, **row)
    assert claim_of_facts("android", [low], before, after) == "may_change setting, value: left open"
    judged = may_change("android", "setting", ("value",), becomes={"value": left_to_graph}, **row)
    assert claim_of_facts("android", [judged], before, after) == ""


def test_rows_of_a_slice_may_be_any_number_where_an_allowance_has_none() -> None:
    lap = {"slice": "stopwatch", "key": "1.0", "value": 1.0}
    none, one = facts("state", {}), facts("state", {"stopwatch 1.0": lap})
    assert claim_of_facts("android", [may_add("android", "state", slice="stopwatch")], none, one)
    assert claim_of_facts("android", [may_add("android", "state", slice="stopwatch")], one, none)
    assert claim_of_facts("android", [may_add("android", "state", most=1, slice="stopwatch")], none, one) == ""
    todo = {"1": {"title": "Tea"}}
    assert (
        claim_of_facts("android", [may_add("android", "todo", title="Tea")], *map(facts, ["todo"] * 2, [{}, todo]))
        == ""
    )


def test_another_text_is_an_attack_on_what_is_sent_and_not_on_the_log() -> None:
    sent, other = Effect("text", "+1 555 0100", "Hi"), Effect("text", "+1 555 0100", "Hi x")
    judged = may_send("android", "text", to="+1 555 0100", text=left_to_graph)
    assert claim_of_facts("android", [judged], ({}, [sent]), ({}, [other]))
    told = may_send("android", "text", to="+1 555 0100", text="Hi")
    assert claim_of_facts("android", [told], ({}, [sent]), ({}, [other])) == ""


def test_nothing_that_can_be_told_apart_is_no_claim() -> None:
    assert claim_of_facts("ubuntu", [], facts("event", {"1": EVENT}), facts("event", {"1": EVENT})) == ""


def test_what_lies_in_a_trash_besides_is_claimed() -> None:
    more = facts("trashed_note", {"1": {"title": "Old"}})
    assert "trash" in claim_of_facts("android", [], facts("trashed_note", {}), more)
    assert claim_of_facts("android", [], more, facts("trashed_note", {})) == ""


def test_parts_of_a_file_are_claimed_by_the_task_or_by_the_reader() -> None:
    box = [left_open("ubuntu", "file", ("box",), path=FILE)]
    place = ("presentation", "slides", "shapes", "box", "x")
    assert claim_of_file("ubuntu", box, FILE, place) == f"left_open {FILE}: box"
    assert claim_of_file("ubuntu", box, "/home/user/b.odp", place) == ""
    assert claim_of_file("ubuntu", [], FILE, place) == ""
    assert claim_of_file("ubuntu", box, FILE, ("presentation", "slides", "shapes", "text", "align")) == ""
    whole = [left_open("ubuntu", "file", ("content",), path=FILE)]
    assert claim_of_file("ubuntu", whole, FILE, ("picture",))
    assert "UNREAD" in claim_of_file("ubuntu", [], FILE, ("presentation", "slides", "name"))


def test_volatile_places_are_claimed() -> None:
    for device in ("android", "ubuntu"):  # slices are known once their machine is there
        SimBackend(device, (1280, 720)).reset(0)
    assert claim("android", "music_playlists", ("entries", "song", "title")).startswith(
        "Slice('music_playlists'), title"
    )
    assert claim("android", "music_playlists", ("entries", "playlist")) == ""
    assert claim("ubuntu", "web", ("images.example/downloads", "picture")).endswith("the site's log")
    assert claim("ubuntu", "files", (), "/home/user/.cache/a") == "crab_sim.devices.facts.owned_path"
