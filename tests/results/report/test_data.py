"""The data of a report: the table's numbers, every step, and nothing that the page can't show."""

from __future__ import annotations

import csv
import io
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from crab_gym.records import RecordError, RunFolder, graph_from_record, read_run
from crab_gym.results import table
from crab_gym.results.report.actions import action_text, shapes
from crab_gym.results.report.data import MAX_TEXT, read_report
from crab_gym.results.report.graphs import graph_data, passed_after
from crab_gym.results.report.pictures import Album, Shrink
from crab_gym.results.report.tables import overview
from tests.results.report._runs import GRAPH, HOSTILE, SHOWN, SOLVED, make_run, old_run, record, save, step


@pytest.fixture
def run(tmp_path: Path) -> Path:
    make_run(tmp_path / "run")
    return tmp_path / "run"


def lines(index: dict[str, Any], by: str) -> list[dict[str, Any]]:
    (found,) = (made["rows"] for made in index["tables"] if made["by"] == by)
    return list(found)


def test_numbers_are_those_of_the_command_line(run: Path) -> None:
    index = read_report(run).index
    said = list(csv.DictReader(io.StringIO(table.to_csv(table.summarize(read_run(run), ["task"])))))
    expected = {(row["group"], row["policy"]): row for row in said if row["section"] == "task"}
    shown = {(row["group"], row["policy"]): row for row in lines(index, "task")}
    assert shown.keys() == expected.keys()
    names = ["episodes", "errors", "success", "completion", "execution_efficiency", "cost_efficiency", "coverage"]
    for key, row in shown.items():
        for name, value in zip(names, row["values"], strict=False):
            assert expected[key][name] == ("" if value is None else str(value))
    words = table.to_markdown(table.summarize(read_run(run), ["task"]))
    for row in shown.values():
        assert f" | {' | '.join(row['cells'])} |" in words


def test_a_run_in_which_a_policy_goes_back_has_beaps_columns() -> None:
    events = [{"event": "begin", "way": "undo", "back": 1}, {"event": "undo"}, {"event": "recovered"}]
    calm = record(seed=1, policy_id="single", completion=0.25)
    found = [record(policy_id="beap", steps=(replace(step(1), notes={"backtrack": events}),)), calm]
    shown = overview(found, {})
    assert shown["header"][-4:] == ["ST", "BTR", "BSR", "ABS"]
    assert any("BTR" in line for line in shown["legend"])
    assert [row["cells"][-3:] for row in shown["total"]] == [["100", "100", "1.0"], ["-", "-", "-"]]
    for row in [*shown["total"], *(row for made in shown["tables"] for row in made["rows"])]:
        assert len(row["cells"]) == len(shown["header"]) == len(row["values"]) - 2  # SR's and CR's errors come last
    assert [row["values"][-5:-2] for row in shown["total"]] == [[1.0, 1.0, 1.0], [None, None, None]]
    assert "BTR" not in overview([calm], {})["header"]


def test_rows_of_a_group_stand_together(run: Path) -> None:
    rows = [(row["group"], row["policy"]) for row in lines(read_report(run).index, "platform")]
    assert rows == [("cross", "single"), ("cross", "by_device"), ("android", "single"), ("android", "by_device")]
    assert [row["policy"] for row in read_report(run).index["total"]] == ["single", "by_device"]


def test_what_has_not_ended_is_listed_apart(run: Path) -> None:
    index = read_report(run).index
    assert index["expected"] == 8
    assert index["totals"]["episodes"] == 5
    ends = {line["id"]: line["end"] for line in index["episodes"]}
    assert ends["cross.one_s1_a0_by_device"] == "unfinished"
    assert ends["android.two_s1_a0_single"] == "error"
    assert len(ends) == 6
    assert index["ends"] == {
        "reasons": ["success", "false_completion", "step_limit", "error"],
        "rows": [["single", [1, 0, 1, 1]], ["by_device", [0, 1, 1, 0]]],
    }


def test_an_earlier_attempt_is_no_unfinished_episode(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {"policy": "random"}, {})
    save(run, record(attempt=0, error="it broke", error_kind="device"))
    run.episode("cross.one", 0, 1).step(step(1))
    assert [line["end"] for line in read_report(tmp_path / "run").index["episodes"]] == ["error", "unfinished"]
    run.append(record(attempt=1, steps=(step(1),)))
    (line,) = read_report(tmp_path / "run").index["episodes"]
    assert (line["attempt"], line["end"]) == (1, "step_limit")


