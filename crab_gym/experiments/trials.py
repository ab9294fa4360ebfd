"""Trials of a task in both directions: harm beside its oracle must deny success, other ways to the goal must not.

On simulated devices an oracle plays an episode once, in an environment in which a solved task counts only when it is
completed; each spoiler and each afterthought is tried from a snapshot there. On others each spoiler is an episode of
its own; those of each operation and real device are one of each kind that the task is about, and one of another kind.
Tasks of the desktop's browser also send once more what they have sent, or a mail, and remove its traces.

* `Trials` - the runs of a check, and those that came out wrong. `Tally` - how many attacks of a kind did.
* `Recordings` - what is known of solved episodes.
* `harm`, `alternatives` - the two checks. `play`, `finish` - take actions, as they do.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from typing import Any, NamedTuple, TypeAlias

from crab_gym.backends.base import DeviceError, devices_of, state_of
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import PATIENCE, attentive, look_of, walk_of
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.evaluation.side_effects import judge
from crab_gym.experiments.afterthoughts import afterthoughts, layouts, originals_of
from crab_gym.experiments.plays import attempt
from crab_gym.experiments.site_effects import SiteEffect, browses, once_more, stray_mail, unseen
from crab_gym.experiments.spoilers import Spoiler, spoilers
from crab_gym.experiments.variations import HABITS, varied
from crab_gym.policies import OraclePolicy, Policy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, Params, Task, action
from crab_sim.devices.facts import Change, Facts, FactTable, changes

__all__ = [
    "MIXED",
    "Recordings",
    "Tally",
    "Trials",
    "alternatives",
    "facts_of",
    "finish",
    "harm",
    "kept_facts",
    "parts",
    "play",
    "script",
]

MIXED = 8
"""Runs per seed in which the oracle has several habits at once."""
_MIXED_OF_LONG, _LONG = 2, 20
"""The same where a task has more than so many checkpoints: one run has more habits in it than eight of a short task."""
PUT_RIGHT = 3
"""Runs per seed in which something is spoiled and put right."""


Recordings: TypeAlias = dict[int, Sequence[Any]]
"""The actions by which an oracle has solved episodes, by their seeds: several checks begin with them."""


class Tally(NamedTuple):
    """The attacks of a kind.

    Attributes:
        tried: How many there were.
        accepted: How many succeeded.
        claimed: How many others succeeded that are declared to matter to nobody.
    """

    tried: int = 0
    accepted: int = 0
    claimed: int = 0

    def plus(self, other: Tally) -> Tally:
        """Returns the attacks of both."""
        return Tally(self.tried + other.tried, self.accepted + other.accepted, self.claimed + other.claimed)


class Trials(NamedTuple):
    """The runs of a check.

    Attributes:
        attacks: Runs that must not succeed, or, where they only add something, whose litter must be counted.
        solutions: Runs that must.
        accepted: The attacks that succeeded, in words.
        rejected: The solutions that didn't, in words.
        kinds: The numbers of attacks by kind; empty where they have none.
        claimed: The attacks that succeeded, but that are declared to matter to nobody, in words, with the place.
    """

    attacks: int = 0
    solutions: int = 0
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    kinds: Mapping[str, Tally] = {}
    claimed: tuple[str, ...] = ()

    def plus(self, other: Trials) -> Trials:
        """Returns the runs of both."""
        return Trials(
            self.attacks + other.attacks,
            self.solutions + other.solutions,
            self.accepted + other.accepted,
            self.rejected + other.rejected,
            {
                kind: self.kinds.get(kind, Tally()).plus(other.kinds.get(kind, Tally()))
                for kind in {**self.kinds, **other.kinds}
            },
            self.claimed + other.claimed,
        )

    def lines(self) -> list[str]:
        """Returns the numbers in words, with the upper bound of the rates of errors.

        Where none of n runs came out wrong, the rate is below 3/n with a confidence of 95 %.

        >>> Trials(1200, 400, (), ("seed 3: it waits",)).lines()
        ['1,200 attacks: 0 false accepts (rate below 0.25 % at 95 %)', '400 solutions: 1 false rejects (0.25 %)']
        """
        return [
            _rate(f"{self.attacks:,} attacks", "accepts", self.attacks, len(self.accepted)),
            _rate(f"{self.solutions:,} solutions", "rejects", self.solutions, len(self.rejected)),
        ]

    def by_kind(self) -> list[tuple[str, ...]]:
        """Returns each kind of attack with its numbers: tried, accepted, refused, claimed to matter to nobody.

        >>> Trials(kinds={"row": Tally(1200, 2, 30), "file": Tally(30)}).by_kind()
        [('file', '30', '0', '30', '0'), ('row', '1,200', '2', '1,168', '30')]
        """
        rows = []
        for kind, (tried, accepted, claimed) in sorted(self.kinds.items()):
            rows.append((kind, *(f"{n:,}" for n in (tried, accepted, tried - accepted - claimed, claimed))))
        return rows

    def in_short(self) -> str:
        """Returns the attacks in one cell of a table: how many, and of which kinds some succeeded.

        >>> Trials(1230, accepted=("one", "another"), kinds={"row": Tally(1200, 2), "file": Tally(30)}).in_short()
        '1,230, accepted: 2 (row 2)'
        """
        if not self.accepted:
            return f"{self.attacks:,}" if self.attacks else ""
        kinds = ", ".join(f"{kind} {wrong}" for kind, (_, wrong, _) in sorted(self.kinds.items()) if wrong)
        return f"{self.attacks:,}, accepted: {len(self.accepted)}{f' ({kinds})' if kinds else ''}"


def _rate(runs: str, name: str, n: int, wrong: int) -> str:
    if not n:
        return f"{runs}: no false {name}"
    share = _percent(100 * wrong / n) if wrong else f"rate below {_percent(min(100, 300 / n))} at 95 %"
    return f"{runs}: {wrong} false {name} ({share})"


def _percent(value: float) -> str:
    return f"{value:.0f} %" if value >= 10 else f"{value:.2g} %"


def parts(env: CrabEnv, task: Task, params: Params) -> Iterator[Iterator[Action]]:
    """Yields a task's oracle for each checkpoint, in the graph's first topological order, with the given parameters."""
    oracle = task.oracle_for({device: backend.plays for device, backend in env.backends.items()})
    look = look_of(env)
    for name in task.orders(task.graph(params), 1)[0]:
        if name in oracle:
            yield attentive(env, oracle[name](params, look))


def script(env: CrabEnv, task: Task, params: Params) -> Callable[[], Iterator[Action]]:
    """Returns a task's oracle in the graph's first topological order, with the given parameters."""
    return lambda: chain.from_iterable(parts(env, task, params))


def harm(env: CrabEnv, seeds: Iterable[int], known: Recordings | None = None) -> Trials:
    """Tries spoilers, sendings and afterthoughts at the oracle's end, undoes its changes, and sends a text before it.

    Args:
        env: The task's environment, with more steps than any attempt takes, and with ``success_at="complete"``.
        seeds: The episodes' seeds.
        known: Where the oracle's actions on simulated devices are kept for other checks.
    """
    attacks = 0
    accepted: list[str] = []
    for seed in seeds:
        record = run_episode(env, OraclePolicy(env) if _is_simulated(env) else _AndThen(env), seed=seed)
        if not record.success:
            return Trials(attacks, 1, tuple(accepted), (f"seed {seed}: {record.error or record.end_reason}",))
        actions = [step.action for step in record.steps]
        if known is not None:
            known[seed] = actions
        for what, is_success in _attempts(env, seed, actions) if _is_simulated(env) else _real_attempts(env, seed):
            attacks += 1
            if is_success:
                accepted.append(f"seed {seed}: {what}")
    return Trials(attacks, 0, tuple(accepted))


def _is_simulated(env: CrabEnv) -> bool:
    return all(spec.kind == "sim" for spec in env.specs.values())


def facts_of(env: CrabEnv) -> dict[str, Facts]:
    """Returns the facts of each device."""
    return {device: backend.state.facts() for device, backend in env.backends.items()}


def kept_facts(start: Facts, end: Facts) -> Facts:
    """Returns the facts that the oracle leaves as they are."""
    kinds = start.keys() & end.keys()
    return {
        kind: FactTable.of({key: row for key, row in start[kind].rows.items() if end[kind].rows.get(key) == row})
        for kind in sorted(kinds)
    }


def _derived(env: CrabEnv, seed: int, start: Mapping[str, Facts], end: Mapping[str, Facts]) -> Iterator[Spoiler]:
    rng = random.Random(f"{env.task.name}:{seed}:spoilers")
    # What is added to an account counts as the phone's, where sent mails and those that arrive are told by effects.
    added = [allowance for allowance in env.cloud.counted_once() if allowance.operation == "add"]
    footprint = (*env.footprint, *added)
    for device in start:
        yield from spoilers(device, kept_facts(start[device], end[device]), footprint, rng)


def _attempts(env: CrabEnv, seed: int, actions: list[Any]) -> Iterator[tuple[str, bool]]:
    """Yields each attempt on simulated devices in words, and whether it succeeded."""
    end = facts_of(env)
    again = once_more(state_of(env.backends).ubuntu) if browses(env) else []
    env.reset(seed=seed)
    start, begin = facts_of(env), env.snapshot()
    originals = originals_of(env, {device: changes(facts, end[device]) for device, facts in start.items()})
    late = play(env, actions[:-1])
    for thought in list(afterthoughts(env, start, originals, actions[-1])):
        env.restore(late)
        yield thought.what, finish(env, chain(thought.apply(), actions[-1:]))["is_success"]
    for sending in [*again, stray_mail()] if browses(env) else ():
        env.restore(late)
        info = finish(env, chain(_unseen(env, sending), actions[-1:]))
        yield f"{sending.what}, unseen", info["is_success"] or not info["side_effects"]["harm"]
    for spoiler in _derived(env, seed, start, end):
        env.restore(late)
        spoiler.apply(devices_of(env.backends))
        info = finish(env, actions[-1:])
        counts = info["side_effects"]
        counted = counts["harm"] > 0 or (spoiler.operation == "add" and counts["litter"] > 0)
        yield spoiler.describe(), not counted or (info["is_success"] and spoiler.operation != "add")
    for device, facts in start.items():
        if any(not _is_side_effect(env, device, change) for change in changes(facts, end[device])):
            env.restore(late)
            env.backends[device].restore(begin.devices[device])
            yield f"undo all on {device}", finish(env, actions[-1:])["is_success"]
    if "message" in start.get("android", {}):
        env.restore(begin)
        course = env.course
        env.course = course.without_events()  # no event comes between
        play(env, _secret_text(env))
        env.course = env.course._replace(coming=course.coming, due=course.due)
        info = finish(env, actions)
        yield "send a text and delete it", info["is_success"] or not info["side_effects"]["harm"]


def play(env: CrabEnv, actions: Iterable[Any]) -> EnvSnapshot:
    """Takes actions, and returns the state that they lead to."""
    for step in actions:
        env.step(step)
    return env.snapshot()


def _is_side_effect(env: CrabEnv, device: str, change: Change) -> bool:
    judgement = judge(env.footprint, {device: [change]}, {})
    return bool(judgement.harm or judgement.litter)


def finish(env: CrabEnv, actions: Iterable[Any]) -> Mapping[str, Any]:
    """Takes actions and completes; returns the last info."""
    info: Mapping[str, Any] = {}
    for step in chain(actions, [action("root", "complete")]):
        _, _, terminated, truncated, info = env.step(step)
        if terminated or truncated:
            break
    return info


def _secret_text(env: CrabEnv) -> Iterator[Action]:
    """Sends a text by the phone's own app, removes it from the database, and leaves the app."""
    from crab_tasks.kits.android.messages.moves import send_text

    setup = devices_of(env.backends).android
    path = "/data/data/com.android.providers.telephony/databases/mmssms.db"
    before = setup.table(path, "sms")
    yield from send_text(look_of(env), "+1 555 0177", "Never mind")
    setup.set_table(path, "sms", before)
    yield action("android", "press", key="home")


