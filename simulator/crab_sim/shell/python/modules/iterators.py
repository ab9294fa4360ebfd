"""``itertools``, ``functools`` and ``contextlib``."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.shell.python.limits import MAX_ITEMS
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.operators import binary
from crab_sim.shell.python.values import Function, Generator, Lazy, Native, Property, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_NOTHING = object()


def _chain(machine: Machine, *values: Value) -> Iterator[Value]:
    for value in values:
        yield from machine.iterate(value)


def _joined(machine: Machine, values: Value) -> Iterator[Value]:
    for value in machine.iterate(values):
        yield from machine.iterate(value)


def _repeated(machine: Machine, value: Value, times: int | None = None) -> Iterator[Value]:
    return itertools.repeat(value) if times is None else itertools.repeat(value, times)


def _cycle(machine: Machine, values: Value) -> Iterator[Value]:
    found = machine.collect(values)
    while found:
        yield from found


def _part(machine: Machine, values: Value, *bounds: int | None) -> Iterator[Value]:
    limits = slice(*bounds)
    start, stop, step = limits.start or 0, limits.stop, limits.step or 1
    if min(start, step, 0 if stop is None else stop) < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if stop is not None and stop <= 0:
        return
    for index, value in enumerate(machine.items(values)):
        if index >= start and not (index - start) % step:
            yield value
        if stop is not None and index + 1 >= stop:
            return


def _accumulate(machine: Machine, values: Value, func: Value = None, *, initial: Value = None) -> Iterator[Value]:
    total = _NOTHING if initial is None else initial
    if initial is not None:
        yield total
    for value in machine.iterate(values):
        if total is _NOTHING:
            total = value
        else:
            total = binary(machine, "+", total, value) if func is None else machine.call(func, total, value)
        yield total


def _grouped(machine: Machine, values: Value, key: Value = None) -> Iterator[tuple[Value, Value]]:
    group: list[Value] = []
    last: Value = _NOTHING
    for value in machine.items(values):
        found = value if key is None else machine.call(key, value)
        machine.meter.weigh(found)
        if last is not _NOTHING and found != last:
            yield last, iter(group)
            group = []
        last = found
        group.append(value)
    if last is not _NOTHING:
        yield last, iter(group)


def _while_true(machine: Machine, predicate: Value, values: Value) -> Iterator[Value]:
    for value in machine.items(values):
        if not machine.call(predicate, value):
            return
        yield value


def _after_true(machine: Machine, predicate: Value, values: Value) -> Iterator[Value]:
    dropping = True
    for value in machine.items(values):
        dropping = dropping and bool(machine.call(predicate, value))
        if not dropping:
            yield value


def _not_true(machine: Machine, predicate: Value, values: Value) -> Iterator[Value]:
    for value in machine.items(values):
        if not (value if predicate is None else machine.call(predicate, value)):
            yield value


def _compress(machine: Machine, values: Value, selectors: Value) -> Iterator[Value]:
    for value, chosen in zip(machine.items(values), machine.iterate(selectors), strict=False):
        if chosen:
            yield value


def _longest(machine: Machine, *values: Value, fillvalue: Value = None) -> Iterator[tuple[Value, ...]]:
    iterators_ = [machine.iterate(value) for value in values]
    while iterators_:
        row = [next(one, _NOTHING) for one in iterators_]
        if all(item is _NOTHING for item in row):
            return
        yield tuple([fillvalue if item is _NOTHING else item for item in row])


def _product(machine: Machine, *values: Value, repeat: int = 1) -> Iterator[Value]:
    pools = [machine.collect(value) for value in values]
    if len(pools) * repeat > 1000:
        raise MemoryError
    return itertools.product(*pools, repeat=repeat)


def _choose(machine: Machine, name: str) -> Callable[..., Iterator[Value]]:
    def make(values: Value, r: int | None = None) -> Iterator[Value]:
        found = machine.collect(values)
        count = len(found) if r is None else r
        if name != "combinations_with_replacement" and count > len(found):
            return iter(())
        if count > 10_000:
            raise MemoryError
        made: Iterator[Value] = getattr(itertools, name)(found, count)
        return made

    return make


def _tee(machine: Machine, values: Value, n: int = 2) -> tuple[Value, ...]:
    found = machine.collect(values)
    return tuple([iter(found) for _ in range(min(n, 1000))])


def _pairs(machine: Machine, values: Value) -> Iterator[tuple[Value, Value]]:
    last: Value = _NOTHING
    for value in machine.iterate(values):
        if last is not _NOTHING:
            yield last, value
        last = value


def _starred(machine: Machine, function: Value, values: Value) -> Iterator[Value]:
    for value in machine.iterate(values):
        yield machine.call(function, *machine.collect(value))


def _itertools(machine: Machine) -> dict[str, Value]:

    def lazy(kind: str, make: Callable[..., Iterator[Value]]) -> Callable[..., Lazy]:
        return lambda *values, **named: Lazy(kind, make(*values, **named), *values)

    makers: dict[str, Callable[..., Iterator[Value]]] = {
        "chain": partial(_chain, machine),
        "repeat": partial(_repeated, machine),
        "cycle": partial(_cycle, machine),
        "islice": partial(_part, machine),
        "accumulate": partial(_accumulate, machine),
        "groupby": partial(_grouped, machine),
        "takewhile": partial(_while_true, machine),
        "dropwhile": partial(_after_true, machine),
        "filterfalse": partial(_not_true, machine),
        "compress": partial(_compress, machine),
        "zip_longest": partial(_longest, machine),
        "product": partial(_product, machine),
        "pairwise": partial(_pairs, machine),
        "starmap": partial(_starred, machine),
        "count": itertools.count,
        **{name: _choose(machine, name) for name in ("permutations", "combinations", "combinations_with_replacement")},
    }
    found = natives(
        machine, {"tee": partial(_tee, machine), **{name: lazy(name, make) for name, make in makers.items()}}
    )
    found["chain"].fields["from_iterable"] = Native("from_iterable", lazy("chain", partial(_joined, machine)))
    return found


def _functools(machine: Machine) -> dict[str, Value]:  # noqa: C901 - a table of small functions
    def reduce(function: Value, values: Value, *initial: Value) -> Value:
        total: Value = initial[0] if initial else _NOTHING
        for value in machine.items(values):
            total = value if total is _NOTHING else machine.call(function, total, value)
        if total is _NOTHING:
            raise TypeError("reduce() of empty iterable with no initial value")
        return total

    def partial(function: Value, *values: Value, **named: Value) -> Native:
        def call(*more: Value, **others: Value) -> Value:
            return machine.call(function, *values, *more, **{**named, **others})

        made = Native("partial", call, "functools.partial(...)")
        made.fields.update(func=function, args=values, keywords=named)
        return made

    def cached(function: Value, limit: int | None = None) -> Value:
        known: dict[Value, Value] = {}

        def call(*values: Value, **named: Value) -> Value:
            key = (values, tuple(sorted(named.items())))
            machine.meter.key(key)
            if key not in known:
                value = machine.call(function, *values, **named)
                if len(known) >= (MAX_ITEMS if limit is None else limit):
                    known.pop(next(iter(known)), None)
                known[key] = value
            return known[key]

        made = Native(getattr(function, "name", "cached"), call)
        made.fields.update(cache_clear=Native("cache_clear", known.clear), __wrapped__=function)
        return made

    def lru_cache(maxsize: Value = 128, typed: Value = False) -> Value:
        if isinstance(maxsize, (Function, Native)):
            return cached(maxsize, 128)
        return Native("lru_cache", lambda function: cached(function, maxsize))

    def wraps(wrapped: Value, **named: Value) -> Native:
        def decorate(wrapper: Value) -> Value:
            if isinstance(wrapper, Function):
                wrapper.name = getattr(wrapped, "name", wrapper.name)
                wrapper.fields["__wrapped__"] = wrapped
            return wrapper

        return Native("wraps", decorate)

    def key_of(compare: Value) -> Native:
        make = functools.cmp_to_key(lambda left, right: machine.call(compare, left, right))
        return Native("cmp_to_key", make)

    calls: dict[str, Callable[..., Value]] = {
        "reduce": reduce, "partial": partial, "lru_cache": lru_cache, "cache": cached, "wraps": wraps,
        "cmp_to_key": key_of, "cached_property": lambda getter: Property(getter, cached=True),
    }  # fmt: skip
    return natives(machine, calls)


class Manager:
    """A context manager that a generator function makes."""

    def __init__(self, generator: Generator) -> None:
        self.generator = generator


class Suppress:
    """``contextlib.suppress``."""

    def __init__(self, *kinds: type[BaseException]) -> None:
        self.kinds = kinds


MANAGER = Table(Manager)
SUPPRESS = Table(Suppress)


@MANAGER.method("__enter__")
def _enter(machine: Machine, manager: Manager) -> Value:
    try:
        return machine.resume(manager.generator, None)
    except StopIteration:
        raise RuntimeError("generator didn't yield") from None


@MANAGER.method("__exit__")
def _exit(machine: Machine, manager: Manager, kind: Value, error: Value, trace: Value) -> bool:
    if error is not None:
        return machine.throw(manager.generator, error)
    try:
        machine.resume(manager.generator, None)
    except StopIteration:
        return False
    raise RuntimeError("generator didn't stop")


@SUPPRESS.method("__enter__")
def _enter_suppress(machine: Machine, manager: Suppress) -> None:
    return


@SUPPRESS.method("__exit__")
def _exit_suppress(machine: Machine, manager: Suppress, kind: Value, error: Value, trace: Value) -> bool:
    return isinstance(error, manager.kinds)


class Redirect:
    """``contextlib.redirect_stdout``."""

    def __init__(self, target: Value) -> None:
        self.target = target
        self.saved: Value = None


REDIRECT = Table(Redirect)


@REDIRECT.method("__enter__")
def _enter_redirect(machine: Machine, manager: Redirect) -> Value:
    manager.saved, machine.streams.stdout = machine.streams.stdout, manager.target
    return manager.target


@REDIRECT.method("__exit__")
def _exit_redirect(machine: Machine, manager: Redirect, *error: Value) -> bool:
    machine.streams.stdout = manager.saved
    return False


def _contextlib(machine: Machine) -> dict[str, Value]:
    def context_manager(function: Value) -> Native:
        def make(*values: Value, **named: Value) -> Manager:
            generator = machine.call(function, *values, **named)
            if not isinstance(generator, Generator):
                raise TypeError("'contextmanager' needs a generator function")
            return Manager(generator)

        return Native(getattr(function, "name", "manager"), make)

    def suppress(*kinds: Value) -> Suppress:
        if not all(isinstance(kind, type) and issubclass(kind, BaseException) for kind in kinds):
            raise TypeError("suppress() needs classes of exceptions")
        return Suppress(*kinds)

    calls: dict[str, Callable[..., Value]] = {
        "contextmanager": context_manager, "suppress": suppress, "redirect_stdout": Redirect,
    }  # fmt: skip
    return natives(machine, calls)


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "itertools": _itertools,
    "functools": _functools,
    "contextlib": _contextlib,
}
