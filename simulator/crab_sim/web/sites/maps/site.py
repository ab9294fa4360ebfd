"""The site of maps: finds places, describes them, and shows them and the ways between them on maps.

Pages: ``/`` (``lat``, ``lon``, ``zoom``), ``/search`` (``q``), ``/place/NAME``, ``/near`` (``town``, ``kind``),
``/spot/NAME`` (``share=1``), ``/s/CODE``, ``/directions`` (``from``, ``to``, ``mode=drive|walk|cycle``),
``/directions.gpx``, ``/saved``, ``/map.svg``. Table ``saved``: saved places.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, degrees, log2, radians, sin
from typing import NamedTuple

from ..markup import (
    Frame,
    Problem,
    Reply,
    Request,
    at,
    button,
    download,
    esc,
    field,
    form,
    link,
    page,
    redirect,
    select,
    slug,
    table,
)
from ..world import Row, World
from . import atlas
from .atlas import Place, length
from .spots import HOST, Spot, near_page, spot_page, spots, towns

__all__ = ["COLUMNS", "LISTS", "Way", "begin", "handle", "spell", "way"]

COLUMNS: Mapping[str, Row] = {"saved": {"id": 0, "place": "", "list": "Favourites", "note": ""}}
"""``place``: name and region, such as ``"Vaduz, Liechtenstein"``; ``list``: one of `LISTS`."""
LISTS = ("Favourites", "Want to go", "Starred places")
"""Lists of saved places."""

_SITE = HOST
_FRAME = Frame(
    _SITE,
    "Wayfinder Maps",
    (("Map", "/"), ("Nearby", "/near"), ("Directions", "/directions"), ("Saved", "/saved")),
    "/search",
    "Search places",
)
_SIZE = (820, 490)
_MODES = {"drive": "Drive", "walk": "Walk", "cycle": "Cycle"}
_FACTORS = {"drive": 1.3, "walk": 1.2, "cycle": 1.24}
_COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
_ZOOMS = {"city": 11, "town": 13, "village": 14}


def begin(world: World) -> dict[str, list[Row]]:
    """Returns two saved places."""
    chosen = world.rng("maps").sample([place for place in _places(world) if place.kind == "city"], 2)
    rows: list[Row] = [{"id": i, "place": place.title, "list": LISTS[i]} for i, place in enumerate(chosen)]
    return {"saved": [{**row, "id": i} for i, row in enumerate(rows, 1)]}


# Places and ways ------------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A way: its length in metres, its duration in seconds, its steps with their lengths."""

    metres: float
    seconds: float
    steps: tuple[tuple[str, float], ...]


def _places(world: World) -> tuple[Place, ...]:
    return atlas.places(world.text("places.json"))


def _find(world: World, query: str) -> list[Place]:
    whole = " ".join(query.split()).casefold()
    words = whole.replace(",", " ").split()
    exact, first, others = [], [], []
    for place in _places(world):
        parts = place.title.casefold().replace(",", " ").split()
        if whole in (place.name.casefold(), place.title.casefold()):
            exact.append(place)
        elif words and place.name.casefold().startswith(whole):
            first.append(place)
        elif words and all(any(part.startswith(word) for part in parts) for word in words):
            others.append(place)
    return exact + first + others


def way(a: Place, b: Place, mode: str) -> Way | None:
    """Returns the way between two places, computed as in the phone's maps; None if there is none over land."""
    if a.land != b.land or mode not in _FACTORS:
        return None
    metres = atlas.distance((a.lat, a.lon), (b.lat, b.lon)) * _FACTORS[mode]
    east = radians(b.lon - a.lon) * cos(radians((a.lat + b.lat) / 2))
    heading = _COMPASS[round(degrees(atan2(sin(east), radians(b.lat - a.lat))) / 45) % 8]
    steps = [(f"{'Head' if mode == 'drive' else _MODES[mode]} {heading} from {a.name}", metres * 0.08)]
    if mode == "drive" and metres > 60_000:
        steps += [(f"Take the motorway towards {b.name}", metres * 0.8), (f"Take the exit for {b.name}", metres * 0.06)]
    else:
        steps += [("Turn right onto the main road", metres * 0.52), (f"Turn left towards {b.name}", metres * 0.34)]
    steps.append((f"Arrive at {b.name}", metres * 0.06))
    if mode == "drive":
        town, country, motorway = (
            min(metres, 8_000.0),
            max(0.0, min(metres, 40_000.0) - 8_000.0),
            max(0.0, metres - 40_000.0),
        )
        return Way(metres, 60 + town / 9.0 + country / 16.0 + motorway / 27.0, tuple(steps))
    return Way(metres, metres / (1.35 if mode == "walk" else 4.6), tuple(steps))


