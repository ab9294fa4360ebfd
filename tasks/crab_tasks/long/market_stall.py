"""A stall at a fair: the goods, the place, and the money."""

from __future__ import annotations

from datetime import date

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import day, email_address

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _DOWNLOADS, _PICTURES = "/home/user/Documents", "/home/user/Downloads", "/home/user/Pictures"

FACTS = {
    "day": day("2026-12-12", date(2026, 12, 5), date(2026, 12, 19)),
    "potter": person("Inês Castro"),
    "comes": day("2026-11-20", date(2026, 11, 10), date(2026, 11, 30)),
    "goods": choice(("Mugs from the potter", "Delivery of the mugs", "New mugs arriving"), type="line"),
    "shelf": choice(("Home", "Kitchen")),
    "list": choice(("Goods for the stall", "What people like", "Ideas for the stall"), type="line"),
    "upper": path_like(f"{_PICTURES}/upper_17.png", ("upper", "first_picture", "leaflet_top")),
    "lower": path_like(f"{_PICTURES}/lower_52.png", ("lower", "second_picture", "leaflet_below")),
    "leaflet": path_like(f"{_DOCUMENTS}/leaflet_38.pdf", ("leaflet", "flyer", "handout")),
    "copy_shop": email_address("cobalt58@harbour.example"),
    "customer": person("Bruno Dorn"),
    "sign": choice(("Paint a sign for the stall", "Iron the tablecloth", "Count the paper bags"), type="line"),
    "organiser": person("Nils Holm"),
    "label": choice(("Our stall", "The fair", "Where we're selling"), type="line"),
    "driver": person("Mina Fontaine"),
    "companion": person("Dario Lindt"),
    "bring": choice(("Bring the folding table", "Bring a thermos flask", "Bring a tape measure"), type="line"),
    "time": choice(("07:10", "07:35", "07:50", "08:05"), type="time"),
    "build": choice(("Set up the stall", "Put up the stall", "Meet at the stall"), type="line"),
    "pass": choice(("ticket.txt", "programme.txt")),
    "folder": choice(("Bookings", "Club")),
    "errand": choice(("Buy chalk for the board", "Sew two more aprons", "Borrow a second lamp"), type="line"),
    "costs": path_like(f"{_DOCUMENTS}/fair_56.ods", ("fair", "stall", "costs_of_the_fair")),
    "cost": choice(("Things for the fair", "Fair", "Everything for the stall"), type="line"),
    "treasurer": person("Edith Berg"),
    "fee": choice(("Stall fee", "Stall rent", "Pitch at the fair"), type="line"),
    "article": choice(("Glass vase", "Stoneware mug", "Desk lamp", "Wall calendar")),
    "number": choice((10, 12, 15), 12, type="count"),
    "partner": email_address("heron41@quarry.example"),
    "receipts": choice(tuple([f"{_DOWNLOADS}/{name}" for name in ("receipts", "bills", "vouchers")]), type="folder"),
    "archive": path_like(f"{_DOCUMENTS}/stall_36.zip", ("stall", "papers", "last_fair")),
    "accountant": person("Jonas Albers"),
}
"""What the words and the things to do share."""

_TIME = Question(
    fact="time",
    answer="We begin at {time}.",
    forms=((("time", "when", "hour", "begin", "start"),),),
    asks=("What time do we begin?", "When do we set up the stall?", "Which time shall I enter?"),
)

_GOODS = Chapter(
    goal="""
        Most of what I sell is made by {potter}, whose latest email in Thunderbird on the computer says which day the
        next delivery comes. Add "{goods}" to the computer's Calendar on that day; the time doesn't matter. I'd also
        like to know what people like elsewhere: on shop.example, in Firefox, check which product in the category
        "{shelf}" has the most stars, and add its name, exactly as it's written there, to my checklist "{list}" in the
        phone's Notes app. Then I need a one-page leaflet. In Impress, put the picture {upper} on a slide, with {lower}
        below it, export the slide as the PDF {leaflet}, and email that as an attachment to the copy shop, {copy_shop},
        with Thunderbird. And I don't want to lose a good customer: {customer}, who bought from me last time, has moved,
        and the new address is in their latest text. Add it, as the postal address, to their entry in the phone's
        contacts.
    """,
    todo=[
        Do("comes", "thunderbird.latest_date", {"sender": Fact("potter"), "day": Fact("comes")}),
        Do("goods", "calendar.add_desktop_event", {"date": Output("comes"), "title": Fact("goods")}),
        Do("best", "shop.best_rated", {"category": Fact("shelf")}),
        Do("idea", "notes.add_item", {"text": Output("best"), "title": Fact("list")}),
        Do(
            "leaflet",
            "slide_pictures.stack",
            {"first": Fact("upper"), "second": Fact("lower"), "target": Fact("leaflet")},
        ),
        Do("copies", "attachments.send", {"file": Output("leaflet"), "to": Fact("copy_shop")}),
        Do("moved", "messages.latest_address", {"sender": Fact("customer")}),
        Do("card", "cards.add_address", {"name": Fact("customer"), "address": Output("moved")}),
    ],
    later=Later(
        after="copies",
        words="""
            Before I forget: please add "{sign}" as a to-do in the notebook "Errands" in my phone's Notebook app.
        """,
        todo=[Do("sign", "notebook.add_todo", {"text": Fact("sign")})],
    ),
)

