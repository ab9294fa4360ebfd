"""Book the cheapest or shortest flight between two cities on a day."""

from __future__ import annotations

import random

from crab_tasks.kits.android.miniwob.dates import some_day
from crab_tasks.kits.android.miniwob.family import Problem, family
from crab_tasks.kits.android.miniwob.items import Item, box, button, column, day, end, field, row, text
from crab_tasks.kits.android.miniwob.moves import pick_day, press, write
from crab_tasks.kits.android.miniwob.words import CITIES, date_words, some

__all__ = ["TASK"]


def draw(rng: random.Random) -> Problem:
    """Returns the page: a form whose fields suggest cities, then three or four flights.

    Near miss: Fills in the right cities and date, but books the dearest or longest flight.
    """
    (start, start_code), (goal, goal_code), (other, _) = some(rng, CITIES, 3)
    names = [f"{city} ({code})" for city, code in CITIES]
    date, count = some_day(rng), rng.randint(3, 4)
    prices, minutes = some(rng, range(80, 900), count), some(rng, range(90, 900), count)
    cheap = rng.random() < 0.5
    chosen = prices if cheap else minutes
    best, worst = chosen.index(min(chosen)), chosen.index(max(chosen))
    wanted = {"from": f"{start} ({start_code})", "to": f"{goal} ({goal_code})", "date": date}
    flights = [
        box([
            row([text(f"${price}", size=18, bold=True, flex=1), text(f"{long // 60} h {long % 60:02} min")]),
            button(f"Book flight {i + 1}", end(f"flight {i}")),
        ])
        for i, (price, long) in enumerate(zip(prices, minutes, strict=True))
    ]  # fmt: skip

    def city(name: str, hint: str) -> list[Item]:
        return [field(name, hint), {"k": "suggest", "field": name, "options": names}]

    form = [*city("from", "From"), *city("to", "To"), day("date", "Date", "2026-06-15"),
            button("Search", [["set", "view", "flights"]], style="filled")]  # fmt: skip
    filled = {
        "from": [write("from", start[:4]), press(wanted["from"], "list_item")],
        "to": [write("to", goal[:4]), press(wanted["to"], "list_item")],
        "date": [pick_day("date", date)],
    }
    search = press("Search", "button")
    return Problem(
        says=f"Book the {'cheapest' if cheap else 'shortest'} flight from {start} to {goal} on {date_words(date)}.",
        items=[
            column(form, when={"view": "form"}),
            column([button("Change search", [["set", "view", "form"]]), *flights], when={"view": "flights"}),
        ],
        values={"view": "form"},
        event=f"flight {best}",
        answer=wanted,
        steps={name: {name: value} for name, value in wanted.items()},
        moves={**filled, "done": [search, press(f"Book flight {best + 1}", "button")]},
        wrong=[*filled["from"], *filled["to"], *filled["date"], search, press(f"Book flight {worst + 1}", "button")],
        detour=[write("from", other), search, press("Change search", "button")],
    )  # fmt: skip


TASK = family("book_flight", draw, "Book a flight.", ("from", "to", "date"), tags=("form", "search"))
