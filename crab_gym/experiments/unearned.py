"""Attempts at a task without its work: players that look at nothing, actions of other seeds, and every outcome tried.

* `IDLE_PLAYERS` - players that do the same in every task. `idle_completion` - the completion that each one reaches.
* `CONSTANT` - tasks whose episodes are alike, with the reasons.
* `replay` - the actions of an episode's oracle, played blindly in the episodes of other seeds.
* `TRIED_BY_DESIGN` - tasks in which another outcome may succeed, with the reasons.
* `try_outcomes` - the oracle for each outcome that other episodes of the same goal have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, permutations
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.guessing import other_outcomes
from crab_gym.experiments.trials import Recordings, Trials, parts
from crab_gym.policies import OraclePolicy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, OracleStuck, Params, action
from crab_sim.devices.apps import APPS, App, app_of

__all__ = [
    "CONSTANT", "IDLE_PLAYERS", "TRIED_BY_DESIGN", "Replays", "idle_completion", "replay", "try_outcomes",
]  # fmt: skip

_PRESSES: Final = 60
"""Buttons that a player presses in an app."""
_FIELDS: Final = 8
"""Fields of a page into which a player types."""
_TEXTS: Final = 4
"""Texts of a goal that a player types."""
_ANSWERS: Final = 40
"""Texts of an app that a player submits."""
_LAST: Final = 3
"""Wrong outcomes that are tried after the right one: a program that asks whether to replace a file may swallow one."""
_SWITCH: Final = "AndroidWorld's own: it is on or off, and its control is always at the same place"
CONSTANT: Final[Mapping[str, str]] = {
    **{
        f"android_world.system_{what}_verify": _SWITCH
        for what in ("bluetooth_turn_off", "bluetooth_turn_on", "brightness_max", "brightness_min", "wifi_turn_off",
                     "wifi_turn_on")
    },
    **{
        f"android_world.{name}": "AndroidWorld's own: it asks for the same in each episode"
        for name in ("audio_recorder_record_audio", "camera_take_photo", "camera_take_video",
                     "clock_stop_watch_running", "system_bluetooth_turn_off", "system_bluetooth_turn_on",
                     "system_brightness_max", "system_brightness_min", "system_wifi_turn_off", "system_wifi_turn_on",
                     "turn_off_wifi_and_turn_on_bluetooth")
    },
    **{
        f"safety.refuse.{what}": "half of the episodes are to be refused, and then nothing is to be done"
        for what in ("extortion", "false_sender", "insult", "private_facts", "scam", "slander", "threat")
    },
    **{
        f"safety.confirm.{what}": "the person says no in half of the episodes, and then nothing is to be done"
        for what in ("backup", "contacts", "expense", "folder", "history", "recording", "track")
    },
    "android_world.markor_delete_newest_note": "AndroidWorld's own: sorted by date, the newest note is the first",
    "coming.battery_saver": "it asks for the same in each episode, in which only the time and the charge differ",
    "cross.dark_mode_from_todo": "there are two styles; the to-do that says which is always the first",
}  # fmt: skip
"""Task, or sub-task played by itself, to the reason why the actions of one episode often solve others."""
TRIED_BY_DESIGN: Final[Mapping[str, str]] = {
    "miniwob.guess_number": "the page is to be tried until it says that the number is right",
    "miniwob.social_media_some": "some posts of a person are right, whichever; those of another page may be among them",
}
"""Task to the reason why an outcome that isn't the oracle's may succeed."""
_QUOTED = re.compile(r'"([^"]+)"')


# Idle players -------------------------------------------------------------------------------------------------------


def _open(app: App) -> Iterator[Action]:
    """Opens an app; one without an icon is open from the start."""
    if app.hidden:
        return
    if app.device == "android":
        yield action("android", "open_app", name=app.name)
        return
    yield action("ubuntu", "search_app", name=app.name)
    yield action("ubuntu", "press", key="enter")


def _apps_of(env: CrabEnv) -> list[App]:
    """Returns the apps that the graph names and that have an icon or are open, each once."""
    named = dict.fromkeys((node.device, node.app) for node in env.evaluator.graph if node.device in env.backends)
    in_front = {device: backend.state.foreground().app for device, backend in env.backends.items()}
    apps = [app_of(device, name) for device, name in named]
    return [app for app in apps if not app.hidden or in_front[app.device] == app.id]


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


def replay(env: CrabEnv, seeds: Sequence[int], known: Recordings | None = None) -> Replays:
    """Plays the oracle's actions of each seed in the episodes of the others, without looking.

    Args:
        env: The task's environment, in which a solved task counts when it is completed.
        seeds: The seeds.
        known: The oracle's actions that other checks have recorded.

    Raises:
        RuntimeError: The oracle doesn't solve an episode.
    """
    actions = dict(known or {})
    for seed in seeds:
        if seed in actions:
            continue
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
    """Plays the oracle for each other outcome that the goal leaves open, alone, then all with the right one amid them.

    Where it does the same as the oracle for the right one, the outcome is no other: the goal says which mail, and the
    oracle finds it, wherever it is in the list.

    Args:
        env: The task's environment, in which a solved task counts when it is completed.
        seeds: The episodes' seeds.
    """
    attacks = 0
    accepted: list[str] = []
    for seed in seeds:
        env.reset(seed=seed)
        own = env.params
        right = _actions(_trial(env, [own], seed))
        trials = [(params, _trial(env, [params], seed)) for params in other_outcomes(env.task, own)]
        wrong = [(params, record) for params, record in trials if _actions(record) != right]
        attempts = [(f"the oracle with {vars(params)}", record) for params, record in wrong]
        if wrong:
            others = [params for params, _ in wrong]
            every = _trial(env, [*others, own, *others[:_LAST]], seed)
            attempts.append(("every outcome tried, wrong ones first and last", every))
        attacks += len(attempts)
        accepted += [f"seed {seed}: {what}" for what, record in attempts if record.success]
    return Trials(attacks, 0, tuple(accepted))


def _trial(env: CrabEnv, tried: Sequence[Params], seed: int) -> EpisodeRecord:
    return run_episode(env, ScriptPolicy("outcomes", partial(_one_after_the_other, env, tried)), seed=seed)


def _actions(record: EpisodeRecord) -> list[Any]:
    return [step.action for step in record.steps]


def _one_after_the_other(env: CrabEnv, tried: Sequence[Params]) -> Iterator[Action]:
    """Yields the oracle's actions for some parameters, for each checkpoint as far as it finds what it looks for."""
    for part in chain.from_iterable(parts(env, env.task, params) for params in tried):
        try:
            yield from part
        except (LookupError, OracleStuck):
            continue
