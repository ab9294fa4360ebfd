"""Requirements on scenarios: facts, two halves, and the words in which a person asks for them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crab_gym.task import Params
from crab_gym.task.composition.scenario import Do, Fact, Half, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person, resolve
from crab_gym.task.user import Answer

FACTS = {"name": person("Jonas Berg"), "text": choice(("Back soon", "On my way"), type="line")}
CALL = Half(
    goal="""
        Save the number in {name}'s latest text
        under that name.
    """,
    todo=[
        Do("number", "messages.latest_number", {"sender": Fact("name")}),
        Do("card", "contacts.add", {"name": Fact("name"), "phone": Output("number")}),
    ],
)
TEXT = Half(
    goal='Then text it "{text}".',
    todo=[Do("text", "messages.send", {"number": Output("number"), "text": Fact("text")})],
)
SCENARIO = Scenario("call_back", __name__, "call back", FACTS, CALL, TEXT)


def test_the_whole_has_both_halves_and_their_words() -> None:
    half, whole = SCENARIO.half(), SCENARIO.whole()
    assert (half.name, whole.name) == ("long.call_back.first_half", "long.call_back")
    assert half.description == "Save the number in Jonas Berg's latest text under that name."
    assert whole.description == f'{half.description}\n\nThen text it "Back soon".'
    assert list(half.composition.facts) == ["name"] and len(whole.graph(whole.defaults()).index) == 5


def test_a_fact_is_the_same_wherever_it_is_used() -> None:
    whole = SCENARIO.whole()
    for seed in range(20):
        params = Params(**resolve(whole.parameters, None, random.Random(seed)))
        looked_up, card, text = whole.composition.values(params)
        assert looked_up.sender == card.name == params.name and text.text == params.text
        assert text.number == card.phone == looked_up.phone
        assert params.name in whole.goal(params) and params.text in whole.goal(params)


def test_a_hidden_value_can_be_a_fact() -> None:
    todo = replace(CALL.todo[0], values={"sender": Fact("name"), "phone": Fact("own")})
    facts = {**FACTS, "own": choice(("+1 555 0111", "+1 555 0122"), type="phone_number")}
    half = Scenario("x", __name__, "x", facts, Half(CALL.goal, [todo, *CALL.todo[1:]]), TEXT).half()
    params = half.defaults().replace(own="+1 555 0122")
    assert [values.phone for values in half.composition.values(params)] == ["+1 555 0122", "+1 555 0122"]


def test_a_value_can_be_asked_for() -> None:
    question = Question(
        "text", 'Write "{text}".', ((("text", "write"),),), ("What text?", "What do I write?", "The text?")
    )
    todo = [Do("ask", question), Do("text", "messages.send", {"number": Output("number"), "text": Output("ask")})]
    whole = Scenario("x", __name__, "x", FACTS, CALL, Half("Then text it what I tell you.", todo)).whole()
    params = whole.defaults().replace(text="On my way")
    assert whole.user is not None and whole.user(params).needed() == ("ask",)
    assert [whole.user(params).answer(words) for words in question.asks] == [Answer('Write "On my way".', "ask")] * 3
    graph = whole.graph(params)
    assert "2.asked" in {name for node in graph if node.id == "3.messages_open" for name in node.after}
    assert whole.composition.values(params)[3].text == "On my way" and "On my way" not in whole.goal(params)


def test_the_person_can_add_something() -> None:
    todo = [Do("text", "messages.send", {"number": Output("number"), "text": Fact("text")})]
    half = replace(CALL, later=Later("card", 'Please text it "{text}", too.', todo))
    task = Scenario("x", __name__, "x", FACTS, half, TEXT).half()
    (event,) = task.events(task.defaults())
    assert event.when.checkpoint == "1.complete" and event.words == 'Please text it "Back soon", too.'
    assert {node.id: node.since for node in task.graph(task.defaults())} == {
        "0.messages_open": "", "1.named": "", "1.complete": "", "2.messages_open": "card", "2.sent": "card",
    }  # fmt: skip
    assert "Back soon" not in task.description


@pytest.mark.parametrize(
    ("half", "message"),
    [
        (replace(CALL, goal="Save {number}."), "which aren't facts"),
        (replace(CALL, todo=[Do("card", "contacts.add", {"name": Fact("name")})]), r"lacks \['phone'\]"),
        (replace(CALL, todo=[Do("card", "contacts.add", {"name": Fact("nobody"), "phone": "+1 555"})]), "nobody"),
        (replace(CALL, todo=[*CALL.todo, CALL.todo[0]]), "the same label"),
    ],
)
def test_what_is_missing_is_said(half: Half, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Scenario("x", __name__, "x", FACTS, half, TEXT).half()
