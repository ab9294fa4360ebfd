"""Moving into a new flat: deliveries, the caretaker, the meter; then the costs and the housewarming party."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, time_of_day

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
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
    "lift_title": choice(("No lift today", "Lift out of order", "Lift inspection"), type="line"),
    "bill": path_like(f"{_DOCUMENTS}/van_61.txt", ("van", "movers", "removal")),
    "expense": choice(("Moving van", "Movers", "Removal van"), type="line"),
    "flatmate": person("Hugo Fontaine"),
    "me": person("Greta Holm"),
    "my_email": email_address("willow72@orchard.example"),
    "article": choice(("Desk lamp", "Glass vase", "Hand torch", "Wall calendar")),
    "party_day": date_ahead("2026-12-11"),
    "party_time": time_of_day("18:25"),
    "letter": path_like(f"{_DOCUMENTS}/housewarming_63.odt", ("housewarming", "invitation", "party")),
    "pdf": path_like(f"{_DOCUMENTS}/guests_24.pdf", ("guests", "friends", "invited")),
    "friend": person("Edith Lindt"),
    "party": choice(("Housewarming", "Housewarming party", "Party at our place"), type="line"),
    "done": choice(("Book the van", "Hand in the notice", "Find boxes"), type="line"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="party_day",
    answer="The housewarming is on {party_day}.",
    forms=((("day", "date", "when"),),),
    asks=("On which day is the housewarming?", "When is the party?", "What is the date of the housewarming?"),
)

_FIRST = Chapter(
    goal="""
        The washing machine is ordered, and {order} is the order. Please look up when it comes and put that day
        into the calendar on my phone as an all-day event called "{machine_title}". The house management has
        written about the lift, too, that letter is {notice}; the day of the inspection should be in the phone's
        calendar as well, all day, as "{lift_title}". {caretaker} is the caretaker of the new house: the number
        stands in {house}. Save it in the phone's contacts under that name, and then send that number the text
        message "{hello}". And I took a photo of the electricity meter in the old flat, {meter}. Mail the number
        that it shows to {utility} from my phone, just the number.
    """,
    todo=[
        Do("order", "text_editor.delivery_date", {"file": Fact("order")}),
        Do("machine", "calendar.add_all_day", {"date": Output("order"), "title": Fact("machine_title")}),
        Do("notice", "letters.inspection_date", {"file": Fact("notice")}),
        Do("lift", "calendar.add_all_day", {"date": Output("notice"), "title": Fact("lift_title")}),
        Do("house", "text_editor.caretakers_number", {"file": Fact("house")}),
        Do("caretaker", "contacts.add", {"name": Fact("caretaker"), "phone": Output("house")}),
        Do("hello", "messages.send", {"number": Output("house"), "text": Fact("hello")}),
        Do("meter", "viewing.meter", {"file": Fact("meter")}),
        Do("reading", "mail.send", {"email": Fact("utility"), "text": Output("meter")}),
    ],
)

_SECOND = Chapter(
    goal="""
        Then there is the money. The movers' invoice is {bill}; record its total in the Expenses app of the
        phone as "{expense}". {flatmate} still owes me something for the old flat, it's in the sheet "Shared
        costs" on docs.example, look there in Firefox. Text {flatmate} just the amount; the number is in my phone's
        contacts. In the Tasks app on the phone, "{done}" can be ticked off. Then order one "{article}" for me
        on shop.example, in Firefox, with standard delivery to "12 Quay Street, Alder", in my name, {me}, with
        {my_email} for the confirmation. Last, the housewarming. It begins at {party_time}, and on which day you
        have to ask me. Enter it in the phone's calendar as "{party}". The invitation {letter} still has the
        word "DATE" where the day belongs: write the day there, save the letter and export it as {pdf}, and mail
        that file to {friend} as an attachment, with Thunderbird. The e-mail address is in the phone's contacts.
    """,
    todo=[
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("expense", "expenses.add", {"amount": Output("bill"), "title": Fact("expense")}),
        Do("owed", "docs_site.amount_owed", {"name": Fact("flatmate")}),
        Do("number", "contacts.phone_of", {"name": Fact("flatmate")}),
        Do("reminder", "messages.send", {"number": Output("number"), "text": Output("owed")}),
        Do("done", "todos.complete", {"title": Fact("done")}),
        Do("shop", "shop.order", {"article": Fact("article"), "name": Fact("me"), "email": Fact("my_email")}),
        Do("party_day", _DAY),
        Do(
            "party",
            "appointments.add_timed",
            {"date": Output("party_day"), "time": Fact("party_time"), "title": Fact("party")},
        ),
        Do(
            "letter",
            "invitations.export",
            {"date": Output("party_day"), "letter": Fact("letter"), "file": Fact("pdf")},
        ),
        Do("address", "contacts.email_of", {"name": Fact("friend")}),
        Do("invite", "attachments.send", {"file": Output("letter"), "to": Output("address")}),
    ],
)

_OPENING = """
    I'm moving into the flat at 12 Quay Street in Alder, and half of it is still undone. Open the files that I
    name in their own programs on the computer, text files in Text Editor, letters in Writer and pictures in
    Image Viewer, so that I can follow what you do.
"""

_SCENARIO = Scenario("moving_house", __name__, "move house", FACTS, _OPENING, {"dates": _FIRST, "costs": _SECOND})
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
