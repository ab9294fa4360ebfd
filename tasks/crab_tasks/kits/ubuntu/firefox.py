"""Firefox: moves on the bundled web. It starts slowly, so that each move looks until a page is there."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from crab_gym.backends.base import Element
from crab_gym.task import Action, Look, OracleStuck, action
from crab_tasks.kits.ubuntu.windows import click_soon, start

__all__ = [
    "browse", "choose", "choose_from_list", "choose_from_menu", "copy_address", "copy_field", "copy_page", "fill",
    "firefox", "follow", "page", "shown", "until",
]  # fmt: skip

_MAX_LOOKS = 40
_SOON = 10  # looks after which a key or click is taken for lost
_SCROLLS = 8
_MARGIN = 8  # pixels beside what a page shows
_TRIES = 3


def shown(
    look: Look, text: str = "", description: str = "", rid: str = "", role: str = "", app: str = "firefox"
) -> Element | None:
    """Returns the topmost element of Firefox like this, None where there is none.

    Args:
        look: Shows the screens.
        text: Its text; "" for any.
        description: Its description; "" for any.
        rid: Its resource id; "" for any.
        role: Its role; "" for any.
        app: The id of its program.
    """
    for element in reversed(look("ubuntu")):
        if (
            element.app == app
            and element.enabled
            and text in ("", element.text)
            and description in ("", element.description)
            and rid in ("", element.resource_id)
            and role in ("", element.role)
        ):
            return element
    return None


def until(look: Look, there: Callable[[], bool], what: str) -> Iterator[Action]:
    """Waits, a second at a time, until something is there.

    Raises:
        OracleStuck: It doesn't come.
    """
    for _ in range(_MAX_LOOKS):
        if there():
            return
        yield action("root", "wait", seconds=1)
    pages = [element.text for element in look("ubuntu") if element.role in ("window", "web")]
    raise OracleStuck(f"{what} did not come up on the desktop; there are: {pages}")


def _shows(look: Look, title: str) -> bool:
    web = shown(look, role="web")
    return web is not None and web.text.startswith(title)


def page(look: Look, title: str) -> Iterator[Action]:
    """Waits until Firefox shows a page whose title begins like this."""
    yield from until(look, lambda: _shows(look, title), f"the page {title!r}")


def _soon(look: Look, title: str) -> Iterator[Action]:
    """Waits for a page, but not for long: keys and clicks may be lost on a page that is still being loaded."""
    for _ in range(_SOON):
        if _shows(look, title):
            return
        yield action("root", "wait", seconds=1)


def firefox(look: Look) -> Iterator[Action]:
    """Brings Firefox to the front: starts it, raises its window, or opens another window of it."""

    def in_front() -> bool:
        return any(e.role == "window" and e.focused and e.app == "firefox" for e in look("ubuntu"))

    def shows_page() -> bool:
        web = shown(look, role="web")
        return in_front() and web is not None and bool(web.text)

    if in_front():
        return
    yield from start("Firefox")  # which may run already, below a window that covers all of it
    yield from until(look, shows_page, "a window of Firefox")
    yield action("root", "wait", seconds=2)  # keys may be lost until it has drawn itself for the first time


def browse(look: Look, address: str, title: str) -> Iterator[Action]:
    """Goes to an address in Firefox, and waits for the page of this title."""
    yield from firefox(look)
    for _ in range(_TRIES):
        yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
        yield action("ubuntu", "write_text", text=f"{address}\n")
        yield from _soon(look, title)
        if _shows(look, title):
            return
    yield from page(look, title)


def _bring_up(look: Look, find: Callable[[], Element | None], what: str) -> Iterator[Action]:
    """Scrolls the page down until an element is on it."""
    yield from until(look, lambda: shown(look, role="web") is not None, "a page")
    for _ in range(_SCROLLS):
        if find() is not None:
            return
        web = shown(look, role="web")
        if web is not None:
            x, y = web.bounds[0] + _MARGIN, web.center[1]  # a field in the middle would scroll its own text
            yield action("ubuntu", "scroll", x=x, y=y, direction="down", amount=5)
    raise OracleStuck(f"the page shows no {what}; there are: {[e.text for e in look('ubuntu') if e.clickable]}")


def follow(look: Look, text: str = "", rid: str = "", role: str = "", title: str = "") -> Iterator[Action]:
    """Clicks a link or button of the page, and waits for the page of this title if one is given.

    Args:
        look: Shows the screens.
        text: The text of the link or button; "" for any.
        rid: Its resource id; "" for any.
        role: Its role; "" for any.
        title: Beginning of the next page's title; "" to not wait for it.
    """

    def find() -> Element | None:
        return shown(look, text=text, rid=rid, role=role)

    yield from _bring_up(look, find, text or rid)
    for _ in range(_TRIES):
        element = find()
        if element is not None:
            x, y = element.center
            yield action("ubuntu", "click", x=x, y=y)
        if not title:
            return
        yield from _soon(look, title)
        if _shows(look, title):
            return
    yield from page(look, title)


def fill(look: Look, rid: str, text: str) -> Iterator[Action]:
    """Types a text in place of the contents of a field of the page, until the field has it."""

    def find() -> Element | None:
        return shown(look, rid=rid, role="text_field")

    yield from _bring_up(look, find, f"field {rid!r}")
    for _ in range(3):
        field = find()
        if field is not None and field.text == text:
            return
        if field is not None:
            x, y = field.center
            yield action("ubuntu", "click", x=x, y=y)
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=text)


def choose(option: str) -> Iterator[Action]:
    """Goes from the field that has the focus to the list after it, and chooses the option that begins like this."""
    yield action("ubuntu", "press", key="tab")
    yield action("ubuntu", "write_text", text=option)


def choose_from_list(look: Look, rid: str, option: str) -> Iterator[Action]:
    """Opens a list of options of the page, and clicks one."""
    yield from follow(look, rid=rid)
    yield from click_soon(look, text=option, role="menu_item")


def copy_address() -> Iterator[Action]:
    """Copies the page's address."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "l"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


def copy_field(look: Look, rid: str) -> Iterator[Action]:
    """Copies all of a field of the page."""
    yield from follow(look, rid=rid)
    yield from copy_page()


def copy_page() -> Iterator[Action]:
    """Copies all text of the page, or of the field that has the focus."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
    yield action("ubuntu", "hotkey", keys=["ctrl", "c"])


def choose_from_menu(look: Look, text: str, role: str, entry: str) -> Iterator[Action]:
    """Chooses an entry, such as one that copies an address, from the menu of a link or picture of the page.

    Args:
        look: Shows the screens.
        text: The text of the link or picture; "" for any.
        role: ``"link"`` or ``"image"``.
        entry: The entry.
    """
    yield from _bring_up(look, lambda: shown(look, text=text, role=role), text)
    found = shown(look, text=text, role=role)
    if found is not None:
        x, y = found.center
        yield action("ubuntu", "right_click", x=x, y=y)
    yield from click_soon(look, text=entry, role="menu_item")
