"""Playback of sounds and videos: its position as time passes, and the widgets that show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crab_gym.sim.draw import text as metrics
from crab_gym.sim.ui import AnyMessage, Scene, Slider, Theme, Widget

__all__ = ["Playback", "Progress", "Standing", "length", "pause", "position", "resume", "seek", "standing"]


class Playback(NamedTuple):
    """Where a playback stood at a time, in seconds; `since` is None while it is paused."""

    at: float = 0.0
    since: float | None = None


def position(playback: Playback, now: float) -> float:
    """Returns where a playback is, whatever the length of what it plays.

    >>> position(Playback(5.0, 100.0), 103.0), position(Playback(5.0), 103.0)
    (8.0, 5.0)
    """
    return playback.at + (now - playback.since if playback.since is not None else 0.0)


def pause(playback: Playback, now: float) -> Playback:
    """Stops it where it is."""
    return Playback(position(playback, now))


def resume(playback: Playback, now: float) -> Playback:
    """Lets it go on."""
    return Playback(playback.at, now) if playback.since is None else playback


def seek(playback: Playback, to: float, now: float) -> Playback:
    """Goes on from somewhere else."""
    return Playback(max(0.0, to), now if playback.since is not None else None)


class Standing(NamedTuple):
    """Where a player is: what it plays, seconds into that, whether it goes on."""

    track: int
    passed: float
    playing: bool


def standing(lengths: Sequence[float], track: int, playback: Playback, now: float, repeat: str = "off") -> Standing:
    """Returns where a player is after time has passed: one thing follows the other.

    Args:
        lengths: Running times of what is in the queue, in seconds.
        track: What played when the playback began.
        playback: Where that was then.
        now: The time.
        repeat: ``"off"``, ``"all"`` or ``"one"``.

    >>> standing([60.0, 90.0], 0, Playback(0.0, 0.0), 100.0)
    Standing(track=1, passed=40.0, playing=True)
    """
    if not lengths:
        return Standing(0, 0.0, False)
    track, passed = min(track, len(lengths) - 1), position(playback, now)
    if playback.since is None:
        return Standing(track, min(passed, lengths[track]), False)
    if repeat == "one":
        return Standing(track, passed % lengths[track] if lengths[track] else 0.0, bool(lengths[track]))
    total, ahead = sum(lengths), sum(lengths[:track]) + passed
    if repeat == "all":
        if not total:
            return Standing(track, 0.0, False)
        ahead %= total
    for at, seconds in enumerate(lengths):
        if ahead < seconds:
            return Standing(at, ahead, True)
        ahead -= seconds
    return Standing(len(lengths) - 1, lengths[-1], False)


def length(seconds: float) -> str:
    """Returns a running time as players show it.

    >>> length(65.9), length(3725)
    ('01:05', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"


class Progress(Widget):
    """A slider between the time that has passed and the whole; moving it sends `message` with the share.

    Args:
        passed: Seconds played.
        total: Seconds in all.
        message: Sent with the new share added.
        rid: Resource id of the slider.
        tone: Colour of the times.
    """

    __slots__ = ("message", "passed", "rid", "tone", "total")

    def __init__(
        self, passed: float, total: float, message: AnyMessage, rid: str = "", tone: tuple[int, int, int] | None = None
    ) -> None:
        self.flex = 0
        self.passed, self.total, self.message, self.rid, self.tone = passed, total, message, rid, tone

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of slider and times."""
        return 58

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the slider, and the times below it."""
        share = min(1.0, self.passed / self.total) if self.total else 0.0
        Slider(share, self.message, "Playback position", self.rid).place(scene, x, y, w, 36)
        ink = self.tone or scene.theme.muted
        passed, total = length(self.passed), length(self.total)
        scene.text(x, y + 36, w, 20, passed, ink, 13)
        scene.node(x, y + 36, metrics.width(passed, "regular", 13), 20, "text", passed)
        scene.text(x, y + 36, w, 20, total, ink, 13, align="right")
        wide = metrics.width(total, "regular", 13)
        scene.node(x + w - wide, y + 36, wide, 20, "text", total)