_PLACE = Chapter(
    goal="""
        The fair has had to move, and {organiser} will text me the new place shortly. So that I can find it, give the
        place the private label "{label}" in my phone's Maps app. Text just the name of the place to {driver}, too,
        who's bringing the tables; their number is in the phone's contacts. {companion} is driving me to the new place
        on Saturday, so that I can have a look at it, and wants to know what to bring: on mail.example, in Firefox on
        the computer, reply to their email "Ride on Saturday" with "{bring}". I still have to agree with the others what
        time we set up the stall, so ask me when you get to it, and put that in the phone's calendar on {day}, as
        "{build}". The organisers have sent me a file, {pass}, which I don't want to mislay: in the phone's Files app,
        move it from Downloads to the folder {folder} in Documents. Finally, add "{errand}" as a task in Endeavour on
        the computer, so that I remember it.
    """,
    todo=[
        Do("place", "coming.place_by_text", {"sender": Fact("organiser")}),
        Do("label", "maps.label", {"place": Output("place"), "text": Fact("label")}),
        Do("driver", "contacts.phone_of", {"name": Fact("driver")}),
        Do("tables", "messages.send", {"number": Output("driver"), "text": Output("place")}),
        Do("ride", "mail_site.reply", {"sender": Fact("companion"), "text": Fact("bring")}),
        Do("time", _TIME),
        Do(
            "build",
            "appointments.add_timed",
            {"date": Fact("day"), "time": Output("time"), "title": Fact("build")},
        ),
        Do("pass", "files.move", {"file": Fact("pass"), "folder": Fact("folder")}),
        Do("errand", "endeavour.add", {"text": Fact("errand")}),
    ],
)

_MONEY = Chapter(
    goal="""
        The spreadsheet {costs} on the computer lists what I bought for the fair. Open it in Calc, add up all the
        amounts with a formula in the cell right below the last one, and save it; then record the total in my phone's
        Expenses app as "{cost}". The expense "{fee}" is in that app already, but the amount is only an estimate.
        {treasurer} is about to text me the exact amount, so correct it to that. I'm also thinking of selling the
        "{article}" from shop.example, and a friend would share an order of {number} with me but wants to know what that
        comes to. Look up the price there in Firefox, multiply it by {number} in the computer's Calculator, and email
        just the result to that friend, at {partner}, from my phone. Finally, my accountant, {accountant}, is asking for
        the old documents in the folder {receipts}. Use Archive Manager to pack the folder, with everything in it, into
        a new archive, {archive}, and email that to them as an attachment from Thunderbird; their email address is in
        the address book there.
    """,
    todo=[
        Do("costs", "sums.total", {"file": Fact("costs")}),
        Do("cost", "expenses.add", {"amount": Output("costs"), "title": Fact("cost")}),
        Do("final", "coming.amount_by_text", {"sender": Fact("treasurer")}),
        Do("fee", "expenses.correct", {"title": Fact("fee"), "amount": Output("final")}),
        Do("price", "shop.price", {"article": Fact("article")}),
        Do("product", "calculator.multiply", {"amount": Output("price"), "number": Fact("number")}),
        Do("loan", "mail.send", {"email": Fact("partner"), "text": Output("product")}),
        Do("archive", "packing.pack_folder", {"folder": Fact("receipts"), "archive": Fact("archive")}),
        Do("accountant", "address_book.email_of", {"name": Fact("accountant")}),
        Do("hand_in", "attachments.send", {"file": Output("archive"), "to": Output("accountant")}),
    ],
)

_OPENING = """
    I have a stall at the fair on {day}, where I'll be selling things for the home.
"""

SCENARIO = Scenario(
    "market_stall",
    __name__,
    "run a stall at a fair",
    FACTS,
    _OPENING,
    {"goods": _GOODS, "place": _PLACE, "money": _MONEY},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = SCENARIO.tasks()
