from __future__ import annotations

import pytest

from crab_tasks.kits.quotations import forwards_only, own_words

MAIL = "Hello,\n\ncould you tell me what we have spent? The table must be on your computer.\n\nKind regards"
INTRODUCTION = "On 11/5/2026, 12:50 PM, Petra Lund wrote:"
_LINES = "> Hello,\n>\n> could you tell me what we have spent? The table must\n> be on your computer."
QUOTATION = f"{INTRODUCTION}\n{_LINES}"


@pytest.mark.parametrize(
    ("body", "own"),
    [
        (f"It is 5.\n\n{QUOTATION}", "It is 5."),
        (f"{QUOTATION}\n\nIt is 5.", "It is 5."),
        (f"It is 5.\n\n{INTRODUCTION}\n> Hello,\n> Kind regards", "It is 5."),
        ("5\n\nOn Sun, Nov 29, 2026 at 10:20, Petra Lund <petra@x.example> wrote:\n> Hello,", "5"),
        ("It is 5.", "It is 5."),
        (f"It is 5.\n{QUOTATION}\n> 6 is right", "It is 5.\n> 6 is right"),
        (f"It is 5.\n{QUOTATION}\nPS: no", "It is 5.\nPS: no"),
        ("5\nOn 11/5/2026, 12:50 PM, Boss wrote:", "5\nOn 11/5/2026, 12:50 PM, Boss wrote:"),
        ("5\nOn second thoughts 6, Petra Lund wrote:", "5\nOn second thoughts 6, Petra Lund wrote:"),
        (f"5\n{INTRODUCTION}\n{INTRODUCTION}", f"5\n{INTRODUCTION}"),
        ("5\n> Kind regards\n> Hello,", "5\n> Hello,"),
    ],
)
def test_only_what_the_mail_has_is_quoted(body: str, own: str) -> None:
    assert own_words(body, "Petra Lund", MAIL) == own


def test_a_long_line_is_read_in_time() -> None:
    line = f"On {'1' * 50_000}"
    assert own_words(line, "Petra Lund", MAIL) == line


HEAD = "---------- Forwarded mail ----------\nFrom: Bo <bo@x.example>\nDate: Sun, Nov 29, 2026 at 10:20\nSubject: List"


@pytest.mark.parametrize(
    ("body", "right"),
    [
        (f"{HEAD}\nTo: me@example.com\n\ntwo lamps", True),
        (f"Hi, see below.\n\n{HEAD}\n\ntwo lamps\n", True),
        (f"{HEAD}\n\ntwo lamps\nand a bike", False),
        (f"{HEAD}\nand a bike\n\ntwo lamps", False),
        (f"{HEAD}\nSubject: Lies\n\ntwo lamps", False),
        (f"{HEAD}\nFrom: Eve <eve@x.example>\n\ntwo lamps", False),
        (f"All wrong:\n{HEAD}\n\ntwo lamps", False),
        ("two lamps", False),
    ],
)
def test_a_forwarded_mail_is_the_mail_alone(body: str, right: bool) -> None:
    assert forwards_only(body, "Forward the list.", "Bo <bo@x.example>", "List", "two lamps") is right
