"""``datetime`` and ``time`` over the machine's virtual clock, in UTC."""

from __future__ import annotations

import datetime
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from crab_sim.shell.python.members import Table
from crab_sim.shell.python.modules import natives
from crab_sim.shell.python.values import Record, Value

if TYPE_CHECKING:
    from crab_sim.shell.python.machine.core import Machine

_DATE = "weekday isoweekday isocalendar isoformat toordinal replace timetuple ctime"
_UTC = datetime.UTC
DELTA = Table(datetime.timedelta, plain="total_seconds")
DATE = Table(datetime.date, plain=_DATE)
MOMENT = Table(datetime.datetime, plain=_DATE + " date time timetz utcoffset tzname dst utctimetuple")
TIME = Table(datetime.time, plain="isoformat replace utcoffset tzname")
ZONE = Table(datetime.timezone, plain="utcoffset tzname")
ZONE.constants["utc"] = _UTC
_FIELDS = {
    DELTA: "days seconds microseconds",
    DATE: "year month day",
    MOMENT: "hour minute second microsecond tzinfo fold",
    TIME: "hour minute second microsecond tzinfo fold",
}
for _table, _names in _FIELDS.items():
    for _name in _names.split():
        _table.properties[_name] = lambda machine, value, name=_name: getattr(value, name)  # type: ignore[misc]
for _table in (DELTA, DATE, MOMENT, TIME):
    _table.constants.update(min=_table.kind.min, max=_table.kind.max, resolution=_table.kind.resolution)  # type: ignore[attr-defined]


@DATE.method("strftime", "__format__")
@TIME.method("strftime")
def _strftime(machine: Machine, value: Value, format: str) -> str:
    return str(value.strftime(_checked(machine, format)))


def _checked(machine: Machine, pattern: Value) -> str:
    if not isinstance(pattern, str):
        raise TypeError("strftime() argument 1 must be str")
    if len(pattern) > 10_000:
        raise MemoryError
    machine.meter.charge(len(pattern) / 100)
    return pattern.replace("%s", "%%s").replace("%+", "%%+")


@MOMENT.method("timestamp")
def _timestamp(machine: Machine, value: datetime.datetime) -> float:
    return (value if value.tzinfo is not None else value.replace(tzinfo=_UTC)).timestamp()


@MOMENT.method("astimezone")
def _astimezone(machine: Machine, value: datetime.datetime, tz: datetime.tzinfo | None = None) -> datetime.datetime:
    return (value if value.tzinfo is not None else value.replace(tzinfo=_UTC)).astimezone(tz or _UTC)


def _now(machine: Machine, tz: datetime.tzinfo | None = None) -> datetime.datetime:
    moment = datetime.datetime.fromtimestamp(machine.context.time(), _UTC)
    return moment.replace(tzinfo=None) if tz is None else moment.astimezone(tz)


MOMENT.statics["now"] = _now
MOMENT.statics["today"] = MOMENT.statics["utcnow"] = lambda machine: _now(machine)
DATE.statics["today"] = lambda machine: _now(machine).date()
DATE.statics["fromisoformat"] = lambda machine, text: datetime.date.fromisoformat(text)
DATE.statics["fromordinal"] = lambda machine, number: datetime.date.fromordinal(number)
DATE.statics["fromtimestamp"] = lambda machine, when: datetime.datetime.fromtimestamp(when, _UTC).date()
MOMENT.statics["fromisoformat"] = lambda machine, text: datetime.datetime.fromisoformat(text)
MOMENT.statics["combine"] = lambda machine, date, moment: datetime.datetime.combine(date, moment)
TIME.statics["fromisoformat"] = lambda machine, text: datetime.time.fromisoformat(text)


@MOMENT.static("fromtimestamp")
def _fromtimestamp(machine: Machine, when: float, tz: datetime.tzinfo | None = None) -> datetime.datetime:
    moment = datetime.datetime.fromtimestamp(when, tz or _UTC)
    return moment if tz is not None else moment.replace(tzinfo=None)


@MOMENT.static("strptime")
def _strptime(machine: Machine, text: str, pattern: str) -> datetime.datetime:
    if not isinstance(text, str) or not isinstance(pattern, str):
        raise TypeError("strptime() argument 1 must be str")
    if len(text) > 200 or len(pattern) > 200 or pattern.count("%") > 16:
        raise ValueError("the simulated machine's Python refuses so long a date")
    machine.meter.charge(1)
    return datetime.datetime.strptime(text, pattern)


def _datetime(machine: Machine) -> dict[str, Value]:
    kinds = (datetime.timedelta, datetime.date, datetime.datetime, datetime.time, datetime.timezone)
    for kind in kinds:
        machine.constructors[kind] = kind
    return {**{kind.__name__: kind for kind in kinds}, "UTC": _UTC, "MINYEAR": 1, "MAXYEAR": 9999}


class StructTime(Record):
    """A time by its parts."""

    fields_ = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")


StructTime.__name__ = StructTime.__qualname__ = "time.struct_time"


def _time(machine: Machine) -> dict[str, Value]:
    shell = machine.context.shell
    start = machine.context.time()

    def sleep(seconds: Value) -> None:
        if not isinstance(seconds, (int, float)):
            raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        seconds = min(float(seconds), 86_400.0)
        shell.slept += seconds
        machine.context.effect("sleep", seconds)

    def parts(when: Value = None) -> StructTime:
        return StructTime(time.gmtime(machine.context.time() if when is None else when))

    def show(pattern: str, when: Value = None) -> str:
        return time.strftime(_checked(machine, pattern).replace("%Z", "UTC"), tuple(when or parts()))

    calls: dict[str, Callable[..., Value]] = {
        "time": lambda: float(machine.context.time()),
        "time_ns": lambda: int(machine.context.time() * 1_000_000_000),
        "sleep": sleep,
        "perf_counter": lambda: machine.context.time() - start + machine.frames[0].pc / 1e6,
        "monotonic": lambda: machine.context.time() - start,
        "process_time": lambda: 0.03,
        "gmtime": parts,
        "localtime": parts,
        "strftime": show,
        "strptime": lambda text, pattern="%a %b %d %H:%M:%S %Y": StructTime(
            _strptime(machine, text, pattern).timetuple()
        ),
        "ctime": lambda when=None: show("%a %b %e %H:%M:%S %Y", parts(when)),
        "mktime": lambda when: float(datetime.datetime(*when[:6]).replace(tzinfo=_UTC).timestamp()),
    }
    return {"timezone": 0, "tzname": ("UTC", "UTC"), "struct_time": StructTime, **natives(machine, calls)}


MODULES: dict[str, Callable[[Machine], dict[str, Value]]] = {"datetime": _datetime, "time": _time}
