"""OpenEnv's clients play tasks over the network, side by side; nobody else gets in, and its own graders agree."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from crab_gym.integrations.episodes import ToolEpisode
from crab_sim.web.sites.lobby import LOBBY_PLACES
from tests.extras import reason
from tests.remote import cut, status_of_announced, strangers, until

pytest.importorskip("openenv", reason=reason("openenv"))
pytestmark = pytest.mark.extra("openenv")

ROOT = Path(__file__).parents[3]
TOKEN = "a token that is long enough"


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    """Starts servers; returns their addresses."""
    running = []

    def begin(*options: str, token: str = "") -> str:
        if token:
            file = tmp_path_factory.mktemp("token") / "token"
            file.write_text(token)
            options = (*options, "--token-file", str(file))
        command = [sys.executable, "-m", "crab_gym", "openenv", "--port", "0", *options]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stderr is not None
        return process.stderr.readline().split()[0]

    yield begin
    for process in running:
        process.terminate()
        process.wait(30)
        assert process.stderr is not None
        process.stderr.close()


@pytest.fixture(scope="module")
def url(start: Callable[..., str]) -> str:
    return start("learn.*", "android.add_contact", "cross.dark_mode_from_todo", "--view", "elements")


def action(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"type": "call_tool", "tool_name": tool, "arguments": arguments}


def send(url: str, headers: dict[str, str] | None = None, body: object = None) -> Any:
    data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, {"Content-Type": "application/json", **(headers or {})}), timeout=30) as reply:
            return json.loads(reply.read())
    except HTTPError as reply:
        with reply:
            return reply.code


def play(url: str, task: str, seed: int) -> float:
    """Plays the oracle's episode over the network; returns the sum of its rewards."""
    from openenv.core import GenericEnvClient

    episode = ToolEpisode(task, "elements")
    episode.reset(seed)
    total = 0.0
    with GenericEnvClient(base_url=url).sync() as client:
        first = client.reset(task=task, seed=seed)
        assert first.observation["text"] == episode.turn.text and not first.done
        for step in episode.solution():
            turn = episode.call(*step)
            result = client.step(action(step.tool, **step.arguments))
            assert (result.observation["text"], result.done) == (turn.text, turn.over)
            total += result.reward
        assert client.state()["step_count"] == episode.outcome.steps and result.done
    return total


def test_sessions_side_by_side_reach_the_maximum(url: str) -> None:
    jobs = [("learn.open_app", 0), ("learn.open_app", 1), ("cross.dark_mode_from_todo", 0)]
    with ThreadPoolExecutor(len(jobs)) as pool:
        totals = list(pool.map(lambda job: play(url, *job), jobs))
    assert totals == [pytest.approx(1.0)] * len(jobs)


def test_tools_are_called_by_the_client_for_them(url: str) -> None:
    from openenv.core.mcp_client import MCPToolClient

    with MCPToolClient(base_url=url).sync() as client:
        client.reset(task="learn.open_app", seed=0)
        names = {tool.name for tool in client.list_tools()}
        assert "android__tap" in names and "ubuntu__click" not in names
        text = client.call_tool("android__press", key="home")
        assert "icon" in str(text)
        assert client.step(as_call("android__open_app", name="Phone")).reward == 1.0


def as_call(tool: str, **arguments: Any) -> Any:
    from openenv.core.env_server.mcp_types import CallToolAction

    return CallToolAction(tool_name=tool, arguments=arguments)


def test_tasks_are_listed_by_split(url: str) -> None:
    assert send(f"{url}/list_environments") == ["crab_gym"]
    splits = send(f"{url}/crab_gym/splits")
    assert splits == [{"name": "train", "type": "train"}, {"name": "test", "type": "test"}]
    for split in ("train", "test"):
        tasks = send(f"{url}/crab_gym/tasks", body={"split": split})["tasks"]
        assert send(f"{url}/crab_gym/num_tasks", body={"split": split}) == {"num_tasks": len(tasks)}
        assert send(f"{url}/crab_gym/task", body={"split": split, "index": 0}) == {"task": tasks[0]}
    assert send(f"{url}/crab_gym/task", body={"split": "test", "index": 999}) == 400


SURROGATE = r'"\ud800"'
CALL = '{"action": {"type": "call_tool", "tool_name": %s, "arguments": {}}}'


@pytest.mark.parametrize(
    ("path", "body", "status", "why"),
    [
        ("reset", '{"task": "nope"}', 400, "task 'nope' isn't served here"),
        ("reset", f'{{"task": {SURROGATE}}}', 400, r"task '\ud800' isn't served here"),
        ("reset", '{"split": "nope"}', 400, "split is 'nope'; expected one of: train, test"),
        ("reset", '{"split": "train", "index": 999}', 400, "index is '999'; expected a whole number: train has the"),
        ("reset", '{"index": NaN}', 400, "index is 'nan'"),
        ("reset", '{"task": "learn.open_app", "index": 0}', 400, "not both"),
        ("reset", '{"seed": 1e400}', 422, "finite number"),
        ("reset", f'{{"seed": {SURROGATE}}}', 422, "valid string"),
        ("reset", f'{{"episode_id": {SURROGATE}}}', 422, "valid string"),
        ("reset", f"{{{SURROGATE}: 1}}", 422, "valid string"),
        ("reset", SURROGATE, 422, "valid dictionary"),
        ("step", CALL % '"android__tap"', 400, "there is no episode yet"),
        ("step", CALL % SURROGATE, 400, "there is no episode yet"),
        ("step", f'{{"action": {{"type": {SURROGATE}}}}}', 422, ""),
        ("crab_gym/tasks", '{"split": "nope"}', 400, "split is 'nope'"),
        ("crab_gym/num_tasks", f'{{"split": {SURROGATE}}}', 400, r"split is '\ud800'"),
        ("crab_gym/task", '{"split": "test", "index": 999}', 400, "index is '999'"),
        ("crab_gym/task_range", '{"split": "nope"}', 400, "split is 'nope'"),
        ("other/tasks", '{"split": "test"}', 404, "unknown environment 'other'"),
    ],
)
def test_a_wrong_request_is_told_why(url: str, path: str, body: str, status: int, why: str) -> None:
    with pytest.raises(HTTPError) as refusal:
        urlopen(Request(f"{url}/{path}", body.encode(), {"Content-Type": "application/json"}), timeout=30)
    with refusal.value as reply:
        answer = json.loads(reply.read())
    assert reply.code == status, answer
    assert why in (answer["detail"] if status != 422 else json.dumps(answer["detail"]))