def _real_attempts(env: CrabEnv, seed: int) -> Iterator[tuple[str, bool]]:
    """Yields each attempt in words, and whether it succeeded: spoilers on each real device, and sendings."""
    # Rows may be read from a device only when they are first looked at, which is too late after a reset.
    end = {
        device: {kind: FactTable.of(table.rows) for kind, table in facts.items()}
        for device, facts in facts_of(env).items()
    }
    real = [device for device, spec in env.specs.items() if spec.kind != "sim"]
    sendings: list[SiteEffect] = []
    if browses(env) and "ubuntu" in real:
        sendings = once_more(state_of(env.backends).ubuntu) or [stray_mail()]
    env.reset(seed=seed)
    for spoiler in _selection(env, seed, real, list(_derived(env, seed, facts_of(env), end))):
        record = _unbroken(env, _AndThen(env, partial(_spoil, env, spoiler)), seed)
        counted = record.harm or (record.litter if spoiler.operation == "add" else ())
        yield spoiler.describe(), not counted or (record.success and spoiler.operation != "add")
    for sending in sendings:
        record = _unbroken(env, _AndThen(env, partial(_unseen, env, sending)), seed)
        yield f"{sending.what}, unseen", record.success or not record.harm


def _selection(env: CrabEnv, seed: int, real: list[str], candidates: list[Spoiler]) -> list[Spoiler]:
    """Returns a spoiler of each operation and kind that the task is about on a real device, and one of another kind.

    Kinds are drawn before spoilers, or the many files would hide the others.
    """
    rng = random.Random(f"{env.task.name}:{seed}:real")
    footprint = env.footprint
    selection: list[Spoiler] = []
    for device, operation in product(real, ("change", "remove", "add")):
        by_kind: dict[str, list[Spoiler]] = {}
        for spoiler in candidates:
            if (spoiler.device, spoiler.operation) == (device, operation):
                by_kind.setdefault(spoiler.kind, []).append(spoiler)
        about = {allowance.kind for allowance in footprint if allowance.device == device}
        if device == "ubuntu" and browses(env):
            about.add("site")
        others = [kind for kind in sorted(by_kind) if kind not in about]
        kinds = [kind for kind in sorted(by_kind) if kind in about] + rng.sample(others, min(len(others), 1))
        selection += [rng.choice(by_kind[kind]) for kind in kinds]
    return selection


