"""What setups do in the phone's calendar."""

from __future__ import annotations

from collections.abc import Mapping

from crab_gym.backends.base import Setup

__all__ = ["no_event"]


def no_event(devices: Mapping[str, Setup], title: str) -> None:
    """Removes the phone's events of a title."""
    phone = devices["android"]
    for event in phone.calendar():
        if event.title == title:
            phone.remove_event(event.id)
