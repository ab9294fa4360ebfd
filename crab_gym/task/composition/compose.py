"""`compose`: checks names, inputs, edges and the goal's words, and makes the task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from crab_gym.task.catalogue import catalogue, find_subtask
from crab_gym.task.composition.composed import ComposedTask, make_task
from crab_gym.task.composition.parts import (
    Composition,
    Edge,
    Part,
    Reason,
    changes,
    is_lasting,
    overlap,
    topological_orders,
)
from crab_gym.task.goals.agreement import check_goal
from crab_gym.task.goals.grammar import REASON, SLOT, STYLES
from crab_gym.task.goals.orders import right_after
from crab_gym.task.goals.placeholders import check_wording
from crab_gym.task.subtask import SubTask
from crab_gym.task.task import Params
from crab_gym.task.types import TYPES, Value, fits
from crab_gym.task.vocabulary import fact_parameter
from crab_sim.suggestions import did_you_mean

__all__ = ["MAX_PARTS", "assemble", "compose", "from_json"]

MAX_PARTS = 12
"""Most parts of a composition: nobody could follow its goal otherwise."""


def compose(
    parts: Sequence[tuple[str, Mapping[str, Value]]],
    edges: Sequence[tuple[int, int, str]] = (),
    style: str = "plain",
    order: Sequence[int] | None = None,
    name: str = "",
    facts: Mapping[int, Mapping[str, str]] | None = None,
    reasons: Sequence[Reason] = (),
) -> ComposedTask:
    """Makes a task of sub-tasks (CRAB §4.2; OmniBench §3.1).

    Args:
        parts: Each a sub-task's name and the inputs that are fixed; the others are drawn in each episode.
        edges: ``(producer, consumer, input)``: the parts, counted from 0, and the input that gets the output; ``""``
            where the consumer just comes after the other part.
        style: How the goal tells it; see `crab_gym.task.goals.grammar.STYLES`.
        order: The order in which the goal tells the parts; None for producers first, else as given.
        name: The task's name; ``""`` for one that is made of its content.
        facts: Per part, inputs and hidden values that are a fact, such as ``"person.0"``; see
            `crab_gym.task.vocabulary`.
        reasons: What parts are for; the goal tells it.

    Raises:
        ValueError: A part, an input, an edge or the whole is impossible; the message says why.

    Example:
        >>> task = compose(
        ...     [("messages.latest_number", {"sender": "Jonas Berg"}), ("contacts.add", {"name": "Jonas Berg"})],
        ...     edges=[(0, 1, "phone")],
        ... )
        >>> task.devices
        ('android',)
    """
    task = assemble(parts, edges, style, order, name, facts, reasons)
    _check_goal(task, catalogue().values())
    return task


def _check_goal(task: ComposedTask, subtasks: Iterable[SubTask]) -> None:
    check_goal(task.composition, task.description, task.composition.values(task.defaults()), subtasks)


def from_json(data: object) -> ComposedTask:
    """Makes the task that `ComposedTask.to_json` described.

    Args:
        data: A mapping with ``parts`` and, where there are any, ``edges``, ``style``, ``order``, ``name``, ``reasons``
            and ``wording``.

    Raises:
        ValueError: It isn't of this form, or describes an impossible composition.
    """
    known = ("parts", "edges", "style", "order", "name", "reasons", "wording")
    if not isinstance(data, Mapping) or set(data) - set(known):
        raise ValueError(f"a composed task is a mapping with {', '.join(known)}; got {data!r:.200}")
    try:
        parts = [(part["subtask"], dict(part.get("inputs", {}))) for part in data["parts"]]
        facts = {index: dict(part["facts"]) for index, part in enumerate(data["parts"]) if part.get("facts")}
        edges = [(producer, consumer, name) for producer, consumer, name in data.get("edges", ())]
        reasons = [Reason(str(words), tuple(map(int, told))) for words, told in data.get("reasons", ())]
        order = None if data.get("order") is None else [int(part) for part in data["order"]]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError(
            "parts are {'subtask': name, 'inputs': {...}, 'facts': {...}}, edges [producer, consumer, input], the "
            f"order numbers of parts, and reasons [words, parts]; got {data!r:.200}"
        ) from None
    task = assemble(parts, edges, data.get("style", "plain"), order, data.get("name", ""), facts, reasons)
    # Its author's `compose` has read the goal with all sub-tasks in mind; here only its own kits are imported.
    _check_goal(task, [part.subtask for part in task.composition.parts])
    wording = data.get("wording", "")
    return _worded(task, wording) if wording else task


def _worded(task: ComposedTask, wording: object) -> ComposedTask:
    if not isinstance(wording, str):
        raise ValueError(f"the wording is {wording!r}; expected a text with placeholders such as {{text_0}}")
    check_wording(task.composition, wording)
    task = replace(task, composition=replace(task.composition, wording=wording))
    return replace(task, description=task.goal(task.defaults()))


def assemble(
    parts: Sequence[tuple[str, Mapping[str, Value]]],
    edges: Sequence[tuple[int, int, str]],
    style: str,
    order: Sequence[int] | None,
    name: str,
    facts: Mapping[int, Mapping[str, str]] | None = None,
    reasons: Sequence[Reason] = (),
) -> ComposedTask:
    """Makes a task without reading its goal; see `compose`.

    Args:
        parts: Each a sub-task's name and the inputs that are fixed.
        edges: ``(producer, consumer, input)``.
        style: How the goal tells it.
        order: The order in which the goal tells the parts.
        name: The task's name.
        facts: Per part, inputs and hidden values that are a fact.
        reasons: What parts are for.

    Raises:
        ValueError: The composition is impossible.
    """
    if not 1 <= len(parts) <= MAX_PARTS:
        raise ValueError(f"a composition has 1 to {MAX_PARTS} parts, got {len(parts)}")
    if style not in STYLES:
        raise ValueError(f"the style is {style!r}; expected one of: {', '.join(STYLES)}")
    of_parts = facts or {}
    instances = tuple([_part(at, subtask, given, of_parts.get(at, {})) for at, (subtask, given) in enumerate(parts)])
    checked = _edges(instances, edges)
    shared = {fact: fact_parameter(fact) for part in instances for fact in part.facts.values()}
    composition = Composition(instances, checked, style, (), facts=shared, reasons=_reasons(instances, reasons))
    if next(topological_orders(composition.feeds), None) is None:
        pairs = ", ".join(f"{edge.producer} to {edge.consumer}" for edge in checked)
        raise ValueError(f"the edges {pairs} form a cycle: none of these parts could be the first")
    if next(composition.orders(1), None) is None:
        raise ValueError("in every order of the parts something replaces a volatile output before it is used")
    _refuse_twins(composition)
    _refuse_same_keys(composition)
    _refuse_same_files(composition)
    _refuse_answers(instances)
    _refuse_mere_looks(composition)
    allowed = right_after(composition)
    if order is None:
        order_told = next(composition.volatiles.orders(allowed), None)
    else:
        _check_order(composition, tuple(order))
        order_told = tuple(order) if all(allowed(order[:at], part) for at, part in enumerate(order)) else None
    if order_told is None:
        raise ValueError("a part that just comes after another one can only be told right after it")
    composition = replace(composition, order=order_told)
    content = [[[p.subtask.name, dict(p.given)] for p in instances], checked, style, order_told]
    if shared or reasons:
        content += [[dict(part.facts) for part in instances], composition.reasons]
    return make_task(
        name or f"custom.{hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:10]}", composition
    )


def _part(index: int, name: Any, given: Mapping[str, Value], facts: Mapping[str, str]) -> Part:
    if not isinstance(name, str):
        raise ValueError(f"part {index} is {name!r}; expected a sub-task's name, such as 'contacts.add'")
    subtask = find_subtask(name)
    for key, value in given.items():
        _check_input(index, subtask, key)
        if TYPES[subtask.inputs[key].type].volatile:
            raise ValueError(f"part {index}, {name}: {key} can't be fixed, since the task draws it; use an edge")
        if not subtask.inputs[key].accepts(value):
            raise ValueError(f"part {index}, {name}: {key} is {value!r}; expected {subtask.inputs[key].expected}")
    for key, fact in facts.items():
        _check_fact(index, subtask, key, fact)
    return Part(subtask, dict(given), dict(facts))


def _check_fact(index: int, subtask: SubTask, key: str, fact: str) -> None:
    parameter = subtask.inputs.get(key) or subtask.hidden.get(key)
    if parameter is None:
        _check_input(index, subtask, key)
        return
    kind = fact_parameter(fact).type
    path = kind == "path" and TYPES[parameter.type].resource and not TYPES[parameter.type].volatile
    if kind != parameter.type and not path:
        raise ValueError(
            f"part {index}, {subtask.name}: {key} is the fact {fact!r}, a {TYPES[kind].noun}; expected a "
            f"{TYPES[parameter.type].noun if parameter.type in TYPES else parameter.type}"
        )


def _reasons(parts: Sequence[Part], reasons: Sequence[Reason]) -> tuple[Reason, ...]:
    facts = {fact for part in parts for name, fact in part.facts.items() if name in part.subtask.inputs}
    for words, told in reasons:
        plain = "." not in SLOT.sub("", words) and set(SLOT.findall(words)) <= facts
        if not words.startswith(REASON) or not plain or not set(told) <= set(range(len(parts))):
            raise ValueError(
                f"the reason {words!r} of the parts {list(told)} should begin with {REASON!r}, be one sentence without "
                "a full stop that names no facts but those of parts, such as {person.0}, and belong to some of the "
                f"parts 0 to {len(parts) - 1}"
            )
    return tuple(reasons)


def _check_input(index: int, subtask: SubTask, name: object) -> None:
    if name not in subtask.inputs:
        hint = did_you_mean(name, subtask.inputs)
        has = ", ".join(subtask.inputs) or "none"
        raise ValueError(f"part {index}, {subtask.name}, has no input {name!r}.{hint} It has: {has}.")


def _edges(parts: tuple[Part, ...], edges: Sequence[tuple[int, int, str]]) -> tuple[Edge, ...]:
    fed: set[tuple[int, str]] = set()
    for at, (producer, consumer, name) in enumerate(edges):
        for end in (producer, consumer):
            if not isinstance(end, int) or isinstance(end, bool) or not 0 <= end < len(parts):
                raise ValueError(f"an edge names part {end!r}; the parts are 0 to {len(parts) - 1}")
        if producer == consumer:
            raise ValueError(f"part {producer} can't get its own output")
        source, target = parts[producer].subtask, parts[consumer].subtask
        if not name:
            if any(not other and producer == before for before, _, other in edges[:at]) or (consumer, name) in fed:
                raise ValueError("only one part can come right after another one")
            fed.add((consumer, name))
            continue
        _check_input(consumer, target, name)
        if not source.output:
            raise ValueError(
                f"part {producer}, {source.name}, has no output that {name!r} of part {consumer} could get"
            )
        type_needed = target.inputs[name].type
        if not fits(source.output, type_needed):
            raise ValueError(
                f"part {producer}, {source.name}, gives a {TYPES[source.output].noun}, and {name!r} of part "
                f"{consumer}, {target.name}, takes a {TYPES[type_needed].noun}"
            )
        if (consumer, name) in fed:
            raise ValueError(
                f"{name!r} of part {consumer}, {target.name}, gets two outputs; leave out one of the edges"
            )
        if name in parts[consumer].given:
            raise ValueError(
                f"{name!r} of part {consumer}, {target.name}, is fixed and gets an output, too; leave out one"
            )
        fed.add((consumer, name))
    return tuple(sorted(Edge(*edge) for edge in edges))


def _refuse_twins(composition: Composition) -> None:
    """Refuses the same sub-task twice where nothing tells the two apart.

    Raises:
        ValueError: There are such parts.
    """
    indices: dict[object, int] = {}
    for index, part in enumerate(composition.parts):
        if part.subtask.once and part.subtask.name in [other.subtask.name for other in composition.parts[:index]]:
            raise ValueError(f"part {index}: a task can have {part.subtask.name} once only; leave out one")
        free = part.subtask.inputs.keys() - part.given.keys() - composition.feeds[index].keys() - part.facts.keys()
        if any(TYPES[part.subtask.inputs[name].type].apart for name in free):
            continue
        name = part.subtask.same_as or part.subtask.name
        facts = {each: fact for each, fact in part.facts.items() if composition.facts[fact].type != "count"}
        key = (name, *sorted(part.given.items()), *sorted(composition.feeds[index].items()), *sorted(facts.items()))
        if key in indices:
            raise ValueError(
                f"parts {indices[key]} and {index} are the same, {part.subtask.name} with the same inputs; "
                "leave out one, or give them different inputs"
            )
        indices[key] = index


def _refuse_same_keys(composition: Composition) -> None:
    """Refuses parts of one app that get the same output for what tells their things apart.

    What one part adds under that name, no other part may look up, and none may have looked it up before: it would be
    there twice. The phone's app and the site of a service that the devices share count as one app.

    Raises:
        ValueError: There are such parts.
    """
    keyed: dict[object, int] = {}
    added: dict[object, int] = {}
    looked: dict[object, int] = {}
    for source, part, name in _sources(composition):
        subtask = composition.parts[part].subtask
        key = source, _keeper(subtask)
        is_new, giver = name in subtask.new, composition.parts[source].subtask if isinstance(source, int) else None
        if is_new and giver and giver.output == subtask.inputs[name].type and _keeper(giver) == key[1]:
            raise ValueError(
                f"part {part} would make what part {source} looks up in the app {subtask.app}, which is there "
                "already; leave out the edge between them"
            )
        is_key, looks = name in subtask.keys, bool(name) and not changes(subtask)
        other = keyed.get(key) if is_key or is_new else added.get(key) if looks else None
        if is_key and not looks and other is None:
            other = looked.get(key)
        if other is not None:
            whose = f"output, that of part {source}" if giver else f"value, {source}"
            raise ValueError(
                f"parts {other} and {part} get the same {whose}, to tell things in the app {subtask.app} apart; leave "
                f"out one of these {'edges' if giver else 'facts'}"
            )
        if is_key or is_new:
            keyed[key] = part
        if is_key and not looks:
            added[key] = part
        if looks:
            looked[key] = part


def _sources(composition: Composition) -> list[tuple[int | str, int, str]]:
    """Returns what inputs get from elsewhere: a part's number or a fact's name, the part that gets it, the input."""
    facts = [
        (fact, index, name)
        for index, part in enumerate(composition.parts)
        for name, fact in part.facts.items()
        if name in part.subtask.inputs
    ]
    return [*composition.edges, *facts]


_CARDS = {"phone": "contacts"}
"""The phone's app that calls people by the cards of another one, to that."""


