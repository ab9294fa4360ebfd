"""The conversation of fine-tuned models: the same as in training, and nothing of it rewritten."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import pytest

import crab_gym
from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import ConversationTooLong, Message, ModelError, Reply, ToolCall
from crab_gym.agents.models import ScriptedModel
from crab_gym.agents.render import template_schema
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
    assert [template_schema(tool) for tool in model.tools] == spec.tool_schemas


def test_nothing_that_was_asked_is_rewritten() -> None:
    (episode,) = CrabSpec([TASK], seeds=[3]).demonstrations()
    model = Follower(episode)
    played(model)
    assert len(model.asked) == len(model.answers) > 2
    for before, after in zip(model.asked, model.asked[1:], strict=False):
        assert after[: len(before)] == before and len(after) == len(before) + 2
    goals = [message.text.count("goal: ") for message in model.asked[-1]]
    assert sum(goals) == 1 and goals[1] == 1


class Answers:
    """Gives answers, and keeps what it was asked."""

    name, calls_tools = "answers", True

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = list(answers), []

    def ask(self, messages: Any, tools: Any = (), force: bool = False) -> Reply:
        self.asked.append(list(messages))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer  # type: ignore[no-any-return]


HOME = ToolCall("android__press", {"key": "home"}, id="a")


def test_an_answer_without_a_call_ends_the_episode_as_in_training() -> None:
    model = Answers(Reply(calls=(HOME,)), Reply("Done."))
    record = played(model, "learn.open_app")
    assert record.end_reason == "false_completion" and len(record.steps) == 2
    assert record.steps[1].notes["ended"] == "an answer without a call"


def test_an_answer_that_was_cut_off_is_refused() -> None:
    record = played(Answers(Reply("I think", finish="length"), Reply("Done.")), "learn.open_app")
    assert "cut off" in record.steps[0].invalid_action and record.end_reason == "false_completion"


def test_all_calls_of_an_answer_are_carried_out_as_in_training() -> None:
    model = Answers(Reply(calls=(HOME, ToolCall("android__tap", {"element": 99}, id="b"))), Reply("Done."))
    record = played(model, "learn.open_app")
    assert [step.action["name"] for step in record.steps] == ["press", "tap", "complete"]
    assert "no element 99" in record.steps[1].invalid_action
    results = [message for message in model.asked[1] if message.role == "tool"]
    assert [message.call_id for message in results] == ["a", "b"]
    assert results[1].text.startswith("refused: android has no element 99")


def test_the_screens_go_with_the_text() -> None:
    model = Answers(Reply(calls=(ToolCall("root__complete", {}),)))
    env = wrap(gym.make(f"Crab-v0/{TASK}"), "conversation")
    run_episode(env, make_agent("conversation", model), seed=3)
    env.close()
    devices = [part for part in model.asked[0][1].parts if not isinstance(part, str)]
    assert [each.name for each in devices] == ["ubuntu", "android"]
    assert model.asked[0][1].text.startswith("ubuntu:\nandroid:\ngoal: ")


def test_no_room_for_the_first_turn_is_an_error_and_no_score() -> None:
    assert "no room" in played(Answers(ConversationTooLong("no room")), "learn.open_app").error


def test_an_environment_of_another_agent_is_refused() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app"), "single")
    agent = make_agent("conversation", Answers())
    record = run_episode(env, agent, seed=0)
    assert "wrap the environment with crab_gym.agents.wrap" in record.error


def test_an_agent_that_could_not_finish_is_refused() -> None:
    env = gym.make("Crab-v0/learn.open_app", success_at="complete")
    with pytest.raises(ValueError, match="lacks complete"):
        wrap(env, "conversation", verbs=["tap"])
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "conversation", verbs=["click"], pictures=False)
    record = run_episode(env, make_agent("conversation", Answers(), verbs=["click"], pictures=False), seed=0)
    assert "android have none of the verbs click" in record.error


def test_a_conversation_without_room_ends_the_episode() -> None:
    model = Answers(Reply(calls=(HOME,)), Reply(calls=(HOME,)), ConversationTooLong("9 tokens"))
    record = played(model, "learn.open_app")
    assert not record.error and record.end_reason == "false_completion" and len(record.steps) == 3
    assert record.steps[-1].notes["ended"] == "the model has no room for another turn"
    assert issubclass(ConversationTooLong, ModelError)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"pictures": False, "table": False}, "sees nothing"),
        ({"verbs": 5}, "expected a list"),
        ({"characters": 5}, "characters is 5"),
        ({"verbs": "tap"}, "expected a list"),
        ({"verbs": ["tab"]}, "did you mean 'tap'"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        make_agent("conversation", ScriptedModel([]), **options)
