from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.devices.phone_facts import SAVED_PLACES, SavedPlace, read_places
from crab_sim.draw import cartography, projection
from crab_sim.machine.slices import FILES
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.maps import data as maps_data
from crab_sim.phone.apps.maps import view
from crab_sim.phone.apps.maps.data import DATABASE, TRACKS, MarkerRow, gpx, saved, way
from crab_sim.phone.apps.maps.gazetteer import PLACES, by_name, distance, find
from crab_sim.phone.apps.maps.postcodes import POST_CODES
from crab_sim.phone.system.above import ABOVE
from crab_sim.phone.system.settings_store import SETTINGS, put
from crab_sim.ui.node import DISABLED
from tests.simulator.phone._drive import center, node, nodes, phone, press, setting, tap, write
from tests.simulator.phone._tables import columns, round_trip, tables

COLUMNS = (
    "marker_id", "marker_lat", "marker_lon", "marker_description", "marker_active", "marker_added", "marker_visited",
    "group_name", "group_key", "marker_color", "marker_next_key", "marker_disabled", "marker_selected",
    "marker_map_object_name", "title",
)  # fmt: skip


@pytest.fixture
def machine() -> Phone:
    machine = phone(0, "Maps")
    machine.put(FILES, machine.files.remove(SAVED_PLACES))
    machine.put(maps_data.MARKERS, ())
    machine.put(maps_data.RECENT, ())
    machine.put(maps_data.LOCATION, (47.14, 9.52))
    locate(machine, True)
    return machine


def locate(machine: Phone, on: bool) -> None:
    machine.put(SETTINGS, put(machine.get(SETTINGS), "secure", "location_mode", "3" if on else "0"))


def search(machine: Phone, text: str) -> None:
    tap(machine, rid="search_omnibox_text_box")
    write(machine, f"{text}\n")


def texts(machine: Phone) -> list[str]:
    return [n.text for n in machine.scene.nodes]


# Places


def test_gazetteer() -> None:
    assert len(PLACES) >= 150
    assert len({place.title for place in PLACES}) == len(PLACES)
    assert sum("Liechtenstein" in place.region for place in PLACES) >= 20
    assert all(-60 < place.lat < 75 and -180 < place.lon < 180 for place in PLACES)
    balzers, ruggell = by_name("Balzers"), by_name("ruggell, liechtenstein")
    assert balzers is not None and ruggell is not None
    assert 19_000 < distance((balzers.lat, balzers.lon), (ruggell.lat, ruggell.lon)) < 20_500


@given(st.text(max_size=60))
def test_any_query_is_answered(text: str) -> None:
    assert len(find(text)) <= 8


def test_a_post_code_is_of_several_places(machine: Phone) -> None:
    assert [place.title for place in find("1000")[:3]] == [
        "Brussels, Belgium", "Ljubljana, Slovenia", "Sofia, Bulgaria"
    ]  # fmt: skip
    tap(machine, rid="search_omnibox_text_box")
    write(machine, "8001")
    assert [n.text for n in nodes(machine, rid="title")] == ["Zurich", "Cape Town"]
    write(machine, " south")
    assert node(machine, "Cape Town", rid="title").description == "8001, South Africa"
    tap(machine, "Cape Town")
    assert node(machine, "Cape Town, South Africa") and not nodes(machine, "8001, South Africa")


def test_post_codes_are_of_places_in_the_gazetteer() -> None:
    assert set(POST_CODES) < {(place.name, place.region) for place in PLACES}
    assert len(POST_CODES) > 130


def test_search_with_suggestions(machine: Phone) -> None:
    tap(machine, rid="search_omnibox_text_box")
    write(machine, "scha")
    assert [n.text for n in nodes(machine, rid="title")] == ["Schaan", "Schaanwald"]
    tap(machine, "Schaan")
    assert node(machine, "Schaan, Liechtenstein") and node(machine, "47.16630, 9.51030")
    assert [place.name for place in machine.get(maps_data.RECENT)] == ["Schaan"]
    tap(machine, rid="search_omnibox_text_box")
    assert node(machine, "Schaan, Liechtenstein", rid="search_omnibox_edit_text")


