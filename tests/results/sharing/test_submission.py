"""Archives of runs: equal bytes, no secrets, and a check that finds every change."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.records import RecordError, read_run
from crab_gym.results.sharing import SubmissionError, check, pack
from crab_gym.results.sharing.submission import changed_tasks
from crab_gym.results.table import summarize, to_json
from crab_gym.rollout import rollout
from tests.results.sharing._archives import CONFIG, edited, forged, members, played, save

KEY = "a-secret-of-this-host"
STEPS = "episodes/ubuntu.one_s0_a0_good/steps.jsonl"


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return save(tmp_path / "run", [*played("good"), *played("bad")])


@pytest.fixture
def archive(run: Path, tmp_path: Path) -> Path:
    return pack(run, tmp_path / "run.zip", {}).path


def test_a_run_always_gives_the_same_copy(run: Path, tmp_path: Path) -> None:
    first, second = (pack(run, tmp_path / name, {}) for name in ("a.zip", "b.zip"))
    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.digest == second.digest and (first.episodes, first.removed) == (8, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "b.zip", "run"]


def test_another_recomputes_the_same_table(run: Path, archive: Path, tmp_path: Path) -> None:
    found = check(archive, tmp_path / "unpacked")
    assert to_json(summarize(found.records)) == to_json(summarize(read_run(run)))
    assert read_run(tmp_path / "unpacked") == found.records
    assert found.contents["tasks"] == {"ubuntu.one": ["1 00ff"], "ubuntu.two": ["1 00ff"]}
    assert found.contents["seeds"] == [0, 1] and found.contents["backends"] == {"ubuntu": ["sim"]}
    assert found.contents["policies"] == {"bad": "bad", "good": "good"}
    assert found.contents["options"] == {"backend": None, "max_steps": None, "success_at": "complete"}
    with pytest.raises(SubmissionError, match="isn't empty"):
        check(archive, tmp_path / "unpacked")


def test_a_played_run_is_packed_without_its_pictures(tmp_path: Path) -> None:
    records = rollout(["learn.open_app"], {"oracle": "oracle", "noop": "noop"}, seeds=[0, 1], out=tmp_path / "run")
    assert any(record.screens for record in records)
    found = check(pack(tmp_path / "run", tmp_path / "run.zip", {}).path)
    assert [(each.key, each.success) for each in found.records] == [(each.key, each.success) for each in records]
    assert {name.rpartition(".")[2] for name in members(tmp_path / "run.zip")} == {"json", "jsonl"}
    assert not any(record.screens or step.screens for record in found.records for step in record.steps)
    assert changed_tasks(found) == []
    old = replace(records[0], definition_hash="no hash", policy_id="")
    assert old.definition_hash not in str(found.contents["tasks"])


def test_all_attempts_are_packed_and_the_last_counts(tmp_path: Path) -> None:
    broken = replace(played("good")[0], error="gone", error_kind="device", success=False, end_reason="")
    again = [replace(played("good")[0], attempt=1), *played("good")[1:]]
    found = check(pack(save(tmp_path / "run", [broken, *again]), tmp_path / "run.zip", {}).path)
    assert (found.contents["attempts"], found.contents["episodes"]) == (5, 4)
    assert not any(record.error for record in found.records)


def test_secrets_stay_here(tmp_path: Path) -> None:
    first, *others = played("good")
    said = {"text": f"I saw {KEY}", "request": {"headers": {"x-api-key": "short"}}, "prompt_tokens": 7}
    step = replace(first.steps[0], notes=said, action={"text": "Bearer abcdefghijklmnopqrstuvwx"})
    secret = "sk-proj-abcdefghijklmnopqrstuvwxyz012345"
    first = replace(
        first, steps=(step, *first.steps[1:]), goal=f"Use {secret}", parameters={"password": "tea", "token": "milk"}
    )
    models = {"good": {"name": "openai:small@http://me:hush@host/v1?key=quiet", "api_key": "short", "max_tokens": 5}}
    run = save(tmp_path / "run", [first, *others], {**CONFIG, "models": models})
    packed = pack(run, tmp_path / "run.zip", {"OWN_API_KEY": KEY, "SHELL": "/usr/bin/some-shell"})
    text = b"".join(members(packed.path).values()).decode()
    for hidden in (KEY, secret, "short", "hush", "quiet", "abcdefghijklmnopqrstuvwx"):
        assert hidden not in text
    assert packed.removed == 7
    found = check(packed.path)
    assert found.records[0].parameters == {"password": "tea", "token": "milk"}  # what a task is about
    assert found.records[0].steps[0].notes["prompt_tokens"] == 7
    assert found.config["models"]["good"]["name"] == "openai:small@http://[removed]@host/v1?key=[removed]"
    assert found.config["models"]["good"]["max_tokens"] == 5


def test_a_secret_in_a_name_is_refused(tmp_path: Path) -> None:
    run = save(tmp_path / "run", [replace(played("good")[0], policy_id="good-with-secret")])
    with pytest.raises(SubmissionError, match=r"the episode ubuntu.one seed 0 has a secret"):
        pack(run, tmp_path / "run.zip", {"OWN_TOKEN": "good-with-secret"})
    assert not (tmp_path / "run.zip").exists()


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="has no finished episodes"):
        pack(save(tmp_path / "run", []), tmp_path / "run.zip")
    with pytest.raises(RecordError, match="no finished episodes"):
        pack(tmp_path / "nothing", tmp_path / "run.zip")
    with pytest.raises(ValueError, match=r"ends in \.zip"):
        pack(tmp_path / "run", tmp_path / "run.tar")


@pytest.mark.parametrize(
    ("name", "before", "after", "reason"),
    [
        ("table.json", '"success": 0.75', '"success": 0.85', "the row ubuntu of good of its table differs in success"),
        ("table.json", '"group": "ubuntu.one",', "", "the row ubuntu.one of good of its table differs in group"),
        ("episodes.jsonl", '"success": false', '"success": true', "counts as success, but not all checkpoints"),
        ("episodes.jsonl", '"completion": 0.5', '"completion": 0.75', "another than after its last step"),
        ("episodes.jsonl", '"completion": 0.5', '"completion": 1.5', "a share isn't between 0 and 1"),
        ("episodes.jsonl", '"success": true', '"success": 3', "success is neither true nor false"),
        ("episodes.jsonl", '"tokens": 1000', '"tokens": -5', "a count is no number, or negative"),
        ("episodes.jsonl", '"tokens": 1000', '"tokens": 10', "differs in cost_efficiency"),
        ("episodes.jsonl", '"harm": []', '"harm": ["it wrote"]', "counts as success, but did harm"),
        ("episodes.jsonl", '"seed": 0', '"seed": 7', "s7_a0_good"),
        ("episodes.jsonl", '"task": "ubuntu.one"', '"task": "../ubuntu"', "not an episode"),
        ("episodes.jsonl", '{"task"', "[" * 100_000, "damaged"),
        (
            "episodes.jsonl",
            '"definition_hash": "00ff"',
            '"definition_hash": "beef"',
            "has other tasks than its records",
        ),
        ("episodes.jsonl", '"backends": {', '"backends": {"x": [],', "a name is no text"),
        ("run.json", '"max_steps": null', '"max_steps": 99', "has other options than its records"),
        (STEPS, '"index": 1', '"index": 4', "aren't numbered one after the other"),
        (STEPS, '{"index": 1', '{"none": 1', "not an episode"),
        ("manifest.json", '"format": 1', '"format": 9', "its format is 9"),
        ("manifest.json", '"contents"', '"content"', "lacks a part"),
        ("manifest.json", '"episodes": 8', '"episodes": 80', "has other episodes than its records"),
    ],
)
def test_what_was_forged_is_found_though_hashes_are_right(
    archive: Path, name: str, before: str, after: str, reason: str
) -> None:
    with pytest.raises(SubmissionError, match=reason):
        check(forged(archive, edited(name, before, after)))


def test_checkpoints_and_completion_agree(tmp_path: Path) -> None:
    graph = {"checkpoints": [{"id": "a", "device": "ubuntu"}, {"id": "b", "device": "ubuntu"}], "edges": []}
    first, *others = played("bad", graph=graph)
    steps = [replace(step, completed=("a",)) for step in first.steps]
    assert check(pack(save(tmp_path / "one", [replace(first, steps=tuple(steps))]), tmp_path / "a.zip").path)
    steps[-1] = replace(steps[-1], completed=("a", "b"))
    with pytest.raises(SubmissionError, match="another than the share of its checkpoints"):
        pack(save(tmp_path / "two", [replace(first, steps=tuple(steps)), *others]), tmp_path / "b.zip")


def test_a_changed_or_missing_file_is_named(archive: Path) -> None:
    files = members(archive)
    manifest = json.loads(files["manifest.json"])
    manifest["files"]["table.json"] = "0" * 64
    wrong = forged(archive, lambda changed: None)
    with zipfile.ZipFile(wrong, "w") as made:
        for name, data in {**files, "manifest.json": json.dumps(manifest).encode()}.items():
            made.writestr(name, data)
    with pytest.raises(SubmissionError, match=r"table\.json was changed"):
        check(wrong)
    with zipfile.ZipFile(wrong, "w") as made:
        made.writestr("manifest.json", files["manifest.json"])
    with pytest.raises(SubmissionError, match=r"'episodes\.jsonl' is missing"):
        check(wrong)


def test_the_command_packs_and_checks(run: Path, tmp_path: Path) -> None:
    def crab(*args: object, code: int = 0) -> str:
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        assert result.exit_code == code, result.output
        return result.output

    out = tmp_path / "run.zip"
    assert "8 episodes" in crab("submit", run, "--out", out)
    text = crab("submit", "--check", out, "--into", tmp_path / "unpacked", "--no-replay")
    assert "the records give the same table" in text and "8 episodes of 2 tasks on ubuntu by sim" in text
    assert "good" in crab("table", tmp_path / "unpacked")
    assert "NOT CHECKED: 8 scored episodes" in crab("submit", "--check", out, code=1), "of tasks that aren't known here"
    wrong = forged(out, edited("table.json", '"success": 0.75', '"success": 0.85'))
    assert "differs in success" in crab("submit", "--check", wrong, code=1)
    assert "expected RUN --out FILE.zip" in crab("submit", run, code=2)
    assert "--check takes neither" in crab("submit", run, "--check", out, code=2)
