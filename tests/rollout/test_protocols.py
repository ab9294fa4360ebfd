"""Protocols: episodes end by the rules of other benchmarks."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from crab_gym.policies import ScriptPolicy
from crab_gym.records import EpisodeRecord, RecordError
from crab_gym.rollout import PROTOCOLS, Protocol, rollout
from crab_gym.rollout.protocols import protocol_of
from crab_gym.task import Action, action, load

TASK = "learn.open_panel"
WRONG = action("ubuntu", "press", key="no such key")
WAIT = action("root", "wait", seconds=1)


def played(protocol: Protocol | str, before: Sequence[Action] = (), after: Sequence[Action] = ()) -> EpisodeRecord:
    """Plays the oracle with other actions before and after it, which end with `complete`."""

    def maker(env: object) -> ScriptPolicy:
        def walk() -> Iterator[Action]:
            yield from before
            for part in load(TASK).oracle.values():
                yield from part(env.unwrapped.params, env.unwrapped.elements)  # type: ignore[attr-defined]
            yield from after

        return ScriptPolicy("script", walk)

    (record,) = rollout([TASK], maker, "sim", [0], screens=False, protocol=protocol)
    assert not record.error, record.error
    return record


def test_crab_ends_at_an_invalid_action_and_after_fifteen_steps() -> None:
    assert played("crab").end_reason == "success"
    record = played("crab", before=[WRONG])
    assert (record.end_reason, record.actions) == ("invalid_action", 1)
    record = played("crab", before=[WAIT] * 20)
    assert (record.end_reason, record.actions) == ("step_limit", 15)
    assert played(Protocol(), before=[WRONG]).success


def test_omnibench_ends_after_twenty_steps_without_a_checkpoint() -> None:
    record = played("omnibench", before=[WAIT] * 30)
    assert (record.end_reason, record.actions) == ("stall", 20)


def test_androidworld_needs_the_agents_complete() -> None:
    record = played("androidworld", after=[WAIT])
    assert (record.end_reason, record.steps[-1].action["name"]) == ("success", "complete")
    record = played("androidworld", after=[WAIT] * 100)
    assert (record.end_reason, record.completion) == ("step_limit", 1.0)


def test_osworld_judges_the_end_of_the_episode() -> None:
    record = played("osworld", after=[WAIT] * 100)
    assert (record.end_reason, record.actions) == ("success", 15)
    assert played("osworld", after=[WAIT]).steps[-1].action["name"] == "complete"
    record = played("osworld", after=[WRONG] * 100)
    assert (record.end_reason, record.actions) == ("success", 15), "a refused action may be the last one"


def test_a_protocol_may_be_named() -> None:
    assert protocol_of(None) == Protocol()
    assert all(protocol_of(name) is rules for name, rules in PROTOCOLS.items())
    with pytest.raises(ValueError, match="unknown protocol 'carb'; did you mean 'crab'"):
        protocol_of("carb")


def test_an_evaluation_needs_the_agents_complete() -> None:
    record = played(Protocol(), after=[WAIT])
    assert (record.end_reason, record.steps[-1].action["name"]) == ("success", "complete")
    assert played(Protocol(success_at="once"), after=[WAIT]).steps[-1].action["name"] != "complete"


def test_a_run_that_counted_at_once_goes_on_so(tmp_path: Path) -> None:
    rollout([TASK], "oracle", "sim", [0], tmp_path, screens=False, protocol=Protocol(success_at="once"))
    file = tmp_path / "run.json"
    run = json.loads(file.read_text())
    for written in ("once", None):
        if written is None:
            del run["config"]["success_at"]  # as older versions wrote it
            file.write_text(json.dumps(run))
        records = rollout([TASK], "oracle", "sim", [0, 1], tmp_path, screens=False, resume=True)
        assert [record.steps[-1].action["name"] for record in records] == ["click"] * 2
    with pytest.raises(RecordError, match="success_at"):
        protocol = Protocol(success_at="complete")
        rollout([TASK], "oracle", "sim", [0, 1], tmp_path, screens=False, resume=True, protocol=protocol)


def test_a_run_is_resumed_by_its_own_rules_only(tmp_path: Path) -> None:
    rollout([TASK], "oracle", "sim", [0], tmp_path, screens=False, protocol="crab")
    with pytest.raises(RecordError, match="max_steps"):
        rollout([TASK], "oracle", "sim", [0, 1], tmp_path, screens=False, resume=True)
    assert len(rollout([TASK], "oracle", "sim", [0, 1], tmp_path, screens=False, resume=True, protocol="crab")) == 2


@pytest.mark.parametrize("options", [{"tools": True}, {"tools": "only"}, {"variation": {"theme": "any"}}])
def test_a_run_is_not_resumed_with_other_tools_or_another_world(options: dict[str, Any], tmp_path: Path) -> None:
    (name,) = options
    usual, varied = ({"out": tmp_path / kind, "screens": False, **given} for kind, given in (("a", {}), ("b", options)))
    for first, other in ((usual, varied), (varied, usual)):
        rollout([TASK], "noop", "sim", [0], **first)
        with pytest.raises(RecordError, match=f"was made with {name}="):
            rollout([TASK], "noop", "sim", [0, 1], **{**other, "out": first["out"]}, resume=True)
        assert len(rollout([TASK], "noop", "sim", [0, 1], **first, resume=True)) == 2
