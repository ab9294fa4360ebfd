"""The instructions for values, by name; those for the flow of a program are in `control.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.shell.python.code import Frame, Operation
from crab_sim.shell.python.operators import COMPARISONS, binary, binary_in_place, unary
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

OPERATIONS: dict[str, Operation] = {}
_SIMPLE = frozenset({int, float, str})
_MEMBERSHIP = frozenset({"in", "not in"})
_HASHED = (set, frozenset, dict)


def operation(function: Operation) -> Operation:
    """Registers an instruction under the function's name, without the underscore at its start."""
    OPERATIONS[function.__name__.strip("_")] = function
    return function


def _jump_operations() -> None:
    def make(when: bool, keep: bool) -> Operation:
        def jump(machine: Machine, frame: Frame, operand: Value) -> None:
            value = frame.stack[-1] if keep else frame.stack.pop()
            if (value if type(value) is bool else bool(value)) is when:
                frame.pc = operand
            elif keep:
                frame.stack.pop()

        return jump

    OPERATIONS["jump_if_false"] = make(False, False)
    OPERATIONS["jump_if_true"] = make(True, False)
    OPERATIONS["jump_if_false_or_pop"] = make(False, True)
    OPERATIONS["jump_if_true_or_pop"] = make(True, True)


_jump_operations()


