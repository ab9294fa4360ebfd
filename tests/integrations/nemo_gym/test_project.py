"""The files that NeMo-Gym starts the server by."""

from __future__ import annotations

import json
from pathlib import Path

from crab_gym.integrations.episodes import ToolEpisode
from crab_gym.integrations.nemo_gym import AGENT, rows, write_project

TASK = "cross.dark_mode_from_todo"


def test_a_row_shows_what_its_episode_begins_with() -> None:
    first, second = rows([TASK], [5, 6])
    assert (first["task"], first["seed"], second["seed"]) == (TASK, 5, 6)
    assert first["agent_ref"] == {"type": "responses_api_agents", "name": AGENT}
    system, user = first["responses_create_params"]["input"]
    episode = ToolEpisode(TASK, "elements")
    assert user == {"role": "user", "content": episode.reset(5).text} and "root__complete" in system["content"]
    names = [tool["name"] for tool in first["responses_create_params"]["tools"]]
    assert names == [tool["name"] for tool in episode.tools]
    assert user != second["responses_create_params"]["input"][1]


def test_a_project_has_all_that_gym_reads(tmp_path: Path) -> None:
    root = write_project(tmp_path / "gui", ["learn.open_app", TASK], range(3), "crab-gym @ file:///checkout")
    lines = [json.loads(line) for line in (root / "rows.jsonl").read_text().splitlines()]
    assert [(line["task"], line["seed"]) for line in lines[:3]] == [
        ("learn.open_app", 0),
        (TASK, 0),
        ("learn.open_app", 1),
    ]
    assert len(lines) == 6
    server = root / "resources_servers" / "crab_gym"
    assert (server / "requirements.txt").read_text() == "crab-gym @ file:///checkout\n"
    compile((server / "app.py").read_text(), "app.py", "exec")
    limit = ToolEpisode(TASK, "elements").crab.max_steps
    assert limit > ToolEpisode("learn.open_app", "elements").crab.max_steps
    assert f"max_steps: {limit + 1}\n" in (root / "crab_gym.yaml").read_text()
