"""Learns tasks from screenshots with plain PPO (stable-baselines3, ``MultiInputPolicy``): no elements, no masks.

The policy sees the screens, scaled down, and the goal's words as a vector (`eyes`). Its actions are those of
`DiscreteElements`, many of which have no effect on a given screen; it must learn which.

``python training/ppo_pixels.py --tasks learn.open_app --verbs tap --marks 32 --stop-at 0.96``

Measured with this command, seed 0, on one core of a busy 2-core machine: 32,768 steps in 389 seconds of CPU time (10
minutes elapsed), 100 % success over 100 held-out seeds. In the same way learn.open_panel (``--verbs
click``): 73,728 steps, 861 seconds (26 minutes), 100 %; learn.new_todo (``--verbs tap write_text --stop-at 0.97``):
96,256 steps, 631 seconds (20 minutes), 100 %.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import torch as th
from common import EnvArgs, Training, keep, load, make_training_envs, parse, report
from numpy.typing import NDArray
from stable_baselines3 import PPO

from crab_gym.integrations.checkpoints.arguments import Arguments
from crab_gym.integrations.checkpoints.eyes import EYES, Eyes


@dataclass
class Args(EnvArgs):
    """Arguments of the command line."""

    verbs: list[str] = field(default_factory=lambda: ["tap", "click", "write_text"])
    """verbs that the agent has"""
    marks: int = 48
    """elements of each device that can be pointed at"""
    texts: int = 4
    """texts that can be written"""
    height: int = 100
    """height of the screens that the policy sees; the phone's width follows from it"""
    width: int = 45
    """width of the phone's screen that the policy sees"""
    steps: int = 500_000
    """steps of all environments together"""
    minutes: float = 45.0
    """time after which training ends"""
    stop_at: float = 1.01
    """success in the last hundred training episodes at which it ends; above 1 for never"""
    rollout: int = 128
    """steps of each environment between two updates"""
    batch: int = 256
    """steps of a part of an update"""
    epochs: int = 4
    """passes over the collected steps in each update"""
    learning_rate: float = 5e-4
    """learning rate"""
    gamma: float = 0.95
    """discount of rewards"""
    gae_lambda: float = 0.9
    """lambda of the advantages (GAE): 0 trusts the estimated values, 1 the returns"""
    entropy: float = 0.06
    """weight of the entropy bonus"""
    clip: float = 0.2
    """largest change of an action's likelihood ratio in an update (PPO)"""


def wrappers(args: Any) -> list[Callable[[Any], gym.Env[Any, Any]]]:
    """Returns the wrappers that turn actions into indices and observations into screens, the goal and the time."""
    return Arguments.of(args, sees="screens").wrappers()


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Trains, saves, evaluates; returns the success over held-out seeds by task."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    out = Path(args.out)
    envs = make_training_envs(args, wrappers, screens=True)
    keep(args, envs, "screens")
    if args.resume:
        model = load(PPO, args.resume, envs)
    else:
        model = PPO(
            "MultiInputPolicy",
            envs,
            learning_rate=args.learning_rate,
            n_steps=args.rollout,
            batch_size=args.batch,
            n_epochs=args.epochs,
            gamma=args.gamma,
            gae_lambda=args.gae_lambda,
            clip_range=args.clip,
            ent_coef=args.entropy,
            tensorboard_log=args.out,
            seed=args.seed,
            device="cpu",
            policy_kwargs={"features_extractor_class": Eyes, **EYES},
        )
    total = model.num_timesteps + args.steps
    model.learn(args.steps, Training(total, out, args.minutes, args.stop_at), reset_num_timesteps=not args.resume)
    envs.close()

    def act(seen: dict[str, Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        return model.predict(seen, deterministic=True)[0]

    return report(act, args, wrap=wrappers, screens=True)


if __name__ == "__main__":
    main()
