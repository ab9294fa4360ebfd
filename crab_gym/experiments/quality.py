"""The checks of a task's quality, one function each, in one table.

* `QUALITY_CHECKS` - the table: of each check its name, what it needs, and what it tries.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from itertools import takewhile
from typing import Any, NamedTuple

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments import trials
from crab_gym.experiments.attacks.checks import attack_answers, attack_state, attack_words, unattacked_words
from crab_gym.experiments.attacks.ways import other_ways
from crab_gym.experiments.guessing import FEW_BY_DESIGN, compared, guess_rates
from crab_gym.experiments.injections import injections
from crab_gym.experiments.moments import other_moments
from crab_gym.experiments.plays import Play, Trunk, legs_of_oracle, legs_of_way
from crab_gym.experiments.subject import Result, Subject, trial_seeds
from crab_gym.experiments.trials import Trials, script
from crab_gym.experiments.unearned import CONSTANT, TRIED_BY_DESIGN, idle_completion, replay, try_outcomes
from crab_gym.policies import NoopPolicy, OraclePolicy, RandomPolicy, ScriptPolicy, policy_spec
from crab_gym.task import ComposedTask, Oracle, Params, Task
from crab_gym.task.composition import Plan
from crab_gym.task.parameters import resolve

__all__ = ["MOST_REPLAYED", "QUALITY_CHECKS", "Needs", "QualityCheck"]

_MAX_ORDERS = 3
_SEEDS = (0, 1, 2)
_ATTACKED = 5
"""The most seeds of the checks that attack a solved task."""
_RANDOM_EPISODES = 20
_LEFT_OUT = 2
"""Seeds with which parts are left out, and near misses are tried."""
_DEFAULT = {"parameters": "default"}
_REPLAYED = 5  # seeds between which actions are replayed
MOST_REPLAYED = 1 / 3
"""The most of the blind replays that may succeed."""
MOST_IDLE = 0.25
"""The most of a task that an idle player may complete."""
_IDLE_SEEDS = 12
"""Seeds of idle players where the first ones complete too much."""
_SHORT = 2
"""The most actions of a task of which they may complete more."""
_CLOSEST, _FAR = 40, 20
"""Numbers of other tasks whose oracles are tried: those with the most apps in common, and some of the rest."""


def _oracle(subject: Subject) -> Result:
    """The oracle succeeds within the step limit, in several topological orders and with several seeds."""
    episodes = 0
    for seed in _SEEDS:
        record = subject.play(OraclePolicy(subject.env), seed)
        if not record.success:
            return Result(False, f"seed {seed}: {subject.failure(record)}")
        own, *orders = subject.task.orders(subject.env.evaluator.graph, _MAX_ORDERS)  # the first was the oracle's own
        legs = partial(legs_of_oracle, subject.task, subject.env.params)
        trunk = Trunk(subject.env, seed)
        for order in orders:
            if trunk.play(legs(order), legs(own)).success:
                continue
            record = subject.play(OraclePolicy(subject.env, order), seed)  # it tells what is missing
            if not record.success:
                return Result(False, f"seed {seed}, order {' '.join(order)}: {subject.failure(record)}")
        episodes += 1 + len(orders)
    return Result(True, f"{episodes} episodes")


def _start(subject: Subject) -> Result:
    """No checkpoint holds before the first action."""
    for seed in _SEEDS:
        subject.env.reset(seed=seed)
        for node in subject.env.evaluator.graph:
            held = subject.evaluate(node.id)
            if held is not False:
                what = "holds before the first action" if held is True else f"can't be evaluated at first: {held}"
                return Result(False, f"seed {seed}: checkpoint {node.id!r} {what}")
    return Result(True)


def _harm(subject: Subject) -> Result:
    """The oracle doesn't succeed if something outside the footprint is changed, removed or sent on the way."""
    with subject.roomy("complete") as env:
        return _judged(trials.harm(env, subject.trial_seeds, subject.known))


def _alternatives(subject: Subject) -> Result:
    """The author's other ways succeed, and so does the oracle with people's habits: typing errors, pauses, detours."""
    # On real devices each way is an episode of its own, in which a solved task counts at once.
    with subject.roomy("complete" if subject.simulated else "once") as env:
        return _judged(trials.alternatives(env, subject.trial_seeds))


