"""The phone's Maps app: the world without a network, places, saved lists, markers, ways.

Pages (data: a `Camera` where they show a map): ``map``; ``place`` (arg: a `Place`); ``search`` (arg: ``None`` or the
end of a way that is being chosen: 0 or 1, or 2 for a point of a route); ``directions`` and ``steps`` (arg: from, to,
mode; None is not chosen yet, `HERE` is the phone's position); ``saved``; ``plan`` of
`crab_sim.phone.apps.maps.planning`. Its data are described in `crab_sim.phone.apps.maps.data`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from crab_sim.devices.phone_facts import SavedPlace
from crab_sim.machine.app import AppSpec, Context, Intent
from crab_sim.machine.slices import FILES
from crab_sim.phone.apps.maps import APP as FACTS
from crab_sim.phone.apps.maps import planning
from crab_sim.phone.apps.maps.data import (
    LABELLED,
    LOCATION,
    MARKERS,
    RECENT,
    MarkerRow,
    as_place,
    marker,
    saved,
    with_places,
)
from crab_sim.phone.apps.maps.gazetteer import Place, by_name, find, parse_point
from crab_sim.phone.apps.maps.messages import MapMessage, Message, PlaceMessage, PlanMessage, SavedMessage, WayMessage
from crab_sim.phone.apps.maps.pages import (
    HERE,
    NOWHERE,
    both_ends,
    end_place,
    found_places,
    held,
    marker_of,
    saved_in,
    title,
    view,
)
from crab_sim.phone.apps.maps.view import around, at_point, centered, moved, zoomed
from crab_sim.phone.system.permissions import ask
from crab_sim.phone.system.settings_store import SETTINGS, is_on, put
from crab_sim.phone.system.share import share
from crab_sim.phone.system.toasts import toast
from crab_sim.phone.widgets import name_dialog
from crab_sim.ui import MessageGroup, Page

__all__ = ["APP"]


_MAX_RECENT = 12
_ROUTE = 2  # stands for a route where an end of a way would be chosen

_MAP = MessageGroup(MapMessage)
_PLACE = MessageGroup(PlaceMessage)
_PLAN = MessageGroup(PlanMessage)
_SAVED = MessageGroup(SavedMessage)
_WAY = MessageGroup(WayMessage)


# Events ---------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> Page:
    match intent:
        case ("search", str(text)):
            place = by_name(text)
            return _place_page(place) if place is not None else _search_page(text)
        case ("point", lat, lon):
            place = parse_point(f"{lat}, {lon}")
            return _place_page(place) if place is not None else _search_page("")
        case ("directions", str(origin), str(destination)):
            return Page("directions", (_typed_end(origin), _typed_end(destination), "drive"), data=NOWHERE)
    return Page("map", data=NOWHERE)


def _typed_end(text: str) -> Place | str | None:
    if not text.strip() or text.strip().casefold() == HERE.casefold():
        return HERE if text.strip() else None
    return by_name(text) or next(iter(find(text)), None)


def _place_page(place: Place) -> Page:
    zoom = {"city": 11, "town": 13, "village": 14}.get(place.kind, 14)
    return Page("place", place, data=centered(place.lat, place.lon, zoom))


def _search_page(text: str, end: int | None = None) -> Page:
    return Page("search", end, {"query": text}, focus="query", selection=(len(text), len(text)))


def _show(context: Context, place: Place) -> None:
    recent = [place, *[p for p in context.get(RECENT) if p != place]]
    context.put(RECENT, tuple(recent[:_MAX_RECENT]))
    page = _place_page(place)
    if context.page.name in ("place", "search"):
        context.replace(page)
    else:
        context.push(page)


def _choose(context: Context, chosen: Place | str) -> None:
    """Shows a result, or makes it the end of the way that is being chosen."""
    which = context.page.arg
    if which is None:
        if isinstance(chosen, Place):
            _show(context, chosen)
        return
    context.pop()
    if which == _ROUTE:
        place = end_place(context, chosen)
        if place is not None:
            planning.add_point(context, place)
        return
    ends = list(context.page.arg[:2])
    ends[which] = chosen
    _set_way(context, ends[0], ends[1], context.page.arg[2])


def _set_way(context: Context, a: Place | str | None, b: Place | str | None, mode: str) -> None:
    context.set(arg=(a, b, mode), scroll={})
    _frame(context)


def _frame(context: Context) -> None:
    """Moves the map so that it shows both ends of the way."""
    points = [(place.lat, place.lon) for place in both_ends(context) if place is not None]
    if points:
        machine = context.machine
        context.set(data=around(points, machine.width, machine.height - 380))


def _go_to(context: Context) -> None:
    context.push(Page("directions", (HERE, context.page.arg, "drive"), data=NOWHERE))
    _frame(context)


def _put_saved(context: Context, places: Iterable[SavedPlace]) -> None:
    context.put(FILES, with_places(context.get(FILES), places, context.now))


def _toggle_list(context: Context, name: str) -> None:
    place: Place = context.page.arg
    rows = saved(context.get(FILES))
    row = next((row for row in saved_in(context, place) if row.list == name), None)
    if row is not None:
        _put_saved(context, [other for other in rows if other != row])
    else:
        _put_saved(context, [*rows, SavedPlace(place.name, name, place.lat, place.lon)])


def _put_label(context: Context, name: str) -> None:
    place: Place = context.page.arg
    old = [row for row in saved_in(context, place) if row.list == LABELLED]
    rows = [row for row in saved(context.get(FILES)) if row not in old]
    _put_saved(context, [*rows, SavedPlace(name, LABELLED, place.lat, place.lon)])


def _unmark(context: Context, marker_id: str) -> None:
    rows: tuple[MarkerRow, ...] = context.get(MARKERS)
    context.put(MARKERS, tuple([row for row in rows if row.id != marker_id]))


def _toggle_marker(context: Context) -> None:
    place: Place = context.page.arg
    rows: tuple[MarkerRow, ...] = context.get(MARKERS)
    old = marker_of(context, place)
    if old is not None:
        _unmark(context, old.id)
        toast(context, "Marker removed")
    else:
        context.put(MARKERS, (*rows, marker(place, context.now, rows)))
        toast(context, "Marker added")


def _update_place(context: Context, message: PlaceMessage) -> None:
    place: Place = context.page.arg
    match message:
        case ("go_to",):
            _go_to(context)
        case ("save",):
            context.set(overlay=("lists",))
        case ("list", name):
            _toggle_list(context, name)
        case ("label",):
            label = next((row.name for row in saved_in(context, place) if row.list == LABELLED), "")
            name_dialog.ask(context, "Add a private label", "Save", ("labelled",), label, "Label")
        case ("labelled", label):
            _put_label(context, label)
        case ("mark",):
            _toggle_marker(context)
        case ("share",):
            share(context, "text", f"{place.title}\ngeo:{place.lat},{place.lon}", place.name)
        case _:
            assert_never(message)


def _update_way(context: Context, message: WayMessage) -> None:
    a, b, mode = context.page.arg
    match message:
        case ("mode", key):
            context.set(arg=(a, b, key))
        case ("swap",):
            _set_way(context, b, a, mode)
        case ("end", which):
            context.push(_search_page("", which))
        case ("steps",):
            context.push(Page("steps", (a, b, mode)))
        case _:
            assert_never(message)


def _update_map(context: Context, message: MapMessage) -> None:
    page = held(context)
    match message:
        case ("zoom", step):
            context.set(data=zoomed(page, step), scroll={})
        case ("pan", step):
            context.set(data=moved(page, step, context.machine.width), scroll={})
        case ("here",) if not is_on(context.get(SETTINGS), "secure", "location_mode"):
            context.set(overlay=("no_location",))
        case ("turn_on_location",):
            context.set(overlay=())
            context.put(SETTINGS, put(context.get(SETTINGS), "secure", "location_mode", "3"))
            _update_map(context, ("here",))
        case ("here",):
            if ask(context, "location", message):
                lat, lon = context.get(LOCATION)
                context.set(data=centered(lat, lon, max(12, page.data.zoom)), scroll={})
        case ("drop", x, y, w, h):
            place = parse_point("{}, {}".format(*at_point(page, *context.point, (x, y, w, h))))
            if place is not None:
                _show(context, place)
        case ("show", name):
            found = by_name(name)
            if found is not None:
                _show(context, found)
        case _:
            assert_never(message)


def _update_saved(context: Context, message: SavedMessage) -> None:
    match message:
        case ("open", name, lat, lon):
            _show(context, as_place(name, lat, lon))
        case ("remove", number):
            rows = saved(context.get(FILES))
            _put_saved(context, rows[:number] + rows[number + 1 :])
        case ("unmark", mark_id):
            _unmark(context, mark_id)
        case ("plan",):
            context.push(Page("plan", (), data=NOWHERE))
        case _:
            assert_never(message)


def _tab(context: Context, name: str) -> None:
    """Goes to one of the main pages; they lie above the map, not above one another."""
    if context.page.name != name:
        if context.page.name != "map":
            context.pop()
        if name != "map" and context.page.name != name:
            arg = (HERE, None, "drive") if name == "directions" else None
            context.push(Page(name, arg, data=NOWHERE if name == "directions" else None))


def _submit(context: Context) -> None:
    """Chooses the first place that was found."""
    found = found_places(context, context.field("query"))
    if found:
        _choose(context, found[0])


def _update(context: Context, message: Message) -> None:
    page = context.page
    if _MAP.has(message):
        _update_map(context, message)
    elif _PLACE.has(message):
        _update_place(context, message)
    elif _PLAN.has(message):
        planning.update(context, message)
    elif _SAVED.has(message):
        _update_saved(context, message)
    elif _WAY.has(message):
        _update_way(context, message)
    else:
        match message:
            case ("back",):
                context.pop()
            case ("started",):
                if page.name == "directions":
                    _frame(context)
            case ("tab", tab):
                _tab(context, tab)
            case ("search",):
                place = page.arg if page.name == "place" else None
                context.push(_search_page(place.title if place is not None and place.kind != "point" else ""))
            case ("clear",):
                context.set_fields(query="")
            case ("add_point",):
                context.push(_search_page("", _ROUTE))
            case ("choose", place):
                _choose(context, place)
            case ("submit", _):
                _submit(context)
            case _:
                assert_never(message)


_SHOWN, _HANDLED = name_dialog.wrap(view, _update)

APP = AppSpec(
    view=_SHOWN,
    update=_HANDLED,
    start=_start,
    title=title,
    **FACTS.spec.facts,
)
