"""`render_mode="human"`: a window that shows the devices."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled

from crab_gym.envs import render
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.window import Window

TAP = {"device": "android", "name": "open_app_drawer", "args": {}}


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A display that needs no screen."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    module = pytest.importorskip("pygame")
    monkeypatch.setitem(CrabEnv.metadata, "render_fps", 1000)
    yield module
    module.quit()


def shown(pygame: Any) -> Any:
    """Returns the window's pixels, (H, W, 3)."""
    surface = pygame.display.get_surface()
    width, height = surface.get_size()
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(height, width, 3)


def test_the_window_shows_what_rgb_array_returns(pygame: Any) -> None:
    env: Any = gym.make("Crab-v0/learn.open_app", render_mode="human", screen_size={"android": [280, 480]})
    assert env.unwrapped.render_mode == "human"
    assert pygame.display.get_surface() is None
    env.reset(seed=0)
    before = shown(pygame)
    screens = {name: backend.screenshot() for name, backend in env.unwrapped.backends.items()}
    assert np.array_equal(before, render.side_by_side(screens))
    assert env.unwrapped.goal in pygame.display.get_caption()[0]
    env.step(TAP)
    assert env.render() is None and not np.array_equal(shown(pygame), before)
    copy = env.unwrapped.fork()
    copy.step(TAP)
    env.close()
    env.close()
    assert pygame.display.get_surface() is None


def test_the_window_shows_the_screens_that_are_observed(pygame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real device isn't asked twice, between which its screen could change."""
    env = CrabEnv("learn.open_app", render_mode="human")
    env.reset(seed=0)
    phone, looks = env.backends["android"], []
    look = phone.screenshot

    def counted() -> Any:
        looks.append(look())
        return looks[-1]

    monkeypatch.setattr(phone, "screenshot", counted)
    env.step(TAP)
    env.close()
    assert len(looks) == 1


def test_pictures_fit_the_window(pygame: Any) -> None:
    window = Window(0)
    white = np.full((100, 200, 3), 255, np.uint8)
    window.show("one", white)
    pygame.display.set_mode((400, 400), pygame.RESIZABLE)  # as a person does
    window.show("two", white)
    rows = shown(pygame)[:, 200, 0]
    assert rows[:100].max() == 0 and rows[100:300].min() == 255 and rows[300:].max() == 0
    window.show("three", np.zeros((800, 100, 3), np.uint8))
    assert shown(pygame).max() == 0


def test_a_display_may_not_tell_its_size(pygame: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.display, "Info", lambda: SimpleNamespace(current_w=-1, current_h=-1))
    Window(0).show("one", np.full((100, 200, 3), 255, np.uint8))
    assert shown(pygame).shape == (100, 200, 3)


def test_an_episode_goes_on_when_its_window_is_closed(pygame: Any) -> None:
    env: Any = gym.make("Crab-v0/learn.open_app", render_mode="human", screens=False)
    env.reset(seed=0)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    env.step(TAP)
    assert pygame.display.get_surface() is None
    _, _, terminated, truncated, _ = env.step(TAP)
    assert not (terminated or truncated)
    env.close()


def test_without_pygame_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(DependencyNotInstalled, match=r'install the extra "vision": pip install "\.\[vision\]"'):
        CrabEnv("learn.open_app", render_mode="human")
