"""AndroidWorld's agents solve every task of the phone with a model that knows the answers."""

from __future__ import annotations

import pytest

from crab_gym.task import read_index
from tests.agents.androidworld.knowing import AGENTS, play

SUITES = ("android.", "android_world.")
UNKNOWN = {
    # Three strokes beside each other; the scripted model's swipes all begin in the middle of the canvas.
    "android_world.browser_draw",
    # Their oracles pull Quick Settings down from the edge of the screen, where no element is.
    "android_world.system_bluetooth_turn_off", "android_world.system_bluetooth_turn_on",
}  # fmt: skip
TASKS = [
    name
    for name, info in read_index().items()
    if name.startswith(SUITES) and info.devices == ("android",) and name not in UNKNOWN
]


@pytest.mark.slow
@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("task", TASKS)
def test_every_task_is_solved_by_what_the_agent_sees(name: str, task: str) -> None:
    for record in play(name, task, range(2)):
        assert (record.end_reason, record.error) == ("success", ""), record.seed
