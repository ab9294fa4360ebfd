"""Tests for crab_gym.task.omni.purposes and drafts: the data, and what is drawn for a purpose."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from crab_gym.task.catalogue import catalogue
from crab_gym.task.goals.grammar import REASON, SLOT
from crab_gym.task.omni.drafts import MAX_USES, Draft, Impossible, draft, joined, renamed
from crab_gym.task.omni.purposes import KINDS, Expression, Library, Purpose, from_data, library, read
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.task import expect_nothing
from crab_gym.task.types import TYPES, fits
from crab_gym.task.vocabulary import words

PURPOSES = tuple(library().purposes.values())
NOT_USED = {"recorder.record_allowed": "a permission is asked while the agent works, as in the sub-tasks coming.*"}
"""Sub-tasks in which nothing comes meanwhile, and which no purpose has, with the reason."""


def _drafts(purpose: Purpose, number: int = 8) -> list[Draft]:
    rng, found = random.Random(purpose.name), []
    for _ in range(4 * number):
        try:
            found.append(draft(rng, purpose, lambda name: True))
        except Impossible:
            continue
    return found[:number]


def _outputs(expression: Expression, known: Mapping[str, frozenset[str]], own: Library) -> frozenset[str]:
    """Returns the types that an expression may give; fails where an input gets one that doesn't fit."""
    name = expression.name
    if name.startswith("?"):
        return frozenset({words()[name[1:]].type})
    if name in known:
        return known[name]
    if not expression.is_subtask:
        slot = own.slots[name]
        about = dict(zip(slot.about, (_outputs(each, known, own) for each in expression.given), strict=True))
        return frozenset().union(*(_outputs(way, about, own) for way in slot.ways))
    subtask = catalogue()[name]
    for key, each in expression.inputs.items():
        for kind in _outputs(each, known, own):
            parameter = subtask.inputs.get(key) or subtask.hidden[key]
            assert fits(kind, parameter.type), (name, key, kind)
    return frozenset({subtask.output})


@pytest.mark.parametrize("purpose", PURPOSES, ids=lambda purpose: purpose.name)
def test_what_a_purpose_connects_exists_and_fits(purpose: Purpose) -> None:
    known: dict[str, frozenset[str]] = {}
    for name, expression in purpose.let.items():
        known[name] = _outputs(expression, known, library())
    for step in purpose.do:
        for way in step:
            _outputs(way, known, library())
    for way in purpose.also:
        _outputs(way, known, library())
    bases = {name for name, scenario in scenarios().items() if not scenario.halves}
    assert purpose.kind in KINDS and purpose.scenarios and set(purpose.scenarios) <= bases
    assert purpose.reason.startswith(REASON) and set(SLOT.findall(purpose.reason)) <= purpose.let.keys()


def test_all_kinds_of_purposes_are_there() -> None:
    assert {purpose.kind for purpose in PURPOSES} == set(KINDS)


def test_every_sub_task_is_of_use_for_a_purpose_or_said_not_to_be() -> None:
    timeless = {name for name, subtask in catalogue().items() if subtask.events is expect_nothing}
    reached = {name for purpose in PURPOSES for name in library().subtasks_of(purpose)}
    assert reached == timeless - NOT_USED.keys()


def test_every_slot_is_of_use() -> None:
    used = {each.name for purpose in PURPOSES for each in purpose.expressions()}
    for _ in library().slots:
        used |= {
            each.name
            for name, slot in library().slots.items()
            if name in used
            for way in slot.ways
            for each in way.walk()
        }
    assert library().slots.keys() <= used


def test_things_are_called_by_words_of_their_type() -> None:
    for place, word in library().titles.items():
        subtask, _, name = place.rpartition(".")
        parameter = catalogue()[subtask].inputs.get(name) or catalogue()[subtask].hidden[name]
        kind = words()[word].type
        assert kind == parameter.type or (kind == "path" and TYPES[parameter.type].resource), place


@pytest.mark.parametrize("purpose", PURPOSES, ids=lambda purpose: purpose.name)
def test_a_value_is_used_twice_at_most(purpose: Purpose) -> None:
    drafts = _drafts(purpose)
    assert drafts
    for each in drafts:
        uses = Counter(edge.producer for edge in each.edges)
        assert all(number <= MAX_USES for number in uses.values())
        assert all(edge.producer < edge.consumer for edge in each.edges)
        named = set(SLOT.findall(each.reason))
        assert named <= {fact.fact for fact in each.facts}
        order = each.order(random.Random(1))
        assert sorted(order) == list(range(len(each.parts)))
        assert all(order.index(edge.producer) < order.index(edge.consumer) for edge in each.edges)


def test_only_what_is_allowed_is_drawn() -> None:
    purpose = library().purposes["tell_departure"]
    with pytest.raises(Impossible):
        for seed in range(20):
            draft(random.Random(seed), purpose, lambda name: name != "text_editor.departure")
    rng = random.Random(0)
    parts = {name for _ in range(40) for name in _allowed(rng, purpose)}
    assert "archives.departure" in parts and "text_editor.departure" not in parts


def _allowed(rng: random.Random, purpose: Purpose) -> tuple[str, ...]:
    try:
        return draft(rng, purpose, lambda name: name != "text_editor.departure").parts
    except Impossible:
        return ()


def test_drafts_share_a_person_only_where_they_are_to() -> None:
    first = next(each for each in _drafts(library().purposes["favourite"]) if each.people)
    second = next(each for each in _drafts(library().purposes["confirm_time"]) if each.people)
    apart = joined([first, renamed(second, [first], {})])
    together = joined([first, renamed(second, [first], {second.people[0]: first.people[0]})])
    assert len({fact.fact for fact in apart.own_facts}) == 2
    assert {fact.fact for fact in together.own_facts} == {"person.0"}


DATA = {
    "people": {},
    "titles": {"recipes.servings.title": "recipe"},
    "slots": {"keep(what)": ["notes.add(text=what)"]},
    "purposes": [
        {
            "name": "servings", "kind": "record", "in": ["cook_for_friends"], "reason": "You want to cook",
            "let": {"number": "recipes.servings(title=?recipe)"}, "do": ["keep(number)"], "also": ["keep(number)"],
        }
    ],
}  # fmt: skip


def test_purposes_are_plain_data() -> None:
    own = from_data(DATA)
    purpose = own.purposes["servings"]
    assert own.subtasks_of(purpose) == {"recipes.servings", "notes.add"}
    assert own.of("cook_for_friends") == (purpose,) and own.of("study") == ()
    assert purpose.do == ((Expression("keep", (Expression("number"),)),),)
    assert own.slots["keep"].about == ("what",)


@pytest.mark.parametrize("text", ["keep(", "keep(what))", "(what)", "keep[what]", "a(b=)"])
def test_a_malformed_expression_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no expression|goes on|lacks"):
        read(text)
