"""Tools of the apps for tracks and places."""

from __future__ import annotations

from typing import Any, Final, Literal

from crab_sim.machine.tool_values import moment_text
from crab_sim.machine.tools import Hand, need, one_of
from crab_sim.phone.apps.fitness.data import TRACKS
from crab_sim.phone.apps.maps.data import MARKERS, way
from crab_sim.phone.apps.maps.gazetteer import Place, find
from crab_sim.phone.tools.box import BOX

__all__ = [
    "fitness_delete",
    "fitness_edit",
    "fitness_tracks",
    "maps_label",
    "maps_mark",
    "maps_save",
    "maps_search",
    "maps_way",
]

_FITNESS, _MAPS = BOX.of("fitness"), BOX.of("maps")


# Fitness ------------------------------------------------------------------------------------------------------------


@_FITNESS.reads
def fitness_tracks(hand: Hand) -> list[dict[str, Any]]:
    """Returns the recorded tracks, the newest first.

    Args:
        hand: The hold on the phone.
    """
    hand.begin("fitness")
    return [
        {"name": row.name, "activity": row.category, "begins": moment_text(row.start), "ends": moment_text(row.stop),
         "km": round(row.distance / 1000, 2), "description": row.description}
        for row in sorted(hand.get(TRACKS), key=lambda row: -row.start)
    ]  # fmt: skip


@_FITNESS.writes
def fitness_edit(hand: Hand, name: str, new_name: str = "", description: str = "") -> str:
    """Changes the name or the description of a recorded track; what is left out stays.

    Args:
        hand: The hold on the phone.
        name: Its name.
        new_name: Its new name.
        description: Its new description.
    """
    need(new_name.strip() or description, "no change is given; expected one at least")
    row = one_of("track", name, hand.get(TRACKS), lambda row: row.name)
    hand.begin("fitness")
    hand.send("show", row.id)
    hand.send("edit", row.id)
    texts = {"name": new_name, "description": description}
    hand.type(**{key: text for key, text in texts.items() if text})
    hand.close("save")
    return f"changed the track {new_name.strip() or row.name}"


@_FITNESS.writes
def fitness_delete(hand: Hand, name: str) -> str:
    """Deletes a recorded track.

    Args:
        hand: The hold on the phone.
        name: Its name.
    """
    row = one_of("track", name, hand.get(TRACKS), lambda row: row.name)
    hand.begin("fitness")
    hand.send("show", row.id)
    hand.send("ask", row.id)
    hand.send("delete", row.id)
    return f"deleted the track {row.name}"


# Maps ---------------------------------------------------------------------------------------------------------------


def _place(place: Place) -> dict[str, Any]:
    return {
        "name": place.name, "in": place.region, "kind": place.kind, "latitude": round(place.lat, 5),
        "longitude": round(place.lon, 5),
    }  # fmt: skip


def _one_place(query: str) -> Place:
    found = find(query)
    exact = [place for place in found if query.strip().casefold() in (place.name.casefold(), place.title.casefold())]
    need(found, f"no place {query[:60]!r} was found")
    return (exact or found)[0]


@_MAPS.reads
def maps_search(hand: Hand, query: str) -> list[dict[str, Any]]:
    """Returns the places that a search finds: names, post codes, or coordinates.

    Args:
        hand: The hold on the phone.
        query: What is searched for.
    """
    hand.begin("maps")
    hand.send("search")
    hand.type(query=query)
    return [_place(place) for place in find(query)]


_MODES: Final = {"car": "drive", "public transport": "transit", "foot": "walk", "bicycle": "cycle"}


@_MAPS.reads
def maps_way(
    hand: Hand, origin: str, destination: str, by: Literal["car", "public transport", "foot", "bicycle"] = "car"
) -> dict[str, Any]:
    """Returns the length and the time of the way between two places.

    Args:
        hand: The hold on the phone.
        origin: Where it begins.
        destination: Where it ends.
        by: How one travels.
    """
    a, b = _one_place(origin), _one_place(destination)
    found = way(a, b, _MODES[by])
    hand.begin("maps")
    hand.open("maps", "directions", a.title, b.title)
    hand.send("mode", _MODES[by])
    need(found, f"there is no way from {a.title} to {b.title}")
    assert found is not None
    return {"from": a.title, "to": b.title, "km": round(found.metres / 1000, 1), "minutes": round(found.seconds / 60)}


def _show_place(hand: Hand, query: str) -> Place:
    place = _one_place(query)
    hand.begin("maps")
    hand.send("search")
    hand.type(query=query)
    hand.send("choose", place)
    return place


@_MAPS.writes
def maps_mark(hand: Hand, place: str) -> list[str]:
    """Puts a marker on a place; returns the names of all markers.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
    """
    found = _show_place(hand, place)
    marked = any([abs(row.lat - found.lat) + abs(row.lon - found.lon) < 1e-9 for row in hand.get(MARKERS)])
    if not marked:
        hand.send("mark")
    return [row.description for row in hand.get(MARKERS)]


@_MAPS.writes
def maps_save(hand: Hand, place: str, to: str = "Want to go") -> str:
    """Saves a place in a list, or takes it from the list where it is there.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
        to: The list: Favourites, Want to go or Starred places.
    """
    lists = ("Favourites", "Want to go", "Starred places")
    name = one_of("list", to, lists, str)
    found = _show_place(hand, place)
    hand.send("save")
    hand.send("list", name)
    return f"changed the list {name} by {found.title}"


@_MAPS.writes
def maps_label(hand: Hand, place: str, label: str) -> str:
    """Gives a place a private label.

    Args:
        hand: The hold on the phone.
        place: Its name, or its coordinates.
        label: The label.
    """
    need(label.strip(), "the label is empty")
    found = _show_place(hand, place)
    hand.send("label")
    hand.type(name=label)
    hand.close("named")
    return f"labelled {found.title} as {label.strip()}"
