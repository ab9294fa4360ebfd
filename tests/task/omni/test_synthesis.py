"""Tests for crab_gym.task.omni: scenarios, synthesis, shapes, levels, splits and the list."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from crab_gym.evaluation.complexity import DIMENSIONS, measure_complexity
from crab_gym.task import ComposedTask
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition.parts import Edge
from crab_gym.task.omni.levels import CAPABILITIES, DISAMBIGUATED, Level, level_code
from crab_gym.task.omni.listing import read_list, row_of, row_task, write_list
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, plan_complexity, same_as, shape_of
from crab_gym.task.omni.splits import HELD_OUT_SCENARIOS, held_out_subtask
from crab_gym.task.omni.synthesis import MAX_GROWN, Synthesized, synthesize
from crab_gym.task.task import expect_nothing

MADE = [made for number in range(150) if isinstance(made := synthesize(f"tests:{number}"), Synthesized)]


def test_scenarios_name_every_subtask_and_no_other() -> None:
    """But none in which something comes while the agent works, as a permission that is asked: the list has no such."""
    known = scenarios()
    timeless = {name for name, subtask in catalogue().items() if subtask.events is expect_nothing}
    timeless.remove("recorder.record_allowed")
    assert len(known) == 20 and sum(scenario.base for scenario in known.values()) == 12
    assert {name for scenario in known.values() for name in scenario.subtasks} == timeless
    assert all(len(scenario.subtasks) >= 20 for scenario in known.values())


def test_most_seeds_give_a_task_within_its_scenario() -> None:
    assert len(MADE) > 130
    for made in MADE:
        assert set(made.plan.parts) <= set(scenarios()[made.scenario].subtasks)
        assert 1 <= len(made.plan.parts) <= MAX_GROWN
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
    moved = Plan(tuple(parts), tuple(Edge(places[p], places[c], name) for p, c, name in plan.edges))
    assert same_as(moved) == same_as(plan) and shape_of(moved) == shape_of(plan)
    if plan.edges:
        assert same_as(Plan(moved.parts, moved.edges[1:])) != same_as(plan)


def test_shapes_forget_names_only() -> None:
    first = Plan(("contacts.phone_of", "messages.send"), (Edge(0, 1, "number"),))
    second = Plan(("maps.address", "notes.add"), (Edge(0, 1, "text"),))
    assert shape_of(first) == shape_of(second) and same_as(first) != same_as(second)
    assert shape_of(Plan(first.parts, ())) != shape_of(first)


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
            assert HELD_OUT_SCENARIOS.get(row.scenario, row.split) == row.split
    trained = {shape_of(row.plan) for row in rows if row.split != "test"}
    assert any(shape_of(row.plan) not in trained for row in rows if row.split == "test")


def test_a_list_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = [row_of(made) for made in MADE]
    header = {"seed": 0, "scenarios": list(scenarios()), "subtasks": sorted(catalogue())}
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


def test_a_row_is_the_task_that_was_made() -> None:
    for made in MADE[:30]:
        task = row_task(row_of(made))
        assert isinstance(task, ComposedTask)
        assert task.description == made.task.description
        assert task.composition == made.task.composition