def test_the_searched_place_stands_in_the_box_above_the_map(machine: Phone) -> None:
    search(machine, "Paris")
    box = node(machine, rid="search_omnibox_text_box").bounds
    text = node(machine, "Paris, France").bounds
    assert box[0] <= text[0] and box[1] <= text[1] and text[2] <= box[2] and text[3] <= box[3]


def test_nothing_found(machine: Phone) -> None:
    tap(machine, rid="search_omnibox_text_box")
    write(machine, "xyzzy\n")
    assert "No results found" in texts(machine)


def test_search_for_a_point(machine: Phone) -> None:
    search(machine, "47.2, 9.55")
    assert "near Nendeln, Eschen, Liechtenstein" in texts(machine)


# The map


def test_zoom_pan_and_position(machine: Phone) -> None:
    assert "Vaduz" in texts(machine)
    tap(machine, description="Zoom in")
    tap(machine, description="Zoom in")
    tap(machine, description="Zoom in")
    before = machine.window("maps").page.data
    assert before.zoom == 15
    at = {"x": 180, "y": 400}
    machine.execute("swipe", {**at, "direction": "right", "distance": "medium"})
    machine.execute("swipe", {**at, "direction": "down", "distance": "medium"})
    tap(machine, description="Zoom out")
    after = machine.window("maps").page.data
    assert after.lon > before.lon and after.lat < before.lat and after.zoom == 14
    tap(machine, description="My location")
    assert machine.window("maps").page.data[:2] == (47.14, 9.52)


@pytest.mark.parametrize("place", ["", "Vaduz"])
def test_the_position_is_known_once_location_is_on(machine: Phone, place: str) -> None:
    locate(machine, False)
    if place:
        machine.launch("maps", ("search", place))
    before = machine.window("maps").page.data
    tap(machine, description="My location")
    assert nodes(machine, "Turn on device location?") and machine.window("maps").page.data == before
    tap(machine, "Cancel")
    assert setting(machine, "secure", "location_mode") == "0"
    tap(machine, description="My location")
    tap(machine, "Turn on")
    assert setting(machine, "secure", "location_mode") == "3"
    assert machine.window("maps").page.data[:2] == (47.14, 9.52)


def test_zoom_ends(machine: Phone) -> None:
    for _ in range(20):
        tap(machine, description="Zoom out")
    assert machine.window("maps").page.data.zoom == projection.MIN_ZOOM
    for _ in range(20):
        tap(machine, description="Zoom in")
    assert machine.window("maps").page.data.zoom == projection.MAX_ZOOM


def test_a_name_on_the_map_can_be_touched(machine: Phone) -> None:
    tap(machine, "Triesenberg", role="button")
    assert node(machine, "Triesenberg", rid="title")


def test_a_long_tap_drops_a_pin_there(machine: Phone) -> None:
    found = node(machine, "Vaduz", role="button")
    at = center(found)
    machine.execute("long_tap", {"x": at["x"] + 70, "y": at["y"] - 60})
    tap(machine, "Marker")
    row = machine.get(maps_data.MARKERS)[0]
    vaduz = by_name("Vaduz")
    assert vaduz is not None
    assert vaduz.lat < row.lat < vaduz.lat + 0.05 and vaduz.lon < row.lon < vaduz.lon + 0.05
    tap(machine, "Marker")
    assert machine.get(maps_data.MARKERS) == ()


# Saving


