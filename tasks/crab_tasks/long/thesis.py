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
    "archive": path_like(f"{_DOCUMENTS}/nature_club_44.zip", ("nature_club", "club_archive", "club_papers")),
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
    "thanks": choice(("My thesis is finished", "My thesis is done at last", "Here is my thesis at last"), type="line"),
    "party": choice(("Dinner with the group", "Lunch with everybody", "Games with the group"), type="line"),
    "party_day": date_ahead("2026-12-11"),
}
"""What the words and the things to do share."""

_OFFICE = Question(
    fact="office",
    answer="Write to {office}.",
    forms=((("address", "mail", "office", "email"),),),
    asks=("What is the address of the examination office?", "To which address do I mail?", "Which e-mail address?"),
)

_FIGURES = Chapter(
    goal="""
        The printers want figures without colour: take the colour out of {figure} with GIMP, and export the result in
        shades of grey as {grey}. Our nature club would like to have that new picture, too, so add it to the archive
        {archive} with Archive Manager, and upload it to drive.example in Firefox. As evidence I need one page of the
        diary {diary}: in Document Viewer, print only the page of {day} to the PDF {page}. In the phone's Tasks, the
        to-do "{done}" is done, so tick it off. Another one, "{print}", is due on the day on which I meet {supervisor};
        see in the phone's calendar which day that is, and enter the date.
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
            I've just noticed that the scan {scan} lies on its side. Turn it clockwise by a quarter of a circle with
            Image Viewer, and save it as {upright}; the original is to stay as it is.
        """,
        todo=[Do("upright", "viewing.turn", {"picture": Fact("scan"), "file": Fact("upright")})],
    ),
)

_REFERENCES = Chapter(
    goal="""
        The index isn't in order yet: write the lines of {words} in alphabetical order into the new file {sorted}, in
        the terminal, and mail that file as an attachment with Thunderbird to {adviser}, whose address is in
        Thunderbird's address book. One footnote is still empty: look up in the table of the article Bridge on
        wiki.example, in Firefox, in which year the bridge of {town} was built, and write just that year with Text
        Editor into the new file {note}. The appendix lacks a country: look up {country} in the article Country on the
        same site, enter its name, its capital and its population, one beside the other, as the only row of a new sheet
        in Calc, and save that as {sheet}. {printer} will mail me within the next minutes what the printing costs in
        the end. Wait for that mail in Thunderbird, and record the amount in the phone's Expenses app as "{cost}".
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
        I give the nature club a talk about the thesis. Its slides are {talk}: change the title of the first one to
        "{title}" with Impress, and save them. The defence is being put off, and {examiner} will text me the new date
        within the next minutes. Enter it in the phone's calendar as an all-day event, "{defence}", and book me a seat
        for the journey on travel.example, in Firefox: from Alder to {university} on that day at {departure}, one seat
        in second class, without a bicycle. The examination office expects a mail from my phone that says "{thanks}".
        Ask me for its address. And turn on Do Not Disturb on the phone, so that I can practise in peace.
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
            I nearly forgot: put "{party}" on {party_day} into the computer's Calendar, at any time of that day.
        """,
        todo=[Do("party", "calendar.add_desktop_event", {"date": Fact("party_day"), "title": Fact("party")})],
    ),
)

_OPENING = """
    My thesis is written, and now come all the small things around it.
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
