"""A task as a server of the Model Context Protocol: what its clients see, and what they can't do."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from PIL import Image

from crab_gym.integrations.episodes import OVER, ToolEpisode
from crab_gym.integrations.finetune import Outcome
from crab_sim.web.sites.lobby import LOBBY_PLACES
from tests.extras import reason
from tests.remote import cut, status_of_announced, strangers, until

pytest.importorskip("mcp_types", reason=reason("mcp_types"))
pytestmark = pytest.mark.extra("mcp_types")

TASK = "learn.open_app"
CROSS = "cross.dark_mode_from_todo"
META = "crab-gym/episode"
Play = Callable[[Any], Coroutine[Any, Any, None]]


def play(script: Play, task: str = TASK, seeds: tuple[int, ...] = (0,), **options: Any) -> list[Outcome]:
    """Lets a client play a task in this process; returns the outcomes of its episodes."""
    from mcp import Client

    from crab_gym.integrations.mcp import TaskServer

    ended: list[Outcome] = []
    rewards = options.pop("rewards", False)
    tasks = TaskServer(ToolEpisode(task, **options), seeds, rewards, ended.append)

    async def run() -> None:
        async with Client(tasks.server) as client:
            await script(client)

    try:
        asyncio.run(run())
    finally:
        tasks.close()
    return ended


def test_verbs_are_tools_with_the_schemas_of_function_calling() -> None:
    async def script(client: Any) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        expected = ToolEpisode(CROSS).tools
        assert list(tools) == [*(each["name"] for each in expected), "root__look"]
        for each in expected:
            tool = tools[each["name"]]
            assert (tool.description, tool.input_schema) == (each["description"], each["parameters"])
        assert "element" in tools["android__tap"].input_schema["properties"]
        assert tools["root__look"].annotations.read_only_hint
        assert not tools["android__tap"].annotations.read_only_hint

    play(script, CROSS)


def test_a_client_sees_both_screens_and_the_elements() -> None:
    async def script(client: Any) -> None:
        seen = (await client.call_tool("root__look", {})).content
        text, first, ubuntu, second, android = seen
        assert text.text.startswith("goal: Open the Tasks app") and '[3] icon "Terminal"' in text.text
        assert (first.text, second.text) == ("ubuntu:", "android:")
        for part, size in ((ubuntu, (1280, 720)), (android, (360, 800))):
            assert part.mime_type == "image/png"
            with Image.open(io.BytesIO(base64.b64decode(part.data))) as picture:
                assert picture.size == size
        listed = {str(each.uri) for each in (await client.list_resources()).resources}
        assert listed == {"crab://devices", "crab://ubuntu/screen", "crab://android/screen"}
        shown = (await client.read_resource("crab://android/screen")).contents[0]
        assert shown.blob == android.data
        assert (await client.read_resource("crab://devices")).contents[0].text == text.text
        (message,) = (await client.get_prompt("task")).messages
        assert message.content.text.startswith("Open the Tasks app") and client.instructions.endswith(
            "then mark the task as completed."
        )

    play(script, CROSS)


def test_the_oracle_solves_a_task_over_the_protocol_and_only_meta_says_so() -> None:
    episode = ToolEpisode(CROSS, "elements")
    episode.reset(3)
    calls = []
    for call in episode.solution():
        calls.append(call)
        episode.call(*call)
    assert episode.outcome.success

    async def script(client: Any) -> None:
        rewards = []
        for call in calls:
            result = await client.call_tool(call.tool, dict(call.arguments))
            assert not result.is_error
            assert "completion" not in result.content[0].text and "reward" not in result.content[0].text
            rewards.append(result.meta[META]["reward"])
        last = result.meta[META]
        assert last["over"] and last["success"] and last["return"] == pytest.approx(sum(rewards)) == pytest.approx(1)
        assert result.content[0].text == OVER
        again = await client.call_tool("android__tap", {"element": 1})
        assert again.is_error and again.content[0].text == OVER and META not in (again.meta or {})

    (outcome,) = play(script, CROSS, (3,), rewards=True)
    assert outcome == episode.outcome


def test_rewards_are_told_at_the_end_only_unless_asked_for() -> None:
    async def script(client: Any) -> None:
        step = await client.call_tool("android__press", {"key": "home"})
        assert META not in (step.meta or {})
        last = await client.call_tool("root__complete", {})
        assert last.meta[META] == {
            "reward": 0.0, "over": True, "success": False, "completion": 0.0, "return": 0.0, "steps": 2,
            "truncated": False, "error": "",
        }  # fmt: skip

    play(script)


def test_the_next_episode_begins_only_after_the_last_and_never_without_seeds() -> None:
    async def script(client: Any) -> None:
        early = await client.call_tool("root__next_episode", {})
        assert early.is_error and early.content[0].text == "The episode isn't over yet."
        await client.call_tool("root__complete", {})
        second = await client.call_tool("root__next_episode", {})
        assert second.content[0].text.startswith("goal: On the phone, open the app Files.")
        await client.call_tool("root__complete", {})
        none = await client.call_tool("root__next_episode", {})
        assert none.is_error and none.content[0].text == "That was the last episode."

    assert [outcome.seed for outcome in play(script, seeds=(0, 1))] == [0, 1]


def test_wrong_calls_are_refused_in_words_and_take_a_step() -> None:
    async def script(client: Any) -> None:
        for arguments in (
            {}, {"element": 10**400}, {"element": [{}]}, {"x": 1}, {"x": "\ud800", "y": None},
            {"element": 1, "__class__": "os"}, {"element": True}, {"element": {"$ref": "file:///etc/passwd"}},
        ):  # fmt: skip
            result = await client.call_tool("android__tap", arguments)
            assert result.is_error and result.content[0].text.startswith("refused: "), arguments
        written = await client.call_tool("android__write_text", {"text": "$(touch /tmp/x); import os"})
        assert not written.is_error

    (outcome,) = play(script, view="elements", env={"max_steps": 9})
    assert outcome.steps == 9 and not outcome.success


@pytest.mark.parametrize("name", ["os__system", "android__", "__", "root__reset", "close", "", "android__tap\x00"])
def test_unknown_tools_are_no_calls(name: str) -> None:
    from mcp import MCPError

    async def script(client: Any) -> None:
        with pytest.raises(MCPError, match="there is no tool"):
            await client.call_tool(name, {})
        for uri in ("file:///etc/passwd", "crab://../screen", "crab://android/screen/../../x", "crab://root/screen"):
            with pytest.raises(MCPError, match="there is no resource"):
                await client.read_resource(uri)
        with pytest.raises(MCPError, match="there is no prompt"):
            await client.get_prompt("../task")
        last = await client.call_tool("root__complete", {})
        assert last.meta[META]["steps"] == 1

    play(script, view="elements")


def test_what_is_shown_can_be_chosen() -> None:
    async def only_screens(client: Any) -> None:
        text, _, picture = (await client.call_tool("root__look", {})).content
        assert "icon" not in text.text and picture.mime_type == "image/png"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert list(tools["android__tap"].input_schema["properties"]) == ["x", "y"]

    async def only_elements(client: Any) -> None:
        (text,) = (await client.call_tool("root__look", {})).content
        assert "icon" in text.text
        assert [each.name for each in (await client.list_resources()).resources] == ["devices"]

    play(only_screens, view="screens")
    play(only_elements, view="elements")


def test_a_program_that_starts_it_talks_to_it() -> None:
    from mcp import Client, StdioServerParameters, stdio_client

    command = ["-m", "crab_gym", "mcp", TASK, "--view", "elements"]

    async def run() -> None:
        async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=command))) as client:
            seen = await client.call_tool("android__tap", {"element": 17})
            assert not seen.is_error and META not in (seen.meta or {})  # it is judged once the model has finished
            result = await client.call_tool("root__complete", {})
            assert result.meta[META]["success"]

    asyncio.run(run())


TOKEN = "a token that is long enough"


@pytest.fixture
def serve(tmp_path: Any) -> Iterator[Callable[..., str]]:
    """Starts servers by HTTP; returns their addresses."""
    running = []

    def start(*options: str, token: str = "") -> str:
        if token:
            (tmp_path / "token").write_text(token)
            options = (*options, "--token-file", str(tmp_path / "token"))
        command = [sys.executable, "-m", "crab_gym", "mcp", TASK, "--http", "--port", "0", *options]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stderr is not None
        return process.stderr.readline().split()[0]

    yield start
    for process in running:
        process.terminate()
        process.wait(30)
        assert process.stderr is not None
        process.stderr.close()


def post(url: str, headers: dict[str, str]) -> int:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    request = Request(url, json.dumps(message).encode(), {**accept, **headers}, method="POST")
    try:
        with urlopen(request, timeout=30) as reply:
            return int(reply.status)
    except HTTPError as reply:
        with reply:
            return int(reply.code)


def test_clients_come_by_http_and_pages_of_browsers_do_not(serve: Callable[..., str]) -> None:
    from mcp import Client

    url = serve("--view", "elements")
    assert url.startswith("http://127.0.0.1:") and url.endswith("/mcp")
    assert post(url, {"Origin": "http://localhost"}) == 403
    assert post(url, {"Sec-Fetch-Site": "cross-site"}) == 403
    assert post(url, {"Host": "evil.example"}) == 421
    assert status_of_announced(url, 1 << 21) == 413

    async def run() -> None:
        async with Client(url) as client, Client(url) as other:
            await client.call_tool("android__open_app_drawer", {})
            seen = await other.call_tool("root__look", {})
            assert "steps left: 75 %" in seen.content[0].text  # of three, and one for root__complete
            await client.call_tool("android__open_app", {"name": "Phone"})
            result = await client.call_tool("root__complete", {})
            assert result.meta[META]["steps"] == 3

    asyncio.run(run())


def test_with_a_token_nobody_else_gets_in(serve: Callable[..., str]) -> None:
    url = serve("--view", "elements", token=TOKEN)
    assert post(url, {}) == 401
    assert post(url, {"Authorization": f"Bearer {TOKEN[:-1]}"}) == 401
    assert post(url, {"Authorization": "Bearer \xff"}) == 401
    assert post(url, {"Authorization": f"Bearer {TOKEN}"}) not in (401, 403)


def test_silent_connections_keep_nobody_out(serve: Callable[..., str]) -> None:
    url = serve("--view", "elements", token=TOKEN)
    port = int(url.rpartition(":")[2].removesuffix("/mcp"))
    with strangers(("127.0.0.1", port), b"POST /mcp HTTP/1.1\r\nHost: ") as silent:
        assert post(url, {"Authorization": f"Bearer {TOKEN}"}) not in (401, 403)
        until(lambda: cut(silent) >= len(silent) - LOBBY_PLACES)
        assert post(url, {}) == 401


def test_other_machines_need_a_token() -> None:
    from crab_gym.integrations.guard import listen

    with pytest.raises(ValueError, match="takes a token"):
        listen("0.0.0.0", 0, "")
    with pytest.raises(ValueError, match="expected 16 or more"):
        listen("127.0.0.1", 0, "short")
    with listen("127.0.0.1", 0, "") as taken, pytest.raises(OSError):
        listen("127.0.0.1", taken.getsockname()[1], "")
    assert isinstance(taken, socket.socket)


def test_tools_of_apps_are_served_too() -> None:
    async def script(client: Any) -> None:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "android__tasks_list" in names and "android__tap" in names
        result = await client.call_tool("android__tasks_list", {})
        assert "returned: [{" in result.content[0].text

    play(script, CROSS, view="elements", env={"tools": True})
