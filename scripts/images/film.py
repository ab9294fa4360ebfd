"""Films the episode on the first page of the documentation: docs/images/episode.gif.

Usage: python scripts/images/film.py
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image, ImageSequence

from crab_gym.results.film import film_run
from crab_gym.rollout import rollout

FILE = Path(__file__).parents[2] / "docs" / "images" / "episode.gif"
TASK = "cross.dark_mode_from_todo"


def main() -> None:
    """Plays the task by its oracle, and films it."""
    with TemporaryDirectory() as folder:
        rollout([TASK], "oracle", "sim", seeds=[0], out=f"{folder}/run")
        (film,) = film_run(f"{folder}/run", fps=0.7)
        FILE.write_bytes(film.read_bytes())
    with Image.open(FILE) as picture:
        print(f"{FILE.name}: {sum(1 for _ in ImageSequence.Iterator(picture))} pictures, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
