"""Trained networks that choose indices (extra ``rl``).

* `network_of` - makes the network of a checkpoint, for an environment.

A checkpoint is the zip file of stable-baselines3. Of it, only the weights are read, as plain tensors: nothing is
unpickled, so that playing a checkpoint runs no code of its file.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile

import gymnasium as gym
import torch as th
from stable_baselines3.common.policies import MultiInputActorCriticPolicy
from stable_baselines3.common.vec_env.vec_transpose import VecTransposeImage

from crab_gym.integrations.checkpoints.arguments import Arguments
from crab_gym.integrations.checkpoints.eyes import EYES, Eyes
from crab_gym.integrations.checkpoints.pointer import PointerExtractor, PointerPolicy

__all__ = ["Network", "network_of"]

Network: TypeAlias = Callable[[dict[str, Any], Any], int]
"""Returns the index for an observation and a mask of the valid indices."""


def network_of(checkpoint: Path, arguments: Arguments, env: gym.Env[Any, Any]) -> Network:
    """Returns the network of a checkpoint, which acts greedily.

    Args:
        checkpoint: The file.
        arguments: The network's arguments.
        env: An environment with the wrappers of the arguments.

    Raises:
        ValueError: The file is no checkpoint, or its weights are of another shape.
    """
    policy: Any
    if arguments.sees == "screens":
        shown: Any = env.observation_space
        turn = VecTransposeImage.transpose_space
        seen = {name: turn(one, name) if len(one.shape) == 3 else one for name, one in shown.spaces.items()}
        policy = MultiInputActorCriticPolicy(
            gym.spaces.Dict(seen), env.action_space, _still, **EYES, features_extractor_class=Eyes
        )
    else:
        layout, devices = env.get_wrapper_attr("layout"), env.get_wrapper_attr("devices")
        about = {"layout": layout, "devices": devices, "width": arguments.width}
        policy = PointerPolicy(
            env.observation_space,
            env.action_space,
            _still,
            features_extractor_class=PointerExtractor,
            features_extractor_kwargs=about,
        )
    try:
        with ZipFile(checkpoint) as file:
            policy.load_state_dict(th.load(io.BytesIO(file.read("policy.pth")), "cpu", weights_only=True))
    except (OSError, KeyError, BadZipFile, pickle.UnpicklingError, RuntimeError, EOFError) as error:
        raise ValueError(f"the checkpoint {str(checkpoint)!r} can't be played: {error}") from error
    policy.set_training_mode(False)

    def choose(seen: dict[str, Any], mask: Any) -> int:
        masked = {} if arguments.sees == "screens" else {"action_masks": mask}
        return int(policy.predict(seen, deterministic=True, **masked)[0])

    return choose


def _still(left: float) -> float:
    """Returns the learning rate of a network that no longer learns."""
    return 0.0
