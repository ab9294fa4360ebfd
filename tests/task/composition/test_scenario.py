"""Requirements on scenarios: facts, two halves, and the words in which a person asks for them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crab_gym.task import Params
from crab_gym.task.composition.scenario import Do, Fact, Half, Output, Scenario
from crab_gym.task.parameters import choice, person, resolve

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
