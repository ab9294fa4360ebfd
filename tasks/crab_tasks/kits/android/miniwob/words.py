"""Words of the pages: labels, names, nouns, sentences."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

__all__ = [
    "CITIES", "COLORS", "COUNTRIES", "FIRST_NAMES", "LABELS", "LAST_NAMES", "NOUNS", "SIGNS", "date_words", "ordinal",
    "password", "sentence", "some", "spoken",
]  # fmt: skip

_Choice = TypeVar("_Choice")

LABELS = (
    "Okay", "Cancel", "Next", "Back", "Yes", "No", "Save", "Open", "Close", "Send", "Share", "Print", "Edit", "Copy",
    "Undo", "Redo", "Search", "Help", "More", "Less", "Start", "Stop", "Login", "Logout", "Install", "Update", "Delete",
    "Retry", "Skip", "Finish", "Apply", "Reset", "Preview", "Upload", "Download",
)  # fmt: skip
"""Labels of buttons."""
NOUNS = (
    "lantern", "harbour", "violin", "meadow", "button", "saddle", "copper", "window", "basket", "thunder", "pepper",
    "castle", "feather", "island", "garden", "magnet", "needle", "orchard", "pillow", "ribbon", "silver", "timber",
    "tunnel", "velvet", "walnut", "anchor", "bridge", "candle", "dragon", "engine", "forest", "glacier", "hammer",
    "igloo", "jacket", "kettle", "ladder", "marble", "nectar", "oyster", "parcel", "quartz", "rocket", "spruce",
    "turnip", "umbrella", "village", "whistle", "yogurt", "zebra",
)  # fmt: skip
FIRST_NAMES = (
    "Ada", "Bruno", "Clara", "Dario", "Edith", "Farid", "Greta", "Hugo", "Irma", "Jonas", "Kira", "Leon", "Mina",
    "Nils", "Olga", "Pavel", "Quinn", "Rosa", "Selma", "Tarek", "Una", "Viktor", "Wanda", "Yara", "Zeno",
)  # fmt: skip
LAST_NAMES = (
    "Albers", "Berg", "Castro", "Dorn", "Ekman", "Fontaine", "Grau", "Holm", "Ivers", "Jansen", "Klee", "Lindt", "Moss",
    "Novak", "Olsen", "Petri", "Rossi", "Stein", "Tran", "Vogel",
)  # fmt: skip
COUNTRIES = (
    "Argentina", "Australia", "Austria", "Belgium", "Bolivia", "Brazil", "Canada", "Chile", "Croatia", "Cuba",
    "Denmark", "Ecuador", "Egypt", "Finland", "France", "Germany", "Ghana", "Greece", "Iceland", "India", "Ireland",
    "Italy", "Japan", "Kenya", "Latvia", "Malta", "Mexico", "Morocco", "Nepal", "Norway", "Panama", "Peru", "Poland",
    "Portugal", "Romania", "Senegal", "Spain", "Sweden", "Tunisia", "Uganda", "Uruguay", "Vietnam", "Zambia",
)  # fmt: skip
CITIES = (
    ("Amsterdam", "AMS"), ("Athens", "ATH"), ("Boston", "BOS"), ("Cairo", "CAI"), ("Chicago", "ORD"),
    ("Copenhagen", "CPH"), ("Dublin", "DUB"), ("Geneva", "GVA"), ("Hanoi", "HAN"), ("Helsinki", "HEL"),
    ("Lisbon", "LIS"), ("Madrid", "MAD"), ("Nairobi", "NBO"), ("Oslo", "OSL"), ("Prague", "PRG"), ("Quito", "UIO"),
    ("Seattle", "SEA"), ("Tallinn", "TLL"), ("Vienna", "VIE"), ("Zagreb", "ZAG"),
)  # fmt: skip
"""Cities with the letters of their airports."""
COLORS: dict[str, tuple[int, int, int]] = {
    "red": (211, 47, 47), "green": (56, 142, 60), "blue": (25, 100, 210), "yellow": (251, 212, 28),
    "orange": (245, 124, 0), "purple": (123, 31, 162), "black": (20, 20, 20), "grey": (140, 140, 140),
    "pink": (240, 98, 146), "cyan": (0, 188, 212), "brown": (121, 85, 72), "olive": (128, 128, 0),
}  # fmt: skip
SIGNS = (
    "●", "○", "■", "□", "▲", "▼", "◆", "◇", "→", "←", "↑", "↓", "Ω", "π", "√", "∞", "≠", "≤", "≥", "§", "¶", "€", "£",
    "¥", "µ", "Ж", "Щ", "Ю", "Я", "ß", "ø", "ñ", "ç", "å", "Đ", "Ł", "Δ", "λ", "φ", "ψ", "≈", "±", "†", "«",
)  # fmt: skip
"""Signs beyond the letters of English."""
_VERBS = ("carries", "hides", "paints", "finds", "leaves", "repairs", "borrows", "admires", "forgets", "follows")
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip


def some(rng: random.Random, choices: Sequence[_Choice], count: int) -> list[_Choice]:
    """Returns so many of some choices, all different, in any order."""
    return rng.sample(list(choices), count)


def sentence(rng: random.Random) -> str:
    """Returns a short sentence."""
    first, second = some(rng, NOUNS, 2)
    return f"{rng.choice(FIRST_NAMES)} {rng.choice(_VERBS)} the {first} and the {second}."


def password(rng: random.Random) -> str:
    """Returns a password without signs that look alike."""
    return "".join(
        rng.choice("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789") for _ in range(rng.randint(4, 6))
    )


def ordinal(number: int) -> str:
    """Returns a number's ordinal.

    >>> ordinal(1), ordinal(12), ordinal(22)
    ('1st', '12th', '22nd')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number % 100 // 10 != 1 else 0, "th")
    return f"{number}{ending}"


def spoken(words: Sequence[str]) -> str:
    """Returns words joined as in a sentence.

    >>> spoken(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def date_words(date: str) -> str:
    """Returns a date as it is said.

    >>> date_words("2026-03-07")
    'March 7, 2026'
    """
    year, month, day = map(int, date.split("-"))
    return f"{_MONTHS[month - 1]} {day}, {year}"
