"""Tests for crab_gym.experiments.omni.checks and making."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.evaluation import check
from crab_gym.evaluation.graph import Checkpoint
from crab_gym.experiments.omni import checks, making
from crab_gym.experiments.omni.checks import check_task
from crab_gym.experiments.spoilers import Spoiler
from crab_gym.task import Action, ComposedTask, OracleStuck, Params
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition.compose import compose
from crab_gym.task.omni import read_list
from crab_sim.devices.facts import Facts

CHAIN = compose([("contacts.phone_of", {}), ("messages.send", {})], [(0, 1, "number")])
NOTE = compose([("notes.line", {}), ("text_editor.write", {})], [(0, 1, "text")])


@pytest.fixture(scope="module")
def env() -> Iterator[ComposedEnv]:
    made = ComposedEnv(CHAIN.to_json(), screens=False, success_at="complete")
    yield made
    made.close()


def test_a_good_task_passes(env: ComposedEnv) -> None:
    checked = check_task(env, CHAIN, 3, [NOTE])
    assert checked.reason == "" and checked.solutions >= 1 and checked.attacks >= 4


def test_an_oracle_of_a_task_that_includes_another_is_no_attack(env: ComposedEnv) -> None:
    more = compose([("contacts.phone_of", {}), ("messages.send", {}), ("notes.add", {})], [(0, 1, "number")])
    assert check_task(env, CHAIN, 3, [more]).attacks == check_task(env, CHAIN, 3, []).attacks


def broken(task: ComposedTask, **functions: object) -> ComposedTask:
    return replace(task, **functions)  # type: ignore[arg-type]


def test_an_oracle_that_does_too_little_is_told(env: ComposedEnv) -> None:
    idle = {name: (lambda params, look: iter(())) for name in CHAIN.oracle}
    checked = check_task(env, broken(CHAIN, oracle=idle), 3, [])
    assert (checked.reason, checked.where) == ("the oracle fails", "contacts.phone_of")


def test_an_oracle_that_is_stuck_is_told_with_its_part(env: ComposedEnv) -> None:
    def lost(params: object, look: object) -> Iterator[Action]:
        raise OracleStuck("there is no such button")
        yield

    checked = check_task(env, broken(CHAIN, oracle={**CHAIN.oracle, "1.sent": lost}), 3, [])
    assert (checked.reason, checked.where) == ("the oracle is stuck", "messages.send")


def test_a_task_that_accepts_anything_is_told(env: ComposedEnv) -> None:
    def always(params: object) -> list[object]:
        nodes = CHAIN.checkpoints(params)  # type: ignore[arg-type]
        return [replace(node, evaluator=check(lambda state: True)) for node in nodes]

    assert check_task(env, broken(CHAIN, checkpoints=always), 3, []).reason == "a checkpoint holds at the beginning"


def wide() -> ComposedTask:
    return compose([("contacts.phone_of", {}), ("messages.send", {}), ("notes.add", {})], [(0, 1, "number")])


def test_the_oracle_plays_two_orders_that_are_far_apart(env: ComposedEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, ...]] = []
    play = checks._Check.play

    def listening(check: checks._Check, order: tuple[int, ...]) -> checks._Played:
        played.append(order)
        return play(check, order)

    monkeypatch.setattr(checks._Check, "play", listening)
    checked = check_task(env, wide(), 4, [])
    assert played == [(0, 1, 2), (2, 0, 1)]
    assert (checked.reason, checked.solutions) == ("", 2)


@pytest.mark.parametrize("part", [1, 2])
def test_a_part_that_is_done_by_another_one_is_told(env: ComposedEnv, part: int) -> None:
    task = wide()

    def checkpoints(params: Params) -> list[Checkpoint]:
        nodes = task.checkpoints(params)
        eased = [replace(node, evaluator=nodes[0].evaluator, hold=False) for node in nodes]
        return [easy if node.id.startswith(f"{part}.") else node for node, easy in zip(nodes, eased, strict=True)]

    checked = check_task(env, broken(task, checkpoints=checkpoints), 4, [])
    assert (checked.reason, checked.where) == ("accepted: a part left out", task.composition.parts[part].subtask.name)


def test_harm_is_done_right_before_the_last_action(env: ComposedEnv, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[int] = []

    def harmless(device: str, facts: Facts, footprint: object, rng: object) -> Iterator[Spoiler]:
        yield Spoiler(device, "change", "note", "", lambda setup: steps.append(len(env.actions)))

    monkeypatch.setattr(checks, "spoilers", harmless)
    assert check_task(env, wide(), 4, []).reason == "accepted: harm to a note"
    assert steps == [len(env.actions) - 2]  # the oracle's last action and completing are left


COUNT = 12


def test_a_list_is_made_again_byte_for_byte_and_resumed(tmp_path: Path) -> None:
    told = list(making.generate(tmp_path / "a.gz", COUNT, 9, 0, 1, tmp_path / "work", 4))
    assert f"{COUNT} tasks in" in told[-1]
    made = sum(len(json.loads(path.read_text())) for path in (tmp_path / "work").iterdir())
    assert made < 2 * COUNT  # no more than are needed, but for those that are dropped
    list(making.generate(tmp_path / "b.gz", COUNT, 9, 0, 1, tmp_path / "work", 4))
    list(making.generate(tmp_path / "c.gz", COUNT, 9, 0, 1, tmp_path / "other", 6))
    assert len({(tmp_path / name).read_bytes() for name in ("a.gz", "b.gz", "c.gz")}) == 1
    listed = read_list(tmp_path / "a.gz")
    assert listed.header["recipe"] == making.recipe()
    assert len(listed) == COUNT


def test_a_task_that_failed_does_not_come_back_by_another_seed(tmp_path: Path) -> None:
    work = tmp_path / "work"
    list(making.generate(tmp_path / "a.gz", COUNT, 9, 0, 1, work, 4))
    (first, *_, last) = sorted(work.iterdir())
    outcomes = json.loads(last.read_text())
    line = next(each["line"] for each in json.loads(first.read_text()) if each["line"])
    name = line.partition(" ")[0]
    failed = {"reason": "the oracle fails", "line": "", "refused": name}
    last.write_text(json.dumps([{**outcomes[0], **failed}, {**outcomes[1], "line": line}, *outcomes]))
    told = list(making.generate(tmp_path / "b.gz", COUNT, 9, 0, 1, work, 4))
    assert read_list(tmp_path / "a.gz").has(f"omni.{name}") and not read_list(tmp_path / "b.gz").has(f"omni.{name}")
    assert "dropped, the oracle fails: 1" in told and "dropped, the same as one that failed: 1" in told


def test_the_published_list_tells_how_it_was_made() -> None:
    header = read_list().header
    assert set(header["digests"]) == set(header["subtasks"]) <= set(catalogue())
    assert header["attacks"] > header["solutions"] > header["checked"] > len(read_list()) // (header["every"] + 1)
    assert sum(header["dropped"].values()) < len(read_list())


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundredth_of_the_published_list_is_made_again(tmp_path: Path) -> None:
    listed = read_list()
    if listed.header.get("recipe") != making.recipe():
        pytest.skip("the list was made of other sub-tasks, or in another way: make it anew")
    count = max(100, len(listed) // 100)
    list(
        making.generate(
            tmp_path / "again.gz", count, listed.header["seed"], listed.header["every"], 2, tmp_path / "work"
        )
    )
    kept = [line for line in read_list(tmp_path / "again.gz").lines[:count] if line in set(listed.lines)]
    assert len(kept) >= count - 2  # a check of a later number may have removed the one or the other
    assert kept == list(listed.lines[: len(kept)])
