"""Checks of the quality of tasks: each can be solved, and nothing but solving it counts as success.

Checked on every backend that a task supports:

* ``oracle`` - the oracle succeeds within the step limit, in several topological orders and with several seeds;
* ``start`` - no checkpoint holds before the first action;
* ``harm`` - the oracle doesn't succeed if something outside the task's footprint is changed, removed or sent on the
  way, and what is added is counted;
* ``alternatives`` - the author's other ways to the goal succeed, and so does the oracle with wrong characters typed and
  deleted, pauses, refused actions and detours.

On the simulator, where an episode costs milliseconds, none of these may succeed:

* ``noop`` and ``complete`` - doing nothing for the whole episode, and completing at once;
* ``random`` - 20 random episodes of full length (for ``learn.*``, which agents learn from scratch, the success rate is
  reported instead);
* ``other seed`` - the oracle with the parameters of another seed;
* ``left out`` - the oracle without its part for one of the checkpoints. If that succeeds because other parts make the
  checkpoint pass, the checkpoint is reported as redundant: the graph is right, but longer than necessary;
* ``near misses`` - attempts that the task's author listed as not good enough;
* ``other tasks`` - the oracles of all other tasks, except those that declare that they imply this one, or that are
  composed of all of its parts and others;

and ``pure`` - at every step of the oracle, the evaluators leave the devices' fingerprints unchanged.

For a task that the simulator can't play, ``complete``, ``left out`` and ``near misses`` are checked on the task's own
backends.
"""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from crab_gym.backends.base import DeviceError, state_of
from crab_gym.backends.specs import parse_backends, played_kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import walk_of
from crab_gym.evaluation.graph import unknown
from crab_gym.experiments import trials
from crab_gym.experiments.index_tasks import default_step_limit, oracle_steps
from crab_gym.experiments.trials import Trials, script
from crab_gym.policies import NoopPolicy, OraclePolicy, Policy, RandomPolicy, ScriptPolicy, policy_spec
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, ComposedTask, Oracle, Params, Task, load, step_limit
from crab_gym.task.parameters import resolve
from crab_sim.machine.crashes import watching

__all__ = ["CHECKS", "Finding", "supports", "verify_task", "verify_tasks"]

CHECKS = (
    "oracle", "start", "harm", "alternatives", "noop", "complete", "random", "other seed", "left out",
    "near misses", "other tasks", "pure",
)  # fmt: skip
"""Names of the checks, in their order."""

REAL = ("oracle", "start", "harm", "alternatives")
"""Checks that are made on real devices, too."""
REAL_ONLY = (*REAL, "complete", "left out", "near misses")
"""Checks of the tasks that the simulator can't play."""

MAX_ORDERS = 3
SEEDS = (0, 1, 2)
TRIAL_SEEDS = 20
"""Seeds of the checks `harm` and `alternatives` on the simulator; elsewhere there is one."""
_ROOMY = 1_000_000
"""A step limit that no trial reaches."""
RANDOM_EPISODES = 20
DEFAULT = {"parameters": "default"}


class Finding(NamedTuple):
    """The result of one check of one task.

    Attributes:
        task: The task's name.
        check: One of `CHECKS`.
        ok: Whether the task passed the check.
        reason: The reason of a failure, or a note on a success.
        trials: The runs of the checks `harm` and `alternatives`.
    """

    task: str
    check: str
    ok: bool
    reason: str = ""
    trials: Trials = Trials()


def supports(task: Task, backend: str | Mapping[str, Any] | None) -> bool:
    """Returns whether a task is made for these backends.

    Raises:
        DeviceError: A backend is on another host, which can't be reached to ask for its kind.
    """
    specs = parse_backends(backend, task.devices, {device: task.kinds(device)[0] for device in task.devices})
    return all(played_kind(spec, device) in task.kinds(device) for device, spec in specs.items())


def _step_limit(ref: str | Mapping[str, Any]) -> int:
    """Returns a task's step limit, even if the task isn't in the index yet.

    Raises:
        ValueError: The task isn't in the index, and its oracle doesn't solve it.
    """
    task = load(ref)
    try:
        return step_limit(task)
    except ValueError:
        return default_step_limit(task.oracle_steps or oracle_steps(ref))


