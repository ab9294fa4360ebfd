"""Words for seeded content: the people, messages, to-dos and documents that make a machine look lived-in.

All names are common first names and surnames combined at random, all numbers lie in the range 555-0100 to 555-0199
reserved for fiction, and all addresses end in domains reserved for examples.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from crab_sim.machine.chance import Chance

__all__ = [
    "CHORES",
    "FIRST_NAMES",
    "NOTES",
    "NOUNS",
    "PHRASES",
    "REPLIES",
    "SENDERS",
    "SENTENCES",
    "SURNAMES",
    "Person",
    "people",
]

FIRST_NAMES = (
    "Ada", "Adrian", "Amira", "Anton", "Beatriz", "Bruno", "Carla", "Cedric", "Chiara", "Daniel", "Dina", "Elena",
    "Emil", "Esther", "Farid", "Fiona", "Gabriel", "Greta", "Hana", "Hugo", "Ines", "Ivan", "Jana", "Jonas", "Kamil",
    "Kira", "Lars", "Leila", "Lucas", "Maja", "Marco", "Mina", "Nadia", "Nils", "Nora", "Olga", "Oscar", "Paula",
    "Petra", "Rafael", "Rosa", "Samir", "Sofia", "Stella", "Tariq", "Theo", "Vera", "Viktor", "Wanda", "Yara", "Yusuf",
    "Zoe",
)  # fmt: skip
"""First names."""

SURNAMES = (
    "Abel", "Albers", "Bakker", "Barros", "Castell", "Conti", "Dahl", "Demir", "Eklund", "Farrell", "Ferrer",
    "Fontaine", "Gallo", "Grant", "Haas", "Holm", "Ibarra", "Jensen", "Keller", "Kovac", "Lange", "Lindqvist",
    "Marsh", "Meyer", "Moreno", "Nakata", "Novak", "Okoro", "Olsen", "Parker", "Pereira", "Quinn", "Ramos", "Reyes",
    "Rossi", "Sato", "Silva", "Sorensen", "Tanaka", "Torres", "Urban", "Vance", "Varga", "Weber", "Winter", "Ximenez",
    "Yildiz", "Zhou",
)  # fmt: skip
"""Surnames."""

_AREAS = ("206", "303", "415", "512", "617", "718")
_DOMAINS = ("example.com", "example.org", "example.net")

PHRASES = (
    "Are you coming tonight?",
    "I'm running ten minutes late, sorry!",
    "Could you send me the address again?",
    "Thanks for dinner yesterday, it was lovely",
    "The meeting moved to Thursday afternoon",
    "Did you see the new bakery on the corner?",
    "Happy birthday! Hope you have a great day",
    "Can I borrow your ladder this weekend?",
    "We found your umbrella in the car",
    "The train is delayed again",
    "Do we still need milk?",
    "I finished the book you lent me, loved the ending",
    "Let me know when you get home",
    "Shall we go hiking on Sunday if the weather holds?",
    "The plumber is coming between nine and eleven",
    "Just landed, waiting for my bags",
    "How did the interview go?",
    "I left the keys under the flower pot",
    "Photos from the trip are in the shared album",
    "What time does the game start?",
    "Could you water the plants while we are away? It takes five minutes, and the can is by the back door",
    "Great news, we got the apartment!",
    "Your package is at our place",
    "The recipe needs two eggs and a pinch of salt",
    "Do you have a phone charger with you?",
    "See you at the station at half past six",
)  # fmt: skip
"""Messages that begin or continue a conversation."""

REPLIES = (
    "Sure, no problem",
    "Sounds good!",
    "On my way",
    "Thanks!",
    "Not today, maybe tomorrow?",
    "Ok, see you then",
    "I'll check and call you back",
    "Haha, of course",
    "Yes please",
    "Sorry, just saw this",
    "Let me ask and get back to you",
    "Perfect, thank you so much",
)
"""Short answers."""

SENDERS = (
    "Your parcel arrives tomorrow between 10:00 and 12:00.",
    "Reminder: your appointment is on Friday at 9:15. Reply C to cancel.",
    "Your table for two is booked. We look forward to seeing you.",
    "Your car is ready for pickup. We are open until 18:00.",
    "Library: two items are due in three days.",
    "Your monthly statement is ready to view in the app.",
    "Pharmacy: your order can be collected from today.",
)
"""Messages of shops and services, whose numbers are in no address book."""

CHORES = (
    "Buy stamps",
    "Call the dentist",
    "Water the plants",
    "Renew library card",
    "Pay electricity bill",
    "Fix the bike light",
    "Book train tickets",
    "Return the parcel",
    "Clean the fridge",
    "Back up photos",
    "Plan the garden party",
    "Order printer ink",
    "Pick up dry cleaning",
    "Change the air filter",
    "Write to the landlord",
    "Sort old receipts",
    "Buy a birthday card",
    "Check tyre pressure",
    "Defrost the freezer",
    "Cancel the old subscription",
)
"""Titles of to-dos."""

NOTES = (
    "before Friday",
    "ask about the invoice",
    "the blue folder on the shelf",
    "two of each",
    "opens at nine",
    "not urgent",
    "bring the receipt",
    "see the letter from last week",
)
"""Short notes on to-dos."""

NOUNS = (
    "agenda", "archive", "budget", "checklist", "contract", "draft", "garden", "guide", "ideas", "inventory", "invoice",
    "journal", "kitchen", "letter", "menu", "minutes", "notes", "outline", "packing", "plan", "project", "receipts",
    "recipe", "report", "review", "schedule", "sketch", "summary", "survey", "travel", "workshop",
)  # fmt: skip
"""Words for the names of files and folders."""

SENTENCES = (
    "The first draft is due at the end of the month.",
    "We agreed to meet again once the numbers are in.",
    "Costs for materials went up a little since spring.",
    "The workshop starts at nine and ends with a short walk.",
    "Everybody brings one question and one example.",
    "The old version is kept in the archive folder.",
    "Two suppliers answered, a third one will call back.",
    "Please check the dates before sending this out.",
    "The garden needs new soil along the northern wall.",
    "Results were better than in the previous round.",
    "A copy of the contract is attached to the letter.",
    "Next steps: collect comments, update the plan, print it.",
    "The trip takes about three hours by train.",
    "Lunch is included, but drinks are not.",
    "Most of the feedback was about the second chapter.",
    "It would help to have a map at the entrance.",
)
"""Sentences for the texts of documents."""


class Person(NamedTuple):
    """A person whom the phone's owner knows."""

    name: str
    phone: str
    email: str


@lru_cache(maxsize=64)
def people(now: float) -> tuple[Person, ...]:
    """Returns the people whom the owner of a phone booted at `now` knows, so that all its apps agree.

    The last two are not in the address book, but still write messages.

    >>> [len(person.phone) for person in people(0.0)][:2]
    [15, 15]
    """
    rng = Chance(f"people:{now}")
    count = rng.randrange(12, 19)
    firsts = rng.sample(FIRST_NAMES, count)
    numbers = rng.sample(range(100, 200), count)
    known = []
    for first, number in zip(firsts, numbers, strict=True):
        surname = rng.choice(SURNAMES)
        email = f"{first}.{surname}@{rng.choice(_DOMAINS)}".lower() if rng.random() < 0.6 else ""
        known.append(Person(f"{first} {surname}", f"+1 {rng.choice(_AREAS)}-555-0{number}", email))
    return tuple(known)