def _keeper(subtask: SubTask) -> str:
    """Returns what keeps the things that a sub-task is about: an app, or a service after which the phone's is named."""
    if subtask.account:
        return subtask.account[0]
    return _CARDS.get(subtask.app, subtask.app) if subtask.device == "android" else f"{subtask.device}/{subtask.app}"


def _refuse_same_files(composition: Composition) -> None:
    """Refuses parts that find or make the same file, or one in the other's folder, where no edge carries it.

    The setup of one would spoil what that of the other has prepared.

    Raises:
        ValueError: There are such parts.
    """
    fixed = [name for part in composition.parts for name in part.given if is_lasting(part.subtask.inputs[name].type)]
    makers = [part for part in composition.parts if is_lasting(part.subtask.output)]
    if not fixed and len(makers) < 2:
        return  # each reset makes a composition; drawn values differ
    values = composition.values(_defaults(composition))
    outputs: dict[object, int] = {}
    own: list[tuple[int, str]] = []
    for index, part in enumerate(composition.parts):
        if is_lasting(part.subtask.output):
            key = part.subtask.output, part.subtask.produce(values[index]) if part.subtask.produce else ""
            if key in outputs:
                raise ValueError(
                    f"parts {outputs[key]} and {index} have the same output, {key[1]}; leave out one, "
                    "or give them other files"
                )
            outputs[key] = index
        for name, parameter in part.subtask.inputs.items():
            if name in composition.feeds[index] or not is_lasting(parameter.type):
                continue
            path = str(getattr(values[index], name))
            for other, other_path in own:
                if overlap(path, other_path):
                    raise ValueError(
                        f"part {other} has {other_path} and part {index} has {path}, but each needs files and folders "
                        "of its own; give one of them another path, or add an edge that carries the file"
                    )
            own.append((index, path))


