"""Tests for crab_gym.task.omni.pairs and capabilities."""

from __future__ import annotations

from pathlib import Path

import pytest

from crab_gym.experiments.omni.making import names
from crab_gym.task.composition.parts import Edge
from crab_gym.task.omni.capabilities import TABLES, capability_samples, sampled_capability
from crab_gym.task.omni.listing import OmniList, read_list, row_of, write_list
from crab_gym.task.omni.pairs import chain_for, is_chain, pairable
from crab_gym.task.omni.scenarios import scenarios
from crab_gym.task.omni.shapes import Plan, plan_complexity
from crab_gym.task.omni.synthesis import Synthesized, synthesize

MADE = [made for number in range(400) if isinstance(made := synthesize(f"pairs:{number}"), Synthesized)]
GRAPHS = [made for made in MADE if pairable(made.plan)]


def test_a_chain_has_as_many_parts_and_edges_as_its_graph_and_the_same_intent() -> None:
    chains = [(graph, chain) for graph in GRAPHS if (chain := chain_for(graph)) is not None]
    assert len(chains) > 15
    for graph, chain in chains:
        assert is_chain(chain.plan) and not is_chain(graph.plan)
        assert chain.scenario == graph.scenario and set(chain.plan.parts) <= set(scenarios()[graph.scenario].subtasks)
        found, wanted = plan_complexity(chain.plan), plan_complexity(graph.plan)
        assert (found.dependency, found.instruction) == (wanted.dependency, wanted.instruction)
        assert found.hierarchy == len(chain.plan.parts) > wanted.hierarchy and found.branch == 1
        again = chain_for(graph)
        assert row_of(chain).split == "test" and again is not None and again.plan == chain.plan


def test_a_chain_has_some_of_its_graphs_sub_tasks() -> None:
    chains = [(graph, chain) for graph in GRAPHS if (chain := chain_for(graph)) is not None]
    shared = [len(set(graph.plan.parts) & set(chain.plan.parts)) for graph, chain in chains]
    assert sum(shared) / len(shared) > 0.5
    assert all(chain.task.composition.style == graph.task.composition.style for graph, chain in chains)


@pytest.mark.parametrize(
    ("edges", "chain"),
    [(((0, 1), (1, 2)), True), (((2, 1), (1, 0)), True), (((0, 1), (0, 2)), False), (((0, 2), (1, 2)), False)],
)
def test_a_chain_is_told_by_its_edges(edges: tuple[tuple[int, int], ...], chain: bool) -> None:
    plan = Plan(("a", "b", "c"), tuple(Edge(*edge, "x") for edge in edges))
    assert is_chain(plan) is chain and pairable(plan) is not chain


@pytest.mark.parametrize("table", TABLES)
def test_samples_of_capabilities_share_no_task(table: str) -> None:
    listed = read_list()
    samples = capability_samples(listed, table)
    places = [place for each in samples.values() for place in each]
    assert len(places) == len(set(places)) and list(samples) == list(TABLES[table])
    for name, each in samples.items():
        assert all(TABLES[table][name].accepts(listed.levels(place)) for place in each)
        assert all(listed.row(place).split == "test" for place in each)
        assert all(sampled_capability(listed.row(place).id, table) == name for place in each)
    same = [name for name in samples if TABLES[table][name] == TABLES[table]["subtask_identification"]]
    assert {len(samples[name]) for name in same} == {20}
    with pytest.raises(ValueError, match="did you mean 'paper'"):
        capability_samples(listed, "papers")


def test_tasks_of_one_category_are_made_for_the_knowledge_of_a_domain(tmp_path: Path) -> None:
    rows = [row_of(made) for made in MADE]
    header = {"seed": 0, **names()}
    write_list(tmp_path / "list.gz", header, rows)
    listed: OmniList = read_list(tmp_path / "list.gz")
    assert len(capability_samples(listed, "disambiguated", split="")["domain_specific_knowledge"]) > 5
    assert listed.pairs == {}
    assert [listed.size(place) for place in range(len(rows))] == [len(row.plan.parts) for row in rows]