def verify_task(
    ref: str | Mapping[str, Any],
    backend: str | Mapping[str, Any] | None = None,
    others: Sequence[str] = (),
    trial_seeds: int = TRIAL_SEEDS,
    only: Collection[str] = CHECKS,
    variation: Mapping[str, object] | None = None,
) -> Iterator[Finding]:
    """Yields the finding of each check of a task that is made on the backend.

    Args:
        ref: An id, ``"module:ATTRIBUTE"``, or the JSON of a composed task.
        backend: The devices' backend; None for the task's default.
        others: The tasks whose oracles must not solve this one. The task itself and tasks that need real devices are
            skipped.
        trial_seeds: Number of seeds of the checks ``harm`` and ``alternatives`` on the simulator.
        only: The checks to make, some of `CHECKS`.
        variation: What varies on the devices, see `CrabEnv`. The oracle then has as many steps as it needs, since it
            also closes what interrupts it.

    Raises:
        ValueError: There is no such task, or no such check.
    """
    for name in only:
        if name not in CHECKS:
            unknown("check", name, CHECKS)
    task = load(ref)
    try:
        limit = _step_limit(ref)
    except ValueError as error:
        yield Finding(task.name, "oracle", False, str(error))
        return
    limit = _ROOMY if variation else limit
    env = CrabEnv(ref, backend=backend, screens=False, max_steps=limit, variation=variation)
    simulated = all(spec.kind == "sim" for spec in env.specs.values())
    roomy = CrabEnv(ref, backend=backend, screens=False, max_steps=_ROOMY, success_at="complete", variation=variation)
    unhurried = CrabEnv(ref, backend=backend, screens=False, max_steps=_ROOMY, variation=variation)
    rivals = tuple(task for task in map(load, others) if task.simulated)
    verifier = _Verifier(env, roomy, unhurried, simulated, range(trial_seeds if simulated else 1), rivals)
    checks = dict(zip(CHECKS, verifier.checks(), strict=True))
    made = CHECKS if simulated else REAL if task.simulated else REAL_ONLY
    try:
        for name, check in checks.items():
            if name in made and name in only:
                with watching() as crashes:
                    try:
                        result = check()
                    except Exception as error:  # any exception of a task under test is a finding about the task
                        result = _Result(False, f"{type(error).__name__}: {error}")
                if crashes:
                    result = _Result(False, f"an app crashed: {crashes[0].app}\n{crashes[0].traceback}")
                yield Finding(task.name, name, result.ok, result.reason, result.trials)
    finally:
        unhurried.close()
        roomy.close()
        env.close()


