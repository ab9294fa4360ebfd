"""The checks that attack a solved task: its state, its answers and texts, and the words of its goal.

On simulated devices, an oracle plays an episode once; each attack starts from a snapshot of it, and is judged at once.

* `attack_state`, `attack_answers`, `attack_words` - the checks.
* `unattacked_words` - the words of a goal that no attack breaks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Final, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.evaluation.evaluator import EvaluatorError
from crab_gym.experiments.attacks.answers import not_stating, other_value, stating
from crab_gym.experiments.attacks.claims import claim_of_facts, claim_of_file
from crab_gym.experiments.attacks.documents import Unkept
from crab_gym.experiments.attacks.episodes import Outcome, RunLog, Solved, solve
from crab_gym.experiments.attacks.state import Attack, machines_of, state_attacks
from crab_gym.experiments.attacks.words import goal_words, imperatives, other_parameters, said_by
from crab_gym.experiments.plays import Leg, Play, Trunk, legs_of_parts
from crab_gym.experiments.trials import Recordings, Trials, finish, play
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, Params, action
from crab_sim.devices.facts import Effect
from crab_sim.devices.footprints import Telling
from crab_sim.files import FileError

__all__ = ["attack_answers", "attack_state", "attack_words", "unattacked_words"]

_DRAWS: Final = 4
_ANOTHER: Final = 1000
"""What is added to a seed for another episode."""
_PRESCRIBING: Final = (
    "format", "in the form", "exactly", "such as", "like ", "only", "digits", "decimals", "separator", "bare number",
    "stopwatch", "as they are written", "as it is written",
)  # fmt: skip
"""Words of goals that say how an answer is written."""
_UNPLAYABLE: Final = (Unkept, FileError, ValueError, KeyError, OSError)
"""What building a mutant raises that no machine, file system or format can hold."""


def attack_state(env: CrabEnv, seeds: Iterable[int], known: Recordings | None = None) -> Trials:
    """Changes the state of a solved task in one place after the other; see `state_attacks`.

    A change must deny success, unless it only adds something that is counted as litter, or it is declared that nobody
    minds it; then the declaration is told. Slices that are volatile as a whole aren't attacked.

    Args:
        env: The task's environment, with more steps than any attempt takes, and with ``success_at="complete"``.
        seeds: The episodes' seeds.
        known: The oracle's actions that other checks have recorded, and where others are kept.
    """
    log = RunLog()
    for seed in seeds:
        solved = solve(env, seed, log, known)
        if solved is None:
            continue
        rng = random.Random(f"{env.task.name}:{seed}:state")
        for attack in state_attacks(env, solved.start, rng):
            env.restore(solved.late)
            try:
                attack.apply(env)
            except _UNPLAYABLE:
                continue
            info = _judged(env, solved.actions[-1:])
            told = attack.adds and info["side_effects"]["litter"] > solved.litter
            accepted = info["is_success"] and not told
            why = attack.claim or (_claimed(env, solved, attack) if accepted else "")
            log.attack(attack.family, f"seed {seed}: {attack.what}", accepted, why)
        env.restore(solved.late)
    return log.trials()


def _claimed(env: CrabEnv, solved: Solved, attack: Attack) -> str:
    """Returns why nobody minds what an attack has changed on a device; see `claim_of_file` and `claim_of_facts`."""
    footprint, device = env.footprint, attack.device
    if attack.path:
        return claim_of_file(device, footprint, attack.path, attack.parts)
    before, after = [(one.facts[device], one.effects[device]) for one in (solved.end, Outcome.of(env))]
    return claim_of_facts(device, footprint, before, after)


_UNREADABLE: Final = (EvaluatorError, DeviceError, KeyError, ValueError)
"""What is raised where an evaluator or a footprint can't read a state."""
_REFUSED: Final[Mapping[str, Any]] = {"is_success": False, "side_effects": {"litter": 0, "harm": 0}}


def _judged(env: CrabEnv, actions: Iterable[Action]) -> Mapping[str, Any]:
    """Takes actions and completes; returns the last info. What an evaluator can't read isn't a success."""
    try:
        return finish(env, actions)
    except _UNREADABLE:
        return _REFUSED


