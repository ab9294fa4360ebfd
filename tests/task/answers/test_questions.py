from __future__ import annotations

import pytest

from crab_gym.task.answers.questions import Comparison, question_of


def test_a_question_counts_things() -> None:
    asked = question_of("Count the lines of level ERROR in a.log. How many .png files are in the folder?")
    for noun in ("lines", "errors", "files", "pictures"):
        assert asked.counts(noun), noun
    assert not asked.counts("folders")


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("7", True), ("7 hours ahead", True), ("Manila is ahead of Lagos by 7", True), ("ahead of Lagos", True),
        ("Lagos is 7 behind Manila", True), ("the difference between Lagos and Manila", True),
        ("Lagos is ahead", False), ("Manila is behind", False), ("7 hours behind", False), ("Lagos 7", False),
        ("Lagos is ahead of Manila", False), ("Manila is ahead and behind", False), ("Manila and Lagos", False),
    ],
)  # fmt: skip
def test_a_comparison_has_an_order(text: str, right: bool) -> None:
    assert Comparison("Manila", "ahead", "Lagos").holds(text) is right
