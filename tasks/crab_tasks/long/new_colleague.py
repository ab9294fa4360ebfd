"""Welcoming a new colleague: address books, the letter, the desk; then access, papers, calls and what comes next."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "colleague": person("Kira Lindt"),
    "email": email_address("juniper45@northmail.example"),
    "team": path_like(f"{_DOCUMENTS}/team_68.ods", ("team", "staff", "department")),
    "letter": path_like(f"{_DOCUMENTS}/welcome_77.odt", ("welcome", "first_day", "greeting")),
    "article": choice(("Desk lamp", "Stoneware mug", "Wall calendar", "Fountain pen")),
    "lunch": choice(("Welcome lunch", "Lunch with the team", "Getting to know each other"), type="line"),
    "day": date_ahead("2026-11-27"),
    "time": choice(("12:05", "12:20", "12:35", "13:10"), type="time"),
    "folder": choice(("First weeks", "Papers for the start", "Training"), type="line"),
    "page": choice(("Plan of the first week", "Your first day", "Who is who"), type="line"),
    "page_text": choice(
        ("We begin at nine in the small meeting room", "Your desk is by the window", "Ask me whatever you like"),
        type="line",
    ),
    "issue": choice(
        ("Give our new colleague access", "Add a new member to the team", "New account needed"), type="line"
    ),
    "repository": choice(("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter")),
    "handbook": path_like(f"{_DOCUMENTS}/handbook_27.txt", ("handbook", "house_rules", "safety")),
    "list": choice(("New people", "Before the first day", "Onboarding"), type="line"),
    "next": choice(("Order a key card", "Clear the desk", "Print the name plate"), type="line"),
    "later": choice(("Book the small meeting room", "Tell the porter", "Find a parking place"), type="line"),
    "boss": person("Hugo Castro"),
    "report": choice(("Report on the first week", "Sign the contract", "Fill in the form for the pay"), type="line"),
    "city": choice(("Lagos", "Quito", "Nairobi"), type="city"),
    "offices": path_like(f"{_DOCUMENTS}/offices_65.pdf", ("offices", "branches", "locations")),
    "phone_task": choice(("Return the projector", "Thank the sponsor", "Reserve a table")),
    "key_mail": person("Edith Jansen"),
}
"""What the words and the things to do share."""

_TIME = Question(
    fact="time",
    answer="We meet at {time}.",
    forms=((("time", "when", "hour", "begin"),),),
    asks=("At what time does the lunch begin?", "When do you meet?", "What time shall I enter for the lunch?"),
)

_FIRST = Chapter(
    goal="""
        The new mobile number came by text message: it is the one in {colleague}'s latest message on my phone.
        Save it in the phone's contacts under that name, and in Thunderbird's address book on the computer, in a
        new contact for {colleague}, too. In the table {team}, enter {colleague} with the e-mail address {email}
        in the first empty row, with Calc, and save it. The welcome letter {letter} still says "NAME"; replace
        that by {colleague} wherever it stands alone, change nothing else, and save the letter in Writer. Then
        order one "{article}" for the new desk on shop.example, in Firefox, for {colleague}, with standard
        delivery to "12 Quay Street, Alder", and give {email} for the confirmation. And put "{lunch}" into the
        phone's calendar, on {day}; ask me at what time it begins.
    """,
    todo=[
        Do("number", "messages.latest_number", {"sender": Fact("colleague")}),
        Do("contact", "contacts.add", {"name": Fact("colleague"), "phone": Output("number")}),
        Do("address_book", "address_book.add", {"name": Fact("colleague"), "phone": Output("number")}),
        Do("table", "members.add", {"name": Fact("colleague"), "email": Fact("email"), "file": Fact("team")}),
        Do("letter", "invitations.fill_in_name", {"file": Fact("letter"), "name": Fact("colleague")}),
        Do("desk", "shop.order", {"article": Fact("article"), "name": Fact("colleague"), "email": Fact("email")}),
        Do("time", _TIME),
        Do("lunch", "appointments.add_timed", {"date": Fact("day"), "time": Output("time"), "title": Fact("lunch")}),
    ],
)

_SECOND = Chapter(
    goal="""
        There has to be a place for the papers: make a folder "{folder}" in the Drive app of my phone. On
        docs.example, in Firefox, write a new text with the title "{page}" that says "{page_text}". On
        git.example, open an issue "{issue}" in {repository}, the title is enough. I have thrown away {handbook}
        by mistake: restore it from the trash in Files, and mail it to {email} as an attachment with
        Thunderbird. In the phone's Notes there's my checklist "{list}". The first item that isn't ticked is
        what I have to do next; add it to the phone's Tasks as a to-do, in the same words. The day of my meeting
        with {boss} is in the phone's calendar. The to-do "{report}" in Tasks is due that day, enter the date.
        Call our office in {city} once and hang up, so that they have my number; theirs is in the PDF {offices},
        look in Document Viewer. Add {city} to the world clock in Clocks on the computer as well. The telephone
        number at the end of {key_mail}'s mail "Keys of the hall" on mail.example, in Firefox, belongs into the
        note of the task "{phone_task}" in Endeavour. Last, in Thunderbird, make a message filter named
        "Important people" that adds a star to mails from {email}.
    """,
    todo=[
        Do("folder", "drive.add_folder", {"text": Fact("folder")}),
        Do("page", "docs_site.write", {"title": Fact("page"), "text": Fact("page_text")}),
        Do("issue", "gitbarn.open_issue", {"title": Fact("issue"), "repository": Fact("repository")}),
        Do("handbook", "trash.restore", {"file": Fact("handbook")}),
        Do("hand_over", "attachments.send", {"file": Output("handbook"), "to": Fact("email")}),
        Do("next", "notes.next_item", {"title": Fact("list"), "item": Fact("next"), "later": Fact("later")}),
        Do("to_do", "tasks.add", {"title": Output("next")}),
        Do("meeting", "calendar.meeting_date", {"name": Fact("boss")}),
        Do("due", "todos.set_due", {"title": Fact("report"), "date": Output("meeting")}),
        Do("office", "directories.office_number", {"city": Fact("city"), "file": Fact("offices")}),
        Do("call", "phone.call", {"number": Output("office")}),
        Do("clock", "clocks.add_city", {"city": Fact("city")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("key_mail")}),
        Do("note", "errands.note_number", {"task": Fact("phone_task"), "number": Output("keys")}),
        Do("filter", "filters.star_mails", {"email": Fact("email")}),
    ],
)

_OPENING = """
    {colleague} starts in our team soon, and I want everything to be ready.
"""

_SCENARIO = Scenario(
    "new_colleague", __name__, "welcome a new colleague", FACTS, _OPENING, {"arrival": _FIRST, "papers": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
