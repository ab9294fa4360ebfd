"""Data sets of oracle episodes in the format of Minari (extra ``minari``), for offline learning.

* `export` - plays a task's oracle and writes a data set.
* `make_env` - the environment of the data sets, which their ``recover_environment()`` makes again.
* `dataset_id` - a task's data set's id.
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any, Final, NamedTuple

import gymnasium as gym
import numpy as np

from crab_gym.integrations.episodes import needed
from crab_gym.task.registration import CUSTOM, NAMESPACE, PLAIN_REWARD
from crab_gym.wrappers import ComposedElements, Demonstration, DiscreteElements, Features, demonstrate

try:
    import minari
    from minari.data_collector.episode_buffer import EpisodeBuffer
except ImportError as error:
    raise needed("minari", "minari", error) from error

__all__ = ["Exported", "dataset_id", "export", "make_env"]

VERSION: Final = 0
"""The version of the data sets; it is raised when their spaces or their contents change."""
_VARIABLE: Final = "MINARI_DATASETS_PATH"


class Exported(NamedTuple):
    """The outcome of an export.

    Attributes:
        id: The data set's id.
        episodes: Number of episodes.
        steps: Number of steps.
        left_out: Reasons why others were left out, by seed.
    """

    id: str
    episodes: int
    steps: int
    left_out: dict[int, str]


def dataset_id(task: str, compose: bool = True) -> str:
    """Returns the id of a task's data set.

    >>> dataset_id("learn.open_panel")
    'crab/learn_open_panel/oracle-v0'
    """
    return f"crab/{re.sub('[^a-zA-Z0-9]', '_', task)}/oracle{'' if compose else '-plain'}-v{VERSION}"


def make_env(task: str, compose: bool = True, flat: bool = True, marks: int = 64, texts: int = 32) -> gym.Env[Any, Any]:
    """Returns the environment of a data set: that of ``Crab-elements-v0``, but for composed actions.

    Args:
        task: The task: an id, ``"module:NAME"``, or a synthesised one.
        compose: Whether actions are composed, so that every oracle has indices.
        flat: Whether observations are one vector, not a dict of tables.
        marks: Maximum number of marks per device.
        texts: Number of places for texts.
    """
    known = f"{NAMESPACE}/{task}" in gym.registry
    selection: dict[str, Any] = {} if known else {"task": task}
    env: gym.Env[Any, Any] = gym.make(
        f"{NAMESPACE}/{task}" if known else CUSTOM,
        **selection,
        screens=False,
        reward_weights=dict(PLAIN_REWARD),
        disable_env_checker=True,
    )
    elements = ComposedElements if compose else DiscreteElements
    env = elements(env, marks=marks, texts=texts, mask_in_info=True, wrap_around=True)
    env = Features(env, marks=marks, flat=flat)
    return gym.wrappers.FlattenObservation(env) if flat else env


def export(task: str, seeds: Iterable[int], name: str = "", folder: str = "", **options: Any) -> Exported:
    """Plays a task's oracle and writes its successful episodes as a data set.

    Each step's info has the mask, ``action_mask``.

    Args:
        task: The task.
        seeds: The seeds of the episodes.
        name: The data set's id; by default `dataset_id`.
        folder: The folder of data sets; by default Minari's own, ``MINARI_DATASETS_PATH``.
        options: Options of `make_env`.

    Raises:
        ValueError: There is such a data set already, or no episode was a success.
    """
    name = name or dataset_id(task, options.get("compose", True))
    left_out: dict[int, str] = {}
    with closing(make_env(task, **options)) as env, _datasets_in(folder), warnings.catch_warnings():
        if name in minari.list_local_datasets():
            raise ValueError(f"there is a data set {name!r} already; `minari delete {name}` deletes it")
        buffers = list(_buffers(env, seeds, left_out))
        if not buffers:
            why = next(iter(left_out.values()), "there are no seeds")
            raise ValueError(f"no episode of {task} was a success: {why}")
        goal = env.unwrapped.task.description  # type: ignore[attr-defined]
        warnings.simplefilter("ignore", UserWarning)  # of facts that are only for data sets to be published
        minari.create_dataset_from_buffers(
            name,
            buffers,
            env=env,
            algorithm_name="oracle",
            author="crab-gym",
            description=f"The oracle's episodes of {task}: {goal}",
            ref_min_score=0.0,
            ref_max_score=1.0,
        )
    return Exported(name, len(buffers), sum(len(buffer.rewards) for buffer in buffers), left_out)


@contextmanager
def _datasets_in(folder: str) -> Iterator[None]:
    """Makes Minari look for data sets in a folder for a while; it can't write to a relative path."""
    before = os.environ.get(_VARIABLE)
    if not (folder or before):
        yield
        return
    os.environ[_VARIABLE] = os.path.abspath(folder or before or "")
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before


def _buffers(env: gym.Env[Any, Any], seeds: Iterable[int], left_out: dict[int, str]) -> Iterator[EpisodeBuffer]:
    for seed in seeds:
        episode = demonstrate(env, seed)
        if episode.info["is_success"]:
            yield _buffer(env, seed, episode)
        else:
            left_out[seed] = episode.gap or episode.info["end_reason"]


def _buffer(env: gym.Env[Any, Any], seed: int, episode: Demonstration) -> EpisodeBuffer:
    observations: Any = episode.observations
    if isinstance(env.observation_space, gym.spaces.Dict):
        observations = {name: np.stack([one[name] for one in observations]) for name in env.observation_space.spaces}
    else:
        observations = np.stack(observations)
    ends = [False] * (len(episode.indices) - 1)
    masks = np.stack([*episode.masks, episode.info["action_mask"]])
    return EpisodeBuffer(
        seed=seed,
        observations=observations,
        actions=np.array(episode.indices, np.int64),
        rewards=episode.rewards,
        terminations=[*ends, episode.terminated],
        truncations=[*ends, episode.truncated],
        infos={"action_mask": masks},
    )
