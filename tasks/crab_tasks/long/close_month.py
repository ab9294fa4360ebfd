"""The month's accounts: expenses from invoices, mails and orders; then the tables and the papers for the accountant."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import amount, date_ahead

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "bill": path_like(f"{_DOCUMENTS}/printer_61.txt", ("printer", "paper", "ink")),
    "bill_title": choice(("Printing", "Paper and ink", "Office supplies"), type="line"),
    "supplier": person("Lev Dorn"),
    "supplier_title": choice(("Supplier", "Material", "Workshop material"), type="line"),
    "folder": choice(("Receipts of November", "For the accountant", "Vouchers"), type="line"),
    "buyer": person("Farid Castro"),
    "order_title": choice(("Harbour Goods", "Order for the shop window", "Gifts for customers"), type="line"),
    "craftsman": person("Inês Ekman"),
    "repair_title": choice(("Repair of the door", "Repair of the oven", "Repairs"), type="line"),
    "sheet": path_like(f"{_DOCUMENTS}/fair_56.ods", ("fair", "stand", "exhibition")),
    "partner": person("Mina Fontaine"),
    "rent": path_like(f"{_DOCUMENTS}/studio_47.ods", ("studio", "workshop", "garage")),
    "deposit": amount("57.15", 40, 95),
    "receipts": choice(
        tuple([f"/home/user/Downloads/{name}" for name in ("receipts", "vouchers", "bills")]), type="folder"
    ),
    "archive": path_like(f"{_DOCUMENTS}/november_36.zip", ("november", "accounts", "month")),
    "accountant": person("Jonas Albers"),
    "dunning": path_like(f"{_DOCUMENTS}/reminder_52.odt", ("reminder", "letter", "dunning")),
    "line": choice(
        ("Please pay within ten days.", "This is our last reminder.", "Thank you for paying soon."), type="line"
    ),
    "errand": choice(("Insure the bicycle", "Service the boiler", "Sweep the chimney")),
    "due": date_ahead("2026-12-14"),
    "done": choice(("Collect the receipts", "Ask for the invoices", "Count the cash"), type="line"),
}
"""What the words and the things to do share."""

_DEPOSIT = Question(
    fact="deposit",
    answer="The deposit is {deposit}.",
    forms=((("deposit",),), (("amount", "how much", "sum"), ("rent", "garage", "enter", "sheet", "file", "#"))),
    asks=("How much is the deposit?", "Which deposit shall I enter?", "What is the deposit for the rent?"),
)

_FIRST = Chapter(
    goal="""
        These are missing: the invoice {bill} on the computer (open it in Text Editor), with its total, as
        "{bill_title}"; the invoice that {supplier} has mailed me, the amount is in the latest mail about it in
        my phone's Mail app, as "{supplier_title}"; and the order for {buyer} on shop.example, look among the
        orders there in Firefox, with its total, as "{order_title}". Then make a folder "{folder}" in the
        phone's Drive app.
    """,
    todo=[
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("bill_paid", "expenses.add", {"amount": Output("bill"), "title": Fact("bill_title")}),
        Do("supplier", "mail.latest_amount", {"sender": Fact("supplier")}),
        Do("supplier_paid", "expenses.add", {"amount": Output("supplier"), "title": Fact("supplier_title")}),
        Do("order", "shop.order_total", {"name": Fact("buyer")}),
        Do("order_paid", "expenses.add", {"amount": Output("order"), "title": Fact("order_title")}),
        Do("folder", "drive.add_folder", {"text": Fact("folder")}),
    ],
)

_SECOND = Chapter(
    goal="""
        One more expense: {craftsman} has written what the repair costs, look at the latest mail in Thunderbird
        on the computer and record it as "{repair_title}". The costs of the fair are in {sheet}. Let Calc add up
        all amounts there by a formula in the cell right below the last amount, save the table, and text the
        total to {partner}, whose number is in my phone's contacts. In {rent} the deposit is missing. I know it,
        ask me; enter it with Calc and save. The reminder {dunning} needs one more paragraph at its end:
        "{line}" Do that in Writer and save the letter. Then the papers for the accountant: pack the folder
        {receipts} with all that is in it into the new archive {archive} with Archive Manager, and mail the
        archive as an attachment to {accountant} with Thunderbird, whose address book has the address. Upload
        the archive to drive.example in Firefox, too. In Endeavour on the computer, let "{errand}" be due on
        {due}, and in the Tasks app of the phone tick off "{done}".
    """,
    todo=[
        Do("repair", "thunderbird.latest_amount", {"sender": Fact("craftsman")}),
        Do("repair_paid", "expenses.add", {"amount": Output("repair"), "title": Fact("repair_title")}),
        Do("sheet", "sums.total", {"file": Fact("sheet")}),
        Do("number", "contacts.phone_of", {"name": Fact("partner")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("sheet")}),
        Do("amount", _DEPOSIT),
        Do("deposit", "tables.enter_deposit", {"file": Fact("rent"), "amount": Output("amount")}),
        Do("dunning", "letters.add_line", {"file": Fact("dunning"), "text": Fact("line")}),
        Do("archive", "packing.pack_folder", {"folder": Fact("receipts"), "archive": Fact("archive")}),
        Do("accountant", "address_book.email_of", {"name": Fact("accountant")}),
        Do("hand_in", "attachments.send", {"file": Output("archive"), "to": Output("accountant")}),
        Do("backup", "drive_site.upload", {"file": Output("archive")}),
        Do("errand", "errands.set_due", {"task": Fact("errand"), "date": Fact("due")}),
        Do("done", "todos.complete", {"title": Fact("done")}),
    ],
)

_OPENING = """
    My accounts of this month aren't done. They are in the Expenses app of my phone.
"""

_SCENARIO = Scenario(
    "close_month", __name__, "close the month's accounts", FACTS, _OPENING, {"expenses": _FIRST, "papers": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
