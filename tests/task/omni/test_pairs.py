"""Tests for crab_gym.task.omni.pairs and capabilities."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crab_gym.experiments.omni.making import names
from crab_gym.task.composition.parts import Edge, Reason
from crab_gym.task.omni.capabilities import TABLES, capability_samples, sampled_capability
from crab_gym.task.omni.listing import OmniList, OmniRow, read_list, row_of, write_list
from crab_gym.task.omni.pairs import is_chain, pairable, pairs_of
from crab_gym.task.omni.shapes import Plan, plan_complexity
from crab_gym.task.omni.synthesis import Synthesized, synthesize

MADE = [made for number in range(400) if isinstance(made := synthesize(f"pairs:{number}"), Synthesized)]


def test_a_pair_has_as_many_parts_and_edges_and_is_told_alike() -> None:
    listed = read_list()
    assert len(listed.pairs) > 200
    for graph, chain in ((listed.find(graph), listed.find(chain)) for graph, chain in listed.pairs.items()):
        assert is_chain(chain.plan) and pairable(graph.plan)
        found, wanted = plan_complexity(chain.plan), plan_complexity(graph.plan)
        assert (found.dependency, found.instruction) == (wanted.dependency, wanted.instruction)
        assert found.hierarchy == len(chain.plan.parts) > wanted.hierarchy and found.branch == 1
        assert (graph.style, bool(graph.reasons)) == (chain.style, bool(chain.reasons))
        assert graph.split == chain.split == "test"


def _row(name: str, parts: str, edges: tuple[tuple[int, int], ...], **changes: Any) -> OmniRow:
    plan = Plan(tuple(parts), tuple(Edge(*edge, "x") for edge in edges))
    return OmniRow(f"omni.{name}", **{**ALIKE, "plan": plan, **changes})


ALIKE: dict[str, Any] = {
    "scenario": "study", "levels": "00000", "devices": "au", "split": "test", "style": "short", "order": (0, 1, 2)
}  # fmt: skip
WIDE, LONG = ((0, 1), (0, 2)), ((0, 1), (1, 2))


def test_a_graph_gets_the_chain_that_shares_most_with_it() -> None:
    graph = _row("graph", "abc", WIDE)
    chains = [
        _row("close", "abx", LONG, scenario="give_talk"),
        _row("far", "axy", LONG),
        _row("styled", "abc", LONG, style="steps"),
        _row("told", "abc", LONG, reasons=(Reason("You want it", (0,)),)),
        _row("trained", "abc", LONG, split="train"),
        _row("large", "abcd", (*LONG, (2, 3))),
    ]
    assert pairs_of([graph, *chains]) == [("omni.graph", "omni.close")]
    assert pairs_of([*chains, _row("same", "abz", LONG), graph]) == [("omni.graph", "omni.same")]  # its own scenario's
    assert pairs_of([graph, *chains[2:]]) == [] == pairs_of(chains)


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
