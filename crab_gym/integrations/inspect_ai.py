"""Tasks for evaluations with Inspect (extra ``inspect-ai``): ``inspect eval crab_gym/gui -T tasks="learn.*"``.

* `gui` - the evaluation: a sample for each task and seed.
* `play_episode` - the solver, which lets the model call tools until the episode ends.
* `episode_score` - the scorer: success, completion, return and steps.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence

from crab_gym.integrations.episodes import EVALUATED, ToolEpisode, Turn, View, instructions, matching, needed

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.model import (
        ChatMessageSystem,
        ChatMessageTool,
        ChatMessageUser,
        Content,
        ContentImage,
        ContentText,
        get_model,
    )
    from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
    from inspect_ai.solver import Generate, Solver, TaskState, solver
    from inspect_ai.tool import ToolCallError, ToolInfo, ToolParams
except ImportError as error:
    raise needed("inspect-ai", "inspect-ai", error) from error

__all__ = ["episode_score", "gui", "play_episode"]

_KEY = "crab_gym"
_NO_CALL = "You called no tool. Call one; root__complete says that you are done."


@task  # type: ignore[untyped-decorator, unused-ignore]  # inspect-ai isn't installed where types are checked
def gui(
    tasks: str = "learn.*", seeds: int = 1, first_seed: int = 100_000, view: View = "both", pictures: int = 2
) -> Task:
    """Returns the evaluation.

    Args:
        tasks: Names and patterns of tasks, separated by commas.
        seeds: Number of episodes of each task.
        first_seed: The first of their seeds; by default the first held-out one.
        view: What is shown of the devices.
        pictures: Number of the last turns whose screens stay in the conversation.
    """
    samples = [
        Sample(input="", id=f"{name}/{seed}", metadata={"task": name, "seed": seed})
        for name in matching(tasks)
        for seed in range(first_seed, first_seed + seeds)
    ]
    return Task(dataset=MemoryDataset(samples), solver=play_episode(view, pictures), scorer=episode_score())


@solver  # type: ignore[untyped-decorator, unused-ignore]
def play_episode(view: View = "both", pictures: int = 2) -> Solver:
    """Returns a solver that plays the sample's episode; a device that breaks fails the sample, which isn't scored.

    Args:
        view: What is shown of the devices.
        pictures: Number of the last turns whose screens stay in the conversation.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = ToolEpisode(state.metadata["task"], view, env=EVALUATED)
        try:
            turn = await asyncio.to_thread(episode.reset, state.metadata["seed"])
            tools = [
                ToolInfo(
                    name=each["name"],
                    description=each["description"],
                    parameters=ToolParams.model_validate(each["parameters"]),
                )
                for each in episode.tools
            ]
            state.messages = [ChatMessageSystem(content=instructions(view)), ChatMessageUser(content=_content(turn))]
            rewards: list[float] = []
            while not turn.over:
                _forget_pictures(state.messages, pictures)
                state.output = await get_model().generate(state.messages, tools)
                state.messages.append(state.output.message)
                calls = state.output.message.tool_calls or []
                for call in calls:
                    turn = await asyncio.to_thread(episode.call, call.function, call.arguments)
                    rewards.append(turn.reward)
                    wrong = ToolCallError("parsing", turn.refused) if turn.refused else None
                    answer = {"tool_call_id": call.id, "function": call.function, "error": wrong}
                    state.messages.append(ChatMessageTool(content=_content(turn), **answer))
                if not calls:  # it takes a step, so that a model that only talks comes to an end
                    turn = await asyncio.to_thread(episode.say, "")
                    rewards.append(turn.reward)
                    state.messages.append(ChatMessageUser(content=_NO_CALL))
            outcome = episode.outcome
        finally:
            episode.close()
        if outcome.error:
            raise RuntimeError(f"a device broke: {outcome.error}")
        state.metadata[_KEY] = {
            "success": outcome.success, "completion": outcome.completion, "rewards": rewards, "steps": outcome.steps,
        }  # fmt: skip
        state.completed = True
        return state

    return solve


def _content(turn: Turn) -> list[Content]:
    parts: list[Content] = [ContentText(text=turn.text)]
    for device, picture in turn.pictures().items():
        url = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        parts += [ContentText(text=f"{device}:"), ContentImage(image=url)]
    return parts


def _forget_pictures(messages: Sequence[ChatMessageSystem | ChatMessageUser | ChatMessageTool], count: int) -> None:
    """Takes the pictures out of all messages but the last that have any: they would fill the model's context."""
    illustrated = [each for each in messages if not isinstance(each.content, str) and _has_picture(each.content)]
    for message in illustrated[: max(0, len(illustrated) - count)]:
        message.content = [part for part in message.content if not isinstance(part, ContentImage)]


def _has_picture(content: Sequence[Content]) -> bool:
    return any(isinstance(part, ContentImage) for part in content)


@scorer(metrics={"*": [mean(), stderr()]})  # type: ignore[untyped-decorator, unused-ignore]
def episode_score() -> Scorer:
    """Returns a scorer of what `play_episode` has noted; the rewards of all steps are in a score's metadata."""

    async def score(state: TaskState, target: Target) -> Score:
        played = state.metadata[_KEY]
        value = {"success": float(played["success"]), "completion": played["completion"]}
        value |= {"return": sum(played["rewards"]), "steps": played["steps"]}
        return Score(value=value, metadata={"rewards": played["rewards"]})

    return score
