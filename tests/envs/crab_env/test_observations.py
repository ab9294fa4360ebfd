"""Observations, elements and renderings; none of them reveals the solution."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import ROLES, Element
from crab_gym.envs import render
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation.graph import qualified_name
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import action
from tests.envs._tasks import CONTACT, CONTACTS, HOME, STYLE, chain_env, wait
from tests.task_names import HAND_WRITTEN


@pytest.fixture(scope="module")
def both() -> Iterator[CrabEnv]:
    env = CrabEnv(STYLE, max_steps=10**6, render_mode="rgb_array")
    yield env
    env.close()


def press(key: str) -> dict[str, Any]:
    return action("ubuntu", "press", key=key)


def open_on_desktop(env: CrabEnv, name: str) -> None:
    env.step(action("ubuntu", "search_app", name=name))
    env.step(press("enter"))


# Screens ---------------------------------------------------------------------------------------------------------


def prints(obs: dict[str, Any]) -> dict[str, str]:
    return {name: hashlib.sha256(value).hexdigest() for name, value in obs.items()}


def test_observations_never_change(both: CrabEnv) -> None:
    seen = [both.reset(seed=4)[0]]
    first = [prints(seen[0])]
    open_on_desktop(both, "Files")
    both.action_space.seed(4)
    while len(seen) < 40:
        drawn = both.action_space.sample()
        if drawn["name"] == "complete":
            continue
        obs = both.step(drawn)[0]
        assert obs in both.observation_space
        seen.append(obs)
        first.append(prints(obs))
    both.reset(seed=5)
    both.close()
    assert len({shown["ubuntu"] for shown in first}) > 2
    assert [prints(obs) for obs in seen] == first
    arrays = [value for obs in seen for value in obs.values()]
    assert not any(value.flags.writeable for value in arrays)
    assert len({array.__array_interface__["data"][0] for array in arrays}) == len(arrays)


def test_the_screen_shows_what_was_done(both: CrabEnv) -> None:
    first = both.reset(seed=0)[0]
    second = both.step(CONTACTS)[0]
    assert np.array_equal(first["ubuntu"], second["ubuntu"])
    assert not np.array_equal(first["android"], second["android"])
    third = both.step(press("super"))[0]
    assert np.array_equal(second["android"], third["android"])
    assert not np.array_equal(second["ubuntu"], third["ubuntu"])


@pytest.mark.parametrize("size", [(280, 480), (400, 700)])
def test_the_phone_has_the_size_that_is_asked(size: tuple[int, int]) -> None:
    env = CrabEnv(CONTACT, screen_size={"android": list(size)}, max_steps=20)
    obs, _ = env.reset(seed=0)
    assert obs["android"].shape == (size[1], size[0], 3)
    obs = env.step(action("android", "tap", x=size[0] - 1, y=size[1] - 1))[0]
    assert obs in env.observation_space
    refused = env.step(action("android", "tap", x=size[0], y=0))[4]["invalid_action"]
    assert f"from 0 to {size[0] - 1}" in refused
    assert env.action_space != CrabEnv(CONTACT, max_steps=20).action_space


def test_spaces_follow_devices_and_sizes_alone() -> None:
    envs: list[Any] = [CrabEnv(name, devices="all") for name in HAND_WRITTEN]
    assert len(envs) >= 12
    assert all(env.action_space == envs[0].action_space for env in envs)
    assert all(env.observation_space == envs[0].observation_space for env in envs)
    alone: Any = CrabEnv(CONTACT, max_steps=20)
    assert set(alone.observation_space) == {"android", "time_left"}
    assert alone.observation_space["android"] == envs[0].observation_space["android"]
    bare: Any = CrabEnv(CONTACT, devices="all", screens=False, max_steps=20)
    assert set(bare.observation_space) == {"time_left"}
    assert bare.action_space == envs[0].action_space


def test_without_screens_nothing_is_drawn() -> None:
    code = (
        "import sys; from crab_gym.envs.crab_env import CrabEnv\n"
        f"env = CrabEnv({STYLE!r}, screens=False, max_steps=99)\n"
        "assert set(env.reset(seed=0)[0]) == {'time_left'}\n"
        "env.action_space.seed(0)\n"
        "for _ in range(30):\n"
        "    drawn = env.action_space.sample()\n"
        "    if drawn['name'] != 'complete': env.step(drawn)\n"
        "env.elements('ubuntu'); env.elements('android'); env.fork().fingerprint()\n"
        "print([name for name in sys.modules if name.endswith(('draw.raster', 'draw.painters', 'ImageDraw'))])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (run.returncode, run.stdout, run.stderr) == (0, "[]\n", "")


# Elements --------------------------------------------------------------------------------------------------------


def test_elements_are_sound_on_every_screen(both: CrabEnv) -> None:
    both.reset(seed=2)
    both.action_space.seed(2)
    roles = set()
    for _ in range(150):
        drawn = both.action_space.sample()
        if drawn["name"] == "complete":
            continue
        both.step(drawn)
        for device, (width, height) in both.screen_sizes.items():
            elements = both.elements(device)
            assert elements and both.elements(device) is elements
            roles |= {element.role for element in elements}
            for element in elements:
                left, top, right, bottom = element.bounds
                assert 0 <= left < right <= width and 0 <= top < bottom <= height, element
                assert all(type(edge) is int for edge in element.bounds)
                x, y = element.center
                assert left <= x < right and top <= y < bottom
                assert element.role in ROLES, element
                assert not (element.checked and not element.checkable)
                assert [type(value) for value in element[:5]] == [str] * 5
                assert all(type(flag) is bool for flag in element[6:])
    assert {"window", "button", "text", "text_field", "icon", "list_item"} <= roles


def test_elements_are_read_once_a_step(both: CrabEnv) -> None:
    both.reset(seed=0)
    home = both.elements("android")
    assert both.elements("android") is home
    both.step(CONTACTS)
    contacts = both.elements("android")
    assert contacts != home
    both.reset(seed=0)
    assert both.elements("android") == home
    handle = both.snapshot()
    both.step(CONTACTS)
    both.elements("android")
    both.restore(handle)
    assert both.elements("android") == home


def test_what_other_windows_hide_is_left_out(both: CrabEnv) -> None:
    both.reset(seed=0)
    open_on_desktop(both, "Files")
    alone = [element for element in both.elements("ubuntu") if element.app == "files"]
    open_on_desktop(both, "Text Editor")
    both.step(action("ubuntu", "hotkey", keys=["super", "up"]))
    covered = [element for element in both.elements("ubuntu") if element.app == "files"]
    assert len(alone) > 10 and covered == []
    windows = both.backends["ubuntu"].state.windows()
    assert [window.app for window in windows] == ["files", "text_editor"]
    both.step(action("ubuntu", "hotkey", keys=["alt", "tab"]))
    back = [element for element in both.elements("ubuntu") if element.app == "files"]
    assert [element.text for element in back] == [element.text for element in alone]
    assert [element.text for element in both.elements("ubuntu") if element.focused and element.role == "window"] == [
        windows[0].title
    ]


# Pictures --------------------------------------------------------------------------------------------------------


def test_rgb_array_shows_the_devices_side_by_side(both: CrabEnv) -> None:
    obs, _ = both.reset(seed=0)
    picture = both.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert picture.shape[1] > 1280 + 360 and picture.shape[0] >= 800
    for device, left in (("ubuntu", 16), ("android", 16 + 1280 + 16)):
        screen = obs[device]
        top = (picture.shape[0] - screen.shape[0]) // 2
        np.testing.assert_array_equal(picture[top : top + screen.shape[0], left : left + screen.shape[1]], screen)


def test_ansi_lists_goal_and_elements() -> None:
    env = chain_env(render_mode="ansi")
    env.step(CONTACTS)
    lines = env.render().splitlines()
    assert lines[0] == f"goal: {env.goal}"
    assert lines[1] == "android:"
    assert len(lines) == 2 + len(env.elements("android"))
    assert any("button (Create new contact)" in line or "clickable" in line for line in lines)


def test_a_line_says_what_matters_of_an_element() -> None:
    element = Element(
        "checkbox",
        "Wi-Fi\n",
        "Network",
        bounds=(1, 2, 3, 4),
        clickable=True,
        checkable=True,
        checked=True,
        enabled=False,
    )
    assert render.element_line(element) == "checkbox 'Wi-Fi\\n' (Network) clickable checked disabled [1,2 3,4]"


# Nothing that gives the answer away ------------------------------------------------------------------------------


ORDINARY = ("ubuntu", "android", "true", "false")


def flat(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from flat(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from flat(inner)
    else:
        yield value


@pytest.mark.parametrize("name", HAND_WRITTEN)
def test_nothing_privileged_is_in_info(name: str) -> None:
    env = CrabEnv(name, screens=False)
    obs, info = env.reset(seed=11)
    graph = env.evaluator.graph
    secrets = {node.id for node in graph.checkpoints}
    checks = [node.evaluator for node in graph.checkpoints]
    secrets |= {qualified_name(check.function) for check in checks}
    secrets |= {check.function.__name__ for check in checks}
    secrets |= {str(value) for check in checks for value in flat(dict(check.args)) if len(str(value)) > 3}
    secrets = {secret for secret in secrets if secret not in info["goal"] and secret not in ORDINARY}
    assert len(secrets) > 2
    policy = OraclePolicy(env)
    policy.reset(info["goal"], policy_spec(env, 11))
    while True:
        shown = json.dumps({**info, "task": "", "goal": ""})
        assert not [secret for secret in secrets if secret in shown]
        assert set(obs) == {"time_left"}
        chosen = policy.act(obs, info)
        obs, _, terminated, truncated, info = env.step(chosen)
        if terminated or truncated:
            break
    assert info["is_success"]


def test_infos_hold_no_wall_clock_time() -> None:
    def run() -> list[Any]:
        env = chain_env()
        return [env.step(step)[3:] for step in (CONTACTS, wait(1), HOME)]

    assert run() == run()
