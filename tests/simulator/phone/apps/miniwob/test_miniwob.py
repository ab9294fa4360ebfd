from __future__ import annotations

import json
from typing import Any

import pytest

from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.phone.android import storage
from crab_sim.phone.apps.miniwob.actions import Done, run
from crab_sim.phone.apps.miniwob.data import DATABASE, PLAY, board_of, holds
from crab_sim.phone.apps.miniwob.games import command, mark
from tests.simulator.phone._drive import center, long_tap, node, nodes, phone, press, tap, write

END = [["end", "Submit"]]
SUBMIT = {"k": "button", "text": "Submit", "do": END}


def opened(*items: dict[str, Any], **values: Any) -> Phone:
    """Returns a phone with a page, written into the app's database as a task does it."""
    machine = phone()
    content = json.dumps({"says": "Do it.", "items": items, "values": values})
    assert storage.set_rows(machine, DATABASE.path, "page", [{"_id": 1, "content": content}])
    machine.launch("miniwob")
    return machine


def stored(machine: Phone, table: str) -> list[Any]:
    return [tuple(row.values())[1:] for row in storage.rows(machine, DATABASE.path, table)]


def values(machine: Phone) -> dict[str, Any]:
    return {name: json.loads(value) for name, value in stored(machine, "value")}


def drag(machine: Phone, start: tuple[int, int], end: tuple[int, int]) -> None:
    machine.execute("drag", {"x1": start[0], "y1": start[1], "x2": end[0], "y2": end[1]})


def test_without_a_page_it_says_so() -> None:
    machine = phone()
    machine.launch("miniwob")
    assert nodes(machine, "No page")


def test_no_launcher_shows_it() -> None:
    machine = phone()
    assert not nodes(machine, "MiniWoB")
    machine.execute("open_app_drawer", {})
    write(machine, "mini")
    assert not nodes(machine, "MiniWoB")
    machine.execute("open_app", {"name": "MiniWoB"})
    assert machine.front is not None and machine.front.app == "miniwob"


def test_a_page_ends_once() -> None:
    machine = opened({"k": "button", "text": "Other", "do": [["end", "Other"]]}, SUBMIT)
    tap(machine, "Other")
    assert stored(machine, "ended") == [("Other",)] and nodes(machine, "This page is over")
    assert not nodes(machine, "Submit") and node(machine, rid="utterance").text == "Do it."


def test_typed_text_is_a_value_at_once() -> None:
    machine = opened({"k": "field", "name": "word", "text": "Word", "do": END}, word="ab")
    assert node(machine, rid="word").text == "ab"
    long_tap(machine, rid="word")
    tap(machine, "Select all")
    write(machine, "new")
    assert values(machine)["word"] == "new" and not stored(machine, "ended")
    press(machine, "enter")
    assert stored(machine, "ended") == [("Submit",)]


def test_a_page_survives_the_home_screen() -> None:
    machine = opened({"k": "toggle", "toggle": "checkbox", "text": "A", "on": {"a": True}, "do": [["flip", "a"]]})
    tap(machine, "A")
    press(machine, "home")
    machine.execute("open_app", {"name": "MiniWoB"})
    assert values(machine) == {"a": True}


def test_the_database_is_read_back() -> None:
    machine = opened({"k": "field", "name": "word", "text": "Word"}, count=3)
    data = storage.read(machine, DATABASE.path)
    other = phone()
    storage.take(other, DATABASE.path, data, 0.0)
    assert other.get(PLAY) == machine.get(PLAY)


def test_date_and_time_are_picked_natively() -> None:
    machine = opened(
        {"k": "date", "name": "day", "text": "Day", "from": "2026-03-10"},
        {"k": "time", "name": "at", "text": "Time", "from": "08:15"},
    )
    tap(machine, rid="day")
    tap(machine, description="12 March 2026")
    tap(machine, "OK")
    tap(machine, rid="at")
    tap(machine, "OK")
    assert values(machine) == {"day": "2026-03-12", "at": "08:15"}
    assert node(machine, rid="day").text == "03/12/2026"


def test_a_choice_opens_a_dialog() -> None:
    machine = opened({"k": "choice", "name": "one", "text": "One", "options": ["a", "b"]})
    tap(machine, rid="one")
    press(machine, "back")
    assert values(machine) == {}
    tap(machine, rid="one")
    tap(machine, "b")
    assert values(machine) == {"one": "b"} and not nodes(machine, role="dialog")


def test_suggestions_begin_like_the_text() -> None:
    machine = opened(
        {"k": "field", "name": "c", "text": "Country"}, {"k": "suggest", "field": "c", "options": ["Peru", "Poland"]}
    )
    tap(machine, rid="c")
    write(machine, "p")
    assert nodes(machine, "Peru") and nodes(machine, "Poland")
    write(machine, "e")
    assert not nodes(machine, "Poland")
    tap(machine, "Peru")
    assert values(machine) == {"c": "Peru"} and node(machine, rid="c").text == "Peru"


def test_shapes_are_dragged_within_their_canvas() -> None:
    box = {"s": "rect", "x": 10, "y": 10, "w": 40, "h": 40, "fill": [1, 2, 3], "name": "Box", "drag": "box"}
    machine = opened({"k": "canvas", "name": "c", "size": [300, 200], "shapes": [box]})
    left, top, *_ = node(machine, rid="c").bounds
    drag(machine, (left + 30, top + 30), (left + 130, top + 90))
    assert values(machine) == {"box": [110, 70]}
    drag(machine, (left + 130, top + 90), (left + 320, top + 90))
    assert values(machine) == {"box": [260, 70]}
    drag(machine, (left + 30, top + 30), (left + 130, top + 90))  # nothing is there any more
    assert values(machine) == {"box": [260, 70]}


