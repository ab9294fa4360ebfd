"""Observations of fixed shapes: the tables of elements and texts, the goal's vector, what is privileged."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import action
from crab_gym.wrappers import DiscreteElements, Features, NumericInfo
from crab_gym.wrappers.features import CHECKPOINTS, COLUMNS, TEXT_COLUMNS
from crab_gym.wrappers.hashing import embed, words
from tests.wrappers._walks import BOTH, DESKTOP, NAMES, PHONE, check, draw, make

AT = {name: place for place, name in enumerate(COLUMNS)}


def stack(name: str, marks: int = 40, texts: int = 16, **options: Any) -> Any:
    given = {key: options.pop(key) for key in ("goal", "progress", "flat") if key in options}
    return Features(DiscreteElements(make(name, **options), marks=marks, texts=texts), marks=marks, **given)


def test_a_row_says_what_a_mark_is() -> None:
    env = stack(BOTH)
    obs, _ = env.reset(seed=0)
    discrete = env.env
    for first, device in ((0, "ubuntu"), (40, "android")):
        marks = discrete.marks(device)
        rows = obs["elements"][first : first + 40]
        assert rows[:, AT["present"]].sum() == len(marks) and not rows[len(marks) :].any()
        width, height = env.unwrapped.screen_sizes[device]
        for mark, row in zip(marks, rows, strict=False):
            assert row[AT[device]] == row[AT[mark.role]] == 1.0
            assert row[AT["clickable"]] == mark.element.clickable and row[AT["checked"]] == mark.element.checked
            assert row[AT["left"]] == np.float32(mark.bounds[0] / width)
            assert row[AT["bottom"]] == np.float32(mark.bounds[3] / height)
            assert (row[len(COLUMNS) :] == embed(mark.text, 16)).all()


def test_what_the_goal_names_and_what_the_other_device_mentions_is_told() -> None:
    env = stack(BOTH)
    obs, info = env.reset(seed=0)

    def texts(column: str) -> set[str]:
        marks = (env.env.marks("ubuntu"), env.env.marks("android"))
        return {
            m.text for i, part in enumerate(marks) for m in part if obs["elements"][40 * i + m.number - 1, AT[column]]
        }

    assert "Open the phone's Tasks app" in info["goal"] and texts("in_goal") == {"Phone", "Tasks"}
    assert texts("mentioned") == set()
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 0))
    for _ in range(4):
        obs, *_, info = env.step(env.env.index_of(policy.act(obs, info)))
    assert {"Dark"} <= texts("mentioned") and "Light" not in texts("mentioned")  # the task on the phone says which


def test_the_device_that_was_acted_on_last() -> None:
    env = stack(BOTH)
    obs, _ = env.reset(seed=0)
    assert not obs["last_device"].any()
    for said, place in ((action("android", "open_app", name="Tasks"), 1), (action("root", "wait"), 2)):
        obs = env.step(env.env.index_of(said))[0]
        assert obs["last_device"].tolist() == [float(i == place) for i in range(3)]
    forbidden = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(forbidden)[0]["last_device"].tolist() == [0.0, 0.0, 1.0]


def test_texts_have_the_places_that_the_actions_have() -> None:
    env = stack(PHONE)
    obs, info = env.reset(seed=0)
    texts = env.env.texts
    assert obs["texts"][:, 0].sum() == len(texts) and all(text in info["goal"] for text in texts)
    for text, row in zip(texts, obs["texts"], strict=False):
        assert row[TEXT_COLUMNS.index("at_sign")] == ("@" in text)
        assert (row[len(TEXT_COLUMNS) :] == embed(text, 32)).all()
    env.step(env.env.index_of(action("android", "open_app", name="Tasks")))
    obs = env.step(env.env.index_of(action("root", "wait")))[0]
    assert len(env.env.texts) > len(texts)
    assert obs["texts"][len(texts), TEXT_COLUMNS.index("android")] == 1.0
    assert "texts" not in Features(make(PHONE)).observation_space.spaces


@pytest.mark.parametrize("name", [PHONE, DESKTOP, BOTH, *NAMES[::7]])
def test_observations_are_members_of_the_space_and_never_change(name: str) -> None:
    env = stack(name, marks=20, texts=6, devices="all", max_steps=40, progress=True)
    obs, _ = env.reset(seed=2)
    rng = np.random.default_rng(0)
    kept = []
    for _ in range(60):
        assert obs in env.observation_space
        kept.append((obs, {key: value.copy() for key, value in obs.items()}))
        obs, _, terminated, truncated, _ = env.step(draw(env.action_masks(), rng))
        if terminated or truncated:
            obs, _ = env.reset()
    for seen, copy in kept:
        assert all((seen[key] == copy[key]).all() for key in copy)


def test_shapes_depend_on_devices_and_arguments_only() -> None:
    spaces = [stack(name, devices="all").observation_space for name in NAMES[::9]]
    assert all(space == spaces[0] for space in spaces)
    sizes = stack(PHONE, marks=12, goal=99, texts=5).observation_space
    assert [sizes[key].shape for key in ("elements", "goal", "texts")] == [
        (12, len(COLUMNS) + 16),
        (99,),
        (5, len(TEXT_COLUMNS) + 32),
    ]


def test_tables_can_be_flat() -> None:
    tables, rows = stack(BOTH).reset(seed=0)[0], stack(BOTH, flat=True).reset(seed=0)[0]
    assert rows["elements"].shape == (80 * 56,) and rows["texts"].shape == (16 * 41,)
    assert all((tables[key].reshape(-1) == rows[key]).all() for key in tables)


def test_screens_are_made_smaller_to_the_mean() -> None:
    env = Features(make(PHONE, screens=True), screens=(80, 36))
    obs, _ = env.reset(seed=0)
    full = env.unwrapped.observe()["android"].astype(float)  # type: ignore[attr-defined]
    means = full.reshape(80, 10, 36, 10, 3).mean(axis=(1, 3))
    assert np.abs(obs["screen_android"] - means).max() <= 1.0
    with pytest.raises(ValueError, match="make it with screens=True"):
        Features(make(PHONE), screens=(80, 36))


def test_progress_is_there_only_when_asked_for() -> None:
    assert "progress" not in stack(BOTH).observation_space.spaces
    env = stack(BOTH, progress=True)
    obs, _ = env.reset(seed=0)
    assert obs["progress"].shape == (2 + CHECKPOINTS,) and not obs["progress"].any()
    obs, *_, info = env.step(env.env.index_of(action("android", "open_app", name="Tasks")))
    assert obs["progress"][0] == np.float32(info["completion"]) > 0 and obs["progress"][2:].sum() == 1.0


def test_vectors_of_texts() -> None:
    near, far = (
        embed("Clean the bicycle", 256) @ embed("clean BICYCLES", 256),
        embed("Clean", 256) @ embed("Invoice", 256),
    )
    assert near > 0.4 > 0.3 > far
    assert np.linalg.norm(embed("x", 8)) == pytest.approx(1.0) and not embed("--", 8).any()
    assert words("“Do Not Disturb”, now") == " do not disturb now " and words("!?") == ""


def test_the_goals_vector_is_the_same_in_every_process() -> None:
    code = "from crab_gym.wrappers.hashing import embed; print(embed('Grüße aus Zürich, at 7:30', 64).tobytes().hex())"
    shown = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": salt}, capture_output=True, check=True
        ).stdout.strip()
        for salt in ("1", "2")
    }
    assert shown == {embed("Grüße aus Zürich, at 7:30", 64).tobytes().hex().encode()}


@pytest.mark.extra("stable_baselines3")
@pytest.mark.parametrize("screens", [None, (84, 84)])
def test_the_checkers_have_nothing_to_say(screens: tuple[int, int] | None) -> None:
    inner = DiscreteElements(make(BOTH, screens=screens is not None), marks=30, texts=8)
    check(Features(inner, marks=30, screens=screens, progress=True))
    env = Features(inner, marks=30, screens=screens, progress=True, flat=True)
    check(env)
    checker = importlib.import_module("stable_baselines3.common.env_checker")
    checker.check_env(env)


def test_it_survives_its_spec() -> None:
    env = stack(BOTH, marks=10, texts=4, goal=32, progress=True)
    twin: Any = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(twin, Features) and twin.observation_space == env.observation_space
    one, two = env.reset(seed=5)[0], twin.reset(seed=5)[0]
    assert all((one[key] == two[key]).all() for key in one)


def test_masks_are_reached_where_there_are_some() -> None:
    env = stack(PHONE)
    env.reset(seed=0)
    assert (env.action_masks() == env.env.action_masks()).all() and env.has_wrapper_attr("action_masks")
    assert not hasattr(Features(make(PHONE)), "action_masks")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"marks": 0}, "marks is 0; expected a whole number above 0"),
        ({"goal": "64"}, "goal is '64'; expected a whole number above 0"),
        ({"screens": 84}, "screens is 84; expected height and width"),
        ({"screens": (84, 0)}, "expected height and width"),
    ],
)
def test_bad_arguments_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Features(make(PHONE), **options)
    with pytest.raises(TypeError, match="got CartPoleEnv; expected an environment of crab-gym"):
        Features(gym.make("CartPole-v1"))


def test_infos_of_numbers_have_the_same_arrays_at_each_step() -> None:
    env = NumericInfo(gym.make("Crab-elements-v0/learn_open_panel", max_episode_steps=4))
    plain = gym.make("Crab-elements-v0/learn_open_panel", max_episode_steps=4)
    _, info = env.reset(seed=1)
    _, whole = plain.reset(seed=1)
    kept = {"step", "completion", "coverage", "is_success", "hijacked", "action_mask"}
    form = {name: (value.dtype, value.shape) for name, value in info.items()}
    assert form.keys() == kept and all(isinstance(value, np.ndarray) for value in info.values())
    truncated = False
    while not truncated:
        action = int(np.flatnonzero(whole["action_mask"])[-1])
        *_, truncated, info = env.step(action)
        *_, whole = plain.step(action)
        assert {name: (value.dtype, value.shape) for name, value in info.items()} == form
        assert all((info[name] == np.asarray(whole[name], info[name].dtype)).all() for name in kept)
