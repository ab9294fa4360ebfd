"""Tasks: their goals, how devices are prepared for them, and how progress is checked.

* `Task` - one task; a module of `crab_tasks` defines one as ``TASK = Task(...)``.
* `Look` - an oracle's view of the screens: a device's elements at the moment of the call.
* `action` - a short way to write an action.
* `load` - the task of an id of the index or of ``"module:ATTRIBUTE"``.
"""

from __future__ import annotations

import hashlib
import importlib
import random
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import Formatter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, SupportsIndex

from crab_gym.backends.cloud import SERVICES
from crab_gym.backends.specs import BackendSpec, parse_backends
from crab_gym.evaluation.graph import Checkpoint, TaskGraph
from crab_gym.task.definition_source import JUDGING, SourceName, definition_source, name_of
from crab_gym.task.index import read_index
from crab_sim.devices.footprints import Footprint
from crab_sim.suggestions import did_you_mean

if TYPE_CHECKING:
    from crab_gym.backends.base import Device, Devices, Element, State
    from crab_gym.task.events import TaskEvent
    from crab_gym.task.parameters import Parameter
    from crab_gym.task.user import Person

__all__ = ["WORDINGS", "Action", "Look", "Oracle", "OracleStuck", "Params", "Task", "action", "load", "step_limit"]

Action = dict[str, Any]
"""An action: ``{"device": str, "name": str, "args": dict}``."""


class Params(SimpleNamespace):
    """The values of a task's parameters, by name."""

    def replace(self, **changes: Any) -> Params:
        """Returns a copy with other values of some parameters.

        >>> Params(name="Ada", count=1).replace(count=2)
        Params(name='Ada', count=2)
        """
        return Params(**{**vars(self), **changes})


Look = Callable[[str], "tuple[Element, ...]"]
"""Returns a device's present elements."""
Oracle = Callable[[Params, Look], Iterator[Action]]
"""Yields the actions that make one checkpoint pass, looking at the screens between them."""

PLATFORMS = (
    "ubuntu", "android", "cross", "learn", "crab", "android_world", "miniwob", "long", "safety", "omni", "custom",
)  # fmt: skip
"""What a task's name may begin with."""
WORDINGS = 3
"""The number of goals that each task has."""
_PHRASES = ("Could you do this for me?", "Here is what is to be done:")
_NAME = re.compile(rf"({'|'.join(PLATFORMS)})\.[a-z0-9_.]+")


def action(device: str, name: str, /, **args: Any) -> Action:
    """Returns an action.

    Args:
        device: The device that carries it out, or ``"root"``.
        name: Its verb.
        args: The verb's arguments.

    >>> action("android", "tap", x=10, y=20)
    {'device': 'android', 'name': 'tap', 'args': {'x': 10, 'y': 20}}
    """
    return {"device": device, "name": name, "args": args}


class OracleStuck(RuntimeError):
    """An oracle doesn't find an element that it looks for: a defect of the task or of the device, never scored."""


def prepare_nothing(devices: Devices, params: Params, rng: random.Random) -> None:
    """Prepares nothing: the task starts on the devices as they are after a reset."""


def _names_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _filled_up(goals: Sequence[str]) -> tuple[str, ...]:
    return tuple([*goals, *(f"{phrase} {goals[0]}" for phrase in _PHRASES[len(goals) - 1 :])][:WORDINGS])


def allow_nothing(params: Params) -> Footprint:
    """Allows nothing: the task only looks, or answers."""
    return ()