def _unbroken(env: CrabEnv, policy: Policy, seed: int) -> EpisodeRecord:
    """Plays an episode in which nothing breaks.

    Raises:
        DeviceError: A device is broken.
        RuntimeError: Something else is.
    """
    record = run_episode(env, policy, seed=seed)
    if record.error_kind == "device":
        device, _, reason = record.error.partition(": ")
        raise DeviceError(device, reason)
    if record.error:
        raise RuntimeError(record.error)
    return record


def _spoil(env: CrabEnv, spoiler: Spoiler) -> Iterator[Action]:
    spoiler.apply(devices_of(env.backends))
    yield action("root", "wait", seconds=1)


def _unseen(env: CrabEnv, sending: SiteEffect) -> Iterator[Action]:
    return unseen(sending, env.elements, devices_of(env.backends).ubuntu)


class _AndThen(OraclePolicy):
    """The oracle, which waits for slow programs, and may do something more, before it completes or answers at last.

    Args:
        env: The environment, in which a solved task counts only when it is completed.
        more: Makes the actions that it adds.
    """

    def __init__(self, env: CrabEnv, more: Callable[[], Iterator[Action]] = lambda: iter(())) -> None:
        super().__init__(env)
        self._more = more

    def _walk(self) -> Iterator[Action]:
        more = self._more()
        for taken in super()._walk():
            if taken["name"] == "submit" and self._env.evaluator.only_answers_left:
                yield from more  # the answer ends the episode
            yield taken
        yield from chain(_patience(self._env), more)


