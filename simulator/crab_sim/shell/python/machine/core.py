"""The machine that runs a program: the stack of frames, calls, exceptions.

Calls of the program's own functions push a frame, so that the depth of its recursion does not depend on the host's
stack. Only functions that the host calls back, such as the key of a sort, run in a nested loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from crab_sim.files import FileError
from crab_sim.shell.errors import LimitExceeded
from crab_sim.shell.python.attributes import attribute, delete_attribute, set_attribute
from crab_sim.shell.python.code import Frame
from crab_sim.shell.python.errors import TRACE, TraceEntry, from_file_error
from crab_sim.shell.python.limits import FUEL, INSTRUCTION, MAX_FRAMES, MAX_ITEMS, MAX_RUNS, Meter
from crab_sim.shell.python.machine.binding import bind
from crab_sim.shell.python.machine.classes import class_member, make_class, make_instance
from crab_sim.shell.python.text import Text, type_name
from crab_sim.shell.python.values import (
    Function,
    Generator,
    Instance,
    Lazy,
    Method,
    Module,
    Native,
    Raised,
    Scope,
    Value,
)

if TYPE_CHECKING:
    from crab_sim.shell.context import CommandContext

_ITERATORS = (Generator, Lazy)


class Machine:
    """One run of a program.

    Attributes:
        context: the command's context: files, streams, clock.
        argv: the program's arguments, first its own name.
        meter: the bounds.
        text: values as text.
        builtins: the built-in names.
        modules: the modules that are loaded.
        frames: the running calls, innermost last.
        result: the value that the last frame of a run has returned or yielded.
        constructors: callables that make values of built-in types.
        search: folders in which modules of the program are looked up.
    """

    def __init__(self, context: CommandContext, argv: list[str], search: str) -> None:
        self.context = context
        self.argv = argv
        self.search = search
        self.meter = Meter(context.shell.budget)
        self.text = Text(self)
        self.frames: list[Frame] = []
        self.result: Value = None
        self.modules: dict[str, Module] = {}
        self.fuel = 0
        self.base = 0
        self.runs = 0
        self.addresses: dict[int, tuple[int, Value]] = {}
        from crab_sim.shell.python.builtins import make_builtins, make_constructors
        from crab_sim.shell.python.files import FileSystem
        from crab_sim.shell.python.streams import Streams

        self.streams = Streams(self)
        self.files: FileSystem = FileSystem(self)
        self.constructors = make_constructors(self)
        self.builtins = make_builtins(self)

    # --- running -----------------------------------------------------------------------------------------------

    def push(self, frame: Frame) -> None:
        """Makes a frame the running one.

        Raises:
            RecursionError: calls are nested too deeply.
        """
        if len(self.frames) >= MAX_FRAMES:
            raise RecursionError("maximum recursion depth exceeded")
        self.frames.append(frame)

    def run(self, frame: Frame) -> Value:
        """Runs a frame until it returns or yields, and returns that value.

        Raises:
            Raised: an exception has left the frame.
            LimitExceeded: the line's work is used up.
        """
        if self.runs >= MAX_RUNS:
            raise RecursionError("maximum recursion depth exceeded")
        saved, base = self.base, len(self.frames)
        self.push(frame)
        self.base = base
        self.runs += 1
        try:
            self._loop(base)
            return self.result
        finally:
            self.base = saved
            self.runs -= 1

    def _loop(self, base: int) -> None:
        frames = self.frames
        while True:
            frame = frames[-1]
            operations = frame.code.operations
            try:
                if frame.interrupted:
                    frame.interrupted = False
                    raise Raised(frame.stack.pop())
                while True:
                    operation, operand = operations[frame.pc]
                    frame.pc += 1
                    self.fuel -= 1
                    if self.fuel < 0:
                        self.fuel = FUEL
                        self.meter.charge(FUEL * INSTRUCTION)
                    if operation(self, frame, operand):
                        if len(frames) <= base:
                            return
                        frame = frames[-1]
                        operations = frame.code.operations
            except LimitExceeded:
                raise
            except Exception as error:
                self._unwind(error, base)

    def _unwind(self, error: Exception, base: int) -> None:
        """Goes on at the innermost handler of this run, or raises the error to the caller of the run."""
        self.meter.charge(0.03)
        value = as_value(error)
        trace: list[TraceEntry] = value.__dict__.setdefault(TRACE, [])
        while len(self.frames) > base:
            frame = self.frames[-1]
            if not trace or trace[-1].frame is not frame:
                line = frame.code.lines[frame.pc - 1]
                trace.append(TraceEntry(frame, frame.code.file, line, frame.code.name))
                del trace[MAX_FRAMES + 10 :]
            if frame.handled and frame.handled[-1] is not value and value.__context__ is None:
                value.__context__ = frame.handled[-1]
            if frame.blocks:
                block = frame.blocks.pop()
                del frame.stack[block.height :]
                del frame.handled[block.handled :]
                frame.stack.append(value)
                frame.handled.append(value)
                frame.pc = block.target
                return
            self.frames.pop()
        raise Raised(value)

    def finish(self, frame: Frame, value: Value) -> None:
        """Ends a frame with the value that it returns."""
        self.frames.pop()
        if frame.made is not None:
            value = make_class(self, frame) if frame.code.kind == "class" else frame.made
        if len(self.frames) == self.base:
            self.result = value
        else:
            self.frames[-1].stack.append(value)

    def resume(self, generator: Generator, sent: Value) -> Value:
        """Runs a generator to its next ``yield``.

        Raises:
            StopIteration: it has ended.
        """
        frame = generator.frame
        if generator.running:
            raise ValueError("generator already executing")
        if frame is None:
            raise StopIteration
        if generator.started:
            frame.stack.append(sent)
        elif sent is not None:
            raise TypeError("can't send non-None value to a just-started generator")
        generator.started = generator.running = True
        frame.suspended = False
        try:
            value = self.run(frame)
        except Raised as raised:
            generator.frame = None
            if isinstance(raised.value, StopIteration):
                raise Raised(RuntimeError("generator raised StopIteration")) from None
            raise
        finally:
            generator.running = False
        if frame.suspended:
            return value
        generator.frame = None
        raise StopIteration(value)

    def throw(self, generator: Generator, error: BaseException) -> bool:
        """Raises an exception where a generator waits; returns whether it ended without one.

        Raises:
            RuntimeError: it has yielded again.
        """
        frame = generator.frame
        if frame is None or not generator.started or generator.running:
            raise Raised(error)
        generator.frame = None
        frame.suspended = False
        frame.stack.append(error)
        frame.interrupted = True
        try:
            self.run(frame)
        except Raised as raised:
            if raised.value is error:
                return False
            raise
        if frame.suspended:
            raise RuntimeError("generator didn't stop after throw()")
        return True

    # --- calls -------------------------------------------------------------------------------------------------

    def invoke(self, frame: Frame, callee: Value, values: list[Value], named: dict[str, Value]) -> bool | None:
        """Calls something; returns whether a new frame gives the result.

        Without one, the result is on the frame's stack at once.

        Args:
            frame: the calling frame, whose stack gets the result.
            callee: the function, class or other object to call.
            values: the positional arguments.
            named: the keyword arguments.
        """
        kind = type(callee)
        if kind is Method:
            values = [callee.instance, *values]
            callee = callee.function
            kind = type(callee)
        if kind is Function:
            new = bind(self, callee, values, named)
        elif kind is Native:
            frame.stack.append(callee.call(*values, **named))
            return None
        elif isinstance(callee, type):
            made = make_instance(self, callee, values, named)
            if not isinstance(made, Frame):
                frame.stack.append(made)
                return None
            new = made
        else:
            member = class_member(kind, "__call__")
            if member is None:
                raise TypeError(f"'{type_name(callee)}' object is not callable")
            return self.invoke(frame, member, [callee, *values], named)
        if new.code.generator:
            frame.stack.append(Generator(self, new))
            return None
        self.push(new)
        return True

    def call(self, callee: Value, /, *values: Value, **named: Value) -> Value:
        """Calls something from the host and returns its result.

        Raises:
            Raised: the program has raised an exception.
        """
        self.meter.charge(0.03)
        if isinstance(callee, Native):
            return callee.call(*values, **named)
        holder = Frame(_HOLDER, {}, {}, None)
        if self.invoke(holder, callee, list(values), named):
            return self.run(self.frames.pop())
        return holder.stack.pop()

    def enter(self, manager: Value) -> Value:
        """Enters a context manager."""
        return self.call(self._special(manager, "__enter__"))

    def exit(self, manager: Value, error: BaseException | None) -> bool:
        """Leaves a context manager; returns whether it swallows the error."""
        function = self._special(manager, "__exit__")
        return bool(self.call(function, type(error) if error is not None else None, error, None))

    def _special(self, manager: Value, name: str) -> Value:
        try:
            return attribute(self, manager, name)
        except AttributeError:
            about = f"'{type_name(manager)}' object does not support the context manager protocol"
            raise TypeError(about) from None

    # --- iteration ---------------------------------------------------------------------------------------------

    def iterable(self, value: Value) -> bool:
        """Returns whether a value can be iterated over."""
        kind = type(value)
        if isinstance(value, (type, Function, Native, Method, Module)):
            return False
        return kind in _ITERATORS or hasattr(kind, "__iter__") or class_member(kind, "__getitem__") is not None

    def iterate(self, value: Value) -> Iterator[Value]:
        """Returns an iterator; sets come in an order that does not depend on the process.

        Raises:
            TypeError: the value can't be iterated over.
        """
        if not self.iterable(value):
            raise TypeError(f"'{type_name(value)}' object is not iterable")
        if isinstance(value, (set, frozenset)):
            return iter(self.text.ordered(value))
        if isinstance(value, Instance):
            given: Value = value
            found: Value = iter(given)
            plain = not isinstance(found, (Generator, Lazy, Instance))
            return self.iterate(found) if plain else found
        return iter(value)

    def items(self, value: Value) -> Iterator[Value]:
        """Yields the items of a value, and pays for them: for loops inside of the host."""
        for index, item in enumerate(self.iterate(value)):
            if not index & 63:
                self.meter.charge(0.6)
            yield item

    def collect(self, value: Value) -> list[Value]:
        """Returns the items of a value as a new list.

        Raises:
            MemoryError: there are too many.
        """
        if isinstance(value, (list, tuple, str, bytes, dict, range)):
            self.meter.items(len(value))
            return list(value)
        found: list[Value] = []
        for item in self.items(value):
            found.append(item)
            if len(found) > MAX_ITEMS:
                raise MemoryError
        return found

    # --- attributes and items ----------------------------------------------------------------------------------

    def attribute(self, owner: Value, name: str) -> Value:
        """Returns an attribute."""
        return attribute(self, owner, name)

    def set_attribute(self, owner: Value, name: str, value: Value) -> None:
        """Sets an attribute."""
        set_attribute(self, owner, name, value)

    def delete_attribute(self, owner: Value, name: str) -> None:
        """Deletes an attribute."""
        delete_attribute(self, owner, name)

    def item(self, owner: Value, key: Value) -> Value:
        """Returns ``owner[key]``."""
        if isinstance(owner, type) or not hasattr(type(owner), "__getitem__"):
            if owner in self.constructors:
                return owner  # list[int] in an annotation
            raise TypeError(f"'{type_name(owner)}' object is not subscriptable")
        if isinstance(key, slice):
            if isinstance(owner, (str, bytes, list, tuple, range)):
                self.meter.items(len(range(*key.indices(len(owner))))) if not isinstance(owner, (str, bytes)) else (
                    self.meter.text(len(range(*key.indices(len(owner)))))
                )
        elif isinstance(owner, dict):
            self.meter.key(key)
        return owner[key]

    def set_item(self, owner: Value, key: Value, value: Value) -> None:
        """Sets ``owner[key]``."""
        if isinstance(owner, type) or not hasattr(type(owner), "__setitem__"):
            raise TypeError(f"'{type_name(owner)}' object does not support item assignment")
        if isinstance(owner, dict):
            self.meter.key(key)
        else:
            self.meter.weigh(key)
        if isinstance(owner, list) and isinstance(key, slice):
            value = self.collect(value)
            self.meter.items(len(owner) + len(value))
        owner[key] = value

    def delete_item(self, owner: Value, key: Value) -> None:
        """Deletes ``owner[key]``."""
        if isinstance(owner, type) or not hasattr(type(owner), "__delitem__"):
            raise TypeError(f"'{type_name(owner)}' object doesn't support item deletion")
        if isinstance(owner, dict):
            self.meter.key(key)
        else:
            self.meter.weigh(key)
        if isinstance(owner, list):
            self.meter.charge(len(owner) / 100_000)
        del owner[key]

    def type_name(self, value: Value) -> str:
        """Returns the name of a value's type."""
        return type_name(value)

    def address(self, value: Value) -> int:
        """Returns the number that stands for a value's place in memory, the same in every process."""
        known = self.addresses.get(id(value))
        if known is None:
            known = self.addresses[id(value)] = (0x7F3A5C000000 + 48 * (len(self.addresses) + 1), value)
        number, _ = known
        return number

    # --- modules -----------------------------------------------------------------------------------------------

    def load_module(self, name: str) -> Module:
        """Returns a module, loaded at its first use.

        Raises:
            ModuleNotFoundError: there is none.
        """
        from crab_sim.shell.python.modules import find_module

        if name not in self.modules:
            find_module(self, name)
        return self.modules[name]

    def imported(self, module: Module, name: str) -> Value:
        """Returns a name of ``from module import name``.

        Raises:
            ImportError: there is none.
        """
        if name in module.members:
            return module.members[name]
        message = f"cannot import name '{name}' from '{module.name}' ({module.source or 'unknown location'})"
        raise ImportError(message, name=module.name)


def as_value(error: Exception) -> BaseException:
    """Returns the exception of the program that an error of the host stands for."""
    value: BaseException = error
    if isinstance(error, Raised):
        value = error.value
    elif isinstance(error, FileError):
        value = from_file_error(error)
    else:
        value.__context__ = None
    value.__traceback__ = None
    return value


def module_frame(machine: Machine, code: Value, variables: dict[str, Value]) -> Frame:
    """Returns the frame of a module's code."""
    return Frame(code, variables, variables, None)


class _Holder:
    """A code without instructions: it holds the result of a call that needs no frame."""

    generator = False
    kind = "function"


_HOLDER: Value = _Holder()
__all__ = ["Machine", "Scope", "as_value", "module_frame"]
