"""Text fields: their nodes, the caret in view, and the index in a field's text at which a touch lands."""

from __future__ import annotations

from typing import Any

import pytest

from crab_sim.draw import text as text_metrics
from crab_sim.ui import Field, Page, Scene, editing, fields
from crab_sim.ui import theme as themes
from crab_sim.ui.node import EDITABLE, FOCUSED, PASSWORD, Node

PHONE = themes.theme(themes.PHONE, False)


def placed(
    field: Field, text: str, selection: tuple[int, int] | None = None, width: int = 200, height: int = 48
) -> Node:
    scene = Scene(PHONE, 360, 800)
    at = selection or (len(text), len(text))
    scene.page = Page("p", fields={field.key: text}, focus=field.key if selection is not None else "", selection=at)
    field.place(scene, 10, 20, width, height)
    return scene.nodes[-1]


@pytest.mark.parametrize("text", ["", "i", "hello world", "Grüße, Ωμέγα и привет", "W" * 80, "漢🦀\u202e"])
def test_a_touch_lands_on_the_nearest_caret(text: str) -> None:
    node = placed(Field("f"), text)
    left, top, right, bottom = node.bounds
    indices = [fields.index_at(node.data, text, x, (top + bottom) // 2) for x in range(left, right)]
    assert indices == sorted(indices)
    assert indices[0] == 0 and max(indices) <= len(text)
    if len(text) < 12:
        assert set(indices) == set(range(len(text) + 1))


def test_a_long_line_keeps_its_caret_in_view() -> None:
    text = "".join(chr(97 + i % 26) for i in range(300))
    node = placed(Field("f"), text, (300, 300))
    assert fields.index_at(node.data, text, node.bounds[2] - 1, node.bounds[1] + 20) == 300
    assert fields.index_at(node.data, text, node.bounds[0], node.bounds[1] + 20) > 250
    node = placed(Field("f"), text, (0, 0))
    assert fields.index_at(node.data, text, node.bounds[0], node.bounds[1] + 20) == 0


def test_a_touch_on_a_row_lands_in_that_row() -> None:
    text = "first\n\nthird line that is too long for one row of the field\nlast"
    node = placed(Field("f", multiline=True), text, height=200)
    line, top, left = node.data.line_height, node.data.top, node.data.left
    rows = [fields.index_at(node.data, text, left, top + row * line + line // 2) for row in range(9)]
    assert rows[:3] == [0, 6, 7]
    assert rows == sorted(rows) and rows[-1] == text.index("last")
    assert fields.index_at(node.data, text, 999, top + line // 2) == 5
    assert fields.index_at(node.data, text, 999, 999) == len(text)


def test_flags_and_text_of_the_node() -> None:
    node = placed(Field("f", "Name", "id/name"), "Ada", (3, 3))
    assert (node.role, node.text, node.description, node.resource_id) == ("text_field", "Ada", "Name", "id/name")
    assert node.flags == EDITABLE | FOCUSED and node.message == ("focus", "f")
    assert placed(Field("f", "Name"), "").flags == EDITABLE
    secret = placed(Field("f", "PIN", password=True), "12é4", (4, 4))
    assert (secret.text, secret.flags) == ("••••", EDITABLE | FOCUSED | PASSWORD)


@pytest.mark.parametrize("multiline", [True, False])
@pytest.mark.parametrize("piece", ["ab c", "a", "\n", "\t", "\u0301", "漢"])
def test_the_work_of_a_layout_grows_with_the_text(piece: str, multiline: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    measured = 0

    class Counting:
        def __getattr__(self, name: str) -> Any:
            made = getattr(text_metrics, name)

            def counted(*args: Any) -> Any:
                nonlocal measured
                measured += len(args[0])
                return made(*args)

            return counted

    monkeypatch.setattr(fields, "metrics", Counting())
    text = piece * (editing.MAX_TEXT // len(piece))
    for caret in (0, len(text) // 2, len(text)):
        node = placed(Field("f", multiline=multiline), text, (caret, caret), height=200)
        assert 0 <= fields.index_at(node.data, text, node.bounds[2] - 4, node.bounds[1] + 60) <= len(text)
    assert 0 < measured < editing.MAX_TEXT
