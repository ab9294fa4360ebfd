"""Evaluators of the almanac's articles, of saved places and of bookings."""

from __future__ import annotations

import pytest

from crab_sim.web.sites.markup import Request
from crab_tasks.kits.state import State
from crab_tasks.kits.web.maps_site import place_kept
from crab_tasks.kits.web.travel_site import booked
from crab_tasks.kits.web.wiki import line_added
from tests.tasks.kits.web.conftest import Browser

MALBUN = "Malbun, Triesenberg, Liechtenstein"
SEAT = {"from": "Alder", "to": "Millbrook", "date": "2026-12-03", "time": "09:50"}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("One\nTwo\nThree lamps\n", True),
        ("One \r\n\r\nTwo\n\nThree lamps", True),
        ("Three lamps\nOne\nTwo\n", False),
        ("One\nThree lamps\n", False),
        ("One\nTwo\nThree lamps\nThree lamps\n", False),
        ("One\nTwo Three lamps\n", False),
        ("One\nTwo\n", False),
    ],
)
def test_an_article_has_one_more_line(browser: Browser, state: State, text: str, right: bool) -> None:
    assert not line_added(state, "oak", ["One", "Two"], "line", "Three lamps")
    browser.send("wiki.example/oak/edit", text=text, summary="", act="save")
    assert line_added(state, "oak", ["One", "Two"], "line", "Three lamps") is right


@pytest.mark.parametrize(
    ("place", "chosen", "note", "right"),
    [
        ("malbun-triesenberg", "Want to go", "Two lamps", True),
        ("malbun-triesenberg", "Favourites", "Two lamps", False),
        ("malbun-triesenberg", "Want to go", "Two", False),
        ("bendern-gamprin", "Want to go", "Two lamps", False),
    ],
)
def test_a_place_is_saved_with_its_note(
    browser: Browser, state: State, place: str, chosen: str, note: str, right: bool
) -> None:
    for times in (1, 2):
        browser.send(f"maps.example/place/{place}-liechtenstein", list=chosen, note=note, act="save")
        assert place_kept(state, MALBUN, "line", "Two lamps") is (right and times == 1)


def test_one_seat_is_booked(browser: Browser, state: State) -> None:
    for more, right in (({"time": "10:50"}, False), ({"bicycle": "yes"}, False), ({}, True)):
        browser.sites.replace("travel.example", "sent", [])
        query = tuple({**SEAT, **more}.items())
        assert browser.sites.answer(Request("travel.example", "/booked", query=query)).status == 200
        assert booked(state, SEAT) is right
    browser.sites.answer(Request("travel.example", "/booked", query=query))
    assert not booked(state, SEAT)
