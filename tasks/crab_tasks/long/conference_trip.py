"""A trip to a conference: train, host and clashing appointments; then the slides, the excursion and the luggage."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, Output, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS = "/home/user/Documents"
_TOWNS = ("Stonegate", "Millbrook", "Pinehaven")

FACTS = {
    "town": choice(_TOWNS),
    "day": date_ahead("2026-12-03"),
    "time": choice(("06:40", "09:10", "13:25", "17:55"), type="time"),
    "kind": choice(("single", "return")),
    "expense": choice(("Train to the conference", "Conference ticket", "Railway fare"), type="line"),
    "host": person("Ada Jansen"),
    "wake": choice(("05:10", "05:25", "05:40", "05:55"), type="time"),
    "label": choice(("Off to the train", "Conference", "Pack the laptop"), type="line"),
    "friend": person("Lev Holm"),
    "free_day": date_ahead("2026-12-10"),
    "event": choice(("Boat inspection", "Budget round", "Fire drill", "Rent talk")),
    "later": date_ahead("2026-12-14"),
    "talk": path_like(f"{_DOCUMENTS}/my_talk_73.odp", ("my_talk", "keynote", "paper")),
    "slides": path_like(f"{_DOCUMENTS}/slides_18.pdf", ("slides", "handout", "final")),
    "organiser": person("Chloé Grau"),
    "session": path_like(f"{_DOCUMENTS}/session_16.odp", ("session", "programme", "track")),
    "question": choice(("Shall we swap our slots?", "Can we share a projector?", "May I speak last?"), type="line"),
    "boats": path_like(f"{_DOCUMENTS}/excursion_37.pdf", ("excursion", "boat_trip", "social_event")),
    "places": choice(("Two places, please", "One place for me, please", "Three places, please"), type="line"),
    "list": choice(("Luggage", "Suitcase", "For the conference"), type="line"),
    "item": choice(("Badge", "Rain jacket", "Charger", "Spare glasses"), type="line"),
    "chore": choice(("Water the plants first", "Hand in the travel form", "Print the poster"), type="line"),
    "village": choice(("Bendern", "Malbun", "Nendeln", "Schaanwald"), type="place"),
}
"""What the words and the things to do share."""

_FIRST = Chapter(
    goal="""
        Book me a seat from Alder to {town} on {day} at {time} on travel.example, in Firefox on the computer:
        one seat, second class, no bicycle. Then look up on travel.example, this time in the browser of my
        phone, what the {kind} fare to {town} is, and record that amount in the Expenses app as "{expense}". In
        the phone's browser travel.example also says when the {time} train from Alder is in {town}: text just
        that time to {host}, with whom I'm staying; the number is in the phone's contacts. I need an alarm on
        the phone for {wake}, labelled "{label}". And two things have to move. Put the lunch with {friend} in
        the phone's calendar to {free_day}, same time of day, and in the Calendar on the computer move "{event}"
        to {later}, also at the same time and as long as before.
    """,
    todo=[
        Do("train", "travel_site.book", {"town": Fact("town"), "date": Fact("day"), "time": Fact("time")}),
        Do("fare", "browsing.fare", {"kind": Fact("kind"), "town": Fact("town")}),
        Do("expense", "expenses.add", {"amount": Output("fare"), "title": Fact("expense")}),
        Do("arrival", "browsing.arrival", {"departure": Fact("time"), "town": Fact("town")}),
        Do("number", "contacts.phone_of", {"name": Fact("host")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("arrival")}),
        Do("alarm", "timers.labelled_alarm", {"time": Fact("wake"), "label": Fact("label")}),
        Do("lunch", "meetups.move", {"name": Fact("friend"), "date": Fact("free_day")}),
        Do("meeting", "appointments.put_off", {"event": Fact("event"), "date": Fact("later")}),
    ],
    later=Later(
        after="alarm",
        words='I forgot something: add the task "{chore}" to Endeavour on the computer, please.',
        todo=[Do("chore", "endeavour.add", {"text": Fact("chore")})],
    ),
)

_SECOND = Chapter(
    goal="""
        My talk is {talk}. Export it with Impress as the PDF {slides} and mail that as an attachment to
        {organiser}, who organises the conference; the address is in Thunderbird's address book, and please send
        it with Thunderbird. Put a copy of the PDF on drive.example as well, in Firefox. The programme of my
        session is the presentation {session}. Open it in Impress and see who the speaker of the last talk is;
        write that person a mail from my phone that says "{question}", the address is in the phone's contacts.
        For the excursion there is a PDF about boat trips, {boats}. Look in the Document Viewer where bookings
        go, and mail there from the phone: "{places}". Some small things are left. In the phone's Notes, the
        checklist "{list}" lacks the item "{item}". Save {village} in the list "Want to go" of the phone's Maps,
        I want to see it on the way. And turn on Do Not Disturb on the phone.
    """,
    todo=[
        Do("slides", "lectures.export", {"talk": Fact("talk"), "file": Fact("slides")}),
        Do("organiser", "address_book.email_of", {"name": Fact("organiser")}),
        Do("hand_in", "attachments.send", {"file": Output("slides"), "to": Output("organiser")}),
        Do("copy", "drive_site.upload", {"file": Output("slides")}),
        Do("speaker", "talks.speaker", {"file": Fact("session")}),
        Do("address", "contacts.email_of", {"name": Output("speaker")}),
        Do("question", "mail.send", {"email": Output("address"), "text": Fact("question")}),
        Do("boats", "directories.bookings", {"file": Fact("boats")}),
        Do("places", "mail.send", {"email": Output("boats"), "text": Fact("places")}),
        Do("luggage", "notes.add_item", {"text": Fact("item"), "title": Fact("list")}),
        Do("village", "maps.save", {"place": Fact("village")}),
        Do("quiet", "preferences.do_not_disturb", {}),
    ],
)

_OPENING = """
    The conference in {town} is nearly there and I haven't arranged anything.
"""

_SCENARIO = Scenario(
    "conference_trip", __name__, "prepare a conference trip", FACTS, _OPENING, {"journey": _FIRST, "talk": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
