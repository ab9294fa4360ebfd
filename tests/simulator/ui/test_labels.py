"""Labels: nodes, cut text and wrapped text."""

from __future__ import annotations

from crab_sim.ui import (
    Label,
)
from tests.simulator.ui._layout import PHONE, only, place


def test_labels() -> None:
    assert only(Label("Hello")).text == "Hello"
    assert place(Label("Hello", role="")) == []
    text = "one two three four five six seven eight nine ten " * 3
    wrapped = Label(text, wrap=True)
    assert wrapped.height(PHONE, 100) > wrapped.height(PHONE, 300) > Label(text).height(PHONE, 300)
