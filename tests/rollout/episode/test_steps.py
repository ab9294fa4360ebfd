"""Records of steps: place of the action, marks, graph, notes and errors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401
from crab_gym.agents.chat import BudgetSpent, ModelError, ModelUnavailable
from crab_gym.backends.base import DeviceError
from crab_gym.policies import OraclePolicy, PolicySpec, Restore, Usage
from crab_gym.records import EpisodeRecord, RunFolder, marks_of, read_run
from crab_gym.rollout import Job, run_episode
from crab_gym.rollout.job_queue import RunLog, Work
from crab_gym.task import action
from crab_gym.wrappers import SetOfMarks


class Plays:
    """Plays the given actions, where strings are marks' texts, and takes notes."""

    name = "plays"

    def __init__(self, *choices: Any, notes: Any = None) -> None:
        self._choices, self._notes = choices, notes
        self._at = 0
        self.saved: Any = None

    def reset(self, goal: str, spec: PolicySpec) -> None:
        self._at = 0
        self.saved = spec.snapshot() if spec.snapshot is not None else None

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        self._at += 1
        choice = self._choices[self._at - 1] if self._at <= len(self._choices) else action("root", "complete")
        if isinstance(choice, Exception):
            raise choice
        if choice == "back":
            return Restore(self.saved)
        if isinstance(choice, str):
            number = next(mark.number for mark in info["marks"]["android"] if mark.text == choice)
            return action("android", "tap", element=number)
        return choice

    def notes(self) -> Any:
        return self._notes if self._notes is not None else {"text": f"choice {self._at}"}

    def usage(self) -> Usage:
        return Usage(30, 2, 20, 10)


def play(*choices: Any, folder: RunFolder | None = None, screens: bool = False, **kwargs: Any) -> EpisodeRecord:
    env = SetOfMarks(gym.make("Crab-v0/android.add_contact", screens=screens))
    task = "android.add_contact"
    recorder = folder.episode(task, 0, 0) if folder is not None else None
    record = run_episode(env, Plays(*choices, **kwargs), seed=0, recorder=recorder, allow_restore=True)
    if folder is not None:
        folder.append(record)
    env.close()
    return record


def test_an_action_by_mark_is_recorded_with_the_pixel_where_it_landed() -> None:
    record = play("Contacts", action("android", "drag", x1=1, y1=2, x2=3, y2=4), action("android", "tap", element=999))
    tap, drag, refused, complete = record.steps
    (mark,) = [mark for mark in marks_of(record)[0]["android"] if mark[3] == "Contacts"]
    number, (left, top, right, bottom), role, _ = mark
    assert (tap.action["args"], role) == ({"element": number}, "icon")
    ((x, y),) = tap.points
    assert left <= x < right and top <= y < bottom
    assert tap.done == action("android", "tap", x=x, y=y)
    assert drag.points == [[1, 2], [3, 4]]
    assert (refused.done, refused.points) == (None, [])
    assert (complete.done, complete.points) == (action("root", "complete"), [])


def test_marks_are_kept_where_they_changed() -> None:
    record = play("Contacts", action("root", "wait", seconds=1), action("android", "press", key="home"))
    assert [sorted(step.marks) for step in record.steps] == [["android"], ["android"], [], ["android"]]
    seen = marks_of(record)
    assert seen[0] == seen[3] != seen[1] == seen[2]
    assert [mark[0] for mark in seen[0]["android"]] == list(range(1, len(seen[0]["android"]) + 1))


@pytest.mark.parametrize("draw", [True, False])
def test_records_tell_whether_screens_show_the_marks(draw: bool) -> None:
    env = SetOfMarks(gym.make("Crab-v0/learn.open_app"), draw=draw)
    assert run_episode(env, Plays(action("root", "complete")), seed=0).marks_drawn is draw
    env.close()


def test_the_graph_s_state_is_kept_after_each_step() -> None:
    env = gym.make("Crab-v0/cross.dark_mode_from_todo", screens=False)
    record = run_episode(env, OraclePolicy(env), seed=0)
    ids = {checkpoint["id"]: set[str]() for checkpoint in record.graph["checkpoints"]}
    weights = {checkpoint["id"]: 0.1 if checkpoint["place"] else 0.45 for checkpoint in record.graph["checkpoints"]}
    for first, then in record.graph["edges"]:
        ids[then].add(first)
    for step in record.steps:
        done = set(step.completed)
        assert set(step.active) == {name for name, after in ids.items() if name not in done and after <= done}
        assert step.completion == pytest.approx(sum(weights[name] for name in done))
        assert set(step.passed) <= done
    assert set(record.steps[-1].completed) == set(ids)
    env.close()


def test_what_a_policy_tells_is_kept_with_its_choices_before_a_restore() -> None:
    record = play(action("android", "open_app", name="Clock"), "back", "Contacts")
    assert record.steps[0].notes == {"text": "choice 1"}
    assert record.steps[1].notes == {"text": "choice 3", "before_restore": [{"text": "choice 2"}]}
    assert (record.tokens, record.calls, record.prompt_tokens, record.completion_tokens) == (30, 2, 20, 10)


