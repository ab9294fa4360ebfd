from __future__ import annotations

from itertools import pairwise

import pytest

from crab_sim.phone import Phone
from crab_sim.phone.apps.fitness import data
from crab_sim.phone.apps.fitness.data import DATABASE, RECORDING, TRACKS, Rows, TrackRow
from crab_sim.phone.system.above import ABOVE
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, tap, write
from tests.simulator.phone._tables import columns, round_trip, tables

BOOT = phone(0).now  # Monday, 12 October 2026, 08:00
RUN = TrackRow(1, "Morning run", "running", BOOT - 90_000, BOOT - 87_000, 8000.0, 2800.0, "Felt good", 4.0, 50.0,
               90.0, 61.0, 58.0, 560, b"\x00\xff", 3600, "running")  # fmt: skip
RIDE = TrackRow(2, "Ride to the lake", "biking", BOOT - 7200, BOOT - 3600, 18_500.0, 3600.0)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(TRACKS, (RUN, RIDE))
    machine.execute("open_app", {"name": "Fitness"})
    return machine


def tracks(machine: Phone) -> Rows:
    rows: Rows = machine.get(TRACKS)
    return rows


def names(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, rid="track_name")]


def values(machine: Phone) -> dict[str, str]:
    """The numbers of a page by their names."""
    shown = [n for n in machine.scene.nodes if n.role == "text"]
    return {one.text: two.text for one, two in pairwise(shown)
            if two.resource_id.endswith("/stats_value")}  # fmt: skip


def test_seeds_and_database() -> None:
    for seed in range(12):
        rows = tracks(phone(seed))
        now = phone(seed).now
        assert 12 <= len(rows) <= 20 and rows == tracks(phone(seed))
        assert round_trip(DATABASE, rows) == (rows,)
        for row in rows:
            assert row.start < row.start + row.moving <= row.stop < now and now - row.start < 45 * 86_400
            assert row.distance / row.moving < row.max_speed < 25 and row.low < row.high
    assert round_trip(DATABASE, (RUN, RIDE)) == ((RUN, RIDE),)
    assert columns(DATABASE, "tracks") == (
        "_id name description category activity_type starttime stoptime numpoints totaldistance totaltime movingtime "
        "avgspeed avgmovingspeed maxspeed minelevation maxelevation elevationgain icon uuid elevationloss "
        "starttime_offset".split()
    )


def test_the_database_says_what_the_app_shows() -> None:
    row = tables(DATABASE, (RUN,))["tracks"][0]
    assert (row["totaltime"], row["movingtime"], row["stoptime"] - row["starttime"]) == (
        3_000_000,
        2_800_000,
        3_000_000,
    )
    assert row["avgspeed"] == pytest.approx(8000 / 3000) and row["avgmovingspeed"] == pytest.approx(8000 / 2800)


def test_rows_of_other_clients_are_taken() -> None:
    row = dict.fromkeys(columns(DATABASE, "tracks"))
    (rows,) = DATABASE.load({"tracks": [{**row, "_id": 5, "uuid": "abc"}]})
    assert rows == (TrackRow(5, "", "", 0.0, 0.0, 0.0, 0.0, uuid=b"abc"),)
    with pytest.raises(ValueError, match="far"):
        DATABASE.load({"tracks": [{**row, "_id": 5, "totaldistance": "far"}]})


def test_the_list_is_newest_first(app: Phone) -> None:
    assert names(app) == ["Ride to the lake", "Morning run"]
    assert node(app, "Morning run").description == "Yesterday 07:00 · 8.00 km · 50:00"
    assert node(app, "Ride to the lake").description == "Today 06:00 · 18.50 km · 1:00:00"


def test_a_track_has_its_numbers(app: Phone) -> None:
    tap(app, "Morning run")
    assert nodes(app, "Felt good") and nodes(app, description="Map of the track")
    assert nodes(app, description="Elevation, 50 m to 90 m")
    assert values(app) == {
        "Distance": "8.00 km", "Total time": "50:00", "Moving time": "46:40", "Avg. speed": "9.6 km/h",
        "Avg. moving speed": "10.3 km/h", "Max speed": "14.4 km/h", "Elevation gain": "61 m", "Elevation loss": "58 m",
    }  # fmt: skip


def test_a_track_is_edited(app: Phone) -> None:
    tap(app, "Morning run")
    tap(app, description="Edit")
    write(app, "Long run\nNew shoes, ")
    tap(app, "Activity type")
    tap(app, "trail running")
    tap(app, "Save")
    assert tracks(app)[0] == RUN._replace(
        name="Long run", description="Felt goodNew shoes,", category="trail running", activity_type="trail running"
    )
    assert nodes(app, "Long run", rid="track_name")


def test_a_track_needs_a_name(app: Phone) -> None:
    long_tap(app, "Morning run")
    tap(app, "Edit")
    press(app, "backspace")
    tap(app, "Save")
    assert tracks(app)[0] == RUN and nodes(app, "Save")
    press(app, "back")
    assert names(app) == ["Ride to the lake", "Morning run"]