def _defaults(composition: Composition) -> Params:
    return Params(**{name: parameter.default for name, parameter in composition.parameters.items()})


def _refuse_answers(parts: tuple[Part, ...]) -> None:
    """Refuses compositions in which nothing is done on a device, and those with two answers.

    Raises:
        ValueError: It is one of these.
    """
    answers = [index for index, part in enumerate(parts) if part.subtask.device == "root"]
    if len(answers) == len(parts):
        raise ValueError("only an answer is asked for; add a part that is done on a device")
    if len(answers) > 1:
        raise ValueError(f"parts {answers} all submit an answer, and only one counts; leave out all but one")


def _refuse_mere_looks(composition: Composition) -> None:
    """Refuses parts that only look something up that no other part uses: nobody could tell whether that was done.

    Raises:
        ValueError: There is such a part.
    """
    for index, part in enumerate(composition.parts):
        if not composition.consumed(index) and not changes(part.subtask):
            raise ValueError(
                f"part {index}, {part.subtask.name}, only looks something up, and no part uses it; add an edge from "
                "it, such as to 'answer.submit'"
            )


def _check_order(composition: Composition, order: tuple[int, ...]) -> None:
    if sorted(order) != list(range(len(composition.parts))):
        raise ValueError(
            f"the order is {list(order)}; expected each of the parts 0 to {len(composition.parts) - 1} once"
        )
    place = {part: at for at, part in enumerate(order)}
    for edge in composition.edges:
        if place[edge.producer] > place[edge.consumer]:
            raise ValueError(
                f"the order {list(order)} tells part {edge.consumer} before part {edge.producer}, which feeds it"
            )
    if not composition.volatiles.last(order):
        raise ValueError(f"in the order {list(order)} something replaces a volatile output before it is used")
