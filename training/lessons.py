"""Episodes for the generalist: of which tasks, and who plays them.

* `LessonArgs` - the arguments of the command line about them.
* `Job` - an episode to be played. `Tasks` - draws those of the training; `examination` - those of the evaluation.
* `led` - an episode in which the oracle leads; `alone` - one that the policy plays. `play` - many, side by side.

What is held out: seeds from `HELD_OUT` on; the sub-tasks and apps of crab_gym/task/omni/splits.py; the compositions
of the published list that aren't for training, and one of `WITHHELD` that are; and the hand-made tasks that the index
has for the test.
"""

from __future__ import annotations

import json
import random
import zlib
from collections import defaultdict
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import gymnasium as gym
from command_line import HELD_OUT, task_names

import crab_gym  # registers the tasks
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.integrations.checkpoints.generalist.lexicon import Lexicon
from crab_gym.integrations.checkpoints.generalist.moves import Choice, Moves
from crab_gym.integrations.checkpoints.generalist.view import Observer, View
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import ComposedTask, OracleStuck, Task, read_index
from crab_gym.task.catalogue import catalogue, find_subtask
from crab_gym.task.composition.compose import assemble
from crab_gym.task.omni.listing import OmniRow, read_list, row_task
from crab_gym.task.omni.splits import HELD_OUT_APPS, held_out_subtask
from crab_sim.suggestions import unknown

assert crab_gym.__version__
WITHHELD = 8
"""One of so many compositions is never demonstrated, though its sub-tasks are."""


@dataclass
class LessonArgs:
    """Arguments of the command line about the tasks."""

    only: list[str] = field(default_factory=list)
    """sub-tasks that are trained and evaluated; by default all that make a task alone, but those held out"""
    tasks: list[str] = field(default_factory=lambda: ["learn.*"])
    """hand-made tasks, or patterns of their names, of which those for training are trained as well"""
    pairs: float = 0.5
    """share of the episodes that are compositions of two sub-tasks, of the published list"""
    hand: float = 0.05
    """share of the episodes that are hand-made tasks"""
    eval_episodes: int = 5
    """held-out seeds of each task of the evaluation; 0 for no evaluation"""
    eval_pairs: int = 80
    """compositions of each kind in the evaluation, with one seed each"""
    seed: int = 0
    """seed of the network, of the episodes and of what is drawn among the kept steps"""


class Job(NamedTuple):
    """An episode to be played.

    Attributes:
        name: The task's name, or those of its sub-tasks.
        task: The task; of a hand-made one, its name.
        seed: The seed.
    """

    name: str
    task: Task | str
    seed: int


@cache
def singles() -> dict[str, ComposedTask]:
    """Returns the tasks of one sub-task each; those that only look something up make none."""
    found = {}
    for name in catalogue():
        try:
            found[name] = assemble([(name, {})], [], "plain", None, "")
        except ValueError:
            continue
    return found


def in_held_out_app(name: str) -> bool:
    """Returns whether a sub-task is done in an app that no training task uses."""
    subtask = find_subtask(name)
    return (subtask.device, subtask.app) in HELD_OUT_APPS


def regime(name: str) -> str:
    """Returns how new a sub-task is to the policy: only its seeds, the sub-task itself, or its app as well."""
    return "seeds" if not held_out_subtask(name) else "apps" if in_held_out_app(name) else "templates"


@cache
def pairs() -> dict[str, list[OmniRow]]:
    """Returns the published compositions of two sub-tasks, by what the policy knows of them.

    In those for training, one part feeds the other. Parts that are independent of each other are a shape of graph that
    no training task has.
    """
    listed = read_list()
    found: dict[str, list[OmniRow]] = defaultdict(list)
    for place in range(len(listed)):
        if listed.size(place) == 2:
            row = listed.row(place)
            if row.split == "train":
                parts = " + ".join(sorted(row.plan.parts)).encode()  # however they are wired and ordered
                found["withheld pairs" if zlib.crc32(parts) % WITHHELD == 0 else "pairs"].append(row)
            elif any(map(held_out_subtask, row.plan.parts)):
                found["pairs with new templates"].append(row)
            elif not row.plan.edges:
                found["pairs of a new shape"].append(row)
    return found


