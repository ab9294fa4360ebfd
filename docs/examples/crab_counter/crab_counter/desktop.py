"""The desktop's Counter."""

from typing import Literal, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.machine.slices import Slice

COUNT: Slice[int] = Slice("counter.count")
SEEDERS = {COUNT: lambda rng, now: rng.randrange(10, 100)}
Message: TypeAlias = DesktopMessage | tuple[Literal["add"], int]


def view(context: Context) -> View[Message]:
    number = ui.Label(str(context.get(COUNT)), 48, align="center")
    less: ui.Button[Message] = ui.Button("−1", ("add", -1), "tonal", flex=1)
    more: ui.Button[Message] = ui.Button("+1", ("add", 1), "tonal", flex=1)
    return View(ui.Column([number, ui.Row([less, more], gap=12)], 16, (16, 16)))


def update(context: Context, message: Message) -> None:
    match message:
        case ("add", step):
            context.put(COUNT, context.get(COUNT) + step)
        case ("opened", *_) | ("submit", _):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    id="counter",
    name="Counter",
    icon="add",
    color=(0, 121, 107),
    view=view,
    update=update,
    start=lambda intent: ui.Page("counter"),
    title=lambda context: "Counter",
    size=(320, 220),
    keywords=("number", "tally"),
)
