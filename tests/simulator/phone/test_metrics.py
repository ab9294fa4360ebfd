"""Fonts of a phone: what it shows is drawn, and measured, in Roboto."""

from __future__ import annotations

import pytest

from crab_sim.draw import text as texts
from crab_sim.phone import metrics
from tests.simulator.phone._drive import phone


@pytest.mark.parametrize("app", ["", "Messages", "Contacts", "Browser", "Calendar", "Settings", "Calculator"])
def test_screens_show_no_other_font(app: str) -> None:
    shown = {op[8] for op in phone(app=app).display_list() if op[0] == "text"}
    assert "roboto" in shown and shown <= {"roboto", "roboto_medium", "roboto_bold", "mono"}


def test_texts_are_measured_as_they_are_shown() -> None:
    assert metrics.width("Messages", "bold", 15) == texts.width("Messages", "roboto_medium", 15)
    assert metrics.ellipsize("Messages", "regular", 15, 40) == texts.ellipsize("Messages", "roboto", 15, 40)
    assert metrics.wrap("one two", "regular", 15, 30) == ("one", "two")
    assert metrics.line_height("regular", 15) == texts.line_height("regular", 15)