def _state(subject: Subject) -> Result:
    """A solved task isn't solved any more when its state differs in one place; each place is tried by itself."""
    with subject.roomy("complete") as env:
        return _judged(attack_state(env, subject.trial_seeds[:_ATTACKED], subject.known))


def _answers(subject: Subject) -> Result:
    """Texts that don't state the answer aren't taken, and those that do are."""
    with subject.roomy("complete") as env:
        return _judged(attack_answers(env, subject.trial_seeds[:_ATTACKED], subject.known))


def _words(subject: Subject) -> Result:
    """The oracle with another value of a parameter in the goal doesn't succeed; words that none breaks are told."""
    with subject.roomy("complete") as env:
        result = _judged(attack_words(env, subject.trial_seeds[:_ATTACKED], subject.known))
        # The words of several chapters are told with each of them.
        left = unattacked_words(env, _SEEDS[0], subject.known) if result.ok and not subject.chapters else []
    return result._replace(reason=f"words without an attack: {' '.join(left)}") if left else result


def _ways(subject: Subject) -> Result:
    """The results of the oracle's parts, reached by a shell, a script, keys or quick settings, succeed."""
    with subject.roomy("complete") as env:
        return _judged(other_ways(env, subject.trial_seeds[:_ATTACKED], subject.known))


def _events(subject: Subject) -> Result:
    """The oracle succeeds whenever those events come that come at a time of their own."""
    with subject.roomy("complete") as env:
        return _judged(other_moments(env, subject.trial_seeds))


def _injections(subject: Subject) -> Result:
    """The honest task alone is no hijack, to obey the planted text is one, and no success."""
    if subject.env.task.obeyed is None:
        return Result(True)
    with subject.roomy("complete") as env:
        return _judged(injections(env, subject.trial_seeds))


def _noop(subject: Subject) -> Result:
    """Doing nothing for the whole episode doesn't succeed."""
    return subject.fails(NoopPolicy(), "doing nothing", _SEEDS[0])


def _complete(subject: Subject) -> Result:
    """Completing at once doesn't succeed."""
    return _first_failure(
        subject.fails(ScriptPolicy("complete", lambda: iter(())), "completing", seed) for seed in _SEEDS
    )


def _random(subject: Subject) -> Result:
    """Random episodes of full length don't succeed; for tasks that are learnt from scratch, their rate is told."""
    seeds = trial_seeds(subject.task, _RANDOM_EPISODES)
    if not subject.task.name.startswith(("learn.", "miniwob.")):
        return _first_failure(subject.fails(RandomPolicy(completes=False), "a random policy", seed) for seed in seeds)
    solved = sum(subject.play(RandomPolicy(completes=False), seed).success for seed in seeds)
    return Result(True, f"{solved} of {_RANDOM_EPISODES} random episodes succeed")


def _other_seed(subject: Subject) -> Result:
    """The oracle with the parameters of another seed doesn't succeed."""
    for seed in _SEEDS:
        subject.env.reset(seed=seed)
        own = subject.env.params
        drawn = [(each, compared(subject.task.graph(each))) for each in _draw_params(subject.task, 100 + seed)]
        # Whatever is looked up, two episodes may have the same answer, but not all of them.
        alike = compared(subject.env.evaluator.graph) if len({what for _, what in drawn}) > 1 else ""
        others = [each for each, what in drawn if what != alike and not subject.task.asks_same(each, own)]
        if not others:
            return Result(True, "the parameters always ask for the same")
        # Where the goal is the same, too, an oracle that does as it says is right; the world may differ unseen.
        far = sorted(others, key=lambda each: _distance(subject.task, each, own), reverse=True)[:2]
        results = (
            subject.fails(
                ScriptPolicy("other seed", script(subject.env, subject.task, params)),
                f"the oracle with {vars(params)}",
                seed,
            )
            for params in far
        )
        wrong = list(takewhile(lambda each: not each.ok, results))
        if len(wrong) == len(far):  # one alone may be a chance, as where both tap the same place
            return wrong[0]
    return Result(True)


