"""``math``, ``random`` and ``statistics``."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.limits import MAX_BITS, factorial_bits
from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.operators import binary
from crab_sim.shell.python.text import type_name
from crab_sim.shell.python.values import Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_FLOATS = (
    "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh degrees dist erf erfc exp exp2 expm1 fabs floor"
    " fmod frexp gamma hypot isclose isfinite isinf isnan ldexp lgamma log log10 log1p log2 modf nextafter radians"
    " remainder sin sinh sqrt tan tanh trunc ulp"
)


def _math(machine: Machine) -> dict[str, Value]:
    def whole(name: str) -> Callable[..., int]:
        """Returns a function of integers that are not huge."""

        def call(*values: Value) -> int:
            for value in values:
                if not isinstance(value, int):
                    raise TypeError(f"'{type_name(value)}' object cannot be interpreted as an integer")
                if value.bit_length() > 20_000:
                    raise MemoryError
            machine.meter.charge(sum([value.bit_length() for value in values]) / 1000)
            return int(getattr(math, name)(*values))

        return call

    def factorial(number: Value) -> int:
        if isinstance(number, int) and number > 0 and factorial_bits(number) > MAX_BITS:
            raise MemoryError
        machine.meter.charge(1 + abs(number) / 100 if isinstance(number, int) else 1)
        return math.factorial(number)

    def choose(name: str) -> Callable[..., int]:
        def call(total: Value, count: Value = None) -> int:
            if isinstance(total, int) and isinstance(count, int) and min(count, 10**9) * total.bit_length() > MAX_BITS:
                count = min(count, total - count) if name == "comb" and 0 <= count <= total else count
                if count * total.bit_length() > MAX_BITS and count <= total:
                    raise MemoryError
            machine.meter.charge(1 + (min(abs(count), 10**6) / 50 if isinstance(count, int) else 0))
            return int(getattr(math, name)(total, count))

        return call

    def product(values: Value, *, start: Value = 1) -> Value:
        for value in machine.items(values):
            start = binary(machine, "*", start, value)
        return start

    calls: dict[str, Callable[..., Value]] = {
        "factorial": factorial,
        "comb": choose("comb"),
        "perm": choose("perm"),
        "prod": product,
        "fsum": lambda values: math.fsum(machine.items(values)),
        **{name: whole(name) for name in ("gcd", "lcm", "isqrt")},
    }
    constants: dict[str, Value] = {name: getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan")}
    return {**constants, **natives(machine, calls, math, _FLOATS)}


RANDOM = Table(random.Random)


def _random_calls(machine: Machine, source: random.Random) -> dict[str, Callable[..., Value]]:
    def seed(value: Value = None, version: int = 2) -> None:
        if value is None:
            value = machine.context.shell.random()
        if not isinstance(value, (int, float, str, bytes)):
            raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
        if isinstance(value, int) and value.bit_length() > 4096:
            raise MemoryError
        source.seed(value)

    def shuffle(values: Value) -> None:
        machine.meter.items(len(values))
        machine.meter.charge(len(values) / 80)
        source.shuffle(values)

    def sample(population: Value, k: int, *, counts: Value = None) -> list[Value]:
        machine.meter.items(k if isinstance(k, int) else 0)
        machine.meter.charge(abs(k) / 80 if isinstance(k, int) else 0)
        return source.sample(population, k, counts=counts)

    def choices(population: Value, weights: Value = None, *, cum_weights: Value = None, k: int = 1) -> list[Value]:
        machine.meter.items(k)
        machine.meter.charge(abs(k) / 150)
        return source.choices(population, weights, cum_weights=cum_weights, k=k)

    def choice(values: Value) -> Value:
        if not hasattr(type(values), "__getitem__"):
            raise TypeError(f"'{type_name(values)}' object is not subscriptable")
        return source.choice(values)

    def bits(count: int) -> int:
        if count > MAX_BITS:
            raise MemoryError
        return source.getrandbits(count)

    calls: dict[str, Callable[..., Value]] = {
        "seed": seed, "shuffle": shuffle, "sample": sample, "choices": choices, "choice": choice, "getrandbits": bits,
    }  # fmt: skip
    names = "random randint randrange uniform gauss normalvariate expovariate triangular betavariate lognormvariate"
    calls.update({name: getattr(source, name) for name in names.split()})
    return calls


def _add_random_methods() -> None:
    names = "seed shuffle sample choices choice getrandbits random randint randrange uniform gauss normalvariate"
    for name in (names + " expovariate triangular betavariate lognormvariate").split():
        RANDOM.properties[name] = lambda machine, source, name=name: natives(  # type: ignore[misc]
            machine, _random_calls(machine, source)
        )[name]


_add_random_methods()


def _random(machine: Machine) -> dict[str, Value]:
    def make(seed: Value = None) -> random.Random:
        source = random.Random(0)
        _random_calls(machine, source)["seed"](seed)
        return source

    machine.constructors[random.Random] = make
    return {"Random": random.Random, **natives(machine, _random_calls(machine, make()))}


def _statistics(machine: Machine) -> dict[str, Value]:
    def over(name: str) -> Callable[..., Value]:
        def call(values: Value, *given: Value, **named: Value) -> Value:
            found = machine.collect(values)
            if any(isinstance(value, int) and value.bit_length() > 2000 for value in found):
                raise MemoryError
            machine.meter.charge(len(found) / 50)
            machine.meter.keys(found)
            return getattr(statistics, name)(found, *given, **named)

        return call

    names = "mean fmean median median_low median_high mode multimode stdev pstdev variance pvariance geometric_mean"
    calls = {name: over(name) for name in (names + " harmonic_mean").split()}

    def quantiles(values: Value, *, n: int = 4, method: str = "exclusive") -> list[float]:
        machine.meter.items(n)
        found = machine.collect(values)
        machine.meter.charge(len(found) / 50)
        return statistics.quantiles(found, n=n, method="inclusive" if method == "inclusive" else "exclusive")

    return {"StatisticsError": statistics.StatisticsError, **natives(machine, {**calls, "quantiles": quantiles})}


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {
    "math": _math,
    "random": _random,
    "statistics": _statistics,
}
