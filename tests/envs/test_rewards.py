from __future__ import annotations

from typing import Any

import pytest

from crab_gym.envs.rewards import DEFAULT_WEIGHTS, Reached, reward_terms, weights


def test_only_progress_counts_by_default() -> None:
    assert weights(None) == weights({}) == dict(DEFAULT_WEIGHTS)
    terms = reward_terms(weights(None), Reached(), Reached(0.25, 0.5, True, 0.75), True)
    assert terms == {
        "progress": 0.25, "passed": 0.0, "success": 0.0, "coverage": 0.0, "step": 0.0, "invalid_action": 0.0,
        "question": 0.0,
    }  # fmt: skip


def test_every_term_has_its_weight() -> None:
    costs = {"step": 0.1, "invalid_action": 5, "question": 0.2}
    given = weights({"progress": 2, "passed": 6, "success": 3, "coverage": 4, **costs})
    assert reward_terms(given, Reached(), Reached(0.5, 0.25, True, 0.75), True, True) == {
        "progress": 1.0, "passed": 4.5, "success": 3.0, "coverage": 1.0, "step": -0.1, "invalid_action": -5.0,
        "question": -0.2,
    }  # fmt: skip
    assert reward_terms(given, Reached(0.5, 0.25, True, 0.75), Reached(0.0, 0.0, True, 0.5)) == {
        "progress": 0.0, "passed": 0.0, "success": 0.0, "coverage": 0.0, "step": -0.1, "invalid_action": 0.0,
        "question": 0.0,
    }  # fmt: skip


def test_no_term_is_a_negative_zero() -> None:
    assert all(str(value) == "0.0" for value in reward_terms(weights(None), Reached(0.5), Reached(), True).values())


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"succes": 1}, "no reward term 'succes'. Did you mean 'success'. There are: progress, passed, success"),
        ({5: 1}, "no reward term 5. There are"),
        ({"step": "1"}, "weight of reward term 'step' is '1'; expected a finite number"),
        ({"step": True}, "weight of reward term 'step' is True; expected a finite number"),
        ({"step": float("nan")}, "is nan; expected a finite number"),
        ({"step": float("inf")}, "is inf; expected a finite number"),
        ([1.0], r"reward_weights is \[1.0\]; expected a mapping from term to weight"),
        (0, "reward_weights is 0; expected a mapping"),
    ],
)
def test_wrong_weights_are_explained(given: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        weights(given)
