"""A trip to a conference: the journey and what it crosses; one's own talk; and what there is beside the talks."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"
_TOWNS = ("Stonegate", "Millbrook", "Pinehaven")

FACTS = {
    "town": choice(_TOWNS),
    "day": date_ahead("2026-12-03"),
    "time": choice(("06:40", "09:10", "13:25", "17:55"), type="time"),
    "kind": choice(("single", "return")),
    "expense": choice(("Train to the conference", "Conference ticket", "Railway fare"), type="line"),
    "host": person("Ada Jansen"),
    "friend": person("Lev Holm"),
    "free_day": date_ahead("2026-12-10"),
    "event": choice(("Boat inspection", "Budget round", "Fire drill", "Rent talk")),
    "colleague": person("Bruno Lindt"),
    "chore": choice(("Water the plants first", "Hand in the travel form", "Print the poster"), type="line"),
    "talk": path_like(f"{_DOCUMENTS}/my_talk_73.odp", ("my_talk", "keynote", "my_slides")),
    "slides": path_like(f"{_DOCUMENTS}/slides_18.pdf", ("slides", "handout", "final")),
    "organiser": person("Chloé Grau"),
    "session": path_like(f"{_DOCUMENTS}/session_16.odp", ("session", "programme", "track")),
    "question": choice(("Shall we swap our slots?", "Can we share a projector?", "May I speak last?"), type="line"),
    "talk_day": date_ahead("2026-12-04"),
    "chair": person("Nils Fontaine"),
    "talk_title": choice(("My talk", "Talk at the conference", "I speak at the conference"), type="line"),
    "wake": choice(("05:10", "05:25", "05:40", "05:55"), type="time"),
    "label": choice(("Practise the talk", "Rehearse", "Speak it aloud"), type="line"),
    "boats": path_like(f"{_DOCUMENTS}/excursion_37.pdf", ("excursion", "boat_trip", "social_event")),
    "places": choice(("Two places, please", "One place for me, please", "Three places, please"), type="line"),
    "guide": person("Greta Kovač"),
    "trip": choice(("Boat trip", "Excursion by boat", "On the lake"), type="line"),
    "stop": choice(("Vaduz", "Schaan", "Triesen", "Balzers", "Eschen")),
    "place": choice(("museum", "library", "bakery")),
    "first": person("Dario Berg"),
    "second": person("Mina Dorn"),
    "village": choice(("Bendern", "Malbun", "Nendeln", "Schaanwald"), type="place"),
    "list": choice(("Luggage", "Suitcase", "For the conference"), type="line"),
    "item": choice(("Badge", "Rain jacket", "Charger", "Spare glasses"), type="line"),
    "me": person("Inês Albers"),
    "my_email": email_address("marigold58@quarry.example"),
    "inquiry": choice(("Is there a cloakroom?", "Can I borrow a bicycle?", "Is lunch included?"), type="line"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="talk_day",
    answer="I speak on {talk_day}.",
    forms=((("day", "date", "when"),),),
    asks=("On which day do you speak?", "When is your talk?", "What is the date of your talk?"),
)

_JOURNEY = Chapter(
    goal="""
        Book me a seat from Alder to {town} on {day} at {time} on travel.example, in Firefox on the computer: one seat,
        second class, no bicycle. Then look up on travel.example, this time in the browser of my phone, what the {kind}
        fare to {town} is, and record that amount in the Expenses app as "{expense}". In the phone's browser
        travel.example also says when the {time} train from Alder is in {town}: text just that time to {host}, with whom
        I'm staying; the number is in the phone's contacts. And two appointments have to be moved. Move the lunch with
        {friend} in the phone's calendar to {free_day}, same time of day. "{event}" in the Calendar on the computer gets
        a new date, which {colleague} will text me within the next few minutes: move it to that day, at the same time
        and as long as before.
    """,
    todo=[
        Do("train", "travel_site.book", {"town": Fact("town"), "date": Fact("day"), "time": Fact("time")}),
        Do("fare", "browsing.fare", {"kind": Fact("kind"), "town": Fact("town")}),
        Do("expense", "expenses.add", {"amount": Output("fare"), "title": Fact("expense")}),
        Do("arrival", "browsing.arrival", {"departure": Fact("time"), "town": Fact("town")}),
        Do("number", "contacts.phone_of", {"name": Fact("host")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("arrival")}),
        Do("lunch", "meetups.move", {"name": Fact("friend"), "date": Fact("free_day")}),
        Do("new_date", "coming.date_by_text", {"sender": Fact("colleague")}),
        Do("meeting", "appointments.put_off", {"event": Fact("event"), "date": Output("new_date")}),
    ],
    later=Later(
        after="lunch",
        words='I forgot something: add the task "{chore}" to Endeavour on the computer, please.',
        todo=[Do("chore", "endeavour.add", {"text": Fact("chore")})],
    ),
)

_TALK = Chapter(
    goal="""
        I give a talk there, {talk}. Export it with Impress as the PDF {slides} and mail that as an attachment to
        {organiser}, who organises the conference; the address is in Thunderbird's address book, and please send it with
        Thunderbird. Put a copy of the PDF on drive.example as well, in Firefox. The programme of my session is the
        presentation {session}. Open it in Impress and see who the speaker of the last talk is; write that person a mail
        from my phone that says "{question}", the address is in the phone's contacts. My talk belongs in the phone's
        calendar, as "{talk_title}". On which day I speak you have to ask me, and {chair}, who leads the session, will
        text me within the next few minutes at what time I begin. To practise, I want to get up early, so set an alarm
        on the phone for {wake}, labelled "{label}".
    """,
    todo=[
        Do("slides", "lectures.export", {"talk": Fact("talk"), "file": Fact("slides")}),
        Do("organiser", "address_book.email_of", {"name": Fact("organiser")}),
        Do("hand_in", "attachments.send", {"file": Output("slides"), "to": Output("organiser")}),
        Do("copy", "drive_site.upload", {"file": Output("slides")}),
        Do("speaker", "talks.speaker", {"file": Fact("session")}),
        Do("address", "contacts.email_of", {"name": Output("speaker")}),
        Do("question", "mail.send", {"email": Output("address"), "text": Fact("question")}),
        Do("talk_day", _DAY),
        Do("time", "coming.time_by_text", {"sender": Fact("chair")}),
        Do(
            "entry",
            "appointments.add_timed",
            {"date": Output("talk_day"), "time": Output("time"), "title": Fact("talk_title")},
        ),
        Do("alarm", "timers.labelled_alarm", {"time": Fact("wake"), "label": Fact("label")}),
    ],
)

_EXCURSION = Chapter(
    goal="""
        There is an excursion by boat, of which I have the PDF {boats}. Look in the Document Viewer where bookings go,
        and mail there from the phone: "{places}". The excursion is being put off: {guide} will text me the new date
        within the next few minutes, so put that day into the phone's calendar, all day, as "{trip}". On the way back
        {first} and {second} and I stop over in {stop}. Look up on maps.example, in Firefox on the computer, the address
        of the {place} that is nearest to the middle of the town, and text just that address to the two of them, in one
        message to a group of both; their numbers are in the phone's contacts. I'd like to see {village} on that way, so
        save it in the list "Want to go" of the phone's Maps. The checklist "{list}" in the phone's Notes lacks the item
        "{item}". And ask the conference office: send "{inquiry}" as a general question with the form on
        forms.example/contact, in the phone's browser, with {me} as the name and {my_email} as the e-mail address.
    """,
    todo=[
        Do("boats", "directories.bookings", {"file": Fact("boats")}),
        Do("places", "mail.send", {"email": Output("boats"), "text": Fact("places")}),
        Do("trip_date", "coming.date_by_text", {"sender": Fact("guide")}),
        Do("trip", "calendar.add_all_day", {"date": Output("trip_date"), "title": Fact("trip")}),
        Do("place", "maps_site.nearest_address", {"kind": Fact("place"), "town": Fact("stop")}),
        Do("first", "contacts.phone_of", {"name": Fact("first")}),
        Do("second", "contacts.phone_of", {"name": Fact("second")}),
        Do("group", "messages.group", {"first": Output("first"), "second": Output("second"), "text": Output("place")}),
        Do("village", "maps.save", {"place": Fact("village")}),
        Do("luggage", "notes.add_item", {"text": Fact("item"), "title": Fact("list")}),
        Do(
            "inquiry",
            "browsing.ask",
            {"name": Fact("me"), "email": Fact("my_email"), "text": Fact("inquiry")},
        ),
    ],
)

_OPENING = """
    I'm going to the conference in {town}, and nothing is arranged yet.
"""

_CHAPTERS = {"journey": _JOURNEY, "talk": _TALK, "excursion": _EXCURSION}
_SCENARIO = Scenario("conference_trip", __name__, "prepare a conference trip", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
