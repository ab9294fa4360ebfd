"""How weights are trained, as far as it takes no torch."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__
    for name in ("tuning", "command_line"):
        sys.modules.pop(name, None)


def model_of(*sizes: float) -> Any:
    return SimpleNamespace(parameters=lambda: [SimpleNamespace(numel=lambda size=size: int(size)) for size in sizes])


def test_larger_models_learn_more_slowly(scripts: Any, capsys: pytest.CaptureFixture[str]) -> None:
    tuning = scripts("tuning")
    sizes = [210e3, 135e6, 0.6e9, 8e9, 70e9]
    for method, rates in (("sft", [2e-3, 1e-4, 2e-5, 1e-5, 5e-6]), ("grpo", [7e-4, 5e-6, 2e-6, 1e-6, 5e-7])):
        assert [tuning.learning_rate(None, method, model_of(size)) for size in sizes] == rates
    assert tuning.learning_rate(3e-5, "sft", model_of(7e9, 1e9)) == 3e-5
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "learning rate 0.002 (by the model's size), 0.2 million parameters"
    assert said[-1] == "learning rate 3e-05 (as given), 8,000.0 million parameters"


@dataclass
class Optional:
    """Options.

    They are for the test.
    """

    rate: float | None = None
    fast: bool = False


def test_an_option_that_may_be_none_is_read_as_its_other_type(scripts: Any) -> None:
    parse = scripts("command_line").parse
    assert parse(Optional, []) == Optional(None, False)
    assert parse(Optional, ["--rate", "1e-5", "--fast"]) == Optional(1e-5, True)
    with pytest.raises(SystemExit):
        parse(Optional, ["--rate", "slow"])
