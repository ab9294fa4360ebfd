"""`CrabAgentLoop`: tasks in verl (extra ``verl``), in which a model writes its calls as text.

* `CrabAgentLoop` - an episode as an agent loop.
* `rows` - the rows of a data set for verl's trainer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final
from uuid import uuid4

from crab_gym.integrations.episodes import ToolEpisode, needed, written

try:
    from verl.experimental.agent_loop.agent_loop import AgentLoopBase, AgentLoopMetrics, AgentLoopOutput, register
    from verl.utils.profiler import simple_timer
except ImportError as error:
    raise needed("verl", "verl", error) from error

__all__ = ["AGENT", "CrabAgentLoop", "rows"]

AGENT: Final = "crab_gym"
"""The loop's name, which rows have as ``agent_name``."""


@dataclass(slots=True)
class _Stream:
    """What the model has been shown and has said, as tokens.

    Attributes:
        tokens: All of them.
        mask: For each token behind the first prompt, 1 if the model said it.
        likely: For each of these, its log-probability; None where verl doesn't ask for them.
        extra: Further fields that the model's server has returned.
        times: Name of a phase to its seconds.
    """

    tokens: list[int]
    mask: list[int] = field(default_factory=list)
    likely: list[float] | None = None
    extra: dict[str, Any] = field(default_factory=dict)
    times: dict[str, Any] = field(default_factory=dict)


@register(AGENT)
class CrabAgentLoop(AgentLoopBase):  # type: ignore[misc]  # verl has no types here
    """An episode in which each answer of the model holds one call of a tool, as JSON or in a form that models know.

    The goal and the devices are added to the last message of the prompt; each further message shows the devices after a
    call. Tokens of such messages aren't trained on. The episode ends early where the response reaches its length.

    Args:
        *args: As verl gives them.
        env: Arguments of `CrabEnv`, such as ``max_steps``.
        **kwargs: As verl gives them.
    """

    def __init__(self, *args: Any, env: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._env = dict(env or {})
        self._limit: int = self.rollout_config.response_length

    async def run(self, sampling_params: dict[str, Any], **kwargs: Any) -> AgentLoopOutput:
        """Plays the episode of a row.

        Raises:
            ValueError: There is no such task.
            KeyError: The row's ``extra_info`` has no task or no seed.
            RuntimeError: A device broke: the episode's rewards mean nothing.
        """
        row, fixed = kwargs["extra_info"], self.rollout_config.full_determinism
        request = f"det-{int(kwargs.get('priority', 0))}" if fixed else uuid4().hex
        with closing(ToolEpisode(row["task"], "elements", env=self._env)) as episode:
            turn = await asyncio.to_thread(episode.reset, int(row["seed"]))
            messages = [dict(message) for message in kwargs["raw_prompt"]]
            messages[-1]["content"] = f"{messages[-1]['content']}\n\n{turn.text}".strip()
            prompt_length, rewards, stream = len(messages), [], _Stream(await self.ct_build_initial_tokens(messages))
            while not turn.over:
                answer = await self._answer(stream, request, sampling_params)
                if len(stream.mask) >= self._limit:
                    break
                messages.append({"role": "assistant", "content": answer})
                with simple_timer("tool_calls", stream.times):
                    turn = await asyncio.to_thread(episode.say, answer)
                if episode.outcome.error:
                    raise RuntimeError(f"a device broke: {episode.outcome.error}")
                rewards.append(turn.reward)
                longer = [*messages, {"role": "user", "content": turn.text}]
                if turn.over or not await self._show(stream, messages, longer):
                    break
                messages = longer
            outcome = episode.outcome
        begin = len(stream.tokens) - len(stream.mask)
        metrics = {"success": float(outcome.success), "completion": outcome.completion, "steps": outcome.steps}
        return AgentLoopOutput(
            prompt_ids=stream.tokens[:begin],
            response_ids=stream.tokens[begin:][: self._limit],
            response_mask=stream.mask[: self._limit],
            response_logprobs=stream.likely[: self._limit] if stream.likely else None,
            reward_score=outcome.reward,
            num_turns=1 + len(messages) - prompt_length,
            metrics=AgentLoopMetrics(**stream.times),
            extra_fields={**stream.extra, "turn_scores": rewards, "tool_rewards": [], "reward_extra_info": metrics},
        )

    async def _answer(self, stream: _Stream, request: str, sampling_params: dict[str, Any]) -> str:
        """Lets the model go on and returns its answer."""
        request_args = {"request_id": request, "prompt_ids": stream.tokens, "sampling_params": sampling_params}
        with simple_timer("generate_sequences", stream.times):
            reply = await self.server_manager.generate(**request_args)
        # Weights may change meanwhile: an episode is as new as its last answer.
        newest = {key: value for key, value in reply.extra_fields.items() if key == "max_global_steps"}
        stream.extra = {**reply.extra_fields, **stream.extra, **newest}
        if reply.log_probs and stream.likely is None:
            stream.likely = []
        merged, stream.mask, stream.likely = await self.ct_merge_assistant_token(
            stream.tokens, reply.token_ids, stream.mask, stream.likely, assistant_logprobs=reply.log_probs or None
        )
        stream.tokens = merged.token_ids
        return str(self.tokenizer.decode(reply.token_ids, skip_special_tokens=True))

    async def _show(self, stream: _Stream, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> bool:
        """Shows the model a message, and returns whether there is room for it and an answer."""
        merged, mask, likely = await self.ct_merge_context_msg(before, after, stream.tokens, stream.mask, stream.likely)
        if len(mask) >= self._limit:
            return False
        stream.tokens, stream.mask, stream.likely = merged.token_ids, mask, likely
        return True


def rows(tasks: Sequence[str], seeds: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a data set, by seed and task: the prompt with the tools, and what the loop is given.

    Args:
        tasks: Names of the tasks.
        seeds: Seeds of each task's episodes.
    """
    for index, (seed, task) in enumerate(product(seeds, tasks)):
        yield {
            "data_source": AGENT,
            "agent_name": AGENT,
            "prompt": [{"role": "system", "content": written(task, "elements")}, {"role": "user", "content": ""}],
            "reward_model": {"style": "rule", "ground_truth": ""},
            "extra_info": {"index": index, "task": task, "seed": seed},
        }
