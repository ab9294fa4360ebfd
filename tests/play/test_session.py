"""A person's episodes without the page: recorded like any policy's, left without a trace, told apart from errors."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError, Image
from crab_gym.backends.specs import KINDS, Kind
from crab_gym.play.session import Session
from crab_gym.play.state import NotNow
from crab_gym.policies import NoopPolicy
from crab_gym.records import EpisodeRecord, RecordError, read_config, read_run
from crab_gym.results.table import summarize
from crab_gym.rollout import Protocol, rollout, run_lock
from crab_gym.task import Action, action
from tests import toy
from tests.toy import ToyBackend

TASK = "tests.toy:TASK"


@pytest.fixture(autouse=True)
def simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def write(text: str, device: str = "ubuntu") -> Action:
    return action(device, "write_text", text=text)


def do(session: Session, *actions: Any) -> dict[str, Any]:
    """Plays actions, and returns the state after the last."""
    for each in actions:
        session.act(each, session.wait_for("ready")["step"])
        state = session.wait_for("ready", "ended", "failed")
    return state


def solution(session: Session) -> list[Action]:
    session.wait_for("ready")
    word = session.env.params.word
    return [write("open"), write(word), write(word, "android"), action("root", "submit", answer=word)]


def same(record: EpisodeRecord) -> EpisodeRecord:
    """Leaves out who played, and how fast."""
    return replace(record, policy="", timings={})


def test_a_person_who_acts_like_the_oracle_has_its_record(tmp_path: Path) -> None:
    with Session(TASK, seed=4, out=tmp_path / "human") as session:
        state = do(session, *solution(session))
    assert (state["phase"], state["success"], state["end_reason"]) == ("ended", True, "success")
    assert (state["completion"], state["total_reward"], state["step"]) == (1.0, 1.0, 4)
    assert state["saved"] == str(tmp_path / "human/episodes/cross.toy_s4_a0")
    [oracle] = rollout([TASK], "oracle", seeds=[4], out=tmp_path / "oracle")
    [record] = read_run(tmp_path / "human")
    [oracles] = read_run(tmp_path / "oracle")
    assert record.policy == "human"
    assert same(record) == same(oracles) == same(oracle)
    pictures = [sorted(path.name for path in (tmp_path / run).rglob("*.png")) for run in ("human", "oracle")]
    assert pictures[0] == pictures[1] and len(pictures[0]) == 5


def test_the_state_tells_what_came_of_an_action() -> None:
    with Session(TASK, max_steps=9) as session:
        assert session.wait_for("ready")["goal"] == session.env.goal
        first = session.picture("ubuntu")
        state = do(session, write("open"))
        assert (state["reward"], state["completion"], state["max_steps"]) == (0.25, 0.25, 9)
        assert state["screens"]["ubuntu"]["version"] == 2 and state["screens"]["android"]["version"] == 1
        assert session.picture("ubuntu") != first
        state = do(session, {"device": "ubuntu", "name": "writ_text", "args": {"text": "x"}})
        assert "Did you mean 'write_text'?" in state["invalid_action"]
        state = do(session, "nonsense")
        assert [line["action"] for line in state["history"]] == [
            "ubuntu: write text open",
            "ubuntu: writ text x",
            "nonsense",
        ]
        assert state["history"][0]["invalid_action"] == "" != state["history"][2]["invalid_action"]
        assert state["graph"] is None and state["checkpoints"] == []


def test_the_graph_is_shown_on_request() -> None:
    with Session(TASK, show_graph=True) as session:
        assert session.wait_for("ready")["graph"] == {"completed": 0, "active": 1, "waiting": 3}
        state = do(session, write("open"))
        assert state["graph"] == {"completed": 1, "active": 2, "waiting": 1}
        first, second, *_ = state["checkpoints"]
        assert (first["state"], first["after"]) == ("completed", [])
        assert (second["state"], second["after"]) == ("active", [first["id"]])


def test_an_action_for_another_step_is_refused() -> None:
    with Session(TASK) as session:
        do(session, write("open"))
        with pytest.raises(NotNow, match="meant to follow step 0"):
            session.act(write("again"), 0)
        assert session.state()["step"] == 1
        do(session, action("root", "complete"))
        with pytest.raises(NotNow, match="'ended'"):
            session.act(write("late"))


def test_what_is_left_unfinished_leaves_no_trace(tmp_path: Path) -> None:
    with Session(TASK, seed=3, out=tmp_path) as session:
        do(session, write("open"))
        assert [path.name for path in (tmp_path / "episodes").iterdir()] == ["cross.toy_s3_a0"]
        session.restart(5)
        assert session.wait_for("ready")["seed"] == 5
        assert [path.name for path in (tmp_path / "episodes").iterdir()] == ["cross.toy_s5_a0"]
        do(session, write("open"))
    assert session.state()["phase"] == "closed"
    assert list((tmp_path / "episodes").iterdir()) == []
    assert read_run(tmp_path) == []


def test_a_folder_is_added_to_and_the_last_try_of_a_seed_counts(tmp_path: Path) -> None:
    with Session(TASK, out=tmp_path) as session:
        do(session, action("root", "complete"))
        session.restart(0)
        do(session, *solution(session))
    with Session("tests.toy:ONE", seed=1, out=tmp_path) as session:
        do(session, action("root", "complete"))
    records = {record.seed: record for record in read_run(tmp_path)}
    assert (records[0].attempt, records[0].success) == (1, True)
    assert (records[1].attempt, records[1].end_reason) == (0, "false_completion")
    total = summarize(list(records.values()))[-1].row
    assert (total.episodes, total.success.mean) == (2, 0.5)
    assert read_config(tmp_path)["policy"] == "human"


def test_two_do_not_write_to_one_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_lock, "PATIENCE", 0.0)
    with Session(TASK, out=tmp_path) as session:
        do(session, write("open"))
        with pytest.raises(RecordError, match="another process writes to the run"):
            Session(TASK, out=tmp_path)
        assert do(session, action("root", "complete"))["phase"] == "ended"
    with Session(TASK, out=tmp_path) as session:
        session.wait_for("ready")
    assert [record.actions for record in read_run(tmp_path)] == [2]


def test_another_policys_folder_is_refused(tmp_path: Path) -> None:
    rollout([TASK], lambda env: NoopPolicy(), out=tmp_path, protocol=Protocol(max_steps=1))
    with pytest.raises(RecordError, match="policy"):
        Session(TASK, out=tmp_path)
    assert len(read_run(tmp_path)) == 1


def test_a_broken_device_is_told_and_recorded_and_the_next_episode_goes_on(tmp_path: Path) -> None:
    with Session(TASK, out=tmp_path) as session:
        state = do(session, write("open"), write(toy.BREAK))
        assert (state["phase"], state["success"]) == ("failed", False)
        assert "the pad is torn" in state["error"]
        [record] = read_run(tmp_path)
        assert (record.error_kind, record.score().error) == ("device", record.error)
        session.restart(0)
        assert do(session, *solution(session))["success"]
    [record] = read_run(tmp_path)
    assert (record.attempt, record.error) == (1, "")


def test_a_device_that_does_not_come_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(self: ToyBackend, seed: int) -> None:
        raise DeviceError(self.device, "no paper")

    monkeypatch.setattr(ToyBackend, "reset", torn)
    with Session(TASK) as session:
        state = session.wait_for("failed")
        assert "no paper" in state["error"]
        with pytest.raises(NotNow):
            session.act(write("open"))


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Session(TASK, out=tmp_path) as session:
        do(session, write("open"))

        def full(record: EpisodeRecord) -> None:
            raise RecordError("can't write: No space left on device")

        monkeypatch.setattr(session.folder, "append", full)
        state = do(session, action("root", "complete"))
        assert (state["phase"], state["saved"]) == ("failed", "")
        assert "No space left" in state["error"]
    assert list((tmp_path / "episodes").iterdir()) == []


def test_a_device_with_a_clock_of_its_own_is_looked_at_while_the_person_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = itertools.count(1)

    def ticking(self: ToyBackend) -> Image:
        image = screenshot(self)
        image[-1] = next(looks) % 256
        return image

    screenshot = ToyBackend.screenshot
    monkeypatch.setattr(ToyBackend, "real_time", True)
    monkeypatch.setattr(ToyBackend, "screenshot", ticking)
    with Session(TASK) as session:
        state = session.wait_for("ready")
        seen = session.picture("ubuntu")
        state = session.state(state["version"], 20.0)
        assert (state["step"], state["phase"]) == (0, "ready")
        assert session.picture("ubuntu") != seen
