"""Tasks for verifiers (extra ``verifiers``): a taskset, and the environment in which a model plays it turn by turn.

* `CrabTaskset` - tasks and seeds, which `CrabConfig` names; one of them is a `CrabTask` with `CrabData`.
* `CrabPlay` - the environment: each answer of the model, by the harness `CrabChat`, holds one call of a tool.

verifiers finds them by the id ``crab-gym-verifiers``: a module of that name beside the tasks.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from crab_gym.integrations.episodes import ToolCall, ToolEpisode, Turn, View, matching, needed, written

try:
    import verifiers.v1 as vf
    from openai import APIStatusError, AsyncOpenAI
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.runtimes import ProgramResult
except ImportError as error:
    raise needed("verifiers", "verifiers", error) from error

__all__ = ["CrabChat", "CrabConfig", "CrabData", "CrabPlay", "CrabTask", "CrabTaskset"]


class CrabConfig(vf.TasksetConfig):  # type: ignore[misc]  # verifiers has no types here
    """Which tasks and seeds there are, and what a model is shown."""

    tasks: str = "learn.*"
    """Names and patterns of tasks, separated by commas."""
    seeds: int = 10
    """Number of episodes of each task."""
    first_seed: int = 0
    """The first of their seeds; those from 100,000 are held out."""
    view: View = "elements"
    """What is shown of the devices: elements as text, screens as pictures, or both."""


class CrabData(vf.TaskData):  # type: ignore[misc]
    """What an episode needs: the task's name, its seed, what is shown. Its first turn states the goal."""

    task: str
    seed: int
    view: View


class CrabTask(vf.Task[CrabData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """An episode's reward, and the check that its oracle reaches the maximum."""

    @vf.reward  # type: ignore[untyped-decorator, unused-ignore]
    async def progress(self, trace: vf.Trace) -> float:
        """Returns the sum of the steps' rewards; of an episode that nobody played, 1 if it is solved as it stands."""
        if "rewards" in trace.info:
            return float(sum(trace.info["rewards"]))
        return await asyncio.to_thread(self._return, False)

    @vf.metric  # type: ignore[untyped-decorator, unused-ignore]
    async def success(self, trace: vf.Trace) -> float:
        """Returns 1 if the task is solved."""
        return float(trace.info.get("success", False))

    async def validate(self, runtime: vf.Runtime) -> bool:
        """Returns whether the oracle's episode is a success with the highest return."""
        return abs(await asyncio.to_thread(self._return, True) - 1.0) < 1e-9

    def _return(self, solve: bool) -> float:
        """Returns the return of the oracle's episode, 0 if it fails; of one completed at once, 1 if it is a success."""
        with closing(ToolEpisode(self.data.task, "elements")) as episode:
            episode.reset(self.data.seed)
            calls = episode.solution() if solve else [ToolCall("root__complete", {})]
            total = sum(episode.call(*call).reward for call in calls)
            return total * episode.outcome.success if solve else max(total, float(episode.outcome.success))


class CrabTaskset(vf.Taskset[CrabTask, CrabConfig]):  # type: ignore[misc]
    """The tasks, each with all seeds."""

    def load(self) -> Iterator[CrabTask]:
        """Yields the episodes, by seed and task."""
        config, names = self.config, matching(self.config.tasks)
        for seed in range(config.first_seed, config.first_seed + config.seeds):
            for name in names:
                label, prompt = f"{name}/{seed}", written(name, config.view)
                data = CrabData(id=label, name=label, system_prompt=prompt, task=name, seed=seed, view=config.view)
                yield CrabTask(data, config.task)


class CrabPlay(vf.Env[vf.SingleAgentEnvConfig]):  # type: ignore[misc]
    """One task, one episode: the devices answer each call with what they show."""

    async def run(self, task: CrabTask, agents: vf.Agents) -> None:
        """Plays an episode; a device that breaks is an error of the environment, and nothing is scored."""
        with closing(ToolEpisode(task.data.task, task.data.view)) as episode:
            turn = await asyncio.to_thread(episode.reset, task.data.seed)
            async with agents.agent.interaction(task) as interaction:
                info = interaction.trace.info
                info["rewards"] = []
                while not turn.over:
                    segment = await interaction.turn(_message(turn))
                    if segment.terminated:
                        break
                    turn = await asyncio.to_thread(episode.say, segment.last_reply or "")
                    if episode.outcome.error:
                        raise RuntimeError(f"a device broke: {episode.outcome.error}")
                    info["rewards"].append(turn.reward)
                outcome = episode.outcome
                info |= {"success": outcome.success, "completion": outcome.completion, "steps": outcome.steps}


class CrabChat(vf.Harness[vf.HarnessConfig]):  # type: ignore[misc]
    """A player that only chats, in this process: verifiers' default one has a shell, which no agent needs here."""

    APPENDS_SYSTEM_PROMPT = SUPPORTS_RESUME = True
    EXECUTES_CODE = NEEDS_CONTAINER = False

    async def launch(
        self, ctx: Any, trace: Any, runtime: Any, endpoint: str, secret: str, mcp_urls: Any, data: vf.TaskData
    ) -> ProgramResult:
        """Asks the model for its next answer; the result says whether verifiers refused the turn.

        Args:
            ctx: Names the model.
            trace: Not needed to chat.
            runtime: Nor this.
            endpoint: Where the model is asked.
            secret: The key there.
            mcp_urls: Not needed, either.
            data: The conversation up to now.
        """
        system, prompt = self.resolve_prompt(data)
        messages = [{"role": "system", "content": system}, *map(message_to_wire, prompt)]
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None) as client:
            try:
                await client.chat.completions.create(model=ctx.model, messages=messages)
            except APIStatusError as error:
                return ProgramResult(1, "", str(error))
        return ProgramResult(0, "", "")


def _message(turn: Turn) -> str | list[dict[str, object]]:
    """Returns what the model is shown, as a user's message."""
    parts: list[dict[str, object]] = [{"type": "text", "text": turn.text}]
    for device, picture in turn.pictures().items():
        url = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        parts += [{"type": "text", "text": f"{device}:"}, {"type": "image_url", "image_url": {"url": url}}]
    return turn.text if len(parts) == 1 else [{"role": "user", "content": parts}]
