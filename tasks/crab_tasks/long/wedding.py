"""A wedding: guests and food; the hall and what it costs; then music and pictures."""

from __future__ import annotations

from crab_gym.task.composition.scenario import TASKS, Chapter, Do, Fact, Later, Output, Question, Scenario
from crab_gym.task.parameters import choice, person
from crab_tasks.kits.paths import path_like
from crab_tasks.kits.values import date_ahead, email_address, time_of_day

__all__ = ["ALL", "FIRST", "NOT_FIRST", "NOT_SECOND", "NOT_THIRD", "SECOND", "TASKS", "THIRD"]

_DOCUMENTS, _PICTURES = "/home/user/Documents", "/home/user/Pictures"

FACTS = {
    "bride": person("Greta Dorn"),
    "sister": person("Edith Ekman"),
    "guests": path_like(f"{_DOCUMENTS}/guests_36.txt", ("guests", "guest_list", "who_comes")),
    "color": choice(("Green", "Blue", "Red")),
    "letter": path_like(f"{_DOCUMENTS}/choir_34.odt", ("choir", "members", "circular")),
    "driver": person("Nils Jansen"),
    "recipe": choice(("Wedding pie", "Harvest pie", "Summer salad"), type="line"),
    "shopping": choice(("For the kitchen", "Groceries", "Shopping for the party"), type="line"),
    "salad": choice(("Potato salad", "Green salad", "Lentil salad"), type="line"),
    "more": choice(("a bunch of parsley", "two spoons of mustard", "a pinch of pepper"), type="line"),
    "hall": path_like(f"{_DOCUMENTS}/hall_12.pdf", ("hall", "our_hall", "rent")),
    "witness": email_address("heron41@quarry.example"),
    "keeper": person("Jonas Ivers"),
    "plan_sender": person("Ada Kovač"),
    "florist": email_address("marigold57@harbour.example"),
    "article": choice(("Glass vase", "Stoneware mug", "Hand torch")),
    "number": choice((6, 7, 8, 9, 12), 8, type="count"),
    "cost": choice(("Presents for the helpers", "Thank-you presents", "Gifts for the helpers"), type="line"),
    "event": choice(("Rehearsal in the church", "Fitting at the tailor's", "Cake tasting"), type="line"),
    "event_day": date_ahead("2026-12-12"),
    "rehearsal": time_of_day("17:25"),
    "evening": choice(("Dinner music", "Arrival of the guests", "Cake and coffee"), type="line"),
    "playlist": choice(("First dance", "Late evening", "Waltzes"), type="line"),
    "song": choice(("River of light", "Slow turning", "Under the lanterns"), type="line"),
    "singer": person("Farid Holm"),
    "sound": choice(("Sound check", "Run-through of the songs", "Song rehearsal"), type="line"),
    "sound_day": date_ahead("2026-12-05"),
    "left": path_like(f"{_PICTURES}/first_walk_20.png", ("first_walk", "where_they_met", "first_day")),
    "right": path_like(f"{_PICTURES}/engagement_44.png", ("engagement", "the_question", "ring")),
    "poster": path_like(f"{_PICTURES}/poster_31.png", ("poster", "wall", "entrance")),
    "printers": email_address("thistle63@northmail.example"),
    "order": choice(
        ("Please print the poster twice", "Please print the poster on thick paper", "Please frame the poster"),
        type="line",
    ),
}
"""What the words and the things to do share."""

_PRINTERS = Question(
    fact="printers",
    answer="Their address is {printers}.",
    forms=((("address", "mail", "printers", "email"),),),
    asks=(
        "What is the address of the printers?",
        "Which address should I write to?",
        "Which email address do they have?",
    ),
)

_GUESTS = Chapter(
    goal="""
        {sister} has emailed us the guest list: open the email "Guest list" in Thunderbird on the computer, and save the
        attached file as {guests}. Each table will have its own colour. For the couple's, make a plain card in the
        phone's Draw app, with the background colour {color} and nothing drawn on it, and save it as "{bride}" in the
        folder Pictures; I'll write the names on by hand. {driver}, who's driving the guests, doesn't know the way and
        is about to text me a new number. We're celebrating at the place where our choir meets this year; I
        never remember how its name is spelt, but it's in the letter to the members, {letter}. Open that in Writer, look
        the place up in the phone's Maps app, and text just the address that Maps shows to {driver}'s new number. I
        always forget the last ingredient of "{recipe}" in the phone's Recipes app; add it, word for word,
        as a new item to the checklist "{shopping}" in Notes. And "{salad}" was a bit bland last time, so add "{more}"
        to the ingredients of that recipe.
    """,
    todo=[
        Do("guests", "attachments.save", {"sender": Fact("sister"), "file": Fact("guests")}),
        Do("card", "draw.card", {"color": Fact("color"), "name": Fact("bride")}),
        Do("place", "invitations.place", {"file": Fact("letter")}),
        Do("address", "maps.address", {"place": Output("place")}),
        Do("number", "coming.number_by_text", {"sender": Fact("driver")}),
        Do("text", "messages.send", {"number": Output("number"), "text": Output("address")}),
        Do("ingredient", "recipes.last_ingredient", {"title": Fact("recipe")}),
        Do("item", "notes.add_item", {"text": Output("ingredient"), "title": Fact("shopping")}),
        Do("salad", "recipes.add_ingredient", {"ingredient": Fact("more"), "title": Fact("salad")}),
    ],
)

