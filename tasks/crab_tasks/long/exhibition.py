"""A photo exhibition in the town hall: the prints, the guests, and the evening of the opening."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "dark": choice(tuple([f"{_PICTURES}/entry_{n}.png" for n in (12, 17, 26, 43)]), type="picture"),
    "bright": path_like(f"{_PICTURES}/print_31.png", ("print", "for_print", "brighter")),
    "printer": person("Chloé Grau"),
    "study": choice(tuple([f"{_PICTURES}/study_{n}.png" for n in (3, 8, 14, 21)]), type="picture"),
    "upright": path_like(f"{_PICTURES}/upright_71.png", ("upright", "study_upright", "turned")),
    "album": choice(("Guests", "Neighbours", "Colleagues")),
    "invite": choice(
        ("Your photo will soon hang in the town hall", "Come and see your photo", "Your photo will be on show"),
        type="line",
    ),
    "framer": person("Lev Berg"),
    "secretary": person("Bruno Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/invited_36.txt", ("invited", "guests", "opening_guests")),
    "opening": choice(("Opening of the exhibition", "Opening in the town hall", "Opening night"), type="line"),
    "mayor": person("Clara Holm"),
    "hour": choice(("18:10", "18:25", "18:40", "18:55"), type="time"),
    "old_hour": choice(("17:05", "17:20", "17:35", "19:25", "19:40"), type="time"),
    "day": day("2026-12-11", date(2026, 11, 25), date(2026, 12, 19)),
    "member": person("Inês Albers"),
    "email": email_address("juniper45@northmail.example"),
    "members": path_like(f"{_DOCUMENTS}/members_68.ods", ("members", "nature_club", "club")),
    "contest": path_like(f"{_DOCUMENTS}/contest_83.txt", ("contest", "rules", "prize")),
    "question": choice(
        ("Who's presenting the prizes?", "How many prizes are there?", "Who's on the jury?"), type="line"
    ),
    "programme": path_like(f"{_DOCUMENTS}/programme_16.odp", ("programme", "opening", "evening")),
    "hint": choice(("Your talk comes last", "You have ten minutes", "Please bring your own laptop"), type="line"),
    "slides": path_like(f"{_DOCUMENTS}/entrance_52.odp", ("entrance", "foyer", "welcome")),
    "title": choice(("Seen from the bridge", "A year in pictures", "Light and shade"), type="line"),
    "keeper": person("Edith Jansen"),
    "hall": path_like(f"{_DOCUMENTS}/town_hall_12.pdf", ("town_hall", "hall", "great_hall")),
    "caterer": email_address("saffron19@harbour.example"),
    "hanging": choice(("Hang the pictures", "Fetch the frames", "Put up the lamps"), type="line"),
    "hanging_day": day("2026-11-18", date(2026, 11, 10), date(2026, 11, 23)),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="day",
    answer="The opening is on {day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day is the opening?", "When does the exhibition open?", "What is the date of the opening?"),
)

_PRINTS = Chapter(
    goal="""
        The photo {dark} is too dark for the wall. In GIMP on the computer, make it noticeably brighter, by a quarter or
        so, and export the result as {bright}. Then email the new file as an attachment to {printer}, who makes our
        prints; please use Thunderbird, which has their email address in its address book. Another picture, {study}, is
        meant to hang upright. Give it a quarter turn clockwise in Image Viewer and save it as {upright}, leaving the
        original as it is. The newest photo in the album "{album}" in my phone's Gallery will be in the show, too. Its
        title is the name of the person in it, who doesn't know yet. Text them "{invite}"; their number is in the
        phone's contacts. We're also borrowing frames from {framer}, who keeps them in a shed with a code lock and will
        text me the new code shortly. I don't want to lose it, so write just the code in a new note in the phone's Notes
        app, without a title.
    """,
    todo=[
        Do("bright", "gimp_pictures.brighten", {"source": Fact("dark"), "target": Fact("bright")}),
        Do("printer", "address_book.email_of", {"name": Fact("printer")}),
        Do("print", "attachments.send", {"file": Output("bright"), "to": Output("printer")}),
        Do("upright", "viewing.turn", {"picture": Fact("study"), "file": Fact("upright")}),
        Do("newest", "gallery.newest", {"album": Fact("album")}),
        Do("number", "contacts.phone_of", {"name": Output("newest")}),
        Do("invite", "messages.send", {"number": Output("number"), "text": Fact("invite")}),
        Do("code", "coming.code_by_text", {"sender": Fact("framer")}),
        Do("note_code", "notes.add", {"text": Output("code")}),
    ],
)

_GUESTS = Chapter(
    goal="""
        {secretary} has emailed me the guest list. In Thunderbird on the computer, save the file attached to their email
        "Guest list" as {guests}, and upload it to drive.example in Firefox so that the others can see it. {member},
        who'll be coming too, has only just joined the club: in Calc, enter their name and their email address, {email},
        in the first empty row of {members}, and save the spreadsheet. The opening itself should go on calendar.example,
        so add it there in Firefox as a one-hour event called "{opening}". The day isn't settled yet, so ask me when you
        get to it. When it begins depends on the mayor, {mayor}, who will text me the starting time any minute now. Our
        contest ends that evening, and there's one thing about it I'm not sure of. The rules are in {contest}: open that
        in Text Editor, find the email address for questions, and send an email there from my phone, saying "{question}"
    """,
    todo=[
        Do("guests", "attachments.save", {"sender": Fact("secretary"), "file": Fact("guests")}),
        Do("shared", "drive_site.upload", {"file": Output("guests")}),
        Do("member", "members.add", {"name": Fact("member"), "email": Fact("email"), "file": Fact("members")}),
        Do("day", _DAY),
        Do("hour", "coming.time_by_text", {"sender": Fact("mayor"), "value": Fact("hour"), "old": Fact("old_hour")}),
        Do(
            "opening",
            "calendar_site.add",
            {"date": Output("day"), "time": Output("hour"), "title": Fact("opening")},
        ),
        Do("contest", "text_editor.address_for_questions", {"file": Fact("contest")}),
        Do("question", "mail.send", {"email": Output("contest"), "text": Fact("question")}),
    ],
)

_EVENING = Chapter(
    goal="""
        The programme for the opening is {programme} on the computer. Open it in Impress to see who gives the last talk,
        and text them "{hint}" from my phone; their number is in its contacts. The slides for the entrance, {slides},
        don't have a proper title yet: in Impress, change the title of the first one to "{title}" and save them.
        {keeper} lets us have the hall for nothing, and I'd like to call them to say thank you. Their phone number is at
        the end of their latest email about the keys to the hall, which you can read on mail.example, in Firefox; copy
        it into the note of the task "Thank the sponsor" in Endeavour. Finally, there should be a drink for everyone,
        and the caterer has to know how many seats the hall has. You'll find that on the last page of {hall}, which
        opens in Document Viewer; email just the number to {caterer} from mail.example.
    """,
    todo=[
        Do("speaker", "talks.speaker", {"file": Fact("programme")}),
        Do("speakers_number", "contacts.phone_of", {"name": Output("speaker")}),
        Do("hint", "messages.send", {"number": Output("speakers_number"), "text": Fact("hint")}),
        Do("title", "lectures.retitle", {"file": Fact("slides"), "text": Fact("title")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("keeper")}),
        Do("note", "errands.note_number", {"task": "Thank the sponsor", "number": Output("keys")}),
        Do("seats", "document_viewer.seats", {"file": Fact("hall")}),
        Do("caterer", "mail_site.send", {"email": Fact("caterer"), "text": Output("seats")}),
    ],
    later=Later(
        after="title",
        words="""
            There's one more thing to do before the opening: please add "{hanging}" to the Calendar on the computer, on
            {hanging_day}; the time doesn't matter.
        """,
        todo=[
            Do("hanging", "calendar.add_desktop_event", {"date": Fact("hanging_day"), "title": Fact("hanging")}),
        ],
    ),
)

_OPENING = """
    Our nature club is showing its best photos in the town hall, and I've promised that everything will be ready in
    time.
"""

SCENARIO = Scenario(
    "exhibition",
    __name__,
    "open a photo exhibition",
    FACTS,
    _OPENING,
    {"prints": _PRINTS, "guests": _GUESTS, "evening": _EVENING},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
