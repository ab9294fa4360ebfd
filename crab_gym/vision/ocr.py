"""Reading text in pictures, by one of three engines.

* `read_text` - the pieces of text of a picture, with their places.
* `Reader` - an engine with a cache, which can also find places only, and read given places.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from crab_gym.backends.base import Image
from crab_gym.vision.compare import grey
from crab_gym.vision.unavailable import VisionUnavailable, need
from crab_sim.extras import install_hint

__all__ = ["ENGINES", "Engine", "Place", "Reader", "TextBox", "read_text"]

ENGINES = ("auto", "rapidocr", "tesseract", "easyocr")
"""Names of engines; ``"auto"`` takes the first of RapidOCR and Tesseract that is installed."""

Place = tuple[int, int, int, int]
_MAX_TEXTS = 4096
_TESSERACT_SECONDS = 60.0
_SQUARE, _EVEN = 7, 6  # side and maximum difference of grey of the squares that count as background
_MIN_SCORE = 0.3  # of a word of Tesseract's: lower scores are icons and lines
_PIECE_GAP = 1.2  # in heights of the line: wider gaps end a piece of text


class TextBox(NamedTuple):
    """A piece of text on one line, with the engine's confidence from 0 to 1."""

    text: str
    bounds: Place
    score: float


class Engine(Protocol):
    """An engine that finds text and reads it in two steps."""

    def detect(self, image: Image) -> list[Place]:
        """Returns the places of text."""

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        """Returns text and confidence of pictures of one line each."""


class Reader:
    """Reads text, and caches it: equal pixels are recognised once.

    Args:
        engine: One of `ENGINES`, or your own engine.
        weights: Folder with EasyOCR's weights; the other engines include theirs.

    Raises:
        VisionUnavailable: The engine is not installed.

    Attributes:
        recognised: Number of pieces of text that the engine has read so far; the others came from the cache.
    """

    def __init__(self, engine: str | Engine = "auto", weights: str | Path | None = None) -> None:
        self._engine = _engine(engine, weights) if isinstance(engine, str) else engine
        self._texts: OrderedDict[bytes, tuple[str, float]] = OrderedDict()
        self.recognised = 0

    def detect(self, image: Image) -> tuple[Place, ...]:
        """Returns the places of text, from top to bottom, without reading it."""
        return tuple(sorted(self._engine.detect(image), key=lambda place: (place[1], place[0])))

    def recognise(self, image: Image, places: Iterable[Place]) -> tuple[TextBox, ...]:
        """Returns the text at places of a picture, in their order."""
        crops = [(place, _crop(image, place)) for place in places]
        keys = [_digest(crop) for _, crop in crops]
        unknown = {key: crop for key, (_, crop) in zip(keys, crops, strict=True) if key not in self._texts}
        results = {key: self._texts[key] for key in keys if key in self._texts}
        if unknown:
            self.recognised += len(unknown)
            results.update(zip(unknown, self._engine.recognise(list(unknown.values())), strict=True))
        for key, value in results.items():
            self._texts[key] = value
            self._texts.move_to_end(key)
        while len(self._texts) > _MAX_TEXTS:
            self._texts.popitem(last=False)
        return tuple(
            TextBox(results[key][0], place, results[key][1]) for key, (place, _) in zip(keys, crops, strict=True)
        )

    def read(self, image: Image) -> tuple[TextBox, ...]:
        """Returns the pieces of text of a picture, from top to bottom; those without a legible letter are left out."""
        return tuple(box for box in self.recognise(image, self.detect(image)) if box.text.strip())


def read_text(image: Image, engine: str = "auto") -> tuple[TextBox, ...]:
    """Returns the pieces of text of a picture ``(H, W, 3) uint8``, from top to bottom.

    Each engine is loaded once per process and caches its results.

    Args:
        image: The picture.
        engine: One of `ENGINES`.

    Raises:
        ValueError: There is no such engine.
        VisionUnavailable: The engine is not installed.
    """
    return _reader(engine).read(image)


@lru_cache(maxsize=4)
def _reader(engine: str) -> Reader:
    return Reader(engine)


def _engine(name: str, weights: str | Path | None) -> Engine:
    if name not in ENGINES:
        raise ValueError(f"got the OCR engine {name!r}, expected one of: {', '.join(ENGINES)}")
    if name == "auto":
        if find_spec("rapidocr") is not None and find_spec("onnxruntime") is not None:
            name = "rapidocr"
        elif shutil.which("tesseract"):
            name = "tesseract"
        else:
            raise VisionUnavailable(
                f"reading text needs RapidOCR ({install_hint('vision')}), "
                "or Tesseract (apt-get install --no-install-recommends tesseract-ocr)"
            )
    if name == "easyocr":
        return _EasyOcr(weights)
    return _RapidOcr() if name == "rapidocr" else _Tesseract()