class Tasks:
    """Draws the episodes of the training: tasks that the policy fails at come more often.

    Args:
        args: The script's arguments.
    """

    def __init__(self, args: LessonArgs) -> None:
        self._args = args
        known = [name for name in singles() if regime(name) == "seeds"]
        for name in args.only:
            if name not in known:
                try:
                    unknown("sub-task for training", name, known)
                except ValueError as error:
                    raise SystemExit(str(error)) from error
        self._singles = args.only or known
        index = read_index()
        self._hand = [name for name in task_names(args.tasks) if index[name].split == "train"] if args.hand else []
        self.success: dict[str, float] = defaultdict(float)
        """The share of a task's steps of late in which the policy would do what the oracle does, by name."""
        self.impossible: dict[str, int] = {}

    def draw(self, number: int) -> Job:
        """Returns the job of a number."""
        rng, args = random.Random(f"{self._args.seed}:{number}"), self._args
        kind, seed = rng.random(), rng.randrange(HELD_OUT)  # the seeds from there on are held out
        if self._hand and kind < args.hand:
            name = self._pick(self._hand, rng)
            return Job(name, name, seed)
        if kind < args.hand + args.pairs and not args.only:
            row = rng.choice(pairs()["pairs"])
            return Job(" + ".join(row.plan.parts), row_task(row), seed)
        name = self._pick(self._singles, rng)
        return Job(name, singles()[name], seed)

    def _pick(self, names: Sequence[str], rng: random.Random) -> str:
        possible = [name for name in names if self.impossible.get(name, 0) < 3] or list(names)
        return rng.choices(possible, [1.1 - self.success[name] for name in possible])[0]

    def note(self, name: str, agreed: float) -> None:
        """Notes the share of an episode's steps in which the policy did what the oracle would do."""
        self.success[name] += 0.3 * (agreed - self.success[name])


def examination(args: LessonArgs) -> dict[str, list[Job]]:
    """Returns the jobs of the evaluation, by what is new in them; all of their seeds are held out."""
    jobs: dict[str, list[Job]] = defaultdict(list)
    seeds = range(HELD_OUT, HELD_OUT + args.eval_episodes)
    for name, task in singles().items():
        if not args.only or name in args.only:
            jobs[regime(name)] += [Job(name, task, seed) for seed in seeds]
    for kind, rows in pairs().items() if not args.only else ():
        some = random.Random(f"{args.seed}:{kind}").sample(rows, min(args.eval_pairs, len(rows)))
        jobs[kind] = [Job(row.id, row_task(row), HELD_OUT) for row in some]
    for name in task_names(args.tasks) if args.hand else ():
        kind = "hand-made tasks" if read_index()[name].split == "train" else "hand-made tasks, never seen"
        jobs[kind] += [Job(name, name, seed) for seed in seeds]
    return jobs


class Stage:
    """The environments of one slot: one for all composed tasks, and one for each hand-made task."""

    def __init__(self) -> None:
        self._composed: ComposedEnv | None = None
        self._hand: dict[str, CrabEnv] = {}

    def start(self, job: Job) -> tuple[CrabEnv, dict[str, Any]]:
        """Returns the environment of a job and the info of its reset."""
        if isinstance(job.task, ComposedTask):
            if self._composed is None:
                self._composed = ComposedEnv(job.task.to_json(), screens=False, success_at="complete")
            return self._composed, self._composed.play(job.task, job.seed)[1]
        if job.name not in self._hand:
            kwargs: dict[str, Any] = {"screens": False, "devices": "all", "success_at": "complete"}
            made = gym.make(f"Crab-v0/{job.task}", disable_env_checker=True, **kwargs)
            self._hand[job.name] = made.unwrapped  # type: ignore[assignment]
        env = self._hand[job.name]
        return env, env.reset(seed=job.seed)[1]


Step: TypeAlias = tuple[View, Choice]


@dataclass
class Played:
    """An episode that was played.

    Attributes:
        job: Which.
        steps: What is to be imitated.
        asked: Whether the policy was asked what it would do.
        agreed: The share of the steps in which it would do what the oracle would.
        success: Whether the task was solved.
        completion: How much of it.
        gap: The reason why the oracle couldn't be followed, ``""`` if it could.
        end: Why it ended, see ``info["end_reason"]``.
    """

    job: Job
    steps: list[Step] = field(default_factory=list)
    asked: bool = False
    agreed: float = 0.0
    success: bool = False
    completion: float = 0.0
    gap: str = ""
    end: str = ""


Episode: TypeAlias = Generator[View, Choice, Played]
"""An episode that asks for the policy's choice for each view that it yields."""


