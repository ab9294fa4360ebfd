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
    "goods": choice(("Mugs from the potter", "Fetch the mugs", "New mugs come"), type="line"),
    "shelf": choice(("Home", "Kitchen")),
    "list": choice(("Goods for the stall", "What others sell", "Ideas for the stall"), type="line"),
    "upper": path_like(f"{_PICTURES}/upper_17.png", ("upper", "first_picture", "leaflet_top")),
    "lower": path_like(f"{_PICTURES}/lower_52.png", ("lower", "second_picture", "leaflet_below")),
    "leaflet": path_like(f"{_DOCUMENTS}/leaflet_38.pdf", ("leaflet", "flyer", "handout")),
    "copy_shop": email_address("cobalt58@harbour.example"),
    "customer": person("Bruno Dorn"),
    "sign": choice(("Paint a sign for the stall", "Iron the tablecloth", "Count the paper bags"), type="line"),
    "organiser": person("Nils Holm"),
    "label": choice(("Our stall", "The fair", "Here we sell"), type="line"),
    "driver": person("Mina Fontaine"),
    "companion": person("Dario Lindt"),
    "bring": choice(("Bring the folding table", "Bring a thermos flask", "Bring the cash box"), type="line"),
    "time": choice(("07:10", "07:35", "07:50", "08:05"), type="time"),
    "build": choice(("Set up the stall", "Build up the stall", "Meet at the stall"), type="line"),
    "pass": choice(("ticket.txt", "programme.txt")),
    "folder": choice(("Bookings", "Club")),
    "errand": choice(("Sharpen the chalk", "Sew two more aprons", "Borrow a second lamp"), type="line"),
    "costs": path_like(f"{_DOCUMENTS}/fair_56.ods", ("fair", "stall", "costs_of_the_fair")),
    "cost": choice(("Things for the fair", "Fair", "All for the stall"), type="line"),
    "treasurer": person("Edith Berg"),
    "fee": choice(("Fee for the stall", "Rent of the stall", "Place at the fair"), type="line"),
    "article": choice(("Glass vase", "Stoneware mug", "Desk lamp", "Wall calendar")),
    "number": choice((6, 7, 8, 9, 12), 8, type="count"),
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
    asks=("At what time do we begin?", "When do we set up the stall?", "Which time shall I enter?"),
)

_GOODS = Chapter(
    goal="""
        Most of what I sell is made by {potter}, whose latest mail in Thunderbird says when the delivery comes: enter
        "{goods}" in the computer's Calendar on that day, at any time. I want to know what others like, so look up on
        shop.example, in Firefox, which article of the category "{shelf}" has the most stars, and add its name, just as
        it is written there, to my checklist "{list}" in the phone's Notes. The leaflet is one page: put the picture
        {upper} and, below it, {lower} on one slide in Impress, export that as {leaflet}, and mail the PDF as an
        attachment to {copy_shop} with Thunderbird. {customer} bought something the last time and has moved: the new
        address will come within the next minutes, in a text message from {customer}. Add it to {customer}'s entry in
        the phone's contacts, as the postal address.
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
        Do("moved", "coming.address_by_text", {"sender": Fact("customer")}),
        Do("card", "cards.add_address", {"name": Fact("customer"), "address": Output("moved")}),
    ],
    later=Later(
        after="copies",
        words='Before I forget it: write "{sign}" as a to-do into the notebook "Errands" of the phone\'s Notebook app.',
        todo=[Do("sign", "notebook.add_todo", {"text": Fact("sign")})],
    ),
)

_PLACE = Chapter(
    goal="""
        The fair has had to move. {organiser} will text me the new place within the next minutes. Give it the private
        label "{label}" in my phone's Maps, and text just the name of the place to {driver}, who brings the tables; the
        number is in the phone's contacts. {companion} rides with me to buy what is missing. In Firefox, reply with
        "{bring}" to {companion}'s mail "Ride on Saturday" on mail.example. We set up the stall on {day}; ask me at what
        time we begin, and put it into the phone's calendar as "{build}". The organisers have sent me the file {pass},
        which is among the phone's downloads: move it into the folder {folder} among the phone's documents, in Files.
        And add "{errand}" as a task to Endeavour on the computer.
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
        What I have bought for the fair is in the table {costs}. Let Calc add up all amounts there by a formula in the
        cell right below the last one, save the table, and record the total in the phone's Expenses as "{cost}". The
        expense "{fee}" is there already, but only as an estimate: {treasurer} will text me the final amount within the
        next minutes, change it to that. I might sell {number} pieces of the article "{article}". Look up its price on
        shop.example in Firefox, multiply it by {number} in the computer's Calculator, and mail just the product from my
        phone to {partner}, who lends me the money. My old papers are in the folder {receipts}: pack it with all that is
        in it into the new archive {archive} with Archive Manager, and mail the archive as an attachment to {accountant}
        with Thunderbird, whose address book has the address.
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
    On {day} I have a stall at the fair, where I sell things for the house.
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
