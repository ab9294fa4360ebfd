"""Ids that need no wrappers: Crab-elements-v0 and Crab-pixels-v0."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import look_of
from crab_gym.task import read_index
from crab_gym.task.registration import PLAIN, plain_id

ELEMENTS, PIXELS = PLAIN


def test_every_task_has_one_without_dots_in_each_namespace() -> None:
    for namespace in PLAIN:
        ids = {plain_id(namespace, task) for task in read_index()}
        assert len(ids) == len(read_index()) and ids <= gym.registry.keys() and not any("." in name for name in ids)


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@pytest.mark.parametrize("namespace", PLAIN)
def test_gymnasium_accepts_them(namespace: str) -> None:
    env = gym.make(plain_id(namespace, "learn.open_panel"))
    check_env(env, skip_render_check=True)
    assert isinstance(env.action_space, gym.spaces.Discrete) and isinstance(env.observation_space, gym.spaces.Box)


def test_elements_are_one_vector_and_the_mask_is_in_info() -> None:
    env = gym.make(plain_id(ELEMENTS, "cross.dark_mode_from_todo"))
    obs, info = env.reset(seed=0)
    assert obs.ndim == 1 and obs.dtype == np.float32
    assert (info["action_mask"] == env.get_wrapper_attr("action_masks")()).all()
    index = int(np.flatnonzero(info["action_mask"])[0])
    *_, info = env.step(index)
    assert info["invalid_action"] == "" and info["action_mask"].shape == (env.action_space.n,)  # type: ignore[attr-defined]


@pytest.mark.parametrize("success", [True, False])
def test_their_return_is_one_only_for_success(success: bool) -> None:
    """Half is for progress; who shows the wrong panel has passed one of two checkpoints."""
    env = gym.make(plain_id(ELEMENTS, "learn.open_panel"))
    env.reset(seed=3)
    base, index_of = env.unwrapped, env.get_wrapper_attr("index_of")
    assert isinstance(base, CrabEnv)
    task, look = base.task, look_of(base)
    last = task.oracle["panel_shown"] if success else task.near_misses["neighbour"]
    rewards = []
    for part in (task.oracle["settings_open"], last):
        for action in part(base.params, look):
            _, reward, terminated, _, info = env.step(index_of(action))
            rewards.append(reward)
    assert info["is_success"] is terminated is success
    assert sum(rewards) == (1.0 if success else 0.25)


def test_a_spec_makes_the_same_again() -> None:
    env = gym.make(plain_id(ELEMENTS, "learn.open_panel"), max_episode_steps=9)
    again = gym.make(pickle.loads(pickle.dumps(env.spec)))
    assert str(again) == str(env) and again.spec is not None and again.spec.max_episode_steps == 9
    assert (again.reset(seed=4)[0] == env.reset(seed=4)[0]).all()


DOCS = Path(__file__).parents[2] / "docs"
NAMED = sorted(
    {
        name
        for page in ("training_scripts.md", "discrete.md")
        for name in re.findall(r"Crab-\w+-v0/\w+", (DOCS / page).read_text())
        if name in gym.registry
    }
)


@pytest.mark.parametrize("name", [*NAMED, "Crab-v0/learn.open_panel", "Crab-v0/omni"])
def test_environments_can_be_pickled_until_their_first_reset(name: str) -> None:
    env = gym.make(name)
    again = pickle.loads(pickle.dumps(env))
    (seen, info), (also, other) = env.reset(seed=4), again.reset(seed=4)
    assert again.observation_space == env.observation_space and str(again) == str(env)
    np.testing.assert_equal((also, other), (seen, info))


def test_the_documents_name_ids_of_both_namespaces() -> None:
    assert {name.partition("/")[0] for name in NAMED} >= set(PLAIN)


def test_vectors_of_gymnasium_and_our_own_agree() -> None:
    name = plain_id(ELEMENTS, "learn.check_todo")
    theirs, ours = gym.make_vec(name, num_envs=3), crab_gym.make_vec(name, 3, "batch")
    (seen, info), (also, other) = theirs.reset(seed=5), ours.reset(seed=5)
    assert (seen == also).all() and (info["action_mask"] == other["action_mask"]).all()
    actions = np.array([int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]])
    for one, two in zip(theirs.step(actions)[:4], ours.step(actions)[:4], strict=True):
        assert (one == two).all()
    theirs.close()
    ours.close()


def test_an_id_that_names_the_package_needs_no_import() -> None:
    code = "import gymnasium as gym; print(gym.make('crab_gym:Crab-pixels-v0/learn_open_app').reset(seed=0)[0].shape)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "(84, 36, 3)"
