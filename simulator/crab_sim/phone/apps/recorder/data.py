"""The state of the phone's Audio Recorder: slice ``"recorder"``."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.engines.playback import Playback
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["RECORDER", "State", "stop"]


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


RECORDER: Final = Slice[State]("recorder", volatile={"path": "the record heard last", "player": "what is played now"})


def stop(machine: Machine) -> None:
    """Ends the recording, of which nothing is kept."""
    state = machine.peek(RECORDER, State())
    if state.recording is not None:
        machine.put(RECORDER, state._replace(recording=None))
