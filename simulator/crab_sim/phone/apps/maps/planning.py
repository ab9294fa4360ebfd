"""Planning of a route in the Maps app: its points in order, saved as a track in OsmAnd's folder.

Page: ``plan`` (arg: the points, a tuple of places; data: the map's `Camera`). While there are no points, the page lists
the saved tracks.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final, assert_never

from crab_sim import ui
from crab_sim.engines.open_document import escaped
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.files.data import free_name
from crab_sim.phone.apps.maps.data import LOCATION, TRACKS, length
from crab_sim.phone.apps.maps.gazetteer import Place, coordinates, distance
from crab_sim.phone.apps.maps.messages import Message, PlanMessage
from crab_sim.phone.apps.maps.view import Camera, MapView, Pin, around
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import name_dialog
from crab_sim.phone.widgets.basics import app_bar, confirm, empty

__all__ = ["add_point", "track_gpx", "update", "view"]

_ID = "net.osmand:id/"
_STEP: Final = 500.0  # metres between the points of a track
_MOST: Final = 200  # points between two of the route's


def track_gpx(name: str, points: tuple[Place, ...]) -> str:
    """Returns a route as a track in GPX 1.1: its points in order, and others on the straight lines between them."""
    stops: list[tuple[float, float]] = [(place.lat, place.lon) for place in points]
    along = stops[:1]
    for (lat, lon), (end_lat, end_lon) in pairwise(stops):
        parts = max(1, min(_MOST, round(distance((lat, lon), (end_lat, end_lon)) / _STEP)))
        for i in range(1, parts):
            along.append((round(lat + (end_lat - lat) * i / parts, 6), round(lon + (end_lon - lon) * i / parts, 6)))
        along.append((end_lat, end_lon))
    lines = [
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>",
        '<gpx version="1.1" creator="OsmAnd" xmlns="http://www.topografix.com/GPX/1/1">',
        f"  <metadata><name>{escaped(name)}</name></metadata>",
        *[
            f'  <wpt lat="{place.lat}" lon="{place.lon}"><name>{escaped(place.name)}</name></wpt>'
            for place in points
        ],
        f"  <trk><name>{escaped(name)}</name><trkseg>",
        *[f'    <trkpt lat="{lat}" lon="{lon}"/>' for lat, lon in along],
        "  </trkseg></trk>",
        "</gpx>",
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def _tracks(files: Files) -> list[str]:
    """Returns the paths of the saved tracks, by name."""
    names = files.list(TRACKS) if files.is_dir(TRACKS) else ()
    found = [f"{TRACKS}/{name}" for name in names if name.endswith(".gpx") and files.is_file(f"{TRACKS}/{name}")]
    return sorted(found, key=str.casefold)


def _point(number: int, place: Place) -> ui.Tile[Message]:
    """Returns the row of a point of the route, counted from 0."""
    buttons: list[ui.Widget[Message]] = [
        ui.IconButton("delete", f"Remove point {number + 1}", ("drop_point", number), _ID + "remove", size=36)
    ]
    if number:
        buttons.insert(0, ui.IconButton("arrow_up", f"Move point {number + 1} up", ("raise_point", number), size=36))
    return ui.Tile(
        place.name, subtitle=coordinates(place.lat, place.lon), leading=ui.Label(f"{number + 1}", font="bold"),
        trailing=ui.Row(buttons), rid=_ID + "title", role="text", verbatim="text",
    )  # fmt: skip


def view(context: Context, camera: Camera) -> View[Message]:
    """Returns the page.

    Args:
        context: The app's.
        camera: The part of the world that the map shows.
    """
    points: tuple[Place, ...] = context.page.arg
    add: ui.Widget[Message] = ui.Button("Add point", ("add_point",), "tonal", "add", _ID + "add_point_button")
    save: ui.Widget[Message] = ui.Button("Save", ("ask_track",), rid=_ID + "save_button", enabled=len(points) > 1)
    bar = app_bar("Plan a route", [save, ui.Space(8)])
    if points:
        ends = [(place.lat, place.lon) for place in points]
        pins = [Pin(place.lat, place.lon, label=f"{i}. {place.name}") for i, place in enumerate(points, 1)]
        metres = sum(distance(a, b) for a, b in pairwise(ends))
        count = f"{len(points)} point{'s' * (len(points) != 1)} · {length(metres)}"
        head = ui.Row([ui.Label(count, "small", "muted", flex=1), add], pad=(16, 6))
        rows: list[ui.Widget[Message]] = [_point(i, place) for i, place in enumerate(points)]
        scene = MapView(camera, pins, context.get(LOCATION), ends)
        body: list[ui.Widget[Message]] = [scene, ui.Divider(), head, ui.Scroll("points", rows, rid=_ID + "points")]
    else:
        head = ui.Row([ui.Label("Tracks", font="bold", flex=1), add], pad=(16, 6))
        saved = _tracks(context.get(FILES))
        tiles: list[ui.Widget[Message]] = [_track(path) for path in saved]
        body = [head, ui.Scroll("tracks", tiles) if tiles else empty("directions", "No tracks yet", "Add points")]
    return View(ui.Column([bar, ui.Divider(), *body]), _overlay(context))


def _track(path: str) -> ui.Tile[Message]:
    name = path.rpartition("/")[2].removesuffix(".gpx")
    delete: ui.Widget[Message] = ui.IconButton("delete", f"Delete track {name}", ("ask_delete_track", path))
    return ui.Tile(name, leading=ui.Icon("directions", "accent", 22), trailing=delete, role="text", verbatim="text")


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("delete_track", str(path)):
            name = path.rpartition("/")[2].removesuffix(".gpx")
            return confirm("Delete track?", f"“{name}” will be deleted.", "Delete", ("delete_track", path))
    return None


def _put(context: Context, points: tuple[Place, ...]) -> None:
    """Replaces the points, and moves the map so that it shows them."""
    context.set(arg=points, overlay=(), scroll={})
    if points:
        machine = context.machine
        context.set(data=around([(place.lat, place.lon) for place in points], machine.width, machine.height // 2))


def add_point(context: Context, place: Place) -> None:
    """Adds a point to the end of the route."""
    _put(context, (*context.page.arg, place))


def _save(context: Context, name: str) -> None:
    problem = name_dialog.file_problem(f"{name}.gpx")
    if problem:
        toast(context, problem)
        return
    files: Files = context.get(FILES)
    content = track_gpx(name, context.page.arg).encode("utf-8", "replace")
    try:
        files = files.mkdir(TRACKS, context.now, parents=True)
        context.put(FILES, files.write(free_name(files, f"{TRACKS}/{name}.gpx"), content, context.now))
    except FileError:
        toast(context, "The track can’t be saved")
        return
    _put(context, ())
    toast(context, "Track saved")


def _delete(context: Context, path: str) -> None:
    context.set(overlay=())
    files: Files = context.get(FILES)
    if files.is_file(path):
        context.put(FILES, files.remove(path, mtime=context.now))


def update(context: Context, message: PlanMessage) -> None:
    """Handles the page's messages, besides the one that asks for a point."""
    points: tuple[Place, ...] = context.page.arg
    match message:
        case ("drop_point", number):
            _put(context, points[:number] + points[number + 1 :])
        case ("raise_point", number):
            if 0 < number < len(points):
                before, one = points[number - 1], points[number]
                _put(context, (*points[: number - 1], one, before, *points[number + 1 :]))
        case ("ask_track",):
            if len(points) > 1:
                name = f"{points[0].name} to {points[-1].name}"
                name_dialog.ask(context, "Save as a new track", "Save", ("save_track",), name, "Track name")
        case ("save_track", name):
            _save(context, name)
        case ("ask_delete_track", path):
            context.set(overlay=("delete_track", path))
        case ("delete_track", path):
            _delete(context, path)
        case _:
            assert_never(message)
