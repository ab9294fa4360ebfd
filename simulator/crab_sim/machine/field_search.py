"""Finding a text field on the screen by its key, while nobody looks at the screen.

* `find_field` - the field of a window. `takes_lines` - whether one takes several lines, also while it is scrolled away.

Keys ask whether the focused field takes several lines. The search lays out the window's dialog before its page and
stops at the field, which takes less than half of the time of laying out the whole screen.
"""

from __future__ import annotations

from crab_sim.draw.ops import Rect
from crab_sim.machine.app import Context
from crab_sim.machine.machine import Machine
from crab_sim.ui.messages import AnyMessage
from crab_sim.ui.node import FieldData, NodeData
from crab_sim.ui.scene import UndrawnScene, Verbatim
from crab_sim.ui.theme import Theme, speaking

__all__ = ["find_field", "takes_lines"]

_NOWHERE = (-1 << 40, -1 << 40)
_SCREENS = 20  # heights of the screen that a page takes which is shown without scrolling


class _Search(UndrawnScene[AnyMessage]):
    """A scene that keeps only the field with a key; after it, containers leave out their children.

    Args:
        theme: Colours and measures of the widgets.
        width: Width of the screen in pixels.
        height: Height of the screen in pixels.
        key: The field's name among the page's fields.
    """

    __slots__ = ("found", "key")

    def __init__(self, theme: Theme, width: int, height: int, key: str) -> None:
        super().__init__(theme, width, height)
        self.key = key
        self.found: FieldData | None = None

    def node(
        self,
        x: int,
        y: int,
        w: int,
        h: int,
        role: str,
        text: str = "",
        description: str = "",
        rid: str = "",
        message: AnyMessage | None = None,
        long_message: AnyMessage | None = None,
        double_message: AnyMessage | None = None,
        flags: int = 0,
        data: NodeData[AnyMessage] = None,
        verbatim: Verbatim = "",
    ) -> None:
        """Ends the search where the node is the field and anything of it is visible."""
        if self.found is None and isinstance(data, FieldData) and data.key == self.key:
            left, top, right, bottom = self.clip
            if max(x, left) < min(x + w, right) and max(y, top) < min(y + h, bottom):
                self.found, self.near = data, _NOWHERE


def find_field(context: Context, key: str) -> FieldData | None:
    """Returns a window's field, None where it isn't on the screen."""
    machine, window = context.machine, context.window
    rect = None if machine.drawn or window is not machine.front else machine.content_rect(window)
    if rect is None:
        for node in machine.scene.nodes:
            if isinstance(node.data, FieldData) and node.data.key == key and node.owner == window.id:
                return node.data
        return None
    return _search(machine, context, key, rect)


def takes_lines(context: Context, key: str) -> bool:
    """Returns whether a field of the page in front takes several lines, also while it is scrolled out of sight."""
    machine = context.machine
    field = find_field(context, key)
    if field is None:
        field = _search(machine, context, key, (0, 0, machine.width, _SCREENS * machine.height), _SCREENS)
    return field is not None and field.multiline


def _search(machine: Machine, context: Context, key: str, rect: Rect, screens: int = 1) -> FieldData | None:
    """Lays out a window in a rectangle until the field is found.

    Args:
        machine: The machine.
        context: The window's hold on it.
        key: The field's key.
        rect: The rectangle.
        screens: Heights of the screen at which the rectangle is cut.
    """
    left, top, right, bottom = rect
    window = context.window
    scene = _Search(machine.theme, machine.width, machine.height, key)
    scene.clip = (max(0, left), max(0, top), min(machine.width, right), min(screens * machine.height, bottom))
    scene.owner, scene.app, scene.page = window.id, window.app, window.page
    words = scene.theme.words
    if words is not None:
        scene.theme = speaking(scene.theme, words.language, machine.device, window.app)
    view = machine.apps[window.app].view(Context(machine, window.id))
    for part in (view.overlay, view.body):
        if part is not None and scene.found is None:
            part.place(scene, left, top, right - left, bottom - top)
    return scene.found
