"""Apps of a simulated machine: pure views and handlers, and their hold on the machine.

* `AppSpec` - an app: a view from state to widgets, and handlers from a message to new state.
* `deferred` - an app whose module is loaded when it is opened.
* `View` - the result of a view.
* `Context` - the machine as a view or a handler of one window sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, NotRequired, TypedDict, TypeVar, Unpack

from crab_sim.fast.tuples import changed
from crab_sim.machine.slices import TIME, Readable, Slice
from crab_sim.ui.messages import Message_co, MessageT
from crab_sim.ui.page import AnyOverlay, Page, PlainData, Window
from crab_sim.ui.theme import Color, Theme, speaking
from crab_sim.ui.widgets import Widget

if TYPE_CHECKING:  # a machine has apps, and an app's handlers change their machine: only the types go round
    from crab_sim.machine.machine import Machine

__all__ = ["AppSpec", "Context", "Intent", "View", "deferred"]

Intent = tuple[Any, ...]
"""The reason for which an app is started, as plain data, such as ``("compose", number)``; empty for a plain start."""

_Value = TypeVar("_Value")


class View(NamedTuple, Generic[Message_co]):
    """The result of a view, generic in the messages that its widgets may send.

    Attributes:
        body: The page.
        overlay: A dialog or menu above it.
        floating: A button or notice in the page's lower right corner.
    """

    body: Widget[Message_co]
    overlay: Widget[Message_co] | None = None
    floating: Widget[Message_co] | None = None


class AppFacts(TypedDict):
    """What is known of an app before it is opened: those attributes of an `AppSpec` that are no functions."""

    id: str
    name: str
    icon: str
    color: Color
    size: NotRequired[tuple[int, int]]
    maximized: NotRequired[bool]
    single: NotRequired[bool]
    keywords: NotRequired[tuple[str, ...]]
    dark: NotRequired[tuple[str, ...]]
    full: NotRequired[tuple[str, ...]]
    multiline: NotRequired[tuple[str, ...] | None]
    listed: NotRequired[bool]


class AppSpec(NamedTuple, Generic[MessageT]):
    """One app of a machine, generic in its messages.

    Messages are plain tuples, since all state is plain data. An app declares those that it sends and handles, and the
    overlays of its pages, as unions of its own. Its view returns a ``View[Message]``, so that its widgets send nothing
    else, and its handler takes them apart by `match`, which mypy narrows::

        Message = tuple[Literal["open"], int] | tuple[Literal["new"]] | tuple[Literal["volume"], float]
        Overlay = tuple[()] | tuple[Literal["menu"], int, tuple[int, int]]

        def _update(context: Context, message: Message) -> None:
            match message:
                case ("open", contact):  # an int
                    context.push(Page("contact", contact))
                case ("volume", value):  # a float: the slider's value is the last part of its message
                    ...
                case _:
                    assert_never(message)  # mypy says which message is missing above

    Attributes:
        id: Its id in `crab_sim.devices.apps`.
        name: Its name as a person reads it under its icon.
        icon: Its icon's name.
        color: Its icon's ground.
        view: Returns the page as widgets; it only reads from the context.
        update: Handles a message: the tuple that a widget was given, in which a slider's new value, a swipe's step or
            the points of a drag are the last parts. The machine itself sends ``("submit", field's key)`` for Enter in
            a field of one line, ``("started",)`` or ``("opened", *intent)`` after a start on a phone or desktop, and
            ``("back",)`` on a phone. The toolkit keeps the names ``focus``, ``dismiss``, ``nothing`` and those that
            begin with ``field_`` for itself.
        start: Returns the first page for an intent.
        title: Returns the window's title.
        key: Handles a key before the toolkit does; returns whether it did. Names are pyautogui's, after modifiers.
        text: Takes typed text while no field has the focus; returns whether it did.
        close: Closes the window, or asks back first, as an editor may.
        size: Width and height of a new window on a desktop.
        maximized: Whether a new window fills the desktop; the size is that to which it is restored.
        single: A desktop raises the open window instead of opening another.
        keywords: Words by which the desktop's search finds it, besides its name.
        dark: Names of the pages that are dark in every theme; a phone's bars are dark around them.
        full: Names of the pages that fill a desktop's whole screen, without title bar and the desktop's own bars.
        multiline: Keys of the fields that take several lines; None if the screen has to tell, as for a web page's.
        listed: Whether a launcher shows it.
        begin: Called on a phone once a new window of the app is there; None where a first page needs no state.
        typed: Called when the text of the focused field has changed; None where only a later message asks for it.
    """

    id: str
    name: str
    icon: str
    color: Color
    view: Callable[[Context], View[MessageT]]
    update: Callable[[Context, MessageT], None]
    start: Callable[[Intent], Page]
    title: Callable[[Context], str]
    key: Callable[[Context, str], bool] = lambda context, key: False
    text: Callable[[Context, str], bool] = lambda context, text: False
    close: Callable[[Context], None] = lambda context: context.close()
    size: tuple[int, int] = (760, 500)
    maximized: bool = False
    single: bool = True
    keywords: tuple[str, ...] = ()
    dark: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    multiline: tuple[str, ...] | None = None
    listed: bool = True
    begin: Callable[[Context], None] | None = None
    typed: Callable[[Context], None] | None = None

    @property
    def facts(self) -> AppFacts:
        """What is known of it before it is opened."""
        return {
            "id": self.id,
            "name": self.name,
            "icon": self.icon,
            "color": self.color,
            "size": self.size,
            "maximized": self.maximized,
            "single": self.single,
            "keywords": self.keywords,
            "dark": self.dark,
            "full": self.full,
            "multiline": self.multiline,
            "listed": self.listed,
        }


def deferred(module: str, **facts: Unpack[AppFacts]) -> AppSpec[Any]:
    """Returns an app whose module is loaded when it is first opened.

    A process that opens a few of the apps starts in half of the time.

    Args:
        module: Name of the module; its ``APP`` is this app with views and handlers of its own.
        **facts: See `AppSpec`.
    """
    return AppSpec(
        view=lambda context: _loaded(module).view(context),
        update=lambda context, message: _loaded(module).update(context, message),
        start=lambda intent: _loaded(module).start(intent),
        title=lambda context: _loaded(module).title(context),
        key=lambda context, key: _loaded(module).key(context, key),
        text=lambda context, text: _loaded(module).text(context, text),
        close=lambda context: _loaded(module).close(context),
        **facts,
    )


@cache
def _loaded(module: str) -> AppSpec[Any]:
    spec: AppSpec[Any] = import_module(module).APP
    return spec


class PageChanges(TypedDict, total=False):
    """New values for attributes of a `Page`."""

    name: str
    arg: PlainData
    fields: Mapping[str, str]
    scroll: Mapping[str, int]
    focus: str
    selection: tuple[int, int]
    overlay: AnyOverlay
    data: PlainData


class Context:
    """A view's or handler's hold on its machine, for one window.

    Views only read (`page`, `base`, `field`, `get`, `now`, `seconds`, `theme`); handlers may call all methods.

    Attributes:
        machine: The machine.
        window_id: Id of the window.
        point: The point of the touch that is being handled, in pixels.
        reads: The values of all slices read through this context: a view is made again only when one changes.
    """

    __slots__ = ("machine", "point", "reads", "window_id")

    def __init__(self, machine: Machine, window_id: str, point: tuple[int, int] = (0, 0)) -> None:
        self.machine, self.window_id, self.point = machine, window_id, point
        machine.acting = window_id
        self.reads: dict[str, object] = {}

    @property
    def window(self) -> Window:
        """The window."""
        return self.machine.window(self.window_id)

    @property
    def page(self) -> Page:
        """The page that the window shows."""
        return self.machine.window(self.window_id).pages[-1]

    @property
    def base(self) -> Page:
        """The window's first page, on which a desktop's dialogs lie."""
        return self.machine.window(self.window_id).pages[0]

    @property
    def theme(self) -> Theme:
        """The machine's colours and measures, with the words of the window's app."""
        theme = self.machine.theme
        if theme.words is None:
            return theme
        return speaking(theme, theme.words.language, self.machine.device, self.window.app)

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

    def set(self, **changes: Unpack[PageChanges]) -> None:
        """Changes attributes of the page."""
        window = self.window
        self._show(window, (*window.pages[:-1], changed(window.pages[-1], changes)))

    def set_base(self, **changes: Unpack[PageChanges]) -> None:
        """Changes attributes of the window's first page, also below a dialog."""
        window = self.window
        self._show(window, (changed(window.pages[0], changes), *window.pages[1:]))

    def _show(self, window: Window, pages: tuple[Page, ...]) -> None:
        self.machine.put_window(changed(window, {"pages": pages}))

    def set_fields(self, **texts: str) -> None:
        """Replaces texts of the page's fields and moves the caret to the end of the focused one."""
        page = self.page
        merged = {**page.fields, **texts}
        end = len(merged.get(page.focus, ""))
        self.set(fields=merged, selection=(end, end))

    def push(self, page: Page) -> None:
        """Shows a new page above this one."""
        window = self.window
        base = window.pages[-1]._replace(overlay=())
        self._show(window, (*window.pages[:-1], base, page))

    def pop(self) -> None:
        """Goes back to the page below; a window's last page stays."""
        window = self.window
        if len(window.pages) > 1:
            self._show(window, window.pages[:-1])

    def replace(self, page: Page) -> None:
        """Shows a new page instead of this one."""
        window = self.window
        self._show(window, (*window.pages[:-1], page))

    def open(self, app: str, *intent: object) -> None:
        """Starts an app, or brings it to the front, with an intent."""
        self.machine.launch(app, intent)

    def close(self) -> None:
        """Closes the window."""
        self.machine.close_window(self.window_id)