def test_save_label_and_remove(machine: Phone) -> None:
    search(machine, "Malbun")
    tap(machine, "Save")
    tap(machine, "Want to go")
    tap(machine, "Favourites")
    tap(machine, "Favourites")
    tap(machine, "Done")
    tap(machine, "Label")
    write(machine, "Ski hut\n")
    assert "Saved in Want to go" in texts(machine) and "Ski hut" in texts(machine)
    assert [(row.name, row.list) for row in saved(machine.files)] == [
        ("Malbun", "Want to go"), ("Ski hut", "Labelled")
    ]  # fmt: skip
    points = ElementTree.fromstring(machine.files.read(SAVED_PLACES))
    assert [point.attrib for point in points] == [{"lat": "47.1026", "lon": "9.6083"}] * 2
    press(machine, "back")
    tap(machine, "Saved")
    tap(machine, "Ski hut")
    assert node(machine, "47.10260, 9.60830")
    press(machine, "back")
    tap(machine, description="Remove Malbun from Want to go")
    tap(machine, description="Remove Ski hut from Labelled")
    assert saved(machine.files) == () and "Nothing saved yet" in texts(machine)


PUSHED = """<?xml version='1.0'?>
<ns0:gpx xmlns:ns0="http://www.topografix.com/GPX/1/1" version="1.1">
  <ns0:metadata><ns0:name>Favorites</ns0:name></ns0:metadata>
  <ns0:wpt lon="9.6083" lat="47.1026"><ns0:ele>1600</ns0:ele><ns0:name>Hut &amp; lift</ns0:name></ns0:wpt>
  <ns0:wpt lat="47.20" lon="9.50"><ns0:name>Ford</ns0:name><ns0:type>Trips</ns0:type></ns0:wpt>
  <ns0:wpt lat="north" lon="9.5"><ns0:name>Nowhere</ns0:name></ns0:wpt>
</ns0:gpx>"""


def test_a_pushed_file_is_what_the_app_shows(machine: Phone) -> None:
    device = Device(machine)
    tap(machine, "Saved")
    assert "Nothing saved yet" in texts(machine)
    device.write_files(device.files.write(SAVED_PLACES, PUSHED.encode(), machine.now))
    assert [row[:2] for row in saved(machine.files)] == [("Hut & lift", "Favourites"), ("Ford", "Trips")]
    assert nodes(machine, "Hut & lift") and node(machine, description="47.20000, 9.50000") and "Trips" in texts(machine)
    tap(machine, description="Remove Hut & lift from Favourites")
    assert saved(machine.files) == (SavedPlace("Ford", "Trips", 47.2, 9.5),)


def test_places_that_are_deleted_over_adb_stay_deleted() -> None:
    device = Device(phone(3, "Maps"))
    assert saved(device.phone.files)
    device.run(f"rm {SAVED_PLACES}")
    search(device.phone, "Malbun")
    tap(device.phone, "Save")
    tap(device.phone, "Starred places")
    assert saved(device.phone.files) == (SavedPlace("Malbun", "Starred places", 47.1026, 9.6083),)


@pytest.mark.parametrize(
    "text",
    ["", "<gpx", "<gpx><wpt lat='1' lon='2'/>", '<!DOCTYPE g [<!ENTITY a "b">]><gpx><wpt lat="1" lon="2"/></gpx>'],
)
def test_a_file_that_is_no_gpx_has_no_places(machine: Phone, text: str) -> None:
    machine.put(FILES, machine.files.write(SAVED_PLACES, text.encode(), machine.now))
    tap(machine, "Saved")
    assert "Nothing saved yet" in texts(machine)


def test_share(machine: Phone) -> None:
    search(machine, "Vaduz")
    tap(machine, "Share")
    assert machine.get(ABOVE).arg.value == "Vaduz, Liechtenstein\ngeo:47.141,9.5209"


def test_gpx_is_escaped() -> None:
    places = (SavedPlace('<a> & b"', "Trips", 1.5, -2.0), SavedPlace("", "Favourites", -0.0, 1e-7))
    assert read_places(gpx(places)) == places
    assert read_places(gpx([SavedPlace("a\0\x1b\ud800b", "Trips", 1.5, -2.0)]))[0].name == "ab"