def spell(seconds: float) -> str:
    """Formats a duration.

    >>> spell(480), spell(5400), spell(200_000)
    ('8 min', '1 hr 30 min', '2 days 8 hr')
    """
    minutes = max(1, round(seconds / 60))
    if minutes < 60:
        return f"{minutes} min"
    hours, minutes = divmod(minutes, 60)
    if hours < 24:
        return f"{hours} hr {minutes} min" if minutes else f"{hours} hr"
    days, hours = divmod(round(seconds / 3600), 24)
    return f"{days} day{'s' * (days != 1)} {hours} hr" if hours else f"{days} day{'s' * (days != 1)}"


# Pages ----------------------------------------------------------------------------------------------------------------


def handle(world: World, request: Request) -> Reply:
    """Answers a request to the site."""
    match request.parts:
        case ("GET",):
            return _map_page(world, request)
        case ("GET", "map.svg"):
            return _svg(world, request)
        case ("GET", "search"):
            return _search(world, request.get("q"))
        case ("GET", "place", name):
            return _place(world, _named(world, name), request)
        case ("POST", "place", name):
            return _save(world, _named(world, name), request)
        case ("GET", "near"):
            return _near(world, request)
        case ("GET", "spot" | "s" as how, name):
            return _spot(world, how, name, request)
        case ("GET", "directions"):
            return _directions(world, request)
        case ("GET", "directions.gpx"):
            return _gpx(world, request)
        case ("GET", "saved"):
            return _saved(world)
        case ("POST", "saved", row_id):
            world.rows(_SITE, "saved").remove(world.find(_SITE, "saved", row_id))
            return redirect("/saved")
    raise Problem(404, "maps.example has no page at this address.")


def _named(world: World, name: str) -> Place:
    for place in _places(world):
        if slug(place.title) == name:
            return place
    raise Problem(404, "There is no such place on the map.")


def _address(place: Place) -> str:
    return at("place", slug(place.title))


def _image(center: tuple[float, float], zoom: int, alt: str, **more: str) -> str:
    (lat, lon), (width, height) = center, _SIZE
    address = at("map.svg", lat=f"{lat:.5f}", lon=f"{lon:.5f}", zoom=str(zoom), **more)
    return f'<img class="map" src="{esc(address)}" alt="{esc(alt)}" width="{width}" height="{height}">'


def _view(request: Request) -> tuple[float, float, int]:
    def value(name: str, default: float, low: float, high: float) -> float:
        try:
            number = float(request.get(name) or default)
        except ValueError:
            return default
        return max(low, min(high, number)) if number == number else default

    zoom = int(value("zoom", 4, atlas.MIN_ZOOM, atlas.MAX_ZOOM))
    return value("lat", 48, -80, 80), value("lon", 11, -180, 180), zoom


def _svg(world: World, request: Request) -> Reply:
    known = {slug(place.title): place for place in _places(world)}
    if request.get("pin") not in known:
        known |= {each.address.rpartition("/")[2]: _on_map(world, each) for each in spots(world.text("spots.json"))}
    pins = tuple(
        [
            (known[request.get(name)], letter)
            for name, letter in (("from", "A"), ("to", "B"), ("pin", ""))
            if request.get(name) in known
        ]
    )
    lat, lon, zoom = _view(request)
    text = atlas.draw(world.text("coasts.json"), _places(world), (lat, lon), zoom, _SIZE, pins, bool(request.get("to")))
    reply = download(text, "map.svg", "image/svg+xml")
    return reply if request.get("download") else reply._replace(filename="")


