"""Tests for crab_gym.task.vocabulary, and for facts and reasons of compositions."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from crab_gym.task.composition import compose, from_json
from crab_gym.task.composition.parts import Reason
from crab_gym.task.goals.parser import parse
from crab_gym.task.parameters import resolve
from crab_gym.task.task import Params
from crab_gym.task.types import Value
from crab_gym.task.vocabulary import fact_parameter, vocabulary_digest, word_of, words

PARTS: list[tuple[str, Mapping[str, Value]]] = [
    ("messages.latest_time", {}),
    ("clock.set_alarm", {}),
    ("contacts.phone_of", {}),
    ("phone.call", {}),
]
EDGES = [(0, 1, "time"), (2, 3, "number")]
FACTS = {0: {"sender": "person.0"}, 2: {"name": "person.0"}}
REASON = Reason("You want to call {person.0} in time", (0, 1, 2, 3))


@pytest.mark.parametrize("word", sorted(words()))
def test_a_word_draws_values_of_its_type(word: str) -> None:
    parameter, rng = words()[word], random.Random(word)
    drawn = {parameter.sample(rng) for _ in range(60)}
    assert all(map(parameter.accepts, drawn)) and parameter.accepts(parameter.default)
    assert len(drawn) >= 3
    if parameter.type == "path":
        assert all(value.startswith("/home/user/") and "#" not in value for value in drawn)


def test_a_fact_is_a_word_with_a_number() -> None:
    assert word_of("recipe.3") == "recipe" and fact_parameter("recipe.3") is words()["recipe"]
    with pytest.raises(ValueError, match="did you mean 'recipe'"):
        fact_parameter("recipee.0")
    assert vocabulary_digest(["recipe.0"]) != vocabulary_digest(["song.0"])


def test_parts_share_what_is_the_same_fact() -> None:
    task = compose(PARTS, EDGES, facts=FACTS, reasons=[REASON])
    params = Params(**resolve(task.parameters, None, random.Random(4)))
    values = task.composition.values(params)
    assert values[0].sender == values[2].name
    assert task.goal(params).startswith(f"You want to call {values[0].sender} in time. Look up the time in the latest")
    again = from_json(task.to_json())
    assert (again.composition, again.description) == (task.composition, task.description)
    assert task.definition_hash() != compose(PARTS, EDGES, facts=FACTS).definition_hash()


def test_a_reader_finds_the_same_parts_behind_a_reason() -> None:
    task = compose(PARTS, EDGES, facts=FACTS, reasons=[REASON])
    subtasks = [part.subtask for part in task.composition.parts]
    bare = task.description.removeprefix("You want to call Ada Albers in time. ")
    assert bare != task.description
    for goal in (task.description, bare):
        assert [each.subtask.name for each in parse(goal, subtasks)] == [name for name, _ in PARTS]


@pytest.mark.parametrize(
    ("facts", "reasons", "message"),
    [
        ({0: {"sender": "persom.0"}}, (), "did you mean 'person'"),
        ({0: {"sender": "recipe.0"}}, (), "is the fact 'recipe.0', a text; expected a person"),
        ({0: {"sendr": "person.0"}}, (), "Did you mean 'sender'"),
        (FACTS, [Reason("Call {person.0}", (0,))], "should begin with 'You want to '"),
        (FACTS, [Reason("You want to call {person.1}", (0,))], "names no facts but those of parts"),
        (FACTS, [Reason("You want to call. Now", (0,))], "one sentence"),
        (FACTS, [Reason("You want to call", (7,))], "parts 0 to 3"),
    ],
)
def test_impossible_facts_and_reasons_are_refused(
    facts: dict[int, dict[str, str]], reasons: list[Reason], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        compose(PARTS, EDGES, facts=facts, reasons=reasons)


def test_parts_of_an_app_dont_add_and_look_up_the_same_thing() -> None:
    same = {0: {"title": "recipe.0"}, 1: {"title": "recipe.0"}}
    with pytest.raises(ValueError, match=r"get the same value, recipe\.0, to tell things in the app recipes apart"):
        compose([("recipes.last_ingredient", {}), ("recipes.add", {})], [(0, 1, "ingredient")], facts=same)


def test_times_and_numbers_in_a_row_are_told_as_the_last_one() -> None:
    task = compose([*PARTS[2:], *PARTS[2:]], [(0, 1, "number"), (2, 3, "number")], order=[0, 1, 2, 3])
    assert task.description.count("Call that telephone number") == 1
    assert "Call that last telephone number from the phone" in task.description


def test_a_file_is_told_by_its_path_where_another_path_was_named() -> None:
    task = compose([("text_editor.departure", {}), ("text_editor.write", {}), ("archives.add_file", {})],
                   [(0, 1, "text"), (1, 2, "file")])  # fmt: skip
    assert "add the new file ~/Documents/" in task.description
    alone = compose([("text_editor.write", {}), ("archives.add_file", {})], [(0, 1, "file")])
    assert "add that file to the archive" in alone.description
