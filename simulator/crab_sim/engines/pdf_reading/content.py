"""The drawing instructions of a PDF page, carried out: words, boxes, lines and pictures with their places.

* `Reading` - carries them out for one page.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final, NamedTuple

from crab_sim.draw.ops import Color
from crab_sim.engines.pdf import PdfBox, PdfItem, PdfLine, PdfPicture, PdfText
from crab_sim.engines.pdf_reading.fonts import PdfFont, font_of

__all__ = ["IDENTITY", "Matrix", "Reading", "times"]

Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_MAX_STEPS: Final = 60_000
_MAX_ITEMS: Final = 8_000
_MAX_DEPTH: Final = 6
_GAP: Final = 0.18  # of the size: a wider gap between two characters parts words
_BLACK: Final = (0, 0, 0)
_CURVE: Final = 8  # straight pieces of a curve


class _Point(NamedTuple):
    x: float
    y: float


class _State(NamedTuple):
    """The graphics state, which `q` keeps and `Q` brings back."""

    place: Matrix
    fill: Color = _BLACK
    edge: Color = _BLACK
    width: float = 1.0
    font: PdfFont | None = None
    size: float = 1.0
    char_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    hidden: bool = False


def times(first: Matrix, then: Matrix) -> Matrix:
    """Returns the matrix that carries out one matrix and then another."""
    a, b, c, d, e, f = first
    p, q, r, s, x, y = then
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + x, e * q + f * s + y


def _at(matrix: Matrix, x: float, y: float) -> _Point:
    a, b, c, d, e, f = matrix
    return _Point(a * x + c * y + e, b * x + d * y + f)


def _color(shares: list[float]) -> Color | None:
    """Returns the colour of one (grey), three (red, green, blue) or four (inks) shares."""
    shares = [min(1.0, max(0.0, share)) for share in shares]
    if len(shares) == 1:
        shares *= 3
    elif len(shares) == 4:
        shares = [(1 - ink) * (1 - shares[3]) for ink in shares[:3]]
    if len(shares) != 3:
        return None
    red, green, blue = (round(share * 255) for share in shares)
    return red, green, blue


class _Word:
    """The word that is being put together."""

    __slots__ = ("bottom", "left", "right", "text")

    def __init__(self, left: float, bottom: float) -> None:
        self.left, self.bottom, self.right, self.text = left, bottom, left, ""


class Reading:
    """Carries out the instructions of a page.

    Args:
        place: Turns the page's own coordinates into points from its top left.
        load_stream: Returns the operations of a form's stream.
        load_picture: Returns the file of a picture by the names of the forms around it and its own.

    Attributes:
        items: What is drawn, back to front.
    """

    def __init__(
        self,
        place: Matrix,
        load_stream: Callable[[Any], list[Any]],
        load_picture: Callable[[tuple[str, ...]], bytes],
    ) -> None:
        self.items: list[PdfItem] = []
        self._state = _State(place)
        self._kept: list[_State] = []
        self._line = self._text = IDENTITY
        self._load_stream, self._load_picture = load_stream, load_picture
        self._fonts: dict[int, tuple[Any, PdfFont]] = {}
        self._steps = 0
        self._shapes: list[list[_Point]] = []
        self._boxes: list[tuple[_Point, _Point]] = []

    def run(self, operations: list[Any], resources: Any, names: tuple[str, ...] = ()) -> None:
        """Carries out operations.

        Args:
            operations: Pairs of operands and operator, as pypdf reads them.
            resources: The dictionary of their fonts, forms and pictures.
            names: The names of the forms that they belong to, outermost first.
        """
        for operands, operator in operations:
            self._steps += 1
            if self._steps > _MAX_STEPS or len(self.items) >= _MAX_ITEMS:
                return
            name = operator.decode("latin-1")
            if name == "Do":
                self._object(str(operands[0]), resources, names)
            elif name == "Tf":
                self._choose_font(str(operands[0]), float(operands[1]), resources)
            elif name in ("Tj", "TJ", "'", '"'):
                self._show(name, operands)
            elif name not in _PATHS or not self._path(name, [float(value) for value in operands]):
                self._set(name, operands)

    # State ------------------------------------------------------------------------------------------------------

    def _set(self, name: str, operands: Any) -> None:
        """Carries out an operation that changes the state."""
        state = self._state
        match name:
            case "q":
                if len(self._kept) < 200:
                    self._kept.append(state)
            case "Q":
                if self._kept:
                    self._state = self._kept.pop()
            case "cm":
                a, b, c, d, e, f = (float(value) for value in operands)
                self._state = state._replace(place=times((a, b, c, d, e, f), state.place))
            case "w":
                self._state = state._replace(width=float(operands[0]))
            case "g" | "rg" | "k" | "sc" | "scn":
                self._state = state._replace(fill=self._shares(operands) or state.fill)
            case "G" | "RG" | "K" | "SC" | "SCN":
                self._state = state._replace(edge=self._shares(operands) or state.edge)
            case "cs":
                self._state = state._replace(fill=_BLACK)
            case "CS":
                self._state = state._replace(edge=_BLACK)
            case _:
                self._set_text(name, operands)

    def _set_text(self, name: str, operands: Any) -> None:
        state = self._state
        match name:
            case "BT":
                self._line = self._text = IDENTITY
            case "Tm":
                a, b, c, d, e, f = (float(value) for value in operands)
                self._line = self._text = a, b, c, d, e, f
            case "Td" | "TD":
                across, up = float(operands[0]), float(operands[1])
                if name == "TD":
                    self._state = state._replace(leading=-up)
                self._move_line(across, up)
            case "T*":
                self._move_line(0.0, -state.leading)
            case "Tc":
                self._state = state._replace(char_space=float(operands[0]))
            case "Tw":
                self._state = state._replace(word_space=float(operands[0]))
            case "Tz":
                self._state = state._replace(stretch=float(operands[0]) / 100)
            case "TL":
                self._state = state._replace(leading=float(operands[0]))
            case "Ts":
                self._state = state._replace(rise=float(operands[0]))
            case "Tr":
                self._state = state._replace(hidden=int(operands[0]) in (3, 7))

    def _move_line(self, across: float, up: float) -> None:
        self._line = self._text = times((1.0, 0.0, 0.0, 1.0, across, up), self._line)

    @staticmethod
    def _shares(operands: Any) -> Color | None:
        return _color([float(value) for value in operands if isinstance(value, (int, float))])

    def _choose_font(self, name: str, size: float, resources: Any) -> None:
        found = resources.get("/Font", {}).get_object().get(name)
        if found is None:
            self._state = self._state._replace(font=None, size=size)
            return
        described = found.get_object()
        known = self._fonts.get(id(described))
        if known is None:
            # Kept with what describes it: another object may get the id of one that is gone.
            known = self._fonts[id(described)] = described, font_of(described)
        self._state = self._state._replace(font=known[1], size=size)

    # Text -------------------------------------------------------------------------------------------------------

    def _show(self, name: str, operands: Any) -> None:
        if name in ("'", '"'):
            if name == '"':
                spaces = self._state._replace(word_space=float(operands[0]), char_space=float(operands[1]))
                self._state = spaces
            self._move_line(0.0, -self._state.leading)
        state, parts = self._state, operands[0] if name == "TJ" else [operands[-1]]
        if state.font is None:
            return
        word: _Word | None = None
        for part in parts:
            if isinstance(part, (int, float)):
                self._advance(-float(part) / 1000 * state.size * state.stretch)
                continue
            data = part.original_bytes if hasattr(part, "original_bytes") else bytes(part)
            for glyph in state.font.glyphs(data):
                full = times((state.size * state.stretch, 0.0, 0.0, state.size, 0.0, state.rise), self._text)
                full = times(full, state.place)
                start = _at(full, 0.0, 0.0)
                end = _at(full, glyph.width / 1000, 0.0)
                tall = math.hypot(full[2], full[3])
                blank = not glyph.text.strip()
                if word is not None and (blank or start.x - word.right > _GAP * tall or start.x < word.left):
                    self._finish(word, full)
                    word = None
                if not blank:
                    word = _Word(start.x, start.y) if word is None else word
                    word.text += glyph.text
                    word.right = max(word.right, end.x)
                step = glyph.width / 1000 * state.size + state.char_space + (state.word_space if glyph.space else 0.0)
                self._advance(step * state.stretch)
        if word is not None:
            self._finish(word, times(times((1.0, 0.0, 0.0, state.size, 0.0, 0.0), self._text), state.place))

    def _advance(self, across: float) -> None:
        self._text = times((1.0, 0.0, 0.0, 1.0, across, 0.0), self._text)

    def _finish(self, word: _Word, full: Matrix) -> None:
        """Adds a word; letters that lean are taken for slanted ones."""
        state, size = self._state, math.hypot(full[2], full[3])
        if state.font is None or state.hidden or not 0.5 <= size <= 2000:
            return
        face = state.font.face
        if abs(full[2]) > 0.1 * abs(full[3]) and abs(full[1]) < 0.01 * size:
            face = "italic" if face == "regular" else "bold_italic" if face == "bold" else face
        self.items.append(PdfText(word.left, word.bottom, word.text, face, size, state.fill, word.right - word.left))

    # Shapes -----------------------------------------------------------------------------------------------------

    def _path(self, name: str, values: list[float]) -> bool:
        """Adds to the path, or draws it; returns whether the operation was one of these."""
        place, shapes = self._state.place, self._shapes
        match name, values:
            case "re", [x, y, w, h]:
                self._boxes.append((_at(place, x, y), _at(place, x + w, y + h)))
            case "m", [x, y]:
                shapes.append([_at(place, x, y)])
            case "l", [x, y] if shapes:
                shapes[-1].append(_at(place, x, y))
            case (("c" | "v" | "y"), _) if shapes and len(values) >= 4:
                self._curve(name, values)
            case "h", _ if shapes:
                shapes[-1].append(shapes[-1][0])
            case (("S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "n"), _):
                self._paint(name)
            case _:
                return False
        return True

    def _curve(self, name: str, values: list[float]) -> None:
        place, shape = self._state.place, self._shapes[-1]
        ends = [_at(place, values[i], values[i + 1]) for i in range(0, len(values) - 1, 2)]
        start = shape[-1]
        controls = [start, *ends] if name != "v" else [start, start, *ends]
        if name == "y":
            controls.append(controls[-1])
        if len(controls) != 4:
            return
        one, two, three, four = controls
        for i in range(1, _CURVE + 1):
            t = i / _CURVE
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            shape.append(
                _Point(
                    a * one.x + b * two.x + c * three.x + d * four.x, a * one.y + b * two.y + c * three.y + d * four.y
                )
            )

    def _paint(self, name: str) -> None:
        """Draws the path's boxes and lines; filled shapes that aren't boxes are drawn by their edges."""
        state = self._state
        fills, strokes = name in ("f", "F", "f*", "B", "B*", "b", "b*"), name in ("S", "s", "B", "B*", "b", "b*")
        boxes = self._boxes + [(shape[0], shape[2]) for shape in self._shapes if _is_box(shape)]
        for one, two in boxes if fills or strokes else ():
            left, right = sorted((one.x, two.x))
            top, bottom = sorted((one.y, two.y))
            fill, edge = state.fill if fills else None, state.edge if strokes else None
            self.items.append(PdfBox(left, top, right - left, bottom - top, fill, edge))
        if fills or strokes:
            width = state.width * math.hypot(state.place[0], state.place[1])
            color = state.edge if strokes else state.fill
            for shape in self._shapes:
                if _is_box(shape):
                    continue
                shape = [*shape, shape[0]] if name in ("s", "b", "b*", "f", "F", "f*") else shape
                for one, two in pairwise(shape):
                    if one != two and len(self.items) < _MAX_ITEMS:
                        self.items.append(PdfLine(one.x, one.y, two.x, two.y, width, color))
        self._shapes, self._boxes = [], []

    # Forms and pictures -----------------------------------------------------------------------------------------

    def _object(self, name: str, resources: Any, names: tuple[str, ...]) -> None:
        found = resources.get("/XObject", {}).get_object().get(name)
        if found is None:
            return
        thing, state = found.get_object(), self._state
        if thing.get("/Subtype") == "/Image":
            one, two = _at(state.place, 0.0, 0.0), _at(state.place, 1.0, 1.0)
            data = self._load_picture((*names, name))
            if data:
                left, right = sorted((one.x, two.x))
                top, bottom = sorted((one.y, two.y))
                self.items.append(PdfPicture(left, top, right - left, bottom - top, data))
        elif thing.get("/Subtype") == "/Form" and len(names) < _MAX_DEPTH:
            kept, matrix = self._kept, [float(value) for value in thing.get("/Matrix", IDENTITY)]
            a, b, c, d, e, f = matrix
            self._kept, self._state = [], state._replace(place=times((a, b, c, d, e, f), state.place))
            inner = thing.get("/Resources", resources).get_object()
            self.run(self._load_stream(thing), inner, (*names, name))
            self._kept, self._state = kept, state


_PATHS: Final = frozenset(("re", "m", "l", "c", "v", "y", "h", "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "n"))


def _is_box(shape: list[_Point]) -> bool:
    """Returns whether a shape is a rectangle with upright sides."""
    if len(shape) not in (4, 5) or (len(shape) == 5 and shape[4] != shape[0]):
        return False
    one, two, three, four = shape[:4]
    upright = one.x == two.x and two.y == three.y and three.x == four.x and four.y == one.y
    return upright or (one.y == two.y and two.x == three.x and three.y == four.y and four.x == one.x)
