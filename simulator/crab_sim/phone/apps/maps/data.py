"""The Maps app's data: saved places, markers, the phone's position; ways between places; OsmAnd's files.

Slices: ``"map_markers"`` (a tuple of the rows below, oldest first), ``"maps_recent"`` (places that were looked at,
latest first), ``"location"`` (the phone's latitude and longitude). The saved places are in OsmAnd's file and nowhere
else, so that whoever pushes or removes it over ADB changes what the app shows.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import atan2, cos, degrees, radians, sin
from typing import Any, Final, Literal, NamedTuple

from crab_sim.devices.phone_facts import SAVED_PLACES, SavedPlace, read_places
from crab_sim.engines.open_document import escaped
from crab_sim.files import Files
from crab_sim.files.errors import FileError
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import SDCARD, Database, Dump, SeedFile, Tables
from crab_sim.phone.apps.maps.gazetteer import PLACES, SEEDED, Place, distance, nearest, parse_point

__all__ = [
    "DATABASE", "LABELLED", "LISTS", "MODES", "MarkerRow", "Way", "as_place", "gpx", "length", "marker", "saved",
    "seed_files", "seed_location", "seed_markers", "seed_recent", "spell", "way", "with_places",
]  # fmt: skip

RECENT: Final = Slice[tuple[Place, ...]]("maps_recent", volatile="a history")
LOCATION: Final = Slice[tuple[float, float]]("location", volatile="where the phone is carried")

LISTS: Final = ("Favourites", "Want to go", "Starred places")
LABELLED: Final = "Labelled"
TRACKS: Final = f"{SDCARD}/Android/data/net.osmand/files/tracks"
"""The folder of saved tracks."""


class MarkerRow(NamedTuple):
    """A marker, with the columns of OsmAnd's table; times in milliseconds."""

    id: str
    lat: float
    lon: float
    description: str = ""
    active: Literal[0, 1] = 1
    added: int = 0
    visited: int = 0
    group_name: str = ""
    group_key: str = ""
    color: int = 0
    next_key: str = ""
    disabled: int = 0
    selected: int = 0
    map_object_name: str = ""
    title: str = ""


Markers = tuple[MarkerRow, ...]

MARKERS: Final = Slice[Markers](
    "map_markers",
    volatile=dict.fromkeys(
        ("added", "visited", "group_key", "next_key", "disabled", "selected", "map_object_name"), "the app's own"
    ),
)


def marker(place: Place, now: float, markers: Markers) -> MarkerRow:
    """Returns the marker of a place; its id is a time, as OsmAnd makes them."""
    added = int(now * 1000)
    ids = {row.id for row in markers}
    number = added
    while str(number) in ids:
        number += 1
    return MarkerRow(
        str(number), place.lat, place.lon, f"location#{place.name}", added=added, color=len(markers) % 7,
        title=place.name,
    )  # fmt: skip


def as_place(name: str, lat: float, lon: float) -> Place:
    """Returns a saved place as a `Place`."""
    near = nearest(lat, lon)
    if near.name == name:
        return near
    point = parse_point(f"{lat:.5f}, {lon:.5f}")
    region = point.region if point is not None else near.title
    return Place(name or f"{lat:.5f}, {lon:.5f}", region, "point", lat, lon, near.land)


# Ways -----------------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way between two places: its length in metres, its time in seconds, its steps with their lengths."""

    metres: float
    seconds: float
    steps: tuple[tuple[str, str, float], ...]


MODES: Final = (("drive", "Drive"), ("transit", "Transit"), ("walk", "Walk"), ("cycle", "Cycle"))
_FACTORS: Final = {"drive": 1.3, "transit": 1.25, "walk": 1.2, "cycle": 1.24}
_COMPASS: Final = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")


def _heading(a: Place, b: Place) -> int:
    """Returns the direction from one place to another, in eighths of a circle from north."""
    east = radians(b.lon - a.lon) * cos(radians((a.lat + b.lat) / 2))
    angle = degrees(atan2(sin(east), radians(b.lat - a.lat)))
    return round(angle / 45) % 8


def _seconds(mode: str, metres: float) -> float:
    if mode == "walk":
        return metres / 1.35
    if mode == "cycle":
        return metres / 4.6
    town, country = min(metres, 8_000.0), max(0.0, min(metres, 40_000.0) - 8_000.0)
    motorway = max(0.0, metres - 40_000.0)
    drive = 60 + town / 9.0 + country / 16.0 + motorway / 27.0
    return drive if mode == "drive" else 420 + drive * 1.15


def way(a: Place, b: Place, mode: str) -> Way | None:
    """Returns the way between two places, None if there is none over land.

    >>> vaduz, schaan = PLACES[:2]
    >>> found = way(vaduz, schaan, "drive")
    >>> round(found.metres), round(found.seconds / 60)
    (3803, 8)
    """
    if a.land != b.land:
        return None
    metres = distance((a.lat, a.lon), (b.lat, b.lon)) * _FACTORS[mode]
    heading = _heading(a, b)
    verb = {"drive": "Head", "walk": "Walk", "cycle": "Cycle", "transit": "Walk to the station, going"}[mode]
    steps = [("arrow_up", f"{verb} {_COMPASS[heading]} from {a.name}", metres * 0.08)]
    if mode == "transit":
        steps.append(("bus", f"Take the line to {b.name}", metres * 0.86))
    elif metres > 60_000:
        steps.append(("arrow_right", f"Take the motorway towards {b.name}", metres * 0.8))
        steps.append(("arrow_right", f"Take the exit for {b.name}", metres * 0.06))
    else:
        steps.append(("arrow_right", "Turn right onto the main road", metres * 0.52))
        steps.append(("arrow_left", f"Turn left towards {b.name}", metres * 0.34))
    steps.append(("location", f"Arrive at {b.name}", metres * 0.06))
    return Way(metres, _seconds(mode, metres), tuple(steps))