def _distance(task: Task, params: Params, own: Params) -> tuple[bool, int]:
    """Returns whether the goals differ, and how many parameters do."""
    return task.goal(params) != task.goal(own), sum(getattr(params, name) != value for name, value in vars(own).items())


def _draw_params(task: Task, seed: int) -> Iterator[Params]:
    """Draws parameters as 20 other episodes would have them."""
    for i in range(20):
        yield Params(**resolve(task.parameters, None, random.Random(f"{seed}:{i}")))


def _left_out(subject: Subject) -> Result:
    """The oracle without its part for one of the checkpoints doesn't succeed.

    If it does because other parts make the checkpoint pass, the checkpoint is reported as redundant: the graph is
    right, but longer than necessary.
    """
    redundant: dict[str, None] = {}
    for seed in trial_seeds(subject.task, _LEFT_OUT):
        subject.env.reset(seed=seed)
        graph = subject.env.evaluator.graph
        legs = partial(legs_of_oracle, subject.task, subject.env.params)
        trunk = Trunk(subject.env, seed)
        for omitted in subject.task.orders(graph, 1)[0] if len(graph) > 1 else ():
            order = subject.task.order_ending(graph, (omitted,))
            play = trunk.play(legs([name for name in order if name != omitted]), legs(order))
            result = subject.refused(play, "it", f"seed {seed}")
            if not result.ok and not play.env.evaluator.complete:
                return Result(False, f"without {omitted!r}: {result.reason}")
            if not result.ok:
                redundant[omitted] = None
    if redundant:
        return Result(True, f"redundant, other parts of the oracle pass them: {', '.join(redundant)}")
    return Result(True)


def _near_misses(subject: Subject) -> Result:
    """Attempts that the task's author listed as not good enough don't succeed."""
    near_misses = subject.task.near_misses
    trunks: dict[int, _Trunk] = {}
    for seed in trial_seeds(subject.task, _LEFT_OUT) if near_misses else ():
        subject.env.reset(seed=seed)
        trunks[seed] = _Trunk(subject.env.params, Trunk(subject.env, seed))
    # A near miss that breaks checks nothing, so no error is expected here.
    return _first_failure(
        subject.refused(trunk.play(oracle), f"near miss {name!r}", f"seed {seed}", may_break=())
        for name, oracle in near_misses.items()
        for seed, trunk in trunks.items()
    )


class _Trunk(NamedTuple):
    """A trunk, with the parameters of its episode."""

    params: Params
    trunk: Trunk

    def play(self, oracle: Oracle) -> Play:
        """Plays another way, which branches off from the usual one where it tells which that is."""
        usual = legs_of_way(oracle.usual(), self.params) if isinstance(oracle, Plan) else []
        return self.trunk.play(legs_of_way(oracle, self.params), usual)


def _other_tasks(subject: Subject) -> Result:
    """The oracles of other tasks don't succeed, but for those that imply this one or have all of its parts.

    They are those with the most apps in common, and some of the rest, drawn by the task's name.
    """
    if all(node.place for node in subject.task.graph(subject.task.defaults())):
        return Result(True, "it only asks to go somewhere, which others do on their way")
    rivals = _rivals(subject.task, subject.others)
    for other in rivals:
        default = _by_another(subject, other, _SEEDS[0], _DEFAULT)
        if not default.ok:
            return default
        first = _by_another(subject, other, _SEEDS[0])
        if not first.ok and not all([_by_another(subject, other, seed).ok for seed in range(1, 5)]):
            return first  # else it was a chance, as where both tap the same place
    return Result(True, f"{len(rivals)} tasks")


def _rivals(task: Task, others: Sequence[Task]) -> list[Task]:
    """Returns the other tasks whose oracles are tried on a task."""
    own = _apps(task)
    ranked = sorted(
        (other for other in others if other.name != task.name and not _implies(other, task)),
        key=lambda other: len(own & _apps(other)) / len(own | _apps(other)),
        reverse=True,
    )
    rest = ranked[_CLOSEST:]
    return ranked[:_CLOSEST] + random.Random(task.name).sample(rest, min(_FAR, len(rest)))


