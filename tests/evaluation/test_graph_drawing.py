"""Pictures of task graphs, checked by their pixels."""

from __future__ import annotations

import random

import numpy as np
import pytest

from crab_gym.evaluation import Checkpoint, TaskGraph, check
from crab_gym.evaluation.graph_drawing import DEVICES, draw_graph
from tests.evaluation._graphs import diamonds, path, random_graph
from tests.toy import TASK, has


def rows_with(image: object, colour: tuple[int, int, int]) -> np.ndarray:
    """The rows of an image that hold a colour."""
    pixels = np.asarray(image)
    return np.flatnonzero((pixels == np.array(colour)).all(axis=2).any(axis=1))


def test_time_flows_downwards_and_the_legend_is_last() -> None:
    graph = TASK.graph(TASK.defaults())
    image = draw_graph(graph, "cross.toy")
    ubuntu, android, root = (rows_with(image, DEVICES[name].fill) for name in ("ubuntu", "android", "root"))
    assert ubuntu[0] < android[0] < root[0]
    assert max(rows_with(image, tint.fill)[-1] for tint in DEVICES.values()) < image.height - 10


def test_only_devices_of_the_graph_are_drawn() -> None:
    image = draw_graph(path(2))
    assert rows_with(image, DEVICES["ubuntu"].fill).size
    assert not rows_with(image, DEVICES["android"].fill).size


def test_a_wider_graph_gets_a_wider_picture_and_a_deeper_one_a_higher() -> None:
    one, wide, deep = (draw_graph(graph) for graph in (path(1), random_graph(random.Random(0), 6, 0.0), path(4)))
    assert wide.width > one.width and wide.height == one.height
    assert deep.width == one.width and deep.height > one.height


@pytest.mark.parametrize("seed", range(2))
def test_any_graph_can_be_drawn_and_always_the_same(seed: int) -> None:
    graph = random_graph(random.Random(seed), 9, 0.3)
    assert draw_graph(graph).tobytes() == draw_graph(graph).tobytes()


def test_long_and_strange_texts_stay_in_their_boxes() -> None:
    args = check(has, device="ubuntu", line="Ωμέγα 漢字 \n\t" + "x" * 600)
    node = Checkpoint(id="a_very_long_name_" * 20, device="ubuntu", app="text_editor", evaluator=args)
    image = draw_graph(TaskGraph([node]), "word " * 150)
    plain = draw_graph(
        TaskGraph([Checkpoint(id="a", device="ubuntu", app="text_editor", evaluator=check(has))]), "word"
    )
    assert image.width == plain.width
    assert image.height < 2 * plain.height
    pixels = np.asarray(image)
    assert (pixels[:, :40] == 255).all() and (pixels[:, -40:] == 255).all()


def test_an_edge_passes_the_layers_that_it_skips() -> None:
    skipping = TaskGraph(
        [
            Checkpoint(id="a", device="ubuntu", app="x", evaluator=check(has)),
            Checkpoint(id="b", device="ubuntu", app="x", evaluator=check(has), after=("a",)),
            Checkpoint(id="c", device="ubuntu", app="x", evaluator=check(has), after=("a", "b")),
        ]
    )
    ink = np.asarray(draw_graph(skipping))
    straight = np.asarray(draw_graph(path(3)))
    assert ink.shape[0] == straight.shape[0]
    middle = ink.shape[0] // 2 - 40  # through the box of b, beside which the edge from a to c runs
    grey = (104, 106, 118)
    assert (ink[middle] == grey).all(axis=1).any()
    assert not (straight[middle] == grey).all(axis=1).any()


def test_stacked_diamonds_are_as_high_as_they_are_deep() -> None:
    assert draw_graph(diamonds(3)).height > 1800
