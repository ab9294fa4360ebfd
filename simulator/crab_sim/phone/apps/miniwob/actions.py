"""Actions of a page's items: lists as data, carried out one after another.

An action is a list that begins with its name:

* ``["set", name, value]``, ``["flip", name]`` - give a value, or turn it over.
* ``["pick", name, value]`` - puts a value into a list, or takes it out; the list is sorted.
* ``["add", name, value]`` - puts a value at a list's end.
* ``["count", name, by, least, most]`` - changes a number.
* ``["take", name, field]`` - takes a field's text, without blanks around it, in small letters.
* ``["type", field, text]`` - replaces a field's text.
* ``["compare", name, field, number]`` - sets ``"less"``, ``"more"`` or ``"same"`` for the number in a field; ``"none"``
  if there is none.
* ``["copy", name, other]`` - gives a value that another one has.
* ``["if", condition, [actions], [other actions]]`` - see `crab_sim.phone.apps.miniwob.data.holds`.
* ``["keep", name]`` - gives the text that is selected.
* ``["turn", name, way]`` - turns a die; see `crab_sim.phone.apps.miniwob.games`.
* ``["command", name, field]`` - carries out the command in a field; see `crab_sim.phone.apps.miniwob.games`.
* ``["mark", name, cell, order]`` - a move in noughts and crosses; see there.
* ``["end", event]`` - ends the page; what is done on it afterwards changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from crab_sim.phone.apps.miniwob import games
from crab_sim.phone.apps.miniwob.data import Values, holds
from crab_sim.ui import PlainData

__all__ = ["Done", "run"]


class Done(NamedTuple):
    """The state that actions lead to.

    Attributes:
        values: The page's values.
        fields: The texts of its fields.
        ended: The event that has ended it; ``""`` for none.
        selected: The text that is selected in the focused field.
    """

    values: Values
    fields: Mapping[str, str]
    ended: str = ""
    selected: str = ""


def run(actions: Iterable[PlainData], state: Done) -> Done:
    """Returns the state after some actions; those after the page's end change nothing.

    >>> run([["add", "taps", 1], ["add", "taps", 2], ["end", "Submit"]], Done({}, {}))
    Done(values={'taps': [1, 2]}, fields={}, ended='Submit', selected='')
    """
    for name, *args in actions:
        if state.ended:
            break
        if name == "end":
            state = state._replace(ended=args[0])
        elif name == "if":
            condition, *branches = args
            chosen = branches[:1] if holds(state.values, condition) else branches[1:]
            state = run(chosen[0] if chosen else (), state)
        elif name == "type":
            state = state._replace(fields={**state.fields, args[0]: args[1]}, values={**state.values, args[0]: args[1]})
        else:
            state = state._replace(values={**state.values, **_CHANGES[name](state, *args)})
    return state


def _flip(state: Done, name: str) -> Values:
    return {name: not state.values.get(name)}


def _pick(state: Done, name: str, value: PlainData) -> Values:
    picked = list(state.values.get(name, ()))
    return {name: sorted([one for one in picked if one != value] if value in picked else [*picked, value])}


def _count(state: Done, name: str, by: int, least: int, most: int) -> Values:
    return {name: max(least, min(most, state.values.get(name, 0) + by))}


def _compare(state: Done, name: str, field: str, number: int) -> Values:
    try:
        given = int(state.fields.get(field, ""))
    except ValueError:
        return {name: "none"}
    return {name: "same" if given == number else "less" if number < given else "more"}


_CHANGES: Mapping[str, Callable[..., Values]] = {
    "set": lambda state, name, value: {name: value},
    "flip": _flip,
    "pick": _pick,
    "add": lambda state, name, value: {name: [*state.values.get(name, ()), value]},
    "count": _count,
    "take": lambda state, name, field: {name: state.fields.get(field, "").strip().casefold()},
    "compare": _compare,
    "copy": lambda state, name, other: {name: state.values.get(other)},
    "keep": lambda state, name: {name: state.selected},
    "turn": lambda state, name, way: games.turn(state.values, name, way),
    "command": lambda state, name, field: games.command(state.values, name, state.fields.get(field, "")),
    "mark": lambda state, name, cell, order: games.mark(state.values, name, cell, order),
}
