"""Evaluations: no interruption loses an episode or counts one twice, and no failure is a score."""

from __future__ import annotations

import fcntl
import json
import multiprocessing
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.agents.chat import Reply, Tokens, ToolCall
from crab_gym.agents.models import Budget, Prices, RemoteModel
from crab_gym.backends.specs import KINDS, Kind
from crab_gym.cli import app
from crab_gym.experiments.evaluate import evaluate
from crab_gym.experiments.policy_makers import ModelMaker, policy_makers
from crab_gym.experiments.progress import Progress
from crab_gym.records import EpisodeRecord, RecordError, read_attempts, read_config, read_run
from crab_gym.results.table import summarize
from crab_gym.rollout import Protocol, pool, rollout, run_lock
from tests import scripted
from tests.records._records import record
from tests.toy import ToyBackend

TASK = "learn.open_app"
SCRIPT = "script:tests.scripted:"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LONGEST_COOLDOWN", 0.01)
    scripted.start()


def run(*args: str | Path, code: int = 0) -> str:
    """Runs ``crab-gym evaluate`` and returns its output, errors included."""
    result = CliRunner().invoke(app, ["evaluate", *map(str, args)])
    assert result.exit_code == code, result.output
    assert "Traceback" not in result.output
    return result.output


def agent(name: str, **options: Any) -> dict[str, Any]:
    return dict(policy_makers(["single"], [ModelMaker(SCRIPT + name)], {"": options}))


def keys(records: Any) -> Counter[tuple[str, int, str]]:
    return Counter((record.task, record.seed, record.policy_id) for record in records)


def core(records: Any) -> dict[tuple[str, int, str], dict[str, Any]]:
    """Returns the fields of records that are equal in equal runs."""
    names = [name for name in EpisodeRecord.__slots__ if name not in ("timings", "screens", "steps", "attempt")]
    return {
        (record.task, record.seed, record.policy_id): {
            **{name: getattr(record, name) for name in names},
            "steps": [(step.action, step.reward, step.passed, step.done) for step in record.steps],
        }
        for record in records
    }


# Killed, full, interrupted


TOYS = ["tests.toy:TASK", "tests.toy:ONE"]


def _play(out: Path | None) -> list[EpisodeRecord]:
    makers = policy_makers(["oracle", "noop"])
    return evaluate(TOYS, makers, seeds=range(10), out=out, resume=True, screens=False, slots=2).records


def _play_slowly(out: Path) -> None:
    """Plays as `_play` does, but takes a second at least, to be killed in; only for a process of its own."""
    reset = ToyBackend.reset

    def late(self: ToyBackend, seed: int) -> None:
        time.sleep(0.03)
        reset(self, seed)

    ToyBackend.reset = late  # type: ignore[method-assign]
    _play(out)


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), "tests.toy:ToyBackend"))


def test_killed_at_any_moment_it_goes_on_and_has_every_episode_once(tmp_path: Path, toys: None) -> None:
    out, rng, kills = tmp_path / "run", random.Random(7), 0
    whole = _play(None)
    before = b""
    while True:
        process = multiprocessing.get_context("fork").Process(target=_play_slowly, args=(out,))
        process.start()
        process.join(rng.uniform(0.0, 0.15) if kills < 20 else None)
        process.kill()
        process.join()
        lines = out / "episodes.jsonl"
        now = lines.read_bytes() if lines.exists() else b""
        assert now.startswith(before)  # what was recorded stays
        before = now[: now.rfind(b"\n") + 1]
        if process.exitcode != -signal.SIGKILL:
            break
        kills += 1
    assert process.exitcode == 0 and kills >= 3
    made = read_run(out)
    assert keys(made) == keys(whole)
    assert set(keys(made).values()) == set(keys(read_attempts(out)).values()) == {1}
    assert core(made) == core(whole)
    assert sum(line.row.episodes for line in summarize(made) if line.section == "policy") == 40


