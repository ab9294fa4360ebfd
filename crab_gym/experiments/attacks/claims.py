"""Claims: the places that declare that nobody minds a change, so that an attack which succeeds is no false accept.

* `claim` - of a slice, a field, a setting or a path. `claim_of_file` - of a part of a file that a goal leaves open.
* `claim_of_facts` - of fields in which facts and effects differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crab_gym.experiments.attacks.files import HOMES
from crab_sim.devices import phone_facts
from crab_sim.devices.facts import Change, Effect, Facts, Fields, changes, owned_path
from crab_sim.devices.footprints import Footprint, Matcher, left_to_graph, matches
from crab_sim.devices.schema import Free, Rule, fields_of
from crab_sim.documents import UNREAD
from crab_sim.machine import slices

__all__ = ["claim", "claim_of_facts", "claim_of_file"]


def claim(device: str, name: str, fields: Iterable[str] = (), path: str = "") -> str:
    """Returns where it is declared that nobody minds a change, with the reason; ``""`` where it isn't.

    Args:
        device: The device.
        name: The slice; what leaves a machine is judged as effects, and attacked as such.
        fields: The fields that lead to the place in a row, or the key of a setting.
        path: The path of a file.
    """
    for part in ("", *fields):
        if name != slices.EFFECTS.name and (reason := slices.VOLATILE.get((name, part))):
            return f"Slice({name!r}){part and f', {part}'}: {reason}"
        if (
            name == slices.SETTINGS.name
            and device == "android"
            and " " in part
            and not phone_facts.owned_setting(*part.split(" "))
        ):
            return "crab_sim.devices.phone_facts.VOLATILE_SETTINGS"
    if name == slices.FILES.name and path and not owned_path(HOMES[device], path):
        return "crab_sim.devices.facts.owned_path"
    return ""


def claim_of_file(device: str, footprint: Footprint, path: str, parts: Sequence[str]) -> str:
    """Returns where it is declared that a goal leaves open a part of a file, or that documents are read without it.

    Args:
        device: The device's role.
        footprint: The task's allowances.
        path: The file's path.
        parts: The format, and the fields that lead to the part in its structure.
    """
    for allowance in footprint:
        if (allowance.operation, allowance.device, allowance.kind) == ("open", device, "file"):
            if matches({"path": path}, allowance.where) and {"content", *parts} & {*allowance.fields}:
                return f"left_open {path}: {', '.join(allowance.fields)}"
    for part in parts:
        if reason := UNREAD.get(parts[0], {}).get(part):
            return f"crab_sim.documents.UNREAD, {parts[0]} {part}: {reason}"
    return ""


def claim_of_facts(
    device: str, footprint: Footprint, before: tuple[Facts, Sequence[Effect]], after: tuple[Facts, Sequence[Effect]]
) -> str:
    """Returns why nobody minds the fields in which two states of a device differ; ``""`` where somebody does.

    A field is free by its schema, or left open by an allowance of the footprint. What is sent is judged by a checkpoint
    at the moment of sending, so that another text is an attack of its own, and none on the state.

    Args:
        device: The device's role.
        footprint: The task's allowances.
        before: The facts and effects of a solved task.
        after: Those after an attack on it.
    """
    reasons: list[str] = []
    for change in changes(before[0], after[0]):
        if change.operation != "change":
            if not _is_free_row(device, footprint, change):
                return ""
            reasons.append(f"may_add {change.kind}: any number")
            continue
        for name in _differing(change.before, change.after):
            rule = fields_of(device, change.kind, change.after).get(name)
            reason = _of_field(device, footprint, change, name, rule)
            if not reason:
                return ""
            reasons.append(reason)
    for old, new in zip(before[1], after[1], strict=False):
        for name in _differing(old.fields(), new.fields()):
            if not _is_left(device, footprint, new, name):
                return ""
            reasons.append(f"may_send, {name}: judged as it is sent, or left open")
    if not reasons and _has_thrown(before[0], after[0]):
        return "crab_sim.devices.facts.changes: what lies in a trash besides"
    return "; ".join(dict.fromkeys(reasons))


def _differing(before: Fields, after: Fields) -> list[str]:
    return [name for name in {**before, **after} if before.get(name) != after.get(name)]


def _of_field(device: str, footprint: Footprint, change: Change, name: str, rule: Rule | None) -> str:
    if isinstance(rule, Free) and not rule.judged:
        return f"crab_sim.devices.schema, {change.kind}.{name}: {rule.reason}"
    for allowance in footprint:
        if (allowance.device, allowance.kind) != (device, change.kind):
            continue
        if change.kind == "state" and name in allowance.fields and matches(change.after, allowance.where):
            return f"may_change state, {name}: left open"
        demands = allowance.where if allowance.operation == "add" else allowance.becomes
        if _is_open(demands.get(name)) and matches(change.after, demands):
            return f"may_{allowance.operation} {change.kind}, {name}: left open"
    return ""


def _is_free_row(device: str, footprint: Footprint, change: Change) -> bool:
    """Returns whether a row of a slice is one of which a task may add any number."""
    fields = change.after or change.before
    return change.kind == "state" and any(
        (allowance.operation, allowance.device, allowance.kind, allowance.most) == ("add", device, "state", None)
        and matches(fields, allowance.where)
        for allowance in footprint
    )


def _is_open(demand: Matcher | None) -> bool:
    """Returns whether a demand has several values, and no checkpoint judges the field."""
    return demand is not left_to_graph and (callable(demand) or isinstance(demand, frozenset))


def _is_left(device: str, footprint: Footprint, effect: Effect, name: str) -> bool:
    return any(
        (allowance.operation, allowance.device, allowance.kind) == ("send", device, effect.kind)
        and (allowance.where.get(name) is left_to_graph or _is_open(allowance.where.get(name)))
        and matches(effect.fields(), allowance.where)
        for allowance in footprint
    )


def _has_thrown(before: Facts, after: Facts) -> bool:
    """Returns whether more lies in a trash than before."""
    kinds = [kind for kind in before if kind.startswith("trashed")]
    return any(before[kind].rows.keys() < after[kind].rows.keys() for kind in kinds)
