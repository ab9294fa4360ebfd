from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.engines.arithmetic import MAX_TYPED, evaluate, show
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import Phone
from crab_sim.phone.apps.calculator.app import Calc, press
from crab_sim.phone.apps.calculator.data import CALCULATIONS
from tests.simulator.phone._drive import long_tap, node, nodes, phone, tap, write
from tests.simulator.phone._drive import press as press_key

KEYS = [*"0123456789.+−×÷^%!²)πe√(", "sin(", "cos(", "tan(", "ln(", "log(", "()", "⌫"]


@pytest.fixture
def app() -> Phone:
    machine = phone()
    machine.put(CALCULATIONS, ())
    machine.execute("open_app", {"name": "Calculator"})
    return machine


def formula(machine: Phone) -> str:
    return node(machine, rid="formula").text


def result(machine: Phone) -> str:
    return node(machine, rid="result_final").text


@given(st.lists(st.sampled_from(KEYS), max_size=80))
@settings(deadline=None)
def test_keys_never_make_nonsense(keys: list[str]) -> None:
    calc = Calc()
    for key in keys:
        calc = press(calc, key)
        assert len(calc.formula) <= MAX_TYPED
        for pair in ("++", "××", "÷×", "+×", "(×", "..", "(%", "+!"):
            assert pair not in calc.formula
    assert press(calc, "AC").formula == ""


# The app ------------------------------------------------------------------------------------------------------------


def test_keys_preview_and_result(app: Phone) -> None:
    for rid in ("digit_1", "digit_2", "op_mul", "parens", "digit_3", "op_add", "digit_4", "dec_point", "digit_5"):
        tap(app, rid=rid)
    assert formula(app) == "12×(3+4.5" and node(app, rid="result_preview").text == "90"
    tap(app, rid="parens")
    tap(app, description="equals")
    assert result(app) == "90" and not nodes(app, rid="result_preview")
    tap(app, rid="op_sub")
    tap(app, rid="digit_7")
    assert formula(app) == "90−7"
    tap(app, rid="eq")
    tap(app, rid="digit_5")
    assert formula(app) == "5"
    tap(app, rid="clr")
    assert formula(app) == ""


def test_delete_and_operators(app: Phone) -> None:
    write(app, "12+*3")
    assert formula(app) == "12×3"
    tap(app, rid="del")
    tap(app, rid="del")
    assert formula(app) == "12"
    write(app, "*-3")
    assert formula(app) == "12×−3"
    long_tap(app, rid="del")
    assert formula(app) == ""
    write(app, "/5")
    assert formula(app) == "5"


def test_errors_are_shown_and_go(app: Phone) -> None:
    write(app, "8/0=")
    assert node(app, rid="result_preview").text == "Can't divide by 0" and formula(app) == "8÷0"
    press_key(app, "backspace")
    write(app, "2")
    assert node(app, rid="result_preview").text == "4"
    press_key(app, "enter")
    assert result(app) == "4"


def test_functions(app: Phone) -> None:
    assert not nodes(app, "sin")
    tap(app, description="More functions")
    tap(app, "sin")
    write(app, "30)")
    tap(app, rid="op_sqr")
    tap(app, rid="eq")
    assert result(app) == "0.25"
    tap(app, rid="op_sqrt")
    assert formula(app) == "√"
    tap(app, description="Fewer functions")
    assert not nodes(app, "sin")


def test_a_function_is_deleted_at_once(app: Phone) -> None:
    tap(app, description="More functions")
    tap(app, "log")
    tap(app, rid="del")
    assert formula(app) == ""


def test_history(app: Phone) -> None:
    write(app, "2+3=")
    write(app, "7*6=")
    tap(app, description="History")
    assert [n.text for n in nodes(app, rid="history_result")] == ["7×6 = 42", "2+3 = 5"]
    tap(app, "2+3 = 5")
    assert formula(app) == "5"
    write(app, "*")
    tap(app, description="History")
    tap(app, "7×6 = 42")
    assert formula(app) == "5×42"
    tap(app, description="History")
    tap(app, description="Clear history")
    tap(app, "Clear")
    assert app.get(CALCULATIONS) == () and nodes(app, "No history")


def test_copy_and_paste(app: Phone) -> None:
    write(app, "12*12=")
    long_tap(app, rid="result_final")
    tap(app, "Copy")
    assert app.get(CLIPBOARD) == "144"
    tap(app, rid="clr")
    app.put(CLIPBOARD, "price: 1,5 * 2; rm -rf /")
    long_tap(app, rid="formula")
    tap(app, "Paste")
    assert formula(app) == "e1.5×2÷"


def test_seeded_history_is_right() -> None:
    for seed in range(10):
        rows = phone(seed).get(CALCULATIONS)
        assert 3 <= len(rows) <= 6 and rows == phone(seed).get(CALCULATIONS)
        assert all([show(evaluate(row.formula)) == row.result for row in rows])


@pytest.mark.parametrize(("width", "height"), [(280, 480), (280, 600), (360, 800), (600, 800), (800, 480)])
def test_the_keys_fit(width: int, height: int) -> None:
    machine = phone(1, "Calculator", width, height)
    write(machine, "123456789*" * 30)
    tap(machine, description="More functions")
    keys = [n for n in machine.scene.nodes if n.role == "button" and n.app == "calculator"]
    assert len(keys) == 33
    for i, n in enumerate(keys):
        assert n.bounds[3] - n.bounds[1] >= 24 and n.bounds[2] - n.bounds[0] >= 24, n
        for other in keys[i + 1 :]:
            apart = n.bounds[2] <= other.bounds[0] or other.bounds[2] <= n.bounds[0]
            assert apart or n.bounds[3] <= other.bounds[1] or other.bounds[3] <= n.bounds[1], (n, other)