def test_marker_database_round_trip() -> None:
    rows = (
        *phone(5).get(maps_data.MARKERS),
        MarkerRow("x y", -1.5, 2.25, "d", 0, 1, 2, "g", "k", 3, "n", 4, 5, "m", "t"),
    )
    assert columns(DATABASE, "map_markers") == list(COLUMNS)
    assert round_trip(DATABASE, rows) == (rows,)
    named = tables(DATABASE, rows)["map_markers"]
    nulls = {**named[0], "group_name": None, "marker_visited": None}
    assert DATABASE.load({"map_markers": [nulls]})[0][0].group_name == ""


# Directions


def test_directions_between_two_places(machine: Phone) -> None:
    search(machine, "Ruggell")
    tap(machine, "Directions")
    assert nodes(machine, description="Start location, Your location")
    tap(machine, rid="directions_startpoint_textbox")
    write(machine, "balzers\n")
    assert nodes(machine, description="Start location, Balzers") and nodes(machine, description="Destination, Ruggell")
    drive = way(by_name("Balzers") or PLACES[0], by_name("Ruggell") or PLACES[0], "drive")
    assert drive is not None and 20_000 < drive.metres < 30_000
    chips = [n.text for n in nodes(machine, rid="travel_mode")]
    assert [chip.partition(" ")[0] for chip in chips] == ["Drive", "Transit", "Walk", "Cycle"]
    tap(machine, chips[2])
    tap(machine, "Steps")
    assert "Walk north from Balzers" in texts(machine) and "Arrive at Ruggell" in texts(machine)
    press(machine, "back")
    tap(machine, description="Swap start and destination")
    assert nodes(machine, description="Start location, Ruggell") and nodes(machine, description="Destination, Balzers")


def test_no_way_over_the_sea(machine: Phone) -> None:
    machine.launch("maps", ("directions", "Paris", "Tokyo"))
    assert nodes(machine, description="Destination, Tokyo") and "Can’t find a way there" in texts(machine)


def test_go_tab_asks_for_a_destination(machine: Phone) -> None:
    tap(machine, "Go")
    tap(machine, rid="directions_endpoint_textbox")
    write(machine, "Chur\n")
    assert nodes(machine, description="Destination, Chur")
    press(machine, "back")
    assert node(machine, "Search here")


def test_intents(machine: Phone) -> None:
    machine.launch("maps", ("search", "Planken"))
    assert node(machine, "Planken", rid="title")
    machine.launch("maps", ("search", "planke"))
    assert node(machine, "Planken", role="list_item")
    machine.launch("maps", ("point", 46.85, 9.53))
    assert "near Chur, Switzerland" in texts(machine)


# Drawing


def test_seeds_differ_and_repeat() -> None:
    slices = ("location", "map_markers", "maps_recent")
    phones = [phone(seed) for seed in (1, 2, 1)]
    seen = [(saved(one.files), *[one.value(name) for name in slices]) for one in phones]
    assert seen[0] == seen[2] != seen[1]


def test_maps_have_sea_and_land_where_the_world_has() -> None:
    def middle(lat: float, lon: float) -> tuple[int, ...]:
        return tuple(map(int, cartography.picture(projection.key(False, lat, lon, 5), 9, 9)[4, 4]))

    sea = middle(30.0, -45.0)
    assert all(middle(*at) == sea for at in ((-20.0, 5.0), (0.0, -150.0), (42.0, 5.0), (-20.0, 80.0)))
    assert all(middle(*at) != sea for at in ((48.0, 12.0), (40.0, -100.0), (-10.0, -55.0), (5.0, 25.0), (-25.0, 135.0)))


@given(st.floats(-80, 80), st.floats(-180, 179), st.integers(1, 18))
def test_pixels_and_degrees(lat: float, lon: float, zoom: int) -> None:
    back = projection.to_degrees(*projection.to_pixels(lat, lon, zoom), zoom)
    assert back == pytest.approx((lat, lon), abs=1e-6)


