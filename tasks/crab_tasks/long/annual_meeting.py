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
    "letter": path_like(f"{_DOCUMENTS}/winter_feast_63.odt", ("winter_feast", "feast", "to_all_members")),
    "pdf": path_like(f"{_DOCUMENTS}/feast_letter_24.pdf", ("feast_letter", "for_members", "invitation")),
    "feast": choice(("Winter feast", "Winter feast of the club", "Feast in the barn"), type="line"),
    "newcomer": person("Lev Ekman"),
    "email": email_address("juniper45@northmail.example"),
    "members": path_like(f"{_DOCUMENTS}/addresses_68.ods", ("addresses", "mail_addresses", "circle")),
    "cook": person("Nils Castro"),
    "numbers": path_like(f"{_DOCUMENTS}/telephones_41.ods", ("telephones", "call_list", "numbers")),
    "baker": person("Edith Grau"),
    "please": choice(
        ("Which of you is bringing the soup?", "Can you two see to the food?", "Shall we cook together?"), type="line"
    ),
    "cashier": person("Ada Jansen"),
    "payer": person("Greta Albers"),
    "debtor": person("Hugo Fontaine"),
    "craftsman": person("Inês Ekman"),
    "repair": choice(("Repair of the club house", "Repair of the stove", "Repair of the boats"), type="line"),
    "sheet": path_like(f"{_DOCUMENTS}/summer_party_56.ods", ("summer_party", "open_day", "regatta")),
    "auditor": person("Kira Dorn"),
    "auditors_email": email_address("willow72@quarry.example"),
    "book_day": date_ahead("2026-12-02"),
    "book": choice(("Check the books", "Audit of the accounts", "Look through the receipts"), type="line"),
    "notice": path_like(f"{_DOCUMENTS}/meeting_34.odt", ("meeting", "agenda", "circular")),
    "speaker": person("Jonas Ivers"),
    "keeper": person("Mina Jansen"),
    "slides": path_like(f"{_DOCUMENTS}/our_year_28.odp", ("our_year", "year", "looking_back")),
    "last_slide": choice(("Elections", "Questions and wishes", "Thank you, helpers"), type="line"),
    "errand": choice(("Borrow a projector", "Find a long cable", "Bring the screen"), type="line"),
    "musician": person("Chloé Kovač"),
    "meeting_day": date_ahead("2026-12-04"),
    "begins": choice(("17:35", "18:10", "18:40", "19:20"), type="time"),
    "music": choice(("Quartet plays", "Music at the meeting", "Brass band plays"), type="line"),
}
"""What the words and the things to do share."""

_FEAST_DAY = Question(
    fact="feast_day",
    answer="The feast is on {feast_day}.",
    forms=((("day", "date", "when"),),),
    asks=("On which day is the winter feast?", "When is the feast?", "What is the date of the feast?"),
)

_INVITATIONS = Chapter(
    goal="""
        The invitation to our winter feast goes out with the papers. It is {letter}, in which the word "DATE" still
        stands where the day belongs; I know the day, ask me. Write it there with Writer, save the letter, and export it
        as {pdf}. Enter the feast in the calendar of my phone, too, all day, as "{feast}". {newcomer} has just joined
        the club: enter this name with the e-mail address {email} in the first empty row of our table {members}, with
        Calc, save it, and mail the PDF of the invitation as an attachment to that address, with Thunderbird. Two
        members are to cook. {cook}'s telephone number stands in the table {numbers}, see Calc, and {baker}'s is in the
        contacts of my phone; write to the two of them in one group, in the phone's Messages: "{please}"
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
        The treasurer is ill, so I do the accounts. {payer}'s fee is still missing in the sheet "Club fees" on
        docs.example. {cashier} is at the bank and will mail me the final amount within the next minutes, see
        Thunderbird on the computer; enter it in that sheet, in Firefox. The sheet "Shared costs" on the same site says
        how much {debtor} still owes us; text just that amount to {debtor}, from my phone, which has the number in its
        contacts. {craftsman} has repaired something for us, and the latest mail from {craftsman} in Thunderbird has the
        price, which goes into the Expenses app of my phone as "{repair}". Let Calc add up all amounts in {sheet} by a
        formula in the cell right below the last amount, and save it; the auditor {auditor} wants to see that sum, so
        mail just the sum from mail.example, in Firefox, to {auditors_email}. That is a new address. Put it in place of
        the old one in {auditor}'s entry in Thunderbird's address book as well.
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
        Where we meet this year is in the notice {notice}, open it in Writer. Look that place up in the Maps app of
        my phone, and text the address that Maps shows for it to {speaker}, who speaks about birds and doesn't know the
        way; the number is in the phone's contacts. {keeper} has the keys. The telephone number is at the end of the
        mail "Keys of the hall" from {keeper} on mail.example, in Firefox; save it in the phone's contacts under that
        name. My slides are {slides}: add one more with the title "{last_slide}" and no other text at their end, with
        Impress, and save them. And there will be music. The meeting is on {meeting_day}, and {musician} will text me
        within the next minutes at what time the musicians begin. Put that into the phone's calendar, on that day and at
        that time, as "{music}".
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
        words='{speaker} has just thanked me, and needs something. Add "{errand}" as a task to Endeavour, please.',
        todo=[Do("errand", "endeavour.add", {"text": Fact("errand")})],
    ),
)

_OPENING = """
    The yearly meeting of our club is coming up, and as its chairman I have left everything to the last moment.
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
