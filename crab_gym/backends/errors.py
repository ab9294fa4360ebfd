"""The errors of backends: a broken device, a refused action, a query or a snapshot that a device doesn't have."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["BrokenInside", "DeviceError", "InvalidAction", "SnapshotUnsupported", "UnsupportedQuery", "lacking"]


class DeviceError(RuntimeError):
    """A device broke or can't be reached: an infrastructure failure, never a reward of 0.

    Attributes:
        device: The role of the broken device.
        reason: The message without the device's name.
    """

    def __init__(self, device: str, message: str) -> None:
        super().__init__(f"{device}: {message}")
        self.device, self.reason = device, message


class BrokenInside(DeviceError):
    """A device broke from within, while all that it runs on goes on: what an agent did there may be the cause.

    For example, a program of the desktop in a box was killed, and the box's own first process tells of it.
    """


class InvalidAction(Exception):
    """The device refuses a well-formed action and stays untouched, for example where an app's name is unknown."""


class UnsupportedQuery(TypeError, AttributeError):
    """An evaluator or a setup made a query that this kind of device doesn't have."""


class SnapshotUnsupported(RuntimeError):
    """This backend can't save its device's state."""


def lacking(query: str, reason: str = "ask another device for it, or list the task's backends without this one") -> Any:
    """Returns a method for a query or change that a kind of backend doesn't have: it raises `UnsupportedQuery`.

    Args:
        query: The method's name.
        reason: What the message says after that the query isn't there.
    """

    def refuse(self: Any, *args: object, **kwargs: object) -> NoReturn:
        raise UnsupportedQuery(f"{type(self).__name__} of {self.device!r} has no {query}(): {reason}")

    return refuse
