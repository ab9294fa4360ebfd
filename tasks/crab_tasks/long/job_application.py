"""Applying for a job: the papers, the interview, and the people who give a reference."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, on_weekday

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "town": choice(("Millbrook", "Stonegate", "Pinehaven")),
    "portrait": choice(tuple([f"{_PICTURES}/portrait_{n}.png" for n in (2, 4, 7, 9)]), type="picture"),
    "upright": path_like(f"{_PICTURES}/for_the_office_71.png", ("for_the_office", "application", "portrait_turned")),
    "bundle": path_like(f"{_DOCUMENTS}/certificates_44.zip", ("certificates", "papers", "school")),
    "text": choice(("Curriculum vitae", "My life in brief", "What I have done"), type="line"),
    "cv": path_like(f"{_DOCUMENTS}/cv_29.txt", ("cv", "my_cv", "short_cv")),
    "recruiter": person("Mina Grau"),
    "talk": path_like(f"{_DOCUMENTS}/sample_talk_73.odp", ("sample_talk", "nature_talk", "club_talk")),
    "sample": path_like(f"{_DOCUMENTS}/work_sample_18.pdf", ("work_sample", "sample", "slides")),
    "me": person("Edith Fontaine"),
    "my_email": email_address("thistle44@quarry.example"),
    "question": choice(
        ("Is part-time work possible?", "Can I sometimes work from home?", "When does the job begin?"), type="line"
    ),
    "form": choice(("Fill in the staff form", "Order a certificate", "Copy the diploma"), type="line"),
    "day": on_weekday(date_ahead("2026-12-03")),
    "train": choice(("06:40", "09:10"), type="time"),
    "boss": person("Dario Holm"),
    "begins": choice(("14:50", "15:35", "16:10", "16:45"), type="time"),
    "interview": choice(("Job interview", "My job interview", "Interview with the company"), type="line"),
    "host": person("Bruno Jansen"),
    "wake": choice(("05:10", "05:25", "05:40", "05:55"), type="time"),
    "label": choice(("Get up for the interview", "Interview today", "Catch the train"), type="line"),
    "friend": person("Lev Holm"),
    "free_day": date_ahead("2026-12-10"),
    "city": choice(("Lagos", "Quito", "Nairobi", "Hanoi"), type="city"),
    "offices": path_like(f"{_DOCUMENTS}/their_offices_65.pdf", ("their_offices", "firm", "locations")),
    "teacher": person("Hugo Berg"),
    "new_email": email_address("willow72@orchard.example"),
    "old_boss": person("Ada Kovač"),
    "request": choice(
        ("May I name you as a reference?", "Would you put in a word for me?", "Would you be a reference for me?"),
        type="line",
    ),
    "thanks": choice(
        ("Thank you for the kind letter!", "Your letter is a great help, thanks!", "Thanks, it helps!"), type="line"
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
    forms=((("address", "email", "mail", "hr", "office"),),),
    asks=("What is HR's email address?", "Which address do I send it to?", "Which email address?"),
)

_PAPERS = Chapter(
    goal="""
        The photo for my application, {portrait}, is sideways. In Image Viewer on the computer, give it a quarter turn
        clockwise and save it as {upright}, leaving the original as it is. Then use Archive Manager to add the new
        picture to the archive {bundle}, where my other documents are. My CV is the document "{text}" on docs.example.
        Download it in Firefox, move it to {cv}, and email that file as an attachment to {recruiter} at the company;
        please use Thunderbird, which has their email address in its address book. In case the company asks for a sample
        of my work, I'd like to have one ready, so export the presentation {talk} from Impress as the PDF {sample}. And
        I have a question for the company. In the browser on my phone, use the form at forms.example/contact to ask
        "{question}" as a general question, with my name, {me}, and my email address, {my_email}.
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
        words="""
            {recruiter} has just answered that one of my documents is missing. Please add "{form}" to the Tasks app on
            my phone.
        """,
        todo=[Do("form", "tasks.add", {"title": Fact("form")})],
    ),
)

_INTERVIEW = Chapter(
    goal="""
        The interview is in {town} on {day}. {boss} from the company is just about to text me the starting time; put the
        interview in my phone's calendar as "{interview}", on that day and at that time. On travel.example, in Firefox
        on the computer, book me one second-class seat from Alder to {town} at {train} that day. Then check on
        travel.example in my phone's browser when the {train} train gets to {town}, and text just that time to {host},
        who's meeting me at the station; their number is in the phone's contacts. I'd like to read my notes first, so
        set an alarm on the phone for {wake}, labelled "{label}". My lunch with {friend} would suit me better on
        {free_day}; move it to that day in the phone's calendar, at the same time of day. Finally, the company's office
        in {city} has asked me to ring once so that they have my number: look up theirs in the PDF {offices}, in
        Document Viewer, call it from my phone and hang up.
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
        Several people will vouch for me. One is my old teacher, {teacher}, who has a new email address, {new_email};
        change it in Thunderbird's address book on the computer. I'd also like to ask my last boss, {old_boss}: send
        them an email from my phone, saying "{request}" Their email address is in the phone's contacts. Somebody has put
        a "Letter of recommendation" in my phone's Drive, but there's no name on it. See who shared it, and text them
        "{thanks}" Their number is in the contacts, too. The company wants to call {mover}, a colleague of mine, who is
        changing numbers and will text me the new one any minute now. Save that under their name, in a new contact in
        Thunderbird's address book. Finally, HR has asked to see a program of mine. It's the repository on git.example
        described as "{about}". Find its full web address in Firefox, and email just that web address to HR from
        mail.example, also in Firefox. I still have to find their address, so ask me when you get that far.
    """,
    todo=[
        Do("teacher", "address_book.change_email", {"name": Fact("teacher"), "email": Fact("new_email")}),
        Do("old_boss", "contacts.email_of", {"name": Fact("old_boss")}),
        Do("request", "mail.send", {"email": Output("old_boss"), "text": Fact("request")}),
        Do("sharer", "drive.shared_by", {"title": "Letter of recommendation"}),
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
    I'm applying for a job with a shipping company in {town}, and there's still a lot to do.
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
