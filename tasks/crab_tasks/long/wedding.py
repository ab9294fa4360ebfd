"""A wedding: guests, cards, the place and the menu; then music, hall, drinks and pictures."""

from __future__ import annotations

from crab_gym.task.composition.scenario import Chapter, Do, Fact, Later, Output, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, time_of_day

__all__ = ["ALL", "FIRST", "SECOND", "TASKS"]

TASKS = ("ALL", "FIRST", "SECOND")
_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "sister": person("Edith Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/guests_36.txt", ("guests", "guest_list", "table_plan")),
    "color": choice(("Green", "Blue", "Red")),
    "bride": person("Greta Dorn"),
    "letter": path_like(f"{_DOCUMENTS}/choir_34.odt", ("choir", "members", "circular")),
    "driver": person("Nils Jansen"),
    "recipe": choice(("Wedding pie", "Harvest pie", "Summer salad"), type="line"),
    "shopping": choice(("For the kitchen", "Groceries", "Buy for Saturday"), type="line"),
    "salad": choice(("Potato salad", "Green salad", "Fruit salad"), type="line"),
    "more": choice(("a bunch of parsley", "two spoons of honey", "a pinch of pepper"), type="line"),
    "hall": path_like(f"{_DOCUMENTS}/hall_12.pdf", ("hall", "barn", "tent")),
    "witness": email_address("heron41@quarry.example"),
    "playlist": choice(("First dance", "Late evening", "Waltzes"), type="line"),
    "song": choice(("River of light", "Slow turning", "Under the lanterns"), type="line"),
    "evening": choice(("Dinner music", "Arrival of the guests", "Cake and coffee"), type="line"),
    "keeper": person("Jonas Ivers"),
    "call": choice(("Reserve a table", "Return the projector", "Thank the sponsor")),
    "article": choice(("Glass vase", "Stoneware mug", "Hand torch")),
    "number": choice((6, 7, 8, 9, 12), 8, type="count"),
    "cost": choice(("Presents for the helpers", "Decoration", "For the tables"), type="line"),
    "left": path_like(f"{_PICTURES}/as_child_20.png", ("as_child", "school", "holiday")),
    "right": path_like(f"{_PICTURES}/today_44.png", ("today", "engagement", "couple")),
    "poster": path_like(f"{_PICTURES}/poster_31.png", ("poster", "wall", "entrance")),
    "plan_sender": person("Ada Kovač"),
    "florist": email_address("marigold57@harbour.example"),
    "day": date_ahead("2026-12-12"),
    "rehearsal": time_of_day("17:25"),
    "event": choice(("Rehearsal in the church", "Try on the suit", "Meet the band"), type="line"),
}
"""What the words and the things to do share."""

_FIRST = Chapter(
    goal="""
        {sister} has mailed the guest list: in Thunderbird on the computer, save the file that is attached to
        the mail "Guest list" as {guests}. For the table, make a card in the phone's Draw app with the
        background colour {color} and nothing drawn on it, and save it in the folder Pictures under the name
        {bride}. The feast is where our choir meets this year; the place stands in the letter to its members,
        {letter}, open it in Writer. Look that place up in the phone's Maps app, and text the address that it
        shows to {driver}, whose number is in the phone's contacts. Then the food, in the phone's Recipes: the
        last ingredient of "{recipe}" is what I always forget, add it in the same words as a new item to the
        checklist "{shopping}" in Notes. And add "{more}" to the ingredients of "{salad}".
    """,
    todo=[
        Do("guests", "attachments.save", {"sender": Fact("sister"), "file": Fact("guests")}),
        Do("card", "draw.card", {"color": Fact("color"), "name": Fact("bride")}),
        Do("place", "invitations.place", {"file": Fact("letter")}),
        Do("address", "maps.address", {"place": Output("place")}),
        Do("number", "contacts.phone_of", {"name": Fact("driver")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("address")}),
        Do("ingredient", "recipes.last_ingredient", {"title": Fact("recipe")}),
        Do("item", "notes.add_item", {"text": Output("ingredient"), "title": Fact("shopping")}),
        Do("salad", "recipes.add_ingredient", {"ingredient": Fact("more"), "title": Fact("salad")}),
    ],
)

_SECOND = Chapter(
    goal="""
        The last page of the PDF {hall} says how many seats the hall has, see Document Viewer; mail that
        number from my phone to {witness}, nothing else. Music is on the phone: make a playlist "{evening}",
        still empty, and add the song "{song}" to the playlist "{playlist}" that is there. {keeper} has the
        keys. The telephone number is at the end of the mail "Keys of the hall" on mail.example, look in
        Firefox, and write it into the note of the task "{call}" in Endeavour. {plan_sender}'s mail "Plan of the
        garden party" is there, too; forward it to {florist}. For the helpers we need {number} of the
        article "{article}". Look up its price on shop.example in Firefox, multiply it by {number} in the
        computer's Calculator, and record the product in the Expenses app of the phone as "{cost}"; don't order
        anything yet. For the entrance I'd like a picture: with GIMP, put the photo {left} and, to its right,
        {right} into one picture without a gap, and export it as {poster}.
    """,
    todo=[
        Do("seats", "document_viewer.seats", {"file": Fact("hall")}),
        Do("witness", "mail.send", {"email": Fact("witness"), "text": Output("seats")}),
        Do("evening", "music.add_playlist", {"name": Fact("evening")}),
        Do("song", "music.add_song", {"title": Fact("song"), "playlist": Fact("playlist")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("keeper")}),
        Do("note", "errands.note_number", {"task": Fact("call"), "number": Output("keys")}),
        Do("plan", "mail_site.forward", {"sender": Fact("plan_sender"), "email": Fact("florist")}),
        Do("price", "shop.price", {"article": Fact("article")}),
        Do("product", "calculator.multiply", {"amount": Output("price"), "number": Fact("number")}),
        Do("cost", "expenses.add", {"amount": Output("product"), "title": Fact("cost")}),
        Do("poster", "gimp_pictures.combine", {"left": Fact("left"), "right": Fact("right"), "target": Fact("poster")}),
    ],
    later=Later(
        after="plan",
        words='{bride} has just called: "{event}" is on {day} at {rehearsal}, enter it in the phone\'s calendar, too.',
        todo=[
            Do(
                "event",
                "appointments.add_timed",
                {"date": Fact("day"), "time": Fact("rehearsal"), "title": Fact("event")},
            )
        ],
    ),
)

_OPENING = """
    {bride} is getting married and I have promised to organise the feast.
"""

_SCENARIO = Scenario("wedding", __name__, "organise a wedding", FACTS, _OPENING, {"guests": _FIRST, "hall": _SECOND})
ALL, FIRST, SECOND = _SCENARIO.tasks()[:3]
