"""The files of recordings: MP4 and its missing package."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

from crab_gym.wrappers.film.formats import Mp4Film
from tests.envs._tasks import wait
from tests.wrappers.film._films import make


@pytest.mark.extra("imageio_ffmpeg")
def test_mp4(tmp_path: Path) -> None:
    import imageio_ffmpeg as ffmpeg

    env = make(tmp_path, format="mp4", fps=5)
    env.reset(seed=0)
    for _ in range(4):
        env.step(wait(1))
    env.close()
    command = [ffmpeg.get_ffmpeg_exe(), "-i", str(env.recordings[0]), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    read = subprocess.run(command, capture_output=True, check=True)
    messages = read.stderr.decode()
    assert "Video: h264" in messages and "yuv420p" in messages and " 5 fps" in messages
    width = int(re.findall(r" (\d+)x240", messages)[0])
    frames = np.frombuffer(read.stdout, np.uint8).reshape(-1, 240, width, 3)
    assert len(frames) == 4 + 15  # the last is shown for 3 seconds
    assert all(frame.mean() > 60 for frame in frames)


def test_without_ffmpeg_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "imageio_ffmpeg", None)
    with pytest.raises(ImportError, match=r'pip install "\.\[vision\]" \(.*\), or record with format'):
        make(tmp_path, format="mp4")
    with pytest.raises(ImportError):
        Mp4Film.check()
