"""The messages of the Fitness app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message", "RecordMessage"]

RecordMessage: TypeAlias = tuple[Literal["record", "start", "toggle", "stop", "ask_discard", "discard"]]
"""Of the page that records a track."""
Message: TypeAlias = (
    PhoneMessage
    | RecordMessage
    | tuple[Literal["search", "statistics", "choose", "save"]]
    | tuple[Literal["show", "hold", "more", "edit", "share", "ask", "delete"], int]
    | tuple[Literal["category"], str]
)
"""Numbers are ids of tracks."""