def test_a_full_disk_is_told_in_one_line_and_nothing_is_lost(tmp_path: Path) -> None:
    args = [TASK, "--policy", "oracle", "--policy", "noop", "--seeds", "0-3", "--no-screens", "--out", tmp_path / "run"]
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (6000, hard))  # files can't grow beyond: as if the disk were full
    try:
        text = run(*args, code=2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert re.search(r"^crab-gym: can't write to \S*run.*; make room .*finished episodes are kept$", text, re.MULTILINE)
    kept = read_run(tmp_path / "run")
    assert 0 < len(kept) < 8
    text = run(*args, "--resume")
    assert f"{len(kept)} of 8 episodes were recorded before" in text
    made = read_run(tmp_path / "run")
    assert set(keys(read_attempts(tmp_path / "run")).values()) == {1} and len(made) == 8
    assert made[: len(kept)] == kept


def test_an_interrupt_ends_it_with_the_table_so_far(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "crab_gym", "evaluate", "android.add_contact", "--policy", "noop"]
    command += ["--seeds", "0-499", "--out", str(tmp_path / "run"), "--slots", "2"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # a job in the background ignores it
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("[1/500] noop: android.add_contact seed ")
        process.send_signal(signal.SIGINT)
        text = process.stdout.read()
    assert process.returncode == 130
    kept = read_run(tmp_path / "run")
    assert f"stopped: interrupted; {len(kept)} of 500 episodes have ended, go on with --resume" in text
    assert re.search(rf"^android +{len(kept)} ", text, re.MULTILINE)


def test_two_processes_are_not_at_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_lock, "PATIENCE", 0.0)
    handle = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    assert "another process writes to the run in" in run(TASK, "--policy", "noop", "--out", tmp_path, code=2)
    os.close(handle)
    run(TASK, "--policy", "noop", "--seeds", "0", "--out", tmp_path)


def test_a_run_whose_making_was_cut_off_is_none_yet(tmp_path: Path) -> None:
    (tmp_path / "episodes").mkdir()
    (tmp_path / "run.tmp").write_text('{"conf')
    run(TASK, "--policy", "noop", "--seeds", "0", "--out", tmp_path, "--no-screens")
    assert len(read_run(tmp_path)) == 1


# Models that fail


@pytest.mark.parametrize("slots", [1, 2])
def test_a_model_that_is_away_for_a_while_is_asked_again_and_never_scored(slots: int, tmp_path: Path) -> None:
    scripted.start(gone=3)
    found = evaluate([TASK], agent("comes_back"), seeds=[0, 1, 2], out=tmp_path, slots=slots, max_retries=3)
    attempts = read_attempts(tmp_path)
    failed = [row for row in attempts if row.error]
    assert [(row.error_kind, row.transient) for row in failed] == [("model", True)] * 3
    assert sorted(row.seed for row in found.records) == [0, 1, 2]
    assert [(row.error, row.end_reason, row.tokens) for row in found.records] == [("", "false_completion", 110)] * 3
    (total,) = (line.row for line in summarize(read_run(tmp_path)) if line.section == "total")
    assert (total.episodes, total.errors, total.completion.mean) == (3, 0, 0.0)


def test_a_model_that_stays_away_stops_it_and_what_it_failed_is_run_again(tmp_path: Path) -> None:
    args = [TASK, "--policy", "single", "--model", SCRIPT + "comes_back", "--out", tmp_path, "--seeds", "0-9"]
    scripted.start(gone=10**6)
    text = run(*args, "--retries", "0", "--failures", "3", code=1)
    assert "failed 3 episodes in a row: ModelUnavailable: no answer from 127.0.0.1" in text
    assert "3 of 10 episodes have ended, go on with --resume" in text
    assert re.search(r"^learn +3 +- +- +- ", text, re.MULTILINE)  # no score
    assert "3 of 3 episodes ended by an error and are not scored" in text
    scripted.start()
    run(*args, "--resume")
    made = read_run(tmp_path)
    assert len(made) == 10 and not any(row.error for row in made)
    assert sorted(row.attempt for row in made) == [0] * 7 + [1] * 3


def test_what_waits_for_another_try_at_a_stop_has_ended_by_an_error_as_in_the_record(tmp_path: Path) -> None:
    args = [TASK, "--policy", "single", "--model", SCRIPT + "falters", "--out", tmp_path, "--seeds", "0-1"]
    text = run(*args, "--budget-tokens", "50", "--no-screens", code=1)
    assert "the budget of tokens is spent: 55 of 50; 1 of 2 episodes have ended, go on with --resume" in text
    (kept,) = read_run(tmp_path)
    assert (kept.error_kind, kept.attempt) == ("model", 0)
    assert re.search(r"^learn +1 +- +- +- ", text, re.MULTILINE)


def test_so_has_it_at_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = record(task="learn.open_app", policy_id="noop", error="it is gone", error_kind="device")
    seen: list[tuple[EpisodeRecord | None, int, int]] = []

    def interrupted(*args: Any, on_attempt: Any, **options: Any) -> None:
        on_attempt(failed)
        raise KeyboardInterrupt

    monkeypatch.setattr("crab_gym.experiments.evaluate.rollout", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evaluate(
            [TASK], {"noop": "noop"}, seeds=range(3), progress=lambda now: seen.append((now.last, now.done, now.total))
        )
    assert seen == [(failed, 1, 3)]


def test_a_model_that_refuses_is_not_asked_again(tmp_path: Path) -> None:
    found = evaluate([TASK], agent("refuses"), seeds=range(4), out=tmp_path, failures=2, max_retries=5)
    assert [row.error_kind for row in found.records] == ["model", "model"]
    assert "it refuses the key" in found.progress.stopped
    assert [*tmp_path.iterdir()] == []  # so that the next try can have other options
    found = evaluate([TASK], agent("refuses"), seeds=range(4), out=tmp_path, failures=0, resume=True)
    assert (found.progress.done, found.progress.scored, found.progress.stopped) == (4, 0, "")


def test_a_policy_without_a_model_goes_on_beside_one_that_fails() -> None:
    found = evaluate([TASK], {**agent("refuses"), "oracle": "oracle"}, seeds=range(3), failures=0)
    assert Counter((row.policy_id, row.error_kind, row.success) for row in found.records) == {
        ("single-script-tests.scripted-refuses", "model", False): 3,
        ("oracle", "", True): 3,
    }


def test_a_spent_budget_stops_it_and_it_goes_on_with_a_larger_one(tmp_path: Path) -> None:
    args = [TASK, "--policy", "single", "--model", SCRIPT + "gives_up", "--out", tmp_path, "--seeds", "0-4"]
    text = run(*args, "--budget-tokens", "220", "--price", "10/100", code=1)
    assert "stopped: the budget of tokens is spent: 220 of 220; 2 of 5 episodes have ended, go on with --resume" in text
    assert "220 tokens (200 sent, 20 answered) in 2 calls of a model, cost 0.00" in text
    assert "the budget of tokens is spent: 220 of 220; 2 of 5" in run(
        *args, "--budget-tokens", "220", "--resume", code=1
    )
    run(*args, "--budget-tokens", "2200", "--resume")
    assert sum(row.tokens for row in read_attempts(tmp_path)) == 550
    assert keys(read_attempts(tmp_path)) == keys(read_run(tmp_path))
    assert read_config(tmp_path)["prices"] == {"single-script-tests.scripted-gives_up": [10.0, 100.0]}


@pytest.mark.parametrize("out", [True, False])
def test_what_an_attempt_spent_that_is_run_again_is_counted(tmp_path: Path, out: bool) -> None:
    prices = {SCRIPT + "falters": Prices(1e6, 1e6)}
    makers = policy_makers(["single"], [ModelMaker(SCRIPT + "falters")], prices=prices)
    found = evaluate([TASK], makers, out=tmp_path if out else None)
    assert [(row.attempt, row.tokens) for row in found.records] == [(1, 110)]
    assert (found.progress.tokens, found.progress.money, found.progress.now) == (165, 165.0, 1)
    if out:
        again = evaluate([TASK], makers, out=tmp_path, resume=True).progress
        assert (again.tokens, again.money, again.now, again.done) == (165, 165.0, 0, 1)


def test_the_cost_of_a_resumed_run_is_that_of_the_episodes_that_are_chosen_now(tmp_path: Path) -> None:
    prices = {SCRIPT + "gives_up": Prices(10_000.0, 0.0)}  # 100 are sent in an episode: 1.0
    makers = policy_makers(["single"], [ModelMaker(SCRIPT + "gives_up")], prices=prices)
    evaluate([TASK, "learn.check_todo"], makers, seeds=range(3), out=tmp_path, screens=False)
    told: list[Progress] = []
    options: dict[str, Any] = {"out": tmp_path, "screens": False, "resume": True}
    evaluate([TASK], makers, seeds=[2, 3], progress=lambda now: told.append(replace(now)), **options)
    assert [(now.done, now.tokens, now.money, now.whole_cost) for now in told] == [
        (1, 110, 1.0, 2.0),
        (2, 220, 2.0, 2.0),
    ]
    found = evaluate([TASK], makers, seeds=[4], budget=Budget(tokens=770), **options)
    assert found.progress.stopped == "the budget of tokens is spent: 770 of 770"  # it counts all of the folder


def test_a_resumed_run_keeps_how_its_models_answer(tmp_path: Path) -> None:
    def asked(**options: Any) -> Any:
        return policy_makers(["single"], [ModelMaker("openai:m@http://127.0.0.1:9/v1", **options)])

    (name,) = asked()
    cold = asked(temperature=0.0, extra={"reasoning": "high", "sesame": "open"})
    evaluate([], cold, out=tmp_path)
    kept = read_config(tmp_path)["models"][name]
    assert (kept["temperature"], kept["extra"]["names"]) == (0.0, ["reasoning", "sesame"])
    assert "open" not in json.dumps(kept["extra"])
    evaluate([], cold, out=tmp_path, resume=True)
    evaluate([], policy_makers(["oracle"]), out=tmp_path, resume=True)
    assert read_config(tmp_path)["models"] == {name: kept}
    for options in ({"temperature": 1.0}, {"temperature": 0.0, "extra": {"reasoning": "high", "sesame": "shut"}}):
        with pytest.raises(RecordError, match=f"was made with the model of {re.escape(name)}="):
            evaluate([], asked(**options), out=tmp_path, resume=True)


def test_a_model_whose_budget_is_spent_within_an_episode_stops_it(tmp_path: Path) -> None:
    scripted.start(left=3)
    found = evaluate([TASK], agent("comes_back"), seeds=range(6), out=tmp_path)
    assert "the budget of calls is spent" in found.progress.stopped
    assert [row.error_kind for row in found.records] == ["", "", "", "budget"]
    scripted.start()
    found = evaluate([TASK], agent("comes_back"), seeds=range(6), out=tmp_path, resume=True)
    assert (found.progress.done, found.progress.stopped) == (6, "")
    assert Counter(row.attempt for row in found.records) == {0: 5, 1: 1}
    assert not any(row.error for row in found.records)


def test_money_is_a_budget_where_prices_are_known() -> None:
    prices = Prices(1000.0, 10_000.0)  # an answer is 100 and 10 tokens: 0.1 + 0.1
    makers = policy_makers(["single"], [ModelMaker(SCRIPT + "gives_up")], prices={SCRIPT + "gives_up": prices})
    told: list[tuple[float | None, float | None]] = []
    found = evaluate(
        [TASK],
        makers,
        seeds=range(9),
        budget=Budget(money=0.5, prices=prices),
        progress=lambda now: told.append((now.money, now.whole_cost)),
    )
    assert found.progress.stopped == "the budget of money is spent: 0.6 of 0.5"
    assert told == [(pytest.approx(0.2 * n), pytest.approx(1.8)) for n in (1, 2, 3)]


def test_answers_from_a_cache_cost_nothing(tmp_path: Path) -> None:
    args = [TASK, "--policy", "single", "--model", SCRIPT + "gives_up", "--no-screens", "--price", "10000/20000"]
    args += ["--model-option", f"cache={json.dumps(str(tmp_path / 'cache'))}"]
    paid = run(*args, "--seeds", "0", "--out", tmp_path / "first")
    assert "110 tokens (100 sent, 10 answered) in 1 calls of a model, cost 1.20" in paid
    text = run(*args, "--seeds", "0-1", "--out", tmp_path / "run", "--budget-tokens", "111")
    assert "220 tokens (200 sent, 20 answered, 110 from a cache) in 2 calls of a model, cost 1.20" in text
    first, second = sorted(read_run(tmp_path / "run"), key=lambda row: row.seed)
    assert (first.tokens, first.cached_prompt_tokens, first.cached_completion_tokens) == (110, 100, 10)
    assert first.steps[0].notes["cached_prompt_tokens"] == 100
    assert (second.tokens, second.cached_prompt_tokens, second.steps[0].notes.keys() & {"cached_prompt_tokens"}) == (
        110, 0, set(),
    )  # fmt: skip
    text = run(*args, "--seeds", "0-3", "--out", tmp_path / "run", "--resume", "--budget-tokens", "220", code=1)
    assert "the budget of tokens is spent: 220 of 220; 3 of 4 episodes have ended" in text


HERE = "http://127.0.0.1:9/v1"


def test_the_command_asks_a_model_whose_price_is_written_in_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RemoteModel, "_persist", lambda *_: Reply("", (ToolCall("root__complete", {}),), Tokens(10, 1)))
    args = [TASK, "--seeds", "0", "--policy", "single", "--budget-money", "5", "--no-screens"]
    args += ["--model", f"openai:m@{HERE}/", "--price", f"openai:m@{HERE}=100000/0"]
    assert "11 tokens (10 sent, 1 answered) in 1 calls of a model, cost 1.00" in run(*args)


# Numbers


def test_ce_in_the_table_is_what_the_record_gives(tmp_path: Path) -> None:
    evaluate(
        [TASK, "learn.check_todo"],
        agent("dawdles"),
        seeds=[0, 1],
        out=tmp_path,
        screens=True,
        protocol=Protocol(max_steps=3),
    )
    (total,) = (line.row for line in summarize(read_run(tmp_path)) if line.section == "total")
    ratios, tokens = [], []
    for line in map(json.loads, (tmp_path / "episodes.jsonl").read_text().splitlines()):
        folder = f"{line['task']}_s{line['seed']}_a{line['attempt']}_{line['policy_id']}"
        steps = list(map(json.loads, (tmp_path / "episodes" / folder / "steps.jsonl").read_text().splitlines()))
        spent = sum(step["notes"]["prompt_tokens"] + step["notes"]["completion_tokens"] for step in steps)
        assert (spent, len(steps)) == (line["tokens"], 3)
        ratios.append(steps[-1]["completion"] / spent)
        tokens.append(spent)
    assert sum(tokens) == sum(range(1, 13)) + 12  # what the model told
    assert total.cost_efficiency.mean == pytest.approx(sum(ratios) / 4)
    assert total.cost_efficiency.n == 4


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ([], "expected at least one --policy"),
        (["--policy", "orcale"], "unknown policy 'orcale'; did you mean 'oracle'?"),
        (["--policy", "single"], "the agent 'single' needs a model: --model openai:gpt-4o, for example"),
        (["--policy", "single", "--model", "gpt-4o"], "the model is 'gpt-4o'; expected such as 'openai:gpt-4o'"),
        (["--policy", "single", "--model", "opnai:x"], "unknown model vendor 'opnai'; did you mean 'openai'?"),
        (["--policy", "oracle", "--model", "openai:x"], "--model has no effect on oracle: give an agent too"),
        (["--policy", "oracle", "--model-option", "timeout=9"], "--model-option has no effect on oracle"),
        (["--policy", "oracle", "--option", "history=3"], "no agent here has an option 'history' (there is none)"),
        (["--policy", "oracle", "--option", "single.history=3"], "--option 'single.history=3': expected NAME=VALUE"),
        (["--policy", "oracle", "--seeds", "4-0"], "--seeds '4-0': expected numbers and ranges from 0"),
        (["--policy", "oracle", "--seeds", "0-999999999"], "expected numbers and ranges from 0"),
        (["--policy", "oracle", "--price", "cheap"], "--price 'cheap': expected [MODEL=]SENT/ANSWERED"),
        (["--policy", "oracle", "--budget-money", "3"], "--budget-money needs the price"),
        (["--policy", "oracle", "--resume"], "--resume needs the folder"),
        (["--policy", "oracle", "--tag", "no such tag"], "unknown tag of these tasks: 'no such tag'"),
        (["--policy", "oracle", "--platform", "cross"], "no task is left by --platform, --tag and --split"),
        (["--policy", "oracle", "--allow-restore"], "--allow-restore has no effect on oracle"),
        (["--policy", "oracle", "--price", "1/2"], "--price has no effect on oracle"),
        (["--policy", "noop", "--budget-calls", "3"], "--budget-calls has no effect on noop"),
        (["--policy", "human", "--model", "openai:x"], "--model has no effect on human"),
        (
            ["--policy", "single", "--model", SCRIPT + "gives_up", "--price", SCRIPT + "gives=1/2"],
            f"unknown model in --price: '{SCRIPT}gives'; did you mean '{SCRIPT}gives_up'?",
        ),
        (
            ["--policy", "beap", "--model", f"executr={SCRIPT}gives_up,{SCRIPT}dawdles"],
            "unknown role of the agent 'beap': 'executr'; did you mean 'executor'?",
        ),
        (["--policy", "beap", "--model", f"executor={SCRIPT}gives_up"], "has no model for its role planner"),
        (["--policy", "beap", "--model", "planner=a:b,planner=a:c"], "planner is given twice"),
        (["--policy", "oracle", "--split", "tset"], "unknown split 'tset'; did you mean 'test'?"),
        (
            ["--policy", "single", "--model", SCRIPT + "gives_up", "--option", "histroy=3"],
            "no agent here has an option 'histroy' (single)",
        ),
        (
            ["--policy", "single", "--model", SCRIPT + "gives_up", "--option", "history=many"],
            "the option history is 'many'; expected a whole number from 0",
        ),
        (
            ["--policy", "single", "--model", SCRIPT + "gives_up", "--model-option", "temprature=0"],
            "unexpected keyword argument 'temprature'",
        ),
    ],
)
def test_a_mistake_is_told_in_one_line(args: list[str], text: str) -> None:
    output = run(TASK, *args, code=2)
    assert text in output and output.startswith("crab-gym: ") and output.count("\n") == 1


