"""Values of sub-tasks: how they are told, and compared."""

from __future__ import annotations

import pytest

from crab_gym.task.types import names, states, words


def test_amounts_and_counts_are_compared_to_their_last_digit() -> None:
    assert names("amount", "It is 14257.54 in all", "14257.54") and states("amount", "14257,54", "14257.54")
    assert not names("amount", "14257.54 or 14257.55", "14257.54") and not states("amount", "14257.55", "14257.54")
    assert names("count", "7312450", 7_312_450) and not names("count", "7312451", 7_312_450)


def test_names_of_programs_are_quoted_and_exact() -> None:
    assert words("program", "scan-mails") == '"scan-mails"'
    assert states("program", " scan-mails", "scan-mails") and not states("program", "scan-mail", "scan-mails")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("5 Castle Hill, Alder", True), ("It is 5 castle hill, Alder.", True), ("5 Castle Hill", False),
        ("5 Castle Hill, Alder or 6 Castle Hill, Alder", False), ("15 Castle Hill, Alder", False),
    ],
)  # fmt: skip
def test_an_answer_names_one_address(text: str, named: bool) -> None:
    assert names("address", text, "5 Castle Hill, Alder") is named