class Actor:
    """Sees and acts in an episode.

    Args:
        stage: The environments.
        job: The episode.
        lexicon: Numbers the words.
        moves: Numbers the moves.
    """

    def __init__(self, stage: Stage, job: Job, lexicon: Lexicon, moves: Moves) -> None:
        self.env, self.info = stage.start(job)
        self.seed, self.moves, self.over = job.seed, moves, False
        self._observer = Observer(lexicon, self.info["goal"], self.env.screen_sizes)
        self._obs: Any = None

    def see(self) -> View:
        """Returns the present view."""
        return self._observer.see({device: self.env.elements(device) for device in self.env.screen_sizes})

    def act(self, choice: Choice, view: View) -> None:
        """Carries out a choice."""
        deed = self.moves.decode(choice, view)
        self._obs, _, terminated, truncated, self.info = self.env.step(deed.action)
        self._observer.did(deed, bool(self.info["invalid_action"]))
        self.over = terminated or truncated

    def oracle(self) -> OraclePolicy:
        """Returns an oracle that goes on from here."""
        policy = OraclePolicy(self.env)
        policy.reset(self.info["goal"], policy_spec(self.env, self.seed))
        return policy

    def demonstrate(self, oracle: OraclePolicy, view: View) -> Choice | str:
        """Returns the choice that stands for the oracle's next action, or the reason why there is none."""
        try:
            action = oracle.act(self._obs, self.info)
        except OracleStuck as error:
            return str(error)
        choice = self.moves.encode(action, view)
        return f"nothing stands for {action}" if choice is None else choice


def alone(stage: Stage, job: Job, lexicon: Lexicon, moves: Moves) -> Episode:
    """Plays an episode as the policy chooses.

    Args:
        stage: The environments.
        job: The episode.
        lexicon: Numbers the words.
        moves: Numbers the moves.
    """
    actor, played = Actor(stage, job, lexicon, moves), Played(job)
    while not actor.over:
        view = actor.see()
        actor.act((yield view), view)
    played.success, played.completion = actor.info["is_success"], actor.info["completion"]
    played.end = actor.info["end_reason"]
    return played


def led(stage: Stage, job: Job, lexicon: Lexicon, moves: Moves, stray: int = -1) -> Episode:
    """Plays an episode as the oracle does, and keeps its steps.

    Args:
        stage: The environments.
        job: The episode.
        lexicon: Numbers the words.
        moves: Numbers the moves.
        stray: Steps for which the policy may go its own way where it first wouldn't do as the oracle does; then
            another oracle goes on from there. -1 if the policy isn't asked.
    """
    actor, played, agreed = Actor(stage, job, lexicon, moves), Played(job, asked=stray >= 0), 0
    oracle, kept, asked, answered = actor.oracle(), 0, played.asked, 0
    while not actor.over:
        view = actor.see()
        right = actor.demonstrate(oracle, view)
        if isinstance(right, str):
            played.gap = right
            break
        played.steps.append((view, right))
        if asked:
            own = yield view
            answered += 1
            if moves.decode(own, view).action == moves.decode(right, view).action:
                agreed += 1
            else:
                asked = False
                if stray and not _ends(moves, own):
                    kept = len(played.steps)
                    actor.act(own, view)
                    for _ in range(stray - 1):
                        if actor.over:
                            break
                        view = actor.see()
                        own = yield view
                        if _ends(moves, own):
                            break
                        actor.act(own, view)
                    if not actor.over:
                        oracle = actor.oracle()
                    continue
        actor.act(right, view)
    played.success, played.completion = actor.info["is_success"], actor.info["completion"]
    played.agreed = agreed / max(1, answered)
    if not played.success:  # up to where the policy strayed, the oracle was right
        played.steps = played.steps[:kept]
    return played


def _ends(moves: Moves, choice: Choice) -> bool:
    """Returns whether a choice ends an episode, or may do so."""
    return json.loads(moves.known[choice.move])[1] in ("complete", "submit")


Act: TypeAlias = Callable[[list[View]], list[Choice]]


def play(episodes: Iterator[Callable[[Stage], Episode]], act: Act, stages: Sequence[Stage]) -> Iterator[Played]:
    """Plays episodes side by side, and yields each when it has ended; the policy chooses for all of them at once."""
    free, running = list(stages), dict[int, tuple[Stage, Episode, View]]()
    left = True
    while left or running:
        while left and free:
            begin = next(episodes, None)
            if begin is None:
                left = False
                break
            stage = free.pop()
            yield from _go_on(begin(stage), None, stage, free, running)
        if running:
            at = list(running)
            for key, choice in zip(at, act([running[key][2] for key in at]), strict=True):
                stage, episode, _ = running.pop(key)
                yield from _go_on(episode, choice, stage, free, running)


def _go_on(
    episode: Episode, choice: Any, stage: Stage, free: list[Stage], running: dict[int, tuple[Stage, Episode, View]]
) -> Iterator[Played]:
    try:
        running[id(stage)] = (stage, episode, episode.send(choice))
    except StopIteration as end:
        free.append(stage)
        yield end.value
