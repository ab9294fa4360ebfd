"""Guidance for oracles in varied environments: what they see, and what they do besides their task.

An oracle is written for the English interface of an undisturbed device. It finds elements by their English texts in
every language, and between its actions interruptions are closed, loading apps are waited for, and so is the end of a
notification that has popped up, the on-screen keyboard is hidden, and a desktop whose screen went off is woken, as a
person would do it. In another world it sees the elements of the usual one.

* `look_of` - an oracle's view of the screens. `attentive` - its actions with those between them; `walk_of` - both.
* `oracle_scripts` - the actions of a task's oracle that are left, checkpoint by checkpoint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, Protocol

from crab_gym.backends.base import Backend, Element
from crab_gym.envs.variation_sampling import VariationSample, disturbs
from crab_gym.evaluation.evaluator import GraphEvaluator
from crab_gym.task import Action, Look, Oracle, OracleStuck, Params, Task, action
from crab_sim.suggestions import unknown

__all__ = ["PATIENCE", "Guided", "attentive", "look_of", "oracle_scripts", "walk_of"]

_CLOSE: Final = "interruption_dismiss"
_LOADING: Final = "android:id/progress"
_KEYBOARD: Final = "keyboard_view"
_LOCKED: Final = "Lock screen"
_POPPED_UP, _IN_SHADE = "expandableNotificationRow", "dismiss_text"
PATIENCE: Final = 10
"""Waits for a real program, after the last action, until it is seen that all is done."""
_MOST: Final = 100
"""Actions in a row that only clear the screen; more of them would never end."""


class Guided(Protocol):
    """What guidance needs of an environment, which is a `CrabEnv`.

    Attributes:
        task: The task.
        params: The episode's parameters.
        backends: Device to its backend.
        variation: What was drawn of the variation.
    """

    task: Task
    params: Params
    backends: dict[str, Backend]
    variation: VariationSample

    @property
    def evaluator(self) -> GraphEvaluator:
        """The episode's graph and its progress."""

    def elements(self, device: str) -> tuple[Element, ...]:
        """Returns a device's current elements."""


def look_of(env: Guided) -> Look:
    """Returns an oracle's view of an environment's screens: their elements, with English texts in every language."""

    def look(device: str) -> tuple[Element, ...]:
        elements = _usual(env, device)
        if "language" not in env.variation.get(device, {}):
            return elements
        return tuple(env.backends[device].in_english(elements))

    return look


def _usual(env: Guided, device: str) -> tuple[Element, ...]:
    """Returns a device's elements as they are in the usual world."""
    varied = "world" in env.variation.get(device, {})
    return env.backends[device].usual_elements() if varied else env.elements(device)


def attentive(env: Guided, walk: Iterator[Action]) -> Iterator[Action]:
    """Yields an oracle's actions, and between them those that clear the screens.

    Args:
        env: The environment, whose episode has begun.
        walk: The oracle's actions; each is asked for once the screens are clear.
    """
    happens = any([event.does is not None for event in env.task.events(env.params)])
    if not happens and not disturbs(env.variation):
        yield from walk
        return
    while True:
        yield from _clear(env)
        action = next(walk, None)
        if action is None:
            return
        yield action


def walk_of(env: Guided, oracle: Oracle) -> Iterator[Action]:
    """Returns the actions of an oracle, such as another way to the goal, in an episode that has begun."""
    return attentive(env, oracle(env.params, look_of(env)))


def oracle_scripts(env: Guided, order: Sequence[str] | None = None) -> Iterator[Iterator[Action]]:
    """Yields the oracle's actions for each checkpoint of an episode that hasn't passed when its turn comes.

    Args:
        env: The environment.
        order: Ids of the checkpoints in the order to pass them; None for the graph's first topological order.

    Raises:
        OracleStuck: The oracle doesn't find what it looks for, or has no way to a checkpoint.
    """
    kinds: dict[str, str] = {device: env.backends[device].plays for device in env.task.devices}
    oracle = env.task.oracle_for(kinds)
    graph, look = env.evaluator.graph, look_of(env)
    for name in order if order is not None else env.task.orders(graph, 1)[0]:
        if name not in graph.index:
            unknown("checkpoint", name, graph.index)
        if name in env.evaluator.passed:
            continue
        if name not in oracle:
            raise OracleStuck(f"task {env.task.name!r} has no oracle for its checkpoint {name!r}; add one")
        yield chain(_with_checkpoint(name, oracle[name](env.params, look)), _patience(env, name))


def _patience(env: Guided, name: str) -> Iterator[Action]:
    """Waits until a checkpoint has passed, but not for long: a real program may save later than its oracle waits."""
    if any(backend.real_time for backend in env.backends.values()):
        for _ in range(PATIENCE):
            if name in env.evaluator.passed:
                return
            yield action("root", "wait", seconds=1)


def _with_checkpoint(name: str, script: Iterator[Action]) -> Iterator[Action]:
    try:
        yield from script
    except (LookupError, OracleStuck) as error:
        raise OracleStuck(f"at checkpoint {name!r}: {error}") from error


def _clear(env: Guided) -> Iterator[Action]:
    for _ in range(_MOST):
        clearing = next(
            (clearing_there for device in env.backends if (clearing_there := _clearing(env, device)) is not None), None
        )
        if clearing is None:
            return
        yield clearing


def _clearing(env: Guided, device: str) -> Action | None:
    """Returns the action that clears a device's screen of what is topmost on it, None if it is clear."""
    if env.backends[device].uncovered:
        return None
    elements = _usual(env, device)
    if device == "ubuntu" and (not elements or any([element.description == _LOCKED for element in elements])):
        return action(device, "press", key="shift")  # the screen is off, since nobody has used it for long
    for element in reversed(elements):
        name = element.resource_id.rpartition("/")[2]
        if name == _POPPED_UP and not any([other.resource_id.endswith(_IN_SHADE) for other in elements]):
            return action("root", "wait", seconds=1)  # it is put away by itself
        if name == _CLOSE:
            x, y = element.center
            return action(device, "tap" if device == "android" else "click", x=x, y=y)
        if element.resource_id == _LOADING:
            return action("root", "wait", seconds=1)
        if name == _KEYBOARD:
            return action(device, "press", key="back")
    return None
