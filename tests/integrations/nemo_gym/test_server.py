"""Tasks as resources of NeMo-Gym: the server by itself, and rollouts by NeMo-Gym's own agent and commands."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

import pytest

from crab_gym.agents.chat import Message, Reply, Tool, ToolCall
from crab_gym.integrations.episodes import OVER, ToolEpisode
from crab_gym.integrations.nemo_gym import AGENT, rows, write_project
from tests.agents.server import FakeServer
from tests.extras import reason

pytest.importorskip("nemo_gym", reason=reason("nemo_gym"))
pytestmark = [pytest.mark.extra("nemo_gym"), pytest.mark.filterwarnings("ignore")]

TASK = "cross.dark_mode_from_todo"
ROW = {"task": "learn.open_app", "seed": 0}
RESPONSE = {
    "id": "r", "created_at": 0, "model": "m", "object": "response", "output": [], "parallel_tool_calls": False,
    "tool_choice": "auto", "tools": [],
}  # fmt: skip
PLAYED = {"responses_create_params": {"input": "go"}, "response": RESPONSE}


@pytest.fixture
def server() -> Any:
    from nemo_gym.server_utils import ServerClient

    from crab_gym.integrations.nemo_gym.server import CrabResourcesServer, CrabServerConfig

    config = CrabServerConfig(host="127.0.0.1", port=1, entrypoint="app.py", name="crab_gym_server", sessions=2)
    return CrabResourcesServer(config=config, server_client=MagicMock(spec=ServerClient))


@pytest.fixture
def client(server: Any) -> Iterator[Any]:
    yield connected(server)


def connected(server: Any, app: Any = None) -> Any:
    from fastapi.testclient import TestClient

    return TestClient(app or server.setup_webserver())


def solution(task: str, seed: int) -> tuple[str, list[tuple[str, Any]], list[str]]:
    """Returns what an episode begins with, the oracle's calls, and what each of them shows."""
    solver = ToolEpisode(task, "elements")
    first, calls, shown = solver.reset(seed).text, [], []
    for call in solver.solution():
        calls.append((call.tool, dict(call.arguments)))
        shown.append(solver.call(*call).text)
    assert solver.outcome.success
    return first, calls, shown


def test_the_oracle_gets_the_highest_reward(client: Any) -> None:
    _, calls, shown = solution(TASK, 5)
    assert client.post("/seed_session", json={"task": TASK, "seed": 5}).status_code == 200
    assert [client.post(f"/{tool}", json=arguments).text for tool, arguments in calls] == shown
    verdict = client.post("/verify", json=PLAYED).json()
    assert verdict["reward"] == pytest.approx(1.0) and verdict["success"] == verdict["completion"] == 1.0
    assert (verdict["task"], verdict["seed"], verdict["steps"]) == (TASK, 5, len(calls))


def test_a_wrong_call_takes_a_step(client: Any) -> None:
    client.post("/seed_session", json={"task": TASK, "seed": 0})
    for tool, arguments in [("os__system", {}), ("a/b", {}), ("android__tap", [1]), ("android__tap", {"element": "x"})]:
        said = client.post(f"/{tool}", json=arguments)
        assert said.status_code == 200 and said.text.startswith("refused: ")
    assert client.post("/android__tap", content=b"{").status_code == 400
    verdict = client.post("/verify", json=PLAYED).json()
    assert (verdict["steps"], verdict["reward"], verdict["success"]) == (4, 0.0, 0.0)


def test_a_model_can_neither_start_an_easier_episode_nor_undo_the_end(client: Any) -> None:
    assert client.post("/android__tap", json={"element": 1}).status_code == 409
    client.post("/seed_session", json={"task": TASK, "seed": 0})
    assert client.post("/seed_session", json=ROW).status_code == 409
    first = client.post("/verify", json=PLAYED).json()
    assert first["task"] == TASK and first["reward"] == 0.0
    for tool, arguments in solution(TASK, 0)[1]:
        assert client.post(f"/{tool}", json=arguments).text == OVER
    assert client.post("/verify", json=PLAYED).json() == first


