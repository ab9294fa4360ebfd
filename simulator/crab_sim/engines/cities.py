"""The cities of the world clock: their offsets from UTC, and their changes to summer time.

The table is the machines' own, so that times don't depend on the host's time zones.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from crab_sim.engines.days import DAY, civil, day_of, weekday

__all__ = ["CITIES", "City", "apart", "matching", "offset"]


class City(NamedTuple):
    """A city: `standard` minutes ahead of UTC; `summer` is the family of its rule for summer time, ``""`` for none."""

    name: str
    country: str
    standard: int
    summer: str = ""


_TABLE = """
Abu Dhabi|United Arab Emirates|240
Addis Ababa|Ethiopia|180
Adelaide|Australia|570|au
Algiers|Algeria|60
Almaty|Kazakhstan|300
Amsterdam|Netherlands|60|eu
Anchorage|USA|-540|us
Ankara|Turkey|180
Athens|Greece|120|eu
Atlanta|USA|-300|us
Auckland|New Zealand|720|nz
Baghdad|Iraq|180
Bangkok|Thailand|420
Barcelona|Spain|60|eu
Beijing|China|480
Belgrade|Serbia|60|eu
Berlin|Germany|60|eu
Bogotá|Colombia|-300
Boston|USA|-300|us
Brisbane|Australia|600
Brussels|Belgium|60|eu
Bucharest|Romania|120|eu
Budapest|Hungary|60|eu
Buenos Aires|Argentina|-180
Canberra|Australia|600|au
Cape Town|South Africa|120
Caracas|Venezuela|-240
Casablanca|Morocco|60
Chicago|USA|-360|us
Copenhagen|Denmark|60|eu
Dakar|Senegal|0
Dallas|USA|-360|us
Delhi|India|330
Denver|USA|-420|us
Dhaka|Bangladesh|360
Dubai|United Arab Emirates|240
Dublin|Ireland|0|eu
Edinburgh|United Kingdom|0|eu
Hanoi|Vietnam|420
Havana|Cuba|-300|us
Helsinki|Finland|120|eu
Hong Kong|Hong Kong|480
Honolulu|USA|-600
Istanbul|Turkey|180
Jakarta|Indonesia|420
Johannesburg|South Africa|120
Karachi|Pakistan|300
Kathmandu|Nepal|345
Kyiv|Ukraine|120|eu
Lagos|Nigeria|60
Lima|Peru|-300
Lisbon|Portugal|0|eu
London|United Kingdom|0|eu
Los Angeles|USA|-480|us
Madrid|Spain|60|eu
Manila|Philippines|480
Melbourne|Australia|600|au
Mexico City|Mexico|-360
Miami|USA|-300|us
Minsk|Belarus|180
Montevideo|Uruguay|-180
Montreal|Canada|-300|us
Mumbai|India|330
Munich|Germany|60|eu
Nairobi|Kenya|180
New York|USA|-300|us
Oslo|Norway|60|eu
Panama City|Panama|-300
Paris|France|60|eu
Perth|Australia|480
Phoenix|USA|-420
Prague|Czechia|60|eu
Quito|Ecuador|-300
Reykjavik|Iceland|0
Rio de Janeiro|Brazil|-180
Riyadh|Saudi Arabia|180
Rome|Italy|60|eu
San Francisco|USA|-480|us
São Paulo|Brazil|-180
Seattle|USA|-480|us
Seoul|South Korea|540
Shanghai|China|480
Singapore|Singapore|480
Sofia|Bulgaria|120|eu
St. John's|Canada|-210|us
Stockholm|Sweden|60|eu
Sydney|Australia|600|au
Taipei|Taiwan|480
Tashkent|Uzbekistan|300
Tbilisi|Georgia|240
Tokyo|Japan|540
Toronto|Canada|-300|us
Vancouver|Canada|-480|us
Vienna|Austria|60|eu
Warsaw|Poland|60|eu
Washington|USA|-300|us
Wellington|New Zealand|720|nz
Yerevan|Armenia|240
Zurich|Switzerland|60|eu
"""


def _parse(line: str) -> City:
    name, country, minutes, *summer = line.split("|")
    return City(name, country, int(minutes), *summer)


CITIES: Mapping[str, City] = {city.name: city for city in map(_parse, _TABLE.strip().splitlines())}
"""All cities by name, in alphabetical order."""


def _sunday(year: int, month: int, which: int) -> int:
    """Returns the first (1), second (2) or last (0) Sunday of a month, as a day since 1970."""
    if which:
        first = day_of(year, month, 1)
        return first + (6 - weekday(first)) % 7 + 7 * (which - 1)
    end = day_of(year + month // 12, month % 12 + 1, 1) - 1
    return end - (weekday(end) + 1) % 7


def _summer(family: str, standard: int, year: int) -> tuple[int, int]:
    """Returns the start and end of a year's summer time, in seconds since 1970; in the south it ends first."""
    local = 60 * standard
    match family:
        case "eu":  # all at once, at 01:00 UTC
            return _sunday(year, 3, 0) * DAY + 3600, _sunday(year, 10, 0) * DAY + 3600
        case "us":
            return _sunday(year, 3, 2) * DAY + 7200 - local, _sunday(year, 11, 1) * DAY + 3600 - local
        case "au":
            return _sunday(year, 10, 1) * DAY + 7200 - local, _sunday(year, 4, 1) * DAY + 7200 - local
    return _sunday(year, 9, 0) * DAY + 7200 - local, _sunday(year, 4, 1) * DAY + 7200 - local  # New Zealand


@lru_cache(maxsize=1024)
def _offset(name: str, quarter: int) -> int:
    city = CITIES[name]
    if not city.summer:
        return 60 * city.standard
    now = quarter * 900
    year, _, _ = civil((now + 60 * city.standard) // DAY)
    begin, end = _summer(city.summer, city.standard, year)
    summer = begin <= now < end if begin < end else not end <= now < begin
    return 60 * city.standard + (3600 if summer else 0)


def offset(name: str, now: float) -> int:
    """Returns the seconds by which a city's clocks are ahead of UTC at a time (seconds since 1970).

    >>> offset("London", 1_791_792_000), offset("London", 1_793_000_000), offset("Kathmandu", 0.0)
    (3600, 0, 20700)
    """
    return _offset(name, int(now // 900))


def apart(name: str, now: float) -> str:
    """Returns the difference between a city's time and the machine's as text.

    >>> apart("Tokyo", 1_791_792_000), apart("Honolulu", 1_791_792_000), apart("Delhi", 1_791_792_000)
    ('Today, +9 hrs', 'Yesterday, -10 hrs', 'Today, +5:30 hrs')
    """
    seconds = offset(name, now)
    days = int((now + seconds) // DAY) - int(now // DAY)
    day = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}[days]
    hours, minutes = divmod(abs(seconds) // 60, 60)
    if not seconds:
        return day
    number = f"{hours}:{minutes:02}" if minutes else str(hours)
    return f"{day}, {'+' if seconds > 0 else '-'}{number} hr{'s' * (number != '1')}"


def matching(query: str) -> tuple[City, ...]:
    """Returns the cities whose name or country has a word that begins with a query."""
    wanted = query.strip().casefold()
    return tuple(
        [city for city in CITIES.values() if not wanted or f" {wanted}" in f" {city.name} {city.country}".casefold()]
    )
