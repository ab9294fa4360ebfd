"""Variation: the seed draws the devices' looks, and tasks about those looks keep theirs."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.variation import Variation, parse_variation
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode

INTERFACE = "org.gnome.desktop.interface"
ALL: dict[str, object] = {"theme": "any", "font_scale": "any", "accent": "any"}


def looks(env: CrabEnv, seed: int) -> tuple[str | None, ...]:
    env.reset(seed=seed)
    desktop, phone = env.backends["ubuntu"].state, env.backends["android"].state
    keys = [desktop.setting(INTERFACE, key) for key in ("color-scheme", "text-scaling-factor", "accent-color")]
    return (*keys, phone.setting("secure", "ui_night_mode"), phone.setting("system", "font_scale"))


def make(task: str, **options: Any) -> CrabEnv:
    return CrabEnv(task, screens=False, devices="all", **options)


def test_the_seed_draws_the_looks() -> None:
    env = make("android.add_contact", variation=ALL)
    drawn = [looks(env, seed) for seed in range(12)]
    assert drawn == [looks(env, seed) for seed in range(12)]
    assert all(len({row[i] for row in drawn}) > 1 for i in range(5))
    assert all(0.85 <= float(row[1] or 0) <= 1.3 and 0.85 <= float(row[4] or 0) <= 1.3 for row in drawn)


def test_without_variation_nothing_changes() -> None:
    plain, empty = make("android.add_contact"), make("android.add_contact", variation={})
    assert looks(plain, 3) == looks(empty, 3)
    fingerprints = []
    for env in (plain, empty):
        env.reset(seed=3)
        fingerprints.append(env.fingerprint())
    assert fingerprints[0] == fingerprints[1]


def test_parameters_and_setup_are_as_without_variation() -> None:
    plain, varied = make("cross.files_from_list"), make("cross.files_from_list", variation=ALL)
    for env in (plain, varied):
        env.reset(seed=5)
    assert (plain.goal, vars(plain.params)) == (varied.goal, vars(varied.params))


@pytest.mark.parametrize("task", ["cross.dark_mode_from_todo", "android.quiet_night", "learn.flip_switch"])
def test_a_task_about_a_setting_keeps_it(task: str) -> None:
    env = make(task, variation={"theme": "dark", "font_scale": 1.3})
    for seed in range(4):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success, record.end_reason
        assert record.harm == ()


@pytest.mark.parametrize("task", ["cross.notes_backup", "ubuntu.tidy_downloads", "android.plan_meeting"])
def test_oracles_succeed_in_every_look(task: str) -> None:
    env = CrabEnv(task, variation=ALL, screens=False)
    for seed in range(6):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success, (seed, record.end_reason, record.error)


def test_variation_is_read_strictly() -> None:
    assert parse_variation(None) == Variation()
    assert parse_variation({"theme": ["dark"], "accent": "teal", "font_scale": [0.9, 1]}) == Variation(
        ("dark",), (0.9, 1.0), ("teal",)
    )
    for wrong, message in (
        ({"them": "any"}, "did you mean 'theme'"),
        ({"theme": "blue"}, "expected 'any' or some of: light, dark"),
        ({"theme": []}, "expected 'any' or some of"),
        ({"font_scale": 2}, "from 0.85 to 1.3"),
        ({"font_scale": [1.2, 1.0]}, "from 0.85 to 1.3"),
        ("dark", "expected a mapping"),
    ):
        with pytest.raises(ValueError, match=message):
            CrabEnv("learn.open_app", variation=wrong)  # type: ignore[arg-type]
