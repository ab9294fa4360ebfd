"""Back from two weeks away: what has piled up unanswered, appointments and addresses, and tidying up."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person, phone_number
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, on_weekday, postal_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"
_PICTURES = "/home/user/Pictures"

FACTS = {
    "caller": person("Nils Castro"),
    "asker": person("Edith Lindt"),
    "reply": choice(("Please wait for me", "Ask the neighbours", "Leave it at the door"), type="line"),
    "prize": choice(("a kettle", "a canoe", "a sofa", "a violin", "an oven")),
    "teller": person("Bruno Ekman"),
    "others": phone_number("+1 555 0116"),
    "umbrella": person("Jonas Kovač"),
    "planner": person("Hugo Albers"),
    "helper": email_address("pebble88@northmail.example"),
    "mover": person("Farid Grau"),
    "shop": person("Inês Castro"),
    "delivery": choice(("Stay in for the delivery", "New sofa arriving", "Parcel arriving"), type="line"),
    "old_friend": person("Kira Dorn"),
    "new_email": email_address("willow72@quarry.example"),
    "guest_sender": person("Mina Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/guests_36.txt", ("guests", "who_comes", "party_list")),
    "conductor": person("Dario Ivers"),
    "singer": person("Chloé Ivers"),
    "dinner": person("Greta Albers"),
    "restaurant": postal_address("9 Castle Hill, Stonegate"),
    "walk": person("Ada Fontaine"),
    "event": choice(("Boat inspection", "Fire drill", "Shareholders' evening")),
    "new_day": on_weekday(date_ahead("2026-12-08")),
    "callee": person("Nils Lindt"),
    "file": path_like(f"{_DOCUMENTS}/membership_27.txt", ("membership", "club_papers", "statutes")),
    "pictures": choice(tuple([f"{_PICTURES}/{name}" for name in ("holidays", "two_weeks", "journey")]), type="path"),
    "kept": choice(tuple([f"{_DOCUMENTS}/{name}" for name in ("for_the_album", "to_print", "to_show")]), type="path"),
    "best": person("Lev Jansen"),
    "album": choice(("Birthdays", "Concerts", "Dances", "Reunions", "Theatre")),
    "errand": choice(("Cancel the milk order", "Thank the neighbours", "Fetch the letters"), type="line"),
    "janitor": person("Bruno Holm"),
    "neighbour": person("Edith Jansen"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="new_day",
    answer="Move it to {new_day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day shall I move it to?", "When shall it be instead?", "What is the new date of that appointment?"),
)

_MESSAGES = Chapter(
    goal="""
        Several people are waiting to hear from me. The last call I missed on my phone yesterday was from {caller}; save
        the number as {caller} in the phone's contacts. {asker} has texted to ask what to do, so reply in that
        conversation with "{reply}". {teller} wants me to pass something on: forward their latest text message to
        {others}. Somebody else has texted that I've won {prize}. It's obviously a scam, so block that number. And
        {mover} has moved; the new address is in their latest text. Add it, as the postal address, to their entry in the
        phone's contacts. As for email, {umbrella}'s lost umbrella has turned up, so archive their email about it in the
        phone's Mail app. On the computer, open mail.example in Firefox and forward {planner}'s latest email about the
        garden party to {helper}. I also want to be at home for a delivery: the latest email from {shop} in Thunderbird
        on the computer says which day it's coming. Put that day in the phone's calendar as an all-day event called
        "{delivery}".
    """,
    todo=[
        Do("missed", "phone.latest_missed", {}),
        Do("caller", "contacts.add", {"name": Fact("caller"), "phone": Output("missed")}),
        Do("reply", "threads.reply", {"sender": Fact("asker"), "text": Fact("reply")}),
        Do("block", "messages.block", {"text": Fact("prize")}),
        Do("tell", "threads.forward", {"sender": Fact("teller"), "number": Fact("others")}),
        Do("umbrella", "mailings.archive", {"sender": Fact("umbrella")}),
        Do("plan", "mail_site.forward", {"sender": Fact("planner"), "email": Fact("helper")}),
        Do("moved", "messages.latest_address", {"sender": Fact("mover")}),
        Do("card", "cards.add_address", {"name": Fact("mover"), "address": Output("moved")}),
        Do("delivery", "thunderbird.latest_date", {"sender": Fact("shop")}),
        Do("day", "calendar.add_all_day", {"date": Output("delivery"), "title": Fact("delivery")}),
    ],
)

_APPOINTMENTS = Chapter(
    goal="""
        Several of my appointments have changed. Two are in my phone's calendar: the dinner with {dinner} will be at
        {restaurant}, so enter that as its location, and the walk with {walk} is off, so delete it. The third,
        "{event}", is in the Calendar on the computer. Move it to another day, at the same time of day and for the same
        length of time; I still have to check which day, so ask me when you get to it. My choir rehearses soon, too, and
        {conductor} is just about to text me the starting time. Wait for that message and text just the time to
        {singer}, who sings with me; their number is in the phone's contacts. I'm also planning a party with
        {old_friend}, who has a new email address, {new_email}; change it in Thunderbird's address book on the computer.
        {guest_sender} has emailed me the guest list: in Thunderbird, save the file attached to their email "Guest list"
        as {guests}.
    """,
    todo=[
        Do("dinner", "meetups.add_place", {"name": Fact("dinner"), "address": Fact("restaurant")}),
        Do("walk", "meetups.cancel", {"name": Fact("walk")}),
        Do("new_day", _DAY),
        Do("moved_on", "appointments.put_off", {"event": Fact("event"), "date": Output("new_day")}),
        Do("rehearsal", "coming.time_by_text", {"sender": Fact("conductor")}),
        Do("singer", "contacts.phone_of", {"name": Fact("singer")}),
        Do("text", "messages.send", {"number": Output("singer"), "text": Output("rehearsal")}),
        Do("email", "address_book.change_email", {"name": Fact("old_friend"), "email": Fact("new_email")}),
        Do("guests", "attachments.save", {"sender": Fact("guest_sender"), "file": Fact("guests")}),
    ],
    later=Later(
        after="guests",
        words="""
            One more thing: I promised {callee} to ring once when I'm back. Call them from my phone and hang up; their
            number is in the contacts.
        """,
        todo=[Do("call", "call_log.call_person", {"name": Fact("callee")})],
    ),
)

_TIDYING = Chapter(
    goal="""
        A few things need putting in order. My pictures from the trip are in the folder {pictures} on the computer,
        mixed up with other files. Copy all the .png files, and nothing else, from there into a new folder, {kept}.
        Another picture is on my phone: the photo called "{best}" has ended up in the album Unsorted of the Gallery app,
        but belongs in the album {album}, so move it there. I threw {file} away by mistake; please restore it from the
        trash, using Files on the computer. I'd also rather the computer didn't remember which files I open, so turn off
        File History in its Settings. And I've dealt with "{errand}", so tick that off in Endeavour. Finally, the code
        for our letter box is being changed, and {janitor} will text me the new one shortly. {neighbour}, who collects
        my post when I'm away, needs it as well: text them just the code; their number is in the phone's contacts. I'll
        be calling them more often from now on, so make them a favourite there, too.
    """,
    todo=[
        Do("pictures", "folders.copy_pictures", {"source": Fact("pictures"), "target": Fact("kept")}),
        Do("photo", "gallery.move", {"person": Fact("best"), "album": Fact("album")}),
        Do("restore", "trash.restore", {"file": Fact("file")}),
        Do("switch", "settings.turn_off", {"switch": "File History"}),
        Do("errand", "errands.tick_off", {"text": Fact("errand")}),
        Do("code", "coming.code_by_text", {"sender": Fact("janitor")}),
        Do("number", "contacts.phone_of", {"name": Fact("neighbour")}),
        Do("text_code", "messages.send", {"number": Output("number"), "text": Output("code")}),
        Do("favourite", "cards.favourite", {"name": Fact("neighbour")}),
    ],
)

_OPENING = """
    I'm just back from two weeks away, and everything has piled up in the meantime.
"""

_CHAPTERS = {"messages": _MESSAGES, "appointments": _APPOINTMENTS, "tidying": _TIDYING}
_SCENARIO = Scenario("after_holidays", __name__, "catch up after two weeks away", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
