"""Pointing at elements of the desktop that a test describes: real and simulated programs name some differently.

* `named`, `menu_entry` - tests. `any_soon` - waits until one is there. `point` - waits for one, and points at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action

__all__ = ["Test", "any_soon", "menu_entry", "named", "point", "shown"]

Test = Callable[[Element], bool]
"""Tells whether an element is meant."""
_LOOKS, _SHORT_WAITS = 14, 2


def named(*names: str, role: str = "") -> Test:
    """Returns a test for elements with one of these texts or descriptions, and a role unless it is ``""``."""
    return lambda e: (e.text in names or e.description in names) and role in ("", e.role)


def menu_entry(text: str) -> Test:
    """Returns a test for an entry of a menu, or a menu in it or in a bar."""
    return lambda e: e.text == text and e.role in ("menu", "menu_item")


def shown(look: Look, test: Test) -> Sequence[Element]:
    """Returns the elements on the desktop that pass the test and can be used, topmost first."""
    return [e for e in reversed(look("ubuntu")) if e.enabled and test(e)]


def any_soon(look: Look, test: Test, what: str) -> Iterator[Action]:
    """Waits until an element passes the test.

    Args:
        look: Shows the screens.
        test: The test.
        what: The element in words, for the error.

    Raises:
        OracleStuck: None comes; the message lists the elements that are there.
    """
    for tries in range(_LOOKS):
        if shown(look, test):
            return
        yield action("root", "wait", seconds=1 if tries < _SHORT_WAITS else 4)  # few steps on a busy host
    there = "; ".join(f"{e.role} {e.text or e.description!r}" for e in look("ubuntu") if e.text or e.description)
    raise OracleStuck(f"no {what} came up on the desktop; there are: {there}")


def point(look: Look, test: Test, what: str, verb: str = "click") -> Iterator[Action]:
    """Waits for an element, and points at the topmost one that passes the test; see `any_soon`.

    Args:
        look: Shows the screens.
        test: The test.
        what: The element in words, for the error.
        verb: The way to point at it.
    """
    yield from any_soon(look, test, what)
    x, y = shown(look, test)[0].center
    yield action("ubuntu", verb, x=x, y=y)