def _map_page(world: World, request: Request) -> Reply:
    lat, lon, zoom = _view(request)
    x, y = atlas.to_pixels(lat, lon, zoom)
    width, height = _SIZE
    buttons = []
    for text, label, dx, dy in (("←", "West", -1, 0), ("↑", "North", 0, -1), ("↓", "South", 0, 1), ("→", "East", 1, 0)):
        to_lat, to_lon = atlas.to_degrees(x + dx * width / 2, y + dy * height / 2, zoom)
        to_lon = (to_lon + 180) % 360 - 180
        buttons.append(
            (text, label, at(lat=f"{max(-80.0, min(80.0, to_lat)):.5f}", lon=f"{to_lon:.5f}", zoom=str(zoom)))
        )
    for text, label, to in (("+", "Zoom in", zoom + 1), ("−", "Zoom out", zoom - 1)):
        if atlas.MIN_ZOOM <= to <= atlas.MAX_ZOOM:
            buttons.append((text, label, at(lat=f"{lat:.5f}", lon=f"{lon:.5f}", zoom=str(to))))
    links = "".join(
        [
            f'<a class="action" href="{esc(to)}" aria-label="{label}" title="{label}">{text}</a>'
            for text, label, to in buttons
        ]
    )
    near = sorted(_places(world), key=lambda place: atlas.distance((place.lat, place.lon), (lat, lon)))[:10]
    listed = "".join([f"<li>{link(_address(place), place.title)}</li>" for place in near])
    save = at("map.svg", lat=f"{lat:.5f}", lon=f"{lon:.5f}", zoom=str(zoom), download="1")
    body = (
        f'<div class="atlas"><section><div class="pad">{links}'
        f'<a class="action" id="download" href="{esc(save)}" download>'
        f"Download map</a></div>{_image((lat, lon), zoom, f'Map around {lat:.2f}, {lon:.2f}')}</section>"
        f"<aside><h2>Near the middle</h2><ul>{listed}</ul></aside></div>"
    )
    return page(_FRAME, "Map", body, wide=True)


def _search(world: World, query: str) -> Reply:
    places = _find(world, query) if query else []
    rows = [
        (link(_address(place), place.title), esc(place.kind), f"{place.lat:.4f}, {place.lon:.4f}")
        for place in places[:40]
    ]
    heading = f"{len(places)} place{'s' * (len(places) != 1)} for “{query}”"
    listed = table(("Place", "Kind", "Coordinates"), rows) if rows else '<p class="empty">No place has this name.</p>'
    return page(_FRAME, f"Search: {query}", f"<h1>{esc(heading)}</h1>{listed}", query=query)


def _place(world: World, place: Place, request: Request) -> Reply:
    others = sorted(
        (atlas.distance((place.lat, place.lon), (other.lat, other.lon)), other)
        for other in _places(world)
        if other != place
    )[:6]
    near = table((), [(link(_address(other), other.title), esc(length(metres))) for metres, other in others], "about")
    zoom = _ZOOMS.get(place.kind, 13)
    about = table(
        (),
        [
            ("Kind", esc(place.kind.capitalize())),
            ("Region", esc(place.region)),
            ("Coordinates", f"{place.lat:.4f}, {place.lon:.4f}"),
        ],
        "about",
    )
    save = form(
        _address(place),
        select("Save to", "list", [(name, name) for name in LISTS])
        + field("Note", "note")
        + button("Save", "act", "save", "primary"),
        "inline",
    )
    notice = "The place was saved." if request.get("done") else ""
    nearby = ""
    if place.name in towns(spots(world.text("spots.json"))):
        nearby = link(at("near", town=place.name), "Shops and sights", "action")
    image = _image((place.lat, place.lon), zoom, f"Map of {place.name}", pin=slug(place.title))
    body = (
        f'<div class="atlas"><section>{image}</section>'
        f"<aside><h1>{esc(place.name)}</h1>{about}<p class='actions'>"
        f"{link(at('directions', to=place.title), 'Directions', 'primary', 'directions')}"
        f"{link(at(lat=str(place.lat), lon=str(place.lon), zoom=str(zoom)), 'On the map', 'action')}{nearby}</p>{save}"
        f"<h2>Nearby</h2>{near}</aside></div>"
    )
    return page(_FRAME, place.title, body, notice=notice, wide=True)


def _save(world: World, place: Place, request: Request) -> Reply:
    chosen = request.get("list")
    if chosen not in LISTS:
        raise Problem(400, "There is no such list.")
    world.add(_SITE, "saved", place=place.title, list=chosen, note=request.get("note"))
    return redirect(f"{_address(place)}?done=saved")


def _saved(world: World) -> Reply:
    rows = []
    for row in world.rows(_SITE, "saved"):
        place = next((place for place in _places(world) if place.title == row["place"]), None)
        name = link(_address(place), place.title) if place else esc(row["place"])
        remove = form(
            f"/saved/{row['id']}", button("Remove", "act", "remove", "danger", f"Remove {row['place']}"), "inline"
        )
        rows.append((name, esc(row["list"]), esc(row["note"]), remove))
    listed = table(("Place", "List", "Note", ""), rows) if rows else '<p class="empty">No saved places.</p>'
    return page(_FRAME, "Saved places", f"<h1>Saved places</h1>{listed}")