def test_rollouts_that_were_given_up_make_way(server: Any) -> None:
    app = server.setup_webserver()
    clients = [connected(server, app) for _ in range(4)]
    for each in clients[:2]:
        each.post("/seed_session", json=ROW)
    clients[1].post("/verify", json=PLAYED)
    clients[2].post("/seed_session", json=ROW)  # takes the place of the one that is verified
    ((tool, arguments), *_) = solution(**ROW)[1]
    assert clients[0].post(f"/{tool}", json=arguments).status_code == 200
    assert clients[0].post("/android__press", json={"key": "home"}).text == OVER
    clients[3].post("/seed_session", json=ROW)
    codes = [each.post("/verify", json=PLAYED).status_code for each in clients]
    assert codes == [409, 409, 200, 200]


def test_a_row_must_name_a_task(client: Any) -> None:
    assert client.post("/seed_session", json={"task": "no.such", "seed": 0}).status_code == 422
    assert client.post("/seed_session", json={"task": TASK}).status_code == 422
    assert client.post("/verify", json=PLAYED).status_code == 409


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_gym_collects_rollouts(tmp_path: Path) -> None:
    root = write_project(tmp_path / "gui", ["learn.open_app", TASK], [0, 1], "crab-gym @ file:///checkout")
    # NeMo-Gym makes an environment for each server with uv, from the network; here they are this one.
    for server in (
        "resources_servers/crab_gym",
        "responses_api_agents/simple_agent",
        "responses_api_models/vllm_model",
    ):
        (root / "venvs" / server).mkdir(parents=True)
        (root / "venvs" / server / ".venv").symlink_to(sys.prefix)
    solved = {}
    for row in rows(["learn.open_app", TASK], [0, 1]):
        first, calls, _ = solution(row["task"], row["seed"])
        solved[first] = calls if (row["task"], row["seed"]) != (TASK, 1) else calls[:-1]

    def brain(messages: list[Message], tools: list[Tool]) -> Reply | str:
        texts = ["".join(part for part in message.parts if isinstance(part, str)) for message in messages]
        (calls,) = [calls for first, calls in solved.items() if first in texts]
        done = sum(len(message.calls) for message in messages)
        return Reply(calls=(ToolCall(*calls[done]),)) if done < len(calls) else "Done."

    with FakeServer(brain) as model:
        options = ["--config", "crab_gym.yaml", "--model-type", "vllm_model", "--model", "tester"]
        options += ["--model-url", model.url(), "--model-api-key", model.key]
        run(root, options, "+uv_venv_dir=venvs", "+skip_venv_if_present=true")
        assert not model.refused
    played = [json.loads(line) for line in (root / "rollouts.jsonl").read_text().splitlines()]
    found = {(each["task"], each["seed"]): (round(each["reward"], 6), each["success"]) for each in played}
    unsolved = found.pop((TASK, 1))
    assert found == {("learn.open_app", 0): (1.0, 1.0), ("learn.open_app", 1): (1.0, 1.0), (TASK, 0): (1.0, 1.0)}
    assert unsolved[0] < 1 and unsolved[1] == 0.0 and len(played) == 4


def run(root: Path, options: list[str], *overrides: str) -> None:
    """Starts the servers, collects a rollout of each row, and stops them."""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    said: list[str] = []
    ready = threading.Event()
    servers = subprocess.Popen(
        ["gym", "env", "start", *options, *overrides], cwd=root, env=env, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip

    def listen() -> None:
        assert servers.stdout is not None
        for line in servers.stdout:
            said.append(line)
            if "servers ready! Polling" in line:
                ready.set()
        ready.set()

    listener = threading.Thread(target=listen)
    listener.start()
    try:
        ready.wait()
        assert servers.poll() is None, "".join(said)
        collect = ["gym", "eval", "run", "--no-serve", "--agent", AGENT, "--input", "rows.jsonl"]
        collect += ["--output", "rollouts.jsonl", "--num-repeats", "1", "--concurrency", "2"]
        done = subprocess.run(collect, cwd=root, env=env, capture_output=True, text=True)
        assert done.returncode == 0, "".join([*said, done.stdout, done.stderr])
    finally:
        os.killpg(servers.pid, signal.SIGINT)
        servers.wait()
        listener.join()
