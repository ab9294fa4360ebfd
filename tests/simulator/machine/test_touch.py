"""Touches: taps, gestures, scrolling and pop-ups on the bench machine, and windows of the desktop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine import keyboard, touch
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from crab_sim.ui import (
    Page,
)
from crab_sim.ui.node import ScrollData
from tests.simulator.machine._bench import Bench, log, middle, node, overlay, page


def test_a_tap_moves_focus_and_caret(bench: Bench) -> None:
    keyboard.type_text(bench, "first")
    touch.tap(bench, *middle(bench, "Two"))
    assert page(bench).focus == "two"
    keyboard.type_text(bench, "second")
    left, top, _, bottom = node(bench, "One").bounds
    touch.tap(bench, left, (top + bottom) // 2)
    assert (page(bench).focus, page(bench).selection) == ("one", (0, 0))


def test_a_long_tap_on_a_field_offers_the_same(bench: Bench) -> None:
    keyboard.type_text(bench, "words")
    for item in ("Select all", "Cut"):
        touch.tap(bench, *middle(bench, "One"), "long")
        touch.tap(bench, *middle(bench, item))
        assert page(bench).overlay == ()
    assert (page(bench).fields["one"], bench.get(CLIPBOARD)) == ("", "words")
    touch.tap(bench, *middle(bench, "Two"), "long")
    touch.tap(bench, *middle(bench, "Paste"))
    assert page(bench).fields["two"] == "words"
    assert log(bench) == (), "the toolkit keeps its messages to itself"


def test_a_double_click_selects_a_word_and_a_drag_a_range(bench: Bench) -> None:
    keyboard.type_text(bench, "alpha beta")
    left, top, right, bottom = node(bench, "One").bounds
    y = (top + bottom) // 2
    touch.tap(bench, left + 20, y, "double")
    assert page(bench).selection == (0, 5)
    touch.drag(bench, left, y, right, y)
    assert page(bench).selection == (0, 10)
    keyboard.type_text(bench, "gamma")
    assert page(bench).fields["one"] == "gamma"


def test_gestures_send_their_own_messages(bench: Bench) -> None:
    at = middle(bench, "row 2")
    touch.tap(bench, *at)
    touch.tap(bench, *at, "long")
    touch.tap(bench, *at, "double")
    assert log(bench) == (("row", 2), ("long", 2), ("double", 2))


def test_a_slider_follows_a_touch_and_stays_in_its_range(bench: Bench) -> None:
    left, top, right, bottom = node(bench, "Level").bounds
    y = (top + bottom) // 2
    touch.tap(bench, (left + right) // 2, y)
    assert page(bench).data == pytest.approx(0.5, abs=0.02)
    touch.drag(bench, left + 20, y, 10_000, y)
    assert page(bench).data == 1.0
    touch.drag(bench, left + 20, y, -10_000, y)
    assert page(bench).data == 0.0


def test_scrolling_stops_at_both_ends(bench: Bench) -> None:
    x, y = middle(bench, "row 2")
    touch.scroll(bench, x, y, -100)
    assert page(bench).scroll.get("rows", 0) == 0
    touch.scroll(bench, x, y, 120)
    assert page(bench).scroll == {"rows": 120}
    touch.scroll(bench, x, y, 10**6)
    most = page(bench).scroll["rows"]
    assert node(bench, "row 39").bounds[3] == 600
    touch.scroll(bench, x, y, 0)
    touch.scroll(bench, x, y, -1)
    assert page(bench).scroll["rows"] == most - 1
    touch.scroll(bench, x, y, -(10**6))
    assert page(bench).scroll["rows"] == 0


def test_a_drag_moves_a_list_like_a_finger(bench: Bench) -> None:
    x, y = middle(bench, "row 2")
    touch.drag(bench, x, y, x, y - 90)
    assert page(bench).scroll == {"rows": 90}
    touch.drag(bench, x, y, x + 50, y + 40)
    assert page(bench).scroll == {"rows": 50}
    assert log(bench) == ()


def test_a_field_of_many_lines_scrolls_until_something_is_typed(bench: Bench) -> None:
    touch.tap(bench, *middle(bench, "Many"))
    keyboard.type_text(bench, "\n".join(f"line {i}" for i in range(30)))
    x, y = middle(bench, "Many")
    for _ in range(40):
        touch.scroll(bench, x, y, -40)
    touch.tap(bench, x, node(bench, "Many").bounds[1] + 12)
    assert page(bench).selection[1] < 10, "the first line is in view"
    keyboard.type_text(bench, "!")
    assert page(bench).scroll.get("many") is None
    touch.scroll(bench, x, y, 10**6)
    touch.tap(bench, x, node(bench, "Many").bounds[3] - 12)
    assert page(bench).selection[1] > 200, "the last lines are"


@pytest.mark.parametrize("name", ["dialog", "own", "menu"])
def test_what_floats_hides_what_is_below(bench: Bench, name: str) -> None:
    points = {text: middle(bench, text) for text in ("One", "Two", "Many", "Level", "row 1", "row 3")}
    acts: dict[str, Callable[[int, int], None]] = {
        "tap": lambda x, y: touch.tap(bench, x, y),
        "long": lambda x, y: touch.tap(bench, x, y, "long"),
        "double": lambda x, y: touch.tap(bench, x, y, "double"),
        "scroll": lambda x, y: touch.scroll(bench, x, y, 100),
        "drag": lambda x, y: touch.drag(bench, x, y, x, y - 50),
        "across": lambda x, y: touch.drag(bench, x, y, x + 50, y),
    }
    start = bench.snapshot()
    for act in acts.values():
        for x, y in points.values():
            bench.restore(start)
            overlay(bench, name)
            act(x, y)
            shown = page(bench)
            assert shown.data is None and shown.scroll == {}
            assert shown.focus in ("one", "inside") and shown.selection == (0, 0)
            assert log(bench) in ((), (("left",),), (("first",),))


def test_a_touch_beside_closes_what_floats(bench: Bench) -> None:
    for name in ("dialog", "menu"):
        overlay(bench, name)
        touch.tap(bench, 395, 595)
        assert page(bench).overlay == ()
        overlay(bench, name)
        keyboard.press(bench, "escape")
        assert page(bench).overlay == ()
    overlay(bench, "own")
    touch.tap(bench, 395, 595)
    assert log(bench) == (("left",),) and page(bench).overlay == ()
    overlay(bench, "dialog")
    touch.tap(bench, *middle(bench, "Sure?"))
    assert page(bench).overlay == ("dialog",), "the dialog itself is no way out"
    touch.tap(bench, *middle(bench, "No"))
    assert page(bench).overlay == ()


def test_a_disabled_entry_does_nothing(bench: Bench) -> None:
    overlay(bench, "menu")
    touch.tap(bench, *middle(bench, "Off"))
    assert log(bench) == () and page(bench).overlay == ("menu",)
    touch.tap(bench, *middle(bench, "First"))
    assert log(bench) == (("first",),)


# Windows on the desktop ------------------------------------------------------------------------------------------


@pytest.fixture
def stacked() -> Desktop:
    """A desktop whose Settings lie over a small window of Files with much in it."""
    machine = Desktop()
    machine.boot(0)
    files = machine.files
    for i in range(60):
        files = files.write(f"/home/user/file {i:02}", b"", machine.now)
    machine.put(FILES, files)
    machine.launch("files")
    machine.launch("settings")
    below, above = machine.get(WINDOWS)
    machine.put_window(below._replace(frame=(200, 100, 900, 460)))
    machine.put_window(above._replace(frame=(150, 80, 950, 640)))
    return machine


def pages(machine: Machine) -> dict[str, Page]:
    return {window.app: window.page for window in machine.get(WINDOWS)}


def test_a_window_hides_what_is_below_it_from_every_gesture(stacked: Desktop) -> None:
    before = pages(stacked)["files"]
    handle = stacked.snapshot()
    assert any(isinstance(n.data, ScrollData) and n.data.limit for n in stacked.scene.nodes if n.app == "files")
    for x in range(205, 900, 60):
        for y in range(105, 460, 45):
            gestures: list[tuple[str, dict[str, Any]]] = [
                ("scroll", {"x": x, "y": y, "direction": "down", "amount": 3}),
                ("drag", {"x1": x, "y1": y, "x2": x, "y2": y - 60}),
                ("right_click", {"x": x, "y": y}),
                ("double_click", {"x": x, "y": y}),
            ]
            for name, args in gestures:
                stacked.restore(handle)
                stacked.execute(name, args)
                assert pages(stacked).get("files") == before


def test_the_dock_hides_the_windows_below_it(stacked: Desktop) -> None:
    files = stacked.get(WINDOWS)[0]
    stacked.put_window(files._replace(frame=(-300, 20, 400, 700)))
    stacked.raise_window(files.id)
    before = pages(stacked)
    for y in range(40, 700, 30):
        touch.scroll(stacked, 30, y, 200)
        stacked.execute("drag", {"x1": 30, "y1": y, "x2": 30, "y2": y - 200})
    assert pages(stacked) == before
