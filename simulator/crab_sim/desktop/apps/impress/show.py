"""The presentation mode: one slide after the other on the whole screen, until Escape.

It is a page ``slideshow`` above the document's, whose argument is the number of the slide; behind the last one comes a
black screen.
"""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop.apps.impress.files import impress_of, put
from crab_sim.desktop.apps.impress.messages import MenuChoice, Message, ShowMessage, Turn
from crab_sim.desktop.apps.impress.slide_view import draw_slide, paragraph_boxes
from crab_sim.desktop.apps.impress.state import Impress, finished, turned
from crab_sim.desktop.chrome.menus import SEPARATOR, Entry, open_popup
from crab_sim.engines.slides.model import Deck, is_empty, pixels, slide_name
from crab_sim.engines.writing.line_view import Spot
from crab_sim.engines.writing.model import plain
from crab_sim.machine.app import Context
from crab_sim.ui import MessageGroup, Page, Scene, Widget

__all__ = ["MENU", "SHOW", "Stage", "key", "start", "update"]

SHOW: Final = MessageGroup(ShowMessage)

_BLACK, _GREY = (0, 0, 0), (190, 190, 190)
MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("Next", ("turn", "next")), Entry("Previous", ("turn", "previous")), SEPARATOR,
    Entry("First Slide", ("turn", "first")), Entry("Last Slide", ("turn", "last")), SEPARATOR,
    Entry("End Show", ("end_show",)),
)  # fmt: skip
_KEYS: Final[dict[str, Turn]] = {
    "right": "next", "down": "next", "pagedown": "next", "space": "next", "enter": "next", "n": "next",
    "left": "previous", "up": "previous", "pageup": "previous", "backspace": "previous", "p": "previous",
    "home": "first", "end": "last",
}  # fmt: skip


def _shown(deck: Deck) -> list[int]:
    """Returns the numbers of the slides that the show has."""
    return [i for i, slide in enumerate(deck.slides) if not slide.hidden]


def start(context: Context, first: bool) -> None:
    """Starts the show at the first slide, or at the one that is shown."""
    impress = finished(impress_of(context))
    put(context, impress)
    numbers = _shown(impress.deck)
    if numbers:
        following = [i for i in numbers if i >= impress.current]
        number = numbers[0] if first or not following else following[0]
        context.push(Page("slideshow", number, data=impress))


def _turn(context: Context, way: Turn) -> None:
    page = context.page
    numbers, at = _shown(impress_of(context).deck), int(page.arg)
    match way:
        case "first":
            context.set(arg=numbers[0])
        case "last":
            context.set(arg=numbers[-1])
        case "previous":
            before = [i for i in numbers if i < at]
            context.set(arg=before[-1] if before else numbers[0])
        case _:
            behind = [i for i in numbers if i > at]
            if behind:
                context.set(arg=behind[0])
            elif at == _end(impress_of(context)):
                end(context)
            else:
                context.set(arg=_end(impress_of(context)))


def _end(impress: Impress) -> int:
    return len(impress.deck.slides)


def end(context: Context) -> None:
    """Ends the show; the slide that was shown last stays on the screen."""
    number = int(context.page.arg)
    context.pop()
    put(context, turned(impress_of(context), number))


def update(context: Context, message: ShowMessage) -> None:
    """Handles a message of the show."""
    match message:
        case ("turn", way):
            _turn(context, way)
        case ("end_show",):
            end(context)
        case ("show_menu",):
            open_popup(context)
        case _:
            assert_never(message)


def key(context: Context, name: str) -> bool:
    """Handles a key in the show; all of them stay in it."""
    if name == "escape":
        end(context)
    elif name in _KEYS:
        _turn(context, _KEYS[name])
    return True


class Stage(Widget[Message]):
    """A slide on the whole screen, or the black end of the show.

    Args:
        impress: The window's state.
        number: The slide's number; the number of slides for the end.
    """

    __slots__ = ("impress", "number")

    def __init__(self, impress: Impress, number: int) -> None:
        self.flex, self.impress, self.number = 1, impress, number

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the slide."""
        deck = self.impress.deck
        scene.fill(x, y, w, h, _BLACK)
        turn: Message = ("turn", "next")
        menu: Message = ("show_menu",)
        if self.number >= len(deck.slides):
            said = "Click to exit presentation…"
            scene.text(x, y + 12, w, 24, said, _GREY, 16, align="center")
            scene.node(x, y, w, h, "other", said, "Slide show", message=turn, long_message=menu)
            scene.node(x, y + 12, w, 24, "text", said, message=turn, long_message=menu)
            return
        width, height = pixels(deck.width), pixels(deck.height)
        zoom = min(w * 1000 // width, h * 1000 // height)
        spot = Spot(x + (w - width * zoom // 1000) // 2, y + (h - height * zoom // 1000) // 2, zoom)
        slide = deck.slides[self.number]
        if scene.drawn:
            draw_slide(scene, spot, deck, slide)
        name = slide_name(deck, self.number)
        scene.node(x, y, w, h, "other", "", f"Slide show: {name}", message=turn, long_message=menu)
        for shape in slide.shapes:
            if shape.kind != "picture" and not is_empty(shape):
                for box, paragraph in paragraph_boxes(spot, shape):
                    scene.node(*box, "text", plain(paragraph), message=turn, long_message=menu)