def _apps(task: Task) -> frozenset[tuple[str, str]]:
    """Returns device and app of a task's checkpoints."""
    return frozenset((node.device, node.app) for node in task.graph(task.defaults()))


def _by_another(subject: Subject, other: Task, seed: int, options: dict[str, Any] | None = None) -> Result:
    """Plays another task's oracle, with its default parameters or some that the seed draws; it mustn't succeed."""
    drawn = other.defaults() if options else Params(**resolve(other.parameters, None, random.Random(seed)))
    policy = ScriptPolicy("other task", script(subject.env, other, drawn))
    return subject.fails(policy, f"the oracle of {other.name!r}", seed, options)


def _pure(subject: Subject) -> Result:
    """At every step of the oracle, the evaluators leave the devices' fingerprints unchanged."""
    env = subject.env
    obs, info = env.reset(seed=_SEEDS[0])
    policy = OraclePolicy(env)
    policy.reset(env.goal, policy_spec(env, _SEEDS[0]))
    actions: list[Any] = []
    while _writer(subject, _saved) == "":
        if info["end_reason"]:
            return Result(True)
        actions.append(policy.act(obs, info))
        obs, _, _, _, info = env.step(actions[-1])
    env.reset(seed=_SEEDS[0])
    for step in actions:
        env.step(step)
    name = _writer(subject, CrabEnv.fingerprint)
    return Result(False, f"evaluating {name!r} after {len(actions)} steps changed a device")


def _writer(subject: Subject, read: Callable[[CrabEnv], object]) -> str:
    """Returns the checkpoint whose evaluator changes the environment's fingerprint; ``""`` if none does.

    Args:
        subject: The task.
        read: Reads the state around each evaluator. Where it misses a change, the fingerprint after the last one shows
            that there was one, and ``"?"`` is returned.
    """
    env = subject.env
    fingerprint = env.fingerprint()
    for node in env.evaluator.graph:
        before = read(env)
        subject.evaluate(node.id)
        if read(env) != before and env.fingerprint() != fingerprint:
            return node.id
    return "" if env.fingerprint() == fingerprint else "?"


def _saved(env: CrabEnv) -> object:
    """Returns the values that the devices' states consist of: as quickly compared as they are read."""
    return {name: backend.snapshot() for name, backend in env.backends.items()}


def _guess(subject: Subject) -> Result:
    """Those who look at nothing, but know what the task mostly asks for, are seldom right."""
    rates = guess_rates(subject.task)
    if rates is None:
        return Result(True, "the goal says all")
    told = f"the commonest outcome is right in {rates.commonest:.0%}, one of three in {rates.three:.0%}"
    few = next((FEW_BY_DESIGN[name] for name in _names(subject.task) if name in FEW_BY_DESIGN), "")
    ok = rates.low or few != ""
    return Result(ok, f"{told}: {few}" if few else told, shares={"guess": rates.commonest})


def _outcomes(subject: Subject) -> Result:
    """Where few outcomes are open, the oracle for each wrong one doesn't succeed, nor do all one after the other."""
    few = TRIED_BY_DESIGN.get(subject.task.name, "")
    if few:
        return Result(True, few)
    with subject.roomy("complete") as env:
        return _judged(try_outcomes(env, _SEEDS))


def _names(task: Task) -> list[str]:
    """Returns a task's name, and those of its parts."""
    parts = task.composition.parts if isinstance(task, ComposedTask) else ()
    return [task.name, *(part.subtask.name for part in parts)]


def _replay(subject: Subject) -> Result:
    """The oracle's actions of one seed seldom solve the episodes of others."""
    with subject.roomy("complete") as env:
        found = replay(env, trial_seeds(subject.task, _REPLAYED), subject.known)
    told = f"{len(found.solved)} of {found.pairs} blind replays succeed" if found.solved else ""
    task, *parts = _names(subject.task)
    name = parts[0] if len(parts) == 1 else task
    constant = CONSTANT.get(name, "" if subject.task.parameters else "it has no parameters")
    ok = found.share <= MOST_REPLAYED or constant != ""
    return Result(ok, f"{told}: {constant}" if told and constant else told, shares={"replay": found.share})


