"""Welcoming a new colleague: names and numbers; the desk and what belongs to it; papers and plans."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "colleague": person("Kira Lindt"),
    "email": email_address("juniper45@northmail.example"),
    "team": path_like(f"{_DOCUMENTS}/team_68.ods", ("team", "staff", "department")),
    "letter": path_like(f"{_DOCUMENTS}/feast_77.odt", ("feast", "summer_feast", "invitation")),
    "lunch": choice(("Welcome lunch", "Lunch with the team", "Getting to know each other"), type="line"),
    "day": date_ahead("2026-11-27"),
    "time": choice(("12:05", "12:20", "12:35", "13:10"), type="time"),
    "article": choice(("Desk lamp", "Wall calendar", "Fountain pen")),
    "issue": choice(
        ("Give our new colleague access", "Add a new member to the team", "New account needed"), type="line"
    ),
    "repository": choice(("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter")),
    "porter": person("Dario Holm"),
    "code_note": choice(("Front door", "How to get in", "Door of the office"), type="line"),
    "display": choice(
        tuple([f"{_DOCUMENTS}/{name}" for name in ("display", "lobby_screen", "signboard")]), type="path"
    ),
    "greeting": choice(("Welcome to our team", "Good to have you here", "A warm welcome to you"), type="line"),
    "city": choice(("Lagos", "Quito", "Nairobi"), type="city"),
    "offices": path_like(f"{_DOCUMENTS}/offices_65.pdf", ("offices", "branches", "locations")),
    "folder": choice(("First weeks", "Papers for the start", "Training"), type="line"),
    "page": choice(("Plan of the first week", "Your first day", "Who is who"), type="line"),
    "page_text": choice(
        ("We begin at nine in the small meeting room", "Your desk is by the window", "Ask me whatever you like"),
        type="line",
    ),
    "club": path_like(f"{_DOCUMENTS}/sports_club_27.txt", ("sports_club", "rowing_club", "chess_club")),
    "list": choice(("New people", "Before the first day", "Onboarding"), type="line"),
    "next": choice(("Order a key card", "Clear the desk", "Print the name plate"), type="line"),
    "later": choice(("Book the small meeting room", "Tell the neighbours", "Find a parking place"), type="line"),
    "boss": person("Hugo Castro"),
    "report": choice(("Report on the first week", "Sign the contract", "Fill in the form for the pay"), type="line"),
}
"""What the words and the things to do share."""

_TIME = Question(
    fact="time",
    answer="We meet at {time}.",
    forms=((("time", "when", "hour", "begin"),),),
    asks=("At what time does the lunch begin?", "When do you meet?", "What time shall I enter for the lunch?"),
)

_NAMES = Chapter(
    goal="""
        {colleague} has got a mobile phone from us and will text me its number within the next minutes. Save it in the
        phone's contacts under that name, and in Thunderbird's address book on the computer, in a new contact for
        {colleague}. In the table of our team, {team}, enter {colleague} with the e-mail address {email} in the first
        empty row, with Calc, and save it. The invitation to our next summer feast, {letter}, still says "NAME"; replace
        that by {colleague} wherever it stands alone, change nothing else, and save the letter in Writer. We have lunch
        together on {day}: put that into the phone's calendar as "{lunch}", and ask me at what time it begins.
    """,
    todo=[
        Do("number", "coming.number_by_text", {"sender": Fact("colleague")}),
        Do("contact", "contacts.add", {"name": Fact("colleague"), "phone": Output("number")}),
        Do("address_book", "address_book.add", {"name": Fact("colleague"), "phone": Output("number")}),
        Do("table", "members.add", {"name": Fact("colleague"), "email": Fact("email"), "file": Fact("team")}),
        Do("letter", "invitations.fill_in_name", {"file": Fact("letter"), "name": Fact("colleague")}),
        Do("time", _TIME),
        Do("lunch", "appointments.add_timed", {"date": Fact("day"), "time": Output("time"), "title": Fact("lunch")}),
    ],
)

_DESK = Chapter(
    goal="""
        For the new desk, order one "{article}" on shop.example, in Firefox, for {colleague}, with standard delivery to
        "12 Quay Street, Alder", and give {email} for the confirmation. {colleague} is going to work on one of our
        programs: open an issue "{issue}" in {repository} on git.example, in Firefox; the title is enough. The front
        door gets a new code, which {porter} will text me within the next minutes. Write a new note on notes.example, in
        Firefox, with the title "{code_note}" and just the code as its text. The display in the hall is to say something
        nice on the first day: in Visual Studio Code, make "{greeting}" the greeting in texts.ini of the project
        {display}, and change nothing else there. Call our office in {city} from my phone once and hang up, which tells
        them that all is ready; their number is in the PDF {offices}, look in Document Viewer.
    """,
    todo=[
        Do("desk", "shop.order", {"article": Fact("article"), "name": Fact("colleague"), "email": Fact("email")}),
        Do("issue", "gitbarn.open_issue", {"title": Fact("issue"), "repository": Fact("repository")}),
        Do("code", "coming.code_by_text", {"sender": Fact("porter")}),
        Do("code_note", "notes_site.add", {"title": Fact("code_note"), "text": Output("code")}),
        Do("greeting", "projects.set_greeting", {"text": Fact("greeting"), "folder": Fact("display")}),
        Do("office", "directories.office_number", {"city": Fact("city"), "file": Fact("offices")}),
        Do("call", "phone.call", {"number": Output("office")}),
    ],
    later=Later(
        after="call",
        words="""
            They have just called me back on the other line. {colleague} will work with them a lot, so please add
            {city} to the world clock in Clocks on the computer.
        """,
        todo=[Do("clock", "clocks.add_city", {"city": Fact("city")})],
    ),
)

_PAPERS = Chapter(
    goal="""
        There has to be a place for the papers: make a folder "{folder}" in the Drive app of my phone. On docs.example,
        in Firefox, write a new text with the title "{page}" that says "{page_text}". The file {club}, which has the
        number of our club, is in the trash by mistake: restore it in Files, and mail it as an attachment with
        Thunderbird to {email}, the address of {colleague}. So that I overlook no question, make a message filter named
        "Important people" in Thunderbird, which adds a star to mails from {email}. In the phone's Notes there's
        my checklist "{list}": the first item that isn't ticked is what I have to do next; add it to the phone's Tasks
        as a to-do, in the same words. The to-do "{report}", which is in Tasks already, is due on the day of my meeting
        with {boss}; see in the phone's calendar which day that is, and enter the date.
    """,
    todo=[
        Do("folder", "drive.add_folder", {"text": Fact("folder")}),
        Do("page", "docs_site.write", {"title": Fact("page"), "text": Fact("page_text")}),
        Do("club", "trash.restore", {"file": Fact("club")}),
        Do("hand_over", "attachments.send", {"file": Output("club"), "to": Fact("email")}),
        Do("filter", "filters.star_mails", {"email": Fact("email")}),
        Do("next", "notes.next_item", {"title": Fact("list"), "item": Fact("next"), "later": Fact("later")}),
        Do("to_do", "tasks.add", {"title": Output("next")}),
        Do("meeting", "calendar.meeting_date", {"name": Fact("boss")}),
        Do("due", "todos.set_due", {"title": Fact("report"), "date": Output("meeting")}),
    ],
)

_OPENING = """
    {colleague} is joining our team soon, and I want everything to be ready.
"""

_SCENARIO = Scenario(
    "new_colleague",
    __name__,
    "welcome a new colleague",
    FACTS,
    _OPENING,
    {"arrival": _NAMES, "desk": _DESK, "papers": _PAPERS},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
