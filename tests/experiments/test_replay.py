"""Recorded episodes, played again: honest ones come out as recorded, and edited ones don't."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.experiments.replay import Replayed, fault, replay
from crab_gym.policies import OraclePolicy, PolicySpec, Restore, ScriptPolicy
from crab_gym.records import RecordError, read_run
from crab_gym.results.sharing import check, pack
from crab_gym.rollout import rollout
from crab_gym.task import action
from crab_gym.wrappers import SetOfMarks

TASK = "cross.dark_mode_from_todo"
Edit = Callable[[dict[str, Any], list[dict[str, Any]]], None]
"""Changes an episode's line and its steps."""


class Marked:
    """Makes a policy that taps what the oracle taps, by the numbers of elements."""

    __name__ = "marked"

    def wrap(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
        return SetOfMarks(env)  # type: ignore[return-value]

    def __call__(self, env: gym.Env[Any, Any]) -> ScriptPolicy:
        def actions() -> Iterator[dict[str, Any]]:
            yield action("ubuntu", "click", element=9999)  # refused
            marks = env.get_wrapper_attr("marks")("android")
            yield action("android", "tap", element=marks[-1].number)
            yield action("android", "press", key="home")

        return ScriptPolicy("marked", actions)


class Returning(OraclePolicy):
    """The oracle, which goes back to the beginning after two actions, twice with odd seeds, and begins again."""

    name = "returning"
    allow_restore = True

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env.unwrapped)  # type: ignore[arg-type]
        self._count = 0

    def reset(self, goal: str, spec: PolicySpec) -> None:
        super().reset(goal, spec)
        assert spec.snapshot is not None
        self._count, self._begin, self._times = 0, spec.snapshot(), 1 + spec.seed % 2

    def act(self, obs: Any, info: Any) -> Any:
        self._count += 1
        if 3 <= self._count < 3 + self._times:
            self._actions = self._script()
            return Restore(self._begin)
        return super().act(obs, info)


def returning(env: gym.Env[Any, Any]) -> Returning:
    return Returning(env)


