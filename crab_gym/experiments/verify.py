"""Checks the quality of tasks: that they can be solved, and only by solving them.

On every backend that a task claims:

* ``oracle`` - the oracle succeeds, in several topological orders and with several seeds, within the step limit;
* ``start`` - no checkpoint holds before the first action.

On the simulator also (where an episode costs milliseconds; of tasks that it can't play ``complete``, ``left out`` and
``near misses`` are checked where they are played), that none of these succeeds:

* ``noop`` and ``complete`` - doing nothing for the whole episode, and completing at once;
* ``random`` - 20 random episodes of full length (for ``learn.*``, which are learned from scratch, the rate is told);
* ``other seed`` - the oracle with the parameters of another seed;
* ``left out`` - the oracle without what it does for one of the checkpoints. Where that succeeds because other parts
  made the checkpoint pass, it is told as redundant, since the graph is harmless but longer than need be;
* ``near misses`` - what the task's author wrote down as not good enough;
* ``other tasks`` - the oracles of all other tasks, but for those that declare that they imply this one;

and ``pure`` - that the evaluators leave the devices' fingerprints as they are, at every step of the oracle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError
from crab_gym.backends.specs import parse_backends, played_kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.index_tasks import default_step_limit, oracle_steps
from crab_gym.policies import NoopPolicy, OraclePolicy, Policy, RandomPolicy, ScriptPolicy, policy_spec
from crab_gym.results.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, Oracle, Params, Task, load, step_limit
from crab_gym.task.parameters import resolve

__all__ = ["CHECKS", "Finding", "claims", "verify_task"]

CHECKS = (
    "oracle", "start", "noop", "complete", "random", "other seed", "left out", "near misses", "other tasks", "pure",
)  # fmt: skip
"""Names of the checks, in the order in which they are made."""

REAL = ("oracle", "start")
"""Those that are made on real devices too."""
REAL_ONLY = (*REAL, "complete", "left out", "near misses")
"""Those of tasks that the simulator can't play."""

ORDERS = 3
SEEDS = (0, 1, 2)
RANDOM_EPISODES = 20
DEFAULT = {"parameters": "default"}


class Finding(NamedTuple):
    """What one check found for one task; `reason` tells more, also where it is ok."""

    task: str
    check: str
    ok: bool
    reason: str = ""


def claims(task: Task, backend: str | Mapping[str, Any] | None) -> bool:
    """Returns whether a task is meant to work with these backends.

    Raises:
        DeviceError: One is on another host, which can't be asked what it is.
    """
    specs = parse_backends(backend, task.devices, {device: task.kinds(device)[0] for device in task.devices})
    return all(played_kind(spec, device) in task.kinds(device) for device, spec in specs.items())


def limit_of(ref: str) -> int:
    """Returns a task's step limit, also of one that isn't in the index yet.

    Raises:
        ValueError: It is in no index and its oracle doesn't solve it.
    """
    task = load(ref)
    try:
        return step_limit(task)
    except ValueError:
        return default_step_limit(task.oracle_steps or oracle_steps(ref))


def verify_task(
    ref: str, backend: str | Mapping[str, Any] | None = None, others: Sequence[str] = ()
) -> Iterator[Finding]:
    """Yields what each check finds.

    Args:
        ref: An id, or ``"module:ATTRIBUTE"``.
        backend: What plays the devices.
        others: The tasks whose oracles must not solve this one; itself, and those that need real devices, are left out.

    Raises:
        ValueError: There is no such task.
    """
    task = load(ref)
    try:
        limit = limit_of(ref)
    except ValueError as error:
        yield Finding(task.name, "oracle", False, str(error))
        return
    env = CrabEnv(ref, backend=backend, screens=False, max_steps=limit)
    simulated = all(spec.kind == "sim" for spec in env.specs.values())
    case = _Case(env, tuple(task for task in map(load, others) if task.simulated))
    checks = dict(zip(CHECKS, case.checks(), strict=True))
    try:
        for name, check in checks.items():
            if simulated or name in (REAL if task.simulated else REAL_ONLY):
                try:
                    finding = check()
                except Exception as error:  # whatever a task under test raises is a finding about it
                    finding = _Found(False, f"{type(error).__name__}: {error}")
                yield Finding(task.name, name, finding.ok, finding.reason)
    finally:
        env.close()


