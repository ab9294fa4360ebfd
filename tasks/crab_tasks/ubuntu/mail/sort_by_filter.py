"""Make a message filter that sorts a sender's mails into a folder, and let it sort those that are there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, Task, action
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint, anything, left_to_graph, may_add, may_change, no_other
from crab_sim.devices.mail_filters import Condition, Filter, FilterAction
from crab_tasks.kits.ubuntu.pointing import menu_entry, named, point
from crab_tasks.kits.ubuntu.thunderbird.moves import (
    add_filter,
    choose_target,
    close_filters,
    find_mail,
    move_mails,
    new_folder,
    save_filter,
    switch_filter,
)
from crab_tasks.kits.ubuntu.thunderbird.state import filters_mails, mails_only_in

ADDRESS = "bills@{}.example.net"
SUBJECTS = ("Your bill for September", "Your bill for October", "Reminder", "Your bill for November")
OTHERS = ("Our new tariffs", "Maintenance on Sunday")
OLD = Filter("Choir", (Condition("subject", "contains", "choir tour"),), (FilterAction("Move to folder", "Clubs"),))


def address(params: Params) -> str:
    """Returns the sender's address."""
    return ADDRESS.format(params.company)


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Delivers mails of the sender and of another one of the company, beside an older filter."""
    desktop = devices.ubuntu
    desktop.set_mail_filters([OLD])
    for i, subject in enumerate(SUBJECTS[: params.count]):
        desktop.add_mail(
            f"Billing <{address(params)}>", subject, f"Dear customer,\n\nplease pay {rng.randrange(20, 90)} euros.\n",
            age=90_000.0 * (i + 1), read=i > 0,
        )  # fmt: skip
    for i, subject in enumerate(OTHERS):
        desktop.add_mail(
            f"Service <news@{params.company}.example.net>", subject,
            f"Dear customer,\n\nnews from us. Questions about bills go to {address(params)}.\n", age=40_000.0 * (i + 2),
        )  # fmt: skip


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The filter, and the mails in their folder."""
    rule = check(
        filters_mails,
        name=params.name,
        condition=("from", ("is",), address(params)),
        actions=(("Move to folder", params.folder),),
    )
    moved = check(mails_only_in, sender=address(params), folder=params.folder, count=params.count)
    return [
        Checkpoint(id="filtered", device="ubuntu", app="thunderbird", evaluator=rule),
        Checkpoint(id="moved", device="ubuntu", app="thunderbird", evaluator=moved, after=("filtered",)),
    ]


def footprint(params: Params) -> Footprint:
    """The filter, and the sender's mails in the folder."""
    return [
        may_add(
            "ubuntu",
            "mail_filter",
            1,
            name=params.name,
            conditions=left_to_graph,
            actions=left_to_graph,
            every=anything,
        ),
        no_other("ubuntu", "mail_filter"),
        may_change("ubuntu", "mail", ("folder",), becomes={"folder": params.folder}, sender=address(params)),
    ]


def condition(params: Params, field: str = "From", operator: str = "is") -> Condition:
    """Returns the filter's condition, as Thunderbird words it."""
    return Condition(field, operator, address(params))


def action_of(params: Params) -> Sequence[tuple[str, str]]:
    """Returns the filter's action, as Thunderbird words it."""
    return (("Move Message to", params.folder),)


