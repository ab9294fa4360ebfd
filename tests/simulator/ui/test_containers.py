"""Containers: the places of their children in rows, columns, grids and lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.ui import (
    Box,
    Button,
    Column,
    Divider,
    Field,
    Grid,
    Label,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Space,
    Tile,
    Toggle,
    Widget,
)
from crab_sim.ui.node import SCROLLABLE, ScrollData
from crab_sim.ui.theme import scaled
from tests.simulator.ui._layout import PHONE, THEMES, block, bounds, place, rows, shown


def test_a_column_stacks_and_shares_what_is_left() -> None:
    column = Column([Space(40), Box(Space(1), message=("a",), flex=1), Box(Space(1), message=("b",), flex=3)], gap=10)
    assert bounds(place(column, 300, 460), "other") == [(20, 80, 320, 180), (20, 190, 320, 490)]
    assert column.height(PHONE, 300) >= 40 + 20


def test_a_row_sets_side_by_side_and_shares_what_is_left() -> None:
    row = Row([Space(50), Box(Space(1), message=("a",), flex=1), Box(Space(1), message=("b",), flex=1)], gap=10)
    assert bounds(place(row, 270, 40), "other") == [(80, 30, 180, 70), (190, 30, 290, 70)]


@pytest.mark.parametrize("container", [Row, Column])
def test_what_screens_share_is_measured_for_each(container: Callable[[list[Widget]], Widget]) -> None:
    """An app's toolbar, made once, is laid out on screens of any text size, one after the other."""

    def made() -> Widget:
        return container([Button("Save", ("save",)), Button("Open", ("open",)), Space(flex=1)])

    shared = made()
    for theme in (PHONE, scaled(PHONE, 1.3), PHONE):
        assert shared.height(theme, 300) == made().height(theme, 300)
        assert place(shared, theme=theme) == place(made(), theme=theme)


def test_nothing_left_is_shared_as_nothing() -> None:
    row = Row([Space(500), Box(Space(1), message=("a",), flex=1)])
    assert bounds(place(row, 100, 40), "other") == []
    column = Column([Space(500), Box(Space(1), message=("a",), flex=1)])
    assert bounds(place(column, 100, 40), "other") == []


@pytest.mark.parametrize("theme", THEMES, ids=["phone", "desktop"])
def test_pads_are_part_of_the_size(theme: Any) -> None:
    child = block()
    width, height = child.width(theme), child.height(theme, 300)
    for container in (Column([child], pad=(7, 3)), Row([child], pad=(7, 3)), Box(child, pad=(7, 3))):
        assert container.width(theme) == width + 14
        assert container.height(theme, 300) == height + 6
    nodes = place(Column([child], pad=(7, 3)), theme=theme)
    assert bounds(nodes, "button") == [(27, 33, 313, 33 + height)]


def test_a_grid_fills_row_by_row() -> None:
    grid = Grid([Box(Space(1), message=(str(i),)) for i in range(5)], columns=3, cell=50, gap=10)
    assert grid.height(PHONE, 320) == 110
    assert bounds(place(grid, 320, 110), "other") == [
        (20, 30, 120, 80), (130, 30, 230, 80), (240, 30, 340, 80), (20, 90, 120, 140), (130, 90, 230, 140),
    ]  # fmt: skip


LEAVES: dict[str, Callable[[], Widget]] = {
    "label": lambda: Label("Some words that may need to wrap", wrap=True),
    "button": block,
    "tile": lambda: Tile("Title", ("t",), "Subtitle"),
    "toggle": lambda: Toggle("switch", True, ("s",)),
    "slider": lambda: Slider(0.5, ("v", 0.5)),
    "field": lambda: Field("f", "Hint"),
    "space": lambda: Space(9),
    "divider": Divider,
}
CONTAINERS: dict[str, Callable[[list[Widget]], Widget]] = {
    "column": Column,
    "row": Row,
    "box": lambda children: Box(Column(children), message=("box",)),
    "scroll": lambda children: Scroll("s", children),
}


def build(plan: Any) -> Widget:
    if isinstance(plan, str):
        return LEAVES[plan]()
    kind, children = plan
    return CONTAINERS[kind]([build(child) for child in children])


WIDGETS = st.recursive(
    st.sampled_from(sorted(LEAVES)),
    lambda inner: st.tuples(st.sampled_from(sorted(CONTAINERS)), st.lists(inner, max_size=4)),
    max_leaves=10,
)


@given(WIDGETS, st.integers(1, 500), st.integers(1, 500), st.sampled_from(THEMES))
def test_any_tree_fits_any_place(plan: Any, w: int, h: int, theme: Any) -> None:
    widget = build(plan)
    assert widget.width(theme) >= 0 and widget.height(theme, w) >= 0
    scene = Scene(theme, 300, 300)
    widget.place(scene, 20, 30, w, h)
    for node in scene.nodes:
        left, top, right, bottom = node.bounds
        assert 0 <= left < right <= 300 and 0 <= top < bottom <= 300


def test_a_list_places_only_what_is_in_view() -> None:
    row = rows(1)[0].height(PHONE, 300)
    nodes = place(Scroll("s", rows(50)), 300, 3 * row)
    assert shown(nodes) == ["row 0", "row 1", "row 2"]
    assert nodes[0].role == "list" and nodes[0].flags == SCROLLABLE
    assert nodes[0].data == ScrollData("s", 0, 47 * row, None)
    nodes = place(Scroll("s", rows(50)), 300, 3 * row, Page("", scroll={"s": row + 1}))
    assert shown(nodes) == ["row 1", "row 2", "row 3", "row 4"]
    assert nodes[1].bounds[3] - nodes[1].bounds[1] == row - 1, "the first is cut off"


def test_a_list_never_scrolls_past_its_end() -> None:
    row = rows(1)[0].height(PHONE, 300)
    nodes = place(Scroll("s", rows(50)), 300, 3 * row, Page("", scroll={"s": 10**6}))
    assert shown(nodes) == ["row 47", "row 48", "row 49"]
    data = nodes[0].data
    assert isinstance(data, ScrollData) and data.offset == data.limit
    assert place(Scroll("s", rows(2)), 300, 3 * row, Page("", scroll={"s": 99}))[0].flags == 0


def test_a_conversation_starts_at_its_end() -> None:
    row = rows(1)[0].height(PHONE, 300)
    assert shown(place(Scroll("s", rows(50), end=True), 300, 3 * row)) == ["row 47", "row 48", "row 49"]
    short = place(Scroll("s", rows(1), end=True), 300, 3 * row)
    assert short[1].bounds == (20, 30 + 2 * row, 320, 30 + 3 * row)


def test_a_list_without_room_shows_nothing() -> None:
    assert place(Scroll("s", rows(5)), 300, 0) == []
    assert place(Scroll("s", []), 300, 100)[0].role == "list"
