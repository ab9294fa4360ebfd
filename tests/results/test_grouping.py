"""Groups of episodes: levels and capabilities worked out by hand, and their rows in tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, TaskGraph, check
from crab_gym.policies import OraclePolicy
from crab_gym.records import EpisodeRecord, RunFolder, read_run
from crab_gym.results.grouping import CAPABILITIES, GROUPS, complexity_of, graph_of
from crab_gym.results.table import notes, summarize, to_csv, to_markdown, to_text
from crab_gym.rollout import run_episode
from crab_gym.task import load, read_index
from crab_sim.devices.apps import category
from tests.records._records import save
from tests.results.test_table import episode


def never(state: Any) -> bool:
    return False


def graph(edges: str, apps: str = "", device: str = "android") -> dict[str, Any]:
    """A graph of checkpoints with one letter each: ``"ab ac d"`` are two edges and a checkpoint of its own."""
    after: dict[str, list[str]] = {}
    for part in edges.split():
        for letter in part:
            after.setdefault(letter, [])
        if len(part) == 2:
            after[part[1]].append(part[0])
    names = dict(zip(sorted(after), apps.split() or ["tasks"] * len(after), strict=True))
    return TaskGraph(
        [
            Checkpoint(id=name, device=device, app=names[name], evaluator=check(never), after=tuple(before))
            for name, before in sorted(after.items())
        ]
    ).to_dict()


def of(grouping: str, edges: str, apps: str = "") -> list[str]:
    return GROUPS[grouping](episode("android.x", 1.0, 1, "success", graph=graph(edges, apps)))


def test_levels_are_those_of_the_paper_s_table() -> None:
    assert of("level", "a") == [
        "dependency easy",
        "instruction easy",
        "knowledge easy",
        "hierarchy easy",
        "branch easy",
    ]
    # a chain of five: four edges, five nodes, one category, depth five, one at a time
    assert of("level", "ab bc cd de") == [
        "dependency hard", "instruction hard", "knowledge easy", "hierarchy hard", "branch easy",
    ]  # fmt: skip
    # three at once after one: three edges, four nodes, three categories, depth two, width three
    apps = "tasks contacts calendar maps"
    assert len({category("android", app) for app in apps.split()}) == 3
    assert of("level", "ab ac ad", apps) == [
        "dependency medium", "instruction medium", "knowledge medium", "hierarchy easy", "branch medium",
    ]  # fmt: skip


def test_capabilities_ask_for_what_the_paper_s_table_says() -> None:
    assert of("capability", "ab bc") == []
    # the chain of five is hard in dependency, instruction and hierarchy
    assert of("capability", "ab bc cd de") == [
        "long-range planning", "long-sequence reasoning", "subtask identification", "dependency identification",
    ]  # fmt: skip
    # one, then five at once: five edges, six nodes, depth two, width five
    assert of("capability", "ab ac ad ae af") == [
        "parallel planning", "subtask identification", "dependency identification",
    ]  # fmt: skip
    # five on their own, in four categories
    apps = "tasks contacts maps calculator notes"
    assert len({category("android", app) for app in apps.split()}) >= 4
    assert of("capability", "a b c d e", apps) == [
        "cross-domain decision-making", "cross-domain knowledge", "domain-specific knowledge",
    ]  # fmt: skip
    assert len(CAPABILITIES) == 10


def test_a_record_s_graph_has_the_complexity_of_its_task_s() -> None:
    for name in ("cross.dark_mode_from_todo", "android.add_contact"):
        task = load(name)
        env = CrabEnv(name, screens=False)
        record = run_episode(env, OraclePolicy(env), seed=0)
        env.close()
        rebuilt = graph_of(record)
        assert rebuilt is not None
        assert complexity_of(rebuilt) == complexity_of(task.graph(task.defaults()))
        assert GROUPS["tag"](record) == list(read_index()[name].tags)
        assert GROUPS["platform"](record) == [name.partition(".")[0]]


@pytest.mark.parametrize(
    "damaged",
    [{}, {"checkpoints": []}, {"checkpoints": [{}], "edges": []}, {"checkpoints": 3, "edges": []},
     {**graph("ab"), "edges": [["a", "b"], ["b", "a"]]}, {**graph("ab"), "edges": [["a", "c"]]}],
)  # fmt: skip
def test_an_episode_without_a_graph_is_in_no_group_by_level(damaged: Any) -> None:
    record = episode("ubuntu.x", 0.0, 0, "", error="it broke", error_kind="device", graph=damaged)
    assert graph_of(record) is None
    assert [GROUPS[name](record) for name in ("level", "capability", "app")] == [[], [], []]
    assert "1 of 1 episodes are in no row by level" in notes([record], by=["level"])


RUN = [
    episode("ubuntu.one", 1.0, 4, "success", seed=0, policy="p", policy_id="p", graph=graph("ab bc cd de")),
    episode("ubuntu.one", 0.5, 4, "step_limit", seed=1, policy="p", policy_id="p", graph=graph("ab bc cd de")),
    episode("ubuntu.one", 0.0, 2, "stall", 1000, seed=0, policy="q|r", policy_id="q", graph=graph("a")),
    episode("cross.two", 0.5, 2, "invalid_action", 500, seed=0, policy="q|r", policy_id="q", graph=graph("a")),
]


def test_policies_are_side_by_side() -> None:
    lines = summarize(RUN, ["level", "task"])
    assert [
        (line.section, line.policy, line.row.group, line.row.episodes) for line in lines if line.section != "level"
    ] == [
        ("task", "p", "ubuntu.one", 2),
        ("task", "q", "ubuntu.one", 1),
        ("task", "q", "cross.two", 1),
        ("policy", "p", "p", 2),
        ("policy", "q", "q", 2),
    ]
    assert [line.row.group for line in lines if (line.section, line.policy) == ("level", "p")] == [
        "dependency hard", "instruction hard", "knowledge easy", "hierarchy hard", "branch easy",
    ]  # fmt: skip
    p, q = (line.row for line in lines if line.section == "policy")
    # p: success 1 and 0, of two seeds: 1/2 ± 1/2; q: one seed, so no standard error
    assert (p.success.mean, p.success.stderr, q.success.mean, q.success.stderr) == (0.5, 0.5, 0.0, None)
    # q: CE 0/1000 and 0.5/500
    assert q.cost_efficiency.mean == pytest.approx(0.0005)
    assert (q.end_reasons["stall"], q.end_reasons["invalid_action"]) == (0.5, 0.5)


def test_policies_are_side_by_side_in_every_format() -> None:
    lines = summarize(RUN)
    text = to_text(lines).splitlines()
    rule = text[1]
    blocks = [block.split("\n") for block in "\n".join(text[2:]).split(f"\n{rule}\n")]
    assert [[line.split()[0] for line in block] for block in blocks] == [
        ["p", "ubuntu"],
        ["q", "ubuntu", "cross"],
        ["p", "q"],
    ]
    rows = list(csv.DictReader(io.StringIO(to_csv(lines))))
    assert [(row["section"], row["group"], row["policy"]) for row in rows] == [
        ("platform", "ubuntu", "p"), ("platform", "ubuntu", "q"), ("platform", "cross", "q"),
        ("policy", "p", "p"), ("policy", "q", "q"),
    ]  # fmt: skip
    marked = to_markdown(lines).splitlines()
    assert [line.split(" | ")[0] for line in marked[2:]] == [
        "| **p: ubuntu**", "| **q: ubuntu**", "| **q: cross**", "| **p**", "| **q**",
    ]  # fmt: skip
    assert {line.count("|") for line in marked} == {19}


def test_tokens_and_their_price_are_told_by_policy() -> None:
    config = {"prices": {"q": [2.0, 10.0], "p": "hostile"}}
    assert notes(RUN, config) == [
        "p: 0 tokens in 2 calls of a model",
        "q: 1,500 tokens in 2 calls of a model, cost 0.00",
    ]
    million = [episode("ubuntu.one", 1.0, 1, "success", 3_000_000, policy_id="q", prompt_tokens=2_000_000,
                       completion_tokens=1_000_000)]  # fmt: skip
    assert notes(million, config) == [
        "q: 3,000,000 tokens (2,000,000 sent, 1,000,000 answered) in 1 calls of a model, cost 14.00"
    ]


def test_an_unknown_grouping_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown grouping 'levle'; did you mean 'level'"):
        summarize(RUN, ["levle"])


def test_several_policies_are_read_as_they_were_written(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, {"policies": {"p": "p", "q": "q|r"}}, {})
    for record in RUN:
        recorder = folder.episode(record.task, record.seed, record.attempt, record.policy_id)
        for item in record.steps:
            recorder.step(item)
        folder.append(record)
    assert read_run(tmp_path) == RUN
    line = json.loads((tmp_path / "episodes.jsonl").read_text().splitlines()[0])
    (tmp_path / "episodes.jsonl").write_text(json.dumps({**line, "policy_id": "../../../etc"}) + "\n")
    with pytest.raises(Exception, match=r"policy id '../../../etc': expected at most 100 letters"):
        read_run(tmp_path)


def test_one_policy_needs_no_id(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, {"policy": "oracle"}, {})
    record: EpisodeRecord = episode("ubuntu.one", 1.0, 1, "success")
    save(folder, record)
    assert [path.name for path in (tmp_path / "episodes").iterdir()] == ["ubuntu.one_s0_a0"]
