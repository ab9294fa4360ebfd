"""A class trip: the way there, the place, and the parents."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import day, email_address, on_weekday

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "day": day("2026-12-09", date(2026, 12, 2), date(2026, 12, 19)),
    "papers": path_like(f"{_DOCUMENTS}/agency_58.zip", ("agency", "journey", "tickets")),
    "folder": choice(tuple([f"{_DOCUMENTS}/{name}" for name in ("class_trip", "on_the_way", "train")]), type="path"),
    "colleague": person("Jonas Ivers"),
    "bus": path_like(f"{_DOCUMENTS}/bus_94.txt", ("bus", "coach", "transfer")),
    "start": choice(("Bus from the station", "Everybody on the bus", "The bus leaves"), type="line"),
    "helper": person("Mina Fontaine"),
    "boats": path_like(f"{_DOCUMENTS}/boats_37.pdf", ("boats", "on_the_lake", "boat_trips")),
    "places": choice(
        ("Twenty children and two adults, please", "A boat for our class, please", "Is there a boat at noon?"),
        type="line",
    ),
    "kit": choice(("Pack the first-aid kit", "Copy the insurance cards", "Charge the radio"), type="line"),
    "hut": path_like(f"{_DOCUMENTS}/hut_25.ods", ("hut", "cottage", "hostel")),
    "deposit": choice(("Hut deposit", "Deposit for the hut", "Night in the hut"), type="line"),
    "warden": person("Nils Jansen"),
    "article": choice(("Map puzzle", "Steel bottle", "Hand torch")),
    "me": person("Greta Holm"),
    "my_email": email_address("willow72@orchard.example"),
    "town": choice(("Stonegate", "Alder", "Port Haven"), type="place"),
    "quiz": choice(("The last quiz question", "Quiz about lighthouses", "For the quiz"), type="line"),
    "speaker": person("Edith Lindt"),
    "evening_day": on_weekday(day("2026-11-24", date(2026, 11, 17), date(2026, 11, 30))),
    "evening_before": on_weekday(day("2026-11-12", date(2026, 11, 10), date(2026, 11, 16))),
    "evening_time": choice(("18:35", "19:05", "19:25", "19:40"), type="time"),
    "evening": choice(("Evening with the parents", "Information evening", "Talk about the trip"), type="line"),
    "debtor": person("Hugo Fontaine"),
    "pupil": person("Kira Lindt"),
    "email": email_address("juniper45@northmail.example"),
    "table": path_like(f"{_DOCUMENTS}/class_68.ods", ("class", "families", "class_list")),
    "page": choice(("What to bring", "Letter to the parents", "Our trip"), type="line"),
    "page_text": choice(
        ("Every child needs a rain jacket", "Please pack boots and a warm jumper", "Bring lunch for the first day"),
        type="line",
    ),
    "list": choice(("For the rucksack", "Things for the trip", "Trip with the class"), type="line"),
    "item": choice(("Plasters", "List of phone numbers", "Whistle"), type="line"),
}
"""What the words and the things to do share."""

_TIME = Question(
    fact="evening_time",
    answer="It begins at {evening_time}.",
    forms=((("time", "when", "hour", "begin", "start"),),),
    asks=("What time does the evening begin?", "When does it start?", "What time should I enter for the evening?"),
)

_JOURNEY = Chapter(
    goal="""
        We're going by train first. The travel agency's documents are in {papers}: with Archive Manager, extract only
        itinerary.txt into the new folder {folder}, and email that file as an attachment, with Thunderbird, to
        {colleague}, who's coming with us. Their email address is in my phone's contacts. From the station we take a
        bus. Open {bus} in Text Editor to see what time it leaves, and put "{start}" in the phone's calendar on {day} at
        that time. {helper} is bringing our luggage to the bus and needs to know as well, so text them just the
        departure time; their number is in the phone's contacts. I'd also like the children to get out on the lake, even
        in winter. There's an email address for bookings on the last page of the brochure {boats}; look it up in
        Document Viewer, and email "{places}" to it from my phone.
    """,
    todo=[
        Do("papers", "packing.extract", {"archive": Fact("papers"), "folder": Fact("folder")}),
        Do("colleague", "contacts.email_of", {"name": Fact("colleague")}),
        Do("itinerary", "attachments.send", {"file": Output("papers"), "to": Output("colleague")}),
        Do("bus", "text_editor.departure", {"file": Fact("bus")}),
        Do(
            "start",
            "appointments.add_timed",
            {"date": Fact("day"), "time": Output("bus"), "title": Fact("start")},
        ),
        Do("helper", "contacts.phone_of", {"name": Fact("helper")}),
        Do("luggage", "messages.send", {"number": Output("helper"), "text": Output("bus")}),
        Do("boats", "directories.bookings", {"file": Fact("boats")}),
        Do("places", "mail.send", {"email": Output("boats"), "text": Fact("places")}),
    ],
    later=Later(
        after="luggage",
        words="""
            That reminds me: please add "{kit}" to the phone's Tasks as a to-do.
        """,
        todo=[Do("kit", "tasks.add", {"title": Fact("kit")})],
    ),
)

_PLACE = Chapter(
    goal="""
        Our destination is on calendar.example. Open the event "Excursion" on {day} there, in Firefox, and save the
        place it names in the list "Want to go" in my phone's Maps. We'll be sleeping in a hut, whose costs are in
        {hut}: look up the deposit with Calc, and record it in the phone's Expenses app as "{deposit}". {warden}, who
        looks after the hut, is about to text me their new number. Add them to the phone's contacts with that number. On
        the last evening there's a quiz, with a "{article}" as the prize: please order one on shop.example, in Firefox,
        in my name, {me}, with standard delivery to "12 Quay Street, Alder" and {my_email} for the confirmation. The
        last question is how tall the {town} lighthouse is, and I still need the answer. Look up its height in metres in
        Firefox, in the table of the article "Lighthouse" on wiki.example, and write just the number as the text of a
        new note on notes.example, also in Firefox, with the title "{quiz}".
    """,
    todo=[
        Do("place", "calendar_site.place", {"date": Fact("day")}),
        Do("wish", "maps.save", {"place": Output("place")}),
        Do("hut", "tables.deposit", {"file": Fact("hut")}),
        Do("deposit", "expenses.add", {"amount": Output("hut"), "title": Fact("deposit")}),
        Do("new_number", "coming.number_by_text", {"sender": Fact("warden")}),
        Do("warden", "contacts.add", {"name": Fact("warden"), "phone": Output("new_number")}),
        Do("prize", "shop.order", {"article": Fact("article"), "name": Fact("me"), "email": Fact("my_email")}),
        Do("height", "wiki.lighthouse_height", {"town": Fact("town")}),
        Do("quiz", "notes_site.add", {"title": Fact("quiz"), "text": Output("height")}),
    ],
)

_PARENTS = Chapter(
    goal="""
        I've promised the parents an information evening, but it has had to be postponed. {speaker}, who speaks for
        them, will text me the new date shortly. I still have to find out from when we can have the room, so ask me what
        time it begins when you get to it. Put the evening in my phone's calendar as "{evening}". {pupil} is new to the
        class and isn't on our list yet: in Calc, enter their name in the first empty row of {table}, with the email
        address {email}, and save the spreadsheet. For all the families, create a new text document on docs.example, in
        Firefox, with the title "{page}"; it should say "{page_text}". {debtor} hasn't paid for everything yet, and has
        asked how much is still due. You'll find it in the sheet "Shared costs", which is on docs.example as well; text
        them just that amount. Their number is in my phone's contacts. And before I forget, add "{item}" to my checklist
        "{list}" in the phone's Notes.
    """,
    todo=[
        Do(
            "evening_day",
            "coming.date_by_text",
            {"sender": Fact("speaker"), "value": Fact("evening_day"), "old": Fact("evening_before")},
        ),
        Do("evening_time", _TIME),
        Do(
            "evening",
            "appointments.add_timed",
            {"date": Output("evening_day"), "time": Output("evening_time"), "title": Fact("evening")},
        ),
        Do("pupil", "members.add", {"name": Fact("pupil"), "email": Fact("email"), "file": Fact("table")}),
        Do("page", "docs_site.write", {"title": Fact("page"), "text": Fact("page_text")}),
        Do("owed", "docs_site.amount_owed", {"name": Fact("debtor")}),
        Do("debtor", "contacts.phone_of", {"name": Fact("debtor")}),
        Do("reminder", "messages.send", {"number": Output("debtor"), "text": Output("owed")}),
        Do("item", "notes.add_item", {"text": Fact("item"), "title": Fact("list")}),
    ],
)

_OPENING = """
    My class is setting off on a trip on {day}, and I'd like to have everything settled before then.
"""

SCENARIO = Scenario(
    "school_trip",
    __name__,
    "prepare a class trip",
    FACTS,
    _OPENING,
    {"journey": _JOURNEY, "place": _PLACE, "parents": _PARENTS},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
