"""A model's episodes on a pool, with a tokenizer whose tokens are whole messages, and a model that is a function."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.integrations.finetune import CrabSpec, Rollout, play
from crab_gym.integrations.finetune import rollouts as rollouts_module
from crab_gym.rollout import RolloutPool

TASK = "learn.open_app"
END = 0


class Words:
    """A chat whose every message is one token, and an end token after each reply."""

    end = END

    def __init__(self, tools: Sequence[str]) -> None:
        self.texts = ["<end>"]
        self.tools = tools

    def id(self, text: str) -> int:
        if text not in self.texts:
            self.texts.append(text)
        return self.texts.index(text)

    def start(self, messages: Sequence[Mapping[str, Any]]) -> list[int]:
        return [self.id(message["content"]) for message in messages]

    def results(self, results: Sequence[tuple[str, str]]) -> list[int]:
        return [self.id(text) for _, text in results]

    def calls(self, reply: list[int], before: list[int]) -> list[tuple[str, Any]]:
        said = self.texts[reply[0]] if reply else ""
        return [(each["name"], each["args"]) for each in json.loads(said)] if said.startswith("[") else []

    def has(self, tool: str) -> bool:
        return tool in self.tools


def call(*tools: tuple[str, dict[str, Any]]) -> str:
    return json.dumps([{"name": name, "args": args} for name, args in tools])


def run(
    say: Callable[[list[str]], str],
    seeds: Sequence[int] = (0,),
    slots: int = 2,
    spec: CrabSpec | None = None,
    **how: Any,
) -> tuple[list[Rollout], list[list[str]]]:
    """Plays; `say` gets all texts so far and returns the reply. Returns the rollouts, each in words."""
    spec = CrabSpec([TASK], seeds)
    chat: Any = Words(spec.tools)
    here = threading.current_thread()

    def generate(ids: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        assert threading.current_thread() is here
        replies = [[chat.id(say([chat.texts[i] for i in row])), END] for row in ids]
        return replies, [[-0.5, -0.25] for _ in replies]

    with RolloutPool(spec.make_env, slots) as pool:
        played = play(pool, [row["prompt"] for row in spec.rows()], chat, generate, **how)
    return played, [[chat.texts[i] for i in each.completion] for each in played]


def icon(texts: list[str]) -> str:
    goal = re.search(r"open the app (.*)\.", texts[1])
    assert goal
    number = re.search(rf'\[(\d+)\] icon "{goal[1]}"', texts[1])
    assert number
    return call(("android__tap", {"element": int(number[1])}))


def test_every_prompt_gets_its_own_episode_in_order() -> None:
    seeds = [5, 0, 5, 8, 13]
    played, said = run(icon, seeds, slots=3)
    assert [each.outcome.seed for each in played] == seeds
    assert all(each.outcome.success and each.outcome.reward == 1.0 for each in played)
    assert [each.mask for each in played] == [[1, 1]] * 5
    assert [each.logprobs for each in played] == [[-0.5, -0.25]] * 5
    assert said[0] == said[2] != said[1]


def test_what_the_tools_say_is_masked() -> None:
    def clumsy(texts: list[str]) -> str:
        return icon(texts) if len(texts) == 8 else call(("android__press", {"key": "home"}))

    (one,), (said,) = run(clumsy)
    assert one.outcome.steps == 3 and one.outcome.success
    assert one.mask == [1, 1, 0, 1, 1, 0, 1, 1]
    assert said[2].startswith("steps left: ") and said[1] == "<end>"
    assert one.logprobs == [-0.5, -0.25, 0, -0.5, -0.25, 0, -0.5, -0.25]


def test_several_calls_in_one_reply_are_carried_out_one_after_the_other() -> None:
    def eager(texts: list[str]) -> str:
        return call(
            ("android__press", {"key": "home"}), ("android__tap", {"element": 99}), ("android__tap", {"element": 17})
        )

    (one,), (said,) = run(eager)
    assert one.outcome.steps == 3 and one.outcome.success and len(said) == 2


def test_a_reply_without_a_call_ends_the_episode() -> None:
    (one,), _ = run(lambda texts: "I give up.")
    assert one.outcome.reward == 0.0 and not one.outcome.error and one.mask == [1, 1]


def test_a_tool_that_does_not_exist_takes_no_step() -> None:
    (one,), (said,) = run(lambda texts: icon(texts) if "not found" in texts[-1] else call(("android__fly", {})))
    assert one.outcome.steps == 1 and one.outcome.success
    assert "Tool android__fly not found." in said[2] and one.mask == [1, 1, 0, 1, 1]


def test_an_episode_ends_with_its_budget_of_tokens() -> None:
    (one,), _ = run(lambda texts: call(("android__press", {"key": "home"})), budget=4)
    assert len(one.completion) == len(one.mask) == 4 and one.completion[-1] != END and not one.outcome.error
    (one,), _ = run(lambda texts: call(("android__press", {"key": "home"})), longest=6)
    assert len(one.prompt) + len(one.completion) == 7 and one.mask == [1, 1, 0, 1, 1]


def test_those_who_wait_are_answered_together() -> None:
    sizes = []
    spec = CrabSpec([TASK], range(6))
    chat: Any = Words(spec.tools)

    def generate(ids: list[list[int]]) -> tuple[list[list[int]], None]:
        sizes.append(len(ids))
        return [[chat.id(icon([chat.texts[i] for i in row])), END] for row in ids], None

    with RolloutPool(spec.make_env, 6) as pool:
        played = play(pool, [row["prompt"] for row in spec.rows()], chat, generate, patience=5.0, batch=6)
    assert sizes == [6] and [each.logprobs for each in played] == [None] * 6


def test_a_model_that_breaks_stops_all() -> None:
    def broken(texts: list[str]) -> str:
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        run(broken, range(4), slots=4)


def test_an_episode_whose_device_breaks_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = CrabSpec([TASK], seeds=[0, 1])
    make = spec.make_env

    def flaky(task: str, **options: Any) -> Any:
        env = make(task, **options)
        reset = env.reset

        def once(*, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
            if seed == 1:
                raise DeviceError("android", "the cable is out")
            return reset(seed=seed, options=options)

        monkeypatch.setattr(env, "reset", once)
        return env

    chat: Any = Words(spec.tools)
    with RolloutPool(flaky, 1, max_retries=1, cooldown=0) as pool:

        def generate(ids: list[list[int]]) -> tuple[list[list[int]], None]:
            return [[chat.id(icon([chat.texts[i] for i in row])), END] for row in ids], None

        good, bad = play(pool, [row["prompt"] for row in spec.rows()], chat, generate)
    assert good.outcome.reward == 1.0
    assert bad.outcome.reward is None and "the cable is out" in bad.outcome.error
    assert bad.prompt and bad.completion == [END] and bad.mask == [0]


def test_a_trainer_gets_what_it_asks_a_rollout_func_for(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = CrabSpec([TASK], seeds=[2])
    chat = Words(spec.tools)
    monkeypatch.setattr(rollouts_module, "Chat", lambda tokenizer, tools, **template: chat)
    asked: dict[str, Any] = {}

    def generate(ids: Any, images: Any, fields: Any, num_generations: int) -> Any:
        asked.update(images=images, fields=fields, num_generations=num_generations)
        return [[chat.id(icon([chat.texts[i] for i in row])), END] for row in ids], [[-1.0, -2.0]] * len(ids)

    model = SimpleNamespace(config=SimpleNamespace(max_position_embeddings=99))
    trainer = SimpleNamespace(
        processing_class=None, max_completion_length=99, model=model, _generate_single_turn=generate
    )
    prompts = [spec.prompt(TASK, 2)] * 4
    with RolloutPool(spec.make_env, 4) as pool:
        given = rollouts_module.rollout_function(pool, [])(prompts, trainer)
    assert asked == {"images": None, "fields": {}, "num_generations": 1}
    assert set(given) == {"prompt_ids", "completion_ids", "env_mask", "logprobs", "outcome"}
    assert given["env_mask"] == [[1, 1]] * 4 and given["logprobs"] == [[-1.0, -2.0]] * 4
    (reward,) = spec.reward_funcs
    assert reward(outcome=given["outcome"], prompts=prompts) == [1.0] * 4
