"""The files by which NeMo-Gym finds and starts the server, and the rows of its data set."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from crab_gym.integrations.episodes import ToolEpisode, instructions
from crab_gym.task import load, step_limit

__all__ = ["AGENT", "rows", "write_project"]

AGENT: Final = "crab_gym_agent"
"""The name of the agent in the configuration, which rows refer to."""
_CONFIG: Final = f"""\
crab_gym_server:
  resources_servers:
    crab_gym:
      entrypoint: app.py
      domain: agent
{AGENT}:
  responses_api_agents:
    simple_agent:
      entrypoint: app.py
      resources_server: {{type: resources_servers, name: crab_gym_server}}
      model_server: {{type: responses_api_models, name: policy_model}}
      max_steps: %d
"""
"""The configuration. Without a limit, the agent would ask a model that goes on calling after the end for ever."""
_APP: Final = """\
from crab_gym.integrations.nemo_gym.server import CrabResourcesServer

if __name__ == "__main__":
    CrabResourcesServer.run_webserver()
"""


def rows(tasks: Sequence[str], seeds: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a data set, by seed and task: prompt, tools, and what the server starts the episode by.

    The prompt has the goal and the devices as a reset shows them, since NeMo-Gym's agents show only results of calls.

    Args:
        tasks: Names of the tasks.
        seeds: Seeds of each task's episodes.

    Raises:
        ValueError: There is no such task.

    Example:
        >>> (row,) = rows(["learn.open_app"], [0])
        >>> row["task"], row["seed"], row["responses_create_params"]["input"][1]["content"].splitlines()[0]
        ('learn.open_app', 0, 'goal: On the phone, open the app Phone.')
    """
    for seed in seeds:
        for task in tasks:
            with closing(ToolEpisode(task, "elements")) as episode:
                text = episode.reset(seed).text
                tools = [{"type": "function", "strict": False, **tool} for tool in episode.tools]
            prompt = [
                {"role": "system", "content": instructions("elements")},
                {"role": "user", "content": text},
            ]
            params = {"input": prompt, "tools": tools}
            agent = {"type": "responses_api_agents", "name": AGENT}
            yield {"responses_create_params": params, "agent_ref": agent, "task": task, "seed": seed}


def write_project(folder: Path | str, tasks: Sequence[str], seeds: Sequence[int], requirement: str) -> Path:
    """Writes a folder from which NeMo-Gym's command ``gym`` can be run, and returns its path.

    It has the configuration ``crab_gym.yaml``, the rows ``rows.jsonl``, and the server's folder, which is started in
    an environment of its own.

    Args:
        folder: The folder; files of these names in it are replaced.
        tasks: Names of the tasks.
        seeds: Seeds of each task's episodes.
        requirement: How pip finds this package, such as ``"crab-gym @ file:///path/of/a/checkout"``; its name alone
            would not do, since crab-gym isn't on PyPI.

    Raises:
        ValueError: There is no such task.
    """
    root = Path(folder)
    server = root / "resources_servers" / "crab_gym"
    server.mkdir(parents=True, exist_ok=True)
    (server / "app.py").write_text(_APP, encoding="utf-8")
    (server / "requirements.txt").write_text(f"{requirement}\n", encoding="utf-8")
    # One more turn for what a model says at the end.
    limit = 1 + max((step_limit(load(task)) for task in tasks), default=0)
    (root / "crab_gym.yaml").write_text(_CONFIG % limit, encoding="utf-8")
    with (root / "rows.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows(tasks, seeds))
    return root
