"""State, windows, touches and keys: of a bench machine with one app that has everything, of a phone and a desktop."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from crab_gym.devices.keys import combo
from crab_gym.sim.desktop import Desktop
from crab_gym.sim.machine import keyboard, touch
from crab_gym.sim.machine.app import AppSpec, Context, View
from crab_gym.sim.machine.machine import ActionRefused, Machine
from crab_gym.sim.machine.slices import BOOTED, CLIPBOARD, FILES, WINDOWS, Slice
from crab_gym.sim.phone import Phone
from crab_gym.sim.ui import (
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
from crab_gym.sim.ui import theme as themes
from crab_gym.sim.ui.node import ScrollData

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
            Slider(page.data or 0.0, ("slide",), "Level"),
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


@pytest.fixture
def bench() -> Bench:
    return Bench(400, 600)


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


# Fields ----------------------------------------------------------------------------------------------------------


def test_typing_goes_to_the_field_with_the_focus(bench: Bench) -> None:
    keyboard.type_text(bench, "Ada Ω 🦀")
    assert page(bench).fields == {"one": "Ada Ω 🦀"}
    keyboard.press(bench, "left")
    keyboard.type_text(bench, "!")
    keyboard.press(bench, "backspace")
    keyboard.press(bench, "X")
    keyboard.press(bench, "space")
    assert page(bench).fields["one"] == "Ada Ω X 🦀"
    keyboard.type_text(bench, "")
    keyboard.press(bench, "ctrl+a")
    keyboard.type_text(bench, "")
    assert page(bench).fields["one"] == "Ada Ω X 🦀", "typing nothing deletes nothing"
    keyboard.type_text(bench, "b")
    assert page(bench).fields["one"] == "b"


def test_a_tap_moves_focus_and_caret(bench: Bench) -> None:
    keyboard.type_text(bench, "first")
    touch.tap(bench, *middle(bench, "Two"))
    assert page(bench).focus == "two"
    keyboard.type_text(bench, "second")
    left, top, _, bottom = node(bench, "One").bounds
    touch.tap(bench, left, (top + bottom) // 2)
    assert (page(bench).focus, page(bench).selection) == ("one", (0, 0))


def test_tab_goes_on_in_the_order_of_the_screen_and_is_typed_into_several_lines(bench: Bench) -> None:
    order = []
    for key in ("tab", "tab", "tab", "shift+tab", "shift+tab", "shift+tab"):
        keyboard.press(bench, key)
        order.append(page(bench).focus)
    assert order == ["two", "many", "many", "two", "one", "many"]
    assert page(bench).fields["many"] == "\t"


def test_a_tab_selects_what_it_comes_to(bench: Bench) -> None:
    keyboard.type_text(bench, "old\t\t")
    keyboard.press(bench, "shift+tab")
    keyboard.press(bench, "shift+tab")
    keyboard.type_text(bench, "new")
    assert page(bench).fields["one"] == "new"


def test_newlines_are_enter_in_one_line_and_text_in_many(bench: Bench) -> None:
    keyboard.type_text(bench, "a\nb\tc\nd")
    assert page(bench).fields == {"one": "ab", "two": "cd"}
    assert log(bench) == (("submit", "one"), ("submit", "two"))
    keyboard.press(bench, "tab")
    keyboard.type_text(bench, "x\ty\nz")
    keyboard.press(bench, "enter")
    assert page(bench).fields["many"] == "x\ty\nz\n"
    assert len(log(bench)) == 2


def test_what_follows_an_enter_goes_where_the_focus_went(bench: Bench) -> None:
    keyboard.type_text(bench, "jump\nlanded\nhere")
    assert page(bench).fields == {"one": "jump", "many": "landed\nhere"}


def test_what_follows_the_last_window_goes_to_the_home_screen(bench: Bench) -> None:
    keyboard.type_text(bench, "quit\nrest\nmore")
    assert bench.front is None
    assert bench.get(TYPED) == ("rest\n", "more")


def test_thousands_of_newlines_are_no_trouble(bench: Bench) -> None:
    keyboard.type_text(bench, "\n" * 3000)
    assert len(log(bench)) == 3000
    keyboard.type_text(bench, "\t" * 3000)
    assert (page(bench).focus, page(bench).fields["many"]) == ("many", "\t" * 2998)


def test_copy_cut_and_paste(bench: Bench) -> None:
    keyboard.type_text(bench, "copy me")
    keyboard.press(bench, "ctrl+c")
    assert bench.get(CLIPBOARD) == "", "nothing is selected"
    keyboard.press(bench, "ctrl+a")
    keyboard.press(bench, "ctrl+c")
    keyboard.press(bench, "tab")
    keyboard.press(bench, "ctrl+v")
    keyboard.press(bench, "ctrl+v")
    assert page(bench).fields == {"one": "copy me", "two": "copy mecopy me"}
    keyboard.press(bench, "ctrl+a")
    keyboard.press(bench, "ctrl+x")
    assert (page(bench).fields["two"], bench.get(CLIPBOARD)) == ("", "copy mecopy me")
    bench.put(CLIPBOARD, "two\nlines")
    keyboard.press(bench, "ctrl+v")
    keyboard.press(bench, "tab")
    keyboard.press(bench, "ctrl+v")
    assert (page(bench).fields["two"], page(bench).fields["many"]) == ("two lines", "two\nlines")


def test_a_long_tap_on_a_field_offers_the_same(bench: Bench) -> None:
    keyboard.type_text(bench, "words")
    for item in ("Select all", "Cut"):
        touch.tap(bench, *middle(bench, "One"), "long")
        touch.tap(bench, *middle(bench, item))
        assert page(bench).overlay == ()
    assert (page(bench).fields["one"], bench.get(CLIPBOARD)) == ("", "words")
    touch.tap(bench, *middle(bench, "Two"), "long")
    touch.tap(bench, *middle(bench, "Paste"))
    assert page(bench).fields["two"] == "words"
    assert log(bench) == (), "the toolkit keeps its messages to itself"


def test_a_double_click_selects_a_word_and_a_drag_a_range(bench: Bench) -> None:
    keyboard.type_text(bench, "alpha beta")
    left, top, right, bottom = node(bench, "One").bounds
    y = (top + bottom) // 2
    touch.tap(bench, left + 20, y, "double")
    assert page(bench).selection == (0, 5)
    touch.drag(bench, left, y, right, y)
    assert page(bench).selection == (0, 10)
    keyboard.type_text(bench, "gamma")
    assert page(bench).fields["one"] == "gamma"


def test_the_app_may_take_a_key_first(bench: Bench) -> None:
    keyboard.type_text(bench, "abc")
    before = bench.fingerprint()
    keyboard.press(bench, "ctrl+k")
    keyboard.press(bench, "f7")
    keyboard.press(bench, "shift")
    assert bench.fingerprint() == before


# Touches ---------------------------------------------------------------------------------------------------------


def test_gestures_send_their_own_messages(bench: Bench) -> None:
    at = middle(bench, "row 2")
    touch.tap(bench, *at)
    touch.tap(bench, *at, "long")
    touch.tap(bench, *at, "double")
    assert log(bench) == (("row", 2), ("long", 2), ("double", 2))


def test_a_slider_follows_a_touch_and_stays_in_its_range(bench: Bench) -> None:
    left, top, right, bottom = node(bench, "Level").bounds
    y = (top + bottom) // 2
    touch.tap(bench, (left + right) // 2, y)
    assert page(bench).data == pytest.approx(0.5, abs=0.02)
    touch.drag(bench, left + 20, y, 10_000, y)
    assert page(bench).data == 1.0
    touch.drag(bench, left + 20, y, -10_000, y)
    assert page(bench).data == 0.0


def test_scrolling_stops_at_both_ends(bench: Bench) -> None:
    x, y = middle(bench, "row 2")
    touch.scroll(bench, x, y, -100)
    assert page(bench).scroll.get("rows", 0) == 0
    touch.scroll(bench, x, y, 120)
    assert page(bench).scroll == {"rows": 120}
    touch.scroll(bench, x, y, 10**6)
    most = page(bench).scroll["rows"]
    assert node(bench, "row 39").bounds[3] == 600
    touch.scroll(bench, x, y, 0)
    touch.scroll(bench, x, y, -1)
    assert page(bench).scroll["rows"] == most - 1
    touch.scroll(bench, x, y, -(10**6))
    assert page(bench).scroll["rows"] == 0


def test_a_drag_moves_a_list_like_a_finger(bench: Bench) -> None:
    x, y = middle(bench, "row 2")
    touch.drag(bench, x, y, x, y - 90)
    assert page(bench).scroll == {"rows": 90}
    touch.drag(bench, x, y, x + 50, y + 40)
    assert page(bench).scroll == {"rows": 50}
    assert log(bench) == ()


def test_a_field_of_many_lines_scrolls_until_something_is_typed(bench: Bench) -> None:
    touch.tap(bench, *middle(bench, "Many"))
    keyboard.type_text(bench, "\n".join(f"line {i}" for i in range(30)))
    x, y = middle(bench, "Many")
    for _ in range(40):
        touch.scroll(bench, x, y, -40)
    touch.tap(bench, x, node(bench, "Many").bounds[1] + 12)
    assert page(bench).selection[1] < 10, "the first line is in view"
    keyboard.type_text(bench, "!")
    assert page(bench).scroll.get("many") is None
    touch.scroll(bench, x, y, 10**6)
    touch.tap(bench, x, node(bench, "Many").bounds[3] - 12)
    assert page(bench).selection[1] > 200, "the last lines are"


@pytest.mark.parametrize("name", ["dialog", "own", "menu"])
def test_what_floats_hides_what_is_below(bench: Bench, name: str) -> None:
    points = {text: middle(bench, text) for text in ("One", "Two", "Many", "Level", "row 1", "row 3")}
    acts: dict[str, Callable[[int, int], None]] = {
        "tap": lambda x, y: touch.tap(bench, x, y),
        "long": lambda x, y: touch.tap(bench, x, y, "long"),
        "double": lambda x, y: touch.tap(bench, x, y, "double"),
        "scroll": lambda x, y: touch.scroll(bench, x, y, 100),
        "drag": lambda x, y: touch.drag(bench, x, y, x, y - 50),
        "across": lambda x, y: touch.drag(bench, x, y, x + 50, y),
    }
    start = bench.snapshot()
    for act in acts.values():
        for x, y in points.values():
            bench.restore(start)
            overlay(bench, name)
            act(x, y)
            shown = page(bench)
            assert shown.data is None and shown.scroll == {}
            assert shown.focus in ("one", "inside") and shown.selection == (0, 0)
            assert log(bench) in ((), (("left",),), (("first",),))


def test_a_touch_beside_closes_what_floats(bench: Bench) -> None:
    for name in ("dialog", "menu"):
        overlay(bench, name)
        touch.tap(bench, 395, 595)
        assert page(bench).overlay == ()
        overlay(bench, name)
        keyboard.press(bench, "escape")
        assert page(bench).overlay == ()
    overlay(bench, "own")
    touch.tap(bench, 395, 595)
    assert log(bench) == (("left",),) and page(bench).overlay == ()
    overlay(bench, "dialog")
    touch.tap(bench, *middle(bench, "Sure?"))
    assert page(bench).overlay == ("dialog",), "the dialog itself is no way out"
    touch.tap(bench, *middle(bench, "No"))
    assert page(bench).overlay == ()


def test_a_disabled_entry_does_nothing(bench: Bench) -> None:
    overlay(bench, "menu")
    touch.tap(bench, *middle(bench, "Off"))
    assert log(bench) == () and page(bench).overlay == ("menu",)
    touch.tap(bench, *middle(bench, "First"))
    assert log(bench) == (("first",),)


# State -----------------------------------------------------------------------------------------------------------


def test_a_view_is_made_again_only_when_what_it_read_changed(bench: Bench) -> None:
    assert bench.scene.nodes
    count = VIEWS
    bench.put(CLIPBOARD, "not read")
    assert bench.scene.nodes
    bench.advance(0.5)
    assert bench.scene.nodes and count == VIEWS
    bench.advance(60)
    assert node(bench, f"0 events, {int(bench.now // 60)} min")
    assert count + 1 == VIEWS
    bench.put(LOG, (("a",),))
    assert node(bench, f"1 events, {int(bench.now // 60)} min")


def test_seeded_content_is_made_when_it_is_looked_at(bench: Bench) -> None:
    bench.boot(5)
    assert "lucky" not in bench.slices
    value = bench.get(LUCKY)
    assert value[1] == bench.get(BOOTED)
    bench.advance(100)
    assert bench.get(LUCKY) is value
    before = bench.fingerprint()
    bench.put(LUCKY, (value[0], value[1]))
    assert bench.fingerprint() == before, "content as the seed made it is no change"
    bench.put(LUCKY, (0.5, 0.5))
    assert bench.fingerprint() != before
    assert bench.seeded(LUCKY) == value
    handle = bench.snapshot()
    bench.boot(6)
    assert bench.get(LUCKY) != value
    bench.restore(handle)
    assert bench.get(LUCKY) == (0.5, 0.5) and bench.seeded(LUCKY) == value


def test_seeds_and_clocks(bench: Bench) -> None:
    clocks = []
    for seed in range(30):
        bench.boot(seed)
        clocks.append(bench.now)
    assert len(set(clocks)) > 25
    assert all(8 * 3600 <= now % 86_400 < 18 * 3600 for now in clocks), "machines boot by day"
    bench.boot(3)
    assert bench.now == clocks[3]


def test_windows_that_are_gone_are_named(bench: Bench) -> None:
    with pytest.raises(KeyError, match=r"no window 'v'; open are: \['w'\]"):
        bench.window("v")


def test_combinations_have_one_name() -> None:
    for keys, name in (
        (["ctrl", "s"], "ctrl+s"), (["s", "ctrl"], "ctrl+s"), (["shift", "ctrl", "S"], "ctrl+shift+s"),
        (["a"], "a"), (["A"], "A"), (["shift", "a"], "A"), (["Esc"], "escape"), (["winleft", "d"], "super+d"),
        (["ctrlright", "altleft", "pgup"], "ctrl+alt+pageup"), (["shift"], "shift"), (["+"], "+"), ([" "], "space"),
        (["shift", "return"], "shift+enter"), (["ctrl", "ctrl", "c"], "ctrl+c"),
    ):  # fmt: skip
        assert combo(keys) == name


# Phone and desktop under random input ----------------------------------------------------------------------------

TEXTS = ["a", "notes.txt", "\n", "x\ny\tz", "é Ω 漢 🦀\u202e", "", "long " * 60, "ls -l | wc\n", "\n" * 50, "1" * 300]
PHONE_KEYS = ["home", "back", "recents", "enter", "delete", "tab", "escape", "left", "space"]
DESKTOP_KEYS = ["enter", "escape", "tab", "backspace", "super", "f2", "f10", "delete", "down", "pageup", "q", "space"]
COMBOS = [
    ["ctrl", "a"], ["ctrl", "c"], ["ctrl", "v"], ["ctrl", "x"], ["ctrl", "n"], ["ctrl", "s"], ["ctrl", "z"],
    ["alt", "f4"], ["alt", "tab"], ["super", "up"], ["super", "h"], ["ctrl", "alt", "t"], ["shift", "tab"],
    ["ctrl", "shift", "n"], ["ctrl", "h"], ["ctrl", "w"], ["alt", "left"], ["ctrl", "l"], ["shift", "home"],
]  # fmt: skip
APPS = ["Files", "Text Editor", "Terminal", "Settings", "nothing"]


Verb = tuple[str, dict[str, Any]]


def random_verb(rng: random.Random, machine: Machine) -> Verb:
    x, y = rng.randrange(machine.width), rng.randrange(machine.height)
    live = [n for n in machine.scene.nodes if n.message or n.long_message]
    if live and rng.random() < 0.7:
        left, top, right, bottom = rng.choice(live).bounds
        x, y = (left + right) // 2, (top + bottom) // 2
    there = {"x1": x, "y1": y, "x2": rng.randrange(machine.width), "y2": rng.randrange(machine.height)}
    direction = rng.choice(["up", "down", "left", "right"])
    verbs: list[Verb]
    if machine.device == "android":
        verbs = (
            [
                *[("tap", {"x": x, "y": y})] * 4, ("long_tap", {"x": x, "y": y}), ("drag", there),
                ("swipe", {"x": x, "y": y, "direction": direction, "distance": rng.choice(["short", "long"])}),
                ("write_text", {"text": rng.choice(TEXTS)}), ("press", {"key": rng.choice(PHONE_KEYS)}),
                ("open_app", {"name": rng.choice(["Contacts", "Messages", "Tasks", "Settings", "Nonesuch"])}),
            ]
        )  # fmt: skip
        return rng.choice(verbs)
    verbs = (
        [
            *[("click", {"x": x, "y": y})] * 4, *[("double_click", {"x": x, "y": y})] * 2, ("drag", there),
            ("right_click", {"x": x, "y": y}), ("press", {"key": rng.choice(DESKTOP_KEYS)}),
            ("scroll", {"x": x, "y": y, "direction": direction, "amount": rng.randint(1, 50)}),
            ("write_text", {"text": rng.choice(TEXTS)}), ("hotkey", {"keys": rng.choice(COMBOS)}),
            ("search_app", {"name": rng.choice(APPS)}), ("press", {"key": "enter"}),
        ]
    )  # fmt: skip
    return rng.choice(verbs)


def act(machine: Any, verb: Verb) -> None:
    """Carries out a verb; one that is refused has changed nothing."""
    before = machine.snapshot()
    try:
        machine.execute(*verb)
    except ActionRefused:
        assert machine.snapshot() == before
    machine.advance(1)


def state(machine: Machine) -> tuple[Any, ...]:
    scene = machine.scene
    return machine.fingerprint(), list(scene.nodes), list(scene.ops)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", [Phone, Desktop])
def test_random_input_is_harmless_repeatable_and_can_be_undone(kind: Callable[[], Any], seed: int) -> None:
    rng = random.Random(f"kernel:{seed}")
    machine, twin = kind(), kind()
    machine.boot(seed)
    twin.boot(seed)
    for _ in range(5):
        for _ in range(40):
            verb = random_verb(rng, machine)
            act(machine, verb)
            act(twin, verb)
            before = dict(machine.slices)
            nodes = machine.scene.nodes
            assert machine.slices == before, "looking is no change"
            assert all(0 <= n.bounds[0] < n.bounds[2] <= machine.width for n in nodes)
        expected = state(machine)
        assert state(twin) == expected
        fresh = kind()
        fresh.boot(99)
        fresh.restore(machine.snapshot())
        assert state(fresh) == expected, "the scene follows from the state alone"
        handle, fork = machine.snapshot(), machine.fork()
        verbs = []
        for _ in range(15):
            verbs.append(random_verb(rng, machine))
            act(machine, verbs[-1])
        after = state(machine)
        assert state(fork) == expected
        machine.restore(handle)
        assert state(machine) == expected
        for each in (machine, fork, twin):
            for verb in verbs:
                act(each, verb)
            assert state(each) == after


# Windows on the desktop ------------------------------------------------------------------------------------------


@pytest.fixture
def stacked() -> Desktop:
    """A desktop whose Settings lie over a small window of Files with much in it."""
    machine = Desktop()
    machine.boot(0)
    files = machine.files
    for i in range(60):
        files = files.write(f"/home/user/file {i:02}", b"", machine.now)
    machine.put(FILES, files)
    machine.launch("files")
    machine.launch("settings")
    below, above = machine.get(WINDOWS)
    machine.put_window(below._replace(frame=(200, 100, 900, 460)))
    machine.put_window(above._replace(frame=(150, 80, 950, 640)))
    return machine


def pages(machine: Machine) -> dict[str, Page]:
    return {window.app: window.page for window in machine.get(WINDOWS)}


def test_a_window_hides_what_is_below_it_from_every_gesture(stacked: Desktop) -> None:
    before = pages(stacked)["files"]
    handle = stacked.snapshot()
    assert any(isinstance(n.data, ScrollData) and n.data.limit for n in stacked.scene.nodes if n.app == "files")
    for x in range(205, 900, 60):
        for y in range(105, 460, 45):
            gestures: list[tuple[str, dict[str, Any]]] = [
                ("scroll", {"x": x, "y": y, "direction": "down", "amount": 3}),
                ("drag", {"x1": x, "y1": y, "x2": x, "y2": y - 60}),
                ("right_click", {"x": x, "y": y}),
                ("double_click", {"x": x, "y": y}),
            ]
            for name, args in gestures:
                stacked.restore(handle)
                stacked.execute(name, args)
                assert pages(stacked).get("files") == before


def test_the_dock_hides_the_windows_below_it(stacked: Desktop) -> None:
    files = stacked.get(WINDOWS)[0]
    stacked.put_window(files._replace(frame=(-300, 20, 400, 700)))
    stacked.raise_window(files.id)
    before = pages(stacked)
    for y in range(40, 700, 30):
        touch.scroll(stacked, 30, y, 200)
        stacked.execute("drag", {"x1": 30, "y1": y, "x2": 30, "y2": y - 200})
    assert pages(stacked) == before
