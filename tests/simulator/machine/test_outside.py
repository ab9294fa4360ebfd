"""What a machine asks of an app from outside."""

from __future__ import annotations

import pytest

from crab_sim.devices.app_rows import App
from crab_sim.devices.outside import Misfit
from crab_sim.machine.app import deferred
from crab_sim.machine.outside import fitting
from crab_sim.machine.slices import Slice

ROW = App("tally", "android", "Tally", "Utility Tools", "org.example.tally", module="tally.phone", source="my-tally 2")
SPEC = deferred("tally.app", id="tally", name="Tally", icon="add", color=(0, 0, 0))


def test_an_app_that_is_what_its_row_says_fits() -> None:
    assert fitting(ROW, SPEC, [Slice[int]("tally.count")]) is SPEC


@pytest.mark.parametrize(
    ("changes", "slice", "message"),
    [
        ({"name": "Talley"}, "tally.count", "has the id and name ('tally', 'Talley'); its row has ('tally', 'Tally')"),
        ({"id": "tall"}, "tally.count", "has the id and name ('tall', 'Tally'); its row has ('tally', 'Tally')"),
        (
            {"icon": "calculater"},
            "tally.count",
            "has the icon 'calculater', which there isn't; did you mean 'calculator'?",
        ),
        ({}, "contacts", "has the slice 'contacts'; expected a name such as 'tally.contacts'"),
        ({}, "tally", "has the slice 'tally'; expected a name such as 'tally.tally'"),
    ],
)
def test_one_that_is_not_is_refused(changes: dict[str, str], slice: str, message: str) -> None:
    with pytest.raises(Misfit) as refused:
        fitting(ROW, SPEC._replace(**changes), [Slice[int](slice)])  # type: ignore[arg-type]
    assert str(refused.value).startswith(f"the app 'tally' from my-tally 2 {message}")
