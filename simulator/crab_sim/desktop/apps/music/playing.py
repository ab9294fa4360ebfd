"""Rhythmbox's player: the song that plays as time passes, and the songs that follow it.

* `Player`, `PLAYER` - its state. `settled` - the state after some time. `controlled` - the state after a button.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from crab_sim.engines.playback import Playback, position
from crab_sim.machine.slices import Slice

__all__ = ["PLAYER", "Player", "controlled", "ordered", "settled", "started"]

_RESTARTS: Final = 3.0  # seconds after which "previous" plays the song from its start


class Player(NamedTuple):
    """The state of the player at its last change.

    Attributes:
        path: The path of the song, ``""`` for none.
        playback: The playback of that song.
        order: The paths of the songs that are played one after the other.
        at: The place in it that was reached, -1 for none.
        source: The list that they are from: ``"library"``, or the name of a playlist after ``"playlist:"``.
        shuffle: Whether they are in random order.
        repeat: Whether the first follows the last.
        volume: From 0 to 1.
        queue: The songs of the play queue, which come before those of the order.
    """

    path: str = ""
    playback: Playback = Playback()
    order: tuple[str, ...] = ()
    at: int = -1
    source: str = "library"
    shuffle: bool = False
    repeat: bool = False
    volume: float = 1.0
    queue: tuple[str, ...] = ()


PLAYER: Final = Slice[Player]("music_player", volatile="what plays, nothing that is kept")


def _next(player: Player) -> Player | None:
    """Returns the player at the start of the song that follows, None after the last one."""
    if player.queue:
        return player._replace(path=player.queue[0], queue=player.queue[1:])
    at = player.at + 1
    if at >= len(player.order):
        if not (player.repeat and player.order):
            return None
        at = 0
    return player._replace(path=player.order[at], at=at)


def settled(player: Player, seconds: Callable[[str], float], now: float) -> Player:
    """Returns the player at a time: songs that have ended since its last change are over.

    Args:
        player: The player.
        seconds: Returns a song's running time; 0 for one that is gone.
        now: The time.
    """
    short = 0
    while player.path and player.playback.since is not None:
        left = seconds(player.path) - player.playback.at
        ends = player.playback.since + max(0.0, left)
        if now < ends:
            return player
        following = _next(player)
        short = short + 1 if left <= 0 else 0
        if following is None or short > len(player.order) + 1:
            return player._replace(path="", playback=Playback(), at=-1)
        player = following._replace(playback=Playback(0.0, ends))
    return player


def ordered(paths: Sequence[str], first: str, shuffle: random.Random | None) -> tuple[tuple[str, ...], int]:
    """Returns songs in the order in which they are played, and the place of the first one in it.

    Args:
        paths: The songs as their list shows them.
        first: The song that is played first.
        shuffle: Puts the others behind it in random order; None to keep their order.
    """
    if first not in paths:
        return tuple(paths), -1
    if shuffle is None:
        return tuple(paths), list(paths).index(first)
    others = [path for path in paths if path != first]
    shuffle.shuffle(others)
    return (first, *others), 0


def started(player: Player, path: str, now: float) -> Player:
    """Returns the player at the start of a song."""
    return player._replace(path=path, playback=Playback(0.0, now))


def controlled(player: Player, command: str, seconds: Callable[[str], float], now: float, value: float = 0.0) -> Player:
    """Returns the player after a button.

    Args:
        player: The player, settled.
        command: ``"play"``, ``"next"``, ``"previous"`` or ``"seek"``.
        seconds: Returns a song's running time.
        now: The time.
        value: The share of the song to go to, from 0 to 1.
    """
    passed, playing = position(player.playback, now), player.playback.since is not None
    match command:
        case "play" if player.path:
            return player._replace(playback=Playback(passed, None if playing else now))
        case "play" | "next":
            following = _next(player)
            if following is None:
                return player._replace(path="", playback=Playback(), at=-1) if command == "next" else player
            return started(following, following.path, now)
        case "previous" if player.path:
            place = player.order[player.at] if 0 <= player.at < len(player.order) else ""
            if passed > _RESTARTS or place != player.path:
                return player._replace(playback=Playback(0.0, now if playing else None))
            at = max(0, player.at - 1) if not player.repeat else (player.at - 1) % len(player.order)
            return started(player._replace(at=at), player.order[at], now)
        case "seek" if player.path:
            return player._replace(playback=Playback(value * seconds(player.path), now if playing else None))
    return player
