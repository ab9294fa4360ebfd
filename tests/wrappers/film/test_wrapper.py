"""`RecordEpisode`: which files it writes, and the pictures in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from PIL import Image

import crab_gym
from crab_gym.evaluation.graph_drawing import STATES
from crab_gym.task import action
from crab_gym.wrappers import RecordEpisode, SetOfMarks
from tests.envs._tasks import COMPLETE, CONTACTS, HERE, Fragile, chain_env, wait
from tests.wrappers._walks import check
from tests.wrappers.film._films import ID, make, pictures, where

SMALL = {"ubuntu": [640, 480], "android": [360, 640]}


def test_an_episode_is_a_picture_a_step_and_one_of_its_end(tmp_path: Path) -> None:
    env = make(tmp_path / "new" / "folder", fps=2)
    env.reset(seed=0)
    env.step(CONTACTS)
    assert env.recordings == [] and (tmp_path / "new" / "folder" / "android.add_contact_0000.gif").exists()
    env.step(wait(1))
    env.step(COMPLETE)
    (path,) = env.recordings
    assert path == tmp_path / "new" / "folder" / "android.add_contact_0000.gif"
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    shown = pictures(path)
    assert len(shown) == 4 and {picture.shape for picture in shown} == {shown[0].shape}
    assert shown[0].shape[0] == 240 and shown[0].shape[1] % 2 == 0
    completed = [where(picture, STATES["completed"].fill)[1].size for picture in shown]
    assert completed[0] + 4 < min(completed[1:])  # the first has it in the legend only
    with Image.open(path) as film:
        assert film.info["duration"] == 500 and film.info["loop"] == 0
        film.seek(3)
        assert film.info["duration"] == 3000


def test_what_is_recorded_when(tmp_path: Path) -> None:
    env = make(tmp_path, every=2)
    for steps in (1, 1, 0, 1, 2):
        env.reset(seed=0)
        for _ in range(steps):
            env.step(wait(1))
    env.close()
    env.close()
    assert [path.name for path in env.recordings] == ["android.add_contact_0000.gif", "android.add_contact_0004.gif"]
    assert [len(pictures(path)) for path in env.recordings] == [2, 3]
    again = make(tmp_path)  # nothing is written over
    again.reset(seed=0)
    again.step(COMPLETE)
    assert [path.name for path in again.recordings] == ["android.add_contact_0000_1.gif"]


def test_the_agents_own_screens_are_shown(tmp_path: Path) -> None:
    films = []
    for name, marked in (("plain", False), ("marked", True)):
        base: Any = gym.make(ID, disable_env_checker=True, screen_size=SMALL)
        env = RecordEpisode(SetOfMarks(base) if marked else base, tmp_path / name, height=240)
        env.reset(seed=0)
        env.step(COMPLETE)
        films.append(pictures(env.recordings[0]))
    assert films[0][0].shape == films[1][0].shape and not np.array_equal(films[0][0], films[1][0])
    blind = make(tmp_path / "blind", env={"screen_size": SMALL})
    blind.reset(seed=0)
    blind.step(COMPLETE)
    assert np.array_equal(pictures(blind.recordings[0])[0], films[0][0])


def test_nothing_else_changes(tmp_path: Path) -> None:
    plain, env = gym.make(ID, disable_env_checker=True, screens=False), make(tmp_path)
    assert plain.reset(seed=3)[1] == env.reset(seed=3)[1]
    for said in (CONTACTS, {"device": "android", "name": "dance", "args": {}}, wait(1), COMPLETE):
        first, second = plain.step(said), env.step(said)
        assert first[1:] == second[1:] and first[0]["time_left"] == second[0]["time_left"]


def test_a_broken_device_ends_the_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crab_gym.backends.sim.SimBackend", Fragile)
    env = RecordEpisode(chain_env(on_device_error="truncate"), tmp_path, height=240)
    env.reset(seed=0)
    env.step(wait(1))
    *_, truncated, info = env.step(action("android", "write_text", text="break"))
    assert truncated and info["device_error"] and len(pictures(env.recordings[0])) == 3
    assert env.recordings[0].name == "learn.chain_0000.gif"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "avi"}, "format is 'avi'; expected one of: 'gif', 'mp4'"),
        ({"every": 0}, "expected a whole number of episodes above 0"),
        ({"fps": 0}, "expected 0.1 to 60"),
        ({"height": 241}, "expected an even number"),
    ],
)
def test_bad_arguments(tmp_path: Path, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(tmp_path, **options)
    with pytest.raises(TypeError, match="expected an environment of crab-gym"):
        RecordEpisode(gym.make("CartPole-v1"), tmp_path)


def test_it_survives_its_spec_and_the_checker(tmp_path: Path) -> None:
    env = make(tmp_path, every=3, fps=4)
    assert env.spec is not None
    again = gym.make(EnvSpec.from_json(json.loads(json.dumps(env.spec.to_json()))))
    assert isinstance(again, RecordEpisode) and again.spec == env.spec
    again.reset(seed=0)
    again.step(COMPLETE)
    assert again.recordings[0].parent == tmp_path
    check(make(tmp_path / "checked"))


def test_environments_in_workers_write_to_one_folder(tmp_path: Path) -> None:
    record = RecordEpisodeIn(str(tmp_path))
    envs = crab_gym.make_vec(f"{HERE}CHAIN", 2, mode="process", workers=2, screens=False, wrappers=[record])
    envs.reset(seed=0)
    envs.step([COMPLETE, COMPLETE])
    envs.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["learn.chain_0000.gif", "learn.chain_0000_1.gif"]


class RecordEpisodeIn:
    """Puts a recorder around an environment; a class, since it goes to other processes."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, env: Any) -> Any:
        return RecordEpisode(env, self.folder, height=240)
