"""Moving into a new flat: dates and people of the building, the money, and a party for friends and neighbours."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "order": path_like(f"{_DOCUMENTS}/machine_27.txt", ("machine", "washer", "laundry")),
    "notice": path_like(f"{_DOCUMENTS}/lift_19.odt", ("lift", "house", "notice")),
    "house": path_like(f"{_DOCUMENTS}/quay_street_72.txt", ("quay_street", "new_house", "flat")),
    "caretaker": person("Nils Berg"),
    "hello": choice(
        ("I'm moving in on Saturday", "The movers are coming on Saturday", "I'm moving in next week"), type="line"
    ),
    "meter": path_like("/home/user/Pictures/meter_26.png", ("meter", "electricity", "old_flat")),
    "utility": email_address("heron31@harbour.example"),
    "machine_title": choice(
        ("Washing machine arrives", "Washing machine delivery", "New washing machine"), type="line"
    ),
    "porter": person("Inês Grau"),
    "lift_title": choice(("No lift today", "Lift out of order", "Lift inspection"), type="line"),
    "bill": path_like(f"{_DOCUMENTS}/van_61.txt", ("van", "movers", "removal")),
    "expense": choice(("Moving van", "Movers", "Removal van"), type="line"),
    "flatmate": person("Hugo Fontaine"),
    "me": person("Greta Holm"),
    "my_email": email_address("willow72@orchard.example"),
    "article": choice(("Glass vase", "Wall calendar")),
    "costs": path_like(f"{_DOCUMENTS}/flat_47.ods", ("flat", "rent", "new_flat")),
    "landlord": person("Ada Castro"),
    "feast_day": date_ahead("2026-12-11"),
    "feast_time": choice(("18:00", "18:30", "19:00", "19:30"), type="time"),
    "letter": path_like(f"{_DOCUMENTS}/winter_party_63.odt", ("winter_party", "invitation", "party")),
    "pdf": path_like(f"{_DOCUMENTS}/guests_24.pdf", ("guests", "friends", "invited")),
    "friend": person("Edith Lindt"),
    "feast": choice(("Winter party", "Party in the barn", "Party for the new flat"), type="line"),
    "neighbours": path_like(f"{_DOCUMENTS}/neighbours_38.odt", ("neighbours", "for_the_neighbours", "note")),
    "soup": choice(("Barn soup", "Party soup", "Soup for forty"), type="line"),
    "ingredient": choice(("Nutmeg", "Thyme", "Marjoram"), type="line"),
    "line": choice(
        ("There will be soup and bread.", "Children are welcome.", "We will light a fire in the yard."), type="line"
    ),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="feast_day",
    answer="The party is on {feast_day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day is the party?", "When is the winter party?", "What is the date of the party?"),
)

_DATES = Chapter(
    goal="""
        There are a few dates I mustn't miss. My order for the washing machine is {order}; check which day it's being
        delivered, and put that day in the calendar on my phone as an all-day event called "{machine_title}". There's
        also a letter from the building's managers about the lift, {notice}. Add the day of the inspection to the same
        calendar, again as an all-day event, with the title "{lift_title}". I've met {caretaker}, the caretaker of the
        building, but they don't know yet when I'm coming. Their number is in {house}: add them to my phone's contacts
        with that number, then text them "{hello}". And the code for the front door is being changed: {porter} is about
        to text me the new one. Write just the code in a new note in the phone's Notes app, without a title, so that I
        don't get locked out.
    """,
    todo=[
        Do("order", "text_editor.delivery_date", {"file": Fact("order")}),
        Do("machine", "calendar.add_all_day", {"date": Output("order"), "title": Fact("machine_title")}),
        Do("notice", "letters.inspection_date", {"file": Fact("notice")}),
        Do("lift", "calendar.add_all_day", {"date": Output("notice"), "title": Fact("lift_title")}),
        Do("house", "text_editor.caretakers_number", {"file": Fact("house")}),
        Do("caretaker", "contacts.add", {"name": Fact("caretaker"), "phone": Output("house")}),
        Do("hello", "messages.send", {"number": Output("house"), "text": Fact("hello")}),
        Do("code", "coming.code_by_text", {"sender": Fact("porter")}),
        Do("note", "notes.add", {"text": Output("code")}),
    ],
)

_COSTS = Chapter(
    goal="""
        I'm trying to keep track of the money. The movers' invoice is {bill}; record its total in the Expenses app on my
        phone as "{expense}". In {costs}, my spreadsheet of what the new flat costs, the deposit is still missing. My
        landlord, {landlord}, will text me shortly how much it comes to, so enter it there with Calc and save the
        spreadsheet. {flatmate} still owes me something for the old flat and has asked how much it is. You'll find the
        amount in the sheet "Shared costs" on docs.example, in Firefox; text them just that. Their number is in my
        phone's contacts. The electricity supplier needs the final reading from there, too, and I took a photo of the
        meter, {meter}: email the number it shows, and nothing else, to {utility} from my phone. And since the new rooms
        look so bare, please order a "{article}" on shop.example, in Firefox, in my name, {me}, with standard delivery
        to "12 Quay Street, Alder" and {my_email} for the confirmation.
    """,
    todo=[
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("expense", "expenses.add", {"amount": Output("bill"), "title": Fact("expense")}),
        Do("owed", "docs_site.amount_owed", {"name": Fact("flatmate")}),
        Do("number", "contacts.phone_of", {"name": Fact("flatmate")}),
        Do("reminder", "messages.send", {"number": Output("number"), "text": Output("owed")}),
        Do("meter", "viewing.meter", {"file": Fact("meter")}),
        Do("reading", "mail.send", {"email": Fact("utility"), "text": Output("meter")}),
        Do("deposit", "coming.amount_by_text", {"sender": Fact("landlord")}),
        Do("entered", "tables.enter_deposit", {"file": Fact("costs"), "amount": Output("deposit")}),
        Do("shop", "shop.order", {"article": Fact("article"), "name": Fact("me"), "email": Fact("my_email")}),
    ],
)

_FEAST = Chapter(
    goal="""
        Once all the boxes are in, I'm giving a winter party in the barn behind the house. It begins at {feast_time},
        but I haven't settled on the day yet, so ask me when you get to it. Put the party in my phone's calendar as
        "{feast}", on that day and at that time. The invitation, {letter}, still has the word "DATE" where the day
        should be: replace it with the day of the party, save the letter and export it as {pdf}. Then email the PDF as
        an attachment to {friend}, with Thunderbird; their email address is in my phone's contacts. I've also written to
        the neighbours but left something out, so add a paragraph at the end of that letter, {neighbours}: "{line}" Save
        it when you've done that. And as I'm making the soup myself, please add "{ingredient}" to the ingredients of my
        recipe "{soup}" in the phone's Recipes app. I always forget it.
    """,
    todo=[
        Do("day", _DAY),
        Do(
            "feast",
            "appointments.add_timed",
            {"date": Output("day"), "time": Fact("feast_time"), "title": Fact("feast")},
        ),
        Do("letter", "invitations.export", {"date": Output("day"), "letter": Fact("letter"), "file": Fact("pdf")}),
        Do("address", "contacts.email_of", {"name": Fact("friend")}),
        Do("invite", "attachments.send", {"file": Output("letter"), "to": Output("address")}),
        Do("neighbours", "letters.add_line", {"file": Fact("neighbours"), "text": Fact("line")}),
        Do("soup", "recipes.add_ingredient", {"ingredient": Fact("ingredient"), "title": Fact("soup")}),
    ],
)

_OPENING = """
    I'm moving into a flat at 12 Quay Street in Alder, and there's still a lot to sort out. I'd like to be able to
    follow what you do, so please open the files I mention in their usual programs on the computer: text files in Text
    Editor, letters in Writer and pictures in Image Viewer.
"""

_CHAPTERS = {"dates": _DATES, "costs": _COSTS, "feast": _FEAST}
_SCENARIO = Scenario("moving_house", __name__, "move house", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
