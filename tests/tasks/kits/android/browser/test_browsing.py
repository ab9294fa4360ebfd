"""The bundled pages that sub-tasks read in the phone's Browser, and the forms that they send."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest

from crab_gym.backends.base import State
from crab_gym.task import Params
from crab_sim import web
from crab_tasks.kits.android.browser.state import FORMS, question_asked
from crab_tasks.kits.android.browser.subtasks.browsing import ARRIVAL, FARE
from crab_tasks.kits.android.calculator import DIFFERENCE, WITH_TIP

RIGHT = {
    "name": "Edith Grau", "email": "heron48@quarry.example", "topic": "General question", "message": "+1 555 0142",
}  # fmt: skip


def _made(subtask: Any, **values: Any) -> Any:
    return subtask.produce(Params(**values, kinds={}, fed=frozenset()))


def test_arrivals_and_fares_are_those_of_the_page() -> None:
    response = web.fetch("https://travel.example/timetable")
    page = response.data.decode() if response is not None else ""
    for departure in ("06:40", "09:10", "13:25", "17:55"):
        times = [_made(ARRIVAL, departure=departure, town=town) for town in ("Millbrook", "Stonegate", "Pinehaven")]
        assert "".join(f"<td>{time}</td>" for time in (departure, *times)) in page
    for town in ("Millbrook", "Stonegate", "Pinehaven"):
        fares = [_made(FARE, kind=kind, town=town) for kind in ("single", "return")]
        assert f"<td>{town}</td>" + "".join(f"<td>${fare}</td>" for fare in fares) in page


@pytest.mark.parametrize(
    ("change", "accepted"),
    [
        ({}, True), ({"message": "(+1) 555-0142"}, True), ({"email": "HERON48@quarry.example"}, True),
        ({"message": "Call +1 555 0142"}, False), ({"topic": "Complaint"}, False), ({"email": "a@b.example"}, False),
        ({"name": "Edith Holm"}, False),
    ],
)  # fmt: skip
def test_a_question_is_the_value(phone: Any, change: dict[str, str], accepted: bool) -> None:
    row = {"id": 1, "url": "https://forms.example/sent", "date_sent": 13_400_000_000_000_000}
    phone.setup.set_table(FORMS, "sent_forms", [{**row, "body": urlencode({**RIGHT, **change})}])
    right = ("Edith Grau", "heron48@quarry.example", "phone_number", "+1 555 0142")
    assert question_asked(State(android=phone.state), *right) is accepted


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [("72.15", "29.40", "42.75"), ("29.40", "72.15", "42.75"), ("5.3", "5.05", "0.25")],
)
def test_a_difference_is_never_negative(first: str, second: str, difference: str) -> None:
    assert _made(DIFFERENCE, first=first, second=second) == difference


@pytest.mark.parametrize(("amount", "tipped"), [("34.60", "41.52"), ("12.43", "14.92"), ("12.42", "14.90")])
def test_a_tip_is_rounded_to_cents(amount: str, tipped: str) -> None:
    assert _made(WITH_TIP, amount=amount) == tipped
