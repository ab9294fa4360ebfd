"""Cleaning measured data: what the old station and the diary have, the programs that read it in, and the report."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"


def _folders(*names: str) -> tuple[str, ...]:
    return tuple([f"{_DOCUMENTS}/{name}" for name in names])


FACTS = {
    "meter": path_like(f"{_PICTURES}/rain_meter_26.png", ("rain_meter", "wind_meter", "power_meter")),
    "keeper": path_like(f"{_DOCUMENTS}/lighthouse_57.log", ("lighthouse", "keeper", "old_station")),
    "gauge": choice(tuple([f"{_PICTURES}/gauge_{n}.png" for n in (3, 4, 6, 8)]), type="picture"),
    "upright": path_like(f"{_PICTURES}/upright_71.png", ("upright", "gauge_turned", "staff")),
    "photos": path_like(f"{_DOCUMENTS}/station_photos_44.zip", ("station_photos", "evidence", "field_photos")),
    "day": day("2026-08-18", date(2026, 6, 1), date(2026, 9, 25)),
    "diary": path_like(f"{_DOCUMENTS}/field_book_40.pdf", ("field_book", "station_diary", "tour_diary")),
    "page": path_like(f"{_DOCUMENTS}/tour_day_62.pdf", ("tour_day", "one_day", "field_day")),
    "logger": path_like(f"{_DOCUMENTS}/logger_45.log", ("logger", "recorder", "sensors")),
    "technician": person("Lev Dorn"),
    "reader": choice(_folders("reader", "importer", "collector"), type="path"),
    "retries": choice((10, 20, 30), 20, type="count"),
    "parser": choice(_folders("parser", "converter", "splitter"), type="path"),
    "question": choice(
        ("What unit is the third column in?", "Are the times in winter time?", "What does a blank value mean?"),
        type="line",
    ),
    "plan": choice(_folders("cleaning_plan", "checks", "work_plan"), type="path"),
    "message": choice(("Plan the next checks", "Add the last steps", "Say what is checked"), type="line"),
    "tests": choice(_folders("quality", "outliers", "gaps"), type="path"),
    "commit": choice(
        ("Leave out values below zero", "Count each reading once", "Mark the gaps in winter"), type="line"
    ),
    "older": choice(("Read the new format", "Sort by station", "Round to one digit"), type="line"),
    "chief": person("Chloé Holm"),
    "planned": day("2026-11-12", date(2026, 11, 10), date(2026, 11, 18)),
    "put_off": day("2026-12-03", date(2026, 11, 24), date(2026, 12, 18)),
    "backup": choice(("Copy the raw data", "Save the old values", "Thank the keepers"), type="line"),
    "figure": choice(tuple([f"{_PICTURES}/curve_{n}.png" for n in (2, 5, 7, 9)]), type="picture"),
    "grey": path_like(f"{_PICTURES}/curve_grey_84.png", ("curve_grey", "grey_curve", "print_curve")),
    "slides": path_like(f"{_DOCUMENTS}/results_52.odp", ("results", "review", "station_talk")),
    "title": choice(("A year of clean data", "What the stations tell us", "How we cleaned the data"), type="line"),
    "town": choice(("Stonegate", "Pinehaven", "Port Haven"), type="place"),
    "drawer": person("Inês Lindt"),
    "stations": path_like(f"{_DOCUMENTS}/stations_18.txt", ("stations", "sites", "places")),
    "sorted": path_like(f"{_DOCUMENTS}/stations_sorted_81.txt", ("stations_sorted", "appendix", "list_of_stations")),
    "reviewer": email_address("cobalt58@harbour.example"),
}
"""What the words and the things to do share."""

_REVIEWER = Question(
    fact="reviewer",
    answer="The reviewer's address is {reviewer}.",
    forms=((("address", "email", "mail", "reviewer"),),),
    asks=("What is the reviewer's address?", "Which address do I email the list to?", "Who is the reviewer?"),
)

_READINGS = Chapter(
    goal="""
        The old station's last reading exists only as a photo, {meter}. Open it in Image Viewer on the computer to see
        which number the meter shows, then use the terminal to append just that number as a new line to the station's
        log, {keeper}. Another photo, {gauge}, is sideways. In Image Viewer, give it a quarter turn clockwise and save
        the result as {upright}, leaving the original as it is; then add the turned picture to the archive {photos} with
        Archive Manager. I've also been asked what happened on {day}: open the diary {diary} in Document Viewer and
        print only the page for that day to the PDF {page}. Finally, our logger has been failing, and I'd like to know
        how often. Count the lines with level ERROR in its log, {logger}, in the terminal. {technician}, who looks after
        the logger, is about to text me their new phone number. Once it has arrived, text just the count to that number
        from my phone.
    """,
    todo=[
        Do("meter", "viewing.meter", {"file": Fact("meter")}),
        Do("reading", "shell.add_line", {"text": Output("meter"), "file": Fact("keeper")}),
        Do("upright", "viewing.turn", {"picture": Fact("gauge"), "file": Fact("upright")}),
        Do("photos", "archives.add_file", {"file": Output("upright"), "archive": Fact("photos")}),
        Do("page", "document_viewer.print_day", {"date": Fact("day"), "diary": Fact("diary"), "file": Fact("page")}),
        Do("errors", "terminal.count_errors", {"file": Fact("logger")}),
        Do("number", "coming.number_by_text", {"sender": Fact("technician")}),
        Do("tell", "messages.send", {"number": Output("number"), "text": Output("errors")}),
    ],
)

_PROGRAMS = Chapter(
    goal="""
        The program that fetches the data, {reader}, gives up too early. Open the project in Visual Studio Code and set
        the number of retries in its settings.ini to {retries}, changing nothing else there. Another program, {parser},
        isn't mine, and I have a question about it. The maintainer's email address is in about.ini at the top of the
        project; look it up in Visual Studio Code, too, and send an email there from my phone, saying "{question}" Two
        repositories also need attention. In {plan}, I changed plan.txt but never committed it: commit only that file,
        with git in the terminal and with the message "{message}". In {tests}, which belongs to harbour/tide-tables on
        git.example, the branch "next" still has to be merged. We open an issue for each branch that's waiting, titled
        exactly like its latest commit: look that message up with git in the terminal, and open the issue in
        harbour/tide-tables, in Firefox. Finally, {chief}, who takes us to the stations, is postponing the "Boat
        inspection" and will text me the new date any minute now. Move the event to that day in the Calendar on the
        computer, at the same time of day and for the same length of time.
    """,
    todo=[
        Do("retries", "projects.set_retries", {"folder": Fact("reader"), "number": Fact("retries")}),
        Do("maintainer", "projects.maintainer", {"folder": Fact("parser")}),
        Do("question", "mail.send", {"email": Output("maintainer"), "text": Fact("question")}),
        Do("commit", "repositories.commit", {"folder": Fact("plan"), "text": Fact("message")}),
        Do(
            "ahead",
            "repositories.message_on_branch",
            {"folder": Fact("tests"), "message": Fact("commit"), "other": Fact("older")},
        ),
        Do("issue", "gitbarn.open_issue", {"title": Output("ahead"), "repository": "harbour/tide-tables"}),
        Do(
            "new_date",
            "coming.date_by_text",
            {"sender": Fact("chief"), "value": Fact("put_off"), "old": Fact("planned")},
        ),
        Do(
            "put_off",
            "appointments.put_off",
            {"event": "Boat inspection", "date": Output("new_date"), "on": Fact("planned")},
        ),
    ],
    later=Later(
        after="commit",
        words="""
            Thanks for the commit. One more thing I want to do myself: please add a to-do "{backup}" to the Tasks app
            on my phone.
        """,
        todo=[Do("backup", "tasks.add", {"title": Fact("backup")})],
    ),
)

_REPORT = Chapter(
    goal="""
        The data go into a report that's printed without colour. Use GIMP to take the colour out of {figure}, export the
        result in greyscale as {grey}, and upload the new picture to drive.example in Firefox, where the printers will
        fetch it. I'm also giving a talk about the report. My slides are {slides}: in Impress, change the title of the
        first one to "{title}" and save them. The cover will show the {town} lighthouse, where one of our stations is,
        with its height. You'll find the height on wiki.example, in Firefox, in the table of the article "Lighthouse".
        Text just the number of metres to {drawer}, who's drawing the cover; you'll find them in my phone's contacts.
        The appendix needs the lines of {stations} in alphabetical order. Write them to the new file {sorted} in the
        terminal, and email that file as an attachment to our reviewer with Thunderbird. I'll have to look up the
        reviewer's email address, so ask me when you need it.
    """,
    todo=[
        Do("grey", "retouching.grey", {"picture": Fact("figure"), "file": Fact("grey")}),
        Do("upload", "drive_site.upload", {"file": Output("grey")}),
        Do("title", "lectures.retitle", {"file": Fact("slides"), "text": Fact("title")}),
        Do("height", "wiki.lighthouse_height", {"town": Fact("town")}),
        Do("drawer", "contacts.phone_of", {"name": Fact("drawer")}),
        Do("cover", "messages.send", {"number": Output("drawer"), "text": Output("height")}),
        Do("appendix", "shell.sort_lines", {"source": Fact("stations"), "target": Fact("sorted")}),
        Do("reviewer", _REVIEWER),
        Do("send", "attachments.send", {"file": Output("appendix"), "to": Output("reviewer")}),
    ],
)

_OPENING = """
    I have to hand in the data from our measuring stations, and much of it is still a mess.
"""

SCENARIO = Scenario(
    "data_cleaning",
    __name__,
    "clean measured data",
    FACTS,
    _OPENING,
    {"readings": _READINGS, "programs": _PROGRAMS, "report": _REPORT},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
