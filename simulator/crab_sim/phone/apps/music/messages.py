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
    | tuple[Literal["ask_import"]]
    | tuple[Literal["imported"], str]
)
"""Of playlists: paths of songs or of a playlist's file, a playlist's name and its id, or that of an entry."""
SongMessage: TypeAlias = (
    tuple[Literal["play_next", "enqueue", "delete_songs"], tuple[str, ...]]
    | tuple[Literal["favourite", "share", "ringtone"], str]
)
"""Of songs, by their paths."""
PageMessage: TypeAlias = (
    PhoneMessage
    | tuple[Literal["playing", "queue", "search", "clear", "sort_menu"]]
    | tuple[Literal["play_all"], bool]
    | tuple[Literal["tab", "album", "artist", "folder", "folder_menu", "sort", "play", "pick_row", "details"], str]
    | tuple[Literal["choose_playlist", "ask_delete"], tuple[str, ...]]
    | tuple[Literal["playlist"], int | str]
    | tuple[Literal["playlist_menu", "ask_playlist", "dequeue"], int]
    | tuple[Literal["menu"], str, int]
)
"""Of the pages: names, paths, keys of `data.SORTS` or what stands for the favourites; ids of playlists and entries,
places in the queue."""
Message: TypeAlias = ControlMessage | PlaylistMessage | SongMessage | PageMessage
