from __future__ import annotations

import pytest
from crab_tasks.kits.answers import answer_is_hundredths


@pytest.mark.parametrize("answer", ["12.30", "12.3", "12,30", "12.30 km", "They are 12.3 km.", "0012.30"])
def test_a_number_may_be_written_in_several_ways(answer: str) -> None:
    assert answer_is_hundredths({}, answer, 1230)


@pytest.mark.parametrize(
    "answer", [None, "", "km", "12", "12.31", "12.301", "1230", "-12.30", "12.30 or 12.40", "1.2.3", "١٢.٣٠", "12.3٠"]
)
def test_another_number_or_two_are_no_answer(answer: str | None) -> None:
    assert not answer_is_hundredths({}, answer, 1230)
