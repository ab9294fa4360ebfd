from __future__ import annotations

import pytest

from crab_tasks.kits.state import State
from crab_tasks.kits.web.docs_site import document_saved, fee_entered, text_written
from tests.tasks.kits.web.conftest import Browser

FEES = {"A1": "Member", "B1": "Fee", "A2": "Ada", "A3": "Bo", "B3": "4.00"}


def _edit(browser: Browser, kind: str, **form: str) -> None:
    browser.send("docs.example/new", kind=kind)
    number = max(row["id"] for row in browser.web("docs.example", "documents"))
    browser.send(f"docs.example/{kind}/{number}", act="save", **form)


@pytest.mark.parametrize(
    ("more", "right"),
    [
        ({"B2": "12.40"}, True),
        ({"B2": "12,40"}, True),
        ({"B2": "12.4"}, True),
        ({}, False),
        ({"B2": "12.40 or 12.50"}, False),
        ({"B3": "12.40"}, False),
        ({"B2": "12.40", "B3": "12.40"}, False),
        ({"B2": "12.40", "C2": "paid"}, False),
        ({"B2": "12.40", "A2": ""}, False),
        ({"B2": "12.40", "title": "Fees"}, False),
    ],
)
def test_one_fee_is_entered(browser: Browser, state: State, more: dict[str, str], right: bool) -> None:
    _edit(browser, "sheet", **({"title": "Club"} | FEES | more))
    assert fee_entered(state, "Club", FEES, "B2", "12.40") is right


@pytest.mark.parametrize(
    ("kind", "form", "right"),
    [
        ("text", {"title": "Boats", "text": "Two lamps\n"}, True),
        ("text", {"title": "Boats", "text": "Two lamps, I think"}, False),
        ("text", {"title": "boats", "text": "Two lamps"}, False),
        ("sheet", {"title": "Boats", "A1": "Two lamps"}, False),
    ],
)
def test_one_text_is_written(browser: Browser, state: State, kind: str, form: dict[str, str], right: bool) -> None:
    _edit(browser, kind, **form)
    assert text_written(state, "line", "Boats", "line", "Two lamps") is right
    _edit(browser, "text", title="Boats", text="Three lamps")
    assert not text_written(state, "line", "Boats", "line", "Two lamps")


def test_the_file_is_the_text(browser: Browser, state: State) -> None:
    for content, right in ((b"one\r\ntwo\r\n\r\n", True), (b"one\n", False), (b"one\ntwo\nthree\n", False)):
        browser.sites.replace("docs.example", "documents", [{"id": 1, "title": "Boats", "text": "one\ntwo\n"}])
        browser.files["/home/user/a.txt"] = content
        assert document_saved(state, "Boats", "/home/user/a.txt") is right
        assert not document_saved(state, "Boats", "/home/user/b.txt")
        _edit(browser, "text", title="Boats", text="one\ntwo\n")
        assert not document_saved(state, "Boats", "/home/user/a.txt")
