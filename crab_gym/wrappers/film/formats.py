"""Film files, written picture by picture.

* `FORMATS` - name to `GifFilm` and `Mp4Film`.

A file gets its name when it is whole; until then its name contains ``.part``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from PIL import Image as Pictures

from crab_gym.backends.base import Image
from crab_gym.evaluation.graph_drawing import DEVICES, STATES
from crab_gym.wrappers.film.frames import COLOURS
from crab_sim.extras import MissingExtra, install_hint

__all__ = ["FORMATS", "Film", "GifFilm", "Mp4Film"]

_MEANINGFUL = (
    *[colour for tint in STATES.values() for colour in tint],
    *[tint.edge for tint in DEVICES.values()],
    *COLOURS,
)
"""Colours in the palette of every picture of a GIF."""


class Film:
    """A film that is being written.

    Args:
        folder: An existing folder.
        name: The file's name without its ending; a number is added if the file exists.
        fps: Pictures per second.
        size: Width and height in pixels, even.
    """

    ending: ClassVar[str]

    def __init__(self, folder: Path, name: str, fps: float, size: tuple[int, int]) -> None:
        self.fps, self.size = fps, size
        self.path = self._reserve(folder, name)
        self.part = self.path.with_name(f".{self.path.stem}.part.{self.ending}")

    @classmethod
    def check(cls) -> None:
        """Checks that the format can be written.

        Raises:
            MissingExtra: A package is missing.
        """

    @classmethod
    def _reserve(cls, folder: Path, name: str) -> Path:
        """Returns a free path, and makes an empty file there, since other processes may write to the folder too."""
        for number in range(1_000_000):
            path = folder / (f"{name}.{cls.ending}" if number == 0 else f"{name}_{number}.{cls.ending}")
            try:
                path.open("x").close()
            except FileExistsError:
                continue
            return path
        raise FileExistsError(f"there are a million files {name}*.{cls.ending} in {folder}; move them elsewhere")

    def add(self, frame: Image, seconds: float | None = None) -> None:
        """Adds a picture ``(H, W, 3) uint8 RGB``, shown for a number of seconds; by default for ``1 / fps``."""
        raise NotImplementedError

    def finish(self) -> Path:
        """Completes the file and returns its path."""
        self._close()
        os.replace(self.part, self.path)
        return self.path

    def _close(self) -> None:
        raise NotImplementedError


class GifFilm(Film):
    """A GIF that repeats; each picture has its own 256 colours."""

    ending = "gif"

    def __init__(self, folder: Path, name: str, fps: float, size: tuple[int, int]) -> None:
        super().__init__(folder, name, fps, size)
        self._frames: list[Pictures.Image] = []
        self._durations: list[int] = []

    def add(self, frame: Image, seconds: float | None = None) -> None:
        """Adds a picture."""
        picture = Pictures.fromarray(frame)
        # Small areas would lose their colours to large ones, so colours with a meaning are always in the palette.
        common = picture.quantize(256 - len(_MEANINGFUL), method=Pictures.Quantize.MEDIANCUT).getpalette() or []
        palette = Pictures.new("P", (1, 1))
        palette.putpalette(
            [*common[: 3 * (256 - len(_MEANINGFUL))], *[value for colour in _MEANINGFUL for value in colour]]
        )
        self._frames.append(picture.quantize(palette=palette, dither=Pictures.Dither.NONE))
        self._durations.append(round(1000 * (seconds if seconds is not None else 1 / self.fps)))

    def _close(self) -> None:
        first, *others = self._frames
        first.save(self.part, save_all=True, append_images=others, duration=self._durations, loop=0, optimize=False)


class Mp4Film(Film):
    """An MP4 (H.264), which browsers play; ffmpeg comes with imageio-ffmpeg (extra ``vision``)."""

    ending = "mp4"

    def __init__(self, folder: Path, name: str, fps: float, size: tuple[int, int]) -> None:
        super().__init__(folder, name, fps, size)
        self._writer: Any = None

    @classmethod
    def check(cls) -> None:
        """Checks that imageio-ffmpeg is installed."""
        try:
            import imageio_ffmpeg
        except ImportError as error:
            raise MissingExtra(
                f"imageio-ffmpeg can't be imported ({error}), which MP4 needs; {install_hint('vision')}, "
                "or record with format='gif'"
            ) from error
        assert imageio_ffmpeg

    def add(self, frame: Image, seconds: float | None = None) -> None:
        """Adds a picture."""
        if self._writer is None:
            import imageio_ffmpeg

            self._writer = imageio_ffmpeg.write_frames(
                str(self.part), self.size, fps=self.fps, codec="libx264", pix_fmt_out="yuv420p", quality=None,
                macro_block_size=2, ffmpeg_log_level="error", output_params=["-crf", "20", "-movflags", "+faststart"],
            )  # fmt: skip
            self._writer.send(None)
        for _ in range(max(1, round((seconds or 0) * self.fps))):
            self._writer.send(frame.tobytes())

    def _close(self) -> None:
        self._writer.close()


FORMATS: Mapping[str, type[Film]] = {"gif": GifFilm, "mp4": Mp4Film}
"""Name of a format to its film."""
