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
    "order_title": choice(
        ("Order from Harbour Goods", "Order for the shop window", "Gifts for customers"), type="line"
    ),
    "craftsman": person("Inês Ekman"),
    "repair_title": choice(("Repair of the door", "Repair of the oven", "Repairs"), type="line"),
    "adviser": email_address("kestrel64@harbour.example"),
    "feast": path_like(f"{_DOCUMENTS}/summer_feast_56.ods", ("summer_feast", "club_party", "anniversary")),
    "partner": person("Mina Fontaine"),
    "rent": path_like(f"{_DOCUMENTS}/clubhouse_47.ods", ("clubhouse", "club_rooms", "boathouse")),
    "deposit": amount("57.15", 40, 95),
    "members": path_like(f"{_DOCUMENTS}/members_23.ods", ("members", "our_members", "club_members")),
    "newcomer": person("Edith Holm"),
    "newcomer_email": email_address("saffron35@northmail.example"),
    "chair": person("Hugo Ivers"),
    "auditor": email_address("thistle71@orchard.example"),
    "report": choice(("The books are up to date", "The club's tables are ready", "You can audit us now"), type="line"),
    "cash_book": choice(
        tuple([f"{_DOCUMENTS}/{name}" for name in ("cash_book", "account_book", "ledger")]), type="folder"
    ),
    "archive": path_like(f"{_DOCUMENTS}/accounts_36.zip", ("accounts", "books", "closing")),
    "accountant": person("Jonas Albers"),
    "working_day": day("2026-09-22", date(2026, 9, 1), date(2026, 10, 9)),
    "diary": path_like(f"{_DOCUMENTS}/work_diary_40.pdf", ("work_diary", "diary", "work_journal")),
    "page": path_like(f"{_DOCUMENTS}/proof_62.pdf", ("proof", "voucher", "one_day")),
    "folder": choice(("For the accountant", "Closed accounts", "Vouchers"), type="line"),
    "assistant": person("Kira Berg"),
    "hand_in": choice(("Hand in the accounts", "Closing of the accounts", "All papers to the office"), type="line"),
    "done": choice(("Collect the receipts", "Ask for the invoices", "Count the cash"), type="line"),
}
"""What the words and the things to do share."""

_DEPOSIT = Question(
    fact="deposit",
    answer="The deposit is {deposit}.",
    forms=((("deposit",),), (("amount", "how much", "sum"), ("rent", "rooms", "enter", "sheet", "table", "file"))),
    asks=("How much is the deposit?", "Which deposit shall I enter?", "What is the deposit for the club's rooms?"),
)

_EXPENSES = Chapter(
    goal="""
        Some expenses are still missing in the Expenses app of my phone. One is the invoice {bill} on the computer: open
        it in Text Editor, and record its total as "{bill_title}". {supplier} has mailed me another one: the amount is
        in the latest mail about it in my phone's Mail, record that as "{supplier_title}". The order for {buyer} on
        shop.example is among the orders there, look in Firefox; record its total as "{order_title}". What the repair
        costs in the end, {craftsman} will mail me within the next few minutes; watch out for that in Thunderbird on the
        computer, and record the amount as "{repair_title}". My tax adviser writes from {adviser}, and I mustn't
        overlook those mails any more, so make a message filter named "Important people" in Thunderbird that adds a star
        to mails from that address.
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
        I'm the treasurer of our club, and its tables are kept with Calc on the computer. What the last feast cost
        is in {feast}. Let Calc add up all amounts there by a formula in the cell right below the last amount, save the
        table, and text just the total to {partner}, whose number is in my phone's contacts. {rent} has the costs of the
        club's rooms, where the deposit is missing. I know it, ask me; enter it and save. {newcomer} has joined the
        club: enter the name, with {newcomer_email} as the e-mail address, in the first empty row of {members}, and save
        that as well. {chair}, who chairs the club, has a new telephone number and will text it to me within the next
        few minutes. Save that number in a new contact for {chair} in Thunderbird's address book. And write to the
        auditor, {auditor}, on mail.example in Firefox; the text of the mail is "{report}".
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
        {accountant}, my accountant, is waiting for the papers. My cash book is the folder {cash_book}: pack it with all
        that is in it into the new archive {archive} with Archive Manager, and mail the archive as an attachment to
        {accountant} with Thunderbird, whose address book has the address. Upload the archive to drive.example in
        Firefox, so that there is a copy. One day of my work has to be proved: open {diary} in the Document Viewer, and
        print only the page of {working_day} to the PDF file {page}. For the receipts, make a folder "{folder}" in the
        phone's Drive app. And all of it is due on another day now: {assistant}, from the accountant's office, will text
        me the new date within the next few minutes. Make that the due date of the to-do "{hand_in}" in the Tasks app of
        my phone.
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
        Do("date", "coming.date_by_text", {"sender": Fact("assistant")}),
        Do("due", "todos.set_due", {"title": Fact("hand_in"), "date": Output("date")}),
    ],
    later=Later(
        after="mail",
        words='By the way, "{done}" is done. Please tick that off in the Tasks app of my phone.',
        todo=[Do("done", "todos.complete", {"title": Fact("done")})],
    ),
)

_OPENING = """
    I'm behind with my accounts, and want to have them done.
"""

_CHAPTERS = {"expenses": _EXPENSES, "club": _CLUB, "papers": _PAPERS}
_SCENARIO = Scenario("close_month", __name__, "bring the accounts up to date", FACTS, _OPENING, _CHAPTERS)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
