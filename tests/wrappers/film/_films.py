"""Helpers of the tests of recordings: a recorded environment, and reading the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from PIL import Image

from crab_gym.wrappers import RecordEpisode

ID = "Crab-v0/android.add_contact"


def make(folder: Path, **options: Any) -> RecordEpisode:
    base = gym.make(ID, disable_env_checker=True, screens=False, **options.pop("env", {}))
    return RecordEpisode(base, folder, **{"height": 240, **options})


def pictures(path: Path) -> list[np.ndarray]:
    with Image.open(path) as film:
        out = []
        for index in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(index)
            out.append(np.asarray(film.convert("RGB")))
        return out


def where(picture: np.ndarray, colour: Any) -> tuple[np.ndarray, np.ndarray]:
    """The columns and rows that hold a colour, or one as near as a GIF comes to it."""
    hits = (np.abs(picture.astype(int) - np.array(colour)) < 6).all(axis=2)
    return np.flatnonzero(hits.any(axis=0)), np.flatnonzero(hits.any(axis=1))
