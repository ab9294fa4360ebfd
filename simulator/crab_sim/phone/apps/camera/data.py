"""The settings and activity of the phone's Camera app: slice ``"camera"``."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import Slice

__all__ = ["CAMERA", "State", "stop"]


class State(NamedTuple):
    """The camera's settings and activity.

    Attributes:
        front: Whether the front camera is used.
        grid: Whether grid lines are shown.
        recording: The time at which the recording of a video began, None while there is none.
        last: Path of the last photo or video.
    """

    front: bool = False
    grid: bool = False
    recording: float | None = None
    last: str = ""


CAMERA: Final = Slice[State](
    "camera",
    volatile={
        "front": "the camera used last",
        "grid": "the look of the view",
        "last": "the photo taken last; photos are files",
    },
)


def stop(machine: Machine) -> None:
    """Ends the recording, of which nothing is kept."""
    state = machine.peek(CAMERA, State())
    if state.recording is not None:
        machine.put(CAMERA, state._replace(recording=None))