def _crop(image: Image, place: Place) -> Image:
    left, top, right, bottom = place
    return image[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]


def _digest(crop: Image) -> bytes:
    return hashlib.blake2b(crop.tobytes(), digest_size=16, key=repr(crop.shape).encode()).digest()


class _RapidOcr:
    """PP-OCR's detection and recognition on ONNX Runtime, one thread; the models come with the package."""

    def __init__(self) -> None:
        need("onnxruntime", "onnxruntime", "vision")
        module = need("rapidocr", "rapidocr", "vision")
        self._engine = module.RapidOCR(
            params={
                "Global.log_level": "error",
                # Unscaled up to 1280 pixels, since enlarging a crop to a fixed size takes thirty times as long.
                "Det.limit_type": "max",
                "Det.limit_side_len": 1280,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            }
        )

    def detect(self, image: Image) -> list[Place]:
        # All options are given, since those left out keep their value from the call before.
        result = self._engine(_bgr(image), use_det=True, use_cls=False, use_rec=False)
        return [] if result.boxes is None else [_around(corners) for corners in result.boxes]

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        texts = []
        for crop in crops:
            results = self._engine(_bgr(crop), use_det=False, use_cls=False, use_rec=True)
            read = bool(results.txts)
            texts.append((str(results.txts[0]), float(results.scores[0])) if read else ("", 0.0))
        return texts


class _EasyOcr:
    """CRAB's engine: CRAFT and a recogniser on PyTorch, whose weights have to be provided."""

    def __init__(self, weights: str | Path | None) -> None:
        try:
            module = need("easyocr", "easyocr")
        except (RuntimeError, AttributeError) as error:  # of torchvision, whose operators torch doesn't know
            if isinstance(error, VisionUnavailable):
                raise
            raise VisionUnavailable(
                f"easyocr can't be imported ({error}): its torchvision is for another build of torch; install the two "
                "together, from the same index: pip install --force-reinstall torch torchvision"
            ) from error
        options: dict[str, Any] = {"gpu": False, "download_enabled": False, "verbose": False}
        if weights is not None:
            options["model_storage_directory"] = str(weights)
        try:
            self._reader = module.Reader(["en"], **options)
        except FileNotFoundError as error:
            raise VisionUnavailable(
                f"EasyOCR finds no weights ({error}); save craft_mlt_25k.pth and english_g2.pth in a folder, "
                "and give it as weights, or to a source of elements as ocr_weights"
            ) from None

    def detect(self, image: Image) -> list[Place]:
        level, free = self._reader.detect(image)
        places = [(int(left), int(top), int(right), int(bottom)) for left, right, top, bottom in level[0]]
        return places + [_around(corners) for corners in free[0]]

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        texts = []
        for crop in crops:
            height, width = crop.shape[:2]
            results = self._reader.recognize(grey(crop), horizontal_list=[[0, width, 0, height]], free_list=[])
            texts.append((str(results[0][1]), float(results[0][2])) if results else ("", 0.0))
        return texts