@pytest.mark.parametrize("place", [(90.0, 180.0), (-90.0, -180.0), (0.0, 179.999)])
def test_the_ends_of_the_world(place: tuple[float, float]) -> None:
    machine = phone(0)
    machine.put(maps_data.LOCATION, place)
    locate(machine, True)
    machine.execute("open_app", {"name": "Maps"})
    tap(machine, description="Zoom out")
    tap(machine, description="My location")
    assert nodes(machine, description="Map")
    machine.launch("maps", ("directions", "Your location", "Vaduz"))
    assert nodes(machine, description="Start location, Your location")


def test_markers_off_the_globe_are_refused() -> None:
    row = tables(DATABASE, phone(5).get(maps_data.MARKERS))["map_markers"][0]
    for lat in (float("nan"), 91.0):
        with pytest.raises(ValueError, match="latitude"):
            DATABASE.load({"map_markers": [{**row, "marker_lat": lat}]})


# Routes


def _add(machine: Phone, place: str) -> None:
    tap(machine, "Add point")
    write(machine, f"{place}\n")


def _track(machine: Phone, name: str) -> list[tuple[float, float]]:
    root = ElementTree.fromstring(machine.files.read(f"{TRACKS}/{name}.gpx"))
    space = "{http://www.topografix.com/GPX/1/1}"
    points = root.findall(f"{space}trk/{space}trkseg/{space}trkpt")
    return [(float(point.attrib["lat"]), float(point.attrib["lon"])) for point in points]


def test_a_route_is_saved_as_a_track(machine: Phone) -> None:
    tap(machine, "Saved", role="tab")
    tap(machine, description="Plan a route")
    assert node(machine, "No tracks yet")
    for place in ("Ruggell", "Schönberg", "Bendern"):
        _add(machine, place)
    assert not node(machine, "Save").flags & DISABLED
    tap(machine, description="Move point 3 up")
    assert [n.text for n in nodes(machine, rid="title")] == ["Ruggell", "Bendern", "Schönberg"]
    tap(machine, "Save")
    write(machine, "Round & trip")
    tap(machine, "Save", role="button")
    track = _track(machine, "Round & trip")
    stops = [by_name(name) for name in ("Ruggell", "Bendern", "Schönberg")]
    places = [track.index((stop.lat, stop.lon)) for stop in stops if stop is not None]
    assert places == sorted(places) and places[0] == 0 and places[-1] == len(track) - 1
    assert all(distance(one, other) < 1000 for one, other in pairwise(track))
    assert node(machine, "Round & trip")
    tap(machine, description="Delete track Round & trip")
    tap(machine, "Delete", role="button")
    assert machine.files.list(TRACKS) == ()


def test_a_route_needs_two_points_and_a_good_name(machine: Phone) -> None:
    machine.put(maps_data.LOCATION, (47.2, 9.51))
    tap(machine, "Saved", role="tab")
    tap(machine, description="Plan a route")
    _add(machine, "Vaduz")
    assert node(machine, "Save").flags & DISABLED
    tap(machine, "Add point")
    tap(machine, "Your location", role="list_item")
    _add(machine, "Chur")
    tap(machine, description="Remove point 3")
    tap(machine, "Save")
    write(machine, "a/b")
    tap(machine, "Save", role="button")
    assert machine.files.list(TRACKS) == () and node(machine, "A name can't contain a slash")
    for number in ("", " (1)"):
        tap(machine, "Save")
        tap(machine, "Save", role="button")
        assert _track(machine, f"Vaduz to Your location{number}")[-1] == (47.2, 9.51)
        _add(machine, "Vaduz")
        tap(machine, "Add point")
        tap(machine, "Your location", role="list_item")


def test_cameras_have_no_digits_in_which_machines_differ() -> None:
    x, y = projection.to_pixels(47.141, 9.5209, 12)
    lat, lon = projection.to_degrees(x + 37, y + 41, 12)
    held = view.centered(lat, lon, 12)
    assert (held.lat, held.lon) == (round(lat, 9), round(lon, 9)) != (lat, lon)
