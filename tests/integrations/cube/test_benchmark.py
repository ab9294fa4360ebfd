"""CUBE plays tasks: its own checks with the oracle, refusals, seeds, and configurations that are sent elsewhere."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from tests.extras import reason

if sys.version_info < (3, 12):
    pytest.skip(f"CUBE needs Python 3.12; {reason('cube')}", allow_module_level=True)
pytest.importorskip("cube", reason=reason("cube"))
pytestmark = [pytest.mark.extra("cube"), pytest.mark.filterwarnings("default")]  # of its own libraries

TASK = "cross.dark_mode_from_todo"


def task_of(name: str, seed: int | None = None, view: str = "elements") -> Any:
    from crab_gym.integrations.cube import CrabBenchmarkConfig, CrabTaskConfig, CrabToolConfig

    config = CrabBenchmarkConfig(tool_config=CrabToolConfig(view=view)).subset_from_list([name])
    (row,) = config.get_task_configs()
    sent = CrabTaskConfig.model_validate_json(row.model_copy(update={"seed": seed}).model_dump_json())
    return config.make().spawn(sent)


def test_its_own_checks_pass() -> None:
    from cube import testing

    from crab_gym.integrations.cube import debug

    reports = testing.run_debug_suite("crab-gym", debug, print_json=False, workers=1)
    assert [(report["done"], report["error"]) for report in reports] == [(True, None)] * 3
    assert [report["reward"] for report in reports] == [pytest.approx(1.0)] * 3
    assert all(report["tools_list_ok"] and report["close_idempotent_ok"] for report in reports)
    assert testing.check_reset_reproducibility(debug) == (True, "", "")
    assert testing.check_benchmark_metadata(debug) == (True, "")


def test_it_is_found_by_its_name_and_has_all_tasks() -> None:
    from cube.introspect import find_benchmark_class

    from crab_gym.integrations.cube import CrabBenchmarkConfig
    from crab_gym.task import read_index

    assert find_benchmark_class("crab-gym") == (CrabBenchmarkConfig, "")
    assert list(CrabBenchmarkConfig().tasks()) == list(read_index())
    named = [schema.name for schema in task_of(TASK).action_set]
    assert {"android__tap", "ubuntu__click", "final_step"} <= set(named) and len(named) == len(set(named))


def test_screens_are_pictures_and_elements_text() -> None:
    task = task_of(TASK, view="both")
    obs, _ = task.reset()
    assert [content.name for content in obs.contents] == [None, "ubuntu", "android"]
    assert obs.contents[0].data.startswith("goal: ") and obs.contents[1].data.mode == "RGB"
    task.close()


def test_a_seed_determines_the_episode() -> None:
    def first(seed: int | None) -> str:
        task = task_of("android.add_contact", seed)
        text: str = task.reset()[0].contents[0].data
        task.close()
        return text

    assert first(None) == first(0) != first(5)
    assert first(5) == first(5)


def test_a_refused_action_is_told_and_takes_a_step() -> None:
    from cube.core import Action

    task = task_of("learn.open_app")
    task.reset()
    result = task.step(Action(name="os__system", arguments={"command": "ls"}, id="call_1"))
    assert result.obs.contents[0].data.startswith("refused: ") and result.obs.contents[0].tool_call_id == "call_1"
    assert result.error.error_type == "Refused" and not result.done
    assert task.evaluate()[1] == {"reward": 0.0, "success": False, "completion": 0.0, "steps": 1}
    task.close()


def test_an_agent_that_stops_is_scored_as_it_stands() -> None:
    from cube.core import Action

    task = task_of("learn.open_app")
    task.reset()
    result = task.step(Action(name="final_step"))
    assert result.done and result.reward == 0.0 and not result.info["success"]
    task.close()


def test_a_broken_device_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    from cube.core import Action

    from crab_gym.backends.base import DeviceError

    task = task_of("learn.open_app")
    task.reset()
    device = task.tool.episode.crab.backends["android"]

    def breaks(*_: Any, **__: Any) -> None:
        raise DeviceError("android", "it is gone")

    monkeypatch.setattr(device, "act", breaks)
    with pytest.raises(RuntimeError, match="it is gone"):
        task.step(Action(name="android__press", arguments={"key": "home"}))
    task.close()
