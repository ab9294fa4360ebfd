"""Events that have nothing to do with a task, as they happen to anybody who uses a phone and a desktop.

* `unrelated_events` - draws some for an episode.

They happen in apps that the task's graph doesn't name, so that no answer is another one for them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import Backend, Devices
from crab_gym.evaluation.graph import TaskGraph
from crab_gym.task.events import Cause, Moment, TaskEvent

__all__ = ["unrelated_events"]

_STRANGER: Final = "+1 305-555-0198"
_DAY: Final = 86_400.0
_FIRST, _BETWEEN = (2.0, 10.0), (3.0, 20.0)
"""Seconds before the first event, and between two."""


def _text(devices: Devices, body: str) -> None:
    devices.android.receive_text(_STRANGER, body)


def _missed_call(devices: Devices) -> None:
    devices.android.add_call(_STRANGER, "missed", age=0.0)


def _invitation(devices: Devices, title: str, days: int) -> None:
    start = devices.android.now() // _DAY * _DAY + days * _DAY + 36_000
    devices.android.add_event(title, start, start + 3_600)


def _card(devices: Devices, name: str) -> None:
    devices.android.add_contact(name, _STRANGER)


def _download(devices: Devices, device: str, folder: str, name: str) -> None:
    devices[device].write_file(f"{devices[device].home}/{folder}/{name}", f"{name}\n")


def _mail(devices: Devices, subject: str) -> None:
    devices.ubuntu.add_mail("Tool Shop <news@tools.example>", subject, "Have a look at our new tools.", age=0.0)


class _Kind(NamedTuple):
    """A kind of event.

    Attributes:
        device: Its device.
        app: The app in which it happens; tasks about it are spared.
        does: What it does.
        choices: Arguments to draw from.
    """

    device: str
    app: str
    does: Any
    choices: Sequence[Mapping[str, Any]]


_KINDS: Final = (
    _Kind("android", "messages", _text, ({"body": "Your parcel comes tomorrow."}, {"body": "We are open until nine."})),
    _Kind("android", "phone", _missed_call, ({},)),
    _Kind("android", "calendar", _invitation, ({"title": "Choir", "days": 5}, {"title": "Flea market", "days": 9})),
    _Kind("android", "contacts", _card, ({"name": "Locksmith"}, {"name": "Pizza service"})),
    _Kind("android", "files", _download, ({"device": "android", "folder": "Download", "name": "timetable.txt"},)),
    _Kind("ubuntu", "files", _download, ({"device": "ubuntu", "folder": "Downloads", "name": "manual.txt"},)),
    _Kind("ubuntu", "thunderbird", _mail, ({"subject": "New tools"}, {"subject": "Spring sale"})),
)  # fmt: skip


def unrelated_events(
    count: tuple[float, float] | None, graph: TaskGraph, backends: Mapping[str, Backend], episode: int
) -> tuple[TaskEvent, ...]:
    """Draws events that have nothing to do with a task.

    Args:
        count: The least and the greatest number of them; None for none.
        graph: The task's graph.
        backends: Device to its backend.
        episode: The episode's random number.
    """
    if count is None:
        return ()
    about = {(node.device, node.app) for node in graph}
    if "android" in backends and backends["android"].plays != "sim":
        about.add(("android", "messages"))  # no phone in the hand can be texted by us
    kinds = [kind for kind in _KINDS if kind.device in backends and (kind.device, kind.app) not in about]
    rng = random.Random(f"{episode}:unrelated events")
    events: list[TaskEvent] = []
    at = 0.0
    for number in range(rng.randint(*map(int, count)) if kinds else 0):
        at += rng.uniform(*(_BETWEEN if events else _FIRST))
        kind = rng.choice(kinds)
        does = Cause(kind.does, rng.choice(kind.choices))
        events.append(TaskEvent(id=f"unrelated {number + 1}", when=Moment(round(at, 1)), does=does))
    return tuple(events)