def _patience(env: CrabEnv) -> Iterator[Action]:
    """Waits until all checkpoints have passed, but not for long: a real program may still be at work."""
    for _ in range(PATIENCE):
        if env.evaluator.complete:
            return
        yield action("root", "wait", seconds=1)


def alternatives(env: CrabEnv, seeds: Iterable[int]) -> Trials:
    """Plays the author's other ways to the goal, and the oracle with people's habits; see `HABITS`.

    On simulated devices the oracle also plays in another order, does harm and puts it right, and leaves its text files
    in other layouts.

    Args:
        env: The task's environment; on simulated devices as for `harm`.
        seeds: The episodes' seeds.
    """
    runs = 0
    rejected: list[str] = []

    def tried(name: str, seed: int, walk: Callable[[], Iterator[Action]]) -> None:
        nonlocal runs
        runs += 1
        patiently = walk if _is_simulated(env) else lambda: chain(walk(), _patience(env))
        policy = ScriptPolicy(name, patiently)
        if _is_simulated(env) and attempt(env, policy, seed).success:
            return
        record = run_episode(env, policy, seed=seed)
        if not record.success:
            rejected.append(f"seed {seed}: {name}: {_end(record)}")

    mixed = _MIXED_OF_LONG if len(env.task.checkpoints(env.task.defaults())) > _LONG else MIXED
    for seed in seeds:
        rng = random.Random(f"{env.task.name}:{seed}:habits")
        for name, oracle in env.task.alternatives.items():
            tried(name, seed, partial(walk_of, env, oracle))
        habits: list[tuple[str, ...]] = [(habit,) for habit in HABITS] if _is_simulated(env) else []
        habits += [tuple(rng.sample(HABITS, rng.randint(2, 3))) for _ in range(mixed if habits else 1)]
        for some_habits in habits:
            number = rng.random()
            tried(
                f"the oracle that {' and '.join(some_habits)}",
                seed,
                lambda some_habits=some_habits, number=number: varied(  # type: ignore[misc]
                    script(env, env.task, env.params)(), some_habits, random.Random(number), env.task.devices
                ),
            )
        for what, info in _put_right(env, seed) if habits and _is_simulated(env) else ():
            runs += 1
            if not info["is_success"]:
                rejected.append(f"seed {seed}: {what}: {info['end_reason']}")
    return Trials(0, runs, (), tuple(rejected))


