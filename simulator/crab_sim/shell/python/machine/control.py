"""The instructions for loops, calls, exceptions and imports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crab_sim.shell.python.code import Block, Code, Frame
from crab_sim.shell.python.machine.operations import operation, take
from crab_sim.shell.python.values import Function, Generator, Module, Raised, Super, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine


# --- loops -------------------------------------------------------------------------------------------------------


@operation
def _iterate(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack[-1] = machine.iterate(frame.stack[-1])


@operation
def _next_item(machine: Machine, frame: Frame, operand: Value) -> None:
    try:
        frame.stack.append(next(frame.stack[-1]))
    except StopIteration:
        frame.stack.pop()
        frame.pc = operand


# --- calls -------------------------------------------------------------------------------------------------------


@operation
def _call(machine: Machine, frame: Frame, operand: Value) -> bool | None:
    count, names = operand
    given = dict(zip(names, take(frame, len(names)), strict=True)) if names else {}
    values = take(frame, count)
    return machine.invoke(frame, frame.stack.pop(), values, given)


@operation
def _call_with_all(machine: Machine, frame: Frame, operand: Value) -> bool | None:
    given, values = frame.stack.pop(), frame.stack.pop()
    return machine.invoke(frame, frame.stack.pop(), values, given)


@operation
def _call_super(machine: Machine, frame: Frame, operand: Value) -> bool | None:
    callee = frame.stack.pop()
    function = frame.function
    if callee is not machine.builtins["super"]:
        return machine.invoke(frame, callee, [], {})
    if function is None or function.owner is None or not function.code.parameters.positional:
        raise RuntimeError("super(): no arguments")
    frame.stack.append(Super(function.owner, frame.values[function.code.parameters.positional[0]]))
    return None


@operation
def _make_function(machine: Machine, frame: Frame, operand: Value) -> None:
    keyword_defaults, defaults = frame.stack.pop(), frame.stack.pop()
    frame.stack.append(Function(operand, defaults, keyword_defaults, frame.scope, frame.variables))


@operation
def _make_class(machine: Machine, frame: Frame, operand: Value) -> bool:
    assert isinstance(operand, Code)
    body = Frame(operand, {}, frame.variables, frame.scope)
    body.made = frame.stack.pop()
    machine.push(body)
    return True


@operation
def _note_field(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.values.setdefault("__annotations__", {})[operand] = None


@operation
def _return_value(machine: Machine, frame: Frame, operand: Value) -> bool:
    machine.finish(frame, frame.stack.pop())
    return True


@operation
def _yield_value(machine: Machine, frame: Frame, operand: Value) -> bool:
    machine.result = frame.stack.pop()
    frame.suspended = True
    machine.frames.pop()
    return True


@operation
def _yield_from(machine: Machine, frame: Frame, operand: Value) -> bool | None:
    sent, source = frame.stack.pop(), frame.stack[-1]
    try:
        if isinstance(source, Generator):
            value = machine.resume(source, sent)
        else:
            value = next(source)
    except StopIteration as end:
        frame.stack[-1] = end.value
        return None
    machine.result = value
    frame.pc -= 1
    frame.suspended = True
    machine.frames.pop()
    return True


# --- exceptions --------------------------------------------------------------------------------------------------


@operation
def _begin_block(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.blocks.append(Block(operand, len(frame.stack), len(frame.handled)))


@operation
def _begin_with(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.blocks.append(Block(operand, len(frame.stack) - 1, len(frame.handled)))


@operation
def _end_block(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.blocks.pop()


@operation
def _end_handler(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.handled.pop()


@operation
def _matches(machine: Machine, frame: Frame, operand: Value) -> None:
    kinds = frame.stack.pop()
    kinds = kinds if isinstance(kinds, tuple) else (kinds,)
    if not all(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds):
        raise TypeError("catching classes that do not inherit from BaseException is not allowed")
    frame.stack[-1] = isinstance(frame.stack[-1], kinds)


@operation
def _raise_value(machine: Machine, frame: Frame, operand: Value) -> None:
    cause = frame.stack.pop() if operand == 2 else None
    if operand == 0:
        handled = next((above.handled[-1] for above in reversed(machine.frames) if above.handled), None)
        if handled is None:
            raise RuntimeError("No active exception to reraise")
        raise Raised(handled)
    value = frame.stack.pop()
    if isinstance(value, type) and issubclass(value, BaseException):
        value = machine.call(value)
    if not isinstance(value, BaseException):
        raise TypeError("exceptions must derive from BaseException")
    if operand == 2:
        if isinstance(cause, type) and issubclass(cause, BaseException):
            cause = machine.call(cause)
        if cause is not None and not isinstance(cause, BaseException):
            raise TypeError("exception causes must derive from BaseException")
        value.__cause__ = cause
    raise Raised(value)


@operation
def _raise_again(machine: Machine, frame: Frame, operand: Value) -> None:
    raise Raised(frame.stack.pop())


@operation
def _enter(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(machine.enter(frame.stack[-1]))


@operation
def _exit_normally(machine: Machine, frame: Frame, operand: Value) -> None:
    machine.exit(frame.stack.pop(), None)


@operation
def _exit_with_error(machine: Machine, frame: Frame, operand: Value) -> None:
    error, manager = frame.stack.pop(), frame.stack.pop()
    if not machine.exit(manager, error):
        raise Raised(error)
    frame.handled.pop()


# --- modules -----------------------------------------------------------------------------------------------------


@operation
def _import_module(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack.append(machine.load_module(operand))


@operation
def _first_module(machine: Machine, frame: Frame, operand: Value) -> None:
    frame.stack[-1] = machine.load_module(operand)


@operation
def _import_name(machine: Machine, frame: Frame, operand: Value) -> None:
    module = frame.stack[-1]
    assert isinstance(module, Module)
    frame.stack.append(machine.imported(module, operand))


@operation
def _import_all(machine: Machine, frame: Frame, operand: Value) -> None:
    module = frame.stack[-1]
    assert isinstance(module, Module)
    frame.variables.update({name: value for name, value in module.members.items() if not name.startswith("_")})
