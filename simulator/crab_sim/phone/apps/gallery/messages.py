"""The messages of the Gallery app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["Message", "PhotoMessage"]

PhotoMessage: TypeAlias = (
    tuple[Literal["ask_name", "ask_width", "wallpaper"]] | tuple[Literal["rename", "resize"], str, str]
)
"""Of the menu of the photo that is shown; texts are its path, and a new name or width."""
Message: TypeAlias = (
    PhoneMessage
    | tuple[Literal["play", "info", "edit", "turned", "save", "clear", "star", "share"]]
    | tuple[Literal["ask_bin", "ask_delete", "ask_empty", "bin", "restore", "delete", "empty"]]
    | PhotoMessage
    | tuple[Literal["sort"]]
    | tuple[Literal["map"], float, float]
    | tuple[Literal["order", "tab", "album", "crop", "filter", "pick"], str]
    | tuple[Literal["select_all"]]
    | tuple[Literal["more", "copy_to", "move_to", "ask_bin_all", "bin_all"], tuple[str, ...]]
    | tuple[Literal["copy", "move"], tuple[str, ...], str]
    | tuple[Literal["show"], str, str]
    | tuple[Literal["edit_tab", "turn"], int]
)
"""Texts are an order, a section, an album, a crop, a filter, a photo's path and its album, or paths and a
folder; a point on the map is in degrees.
"""
