"""Moves in Thunderbird's message filters, on the simulated and on the real desktop, and a sub-task that makes one.

The real program has windows of their own for the list of filters and for one filter, whose lists of values have no
names there, and it writes its file of filters once the window of the list is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_sim.devices.footprints import Footprint, anything, left_to_graph, may_add
from crab_sim.devices.mail_filters import Condition
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.thunderbird.moves import add_filter, show_folder, switch_filter
from crab_tasks.kits.ubuntu.thunderbird.state import filters_mails
from crab_tasks.kits.values import email_address

__all__ = ["STAR_MAILS"]

_FILTER = "Important people"
_STAR = (("Add Star", ""),)


def _starring(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the filter."""
    rule = check(
        filters_mails,
        name=_FILTER,
        condition=("from", ("is", "contains"), params.email),
        actions=(("Mark flagged", ""),),
    )
    return [
        app_opened("thunderbird", "thunderbird_open", "ubuntu"),
        Checkpoint(id="filtered", device="ubuntu", app="thunderbird", evaluator=rule, after=("thunderbird_open",)),
    ]


def _may_filter(params: Params) -> Footprint:
    # Of one condition, it doesn't matter whether all are demanded.
    return [
        may_add(
            "ubuntu",
            "mail_filter",
            most=1,
            name=_FILTER,
            conditions=left_to_graph,
            actions=left_to_graph,
            every=anything,
        )
    ]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from show_folder(look, "Inbox")


def _make(params: Params, look: Look) -> Iterator[Action]:
    yield from add_filter(look, _FILTER, Condition("From", "is", params.email), _STAR)


def _make_in_capitals(params: Params, look: Look) -> Iterator[Action]:
    """Writes the address in capitals, and compares less strictly."""
    yield from add_filter(look, _FILTER, Condition("From", "contains", params.email.upper()), _STAR)


def _make_and_switch(params: Params, look: Look) -> Iterator[Action]:
    """Switches the filter off and on again."""
    yield from _make(params, look)
    yield from switch_filter(look, _FILTER)
    yield from switch_filter(look, _FILTER)


def _make_for_recipient(params: Params, look: Look) -> Iterator[Action]:
    """Makes a filter for mails to the address."""
    yield from add_filter(look, _FILTER, Condition("To", "is", params.email), _STAR)


def _make_that_reads(params: Params, look: Look) -> Iterator[Action]:
    """Lets the filter mark the mails as read, too."""
    yield from add_filter(look, _FILTER, Condition("From", "is", params.email), (*_STAR, ("Mark As Read", "")))


STAR_MAILS = SubTask(
    name="filters.star_mails",
    device="ubuntu",
    app="thunderbird",
    says='in Thunderbird on the desktop, make a message filter named "Important people" that adds a star to mails from '
    "{email}",
    steps='on the desktop, open Thunderbird, choose Message Filters in the menu Tools, make a filter named "Important '
    'people" whose condition is that From is {email} and whose action is Add Star, and click OK',
    inputs={"email": email_address("thistle83@quarry.example")},
    checkpoints=_starring,
    oracle={"thunderbird_open": _open, "filtered": _make},
    footprint=_may_filter,
    alternatives={"in_capitals": _make_in_capitals, "off_and_on": _make_and_switch},
    near_misses={"recipient": _make_for_recipient, "also_read": _make_that_reads},
    once=True,
    step_limit=90,
    tags=("mail", "heavy"),
)
