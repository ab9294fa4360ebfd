"""Closing the backlog of a support desk: faults of programs, people who have called, and complaints by letter."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, integer, person, phone_number
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
    "retries": integer(11, 40, 25, type="count"),
    "guide": path_like(f"{_DOCUMENTS}/first_steps_27.txt", ("first_steps", "setup_guide", "install_guide")),
    "asker": email_address("willow72@quarry.example"),
    "review": choice(("Look back at the faults", "Talk about the faults", "Meeting of the testers"), type="line"),
    "review_day": date_ahead("2026-12-08"),
    "caller": person("Nils Castro"),
    "answer": choice(
        ("We have seen your call and ring back soon", "Your request is with us now", "Sorry that nobody answered"),
        type="line",
    ),
    "trainee": person("Edith Lindt"),
    "job": choice(("Sort the old requests", "Take the calls until five", "Tidy up the help pages"), type="line"),
    "roster": path_like(f"{_DOCUMENTS}/hotline_44.csv", ("hotline", "telephone", "desk")),
    "day": date_ahead("2026-11-26"),
    "duty": choice(
        ("Please call all customers back", "You have the hotline that day", "Please keep the line free"), type="line"
    ),
    "mover": person("Kira Holm"),
    "teller": person("Bruno Ekman"),
    "others": phone_number("+1 555 0116"),
    "prize": choice(("a kettle", "a canoe", "a sofa", "a violin", "an oven")),
    "regular": person("Nils Lindt"),
    "bookkeeper": person("Ada Jansen"),
    "refund": choice(("Refund for a licence", "Money back", "Paid twice"), type="line"),
    "loser": person("Greta Berg"),
    "email": email_address("heron31@harbour.example"),
    "article": choice(("Stoneware mug", "Wall calendar", "Desk lamp", "Map puzzle")),
    "wisher": person("Hugo Albers"),
    "planner": person("Jonas Dorn"),
    "page": choice(("Questions and answers", "What to try first", "Known faults"), type="line"),
    "page_text": choice(
        ("Please restart the program first", "The fault is mended in the next version", "A long wait is no fault"),
        type="line",
    ),
}
"""What the words and the things to do share."""

_EMAIL = Question(
    fact="email",
    answer="The address is {email}.",
    forms=((("address", "email", "mail"),),),
    asks=("What is the e-mail address for the confirmation?", "Which e-mail address do I give?", "To which address?"),
)

_FAULTS = Chapter(
    goal="""
        In {repository} on git.example the issue "{fixed}" is still open, although the fault was mended long ago; close
        it, in Firefox. Another fault is in our server. Count in the terminal how many lines of level ERROR its log
        {log} has, and see, also there, with git who made the latest commit in its repository {code}. That person should
        look into it: mail them just the count of these lines, from my phone, whose contacts have the address. Our
        mailer gives up too early: in Visual Studio Code, set the number of retries in settings.ini of the project
        {mailer} to {retries}, and change nothing else. And a customer can't install anything, because I threw {guide}
        away by mistake. Restore it from the trash with Files, and mail it to {asker} as an attachment with Thunderbird.
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
            I have just seen that "{fixed}" is closed, thank you. Then put "{review}" on {review_day} into the
            computer's Calendar, at any time of that day.
        """,
        todo=[Do("review", "calendar.add_desktop_event", {"date": Fact("review_day"), "title": Fact("review")})],
    ),
)

_CALLS = Chapter(
    goal="""
        Yesterday's latest missed call on my phone was from {caller}, a customer. Save that number in the phone's
        contacts under this name, and send a text message to it: "{answer}". {mover}, another customer, is getting a new
        telephone number and will text it to me within the next minutes; put it in place of the old one in the contacts.
        {trainee}, our trainee, asks by text message what to do. Answer in that conversation: "{job}". {teller}'s latest
        text message is to be passed on, so forward it to {others}. Who has the hotline on {day} stands in {roster},
        look there in the computer's terminal, and mail that person from my phone: "{duty}"; the e-mail address is in
        the contacts. The number that claims by text message that I have won {prize} isn't a customer's, block it. And
        call {regular}, our oldest customer, and hang up, which is our sign that we are back; the number is in the
        contacts.
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
        One customer has paid twice. {bookkeeper} is looking up how much that was and will mail the final amount within
        the next minutes, see Thunderbird on the computer; record it in the Expenses app of my phone as "{refund}".
        {loser} has lost a day's work by our fault and gets a present: order one "{article}" for {loser} on
        shop.example, in Firefox, with standard delivery to "12 Quay Street, Alder". For the confirmation give {loser}'s
        e-mail address, which you have to ask me for. So that we don't overlook the next complaint, make a message
        filter named "Important people" in Thunderbird that adds a star to mails from that address. {wisher} has mailed
        a list of wishes; forward that mail, in the Mail app of my phone, to {planner}, who plans the next version and
        whose address is in Thunderbird's address book. For all the others, write a new text "{page}" on docs.example in
        Firefox that says "{page_text}".
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
    I'm in charge of the support for a few small programs, and while we were all away the requests have piled up.
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
