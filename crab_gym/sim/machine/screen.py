"""How a machine's screen follows from its state: laid out when asked for, each part again only if it has changed.

Where nobody looks at the screen, a touch lays out no more than what lies near the touched point.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from crab_gym.sim.machine.app import AppSpec, Context, View
from crab_gym.sim.ui import fields
from crab_gym.sim.ui.scene import NO_PAGE, Node, Rect, Scene, UndrawnScene, Window
from crab_gym.sim.ui.theme import Theme

if TYPE_CHECKING:
    from crab_gym.sim.machine.machine import Machine

__all__ = ["Screen"]


class _Shown(NamedTuple):
    """A window's content as it was last laid out, and all that it depends on."""

    window: Window
    rect: Rect
    theme: Theme
    reads: Mapping[str, Any]
    ops: Sequence[tuple[Any, ...]]
    nodes: Sequence[Node] | None  # None where no more than what is near a point was laid out
    view: View | None  # what can be laid out again where nodes are missing, None where somebody looks


class Screen(ABC):
    """The part of a machine that lays out its screen."""

    apps: ClassVar[Mapping[str, AppSpec]]
    touched_text: ClassVar[bool] = False
    """Whether a long tap on text selects a word and shows a toolbar, as on a phone; else it shows a menu."""
    width: int
    height: int
    slices: dict[str, Any]

    def __init__(self) -> None:
        self.drawn = True
        self._scene: Scene | None = None  # as it is now, or what of it is near a point
        self._minute = -1
        self._ticking = False  # whether something on the screen shows seconds
        self._theme: Theme | None = None
        self._views: dict[str, _Shown] = {}  # by the window's id
        self._parts: dict[str, tuple[Any, ...]] = {}  # part of the screen -> what it looked like, and its key

    @abstractmethod
    def value(self, name: str) -> Any:
        """Returns the value of the slice with a name."""

    @property
    def theme(self) -> Theme:
        """Colours and measures, light or dark as the settings say."""
        if self._theme is None:
            self._theme = self.choose_theme()
        return self._theme

    @abstractmethod
    def choose_theme(self) -> Theme:
        """Returns the theme that the slice ``"settings"`` asks for."""

    def look(self, drawn: bool) -> None:
        """Says whether anybody looks at the screen; without, scenes have no display list and are laid out faster."""
        if drawn != self.drawn:
            self.drawn = drawn
            self._views, self._parts = {}, {}
            self._changed()

    def _changed(self) -> None:
        self._scene = self._theme = None

    @property
    def scene(self) -> Scene:
        """The screen as it is now, laid out when first asked for after a change."""
        scene = self._scene
        if scene is None or scene.near is not None:
            self._scene = scene = (Scene if self.drawn else UndrawnScene)(self.theme, self.width, self.height)
            self._lay_out(scene)
        return scene

    def under(self, x: int, y: int) -> list[Node]:
        """Returns the nodes under a point, topmost first, at least down to the first that hides what is below.

        What hides it is a window, or a node whose message is ``("nothing",)`` or whose data is ``("shade",)``.
        """
        scene = self._scene
        if scene is None or (scene.near is not None and scene.near != (x, y)):
            near = None if self.drawn else (x, y)
            self._scene = scene = (Scene if self.drawn else UndrawnScene)(self.theme, self.width, self.height, near)
            self._lay_out(scene)
        return scene.hit(x, y)

    def _lay_out(self, scene: Scene) -> None:
        self._minute = int(self.slices["time"] // 60)
        self._ticking = False
        self.build(scene)

    @abstractmethod
    def build(self, scene: Scene) -> None:
        """Lays out the whole screen; of a scene that is near a point, at least what `under` promises."""

    def cached(self, scene: Scene, name: str, key: tuple[Any, ...], build: Callable[[], None]) -> None:
        """Lays out a part of the screen, again only if its key has changed: all that it depends on."""
        cached = self._parts.get(name)
        if cached is None or cached[0] != key:
            first_op, first_node, near = len(scene.ops), len(scene.nodes), scene.near
            scene.near = None
            build()
            self._parts[name] = cached = (key, scene.ops[first_op:], scene.nodes[first_node:])
            if near is None:
                return
            scene.near = near
            del scene.nodes[first_node:]
        scene.ops += cached[1]
        scene.add(cached[2])

    def build_window(self, scene: Scene, window: Window, x: int, y: int, w: int, h: int) -> None:
        """Lays out a window's content into a rectangle, again only if something that its view read has changed."""
        near, rect = scene.near, (x, y, w, h)
        if near is not None and not (x <= near[0] < x + w and y <= near[1] < y + h):
            return
        shown = self._views.get(window.id)
        view = None
        if (
            shown is not None
            and shown.window is window
            and shown.rect == rect
            and shown.theme is scene.theme
            and self._fresh(shown.reads)
        ):
            if shown.nodes is not None:
                scene.ops += shown.ops
                scene.add(shown.nodes)
                self._ticking = self._ticking or "second" in shown.reads
                return
            view, reads = shown.view, shown.reads
        if view is None:
            context = Context(cast("Machine", self), window.id)
            view, reads = self.apps[window.app].view(context), context.reads
        first_op, first_node = len(scene.ops), len(scene.nodes)
        self._place_view(scene, window, view, x, y, w, h)
        self._ticking = self._ticking or "second" in reads
        nodes = scene.nodes[first_node:] if near is None else None
        kept = view if nodes is None and not scene.drawn else None
        self._views[window.id] = _Shown(window, rect, scene.theme, reads, scene.ops[first_op:], nodes, kept)

    def place_window(self, scene: Scene, window: Window, x: int, y: int, w: int, h: int) -> None:
        """Lays out a window's content into a rectangle."""
        context = Context(cast("Machine", self), window.id)
        self._place_view(scene, window, self.apps[window.app].view(context), x, y, w, h)
        self._ticking = self._ticking or "second" in context.reads

    def _place_view(self, scene: Scene, window: Window, view: View, x: int, y: int, w: int, h: int) -> None:
        outer = scene.clip
        scene.clip = (max(outer[0], x), max(outer[1], y), min(outer[2], x + w), min(outer[3], y + h))
        scene.owner, scene.app, scene.page = window.id, window.app, window.page
        first = len(scene.nodes)
        if scene.near is not None and view.overlay is not None:  # what it hides needn't be laid out
            view.overlay.place(scene, x, y, w, h)
        above = scene.nodes[first:]
        if not any([node.data == ("shade",) or node.message == ("nothing",) for node in above]):
            del scene.nodes[first:]
            view.body.place(scene, x, y, w, h)
            if view.floating is not None:
                size_w = view.floating.width(scene.theme)
                size_h = view.floating.height(scene.theme, size_w)
                view.floating.place(scene, x + w - size_w - 16, y + h - size_h - 16, size_w, size_h)
            if scene.near is not None:
                scene.nodes += above
            elif view.overlay is not None:
                view.overlay.place(scene, x, y, w, h)
        if window.page.overlay[:1] == ("field_menu",):
            menu = fields.Toolbar(window.page.overlay) if self.touched_text else fields.edit_menu(window.page.overlay)
            menu.place(scene, x, y, w, h)
        scene.clip, scene.owner, scene.app, scene.page = outer, "shell", "system", NO_PAGE

    def _fresh(self, reads: Mapping[str, Any]) -> bool:
        """Tells whether a view that read these would read the same now."""
        for name, value in reads.items():
            if name == "minute":
                if value != self._minute:
                    return False
            elif name == "second":
                if value != int(self.slices["time"]):
                    return False
            elif self.value(name) is not value:
                return False
        return True
