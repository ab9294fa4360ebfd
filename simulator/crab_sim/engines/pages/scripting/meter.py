"""The operations of a script engine, counted: a script that goes on for ever stops at the same place on every host.

QuickJS asks a handler whether to go on after every 10,000 jumps, calls and steps of a regular expression. The Python
package only offers a limit of processor time, so the handler is set by the library's own public function, for which
the address of the engine is read from the package's object. Its layout is checked first.

The package for Windows hides that function. There, time stands for operations: a script that goes on for ever stops
too, but where it stops depends on the host.

* `meter_of` - the meter of an engine: a `Meter` counts operations, a `Watch` processor time.
"""

from __future__ import annotations

import ctypes
import time
from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # imported as the first page with scripts opens
    import quickjs

__all__ = ["Meter", "Watch", "meter_of"]

_SPIN: Final = "for (;;) ;"
_SECONDS: Final = 60.0  # of processor time; only native functions on large data take that long
_TEN_THOUSAND: Final = 0.01  # seconds that stand for as many operations, which take 0.3 to 2 ms


class _Fields(ctypes.Structure):
    """The first fields of the package's object, behind Python's own."""

    _fields_ = (
        ("runtime", ctypes.c_void_p),
        ("context", ctypes.c_void_p),
        ("has_limit", ctypes.c_int),
        ("limit", ctypes.c_long),
    )


_HANDLER: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


@cache
def _library() -> ctypes.CDLL | None:
    """Returns the engine's library, None where it hides its functions.

    Raises:
        ImportError, OSError: It isn't there.
    """
    import _quickjs  # type: ignore[import-not-found]  # a part of quickjs without types

    library = ctypes.CDLL(_quickjs.__file__)
    if not hasattr(library, "JS_SetInterruptHandler"):
        return None
    library.JS_SetInterruptHandler.argtypes = (ctypes.c_void_p, _HANDLER, ctypes.c_void_p)
    library.JS_SetInterruptHandler.restype = None
    library.JS_GetRuntime.argtypes = (ctypes.c_void_p,)
    library.JS_GetRuntime.restype = ctypes.c_void_p
    return library


def _fields(context: quickjs.Context) -> _Fields:
    return _Fields.from_address(id(context) + object.__basicsize__)


@cache
def _fits(library: ctypes.CDLL) -> bool:
    """Returns whether the package's objects have the layout that is read here."""
    import quickjs

    size = object.__basicsize__ + ctypes.sizeof(_Fields)
    if getattr(quickjs.Context, "__basicsize__", 0) < size:
        return False
    context = quickjs.Context()
    fields = _fields(context)
    seen = [(fields.has_limit, fields.limit)]
    context.set_time_limit(1.5)
    seen.append((fields.has_limit, fields.limit))
    context.set_time_limit(-1)
    if seen[0] != (0, 0) or seen[1][0] != 1 or seen[1][1] < 1000 or fields.has_limit:
        return False  # nothing is followed that might not be an address
    return bool(library.JS_GetRuntime(fields.context) == fields.runtime)


class _Count:
    """What the engine's handler counts; it doesn't refer to the page, which would then live until cycles are sought."""

    __slots__ = ("begun", "limit", "used")

    def __init__(self) -> None:
        self.used = self.limit = 0
        self.begun = 0.0

    def tick(self, runtime: int, opaque: int) -> int:
        self.used += 1
        return int(self.used > self.limit or self.takes_long())

    def takes_long(self) -> bool:
        return time.thread_time() - self.begun > _SECONDS


class Meter:
    """Counts an engine's operations, by ten thousand, and stops them at a limit.

    Args:
        context: The engine; it must not be used without this meter afterwards.
        library: The engine's library.
    """

    def __init__(self, context: quickjs.Context, library: ctypes.CDLL) -> None:
        self._context = context
        self._count = _Count()
        self._handler: Any = _HANDLER(self._count.tick)  # kept, as the engine calls it
        library.JS_SetInterruptHandler(_fields(context).runtime, self._handler, None)

    def begin(self, limit: int) -> None:
        """Counts from 0 again, always from the same point between two calls of the handler.

        Args:
            limit: The count at which the engine is stopped.
        """
        import quickjs

        count = self._count
        count.used, count.limit, count.begun = 0, 0, time.thread_time()
        try:
            self._context.eval(_SPIN)  # up to the next call, from which the engine counts anew
        except quickjs.JSException:
            count.used, count.limit = 0, limit

    @property
    def used(self) -> int:
        """The count since `begin`."""
        return self._count.used

    @property
    def takes_long(self) -> bool:
        """Whether a minute has passed since `begin`, which nothing can tell in operations."""
        return self._count.takes_long()


class Watch:
    """Takes the processor time of an engine in place of its operations, and stops them at a limit.

    Args:
        context: The engine.
    """

    def __init__(self, context: quickjs.Context) -> None:
        self._context = context
        self._begun = 0.0

    def begin(self, limit: int) -> None:
        """Begins again.

        Args:
            limit: The count at which the engine is stopped, by ten thousand.
        """
        self._begun = time.thread_time()
        self._context.set_time_limit(limit * _TEN_THOUSAND)

    @property
    def used(self) -> float:
        """The time since `begin`, as a count."""
        return (time.thread_time() - self._begun) / _TEN_THOUSAND

    @property
    def takes_long(self) -> bool:
        """Whether a minute has passed since `begin`."""
        return time.thread_time() - self._begun > _SECONDS


def meter_of(context: quickjs.Context) -> Meter | Watch:
    """Returns the meter of an engine, which must not be used without it afterwards.

    Raises:
        ImportError: quickjs-ng is installed in a version whose operations can't be counted.
    """
    library = _library()
    if library is None:
        return Watch(context)
    if not _fits(library):
        raise ImportError(
            "this version of quickjs-ng has operations that can't be counted; install the one in pyproject.toml"
        )
    return Meter(context, library)
