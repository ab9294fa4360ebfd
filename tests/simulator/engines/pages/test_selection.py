"""Text of a page between two points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_sim.engines.pages.fragments import Words
from crab_sim.engines.pages.selection import EVERYTHING, select, selected_part, selected_text
from tests.simulator.engines.pages.test_layout import page, words

LAYOUT = page("<h1>Tides</h1><p>High <b>tide</b> at nine. " + "More " * 40 + "<pre>a = 1\n  b = 2</pre><p>End")
POINTS = st.integers(-20, 700), st.integers(-20, LAYOUT.height + 40)


def test_all_of_it_has_a_line_for_each_paragraph_and_keeps_those_of_code() -> None:
    lines = selected_text(LAYOUT, EVERYTHING).split("\n")
    assert lines == ["Tides", "High tide at nine. " + "More " * 39 + "More", "a = 1", "  b = 2", "End"]


def test_from_the_middle_of_a_word_to_the_middle_of_another() -> None:
    title, code = words(LAYOUT, "Tides"), words(LAYOUT, "b = 2")
    found = select(LAYOUT, title.x + title.w - 1, title.y + 5, code.x, code.y + 3)
    assert found is not None
    text = selected_text(LAYOUT, found)
    assert text.startswith("High tide") and text.endswith("a = 1")
    back = select(LAYOUT, code.x, code.y + 3, title.x + title.w - 1, title.y + 5)
    assert back == found


def test_beside_a_line_is_at_its_end() -> None:
    code = words(LAYOUT, "a = 1")
    found = select(LAYOUT, code.x, code.y + 3, 590, code.y + 3)
    assert found is not None and selected_text(LAYOUT, found) == "a = 1"


@pytest.mark.parametrize("text", ["", "<hr>", "<img src=/p.png>"])
def test_a_page_without_text_has_none(text: str) -> None:
    assert select(page(text), 0, 0, 500, 300) is None


@given(*POINTS, *POINTS)
def test_the_parts_on_the_lines_are_the_text(x1: int, y1: int, x2: int, y2: int) -> None:
    found = select(LAYOUT, x1, y1, x2, y2)
    if found is None:
        assert select(LAYOUT, x2, y2, x1, y1) is None
        return
    lines = [item for item in LAYOUT.items if isinstance(item, Words)]
    parts = [(item.text, selected_part(found, item.context, item.at, len(item.text))) for item in lines]
    marked = "".join([text[part.start : part.end] for text, part in parts])
    assert "".join(marked.split()) == "".join(selected_text(LAYOUT, found).split())
