"""Handing in a thesis: figures and evidence; references; then the talk and the defence."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "figure": choice(tuple([f"{_PICTURES}/figure_{n}.png" for n in (2, 3, 5, 7)]), type="picture"),
    "grey": path_like(f"{_PICTURES}/figure_grey_84.png", ("figure_grey", "print_figure", "grey")),
    "archive": path_like(f"{_DOCUMENTS}/nature_club_44.zip", ("nature_club", "club_archive", "club_files")),
    "day": day("2026-09-24", date(2026, 6, 1), date(2026, 9, 28)),
    "diary": path_like(f"{_DOCUMENTS}/station_diary_40.pdf", ("station_diary", "farm_diary", "diary")),
    "page": path_like(f"{_DOCUMENTS}/page_62.pdf", ("page", "excerpt", "evidence")),
    "supervisor": person("Hugo Castro"),
    "done": choice(("Draw the figures", "Write the last chapter", "Count the pages"), type="line"),
    "print": choice(("Print the thesis", "Sign the declaration", "Bind two copies"), type="line"),
    "scan": choice(tuple([f"{_PICTURES}/map_{n}.png" for n in (11, 14, 16, 19)]), type="picture"),
    "upright": path_like(f"{_PICTURES}/map_upright_71.png", ("map_upright", "upright", "map_turned")),
    "words": path_like(f"{_DOCUMENTS}/index_18.txt", ("index", "key_words", "plants")),
    "sorted": path_like(f"{_DOCUMENTS}/index_sorted_81.txt", ("index_sorted", "in_order", "sorted")),
    "adviser": person("Chloé Grau"),
    "town": choice(("Millbrook", "Stonegate", "Pinehaven"), type="place"),
    "note": path_like(f"{_DOCUMENTS}/bridge_56.txt", ("bridge", "footnote", "year")),
    "country": choice(("Corvania", "Estoria", "Galdora")),
    "sheet": path_like(f"{_DOCUMENTS}/appendix_34.ods", ("appendix", "country", "table")),
    "printer": person("Lev Albers"),
    "cost": choice(("Printing the thesis", "Copy shop", "Binding"), type="line"),
    "talk": path_like(f"{_DOCUMENTS}/talk_52.odp", ("talk", "nature_club", "birds")),
    "title": choice(("What the tide leaves", "A year at the river", "Who lives in the reeds"), type="line"),
    "examiner": person("Inês Ekman"),
    "defence": choice(("Defence of my thesis", "The defence", "My defence"), type="line"),
    "university": choice(("Millbrook", "Stonegate", "Pinehaven")),
    "departure": choice(("07:40", "08:10", "08:35", "09:05"), type="time"),
    "office": email_address("cobalt58@harbour.example"),
    "thanks": choice(
        ("My thesis is finished", "I have finished my thesis", "My thesis is ready to be printed"), type="line"
    ),
    "party": choice(("Party with the group", "Outing with the group", "Games with the group"), type="line"),
    "party_day": date_ahead("2026-12-11"),
}
"""What the words and the things to do share."""

_OFFICE = Question(
    fact="office",
    answer="Write to {office}.",
    forms=((("address", "mail", "office", "email"),),),
    asks=("What is the address of the examination office?", "Which address should I mail?", "Which email address?"),
)

_FIGURES = Chapter(
    goal="""
        The printers want a figure without colour, so take the colour out of {figure} with GIMP, and export the result
        in greyscale as {grey}. Our nature club would like to have the new picture as well: add it to the archive
        {archive} with Archive Manager, and upload it to drive.example in Firefox. To back up one of my dates, I need a
        single page of the diary {diary}. In Document Viewer, print the page for {day}, and no other, to the PDF {page}.
        I've also fallen behind with the to-dos in my phone's Tasks. "{done}" is finished, so tick it off, and "{print}"
        is due on the day I meet {supervisor}; check in the phone's calendar which day that is, and set it as the due
        date.
    """,
    todo=[
        Do("grey", "retouching.grey", {"picture": Fact("figure"), "file": Fact("grey")}),
        Do("archive", "archives.add_file", {"file": Output("grey"), "archive": Fact("archive")}),
        Do("upload", "drive_site.upload", {"file": Output("grey")}),
        Do("page", "document_viewer.print_day", {"date": Fact("day"), "diary": Fact("diary"), "file": Fact("page")}),
        Do("done", "todos.complete", {"title": Fact("done")}),
        Do("meeting", "calendar.meeting_date", {"name": Fact("supervisor")}),
        Do("due", "todos.set_due", {"title": Fact("print"), "date": Output("meeting")}),
    ],
    later=Later(
        after="grey",
        words="""
            I've just noticed that the scan {scan} is sideways. Please give it a quarter turn clockwise in Image Viewer
            and save it as {upright}, leaving the original as it is.
        """,
        todo=[Do("upright", "viewing.turn", {"picture": Fact("scan"), "file": Fact("upright")})],
    ),
)

_REFERENCES = Chapter(
    goal="""
        The index isn't in order yet. In the terminal, write the lines of {words} in alphabetical order into the new
        file {sorted}, and email that file as an attachment, with Thunderbird, to {adviser}; their email address is in
        Thunderbird's address book. Two facts are still missing, which you can look up on wiki.example in Firefox. A
        footnote needs the year in which the {town} bridge was built, from the table in the article "Bridge". So that I
        can paste it in later, write just the year, with Text Editor, into the new file {note}. The table in the
        appendix still needs a row for {country}; the details are in the article "Country". Enter the country's name,
        its capital and its population side by side in the first row of a new spreadsheet in Calc, from which I'll copy
        them, and save that as {sheet}. I don't know yet what the printing will cost. {printer} will email me the exact
        amount in a few minutes, so wait for that email in Thunderbird, and record the amount in the Expenses app on my
        phone as "{cost}".
    """,
    todo=[
        Do("sort", "shell.sort_lines", {"source": Fact("words"), "target": Fact("sorted")}),
        Do("adviser", "address_book.email_of", {"name": Fact("adviser")}),
        Do("send", "attachments.send", {"file": Output("sort"), "to": Output("adviser")}),
        Do("bridge", "wiki.bridge_year", {"town": Fact("town")}),
        Do("note", "text_editor.write", {"file": Fact("note"), "text": Output("bridge")}),
        Do("country", "almanac.record_country", {"country": Fact("country"), "file": Fact("sheet")}),
        Do("bill", "coming.amount_by_mail", {"sender": Fact("printer")}),
        Do("cost", "expenses.add", {"amount": Output("bill"), "title": Fact("cost")}),
    ],
)

_DEFENCE = Chapter(
    goal="""
        I'm giving the nature club a talk about the thesis. The slides are {talk}; change the title of the first one to
        "{title}" with Impress, and save the presentation. My defence has been postponed, and {examiner} will text me
        the new date shortly. Put it in the phone's calendar as an all-day event called "{defence}", and book my journey
        for that day on travel.example, in Firefox: one second-class seat from Alder to {university} at {departure}. The
        examination office is waiting to hear from me, so send them an email from my phone that says "{thanks}". I'll
        have to look up their email address, so ask me when you need it. And please turn on Do Not Disturb on the phone,
        so that it doesn't ring while I practise.
    """,
    todo=[
        Do("title", "lectures.retitle", {"file": Fact("talk"), "text": Fact("title")}),
        Do("date", "coming.date_by_text", {"sender": Fact("examiner")}),
        Do("defence", "calendar.add_all_day", {"date": Output("date"), "title": Fact("defence")}),
        Do(
            "seat",
            "travel_site.book",
            {"town": Fact("university"), "date": Output("date"), "time": Fact("departure")},
        ),
        Do("office", _OFFICE),
        Do("mail", "mail.send", {"email": Output("office"), "text": Fact("thanks")}),
        Do("quiet", "preferences.do_not_disturb", {}),
    ],
    later=Later(
        after="title",
        words="""
            I nearly forgot: please put "{party}" in the computer's Calendar on {party_day}; the time doesn't matter.
        """,
        todo=[Do("party", "calendar.add_desktop_event", {"date": Fact("party_day"), "title": Fact("party")})],
    ),
)

_OPENING = """
    My thesis is written, but there are still plenty of small things to see to.
"""

_SCENARIO = Scenario(
    "thesis",
    __name__,
    "hand in a thesis",
    FACTS,
    _OPENING,
    {"figures": _FIGURES, "references": _REFERENCES, "defence": _DEFENCE},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