def make(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder and the filter."""
    yield from ensure_folder(params, look)
    yield from add_filter(look, params.name, condition(params), action_of(params))


def ensure_folder(params: Params, look: Look) -> Iterator[Action]:
    """Makes the folder, unless it is there."""
    yield from new_folder(look, params.folder)


def sort(params: Params, look: Look) -> Iterator[Action]:
    """Lets the filters run on the inbox."""
    yield from point(look, named("Tools", role="menu"), "menu Tools")
    yield from point(look, named("Run Filters on Folder", role="menu_item"), "Run Filters on Folder")


def by_hand(params: Params, look: Look) -> Iterator[Action]:
    """Moves the mails without a filter."""
    yield from ensure_folder(params, look)
    yield from move_mails(look, SUBJECTS[: params.count], params.folder, "Billing")


def broad(params: Params, look: Look) -> Iterator[Action]:
    """Makes a filter for all mails of the company."""
    yield from ensure_folder(params, look)
    rule = Condition("From", "contains", f"{params.company}.example.net")
    yield from add_filter(look, params.name, rule, action_of(params), run=True)


def less_strict(params: Params, look: Look) -> Iterator[Action]:
    """Makes a filter that also takes longer addresses with this one in them."""
    yield from ensure_folder(params, look)
    yield from add_filter(look, params.name, condition(params, "From", "contains"), action_of(params), run=True)


def copies(params: Params, look: Look) -> Iterator[Action]:
    """Lets the filter copy the mails."""
    yield from ensure_folder(params, look)
    yield from add_filter(look, params.name, condition(params), (("Copy Message to", params.folder),), run=True)


def of_body(params: Params, look: Look) -> Iterator[Action]:
    """Makes a filter for mails whose text has the address."""
    yield from ensure_folder(params, look)
    yield from add_filter(look, params.name, condition(params, "Body", "contains"), action_of(params), run=True)


def disabled(params: Params, look: Look) -> Iterator[Action]:
    """Switches the filter off, and moves the mails by hand."""
    yield from make(params, look)
    yield from switch_filter(look, params.name)
    yield from move_mails(look, SUBJECTS[: params.count], params.folder, "Billing")


def also_read(params: Params, look: Look) -> Iterator[Action]:
    """Lets the filter mark the mails as read, too."""
    yield from ensure_folder(params, look)
    actions = (*action_of(params), ("Mark As Read", ""))
    yield from add_filter(look, params.name, condition(params), actions, run=True)


def from_message(params: Params, look: Look) -> Iterator[Action]:
    """Makes the filter from a mail, after the folder; runs it in the dialog."""
    yield from ensure_folder(params, look)
    yield from find_mail(look, SUBJECTS[0], sender="Billing")
    for text in ("Message", "Create Filter From Message…"):
        yield from point(look, menu_entry(text), text)
    yield from point(look, named("Filter name", "Filter name:", role="text_field"), "field of the filter's name")
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "write_text", text=params.name)
    yield from choose_target(look, params.folder)
    yield from save_filter(look)
    yield from point(look, named("Run Now", role="button"), "button Run Now")
    yield from close_filters(look)


def moved_first(params: Params, look: Look) -> Iterator[Action]:
    """Moves the mails by hand, and makes the filter with the address in capitals."""
    yield from by_hand(params, look)
    yield action("ubuntu", "press", key="escape")
    rule = Condition("From", "is", address(params).upper())
    yield from add_filter(look, params.name, rule, action_of(params))


TASK = Task(
    name="ubuntu.sort_by_filter",
    description=(
        'In Thunderbird, make a folder "{folder}" beside the Inbox, and a message filter named "{name}" that moves all '
        "mails whose From is bills@{company}.example.net to this folder and does nothing else. It has to be enabled "
        "for new mails. Mails like that which are already in the Inbox should end up in the folder as well; leave all "
        "other mails and filters as they are."
    ),
    devices=("ubuntu",),
    parameters={
        "company": choice(("power", "waterworks", "telecom"), type="company"),
        "folder": choice(("Bills", "To pay", "Payments"), type="folder"),
        "name": choice(("Sort bills", "Bills away", "Monthly bills"), type="filter_name"),
        "count": integer(2, 4, 3, type="material"),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"filtered": make, "moved": sort},
    footprint=footprint,
    alternatives={"from_message": from_message, "moved_first": moved_first},
    near_misses={
        "by_hand": by_hand, "broad": broad, "copies": copies, "of_body": of_body, "disabled": disabled,
        "also_read": also_read, "less_strict": less_strict,
    },
    backends={"ubuntu": ("sim", "desktop")},
    version=2,
    tags=("heavy", "mail"),
)  # fmt: skip