def test_tracks_are_deleted(app: Phone) -> None:
    long_tap(app, "Ride to the lake")
    tap(app, "Delete")
    tap(app, "Cancel")
    assert len(tracks(app)) == 2
    tap(app, "Ride to the lake")
    tap(app, description="More options")
    tap(app, "Delete")
    tap(app, "Delete", role="button")
    assert names(app) == ["Morning run"]
    app.put(TRACKS, ())
    assert nodes(app, "No tracks yet")
    tap(app, description="Statistics")
    assert nodes(app, "No statistics yet")


def test_search(app: Phone) -> None:
    tap(app, description="Search")
    write(app, "felt")
    assert names(app) == ["Morning run"]
    write(app, "x")
    assert nodes(app, "No tracks found")
    tap(app, description="Navigate up")
    assert len(names(app)) == 2


def test_share(app: Phone) -> None:
    long_tap(app, "Morning run")
    tap(app, "Share")
    assert app.get(ABOVE).arg.value == "Morning run: 8.00 km in 50:00 (running)"


def test_statistics(app: Phone) -> None:
    tap(app, description="Statistics")
    shown = [n.text for n in nodes(app, rid="stats_value")]
    assert shown[:4] == ["2", "26.50 km", "1:46:40", "14.9 km/h"]
    assert nodes(app, "running") and nodes(app, "biking")


def test_as_frequent_activities_come_in_the_order_of_their_tracks(app: Phone) -> None:
    kinds = ("hiking", "walking", "skiing", "running", "biking")
    track = app.get(TRACKS)[0]
    app.put(TRACKS, tuple([track._replace(id=i, category=kind) for i, kind in enumerate(kinds)]))
    tap(app, description="Statistics")
    assert tuple([shown.text for shown in app.scene.nodes if shown.text in kinds]) == kinds[:3]


def test_a_track_is_recorded(app: Phone) -> None:
    tap(app, "Record")
    tap(app, "walking")
    tap(app, description="Start")
    app.advance(300)
    first = values(app)
    assert first["Moving time"] == "05:00" and 0.35 < float(first["Distance"].split()[0]) < 0.5
    tap(app, description="Pause")
    app.advance(100)
    paused = values(app)
    assert (paused["Moving time"], paused["Distance"], paused["Speed"]) == ("05:00", first["Distance"], "0.0 km/h")
    assert paused["Total time"] == "06:40"
    press(app, "back")
    tap(app, "Paused")
    tap(app, description="Resume")
    app.advance(60)
    assert values(app)["Moving time"] == "06:00"
    tap(app, description="Stop")
    row = tracks(app)[-1]
    assert (row.id, row.name, row.category, row.moving) == (3, "Morning walk", "walking", 360.0)
    assert (row.start, row.stop) == (BOOT, BOOT + 460) and app.get(RECORDING) is None
    write(app, "To the shop")
    tap(app, "Save")
    assert names(app)[0] == "To the shop"
    assert round_trip(DATABASE, tracks(app)) == (tracks(app),)


def test_the_distance_grows_all_the_time() -> None:
    for category in data.CATEGORIES:
        recording = data.Recording(category.name, 1000.0, 1000.0)
        lengths = [data.distance(recording, 1000.0 + at) for at in range(600)]
        assert lengths[0] == 0 and all([one < two for one, two in pairwise(lengths)])


def test_a_recording_is_discarded(app: Phone) -> None:
    app.launch("fitness", ("record",))
    tap(app, description="Start")
    app.advance(30)
    tap(app, description="Discard recording")
    tap(app, "Discard")
    assert app.get(RECORDING) is None and len(tracks(app)) == 2 and nodes(app, "Record")


@pytest.mark.parametrize(("width", "height"), [(280, 480), (280, 600), (600, 800)])
def test_hostile_tracks_fit(width: int, height: int) -> None:
    machine = phone(1, "", width, height)
    wide = "W" * 300 + "\u202eabc\x00漢🦀"
    odd = TrackRow(1, wide, wide, -1e12, 1e15, 1e18, 0.0, wide, 1e9, -1e9, 1e12)
    machine.put(TRACKS, (odd, RUN._replace(id=2, name="")))
    machine.launch("fitness", ("show", 1))
    for n in machine.scene.nodes:
        assert 0 <= n.bounds[0] < n.bounds[2] <= width and 0 <= n.bounds[1] < n.bounds[3] <= height
    press(machine, "back")
    tap(machine, "(no name)")
    assert nodes(machine, "(no name)", rid="track_name", role="text")
    machine.launch("fitness", ("show", 99))
    assert nodes(machine, "Track not found")


def test_back_leaves_the_search_before_the_app() -> None:
    machine = phone(0, "Fitness")
    tap(machine, description="Search")
    write(machine, "zzzz")
    assert nodes(machine, "No tracks found")
    press(machine, "back")
    assert nodes(machine, "Tracks") and nodes(machine, description="Search")
