"""`TaskServer`: a task's episodes as tools, resources and a prompt of the Model Context Protocol."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from mcp import MCPError
from mcp.server import Server
from mcp_types import (
    INVALID_PARAMS,
    BlobResourceContents,
    CallToolResult,
    GetPromptResult,
    ImageContent,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    Prompt,
    PromptMessage,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)

import crab_gym
from crab_gym.integrations.episodes import OVER, ToolEpisode, Turn, instructions
from crab_gym.integrations.finetune import Outcome

__all__ = ["LOOK", "META", "NEXT", "PROMPT", "TaskServer"]

LOOK: Final = "root__look"
"""The tool that shows the devices without a step."""
NEXT: Final = "root__next_episode"
"""The tool that starts the next episode once one is over."""
META: Final = "crab-gym/episode"
"""The key of the part of a result's ``_meta`` that the model isn't shown."""
PROMPT: Final = "task"
"""The prompt that states the task."""
_TEXT: Final = "crab://devices"
_NOTHING: Final[dict[str, Any]] = {"type": "object", "properties": {}, "additionalProperties": False}
_MAX_QUOTE = 80  # characters of a client's text in a message
T = TypeVar("T")


class TaskServer:
    """Serves a task's episodes: all clients act on the same devices, one call after the other.

    Args:
        episode: The task; it is reset here, and closed by `close`.
        seeds: The seeds of its episodes.
        rewards: Whether each result's ``_meta`` has the step's reward; otherwise only an episode's last result has the
            outcome.
        ended: Is called with the outcome of each episode that ends.

    Attributes:
        server: The protocol's server.

    Raises:
        ValueError: There is no seed.
        DeviceError: A device can't be brought up.
    """

    def __init__(
        self,
        episode: ToolEpisode,
        seeds: Sequence[int] = (0,),
        rewards: bool = False,
        ended: Callable[[Outcome], None] | None = None,
    ) -> None:
        if not seeds:
            raise ValueError("there are no seeds; expected at least one")
        self._episode, self._rewards, self._ended = episode, rewards, ended
        self._left, self._several = list(seeds), len(seeds) > 1
        # One thread has the devices: calls of several clients wait for one another, and the loop for none of them.
        self._worker = ThreadPoolExecutor(1, "crab-gym mcp")
        self._worker.submit(self._start).result()
        goal = (
            f"Each result begins with the goal; {LOOK} shows it, too." if self._several else f"The goal: {episode.goal}"
        )
        self.server: Server[Any] = Server(
            "crab-gym",
            version=crab_gym.__version__,
            title=f"crab-gym: {episode.outcome.task}",
            instructions=f"{instructions(episode.view)}\n\n{goal}",
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_resources,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )

    def close(self) -> None:
        """Closes the devices; may be called twice."""
        self._worker.shutdown()
        self._episode.close()

    def _start(self) -> Turn:
        return self._episode.reset(self._left.pop(0))

    async def _do(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)

    async def _list_tools(self, context: object, params: object) -> ListToolsResult:
        reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)
        acts = ToolAnnotations(read_only_hint=False, open_world_hint=False)
        tools = [
            Tool(name=each["name"], description=each["description"], input_schema=each["parameters"], annotations=acts)
            for each in self._episode.tools
        ]
        look = "Shows the goal and the devices. It takes no step and changes nothing."
        tools.append(Tool(name=LOOK, description=look, input_schema=_NOTHING, annotations=reads))
        if self._several:
            begin = "Starts the next episode, with other devices and maybe another goal, once this one is over."
            tools.append(Tool(name=NEXT, description=begin, input_schema=_NOTHING, annotations=acts))
        return ListToolsResult(tools=tools)

    async def _call_tool(self, context: object, params: Any) -> CallToolResult:
        name = params.name
        if not (self._episode.has(name) or name == LOOK or (name == NEXT and self._several)):
            raise MCPError(INVALID_PARAMS, f"there is no tool {name[:_MAX_QUOTE]!r}")
        return await self._do(partial(self._act, name, params.arguments or {}))

    def _act(self, name: str, arguments: dict[str, Any]) -> CallToolResult:
        episode = self._episode
        if name == LOOK:
            return self._result(episode.turn, acted=False)
        if name == NEXT:
            if not episode.turn.over:
                return _failure("The episode isn't over yet.")
            if not self._left:
                return _failure("That was the last episode.")
            return self._result(self._start(), acted=False)
        if episode.turn.over:
            return _failure(OVER)
        turn = episode.call(name, arguments)
        if turn.over and self._ended is not None:
            self._ended(episode.outcome)
        return self._result(turn)

    def _result(self, turn: Turn, acted: bool = True) -> CallToolResult:
        content: list[TextContent | ImageContent] = [TextContent(text=turn.text)]
        for device, picture in turn.pictures().items():
            data = base64.b64encode(picture).decode()
            content += [TextContent(text=f"{device}:"), ImageContent(data=data, mime_type="image/png")]
        meta = {META: self._metadata(turn)} if acted and (self._rewards or turn.over) else None
        return CallToolResult(content=content, is_error=bool(turn.refused), _meta=meta)

    def _metadata(self, turn: Turn) -> dict[str, object]:
        """Returns what a trainer learns of a step, and of the episode at its end."""
        outcome = self._episode.outcome
        step: dict[str, object] = {"reward": turn.reward, "over": turn.over}
        if not turn.over:
            return step
        ended = {"success": outcome.success, "completion": outcome.completion, "return": outcome.reward}
        return {**step, **ended, "steps": outcome.steps, "truncated": turn.cut, "error": outcome.error}

    async def _list_resources(self, context: object, params: object) -> ListResourcesResult:
        listed = [Resource(uri=_TEXT, name="devices", description="The goal and the devices.", mime_type="text/plain")]
        for device in await self._do(lambda: list(self._episode.turn.screens)):
            uri, about = f"crab://{device}/screen", f"The screen of {device}."
            listed.append(Resource(uri=uri, name=f"{device}_screen", description=about, mime_type="image/png"))
        return ListResourcesResult(resources=listed)

    async def _read_resource(self, context: object, params: Any) -> ReadResourceResult:
        uri = str(params.uri)
        contents = await self._do(lambda: list(self._contents(uri)))
        if not contents:
            raise MCPError(INVALID_PARAMS, f"there is no resource {uri[:_MAX_QUOTE]!r}")
        return ReadResourceResult(contents=contents)

    def _contents(self, uri: str) -> Iterator[TextResourceContents | BlobResourceContents]:
        turn = self._episode.turn
        if uri == _TEXT:
            yield TextResourceContents(uri=uri, mime_type="text/plain", text=turn.text)
        elif uri.removeprefix("crab://").removesuffix("/screen") in turn.screens:
            picture = turn.pictures()[uri.removeprefix("crab://").removesuffix("/screen")]
            yield BlobResourceContents(uri=uri, mime_type="image/png", blob=base64.b64encode(picture).decode())

    async def _list_prompts(self, context: object, params: object) -> ListPromptsResult:
        return ListPromptsResult(prompts=[Prompt(name=PROMPT, description="The goal, and how to act.")])

    async def _get_prompt(self, context: object, params: Any) -> GetPromptResult:
        if params.name != PROMPT:
            raise MCPError(INVALID_PARAMS, f"there is no prompt {params.name[:_MAX_QUOTE]!r}")
        text = await self._do(lambda: f"{self._episode.goal}\n\n{instructions(self._episode.view)}")
        return GetPromptResult(messages=[PromptMessage(role="user", content=TextContent(text=text))])


def _failure(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=text)], is_error=True)
