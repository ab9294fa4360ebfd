from __future__ import annotations

from crab_tasks.kits.state import State
from crab_tasks.kits.web.git.state import issue_closed, opened_alone
from tests.tasks.kits.web.conftest import Browser

BAKERS = "kitchen/unit-converter"


def test_one_issue_is_opened(browser: Browser, state: State) -> None:
    for repository, title, right in (
        ("lines/timetable", "Two lamps", False), (BAKERS, "Two lamps", True), (BAKERS, "Three lamps", False),
    ):  # fmt: skip
        browser.send(f"git.example/{repository}/issues/new", title=title, body="", act="open")
        assert opened_alone(state, BAKERS, "line", "Two lamps") is right


def test_an_issue_with_more_words_or_closed_is_none(browser: Browser, state: State) -> None:
    browser.send(f"git.example/{BAKERS}/issues/new", title="Two lamps or three", body="", act="open")
    assert not opened_alone(state, BAKERS, "line", "Two lamps")
    (row,) = [row for row in browser.web("git.example", "issues") if row["author"] == "user"]
    browser.sites.replace("git.example", "issues", [{**row, "title": "Two lamps"}])
    assert opened_alone(state, BAKERS, "line", "Two lamps")
    browser.send(f"git.example/{BAKERS}/issues/{row['number']}", body="", act="toggle")
    assert not opened_alone(state, BAKERS, "line", "Two lamps")


def test_the_issue_is_closed_and_there(browser: Browser, state: State) -> None:
    rows = [{"repository": BAKERS, "number": i, "title": title} for i, title in ((7, "Lamps"), (8, "Lamps at night"))]
    for act, number, right in (("comment", 7, False), ("toggle", 8, False), ("toggle", 7, True)):
        browser.sites.replace("git.example", "issues", rows)
        browser.send(f"git.example/{BAKERS}/issues/{number}", body="Done", act=act)
        assert issue_closed(state, BAKERS, "Lamps") is right
    assert not issue_closed(state, "lines/timetable", "Lamps")
