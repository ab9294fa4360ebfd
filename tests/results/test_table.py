"""Tables: figures worked out by hand, in every format."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from crab_gym.records import EpisodeRecord
from crab_gym.results import backtracking_table, table
from crab_gym.results.table import (
    BRIEF,
    TableRow,
    notes,
    picked,
    read_columns,
    rich_table,
    summarize,
    to_csv,
    to_json,
    to_markdown,
    to_text,
)
from tests.records._records import record, step


def episode(task: str, completion: float, actions: int, end: str, tokens: int = 0, **kwargs: Any) -> EpisodeRecord:
    return record(
        task=task,
        completion=completion,
        coverage=completion / 2,
        success=end == "success",
        end_reason=end,
        tokens=tokens,
        steps=tuple(step(i + 1) for i in range(actions)),
        **kwargs,
    )


EPISODES = [
    episode("ubuntu.one", 1.0, 4, "success", 2000, logical_consistency=1.0),
    episode("ubuntu.one", 0.5, 10, "step_limit", 1000, logical_consistency=0.5, seed=1),
    episode("ubuntu.two", 0.0, 0, "", error="ubuntu: it\nbroke", error_kind="device"),
    episode("cross.toy", 0.2, 2, "false_completion"),
    episode("cross.toy", 0.2, 4, "invalid_action", restores=2, seed=1),
]


def flat(lines: list[TableRow]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(row["section"], row["group"]): row for row in json.loads(to_json(lines))}


def test_rows_are_tasks_then_platforms_then_the_total() -> None:
    assert list(flat(summarize(EPISODES))) == [
        ("task", "ubuntu.one"),
        ("task", "ubuntu.two"),
        ("task", "cross.toy"),
        ("platform", "ubuntu"),
        ("platform", "cross"),
        ("total", "all"),
    ]


def test_figures_are_those_worked_out_by_hand() -> None:
    rows = flat(summarize(EPISODES))
    one = rows["task", "ubuntu.one"]
    assert (one["episodes"], one["errors"]) == (2, 0)
    assert (one["success"], one["success_stderr"]) == (0.5, 0.5)
    assert (one["completion"], one["completion_stderr"]) == (0.75, 0.25)
    assert one["coverage"] == 0.375
    assert one["execution_efficiency"] == pytest.approx((1 / 4 + 0.5 / 10) / 2)
    assert one["cost_efficiency"] == pytest.approx((1 / 2000 + 0.5 / 1000) / 2)
    assert one["logical_consistency"] == 0.75
    assert (one["end_success"], one["end_step_limit"], one["end_stall"]) == (0.5, 0.5, 0.0)
    total = rows["total", "all"]
    assert (total["episodes"], total["errors"]) == (5, 1)
    assert total["success"] == 0.25
    assert total["completion"] == pytest.approx(1.9 / 4)
    assert (total["cost_efficiency_left_out"], total["logical_consistency_left_out"]) == (2, 2)


def test_an_error_is_counted_and_never_scored() -> None:
    two = flat(summarize(EPISODES))["task", "ubuntu.two"]
    assert (two["episodes"], two["errors"]) == (1, 1)
    assert {two[name] for name in ("success", "completion", "execution_efficiency", "end_step_limit")} == {None}


def test_the_text_says_the_same_in_few_columns() -> None:
    text = to_text(summarize(EPISODES))
    header, _, *rows = text.splitlines()
    assert header.split() == [
        "task",
        "n",
        "err",
        "SR",
        "CR",
        "EE",
        "CE",
        "Cov",
        "LC",
        "SRp",
        "CRp",
        "SE",
        "Ref",
        "HM",
        "FC",
        "RSL",
        "IA",
        "ST",
    ]
    assert rows[0].split() == [
        "ubuntu.one", "2", "0", "50±50", "75±25", "15.0±10.0", "50.0±0.0", "38±12", "75±25",
        "50", "75", "0.0", "0", "0", "0", "50", "0", "0",
    ]  # fmt: skip
    assert rows[1].split() == ["ubuntu.two", "1", "1", *["-"] * 15]
    assert rows[2].split()[5:8] == ["7.5±2.5", "-", "10±0"]


def wide() -> list[TableRow]:
    name = "cross." + "a_long_name_" * 6
    return summarize([episode(name, i % 2, 1, ("stall", "success")[i % 2], 3, seed=i) for i in range(10_000)])


@pytest.mark.parametrize("lines", [summarize(EPISODES), wide(), summarize([])])
def test_no_line_is_wider_than_100_columns(lines: list[TableRow]) -> None:
    assert max(len(line) for line in to_text(lines).splitlines()) <= 100
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(rich_table(lines))
    shown = console.export_text()
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 100
    for line in lines:
        cells = {cell for cell in to_text([line]).splitlines()[-1].split() if "…" not in cell}
        assert all(cell in shown for cell in cells)
    assert max(len(line) for line in table.LEGEND.splitlines()) <= 100


def test_csv_and_markdown_hold_every_row() -> None:
    lines = summarize(EPISODES)
    rows = list(csv.DictReader(io.StringIO(to_csv(lines))))
    assert [row["group"] for row in rows] == [line.row.group for line in lines]
    assert float(rows[0]["completion"]) == 0.75
    assert rows[1]["completion"] == ""
    marked = to_markdown(lines).splitlines()
    assert {row.count("|") for row in marked} == {19}
    assert marked[2].startswith("| ubuntu.one | 2 | 0 | 50±50 |")
    assert marked[-1].startswith("| **all** | 5 | 1 |")


def test_refused_and_unreadable_actions_have_a_column() -> None:
    bad = [
        step(1, invalid_action="off the screen"),
        step(2, {"unreadable": "no JSON"}, invalid_action="no JSON"),
    ]
    lines = summarize(
        [record(steps=(*bad, step(3), step(4)), tokens=10, retries=2), episode("ubuntu.two", 0, 0, "stall")]
    )
    total = flat(lines)["total", "all"]
    assert (total["refused"], total["unreadable"], total["end_invalid_action"]) == (0.5, 0.25, 0.0)
    header, _, *rows = (line.split() for line in to_text(lines).splitlines())
    assert rows[-1][header.index("Ref")] == "50"
    assert flat(lines)["task", "ubuntu.two"]["refused"] is None  # it had no action


def test_requests_that_were_sent_again_are_told() -> None:
    (line,) = notes([record(tokens=10, calls=1, retries=2)])
    assert "10 tokens in 1 calls of a model (2 requests sent again" in line


def test_notes_tell_errors_and_restores() -> None:
    assert notes(EPISODES) == [
        "1 of 5 episodes ended by an error and are not scored:",
        "  ubuntu.two seed 0: device: ubuntu: it broke",
        "in 1 of 5 episodes the policy went back to snapshots",
        "oracle: 3,000 tokens in 5 calls of a model",
    ]
    assert notes([replace(EPISODES[0], tokens=0, calls=0)]) == []
    crashed = replace(EPISODES[0], tokens=0, calls=0, crashes=("step 3, ubuntu: calc\nTraceback: …",))
    assert notes([crashed, crashed]) == [
        "in 2 of 2 episodes an app of the simulator crashed; the first:",
        f"  {crashed.task} seed {crashed.seed}: step 3, ubuntu: calc",
    ]
    many = notes([episode("ubuntu.two", 0, 0, "", error="x" * 999, error_kind="task", calls=0)] * 12)
    assert len(many) == 12
    assert many[-1] == "  and 2 more"
    assert max(map(len, many)) <= 300


def going_back() -> list[EpisodeRecord]:
    """Episodes of a policy that went back twice in one of them, and of one that never does."""
    events = [{"event": "begin", "way": "undo", "back": 2}, {"event": "undo"}, {"event": "undo"}]
    recovered = replace(step(1), notes={"backtrack": [*events, {"event": "recovered"}]})
    failed = replace(step(2), notes={"backtrack": [{"event": "begin", "way": "undo", "back": 1}]})
    mine = [
        replace(EPISODES[0], steps=(recovered, failed)),
        EPISODES[1],
        replace(EPISODES[2], steps=(recovered,)),
        EPISODES[3],
    ]
    return [replace(each, policy="beap", policy_id="beap") for each in mine] + [
        replace(each, policy_id="oracle") for each in EPISODES[:2]
    ]


def test_beaps_metrics_are_in_all_tables_of_policies_that_go_back() -> None:
    lines = summarize(going_back(), ["task"])
    rows = {(row["policy"], row["group"]): row for row in json.loads(to_json(lines))}
    names = ("backtrack_task_rate", "backtrack_success_rate", "backtrack_steps")
    assert [rows["beap", "ubuntu.one"][name] for name in names] == [0.5, 0.5, 1.0]
    assert [rows["beap", "cross.toy"][name] for name in names] == [0.0, None, None]
    assert [rows["beap", "beap"][name] for name in names] == [pytest.approx(1 / 3), 0.5, 1.0]
    assert [rows["oracle", "oracle"][name] for name in names] == [None, None, None]
    marked = to_markdown(lines).splitlines()
    assert marked[0].endswith("| ST | BTR | BSR | ABS |") and {row.count("|") for row in marked} == {22}
    assert marked[2].endswith("| 50 | 50 | 1.0 |") and marked[-1].endswith("| - | - | - |")
    text = backtracking_table.to_text(lines).splitlines()
    assert [row.split() for row in text if not row.startswith("-")] == [
        ["went", "back", "n", "attempts", "BTR", "BSR", "ABS"],
        ["beap"],
        ["ubuntu.one", "2", "2", "50", "50", "1.0"],
        ["ubuntu.two", "0", "0", "-", "-", "-"],
        ["cross.toy", "1", "0", "0", "-", "-"],
        ["beap", "3", "2", "33", "50", "1.0"],
    ]
    assert not any("BTR" in row for row in to_text(lines).splitlines())  # it has no room for them
    assert max(map(len, [*text, backtracking_table.LEGEND])) <= 100


def test_where_nobody_goes_back_no_table_has_beaps_metrics() -> None:
    lines = summarize(EPISODES)
    assert "BTR" not in to_markdown(lines)
    assert backtracking_table.to_text(lines) == ""


@pytest.mark.parametrize(("tasks", "interval"), [(("ubuntu.one",), "-"), (("ubuntu.one", "ubuntu.two"), "34–100")])
def test_one_task_has_no_interval_and_the_legend_says_so(tasks: tuple[str, ...], interval: str) -> None:
    lines = summarize([episode(task, 1.0, 4, "success", seed=seed) for task in tasks for seed in range(3)])
    assert picked(lines[-1], ("SR", "95%")) == ("100±0", interval)
    assert "- with one task" in table.BRIEF_LEGEND and "- with one task" in table.legend(("95%",))


def test_the_legend_tells_of_all_columns_that_are_shown() -> None:
    assert table.legend(BRIEF[:3]) == table.BRIEF_LEGEND
    assert table.legend(table.HEADER) == table.LEGEND
    for column in ("95%", "steps"):
        told = table.legend(("EE", column))
        assert column in told.splitlines()[-1] and told.startswith(table.LEGEND) and column not in table.LEGEND
        assert max(map(len, told.splitlines())) <= 100


def test_a_table_of_few_columns_has_the_interval_over_tasks_and_the_steps() -> None:
    lines = summarize(EPISODES)
    assert max(map(len, table.BRIEF_LEGEND.splitlines())) <= 100
    header, _, *rows = to_text(lines, BRIEF).splitlines()
    assert header.split() == ["task", "n", "SR", "95%", "CR", "steps"]
    assert rows[0].split() == ["ubuntu.one", "2", "50±50", "-", "75±25", "7.0"]
    total = rows[-1].split()
    # One task solved in half of its episodes, and one never, are half of a success in two trials.
    assert total[3] == "3–80" and total[-1] == "5.0"
    assert picked(lines[1], ("SR", "steps", "95%")) == ("-", "-", "-")  # its only episode ended by an error
    solved = summarize([episode(f"ubuntu.{name}", 1.0, 2, "success") for name in "abcde"])
    assert picked(solved[-1], ("SR", "95%")) == ("100", "57–100")
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(rich_table(lines, BRIEF))
    assert "95%" in console.export_text() and "LC" not in console.export_text()


def test_columns_are_chosen_by_name() -> None:
    assert read_columns("SR,  steps,SR") == ("SR", "steps") and "EE" in read_columns("all")
    with pytest.raises(ValueError, match="unknown column 'sr'"):
        read_columns("sr")
