"""Playback of sounds and videos: its position as time passes.

* `Playback` - the state of one; `position`, `pause`, `resume`, `seek`. `length` - a running time in words.
* `PlayerState`, `player_state` - a player of many tracks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Playback", "PlayerState", "length", "pause", "player_state", "position", "resume", "seek"]


class Playback(NamedTuple):
    """The state of a playback at its last change.

    Attributes:
        at: Its position then, in seconds.
        since: The time of the change, in seconds since 1970; None while it is paused.
    """

    at: float = 0.0
    since: float | None = None


def position(playback: Playback, now: float) -> float:
    """Returns the position of a playback, in seconds; it may lie beyond the end.

    >>> position(Playback(5.0, 100.0), 103.0), position(Playback(5.0), 103.0)
    (8.0, 5.0)
    """
    return playback.at + (now - playback.since if playback.since is not None else 0.0)


def pause(playback: Playback, now: float) -> Playback:
    """Returns the playback, paused."""
    return Playback(position(playback, now))


def resume(playback: Playback, now: float) -> Playback:
    """Returns the playback, going on."""
    return Playback(playback.at, now) if playback.since is None else playback


def seek(playback: Playback, to: float, now: float) -> Playback:
    """Returns the playback at another position."""
    return Playback(max(0.0, to), now if playback.since is not None else None)


class PlayerState(NamedTuple):
    """The state of a player: the track's index, the seconds played of it, and whether it goes on."""

    track: int
    passed: float
    playing: bool


def player_state(
    lengths: Sequence[float], track: int, playback: Playback, now: float, repeat: str = "off"
) -> PlayerState:
    """Returns the state of a player that plays its queue from start to end.

    Args:
        lengths: Running times of the queue's tracks, in seconds.
        track: Index of the track at the last change of the playback.
        playback: The playback of that track.
        now: The time.
        repeat: ``"off"``, ``"all"`` or ``"one"``.

    >>> player_state([60.0, 90.0], 0, Playback(0.0, 0.0), 100.0)
    PlayerState(track=1, passed=40.0, playing=True)
    """
    if not lengths:
        return PlayerState(0, 0.0, False)
    track, passed = min(track, len(lengths) - 1), position(playback, now)
    if playback.since is None:
        return PlayerState(track, min(passed, lengths[track]), False)
    if repeat == "one":
        return PlayerState(track, passed % lengths[track] if lengths[track] else 0.0, bool(lengths[track]))
    total, ahead = sum(lengths), sum(lengths[:track]) + passed
    if repeat == "all":
        if not total:
            return PlayerState(track, 0.0, False)
        ahead %= total
    for at, seconds in enumerate(lengths):
        if ahead < seconds:
            return PlayerState(at, ahead, True)
        ahead -= seconds
    return PlayerState(len(lengths) - 1, lengths[-1], False)


def length(seconds: float) -> str:
    """Returns a running time as players show it.

    >>> length(65.9), length(3725)
    ('01:05', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
