"""Requirements on scenarios: facts, chapters, and the words in which a person asks for them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from crab_gym.task import Params
from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, LongTask, Output, Question, Scenario
from crab_gym.task.parameters import Parameter, choice, person, resolve
from crab_gym.task.user import Answer

FACTS = {
    "name": person("Jonas Berg"),
    "friend": person("Edith Lindt"),
    "text": choice(("Back soon", "On my way"), type="line"),
}
CALL = Chapter(
    goal="""
        Save the number in {name}'s latest text
        under that name.
    """,
    todo=[
        Do("number", "messages.latest_number", {"sender": Fact("name")}),
        Do("card", "contacts.add", {"name": Fact("name"), "phone": Output("number")}),
    ],
)
TEXT = Chapter(
    goal='Text {friend} "{text}"; the number is in the contacts.',
    todo=[
        Do("friend", "contacts.phone_of", {"name": Fact("friend")}),
        Do("text", "messages.send", {"number": Output("friend"), "text": Fact("text")}),
    ],
)


def tasks(*chapters: Chapter, facts: Mapping[str, Parameter] = FACTS) -> dict[str, LongTask]:
    named = dict(zip(("call", "text", "rest"), chapters, strict=False))
    scenario = Scenario("call_back", __name__, "call back", facts, "I was\n away.", named)
    return {task.name: task for task in scenario.tasks()}


def first(*chapters: Chapter, facts: Mapping[str, Parameter] = FACTS) -> LongTask:
    return next(iter(tasks(*chapters, facts=facts).values()))


def test_there_are_all_chapters_each_one_and_all_but_each() -> None:
    rest = Chapter("Turn on Do Not Disturb on the phone.", [Do("quiet", "preferences.do_not_disturb")])
    made = tasks(CALL, TEXT, rest)
    call = "Save the number in Jonas Berg's latest text under that name."
    text = 'Text Edith Lindt "Back soon"; the number is in the contacts.'
    assert {name.removeprefix("long.call_back"): task.description for name, task in made.items()} == {
        "": f"I was away. {call}\n\n{text}\n\n{rest.goal}",
        ".call": f"I was away. {call}",
        ".text": f"I was away. {text}",
        ".rest": f"I was away. {rest.goal}",
        ".without_call": f"I was away. {text}\n\n{rest.goal}",
        ".without_text": f"I was away. {call}\n\n{rest.goal}",
        ".without_rest": f"I was away. {call}\n\n{text}",
    }
    assert [list(task.composition.facts) for task in made.values()][1:4] == [["name"], ["friend", "text"], []]


def test_a_fact_is_the_same_wherever_it_is_used() -> None:
    whole = first(CALL, TEXT)
    for seed in range(20):
        params = Params(**resolve(whole.parameters, None, random.Random(seed)))
        looked_up, card, friend, text = whole.composition.values(params)
        assert looked_up.sender == card.name == params.name and text.text == params.text
        assert looked_up.phone == card.phone and text.number == friend.phone
        assert params.name in whole.goal(params) and params.text in whole.goal(params)


def test_a_hidden_value_can_be_a_fact() -> None:
    todo = replace(CALL.todo[0], values={"sender": Fact("name"), "phone": Fact("own")})
    facts = {**FACTS, "own": choice(("+1 555 0111", "+1 555 0122"), type="phone_number")}
    task = first(Chapter(CALL.goal, [todo, *CALL.todo[1:]]), facts=facts)
    params = task.defaults().replace(own="+1 555 0122")
    assert [values.phone for values in task.composition.values(params)] == ["+1 555 0122", "+1 555 0122"]


def test_a_value_can_be_asked_for() -> None:
    question = Question(
        "text", 'Write "{text}".', ((("text", "write"),),), ("What text?", "What do I write?", "The text?")
    )
    todo = [Do("ask", question), Do("text", "messages.send", {"number": Output("number"), "text": Output("ask")})]
    whole = first(Chapter(f"{CALL.goal} Then text it what I tell you.", [*CALL.todo, *todo]))
    params = whole.defaults().replace(text="On my way")
    assert whole.user is not None and whole.user(params).needed() == ("ask",)
    assert [whole.user(params).answer(words) for words in question.asks] == [Answer('Write "On my way".', "ask")] * 3
    graph = whole.graph(params)
    assert "2.asked" in {name for node in graph if node.id == "3.messages_open" for name in node.after}
    assert whole.composition.values(params)[3].text == "On my way" and "On my way" not in whole.goal(params)


def test_the_person_can_add_something() -> None:
    todo = [Do("text", "messages.send", {"number": Output("number"), "text": Fact("text")})]
    task = first(replace(CALL, later=Later("card", 'Please text it "{text}", too.', todo)))
    (event,) = task.events(task.defaults())
    assert event.when.checkpoint == "1.complete" and event.words == 'Please text it "Back soon", too.'
    assert {node.id: node.since for node in task.graph(task.defaults())} == {
        "0.messages_open": "", "1.named": "", "1.complete": "", "2.messages_open": "card", "2.sent": "card",
    }  # fmt: skip
    assert "Back soon" not in task.description


@pytest.mark.parametrize(
    ("chapter", "message"),
    [
        (replace(CALL, goal="Save {number}."), "which aren't facts"),
        (replace(CALL, todo=[Do("card", "contacts.add", {"name": Fact("name")})]), r"lacks \['phone'\]"),
        (replace(CALL, todo=[Do("card", "contacts.add", {"name": Fact("nobody"), "phone": "+1 555"})]), "nobody"),
        (replace(CALL, todo=[*CALL.todo, CALL.todo[0]]), "the same label"),
    ],
)
def test_what_is_missing_is_said(chapter: Chapter, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        first(chapter)