class _Persistent(RandomPolicy):
    """Random actions up to the step limit: one that completed would end most episodes after a few steps."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        while True:
            action = super().act(obs, info)
            if action["name"] != "complete":
                return action


class _Found(NamedTuple):
    ok: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Case:
    """A task that is checked, with the tasks whose oracles it is tried on."""

    env: CrabEnv
    others: tuple[Task, ...]

    def checks(self) -> tuple[Callable[[], _Found], ...]:
        return (
            self.oracle, self.start, self.noop, self.complete, self.random, self.other_seed, self.left_out,
            self.near_misses, self.other_tasks, self.pure,
        )  # fmt: skip

    @property
    def task(self) -> Task:
        return self.env.task

    def play(self, policy: Policy, seed: int, options: dict[str, Any] | None = None) -> EpisodeRecord:
        return run_episode(self.env, policy, seed=seed, options=options)

    @staticmethod
    def why(record: EpisodeRecord) -> str:
        """Returns how an episode ended, for a reason."""
        if not record.graph:
            return record.error
        passed = {name for step in record.steps for name in step.passed}
        missing = [node["id"] for node in record.graph["checkpoints"] if node["id"] not in passed]
        left = f"not passed: {', '.join(missing)}" if missing else "not all that has to hold does"
        return f"{record.error or record.end_reason}, {left}"

    def oracle(self) -> _Found:
        episodes = 0
        for seed in SEEDS:
            record = self.play(OraclePolicy(self.env), seed)
            if not record.success:
                return _Found(False, f"seed {seed}: {self.why(record)}")
            _, *orders = self.env.evaluator.graph.topological_orders(ORDERS)  # the first was the oracle's own
            for order in orders:
                record = self.play(OraclePolicy(self.env, order), seed)
                if not record.success:
                    return _Found(False, f"seed {seed}, order {' '.join(order)}: {self.why(record)}")
            episodes += 1 + len(orders)
        return _Found(True, f"{episodes} episodes")

    def start(self) -> _Found:
        for seed in SEEDS:
            self.env.reset(seed=seed)
            for node in self.env.evaluator.graph:
                held = self.evaluate(node.id)
                if held is not False:
                    what = "holds before the first action" if held is True else f"can't be evaluated at first: {held}"
                    return _Found(False, f"seed {seed}: checkpoint {node.id!r} {what}")
        return _Found(True)

    def evaluate(self, name: str) -> bool | str:
        """Returns whether a checkpoint holds now, or what its evaluator raised."""
        node = self.env.evaluator.graph.checkpoints[self.env.evaluator.graph.index[name]]
        state = {device: backend.state for device, backend in self.env.backends.items()}
        try:
            return bool(node.evaluator(state, self.env.answer, **node.args))
        except DeviceError:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    def fails(
        self,
        policy: Policy,
        what: str,
        seed: int,
        options: dict[str, Any] | None = None,
        may_break: tuple[str, ...] = ("oracle", "policy"),
    ) -> _Found:
        """Checks that a policy doesn't solve the task, and that nothing breaks on its way but what may."""
        record = self.play(policy, seed, options)
        where = "the default parameters" if options else f"seed {seed}"
        if record.success:
            return _Found(False, f"{what} succeeds with {where} after {record.actions} actions")
        if record.error and record.error_kind not in may_break:
            return _Found(False, f"{what} breaks with {where}: {record.error}")
        return _Found(True)

    def noop(self) -> _Found:
        return self.fails(NoopPolicy(), "doing nothing", SEEDS[0])

    def complete(self) -> _Found:
        return _first(self.fails(ScriptPolicy("complete", lambda: iter(())), "completing", seed) for seed in SEEDS)

    def random(self) -> _Found:
        if not self.task.name.startswith("learn."):
            return _first(self.fails(_Persistent(), "a random policy", seed) for seed in range(RANDOM_EPISODES))
        solved = sum(self.play(_Persistent(), seed).success for seed in range(RANDOM_EPISODES))
        return _Found(True, f"{solved} of {RANDOM_EPISODES} random episodes succeed")

    def other_seed(self) -> _Found:
        for seed in SEEDS:
            self.env.reset(seed=seed)
            params = next((drawn for drawn in self.drawn(100 + seed) if drawn != self.env.params), None)
            if params is None:
                return _Found(True, "the parameters are always the same")
            script = self.script(self.task, params)
            found = self.fails(ScriptPolicy("other seed", script), f"the oracle with {vars(params)}", seed)
            if not found.ok:
                return found
        return _Found(True)

    def drawn(self, seed: int) -> Iterator[Params]:
        """Yields some parameters of other episodes."""
        for i in range(20):
            yield Params(**resolve(self.task.parameters, None, random.Random(f"{seed}:{i}")))

    def script(self, task: Task, params: Params) -> Callable[[], Iterator[Action]]:
        """Returns a task's oracle in the graph's first order, with parameters that aren't the episode's."""
        order = next(task.graph(params).topological_orders(1))
        oracle = task.oracle_for({device: backend.plays for device, backend in self.env.backends.items()})
        look = self.env.elements
        return lambda: chain.from_iterable(oracle[name](params, look) for name in order if name in oracle)

    def left_out(self) -> _Found:
        redundant: dict[str, None] = {}
        for seed in SEEDS[:2]:
            self.env.reset(seed=seed)
            order = next(self.env.evaluator.graph.topological_orders(1))
            for left in order if len(order) > 1 else ():
                found = self.fails(OraclePolicy(self.env, [name for name in order if name != left]), "it", seed)
                if not found.ok and not self.env.evaluator.complete:
                    return _Found(False, f"without {left!r}: {found.reason}")
                if not found.ok:
                    redundant[left] = None
        if redundant:
            return _Found(True, f"redundant, other parts of the oracle pass them: {', '.join(redundant)}")
        return _Found(True)

    def near_misses(self) -> _Found:
        # One that can't be carried out (any more) checks nothing, so nothing may break on its way.
        return _first(
            self.fails(ScriptPolicy("near miss", self.near_miss(oracle)), f"near miss {name!r}", seed, may_break=())
            for name, oracle in self.task.near_misses.items()
            for seed in SEEDS[:2]
        )

    def near_miss(self, oracle: Oracle) -> Callable[[], Iterator[Action]]:
        return lambda: oracle(self.env.params, self.env.elements)

    def other_tasks(self) -> _Found:
        tried = 0
        for other in self.others:
            if other.name == self.task.name or self.task.name in other.implies:
                continue
            drawn = Params(**resolve(other.parameters, None, random.Random(0)))
            for options, params in ((DEFAULT, other.defaults()), (None, drawn)):
                policy = ScriptPolicy("other task", self.script(other, params))
                found = self.fails(policy, f"the oracle of {other.name!r}", SEEDS[0], options)
                if not found.ok:
                    return found
            tried += 1
        return _Found(True, f"{tried} tasks")

    def pure(self) -> _Found:
        env = self.env
        obs, info = env.reset(seed=SEEDS[0])
        policy = OraclePolicy(env)
        policy.reset(env.goal, policy_spec(env, SEEDS[0]))
        while True:
            for node in env.evaluator.graph:
                before = env.fingerprint()
                self.evaluate(node.id)
                if env.fingerprint() != before:
                    return _Found(False, f"evaluating {node.id!r} after {info['step']} steps changed a device")
            if info["end_reason"]:
                return _Found(True)
            obs, _, _, _, info = env.step(policy.act(obs, info))


def _first(findings: Iterator[_Found]) -> _Found:
    """Returns the first finding that isn't ok."""
    return next((found for found in findings if not found.ok), _Found(True))