def test_a_tap_on_a_canvas_is_a_point_of_it() -> None:
    machine = opened({"k": "canvas", "name": "c", "size": [300, 200], "shapes": [], "point": "at"})
    left, top, *_ = node(machine, rid="c").bounds
    machine.execute("tap", {"x": left + 25, "y": top + 75})
    assert values(machine) == {"at": [25, 75]}


def test_rows_and_corners_are_dragged() -> None:
    machine = opened(
        {"k": "sortable", "name": "order", "options": ["a", "b", "c"]},
        {"k": "resize", "name": "size", "size": [100, 80], "most": [300, 200], "text": "Text"},
    )
    first, last = center(node(machine, "a")), center(node(machine, "c"))
    drag(machine, (first["x"], first["y"]), (last["x"], last["y"]))
    corner = center(node(machine, rid="corner"))
    drag(machine, (corner["x"], corner["y"]), (corner["x"] + 30, corner["y"] + 500))
    assert values(machine) == {"order": ["b", "c", "a"], "size": [130, 200]}


def test_lists_tell_how_far_they_are_scrolled() -> None:
    lines = [{"k": "text", "text": f"Line {i}"} for i in range(40)]
    machine = opened({"k": "scroll", "name": "lines", "items": lines, "height": 200, "start": 100}, SUBMIT)
    assert not nodes(machine, "Line 0")
    for _ in range(12):
        machine.execute("swipe", {**center(node(machine, rid="lines")), "direction": "down", "distance": "short"})
    tap(machine, "Submit")
    assert values(machine)["scroll_lines"] == "bottom"


def test_the_selection_is_told_and_text_is_copied() -> None:
    machine = opened({"k": "field", "name": "box", "text": "Box", "lines": 3}, SUBMIT, box="Two words")
    long_tap(machine, rid="box")
    tap(machine, "Select all")
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "Two words"
    tap(machine, "Submit")
    assert (values(machine)["selected"], values(machine)["selected_in"]) == ("Two words", "box")


def test_a_dialog_takes_the_focus_and_all_touches() -> None:
    pops = [["set", "popped", 1]]
    machine = opened(
        {"k": "field", "name": "word", "text": "Word", "typed": pops},
        {"k": "dialog", "text": "Wait", "when": {"popped": 1}, "items": [
            {"k": "button", "text": "OK", "do": [["set", "popped", 2]]}]},
        SUBMIT,
    )  # fmt: skip
    tap(machine, rid="word")
    write(machine, "a")
    write(machine, "b")
    assert values(machine)["word"] == "a" and nodes(machine, role="dialog")
    machine.execute("tap", center(node(machine, "Submit")))
    assert not stored(machine, "ended")
    tap(machine, "OK")
    assert not nodes(machine, role="dialog")


def test_what_moves_is_drawn_anew_every_second() -> None:
    lit = {"s": "circle", "x": 50, "y": 50, "r": 20, "fill": [1, 2, 3], "name": "Lamp", "lit": [2, 0]}
    machine = opened({"k": "canvas", "name": "c", "size": [100, 100], "shapes": [lit], "moves": True})
    seen = []
    for _ in range(4):
        seen.append(bool(nodes(machine, description="Lamp")))
        machine.advance(1.0)
    assert seen in ([True, False] * 2, [False, True] * 2)


@pytest.mark.parametrize(
    ("actions", "expected"),
    [
        ([["flip", "a"]], {"a": False}),
        ([["pick", "l", "y"], ["pick", "l", "x"]], {"l": ["y"]}),
        ([["count", "n", 5, 0, 3]], {"n": 3}),
        ([["take", "q", "f"]], {"q": "some text"}),
        ([["compare", "h", "g", 7]], {"h": "more"}),
        ([["compare", "h", "f", 7]], {"h": "none"}),
        ([["copy", "b", "a"]], {"b": True}),
        ([["if", {"a": True}, [["set", "b", 1]], [["set", "b", 2]]]], {"b": 1}),
        ([["end", "x"], ["set", "a", 0]], {"a": True}),
    ],
)
def test_actions_change_values(actions: list[Any], expected: dict[str, Any]) -> None:
    state = Done({"a": True, "l": ["x"]}, {"f": " Some text ", "g": "5"})
    done = run(actions, state)
    assert {name: done.values[name] for name in expected} == expected


def test_conditions_name_values() -> None:
    found = {"a": 1, "b": ["x"]}
    assert holds(found, {"a": {"not": 2}, "b": {"has": "x"}, "c": None}) and holds(found, None)
    assert not holds(found, {"a": {"out": [1]}}) and not holds(found, {"a": {"least": 2}})


def test_games_answer_by_their_rules() -> None:
    lines = command({"files": ["a.txt"]}, "lines", "rm b.txt")
    assert lines["files"] == ["a.txt"] and lines["lines"][-1] == "rm: no such file: b.txt"
    first = mark({}, "cells", 4, [4, 0, 1])
    assert (first["cell_4"], first["cell_0"], first["result"]) == ("X", "O", "")
    assert mark({"cells": first["cells"]}, "cells", 0, [1, 2]) == {}


def test_a_page_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError):
        board_of("no JSON")
