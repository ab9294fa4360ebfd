"""One policy for many tasks: it imitates the oracles of sub-tasks, of compositions and of hand-made tasks, then mends.

``python training/generalist.py --minutes 40 --out runs/generalist`` trains and evaluates. The minutes are those of the
processor. ``--resume runs/generalist/checkpoint.zip --minutes 360`` goes on until six hours have been spent in all, and
``--resume runs/generalist/checkpoint.zip --minutes 0`` only evaluates.

The policy is in crab_gym/integrations/checkpoints/generalist; `view.py` there is the first file to read. `lessons.py`
has the episodes. A round of training has two halves:

1. Episodes are collected. At first the oracle plays alone. Later the policy plays, as long as it would do what the
   oracle does; where it wouldn't, it may go its own way for a few steps, and the oracle leads from there to the goal
   (DAgger, Ross et al. 2011). What the oracle did is kept, if it reached the goal.
2. Batches of the kept steps are imitated.

What it has learned: docs/learning.md.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from command_line import parse
from lessons import Episode, Job, LessonArgs, Played, Stage, Tasks, alone, examination, led, play
from progress import watched
from torch.nn import functional

from crab_gym.integrations.checkpoints.arguments import FILE, read_saved
from crab_gym.integrations.checkpoints.generalist.lexicon import Lexicon
from crab_gym.integrations.checkpoints.generalist.moves import COPY, END, MAX_PIECES, Choice, Moves
from crab_gym.integrations.checkpoints.generalist.network import START, Generalist, Sizes, Source, choose, tensors
from crab_gym.integrations.checkpoints.generalist.policy import SIZES, load
from crab_gym.integrations.checkpoints.generalist.view import GOAL, SHAPES, View

TARGETS = {"move": (), "mark": (), "app": (), "pieces": (MAX_PIECES, 3)}
"""Name to shape of what is imitated at a step; a piece is a code, a first place and a number of words."""
FIRST = '["root", "complete", {}]'
"""The first move, which a policy knows before it has seen any."""
OPTIMIZER = "optimizer.pt"
"""Name of the file that a training needs to go on as it was, beside the checkpoint."""
WEIGHTS = {"code": 0.3}
"""Weights of losses: texts have many characters, which would outweigh all else."""


@dataclass
class Args(LessonArgs):
    """Arguments of the command line."""

    minutes: float = 40.0
    """processor minutes of the training, of all runs that led to a checkpoint together"""
    episodes: int = 256
    """episodes that are collected in a round"""
    mending: float = 0.2
    """share of the minutes after which the policy plays along in half of the episodes"""
    passes: float = 2.0
    """how often a kept step is imitated, on average"""
    memory: int = 100_000
    """steps that are kept"""
    batch: int = 32
    """steps of an update"""
    learning_rate: float = 1e-3
    """the highest learning rate"""
    width: int = 96
    """width of the network's layers"""
    layers: int = 3
    """the network's layers"""
    heads: int = 3
    """heads of attention in each layer"""
    slots: int = 16
    """episodes that are played side by side"""
    threads: int = 1
    """threads of torch"""
    out: str = "runs/generalist"
    """folder for the checkpoint, the curve and the results"""
    resume: str = ""
    """checkpoint to go on from"""


class Kept:
    """The steps that are imitated, in arrays of numbers and bytes; new ones replace the oldest.

    Args:
        size: How many are kept.
    """

    def __init__(self, size: int) -> None:
        self.size, self.count = size, 0
        self.seen = {name: np.zeros((size, *shape), kind) for name, (shape, kind) in SHAPES.items()}
        self.targets = {name: np.full((size, *shape), -1, np.int16) for name, shape in TARGETS.items()}

    def add(self, view: View, choice: Choice) -> None:
        """Keeps a step."""
        at = self.count % self.size
        self.count += 1
        for name, array in self.seen.items():
            array[at] = view.arrays[name]
        for name in ("move", "mark", "app"):
            self.targets[name][at] = getattr(choice, name)
        self.targets["pieces"][at] = -1
        if choice.pieces:
            self.targets["pieces"][at, : len(choice.pieces)] = choice.pieces

    def draw(self, rng: np.random.Generator, count: int) -> tuple[dict[str, Any], dict[str, th.Tensor]]:
        """Returns the arrays and targets of some steps."""
        rows = rng.integers(0, min(self.count, self.size), count)
        targets = {name: th.from_numpy(array[rows].astype(np.int64)) for name, array in self.targets.items()}
        return {name: array[rows] for name, array in self.seen.items()}, targets


