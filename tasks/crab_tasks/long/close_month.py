"""Accounts that have to be closed: expenses of one's own, the books of a club, and the papers for the accountant."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import amount, day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "bill": path_like(f"{_DOCUMENTS}/printer_61.txt", ("printer", "paper", "ink")),
    "bill_title": choice(("Printing", "Paper and ink", "Office supplies"), type="line"),
    "supplier": person("Lev Dorn"),
    "supplier_title": choice(("Supplier", "Material", "Workshop material"), type="line"),
    "buyer": person("Farid Castro"),
    "order_title": choice(("Order from Harbour Goods", "Order for a customer", "Present for a customer"), type="line"),
    "craftsman": person("Inês Ekman"),
    "repair_title": choice(("Door repair", "Oven repair", "Repairs"), type="line"),
    "adviser": email_address("kestrel64@harbour.example"),
    "feast": path_like(f"{_DOCUMENTS}/summer_party_56.ods", ("summer_party", "club_party", "anniversary")),
    "partner": person("Mina Fontaine"),
    "rent": path_like(f"{_DOCUMENTS}/clubhouse_47.ods", ("clubhouse", "club_rooms", "boathouse")),
    "deposit": amount("57.15", 40, 95),
    "members": path_like(f"{_DOCUMENTS}/members_23.ods", ("members", "our_members", "club_members")),
    "newcomer": person("Edith Holm"),
    "newcomer_email": email_address("saffron35@northmail.example"),
    "chair": person("Hugo Ivers"),
    "auditor": email_address("thistle71@orchard.example"),
    "report": choice(
        ("The books are up to date", "The club's accounts are ready", "We're ready for the audit"), type="line"
    ),
    "cash_book": choice(
        tuple([f"{_DOCUMENTS}/{name}" for name in ("cash_book", "account_book", "ledger")]), type="folder"
    ),
    "archive": path_like(f"{_DOCUMENTS}/accounts_36.zip", ("accounts", "books", "closing")),
    "accountant": person("Jonas Albers"),
    "working_day": day("2026-09-22", date(2026, 9, 1), date(2026, 10, 9)),
    "diary": path_like(f"{_DOCUMENTS}/work_diary_40.pdf", ("work_diary", "diary", "work_journal")),
    "page": path_like(f"{_DOCUMENTS}/proof_62.pdf", ("proof", "voucher", "one_day")),
    "folder": choice(("For the accountant", "Photos of receipts", "My receipts"), type="line"),
    "assistant": person("Kira Berg"),
    "hand_in": choice(("Hand in the accounts", "Close the accounts", "Send everything to the office"), type="line"),
    "done": choice(("Collect the receipts", "Ask for the invoices", "Count the cash"), type="line"),
}
"""What the words and the things to do share."""

_DEPOSIT = Question(
    fact="deposit",
    answer="The deposit is {deposit}.",
    forms=(
        (("deposit",),),
        (("amount", "how much", "sum"), ("rent", "rooms", "enter", "sheet", "spreadsheet", "table", "file")),
    ),
    asks=("How much is the deposit?", "Which deposit shall I enter?", "What is the deposit for the club's rooms?"),
)

_EXPENSES = Chapter(
    goal="""
        A few expenses are still missing from the Expenses app on my phone. The first is the invoice {bill} on the
        computer: open it in Text Editor and record its total as "{bill_title}". Then there's the invoice from
        {supplier}, which should go down as "{supplier_title}"; you'll find the amount in their latest email about it in
        my phone's Mail app. An order that I placed for {buyer} on shop.example is missing, too. Open the site in
        Firefox on the computer, find it among the orders, and record its total, with delivery, as "{order_title}". The
        last one is a repair. {craftsman} is about to email me how much it comes to; the email should reach Thunderbird
        on the computer in the next few minutes, so wait for it and record the amount as "{repair_title}". One more
        thing while you're in Thunderbird: my tax adviser writes from {adviser}, and I keep overlooking their emails.
        Please make a message filter named "Important people" that adds a star to emails from that address.
    """,
    todo=[
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("bill_paid", "expenses.add", {"amount": Output("bill"), "title": Fact("bill_title")}),
        Do("supplier", "mail.latest_amount", {"sender": Fact("supplier")}),
        Do("supplier_paid", "expenses.add", {"amount": Output("supplier"), "title": Fact("supplier_title")}),
        Do("order", "shop.order_total", {"name": Fact("buyer")}),
        Do("order_paid", "expenses.add", {"amount": Output("order"), "title": Fact("order_title")}),
        Do("repair", "coming.amount_by_mail", {"sender": Fact("craftsman")}),
        Do("repair_paid", "expenses.add", {"amount": Output("repair"), "title": Fact("repair_title")}),
        Do("filter", "filters.star_mails", {"email": Fact("adviser")}),
    ],
)

_CLUB = Chapter(
    goal="""
        I'm the treasurer of our club, and some of its spreadsheets need attention; I keep them in Calc on the computer.
        {feast} lists what our last party cost. Add up all the amounts there with a formula in the cell right below the
        last one, save the spreadsheet, and text just the total to {partner}, who organised the party; their number is
        in my phone's contacts. The costs of our rooms are in {rent}, but the deposit is missing. I have to look up how
        much it is, so ask me when you get to it, then enter it and save the spreadsheet. {newcomer} has just joined us:
        put their name and their email address, {newcomer_email}, in the first empty row of {members}, and save that as
        well. Our chair, {chair}, has a new phone number and is going to text it to me shortly. When it arrives, save it
        under their name, in a new contact in Thunderbird's address book. Finally, our auditor would like to hear from
        me, so go to mail.example in Firefox and send an email to {auditor} with the text "{report}".
    """,
    todo=[
        Do("feast", "sums.total", {"file": Fact("feast")}),
        Do("partner", "contacts.phone_of", {"name": Fact("partner")}),
        Do("text", "messages.send", {"number": Output("partner"), "text": Output("feast")}),
        Do("amount", _DEPOSIT),
        Do("deposit", "tables.enter_deposit", {"file": Fact("rent"), "amount": Output("amount")}),
        Do(
            "newcomer",
            "members.add",
            {"name": Fact("newcomer"), "email": Fact("newcomer_email"), "file": Fact("members")},
        ),
        Do("number", "coming.number_by_text", {"sender": Fact("chair")}),
        Do("chair", "address_book.add", {"name": Fact("chair"), "phone": Output("number")}),
        Do("report", "mail_site.send", {"email": Fact("auditor"), "text": Fact("report")}),
    ],
)

_PAPERS = Chapter(
    goal="""
        My accountant, {accountant}, is waiting for my documents. The books are in the folder {cash_book} on the
        computer. Use Archive Manager to pack the folder, with everything in it, into a new archive, {archive}, and
        email that to them as an attachment from Thunderbird; their email address is in the address book there. Please
        upload the archive to drive.example in Firefox as well, so that there's a copy. I also have to prove that I
        worked on {working_day}: open {diary} in Document Viewer, and print only the page for that day to the PDF file
        {page}. I'd like to keep photos of my receipts in the Drive app on my phone, so make a folder named "{folder}"
        there. And everything has to be done by the day of my meeting with {assistant}, who works for my accountant.
        Check in the phone's calendar when we meet, and make that day the due date of the to-do "{hand_in}" in the
        phone's Tasks app.
    """,
    todo=[
        Do("archive", "packing.pack_folder", {"folder": Fact("cash_book"), "archive": Fact("archive")}),
        Do("accountant", "address_book.email_of", {"name": Fact("accountant")}),
        Do("mail", "attachments.send", {"file": Output("archive"), "to": Output("accountant")}),
        Do("copy", "drive_site.upload", {"file": Output("archive")}),
        Do(
            "page",
            "document_viewer.print_day",
            {"date": Fact("working_day"), "diary": Fact("diary"), "file": Fact("page")},
        ),
        Do("folder", "drive.add_folder", {"text": Fact("folder")}),
        Do("date", "calendar.meeting_date", {"name": Fact("assistant")}),
        Do("due", "todos.set_due", {"title": Fact("hand_in"), "date": Output("date")}),
    ],
    later=Later(
        after="mail",
        words='By the way, "{done}" is done, so you can tick it off in the Tasks app on my phone.',
        todo=[Do("done", "todos.complete", {"title": Fact("done")})],
    ),
)

_OPENING = """
    I've fallen behind with my accounts, and I'd like to get them finished at last.
"""

_CHAPTERS = {"expenses": _EXPENSES, "club": _CLUB, "papers": _PAPERS}
_SCENARIO = Scenario("close_month", __name__, "bring the accounts up to date", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
