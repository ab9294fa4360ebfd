"""Evaluators of submitted answers."""

from __future__ import annotations

import re

from crab_tasks.kits.compare import digits
from crab_tasks.kits.state import State

__all__ = ["answer_is_hundredths", "answer_is_number", "answer_is_phone_number"]


def answer_is_number(state: State, answer: str | None, value: int) -> bool:
    """The answer names exactly one number, and it is the value."""
    if answer is None or any(char.isnumeric() and not char.isascii() for char in answer):
        return False
    numbers = re.findall(r"-?\d+(?:[.,]\d+)?", answer)
    return len(numbers) == 1 and float(numbers[0].replace(",", ".")) == value


def answer_is_hundredths(state: State, answer: str | None, value: int) -> bool:
    """The answer names exactly one number, with two decimals at most, and it is so many hundredths."""
    if answer is None or any(char.isnumeric() and not char.isascii() for char in answer):
        return False
    numbers = re.findall(r"-?[\d.,]*\d[\d.,]*", answer.rstrip(". "))
    match = re.fullmatch(r"(\d{1,6})(?:[.,](\d{1,2}))?", numbers[0]) if len(numbers) == 1 else None
    return match is not None and int(match[1]) * 100 + int((match[2] or "").ljust(2, "0")) == value


def answer_is_phone_number(state: State, answer: str | None, number: str) -> bool:
    """The answer's digits are the number's, with anything between them."""
    return answer is not None and digits(answer) == digits(number)
