"""Handing over software before a week off: issues, settings, commits; then the server, the papers, the plans."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, Output, Scenario
from crab_gym.task.parameters import choice, integer
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS = "/home/user/Documents"


def _folders(*names: str) -> tuple[str, ...]:
    return tuple([f"{_DOCUMENTS}/{name}" for name in names])


FACTS = {
    "repository": choice(("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter")),
    "fixed": choice(("Crash on empty input", "Wrong time zone", "Typo in the help text"), type="line"),
    "next": choice(("Support leap years", "Drop the old format", "Speed up the start"), type="line"),
    "log": path_like(f"{_DOCUMENTS}/server_45.log", ("server", "nightly", "mailer")),
    "mailer": choice(_folders("mailer", "notifier", "newsletter"), type="path"),
    "retries": integer(11, 40, 25, type="count"),
    "plan": choice(_folders("roadmap", "release_plan", "milestones"), type="path"),
    "message": choice(("Plan the next release", "Update the plan", "Add the last steps"), type="line"),
    "docs": choice(_folders("handbook", "manual", "guide"), type="path"),
    "thanks": choice(("Thank you for the fix!", "Great work, thanks!", "Thanks for the last commit"), type="line"),
    "group": choice(("encode", "render", "index", "sync")),
    "roster": path_like(f"{_DOCUMENTS}/on_call_44.csv", ("on_call", "duty", "roster")),
    "night": date_ahead("2026-11-26"),
    "warning": choice(
        ("You are on duty, I am away", "Please keep an eye on the server", "The server may need a restart"), type="line"
    ),
    "words": path_like(f"{_DOCUMENTS}/glossary_18.txt", ("glossary", "terms", "words")),
    "sorted": path_like(f"{_DOCUMENTS}/glossary_sorted_81.txt", ("glossary_sorted", "sorted", "terms_sorted")),
    "site": choice(_folders("website", "homepage", "portal"), type="path"),
    "other": choice(("almanac/articles", "ada/dotfiles")),
    "review_day": date_ahead("2026-12-02"),
    "review": choice(("Review of the release", "Look back at the release", "Retrospective"), type="line"),
    "notes": path_like(f"{_DOCUMENTS}/release_56.txt", ("release", "news", "changes")),
    "news": choice(("Leap years work now", "The start is faster now", "Old files open again"), type="line"),
}
"""What the words and the things to do share."""

_FIRST = Chapter(
    goal="""
        Start with {repository} on git.example, in Firefox: the issue "{fixed}" is done, close it, and open a
        new one whose title is "{next}", nothing more than the title. Then count in the terminal how many lines
        of level ERROR the log {log} has, and write just that number into a new note on my phone, in Notes,
        without a title. The mailer gives up too early: in Visual Studio Code, set the number of retries in
        settings.ini of the project {mailer} to {retries}, and change nothing else there. In the repository
        {plan} I have changed plan.txt and not committed it; commit it with git in the terminal, with the
        message "{message}". Also in the terminal, see who made the latest commit in the repository {docs}. Send
        that person a mail from my phone that says "{thanks}"; the address is in the phone's contacts.
    """,
    todo=[
        Do("close", "gitbarn.close_issue", {"title": Fact("fixed"), "repository": Fact("repository")}),
        Do("open", "gitbarn.open_issue", {"title": Fact("next"), "repository": Fact("repository")}),
        Do("errors", "terminal.count_errors", {"file": Fact("log")}),
        Do("note", "notes.add", {"text": Output("errors")}),
        Do("retries", "projects.set_retries", {"folder": Fact("mailer"), "number": Fact("retries")}),
        Do("commit", "repositories.commit", {"folder": Fact("plan"), "text": Fact("message")}),
        Do("author", "repositories.latest_author", {"folder": Fact("docs")}),
        Do("address", "contacts.email_of", {"name": Output("author")}),
        Do("thanks", "mail.send", {"email": Output("address"), "text": Fact("thanks")}),
    ],
)

_SECOND = Chapter(
    goal="""
        The computer itself is slow. Of the four programs whose names begin with "{group}-", find the one that
        uses the most memory in System Monitor and end it. The roster {roster} says who is on duty on {night};
        look it up in the terminal, and text that person "{warning}" from my phone, the number is in its contacts. In
        the terminal as well, write the lines of {words} in alphabetical order into the new file {sorted}. Mail
        that new file as an attachment, with Thunderbird, to the maintainer of the project {site}: the address
        is in about.ini at its top, open the project in Visual Studio Code. On git.example, {other} has an open
        issue with the label documentation. See in Firefox what its title is and add that title as a task to
        Endeavour. Write the release notes with Text Editor, one line only, "{news}", and save them as {notes};
        upload that file to drive.example in Firefox.
    """,
    todo=[
        Do("largest", "system_monitor.largest_program", {"group": Fact("group")}),
        Do("end", "system_monitor.end_program", {"program": Output("largest")}),
        Do("duty", "shell.on_duty", {"date": Fact("night"), "file": Fact("roster")}),
        Do("number", "contacts.phone_of", {"name": Output("duty")}),
        Do("warning", "messages.send", {"number": Output("number"), "text": Fact("warning")}),
        Do("sort", "shell.sort_lines", {"source": Fact("words"), "target": Fact("sorted")}),
        Do("maintainer", "projects.maintainer", {"folder": Fact("site")}),
        Do("glossary", "attachments.send", {"file": Output("sort"), "to": Output("maintainer")}),
        Do("issue", "git.issue_title", {"repository": Fact("other")}),
        Do("task", "endeavour.add", {"text": Output("issue")}),
        Do("news", "text_editor.write", {"file": Fact("notes"), "text": Fact("news")}),
        Do("upload", "drive_site.upload", {"file": Output("news")}),
    ],
    later=Later(
        after="end",
        words="""
            Good, it is fast again. One more thing: enter "{review}" on {review_day} in the computer's Calendar, at any
            time of the day.
        """,
        todo=[Do("review", "calendar.add_desktop_event", {"date": Fact("review_day"), "title": Fact("review")})],
    ),
)

_OPENING = """
    I'm off from tomorrow, and before that the software has to be in order.
"""

_SCENARIO = Scenario(
    "release_day", __name__, "hand over some software", FACTS, _OPENING, {"software": _FIRST, "computer": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