@operation
def _jump(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.pc = operand


# --- the stack ---------------------------------------------------------------------------------------------------


@operation
def _constant(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(operand)


@operation
def _pop(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.pop()


@operation
def _copy(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(frame.stack[-1])


@operation
def _copy_two(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack += frame.stack[-2:]


@operation
def _swap(machine: Machine, frame: Frame, operand: Value) -> None:
    stack = frame.stack
    stack[-1], stack[-2] = stack[-2], stack[-1]


@operation
def _rotate(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.insert(-2, frame.stack.pop())


@operation
def _keep_right(machine: Machine, frame: Frame, operand: Value) -> None:
    """Turns (left, right) into (right, left, right)."""
    frame.stack.insert(-2, frame.stack[-1])


# --- variables ---------------------------------------------------------------------------------------------------


@operation
def _load_own(machine: Machine, frame: Frame, operand: Value) -> None:
    try:
        frame.stack.append(frame.values[operand])
    except KeyError:
        message = f"cannot access local variable '{operand}' where it is not associated with a value"
        raise UnboundLocalError(message) from None


@operation
def _load_global(machine: Machine, frame: Frame, operand: Value) -> None:
    if operand in frame.variables:
        frame.stack.append(frame.variables[operand])
    elif operand in machine.builtins:
        frame.stack.append(machine.builtins[operand])
    else:
        raise NameError(f"name '{operand}' is not defined")


@operation
def _load_class(machine: Machine, frame: Frame, operand: Value) -> None:
    if operand in frame.values:
        frame.stack.append(frame.values[operand])
    else:
        _load_global(machine, frame, operand)


def _outer(frame: Frame, operand: Value) -> tuple[dict[str, Value], str]:
    name, hops = operand
    scope = frame.scope
    for _ in range(hops):
        assert scope is not None
        scope = scope.parent
    assert scope is not None
    return scope.values, name


@operation
def _load_outer(machine: Machine, frame: Frame, operand: Value) -> None:
    values, name = _outer(frame, operand)
    if name not in values:
        raise NameError(
            f"cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
        )
    frame.stack.append(values[name])


@operation
def _store_own(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.values[operand] = frame.stack.pop()


OPERATIONS["store_class"] = _store_own


@operation
def _store_global(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.variables[operand] = frame.stack.pop()


@operation
def _store_outer(machine: Machine, frame: Frame, operand: Value) -> None:
    values, name = _outer(frame, operand)
    values[name] = frame.stack.pop()


@operation
def _delete_own(machine: Machine, frame: Frame, operand: Value) -> None:
    if operand not in frame.values:
        message = f"cannot access local variable '{operand}' where it is not associated with a value"
        raise UnboundLocalError(message)
    del frame.values[operand]


@operation
def _delete_class(machine: Machine, frame: Frame, operand: Value) -> None:
    if frame.values.pop(operand, frame) is frame:
        raise NameError(f"name '{operand}' is not defined")


@operation
def _delete_global(machine: Machine, frame: Frame, operand: Value) -> None:
    if frame.variables.pop(operand, frame) is frame:
        raise NameError(f"name '{operand}' is not defined")


@operation
def _delete_outer(machine: Machine, frame: Frame, operand: Value) -> None:
    values, name = _outer(frame, operand)
    if values.pop(name, frame) is frame:
        raise NameError(f"cannot access free variable '{name}' where it is not associated with a value")


# --- operators, attributes, items --------------------------------------------------------------------------------


@operation
def _binary(machine: Machine, frame: Frame, operand: Value) -> None:
    right = frame.stack.pop()
    frame.stack[-1] = binary(machine, operand, frame.stack[-1], right)


@operation
def _binary_in_place(machine: Machine, frame: Frame, operand: Value) -> None:
    right = frame.stack.pop()
    frame.stack[-1] = binary_in_place(machine, operand, frame.stack[-1], right)


@operation
def _unary(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack[-1] = unary(machine, operand, frame.stack[-1])


@operation
def _compare(machine: Machine, frame: Frame, operand: Value) -> None:
    right = frame.stack.pop()
    left = frame.stack[-1]
    if operand in _MEMBERSHIP and isinstance(right, _HASHED):
        pass  # it looks only at the keys with the same hash, which `contains` pays for
    elif type(left) not in _SIMPLE or type(right) not in _SIMPLE:
        machine.meter.weigh(left, right)
    elif type(left) is str and len(left) > 4096:
        machine.meter.weigh(left)
    frame.stack[-1] = COMPARISONS[operand](machine, left, right)


@operation
def _attribute(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack[-1] = machine.attribute(frame.stack[-1], operand)


@operation
def _set_attribute(machine: Machine, frame: Frame, operand: Value) -> None:
    owner = frame.stack.pop()
    machine.set_attribute(owner, operand, frame.stack.pop())


@operation
def _delete_attribute(machine: Machine, frame: Frame, operand: Value) -> None:
    machine.delete_attribute(frame.stack.pop(), operand)


@operation
def _item(machine: Machine, frame: Frame, operand: Value) -> None:
    key = frame.stack.pop()
    frame.stack[-1] = machine.item(frame.stack[-1], key)


@operation
def _set_item(machine: Machine, frame: Frame, operand: Value) -> None:
    key, owner, value = frame.stack.pop(), frame.stack.pop(), frame.stack.pop()
    machine.set_item(owner, key, value)


@operation
def _delete_item(machine: Machine, frame: Frame, operand: Value) -> None:
    key, owner = frame.stack.pop(), frame.stack.pop()
    machine.delete_item(owner, key)


@operation
def _slice(machine: Machine, frame: Frame, operand: Value) -> None:
    step, upper, lower = frame.stack.pop(), frame.stack.pop(), frame.stack.pop()
    frame.stack.append(slice(lower, upper, step))


# --- containers and texts ----------------------------------------------------------------------------------------


def take(frame: Frame, count: int) -> list[Value]:
    """Returns the top of the stack, `count` values, which are taken off."""
    if not count:
        return []
    values = frame.stack[-count:]
    del frame.stack[-count:]
    return values


@operation
def _make_list(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(take(frame, operand))


@operation
def _make_tuple(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(tuple(take(frame, operand)))


@operation
def _make_set(machine: Machine, frame: Frame, operand: Value) -> None:
    values = take(frame, operand)
    machine.meter.keys(values)
    frame.stack.append(set(values))


@operation
def _make_dict(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append({})


@operation
def _list_to_tuple(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack[-1] = tuple(frame.stack[-1])


@operation
def _list_to_set(machine: Machine, frame: Frame, operand: Value) -> None:
    machine.meter.keys(frame.stack[-1])
    frame.stack[-1] = set(frame.stack[-1])


@operation
def _extend_list(machine: Machine, frame: Frame, operand: Value) -> None:
    value = frame.stack.pop()
    frame.stack[-1].extend(machine.collect(value))
    machine.meter.items(len(frame.stack[-1]))


@operation
def _add_to_list(machine: Machine, frame: Frame, operand: Value) -> None:
    value = frame.stack.pop()
    frame.stack[-operand].append(value)


@operation
def _add_to_set(machine: Machine, frame: Frame, operand: Value) -> None:
    value = frame.stack.pop()
    machine.meter.key(value)
    frame.stack[-operand].add(value)


@operation
def _add_to_dict(machine: Machine, frame: Frame, operand: Value) -> None:
    value, key = frame.stack.pop(), frame.stack.pop()
    machine.meter.key(key)
    frame.stack[-operand][key] = value


@operation
def _merge_dict(machine: Machine, frame: Frame, operand: Value) -> None:
    value = frame.stack.pop()
    if not isinstance(value, dict):
        about = "argument after ** must be a mapping, not" if operand else "is not a mapping"
        name = machine.type_name(value)
        raise TypeError(f"{about} {name}" if operand else f"'{name}' object {about}")
    machine.meter.items(len(value))
    if operand:
        for key in value:
            if not isinstance(key, str):
                raise TypeError("keywords must be strings")
            if key in frame.stack[-1]:
                raise TypeError(f"got multiple values for keyword argument '{key}'")
    frame.stack[-1].update(value)


@operation
def _unpack(machine: Machine, frame: Frame, operand: Value) -> None:
    before, after = operand
    value = frame.stack.pop()
    if not machine.iterable(value):
        raise TypeError(f"cannot unpack non-iterable {machine.type_name(value)} object")
    values = []
    iterator = machine.iterate(value)
    for item in iterator:
        values.append(item)
        if after < 0 and len(values) > before:
            raise ValueError(f"too many values to unpack (expected {before})")
        machine.meter.charge(0.001)
    if len(values) < before + max(after, 0):
        least = "at least " if after >= 0 else ""
        expected = before + max(after, 0)
        raise ValueError(f"not enough values to unpack (expected {least}{expected}, got {len(values)})")
    if after >= 0:
        end = len(values) - after
        values = [*values[:before], values[before:end], *values[end:]]
    frame.stack += values[::-1]


@operation
def _format(machine: Machine, frame: Frame, operand: Value) -> None:
    spec = frame.stack.pop()
    frame.stack[-1] = machine.text.field(frame.stack[-1], operand, spec)


@operation
def _join(machine: Machine, frame: Frame, operand: Value) -> None:
    parts = take(frame, operand)
    machine.meter.text(sum(map(len, parts)))
    frame.stack.append("".join(parts))