def test_a_backend_that_no_task_needs_is_refused() -> None:
    few = ("--policy", "noop", "--seeds", "0")
    assert "it plays android, which none of these tasks has" in run(
        "ubuntu.write_note", *few, "--backend", "adb:x", code=2
    )
    assert "none of these tasks has the device 'android'" in run(
        "ubuntu.write_note", *few, "--backend", "android=sim", code=2
    )


def test_tasks_are_filtered_and_few_are_spread_evenly(tmp_path: Path) -> None:
    text = run("--policy", "noop", "--seeds", "0", "--platform", "learn", "--limit", "2", "--max-steps", "1")
    assert [line.split()[2] for line in text.splitlines()[:2]] == ["learn.check_todo", "learn.open_app"]
    text = run(
        "android.*", "--policy", "noop", "--seeds", "0", "--tag", "contacts", "--split", "test", "--max-steps", "1"
    )
    assert all(line.split()[2].startswith("android.") for line in text.splitlines() if line.startswith("["))


# Several policies in one run


def test_policies_can_be_added_to_a_run_but_not_changed(tmp_path: Path) -> None:
    evaluate([TASK], policy_makers(["noop"]), seeds=[0], out=tmp_path)
    evaluate([TASK], {**policy_makers(["oracle"]), **agent("gives_up")}, seeds=[0], out=tmp_path, resume=True)
    assert [row.policy for row in read_run(tmp_path)] == ["noop", "oracle", "single(script:tests.scripted:gives_up)"]
    assert set(read_config(tmp_path)["policies"]) == {"noop", "oracle", "single-script-tests.scripted-gives_up"}
    changed = {"noop": next(iter(agent("gives_up").values()))}
    with pytest.raises(RecordError, match="was made with policy noop='noop', now it is 'single"):
        evaluate([TASK], changed, seeds=[0], out=tmp_path, resume=True)
    rollout([TASK], "noop", seeds=[0], out=tmp_path / "one", screens=False)
    with pytest.raises(RecordError, match="was made for one policy; choose another folder for several"):
        evaluate([TASK], policy_makers(["noop"]), seeds=[0], out=tmp_path / "one", resume=True)


def test_agents_of_different_structures_see_the_same_devices_in_their_own_way(tmp_path: Path) -> None:
    models = [ModelMaker(SCRIPT + "gives_up")]
    makers = (
        policy_makers(["single"], models)
        | policy_makers(["single"], models, {"": {"pictures": False}})
        | policy_makers(["oracle"])
    )
    found = evaluate([TASK], makers, seeds=[0], out=tmp_path).records
    screens = [tmp_path / "episodes" / row.folder / row.screens["android"] for row in found]
    marked, plain, oracle = (path.read_bytes() for path in screens)
    assert marked != plain == oracle
    assert [bool(row.steps[0].marks) for row in found] == [True, True, False]
    assert found[0].steps[0].notes["text"].startswith("I give up.")
