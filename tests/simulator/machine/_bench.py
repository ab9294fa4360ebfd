"""A bench machine with one app that has everything, and ways to find things on its screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crab_sim.machine.app import AppSpec, Context, View
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import WINDOWS, Slice
from crab_sim.ui import (
    AnyMessage,
    Button,
    Column,
    Dialog,
    Field,
    Item,
    Label,
    Menu,
    Node,
    Page,
    Row,
    Scene,
    Scroll,
    Slider,
    Theme,
    Tile,
    Window,
)
from crab_sim.ui import theme as themes

LOG = Slice[tuple[Any, ...]]("log")
LUCKY = Slice[tuple[float, float]]("lucky")
TYPED = Slice[tuple[str, ...]]("typed")


VIEWS = 0


def view(context: Context) -> View:
    global VIEWS
    VIEWS += 1
    page = context.page
    overlay: Any = None
    if page.overlay[:1] == ("dialog",):
        overlay = Dialog("Sure?", Field("inside", "Inside"), [Button("No", ("dismiss",)), Button("Yes", ("yes",))])
    elif page.overlay[:1] == ("own",):
        overlay = Dialog("Back?", Label("Or not"), [], dismiss=("left",))
    elif page.overlay[:1] == ("menu",):
        overlay = Menu([Item("First", ("first",)), Item("Off", ("off",), enabled=False)], (10, 10))
    rows = [Tile(f"row {i}", ("row", i), long_message=("long", i), double_message=("double", i)) for i in range(40)]
    body = Column(
        [
            Row([Field("one", "One", flex=1), Field("two", "Two", flex=1)], gap=8),
            Field("many", "Many", multiline=True, lines=3),
            Slider(page.data or 0.0, ("slide", 0.0), "Level"),
            Label(f"{len(context.get(LOG))} events, {int(context.now // 60)} min"),
            Scroll("rows", rows),
        ]
    )
    return View(body, overlay)


def update(context: Context, message: tuple[Any, ...]) -> None:
    name, args = message[0], message[1:]
    context.put(LOG, (*context.get(LOG), message))
    if name == "slide":
        context.set(data=args[0])
    elif name == "left":
        context.set(overlay=())
    elif name == "submit" and context.field("one") == "jump":
        context.set(focus="many", selection=(0, 0))
    elif name == "submit" and context.field("one") == "quit":
        context.close()


APP = AppSpec(
    "settings", "Bench", "settings", (0, 0, 0), view, update, lambda intent: Page("main", focus="one"),
    lambda context: "Bench", key=lambda context, key: key == "ctrl+k",
)  # fmt: skip


class Bench(Machine):
    device = "bench"
    apps = {"settings": APP}
    seeders = {"log": lambda rng, now: (), "lucky": lambda rng, now: (rng.random(), now)}

    def home(self) -> dict[Any, Any]:
        return {WINDOWS: (Window("w", "settings", (APP.start(()),)),)}

    def choose_theme(self) -> Theme:
        return themes.theme(themes.PHONE, False)

    def launch(self, app: str, intent: Sequence[Any] = ()) -> None:
        self.put(WINDOWS, (Window("w", "settings", (APP.start(()),)),))

    @property
    def front(self) -> Window | None:
        windows = self.get(WINDOWS)
        return windows[-1] if windows else None

    def shell(self, message: AnyMessage) -> None:
        raise AssertionError(message)

    def shell_key(self, key: str) -> bool:
        return False

    def shell_text(self, text: str) -> None:
        self.put(TYPED, (*self.peek(TYPED, ()), text))

    def build(self, scene: Scene) -> None:
        for window in self.get(WINDOWS):
            self.build_window(scene, window, 0, 0, self.width, self.height)


def node(machine: Machine, text: str) -> Node:
    found: Node = next(n for n in reversed(machine.scene.nodes) if text in (n.text, n.description))
    return found


def middle(machine: Machine, text: str) -> tuple[int, int]:
    left, top, right, bottom = node(machine, text).bounds
    return (left + right) // 2, (top + bottom) // 2


def page(machine: Machine) -> Page:
    assert machine.front is not None
    return machine.front.page


def log(machine: Machine) -> Any:
    return machine.get(LOG)


def overlay(machine: Machine, name: str) -> None:
    Context(machine, "w").set(overlay=(name,))
