"""``date`` and ``cal``."""

from __future__ import annotations

import re

from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.dates import format_date, parse_date
from crab_sim.shell.options import integer, parse_options
from crab_sim.shell.registry import command


@command("date")
def date(context: CommandContext) -> int:
    """Print the time in UTC, as +FORMAT says; -d names another time, -r that of a file.

    Usage: date [-u] [-d TEXT] [-r FILE] [-I] [+FORMAT]
    """
    context.args = ["--iso-8601" if re.fullmatch(r"-I(date)?", arg) else arg for arg in context.args]
    names = {
        "date": "d",
        "utc": "u",
        "universal": "u",
        "reference": "r",
        "iso-8601": "I",
        "rfc-3339": "3",
        "rfc-email": "R",
    }
    options = parse_options(context, "uRI", "drs3", names)
    when = context.time()
    if "s" in options:
        raise CommandError("cannot set date: Operation not permitted")
    if "r" in options:
        when = context.files.stat(context.path(options["r"])).mtime
    if "d" in options:
        when = parse_date(options["d"], when)
    patterns = [operand[1:] for operand in options.operands if operand.startswith("+")]
    if len(patterns) != len(options.operands):
        raise CommandError(f"invalid date ‘{next(o for o in options.operands if o[:1] != '+')}’")
    pattern = patterns[0] if patterns else "%a %b %e %H:%M:%S UTC %Y"
    if "I" in options:
        pattern = "%Y-%m-%d"
    elif "3" in options:
        pattern = "%Y-%m-%d %H:%M:%S+00:00" if options["3"] == "seconds" else "%Y-%m-%d"
    elif "R" in options:
        pattern = "%a, %d %b %Y %H:%M:%S +0000"
    context.line(format_date(pattern, when))
    return 0


@command("cal")
def cal(context: CommandContext) -> int:
    """Print the calendar of this month, or of MONTH YEAR.

    Usage: cal [[MONTH] YEAR]
    """
    import calendar

    year, month = (int(text) for text in format_date("%Y %m", context.time()).split())
    numbers = [integer(arg) for arg in context.args]
    if len(numbers) == 2:
        month, year = numbers
    if not (1 <= month <= 12 and 1 <= year <= 9999) or len(numbers) not in (0, 2):
        raise CommandError("illegal month or year value: use cal MONTH YEAR")
    weeks = calendar.TextCalendar(6).formatmonth(year, month).split("\n")
    context.out("\n".join(weeks))
    return 0
