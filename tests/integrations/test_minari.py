"""Data sets for Minari: they load, their environment is made again, and their actions succeed in it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.task.omni import read_list

pytestmark = [
    pytest.mark.extra("minari", "h5py"),
    pytest.mark.filterwarnings("ignore:Package crab-gym is not installed:UserWarning"),
]


def written(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> Any:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(folder))
    result = CliRunner().invoke(app, ["minari", "ubuntu.count_log_levels", "--seeds", "3-5", *options])
    assert result.exit_code == 0, result.output
    name, _, counts = result.output.partition(": ")
    if "--out" in options:
        monkeypatch.setenv("MINARI_DATASETS_PATH", options[options.index("--out") + 1])
    data = importlib.import_module("minari").load_dataset(name)
    assert counts.split() == ["3", "episodes,", str(data.total_steps), "steps"]
    return data


def check(data: Any) -> None:
    """Plays the episodes in the environment that comes with the data."""
    env = data.recover_environment()
    assert (env.observation_space, env.action_space) == (data.observation_space, data.action_space)
    for episode, seed in zip(data.iterate_episodes(), (3, 4, 5), strict=True):
        seen, info = env.reset(seed=seed)
        masks = episode.infos["action_mask"]
        assert masks.shape == (len(episode.actions) + 1, env.action_space.n)
        for step, action in enumerate(episode.actions):
            assert same(seen, episode.observations, step) and (masks[step] == info["action_mask"]).all()
            assert masks[step][action]
            seen, reward, terminated, truncated, info = env.step(action)
            assert reward == episode.rewards[step]
            assert (terminated, truncated) == (episode.terminations[step], episode.truncations[step])
        assert info["is_success"] and sum(episode.rewards) == pytest.approx(1.0)
        assert same(seen, episode.observations, -1)


def same(seen: Any, all_seen: Any, step: int) -> bool:
    if isinstance(seen, dict):
        return all(np.array_equal(seen[name], all_seen[name][step]) for name in seen)
    return np.array_equal(seen, all_seen[step])


def test_a_data_set_of_vectors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written(tmp_path, monkeypatch)
    assert data.id == "crab/ubuntu_count_log_levels/oracle-v0"
    assert isinstance(data.observation_space, gym.spaces.Box)
    check(data)
    again = CliRunner().invoke(app, ["minari", "ubuntu.count_log_levels", "--seeds", "3"])
    assert again.exit_code == 2 and "there is a data set 'crab/ubuntu_count_log_levels/oracle-v0'" in again.output


def test_a_data_set_of_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = written(tmp_path, monkeypatch, "--tables", "--out", str(tmp_path / "here"))
    assert (tmp_path / "here" / "crab").is_dir() and "prepared" in data.observation_space.spaces
    check(data)


def test_an_oracle_without_indices_is_named(tmp_path: Path) -> None:
    options = ["--seeds", "3", "--no-compose", "--out", str(tmp_path)]
    result = CliRunner().invoke(app, ["minari", "ubuntu.count_log_levels", *options])
    assert result.exit_code == 2 and "no episode of ubuntu.count_log_levels was a success: no index" in result.output


def test_synthesised_tasks_have_data_sets_too(tmp_path: Path) -> None:
    name = read_list().row(0).id
    made = importlib.import_module("crab_gym.integrations.minari").export(name, [0], folder=str(tmp_path))
    assert (made.id, made.episodes) == (f"crab/{name.replace('.', '_')}/oracle-v0", 1)
    assert made.left_out == {} and (tmp_path / made.id).is_dir()
