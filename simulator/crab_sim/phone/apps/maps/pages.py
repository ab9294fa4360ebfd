"""The Maps app's pages: the map, a place, a search, saved places, the way between two places."""

from __future__ import annotations

from collections.abc import Sequence

from crab_sim import ui
from crab_sim.devices.phone_facts import SavedPlace
from crab_sim.machine.app import Context, View
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.maps import planning
from crab_sim.phone.apps.maps.data import (
    LABELLED,
    LISTS,
    LOCATION,
    MARKERS,
    MODES,
    RECENT,
    MarkerRow,
    Way,
    as_place,
    length,
    saved,
    spell,
    way,
)
from crab_sim.phone.apps.maps.gazetteer import Place, coordinates, find, nearest, searched_code
from crab_sim.phone.apps.maps.messages import Message
from crab_sim.phone.apps.maps.view import Camera, Layers, MapView, Pin, camera, centered
from crab_sim.phone.widgets.basics import RoundButton, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import BottomBar, Chips

__all__ = [
    "HERE",
    "NOWHERE",
    "both_ends",
    "end_place",
    "found_places",
    "held",
    "marker_of",
    "saved_in",
    "title",
    "view",
]

_ID = "com.google.android.apps.maps:id/"
HERE = "Your location"
"""Name of a way's end at the place of the phone."""
NOWHERE = Camera(0.0, 0.0, 2)
"""A camera that is yet to be put where the phone is."""
_SAVED = (32, 120, 88)
_MARKED = (232, 132, 16)


def held(context: Context) -> ui.Page:
    """Returns the page, with its map at the phone's position until it is moved."""
    page = context.page
    if page.data != NOWHERE:
        return page
    lat, lon = context.get(LOCATION)
    return page._replace(data=centered(lat, lon, 12))


def _camera(context: Context) -> Camera:
    """Returns the camera of the page's map."""
    return camera(held(context))


def _pins(context: Context) -> list[Pin]:
    markers: Sequence[MarkerRow] = context.get(MARKERS)
    pins = [Pin(row.lat, row.lon, _SAVED, f"{row.name}, saved") for row in saved(context.get(FILES))]
    return pins + [Pin(row.lat, row.lon, _MARKED, f"{row.title}, marker") for row in markers if row.active]


def _omnibox(text: str, clear: bool = False) -> ui.Widget[Message]:
    label = ui.Label(text or "Search here", tone="text" if text else "muted", flex=1)
    row: list[ui.Widget[Message]] = [ui.Icon("search", size=20), label]
    if clear:
        row[0] = ui.IconButton("back", "Navigate up", ("back",), tone="text", size=32)
    box: ui.Widget[Message] = ui.Box(
        ui.Row(row, gap=12, height=32),
        "raised",
        pad=(14, 8),
        radius=24,
        message=("search",),
        rid=_ID + "search_omnibox_text_box",
        outline="outline",
        flex=1,
    )
    return ui.Row([box], pad=(12, 10))


def _buttons(low: bool = False) -> ui.Widget[Message]:
    """Returns the buttons beside a map: nearer, farther, to the phone's position; a `low` map lacks the last."""

    def button(icon: str, text: str, message: Message, rid: str) -> ui.Widget[Message]:
        return ui.Box(
            ui.IconButton(icon, text, message, rid, tone="text", size=42), "raised", pad=(0, 0), outline="outline"
        )

    buttons = [
        button("add", "Zoom in", ("zoom", 1), _ID + "zoom_in"),
        button("remove", "Zoom out", ("zoom", -1), _ID + "zoom_out"),
    ]
    if not low:
        buttons.append(button("my_location", "My location", ("here",), _ID + "mylocation_button"))
    column = ui.Column(buttons, gap=8)
    return ui.Row([ui.Space(flex=1), column], pad=(12, 12))


def _bar(chosen: str) -> BottomBar[Message]:
    return BottomBar(
        [
            ("location", "Explore", ("tab", "map"), chosen == "map"),
            ("directions", "Go", ("tab", "directions"), chosen == "directions"),
            ("heart", "Saved", ("tab", "saved"), chosen == "saved"),
        ]
    )


def _map(context: Context) -> View[Message]:
    view = MapView(_camera(context), _pins(context), context.get(LOCATION))
    over = ui.Column([_omnibox(""), ui.Space(flex=1), _buttons()])
    return View(ui.Column([Layers([view, over]), _bar("map")]))


