from __future__ import annotations

import pytest

from crab_sim.engines.days import day_of
from crab_sim.phone import Phone
from crab_sim.phone.apps.expense.data import DATABASE, EXPENSES, ExpenseRow, cents, money, totals
from tests.simulator.phone._drive import long_tap, node, nodes, phone, press, replace, tap, write
from tests.simulator.phone._tables import columns, round_trip

_DAY = 86_400_000
START = (
    ExpenseRow(1, "Rent", 70_000, 4, "monthly", day_of(2026, 9, 1) * _DAY, 1),
    ExpenseRow(2, "Salary", 200_000, 2, "", day_of(2026, 10, 1) * _DAY, 1),
    ExpenseRow(3, "Bread", 450, 3, "on sale", day_of(2026, 10, 2) * _DAY, 1),
    ExpenseRow(4, "Soup", 800, 3, "", day_of(2026, 10, 2) * _DAY + 5, 1),
)


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(EXPENSES, START)
    machine.execute("open_app", {"name": "Expenses"})
    return machine


def shown(machine: Phone) -> list[str]:
    return [n.text for n in nodes(machine, role="list_item")]


def test_seeds() -> None:
    values = [phone(seed).get(EXPENSES) for seed in range(20)]
    assert len(set(values)) == 20
    assert all(15 <= len(value) <= 25 for value in values)
    assert all(row.amount > 0 and row.created <= phone(0).now * 1000 + 40 * _DAY for value in values for row in value)


@pytest.mark.parametrize(
    ("text", "amount"),
    [("12", 1200), ("12.5", 1250), ("0,05", 5), (".5", 50), ("$3.10", 310), ("", None), ("0", None), ("1.234", None),
     ("-4", None), ("1e3", None), ("1.2.3", None), ("٣", None), ("9" * 10, None)],
)  # fmt: skip
def test_cents(text: str, amount: int | None) -> None:
    assert cents(text) == amount


def test_list_and_sums(app: Phone) -> None:
    assert shown(app) == ["Soup", "Bread", "Salary", "Rent"]
    assert totals(START) == (200_000, 71_250)
    assert node(app, rid="tv_spent").text == "-$712.50"
    assert node(app, rid="tv_balance").text == money(128_750) == "$1,287.50"


def test_add(app: Phone) -> None:
    tap(app, description="Add expense")
    write(app, "Cinema\n12.5x")
    assert node(app, "Type an amount such as 12.50")
    tap(app, "Save")
    replace(app, "Amount", "12,50")
    tap(app, "Entertainment")
    tap(app, description="Note")
    write(app, "two seats")
    tap(app, "Save")
    row = app.get(EXPENSES)[-1]
    assert row[:5] == (5, "Cinema", 1250, 6, "two seats")
    assert row.created // 1000 == pytest.approx(app.now, abs=2)
    assert shown(app)[0] == "Cinema"


def test_edit_and_date(app: Phone) -> None:
    tap(app, "Bread")
    replace(app, "Amount", "5")
    tap(app, rid="btn_date")
    tap(app, description="20 October 2026")
    tap(app, "OK")
    tap(app, "Save")
    row = app.get(EXPENSES)[2]
    assert (row.amount, row.created, row.category, row.note) == (500, day_of(2026, 10, 20) * _DAY, 3, "on sale")
    assert row.modified > 1


def test_back_discards(app: Phone) -> None:
    tap(app, "Bread")
    replace(app, "Name", "Cake")
    press(app, "back")
    assert app.get(EXPENSES) == START


def test_delete(app: Phone) -> None:
    tap(app, "Soup")
    tap(app, description="Delete")
    tap(app, "Cancel")
    tap(app, description="Delete")
    tap(app, "Delete")
    assert shown(app) == ["Bread", "Salary", "Rent"]
    long_tap(app, "Bread")
    tap(app, "Rent")
    tap(app, description="Delete")
    tap(app, "Delete")
    assert app.get(EXPENSES) == (START[1],)


def test_filters(app: Phone) -> None:
    tap(app, "All months")
    tap(app, "September 2026")
    assert shown(app) == ["Rent"]
    tap(app, "All categories")
    tap(app, "Food")
    assert node(app, "No matching entries")
    tap(app, "September 2026")
    tap(app, "All months", role="list_item")
    assert shown(app) == ["Soup", "Bread"]
    tap(app, description="Search")
    write(app, "SALE")
    assert shown(app) == ["Bread"]
    tap(app, description="Close search")
    assert shown(app) == ["Soup", "Bread"]


def test_summary(app: Phone) -> None:
    tap(app, "Summary")
    tap(app, description="September 2026: $700.00 spent")
    assert node(app, rid="tv_month").text == "September 2026"
    assert node(app, "Housing")
    tap(app, description="Next month")
    assert node(app, rid="tv_income").text == "$2,000.00"
    assert node(app, "Food") and not nodes(app, "Housing")
    tap(app, "Expenses")
    assert len(shown(app)) == 4


def test_empty(app: Phone) -> None:
    app.put(EXPENSES, ())
    assert node(app, "No expenses yet")
    tap(app, "Summary")
    assert node(app, "Nothing was spent in this month")


def test_an_intent_begins_an_entry(app: Phone) -> None:
    app.launch("expense", ("add",))
    write(app, "Tea\n2\n")
    tap(app, "Save")
    assert app.get(EXPENSES)[-1][:3] == (5, "Tea", 200)


def test_database() -> None:
    for seed in range(10):
        value = phone(seed).get(EXPENSES)
        assert round_trip(DATABASE, value) == (value,)
    expected = ["expense_id", "name", "amount", "category", "note", "created_date", "modified_date"]
    assert columns(DATABASE, "expense") == expected


def test_back_leaves_the_search_before_the_app() -> None:
    machine = phone(0, "Expenses")
    tap(machine, description="Search")
    write(machine, "zzzz")
    assert nodes(machine, "No matching entries")
    press(machine, "back")
    assert nodes(machine, "Expenses", role="text") and not nodes(machine, "No matching entries")


def test_amounts_are_told_to_those_who_see_no_pictures() -> None:
    machine = phone(0, "Expenses")
    rows = sorted(machine.get(EXPENSES), key=lambda row: (-row.created, -row.id))
    sign = "+" if rows[0].category == 2 else "-"
    assert nodes(machine, rid="tv_amount")[0].text == f"{sign}${rows[0].amount // 100:,}.{rows[0].amount % 100:02}"
