"""Handing in a thesis: figure, diary, reading list; then the bibliography, the talk and the printing shop."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "figure": choice(tuple([f"{_PICTURES}/figure_{n}.png" for n in (2, 3, 5, 7)]), type="picture"),
    "grey": path_like(f"{_PICTURES}/figure_grey_84.png", ("figure_grey", "print_figure", "grey")),
    "archive": path_like(f"{_DOCUMENTS}/thesis_44.zip", ("thesis", "hand_in", "appendix")),
    "day": date_ahead("2026-11-24"),
    "diary": path_like(f"{_DOCUMENTS}/lab_diary_40.pdf", ("lab_diary", "diary", "field_notes")),
    "page": path_like(f"{_DOCUMENTS}/page_62.pdf", ("page", "excerpt", "evidence")),
    "reader": person("Ada Grau"),
    "reading": choice(("questions.md", "house.md", "garden.md")),
    "supervisor": person("Hugo Castro"),
    "print": choice(("Print the thesis", "Sign the declaration", "Bind two copies"), type="line"),
    "references": path_like(f"{_DOCUMENTS}/references_18.txt", ("references", "sources", "literature")),
    "sorted": path_like(f"{_DOCUMENTS}/bibliography_81.txt", ("bibliography", "bibliography_sorted", "works")),
    "adviser": person("Chloé Grau"),
    "talk": path_like(f"{_DOCUMENTS}/defence_52.odp", ("defence", "viva", "colloquium")),
    "title": choice(("What the tide leaves", "How villages grow", "Light on old stones"), type="line"),
    "long_talk": path_like(f"{_DOCUMENTS}/long_talk_28.odp", ("long_talk", "seminar", "group_talk")),
    "last_slide": choice(("Thank you for listening", "Questions and answers", "Open questions"), type="line"),
    "town": choice(("Millbrook", "Stonegate", "Pinehaven"), type="place"),
    "note": path_like(f"{_DOCUMENTS}/bridge_56.txt", ("bridge", "footnote", "year")),
    "bill": path_like(f"{_DOCUMENTS}/copy_shop_61.txt", ("copy_shop", "binding", "printing")),
    "cost": choice(("Printing the thesis", "Copy shop", "Binding"), type="line"),
    "office": email_address("cobalt58@harbour.example"),
    "thanks": choice(("I hand in my thesis today", "My thesis is finished", "My thesis is done at last"), type="line"),
    "party": choice(("Party after the defence", "Dinner with the group", "Celebrate"), type="line"),
    "party_day": date_ahead("2026-12-11"),
}
"""What the words and the things to do share."""

_OFFICE = Question(
    fact="office",
    answer="Write to {office}.",
    forms=((("address", "mail", "office", "email"),),),
    asks=("What is the address of the examination office?", "To which address do I mail?", "Which e-mail address?"),
)

_FIRST = Chapter(
    goal="""
        The printers want figures without colour: take the colour out of {figure} with GIMP and export the
        result in shades of grey as {grey}. Add that new picture to the archive {archive} with Archive Manager,
        and upload the picture to drive.example, too, in Firefox. As evidence I need one page of my diary
        {diary}: in Document Viewer, print only the page of {day} to the PDF {page}. {reader} has recommended
        something to read. In the phone's Mail, look which web address is in the latest of these mails, and add
        it as a new last line to {reading} in the phone's Markdown app. The day on which I meet {supervisor} is
        in the phone's calendar. The to-do "{print}" in the phone's Tasks is due on that day; enter the date.
    """,
    todo=[
        Do("grey", "retouching.grey", {"picture": Fact("figure"), "file": Fact("grey")}),
        Do("archive", "archives.add_file", {"file": Output("grey"), "archive": Fact("archive")}),
        Do("upload", "drive_site.upload", {"file": Output("grey")}),
        Do("page", "document_viewer.print_day", {"date": Fact("day"), "diary": Fact("diary"), "file": Fact("page")}),
        Do("link", "mailings.link", {"sender": Fact("reader")}),
        Do("reading", "markdown.append", {"text": Output("link"), "file": Fact("reading")}),
        Do("meeting", "calendar.meeting_date", {"name": Fact("supervisor")}),
        Do("due", "todos.set_due", {"title": Fact("print"), "date": Output("meeting")}),
    ],
)

_SECOND = Chapter(
    goal="""
        Then the bibliography. Write the lines of {references} in alphabetical order into the new file {sorted}, in the
        terminal, and mail that file as an attachment to {adviser} with Thunderbird, whose address book has the
        address. One footnote is still empty: look up in the table of the article Bridge on wiki.example, in Firefox,
        in which year the bridge of {town} was built, and write just that year with Text Editor into the new file
        {note}. The slides for the defence are {talk}; change the title of the first slide to "{title}" with Impress,
        and save. At the end of {long_talk}, add a slide with the title "{last_slide}" and no other text, and save that
        one as well. Record the total of the copy shop's invoice {bill}, open it in Text Editor, in the Expenses app
        of the phone as "{cost}". Last, mail the examination office from my phone: "{thanks}". I have the address
        here, ask me. And turn on Do Not Disturb on the phone.
    """,
    todo=[
        Do("sort", "shell.sort_lines", {"source": Fact("references"), "target": Fact("sorted")}),
        Do("adviser", "address_book.email_of", {"name": Fact("adviser")}),
        Do("send", "attachments.send", {"file": Output("sort"), "to": Output("adviser")}),
        Do("bridge", "wiki.bridge_year", {"town": Fact("town")}),
        Do("note", "text_editor.write", {"file": Fact("note"), "text": Output("bridge")}),
        Do("title", "lectures.retitle", {"file": Fact("talk"), "text": Fact("title")}),
        Do("slide", "talks.add_slide", {"file": Fact("long_talk"), "text": Fact("last_slide")}),
        Do("bill", "text_editor.invoice_total", {"file": Fact("bill")}),
        Do("cost", "expenses.add", {"amount": Output("bill"), "title": Fact("cost")}),
        Do("office", _OFFICE),
        Do("mail", "mail.send", {"email": Output("office"), "text": Fact("thanks")}),
        Do("quiet", "preferences.do_not_disturb", {}),
    ],
    later=Later(
        after="send",
        words="""
            I nearly forgot: put "{party}" on {party_day} into the computer's Calendar, at any time of that day.
        """,
        todo=[Do("party", "calendar.add_desktop_event", {"date": Fact("party_day"), "title": Fact("party")})],
    ),
)

_OPENING = """
    I hand in my thesis today and need your help with all the small things around it.
"""

_SCENARIO = Scenario(
    "thesis", __name__, "hand in a thesis", FACTS, _OPENING, {"figures": _FIRST, "references": _SECOND}
)
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
