"""Widgets as programs describe them, without a desktop."""

from __future__ import annotations

import pytest

from crab_gym.backends.desktop.guest.atspi.nodes import Node, make_node, mark_boxes

CHECKABLE = 1 << 41


def cell(width: int, *kinds: str, role: int = 56, count: int = 0) -> Node:
    interfaces = [f"org.a11y.atspi.{kind}" for kind in ("Component", "TableCell", *kinds)]
    node = make_node((":1.2", "/cell"), (":1.2", "/row"), 0, count, interfaces, "", role, "", (0, 0))
    node.bounds = (10, 10, width, 20)
    return node


@pytest.mark.parametrize(
    ("node", "box"),
    [
        (cell(20), True), (cell(20, "Image"), False), (cell(20, "Text"), False), (cell(200), False), (cell(0), False),
        (cell(20, count=3), False), (cell(20, role=29), False),
    ],
)  # fmt: skip
def test_a_cell_of_a_box_is_small_and_has_neither_image_nor_text(node: Node, box: bool) -> None:
    mark_boxes([node])
    assert bool(node.states & CHECKABLE) is box


def test_a_cell_without_bounds_is_no_box() -> None:
    node = cell(20)
    node.bounds = None
    mark_boxes([node])
    assert not node.states & CHECKABLE
