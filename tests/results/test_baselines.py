"""The rows of a table of baselines: the same episodes for every policy, each an archive."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from crab_gym.agents.chat import Reply
from crab_gym.results.sharing import check

ROW = ["--suites", "learn", "--episodes", "3"]


@pytest.fixture
def baselines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")
    yield importlib.import_module("baselines")
    sys.modules.pop("baselines")


def only_waits(messages: Any, tools: Any) -> Reply:
    return Reply('{"name": "root__wait", "arguments": {}}')


def test_agents_have_rows_of_fewer_and_shorter_episodes(
    baselines: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agent = ["conversation", "--model", f"script:{__name__}:only_waits", "--option", "pictures=false"]
    for _ in range(2):  # the second time, all episodes are there
        baselines.main(["--policies", "idle:opens", *agent, "--max-steps", "2", *ROW, "--out", str(tmp_path)])
    rows = [line for line in capsys.readouterr().out.splitlines() if "/" in line]
    assert rows[:2] == rows[2:] and rows[0].startswith("| `conversation-") and rows[1].startswith("| `idle:opens` |")
    records = [check(archive).records for archive in sorted(tmp_path.glob("*.zip"))]
    assert [len(each) for each in records] == [3, 3]
    episodes = [[(record.task, record.seed) for record in each] for each in records]
    assert episodes[0] == episodes[1]
    assert all(len(record.steps) <= 2 for each in records for record in each)


def test_an_agent_without_a_model_is_refused(baselines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        baselines.main(["--policies", "conversation", *ROW])
    assert "needs a model" in capsys.readouterr().err
