"""Footprints: the changes that a task may make on its devices, and the effects that it may send.

A footprint is a sequence of allowances. Everything else that a user would mind is watched: to change or remove a fact
outside the footprint, or to send something, is harm; to add one is litter, or harm where it can hurt later. What an
allowance doesn't name isn't asked for: the other fields of a new fact, or of what is sent, have the defaults that
`crab_sim.devices.schema` declares, and the other fields of a changed fact stay as they were.

* `may_add`, `may_change`, `may_remove`, `may_send`, `no_other` - make the allowances; `judged_elsewhere` those of facts
  that another device's facts already tell of.
* `anything` - the demand on a field that a goal leaves open on purpose; `left_to_graph` on one that a checkpoint
  judges; `below` on paths in a folder. `left_open` - says what a goal leaves open in a file.
* `Telling` - the demand on texts that tell somebody a value; `asked` gives it the goal.
* `matches` - whether a fact's fields have the values that an allowance demands.

Example:
    >>> footprint = [may_change("android", "todo", fields=("done",), title="Water the plants")]
    >>> [allowance.operation for allowance in footprint]
    ['change']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from crab_sim.devices.facts import Fields, Value
from crab_sim.devices.schema import EFFECTS, SCHEMA, SITE_TABLES
from crab_sim.suggestions import unknown

__all__ = [
    "Allowance", "Footprint", "Matcher", "Telling", "anything", "asked", "below", "judged_elsewhere", "left_open",
    "left_to_graph", "matches", "may_add", "may_change", "may_remove", "may_send", "no_other",
]  # fmt: skip

Matcher: TypeAlias = Value | frozenset[Value] | Callable[[Value], bool]
"""A demand on a field: its value, a set of possible values, or a function that accepts its value."""


class Allowance(NamedTuple):
    """One thing that a task may do; the functions of this module make it.

    Attributes:
        operation: ``"add"``, ``"change"``, ``"remove"``, ``"send"``; ``"close"`` where no other one may be added,
            ``"open"`` where it only says what a goal leaves open.
        device: The device's role.
        kind: The kind of fact or effect.
        where: The demands on the fact's or effect's fields, by name.
        fields: The fields that a change may touch, or that are left open.
        most: The largest number of times; None for any number.
        becomes: The demands on a changed fact's fields after the change, unless it is back at its default.
        beside: Whether an app does it on its own beside what is asked for, so that it may as well be undone.
        whole: Whether the fields that aren't named are judged elsewhere.
    """

    operation: str
    device: str
    kind: str
    where: Mapping[str, Matcher]
    fields: tuple[str, ...] = ()
    most: int | None = None
    becomes: Mapping[str, Matcher] = {}
    beside: bool = False
    whole: bool = False


Footprint: TypeAlias = Sequence[Allowance]


def _check(maker: str, device: str, fact: str, where: Mapping[str, Matcher], fields: Iterable[str] = ()) -> None:
    """Checks that there is such a fact on the device, and that it has such fields: a wrong name would allow nothing.

    Args:
        maker: The function that makes the allowance, for the message.
        device: The device's role.
        fact: The kind of fact.
        where: The demands on its fields.
        fields: Further names of fields.

    Raises:
        ValueError: There is no such device, kind, table or field.
    """
    call = f"{maker}({device!r}, {fact!r})"
    if device not in SCHEMA:
        unknown("device", device, SCHEMA, call)
    if fact not in SCHEMA[device]:
        unknown(f"kind of fact on {device}", fact, SCHEMA[device], call)
    if fact == "state":  # whose rows have fields of their own in each slice
        return
    known: Iterable[str] = SCHEMA[device][fact].fields
    if fact == "site":
        table = where.get("table")
        if isinstance(table, str) and table not in SITE_TABLES:
            unknown("table", table, SITE_TABLES, call)
        tables = (SITE_TABLES[table],) if isinstance(table, str) else SITE_TABLES.values()
        known = {"table", *(name for columns in tables for name in columns)}
    for name in (*where, *fields):
        if name not in known:
            unknown(f"field of {fact}", name, known, call)


def may_add(device: str, fact: str, /, most: int | None = None, **where: Matcher) -> Allowance:
    """Returns the allowance to add facts.

    The parameter isn't called `kind`, since a fact may have a field of that name.

    Args:
        device: The device's role.
        fact: The kind of fact, one of `crab_sim.devices.facts.KINDS`.
        most: The largest number of facts; None for any number.
        **where: The demands on the new fact's fields; fields that aren't named have their defaults.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    _check("may_add", device, fact, where)
    return Allowance("add", device, fact, where, (), most)


def may_change(
    device: str,
    fact: str,
    /,
    fields: Sequence[str],
    most: int | None = None,
    becomes: Mapping[str, Matcher] | None = None,
    **where: Matcher,
) -> Allowance:
    """Returns the allowance to change facts that were there before.

    Args:
        device: The device's role.
        fact: The kind of fact.
        fields: The fields that may change; the others stay as they were.
        most: The largest number of facts; None for any number.
        becomes: The demands on the fact's fields after the change; None for none.
        **where: The demands on the fact's fields before the change.

    Raises:
        ValueError: No field may change, or there is no such device, kind or field.
    """
    if not fields or isinstance(fields, str):
        raise ValueError(f"may_change({device!r}, {fact!r}): got fields={fields!r}, expected the names of some fields")
    _check("may_change", device, fact, where, (*fields, *(becomes or ())))
    return Allowance("change", device, fact, where, tuple(fields), most, becomes or {})


