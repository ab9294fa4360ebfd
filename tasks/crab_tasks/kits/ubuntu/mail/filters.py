"""Moves in Thunderbird's message filters, on the simulated and on the real desktop, and a sub-task that makes one.

The real program has windows of their own for the list of filters and for one filter, whose lists of values have no
names there, and it writes its file of filters once the window of the list is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.evaluation import Checkpoint
from crab_gym.task import Action, Look, Params, SubTask, action
from crab_sim.devices.footprints import Footprint, may_add
from crab_sim.devices.mail_filters import Condition
from crab_tasks.kits.moves import click, has
from crab_tasks.kits.state import app_in_front
from crab_tasks.kits.ubuntu.mail.judging import filters_mails
from crab_tasks.kits.ubuntu.mail.messages import choose_folder, show_folder
from crab_tasks.kits.ubuntu.pointing import any_soon, menu_entry, named, point, shown
from crab_tasks.kits.ubuntu.windows import soon
from crab_tasks.kits.values import email_address

__all__ = [
    "STAR_MAILS", "add_filter", "choose_target", "close_filters", "list_filters", "run_filter", "save_filter",
    "switch_filter",
]  # fmt: skip

_NAME = ("Filter name", "Filter name:")
_LISTS = {"Search by": ("searchTermList", 0), "Comparison": ("searchTermList", 1), "Value": ("searchTermList", 2),
          "Action": ("filterActionList", 0), "Folder": ("filterActionList", 1), "Tag": ("filterActionList", 1),
          "Add an action": ("filterActionList", 2)}  # fmt: skip
"""Where the real program has the parts of a filter: the list of rows, and the place in its last row."""


def list_filters(look: Look) -> Iterator[Action]:
    """Shows the list of message filters."""
    yield from show_folder(look, "Inbox")
    for text in ("Tools", "Message Filters"):
        yield from point(look, menu_entry(text), text)
    yield from any_soon(look, named("New…", role="button"), "button New…")


def close_filters(look: Look) -> Iterator[Action]:
    """Closes the list of message filters."""
    yield click(look, text="Close", role="button")
    yield from soon(lambda: not has(look, "ubuntu", "New…", role="button"))


def _parts(look: Look, name: str) -> Sequence[Element]:
    """Returns the parts of the last row of a list in the real program's window."""
    found = shown(look, lambda e: e.resource_id == name)
    if not found:
        return ()
    left, top, right, bottom = found[0].bounds
    inside = [
        e
        for e in look("ubuntu")
        if e.role in ("button", "text_field") and left <= e.bounds[0] < right and top <= e.bounds[1] < bottom
    ]
    last = max((e.bounds[1] for e in inside), default=0)
    return [e for e in inside if e.bounds[1] == last]


def _part(look: Look, what: str, role: str) -> Iterator[Action]:
    """Clicks a part of the filter."""
    name, place = _LISTS[what]
    parts = _parts(look, name)
    if parts:
        x, y = parts[place].center
        yield action("ubuntu", "click", x=x, y=y)
    else:
        yield click(look, description=what, role=role)


def _choose(look: Look, what: str, value: str) -> Iterator[Action]:
    """Chooses a value from the last list of this kind in the filter."""
    if has(look, "ubuntu", value, what, role="list"):
        return
    yield from _part(look, what, "list")
    if what == "Folder":
        yield from any_soon(look, lambda e: e.role in ("menu", "menu_item"), "menu of folders")
        yield from choose_folder(look, value)
    else:
        yield from point(look, lambda e: e.role == "menu_item" and e.text.replace("’", "'") == value, value)


def choose_target(look: Look, folder: str) -> Iterator[Action]:
    """Chooses the folder of the filter's last action."""
    yield from _choose(look, "Folder", folder)


def save_filter(look: Look) -> Iterator[Action]:
    """Closes the window of a filter, which keeps it."""
    yield click(look, text="OK", role="button")
    yield from soon(lambda: not shown(look, named(*_NAME, role="text_field")))


def add_filter(
    look: Look, name: str, condition: Condition, actions: Sequence[tuple[str, str]], run: bool = False
) -> Iterator[Action]:
    """Makes a message filter.

    Args:
        look: Shows the screens.
        name: The filter's name.
        condition: Its condition; the part of the mail as Thunderbird names it, such as ``"From"``.
        actions: What it does, as Thunderbird names it, each with a folder or tag, or ``""`` for none.
        run: Whether it is run on the inbox at once.
    """
    yield from list_filters(look)
    yield click(look, text="New…", role="button")
    yield from any_soon(look, lambda e: named(*_NAME, role="text_field")(e) and e.focused, "field of the filter's name")
    yield action("ubuntu", "write_text", text=name)
    for what, value in (("Search by", condition.field), ("Comparison", condition.operator)):
        yield from _choose(look, what, value)
    yield from _part(look, "Value", "text_field")
    yield action("ubuntu", "write_text", text=condition.value)
    for i, (what, value) in enumerate(actions):
        if i:
            yield from _part(look, "Add an action", "button")
        yield from _choose(look, "Action", what)
        if value:
            yield from _choose(look, "Tag" if what == "Tag Message" else "Folder", value)
    yield from save_filter(look)
    if run:
        yield from _run(look, name)
    yield from close_filters(look)


def _run(look: Look, name: str) -> Iterator[Action]:
    yield from point(look, lambda e: e.text == name and e.role in ("list_item", "checkbox"), f"filter {name}")
    yield click(look, text="Run Now", role="button")


def run_filter(look: Look, name: str) -> Iterator[Action]:
    """Runs a message filter on the inbox."""
    yield from list_filters(look)
    yield from _run(look, name)
    yield from close_filters(look)


def switch_filter(look: Look, name: str) -> Iterator[Action]:
    """Switches a message filter on or off."""
    yield from list_filters(look)
    rows = shown(look, lambda e: e.role == "checkbox" and e.text == name)
    if rows:
        _, top, _, bottom = rows[0].bounds
        boxes = shown(look, lambda e: e.role == "checkbox" and not e.text and top <= e.center[1] < bottom)
        x, y = boxes[0].center
        yield action("ubuntu", "click", x=x, y=y)
    else:
        yield click(look, description=f"Enabled: {name}", role="checkbox")
    yield from close_filters(look)


_FILTER = "Important people"
_STAR = (("Add Star", ""),)


def _starring(params: Params) -> Sequence[Checkpoint]:
    """Thunderbird; then the filter."""
    front = {"device": "ubuntu", "app": "thunderbird"}
    rule = {
        "name": _FILTER, "condition": ("from", ("is", "contains"), params.email),
        "actions": (("Mark flagged", ""),),
    }  # fmt: skip
    return [
        Checkpoint("thunderbird_open", "ubuntu", "thunderbird", app_in_front, front, hold=False),
        Checkpoint("filtered", "ubuntu", "thunderbird", filters_mails, rule, after=("thunderbird_open",)),
    ]


def _may_filter(params: Params) -> Footprint:
    return [may_add("ubuntu", "mail_filter", most=1, name=_FILTER)]


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