def test_curves_are_means_in_which_ended_episodes_keep_their_completion(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {"policy": "random"}, {})
    solved = {"completion": 1.0, "success": True, "end_reason": "success"}
    save(run, record(seed=0, steps=(step(1, completion=1.0),), **solved))
    save(run, record(seed=1, steps=(step(1), step(2, completion=0.5)), completion=0.5))
    save(run, record(seed=2, error="it broke", error_kind="device"))
    (curve,) = read_report(tmp_path / "run").index["curves"]
    assert curve["mean"] == [0.0, 0.5, 0.75]
    assert curve["stderr"] == [0.0, 0.5, 0.25]  # |1 - 0| / 2 and |1 - 0.5| / 2, as for any two values
    assert (curve["name"], curve["episodes"]) == ("cross", 2)


def test_steps_tell_what_was_done_and_said(run: Path) -> None:
    first, drag, refused, last = read_report(run).episodes[0]["steps"]
    assert (first["action"], first["said"]) == ("tap(x=9, y=20)", "tap(element=3)")
    assert [shape["kind"] for shape in first["shapes"]] == ["box", "point"]
    assert first["text"] == f"First. {SHOWN}"
    assert first["tokens"] == {"prompt_tokens": 100, "completion_tokens": 7, "calls": 1}
    assert (first["done"], first["passed"]) == ([0], [0])
    assert drag["shapes"] == [{"kind": "arrow", "x1": 10, "y1": 10, "x2": 100, "y2": 60}]
    assert drag["agents"] == [["planner", "Plan."], ["ubuntu", "x" * 2000]]
    assert (refused["invalid"], refused["shapes"], refused["said"]) == (f"no verb 'clikc' {SHOWN}", [], "")
    assert (last["done"], last["passed"], last["end"]) == ([0, 1, 2], [1, 2], "success")


def test_equal_pictures_are_one(run: Path) -> None:
    made = read_report(run)
    start, *after = [made.episodes[0]["screens"], *(s["screens"] for s in made.episodes[0]["steps"])]
    assert after[0] == after[1] == after[2] != after[3]
    assert made.episodes[1]["screens"] == start  # the same grey in another episode
    assert made.index["sizes"][start["ubuntu"]] == (160, 90) or made.index["sizes"][start["ubuntu"]] == [160, 90]
    greys = {10, 20, 30, 40, 50, 60}
    assert len(made.album.sizes) == 2 * len(greys)


@pytest.mark.parametrize(("show", "count"), [("last", 6), ("none", 0)])
def test_fewer_pictures(run: Path, show: Any, count: int) -> None:
    made = read_report(run, show)
    assert len(made.album.sizes) == count  # of two devices: 30; 50; 60 - the one under way was seen at its reset only
    if show == "last":
        assert [bool(item["screens"]) for item in made.episodes[0]["steps"]] == [False, False, False, True]


def test_records_of_the_first_version(tmp_path: Path) -> None:
    old_run(tmp_path / "run")
    made = read_report(tmp_path / "run")
    first, *_, last = made.episodes[0]["steps"]
    assert (first["done"], last["done"]) == ([0], [0, 1, 2])
    assert first["shapes"] == [{"kind": "point", "x": 9, "y": 20, "verb": "tap"}]
    assert made.index["policies"] == ["single"]


def test_going_back_takes_checkpoints_away() -> None:
    graph = graph_from_record(GRAPH)
    assert graph is not None
    steps = [
        step(1, passed=("a",), completion=1 / 3),
        step(2, passed=("b",), completion=2 / 3),
        step(3, completion=1 / 3, restored=True),
        step(4, passed=("b",), completion=2 / 3),
        step(5, passed=("a",), completion=1 / 3, restored=True),
    ]
    assert passed_after(graph, steps) == [[0], [0, 1], [0], [0, 1], [0]]


def test_a_graph_keeps_its_words_and_layers() -> None:
    graph = graph_from_record(GRAPH)
    assert graph is not None
    drawn = graph_data(graph)
    assert drawn["layers"] == [[0], [[0, 2], 1], [2]] or drawn["layers"] == [[0], [1, [0, 2]], [2]]
    assert drawn["edges"] == [[0, 1], [0, 2], [1, 2]]
    assert drawn["nodes"][1]["args"] == [["x", json.dumps(HOSTILE, ensure_ascii=False)]]
    assert (drawn["nodes"][1]["evaluator"], drawn["nodes"][1]["subtask"]) == ("has", "tidy")


