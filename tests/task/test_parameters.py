from __future__ import annotations

import random
from typing import Any

import pytest

from crab_gym.task import load, read_index
from crab_gym.task.parameters import Parameter, choice, episode_number, integer, person, phone_number, resolve, text

PARAMETERS = {
    "color": choice(("red", "green", "blue")),
    "count": integer(3, 9, 5),
    "who": person(),
    "number": phone_number(),
    "note": text(lambda rng: rng.choice(("milk", "bread")), "eggs"),
}
DEFAULTS = {"color": "red", "count": 5, "who": "Ada Albers", "number": "+1 555 0142", "note": "eggs"}


@pytest.mark.parametrize("name", PARAMETERS)
def test_defaults_and_samples_are_accepted(name: str) -> None:
    parameter = PARAMETERS[name]
    drawn = [parameter.sample(random.Random(i)) for i in range(200)]
    assert all(parameter.accepts(value) for value in [parameter.default, *drawn])
    assert len(set(drawn)) > 1
    assert drawn == [parameter.sample(random.Random(i)) for i in range(200)]


def test_integers_reach_both_ends() -> None:
    parameter = PARAMETERS["count"]
    assert {parameter.sample(random.Random(i)) for i in range(200)} == set(range(3, 10))


def test_defaults_draw_nothing() -> None:
    rng = random.Random(0)
    state = rng.getstate()
    assert resolve(PARAMETERS, "default", rng) == DEFAULTS
    assert rng.getstate() == state


def test_tasks_draw_independently() -> None:
    parameters = {"one": choice(("a", "b", "c", "d"))}

    def pattern(name: str) -> tuple[str, ...]:
        rngs = [random.Random(episode_number(seed, name)) for seed in range(10)]
        return tuple(resolve(parameters, None, rng)["one"] for rng in rngs)

    names = [f"ubuntu.task_{i}" for i in range(40)]
    assert len({pattern(name) for name in names}) == len(names)
    assert pattern(names[0]) == pattern(names[0])


def test_fixing_one_leaves_the_others() -> None:
    drawn = resolve(PARAMETERS, None, random.Random(4))
    assert resolve(PARAMETERS, {}, random.Random(4)) == drawn
    for name, value in DEFAULTS.items():
        assert resolve(PARAMETERS, {name: value}, random.Random(4)) == {**drawn, name: value}
    assert resolve(PARAMETERS, DEFAULTS, random.Random(4)) == DEFAULTS
    assert resolve(PARAMETERS, None, random.Random(5)) != drawn


@pytest.mark.parametrize(
    ("given", "kind", "sentence"),
    [
        (5, TypeError, r"options\['parameters'\] is 5; expected 'default' or a dict of: color, count, who"),
        ("defaults", TypeError, "is 'defaults'; expected 'default' or a dict"),
        (["color"], TypeError, r"is \['color'\]; expected"),
        ({"colour": "red"}, ValueError, "no parameter 'colour'. Did you mean 'color'. It has: color, count"),
        ({7: "red"}, ValueError, "no parameter 7. It has"),
        ({"color": "pink"}, ValueError, r"parameter 'color' is 'pink'; expected one of \('red', 'green', 'blue'\)"),
        ({"color": ["red"]}, ValueError, "parameter 'color' is .*; expected one of"),
        ({"count": 10}, ValueError, "parameter 'count' is 10; expected a whole number from 3 to 9"),
        ({"count": 5.0}, ValueError, "parameter 'count' is 5.0; expected a whole number"),
        ({"count": True}, ValueError, "parameter 'count' is True; expected a whole number"),
        ({"count": "5"}, ValueError, "parameter 'count' is '5'; expected a whole number"),
        ({"who": "  "}, ValueError, "parameter 'who' is '  '; expected text of one line, 1 to 60 printable characters"),
        (
            {"who": "a\nb"},
            ValueError,
            r"parameter 'who' is 'a\\nb'; expected text of one line, .* without blanks at its ends",
        ),
        ({"who": None}, ValueError, "parameter 'who' is None; expected text"),
        ({"number": "call me"}, ValueError, "parameter 'number' is 'call me'; expected a telephone number such as"),
        ({"number": 5550142}, ValueError, "parameter 'number' is 5550142; expected a telephone number"),
    ],
)
def test_wrong_values_are_explained(given: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        resolve(PARAMETERS, given, random.Random(0))


UNFIT = ["one\ntwo", "a\rb", "a\tb", " a", "a ", "a  b", "", " ", "\ud800", "a\x00b", "a\x7fb", "a\x85b", "a\u2028b",
         "a\xa0b", "a\u200bb", "x" * 61, 5, None, ["a"], b"a"]  # fmt: skip


@pytest.mark.parametrize("name", ["who", "note"])
def test_text_is_one_line_that_can_be_typed_and_told_apart(name: str) -> None:
    accepts = PARAMETERS[name].accepts
    assert all(accepts(value) for value in ("x" * 60, "Inês Kovač", "Ōé, 中文!", "{x} %s {0}", "'; rm -rf /"))
    assert [value for value in UNFIT if accepts(value)] == []


def test_telephone_numbers_are_one_line_too() -> None:
    accepts = PARAMETERS["number"].accepts
    assert all(accepts(value) for value in ("112", "+49 (0)30 555-0142"))
    wrong = [*UNFIT, " 112", "112 ", "+1  555 0142", "1" * 61, "12", "+1 555 0142\n", "١٢٣"]
    assert [value for value in wrong if accepts(value)] == []


@pytest.mark.parametrize("task", read_index())
def test_every_task_accepts_its_own_values(task: str) -> None:
    for name, parameter in load(task).parameters.items():
        assert parameter.accepts(parameter.default), name
        for seed in range(200):
            value = parameter.sample(random.Random(seed))
            assert parameter.accepts(value), (name, value)


def test_choices_are_told_apart_by_type() -> None:
    parameter = choice((1, 2))
    assert parameter.accepts(1)
    assert not parameter.accepts(True)
    assert not parameter.accepts(1.0)
    assert choice(("a", "b"), default="b").default == "b"


def test_a_task_without_parameters_takes_none() -> None:
    nothing: dict[str, Parameter] = {}
    assert resolve(nothing, "default", random.Random(0)) == resolve(nothing, None, random.Random(0)) == {}
    with pytest.raises(ValueError, match=r"no parameter 'a'. It has: none"):
        resolve(nothing, {"a": 1}, random.Random(0))
