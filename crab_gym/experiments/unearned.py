"""Attempts at a task without its work: players that look at nothing, actions of other seeds, and every outcome tried.

* `IDLE_PLAYERS` - players that do the same in every task. `idle_completion` - the completion that each one reaches.
* `CONSTANT` - tasks whose episodes are alike, with the reasons.
* `replay` - the actions of an episode's oracle, played blindly in the episodes of other seeds.
* `try_outcomes` - the oracle for each outcome that other episodes of the same goal have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.guessing import other_outcomes
from crab_gym.experiments.trials import Trials, script
from crab_gym.policies import OraclePolicy, ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, OracleStuck, Params, action
from crab_sim.devices.apps import APPS, App, app_of

__all__ = ["CONSTANT", "IDLE_PLAYERS", "Replays", "idle_completion", "replay", "try_outcomes"]

_PRESSES: Final = 60
"""Buttons that a player presses in an app."""
_FIELDS: Final = 8
"""Fields of a page into which a player types."""
_TEXTS: Final = 4
"""Texts of a goal that a player types."""
_ANSWERS: Final = 40
"""Texts of an app that a player submits."""
_SWITCH: Final = "AndroidWorld's own: it is on or off, and its control is always at the same place"
CONSTANT: Final[Mapping[str, str]] = {
    **{
        f"android_world.system_{what}_verify": _SWITCH
        for what in ("bluetooth_turn_off", "bluetooth_turn_on", "brightness_max", "brightness_min", "wifi_turn_off",
                     "wifi_turn_on")
    },
    "cross.dark_mode_from_todo": "there are two styles; the to-do that says which is always the first",
}  # fmt: skip
"""Task to the reason why the actions of one episode often solve others; those without parameters aside."""
_QUOTED = re.compile(r'"([^"]+)"')


# Idle players -------------------------------------------------------------------------------------------------------


def _open(app: App) -> Iterator[Action]:
    if app.device == "android":
        yield action("android", "open_app", name=app.name)
        return
    yield action("ubuntu", "search_app", name=app.name)
    yield action("ubuntu", "press", key="enter")


def _apps_of(env: CrabEnv) -> list[App]:
    """Returns the apps that the graph names and that have an icon, each once."""
    named = dict.fromkeys((node.device, node.app) for node in env.evaluator.graph if node.device in env.backends)
    return [app for app in (app_of(device, name) for device, name in named) if not app.hidden]


def _touch(app: App, element: Element) -> Action:
    x, y = element.center
    return action(app.device, "tap" if app.device == "android" else "click", x=x, y=y)


def _name(element: Element) -> tuple[str, ...]:
    return element.role, element.text, element.description, element.resource_id


def _opens(env: CrabEnv) -> Iterator[Action]:
    """Opens every app."""
    for app in APPS:
        if app.device in env.backends and not app.hidden and app.id != "launcher":
            yield from _open(app)


def _types(env: CrabEnv) -> Iterator[Action]:
    """Types each text of the goal into every field that the apps show at first."""
    values = [str(value) for value in vars(env.params).values()]
    texts = [*_QUOTED.findall(env.goal), *(value for value in values if len(value) > 1 and value in env.goal)]
    for app in _apps_of(env):
        yield from _open(app)
        for text in list(dict.fromkeys(texts))[:_TEXTS]:
            for field in [each for each in env.elements(app.device) if each.editable][:_FIELDS]:
                yield _touch(app, field)
                yield action(app.device, "write_text", text=text)
        yield action(app.device, "press", key="enter")


def _submits(env: CrabEnv) -> Iterator[Action]:
    """Submits each text that the apps show."""
    for app in _apps_of(env):
        yield from _open(app)
        for text in list(dict.fromkeys(each.text for each in env.elements(app.device) if each.text))[:_ANSWERS]:
            yield action("root", "submit", answer=text)


def _presses(env: CrabEnv) -> Iterator[Action]:
    """Presses every button of the apps once, also those of the pages to which they lead."""
    for app in _apps_of(env):
        yield from _open(app)
        pressed: set[tuple[str, ...]] = set()
        for _ in range(_PRESSES):
            shown = [each for each in env.elements(app.device) if each.clickable and not each.editable]
            left = [each for each in shown if _name(each) not in pressed]
            if not left:
                break
            pressed.add(_name(left[0]))
            yield _touch(app, left[0])


IDLE_PLAYERS: Mapping[str, Callable[[CrabEnv], Iterator[Action]]] = {
    "opens": _opens, "types": _types, "submits": _submits, "presses": _presses,
}  # fmt: skip
"""What a player does in every task, whatever it asks for."""


def idle_completion(env: CrabEnv, seeds: Iterable[int]) -> dict[str, float]:
    """Returns the mean completion that each idle player reaches.

    Args:
        env: The task's environment, with more steps than any attempt takes.
        seeds: The episodes' seeds.
    """
    return {name: _mean([_played(env, player, seed) for seed in seeds]) for name, player in IDLE_PLAYERS.items()}


def _played(env: CrabEnv, player: Callable[[CrabEnv], Iterator[Action]], seed: int) -> float:
    env.reset(seed=seed)
    for taken in player(env):
        env.step(taken)
        if env.ended:
            break
    return env.evaluator.completion


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# Other seeds --------------------------------------------------------------------------------------------------------


class Replays(NamedTuple):
    """Blind replays between the episodes of a task.

    Attributes:
        pairs: Number of pairs of seeds.
        solved: The pairs in which the one's actions solve the other.
    """

    pairs: int
    solved: tuple[tuple[int, int], ...]

    @property
    def share(self) -> float:
        """The share of solved pairs."""
        return len(self.solved) / self.pairs


def replay(env: CrabEnv, seeds: Sequence[int]) -> Replays:
    """Plays the oracle's actions of each seed in the episodes of the others, without looking.

    Args:
        env: The task's environment, in which a solved task counts when it is completed.
        seeds: The seeds.

    Raises:
        RuntimeError: The oracle doesn't solve an episode.
    """
    actions: dict[int, list[Any]] = {}
    for seed in seeds:
        record = run_episode(env, OraclePolicy(env), seed=seed)
        if not record.success:
            raise RuntimeError(f"the oracle doesn't solve seed {seed}: {record.error or record.end_reason}")
        actions[seed] = [step.action for step in record.steps]
    pairs = list(permutations(seeds, 2))
    solved = [(one, other) for one, other in pairs if _solves(env, actions[one], other)]
    return Replays(len(pairs), tuple(solved))


def _solves(env: CrabEnv, actions: Sequence[Any], seed: int) -> bool:
    env.reset(seed=seed)
    for taken in actions:
        *_, info = env.step(taken)
        if info["end_reason"]:
            return bool(info["is_success"])
    return False


# Few outcomes -------------------------------------------------------------------------------------------------------


def try_outcomes(env: CrabEnv, seeds: Iterable[int]) -> Trials:
    """Plays the oracle for each other outcome that the goal leaves open, alone and one after the other.

    Args:
        env: The task's environment, in which a solved task counts when it is completed.
        seeds: The episodes' seeds.
    """
    attacks = 0
    accepted: list[str] = []
    for seed in seeds:
        env.reset(seed=seed)
        own = env.params
        others = other_outcomes(env.task, own)
        attempts = [(f"the oracle with {vars(params)}", [params]) for params in others]
        if others:
            attempts.append(("every outcome tried, wrong ones first and last", [*others, own, others[-1]]))
        for what, tried in attempts:
            attacks += 1
            policy = ScriptPolicy("outcomes", partial(_one_after_the_other, env, tried))
            if run_episode(env, policy, seed=seed).success:
                accepted.append(f"seed {seed}: {what}")
    return Trials(attacks, 0, tuple(accepted))


def _one_after_the_other(env: CrabEnv, tried: Sequence[Params]) -> Iterator[Action]:
    """Yields the oracle's actions for some parameters, each as far as it finds what it looks for."""
    for params in tried:
        try:
            yield from script(env, env.task, params)()
        except (LookupError, OracleStuck):
            continue
