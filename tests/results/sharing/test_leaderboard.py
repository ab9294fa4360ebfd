"""The page of submissions: who is ranked with whom, and what others' texts can do to it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.evaluation.metrics import wilson
from crab_gym.records import EpisodeRecord
from crab_gym.results.sharing import pack, write_leaderboard
from crab_gym.results.sharing.leaderboard import read_board
from tests.results.sharing._archives import CONFIG, edited, forged, played, save


def submit(folder: Path, name: str, records: list[EpisodeRecord], config: Mapping[str, Any] | None = None) -> Path:
    """Writes a run and its archive."""
    run = save(folder / "runs" / name, records, config or CONFIG)
    (folder / "archives").mkdir(exist_ok=True)
    return pack(run, folder / "archives" / f"{name}.zip", {}).path


def test_only_equal_tasks_seeds_devices_and_rules_are_ranked_together(tmp_path: Path) -> None:
    both = submit(tmp_path, "both", [*played("good"), *played("bad")])
    other = submit(tmp_path, "other", [replace(each, policy="rival") for each in played("bad")])
    changed = [
        submit(tmp_path, "more_tasks", played("good", tasks=3)),
        submit(tmp_path, "other_seeds", played("good", seeds=(0, 2))),
        submit(tmp_path, "other_definition", played("good", definition_hash="beef")),
        submit(tmp_path, "real_device", played("good", backends={"ubuntu": "desktop"})),
        submit(tmp_path, "other_rules", played("good"), {**CONFIG, "max_steps": 15}),
        submit(tmp_path, "older", played("good"), {name: CONFIG[name] for name in CONFIG if name != "success_at"}),
    ]
    board = read_board([*changed, other, both])
    assert board.failed == {} and len(board.groups) == 7
    together = board.groups[0].entries
    assert [(each.file, each.policy, each.rank) for each in together] == [
        ("both.zip", "good", 1), ("both.zip", "bad", 2), ("other.zip", "rival", 2),
    ]  # fmt: skip
    assert [[each.file for each in group.entries] for group in board.groups[1:]].count(["more_tasks.zip"]) == 1
    assert all(group.entries[0].rank == 1 and len(group.entries) == 1 for group in board.groups[1:])
    assert {tuple(group.rules.items()) for group in board.groups} == {
        (), (("max_steps", 15),), (("success_at", "once"),),
    }  # fmt: skip
    assert read_board([both, other, *reversed(changed)]) == board


def test_figures_are_those_worked_out_by_hand(tmp_path: Path) -> None:
    records = played("good", prompt_tokens=900, completion_tokens=100)
    path = submit(tmp_path, "run", records, {**CONFIG, "prices": {"good": [1000, 5000]}})
    (entry,) = read_board([path]).groups[0].entries
    assert (entry.tasks, entry.episodes, entry.errors, entry.solved, entry.rate) == (2, 4, 0, 3, 0.75)
    assert entry.success == wilson(3, 4) and entry.completion.mean == 0.875
    assert entry.tokens == 4000 and entry.cost == pytest.approx(4 * (0.9 + 0.5))


def test_errors_take_the_rank(tmp_path: Path) -> None:
    broken = [replace(each, error="gone", error_kind="model", success=False) for each in played("good")[3:]]
    paths = [submit(tmp_path, "broken", [*played("good")[:3], *broken]), submit(tmp_path, "bad", played("bad"))]
    first, last = read_board(paths).groups[0].entries
    assert (first.file, first.rank) == ("bad.zip", 1)
    assert (last.file, last.rank, last.errors, last.rate) == ("broken.zip", None, 1, 1.0)


def test_what_fails_is_listed_with_the_reason(tmp_path: Path) -> None:
    good = submit(tmp_path, "good", played("good"))
    forged(good, edited("table.json", '"success": 0.75', '"success": 1.0')).rename(good.with_name("a.zip"))
    good.with_name("no.zip").write_bytes(b"<script>alert(1)</script>")
    shutil.copy(good, good.with_name("later.zip"))
    out = tmp_path / "board.html"
    result = CliRunner().invoke(app, ["leaderboard", str(good.parent), "--out", str(out)])
    assert result.exit_code == 0 and "policies: 1, tables: 1" in result.output
    text = out.read_text()
    for said in ("differs in success", "it is no archive", "it is the same as good.zip"):
        assert said in text and said in result.output
    with pytest.raises(ValueError, match="there are no archives"):
        write_leaderboard(tmp_path, out)


def test_what_is_refused_after_the_check_has_no_rank(tmp_path: Path) -> None:
    paths = [submit(tmp_path, "good", played("good")), submit(tmp_path, "bad", played("bad"))]
    board = read_board(paths, lambda submission: "it rains" if submission.path.name == "good.zip" else "")
    assert board.failed == {"good.zip": "it rains"}
    assert [entry.file for group in board.groups for entry in group.entries] == ["bad.zip"]


class _Elements(HTMLParser):
    """Collects a page's tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def test_the_page_holds_nothing_foreign(tmp_path: Path) -> None:
    hostile = '<img src=x onerror="alert(1)"></td>\x1b[2J\u202e' + "long" * 200
    records = [replace(each, policy=hostile, versions={"crab_gym": "<b>1</b>"}) for each in played("good")]
    path = submit(tmp_path, "run", records)
    first, second = tmp_path / "a.html", tmp_path / "b.html"
    for out in (first, second):
        write_leaderboard(path.parent, out)
    text = first.read_text()
    assert text == second.read_text()
    page = _Elements()
    page.feed(text)
    assert not {"img", "script", "iframe", "form", "a"} & set(page.tags)
    assert {name for name, _ in page.attributes if name in ("src", "onerror", "style")} == set()
    assert [value for name, value in page.attributes if name == "href"] == ["data:,"]
    assert "default-src 'none'" in text and "\x1b" not in text and "\u202e" not in text
    assert "&lt;img src=x" in text and "long" * 100 not in text and "&lt;b&gt;1&lt;/b&gt;" in text
    assert not re.search(r"https?://|url\(", text)