returning.allow_restore = True  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four policies, played."""
    folder = tmp_path_factory.mktemp("honest") / "run"
    policies = {"oracle": "oracle", "noop": "noop", "marked": Marked(), "returning": returning}
    rollout([TASK], policies, seeds=[0, 1], out=folder, screens=False, variation={"theme": "any"})
    return folder


@pytest.fixture
def run(honest: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(honest, tmp_path / "run"))


def outcomes(run: Path, workers: int = 1, policy: str = "", seed: int | None = None) -> list[Replayed]:
    """Plays a run again, or only a part of it."""
    found = check(pack(run, run.with_suffix(".zip"), {}).path)
    chosen = [each for each in found.records if policy in ("", each.policy_id) and seed in (None, each.seed)]
    return list(replay(chosen, found.config, workers))


def edit(run: Path, policy: str, seed: int, change: Edit) -> None:
    """Changes an episode of a run, as whoever forges it may."""
    episodes = [json.loads(line) for line in (run / "episodes.jsonl").read_text().splitlines()]
    line = next(each for each in episodes if (each["policy_id"], each["seed"]) == (policy, seed))
    old = run / "episodes" / f"{line['task']}_s{seed}_a{line['attempt']}_{policy}"
    steps = [json.loads(text) for text in (old / "steps.jsonl").read_text().splitlines()]
    change(line, steps)
    shutil.rmtree(old)
    new = run / "episodes" / f"{line['task']}_s{line['seed']}_a{line['attempt']}_{policy}"
    new.mkdir()
    (new / "steps.jsonl").write_text("".join(json.dumps(step) + "\n" for step in steps))
    (run / "episodes.jsonl").write_text("".join(json.dumps(each) + "\n" for each in episodes))


def configure(run: Path, **changes: object) -> None:
    data = json.loads((run / "run.json").read_text())
    data["config"].update(changes)
    (run / "run.json").write_text(json.dumps(data))


def test_an_honest_run_comes_out_as_recorded(run: Path) -> None:
    found = outcomes(run)
    assert [(each.difference, each.unplayed) for each in found] == [("", "")] * 8
    assert [each.restores for each in read_run(run) if each.policy_id == "returning"] == [1, 2]
    assert found[0].name == f"{TASK} seed 0 of oracle"


def _solved(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    names = [node["id"] for node in line["graph"]["checkpoints"]]
    line.update(success=True, end_reason="success", completion=1.0, coverage=1.0, logical_consistency=1.0)
    line.update(passed_ratio=1.0)
    steps[-1].update(completion=1.0, passed=names, completed=names, active=[], end_reason="success", reward=1.0)


def _another_action(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    for name in ("action", "done"):
        steps[0][name] = action("android", "press", key="home")


def _other_done(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    steps[0]["done"] = action("android", "press", key="home")


def _shorter(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    del steps[1]
    for number, step in enumerate(steps, 1):
        step["index"] = number


def _cut(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    ratio = len(steps[1]["completed"]) / len(line["graph"]["checkpoints"])
    line.update(completion=steps[1]["completion"], passed_ratio=ratio, success=False)
    del steps[2:]


def _longer(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    steps.append({**steps[-1], "index": len(steps) + 1})


def _refused(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    steps[0].update(invalid_action="no", done=None)


def _elsewhere(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    steps[1]["action"]["args"]["element"] = 1


def _never(line: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    next(step for step in steps if step["restored"])["state"] = "0" * 64


@pytest.mark.parametrize(
    ("policy", "change", "reason"),
    [
        ("noop", _solved, r"step \d+: another reward"),
        ("oracle", _another_action, "step 1: another"),
        ("oracle", _other_done, "step 1: what was carried out isn't the action that was chosen"),
        ("oracle", _shorter, "step 2: another"),
        ("oracle", _cut, "the episode goes on after its last step, 2"),
        ("oracle", _longer, r"it ends with step \d+ \(success\), and the record goes on"),
        ("oracle", _refused, "step 1: its action was refused by the record, and is carried out"),
        ("oracle", lambda line, steps: steps[0].update(state="0" * 64), "step 1: another state"),
        ("oracle", lambda line, steps: steps[0].update(reward=0.9), "step 1: another reward"),
        ("oracle", lambda line, steps: line.update(goal="Do nothing"), "its task has another goal with this seed"),
        ("oracle", lambda line, steps: line.update(coverage=0.5), "another coverage than recorded"),
        ("oracle", lambda line, steps: line.update(logical_consistency=0.5), "another logical_consistency"),
        ("noop", lambda line, steps: line.update(harm=["it wrote"]), "another harm than recorded"),
        ("marked", _elsewhere, "step 2: what was carried out isn't the action that was chosen"),
        ("returning", _never, "from no earlier state"),
        ("returning", lambda line, steps: line.update(restores=1), "another restores than recorded"),
    ],
)
def test_an_edited_episode_is_told(run: Path, policy: str, change: Edit, reason: str) -> None:
    edit(run, policy, 1, change)
    (found,) = outcomes(run, policy=policy, seed=1)
    assert found.name == f"{TASK} seed 1 of {policy}"
    assert re.search(reason, found.difference), found


def test_an_episode_with_another_seed_is_told(run: Path) -> None:
    for policy in ("oracle", "noop", "marked", "returning"):
        edit(run, policy, 1, lambda line, steps: line.update(seed=5))
    configure(run, seeds=[0, 5])
    found = outcomes(run, seed=5)
    assert len(found) == 4 and all(each.difference for each in found)


def test_an_episode_cannot_be_left_out(run: Path) -> None:
    lines = (run / "episodes.jsonl").read_text().splitlines(keepends=True)
    (run / "episodes.jsonl").write_text("".join(line for line in lines if '"policy_id": "noop"' not in line))
    with pytest.raises(RecordError, match=f"{TASK} seed 0 of noop is missing"):
        outcomes(run)
    configure(run, tasks=[TASK, "some.module:TASK"], policies={"oracle": "", "marked": "", "returning": ""})
    with pytest.raises(RecordError, match="fewer tasks than the 2"):
        outcomes(run)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda line, steps: line.update(attempt=1), "attempt 1, where 0 is expected"),
        (lambda line, steps: line.update(tokens=500), "the policy oracle asks no model"),
        (lambda line, steps: line.update(policy="gpt", prompt_tokens=5), "fewer tokens than were sent"),
        (lambda line, steps: line.update(policy="gpt", cached_prompt_tokens=5), "more tokens came from a cache"),
        (lambda line, steps: steps[0].update(notes={"prompt_tokens": 7, "calls": 1}), "notes of its steps have more"),
        (lambda line, steps: line.update(policy="gpt", models={"m": {"calls": 3}}), "models' calls don't add up"),
    ],
)
def test_impossible_counts_are_refused(run: Path, change: Edit, reason: str) -> None:
    edit(run, "oracle", 1, change)
    with pytest.raises(RecordError, match=reason):
        outcomes(run)


def test_an_episode_is_not_played_twice_for_a_better_outcome(run: Path) -> None:
    lines = (run / "episodes.jsonl").read_text().splitlines(keepends=True)
    first = json.loads(next(line for line in lines if '"policy_id": "noop"' in line))
    name = f"{first['task']}_s{first['seed']}_a"
    shutil.copytree(run / "episodes" / f"{name}0_noop", run / "episodes" / f"{name}1_noop")
    (run / "episodes.jsonl").write_text("".join([*lines, json.dumps({**first, "attempt": 1}) + "\n"]))
    with pytest.raises(RecordError, match="was played again, though its last attempt had counted"):
        outcomes(run)


@pytest.mark.parametrize(
    ("change", "config", "reason", "excused"),
    [
        ({"versions": {"crab_gym": "0.0.1"}}, {}, "it was played by crab-gym 0.0.1", False),
        ({"definition_hash": "00"}, {}, "its task has another definition here", False),
        ({"backends": {"android": "adb", "ubuntu": "sim"}}, {}, "its devices weren't those of its run's", False),
        ({}, {"backend": {"ubuntu": "remote:192.0.2.7:8765"}}, "its devices weren't those of its run's", False),
        (
            {"backends": {"android": "sim", "ubuntu": "remote:sim"}, "versions": {"crab_gym": "0.0.1"}},
            {"backend": {"ubuntu": "remote:192.0.2.7:8765"}}, "its devices weren't simulated", True,
        ),
        ({}, {"backend": {"ubuntu": "nothing"}}, "its task or its devices aren't known here", False),
        ({"error": "gone", "error_kind": "device", "success": False}, {}, "it ended in an error", True),
        ({"task": "ubuntu.of_another"}, {"tasks": None}, "its task or its devices aren't known here", False),
        (
            {"task": "ubuntu.of_another", "composition": {"parts": [{"subtask": "os:system"}]}}, {"tasks": None},
            "its task or its devices aren't known here", False,
        ),
    ],
)  # fmt: skip
def test_what_cannot_be_played_again_is_said(
    run: Path, change: dict[str, Any], config: dict[str, Any], reason: str, excused: bool
) -> None:
    edit(run, "oracle", 1, lambda line, steps: line.update(change))
    configure(run, **config)
    (found,) = outcomes(run, policy="oracle", seed=change.get("seed", 1))
    assert reason in found.unplayed and not found.difference and found.excused == excused


@pytest.mark.parametrize(
    ("policy", "change", "reason"),
    [
        ("oracle", lambda line, steps: None, ""),
        ("noop", _solved, f"{TASK} seed 1 of noop: step 22: another reward than recorded"),
        ("noop", lambda line, steps: line.update(definition_hash="00"),
         f"{TASK} seed 1 of noop can't be played again: its task has another definition here"),
        ("oracle", lambda line, steps: line.update(error="gone", error_kind="device", success=False), ""),
    ],
)  # fmt: skip
def test_an_archive_with_one_such_episode_is_refused(run: Path, policy: str, change: Edit, reason: str) -> None:
    edit(run, policy, 1, change)
    assert fault(check(pack(run, run.with_suffix(".zip"), {}).path)) == reason


def test_a_configuration_that_plays_nothing_is_told(run: Path) -> None:
    configure(run, stall_limit="soon")
    assert "its run's configuration plays nothing: stall_limit is 'soon'" in outcomes(run, seed=1)[0].difference


def test_removed_secrets_are_no_difference(run: Path) -> None:
    edit(run, "noop", 1, lambda line, steps: line.update(goal=f"{line['goal']} sk-proj-abcdefghijklmnopqrstuvwxyz01"))
    key = action("android", "write_text", text="sk-proj-abcdefghijklmnopqrstuvwxyz01")
    edit(run, "marked", 1, lambda line, steps: steps[1].update(action=key))
    found = {each.name.rpartition(" ")[2]: each for each in outcomes(run, seed=1)}
    assert not found["noop"].difference and not found["noop"].unplayed
    assert found["marked"].unplayed == "a secret was removed from its actions"


def test_the_command_refuses_a_run_that_was_edited_to_success(run: Path) -> None:
    def crab(*args: object, code: int = 0) -> str:
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        assert result.exit_code == code, result.output
        return result.output

    archive = run.with_suffix(".zip")
    crab("submit", run, "--out", archive)
    text = crab("submit", "--check", archive, "--workers", 2)
    assert "played again: 8 of 8 episodes, and all came out as recorded" in text
    assert "not checked: that the policy itself chose these actions" in text
    for seed in (0, 1):
        edit(run, "noop", seed, _solved)
    crab("submit", run, "--out", archive)
    text = crab("submit", "--check", archive, code=1)
    assert f"not as recorded: {TASK} seed 0 of noop: step" in text and "all came out" not in text
    assert "no episode was played again" in crab("submit", "--check", archive, "--no-replay")


def test_the_command_refuses_a_run_that_claims_that_it_cannot_be_played(run: Path) -> None:
    archive = run.with_suffix(".zip")

    def checked(*options: str) -> tuple[int, str]:
        pack(run, archive, {})
        result = CliRunner().invoke(app, ["submit", "--check", str(archive), "--workers", "2", *options])
        return result.exit_code, result.output

    for seed in (0, 1):
        edit(run, "noop", seed, _solved)
        edit(run, "noop", seed, lambda line, steps: line.update(versions={"crab_gym": "0"}))
    code, text = checked()
    assert code == 1 and "NOT CHECKED: 2 scored episodes" in text and "played again: 6 of 8 episodes" in text
    assert checked("--no-replay")[0] == 0
