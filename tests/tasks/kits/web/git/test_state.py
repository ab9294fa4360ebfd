from __future__ import annotations

from crab_tasks.kits.state import State
from crab_tasks.kits.web.git import state as git
from tests.tasks.kits.web.conftest import Browser


def test_issues(browser: Browser, state: State) -> None:
    issue = {"repository": "ada/dotfiles", "title": "No prompt"}
    right = {**issue, "body": "See above.", "label": "bug"}
    assert not git.issue_opened(state, **issue) and not git.only_issue(state, **right)
    browser.send("git.example/ada/dotfiles/issues/new", title="No prompt", body="See\nabove.", label="bug")
    assert git.issue_opened(state, **issue) and git.only_issue(state, **right)
    assert not git.only_issue(state, **{**right, "label": ""})
    assert not git.issue_opened(state, "lines/timetable", "No prompt")
    number = browser.web("git.example", "issues")[-1]["number"]
    browser.send(f"git.example/ada/dotfiles/issues/{number}", body="More", act="comment")
    assert git.issue_opened(state, **issue) and not git.only_issue(state, **right)


def test_the_number_of_an_issue_is_sent_once(browser: Browser, state: State) -> None:
    browser.send("git.example/ada/dotfiles/issues/new", title="No prompt", body="", label="")
    number = browser.web("git.example", "issues")[-1]["number"]
    sent: list[tuple[str, str]] = state.android.sent  # type: ignore[attr-defined]
    for messages, right in (
        ([], False),
        ([("+1 555 0101", f"#{number}")], True),
        ([("+15550101", f"{number} ")], True),
        ([("+1 555 0101", f"{number + 1}")], False),
        ([("+1 555 0102", f"{number}")], False),
        ([("+1 555 0101", f"{number + 1}"), ("+1 555 0101", f"{number}")], False),
    ):
        sent[:] = messages
        assert git.issue_number_sent(state, "+1 555 0101", "ada/dotfiles", "No prompt") == right, messages
    assert not git.issue_number_sent(state, "+1 555 0101", "ada/dotfiles", "Prompt")


def test_stars(browser: Browser, state: State) -> None:
    assert not git.starred(state, "ada/dotfiles")
    browser.send("git.example/ada/dotfiles/star")
    assert git.starred(state, "ada/dotfiles")
    browser.send("git.example/lines/timetable/star")
    assert not git.starred(state, "ada/dotfiles")
