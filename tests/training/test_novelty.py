"""The bonus of the training for what an episode has not yet met of what the goal names."""

from __future__ import annotations

import re
import sys
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.extras import reason

pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pytestmark = pytest.mark.extra("torch", "stable_baselines3", "sb3_contrib")


@pytest.fixture
def envs(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    common = __import__("common")
    verbs = ["tap", "long_tap", "swipe", "write_text"]
    args = common.EnvArgs(tasks=["miniwob.email_inbox_star_reply"], envs=1, verbs=verbs)
    made = __import__("novelty").Novelty(common.make_training_envs(args), 0.1)
    yield made
    made.close()
    for name in ("novelty", "common", "command_line"):
        sys.modules.pop(name, None)


def start(envs: Any) -> str:
    """Starts the first episode that asks for a reply; returns the sender of the e-mail."""
    return next(filter(None, (sender(envs, seed) for seed in count())))


def sender(envs: Any, seed: int) -> str:
    """Starts an episode; returns the sender of the e-mail to answer, ``""`` where something else is asked."""
    envs.seed(seed)
    envs.reset()
    asked = re.fullmatch(r"Write .* as a reply to the e-mail from (\w+)\.", envs.get_attr("unwrapped")[0].goal)
    return asked[1] if asked else ""


def tap(envs: Any, text: str, role: str) -> float:
    """Returns the reward."""
    marks = envs.get_attr("discrete")[0].marks("android")
    slot = next(mark.number - 1 for mark in marks if mark.text == text and mark.role == role)
    layout = envs.get_attr("layout")[0]
    _, rewards, _, _ = envs.step(np.array([layout.index(("android", "tap", "mark", slot))]))
    return float(rewards[0])


def test_steps_towards_the_goal_pay_once_in_an_episode_and_less_the_next_time(envs: Any) -> None:
    name = start(envs)
    assert tap(envs, name, "list_item") == pytest.approx(0.1)
    assert tap(envs, "Reply", "button") == pytest.approx(0.1)
    assert tap(envs, "Back to the e-mail", "button") == 0.0
    assert tap(envs, "Back", "button") == 0.0
    assert start(envs) == name
    assert tap(envs, name, "list_item") == pytest.approx(0.1 / 2**0.5)


def test_what_has_nothing_to_do_with_the_goal_pays_nothing(envs: Any) -> None:
    start(envs)
    assert tap(envs, "Home", "button") == tap(envs, "Clock", "icon") == tap(envs, "Home", "button") == 0.0


def test_a_named_text_in_a_field_pays(envs: Any) -> None:
    name = start(envs)
    for text, role in ((name, "list_item"), ("Reply", "button"), ("Your reply", "text_field")):
        assert tap(envs, text, role) > 0
    texts, layout = envs.get_attr("discrete")[0].texts, envs.get_attr("layout")[0]
    for text, pays in ((name, True), ("Inbox", False)):
        slot = texts.index(text)
        _, rewards, _, _ = envs.step(np.array([layout.index(("android", "write_text", "text", slot))]))
        assert (rewards[0] > 0) == pays
