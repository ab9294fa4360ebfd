"""The state of the phone's Audio Recorder: slice ``"recorder"``."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_gym.sim.engines.playback import Playback
from crab_gym.sim.machine.slices import Slice

__all__ = ["RECORDER", "State"]


class State(NamedTuple):
    """The state of the recorder.

    Attributes:
        recording: The duration of the recording so far; None if there is none.
        path: The record that is chosen for playing.
        player: Its playback.
    """

    recording: Playback | None = None
    path: str = ""
    player: Playback = Playback()


RECORDER: Final = Slice[State]("recorder")
