"""Layout: what containers do with the space they get, and what widgets put into the scene."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.sim.ui import (
    Box,
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Grid,
    IconButton,
    Item,
    Label,
    Menu,
    Node,
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
from crab_gym.sim.ui import theme as themes
from crab_gym.sim.ui.node import CHECKABLE, CHECKED, DISABLED, SCROLLABLE, SELECTED, ScrollData

THEMES = [themes.theme(themes.PHONE, False), themes.theme(themes.DESKTOP, True)]
PHONE = THEMES[0]


def place(widget: Widget, w: int = 300, h: int = 400, page: Page | None = None, theme: Any = PHONE) -> list[Node]:
    scene = Scene(theme, 1000, 1000)
    scene.page = page or Page("")
    widget.place(scene, 20, 30, w, h)
    assert scene.clip == (0, 0, 1000, 1000), "the clip is put back"
    return scene.nodes


def bounds(nodes: Sequence[Node], role: str) -> list[tuple[int, int, int, int]]:
    return [node.bounds for node in nodes if node.role == role]


def block(flex: int = 0, text: str = "b") -> Button:
    return Button(text, ("hit", text), flex=flex)


# Rows and columns ------------------------------------------------------------------------------------------------


def test_a_column_stacks_and_shares_what_is_left() -> None:
    column = Column([Space(40), Box(Space(1), message=("a",), flex=1), Box(Space(1), message=("b",), flex=3)], gap=10)
    assert bounds(place(column, 300, 460), "other") == [(20, 80, 320, 180), (20, 190, 320, 490)]
    assert column.height(PHONE, 300) >= 40 + 20


def test_a_row_sets_side_by_side_and_shares_what_is_left() -> None:
    row = Row([Space(50), Box(Space(1), message=("a",), flex=1), Box(Space(1), message=("b",), flex=1)], gap=10)
    assert bounds(place(row, 270, 40), "other") == [(80, 30, 180, 70), (190, 30, 290, 70)]


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
    "slider": lambda: Slider(0.5, ("v",)),
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


# Lists -----------------------------------------------------------------------------------------------------------


def rows(count: int) -> list[Widget]:
    return [Tile(f"row {i}", ("row", i)) for i in range(count)]


def shown(nodes: Sequence[Node]) -> list[str]:
    return [node.text for node in nodes if node.role == "list_item"]


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


# What floats -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES, ids=["phone", "desktop"])
@pytest.mark.parametrize("at", [(0, 0), (999, 999), (170, 200)])
def test_a_menu_stays_on_the_page(at: tuple[int, int], theme: Any) -> None:
    menu = Menu([Item("Copy", ("copy",)), Item("Off", ("off",), enabled=False), Item("On", ("on",), checked=True)], at)
    nodes = place(menu, theme=theme)
    assert nodes[0].bounds == (20, 30, 320, 430) and nodes[0].message == ("dismiss",)
    (left, top, right, bottom) = nodes[1].bounds
    assert 20 < left < right < 320 and 30 < top < bottom < 430
    items = nodes[2:]
    assert [item.text for item in items] == ["Copy", "Off", "On"]
    assert [item.message for item in items] == [("copy",), None, ("on",)]
    assert items[2].flags == CHECKABLE | CHECKED
    assert all(left <= b[0] and b[2] <= right and top <= b[1] and b[3] <= bottom for b in bounds(items, "menu_item"))


@pytest.mark.parametrize("theme", THEMES, ids=["phone", "desktop"])
@pytest.mark.parametrize("height", [260, 400, 900])
def test_a_dialog_fits_its_page_whatever_is_in_it(height: int, theme: Any) -> None:
    body = Scroll("body", rows(40))
    dialog = Dialog("Delete the file?", body, [Button("Cancel", ("dismiss",)), Button("Delete", ("delete",))])
    nodes = place(dialog, 300, height, theme=theme)
    (frame,) = bounds(nodes, "dialog")
    assert 20 < frame[0] and frame[2] < 320 and 30 < frame[1] and frame[3] < 30 + height
    buttons = bounds(nodes, "button")
    assert len(buttons) == 2 and buttons[0][0] > buttons[1][2], "the last action is the rightmost"
    assert all(frame[0] < b[0] and b[2] < frame[2] and b[3] < frame[3] for b in buttons)
    (listed,) = bounds(nodes, "list")
    assert frame[1] < listed[1] and listed[3] <= buttons[0][1]
    assert nodes[0].message == ("dismiss",) and nodes[0].bounds == (20, 30, 320, 30 + height)


# Single widgets --------------------------------------------------------------------------------------------------


def only(widget: Widget) -> Node:
    (node,) = place(widget, 300, 60)
    return node


def test_buttons() -> None:
    node = only(Button("Save", ("save",), rid="id/save", selected=True))
    assert (node.role, node.text, node.resource_id, node.message, node.flags) == (
        "button", "Save", "id/save", ("save",), SELECTED,
    )  # fmt: skip
    off = only(Button("Save", ("save",), enabled=False))
    assert (off.message, off.flags) == (None, DISABLED)
    icon = only(IconButton("search", "Search", ("find",)))
    assert (icon.role, icon.text, icon.description, icon.message) == ("button", "", "Search", ("find",))


@pytest.mark.parametrize("kind", ["switch", "checkbox", "radio"])
def test_toggles(kind: Any) -> None:
    for on in (False, True):
        node = only(Toggle(kind, on, ("toggle",), "Wi-Fi"))
        assert (node.role, node.description, node.message) == (kind, "Wi-Fi", ("toggle",))
        assert node.flags == CHECKABLE | (CHECKED if on else 0)
        row = only(Tile("Wi-Fi", ("toggle",), trailing=Toggle(kind, on)))
        assert (row.role, row.flags) == ("list_item", CHECKABLE | (CHECKED if on else 0))


def test_tiles() -> None:
    node = only(Tile("Ada", ("open", 1), "work", long_message=("menu", 1), double_message=("run", 1), selected=True))
    assert (node.text, node.description, node.flags) == ("Ada", "work", SELECTED)
    assert (node.message, node.long_message, node.double_message) == (("open", 1), ("menu", 1), ("run", 1))
    assert only(Tile("Ada", ("open", 1), enabled=False)).message is None


def test_labels() -> None:
    assert only(Label("Hello")).text == "Hello"
    assert place(Label("Hello", role="")) == []
    text = "one two three four five six seven eight nine ten " * 3
    wrapped = Label(text, wrap=True)
    assert wrapped.height(PHONE, 100) > wrapped.height(PHONE, 300) > Label(text).height(PHONE, 300)


def test_sliders_say_their_value() -> None:
    node = only(Slider(0.25, ("volume",), "Volume", "id/volume"))
    assert (node.role, node.text, node.description, node.message) == ("slider", "25%", "Volume", ("volume",))


# The scene -------------------------------------------------------------------------------------------------------


def test_nodes_are_cut_to_the_clip_and_hits_are_topmost_first() -> None:
    scene = Scene(PHONE, 100, 100)
    scene.node(-10, -10, 300, 300, "other", "below")
    scene.clip = (20, 20, 50, 50)
    scene.node(0, 0, 30, 30, "other", "above")
    scene.node(50, 50, 10, 10, "other", "outside")
    scene.node(30, 30, 0, 10, "other", "empty")
    assert [node.bounds for node in scene.nodes] == [(0, 0, 100, 100), (20, 20, 30, 30)]
    assert [node.text for node in scene.hit(20, 29)] == ["above", "below"]
    assert [node.text for node in scene.hit(30, 29)] == ["below"]
    assert scene.hit(100, 5) == []
