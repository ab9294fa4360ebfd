"""The winter issue of a neighbourhood's newsletter: its texts, its pictures, and the way to its readers."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "article": choice(("Lights in our windows", "The old pump works again", "Who clears the snow"), type="line"),
    "lead": path_like(f"{_DOCUMENTS}/lead_29.txt", ("lead", "first_page", "lead_article")),
    "feast": path_like(f"{_DOCUMENTS}/winter_party_63.odt", ("winter_party", "invitation", "party")),
    "day": day("2026-12-11", date(2026, 12, 4), date(2026, 12, 19)),
    "pdf": path_like(f"{_DOCUMENTS}/supplement_24.pdf", ("supplement", "party_page", "middle_page")),
    "designer": person("Jonas Albers"),
    "neighbours": path_like(f"{_DOCUMENTS}/neighbours_52.odt", ("neighbours", "yard", "meeting_in_the_yard")),
    "note": choice(("For the neighbours", "Still to be said", "Meeting in the yard"), type="line"),
    "letter": choice(
        ("Nobody sweeps the stairs", "The lamp in the lane is broken", "The last issue was fun"), type="line"
    ),
    "thanks": choice(
        ("We will print your letter", "Your letter is on page three", "Thank you, we will print this"), type="line"
    ),
    "left": path_like(f"{_PICTURES}/left_half_20.png", ("left_half", "cover_left", "first_photo")),
    "right": path_like(f"{_PICTURES}/right_half_44.png", ("right_half", "cover_right", "second_photo")),
    "cover": path_like(f"{_PICTURES}/cover_31.png", ("cover", "title_page", "front")),
    "hills": choice(("Hills at dusk", "Hills in the haze", "Blue ridges", "Green ridges")),
    "outing": path_like(f"{_PICTURES}/outing_18.jpg", ("outing", "page_four", "hike")),
    "walker": person("Bruno Dorn"),
    "caller": person("Farid Lindt"),
    "photographer": person("Kira Holm"),
    "bill": path_like(f"{_DOCUMENTS}/printers_61.txt", ("printers", "autumn_issue", "printing")),
    "cost": choice(("Printing the last issue", "Printers", "Autumn newsletter"), type="line"),
    "printer": person("Lev Ekman"),
    "comes": day("2026-11-24", date(2026, 11, 17), date(2026, 11, 30)),
    "came": day("2026-11-12", date(2026, 11, 10), date(2026, 11, 16)),
    "delivery": choice(("Newsletters arrive", "Parcels from the printers", "Winter issue arrives"), type="line"),
    "carry": choice(("Fetch the handcart", "Sort the newsletters", "Count the copies"), type="line"),
    "carrier": person("Nils Castro"),
    "helpers": path_like(f"{_DOCUMENTS}/helpers_41.ods", ("helpers", "carriers", "crew")),
    "ask": choice(
        ("Can you carry the newsletter again?", "Will you deliver the winter issue?", "Which streets will you take?"),
        type="line",
    ),
    "reader": person("Greta Dorn"),
    "email": email_address("willow72@quarry.example"),
    "me": person("Inês Fontaine"),
    "my_email": email_address("thistle44@quarry.example"),
    "town_hall": choice(
        ("May we leave copies in your hall?", "Do you want copies for the library?", "How many copies do you need?"),
        type="line",
    ),
    "next_issue": choice(("Plan the spring issue", "Find a cook for the party", "Thank the carriers"), type="line"),
}
"""What the words and the things to do share."""

_DAY = Question(
    fact="day",
    answer="The party is on {day}.",
    forms=((("day", "date", "when"),),),
    asks=("Which day is the winter party?", "When is the party?", "What is the date of the party?"),
)

_TEXTS = Chapter(
    goal="""
        Some of the texts still need work. The lead article, "{article}", is on docs.example; download it there in
        Firefox and move the file to {lead}. The invitation to the winter party, {feast}, still has the word "DATE"
        where the day should be. I'm still waiting to hear the day, so ask me when you get to it; then write it there in
        Writer, save the letter and export it as {pdf}. {designer} is laying out the pages and needs that PDF, so email
        it to them as an attachment with Thunderbird; their email address is in Thunderbird's address book. Our letter
        to the neighbours, {neighbours}, still needs a closing paragraph, which I've jotted down on my phone: it's the
        text of the note "{note}" in Notes. Add it at the end of the letter in Writer, word for word, and save. A reader
        has also written to us, in a text message that begins with "{letter}". Check in the phone's Messages who signed
        it, and email them "{thanks}" from the phone; their email address is in its contacts.
    """,
    todo=[
        Do("article", "docs_site.download", {"title": Fact("article"), "file": Fact("lead")}),
        Do("day", _DAY),
        Do(
            "feast",
            "invitations.export",
            {"date": Output("day"), "letter": Fact("feast"), "file": Fact("pdf")},
        ),
        Do("designer", "address_book.email_of", {"name": Fact("designer")}),
        Do("page", "attachments.send", {"file": Output("feast"), "to": Output("designer")}),
        Do("note", "notes.line", {"title": Fact("note")}),
        Do("paragraph", "letters.add_line", {"file": Fact("neighbours"), "text": Output("note")}),
        Do("writer", "threads.who_wrote", {"text": Fact("letter")}),
        Do("address", "contacts.email_of", {"name": Output("writer")}),
        Do("thanks", "mail.send", {"email": Output("address"), "text": Fact("thanks")}),
    ],
)

_PICTURES_CHAPTER = Chapter(
    goal="""
        The pictures aren't ready yet. For the cover we have two photos: in GIMP, put {left} and, to its right, {right}
        into one picture without a gap, and export it as {cover}. The page about the outing needs something scenic, so
        download the picture "{hills}" from images.example in Firefox and move it to {outing}. Next to it goes the photo
        in the album Visits in my phone's Gallery whose title is only "{walker}". It needs a caption: open the place in
        the photo's details to see which village it was taken near, and add just the village's name as a new last line
        to trip.md in the phone's Markdown app. I'd also like a still from the video of our last meeting, the one in
        ~/Videos that has {caller}'s name in its title. Play it in Videos, take a screenshot with that program, and
        upload the screenshot to drive.example in Firefox. Finally, our photographer, {photographer}, is about to text
        me their new number. Replace the old one with it in the phone's contacts.
    """,
    todo=[
        Do("cover", "gimp_pictures.combine", {"left": Fact("left"), "right": Fact("right"), "target": Fact("cover")}),
        Do("hills", "images.download", {"title": Fact("hills"), "file": Fact("outing")}),
        Do("village", "gallery.where", {"person": Fact("walker")}),
        Do("caption", "markdown.append", {"text": Output("village"), "file": "trip.md"}),
        Do("still", "films.frame", {"name": Fact("caller")}),
        Do("upload", "drive_site.upload", {"file": Output("still")}),
        Do("new_number", "coming.number_by_text", {"sender": Fact("photographer")}),
        Do("photographer", "cards.change_number", {"name": Fact("photographer"), "phone": Output("new_number")}),
    ],
)

_READERS = Chapter(
    goal="""
        Printing and delivery still have to be arranged. The printers' invoice for the last issue is {bill}; open it in
        Text Editor, and record the total in the Expenses app on my phone as "{cost}". The new issue isn't coming on the
        day we'd agreed, and {printer}, who prints it, will text me the new date shortly. Put that day in the phone's
        calendar as an all-day event called "{delivery}", and make it the due date of the to-do "{carry}" in the phone's
        Tasks. {carrier} takes the newsletter from door to door. Look up their number in the spreadsheet {helpers} with
        Calc, and text them "{ask}" from my phone. {reader}, who gets the newsletter by email, has a new address,
        {email}; please update it in Thunderbird's address book. And I have a question for the town hall, which might
        take some copies: in the phone's browser, fill in the form at forms.example/contact with my name, {me}, and my
        email address, {my_email}, and send "{town_hall}" as a general question.
    """,
    todo=[
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("cost", "expenses.add", {"amount": Output("bill"), "title": Fact("cost")}),
        Do("comes", "coming.date_by_text", {"sender": Fact("printer"), "value": Fact("comes"), "old": Fact("came")}),
        Do("delivery", "calendar.add_all_day", {"date": Output("comes"), "title": Fact("delivery")}),
        Do("carry", "todos.set_due", {"title": Fact("carry"), "date": Output("comes")}),
        Do("carrier", "members.phone_of", {"name": Fact("carrier"), "file": Fact("helpers")}),
        Do("ask", "messages.send", {"number": Output("carrier"), "text": Fact("ask")}),
        Do("reader", "address_book.change_email", {"name": Fact("reader"), "email": Fact("email")}),
        Do(
            "town_hall",
            "browsing.ask",
            {"name": Fact("me"), "email": Fact("my_email"), "text": Fact("town_hall")},
        ),
    ],
    later=Later(
        after="ask",
        words="""
            Before I forget: please add "{next_issue}" as a task to Endeavour on the computer.
        """,
        todo=[Do("next_issue", "endeavour.add", {"text": Fact("next_issue")})],
    ),
)

_OPENING = """
    The winter issue of our street's newsletter is nearly due, and this time it's my turn to put it together.
"""

SCENARIO = Scenario(
    "newsletter",
    __name__,
    "publish a newsletter",
    FACTS,
    _OPENING,
    {"texts": _TEXTS, "pictures": _PICTURES_CHAPTER, "readers": _READERS},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