def _idle(subject: Subject) -> Result:
    """Players that do the same in every task complete little of it, but of tasks whose work is two actions."""
    with subject.roomy("complete") as env:
        reached = idle_completion(env, _SEEDS)
        if max(reached.values()) > MOST_IDLE:  # one of three episodes is a third
            reached = idle_completion(env, range(_IDLE_SEEDS))
    told = "completion of idle players: " + ", ".join(f"{name} {share:.2f}" for name, share in reached.items())
    if max(reached.values()) <= MOST_IDLE:
        return Result(True, shares=reached)
    if subject.task.name.startswith("learn."):
        return Result(True, f"learnt from scratch; {told}")
    actions = subject.play(OraclePolicy(subject.env), _SEEDS[0]).actions
    return Result(actions <= _SHORT, f"steps of the oracle: {actions}; {told}")


def _implies(other: Task, task: Task) -> bool:
    """Returns whether who solves another task solves this one: it says so, or has all of its parts."""
    if isinstance(other, ComposedTask) and isinstance(task, ComposedTask):
        return other.composition.includes(task.composition)
    return task.name in other.implies


def _judged(done: Trials) -> Result:
    wrong = (*done.accepted, *done.rejected)
    more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
    return Result(not wrong, f"{wrong[0]}{more}" if wrong else "", done)


def _first_failure(results: Iterator[Result]) -> Result:
    """Returns the first failure, else a success."""
    return next((result for result in results if not result.ok), Result(True))


class Needs(Enum):
    """The devices that a check needs."""

    ANY = auto()
    """Those on which the task is checked."""
    CHEAP = auto()
    """The simulator, or real ones for a task that the simulator can't play."""
    SIMULATOR = auto()
    """The simulator, where an episode costs milliseconds."""


class QualityCheck(NamedTuple):
    """A check of a task's quality.

    Attributes:
        name: Its name.
        needs: The devices that it needs.
        tries: Makes it.
        impossible: Whether it brings machines to states that no agent reaches, in which apps may crash.
    """

    name: str
    needs: Needs
    tries: Callable[[Subject], Result]
    impossible: bool = False

    def suits(self, subject: Subject) -> bool:
        """Returns whether a subject has the devices that the check needs."""
        if subject.simulated or self.needs is Needs.ANY:
            return True
        return self.needs is Needs.CHEAP and not subject.task.simulated


QUALITY_CHECKS = (
    QualityCheck("oracle", Needs.ANY, _oracle),
    QualityCheck("start", Needs.ANY, _start),
    QualityCheck("harm", Needs.ANY, _harm),
    QualityCheck("alternatives", Needs.ANY, _alternatives),
    QualityCheck("state", Needs.SIMULATOR, _state, impossible=True),
    QualityCheck("answers", Needs.SIMULATOR, _answers),
    QualityCheck("words", Needs.SIMULATOR, _words),
    QualityCheck("ways", Needs.SIMULATOR, _ways),
    QualityCheck("events", Needs.SIMULATOR, _events),
    QualityCheck("injections", Needs.SIMULATOR, _injections),
    QualityCheck("noop", Needs.SIMULATOR, _noop),
    QualityCheck("complete", Needs.CHEAP, _complete),
    QualityCheck("random", Needs.SIMULATOR, _random),
    QualityCheck("other seed", Needs.SIMULATOR, _other_seed),
    QualityCheck("left out", Needs.CHEAP, _left_out),
    QualityCheck("near misses", Needs.CHEAP, _near_misses),
    QualityCheck("other tasks", Needs.SIMULATOR, _other_tasks),
    QualityCheck("pure", Needs.SIMULATOR, _pure),
    QualityCheck("guess", Needs.SIMULATOR, _guess),
    QualityCheck("outcomes", Needs.SIMULATOR, _outcomes),
    QualityCheck("replay", Needs.SIMULATOR, _replay),
    QualityCheck("idle", Needs.SIMULATOR, _idle),
)
"""The checks, in their order."""
