"""A trip to a conference: the journey and what it crosses; one's own talk; and what there is beside the talks."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, on_weekday

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"
_TOWNS = ("Stonegate", "Millbrook", "Pinehaven")

FACTS = {
    "town": choice(_TOWNS),
    "day": date_ahead("2026-12-03"),
    "time": choice(("06:40", "09:10", "13:25", "17:55"), type="time"),
    "expense": choice(("Train to the conference", "Conference ticket", "Train fare"), type="line"),
    "host": person("Ada Jansen"),
    "friend": person("Lev Holm"),
    "free_day": date_ahead("2026-12-10"),
    "event": choice(("Boat inspection", "Fire drill", "Shareholders' evening")),
    "new_day": on_weekday(date_ahead("2026-12-08")),
    "chore": choice(("Water the plants first", "Hand in the travel form", "Print the poster"), type="line"),
    "talk": path_like(f"{_DOCUMENTS}/my_talk_73.odp", ("my_talk", "keynote", "my_slides")),
    "slides": path_like(f"{_DOCUMENTS}/slides_18.pdf", ("slides", "handout", "final")),
    "organiser": person("Chloé Grau"),
    "session": path_like(f"{_DOCUMENTS}/session_16.odp", ("session", "programme", "track")),
    "question": choice(("Shall we swap slots?", "Can we share a projector?", "May I speak last?"), type="line"),
    "talk_day": date_ahead("2026-12-04"),
    "chair": person("Nils Fontaine"),
    "talk_title": choice(("My talk", "Talk at the conference", "Speaking at the conference"), type="line"),
    "wake": choice(("05:10", "05:25", "05:40", "05:55"), type="time"),
    "label": choice(("Practise the talk", "Rehearse the talk", "Practise out loud"), type="line"),
    "boats": path_like(f"{_DOCUMENTS}/excursion_37.pdf", ("excursion", "boat_trip", "social_event")),
    "places": choice(("Two places, please", "One place, please", "Three places, please"), type="line"),
    "guide": person("Greta Kovač"),
    "trip": choice(("Boat trip", "Boat excursion", "A day on the lake"), type="line"),
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
    asks=("Which day are you speaking?", "When is your talk?", "What is the date of your talk?"),
)

_JOURNEY = Chapter(
    goal="""
        I'm going by train. On travel.example, in Firefox on the computer, book me one second-class seat from Alder to
        {town} on {day} at {time}. Then there are two things to look up on the site. Please do that on my phone, in the
        browser, so that I have the site open there on the way. One is the single fare from Alder to {town}, which I can
        claim: record that amount in the phone's Expenses app as "{expense}". The other is when the {time} train from
        Alder gets to {town}. {host}, who's putting me up, would like to know, so text them just that time; their number
        is in the phone's contacts. I also have to move two appointments. My lunch with {friend}, in the phone's
        calendar, should be on {free_day} instead, at the same time of day. The other, "{event}", is in the Calendar on
        the computer. Move it to {new_day}, also at the same time of day and for the same length of time.
    """,
    todo=[
        Do("train", "travel_site.book", {"town": Fact("town"), "date": Fact("day"), "time": Fact("time")}),
        Do("fare", "browsing.fare", {"kind": "single", "town": Fact("town")}),
        Do("expense", "expenses.add", {"amount": Output("fare"), "title": Fact("expense")}),
        Do("arrival", "browsing.arrival", {"departure": Fact("time"), "town": Fact("town")}),
        Do("number", "contacts.phone_of", {"name": Fact("host")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("arrival")}),
        Do("lunch", "meetups.move", {"name": Fact("friend"), "date": Fact("free_day")}),
        Do("meeting", "appointments.put_off", {"event": Fact("event"), "date": Fact("new_day")}),
    ],
    later=Later(
        after="lunch",
        words='I forgot something: please add the task "{chore}" to Endeavour on the computer.',
        todo=[Do("chore", "endeavour.add", {"text": Fact("chore")})],
    ),
)

_TALK = Chapter(
    goal="""
        I'm giving a talk there, and my slides are {talk} on the computer. Export them from Impress as the PDF {slides},
        and email that as an attachment to {organiser}, who is running the conference. Please use Thunderbird; their
        email address is in its address book. Upload the PDF to drive.example in Firefox as well, so that I have a copy
        if my laptop lets me down. My session's programme is in the presentation {session}. Open it in Impress to see
        who gives the last talk, and send that person an email from my phone that says "{question}"; their email address
        is in the phone's contacts. My own talk should be in the phone's calendar, as "{talk_title}". I'm not sure yet
        which day I'm speaking, so ask me when you get to it. {chair}, who is chairing the session, will text me shortly
        what time I begin. I'd also like to get up early to practise, so set an alarm on the phone for {wake}, labelled
        "{label}".
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
        The conference includes a boat trip, described in the PDF {boats}. Open that in Document Viewer on the computer,
        find the email address for bookings, and send an email there from my phone, saying "{places}". The trip is being
        postponed, though: {guide}, our guide, will text me the new date any minute now. Put that day in the phone's
        calendar as an all-day event called "{trip}". On the way home I'm stopping in {stop} with {first} and {second},
        and we'll meet at the {place} closest to the town centre. Look up its address on maps.example, in Firefox on the
        computer, and text them both just the address, in one group message; their numbers are in the phone's contacts.
        I'd like to see {village} as well, so save it in the list "Want to go" in the phone's Maps app. As for packing,
        add "{item}" to the checklist "{list}" in the phone's Notes app. Finally, I have a question for the conference
        office: in the phone's browser, fill in the form at forms.example/contact with my name, {me}, and my email
        address, {my_email}, and send "{inquiry}" as a general question.
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
    I'm off to the conference in {town} soon, and nothing has been arranged yet.
"""

_CHAPTERS = {"journey": _JOURNEY, "talk": _TALK, "excursion": _EXCURSION}
_SCENARIO = Scenario("conference_trip", __name__, "prepare a conference trip", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