def _put_right(env: CrabEnv, seed: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yields the oracle's other plays in words, which must succeed, and the last info of each."""
    rng = random.Random(f"{env.task.name}:{seed}:right")
    policy = OraclePolicy(env, rng.choice(_orders(env, seed)))
    record = run_episode(env, policy, seed=seed)
    yield "the oracle in another order", {"is_success": record.success, "end_reason": _end(record)}
    if not record.success:
        return
    end, actions = facts_of(env), [step.action for step in record.steps]
    env.reset(seed=seed)
    start = facts_of(env)
    late = play(env, actions[:-1])
    for thought in list(layouts(env)):
        env.restore(late)
        yield thought.what, finish(env, chain(thought.apply(), actions[-1:]))
    candidates = list(_derived(env, seed, start, end))
    for spoiler in rng.sample(candidates, min(len(candidates), PUT_RIGHT)):
        env.restore(late)
        spoiler.apply(devices_of(env.backends))
        env.step(action("root", "wait", seconds=1))
        for name, backend in env.backends.items():  # what an account shares has changed on the other device, too
            backend.restore(late.devices[name])
        env.cloud.restore(late.cloud)
        yield f"{spoiler.describe()}, and back", finish(env, actions[-1:])


def _orders(env: CrabEnv, seed: int) -> list[tuple[str, ...]]:
    """Returns some topological orders of an episode's graph, the oracle's own left out where there are others."""
    env.reset(seed=seed)
    own, *others = env.task.orders(env.evaluator.graph, 6)
    return others or [own]


def _end(record: EpisodeRecord) -> str:
    passed = {name for step in record.steps for name in step.passed}
    missing = [node["id"] for node in record.graph.get("checkpoints", ()) if node["id"] not in passed]
    return "; ".join([record.error or record.end_reason, *record.harm[:2], *[f"{name} not passed" for name in missing]])
