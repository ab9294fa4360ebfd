"""Back from two weeks away: calls, texts and mails that have piled up; then addresses, appointments and tidying up."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, Output, Scenario
from crab_gym.task.parameters import choice, person, phone_number
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import email_address, postal_address, time_of_day

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "caller": person("Nils Castro"),
    "asker": person("Edith Lindt"),
    "reply": choice(("Just wait until I am back", "Ask the neighbours", "Leave it at the door"), type="line"),
    "prize": choice(("a kettle", "a canoe", "a sofa", "a violin", "an oven")),
    "teller": person("Bruno Ekman"),
    "others": phone_number("+1 555 0116"),
    "umbrella": person("Jonas Kovač"),
    "wisher": person("Hugo Albers"),
    "wishes_to": email_address("pebble88@northmail.example"),
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
    "file": path_like(f"{_DOCUMENTS}/lease_27.txt", ("lease", "contract", "statutes")),
    "callee": person("Nils Lindt"),
    "best": person("Lev Jansen"),
    "list": choice(("Packing list", "Things to buy", "Before we leave"), type="line"),
    "news": choice(("News", "Walk the dog", "Medicine")),
    "news_time": time_of_day("16:40"),
    "switch": choice(("File History",)),
    "errand": choice(("Cancel the milk order", "Thank the neighbours", "Fetch the letters"), type="line"),
}
"""What the words and the things to do share."""

_FIRST = Chapter(
    goal="""
        Start with the phone. Yesterday's latest missed call was {caller}'s; save that number in the contacts
        under this name. {asker} asks by text message what to do; answer in that conversation: "{reply}".
        Somebody claims that I have won {prize}, block that number. {teller} asked me by text message to pass
        something on, so forward {teller}'s latest text message to {others}. In Mail, archive {umbrella}'s mail
        about the lost umbrella, and forward {wisher}'s mail with the list of wishes to {wishes_to}. {mover} has
        moved; the new address is in the latest text message from {mover}. Add it in the contacts to {mover}'s
        entry, as the postal address. On the computer, the latest mail from {shop} in Thunderbird says when the
        delivery comes: put that day into the phone's calendar, all day, as "{delivery}".
    """,
    todo=[
        Do("missed", "phone.latest_missed", {}),
        Do("caller", "contacts.add", {"name": Fact("caller"), "phone": Output("missed")}),
        Do("reply", "threads.reply", {"sender": Fact("asker"), "text": Fact("reply")}),
        Do("block", "messages.block", {"text": Fact("prize")}),
        Do("tell", "threads.forward", {"sender": Fact("teller"), "number": Fact("others")}),
        Do("umbrella", "mailings.archive", {"sender": Fact("umbrella")}),
        Do("wishes", "mailings.forward", {"sender": Fact("wisher"), "email": Fact("wishes_to")}),
        Do("moved", "messages.latest_address", {"sender": Fact("mover")}),
        Do("card", "cards.add_address", {"name": Fact("mover"), "address": Output("moved")}),
        Do("delivery", "thunderbird.latest_date", {"sender": Fact("shop")}),
        Do("day", "calendar.add_all_day", {"date": Output("delivery"), "title": Fact("delivery")}),
    ],
)

_SECOND = Chapter(
    goal="""
        {old_friend} has the new e-mail address {new_email}; change it in Thunderbird's address book. Save the
        file that is attached to {guest_sender}'s mail "Guest list" in Thunderbird as {guests}. {conductor}'s
        latest mail about the rehearsal, in the phone's Mail, says when it is; text just that time to
        {singer}, whose number is in the contacts. In the phone's calendar, the dinner with {dinner} takes place
        at {restaurant}, enter that, and the walk with {walk} is off, delete it. I threw {file} away by mistake,
        restore it from the trash with Files. Make {best} a favourite in the phone's contacts. Delete the ticked
        items of my checklist "{list}" in Notes. In Clocks on the computer, the alarm "{news}" at {news_time}
        can go, but not the other one of that name. Turn {switch} off in the computer's Settings. And tick off
        "{errand}" in Endeavour.
    """,
    todo=[
        Do("email", "address_book.change_email", {"name": Fact("old_friend"), "email": Fact("new_email")}),
        Do("guests", "attachments.save", {"sender": Fact("guest_sender"), "file": Fact("guests")}),
        Do("rehearsal", "mail.latest_time", {"sender": Fact("conductor")}),
        Do("singer", "contacts.phone_of", {"name": Fact("singer")}),
        Do("text", "messages.send", {"number": Output("singer"), "text": Output("rehearsal")}),
        Do("dinner", "meetups.add_place", {"name": Fact("dinner"), "address": Fact("restaurant")}),
        Do("walk", "meetups.cancel", {"name": Fact("walk")}),
        Do("restore", "trash.restore", {"file": Fact("file")}),
        Do("favourite", "cards.favourite", {"name": Fact("best")}),
        Do("list", "notes.clear_ticked", {"title": Fact("list")}),
        Do("news", "clocks.delete_alarm", {"alarm": Fact("news"), "time": Fact("news_time")}),
        Do("switch", "settings.turn_off", {"switch": Fact("switch")}),
        Do("errand", "errands.tick_off", {"text": Fact("errand")}),
    ],
    later=Later(
        after="restore",
        words="One more thing: call {callee} from my phone and hang up, the number is in the contacts.",
        todo=[Do("call", "call_log.call_person", {"name": Fact("callee")})],
    ),
)

_OPENING = """
    I have been away for two weeks and nothing was answered.
"""

_SCENARIO = Scenario(
    "after_holidays", __name__, "catch up after two weeks away", FACTS, _OPENING, {"phone": _FIRST, "computer": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