class _Tesseract:
    """The program tesseract, over pipes. It finds and reads text in one run, so the result is kept for reading."""

    def __init__(self) -> None:
        program = shutil.which("tesseract")
        if program is None:
            raise VisionUnavailable(
                "this needs the program tesseract: apt-get install --no-install-recommends tesseract-ocr"
            )
        self._program = program
        self._read: dict[bytes, tuple[str, float]] = {}

    def detect(self, image: Image) -> list[Place]:
        boxes = _pieces(self._run(_prepared(image), "6"))
        self._read = {_digest(_crop(image, box.bounds)): (box.text, box.score) for box in boxes}
        return [box.bounds for box in boxes]

    def recognise(self, crops: Sequence[Image]) -> list[tuple[str, float]]:
        texts = []
        for crop in crops:
            known = self._read.get(_digest(crop))
            if known is None:
                pieces = _pieces(self._run(_prepared(crop), "7"))
                known = " ".join(box.text for box in pieces), min((box.score for box in pieces), default=0.0)
            texts.append(known)
        return texts

    def _run(self, plane: npt.NDArray[np.uint8], mode: str) -> str:
        if min(plane.shape) < 6:
            return ""
        head = f"P5 {plane.shape[1]} {plane.shape[0]} 255\n".encode()
        argv = [self._program, "stdin", "stdout", "-l", "eng", "--psm", mode, "--dpi", "192", "tsv"]
        # On a busy machine, its threads wait for each other for thirty times as long as a single one needs.
        environment = {"OMP_THREAD_LIMIT": "1", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(
                argv, input=head + plane.tobytes(), capture_output=True, timeout=_TESSERACT_SECONDS, env=environment
            )
        except subprocess.TimeoutExpired:
            raise VisionUnavailable(f"tesseract did not end within {_TESSERACT_SECONDS:.0f} s") from None
        if done.returncode != 0:
            end = done.stderr.decode("utf-8", "replace").strip()[-500:]
            raise VisionUnavailable(f"tesseract ended with exit code {done.returncode}: {end}")
        return done.stdout.decode("utf-8", "replace")


def _prepared(image: Image) -> npt.NDArray[np.uint8]:
    """Returns a picture as Tesseract reads it best: grey, twice as large, with dark letters on a white background.

    Each pixel is its difference from its local background, so light letters on a coloured button, which Tesseract would
    drop, look the same as dark ones beside it.
    """
    from PIL import Image as Pillow

    plane = grey(image)
    ground = _ground(plane)
    picture = Pillow.fromarray(255 - (np.maximum(plane, ground) - np.minimum(plane, ground)))
    return np.asarray(picture.resize((picture.width * 2, picture.height * 2), Pillow.Resampling.BICUBIC))


def _ground(plane: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Returns each pixel's background: the nearest pixel of its row in an even square; letters contain none."""
    even = _slide(plane, np.maximum) - _slide(plane, np.minimum) <= _EVEN
    even = _slide(even, np.logical_or)  # the whole square, not only its middle
    width = plane.shape[1]
    columns = np.broadcast_to(np.arange(width), plane.shape)
    left = np.maximum.accumulate(np.where(even, columns, -(4 * width)), axis=1)
    right = np.minimum.accumulate(np.where(even, columns, 5 * width)[:, ::-1], axis=1)[:, ::-1]
    nearest = np.where(columns - left <= right - columns, left, right)
    values = np.take_along_axis(plane, nearest.clip(0, width - 1), axis=1)
    return np.where((nearest >= 0) & (nearest < width), values, np.uint8(np.median(plane)))


def _slide(plane: npt.NDArray[Any], combine: np.ufunc) -> npt.NDArray[Any]:
    """Returns the result of a ufunc over the square around each pixel."""
    values = np.pad(plane, _SQUARE // 2, mode="edge")
    for axis in (0, 1):
        count = plane.shape[axis]
        values = combine.reduce([values.take(np.arange(start, start + count), axis) for start in range(_SQUARE)])
    return values


def _pieces(table: str) -> list[TextBox]:
    """Returns the words of Tesseract's table, joined if they are close to each other on a line."""
    pieces: list[TextBox] = []
    line: tuple[str, ...] = ()
    for row in table.splitlines()[1:]:
        fields = row.split("\t")
        if len(fields) < 12 or fields[0] != "5" or not fields[11].strip():
            continue
        left, top, width, height = (int(value) / 2 for value in fields[6:10])
        place = int(left), int(top), int(-(-(left + width) // 1)), int(-(-(top + height) // 1))
        word = TextBox(fields[11].strip(), place, float(fields[10]) / 100)
        if word.score < _MIN_SCORE:
            continue
        last = pieces[-1] if pieces and line == tuple(fields[1:5]) else None
        line = tuple(fields[1:5])
        if last is not None and 0 <= place[0] - last.bounds[2] <= _PIECE_GAP * max(height, _height(last.bounds)):
            bounds = (last.bounds[0], min(last.bounds[1], place[1]), place[2], max(last.bounds[3], place[3]))
            pieces[-1] = TextBox(f"{last.text} {word.text}", bounds, min(last.score, word.score))
        else:
            pieces.append(word)
    return pieces


def _height(place: Place) -> int:
    return place[3] - place[1]


def _around(corners: Any) -> Place:
    points = np.asarray(corners, np.float64)
    (left, top), (right, bottom) = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    return max(0, int(left)), max(0, int(top)), int(right), int(bottom)


def _bgr(image: Image) -> Image:
    return np.ascontiguousarray(image[:, :, ::-1])
