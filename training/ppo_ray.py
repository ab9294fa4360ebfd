"""Learns tasks as ppo_masked.py does, with environments in Ray actors on the hosts of a cluster, and the learner here.

python training/ppo_ray.py --tasks learn.check_todo --actors 4 --envs 16 --out runs/ray

Each actor has environments of its own and a copy of the policy. For each update it plays ``--rollout`` steps of each
with the latest weights, and returns them as arrays. An actor or a host that is lost is replaced, and what it had begun
is played again by another. If this process or its host is lost, the same command goes on from the last checkpoint.

Nothing is counted twice: ``episodes.jsonl`` has a line for each episode that ended, with an id and the number of the
piece of experience that it came with. What came after the checkpoint is dropped from it, and from ``curve.jsonl``.

docs/distributed.md has figures, and how to start it on Kubernetes and under Slurm.
"""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from common import Training, keep, load, make_training_envs, parse, report, task_names
from novelty import Novelty
from ppo_masked import Args as MaskedArgs
from ppo_masked import hyperparameters, make_model
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper

from crab_gym.rollout.fleet import Fleet, Origin

ARRAYS = ("actions", "rewards", "episode_starts", "values", "log_probs", "advantages", "returns", "action_masks")
"""The arrays of a rollout buffer beside its observations; all begin with a step and an environment."""


@dataclass
class Args(MaskedArgs):
    """Arguments of the command line; ``--envs`` is the number of an actor's environments."""

    actors: int = 2
    """Ray actors"""
    cpus: float = 1.0
    """processors that each reserves on its host"""
    ahead: bool = False
    """whether actors play on with the previous weights while the learner computes new ones"""
    piece_timeout: float = 600.0
    """seconds that an actor may need for an update's steps before it counts as lost"""
    save_every: float = 60.0
    """seconds between two checkpoints"""


def drawn(*numbers: int) -> int:
    """Returns a seed that some numbers determine."""
    return int(np.random.SeedSequence(numbers).generate_state(1)[0])


class Ended(BaseCallback):
    """Notes the episodes that end in an actor.

    Args:
        origin: The actor's origin.
    """

    def __init__(self, origin: Origin) -> None:
        super().__init__()
        self._origin, self._count = origin, 0
        self.episodes: list[dict[str, Any]] = []

    def _on_step(self) -> bool:
        for info, over in zip(self.locals["infos"], self.locals["dones"], strict=True):
            if over:
                ended, names = info["episode"], (*self._origin, self._count)
                self._count += 1
                self.episodes.append(
                    {
                        "id": "-".join(map(str, names)),
                        "task": info["task"],
                        "success": bool(info["is_success"]),
                        "return": round(float(ended["r"]), 4),
                        "steps": int(ended["l"]),
                    }
                )
        return True


class Player:
    """What an actor has: environments, and a copy of the policy that plays in them.

    Args:
        origin: The actor's origin.
        args: The script's arguments.
    """

    def __init__(self, origin: Origin, args: Args) -> None:
        th.set_num_threads(args.threads)
        self._seed, self._ended = args.seed, Ended(origin)
        watched = make_training_envs(args)
        self._envs, self._watch = Novelty(watched, args.novelty), watched
        self._model = make_model(args, self._envs)
        self._model.tensorboard_log = None
        self._envs.seed(drawn(args.seed, *origin))
        self._model._setup_learn(0, self._ended)  # starts episodes

    def collect(self, weights: dict[str, Any], number: int) -> dict[str, Any]:
        """Plays with the weights; returns the arrays of the buffer, the episodes that ended, and the time in them."""
        model, before = self._model, self._watch.stepping
        model.policy.load_state_dict({name: th.tensor(array) for name, array in weights.items()})
        th.manual_seed(drawn(self._seed, number))
        self._ended.episodes = []
        model.collect_rollouts(self._envs, self._ended, model.rollout_buffer, model.n_steps)
        arrays = {name: getattr(model.rollout_buffer, name) for name in ARRAYS}
        return {
            "observations": model.rollout_buffer.observations,
            **arrays,
            "episodes": self._ended.episodes,
            "stepping": self._watch.stepping - before,
        }


class Elsewhere(VecEnvWrapper):
    """The learner's view of the environments in the actors: only their number and their spaces.

    Args:
        args: The script's arguments.

    Attributes:
        stepping: Seconds that an actor's environments took, on average.
    """

    def __init__(self, args: Args) -> None:
        super().__init__(make_training_envs(replace(args, envs=len(task_names(args.tasks)), workers=0)))
        self.num_envs, self.stepping = args.actors * args.envs, 0.0

    def reset(self) -> Any:
        """Does nothing: each actor starts its own episodes."""
        return {}

    def step_wait(self) -> Any:
        """Isn't used: the actors step."""
        raise NotImplementedError


