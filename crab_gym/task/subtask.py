"""Sub-tasks: one thing that a person does in one app, as a template with typed inputs and at most one typed output.

A sub-task that has an output shows it on a screen that its setup made, and the goal doesn't tell it: an agent that
skips the sub-task has to guess (CRAB §4.2 and appendix A; OmniBench §3). `crab_gym.task.composition` joins sub-tasks
to tasks.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from crab_gym.evaluation.graph import Checkpoint
from crab_gym.task.parameters import Parameter
from crab_gym.task.task import Oracle, Params, allow_nothing, expect_nothing, prepare_nothing
from crab_gym.task.types import TYPES, Value
from crab_sim.devices.footprints import Footprint

if TYPE_CHECKING:
    from crab_gym.backends.base import Device, Devices
    from crab_gym.task.events import TaskEvent

__all__ = ["SubTask"]

_NAME = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
_SLOT = re.compile(r"\{(\w+)\}")
_CALLED = re.compile(r"(?!last )[a-z][a-z' -]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubTask:
    """A template of one thing to do in one app.

    Every function of it gets the values of its inputs and of what is hidden as `Params`; ``params.kinds`` maps each
    input to the type of the value that it has, since a line of text may be a telephone number that was read elsewhere.
    ``params.fed`` has the inputs that come from another part, with what goals call them: a setup doesn't make a file
    that another part makes.

    Attributes:
        name: Its id: the name of the kit's module that defines it, ``.``, then what is done.
        device: The device's role; ``"root"`` for an answer.
        app: The app in which it is done.
        says: What to do, as an imperative sentence that begins in lower case and has no full stop; ``{name}`` stands
            for an input.
        steps: The same, step by step, in one sentence.
        inputs: The inputs by name; their `Parameter.type` is one of `crab_gym.task.types.TYPES`.
        hidden: What its setup draws and a screen shows, and no goal tells.
        output: The type of its output; ``""`` if it has none.
        refers: The noun phrase by which another sentence refers to the output.
        called: What goals call the output once they have named it, as in "that product"; ``""`` for its type's noun.
        produce: Returns the output.
        remark: Returns a sentence by whose words the output is told, too, where a screen shows more than the goal says.
        setup: Prepares the devices. It only adds, or removes what stands in its way, since other parts were there.
        checkpoints: Returns one to four checkpoints. Their evaluators don't mind what other parts do.
        oracle: Generators of actions by the checkpoints that they make pass.
        account: The services that the devices share as one account, such as ``("drive",)``; see `Task.account`.
        footprint: Returns what it may change and send.
        alternatives: At least two other ways, by name, that do all of it.
        near_misses: Oracles, by name, that look like it and aren't.
        backends: The kinds of backend on which it is verified.
        step_limit: Steps that it adds to a task's limit: three times those of its oracle, and five at least.
        keys: The inputs by whose values its app tells things apart, such as the title of a recipe that is read or made.
            Two parts of an app can't get the same output for such inputs: one's thing would stand in the other's way.
        new: The inputs whose values its app mustn't have yet, such as the number of a card that is added. No part of
            the app can give one of their type, nor can two of its parts get the same output for them or their keys.
        same_as: Name of another sub-task that does the same, from the same inputs, with the account that devices share.
        once: Whether a composition can have it once only, since it sets a single thing.
        disturbs: Volatile resources, such as ``"clipboard"``, that it may replace.
        crab: The number of CRAB's template for which it stands (1 to 35, in the order of its appendix); 0 if none.
        crab_inputs: The inputs in the order of that template's attributes; "" for an attribute without one.
        tags: For filtering.
        events: Returns what happens meanwhile, see `crab_gym.task.events`; its checkpoints and events are its own.
    """

    name: str
    device: Device
    app: str
    says: str
    steps: str
    checkpoints: Callable[[Params], Sequence[Checkpoint]]
    oracle: Mapping[str, Oracle]
    inputs: Mapping[str, Parameter] = field(default_factory=dict)
    hidden: Mapping[str, Parameter] = field(default_factory=dict)
    output: str = ""
    refers: str = ""
    called: str = ""
    produce: Callable[[Params], Value] | None = None
    remark: Callable[[Params], str] | None = None
    setup: Callable[[Devices, Params, random.Random], None] = prepare_nothing
    account: tuple[str, ...] = ()
    footprint: Callable[[Params], Footprint] = allow_nothing
    alternatives: Mapping[str, Oracle] = field(default_factory=dict)
    near_misses: Mapping[str, Oracle] = field(default_factory=dict)
    backends: tuple[str, ...] = ("sim",)
    step_limit: int = 30
    keys: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    same_as: str = ""
    once: bool = False
    disturbs: tuple[str, ...] = ()
    crab: int = 0
    crab_inputs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    events: Callable[[Params], Sequence[TaskEvent]] = expect_nothing

    def __post_init__(self) -> None:
        """Checks the words and the types.

        Raises:
            ValueError: A name, a type or a sentence is invalid; the message says which.
        """
        if not _NAME.fullmatch(self.name):
            raise ValueError(
                f"sub-task {self.name!r}: expected the kit's name, '.', and what is done, as in 'contacts.add'"
            )
        kinds = [parameter.type for parameter in self.inputs.values()] + ([self.output] if self.output else [])
        for kind in kinds:
            if kind not in TYPES:
                raise ValueError(f"sub-task {self.name!r} has the type {kind!r}; expected one of: {', '.join(TYPES)}")
        if bool(self.output) != bool(self.produce) or bool(self.output) != bool(self.refers):
            raise ValueError(
                f"sub-task {self.name!r}: output, refers and produce go together; give all of them or none"
            )
        for what, named in (("keys", self.keys), ("new", self.new)):
            if not set(named) <= self.inputs.keys():
                raise ValueError(f"sub-task {self.name!r} has {what}={named}; expected some of its inputs")
        for what, sentence in (("says", self.says), ("steps", self.steps)):
            if sorted(set(_SLOT.findall(sentence))) != sorted(self.inputs):
                raise ValueError(
                    f"sub-task {self.name!r}: the sentence {what}={sentence!r} has to name each input once: "
                    f"{', '.join(self.inputs) or 'none'}"
                )
            if sentence != sentence.strip() or sentence.endswith(".") or sentence[:1].isupper():
                raise ValueError(
                    f"sub-task {self.name!r}: {what}={sentence!r} must begin in lower case, without a full stop"
                )
        nouns = {noun for each in TYPES.values() for noun in (each.noun, each.as_text)}
        if self.called and (not self.output or self.called in nouns or not _CALLED.fullmatch(self.called)):
            raise ValueError(
                f"sub-task {self.name!r}: its output is called {self.called!r}; expected a noun in lower case that no "
                "type has, of a sub-task with an output"
            )