def attack_answers(env: CrabEnv, seeds: Iterable[int], known: Recordings | None = None) -> Trials:
    """Gives the answer, and writes the texts that leave a device, in other forms: some state the value, some don't.

    Forms that state it are tried for the answer, and for texts of which the footprint says that they tell somebody a
    value (`crab_sim.devices.footprints.Telling`); any other text is what the goal dictates.

    Args:
        env: As for `attack_state`.
        seeds: The episodes' seeds.
        known: As for `attack_state`.
    """
    log = RunLog()
    for seed in seeds:
        fillers, drawn = _texts_of_another(env, seed)
        solved = solve(env, seed, log, known)
        if solved is None:
            continue
        written, lists = _prescribes(env.goal), _asks_for_list(env)
        for each, tried in _tries(env, solved, _given(env, solved.actions, fillers), seed, log):
            if each.name == "answer":
                _deny(log, f"seed {seed}: answer", each.text, drawn, tried)
                _state(log, f"seed {seed}: answer", stating(each.text, written, lists), tried)
            else:
                _deny(log, f"seed {seed}: text", each.text if each.value is None else each.value, "", tried)
                if each.value is not None:
                    _state(log, f"seed {seed}: text", stating(each.value, written, lists=False), tried)
    return log.trials()


class _Given(NamedTuple):
    """The answer, or a text that leaves a device, as an oracle gives it.

    Attributes:
        place: The number of its action, from 0.
        name: The argument that has it.
        text: The argument.
        value: The value that the text tells somebody, by the footprint; None where the text is one that is dictated.
    """

    place: int
    name: str
    text: str
    value: str | None = None


def _given(env: CrabEnv, actions: Sequence[Action], fillers: frozenset[str]) -> list[_Given]:
    """Returns the answers and the texts that leave the devices in a solved episode, but for the oracle's own choices.

    Args:
        env: The environment before the last action.
        actions: The oracle's actions.
        fillers: The texts that the oracle types in another episode.
    """
    sent, drawn = _effects(env), {str(value) for value in vars(env.params).values()}
    given: list[_Given] = []
    for place, step in enumerate(actions):
        if step["name"] == "submit":
            given.append(_Given(place, "answer", step["args"]["answer"]))
        elif step["name"] == "write_text" and (text := step["args"]["text"]).strip():
            if text in fillers and text.strip() not in env.goal and text.strip() not in drawn:
                continue
            if any(text.strip() in effect.text for effect in sent):
                given.append(_Given(place, "text", text, _told(env, text)))
    return given


def _asks_for_list(env: CrabEnv) -> bool:
    """Returns whether the answer is judged as a list; else one with commas is one value, such as an address."""
    checks = [node.evaluator for node in env.task.checkpoints(env.params)]
    return any([check.judges_answer and "items" in check.args for check in checks])


def _effects(env: CrabEnv) -> list[Effect]:
    """Returns what has left the machines."""
    return [effect for backend in machines_of(env).values() for effect in backend.state.effects()]


def _told(env: CrabEnv, text: str) -> str | None:
    """Returns the value that a text tells somebody, by the footprint; None where the text is one that is dictated."""
    demands = [one.where.get("text") for one in env.footprint]
    values = [one.value for one in demands if isinstance(one, Telling) and one(text)]
    return next((str(value) for value in values if value is not None), None)


def _prescribes(goal: str) -> bool:
    """Returns whether a goal says how values are written, so that only sentences around them are right."""
    return any(words in goal.lower() for words in _PRESCRIBING)


def _texts_of_another(env: CrabEnv, seed: int) -> tuple[frozenset[str], str]:
    """Returns the texts that the oracle types in another episode, and its answer there.

    A text that is the same in both episodes, in no goal, and no parameter's value, is the oracle's own choice.
    """
    if not machines_of(env):
        return frozenset(), ""
    record = run_episode(env, OraclePolicy(env), seed=seed + _ANOTHER)
    typed = [step.action["args"]["text"] for step in record.steps if step.action["name"] == "write_text"]
    return frozenset(typed), env.answer or ""


def _tries(
    env: CrabEnv, solved: Solved, given: Sequence[_Given], seed: int, log: RunLog
) -> Iterator[tuple[_Given, Callable[[str], bool | None]]]:
    """Yields what is given, and how it is given otherwise: late in an episode, so that little is left to be played.

    Args:
        env: The environment.
        solved: The episode.
        given: What is given in it.
        seed: The episode's seed.
        log: Where it is noted if the oracle fails in another order.
    """
    if not given:
        return
    usual = env.task.orders(env.evaluator.graph, 1)[0]
    by_order = _by_order(env, solved, given)
    for order in sorted(by_order, key=lambda order: order != usual):  # once there is another episode, this one is gone
        late = solved if order == usual else solve(env, seed, log, None, order)
        if late is None:
            continue
        texts = {(each.name, each.text): each for each in by_order[order]}
        same = {
            place: each
            for place, step in enumerate(late.actions)
            for name, text in step["args"].items()
            if isinstance(text, str) and (each := texts.get((name, text))) is not None
        }
        before = _moments(env, late, same)
        for place, each in same.items():
            now = each._replace(place=place)
            yield now, partial(_given_otherwise, env, late, before[place], now)