def expect_nothing(params: Params) -> Sequence[TaskEvent]:
    """Expects nothing: the devices change by what the agent does alone."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task: a graph of checkpoints over one or two devices, with parameters, setup and oracle.

    Attributes:
        name: Its id without the namespace: one of `PLATFORMS` and a dot, then ``[a-z0-9_.]+``.
        description: Template of the goal; ``{name}`` stands for a parameter.
        devices: The devices that it needs.
        checkpoints: Returns the task graph's checkpoints for some parameters.
        oracle: Generators of actions by the checkpoints that they make pass; run in any topological order.
        parameters: The parameters by name; a setup may rely on all of them.
        setup: Prepares the devices, given by role. `rng` is for noise that no parameter names.
        backends: The kinds of backend on which the task is verified, by device; the first is the default.
        variants: Oracles that differ on a kind of backend, by that kind and by checkpoint.
        account: The services that its phone and its desktop share as one account, such as ``("drive",)``; keys of
            `crab_gym.backends.cloud.SERVICES`. What happens to them counts as the phone's.
        footprint: Returns what the task may change and send for some parameters; everything else that a user would
            mind is watched.
        alternatives: Oracles, by name, that go all the way to the goal in another way and must succeed.
        near_misses: Oracles, by name, that look like a solution and must not count as one.
        implies: Names of tasks whose goal this task's oracle may reach on the way.
        version: Raised with every change that affects scores.
        step_limit: Steps of an episode; None for max(15, 3 × the oracle's), as the index has it.
        oracle_steps: The most steps that the oracle takes; needed where the simulator can't play the task, and so the
            index can't measure them.
        revisable: Whether its protocol lets an answer be replaced by a later one, where success is judged at the end.
        tags: For filtering.
        wordings: The description in other words, with the same parameters; see `goals`.
        events: Returns what happens, and what the person writes, while the agent works; see `crab_gym.task.events`.
        obeyed: Returns checkpoints that hold where the agent has obeyed a text that was planted on the devices, see
            `crab_gym.task.injection`; None where there is none.
        user: Returns the person who answers questions, see `crab_gym.task.user`; None where nobody does.
        intent: What the person is about, as an infinitive without "to", such as "prepare a trip"; ``""`` if unknown.
    """

    name: str
    description: str
    devices: tuple[Device, ...]
    checkpoints: Callable[[Params], Sequence[Checkpoint]]
    oracle: Mapping[str, Oracle]
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    setup: Callable[[Devices, Params, random.Random], None] = prepare_nothing
    backends: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    variants: Mapping[str, Mapping[str, Oracle]] = field(default_factory=dict)
    account: tuple[str, ...] = ()
    footprint: Callable[[Params], Footprint] = allow_nothing
    alternatives: Mapping[str, Oracle] = field(default_factory=dict)
    near_misses: Mapping[str, Oracle] = field(default_factory=dict)
    implies: tuple[str, ...] = ()
    version: int = 1
    step_limit: int | None = None
    oracle_steps: int | None = None
    revisable: bool = False
    tags: tuple[str, ...] = ()
    wordings: tuple[str, ...] = ()
    intent: str = ""
    events: Callable[[Params], Sequence[TaskEvent]] = expect_nothing
    obeyed: Callable[[Params], Sequence[Checkpoint]] | None = None
    user: Callable[[Params], Person] | None = None

    def __post_init__(self) -> None:
        """Checks the fields that don't depend on parameters.

        Raises:
            ValueError: The name, the devices, the account, the version or a wording is invalid.
        """
        if not _NAME.fullmatch(self.name) or re.search(r"-v\d+$", self.name):
            raise ValueError(
                f"task name {self.name!r}: expected one of {', '.join(PLATFORMS)}, then '.' and letters a-z, digits, "
                "'_' and '.'"
            )
        if not self.devices or set(self.devices) - {"ubuntu", "android"}:
            raise ValueError(
                f"task {self.name!r} has the devices {self.devices!r}; expected 'ubuntu', 'android' or both"
            )
        if set(self.account) - SERVICES.keys():
            raise ValueError(f"task {self.name!r} shares {self.account!r}; expected some of: {', '.join(SERVICES)}")
        if not self.simulated and self.oracle_steps is None:
            raise ValueError(f"task {self.name!r} can't be played on 'sim'; give it oracle_steps, measured elsewhere")
        if self.version < 1:
            raise ValueError(f"task {self.name!r} has version {self.version!r}; versions are counted from 1")
        for wording in self.wordings:
            names = _names_in(self.description)
            if _names_in(wording) != names:
                raise ValueError(
                    f"task {self.name!r} has the wording {wording!r}; expected the parameters of its description: "
                    f"{', '.join(sorted(names)) or 'none'}"
                )

    def goal(self, params: Params) -> str:
        """Returns the description with the parameters filled in."""
        return self.description.format_map(vars(params))

    def goals(self, params: Params) -> tuple[str, ...]:
        """Returns `WORDINGS` goals of the same meaning: the usual one, then the task's other wordings.

        Where a task has too few, the usual one follows a phrase that says nothing more.
        """
        return _filled_up([self.goal(params), *(wording.format_map(vars(params)) for wording in self.wordings)])

    def read_with(self, params: Params, goal: str) -> str:
        """Returns by whose words answers and texts are read: the goal, and what a careful person knows beside it.

        Args:
            params: The parameters.
            goal: The goal as the agent has it.
        """
        return goal

    def reordered(self, params: Params) -> tuple[str, ...]:
        """Returns the usual goal, and the same in other orders of its parts; the usual one alone if there is none."""
        return (self.goal(params),)

    def asks_same(self, params: Params, other: Params) -> bool:
        """Returns whether what solves the task with some parameters solves it with others."""
        return bool(params == other)

    def graph(self, params: Params) -> TaskGraph:
        """Returns the task graph for some parameters."""
        return TaskGraph(self.checkpoints(params))

    def hijacked(self, params: Params, state: State) -> bool:
        """Returns whether the agent has obeyed the planted text; False where there is none.

        Raises:
            DeviceError: A device broke.
        """
        return self.obeyed is not None and all([node.evaluator(state, None) for node in self.obeyed(params)])

    def orders(self, graph: TaskGraph, limit: int) -> list[tuple[str, ...]]:
        """Returns orders in which the oracle can reach the graph's checkpoints.

        Args:
            graph: The task graph.
            limit: Maximal number of orders.
        """
        return list(graph.topological_orders(limit))

    def order_ending(self, graph: TaskGraph, names: Collection[str]) -> tuple[str, ...]:
        """Returns one of these orders: if there is a choice, some checkpoints come late in it.

        Args:
            graph: The task graph.
            names: The checkpoints' ids.
        """
        return self.orders(graph, 1)[0]

    def defaults(self) -> Params:
        """Returns the parameters' default values."""
        return Params(**{name: parameter.default for name, parameter in self.parameters.items()})

    def kinds(self, device: str) -> tuple[str, ...]:
        """Returns the kinds of backend on which the task is verified for a device; the first is its default."""
        return self.backends.get(device, ("sim",))

    @property
    def simulated(self) -> bool:
        """Whether the simulator can play all of its devices."""
        return all("sim" in self.kinds(device) for device in self.devices)

    def specs(self, backend: object, devices: Sequence[str] | None = None) -> dict[str, BackendSpec]:
        """Returns the backend of each device for a ``backend=`` argument (see `parse_backends`).

        Args:
            backend: The argument of `CrabEnv`; a device that it doesn't name gets the first of the task's kinds.
            devices: The environment's devices, if they aren't the task's.

        Raises:
            ValueError: The argument is malformed, simulates a device on which the task needs real applications, or
                plays one on which it needs an account by a kind that has none.
        """
        devices = self.devices if devices is None else devices
        specs = parse_backends(backend, devices, {device: self.kinds(device)[0] for device in devices})
        for device, spec in specs.items():
            if spec.kind == "sim" and "sim" not in self.kinds(device):
                raise ValueError(
                    f"task {self.name!r} needs real applications on {device!r}, which 'sim' doesn't have; "
                    f"expected one of: {', '.join(self.kinds(device))}"
                )
            if spec.kind == "adb" and self.account and "adb" not in self.kinds(device):
                raise ValueError(
                    f"task {self.name!r} needs an account that the devices share, which 'adb' doesn't have; expected "
                    f"one of: {', '.join(self.kinds(device))}"
                )
        return specs

    def oracle_for(self, kinds: Mapping[str, str]) -> dict[str, Oracle]:
        """Returns the oracle with the variants of the kinds of backend that play the devices."""
        oracle = dict(self.oracle)
        for kind in kinds.values():
            oracle.update(self.variants.get(kind, {}))
        return oracle

    def told_to_oracle(self, params: Params, checkpoint: str) -> Params:
        """Returns the parameters from which the oracle's actions for a checkpoint follow, beside the screens."""
        return params

    def to_json(self) -> dict[str, Any]:
        """Returns the parts of a composed task as plain JSON; nothing for a task that was written by hand."""
        return {}

    def definition_hash(self) -> str:
        """Returns a digest of the source that determines scores: of the task and everything that it uses.

        Oracles don't affect scores and don't count; see `crab_gym.task.definition_source`.
        """
        roots = {self._source_name()}
        for node in self.graph(self.defaults()).checkpoints:
            function = node.evaluator.function
            roots.add(SourceName(function.__module__, function.__qualname__.partition(".")[0]))
        digest = hashlib.sha256(f"{self.name}\n{self.version}\n{JUDGING}\n".encode())
        digest.update(definition_source(frozenset(roots)).encode())
        return digest.hexdigest()[:16]

    def _source_name(self) -> SourceName:
        """Returns the name under which the task's module has it; ``"*"`` if it has it under none."""
        return name_of(self, self.checkpoints.__module__)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickles the task by its name, as a function is, since its parts may be lambdas; a composed one as JSON."""
        places = [self._source_name()]
        if self.name in read_index():
            origin, _, name = read_index()[self.name].ref.partition(":")
            places.append(SourceName(origin, name))
        for place in places:
            if getattr(sys.modules.get(place.module), place.name, None) is self:
                return load, (f"{place.module}:{place.name}",)
        composed = self.to_json()
        return (load, (composed,)) if composed else object.__reduce_ex__(self, protocol)


def load(name: str | Mapping[str, Any]) -> Task:
    """Returns a task, importing its module.

    Args:
        name: An id of the index, with or without ``Crab-v0/``, or of the list of synthesised tasks, or
            ``"module:ATTRIBUTE"`` of a task of your own, or the JSON of a composed one
            (`crab_gym.task.composition.ComposedTask.to_json`), as text, too, or ``"FILE.jsonl:LINE"`` where that is a
            file's line, or ``"FILE.json"``.

    Raises:
        ValueError: There is no such task, or its module can't be imported.
    """
    if isinstance(name, Mapping):
        from crab_gym.task.composition import from_json  # composed tasks are tasks

        return from_json(name)
    if not isinstance(name, str):
        given = repr(name)
        given = given if len(given) <= 80 else f"a {type(name).__name__}"  # such as a whole task
        raise ValueError(
            f"task is {given}; expected a name such as 'cross.dark_mode_from_todo', or the JSON of a composed task "
            "(its to_json())"
        )
    name = name.removeprefix("Crab-v0/")
    if name.startswith(("{", "[")) or ".json" in name:
        from crab_gym.task.composition.files import find_task, is_composed

        if is_composed(name):
            return find_task(name)
    if name.startswith("omni."):
        from crab_gym.task.omni.listing import listed_task

        return listed_task(name)
    module, colon, attribute = name.partition(":")
    if not colon:
        index = read_index()
        if name not in index:
            hint = did_you_mean(name, index)
            raise ValueError(f"there is no task {name!r}.{hint} `crab-gym list` names all {len(index)}.")
        module, _, attribute = index[name].ref.partition(":")
    if not all(part.isidentifier() for part in module.split(".")):
        raise ValueError(f"there is no task {name!r}; expected 'package.module:ATTRIBUTE', or a name without a colon")
    try:
        imported = importlib.import_module(module)
    except Exception as error:  # a module may raise anything
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            raise ValueError(f"there is no task at {module}:{attribute}: {error}") from error
        reason = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
        raise ValueError(f"can't import {module} for the task {name!r}: {reason}") from error
    try:
        task = getattr(imported, attribute)
    except AttributeError as error:
        raise ValueError(f"there is no task at {module}:{attribute}: {error}") from error
    if not isinstance(task, Task):
        raise ValueError(f"{module}:{attribute} is a {type(task).__name__}; expected a crab_gym.task.Task")
    return task


def step_limit(task: Task) -> int:
    """Returns a task's step limit: its own, else the index's.

    Raises:
        ValueError: The task has none and isn't in the index.
    """
    if task.step_limit is not None:
        return task.step_limit
    info = read_index().get(task.name)
    if info is None:
        raise ValueError(f"task {task.name!r} isn't in the index and has no step_limit; give it one")
    return info.step_limit
