"""Frames of movies, decoded when they are looked at.

Frames that are JPEG pictures, as in all videos of the tasks, need nothing. Those of other formats come with files of
users only, and are decoded by ffmpeg, which comes with imageio-ffmpeg (extra ``vision``). It runs as a process of its
own, with one kind of container and no access to networks. Without it, a device takes no such file: `check_decoder`
refuses it to whoever puts it there. One that a shell makes on the device has no frames then.
"""

from __future__ import annotations

import subprocess
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Final

from crab_sim.devices.media import frames
from crab_sim.extras import MissingExtra, install_hint

__all__ = ["check_decoder", "frame_at"]

_LARGEST: Final = 64 << 20  # bytes of a movie that is decoded
_SECONDS: Final = 20.0  # that the decoding of a frame may take
_WIDEST: Final = 1280  # pixels to which larger frames are scaled down
_BOXES: Final = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")  # with which movies begin


def check_decoder(data: bytes) -> None:
    """Refuses a movie whose frames nothing here can decode; other files are fine.

    Args:
        data: A file that is put on a device.

    Raises:
        MissingExtra: Its frames need imageio-ffmpeg, which isn't installed.
    """
    if data[4:8] in _BOXES:
        track = frames.track(data)
        if track is not None and track.codec != "jpeg":
            _ffmpeg()


def _ffmpeg() -> str:
    """Returns the program's path."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe
    except ImportError as error:
        raise MissingExtra(
            f"imageio-ffmpeg can't be imported ({error}), which the frames of this video need; "
            + install_hint("vision")
        ) from error
    return str(get_ffmpeg_exe())


def frame_at(data: bytes, seconds: float) -> bytes:
    """Returns the picture that a movie shows at a time, as a JPEG or PNG; empty where it can't be decoded.

    Args:
        data: The movie, an MP4, MOV or 3GP.
        seconds: Its position.
    """
    track = frames.track(data)
    if track is None:
        return b""
    index = track.index_at(seconds)
    if track.codec == "jpeg":
        return frames.picture(data, index)
    try:
        program = _ffmpeg()
    except MissingExtra:
        return b""
    return _decoded(program, data, track.start_of(index))


@lru_cache(maxsize=32)
def _decoded(program: str, data: bytes, seconds: float) -> bytes:
    if len(data) > _LARGEST:
        return b""
    with tempfile.TemporaryDirectory() as folder:  # Windows lets no other process read a file that is still open here
        file = Path(folder, "movie.mp4")
        file.write_bytes(data)
        command = [
            program, "-nostdin", "-v", "error", "-protocol_whitelist", "file", "-f", "mov", "-threads", "1",
            "-ss", f"{seconds:.6f}", "-i", str(file), "-frames:v", "1", "-vf", f"scale='min({_WIDEST},iw)':-1",
            "-f", "image2pipe", "-c:v", "png", "-threads", "1", "pipe:1",
        ]  # fmt: skip
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return b""
    return done.stdout if done.returncode == 0 else b""