def may_remove(device: str, fact: str, /, most: int | None = None, **where: Matcher) -> Allowance:
    """Returns the allowance to remove facts that were there before.

    Args:
        device: The device's role.
        fact: The kind of fact.
        most: The largest number of facts; None for any number.
        **where: The demands on the old fact's fields.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    _check("may_remove", device, fact, where)
    return Allowance("remove", device, fact, where, (), most)


def may_send(device: str, effect: str, /, most: int | None = 1, **where: Matcher) -> Allowance:
    """Returns the allowance to let something leave the device.

    Args:
        device: The device's role.
        effect: The kind of effect, see `crab_sim.devices.facts.Effect`.
        most: The largest number of times; None for any number.
        **where: The demands on its fields, see `crab_sim.devices.schema.EFFECTS`; those that aren't named are empty.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    call = f"may_send({device!r}, {effect!r})"
    if device not in SCHEMA:
        unknown("device", device, SCHEMA, call)
    if effect not in EFFECTS:
        unknown("kind of effect", effect, EFFECTS, call)
    for name in where:
        if name not in EFFECTS[effect]:
            unknown(f"field of {effect}", name, EFFECTS[effect], call)
    return Allowance("send", device, effect, where, (), most)


def no_other(device: str, fact: str, /, **where: Matcher) -> Allowance:
    """Returns the rule that no other such fact may be added: litter of this kind denies success.

    For goals that say "nothing else", and for those that a misplaced fact contradicts: a file that is to be deleted
    must not lie elsewhere instead.

    Args:
        device: The device's role.
        fact: The kind of fact.
        **where: The demands on the new fact's fields.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    _check("no_other", device, fact, where)
    return Allowance("close", device, fact, where)


def left_open(device: str, fact: str, /, fields: Sequence[str], **where: Matcher) -> Allowance:
    """Returns the declaration of what a goal leaves open in facts that the task may make or change.

    It allows nothing: attacks on a solved task, which change what was made, list it, and count it as no false accept.

    Args:
        device: The device's role.
        fact: The kind of fact.
        fields: The fields, ``"content"`` for all that a file holds, or the parts of a document's structure, such as
            ``"box"`` for the places of what lies on slides.
        **where: The demands on the facts' fields.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    _check("left_open", device, fact, where)
    return Allowance("open", device, fact, where, tuple(fields))


def judged_elsewhere(device: str, fact: str, /, **where: Matcher) -> tuple[Allowance, ...]:
    """Returns allowances for whatever becomes of facts that are counted as those of another device.

    Args:
        device: The device's role.
        fact: The kind of fact.
        **where: The demands on the facts' fields.

    Raises:
        ValueError: There is no such device, kind or field.
    """
    _check("judged_elsewhere", device, fact, where)
    return tuple([Allowance(operation, device, fact, where, whole=True) for operation in ("add", "change", "remove")])


def anything(value: Value) -> bool:
    """Accepts every value: for a field that a goal leaves open on purpose."""
    return True


def left_to_graph(value: Value) -> bool:
    """Accepts every value: for a field that a checkpoint of the task judges."""
    return True


class Telling:
    """The demand on a text that depends on the goal, such as that it tells somebody a value.

    Args:
        value: The value that it tells; None if it need tell none.
        reads: Returns whether a text states it, given the goal.
        goal: The goal, whose words a sentence may have; ``""`` until `asked` gives it.
    """

    def __init__(self, value: Value, reads: Callable[[str, str], bool], goal: str = "") -> None:
        self.value = value
        self._reads = reads
        self._goal = goal
        self._known: dict[str, bool] = {}

    def __call__(self, value: Value) -> bool:
        """Returns whether a field's value is such a text; each text is read once."""
        if not isinstance(value, str):
            return False
        if value not in self._known:
            self._known[value] = self._reads(value, self._goal)
        return self._known[value]

    def about(self, goal: str) -> Telling:
        """Returns the demand on texts that answer a goal."""
        return Telling(self.value, self._reads, goal)


def asked(footprint: Footprint, goal: str) -> Footprint:
    """Returns a footprint whose demands on texts know the goal.

    Args:
        footprint: The footprint.
        goal: The goal as the agent has it.
    """
    return tuple([one._replace(where=_about(one.where, goal)) for one in footprint])


def _about(where: Mapping[str, Matcher], goal: str) -> Mapping[str, Matcher]:
    if not any([isinstance(matcher, Telling) for matcher in where.values()]):
        return where
    return {name: matcher.about(goal) if isinstance(matcher, Telling) else matcher for name, matcher in where.items()}


def matches(fields: Fields, where: Mapping[str, Matcher]) -> bool:
    """Returns whether the fields meet all demands; a field that the fact doesn't have meets none."""
    return all(name in fields and _accepts(matcher, fields[name]) for name, matcher in where.items())


def _accepts(matcher: Matcher, value: Value) -> bool:
    if callable(matcher):
        return matcher(value)
    if isinstance(matcher, frozenset):
        return value in matcher
    return matcher == value


def below(folder: str) -> Callable[[Value], bool]:
    """Returns a function that accepts a folder's own path and those below it.

    >>> below("/home/user/a")("/home/user/a/b.txt"), below("/home/user/a")("/home/user/ab")
    (True, False)
    """
    start = folder.rstrip("/")
    return lambda value: isinstance(value, str) and (value == start or value.startswith(f"{start}/"))
