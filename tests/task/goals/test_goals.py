"""Goals: what the grammar tells, the parser reads, and nothing else."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from crab_gym.task import ComposedTask, compose
from crab_gym.task.catalogue import catalogue
from crab_gym.task.goals.agreement import check_goal
from crab_gym.task.goals.grammar import render_goal
from crab_gym.task.goals.parser import ParseError, parse
from crab_gym.task.types import fits
from tests.task.composition._random import random_composition

NUMBER, ADD, SEND = "messages.latest_number", "contacts.add", "messages.send"
PARTS = [(NUMBER, {"sender": "Jonas Berg"}), (ADD, {}), (SEND, {"number": "+1 555 0111"})]
EDGES = [(0, 1, "phone"), (0, 2, "text")]


def test_the_styles() -> None:
    assert compose(PARTS, EDGES).description == (
        "Look up the telephone number in the latest text message from Jonas Berg on the phone. "
        "Save that telephone number in the phone's contacts under the name of Greta Holm. "
        "Send that telephone number as a text message from the phone to +1 555 0111."
    )
    short = compose(PARTS[:2], EDGES[:1], "short")
    assert short.description == (
        "Save the telephone number in the latest text message from Jonas Berg in the phone's contacts under the name "
        "of Greta Holm."
    )
    assert "tap Create contact" in compose(PARTS[:2], EDGES[:1], "steps").description


def test_that_is_said_only_where_it_has_one_meaning() -> None:
    parts = [(NUMBER, {"sender": "Ada Albers"}), (NUMBER, {"sender": "Jonas Berg"}), (ADD, {}), (SEND, {})]
    described = compose(parts, [(0, 2, "phone"), (1, 3, "text")]).description
    assert "that telephone number" not in described
    assert "Save the telephone number in the latest text message from Ada Albers in the phone's contacts" in described
    literal = compose([(ADD, {"phone": "+1 555 0100"}), *parts[:1], parts[3]], [(1, 2, "text")]).description
    assert "that telephone number" not in literal


def test_what_has_a_noun_of_its_own_is_called_by_it() -> None:
    """Amounts that the goal gives are no products; of two products, "the last" is the second one."""
    parts: list[tuple[str, dict[str, Any]]] = [
        ("calculator.multiply", {"amount": "12.35", "number": 3}), ("calculator.multiply", {"number": 4}),
        ("notes.add", {}), ("tasks.add", {}),
    ]  # fmt: skip
    task = compose(parts, [(0, 1, "amount"), (1, 2, "text"), (0, 3, "title")])
    assert task.description == (
        "Multiply 12.35 by 3 in the desktop's Calculator. Multiply that product by 4 in the desktop's Calculator. "
        "Write that last product in a new note without a title in the phone's Notes app. "
        "Add a to-do whose title is the product of 12.35 and 3 to the phone's Tasks app."
    )
    artist = [("songs.artist", {"song": "Paper Moon"}), ("notes.add", {}), (ADD, {"name": "Jonas Berg"})]
    assert "Write that artist's name" in compose(artist, [(0, 1, "text")], order=[2, 0, 1]).description
    assert "Write that person's name" in compose(artist[:2], [(0, 1, "text")]).description


MULTIPLY = "Multiply 12.35 by 3 in the desktop's Calculator. "
NOTE = " in a new note without a title in the phone's Notes app."


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        (f"Write that product{NOTE}", "could mean 0 things"),
        (f"{MULTIPLY}Write that last product{NOTE}", "could mean 0 things"),
        (f"{MULTIPLY}Multiply 12.35 by 4 in the desktop's Calculator. Write that product{NOTE}", "could mean 2 things"),
        (f"{MULTIPLY}Multiply 9.50 by 4 in the desktop's Calculator. Write that last amount{NOTE}", "mean 0 things"),
    ],
)
def test_what_has_a_noun_of_its_own_is_read_by_it(goal: str, problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        parse(goal, catalogue().values())


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        ("Save that telephone number in the phone's contacts under the name of Greta Holm.", "could mean 0 things"),
        ("Sing a song.", "no sub-task says"),
        ("Save +1 555 0100 in the phone's contacts under the name of Greta Holm", "doesn't end"),
        (
            "Look up the telephone number in the latest text message from Jonas Berg on the phone. Look up the "
            "telephone number in the latest text message from Ada Albers on the phone. Save that telephone number in "
            "the phone's contacts under the name of Greta Holm.",
            "could mean 2 things",
        ),
        (
            "Save +1 555 0100 in the phone's contacts under the name of Greta Holm. Save that telephone number in the "
            "phone's contacts under the name of Ada Albers.",
            "could mean 1 things",
        ),
    ],
)
def test_what_cannot_be_read_is_refused(goal: str, problem: str) -> None:
    with pytest.raises(ParseError, match=problem):
        parse(goal, catalogue().values())


def test_the_parser_reads_what_the_grammar_tells() -> None:
    for seed in range(200):
        random_composition(random.Random(seed), 8)  # which has its goal read


def test_the_parser_reads_what_just_comes_after_something() -> None:
    read = 0
    for seed in range(60):
        rng = random.Random(seed)
        meant = random_composition(rng, 6).composition
        first, then = rng.sample(range(len(meant.parts)), 2)
        parts = [(part.subtask.name, part.given) for part in meant.parts]
        try:
            task = compose(parts, [*meant.edges, (first, then, "")], meant.style)
        except ValueError as error:
            assert re.search("form a cycle|can only be told right after it|replaces a volatile output", str(error))
            continue
        read += 1
        values = task.composition.values(task.defaults())
        without = task.description.replace("After that, ", "", 1)
        assert without != task.description
        without = re.sub(r"(?<=[.] )[a-z]", lambda match: match[0].upper(), without)
        with pytest.raises(ValueError):
            check_goal(task.composition, without, values, catalogue().values())
    assert read >= 20


def test_a_wrong_reference_is_noticed() -> None:
    """Of two people whose numbers are looked up, the goal names the other one."""
    parts = [(NUMBER, {"sender": "Jonas Berg"}), (NUMBER, {"sender": "Ada Albers"}), (ADD, {}), (SEND, {})]
    task = compose(parts, [(0, 2, "phone"), (1, 3, "number")])
    values = task.composition.values(task.defaults())
    head, tail = re.split(r"(?<=\.) (?=Save)", task.description)
    swapped = tail.replace("Jonas Berg", "?").replace("Ada Albers", "Jonas Berg").replace("?", "Ada Albers")
    assert swapped != tail
    check_goal(task.composition, f"{head} {tail}", values, catalogue().values())
    with pytest.raises(ValueError, match="asks for other sub-tasks"):
        check_goal(task.composition, f"{head} {swapped}", values, catalogue().values())


def _with_another_source(rng: random.Random, most: int) -> tuple[ComposedTask, str] | None:
    """Returns a composition, and the goal of the same with one input fed by another part; None if there is none."""
    task = random_composition(rng, most)
    meant = task.composition
    swaps = [
        (edge, other)
        for edge in meant.edges
        for other in range(len(meant.parts))
        if meant.order.index(other) < meant.order.index(edge.consumer) and other != edge.producer
        if (output := meant.parts[other].subtask.output)
        and fits(output, meant.parts[edge.consumer].subtask.inputs[edge.input].type)
    ]
    if not swaps:
        return None
    edge, other = rng.choice(swaps)
    edges = tuple(sorted({*meant.edges, edge._replace(producer=other)} - {edge}))
    wrong = replace(meant, edges=edges)
    return task, render_goal(wrong, wrong.values(task.defaults()))


def test_goals_with_a_wrong_reference_are_refused() -> None:
    tried = seed = 0
    while tried < 40:
        seed += 1
        found = _with_another_source(random.Random(seed), 6)
        if found is None:
            continue
        tried += 1
        task, goal = found
        with pytest.raises(ValueError):
            check_goal(task.composition, goal, task.composition.values(task.defaults()), catalogue().values())


def test_nothing_is_told_within_what_is_told_within_another_part() -> None:
    parts: list[tuple[str, dict[str, Any]]] = [
        ("tasks.asked_by", {}), ("contacts.email_of", {}), ("mail.send", {}),
    ]  # fmt: skip
    described = compose(parts, [(0, 1, "name"), (1, 2, "email")], "short").description
    assert described.startswith("Look up the e-mail address of the person who, according to the phone's Tasks app, ")
    assert "to that e-mail address." in described


def test_a_number_is_not_taken_for_the_part_of_that_number() -> None:
    parts: list[tuple[str, dict[str, Any]]] = [
        ("calculator.multiply", {"amount": "12.35", "number": 3}), ("notes.add", {}), ("tasks.add", {}),
        ("viewing.meter", {}),
    ]  # fmt: skip
    task = compose(parts, [(0, 1, "text"), (3, 2, "title")], "steps", [3, 0, 1, 2])
    assert "that number" not in task.description and "the number that the meter on" in task.description
