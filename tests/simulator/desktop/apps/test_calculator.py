"""The Calculator: typed and clicked calculations, results that go on, errors."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.machine.slices import CLIPBOARD
from tests.simulator.desktop._drive import click, desktop, node, nodes, press, write


def calculator() -> Desktop:
    return desktop("Calculator")


def entry(machine: Desktop) -> str:
    return node(machine, description="Entry").text


@pytest.mark.parametrize(
    ("typed", "result"),
    [
        ("12*(3+4)", "84"), ("200+10%", "220"), ("0.1+0.2", "0.3"), ("17mod5", "2"), ("2^10", "1024"),
        ("√(2)", "1.41421356237"), ("5!", "120"), ("1/3", "0.333333333333"), ("2 - 5", "−3"),
    ],
)  # fmt: skip
def test_a_typed_calculation_is_solved_by_enter(typed: str, result: str) -> None:
    machine = calculator()
    write(machine, f"{typed}\n")
    assert entry(machine) == result
    assert any(row.text.endswith(f", =, {result}") for row in nodes(machine, role="list_item"))


def test_the_keys_calculate() -> None:
    machine = calculator()
    for key in ("9", "x2", "−", "(", "1", "0", "÷", "4", ")", "="):
        click(machine, key, role="button")
    assert entry(machine) == "78.5"


def test_an_operator_goes_on_with_a_result_and_a_digit_begins_anew() -> None:
    machine = calculator()
    write(machine, "6*7\n")
    write(machine, "/2\n")
    assert entry(machine) == "21"
    write(machine, "5\n")
    assert entry(machine) == "5"


def test_an_earlier_result_is_taken_by_a_click() -> None:
    machine = calculator()
    write(machine, "6*7\n")
    write(machine, "1+")
    click(machine, "6×7, =, 42")
    press(machine, "enter")
    assert entry(machine) == "43"


@pytest.mark.parametrize(("typed", "error"), [("7/0", "Can't divide by 0"), ("3+", "Malformed expression")])
def test_what_has_no_value_stays_with_its_error(typed: str, error: str) -> None:
    machine = calculator()
    write(machine, typed)
    press(machine, "enter")
    assert nodes(machine, error)
    assert entry(machine) == typed.replace("/", "÷")
    press(machine, "escape")
    assert (entry(machine), nodes(machine, error)) == ("", [])


def test_the_entry_is_corrected_copied_and_pasted() -> None:
    machine = calculator()
    write(machine, "1234")
    press(machine, "left", "backspace", "home", "delete", "end", "5", "ctrl+c")
    assert machine.get(CLIPBOARD) == entry(machine) == "245"
    press(machine, "ctrl+v")
    assert entry(machine) == "245245"


def test_letters_that_calculate_nothing_are_not_typed() -> None:
    machine = calculator()
    write(machine, "1xyz\t2")
    assert entry(machine) == "12"
    write(machine, "9" * 1000)
    assert entry(machine) == "12"


def test_changes_are_undone() -> None:
    machine = calculator()
    write(machine, "12")
    write(machine, "3\n")
    click(machine, description="Clear Display [Escape]")
    click(machine, description="Undo [Ctrl+Z]")
    assert entry(machine) == "123"
    press(machine, "ctrl+z", "ctrl+z")
    assert entry(machine) == "12"
    press(machine, "ctrl+z", "ctrl+z", "ctrl+r", "ctrl+p")
    assert entry(machine) == "√π"


def test_modes_have_keys_of_their_own() -> None:
    machine = calculator()
    write(machine, "2+3\n")
    for mode in ("Advanced", "Keyboard", "Basic"):
        click(machine, description="Primary menu")
        press(machine, "escape")
        click(machine, next(name for name in ("Basic", "Advanced", "Keyboard") if nodes(machine, name, role="button")))
        click(machine, mode, role="menu_item")
        assert bool(nodes(machine, "sin", role="button")) == (mode == "Advanced")
        assert bool(nodes(machine, "7", role="button")) == (mode != "Keyboard")
        if mode == "Advanced":
            for key in ("sin", "(", "3", "0", ")", "+", "4", "x!", "="):
                click(machine, key, role="button") if key != "=" else press(machine, "enter")
            assert nodes(machine, role="text_field")[0].text == "24.5"
    assert nodes(machine, "2+3, =, 5"), "the earlier calculations stay"
