"""The oracles of the tasks that claim the real desktop solve them there, with the evaluators of the simulator."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import compose, read_index

QUICK = ("ubuntu.write_note", "ubuntu.tidy_downloads", "ubuntu.merge_branch", "ubuntu.ask_before_deleting")
"""Tasks of small programs: an editor, files, the terminal, a setting."""
CLAIMED = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow)
    for name, info in read_index().items()
    if "desktop" in info.backends.get("ubuntu", ())
]

REAL = {"ubuntu": {"kind": "desktop", "spare": False}}
pytestmark = pytest.mark.desktop


def test_enough_tasks_claim_it() -> None:
    names = [str(parameter.values[0]) for parameter in CLAIMED]
    assert len([name for name in names if name.startswith("ubuntu.")]) >= 16
    assert len([name for name in names if name.startswith("cross.")]) >= 6


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", CLAIMED)
def test_oracle_solves_it_on_the_real_desktop(name: str) -> None:
    _solve(gym.make(f"Crab-v0/{name}", backend=REAL))


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("parts", "edges"),
    [
        (("reference.copy_example", "text_editor.paste"), [(0, 1, "content")]),
        (("maps_site.copy_share_link", "writer.paste"), [(0, 1, "content")]),
        (("images.copy_address", "images.download_copied"), [(0, 1, "link")]),
    ],
)
def test_what_is_copied_on_the_real_desktop_is_used(parts: tuple[str, ...], edges: list[tuple[int, int, str]]) -> None:
    task = compose([(part, {}) for part in parts], edges)
    _solve(gym.make("Crab-v0/custom", task=task.to_json(), backend=REAL))


def _solve(env: gym.Env[Any, Any]) -> None:
    try:
        record = run_episode(env, OraclePolicy(env), seed=5)
    finally:
        env.close()
    assert not record.error, record.error
    assert record.success, (record.end_reason, record.completion, [step.action for step in record.steps])
    assert record.backends["ubuntu"] == "desktop"