# Shops and sights -----------------------------------------------------------------------------------------------------


def _near(world: World, request: Request) -> Reply:
    known = spots(world.text("spots.json"))
    town = request.get("town")
    title = f"Near {town}" if town else "Nearby"
    return page(_FRAME, title, near_page(known, town, request.get("kind")))


def _on_map(world: World, spot: Spot) -> Place:
    return spot.place(next(place for place in _places(world) if place.name == spot.town))


def _spot(world: World, how: str, name: str, request: Request) -> Reply:
    """Shows a shop or sight; a short link leads to its page."""
    for each in spots(world.text("spots.json")):
        if how == "s" and each.shared == at("s", name):
            return redirect(each.address)
        if how == "spot" and each.address == at("spot", name):
            there = _on_map(world, each)
            image = _image((there.lat, there.lon), 15, f"Map of {each.name}", pin=name)
            return page(_FRAME, each.name, spot_page(each, image, bool(request.get("share"))), wide=True)
    raise Problem(404, "There is no such shop or sight on the map.")


# Directions -----------------------------------------------------------------------------------------------------------


def _ends(world: World, request: Request) -> tuple[Place | None, Place | None, str]:
    candidates = [_find(world, request.get(name)) if request.get(name) else [] for name in ("from", "to")]
    mode = request.get("mode", "drive")
    start, end = (next(iter(places), None) for places in candidates)
    return start, end, mode if mode in _MODES else "drive"


def _directions(world: World, request: Request) -> Reply:
    a, b, mode = _ends(world, request)
    from_name, to_name = request.get("from"), request.get("to")
    entry = form(
        "/directions",
        field("From", "from", a.title if a else from_name)
        + field("To", "to", b.title if b else to_name)
        + select("By", "mode", _MODES.items(), mode)
        + button("Show the way", kind="primary"),
        "stack",
        "get",
    )
    ends = ((from_name, a), (to_name, b))
    problem = next((f"No place is called “{name}”." for name, place in ends if name and not place), "")
    route = way(a, b, mode) if a and b else None
    if a and b and route is None:
        problem = f"There is no way over land from {a.name} to {b.name}."
    error = f'<p class="error" role="alert">{esc(problem)}</p>' if problem else ""
    image, result = _image((48, 11), 4, "Map of Europe"), ""
    if route and a and b:
        width, height = _SIZE
        span = max(abs(a.lon - b.lon) / width, abs(a.lat - b.lat) / cos(radians((a.lat + b.lat) / 2)) / height, 1e-6)
        zoom = max(atlas.MIN_ZOOM, min(13, int(log2(360 / 256 / (span * 1.35)))))
        middle = (a.lat + b.lat) / 2, (a.lon + b.lon) / 2
        slugs: dict[str, str] = {"from": slug(a.title), "to": slug(b.title)}
        image = _image(middle, zoom, f"Map of the way from {a.name} to {b.name}", **slugs)
        steps = "".join(
            [f'<li>{esc(text)} <span class="faint">{length(metres)}</span></li>' for text, metres in route.steps]
        )
        gpx = at("directions.gpx", **{"from": a.title, "to": b.title, "mode": mode})
        result = (
            f'<p class="total"><b id="length">{length(route.metres)}</b>, <b id="time">{spell(route.seconds)}</b></p>'
            f'<ol>{steps}</ol><p><a class="action" id="download" href="{esc(gpx)}" download>Download GPX</a></p>'
        )
    title = f"From {a.name} to {b.name}" if route and a and b else "Directions"
    body = (
        f'<div class="atlas"><section>{image}</section><aside><h1>{esc(title)}</h1>{entry}{error}{result}</aside></div>'
    )
    return page(_FRAME, title, body, wide=True)


def _gpx(world: World, request: Request) -> Reply:
    a, b, mode = _ends(world, request)
    if a is None or b is None or way(a, b, mode) is None:
        raise Problem(404, "There is no such way.")
    points = "".join([f'<rtept lat="{p.lat}" lon="{p.lon}"><name>{esc(p.name)}</name></rtept>' for p in (a, b)])
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Wayfinder" '
        'xmlns="http://www.topografix.com/GPX/1/1">'
        f"<rte><name>{esc(a.name)} to {esc(b.name)}</name>{points}</rte></gpx>\n"
    )
    return download(text, f"{slug(a.name)}-{slug(b.name)}.gpx", "application/gpx+xml")
