from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crab_sim.engines.arithmetic import CalculationError, evaluate, show


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1+2×3", "7"), ("(1+2)×3", "9"), ("0.1+0.2", "0.3"), ("1÷3", "0.333333333333"), ("2÷3", "0.666666666667"),
        ("2^3^2", "512"), ("−2^2", "−4"), ("2^−1", "0.5"), ("10−2−3", "5"), ("100÷10÷5", "2"), ("5!", "120"),
        ("50%", "0.5"), ("200+10%", "220"), ("200−10%", "180"), ("200×10%", "20"), ("2(3+4)", "14"), ("(2)3", "6"),
        ("√16", "4"), ("2√9", "6"), ("√(9+16)", "5"), ("12²", "144"), ("sin(30)", "0.5"), ("cos(180)", "−1"),
        ("tan(45)", "1"), ("ln(e)", "1"), ("log(1000)", "3"), ("π", "3.14159265359"), ("((1+2", "3"), (".5+1.", "1.5"),
        ("999999999999+1", "1E12"), ("1÷8000000000", "1.25E−10"), ("1E12×2", "2E12"), ("2×−3", "−6"), ("0×−5", "0"),
        ("123456789×987654321", "1.21932631113E17"), ("1−1", "0"), ("9^9999", "2.95700380802E9541"),
    ],
)  # fmt: skip
def test_values(text: str, shown: str) -> None:
    assert show(evaluate(text)) == shown


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "Format error"), ("1+", "Format error"), ("1..2", "Format error"), ("()", "Format error"),
        ("1)", "Format error"), ("÷2", "Format error"), ("(" * 100, "Format error"), ("√" * 100 + "4", "Format error"),
        ("1^" * 100 + "1", "Format error"), ("1+" * 200 + "1", "Format error"), ("1÷0", "Can't divide by 0"),
        ("1÷(2−2)", "Can't divide by 0"), ("0^−1", "Can't divide by 0"), ("√(0−1)", "Keep it real"),
        ("ln(0)", "Keep it real"), ("(−8)^0.5", "Keep it real"), ("tan(90)", "Keep it real"), ("0.5!", "Keep it real"),
        ("1001!", "Value too large"), ("2^10000", "Value too large"), ("9^9999×9^9999", "Value too large"),
    ],
)  # fmt: skip
def test_errors(text: str, error: str) -> None:
    with pytest.raises(CalculationError) as raised:
        evaluate(text)
    assert str(raised.value) == error


NUMBERS = st.integers(0, 9999).map(str) | st.tuples(st.integers(0, 99), st.integers(0, 99)).map(
    lambda parts: f"{parts[0]}.{parts[1]:02}"
)


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.booleans()):
        return draw(NUMBERS)
    one, two = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    return f"({one}{draw(st.sampled_from('+−×÷'))}{two})"


@given(expressions())
def test_the_four_operations_agree_with_exact_fractions(text: str) -> None:
    def exact(at: int) -> tuple[Fraction, int]:
        if text[at] != "(":
            end = at
            while end < len(text) and text[end] in "0123456789.":
                end += 1
            return Fraction(text[at:end]), end
        one, at = exact(at + 1)
        sign = text[at]
        two, at = exact(at + 1)
        value = {"+": one + two, "−": one - two, "×": one * two}.get(sign)
        return (one / two if value is None else value), at + 1

    try:
        expected = exact(0)[0]
    except ZeroDivisionError:
        expected = None
    try:
        value = evaluate(text)
    except CalculationError as error:
        assert expected is None and str(error) == "Can't divide by 0"
        return
    if expected is None:  # what should be nothing may be a trace of rounding
        return
    assert abs(Fraction(value) - expected) <= abs(expected) * Fraction(1, 10**9) + Fraction(1, 10**15)


@given(st.text(alphabet="0123456789.+−×÷^%!²√()πeEsincotalg ", max_size=60))
@settings(deadline=None)
def test_any_text_has_a_value_or_an_error(text: str) -> None:
    try:
        shown = show(evaluate(text))
    except CalculationError:
        return
    assert evaluate(shown if shown[0] != "−" else f"0{shown}").is_finite()


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=6))
def test_what_is_shown_is_the_number(value: Decimal) -> None:
    shown = show(value)
    assert len(shown) <= 20
    assert abs(Decimal(shown.replace("−", "-")) - value) <= abs(value) * Decimal("1e-11")
