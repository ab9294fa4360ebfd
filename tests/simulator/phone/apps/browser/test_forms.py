from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crab_sim.phone.apps.browser.data import FORMS, FORMS_SENT, FormRow
from tests.simulator.phone._drive import phone, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip, tables


def test_a_sent_form_can_be_read_from_the_database() -> None:
    machine = phone(1, "Browser")
    tap(machine, rid="url_bar")
    write(machine, "forms.example/contact\n")
    tap(machine, description="Name")
    write(machine, "Ada Lux")
    tap(machine, description="Email")
    write(machine, "ada@example.org")
    tap(machine, description="Message")
    write(machine, "Tea & cake, 5 € = fine?")
    tap(machine, "Send me a copy")
    tap(machine, "Send message")
    assert columns(FORMS, "sent_forms") == ["id", "url", "body", "date_sent"]
    (row,) = tables(FORMS, machine.get(FORMS_SENT))["sent_forms"]
    assert row["url"] == "https://forms.example/sent"
    assert row["body"] == (
        "name=Ada+Lux&email=ada%40example.org&topic=General+question"
        "&message=Tea+%26+cake%2C+5+%E2%82%AC+%3D+fine%3F&copy=yes"
    )
    assert round_trip(FORMS, machine.get(FORMS_SENT)) == (machine.get(FORMS_SENT),)


def test_a_form_that_is_not_complete_is_not_sent() -> None:
    machine = phone(1, "Browser")
    tap(machine, rid="url_bar")
    write(machine, "shop.example/order\n")
    replace(machine, "Quantity", "21")
    write(machine, "\n")
    assert machine.get(FORMS_SENT) == ()


@given(st.lists(st.tuples(st.text(), st.text()), max_size=5))
def test_forms_come_back_as_they_were(fields: list[tuple[str, str]]) -> None:
    rows = (FormRow(1, "https://forms.example/sent", tuple(fields), 1_792_000_000.5), FormRow(2, "x", (), 5.0))
    assert round_trip(FORMS, rows) == (rows,)


def test_lone_surrogates_and_empty_values_come_back() -> None:
    rows = (FormRow(1, "x", (("\ud800", ""), ("", "\udfff"), ("a", "b"), ("a", "c")), 5.0),)
    assert round_trip(FORMS, rows) == (rows,)
