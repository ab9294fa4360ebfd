"""The pictures of a recording: actions, states and notes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_gym.evaluation.graph_drawing import STATES, draw_graph
from crab_gym.task import action
from crab_gym.wrappers.film.frames import Note, Painter, action_caption
from tests.envs._tasks import TASKS, submit
from tests.toy import TASK
from tests.wrappers.film._films import where

PINK, BLUE = (232, 0, 122), (0, 0, 255)


@pytest.fixture
def painter() -> Painter:
    return Painter("A goal. " * 100, "cross.toy", TASK.graph(TASK.defaults()), 360)


def screen(value: int = 255) -> dict[str, np.ndarray]:
    return {"android": np.full((400, 200, 3), value, np.uint8)}


@pytest.mark.parametrize("ground", [0, 255])
@pytest.mark.parametrize("name", ["tap", "long_tap", "double_click", "click"])
def test_a_press_is_drawn_where_it_landed(painter: Painter, name: str, ground: int) -> None:
    done = {"device": "android", "name": name, "args": {"x": 50, "y": 300}}
    shown = screen(ground)
    shown["android"][295:306, 45:56] = BLUE  # what is pressed
    columns, rows = where(painter.frame(shown, Note("", ""), (), ()), BLUE)
    marked = where(painter.frame(screen(ground), Note("", ""), (), (), done), PINK)
    assert columns.size and rows.size
    assert marked[0][[0, -1]].mean() == pytest.approx(columns.mean(), abs=1)
    assert marked[1][[0, -1]].mean() == pytest.approx(rows.mean(), abs=1)


@pytest.mark.parametrize(
    ("name", "args", "across", "down"),
    [
        ("swipe", {"x": 100, "y": 300, "direction": "down", "distance": "long"}, 0, -1),
        ("scroll", {"x": 100, "y": 100, "direction": "right", "amount": 3}, 1, 0),
        ("drag", {"x1": 20, "y1": 20, "x2": 180, "y2": 380}, 1, 1),
    ],
)
def test_a_movement_is_an_arrow(painter: Painter, name: str, args: Any, across: int, down: int) -> None:
    picture = painter.frame(screen(), Note("", ""), (), (), {"device": "android", "name": name, "args": args})
    columns, rows = where(picture, PINK)
    assert (np.ptp(columns) > 40) == bool(across) and (np.ptp(rows) > 40) == bool(down)


def test_what_has_no_place_is_written_and_other_devices_stay_bare(painter: Painter) -> None:
    typed = {"device": "android", "name": "write_text", "args": {"text": "漢字 " * 400}}
    picture = painter.frame(screen(), Note(action_caption(typed), "why " * 500), (), (), typed)
    assert where(picture, PINK)[0].size
    elsewhere = painter.frame(screen(), Note("", ""), (), (), {**typed, "device": "ubuntu"})
    assert not where(elsewhere, PINK)[0].size


def test_the_graph_shows_the_states() -> None:
    graph = TASK.graph(TASK.defaults())
    ids = [node.id for node in graph]
    all_waiting = draw_graph(graph, "", dict.fromkeys(ids, "waiting"))
    one = draw_graph(graph, "", {**dict.fromkeys(ids, "waiting"), ids[0]: "completed", ids[1]: "active"})
    assert one.size == all_waiting.size
    for state in ("completed", "active"):
        tint = STATES[state].fill
        assert where(np.asarray(one), tint)[1].size > where(np.asarray(all_waiting), tint)[1].size


def test_a_checkpoint_gets_active_without_another_one_that_passes(painter: Painter) -> None:
    active = STATES["active"].fill
    first, then = [
        painter.frame(screen(), Note("", ""), (), names)
        for names in ((), (TASK.graph(TASK.defaults()).checkpoints[0].id,))
    ]
    assert where(then, active)[1].size > where(first, active)[1].size


def test_notes() -> None:
    assert Note.of_step(3, 20, submit("x"), "").text == 'step 3 of 20: submit(answer="x") on root'
    assert Note.of_step(1, 2, None, "no") == ("step 1 of 2: refused", "no", Note.of_end("stall", 1, 0.5).colour)
    assert Note.of_end("step_limit", 2, 0.5)[:2] == ("step limit after 2 steps", "completion 50%")
    assert len(action_caption(action("android", "write_text", text="x" * 900))) == 90 and TASKS[
        "name"
    ] in action_caption(TASKS)