def losses(
    net: Generalist, arrays: dict[str, Any], targets: dict[str, th.Tensor], lexicon: Lexicon, texts: th.Tensor
) -> dict[str, th.Tensor]:
    """Returns minus the logarithms of the likelihoods of what is imitated, by part, as sums over a batch.

    Args:
        net: The network.
        arrays: What was seen.
        targets: What is imitated.
        lexicon: Numbers the words.
        texts: Which moves write a text.
    """
    inputs, parts = tensors(arrays, lexicon)
    seen = net(inputs, parts)
    moves, marks, apps = targets["move"], targets["mark"], targets["app"]
    found = {"move": functional.cross_entropy(net.score_moves(seen), moves, reduction="sum")}
    found["mark"] = functional.cross_entropy(net.score_marks(seen, moves), marks, ignore_index=-1, reduction="sum")
    scores = net.score_apps(seen, moves, inputs["app_facts"])
    found["app"] = functional.cross_entropy(scores, apps, ignore_index=-1, reduction="sum")
    rows = texts[moves].nonzero()[:, 0]
    if len(rows):
        found |= text_losses(
            net, net.source(seen, inputs, moves, rows), targets["pieces"][rows], inputs["goal"].shape[1]
        )
    return found


def text_losses(net: Generalist, source: Source, pieces: th.Tensor, words: int) -> dict[str, th.Tensor]:
    """Returns the losses of texts: of the pieces' codes, and of where copied spans begin and end.

    Args:
        net: The network.
        source: What they are written from.
        pieces: The pieces.
        words: Number of the goal's words in this batch.
    """
    longest = int((pieces[:, :, 0] >= 0).sum(1).max())
    pieces = functional.pad(pieces[:, :longest], (0, 0, 0, 1), value=-1)
    codes, firsts = pieces[:, :, 0].clone(), pieces[:, :, 1]
    count = (codes >= 0).sum(1)
    codes[th.arange(len(codes)), count] = END
    copied = codes == COPY
    firsts = th.where(firsts >= GOAL, firsts - GOAL + words, firsts).clamp(min=0)
    lasts = firsts + pieces[:, :, 2].clamp(min=1) - 1
    before = functional.pad(codes.clamp(min=0), (1, 0), value=START)[:, :-1]
    written, _ = net.writer(net.follow(source, before, functional.pad(firsts, (1, 0))[:, :-1]), net.start_text(source))
    scores, places = net.score_pieces(source, written)
    found = {"code": functional.cross_entropy(scores.flatten(0, 1), codes.flatten(), ignore_index=-1, reduction="sum")}
    if bool(copied.any()):
        found["first"] = functional.cross_entropy(places[copied], firsts[copied], reduction="sum")
        ends = net.score_ends(source, written, firsts)
        found["last"] = functional.cross_entropy(ends[copied], lasts[copied], reduction="sum")
    return found


