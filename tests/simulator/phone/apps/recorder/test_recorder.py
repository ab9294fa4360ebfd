from __future__ import annotations

import pytest

from crab_sim.devices import media
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.apps.recorder import app as recorder
from crab_sim.phone.apps.recorder.data import BOOKMARKS, DATABASE, RECORDER
from crab_sim.phone.media.library import RECORDS
from tests.simulator.phone._drive import node, nodes, phone, press, tap, write
from tests.simulator.phone._tables import round_trip


@pytest.fixture
def machine() -> Phone:
    return phone(3, "Recorder")


@pytest.mark.parametrize("seed", range(5))
def test_seeded_recordings(seed: int) -> None:
    machine = phone(seed, "Recorder")
    paths = recorder.records(machine.files)
    assert 3 <= len(paths) <= 5
    assert all(8 <= media.read_tags(machine.files.read(path)).seconds <= 400 for path in paths)
    tap(machine, description="Records")
    assert len(nodes(machine, rid="list_item_name")) == len(paths)


def test_record_pause_and_save_under_a_name(machine: Phone) -> None:
    tap(machine, "Record")
    machine.advance(20)
    assert node(machine, "00:20", rid="txt_progress")
    tap(machine, "Pause")
    machine.advance(50)
    tap(machine, "Resume")
    machine.advance(5)
    tap(machine, "Stop")
    write(machine, "Bird song")
    tap(machine, "Save")
    path = f"{RECORDS}/Bird song.m4a"
    assert media.read_tags(machine.files.read(path)).seconds == 25
    assert not machine.files.exists(f"{RECORDS}/Record-1.m4a")
    assert node(machine, "Bird song", rid="txt_name")


def test_a_recording_that_nobody_names_keeps_its_number(machine: Phone) -> None:
    for number in (1, 2):
        tap(machine, "Record")
        tap(machine, "Stop")
        tap(machine, "Cancel")
        assert machine.files.is_file(f"{RECORDS}/Record-{number}.m4a")


def test_discard_asks_first(machine: Phone) -> None:
    before = machine.files
    tap(machine, "Record")
    tap(machine, "Discard")
    tap(machine, "Cancel")
    assert node(machine, "Recording")
    tap(machine, "Discard")
    tap(machine, "Discard", rid="button1")
    assert machine.files == before and machine.get(RECORDER).recording is None


def test_play_seek_and_stop(machine: Phone) -> None:
    path = recorder.records(machine.files)[0]
    total = media.read_tags(machine.files.read(path)).seconds
    tap(machine, description="Records")
    tap(machine, rid="list_item_name", text=path.rpartition("/")[2][:-4])
    machine.advance(5)
    assert nodes(machine, "00:05")
    tap(machine, "Pause")
    machine.advance(5)
    assert nodes(machine, "00:05")
    left, top, right, bottom = node(machine, rid="play_progress").bounds
    machine.execute("tap", {"x": right - 1, "y": (top + bottom) // 2})
    assert machine.get(RECORDER).player.at == pytest.approx(total)
    tap(machine, "Play")
    assert machine.get(RECORDER).player.at == 0
    machine.advance(total + 10)
    assert node(machine, "Play")
    tap(machine, "Stop")
    assert left and machine.get(RECORDER).player.since is None


def test_rename_and_delete(machine: Phone) -> None:
    first, second = recorder.records(machine.files)[:2]
    tap(machine, description="Records")
    for wanted, stays in (("x/y", True), (second.rpartition("/")[2][:-4], True), ("New name", False)):
        machine.execute("tap", _more(machine, first))
        tap(machine, "Rename")
        write(machine, wanted)
        tap(machine, "Save")
        assert machine.files.exists(first) is stays
        if stays:
            tap(machine, "OK")
    path = f"{RECORDS}/New name.m4a"
    machine.execute("tap", _more(machine, path))
    tap(machine, "Information")
    assert node(machine, path)
    press(machine, "back")
    machine.execute("tap", _more(machine, path))
    tap(machine, "Delete")
    tap(machine, "Delete", role="button")
    assert not machine.files.exists(path)


def _more(machine: Phone, path: str) -> dict[str, int]:
    row = node(machine, path.rpartition("/")[2][:-4], rid="list_item_name").bounds
    return {"x": row[2] - 30, "y": (row[1] + row[3]) // 2}


def test_no_records() -> None:
    machine = phone(3)
    files = machine.files
    for path in recorder.records(files):
        files = files.remove(path)
    machine.put(FILES, files)
    machine.execute("open_app", {"name": "Recorder"})
    assert node(machine, "Welcome!")
    tap(machine, description="Records")
    assert node(machine, "No records")


def test_the_intent_begins_to_record(machine: Phone) -> None:
    machine.launch("recorder", ("record",))
    assert node(machine, "Recording")


@pytest.mark.parametrize("size", [(280, 600), (600, 800)])
def test_other_screens(size: tuple[int, int]) -> None:
    machine = phone(3, "Recorder", *size)
    tap(machine, "Record")
    for found in nodes(machine):
        assert 0 <= found.bounds[0] < found.bounds[2] <= size[0] and found.bounds[3] <= size[1]


def test_search_lists_what_has_the_words_in_its_name(machine: Phone) -> None:
    stems = [path.rpartition("/")[2].removesuffix(".m4a") for path in recorder.records(machine.files)]
    tap(machine, description="Records")
    tap(machine, description="Search")
    write(machine, stems[-1][:4].upper())
    shown = [n.text for n in nodes(machine, rid="list_item_name")]
    assert shown == [stem for stem in stems if stems[-1][:4].casefold() in stem.casefold()] != stems
    tap(machine, stems[-1])
    assert machine.get(RECORDER).path.endswith(f"/{stems[-1]}.m4a")
    assert node(machine, stems[-1], rid="txt_name")


def test_next_and_previous_play_the_neighbours_in_the_list(machine: Phone) -> None:
    paths = recorder.records(machine.files)
    tap(machine, description="Records")
    tap(machine, nodes(machine, rid="list_item_name")[0].text)
    machine.advance(3)
    tap(machine, "Next")
    assert (machine.get(RECORDER).path, machine.get(RECORDER).player.at) == (paths[1], 0.0)
    tap(machine, "Previous")
    tap(machine, "Previous")
    assert machine.get(RECORDER).path == paths[-1]


def test_a_bookmark_follows_its_record(machine: Phone) -> None:
    paths = recorder.records(machine.files)
    tap(machine, description="Records")
    tap(machine, nodes(machine, rid="list_item_name")[0].text)
    tap(machine, description="Add to bookmarks")
    assert machine.get(BOOKMARKS) == (paths[0],)
    assert round_trip(DATABASE, (paths[0],)) == ((paths[0],),)
    tap(machine, description="Records")
    tap(machine, description="Only bookmarks")
    assert len(nodes(machine, rid="list_item_name")) == 1
    tap(machine, description="More options")
    tap(machine, "Rename")
    write(machine, "Kept")
    tap(machine, "Save")
    assert machine.get(BOOKMARKS) == (f"{RECORDS}/Kept.m4a",)
    tap(machine, description="More options")
    tap(machine, "Delete")
    tap(machine, "Delete", role="button")
    assert machine.get(BOOKMARKS) == ()
