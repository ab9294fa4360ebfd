"""Rows of sites are changed, removed and copied beside a task, on simulated and on real desktops."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from crab_gym.backends.base import Backend, devices_of
from crab_gym.backends.desktop import DesktopBackend
from crab_gym.backends.sim import SimBackend
from crab_gym.experiments.site_rows import other_row
from crab_gym.experiments.spoilers import Spoiler, spoilers
from crab_sim.devices.facts import changes
from crab_sim.devices.footprints import Footprint, judged_elsewhere


@pytest.fixture(params=["sim", pytest.param("desktop", marks=pytest.mark.desktop)])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    made: Backend = {"sim": SimBackend, "desktop": DesktopBackend}[request.param]("ubuntu", (1280, 720))
    made.reset(2)
    yield made
    made.close()


def of_sites(backend: Backend, footprint: Footprint = ()) -> list[Spoiler]:
    found = spoilers("ubuntu", backend.state.facts(), footprint, random.Random(5))
    return [spoiler for spoiler in found if spoiler.kind == "site"]


def test_each_is_seen_as_what_it_is(backend: Backend) -> None:
    found = of_sites(backend)
    assert sorted(spoiler.operation for spoiler in found) == ["add", "change", "change", "remove", "remove"]
    for spoiler in found:
        before = backend.state.facts()
        _ = before["site"].rows
        spoiler.apply(devices_of({"ubuntu": backend}))
        (change,) = changes({"site": before["site"]}, {"site": backend.state.facts()["site"]})
        assert change.operation == spoiler.operation
        assert (change.key == spoiler.key) == (spoiler.operation != "add")


def test_rows_come_from_different_tables() -> None:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(2)
    changed = [spoiler.key.partition(" ")[0] for spoiler in of_sites(backend) if spoiler.operation == "change"]
    assert len(set(changed)) == 2


def test_what_a_footprint_allows_is_left_out() -> None:
    backend = SimBackend("ubuntu", (1280, 720))
    backend.reset(2)
    assert of_sites(backend, judged_elsewhere("ubuntu", "site")) == []


@pytest.mark.parametrize(
    ("row", "values"),
    [
        ({"id": 1, "title": "A day", "body": "It was a day"}, {"body": "It was a day more"}),
        ({"id": 1, "name": "ada/dotfiles", "starred": False}, {"starred": True}),
        ({"id": 1, "article": "mug", "quantity": 2}, {"quantity": 3}),
    ],
)
def test_a_change_that_a_user_would_mind(row: dict[str, Any], values: dict[str, Any]) -> None:
    edit = other_row({"table": "a.example/b", **row}, "more")
    assert edit is not None
    assert edit.values == values
    assert edit.after == {"table": "a.example/b", **row, **values}


def test_a_row_of_names_only_has_none() -> None:
    assert other_row({"table": "a.example/b", "id": 3, "picture": "tree"}, "more") is None
