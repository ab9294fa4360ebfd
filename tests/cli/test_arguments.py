"""Texts of the command line: seeds, options, prices."""

from __future__ import annotations

import pytest

from crab_gym.agents.models import Prices
from crab_gym.cli.arguments import read_options, read_prices, read_seeds


def test_texts_are_read_as_they_are_meant() -> None:
    assert read_seeds("3,0-2, 2") == [3, 0, 1, 2]
    assert read_options(["a=b=c", "n=1.5", "t=true", "j=[1]"], "--option")[""] == {
        "a": "b=c", "n": 1.5, "t": True, "j": [1],
    }  # fmt: skip
    assert read_prices(["openai:a=b=1/2"]) == {"openai:a=b": Prices(1.0, 2.0)}
    with pytest.raises(ValueError, match="given twice"):
        read_options(["a=1", "a=2"], "--option")