def test_hostile_messages_end_nothing(url: str) -> None:
    from openenv.core import GenericEnvClient

    with GenericEnvClient(base_url=url).sync() as client:
        client.reset(task="learn.open_app", seed=0)
        for wrong in (
            {"type": "list_tools", "x": 1}, {"type": "os"}, {}, {"type": "call_tool"}, action("__import__", name="os"),
            action("android__tap", element=[{}]), {"type": "call_tool", "tool_name": "android__tap", "arguments": "x"},
        ):  # fmt: skip
            try:
                client.step(wrong)
            except Exception as error:
                assert "reset" not in str(error)
        with pytest.raises(Exception, match="isn't served here"):
            client.reset(task="os:system")
        assert client.step(action("android__open_app", name="Phone")).done


def test_the_running_server_is_valid_by_openenv(url: str) -> None:
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(url, 30.0)
    assert report["passed"], report["criteria"]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the collector's own calls
def test_its_runtime_graders_pass_on_the_probe_of_the_manifest(url: str) -> None:
    from jsonschema import Draft202012Validator
    from openenv.validation.graders.runtime.basic import RewardWellFormedGrader, StateContractGrader
    from openenv.validation.parsers.openenv_yaml import OpenEnvYamlParser
    from openenv.validation.runtime.collector import collect_runtime_evidence
    from openenv.validation.runtime.contracts import load_runtime_plan

    manifest = OpenEnvYamlParser().parse(ROOT)
    plan = load_runtime_plan(ROOT, manifest.execution)
    evidence = collect_runtime_evidence(url, plan, episode_timeout_s=60.0)
    assert evidence.failure_reason is None
    subject = SimpleNamespace(manifest=manifest, runtime_evidence=evidence)
    for grader in (RewardWellFormedGrader(), StateContractGrader()):
        result = grader.run(subject)
        assert result.status.value == "pass", (result.check_id, result.evidence)
    # Its grader of observations gives itself five seconds, which a busy machine doesn't have; this is what it does.
    schema = Draft202012Validator(json.loads(evidence.observation_schema_json))
    for exchange in evidence.exchanges:
        if exchange.operation != "state":
            data = json.loads(exchange.response_json)["data"]
            schema.validate({**data["observation"], "reward": data["reward"], "done": data["done"]})


def test_its_tool_passes_the_running_server(url: str) -> None:
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(url, timeout_s=60.0)
    assert report["passed"] and report["summary"]["passed_count"] == report["summary"]["total_count"] >= 6


def test_silent_connections_keep_nobody_out(start: Callable[..., str]) -> None:
    from openenv.core import GenericEnvClient

    url = start("learn.open_app", "--view", "elements", token=TOKEN)
    port = int(url.rpartition(":")[2])
    right = {"Authorization": f"Bearer {TOKEN}"}
    with GenericEnvClient(base_url=url, headers=right).sync() as early:
        early.reset(task="learn.open_app", seed=0)
        with strangers(("127.0.0.1", port), b"GET /health HTTP/1.1\r\nHost: ") as silent:
            assert send(f"{url}/health", right) == {"status": "healthy"}
            until(lambda: cut(silent) >= len(silent) - LOBBY_PLACES)
            with GenericEnvClient(base_url=url, headers=right).sync() as client:
                assert client.reset(seed=0).observation["text"].startswith("goal: On the phone")
            assert early.step(action("android__open_app", name="Phone")).done


def test_pages_of_browsers_and_foreign_names_are_refused(url: str) -> None:
    assert send(f"{url}/health") == {"status": "healthy"}
    assert send(f"{url}/health", {"Origin": "http://localhost"}) == 403
    assert send(f"{url}/health", {"Sec-Fetch-Site": "same-site"}) == 403
    assert send(f"{url}/health", {"Host": "evil.example"}) == 421
    assert status_of_announced(f"{url}/reset", 1 << 21) == 413


def test_with_a_token_nobody_else_gets_in(start: Callable[..., str]) -> None:
    from openenv.core import GenericEnvClient

    url = start("learn.open_app", "--view", "elements", token=TOKEN)
    assert send(f"{url}/health") == 401
    assert send(f"{url}/health", {"Authorization": f"Bearer {TOKEN}"}) == {"status": "healthy"}
    with pytest.raises(Exception, match="403"), GenericEnvClient(base_url=url).sync() as client:
        client.reset()
    with GenericEnvClient(base_url=url, headers={"Authorization": f"Bearer {TOKEN}"}).sync() as client:
        assert client.reset(seed=0).observation["text"].startswith("goal: On the phone")
