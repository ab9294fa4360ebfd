"""Facts of the bundled sites: a site that is first used during an episode has no new rows."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from crab_gym.backends.base import DesktopState
from crab_gym.backends.desktop.facts import read_facts
from crab_sim.devices.facts import Facts, FactTable, changes
from crab_sim.web.bundle import assets
from crab_sim.web.sites.app import Web

NO_OUTPUT = SimpleNamespace(stdout="")
NOTHING_ELSE = cast(
    DesktopState,
    SimpleNamespace(
        read_file=lambda path: None,
        setting=lambda schema, key: None,
        mails=tuple,
        mail_filters=tuple,
        run=lambda argv: NO_OUTPUT,
    ),
)
"""The state of a desktop of which only the sites are looked at."""


class Box:
    """The service of a box, as far as it tells of the sites; these are made at their first use."""

    def __init__(self) -> None:
        self.web = Web(assets(), seed=4)
        self.asked: list[str] = []

    def call(self, operation: str, **args: Any) -> Any:
        self.asked.append(operation)
        answers: dict[str, Callable[[], Any]] = {
            "owned_files": list,
            "background_programs": list,
            "web_facts": lambda: {"used": self.web.facts(), "effects": []},
            "web_first_facts": self.web.first_facts,
            "letters": list,
        }
        return answers[operation]()

    def facts(self) -> Facts:
        return read_facts(NOTHING_ELSE, self.call, {})


def star(box: Box, row: int) -> None:
    rows = box.web.read("git.example", "repositories")
    rows[row]["starred"] = True
    box.web.replace("git.example", "repositories", rows)


@pytest.mark.parametrize("read_at_once", [False, True], ids=["here", "at a distance"])
def test_only_what_changed_on_a_site_counts(read_at_once: bool) -> None:
    box = Box()
    before = {kind: FactTable.of(table.rows) if read_at_once else table for kind, table in box.facts().items()}
    assert changes(before, box.facts()) == []
    for site, table in (("mail.example", "mails"), ("git.example", "issues"), ("maps.example", "saved")):
        assert box.web.read(site, table) is not None  # a first use
        assert changes(before, box.facts()) == [], site
    star(box, 0)
    (change,) = changes(before, box.facts())
    assert (change.operation, change.kind, change.before["table"]) == ("change", "site", "git.example/repositories")


def test_sites_that_nobody_used_are_not_made_to_be_compared() -> None:
    box = Box()
    assert changes(box.facts(), box.facts()) == []
    assert "web_first_facts" not in box.asked
