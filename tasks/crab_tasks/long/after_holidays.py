"""Back from two weeks away: what has piled up unanswered, appointments and addresses, and tidying up."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person, phone_number
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, postal_address

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
    "delivery": choice(("Delivery, be at home", "New sofa comes", "The parcel comes"), type="line"),
    "old_friend": person("Kira Dorn"),
    "new_email": email_address("willow72@quarry.example"),
    "guest_sender": person("Mina Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/guests_36.txt", ("guests", "who_comes", "party_list")),
    "conductor": person("Dario Ivers"),
    "singer": person("Chloé Ivers"),
    "dinner": person("Greta Albers"),
    "restaurant": postal_address("9 Castle Hill, Stonegate"),
    "walk": person("Ada Fontaine"),
    "event": choice(("Budget round", "Boat inspection", "Fire drill", "Rent talk")),
    "new_day": date_ahead("2026-12-08"),
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
    asks=("To which day shall I move it?", "When shall it be instead?", "What is the new date of that appointment?"),
)

_MESSAGES = Chapter(
    goal="""
        Yesterday's latest missed call on the phone was {caller}'s; save that number in the contacts under this name.
        {asker} asks by text message what to do; answer in that conversation: "{reply}". Somebody claims that I have won
        {prize}, block that number. {teller} asked me by text message to pass something on, so forward {teller}'s latest
        text message to {others}. In the phone's Mail, archive {umbrella}'s mail about the lost umbrella. On
        mail.example, in Firefox on the computer, forward {planner}'s mail "Plan of the garden party" to {helper}.
        {mover} has moved; the new address is in the latest text message from {mover}. Add it in the contacts to
        {mover}'s entry, as the postal address. The latest mail from {shop} in Thunderbird on the computer says when the
        delivery comes: put that day into the phone's calendar, all day, as "{delivery}".
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
        My appointments are in the phone's calendar, and some of them have changed. The dinner with {dinner} takes place
        at {restaurant}, enter that. The walk with {walk} is off, delete it. "{event}", which is in the Calendar on the
        computer instead, has to be moved, at the same time and as long as before; I know the day, ask me. The choir's
        rehearsal isn't in any calendar: {conductor} will text me within the next few minutes at what time it begins
        now. Text just that time to {singer}, who sings with me and whose number is in the contacts. {old_friend}, who
        plans a party with me, has the new e-mail address {new_email}; change it in Thunderbird's address book on the
        computer. And save the file that is attached to {guest_sender}'s mail "Guest list" in Thunderbird as {guests}.
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
            One more thing: {callee} should see that I'm back. Call from my phone and hang up, the number is in the
            contacts.
        """,
        todo=[Do("call", "call_log.call_person", {"name": Fact("callee")})],
    ),
)

_TIDYING = Chapter(
    goal="""
        My pictures of these weeks are in the folder {pictures} on the computer, among other files. Copy all .png files
        from there, and no other ones, into the new folder {kept}. On the phone, the photo named after {best} has landed
        in the album Unsorted of the Gallery app; move it to the album {album}. I threw {file} away by mistake, restore
        it from the trash with Files. The computer needn't remember which files I open: turn File History off in its
        Settings. "{errand}" is done, tick that off in Endeavour. The letter box gets another code: {janitor} will text
        me the new one within the next few minutes. {neighbour}, who has fetched my letters, needs it as well. Text
        {neighbour} just that code, the number is in the phone's contacts, and make {neighbour} a favourite there.
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
    I have been away for two weeks, and nothing was answered or put in order meanwhile.
"""

_CHAPTERS = {"messages": _MESSAGES, "appointments": _APPOINTMENTS, "tidying": _TIDYING}
_SCENARIO = Scenario("after_holidays", __name__, "catch up after two weeks away", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
