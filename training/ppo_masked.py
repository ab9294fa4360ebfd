"""Learns tasks from scratch with PPO over the elements on the screens, with invalid actions masked (sb3-contrib).

python training/ppo_masked.py --tasks learn.check_todo --steps 60000
tensorboard --logdir runs/training

Measured with seed 0 and --stop-at 0.98 on one core of a busy 2-core machine:

    task                    steps    CPU seconds   success over 100 held-out seeds
    learn.open_panel        10,240            25   100 %
    learn.flip_switch       11,264            26   100 %
    learn.check_todo        13,312            33   100 %
    learn.new_todo          24,576            38   100 %
    learn.panel_from_todo   25,600            64   100 %  (both devices)

These are without the bonus (--novelty 0); all but learn.flip_switch were measured while the checkpoints alone paid. For
that one, success has to pay as well: else switches that are turned by mistake cost nothing, and it stays at 83 %.

Success of learn.check_todo by thousands of steps: 5: 5 %, 7: 33 %, 9: 70 %, 11: 94 %, 13: 99 %. Many other tasks:
benchmarks/learning_table.py, docs/miniwob.md. Shaped against sparse rewards: benchmarks/learning.py, docs/learning.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch as th
from common import EnvArgs, Training, keep, load, make_training_envs, parse, report
from novelty import Novelty
from sb3_contrib import MaskablePPO

from crab_gym.integrations.checkpoints.pointer import PointerExtractor, PointerPolicy

Model = TypeVar("Model", bound=MaskablePPO)


@dataclass
class Args(EnvArgs):
    """Arguments of the command line."""

    steps: int = 200_000
    """steps of all environments together"""
    minutes: float = 15.0
    """time after which training ends"""
    stop_at: float = 1.01
    """success in the last hundred training episodes at which it ends; above 1 for never"""
    rollout: int = 64
    """steps of each environment between two updates"""
    batch: int = 256
    """steps of a part of an update"""
    epochs: int = 4
    """passes over the collected steps in each update"""
    learning_rate: float = 1e-3
    """learning rate; in the last third it falls to 0"""
    gamma: float = 0.95
    """discount of rewards"""
    gae_lambda: float = 0.9
    """lambda of the advantages (GAE): 0 trusts the estimated values, 1 the returns"""
    entropy: float = 0.01
    """weight of the entropy bonus; it falls as training succeeds, and rises if it never does"""
    novelty: float = 0.05
    """bonus for what an episode first meets of what the goal names; it falls each time, and isn't in the curve"""
    clip: float = 0.2
    """largest change of an action's likelihood ratio in an update (PPO)"""
    width: int = 64
    """width of the network's layers"""


def fading(left: float, rate: float) -> float:
    """Returns the learning rate while a share of the steps is left: in the last third it falls to 0."""
    return rate * min(1.0, 3.0 * left)


def hyperparameters(args: Args) -> dict[str, Any]:
    """Returns the arguments of the algorithm, which may change when training is resumed."""
    return {
        "learning_rate": partial(fading, rate=args.learning_rate),
        "n_steps": args.rollout,
        "batch_size": args.batch,
        "n_epochs": args.epochs,
        "gamma": args.gamma,
        "gae_lambda": args.gae_lambda,
        "clip_range": args.clip,
        "ent_coef": args.entropy,
        "tensorboard_log": args.out,
    }


def make_model(args: Args, envs: Any, algorithm: type[Model] = MaskablePPO) -> Model:
    """Returns the learner: PPO, or a class derived from it, with a pointer policy."""
    layout, devices = (envs.get_attr(name, [0])[0] for name in ("layout", "devices"))
    return algorithm(
        PointerPolicy,
        envs,
        policy_kwargs={
            "features_extractor_class": PointerExtractor,
            "features_extractor_kwargs": {"layout": layout, "devices": devices, "width": args.width},
        },
        seed=args.seed,
        device="cpu",
        **hyperparameters(args),
    )


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Trains, saves, evaluates; returns the success over held-out seeds by task."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    out = Path(args.out)
    envs = Novelty(make_training_envs(args), args.novelty)
    keep(args, envs)
    if args.resume:
        model = load(MaskablePPO, args.resume, envs, **hyperparameters(args))
    else:
        model = make_model(args, envs)
    total = model.num_timesteps + args.steps
    training = Training(total, out, args.minutes, args.stop_at, entropy=args.entropy)
    model.learn(args.steps, training, reset_num_timesteps=not args.resume)
    envs.close()

    def act(seen: dict[str, np.ndarray], masks: np.ndarray) -> np.ndarray:
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    return report(act, args)


if __name__ == "__main__":
    main()