@pytest.mark.parametrize("given", [[1, 2], {"text": {1}}, "said", {1: 2}], ids=str)
def test_notes_of_any_kind_are_json(given: Any) -> None:
    notes = play(notes=given).steps[0].notes
    assert isinstance(notes, dict)
    assert json.loads(json.dumps(notes)) == notes


def test_a_huge_text_in_the_notes_is_cut() -> None:
    notes = play(notes={"text": "x" * 10_000_000, "agents": [{"text": "y" * 30_000}]}).steps[0].notes
    assert notes["text"].startswith("xxx") and notes["text"].endswith("(10000000 characters)")
    assert len(json.dumps(notes)) < 50_000


def test_all_of_it_is_written_and_read(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, {}, {})
    record = play(action("android", "open_app", name="Clock"), "back", "Contacts", folder=folder, screens=True)
    (read,) = read_run(tmp_path)
    assert read == record
    assert [step.timings for step in read.steps] == [step.timings for step in record.steps]
    assert all(set(step.timings) == {"act", "step"} for step in read.steps)
    back = read.steps[1].before["android"]
    home, clock = read.screens["android"], read.steps[0].screens["android"]
    assert (back, read.steps[0].before) == ("step_001_android_back.png", {})
    pictures = {name: (tmp_path / "episodes" / read.folder / name).read_bytes() for name in (home, clock, back)}
    assert pictures[home] == pictures[back] != pictures[clock]


def test_records_of_older_versions_are_read(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path, {}, {})
    record = play("Contacts", folder=folder)
    old = {"index", "action", "reward", "reward_terms", "completion", "passed", "invalid_action", "end_reason"}
    steps = tmp_path / "episodes" / record.folder / "steps.jsonl"
    lines = [json.loads(line) for line in steps.read_text().splitlines()]
    steps.write_text("".join(json.dumps({name: line[name] for name in old}) + "\n" for line in lines))
    episodes = tmp_path / "episodes.jsonl"
    line = json.loads(episodes.read_text())
    for name in ("transient", "prompt_tokens", "completion_tokens", "cached_prompt_tokens", "cached_completion_tokens"):
        del line[name]
    episodes.write_text(json.dumps(line) + "\n")
    (read,) = read_run(tmp_path)
    assert (read.task, read.actions, read.transient, read.prompt_tokens) == (record.task, 2, False, 0)
    assert (read.steps[0].points, read.steps[0].notes, marks_of(read)) == ([], {}, [{}, {}])


@pytest.mark.parametrize(
    ("error", "kind", "transient"),
    [
        (ModelUnavailable("no answer"), "model", True),
        (ModelError("wrong key"), "model", False),
        (BudgetSpent("1000 tokens"), "budget", False),
        (RuntimeError("no answer"), "policy", False),
    ],
)
def test_what_a_model_cannot_do_is_an_error_and_no_score(error: Exception, kind: str, transient: bool) -> None:
    record = play("Contacts", error)
    assert (record.error_kind, record.transient) == (kind, transient)
    assert str(error) in record.error
    assert record.score().is_error
    assert record.tokens == 30


class Unplugged(gym.Wrapper):
    """An environment whose devices don't come up."""

    def reset(self, **kwargs: Any) -> Any:
        raise DeviceError("android", "the cable is loose")


def test_an_episode_that_never_began_used_nothing() -> None:
    with gym.make("Crab-v0/learn.open_app", screens=False) as env:
        policy = Plays()
        assert run_episode(env, policy, seed=0).tokens == 30
        record = run_episode(Unplugged(env), policy, seed=1)  # by the same policy, as in a pool
    assert (record.error_kind, record.tokens, record.calls, record.prompt_tokens) == ("device", 0, 0, 0)


def test_what_an_episode_spent_before_its_slot_was_lost_is_known_from_its_steps() -> None:
    opened = play()
    notes = {"prompt_tokens": 20, "completion_tokens": 3, "calls": 1, "cached_prompt_tokens": 4}
    steps = [
        replace(opened.steps[0], notes={**notes, "before_restore": [notes, "odd"]}),
        replace(opened.steps[0], notes={"prompt_tokens": "many", "calls": -1}),
    ]
    lost = RunLog({"plays": "noop"}, None, several=False).lost(
        Work(Job("android.add_contact", 0, "plays"), opened=opened, steps=steps), "slot", "it is gone"
    )
    assert (lost.tokens, lost.prompt_tokens, lost.completion_tokens, lost.calls) == (46, 40, 6, 2)
    assert (lost.cached_prompt_tokens, lost.cached_completion_tokens) == (8, 0)
    assert (lost.error_kind, lost.transient, lost.actions) == ("slot", True, 2)
