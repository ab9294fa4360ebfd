"""The agents by function: the tool caller knows the planner's words, and nothing else."""

from __future__ import annotations

from crab_gym.agents import make_agent
from crab_gym.agents.chat import Reply
from tests.agents.models import Says, calls, looked, pictures, texts


def test_the_caller_gets_the_planners_words_and_nothing_else() -> None:
    env, obs, info, spec = looked("cross.dark_mode_from_todo", "functionality")
    model = Says(["<think>Hm.</think>Press home on android.", calls("android__press", key="home")])
    agent = make_agent("functionality", model)
    agent.reset(info["goal"], spec)
    assert agent.act(obs, info) == {"device": "android", "name": "press", "args": {"key": "home"}}
    planner, caller = model.asked
    assert len(pictures(planner[0])) == 2 and planner[1] == () and not planner[2]
    assert "- android__press(key: home | back" in texts(planner[0]) and info["goal"] in texts(planner[0])
    assert pictures(caller[0]) == [] and caller[0][1].parts == ("Press home on android.",) and caller[2]
    assert info["goal"] not in texts(caller[0]) and "Dock" not in texts(caller[0])
    notes = agent.notes()
    assert notes["plan"] == "Press home on android."
    assert [entry["name"] for entry in notes["agents"]] == ["planner", "tool caller"]
    assert (
        notes["text"].startswith("planner: <think>") and 'tool caller: android__press({"key": "home"})' in notes["text"]
    )
    assert (notes["prompt_tokens"], notes["completion_tokens"], notes["calls"]) == (14, 6, 2)
    assert agent.usage()[:4] == (20, 2, 14, 6)
    env.close()


def test_a_planner_that_says_nothing_costs_no_second_call() -> None:
    _, obs, info, spec = looked("cross.dark_mode_from_todo", "functionality", screens=False)
    model = Says([Reply("<think>Hm.</think> ")])
    agent = make_agent("functionality", model)
    agent.reset(info["goal"], spec)
    assert agent.act(obs, info)["unreadable"] == "the planner said nothing; expected the next action in words"
    assert len(model.asked) == 1


def test_the_planner_remembers_what_it_said() -> None:
    env, obs, info, spec = looked("cross.dark_mode_from_todo", "functionality", screens=False)
    model = Says(["Press home.", calls("android__press", key="home")])
    agent = make_agent("functionality", model)
    agent.reset(info["goal"], spec)
    for _ in range(2):
        obs, *_, info = env.step(agent.act(obs, info))
    again = model.asked[2][0]
    assert [message.role for message in again] == ["system", "user", "assistant", "user"]
    assert again[2].text == "Press home." and again[3].parts[0] == "Done."
    assert 'Actions so far:\n1. android press(key="home")' in again[3].text