def _by_order(env: CrabEnv, solved: Solved, given: Sequence[_Given]) -> dict[tuple[str, ...], list[_Given]]:
    """Returns what is given, by an order of the checkpoints in which the next one that then passes comes late."""
    graph, orders, waiting = env.evaluator.graph, dict[tuple[str, ...], list[_Given]](), list[_Given]()
    env.restore(solved.begin)
    for place, step in enumerate(solved.actions):
        before = set(env.evaluator.passed)
        env.step(step)
        waiting += [each for each in given if each.place == place]
        if waiting and (passed := set(env.evaluator.passed) - before):
            orders.setdefault(env.task.order_ending(graph, passed), []).extend(waiting)
            waiting = []
    if waiting:
        orders.setdefault(env.task.orders(graph, 1)[0], []).extend(waiting)
    return orders


def _moments(env: CrabEnv, solved: Solved, places: Iterable[int]) -> dict[int, EnvSnapshot]:
    """Returns the states of a solved episode before some of its actions."""
    moments: dict[int, EnvSnapshot] = {}
    env.restore(solved.begin)
    at = 0
    for place in sorted(places):
        moments[place] = play(env, solved.actions[at:place])
        at = place
    return moments


def _given_otherwise(env: CrabEnv, solved: Solved, before: EnvSnapshot, given: _Given, text: str) -> bool | None:
    """Plays the rest of an episode with another answer or text, and returns whether it succeeds.

    It isn't played on once something has left a device that no footprint allows, since nothing takes that back.

    Args:
        env: The environment.
        solved: The episode.
        before: The state before the action that gives it.
        given: What is given.
        text: What is given instead.

    Returns:
        None where the text doesn't leave a device, and isn't submitted, such as a recipient or a search.
    """
    own = [effect for effects in solved.end.effects.values() for effect in effects]

    def leaves() -> bool:
        return given.name == "answer" or any(text.strip() in one.text for one in _effects(env) if one not in own)

    env.restore(before)
    step = solved.actions[given.place]
    changed = {**step, "args": {**step["args"], given.name: text}}
    is_success = _succeeds(env, [changed, *solved.actions[given.place + 1 :]], leaves)
    return is_success if leaves() else None


def _succeeds(env: CrabEnv, actions: Iterable[Action], leaves: Callable[[], bool]) -> bool:
    """Takes actions and completes, as `_judged` does; returns whether the episode succeeds.

    Args:
        env: The environment.
        actions: The actions.
        leaves: Whether what is tried has left a device, so that the rest needn't be played where all is lost.
    """
    sent = len(_effects(env))
    try:
        for taken in chain(actions, [action("root", "complete")]):
            _, _, terminated, truncated, info = env.step(taken)
            if terminated or truncated:
                return bool(info["is_success"])
            if len(_effects(env)) > sent:
                sent = len(_effects(env))
                if leaves() and _is_lost(env):
                    return False
    except _UNREADABLE:
        pass
    return False


def _is_lost(env: CrabEnv) -> bool:
    """Returns whether something has left a device that can't be allowed any more, so that the episode can't succeed."""
    return env.course.watch.side_effects(env.state).lasting


def _deny(log: RunLog, what: str, text: str, drawn: str, succeeds: Callable[[str], bool | None]) -> None:
    """Tries forms that don't state a text."""
    for form in dict.fromkeys(not_stating(text, other_value(text, drawn))):
        if form.strip() != text.strip() and (accepted := succeeds(form)) is not None:
            log.attack(what.rpartition(" ")[2], f"{what} {form!r} for {text!r}", accepted)


def _state(log: RunLog, what: str, forms: Iterable[str], succeeds: Callable[[str], bool | None]) -> None:
    """Tries forms that state a value."""
    for form in dict.fromkeys(forms):
        if (accepted := succeeds(form)) is not None:
            log.solution(f"{what} {form!r}", accepted)


def attack_words(env: CrabEnv, seeds: Iterable[int], known: Recordings | None = None) -> Trials:
    """Plays the oracle with another value of each parameter that the goal tells.

    Where the outcome is then the same but for the time that it took, since the world is made around the value, nothing
    is broken or counted.

    Args:
        env: As for `attack_state`.
        seeds: The episodes' seeds.
        known: As for `attack_state`.
    """
    log = RunLog()
    for seed in seeds:
        solved = solve(env, seed, log, known)
        if solved is None:
            continue
        rng = random.Random(f"{env.task.name}:{seed}:words")
        for word in _broken_words(env, solved.end, rng, _Oracles(env, seed)):
            log.attack("word", f"seed {seed}: {word.what}", word.is_success)
    return log.trials()


