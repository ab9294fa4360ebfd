"""Words for seeded mail: letters from friends, shops and services, and spam.

In personal mails ``{friend}`` stands for another person whom the owner knows.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ATTACHED", "PERSONAL", "SERVICES", "SPAM", "Service"]

PERSONAL: tuple[tuple[str, str], ...] = (
    (
        "Saturday hike",
        "Hi,\n\nthe forecast looks fine, so let's take the ridge path. I'll bring tea and sandwiches. Could"
        " you ask {friend} about the car?\n\nSee you at eight",
    ),
    (
        "Photos from the party",
        "Hello,\n\nI finally sorted the pictures from the garden party. There are about forty good ones. Tell"
        " me which you would like to have printed.\n\nBest wishes",
    ),
    (
        "Draft of the agenda",
        "Hi,\n\nhere is what I have for Thursday:\n\n1. Budget\n2. Dates for the workshop\n3. Who writes the"
        " minutes\n\nAnything to add? {friend} wanted ten minutes at the end.",
    ),
    (
        "Book club",
        "Hello everybody,\n\nnext time we read the second half, up to page 310. {friend} offered to host us."
        " Please let me know if you can't make it.\n\nUntil then",
    ),
    (
        "The recipe you asked for",
        "Hi,\n\n500 g flour, 300 ml water, a spoon of salt, a little yeast. Let it rest over night, bake it"
        " hot. That's all!\n\nEnjoy",
    ),
    (
        "Moving day",
        "Hi,\n\nwe get the van at nine and hope to be done by three. Two more hands would be wonderful. There"
        " will be soup for everybody.\n\nThanks a lot",
    ),
    (
        "Re: Train times",
        "Thanks! I'll take the one at 14:12 then and arrive a quarter past five. No need to pick me up, the"
        " bus stops right there.",
    ),
    (
        "Question about the invoice",
        "Hello,\n\nthe amount on the last invoice differs from the offer by 40. Could you have a look and send"
        " me a corrected one?\n\nKind regards",
    ),
    (
        "Lost scarf",
        "Hi,\n\nI think I left my green scarf at your place. If you find it, just keep it until we meet next"
        " week.\n\nTake care",
    ),
    (
        "Choir rehearsal",
        "Dear all,\n\nthe rehearsal on Monday starts half an hour later, because the hall is taken until"
        " seven. Please bring the blue folders.",
    ),
    (
        "Weekend in the mountains",
        "Hi,\n\nthe hut has room for six from Friday to Sunday. {friend} and I are in. It is two hours on foot"
        " from the last stop.\n\nAre you coming?",
    ),
    (
        "Thank you",
        "Hello,\n\nthank you so much for the flowers, they are beautiful. I'm feeling much better and hope to"
        " be back on Wednesday.\n\nWarmly",
    ),
    (
        "Feedback on your text",
        "Hi,\n\nI enjoyed reading it. The beginning is strong; in the third part I got lost among the names."
        " My notes are in the margin.\n\nGood luck with it",
    ),
    (
        "Garden tools",
        "Hello,\n\nmay I borrow the long ladder and the saw next weekend? The old apple tree needs a cut"
        " before the winter.\n\nMany thanks",
    ),
    (
        "New phone number",
        "Hi,\n\nI have got a new number, please save it. The old one works until the end of the month.\n\nSee you soon",
    ),
    (
        "Quiz night",
        "Hi,\n\nwe are still one short for Tuesday. {friend} knows everything about geography, so you would"
        " only have to cover music and films.\n\nWhat do you say?",
    ),
)
"""Subjects and bodies of mails among people who know each other."""


class Service(NamedTuple):
    """A mail of a shop or service, with its sender."""

    name: str
    address: str
    subject: str
    body: str


SERVICES: tuple[Service, ...] = (
    Service(
        "City Library",
        "desk@library.example.org",
        "Two items are due soon",
        "Dear reader,\n\ntwo of your items are due in three days. You can renew them once in your account or"
        " at the desk.\n\nYour library",
    ),
    Service(
        "Green Grocer",
        "orders@grocer.example.com",
        "Your order is on its way",
        "Thank you for your order.\n\nThe driver will reach you between 17:00 and 19:00. You can change the"
        " place of delivery until noon.",
    ),
    Service(
        "Rail Tickets",
        "tickets@rail.example.net",
        "Your booking",
        "Your booking is confirmed.\n\nOne adult, second class, return. Please show this message or its number"
        " to the staff on the train.",
    ),
    Service(
        "Water Works",
        "billing@water.example.org",
        "Your bill for the last quarter",
        "Dear customer,\n\nthe amount of 63.40 will be taken from your account on the 28th. There is nothing"
        " that you need to do.",
    ),
    Service(
        "Bike Shop",
        "hello@bikes.example.com",
        "Your bike is ready",
        "Good news: your bike is ready to be picked up. We changed the chain and both brake pads. We are open"
        " until 18:30.",
    ),
    Service(
        "Weekly Reader",
        "news@reader.example.net",
        "Five long reads for the weekend",
        "This week: an island without cars, the man who maps springs, why bread smells so good, a night train,"
        " and letters from a lighthouse.",
    ),
    Service(
        "Dr. Moreno's Practice",
        "office@practice.example.org",
        "Reminder of your appointment",
        "Hello,\n\nthis is a reminder of your appointment on Thursday at 9:15. If you can't come, please"
        " cancel a day before.",
    ),
    Service(
        "Cloud Storage",
        "noreply@storage.example.com",
        "You have used 81% of your storage",
        "Your storage is getting full. Delete what you no longer need, or move to a larger plan at any time.",
    ),
    Service(
        "Cinema Palace",
        "tickets@cinema.example.com",
        "Your seats: row 7",
        "Thank you for your booking.\n\nRow 7, seats 11 and 12. Doors open twenty minutes before the film.",
    ),
    Service(
        "Language School",
        "courses@school.example.org",
        "Evening courses start in a month",
        "Our new evening courses start next month. Whoever enrols by the 20th gets the book for free.",
    ),
    Service(
        "Community Garden",
        "board@garden.example.org",
        "Autumn clean-up",
        "Dear gardeners,\n\nwe meet on Saturday at ten to clear the paths and to turn the compost. Bring"
        " gloves if you have some.",
    ),
    Service(
        "Parcel Service",
        "info@parcels.example.net",
        "Your parcel was delivered",
        "Your parcel was delivered to a neighbour. You find the name on the card in your letter box.",
    ),
    Service(
        "Insurance Office",
        "service@insurance.example.com",
        "Your documents",
        "Dear customer,\n\nyour new documents are ready in your account. Please check whether name and address"
        " are right.",
    ),
    Service(
        "Photo Prints",
        "lab@prints.example.com",
        "40 prints, ready in two days",
        "We received your order of 40 prints. They will be ready in the shop in two days. Bring the number of"
        " your order.",
    ),
)
"""Mails of shops and services."""

SPAM: tuple[Service, ...] = (
    Service(
        "Prize Centre",
        "winner@prizes.example.net",
        "You have been selected!!!",
        "Congratulations! Answer within 24 hours to claim your reward. Do not miss this chance.",
    ),
    Service(
        "Super Deals",
        "deals@deals.example.com",
        "90% off, today only",
        "Watches, bags and shoes at prices that you won't believe. Today only, while stocks last.",
    ),
    Service(
        "Quick Loans",
        "money@loans.example.net",
        "Your loan is approved",
        "No questions asked. Get your money in ten minutes. Simply answer to this message.",
    ),
)
"""Mails that end up as spam."""

ATTACHED = ("agenda", "invoice", "letter", "minutes", "offer", "packing-list", "programme", "timetable")
"""Names of documents attached to mails."""
