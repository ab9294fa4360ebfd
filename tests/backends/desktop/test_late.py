"""Windows whose elements come late, without a desktop."""

from __future__ import annotations

from crab_gym.backends.base import Element
from crab_gym.backends.desktop.late import LateElements

WINDOW = Element("window", "Settings", app="settings", bounds=(0, 0, 100, 100), focused=True)
CLOSE = Element("button", "Close", app="settings", bounds=(80, 0, 100, 10), clickable=True)
BELOW = (
    Element("window", "Home", app="files", bounds=(0, 0, 90, 90)),
    Element("cell", "Documents", app="files", bounds=(0, 0, 20, 20), clickable=True),
)
BAR = Element("button", "Activities", app="system", bounds=(0, 0, 20, 5), clickable=True)
EMPTY = (*BELOW, WINDOW, CLOSE, BAR)
FULL = (*BELOW, WINDOW, Element("list_item", "Sound", app="settings", bounds=(0, 20, 20, 30)), CLOSE, BAR)


class Screen:
    """A screen that fills after a number of looks."""

    def __init__(self, empty: int) -> None:
        self.looks, self.empty, self.slept = 0, empty, 0.0

    def read(self) -> tuple[Element, ...]:
        self.looks += 1
        return EMPTY if self.looks <= self.empty else FULL

    def sleep(self, seconds: float) -> None:
        self.slept += seconds

    def clock(self) -> float:
        return self.slept + 0.5 * self.looks  # a reading takes half a second


def test_a_screen_is_read_once_if_the_window_in_front_has_elements() -> None:
    screen = Screen(0)
    late = LateElements(screen.sleep, screen.clock)
    assert late.read(screen.read) == FULL and late.read(lambda: (BAR,)) == (BAR,)
    assert late.read(lambda: BELOW) == BELOW  # no window has the focus
    assert screen.looks == 1 and screen.slept == 0


def test_a_window_without_elements_is_waited_for() -> None:
    screen = Screen(3)
    assert LateElements(screen.sleep, screen.clock).read(screen.read) == FULL
    assert screen.looks == 4 and 0 < screen.slept < 2


def test_a_window_that_never_has_elements_is_waited_for_once() -> None:
    screen = Screen(10_000)
    late = LateElements(screen.sleep, screen.clock)
    assert late.read(screen.read) == EMPTY and screen.clock() <= 5.25
    looks = screen.looks
    assert late.read(screen.read) == EMPTY and screen.looks == looks + 1
    assert late.read(lambda: FULL) == FULL
    assert late.read(screen.read) == EMPTY and screen.looks > looks + 2  # it has had elements since