class Learner(MaskablePPO):
    """PPO whose experience is collected by a fleet.

    Attributes:
        fleet: The fleet.
        file: The file with a line for each episode that ended.
        actors: Number of pieces for an update.
        ahead: Whether the pieces for the next update are begun before this one.
        pieces: Number of pieces that it has learned from, or is about to.
        begun: Number of steps at the start of the training.
    """

    fleet: Fleet
    file: Path
    actors = 0
    ahead = False
    pieces = 0
    begun = 0

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "fleet", "file"]

    def collect_rollouts(
        self, env: Any, callback: Any, rollout_buffer: Any, n_rollout_steps: int, use_masking: bool = True
    ) -> bool:
        """Fills the buffer with the fleet's pieces; returns whether training goes on.

        Args:
            env: The view of the environments.
            callback: The callback.
            rollout_buffer: The buffer.
            n_rollout_steps: Steps of each environment.
            use_masking: Not used: actions are always masked.
        """
        if not callback.on_step():
            return False
        callback.on_rollout_start()
        if not self.fleet.pending:
            self.fleet.ask(self.weights(), self.actors)
        pieces = self.fleet.take(self.actors)
        if self.ahead:
            self.fleet.ask(self.weights(), self.actors)
        rollout_buffer.reset()
        width = env.num_envs // self.actors
        for place, piece in enumerate(pieces):
            columns = slice(place * width, (place + 1) * width)
            for name, array in piece.content["observations"].items():
                rollout_buffer.observations[name][:, columns] = array
            for name in ARRAYS:
                getattr(rollout_buffer, name)[:, columns] = piece.content[name]
            self._note(piece.number, piece.content["episodes"])
            env.stepping += piece.content["stepping"] / self.actors
        rollout_buffer.pos, rollout_buffer.full = n_rollout_steps, True
        self.num_timesteps += n_rollout_steps * env.num_envs
        self.pieces += len(pieces)
        callback.on_step()  # tells it the number of steps
        callback.on_rollout_end()
        return True

    def weights(self) -> dict[str, Any]:
        """Returns the policy's weights as arrays."""
        return {name: tensor.numpy() for name, tensor in self.policy.state_dict().items()}

    def _note(self, number: int, episodes: list[dict[str, Any]]) -> None:
        """Adds a piece's episodes to the statistics and to ``episodes.jsonl``."""
        assert self.ep_info_buffer is not None and self.ep_success_buffer is not None
        with self.file.open("a", encoding="utf-8") as file:
            for episode in episodes:
                self.ep_info_buffer.append({"r": episode["return"], "l": episode["steps"], "t": 0.0})
                self.ep_success_buffer.append(episode["success"])
                file.write(json.dumps({"piece": number, **episode}) + "\n")


def cut(file: Path, name: str, end: int) -> None:
    """Drops the lines of a file in which a number isn't below an end, and an incomplete last one."""
    if file.is_file():
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if line.endswith("\n") and json.loads(line)[name] < end]
        shorter = file.with_suffix(".shorter")
        shorter.write_text("".join(kept), encoding="utf-8")
        shorter.replace(file)


def make_learner(args: Args, envs: Elsewhere, own: Path) -> Learner:
    """Returns the learner: from the checkpoint to resume, or a new one.

    Args:
        args: The script's arguments.
        envs: The view of the environments.
        own: The training's own checkpoint; any other is where it starts.
    """
    if args.resume:
        model = load(Learner, args.resume, envs, **hyperparameters(args))
        if Path(args.resume) != own:
            model.begun, model.pieces = model.num_timesteps, 0
    else:
        model = make_model(args, envs, Learner)
    model.actors, model.ahead, model.file = args.actors, args.ahead, own.parent / "episodes.jsonl"
    cut(model.file, "piece", model.pieces)
    cut(own.parent / "curve.jsonl", "steps", model.num_timesteps + 1)
    th.manual_seed(drawn(args.seed, model.pieces))
    np.random.seed(drawn(args.seed, model.pieces))  # by which the algorithm shuffles
    return model


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Trains, saves, evaluates; returns the success over held-out seeds by task."""
    logging.basicConfig(format="%(message)s")
    args = parse(Args, argv)
    out = Path(args.out)
    own = out / "checkpoint.zip"
    if own.is_file():
        args = parse(Args, [*(sys.argv[1:] if argv is None else argv), "--resume", str(own)])
    th.set_num_threads(args.threads)
    envs = Elsewhere(args)
    keep(args, envs)
    model = make_learner(args, envs, own)
    left = model.begun + args.steps - model.num_timesteps
    if left > 0:
        model.fleet = Fleet(
            partial(Player, args=args),
            args.actors,
            resources={"CPU": args.cpus},
            first=model.pieces,
            piece_timeout=args.piece_timeout,
        )
        training = Training(
            model.num_timesteps + left,
            out,
            args.minutes,
            args.stop_at,
            entropy=args.entropy,
            save_every=args.save_every,
        )
        model.learn(left, training, reset_num_timesteps=model.num_timesteps == 0)
        print(f"{model.num_timesteps - model.begun} steps; {model.fleet.losses} actors were lost and replaced")
        model.fleet.close()
    envs.close()

    def act(seen: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    return report(act, args)


if __name__ == "__main__":
    main()
