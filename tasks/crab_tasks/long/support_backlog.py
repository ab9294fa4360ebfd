"""Closing the backlog of a support desk: bugs, people who have called, and complaints by letter."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person, phone_number
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"


def _folders(*names: str) -> tuple[str, ...]:
    return tuple([f"{_DOCUMENTS}/{name}" for name in names])


FACTS = {
    "repository": choice(("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter")),
    "fixed": choice(("Blank page after the login", "Crash on empty input", "Accents are lost"), type="line"),
    "log": path_like(f"{_DOCUMENTS}/helpdesk_45.log", ("helpdesk", "tickets", "requests")),
    "code": choice(_folders("ticket_server", "help_server", "form_server"), type="path"),
    "mailer": choice(_folders("mailer", "notifier", "newsletter"), type="path"),
    "retries": choice((10, 20, 30), 20, type="count"),
    "guide": path_like(f"{_DOCUMENTS}/first_steps_27.txt", ("first_steps", "setup_guide", "install_guide")),
    "asker": email_address("willow72@quarry.example"),
    "review": choice(("Bug review", "Talk about the bugs", "Meeting with the testers"), type="line"),
    "review_day": date_ahead("2026-12-08"),
    "caller": person("Nils Castro"),
    "answer": choice(
        (
            "We saw your call and will be in touch soon",
            "We will get back to you today",
            "Sorry we missed your call",
        ),
        type="line",
    ),
    "trainee": person("Edith Lindt"),
    "job": choice(("Sort the old requests", "Take the calls until five", "Tidy up the help pages"), type="line"),
    "roster": path_like(f"{_DOCUMENTS}/hotline_44.csv", ("hotline", "telephone", "desk")),
    "day": date_ahead("2026-11-26"),
    "duty": choice(
        ("Please call all customers back", "It is your turn on the hotline", "Please keep the line free"), type="line"
    ),
    "mover": person("Kira Holm"),
    "teller": person("Bruno Ekman"),
    "others": phone_number("+1 555 0116"),
    "prize": choice(("a kettle", "a canoe", "a sofa", "a violin", "an oven")),
    "regular": person("Nils Lindt"),
    "bookkeeper": person("Ada Jansen"),
    "refund": choice(("Refund for a licence", "Customer refund", "Paid twice"), type="line"),
    "loser": person("Greta Berg"),
    "email": email_address("heron31@harbour.example"),
    "article": choice(("Stoneware mug", "Wall calendar", "Desk lamp", "Map puzzle")),
    "wisher": person("Hugo Albers"),
    "planner": person("Jonas Dorn"),
    "page": choice(("Questions and answers", "Help with our programs", "Tips for everybody"), type="line"),
    "page_text": choice(
        ("Please restart the program first", "Please save your work before an update", "A slow start is not a bug"),
        type="line",
    ),
}
"""What the words and the things to do share."""

_EMAIL = Question(
    fact="email",
    answer="The address is {email}.",
    forms=((("address", "email", "mail"),),),
    asks=(
        "What is the email address for the confirmation?",
        "Which email address should I give?",
        "Which address should it go to?",
    ),
)

_FAULTS = Chapter(
    goal="""
        Some of them are about bugs. In {repository} on git.example, the issue "{fixed}" is still open although it was
        fixed long ago, so close it in Firefox. Our server has been reporting errors, too. In the terminal, count the
        lines of level ERROR in its log, {log}, and check with git, also in the terminal, who made the latest commit in
        its repository, {code}. That's the person who should look into it, and the first thing they'll want to know is
        how many errors there are: email them just the number from my phone. Their email address is in the phone's
        contacts. Our mailer gives up too soon; open the project {mailer} in Visual Studio Code, set the number of
        retries in settings.ini to {retries}, and change nothing else. And one customer can't install anything because
        I've thrown away the instructions, {guide}, by mistake. Restore the file from the trash in Files, and email it
        as an attachment to {asker} with Thunderbird.
    """,
    todo=[
        Do("close", "gitbarn.close_issue", {"title": Fact("fixed"), "repository": Fact("repository")}),
        Do("errors", "terminal.count_errors", {"file": Fact("log")}),
        Do("author", "repositories.latest_author", {"folder": Fact("code")}),
        Do("authors_address", "contacts.email_of", {"name": Output("author")}),
        Do("tell", "mail.send", {"email": Output("authors_address"), "text": Output("errors")}),
        Do("retries", "projects.set_retries", {"folder": Fact("mailer"), "number": Fact("retries")}),
        Do("guide", "trash.restore", {"file": Fact("guide")}),
        Do("help", "attachments.send", {"file": Output("guide"), "to": Fact("asker")}),
    ],
    later=Later(
        after="close",
        words="""
            I've just seen that "{fixed}" is closed, thank you. Now please put "{review}" in the computer's Calendar on
            {review_day}; the time doesn't matter.
        """,
        todo=[Do("review", "calendar.add_desktop_event", {"date": Fact("review_day"), "title": Fact("review")})],
    ),
)

_CALLS = Chapter(
    goal="""
        A lot of customers have tried to phone us. The last call I missed yesterday was from a customer, {caller}; add
        them to my phone's contacts with the number they called from, and text them "{answer}". {mover}, another
        customer, is about to text me their new number. Replace the old one with it in the contacts. Then there are the
        text messages. Our trainee, {trainee}, wants to know what to do; reply "{job}" in that conversation. {teller}'s
        latest message is meant for our developer as well, so forward it to {others}. Somebody else claims I've won
        {prize}; that's obviously not a customer, so block the number. The roster {roster} says who's on the hotline on
        {day}. Check it in the terminal on the computer, and email "{duty}" to that person from my phone; their email
        address is in the contacts. Finally, {regular}, our longest-standing customer, doesn't read texts, and asked me
        to ring once when we're open again: find them in my phone's contacts, call them and hang up.
    """,
    todo=[
        Do("missed", "phone.latest_missed", {}),
        Do("caller", "contacts.add", {"name": Fact("caller"), "phone": Output("missed")}),
        Do("answer", "messages.send", {"number": Output("missed"), "text": Fact("answer")}),
        Do("new_number", "coming.number_by_text", {"sender": Fact("mover")}),
        Do("card", "cards.change_number", {"name": Fact("mover"), "phone": Output("new_number")}),
        Do("trainee", "threads.reply", {"sender": Fact("trainee"), "text": Fact("job")}),
        Do("pass_on", "threads.forward", {"sender": Fact("teller"), "number": Fact("others")}),
        Do("duty", "shell.on_duty", {"date": Fact("day"), "file": Fact("roster")}),
        Do("dutys_address", "contacts.email_of", {"name": Output("duty")}),
        Do("remind", "mail.send", {"email": Output("dutys_address"), "text": Fact("duty")}),
        Do("block", "messages.block", {"text": Fact("prize")}),
        Do("sign", "call_log.call_person", {"name": Fact("regular")}),
    ],
)

_COMPLAINTS = Chapter(
    goal="""
        Some people have complained. One customer has paid twice, and {bookkeeper} is just about to email me the exact
        amount of the refund. Look out for it in Thunderbird on the computer, and record it in the Expenses app on my
        phone as "{refund}". {loser} lost a day's work because of us and is getting a present. Order a "{article}" in
        their name on shop.example, in Firefox, with standard delivery to "12 Quay Street, Alder". The confirmation goes
        to their email address, which I don't have to hand, so ask me when you need it. In case there's another
        complaint, also make a message filter in Thunderbird, named "Important people", that adds a star to everything
        from that email address. {wisher} has emailed us a wish list. Forward that email, in the Mail app on my phone,
        to {planner}, who's planning the next version; their email address is in Thunderbird's address book. For
        everybody else, create a new text document on docs.example, in Firefox, with the title "{page}"; it should say
        "{page_text}".
    """,
    todo=[
        Do("amount", "coming.amount_by_mail", {"sender": Fact("bookkeeper")}),
        Do("refund", "expenses.add", {"amount": Output("amount"), "title": Fact("refund")}),
        Do("email", _EMAIL),
        Do("present", "shop.order", {"article": Fact("article"), "name": Fact("loser"), "email": Output("email")}),
        Do("filter", "filters.star_mails", {"email": Output("email")}),
        Do("planner", "address_book.email_of", {"name": Fact("planner")}),
        Do("wishes", "mailings.forward", {"sender": Fact("wisher"), "email": Output("planner")}),
        Do("page", "docs_site.write", {"title": Fact("page"), "text": Fact("page_text")}),
    ],
)

_OPENING = """
    I run support for a few small programs, and the requests have piled up while we were all away.
"""

SCENARIO = Scenario(
    "support_backlog",
    __name__,
    "close the backlog of support requests",
    FACTS,
    _OPENING,
    {"faults": _FAULTS, "calls": _CALLS, "complaints": _COMPLAINTS},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
