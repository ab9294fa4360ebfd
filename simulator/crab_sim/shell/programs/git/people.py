"""Authors and dates: who commits, when, and how dates are shown.

* `signature` - the author or committer of something new. `Person`, `person` - the parts of a recorded one.
* `shown_date` - a date in one of git's forms.
"""

from __future__ import annotations

import re
import time
from calendar import timegm
from typing import Final, NamedTuple

from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.repository import Repository

__all__ = ["Person", "person", "shown_date", "signature"]

_ISO: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?")
_UNKNOWN: Final = """\
{} identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: unable to auto-detect email address (got '{}@desktop.(none)')"""


class Person(NamedTuple):
    """A recorded author: name, address, seconds since 1970, and time zone such as ``+0200``."""

    name: str
    email: str
    time: int
    zone: str

    @property
    def who(self) -> str:
        """Name and address."""
        return f"{self.name} <{self.email}>"


def person(text: str) -> Person:
    """Returns the parts of a recorded author.

    >>> person("Ada L <ada@example.com> 12 +0100")
    Person(name='Ada L', email='ada@example.com', time=12, zone='+0100')
    """
    found = re.fullmatch(r"(.*?) ?<([^>]*)> (\d{1,12}) ([+-]\d{4})", text)
    return Person(found[1], found[2], int(found[3]), found[4]) if found else Person(text, "", 0, "+0000")


def _date(repository: Repository, text: str) -> str:
    """Returns a given date as seconds and zone; without one, the clock's."""
    if not text:
        return f"{int(repository.begun)} +0000"
    plain = re.fullmatch(r"@?(\d{5,12})(?: ([+-]\d{4}))?", text.strip())
    if plain is not None:
        return f"{plain[1]} {plain[2] or '+0000'}"
    found = _ISO.fullmatch(text.strip())
    if found is None:
        raise GitError(f"fatal: invalid date format: {text}")
    year, month, day, hour, minute, second = [int(part or 0) for part in found.groups()[:6]]
    zone = (found[7] or "+0000").replace(":", "").replace("Z", "+0000")
    if not (1970 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 61):
        raise GitError(f"fatal: invalid date format: {text}")
    seconds = timegm((year, month, day, hour, minute, second, 0, 1, 0)) - _offset(zone)
    return f"{max(0, seconds)} {zone}"


def _offset(zone: str) -> int:
    sign = -1 if zone[0] == "-" else 1
    return sign * (int(zone[1:3]) * 3600 + int(zone[3:5]) * 60)


def signature(repository: Repository, role: str, author: str = "", date: str = "") -> str:
    """Returns the author or committer of something new.

    Args:
        repository: The repository.
        role: ``AUTHOR`` or ``COMMITTER``.
        author: A given ``Name <email>``; by default that of the environment or the settings.
        date: A given date; by default that of the environment or the clock.

    Raises:
        GitError: Nobody is known, or the date isn't understood.
    """
    environment = repository.environment
    given = re.fullmatch(r"\s*(.*?)\s*<([^<>]*)>\s*", author)
    if author and given is None:
        raise GitError(f"fatal: --author '{author}' is not 'Name <email>' and matches no existing author")
    name = given[1] if given else environment.get(f"GIT_{role}_NAME", "") or repository.setting("user.name")
    email = given[2] if given else environment.get(f"GIT_{role}_EMAIL", "") or repository.setting("user.email")
    if not email:
        raise GitError(_UNKNOWN.format("Committer" if role == "COMMITTER" else "Author", repository.user))
    name = re.sub(r"[<>\n]", "", name).strip(" .,:;\"'") or repository.user
    when = _date(repository, date or environment.get(f"GIT_{role}_DATE", ""))
    return f"{name} <{re.sub(chr(60) + '|' + chr(62) + '|' + chr(10), '', email)}> {when}"


def shown_date(when: Person, form: str = "default", now: float = 0.0) -> str:
    """Returns a date as git shows it.

    Args:
        when: Who did it when.
        form: ``default``, ``iso``, ``iso-strict``, ``short``, ``raw``, ``unix`` or ``relative``.
        now: The clock, for relative dates.

    >>> shown_date(Person("a", "a@b", 1_700_000_000, "+0100"))
    'Tue Nov 14 23:13:20 2023 +0100'
    """
    local = time.gmtime(when.time + _offset(when.zone))
    match form:
        case "iso" | "iso8601":
            return time.strftime("%Y-%m-%d %H:%M:%S ", local) + when.zone
        case "iso-strict" | "iso8601-strict":
            return time.strftime("%Y-%m-%dT%H:%M:%S", local) + f"{when.zone[:3]}:{when.zone[3:]}"
        case "short":
            return time.strftime("%Y-%m-%d", local)
        case "raw":
            return f"{when.time} {when.zone}"
        case "unix":
            return str(when.time)
        case "relative":
            return _relative(max(0, int(now) - when.time))
    return f"{time.strftime('%a %b', local)} {local.tm_mday} {time.strftime('%H:%M:%S %Y', local)} {when.zone}"


def _relative(seconds: int) -> str:
    """Returns how long ago something was."""
    if seconds < 90:
        return f"{seconds} second{'s' * (seconds != 1)} ago"
    for size, limit, name in ((60, 90, "minute"), (3600, 36, "hour"), (86400, 14, "day"), (604800, 10, "week")):
        count = (seconds + size // 2) // size
        if count < limit:
            return f"{count} {name}{'s' * (count != 1)} ago"
    days = (seconds + 43200) // 86400
    if days < 365:
        months = (days + 15) // 30
        return f"{months} month{'s' * (months != 1)} ago"
    years = days // 365
    return f"{years} year{'s' * (years != 1)} ago"
