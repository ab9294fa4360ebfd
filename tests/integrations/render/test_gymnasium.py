"""Gymnasium's own videos and windows, which need packages that Gymnasium doesn't install."""

from __future__ import annotations

from pathlib import Path

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.task.registration import PLAIN, plain_id

IDS = ["Crab-v0/learn.open_panel", *(plain_id(namespace, "learn.open_panel") for namespace in PLAIN)]
assert crab_gym.__version__  # importing it has registered the tasks


@pytest.mark.extra("moviepy")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IDS)
def test_record_video_writes_an_episode(name: str, tmp_path: Path) -> None:
    env = gym.wrappers.RecordVideo(gym.make(name, render_mode="rgb_array", max_episode_steps=2), str(tmp_path))
    env.action_space.seed(0)
    env.reset(seed=0)
    over = False
    while not over:
        *_, terminated, truncated, _ = env.step(env.action_space.sample())
        over = terminated or truncated
    env.close()
    (film,) = tmp_path.glob("*.mp4")
    assert film.stat().st_size > 1000


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", IDS)
def test_human_shows_the_screen_in_a_window(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    env = gym.make(name, render_mode="human")
    env.reset(seed=0)
    surface = pygame.display.get_surface()
    assert surface is not None
    width, height = surface.get_size()  # scaled down where the display is small
    assert height / width == pytest.approx(752 / 1312, abs=0.005)
    env.close()