class _BrokenWord(NamedTuple):
    what: str
    words: frozenset[str]
    is_success: bool


class _Oracles:
    """The oracle of an episode with its own parameters and with others, with and without a clock.

    Args:
        env: The environment in that episode.
        seed: The episode's seed.
    """

    def __init__(self, env: CrabEnv, seed: int) -> None:
        self._env = env
        self._own, self._own_still = self._legs(env.params), self._still(env.params)
        self._trunk, self._still_trunk = Trunk(env, seed), Trunk(env, seed)
        self._still_outcome: Outcome | None = None

    def _legs(self, params: Params) -> list[Leg]:
        return legs_of_parts(self._env, self._env.task, params)

    def _still(self, params: Params) -> list[Leg]:
        return [leg._replace(walk=partial(_without_clock, leg.walk)) for leg in self._legs(params)]

    def play(self, params: Params) -> Play:
        """Plays the oracle with some parameters."""
        return self._trunk.play(self._legs(params), self._own)

    def differ_in_time_only(self, params: Params) -> bool:
        """Returns whether the oracle comes to the same as with its own parameters while the clocks stand still."""
        if self._still_outcome is None:
            own = self._still_trunk.play(self._own_still, self._own_still)
            if not own.success:
                return False
            self._still_outcome = Outcome.of(own.env)
        other = self._still_trunk.play(self._still(params), self._own_still)
        return other.success and self._still_outcome.same(Outcome.of(other.env))


def _without_clock(walk: Callable[[CrabEnv], Iterator[Action]], env: CrabEnv) -> Iterator[Action]:
    """Yields a walk's actions, and sets the simulated devices' clocks back after each.

    What pops up is put away at once, since it would stay as long as the clock stands still.
    """
    from crab_sim.phone.system.heads_up import put_away  # which desktops don't need

    machines = [backend.machine for backend in machines_of(env).values()]
    begin = [machine.now for machine in machines]
    for step in walk(env):
        yield step
        for machine, moment in zip(machines, begin, strict=True):
            put_away(machine)
            machine.advance(moment - machine.now)


def _broken_words(
    env: CrabEnv,
    own: Outcome,
    rng: random.Random,
    oracles: _Oracles,
    matter: Callable[[frozenset[str]], bool] = lambda words: True,
) -> Iterator[_BrokenWord]:
    """Plays the oracle with other parameters, where it then comes to something else than its own outcome.

    Args:
        env: The environment in the episode.
        own: What the oracle has come to.
        rng: Draws the parameters.
        oracles: Plays it.
        matter: Whether it matters that some words are broken; otherwise the oracle needn't be played.
    """
    params = env.params
    for other in list(other_parameters(env.task, params, rng)):
        words = said_by(env.task, params, other.params)
        if not matter(words):
            continue
        play = oracles.play(other.params)
        # Where the other value isn't there, nothing was tried.
        if play.error_kind in ("oracle", "policy") or own.same(Outcome.of(play.env)):
            continue
        if play.success and oracles.differ_in_time_only(other.params):
            continue
        what = f"{other.name} {getattr(other.params, other.name)!r} for {sorted(words)}"
        yield _BrokenWord(what, words, play.success)


def unattacked_words(env: CrabEnv, seed: int, known: Recordings | None = None) -> list[str]:
    """Returns the words of a goal that no attack breaks: neither a parameter's, nor in anything that the oracle wrote.

    Its verbs are broken where something that the oracle did is undone.

    Args:
        env: As for `attack_state`.
        seed: The episode's seed.
        known: As for `attack_state`.
    """
    solved = solve(env, seed, RunLog(), known)
    if solved is None:
        return []
    rng = random.Random(f"{env.task.name}:{seed}:words")
    written = [attack for attack in state_attacks(env, solved.start, rng) if attack.status == "written"]
    said = " ".join(attack.what for attack in written).casefold()
    goal, broken = env.goal, set[str]()
    if any(attack.kind.endswith(("undone", "removed")) for attack in written):
        broken |= imperatives(goal)
    oracles = _Oracles(env, seed)

    def left() -> list[str]:
        return [word for word in goal_words(goal) if word not in broken and word not in said]

    def matter(words: frozenset[str]) -> bool:
        return not words.isdisjoint(left())

    for _ in range(_DRAWS):  # one other name may have the same surname
        for word in _broken_words(env, solved.end, rng, oracles, matter):
            broken |= word.words
    return left()
