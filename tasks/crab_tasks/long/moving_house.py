"""Moving into a new flat: dates and people of the new house, the money, and a feast for friends and neighbours."""

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
    "hello": choice(("Good day, I am the new tenant", "I move in on Saturday", "I am your new neighbour"), type="line"),
    "meter": path_like("/home/user/Pictures/meter_26.png", ("meter", "electricity", "old_flat")),
    "utility": email_address("heron31@harbour.example"),
    "machine_title": choice(("Washing machine comes", "Delivery of the washer", "New washing machine"), type="line"),
    "porter": person("Inês Grau"),
    "lift_title": choice(("No lift today", "Lift out of order", "Lift inspection"), type="line"),
    "bill": path_like(f"{_DOCUMENTS}/van_61.txt", ("van", "movers", "removal")),
    "expense": choice(("Moving van", "Movers", "Removal van"), type="line"),
    "flatmate": person("Hugo Fontaine"),
    "me": person("Greta Holm"),
    "my_email": email_address("willow72@orchard.example"),
    "article": choice(("Desk lamp", "Glass vase", "Wall calendar")),
    "costs": path_like(f"{_DOCUMENTS}/flat_47.ods", ("flat", "rent", "new_flat")),
    "landlord": person("Ada Castro"),
    "feast_day": date_ahead("2026-12-11"),
    "musician": person("Lev Kovač"),
    "letter": path_like(f"{_DOCUMENTS}/winter_feast_63.odt", ("winter_feast", "invitation", "feast")),
    "pdf": path_like(f"{_DOCUMENTS}/guests_24.pdf", ("guests", "friends", "invited")),
    "friend": person("Edith Lindt"),
    "feast": choice(("Winter feast", "Feast in the barn", "Feast for the new flat"), type="line"),
    "neighbours": path_like(f"{_DOCUMENTS}/neighbours_38.odt", ("neighbours", "for_the_neighbours", "note")),
    "soup": choice(("Barn soup", "Feast soup", "Soup for forty"), type="line"),
    "ingredient": choice(("Nutmeg", "Thyme", "Marjoram"), type="line"),
    "line": choice(("There will be soup and bread.", "Children are welcome.", "We light a fire at dusk."), type="line"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="feast_day",
    answer="The feast is on {feast_day}.",
    forms=((("day", "date", "when"),),),
    asks=("On which day is the feast?", "When is the winter feast?", "What is the date of the feast?"),
)

_DATES = Chapter(
    goal="""
        The washing machine is ordered, and {order} is the order. Please look up there when it comes, and put that day
        into the calendar on my phone as an all-day event called "{machine_title}". The house management has written
        about the lift, that letter is {notice}; the day of the inspection should be in the phone's calendar, all day,
        as "{lift_title}". {caretaker} is the caretaker of the new house, and the number stands in {house}. Save it in
        the phone's contacts under that name, and then send that number the text message "{hello}". The code of the
        front door is being changed at the moment: {porter} will text me the new one within the next few minutes. Write
        just that code into a new note without a title in the phone's Notes, so that I don't stand outside.
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
        The movers' invoice is {bill}; record its total in the Expenses app of the phone as "{expense}". {flatmate}
        still owes me something for the old flat, it's in the sheet "Shared costs" on docs.example, look there in
        Firefox. Text {flatmate} just the amount; the number is in my phone's contacts. I took a photo of the
        electricity meter in the old flat, {meter}: mail the number that it shows to {utility} from my phone, just the
        number. In {costs}, my table of what the new flat costs, the deposit is missing. How much it is in the end,
        {landlord} will text me within the next few minutes; enter the amount with Calc and save the table. And the
        rooms still look bare, so order one "{article}" for me on shop.example, in Firefox, with standard delivery to
        "12 Quay Street, Alder", in my name, {me}, with {my_email} for the confirmation.
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
        When all the boxes are in, I'm giving a winter feast in the barn behind the house. On which day, you have to ask
        me. When it begins depends on {musician}, who plays the music and will text me the new time within the next few
        minutes. Enter the feast in the phone's calendar as "{feast}", on that day, beginning at that time. The
        invitation {letter} still has the word "DATE" where the day belongs: write the day there, save the letter and
        export it as {pdf}, and mail that file to {friend} as an attachment, with Thunderbird. The e-mail address is in
        the phone's contacts. The letter to the neighbours, {neighbours}, needs one more paragraph at its end: "{line}"
        Add that and save the letter. And so that I don't forget it when I cook: add "{ingredient}" to the ingredients
        of my recipe "{soup}" in the phone's Recipes app.
    """,
    todo=[
        Do("day", _DAY),
        Do("time", "coming.time_by_text", {"sender": Fact("musician")}),
        Do(
            "feast",
            "appointments.add_timed",
            {"date": Output("day"), "time": Output("time"), "title": Fact("feast")},
        ),
        Do("letter", "invitations.export", {"date": Output("day"), "letter": Fact("letter"), "file": Fact("pdf")}),
        Do("address", "contacts.email_of", {"name": Fact("friend")}),
        Do("invite", "attachments.send", {"file": Output("letter"), "to": Output("address")}),
        Do("neighbours", "letters.add_line", {"file": Fact("neighbours"), "text": Fact("line")}),
        Do("soup", "recipes.add_ingredient", {"ingredient": Fact("ingredient"), "title": Fact("soup")}),
    ],
)

_OPENING = """
    I'm moving into the flat at 12 Quay Street in Alder, and much of it is still undone. Open the files that I name in
    their own programs on the computer: text files in Text Editor, letters in Writer and pictures in Image Viewer, so
    that I can follow what you do.
"""

_CHAPTERS = {"dates": _DATES, "costs": _COSTS, "feast": _FEAST}
_SCENARIO = Scenario("moving_house", __name__, "move house", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