def length(metres: float) -> str:
    """Returns a length as road signs write it.

    >>> length(84.0), length(950.0), length(3673.0), length(123_456.0)
    ('80 m', '950 m', '3.7 km', '123 km')
    """
    if metres < 1000:
        return f"{round(metres / 10) * 10} m"
    return f"{metres / 1000:.1f} km" if metres < 100_000 else f"{round(metres / 1000)} km"


def spell(seconds: float) -> str:
    """Returns a duration in words.

    >>> spell(30), spell(480), spell(5400), spell(200_000)
    ('1 min', '8 min', '1 hr 30 min', '2 days 8 hr')
    """
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} hr {minutes} min" if minutes else f"{hours} hr"
    days, hours = divmod(round(seconds / 3600), 24)
    return f"{days} day{'s' * (days != 1)} {hours} hr" if hours else f"{days} day{'s' * (days != 1)}"


# Seeds ----------------------------------------------------------------------------------------------------------------


def seed_location(rng: random.Random, now: float) -> tuple[float, float]:
    """Returns the phone's position, in or near one of the places."""
    place = rng.choice(PLACES[:11] if rng.random() < 0.5 else PLACES[:SEEDED])
    return round(place.lat + rng.uniform(-0.01, 0.01), 5), round(place.lon + rng.uniform(-0.01, 0.01), 5)


def _cities(rng: random.Random, count: int) -> list[Place]:
    return rng.sample([place for place in PLACES if place.kind == "city"], count)


def seed_files(rng: random.Random, now: float) -> Iterable[SeedFile]:
    """Yields the file with a few saved places."""
    places = [SavedPlace(place.name, rng.choice(LISTS), place.lat, place.lon) for place in _cities(rng, 4)]
    yield SeedFile(SAVED_PLACES, gpx(places[: rng.randrange(2, 5)]), 86_400 * 20)


def seed_markers(rng: random.Random, now: float) -> Markers:
    """Returns a marker or two."""
    rows: Markers = ()
    for i, place in enumerate(_cities(rng, rng.randrange(1, 3))):
        rows = (*rows, marker(place, int(now - 86_400 * (9 - i)), rows))
    return rows


def seed_recent(rng: random.Random, now: float) -> tuple[Place, ...]:
    """Returns the places that were looked at last."""
    return tuple(_cities(rng, 3))


# Files ----------------------------------------------------------------------------------------------------------------

_SCHEMA = """
CREATE TABLE map_markers (marker_id text, marker_lat double, marker_lon double, marker_description text,
  marker_active int, marker_added long, marker_visited long, group_name text, group_key text, marker_color int,
  marker_next_key text, marker_disabled int, marker_selected int, marker_map_object_name text, title text);
"""
_TEXTS = ("description", "group_name", "group_key", "next_key", "map_object_name", "title")
_NUMBERS = ("active", "added", "visited", "color", "disabled", "selected")


def _dump(rows: Markers) -> Dump:
    return {"map_markers": rows}


def _load(tables: Tables) -> tuple[Markers]:
    rows = []
    for row in tables["map_markers"]:
        column = {name: name if name in ("group_name", "group_key", "title") else f"marker_{name}" for name in _TEXTS}
        more: dict[str, Any] = {name: str(row[column[name]] or "") for name in _TEXTS}
        more |= {name: int(row[f"marker_{name}"] or 0) for name in _NUMBERS}
        place = float(row["marker_lat"]), float(row["marker_lon"])
        if not (-90 <= place[0] <= 90 and -180 <= place[1] <= 180):
            raise ValueError(f"a marker at {place}: expected a latitude and a longitude in degrees")
        rows.append(MarkerRow(str(row["marker_id"]), *place, **more))
    return (tuple(rows),)


DATABASE = Database("/data/data/net.osmand/databases/map_markers_db", (MARKERS,), _SCHEMA, _dump, _load)


def gpx(places: Iterable[SavedPlace]) -> bytes:
    """Returns a file of saved places, in GPX 1.1.

    >>> print(gpx([SavedPlace("A & B", "Favourites", 47.0, 9.5)]).decode().splitlines()[2])
      <wpt lat="47.0" lon="9.5"><name>A &amp; B</name><type>Favourites</type></wpt>
    """
    points = [
        f'  <wpt lat="{place.lat}" lon="{place.lon}"><name>{escaped(place.name)}</name>'
        f"<type>{escaped(place.list)}</type></wpt>"
        for place in places
    ]
    head = '<gpx version="1.1" creator="OsmAnd" xmlns="http://www.topografix.com/GPX/1/1">'
    text = "\n".join(["<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>", head, *points, "</gpx>\n"])
    return text.encode("utf-8")


def saved(files: Files) -> tuple[SavedPlace, ...]:
    """Returns the saved places, oldest first."""
    return read_places(files.read(SAVED_PLACES)) if files.is_file(SAVED_PLACES) else ()


def with_places(files: Files, places: Iterable[SavedPlace], now: float) -> Files:
    """Returns the phone's files with other saved places; unchanged if they can't be written."""
    try:
        files = files.mkdir(SAVED_PLACES.rpartition("/")[0], now, parents=True)
        return files.write(SAVED_PLACES, gpx(places), now)
    except FileError:
        return files