def saved_in(context: Context, place: Place) -> list[SavedPlace]:
    """Returns the rows that say in which lists a place is saved."""
    rows = saved(context.get(FILES))
    return [row for row in rows if abs(row.lat - place.lat) < 1e-6 and abs(row.lon - place.lon) < 1e-6]


def marker_of(context: Context, place: Place) -> MarkerRow | None:
    """Returns the marker at a place."""
    rows: Sequence[MarkerRow] = context.get(MARKERS)
    return next((row for row in rows if abs(row.lat - place.lat) < 1e-6 and abs(row.lon - place.lon) < 1e-6), None)


def _place(context: Context) -> View[Message]:
    place: Place = context.page.arg
    rows_here, marked = saved_in(context, place), marker_of(context, place) is not None
    label = next((row.name for row in rows_here if row.list == LABELLED), "")
    view = MapView(
        _camera(context), [*_pins(context), Pin(place.lat, place.lon, label=place.name)], context.get(LOCATION)
    )
    lists = [row.list for row in rows_here if row.list != LABELLED]
    rows: list[ui.Widget[Message]] = [
        ui.Label(place.name, "title", font="bold", wrap=True, rid=_ID + "title"),
        ui.Label(place.region, tone="muted", wrap=True, rid=_ID + "subtitle"),
        ui.Space(4),
        ui.Row(
            [ui.Icon("location", size=18), ui.Label(coordinates(place.lat, place.lon), "small", "muted", flex=1)], gap=8
        ),
    ]
    if label:
        rows += [ui.Space(4), ui.Row([ui.Icon("label", "accent", 18), ui.Label(label, "small", flex=1)], gap=8)]
    if lists:
        text = ui.Label(f"Saved in {', '.join(lists)}", "small", flex=1)
        rows += [ui.Space(4), ui.Row([ui.Icon("heart_filled", "accent", 18), text], gap=8)]
    actions: ui.Widget[Message] = ui.Row(
        [
            RoundButton("directions", "Directions", ("go_to",), _ID + "directions", on=True, size=46),
            RoundButton("heart_filled" if lists else "heart", "Save", ("save",), _ID + "save", size=46),
            RoundButton("label", "Label", ("label",), _ID + "label", on=bool(label), size=46),
            RoundButton("flag", "Marker", ("mark",), _ID + "marker", on=marked, size=46),
            RoundButton("share", "Share", ("share",), _ID + "share", size=46),
        ],
        pad=(0, 10),
    )
    card = ui.Box(ui.Column([*rows, ui.Space(4), actions]), "background", pad=(18, 14), radius=0)
    over = ui.Column(
        [_omnibox(place.title if place.kind != "point" else place.name, clear=True), ui.Space(flex=1), _buttons()]
    )
    overlay = _lists(place, lists) if context.page.overlay == ("lists",) else None
    return View(ui.Column([Layers([view, over]), ui.Divider(), card]), overlay)


def _lists(place: Place, chosen: Sequence[str]) -> ui.Dialog[Message]:
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(name, ("list", name), leading=ui.Toggle("checkbox", name in chosen), rid=_ID + "list_name")
        for name in LISTS
    ]
    return ui.Dialog(f"Save {place.name}", ui.Column(tiles), [ui.Button("Done", ("dismiss",), "text")])


def _search(context: Context) -> View[Message]:
    query = context.field("query")
    field = ui.Field("query", "Search here", _ID + "search_omnibox_edit_text", bare=True, flex=1)
    row: list[ui.Widget[Message]] = [ui.IconButton("back", "Navigate up", ("back",), tone="text"), field]
    if query:
        row.append(ui.IconButton("close", "Clear", ("clear",), _ID + "search_omnibox_clear"))
    box: ui.Widget[Message] = ui.Box(
        ui.Row(row),
        "surface",
        pad=(4, 0),
        radius=26,
        margin=(12, 8, 12, 8),
        rid=_ID + "search_omnibox_text_box",
        message=("nothing",),
    )
    tiles: list[ui.Widget[Message]] = []
    if context.page.arg is not None:
        icon = ui.Icon("my_location", "accent", 22)
        tiles.append(ui.Tile(HERE, ("choose", HERE), leading=icon, rid=_ID + "title"))
    if query.strip():
        tiles += [_result(place, "location", query) for place in found_places(context, query)]
        body: ui.Widget[Message] = ui.Scroll("results", tiles)
        if not tiles:
            body = empty("search", "No results found", "Try a city, or a latitude and longitude")
    else:
        recent: Sequence[Place] = context.get(RECENT)
        if recent:
            tiles.append(ui.Label("Recent", "small", "muted", "bold", pad=(16, 8)))
        tiles += [_result(place, "clock") for place in recent]
        body = ui.Scroll("results", tiles)
    return View(ui.Column([box, ui.Divider(), body]))


