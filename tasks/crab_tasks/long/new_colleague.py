"""Welcoming a new colleague: names and numbers; the desk and what belongs to it; paperwork and plans."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, on_weekday

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "colleague": person("Kira Lindt"),
    "email": email_address("juniper45@northmail.example"),
    "team": path_like(f"{_DOCUMENTS}/team_68.ods", ("team", "staff", "department")),
    "letter": path_like(f"{_DOCUMENTS}/party_77.odt", ("party", "summer_party", "invitation")),
    "lunch": choice(("Welcome lunch", "Lunch with the whole team", "Lunch for our new colleague"), type="line"),
    "day": on_weekday(date_ahead("2026-11-27")),
    "time": choice(("12:05", "12:20", "12:35", "13:10"), type="time"),
    "article": choice(("Desk lamp", "Wall calendar", "Fountain pen")),
    "issue": choice(
        ("Give our new colleague access", "Add a new member to the team", "New account needed"), type="line"
    ),
    "repository": choice(("harbour/tide-tables", "lines/timetable", "kitchen/unit-converter")),
    "porter": person("Dario Holm"),
    "code_note": choice(("Front door", "How to get in", "Office door"), type="line"),
    "display": choice(
        tuple([f"{_DOCUMENTS}/{name}" for name in ("display", "lobby_screen", "signboard")]), type="path"
    ),
    "greeting": choice(("Welcome to our team", "Good to have you here", "A warm welcome to you"), type="line"),
    "city": choice(("Lagos", "Quito", "Nairobi"), type="city"),
    "offices": path_like(f"{_DOCUMENTS}/offices_65.pdf", ("offices", "branches", "locations")),
    "folder": choice(("First weeks", "Documents to sign", "Paperwork"), type="line"),
    "page": choice(("Your first day", "Welcome to the team", "For your first day"), type="line"),
    "page_text": choice(
        ("We start at nine in the small meeting room", "Your desk is by the window", "Ask me anything you like"),
        type="line",
    ),
    "club": path_like(f"{_DOCUMENTS}/chess_club_27.txt", ("chess_club", "chess", "our_chess_club")),
    "list": choice(("New people", "Before the first day", "Onboarding"), type="line"),
    "next": choice(("Order a key card", "Clear the desk", "Print the name plate"), type="line"),
    "later": choice(("Book the small meeting room", "Tell the neighbours", "Find a parking space"), type="line"),
    "boss": person("Hugo Castro"),
    "report": choice(("Report on the first week", "Sign the contract", "Fill in the payroll form"), type="line"),
    "my_email": email_address("willow72@orchard.example"),
}
"""What the words and the things to do share."""

_TIME = Question(
    fact="time",
    answer="It starts at {time}.",
    forms=((("time", "when", "hour", "begin"),),),
    asks=("What time does the lunch start?", "When does it begin?", "What time should I enter for the lunch?"),
)

_NAMES = Chapter(
    goal="""
        They should text me their new work number in a few minutes. Make a new contact with their name and that number
        in my phone's contacts, and another one in Thunderbird's address book on the computer. Next, bring our team
        list, {team}, up to date: in Calc, enter their name and email address, {email}, in the first empty row, and save
        the spreadsheet. Everybody who joins us gets an invitation to our summer party, even when it's still months
        away. Theirs, {letter}, still says "NAME" in some places. Open it in Writer, replace that word with their full
        name wherever it stands by itself, leave everything else as it is, and save the letter. Finally, we're all
        having lunch together on {day}. I still have to check what time it starts, so ask me when you get to it, and put
        the lunch in my phone's calendar as "{lunch}".
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
        I'd like a small present to be on their desk, so order a "{article}" on shop.example, in Firefox, in their name,
        with standard delivery to "12 Quay Street, Alder" and my email address, {my_email}, for the confirmation.
        They'll be working on {repository}, so open an issue called "{issue}" in that repository on git.example, also in
        Firefox; the title is enough. The code for the front door is being changed, and {porter} will text me the new
        one shortly. Create a new note on notes.example, in Firefox, with the title "{code_note}" and just the code as
        its text. The display in the lobby should say something nice on the first day: in Visual Studio Code, open the
        project {display} and change the greeting in texts.ini to "{greeting}", and nothing else. And our office in
        {city}, which sets up their account, has asked for one ring when we're ready: look up its number in the PDF
        {offices}, in Document Viewer, then call it from my phone and hang up.
    """,
    todo=[
        Do("desk", "shop.order", {"article": Fact("article"), "name": Fact("colleague"), "email": Fact("my_email")}),
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
            The office has just called me back on the other line. Our new colleague will be working with them a lot, so
            please add {city} to the world clock in Clocks on the computer.
        """,
        todo=[Do("clock", "clocks.add_city", {"city": Fact("city")})],
    ),
)

_PAPERS = Chapter(
    goal="""
        The first weeks will bring a lot of paperwork, so make a folder called "{folder}" for it in the Drive app on my
        phone. For the first day, create a new text document on docs.example, in Firefox, with the title "{page}"; it
        should say "{page_text}". I also promised our new colleague the phone number of our chess club, but {club}, the
        file it's in, has ended up in the trash. Restore it in Files and email it to them as an attachment, with
        Thunderbird, at {email}. There are bound to be questions, and I don't want to overlook any: make a message
        filter in Thunderbird, named "Important people", that adds a star to everything from that email address. Then
        there's my own work. In the phone's Notes I have a checklist called "{list}"; take the first item that isn't
        ticked, and add it, word for word, as a to-do in the phone's Tasks. The to-do "{report}" is in Tasks already,
        and has to be done by the day of my meeting with {boss}. Check in the phone's calendar when we meet, and make
        that day its due date.
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
    {colleague} is joining our team soon, and I want everything to be ready for their first day.
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