def verify_tasks(
    refs: Sequence[str],
    backend: str | Mapping[str, Any] | None = None,
    others: Sequence[str] = (),
    trial_seeds: int = TRIAL_SEEDS,
    only: Collection[str] = CHECKS,
    slots: int = 1,
    variation: Mapping[str, object] | None = None,
) -> Iterator[list[Finding]]:
    """Yields the findings of each task, in the order of the tasks.

    Args:
        refs: The tasks, as for `verify_task`.
        backend: The devices' backend; None for each task's default.
        others: The tasks whose oracles must not solve another one.
        trial_seeds: Number of seeds of the checks ``harm`` and ``alternatives`` on the simulator.
        only: The checks to make, some of `CHECKS`.
        slots: How many tasks are verified at once, each in a process of its own; one is verified in this process.
        variation: What varies on the devices, as for `verify_task`.

    Raises:
        ValueError: There is no such task, or no such check.
    """
    verified = partial(
        _verified, backend=backend, others=others, trial_seeds=trial_seeds, only=only, variation=variation
    )
    if slots == 1:
        yield from map(verified, refs)
        return
    # Other threads may hold locks here, which a fork would copy.
    with ProcessPoolExecutor(min(slots, len(refs)), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(verified, refs)


def _verified(
    ref: str | Mapping[str, Any],
    backend: str | Mapping[str, Any] | None,
    others: Sequence[str],
    trial_seeds: int,
    only: Collection[str],
    variation: Mapping[str, object] | None,
) -> list[Finding]:
    return list(verify_task(ref, backend, others, trial_seeds, only, variation))


def _implies(other: Task, task: Task) -> bool:
    """Returns whether a solution of another task solves this one: that task says so, or has all parts of this one."""
    if isinstance(other, ComposedTask) and isinstance(task, ComposedTask):
        return other.composition.includes(task.composition)
    return task.name in other.implies


class _RandomWithoutComplete(RandomPolicy):
    """Random actions up to the step limit, without `complete`, which would end most episodes after a few steps."""

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        while True:
            action = super().act(obs, info)
            if action["name"] != "complete":
                return action


class _Result(NamedTuple):
    ok: bool
    reason: str = ""
    trials: Trials = Trials()


@dataclass(frozen=True, slots=True)
class _Verifier:
    """Checks one task.

    Attributes:
        env: The task's environment.
        roomy: One with more steps than any trial takes, in which a solved task counts once it is completed.
        unhurried: One with as many steps, in which a solved task counts at once: with people's habits, an oracle may
            take more steps than a task allows an agent.
        simulated: Whether no device of the task is a real one.
        trial_seeds: The seeds of the trials.
        others: The tasks whose oracles must not solve it.
    """

    env: CrabEnv
    roomy: CrabEnv
    unhurried: CrabEnv
    simulated: bool
    trial_seeds: range
    others: tuple[Task, ...]

    def checks(self) -> tuple[Callable[[], _Result], ...]:
        return (
            self.oracle, self.start, self.harm, self.alternatives, self.noop, self.complete, self.random,
            self.other_seed, self.left_out, self.near_misses, self.other_tasks, self.pure,
        )  # fmt: skip

    @property
    def task(self) -> Task:
        return self.env.task

    def play(self, policy: Policy, seed: int, options: dict[str, Any] | None = None) -> EpisodeRecord:
        return run_episode(self.env, policy, seed=seed, options=options)

    @staticmethod
    def failure(record: EpisodeRecord) -> str:
        """Returns the end of an unsolved episode in words, with the checkpoints that are missing."""
        if not record.graph:
            return record.error
        passed = {name for step in record.steps for name in step.passed}
        missing = [node["id"] for node in record.graph["checkpoints"] if node["id"] not in passed]
        left = f"not passed: {', '.join(missing)}" if missing else "not all that has to hold does"
        return f"{record.error or record.end_reason}, {left}"

    def oracle(self) -> _Result:
        episodes = 0
        for seed in SEEDS:
            record = self.play(OraclePolicy(self.env), seed)
            if not record.success:
                return _Result(False, f"seed {seed}: {self.failure(record)}")
            _, *orders = self.task.orders(self.env.evaluator.graph, MAX_ORDERS)  # the first was the oracle's own
            for order in orders:
                record = self.play(OraclePolicy(self.env, order), seed)
                if not record.success:
                    return _Result(False, f"seed {seed}, order {' '.join(order)}: {self.failure(record)}")
            episodes += 1 + len(orders)
        return _Result(True, f"{episodes} episodes")

    def start(self) -> _Result:
        for seed in SEEDS:
            self.env.reset(seed=seed)
            for node in self.env.evaluator.graph:
                held = self.evaluate(node.id)
                if held is not False:
                    what = "holds before the first action" if held is True else f"can't be evaluated at first: {held}"
                    return _Result(False, f"seed {seed}: checkpoint {node.id!r} {what}")
        return _Result(True)

    def harm(self) -> _Result:
        if self.simulated:
            return _judged(trials.harm(self.roomy, self.trial_seeds))
        self.env.close()  # one environment at a time has real devices; a reset starts others
        try:
            return _judged(trials.harm(self.roomy, self.trial_seeds))
        finally:
            self.roomy.close()

    def alternatives(self) -> _Result:
        if self.simulated:
            return _judged(trials.alternatives(self.roomy, self.trial_seeds))
        self.env.close()  # one environment at a time has real devices; a reset starts others
        try:
            return _judged(trials.alternatives(self.unhurried, self.trial_seeds))
        finally:
            self.unhurried.close()

    def evaluate(self, name: str) -> bool | str:
        """Returns whether a checkpoint holds now, or its evaluator's exception as text."""
        node = self.env.evaluator.graph.checkpoints[self.env.evaluator.graph.index[name]]
        state = state_of(self.env.backends)
        try:
            return bool(node.evaluator(state, self.env.answer))
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
    ) -> _Result:
        """Checks that a policy doesn't solve the task, and causes no unexpected error.

        Args:
            policy: The policy.
            what: Its description in the reason of a failure.
            seed: The episode's seed.
            options: The options of its reset.
            may_break: The kinds of errors that are expected.
        """
        record = self.play(policy, seed, options)
        where = "the default parameters" if options else f"seed {seed}"
        if record.success:
            return _Result(False, f"{what} succeeds with {where} after {record.actions} actions")
        if record.error and record.error_kind not in may_break:
            return _Result(False, f"{what} breaks with {where}: {record.error}")
        return _Result(True)

    def noop(self) -> _Result:
        return self.fails(NoopPolicy(), "doing nothing", SEEDS[0])

    def complete(self) -> _Result:
        return _first_failure(
            self.fails(ScriptPolicy("complete", lambda: iter(())), "completing", seed) for seed in SEEDS
        )

    def random(self) -> _Result:
        if not self.task.name.startswith(("learn.", "miniwob.")):
            return _first_failure(
                self.fails(_RandomWithoutComplete(), "a random policy", seed) for seed in range(RANDOM_EPISODES)
            )
        solved = sum(self.play(_RandomWithoutComplete(), seed).success for seed in range(RANDOM_EPISODES))
        return _Result(True, f"{solved} of {RANDOM_EPISODES} random episodes succeed")

    def other_seed(self) -> _Result:
        for seed in SEEDS:
            self.env.reset(seed=seed)
            own = self.env.params
            params = next(
                (drawn for drawn in self.draw_params(100 + seed) if not self.task.asks_same(drawn, own)), None
            )
            if params is None:
                return _Result(True, "the parameters always ask for the same")
            walk = script(self.env, self.task, params)
            result = self.fails(ScriptPolicy("other seed", walk), f"the oracle with {vars(params)}", seed)
            if not result.ok:
                return result
        return _Result(True)

    def draw_params(self, seed: int) -> Iterator[Params]:
        """Draws parameters as 20 other episodes would have them."""
        for i in range(20):
            yield Params(**resolve(self.task.parameters, None, random.Random(f"{seed}:{i}")))

    def left_out(self) -> _Result:
        redundant: dict[str, None] = {}
        for seed in SEEDS[:2]:
            self.env.reset(seed=seed)
            order = self.task.orders(self.env.evaluator.graph, 1)[0]
            for omitted in order if len(order) > 1 else ():
                result = self.fails(OraclePolicy(self.env, [name for name in order if name != omitted]), "it", seed)
                if not result.ok and not self.env.evaluator.complete:
                    return _Result(False, f"without {omitted!r}: {result.reason}")
                if not result.ok:
                    redundant[omitted] = None
        if redundant:
            return _Result(True, f"redundant, other parts of the oracle pass them: {', '.join(redundant)}")
        return _Result(True)

    def near_misses(self) -> _Result:
        # A near miss that breaks checks nothing, so no error is expected here.
        return _first_failure(
            self.fails(ScriptPolicy("near miss", self.near_miss(oracle)), f"near miss {name!r}", seed, may_break=())
            for name, oracle in self.task.near_misses.items()
            for seed in SEEDS[:2]
        )

    def near_miss(self, oracle: Oracle) -> Callable[[], Iterator[Action]]:
        return partial(walk_of, self.env, oracle)

    def other_tasks(self) -> _Result:
        tried = 0
        for other in self.others:
            if other.name == self.task.name or _implies(other, self.task):
                continue
            drawn = Params(**resolve(other.parameters, None, random.Random(0)))
            for options, params in ((DEFAULT, other.defaults()), (None, drawn)):
                policy = ScriptPolicy("other task", script(self.env, other, params))
                result = self.fails(policy, f"the oracle of {other.name!r}", SEEDS[0], options)
                if not result.ok:
                    return result
            tried += 1
        return _Result(True, f"{tried} tasks")

    def pure(self) -> _Result:
        env = self.env
        obs, info = env.reset(seed=SEEDS[0])
        policy = OraclePolicy(env)
        policy.reset(env.goal, policy_spec(env, SEEDS[0]))
        while True:
            for node in env.evaluator.graph:
                before = env.fingerprint()
                self.evaluate(node.id)
                if env.fingerprint() != before:
                    return _Result(False, f"evaluating {node.id!r} after {info['step']} steps changed a device")
            if info["end_reason"]:
                return _Result(True)
            obs, _, _, _, info = env.step(policy.act(obs, info))


def _judged(done: Trials) -> _Result:
    wrong = (*done.accepted, *done.rejected)
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return _Result(not wrong, f"{wrong[0]}{more}" if wrong else "", done)


def _first_failure(results: Iterator[_Result]) -> _Result:
    """Returns the first failure, else a success."""
    return next((result for result in results if not result.ok), _Result(True))
