"""The conversation of fine-tuned models: the same as in training, and nothing of it rewritten."""

from __future__ import annotations

import json
from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import ConversationTooLong, Message, ModelError, Reply, ToolCall
from crab_gym.agents.models import ScriptedModel
from crab_gym.agents.models.local_model import function_schema
from crab_gym.integrations.finetune import CrabSpec
from crab_gym.rollout import run_episode

assert crab_gym.__version__

TASK = "learn.panel_from_todo"


class Follower:
    """Repeats the answers of a conversation, and keeps what it was asked."""

    name, calls_tools = "follower", True

    def __init__(self, episode: list[dict[str, Any]]) -> None:
        self.answers = [each["tool_calls"][0]["function"] for each in episode if each.get("tool_calls")]
        self.asked: list[list[Message]] = []
        self.tools: Any = ()

    def ask(self, messages: Any, tools: Any = (), force: bool = False) -> Reply:
        self.asked.append(list(messages))
        self.tools = tools
        answer = self.answers[len(self.asked) - 1]
        return Reply(calls=(ToolCall(answer["name"], answer["arguments"], id=f"call{len(self.asked)}"),))


def played(model: Any, task: str = TASK, **options: Any) -> Any:
    env = wrap(gym.make(f"Crab-v0/{task}", screens=False), "conversation", pictures=False, **options)
    record = run_episode(env, make_agent("conversation", model, pictures=False, **options), seed=3)
    env.close()
    return record


@pytest.mark.parametrize("verbs", [(), ("tap", "click", "open_app", "search_app", "press")])
def test_what_a_model_is_fine_tuned_on_is_what_it_is_asked(verbs: tuple[str, ...]) -> None:
    spec = CrabSpec([TASK], seeds=[3], verbs=verbs or None, text={"length": 900})
    (episode,) = spec.demonstrations()
    model = Follower(episode)
    record = played(model, verbs=verbs, characters=900)
    assert record.success and record.end_reason == "success"
    last = model.asked[-1]
    assert [message.role for message in last] == [each["role"] for each in episode[: len(last)]]
    assert [message.text for message in last] == [each["content"] for each in episode[: len(last)]]
    assert [function_schema(tool) for tool in model.tools] == spec.tool_schemas


def test_nothing_that_was_asked_is_rewritten() -> None:
    (episode,) = CrabSpec([TASK], seeds=[3]).demonstrations()
    model = Follower(episode)
    played(model)
    assert len(model.asked) == len(model.answers) > 2
    for before, after in zip(model.asked, model.asked[1:], strict=False):
        assert after[: len(before)] == before and len(after) == len(before) + 2
    goals = [message.text.count("goal: ") for message in model.asked[-1]]
    assert sum(goals) == 1 and goals[1] == 1


def test_an_answer_without_a_call_is_refused_in_the_next_turn() -> None:
    tap = json.dumps({"name": "android__tap", "arguments": {"element": 17}})
    model = ScriptedModel(["I don't know.", tap])
    record = played(model, "learn.open_app")
    assert record.steps[0].invalid_action and not record.steps[1].invalid_action


def test_a_conversation_without_room_ends_the_episode() -> None:
    class Small:
        name, calls_tools = "small", True
        asked = 0

        def ask(self, messages: Any, tools: Any = (), force: bool = False) -> Reply:
            self.asked += 1
            if self.asked == 3:
                raise ConversationTooLong("no room for 9 tokens")
            return Reply(calls=(ToolCall("android__press", {"key": "home"}),))

    record = played(Small(), "learn.open_app")
    assert not record.error and record.end_reason == "false_completion"
    assert record.steps[-1].notes["ended"] == "no room for 9 tokens"
    assert issubclass(ConversationTooLong, ModelError)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"history": 3}, "takes no option history"),
        ({"coordinates": True}, "takes no option coordinates"),
        ({"characters": 5}, "characters is 5"),
        ({"verbs": "tap"}, "expected a list"),
        ({"verbs": ["tab"]}, "did you mean 'tap'"),
    ],
)
def test_options_without_a_meaning_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make_agent("conversation", ScriptedModel([]), **options)
