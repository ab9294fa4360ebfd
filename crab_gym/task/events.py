"""Events: what happens on the devices of a task, and what the person writes, while the agent works.

* `TaskEvent` - one event. `Moment` - when it happens. `cause` - binds arguments to what it does; `Cause` is the result.
* `check_events` - refuses events that can't happen.

An event does to a device what the world would do: a text comes, a call rings, somebody changes a file. So its cause is
written with the methods of `crab_gym.backends.base.PhoneSetup` and `DesktopSetup`, and works wherever these do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Concatenate, NamedTuple, ParamSpec

from crab_gym.backends.base import Devices
from crab_gym.evaluation.graph import TaskGraph
from crab_sim.devices.apps import APPS
from crab_sim.suggestions import unknown

__all__ = ["Cause", "Moment", "TaskEvent", "cause", "check_events"]

_P = ParamSpec("_P")


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


def check_events(events: Sequence[TaskEvent], graph: TaskGraph, devices: Sequence[str]) -> None:
    """Checks that events and checkpoints refer to each other rightly, and that all of them can come.

    Args:
        events: A task's events.
        graph: Its graph.
        devices: The environment's devices.

    Raises:
        ValueError: An event or a checkpoint can't come, or an event does nothing.
    """
    names = [event.id for event in events]
    for event in events:
        _check_event(event, names, graph, devices)
    whens = {event.id: event.when for event in events}
    for node in graph:
        for name in filter(None, (node.since, node.until)):
            if name not in whens:
                unknown(f"event of the checkpoint {node.id!r}:", name, names)
        if node.until and not _comes_after(whens, node.until, graph, node.id):
            raise ValueError(
                f"checkpoint {node.id!r} holds until the event {node.until!r}, which may come before it has passed; "
                f"give the event a moment with checkpoint={node.id!r} or a later one"
            )
    _check_order(whens, graph)


def _check_event(event: TaskEvent, names: Sequence[str], graph: TaskGraph, devices: Sequence[str]) -> None:
    when = event.when
    if not event.id or names.count(event.id) > 1:
        raise ValueError(f"the event {event.id!r} has no name of its own; give each event another id")
    if event.does is None and not event.words:
        raise ValueError(f"the event {event.id!r} does nothing; give it `does`, or `words`")
    if when.checkpoint and when.checkpoint not in graph.index:
        unknown(f"checkpoint of the event {event.id!r}:", when.checkpoint, graph.index)
    if when.event and when.event not in names:
        unknown(f"event before the event {event.id!r}:", when.event, names)
    if when.app:
        device, app = when.app
        if device not in devices:
            unknown(f"device of the event {event.id!r}:", device, devices)
        known = [row.id for row in APPS if row.device == device]
        if app not in known:
            unknown(f"app of the event {event.id!r}:", app, known)
    if when.seconds < 0 or when.steps < 0:
        raise ValueError(f"the event {event.id!r} is at {when}; expected seconds and steps of at least 0")


def _comes_after(whens: Mapping[str, Moment], event: str, graph: TaskGraph, checkpoint: str) -> bool:
    """Returns whether an event can't come before a checkpoint has passed."""
    seen: set[str] = set()
    while event and event not in seen:
        seen.add(event)
        place = whens[event].checkpoint
        if place and graph.index[checkpoint] in _and_before(graph, graph.index[place]):
            return True
        event = whens[event].event
    return False


def _and_before(graph: TaskGraph, node: int) -> set[int]:
    """Returns a node and all that have passed before it."""
    found, left = set(), [node]
    while left:
        each = left.pop()
        if each not in found:
            found.add(each)
            left += graph.predecessors[each]
    return found


def _check_order(whens: Mapping[str, Moment], graph: TaskGraph) -> None:
    """Raises where events and checkpoints wait for each other."""
    come: set[str] = set()
    passed: set[int] = set()
    while True:
        events = {
            name
            for name, when in whens.items()
            if (not when.event or when.event in come)
            and (not when.checkpoint or graph.index[when.checkpoint] in passed)
        }
        nodes = {
            place
            for place, node in enumerate(graph.checkpoints)
            if (not node.since or node.since in come) and passed.issuperset(graph.predecessors[place])
        }
        if events == come and nodes == passed:
            break
        come, passed = events, nodes
    waiting = [name for name in whens if name not in come]
    waiting += [node.id for place, node in enumerate(graph.checkpoints) if place not in passed]
    if waiting:
        raise ValueError(f"these wait for each other and can't come: {', '.join(waiting)}")