def test_pictures_outside_the_episode_are_not_opened(tmp_path: Path) -> None:
    folder = tmp_path / "episode"
    folder.mkdir()
    Image.new("RGB", (4, 4)).save(tmp_path / "secret.png")
    os.symlink(tmp_path / "secret.png", folder / "linked.png")
    (folder / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    (folder / "text.png").write_text("secret")
    Image.new("RGB", (4, 4)).save(folder / "photo.png", format="JPEG")
    album = Album()
    for name in ("../secret.png", str(tmp_path / "secret.png"), "linked.png", "broken.png", "text.png", "photo.png",
                 "missing.png", "a\0.png", "", None, 3, ["x"]):  # fmt: skip
        assert album.add(folder, name) is None
    assert list(album.encode(Shrink())) == []


def test_pictures_that_break_later_are_left_out(tmp_path: Path) -> None:
    for name in ("one.png", "two.png"):
        Image.new("RGB", (40, 20), "red" if name == "one.png" else "blue").save(tmp_path / name)
    album = Album()
    assert [album.add(tmp_path, name) for name in ("one.png", "two.png")] == [0, 1]
    (tmp_path / "one.png").unlink()
    (made,) = album.encode(Shrink(scale=0.5, quality=100))
    assert made.number == 1
    import base64

    with Image.open(io.BytesIO(base64.b64decode(made.parts[0].data))) as picture:
        assert (picture.size, picture.convert("RGB").getpixel((3, 3))) == ((20, 10), (0, 0, 255))


def test_marks_that_screens_lack_are_told(tmp_path: Path) -> None:
    marks: dict[str, Any] = {"android": [[1, [4, 15, 14, 25], "button", "Go"], [2, [0, 0, 5, 5], "icon", HOSTILE]]}
    steps = (
        step(1, marks=marks),
        step(2),
        step(3, marks={"android": [], "ubuntu": [[1, [1, 2, "3", 4], "", ""], 7, None]}),
    )
    run = RunFolder(tmp_path / "run", {"policy": "m3a"}, {})
    save(run, record(steps=steps, marks_drawn=False))
    save(run, record(seed=1, steps=steps))
    bare, drawn = read_report(tmp_path / "run").episodes
    assert bare["marks"] == [[1, 4, 15, 14, 25, 2, 0, 0, 5, 5]] and drawn["marks"] == []
    assert [item["marks"] for item in bare["steps"]] == [{"android": 0}, {"android": 0}, {}]
    assert not any("marks" in item for item in drawn["steps"])


def test_actions_are_what_anybody_says() -> None:
    for said in (None, 3, "tap", [1], {"name": 3}, {"name": "tap"}, {"name": "tap", "args": 3},
                 {"name": "swipe", "args": {"x": "1", "y": None}},
                 {"name": "tap", "args": {"x": True, "y": 1e300}}):  # fmt: skip
        assert isinstance(action_text(said), str)
        assert shapes(said, (1280, 720)) == []
    assert len(action_text({"name": "write_text", "args": {"text": "a" * 10_000}})) == 400


@pytest.mark.parametrize(
    ("action", "end"),
    [
        ({"name": "swipe", "args": {"x": 180, "y": 400, "direction": "down", "distance": "long"}}, (180, 0)),
        ({"name": "scroll", "args": {"x": 180, "y": 400, "direction": "up", "amount": 3}}, (180, 310)),
        ({"name": "drag", "args": {"x1": 180, "y1": 400, "x2": 7, "y2": 8}}, (7, 8)),
    ],
)
def test_arrows(action: dict[str, Any], end: tuple[int, int]) -> None:
    (arrow,) = shapes(action, (360, 800))
    assert arrow == {"kind": "arrow", "x1": 180, "y1": 400, "x2": end[0], "y2": end[1]}


def test_an_endless_text_is_cut(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {"policy": "random"}, {})
    save(run, record(steps=(step(1, notes={"text": "y" * (MAX_TEXT + 5), "plan": {"a": [1]}, "extra": 2}),)))
    (shown,) = read_report(tmp_path / "run").episodes[0]["steps"]
    assert shown["text"] == "y" * MAX_TEXT + "… (5 more characters are in the record)"
    assert shown["plan"] == '{\n  "a": [\n    1\n  ]\n}'
    assert shown["more"] == [["extra", "2"]]


def test_texts_are_shown_once(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {"policy": "random"}, {})
    agents = [{"name": "main", "text": "Go on."}, {"name": "ubuntu", "text": "SKIP"}, "none"]
    notes = {"text": "main: Go on.\n\nubuntu: SKIP", "agents": agents, "before_restore": [{"text": "Back."}, {"x": 1}]}
    save(run, record(steps=(step(1, notes=notes), step(2, notes={"text": "Both agree.", "agents": agents}))))
    first, second = read_report(tmp_path / "run").episodes[0]["steps"]
    assert "text" not in first and first["agents"] == [["main", "Go on."], ["ubuntu", "SKIP"]]
    assert first["more"] == [["before it went back", "Back."], ["before it went back", '{"x": 1}']]
    assert second["text"] == "Both agree."


def test_a_record_that_is_none_is_told(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {"policy": "random"}, {})
    save(run, record(steps=SOLVED))
    lines = tmp_path / "run" / "episodes.jsonl"
    lines.write_text(lines.read_text().replace('"timings": {"reset": 0.25}', '"timings": 3'))
    with pytest.raises(RecordError, match=r"cross\.one_s0_a0 can't be shown"):
        read_report(tmp_path / "run")
    with pytest.raises(RecordError, match="holds no run"):
        read_report(tmp_path)