class Training:
    """Trains a policy, and saves it.

    Args:
        args: The script's arguments.

    Attributes:
        net: The network.
        spent: The processor seconds so far, those before a resume included.
    """

    def __init__(self, args: Args) -> None:
        self.args, self.out = args, Path(args.out)
        for name in ("episodes", "batch", "slots", "memory", "width", "layers", "heads"):
            if getattr(args, name) < 1:
                raise SystemExit(f"--{name} is {getattr(args, name)}; expected at least 1")
        if args.width % args.heads:
            raise SystemExit(f"--width is {args.width}; expected a multiple of --heads, {args.heads}")
        th.manual_seed(args.seed)
        self.lexicon, self.spent, self.round, self.updates = Lexicon(), 0.0, 0, 0
        if args.resume:
            self.net, self.moves = self._load(Path(args.resume))
        else:
            self.net, self.moves = Generalist(Sizes(args.width, args.layers, args.heads)), Moves([FIRST])
        self.optimizer = th.optim.AdamW(self.net.parameters(), args.learning_rate, weight_decay=0.01)
        before = Path(args.resume).with_name(OPTIMIZER) if args.resume else None
        if before is not None and before.is_file():
            self.optimizer.load_state_dict(th.load(before, weights_only=True))
        self._begun = time.process_time() - self.spent
        self.tasks, self.kept = Tasks(args), Kept(args.memory)
        self.stages = [Stage() for _ in range(args.slots)]
        self._rng = np.random.default_rng(args.seed + self.round)
        self._number = self.round * args.episodes

    def _load(self, checkpoint: Path) -> tuple[Generalist, Moves]:
        try:
            net, moves = load(checkpoint)
        except ValueError as error:
            raise SystemExit(str(error)) from error
        saved = read_saved(checkpoint)
        for name in SIZES:
            setattr(self.args, name, saved[name])
        if "cpu_seconds" not in saved or "rounds" not in saved:
            raise SystemExit(f"the checkpoint {str(checkpoint)!r} wasn't made by this script, so it can't be resumed")
        self.spent, self.round = float(saved["cpu_seconds"]), int(saved["rounds"])
        return net, moves

    def save(self) -> None:
        """Writes the checkpoint, which is nothing but tensors, and the arguments beside it."""
        self.out.mkdir(parents=True, exist_ok=True)
        told = {"moves": self.moves.known, "cpu_seconds": round(self.spent, 1), "rounds": self.round}
        saved = {"sees": "tokens", "success_at": "complete", **asdict(self.args), **told}
        # The list of moves, which only grows, comes first: weights never number moves that it doesn't have.
        (self.out / f"{FILE}.new").write_text(json.dumps(saved, indent=1), encoding="utf-8")
        (self.out / f"{FILE}.new").replace(self.out / FILE)
        for name, content in (("checkpoint.zip", self.net), (OPTIMIZER, self.optimizer)):
            th.save(content.state_dict(), self.out / f"{name}.new")
            (self.out / f"{name}.new").replace(self.out / name)

    def act(self, views: list[View]) -> list[Choice]:
        """Returns the policy's choices."""
        return choose(self.net, views, self.lexicon, self.moves)

    @property
    def share(self) -> float:
        """The share of the minutes that is spent."""
        self.spent = time.process_time() - self._begun
        return self.spent / max(1e-9, 60 * self.args.minutes)

    def train(self) -> None:
        """Trains until the minutes are spent."""
        while self.share < 1:
            self.round += 1
            played = self.collect()
            steps = sum(len(one.steps) for one in played)
            updates = int(self.args.passes * steps / self.args.batch)
            lost: dict[str, float] = defaultdict(float)
            for _ in range(updates):
                for name, value in self.update().items():
                    lost[name] += value / updates
            asked = [one.agreed for one in played if one.asked]
            line = {
                "round": self.round,
                "cpu_seconds": round(self.spent, 1),
                "steps": steps,
                "episodes": len(played),
                "agreed": round(float(np.mean(asked)), 3) if asked else None,
                "gaps": sum(bool(one.gap) for one in played),
                "losses": {name: round(value, 4) for name, value in lost.items()},
            }
            self.save()
            with (self.out / "curve.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            print(json.dumps(line), flush=True)

    def collect(self) -> list[Played]:
        """Plays the episodes of a round, and keeps what is to be imitated."""
        rng, half = random.Random(f"{self.args.seed}:{self.round}"), self.share > self.args.mending

        def begin(job: Job) -> Callable[[Stage], Episode]:
            stray = rng.choice((1, 1, 2, 3)) if half and rng.random() < 0.5 else -1
            return partial(led, job=job, lexicon=self.lexicon, moves=self.moves, stray=stray)

        jobs = [self.tasks.draw(self._number + number) for number in range(self.args.episodes)]
        self._number += len(jobs)
        self.net.eval()
        played = list(play(map(begin, jobs), self.act, self.stages))
        for one in played:
            for view, choice in one.steps:
                self.kept.add(view, choice)
            if one.asked:
                self.tasks.note(one.job.name, one.agreed)
            if one.gap and not one.steps:
                self.tasks.impossible[one.job.name] = 1 + self.tasks.impossible.get(one.job.name, 0)
        return played

    def update(self) -> dict[str, float]:
        """Imitates a batch; returns the losses per step."""
        share = min(1.0, self.share)
        self.updates += 1
        warm = min(1.0, self.updates / 100)
        fading = 0.04 + 0.96 * (0.5 + 0.5 * math.cos(math.pi * share))
        for group in self.optimizer.param_groups:
            group["lr"] = self.args.learning_rate * warm * fading
        arrays, targets = self.kept.draw(self._rng, self.args.batch)
        texts = th.tensor([self.moves.kind(move) == "text" for move in range(len(self.moves))])
        self.net.train()
        with th.autocast("cpu", th.bfloat16):  # multiplies several times as fast where the processor knows how
            found = losses(self.net, arrays, targets, self.lexicon, texts)
        self.optimizer.zero_grad()
        total = th.stack([loss * WEIGHTS.get(name, 1.0) for name, loss in found.items()]).sum()
        (total / self.args.batch).backward()
        th.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self.optimizer.step()
        return {name: float(loss.detach()) / self.args.batch for name, loss in found.items()}


def evaluate(training: Training) -> dict[str, Any]:
    """Prints and returns the success in held-out episodes, and writes it to ``success.json``."""
    training.net.eval()
    results: dict[str, Any] = {"cpu_seconds": round(training.spent, 1), "seed": training.args.seed}
    for kind, jobs in examination(training.args).items():
        begins = [partial(alone, job=job, lexicon=training.lexicon, moves=training.moves) for job in jobs]
        done = play(iter(begins), training.act, training.stages)
        by_task: dict[str, list[Played]] = defaultdict(list)
        for one in watched(done, kind, len(jobs)):
            by_task[one.job.name].append(one)
        rates = {name: float(np.mean([one.success for one in some])) for name, some in sorted(by_task.items())}
        every = [one for some in by_task.values() for one in some]
        told = {
            "tasks": len(rates),
            "episodes": len(every),
            "success": round(float(np.mean([one.success for one in every])), 4),
            "completion": round(float(np.mean([one.completion for one in every])), 4),
            "ended too early": round(float(np.mean([one.end == "false_completion" for one in every])), 4),
            "tasks from 80 % on": sum(rate >= 0.8 for rate in rates.values()),
        }
        results[kind] = {**told, "by task": rates}
        print(f"{kind:28} {json.dumps(told)}", flush=True)
    training.out.mkdir(parents=True, exist_ok=True)
    (training.out / "success.json").write_text(json.dumps(results, indent=1), encoding="utf-8")
    return results


def main(argv: list[str] | None = None) -> dict[str, Any]:
    """Trains, saves, evaluates; returns the results."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    training = Training(args)
    training.train()
    return evaluate(training) if args.eval_episodes else {}


if __name__ == "__main__":
    main()