_HALL = Chapter(
    goal="""
        We're using the village hall. The friend drawing up the seating plan has asked how many seats it has. It's on
        the last page of the PDF {hall}; look it up in Document Viewer, and email just that number from my phone to
        {witness}. {keeper} has the keys, and is lending us a projector as well. Look up the telephone number at the end
        of their latest email about the keys to the hall, on mail.example, in Firefox, and write it into the note of the
        task "Return the projector" in Endeavour on the computer, so that I can call them about it. {plan_sender} had
        just the flowers we'd like at the garden party, so the florist needs their latest email about it. That's on
        mail.example, too; forward it to {florist}. I'd also like to give each of our {number} helpers a present, the
        "{article}" from shop.example. Don't order anything yet; I just want the cost in my budget. Look up the price in
        Firefox, multiply it by {number} in the computer's Calculator, and record the result in the phone's Expenses app
        as "{cost}".
    """,
    todo=[
        Do("seats", "document_viewer.seats", {"file": Fact("hall")}),
        Do("witness", "mail.send", {"email": Fact("witness"), "text": Output("seats")}),
        Do("keys", "mail_site.number_below", {"sender": Fact("keeper")}),
        Do("note", "errands.note_number", {"task": "Return the projector", "number": Output("keys")}),
        Do("plan", "mail_site.forward", {"sender": Fact("plan_sender"), "email": Fact("florist")}),
        Do("price", "shop.price", {"article": Fact("article")}),
        Do("product", "calculator.multiply", {"amount": Output("price"), "number": Fact("number")}),
        Do("cost", "expenses.add", {"amount": Output("product"), "title": Fact("cost")}),
    ],
    later=Later(
        after="plan",
        words="""
            {bride} has just given me another date: "{event}" is on {event_day} at {rehearsal}. Please put it in the
            phone's calendar.
        """,
        todo=[
            Do(
                "event",
                "appointments.add_timed",
                {"date": Fact("event_day"), "time": Fact("rehearsal"), "title": Fact("event")},
            )
        ],
    ),
)

_EVENING = Chapter(
    goal="""
        The music will come from my phone. In its Music app, make a playlist called "{evening}", which can stay empty
        for now, and add the song "{song}" to the existing playlist "{playlist}". {singer} is singing for us and will
        text me shortly what time we're meeting on {sound_day}; put that in the phone's calendar as "{sound}". For the
        entrance I'd like a poster of the happy couple. In GIMP, put {left}, a photo from the day they met, and, to its
        right, {right}, a photo from their engagement, into one picture without a gap, and export it as {poster}. The
        printers will collect it from drive.example, so upload it there in Firefox, and send them an email from my phone
        that says "{order}". I don't have their email address here, so ask me when you need it.
    """,
    todo=[
        Do("evening", "music.add_playlist", {"name": Fact("evening")}),
        Do("song", "music.add_song", {"title": Fact("song"), "playlist": Fact("playlist")}),
        Do("time", "coming.time_by_text", {"sender": Fact("singer")}),
        Do(
            "sound",
            "appointments.add_timed",
            {"date": Fact("sound_day"), "time": Output("time"), "title": Fact("sound")},
        ),
        Do("poster", "gimp_pictures.combine", {"left": Fact("left"), "right": Fact("right"), "target": Fact("poster")}),
        Do("upload", "drive_site.upload", {"file": Output("poster")}),
        Do("printers", _PRINTERS),
        Do("order", "mail.send", {"email": Output("printers"), "text": Fact("order")}),
    ],
)

_OPENING = """
    {bride} is getting married, and I've promised to organise the celebration.
"""

_SCENARIO = Scenario(
    "wedding",
    __name__,
    "organise a wedding",
    FACTS,
    _OPENING,
    {"guests": _GUESTS, "hall": _HALL, "evening": _EVENING},
)
ALL, FIRST, SECOND, THIRD, NOT_FIRST, NOT_SECOND, NOT_THIRD = _SCENARIO.tasks()
