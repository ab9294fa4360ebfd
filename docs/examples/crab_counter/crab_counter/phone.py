"""The phone's Counter: counts by buttons, and keeps numbers in a database."""

import random
from typing import Literal, TypeAlias, assert_never

from crab_counter import PACKAGE
from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.machine.slices import Slice
from crab_sim.phone.app import Database, Dump, PhoneApp, PhoneMessage, Tables

Numbers: TypeAlias = tuple[int, ...]
KEPT: Slice[Numbers] = Slice("counter.kept")
Message: TypeAlias = PhoneMessage | tuple[Literal["add"], int] | tuple[Literal["keep"]]


def seed(rng: random.Random, now: float) -> Numbers:
    return tuple(rng.sample(range(20, 100), 3))


def view(context: Context) -> View[Message]:
    number = ui.Label(str(context.page.data), 64, align="center", rid=f"{PACKAGE}:id/number")
    less: ui.Button[Message] = ui.Button("−1", ("add", -1), "tonal", flex=1)
    more: ui.Button[Message] = ui.Button("+1", ("add", 1), "tonal", flex=1)
    keep: ui.Button[Message] = ui.Button("Keep", ("keep",))
    kept = ui.Scroll("kept", [ui.Label(f"Kept: {number}", pad=(0, 8)) for number in context.get(KEPT)])
    return View(ui.Column([number, ui.Row([less, more], gap=12), keep, kept], gap=16, pad=(16, 16)))


def update(context: Context, message: Message) -> None:
    match message:
        case ("add", step):
            context.set(data=context.page.data + step)
        case ("keep",):
            context.put(KEPT, (*context.get(KEPT), context.page.data))
            context.set(data=0)
        case ("back",) | ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


def dump(kept: Numbers) -> Dump:
    return {"kept": enumerate(kept, 1)}


def load(tables: Tables) -> tuple[Numbers]:
    return (tuple(int(row["number"]) for row in tables["kept"]),)


SCHEMA = "CREATE TABLE kept (id INTEGER PRIMARY KEY, number INTEGER NOT NULL);"
DATABASE = Database(f"/data/data/{PACKAGE}/databases/counter.db", (KEPT,), SCHEMA, dump, load)
SPEC = AppSpec(
    "counter", "Counter", "add", (0, 121, 107), view, update,
    start=lambda intent: ui.Page("main", data=0), title=lambda context: "Counter",
)  # fmt: skip
APP = PhoneApp(SPEC, seeders={KEPT: seed}, databases=(DATABASE,))