def _result(place: Place, icon: str, query: str = "") -> ui.Tile[Message]:
    code = searched_code(query, place)
    where = f"{code}, {place.region}" if code else place.region
    return ui.Tile(place.name, ("choose", place), subtitle=where, leading=ui.Icon(icon, size=22), rid=_ID + "title")


def found_places(context: Context, query: str) -> list[Place]:
    """Returns the results of a query: saved places of that name, then the gazetteer's."""
    word = query.strip().casefold()
    rows = saved(context.get(FILES))
    own = [as_place(row.name, row.lat, row.lon) for row in rows if word in row.name.casefold()]
    return list(dict.fromkeys([*own, *find(query)]))


def _saved(context: Context) -> View[Message]:
    rows = list(enumerate(saved(context.get(FILES))))
    lists = dict.fromkeys([*LISTS, LABELLED, *[row.list for _, row in rows]])
    markers: Sequence[MarkerRow] = context.get(MARKERS)
    tiles: list[ui.Widget[Message]] = []
    for name in lists:
        listed = [(i, row) for i, row in rows if row.list == name]
        if listed:
            count = f"{len(listed)} place{'s' * (len(listed) != 1)}"
            tiles.append(ui.Row([ui.Label(name, font="bold", flex=1), ui.Label(count, "small", "muted")], pad=(16, 8)))
        for i, row in listed:
            delete: ui.Widget[Message] = ui.IconButton("delete", f"Remove {row.name} from {name}", ("remove", i))
            icon = ui.Icon("label" if name == LABELLED else "heart_filled", "accent", 22)
            shown = coordinates(row.lat, row.lon)
            tiles.append(
                ui.Tile(row.name, ("open", row.name, row.lat, row.lon), shown, icon, delete, rid=_ID + "title")
            )
    if markers:
        tiles.append(ui.Label("Markers", font="bold", pad=(16, 8)))
    for mark in markers:
        delete = ui.IconButton("delete", f"Remove marker {mark.title}", ("unmark", mark.id))
        shown = coordinates(mark.lat, mark.lon)
        icon = ui.Icon("flag", _MARKED, 22)
        tiles.append(ui.Tile(mark.title or shown, ("open", mark.title, mark.lat, mark.lon), shown, icon, delete))
    plan: ui.Widget[Message] = ui.IconButton("directions", "Plan a route", ("plan",), _ID + "plan_route", "text")
    body = (
        ui.Scroll("saved", tiles)
        if tiles
        else empty("heart", "Nothing saved yet", "Places that you save are listed here")
    )
    return View(
        ui.Column(
            [
                ui.Row([ui.Label("Saved", "title", flex=1), plan], pad=(16, 8), height=60),
                ui.Divider(),
                body,
                _bar("saved"),
            ]
        )
    )


# Directions -----------------------------------------------------------------------------------------------------------


def end_place(context: Context, end: Place | str | None) -> Place | None:
    """Returns one end of a way as a place."""
    if end == HERE:
        lat, lon = context.get(LOCATION)
        near = nearest(lat, lon)
        return Place(HERE, f"near {near.title}", "point", lat, lon, near.land)
    return end if isinstance(end, Place) else None


def both_ends(context: Context) -> tuple[Place | None, Place | None]:
    """Returns the ends of the page's way, None if one isn't chosen."""
    return end_place(context, context.page.arg[0]), end_place(context, context.page.arg[1])


def _way(context: Context, mode: str) -> Way | None:
    a, b = both_ends(context)
    return way(a, b, mode) if a is not None and b is not None else None


def _end_box(place: Place | None, which: int) -> ui.Widget[Message]:
    hint = ("Choose start", "Choose destination")[which]
    name = place.name if place is not None else ""
    description = ("Start location", "Destination")[which] + (f", {name}" if name else "")
    label = ui.Label(name or hint, tone="text" if name else "muted", role="", flex=1)
    icon = ui.Icon("circle", "accent", 16) if which == 0 else ui.Icon("location", (214, 48, 42), 18)
    return ui.Box(
        ui.Row([icon, label], gap=12),
        pad=(12, 11),
        radius=12,
        message=("end", which),
        text=name,
        description=description,
        rid=_ID + ("directions_startpoint_textbox", "directions_endpoint_textbox")[which],
        role="button",
    )


