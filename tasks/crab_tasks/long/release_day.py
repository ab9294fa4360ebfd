"""Handing over software before some days off: the repositories; the server; the release."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, time_of_day

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"


def _folders(*names: str) -> tuple[str, ...]:
    return tuple([f"{_DOCUMENTS}/{name}" for name in names])


FACTS = {
    "repository": choice(("lines/timetable", "kitchen/unit-converter")),
    "fixed": choice(("Crash on empty input", "Wrong time zone", "Typo in the help text"), type="line"),
    "next": choice(("Support leap years", "Drop the old format", "Speed up startup"), type="line"),
    "mailer": choice(_folders("mailer", "notifier", "newsletter"), type="path"),
    "retries": choice((10, 20, 30), 20, type="count"),
    "plan": choice(_folders("roadmap", "release_plan", "milestones"), type="path"),
    "message": choice(("Plan the next release", "Update the plan", "Add the last steps"), type="line"),
    "upgrade": choice(_folders("upgrade", "migration", "new_server"), type="path"),
    "thanks": choice(("Thank you for the fix!", "Great work, thanks!", "Thanks for the last commit"), type="line"),
    "reports": email_address("kestrel31@quarry.example"),
    "review_day": date_ahead("2026-12-02"),
    "review": choice(("Software review", "Look back at the year", "Retrospective"), type="line"),
    "group": choice(("encode", "render", "index", "sync")),
    "porter": person("Greta Berg"),
    "roster": path_like(f"{_DOCUMENTS}/on_call_44.csv", ("on_call", "duty", "roster")),
    "night": date_ahead("2026-11-26"),
    "words": path_like(f"{_DOCUMENTS}/words_18.txt", ("words", "host_names", "code_names")),
    "sorted": path_like(f"{_DOCUMENTS}/words_sorted_81.txt", ("words_sorted", "in_order", "sorted")),
    "site": choice(_folders("website", "homepage", "portal"), type="path"),
    "restart_day": date_ahead("2026-12-03"),
    "restart_time": time_of_day("17:40"),
    "restart": choice(("Restart the computer", "Restart everything", "Turn it off and on again"), type="line"),
    "notes": path_like(f"{_DOCUMENTS}/release_56.txt", ("release", "news", "changes")),
    "news": choice(("Leap years work now", "Startup is faster now", "Old files open again"), type="line"),
    "manual": choice(_folders("manual", "guide", "help_pages"), type="folder"),
    "archive": path_like(f"{_DOCUMENTS}/for_users_36.zip", ("for_users", "documentation", "to_read")),
    "readers": email_address("heron47@orchard.example"),
    "release": choice(("Publish the release", "Release goes out", "New version comes out"), type="line"),
    "release_day": date_ahead("2026-12-08"),
    "partner": person("Bruno Ivers"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="release_day",
    answer="The release is on {release_day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day is the release?", "When is the release?", "What is the date of the release?"),
)

_SOFTWARE = Chapter(
    goal="""
        There are some loose ends in the repositories. In {repository} on git.example, the issue "{fixed}" has been
        dealt with. Close it, in Firefox, and open a new one there called "{next}"; the title is enough. The project
        {mailer} gives up too soon when an email can't be sent, so open it in Visual Studio Code, set the number of
        retries in settings.ini to {retries}, and leave everything else as it is. I've changed plan.txt in the
        repository {plan} without committing it. Please commit only that file, with git in the terminal, and use the
        message "{message}". The latest commit in another repository, {upgrade}, was a great help to us. Find out with
        git in the terminal who made it, and send them an email from my phone that says "{thanks}"; their email address
        is in the phone's contacts. While I'm away, our tester will go on reporting crashes, and I don't want to
        overlook those emails when I'm back. They come from {reports}, so make a message filter in Thunderbird, named
        "Important people", that adds a star to everything from that email address.
    """,
    todo=[
        Do("close", "gitbarn.close_issue", {"title": Fact("fixed"), "repository": Fact("repository")}),
        Do("open", "gitbarn.open_issue", {"title": Fact("next"), "repository": Fact("repository")}),
        Do("retries", "projects.set_retries", {"folder": Fact("mailer"), "number": Fact("retries")}),
        Do("commit", "repositories.commit", {"folder": Fact("plan"), "text": Fact("message")}),
        Do("author", "repositories.latest_author", {"folder": Fact("upgrade")}),
        Do("address", "contacts.email_of", {"name": Output("author")}),
        Do("thanks", "mail.send", {"email": Output("address"), "text": Fact("thanks")}),
        Do("filter", "filters.star_mails", {"email": Fact("reports")}),
    ],
    later=Later(
        after="commit",
        words="""
            Good, the plan is safe. One more thing: please put "{review}" in the computer's Calendar on {review_day};
            the time doesn't matter.
        """,
        todo=[Do("review", "calendar.add_desktop_event", {"date": Fact("review_day"), "title": Fact("review")})],
    ),
)

_SERVER = Chapter(
    goal="""
        The computer has become slow, and I suspect one of the four programs whose names begin with "{group}-". Find out
        in System Monitor which of them uses the most memory, and end that process. Separately, the code for the server
        room is being changed, and {porter} is just about to text me the new one. Whoever is on duty on {night} will
        need it: check the roster {roster} in the terminal to see who that is, and text them just the code from my
        phone. Their number is in the phone's contacts. The maintainer of our website has also asked for the list
        {words} in alphabetical order. Sort its lines into the new file {sorted} in the terminal, and email that file to
        them as an attachment with Thunderbird. You'll find their email address in about.ini at the top of the project
        {site}; open the project in Visual Studio Code.
    """,
    todo=[
        Do("largest", "system_monitor.largest_program", {"group": Fact("group")}),
        Do("end", "system_monitor.end_program", {"program": Output("largest")}),
        Do("code", "coming.code_by_text", {"sender": Fact("porter")}),
        Do("duty", "shell.on_duty", {"date": Fact("night"), "file": Fact("roster")}),
        Do("number", "contacts.phone_of", {"name": Output("duty")}),
        Do("tell", "messages.send", {"number": Output("number"), "text": Output("code")}),
        Do("sort", "shell.sort_lines", {"source": Fact("words"), "target": Fact("sorted")}),
        Do("maintainer", "projects.maintainer", {"folder": Fact("site")}),
        Do("list", "attachments.send", {"file": Output("sort"), "to": Output("maintainer")}),
    ],
    later=Later(
        after="end",
        words="""
            Great, it's fast again. It still needs a restart, though, so please put "{restart}" in my phone's calendar,
            on {restart_day} at {restart_time}.
        """,
        todo=[
            Do(
                "restart",
                "appointments.add_timed",
                {"date": Fact("restart_day"), "time": Fact("restart_time"), "title": Fact("restart")},
            )
        ],
    ),
)

_RELEASE = Chapter(
    goal="""
        The new version of our tide tables is about to come out, and it needs release notes. One line is enough: write
        "{news}" in Text Editor, save it as {notes}, and upload that file to drive.example in Firefox. I'd like somebody
        to read the documentation once more before then, so pack the folder {manual}, with everything in it, into the
        new archive {archive} with Archive Manager, and email the archive as an attachment to {readers} with
        Thunderbird. There's still an open issue labelled "documentation" in harbour/tide-tables on git.example: check
        its title in Firefox, and add that title as a task to Endeavour on the computer, so that it isn't forgotten.
        Finally, put the release itself on calendar.example, in Firefox, as a one-hour event called "{release}". I still
        have to check the day, so ask me when you get to it; {partner} will text me shortly what time it goes out.
    """,
    todo=[
        Do("news", "text_editor.write", {"file": Fact("notes"), "text": Fact("news")}),
        Do("upload", "drive_site.upload", {"file": Output("news")}),
        Do("pack", "packing.pack_folder", {"folder": Fact("manual"), "archive": Fact("archive")}),
        Do("proofs", "attachments.send", {"file": Output("pack"), "to": Fact("readers")}),
        Do("issue", "git.issue_title", {"repository": "harbour/tide-tables"}),
        Do("task", "endeavour.add", {"text": Output("issue")}),
        Do("day", _DAY),
        Do("time", "coming.time_by_text", {"sender": Fact("partner")}),
        Do(
            "event",
            "calendar_site.add",
            {"title": Fact("release"), "date": Output("day"), "time": Output("time")},
        ),
    ],
)

_OPENING = """
    I'm taking a few days off soon, and I'd like to leave our software in good order.
"""

_SCENARIO = Scenario(
    "release_day",
    __name__,
    "hand over some software",
    FACTS,
    _OPENING,
    {"software": _SOFTWARE, "server": _SERVER, "release": _RELEASE},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
