"""The messages of the Video app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["ControlMessage", "Message", "PlaylistMessage", "VideoMessage"]

ControlMessage: TypeAlias = (
    tuple[Literal["toggle", "rewind", "forward", "previous", "next"]] | tuple[Literal["seek"], float]
)
"""Of the player; a share of the video."""
PlaylistMessage: TypeAlias = (
    tuple[Literal["new_playlist"], tuple[str, ...]]
    | tuple[Literal["created"], tuple[str, ...], str]
    | tuple[Literal["add_to"], tuple[str, ...], int]
    | tuple[Literal["take_out", "ask_rename", "delete_playlist"], int]
    | tuple[Literal["renamed"], int, str]
)
"""Of playlists: paths of videos, a playlist's name and its id, or that of an entry."""
VideoMessage: TypeAlias = (
    tuple[Literal["play"], int] | tuple[Literal["share"], str] | tuple[Literal["delete"], tuple[str, ...]]
)
"""Of videos: a position in the list, or paths."""
Message: TypeAlias = (
    PhoneMessage
    | ControlMessage
    | PlaylistMessage
    | VideoMessage
    | tuple[Literal["search", "clear"]]
    | tuple[Literal["tab", "details", "pick_row"], str]
    | tuple[Literal["choose", "ask_delete"], tuple[str, ...]]
    | tuple[Literal["playlist", "playlist_menu", "ask_playlist"], int]
    | tuple[Literal["menu"], str, int]
)
"""Texts are paths or a tab; numbers are ids of playlists, or positions in a list."""