def _directions(context: Context) -> View[Message]:
    a, b = both_ends(context)
    mode = context.page.arg[2]
    chips: list[tuple[str, Message, bool]] = []
    for key, name in MODES:
        found = _way(context, key)
        timed = found is not None and (context.machine.width >= 340 or key == mode)
        chips.append((f"{name} {spell(found.seconds)}" if found and timed else name, ("mode", key), key == mode))
    top: ui.Widget[Message] = ui.Row(
        [
            ui.IconButton("back", "Navigate up", ("back",), tone="text"),
            ui.Column([_end_box(a, 0), _end_box(b, 1)], gap=6, flex=1),
            ui.IconButton("swap_vertical", "Swap start and destination", ("swap",), tone="text"),
        ],
        gap=4,
        pad=(4, 8),
    )
    ends = [(p.lat, p.lon) for p in (a, b) if p is not None]
    found = _way(context, mode)
    line = ends if found is not None else []
    pins = [Pin(b.lat, b.lon, label=b.name)] if b is not None else []
    view = MapView(_camera(context), pins, context.get(LOCATION), line)
    body: list[ui.Widget[Message]] = [
        top,
        Chips(chips, _ID + "travel_mode", (12, 6)),
        Layers([view, ui.Column([ui.Space(flex=1), _buttons(context.machine.height < 640)])]),
    ]
    if found is not None:
        text = ui.Row(
            [ui.Label(spell(found.seconds), "title", font="bold"), ui.Label(f"({length(found.metres)})", 17, "muted")],
            gap=8,
        )
        steps: ui.Widget[Message] = ui.Button("Steps", ("steps",), "tonal", "list", _ID + "steps_button")
        notes = {
            "drive": "Fastest route",
            "transit": "Every 30 minutes",
            "walk": "Mostly flat",
            "cycle": "Mostly quiet roads",
        }
        rows = [text, ui.Label(notes[mode], "small", "muted"), ui.Space(8), ui.Row([steps, ui.Space(flex=1)])]
        body.append(ui.Box(ui.Column(rows), "background", pad=(18, 12), radius=0))
    elif a is not None and b is not None:
        body.append(ui.Label("Can’t find a way there", "font", "danger", pad=(18, 16)))
    else:
        body.append(ui.Label("Choose where the way begins and ends", tone="muted", pad=(18, 16)))
    return View(ui.Column(body))


def _steps(context: Context) -> View[Message]:
    a, b = both_ends(context)
    found = _way(context, context.page.arg[2])
    if a is None or b is None or found is None:
        return View(ui.Column([app_bar("Steps"), empty("directions", "Can’t find a way there")]))
    tiles: list[ui.Widget[Message]] = [
        ui.Tile(text, subtitle=length(metres), leading=ui.Icon(icon, "accent", 24), role="text")
        for icon, text, metres in found.steps
    ]
    head = ui.Label(f"{spell(found.seconds)} ({length(found.metres)})", "title", font="bold", pad=(16, 6))
    names = ui.Label(f"{a.name} to {b.name}", tone="muted", pad=(16, 2), wrap=True)
    return View(ui.Column([app_bar("Steps"), ui.Divider(), ui.Space(6), head, names, ui.Scroll("steps", tiles)]))


def _plan(context: Context) -> View[Message]:
    return planning.view(context, _camera(context))


_PAGES = {
    "map": _map, "place": _place, "search": _search, "saved": _saved, "directions": _directions, "steps": _steps,
    "plan": _plan,
}  # fmt: skip


def view(context: Context) -> View[Message]:
    """Returns the view of the page; above it, the question whether the phone may say where it is."""
    shown = _PAGES[context.page.name](context)
    if context.page.overlay != ("no_location",):
        return shown
    text = "Without it, Maps doesn’t know where you are."
    return shown._replace(overlay=confirm("Turn on device location?", text, "Turn on", ("turn_on_location",)))


def title(context: Context) -> str:
    """Returns the window's title."""
    page = context.page
    return str(page.arg.name) if page.name == "place" else "Maps" if page.name == "map" else page.name.title()
