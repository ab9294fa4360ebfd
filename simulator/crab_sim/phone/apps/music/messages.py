"""The messages of the Music app."""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.phone.app import PhoneMessage

__all__ = ["ControlMessage", "Message", "PageMessage", "PlaylistMessage", "SongMessage"]

ControlMessage: TypeAlias = (
    tuple[Literal["toggle", "next", "previous", "shuffle", "repeat"]]
    | tuple[Literal["seek"], float]
    | tuple[Literal["jump"], int]
)
"""Of the player: a share of the song, or a place in the queue."""
PlaylistMessage: TypeAlias = (
    tuple[Literal["new_playlist"], tuple[str, ...]]
    | tuple[Literal["created"], tuple[str, ...], str]
    | tuple[Literal["add_to"], tuple[str, ...], int]
    | tuple[Literal["take_out", "ask_rename", "delete_playlist", "export"], int]
    | tuple[Literal["renamed"], int, str]
)
"""Of playlists: paths of songs, a playlist's name and its id, or that of an entry."""
SongMessage: TypeAlias = (
    tuple[Literal["play_next", "enqueue", "delete_songs"], tuple[str, ...]] | tuple[Literal["favourite", "share"], str]
)
"""Of songs, by their paths."""
PageMessage: TypeAlias = (
    PhoneMessage
    | tuple[Literal["playing", "queue", "search", "clear"]]
    | tuple[Literal["play_all"], bool]
    | tuple[Literal["tab", "album", "artist", "play", "pick_row", "details"], str]
    | tuple[Literal["choose_playlist", "ask_delete"], tuple[str, ...]]
    | tuple[Literal["playlist"], int | str]
    | tuple[Literal["playlist_menu", "ask_playlist", "dequeue"], int]
    | tuple[Literal["menu"], str, int]
)
"""Of the pages: names, paths or what stands for the favourites; ids of playlists and entries, places in the queue."""
Message: TypeAlias = ControlMessage | PlaylistMessage | SongMessage | PageMessage
