"""The labels of the phone numbers in an address book, the same on the simulated phone and on real ones."""

from __future__ import annotations

from typing import Final

__all__ = ["LABELS", "MOBILE", "label_of"]

MOBILE: Final = 2
LABELS: Final = {MOBILE: "Mobile", 3: "Work", 1: "Home", 12: "Main", 7: "Other"}
"""The labels by Android's numbers for them, in the order of their menu."""


def label_of(number: object) -> str:
    """Returns the label with a number, a number or its text; "Other" for one without a name here.

    >>> label_of("1"), label_of(3), label_of(None), label_of("17")
    ('Home', 'Work', 'Mobile', 'Other')
    """
    text = str(MOBILE if number is None else number)
    return LABELS.get(int(text), "Other") if text.isascii() and text.isdigit() else "Other"
