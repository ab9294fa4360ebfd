"""The yearly meeting of a club: the invitations, the treasurer's accounts, and the evening itself."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS = "/home/user/Documents"

FACTS = {
    "feast_day": date_ahead("2026-12-11"),
    "letter": path_like(f"{_DOCUMENTS}/winter_party_63.odt", ("winter_party", "party", "to_all_members")),
    "pdf": path_like(f"{_DOCUMENTS}/party_letter_24.pdf", ("party_letter", "for_members", "invitation")),
    "feast": choice(("Winter party", "The club's winter party", "Party in the barn"), type="line"),
    "newcomer": person("Lev Ekman"),
    "email": email_address("juniper45@northmail.example"),
    "members": path_like(f"{_DOCUMENTS}/addresses_68.ods", ("addresses", "mail_addresses", "circle")),
    "cook": person("Nils Castro"),
    "numbers": path_like(f"{_DOCUMENTS}/telephones_41.ods", ("telephones", "call_list", "numbers")),
    "baker": person("Edith Grau"),
    "please": choice(
        ("Could you two cook for the party?", "Can you two see to the food?", "Could you two cook?"), type="line"
    ),
    "cashier": person("Ada Jansen"),
    "payer": person("Greta Albers"),
    "debtor": person("Hugo Fontaine"),
    "craftsman": person("Inês Ekman"),
    "repair": choice(("Clubhouse repairs", "Stove repair", "Roof repairs"), type="line"),
    "sheet": path_like(f"{_DOCUMENTS}/summer_party_56.ods", ("summer_party", "open_day", "regatta")),
    "auditor": person("Kira Dorn"),
    "auditors_email": email_address("willow72@quarry.example"),
    "book_day": date_ahead("2026-12-02"),
    "book": choice(("Check the books", "Audit of the accounts", "Look through the receipts"), type="line"),
    "notice": path_like(f"{_DOCUMENTS}/meeting_34.odt", ("meeting", "agenda", "circular")),
    "speaker": person("Jonas Ivers"),
    "keeper": person("Mina Jansen"),
    "slides": path_like(f"{_DOCUMENTS}/our_year_28.odp", ("our_year", "year", "looking_back")),
    "last_slide": choice(("Elections", "Questions and suggestions", "Thanks to our helpers"), type="line"),
    "errand": choice(("Borrow a projector", "Find a long cable", "Bring the screen"), type="line"),
    "musician": person("Chloé Kovač"),
    "meeting_day": date_ahead("2026-12-04"),
    "begins": choice(("17:35", "18:10", "18:40", "19:20"), type="time"),
    "music": choice(("String quartet", "Music at the meeting", "Brass band"), type="line"),
}
"""What the words and the things to do share."""

_FEAST_DAY = Question(
    fact="feast_day",
    answer="The party is on {feast_day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day is the winter party?", "When is the party?", "What is the date of the party?"),
)

_INVITATIONS = Chapter(
    goal="""
        The invitation to our winter party goes out along with the documents for the meeting. The letter is {letter} on
        the computer, and it still says "DATE" where the day should be. I still have to check which day it is, so ask me
        when you get to it; then put the day in place of that word in Writer, save the letter and export it as the PDF
        {pdf}. The party should go in my phone's calendar, too, as an all-day event called "{feast}". {newcomer} has
        only just joined us and should be invited as well. In Calc, enter their name and their email address, {email},
        in the first empty row of our spreadsheet {members} and save it; then email the PDF of the invitation to that
        address, as an attachment, with Thunderbird. We still need people to cook, and I'm thinking of {cook} and
        {baker}. You'll find {cook}'s phone number in the spreadsheet {numbers}, which opens in Calc, and {baker}'s in
        my phone's contacts. Send them both one group message in the phone's Messages app: "{please}"
    """,
    todo=[
        Do("feast_day", _FEAST_DAY),
        Do(
            "letter",
            "invitations.export",
            {"date": Output("feast_day"), "letter": Fact("letter"), "file": Fact("pdf")},
        ),
        Do("feast", "calendar.add_all_day", {"date": Output("feast_day"), "title": Fact("feast")}),
        Do("newcomer", "members.add", {"name": Fact("newcomer"), "email": Fact("email"), "file": Fact("members")}),
        Do("invite", "attachments.send", {"file": Output("letter"), "to": Fact("email")}),
        Do("cook", "members.phone_of", {"name": Fact("cook"), "file": Fact("numbers")}),
        Do("baker", "contacts.phone_of", {"name": Fact("baker")}),
        Do(
            "group",
            "messages.group",
            {"text": Fact("please"), "first": Output("cook"), "second": Output("baker")},
        ),
    ],
)

_ACCOUNTS = Chapter(
    goal="""
        Our treasurer is ill, so I'm doing the accounts myself. {payer}'s fee is still missing from the sheet "Club
        fees" on docs.example. {cashier}, who is at the bank, is about to email me the exact amount: wait for that email
        in Thunderbird on the computer, then enter the amount in the sheet, using Firefox. On the same site, the sheet
        "Shared costs" shows how much {debtor} still owes us. They've asked me for the figure, so text them just the
        amount from my phone; their number is in its contacts. {craftsman} has done some repairs at our clubhouse, and
        the price is in their latest email in Thunderbird; record it in my phone's Expenses app as "{repair}". Finally,
        our auditor, {auditor}, wants to know the total of {sheet}. Open the spreadsheet in Calc, add up all the amounts
        with a formula in the cell right below the last one, and save it. Then email just the total to {auditors_email}
        from mail.example, in Firefox. That's their new email address, so please also replace the old one with it in
        their entry in Thunderbird's address book.
    """,
    todo=[
        Do("fee", "coming.amount_by_mail", {"sender": Fact("cashier")}),
        Do("enter_fee", "docs_site.enter_fee", {"amount": Output("fee"), "name": Fact("payer")}),
        Do("owed", "docs_site.amount_owed", {"name": Fact("debtor")}),
        Do("debtor", "contacts.phone_of", {"name": Fact("debtor")}),
        Do("dun", "messages.send", {"number": Output("debtor"), "text": Output("owed")}),
        Do("price", "thunderbird.latest_amount", {"sender": Fact("craftsman")}),
        Do("repair", "expenses.add", {"amount": Output("price"), "title": Fact("repair")}),
        Do("sum", "sums.total", {"file": Fact("sheet")}),
        Do("report", "mail_site.send", {"email": Fact("auditors_email"), "text": Output("sum")}),
        Do("card", "address_book.change_email", {"name": Fact("auditor"), "email": Fact("auditors_email")}),
    ],
)

_EVENING = Chapter(
    goal="""
        The notice {notice}, which opens in Writer on the computer, says where we're meeting this year. Look the place
        up in my phone's Maps app and text just the address it shows to {speaker}, who is giving a talk on birds and
        doesn't know the way; their number is in the phone's contacts. {keeper} is in charge of the hall, and I might
        need to call them. Their phone number is at the end of their latest email about the keys to the hall, which you
        can read on mail.example, in Firefox; save it as {keeper} in the phone's contacts. My slides, {slides}, are one
        short: in Impress, add one at the end with the title "{last_slide}" and no other text, and save them. Finally,
        there'll be music. The meeting is on {meeting_day}, and {musician} will text me any minute now to say what time
        the musicians begin. Put that in the phone's calendar as "{music}", on that day and at that time.
    """,
    todo=[
        Do("place", "invitations.place", {"file": Fact("notice")}),
        Do("address", "maps.address", {"place": Output("place")}),
        Do("speaker", "contacts.phone_of", {"name": Fact("speaker")}),
        Do("way", "messages.send", {"number": Output("speaker"), "text": Output("address")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("keeper")}),
        Do("keeper", "contacts.add", {"name": Fact("keeper"), "phone": Output("keys")}),
        Do("slide", "talks.add_slide", {"file": Fact("slides"), "text": Fact("last_slide")}),
        Do("begin", "coming.time_by_text", {"sender": Fact("musician"), "value": Fact("begins")}),
        Do(
            "music",
            "appointments.add_timed",
            {"date": Fact("meeting_day"), "time": Output("begin"), "title": Fact("music")},
        ),
    ],
    later=Later(
        after="way",
        words="""
            {speaker} has just written to thank me and needs something for the talk. Please add "{errand}" as a task in
            Endeavour on the computer.
        """,
        todo=[Do("errand", "endeavour.add", {"text": Fact("errand")})],
    ),
)

_OPENING = """
    Our club's annual meeting is coming up. I'm the chair, and I've left everything to the last minute.
"""

SCENARIO = Scenario(
    "annual_meeting",
    __name__,
    "prepare a club's yearly meeting",
    FACTS,
    _OPENING,
    {"invitations": _INVITATIONS, "accounts": _ACCOUNTS, "evening": _EVENING},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
