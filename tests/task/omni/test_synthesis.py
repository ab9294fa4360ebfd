"""Tests for crab_gym.task.omni: scenarios, synthesis, shapes, levels, splits and the list."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import gymnasium as gym
import pytest

from crab_gym.envs.omni_env import OmniEnv
from crab_gym.evaluation.complexity import DIMENSIONS, measure_complexity
from crab_gym.experiments.omni.making import names
from crab_gym.task import ComposedTask
from crab_gym.task.composition.parts import Edge
from crab_gym.task.omni.drafts import MAX_USES
from crab_gym.task.omni.levels import CAPABILITIES, DISAMBIGUATED, Level, level_code
from crab_gym.task.omni.listing import listed_task, read_list, row_of, row_task, write_list
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, PlanFact, plan_complexity, same_as, shape_of, titled
from crab_gym.task.omni.splits import HELD_OUT_SCENARIOS, held_out_subtask
from crab_gym.task.omni.synthesis import MAX_PARTS, Synthesized, synthesize
from crab_gym.task.vocabulary import word_of, words

MADE = [made for number in range(150) if isinstance(made := synthesize(f"tests:{number}"), Synthesized)]


def test_scenarios_have_what_their_purposes_reach() -> None:
    known = scenarios()
    assert len(known) == 20 and sum(not scenario.halves for scenario in known.values()) == 12
    assert all(len(scenario.subtasks) >= 20 and len(scenario.purposes) >= 20 for scenario in known.values())
    both = known["dinner_party"]
    assert set(both.subtasks) == {*known["cook_for_friends"].subtasks, *known["music_evening"].subtasks}
    assert len({purpose.name for purpose in both.purposes}) == len(both.purposes)


def test_most_seeds_give_a_task_within_its_scenario() -> None:
    assert len(MADE) > 130
    for made in MADE:
        assert set(made.plan.parts) <= set(scenarios()[made.scenario].subtasks)
        assert 1 <= len(made.plan.parts) <= MAX_PARTS
        assert set(made.purposes) <= {purpose.name for purpose in scenarios()[made.scenario].purposes}
        assert max(Counter(edge.producer for edge in made.plan.edges).values(), default=0) <= MAX_USES
        assert made.task.composition.edges == tuple(sorted(made.plan.edges))
    assert sum(len(made.task.devices) == 2 for made in MADE) / len(MADE) > 0.6
    assert len({made.scenario for made in MADE}) == 20


def test_another_process_makes_the_same_task() -> None:
    code = "from crab_gym.task.omni import synthesize as s; m = s('tests:3'); print(m.plan, m.task.description)"
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    made = synthesize("tests:3")
    assert isinstance(made, Synthesized)
    assert found.stdout.strip() == f"{made.plan} {made.task.description}"


@pytest.mark.parametrize("seed", range(20))
def test_the_order_of_the_parts_makes_no_other_task(seed: int) -> None:
    plan = MADE[seed].plan
    places = list(range(len(plan.parts)))
    random.Random(seed).shuffle(places)  # old place -> new place
    parts = [""] * len(places)
    for old, new in enumerate(places):
        parts[new] = plan.parts[old]
    edges = tuple(Edge(places[p], places[c], name) for p, c, name in plan.edges)
    moved = Plan(tuple(parts), edges, tuple(PlanFact(places[part], *rest) for part, *rest in plan.facts))
    assert same_as(moved) == same_as(plan) and shape_of(moved) == shape_of(plan)
    if plan.edges:
        assert same_as(replace(moved, edges=moved.edges[1:])) != same_as(plan)


def test_shapes_forget_names_only() -> None:
    first = Plan(("contacts.phone_of", "messages.send"), (Edge(0, 1, "number"),))
    second = Plan(("maps.address", "notes.add"), (Edge(0, 1, "text"),))
    assert shape_of(first) == shape_of(second) and same_as(first) != same_as(second)
    assert shape_of(Plan(first.parts, ())) != shape_of(first)


def test_plans_with_and_without_a_common_person_differ() -> None:
    plan = Plan(("contacts.phone_of", "phone.call", "contacts.email_of", "mail.send"),
                (Edge(0, 1, "number"), Edge(2, 3, "email")))  # fmt: skip
    one = replace(plan, facts=(PlanFact(0, "name", "person.0"), PlanFact(2, "name", "person.0")))
    two = replace(plan, facts=(PlanFact(0, "name", "person.0"), PlanFact(2, "name", "person.1")))
    assert len({same_as(plan), same_as(one), same_as(two)}) == 3
    assert same_as(replace(one, facts=tuple(each._replace(fact="person.5") for each in one.facts))) == same_as(one)
    assert shape_of(one) == shape_of(two) == shape_of(plan)


def test_everything_is_called_by_what_it_is_where_nothing_else_is_said() -> None:
    plan = Plan(("recipes.servings", "notes.add_item"), (Edge(0, 1, "text"),), (PlanFact(1, "title", "agenda.0"),))
    facts = titled(plan, {"recipes.servings.title": "recipe", "notes.add_item.title": "checklist"}).facts
    assert facts == (PlanFact(0, "title", "recipe.0.title"), PlanFact(1, "title", "agenda.0"))
    assert same_as(titled(plan, {})) == same_as(titled(plan, {"recipes.servings.title": "recipe"}))


def test_all_levels_and_capabilities_are_within_reach() -> None:
    codes = {
        row_of(made).levels for number in range(1500) if isinstance(made := synthesize(f"reach:{number}"), Synthesized)
    }
    for place, dimension in enumerate(DIMENSIONS):
        assert {code[place] for code in codes} == set("012"), dimension
    for level in (*CAPABILITIES.values(), *DISAMBIGUATED.values()):
        assert any(map(level.accepts, codes)), level


def test_complexity_is_that_of_the_tasks_graph() -> None:
    for made in MADE[:40]:
        graph = made.task.graph(made.task.defaults())
        apps = {node.app for node in graph.checkpoints}
        measured = measure_complexity(graph, {app: app for app in apps})
        planned = plan_complexity(made.plan)
        for name in ("dependency", "instruction", "hierarchy", "branch"):
            assert getattr(measured, name) == getattr(planned, name)


def test_levels_are_checked_and_select() -> None:
    assert Level({"dependency": "hard", "branch": "easy"}).accepts("20001") is False
    assert Level({"dependency": "hard", "branch": "easy"}).accepts("20100") is True
    with pytest.raises(ValueError, match="did you mean 'dependency'"):
        Level({"dependancy": "hard"})
    with pytest.raises(ValueError, match="level of branch"):
        Level({"branch": "harder"})
    assert len(CAPABILITIES) == len(DISAMBIGUATED) == 10
    assert len({tuple(level.bounds.items()) for level in CAPABILITIES.values()}) == 7  # as the paper has them
    for made in MADE[:20]:
        assert len(level_code(plan_complexity(made.plan))) == len(DIMENSIONS)


def test_test_tasks_show_what_others_have_not() -> None:
    rows = [row_of(made) for made in MADE]
    assert {row.split for row in rows} == {"train", "validation", "test"}
    for row in rows:
        if row.split != "test":
            assert not any(held_out_subtask(name) for name in row.plan.parts)
    for row, made in zip(rows, MADE, strict=True):
        if row.scenario in HELD_OUT_SCENARIOS and scenarios()[row.scenario].combines(made.purposes):
            assert row.split in {"test", HELD_OUT_SCENARIOS[row.scenario]}
    trained = {shape_of(row.plan) for row in rows if row.split != "test"}
    assert any(shape_of(row.plan) not in trained for row in rows if row.split == "test")


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [row_of(made) for made in MADE]
    header = {"seed": 0, **names()}
    write_list(tmp_path / "one.gz", header, rows)
    write_list(tmp_path / "two.gz", header, rows)
    assert (tmp_path / "one.gz").read_bytes() == (tmp_path / "two.gz").read_bytes()
    listed = read_list(tmp_path / "one.gz")
    assert [listed.row(place) for place in range(len(listed))] == rows
    assert listed.find(rows[5].id) == rows[5]
    chosen = listed.select("test", devices="au")
    assert chosen == [at for at, row in enumerate(rows) if (row.split, row.devices) == ("test", "au")]
    with pytest.raises(ValueError, match=r"there is no task 'omni\.00000000'"):
        listed.find("omni.00000000")


def test_only_a_combination_has_purposes_of_both_halves() -> None:
    known = scenarios()
    both, cook, music = (known[name] for name in ("dinner_party", "cook_for_friends", "music_evening"))
    cooked, played = (
        next(each.name for each in one.purposes if each not in other.purposes)
        for one, other in ((cook, music), (music, cook))
    )
    assert both.combines([cooked, played])
    assert not both.combines([cooked]) and not both.combines([played])
    assert not cook.combines([cooked])


def test_a_row_is_the_task_that_was_made() -> None:
    for made in MADE[:30]:
        task = row_task(row_of(made))
        assert isinstance(task, ComposedTask)
        assert task.description == made.task.description
        assert task.composition == made.task.composition


def test_all_words_of_the_published_list_exist() -> None:
    listed = read_list()
    facts = {fact for line in listed.lines for fact in line.split(" ")[9].split(",") if fact}
    used = {word_of(fact.partition("=")[2]) for fact in facts} | set(listed.header["titles"].values())
    assert used and used <= set(words())


def test_no_two_versions_share_an_id() -> None:
    """The same sub-tasks may be told otherwise in a later version, and be of another split."""
    assert {len(row_of(made).id) for made in MADE} == {len("omni.") + 10}
    assert {len(read_list(version=1).id(place)) for place in range(1000)} == {len("omni.") + 8}


def test_the_list_of_an_earlier_version_stays_loadable() -> None:
    """Its tasks have no facts and no reasons, and ids that tell what they are, as those of later lists."""
    old = read_list(version=1)
    assert len(old) == 102_885 and old.header.get("version", 1) == 1
    for place in range(0, len(old), 9_000):
        row = old.row(place)
        assert row.plan.facts == () and row.reasons == () and row.id == f"omni.{same_as(row.plan)[:8]}"
        assert listed_task(row.id).name == row.id
    with pytest.raises(ValueError, match="there is no list of version 7; expected one of: 1, 2"):
        read_list(version=7)


def test_an_environment_draws_from_the_list_of_an_earlier_version() -> None:
    with closing(gym.make("Crab-v0/omni", version=1, level={"instruction": "easy"}, screens=False)) as env:
        _, info = env.reset(seed=3)
        row, base = read_list(version=1).find(info["task"]), env.unwrapped
        assert isinstance(base, OmniEnv)
        assert base.task.description == row_task(row).description
