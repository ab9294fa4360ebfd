"""Events: what happens on the devices of a task, and what the person writes, while the agent works.

* `TaskEvent` - one event. `Moment` - when it happens. `cause` - binds arguments to what it does; `Cause` is the result.
* `check_events` - refuses events that can't happen.

An event does to a device what the world would do: a text comes, a call rings, somebody changes a file. So its cause is
written with the methods of `crab_gym.backends.base.PhoneSetup` and `DesktopSetup`, and works wherever these do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Concatenate, Final, NamedTuple, ParamSpec

from crab_gym.backends.base import Devices
from crab_gym.evaluation.graph import TaskGraph, unknown

__all__ = ["Cause", "Moment", "TaskEvent", "cause", "check_events"]

_P = ParamSpec("_P")
_APP_DEVICES: Final = ("android", "ubuntu")


class Moment(NamedTuple):
    """When an event happens: some seconds after all that is named here has come to pass.

    Attributes:
        seconds: Virtual seconds after that; without anything else, after the episode's begin.
        checkpoint: Id of a checkpoint that has passed.
        app: A device and the id of an app that is in front, such as ``("android", "messages")``; none if empty.
        event: Id of another event that has happened.
        steps: Number of steps that were taken.

    >>> Moment(5, checkpoint="invited")
    Moment(seconds=5, checkpoint='invited', app=(), event='', steps=0)
    """

    seconds: float = 0.0
    checkpoint: str = ""
    app: tuple[str, str] | tuple[()] = ()
    event: str = ""
    steps: int = 0


class Cause(NamedTuple):
    """What an event does, with its arguments; made by `cause`."""

    function: Callable[..., None]
    args: Mapping[str, object]

    def __call__(self, devices: Devices) -> None:
        """Lets it happen.

        Raises:
            UnsupportedQuery: A device's backend can't do it.
            DeviceError: A device broke.
        """
        self.function(devices, **self.args)


def cause(function: Callable[Concatenate[Devices, _P], None], /, *args: _P.args, **kwargs: _P.kwargs) -> Cause:
    """Binds arguments to a function that changes devices as the world would.

    Args:
        function: The function, ``f(devices, **args)``.
        *args: None: arguments are named.
        **kwargs: Its arguments, plain data.

    Raises:
        TypeError: An argument isn't named.

    >>> def rings(devices, *, number):
    ...     devices.android.ring(number)
    >>> cause(rings, number="+1 555 0100").args
    {'number': '+1 555 0100'}
    """
    if args:
        raise TypeError(f"{function!r} is given {args!r}; name each argument of a cause: name=value")
    return Cause(function, kwargs)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEvent:
    """Something that happens in an episode, once.

    Attributes:
        id: Its name, unique among the task's events; checkpoints refer to it by `Checkpoint.since` and `until`.
        when: Its moment.
        does: What it does to the devices; None where the person only writes.
        words: What the person writes to the agent, such as ``"Make that 5 pm."``; ``""`` for nothing. The words
            become part of the goal, and what they say holds from then on.
    """

    id: str
    when: Moment
    does: Cause | None = None
    words: str = ""


def check_events(events: Sequence[TaskEvent], graph: TaskGraph) -> None:
    """Checks that events refer to checkpoints and events that there are, and checkpoints to events.

    Args:
        events: A task's events.
        graph: Its graph.

    Raises:
        ValueError: One of them can't happen, or does nothing.
    """
    names = [event.id for event in events]
    for event in events:
        when = event.when
        if not event.id or names.count(event.id) > 1:
            raise ValueError(f"the event {event.id!r} has no name of its own; give each event another id")
        if event.does is None and not event.words:
            raise ValueError(f"the event {event.id!r} does nothing; give it `does`, or `words`")
        if when.checkpoint and when.checkpoint not in graph.index:
            unknown(f"checkpoint of the event {event.id!r}:", when.checkpoint, graph.index)
        if when.event and when.event not in names:
            unknown(f"event before the event {event.id!r}:", when.event, names)
        if when.app and when.app[0] not in _APP_DEVICES:
            unknown(f"device of the event {event.id!r}:", when.app[0], _APP_DEVICES)
        if when.seconds < 0 or when.steps < 0:
            raise ValueError(f"the event {event.id!r} is at {when}; expected seconds and steps of at least 0")
    for node in graph:
        for name in (node.since, node.until):
            if name and name not in names:
                unknown(f"event of the checkpoint {node.id!r}:", name, names)
