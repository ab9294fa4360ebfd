"""The messages of the Maps app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.maps.gazetteer import Place

__all__ = ["MapMessage", "Message", "PlaceMessage", "PlanMessage", "SavedMessage", "WayMessage"]

MapMessage: TypeAlias = (
    tuple[Literal["here", "turn_on_location"]]
    | tuple[Literal["zoom", "pan"], int]
    | tuple[Literal["show"], str]
    | tuple[Literal["drop"], int, int, int, int]
)
"""Of the map: steps, a place's name, and the map's rectangle."""
PlaceMessage: TypeAlias = (
    tuple[Literal["go_to", "save", "label", "mark", "share"]] | tuple[Literal["list", "labelled"], str]
)
"""Of the page of a place: the name of a list, or a label."""
PlanMessage: TypeAlias = (
    tuple[Literal["ask_track"]]
    | tuple[Literal["drop_point", "raise_point"], int]
    | tuple[Literal["save_track", "ask_delete_track", "delete_track"], str]
)
"""Of the page on which a route is planned: a point's number, a track's name or path."""
SavedMessage: TypeAlias = (
    tuple[Literal["plan"]]
    | tuple[Literal["open"], str, float, float]
    | tuple[Literal["remove"], int]
    | tuple[Literal["unmark"], str]
)
"""Of the saved places: title, latitude and longitude; a place's number in its file; a marker's id."""
WayMessage: TypeAlias = tuple[Literal["swap", "steps"]] | tuple[Literal["mode"], str] | tuple[Literal["end"], int]
"""Of the page of directions: a way to travel, and which of its two ends."""
Message: TypeAlias = (
    PhoneMessage
    | MapMessage
    | PlaceMessage
    | PlanMessage
    | SavedMessage
    | WayMessage
    | tuple[Literal["search", "clear", "add_point"]]
    | tuple[Literal["tab"], str]
    | tuple[Literal["choose"], Place | str]
)
