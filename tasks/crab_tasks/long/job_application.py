"""Applying for a job: the papers, the interview, and the people who give a reference."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "town": choice(("Millbrook", "Stonegate", "Pinehaven")),
    "portrait": choice(tuple([f"{_PICTURES}/portrait_{n}.png" for n in (2, 4, 7, 9)]), type="picture"),
    "upright": path_like(f"{_PICTURES}/for_the_office_71.png", ("for_the_office", "application", "portrait_turned")),
    "bundle": path_like(f"{_DOCUMENTS}/certificates_44.zip", ("certificates", "papers", "school")),
    "text": choice(("Curriculum vitae", "My life in short", "What I have done"), type="line"),
    "cv": path_like(f"{_DOCUMENTS}/cv_29.txt", ("cv", "my_cv", "short_cv")),
    "recruiter": person("Mina Grau"),
    "talk": path_like(f"{_DOCUMENTS}/sample_talk_73.odp", ("sample_talk", "nature_talk", "club_talk")),
    "sample": path_like(f"{_DOCUMENTS}/work_sample_18.pdf", ("work_sample", "sample", "slides")),
    "me": person("Edith Fontaine"),
    "my_email": email_address("thistle44@quarry.example"),
    "question": choice(
        ("Is the post also for part-time?", "May I work from home at times?", "When does the post begin?"), type="line"
    ),
    "form": choice(("Fill in the staff form", "Order a certificate", "Copy the diploma"), type="line"),
    "day": date_ahead("2026-12-03"),
    "train": choice(("06:40", "09:10"), type="time"),
    "boss": person("Dario Holm"),
    "begins": choice(("14:50", "15:35", "16:10", "16:45"), type="time"),
    "interview": choice(("Job interview", "Interview for the post", "Talk about the post"), type="line"),
    "host": person("Bruno Jansen"),
    "wake": choice(("05:10", "05:25", "05:40", "05:55"), type="time"),
    "label": choice(("Up for the interview", "Interview today", "Off to the train"), type="line"),
    "friend": person("Lev Holm"),
    "free_day": date_ahead("2026-12-10"),
    "city": choice(("Lagos", "Quito", "Nairobi", "Hanoi"), type="city"),
    "offices": path_like(f"{_DOCUMENTS}/their_offices_65.pdf", ("their_offices", "firm", "locations")),
    "teacher": person("Hugo Berg"),
    "new_email": email_address("willow72@orchard.example"),
    "old_boss": person("Ada Kovač"),
    "request": choice(
        ("May I name you as a reference?", "Would you put in a word for me?", "Can they call you about me?"),
        type="line",
    ),
    "thanks": choice(
        ("Thank you for the kind letter!", "I can use your letter, thanks!", "Thanks, it helps!"), type="line"
    ),
    "mover": person("Kira Lindt"),
    "about": choice(
        (
            "Reads tide tables and says when the tide is high",
            "The timetable of Northern Lines as a web page",
            "Cups to grams and back, for bakers",
        )
    ),
    "office": email_address("cobalt58@harbour.example"),
}
"""What the words and the things to do share."""

_OFFICE = Question(
    fact="office",
    answer="Write to {office}.",
    forms=((("address", "email", "mail", "office"),),),
    asks=("What is the address of the staff office?", "To which address do I mail?", "Which e-mail address?"),
)

_PAPERS = Chapter(
    goal="""
        My photo for the papers, {portrait}, lies on its side. Turn it clockwise by a quarter of a circle in Image
        Viewer, save the result as {upright}, so that the original stays as it is, and add the new picture to the
        archive {bundle} with Archive Manager. My CV is the text "{text}" on docs.example: download it in Firefox, move
        it to {cv}, and mail that file as an attachment to {recruiter} of the company, with Thunderbird, whose address
        book has the address. As a sample of my work, export the presentation {talk} with Impress as the PDF {sample}.
        And ask them something for me, in the browser of my phone, with the form at forms.example/contact: a general
        question, my name is {me}, my e-mail address is {my_email}, and the question is "{question}".
    """,
    todo=[
        Do("upright", "viewing.turn", {"picture": Fact("portrait"), "file": Fact("upright")}),
        Do("bundle", "archives.add_file", {"file": Output("upright"), "archive": Fact("bundle")}),
        Do("cv", "docs_site.download", {"title": Fact("text"), "file": Fact("cv")}),
        Do("recruiter", "address_book.email_of", {"name": Fact("recruiter")}),
        Do("hand_in", "attachments.send", {"file": Output("cv"), "to": Output("recruiter")}),
        Do("sample", "lectures.export", {"talk": Fact("talk"), "file": Fact("sample")}),
        Do("ask", "browsing.ask", {"name": Fact("me"), "email": Fact("my_email"), "text": Fact("question")}),
    ],
    later=Later(
        after="hand_in",
        words='{recruiter} has just answered that one paper is missing. Add "{form}" to the Tasks of my phone, please.',
        todo=[Do("form", "tasks.add", {"title": Fact("form")})],
    ),
)

_INTERVIEW = Chapter(
    goal="""
        The interview is in {town} on {day}. {boss} of the company will text me within the next minutes at what time it
        begins; enter it in my phone's calendar, on that day and at that time, as "{interview}". Book me a seat from
        Alder to {town} on that day at {train} on travel.example, in Firefox on the computer: one seat, second class, no
        bicycle. Then see on travel.example in the browser of my phone when the {train} train is in {town}, and text
        just that time to {host}, who fetches me at the station and whose number is in the phone's contacts. I need an
        alarm on the phone for {wake}, labelled "{label}". I'd rather have the lunch with {friend} on {free_day}; move
        it there in the phone's calendar, same time of day. And they want me to call their office in {city} once and
        hang up, so that they have my number. Theirs is in the PDF {offices}, look in Document Viewer.
    """,
    todo=[
        Do("begin", "coming.time_by_text", {"sender": Fact("boss"), "value": Fact("begins")}),
        Do(
            "interview",
            "appointments.add_timed",
            {"date": Fact("day"), "time": Output("begin"), "title": Fact("interview")},
        ),
        Do("train", "travel_site.book", {"town": Fact("town"), "date": Fact("day"), "time": Fact("train")}),
        Do("arrival", "browsing.arrival", {"departure": Fact("train"), "town": Fact("town")}),
        Do("host", "contacts.phone_of", {"name": Fact("host")}),
        Do("tell", "messages.send", {"number": Output("host"), "text": Output("arrival")}),
        Do("alarm", "timers.labelled_alarm", {"time": Fact("wake"), "label": Fact("label")}),
        Do("lunch", "meetups.move", {"name": Fact("friend"), "date": Fact("free_day")}),
        Do("office", "directories.office_number", {"city": Fact("city"), "file": Fact("offices")}),
        Do("call", "phone.call", {"number": Output("office")}),
    ],
)

_REFERENCES = Chapter(
    goal="""
        Some people are to put in a good word for me. {teacher}, my old teacher, has the new e-mail address {new_email};
        change it in Thunderbird's address book. Mail {old_boss}, for whom I worked last, from my phone: "{request}" The
        address is in the phone's contacts. The document "Letter of praise" in my phone's Drive app is about me. See who
        has shared it with me, and text that person "{thanks}", the number is in the contacts. The company wants to call
        {mover}, a colleague of mine, who is getting a new telephone number and will text it to me within the next
        minutes; save it in Thunderbird's address book, in a new contact for {mover}. The staff office wants to see a
        program of mine. It is the repository on git.example with the description "{about}". Find out its full web
        address in Firefox, and mail just that address, on mail.example in Firefox, to the office; where to, you have to
        ask me.
    """,
    todo=[
        Do("teacher", "address_book.change_email", {"name": Fact("teacher"), "email": Fact("new_email")}),
        Do("old_boss", "contacts.email_of", {"name": Fact("old_boss")}),
        Do("request", "mail.send", {"email": Output("old_boss"), "text": Fact("request")}),
        Do("sharer", "drive.shared_by", {"title": "Letter of praise"}),
        Do("sharers_number", "contacts.phone_of", {"name": Output("sharer")}),
        Do("thanks", "messages.send", {"number": Output("sharers_number"), "text": Fact("thanks")}),
        Do("new_number", "coming.number_by_text", {"sender": Fact("mover")}),
        Do("card", "address_book.add", {"name": Fact("mover"), "phone": Output("new_number")}),
        Do("program", "git.repository_address", {"about": Fact("about")}),
        Do("staff_office", _OFFICE),
        Do("show", "mail_site.send", {"email": Output("staff_office"), "text": Output("program")}),
    ],
)

_OPENING = """
    I'm applying for a post with a shipping company in {town}, and there is a lot left to do.
"""

SCENARIO = Scenario(
    "job_application",
    __name__,
    "apply for a new job",
    FACTS,
    _OPENING,
    {"papers": _PAPERS, "interview": _INTERVIEW, "references": _REFERENCES},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
