"""What an app of a simulated machine is: pure views and handlers, and their hold on the machine.

* `AppSpec` - what an app gives: a view from state to widgets, and handlers from an event to new state.
* `View` - what a view returns.
* `Context` - what a view or a handler sees of its machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from crab_gym.sim.machine.slices import TIME, Readable, Slice
from crab_gym.sim.ui.page import AnyMessage, Page, Window
from crab_gym.sim.ui.theme import Color, Theme
from crab_gym.sim.ui.widgets import Widget

if TYPE_CHECKING:
    from crab_gym.sim.machine.machine import Machine

__all__ = ["AppSpec", "Context", "Intent", "View"]

Intent = tuple[Any, ...]
"""The reason for which an app is started, as plain data, such as ``("compose", number)``; empty for a plain start."""


_Value = TypeVar("_Value")


class View(NamedTuple):
    """What an app shows: the page, and what floats above it."""

    body: Widget
    overlay: Widget | None = None
    floating: Widget | None = None


class AppSpec(NamedTuple):
    """One app of a machine.

    Messages are plain tuples, since all state is plain data. An app declares those that it sends and handles, and the
    overlays of its pages, as unions of its own; a handler takes them apart by `match`, which mypy narrows::

        Message = tuple[Literal["open"], int] | tuple[Literal["new"]] | tuple[Literal["volume"], float]
        Overlay = tuple[()] | tuple[Literal["menu"], int, tuple[int, int]]

        def _update(context: Context, message: Message) -> None:
            match message:
                case ("open", contact):  # an int
                    context.push(Page("contact", contact))
                case ("volume", value):  # a float, which the slider has added to its message
                    ...

    Attributes:
        id: Its id in `crab_gym.devices.apps`.
        name: What a person reads under its icon.
        icon: Its icon's name.
        color: Its icon's ground.
        view: From the context (read only) to what is shown.
        update: Handles a message: the whole tuple that a widget was given, with what the toolkit adds to some (a
            slider its new value, a swipe its step). The machine itself sends ``("submit", field's key)`` for Enter in
            a field of one line, ``("started",)`` or ``("opened", *intent)`` after a start on a phone or desktop, and
            ``("back",)`` on a phone. The toolkit keeps the names ``focus``, ``dismiss``, ``nothing`` and those that
            begin with ``field_`` for itself.
        start: From an intent (plain data, empty for a plain start) to the first page.
        title: From the context to the window's title.
        key: Handles a key before the toolkit does; True where it did. Names are pyautogui's, modifiers before them.
        text: Takes typed text where no field has the focus; True where it did.
        close: Asked to close the window; an editor may ask back first.
        size: Width and height of a new window on a desktop.
        single: A desktop raises the open window instead of opening another.
        keywords: What the desktop's search finds it by, besides its name.
        dark: Names of the pages that are dark in every theme; a phone's bars are dark around them.
    """

    id: str
    name: str
    icon: str
    color: Color
    view: Callable[[Context], View]
    update: Callable[[Context, Any], None]  # each app's own union of messages
    start: Callable[[AnyMessage], Page]
    title: Callable[[Context], str]
    key: Callable[[Context, str], bool] = lambda context, key: False
    text: Callable[[Context, str], bool] = lambda context, text: False
    close: Callable[[Context], None] = lambda context: context.close()
    size: tuple[int, int] = (760, 500)
    single: bool = True
    keywords: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()


class Context:
    """A view's or handler's hold on its machine, for one window.

    Reading: `page`, `field`, `get`, `now`, `theme`. Writing (handlers only): the rest.

    Attributes:
        machine: The machine.
        window_id: Id of the window.
        point: Where the touch was that is being handled, in pixels.
        reads: The slices that were read through this context, so that a view is made again only when one changes.
    """

    __slots__ = ("machine", "point", "reads", "window_id")

    def __init__(self, machine: Machine, window_id: str, point: tuple[int, int] = (0, 0)) -> None:
        self.machine, self.window_id, self.point = machine, window_id, point
        self.reads: dict[str, Any] = {}

    @property
    def window(self) -> Window:
        """The window."""
        return self.machine.window(self.window_id)

    @property
    def page(self) -> Page:
        """The page that the window shows."""
        return self.machine.window(self.window_id).pages[-1]

    @property
    def theme(self) -> Theme:
        """The machine's colours and measures."""
        return self.machine.theme

    @property
    def now(self) -> float:
        """The machine's clock, in seconds since 1970 (UTC)."""
        time: float = self.machine.get(TIME)
        self.reads["minute"] = int(time // 60)
        return time

    @property
    def seconds(self) -> float:
        """The machine's clock like `now`, for views that show seconds: they are made again every second."""
        time: float = self.machine.get(TIME)
        self.reads["second"] = int(time)
        return time

    def get(self, slice: Readable[_Value]) -> _Value:
        """Returns the value of a slice of the machine's state."""
        value: _Value = self.machine.value(slice.name)
        self.reads[slice.name] = value
        return value

    def put(self, slice: Slice[_Value], value: _Value) -> None:
        """Replaces the value of a slice of the machine's state."""
        self.machine.put(slice, value)

    def field(self, key: str) -> str:
        """Returns the text in one of the page's fields."""
        return self.page.fields.get(key, "")

    def set(self, **changes: Any) -> None:
        """Changes attributes of the page."""
        window = self.window
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], window.pages[-1]._replace(**changes))))

    def set_fields(self, **texts: str) -> None:
        """Replaces texts of the page's fields; the caret goes to the end of the focused one."""
        page = self.page
        merged = {**page.fields, **texts}
        end = len(merged.get(page.focus, ""))
        self.set(fields=merged, selection=(end, end))

    def push(self, page: Page) -> None:
        """Shows a new page above this one."""
        window = self.window
        base = window.pages[-1]._replace(overlay=())
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], base, page)))

    def pop(self) -> None:
        """Goes back to the page below; a window's last page stays."""
        window = self.window
        if len(window.pages) > 1:
            self.machine.put_window(window._replace(pages=window.pages[:-1]))

    def replace(self, page: Page) -> None:
        """Shows a new page in this one's stead."""
        window = self.window
        self.machine.put_window(window._replace(pages=(*window.pages[:-1], page)))

    def open(self, app: str, *intent: Any) -> None:
        """Starts an app, or brings it to the front, with an intent."""
        self.machine.launch(app, intent)

    def close(self) -> None:
        """Closes the window."""
        self.machine.close_window(self.window_id)
