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
        ("Your photo will soon hang in the town hall", "Come and see your photo", "Your photo is on show"), type="line"
    ),
    "framer": person("Lev Berg"),
    "secretary": person("Bruno Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/invited_36.txt", ("invited", "guests", "opening_guests")),
    "opening": choice(("Opening of the exhibition", "Opening in the town hall", "First evening"), type="line"),
    "mayor": person("Clara Holm"),
    "hour": choice(("18:10", "18:25", "18:40", "18:55"), type="time"),
    "old_hour": choice(("17:05", "17:20", "17:35", "19:25", "19:40"), type="time"),
    "day": day("2026-12-11", date(2026, 11, 25), date(2026, 12, 19)),
    "member": person("Inês Albers"),
    "email": email_address("juniper45@northmail.example"),
    "members": path_like(f"{_DOCUMENTS}/members_68.ods", ("members", "nature_club", "club")),
    "contest": path_like(f"{_DOCUMENTS}/contest_83.txt", ("contest", "rules", "prize")),
    "question": choice(("Who hands over the prizes?", "How many prizes are there?", "Who is the jury?"), type="line"),
    "programme": path_like(f"{_DOCUMENTS}/programme_16.odp", ("programme", "opening", "evening")),
    "hint": choice(("Your talk comes last", "You have ten minutes", "Please bring your own laptop"), type="line"),
    "slides": path_like(f"{_DOCUMENTS}/entrance_52.odp", ("entrance", "foyer", "welcome")),
    "title": choice(("Seen from the bridge", "A year in pictures", "Light and shade"), type="line"),
    "keeper": person("Edith Jansen"),
    "task": choice(("Return the projector", "Thank the sponsor")),
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
    asks=("On which day is the opening?", "When is the exhibition opened?", "What is the date of the opening?"),
)

_PRINTS = Chapter(
    goal="""
        The photo {dark} is too dark for the wall. Make it clearly brighter with GIMP, by a quarter or so, and export
        the result as {bright}; then mail that new file as an attachment to {printer}, who makes the prints, with
        Thunderbird, whose address book has the address. The picture {study} is to hang upright: in Image Viewer, turn
        it clockwise by a quarter of a circle and save it as {upright}, so that the original stays as it is. The newest
        photo in the album "{album}" of my phone's Gallery will be on show, and the person after whom it is named
        doesn't know yet. Text that person "{invite}"; the number is in the phone's contacts. {framer} lends us frames.
        They are in a shed that opens with a code, and {framer} will text me the new code within the next minutes: write
        just that code into a new note in the phone's Notes, without a title.
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
        {secretary} has mailed me who is invited: in Thunderbird on the computer, save the file that is attached to the
        mail "Guest list" as {guests}, and upload it to drive.example, in Firefox, so that the others see it. {member}
        has just joined the club: enter the name in the first empty row of {members}, with the e-mail address {email},
        and save the table in Calc. Then put the opening on calendar.example, in Firefox, as an event of one hour called
        "{opening}". On which day it is, you have to ask me, and when it begins depends on the mayor, {mayor}, who will
        text me the new time within the next minutes. That evening ends our contest, and one thing about it isn't clear
        to me. Its rules are in {contest}: open that file in Text Editor, and mail "{question}" from my phone to the
        address for questions that it names.
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
        The programme of the opening is {programme}. See in Impress who gives the last talk, and text that person
        "{hint}" from my phone; the number is in its contacts. The slides for the entrance, {slides}, have no proper
        title yet: change the title of the first slide to "{title}" in Impress and save them. {keeper} has written about
        the keys of the hall. The telephone number at the end of that mail, "Keys of the hall", belongs in the note of
        the task "{task}" in Endeavour; the mail is on mail.example, read it in Firefox. And so that there is a glass
        for everybody, look up how many seats the hall has, on the last page of {hall} in Document Viewer, and mail just
        that number to {caterer} from mail.example.
    """,
    todo=[
        Do("speaker", "talks.speaker", {"file": Fact("programme")}),
        Do("speakers_number", "contacts.phone_of", {"name": Output("speaker")}),
        Do("hint", "messages.send", {"number": Output("speakers_number"), "text": Fact("hint")}),
        Do("title", "lectures.retitle", {"file": Fact("slides"), "text": Fact("title")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("keeper")}),
        Do("note", "errands.note_number", {"task": Fact("task"), "number": Output("keys")}),
        Do("seats", "document_viewer.seats", {"file": Fact("hall")}),
        Do("caterer", "mail_site.send", {"email": Fact("caterer"), "text": Output("seats")}),
    ],
    later=Later(
        after="title",
        words="""
            One more thing comes before the opening: enter "{hanging}" on {hanging_day} in the computer's Calendar, at
            any time of that day.
        """,
        todo=[
            Do("hanging", "calendar.add_desktop_event", {"date": Fact("hanging_day"), "title": Fact("hanging")}),
        ],
    ),
)

_OPENING = """
    Our nature club will show its best photos in the town hall, and I have promised that all will be ready in time.
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
