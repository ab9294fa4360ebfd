"""Films of recorded episodes: their pictures, and what can't be filmed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from crab_gym.evaluation.graph_drawing import STATES
from crab_gym.records import RecordError, RunFolder, read_run
from crab_gym.results.film import film_run
from crab_gym.rollout import rollout
from tests.results.report._runs import record, save, step
from tests.wrappers.film._films import pictures

MARK = (232, 0, 122)
"""The colour of what shows an action."""


def amount(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    """The number of pixels of a colour, or of one as near as a GIF comes to it."""
    return int((np.abs(picture.astype(int) - np.array(colour)) < 6).all(axis=2).sum())


def test_a_film_shows_each_action_and_the_graph_filling(tmp_path: Path) -> None:
    (played,) = rollout(["android.add_contact"], "oracle", "sim", seeds=[0], out=tmp_path / "run")
    (path,) = film_run(tmp_path / "run", height=360)
    assert path == tmp_path / "run" / "films" / f"{played.folder}.gif"
    assert list(path.parent.iterdir()) == [path]  # no draft is left
    shown = pictures(path)
    assert {picture.shape for picture in shown} == {shown[0].shape} and shown[0].shape[0] == 360
    with Image.open(path) as film:
        milliseconds = []
        for number in range(film.n_frames):  # type: ignore[attr-defined]
            film.seek(number)
            milliseconds.append(film.info["duration"])
    # Equal pictures in a row are one that is shown longer.
    assert sum(milliseconds) == 1000 * played.actions + 3000
    completed = [amount(picture, STATES["completed"].fill) for picture in shown]
    assert completed[-1] > 10 * completed[0]  # the first has it in the legend only
    assert completed[-1] == pytest.approx(max(completed), rel=0.02)
    marks = [amount(picture, MARK) for picture in shown]
    assert max(marks) > 20 and marks[-1] == 0


def test_a_checkpoint_waits_for_its_event(tmp_path: Path) -> None:
    (played,) = rollout(["cross.code_by_text"], "oracle", "sim", seeds=[0], out=tmp_path / "run")
    begun = next(place for place, each in enumerate(played.steps) if each.active)
    assert begun > 0  # the text message with the code comes later
    (path,) = film_run(tmp_path / "run", height=360)
    shown = [amount(picture, STATES["active"].fill) for picture in pictures(path)]
    assert max(shown) > 5 * shown[0]  # at first, only the legend has the colour


def test_films_are_chosen_by_episode_or_task_and_replaced(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {}, {})
    taps = (step(1), step(2, "ubuntu", "click", args={"x": 4, "y": 5}, completed=("a",), active=("b", "c")))
    for task, seed in (("cross.one", 0), ("cross.one", 1), ("ubuntu.two", 0)):
        save(run, record(task, seed, steps=taps), {0: 40, 1: 120, 2: 200})
    folder = tmp_path / "run" / "films"
    assert [each.name for each in film_run(tmp_path / "run", "*_s1_a0")] == ["cross.one_s1_a0.gif"]
    assert len(list(film_run(tmp_path / "run", "cross.one"))) == 2
    assert sorted(each.name for each in folder.iterdir()) == ["cross.one_s0_a0.gif", "cross.one_s1_a0.gif"]
    shades = [int(np.median(picture[100:140, 100:160])) for picture in pictures(folder / "cross.one_s1_a0.gif")]
    assert np.allclose(shades, [40, 120, 200], atol=4)  # before each step, and at the end


def test_what_cannot_be_filmed_is_told(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {}, {})
    save(run, record("cross.one", steps=(step(1),)))
    save(run, record("cross.broken", error="gone", error_kind="device", graph={}, end_reason=""))
    with pytest.raises(ValueError, match=r"cross.one_s0_a0 has no screens; play it without --no-screens"):
        list(film_run(tmp_path / "run"))
    with pytest.raises(ValueError, match=r"no finished episode matches 'x\*'; they are called cross.one_s0_a0$"):
        list(film_run(tmp_path / "run", "x*"))
    with pytest.raises(ValueError, match="unknown format 'gift'; did you mean 'gif'"):
        list(film_run(tmp_path / "run", format="gift"))
    save(run, record("cross.two", graph={"checkpoints": 3}, steps=()), {0: 9})
    with pytest.raises(RecordError, match=r"the graph of the episode cross.two_s0_a0 is damaged"):
        list(film_run(tmp_path / "run", "cross.two"))


@pytest.mark.parametrize(
    "changed",
    [
        {"done": {"device": "android", "name": "tap"}},
        {"done": {"device": "android", "name": "tap", "args": {"x": "a", "y": 3}}},
        {"done": {"device": "android", "name": "scroll", "args": {"x": 1, "y": 1, "direction": "<b>"}}},
        {"done": "tap"},
        {"done": None, "invalid_action": 7},
    ],
)
def test_odd_values_of_a_record_are_told(changed: dict[str, Any], tmp_path: Path) -> None:
    save(RunFolder(tmp_path / "run", {}, {}), record("cross.one", steps=(step(1, **changed),)), {0: 40})
    with pytest.raises(RecordError, match=r"run: the record of cross.one_s0_a0 can't be filmed \(\w+Error: "):
        list(film_run(tmp_path / "run"))
    assert not list((tmp_path / "run" / "films").iterdir())


def test_a_picture_that_is_no_screen_is_told(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {}, {})
    row = save(run, record("cross.one", steps=(step(1),)), {0: 40})
    screen = tmp_path / "run" / "episodes" / row.folder / row.screens["android"]
    Image.new("1", (20_000, 10_000)).save(screen)  # more pixels than Pillow opens
    with pytest.raises(RecordError, match=r"\.png can't be read: .*200000000 pixels"):
        list(film_run(tmp_path / "run"))


def test_nothing_is_filmed_where_errors_ended_all_episodes_at_once(tmp_path: Path) -> None:
    save(RunFolder(tmp_path / "run", {}, {}), record(error="gone", error_kind="task", graph={}, end_reason=""))
    assert list(film_run(tmp_path / "run")) == [] and not (tmp_path / "run" / "films").exists()


def test_no_file_outside_the_run_is_shown(tmp_path: Path) -> None:
    run = RunFolder(tmp_path / "run", {}, {})
    save(run, record("cross.one", steps=(step(1),)), {0: 40, 1: 80})
    Image.new("RGB", (36, 80)).save(tmp_path / "secret.png")
    (episode,) = read_run(tmp_path / "run")
    screen = tmp_path / "run" / "episodes" / episode.folder / episode.screens["android"]
    screen.unlink()
    screen.symlink_to(tmp_path / "secret.png")
    with pytest.raises(RecordError, match="leads out of the run's folder"):
        list(film_run(tmp_path / "run"))
    assert not list((tmp_path / "run" / "films").iterdir())
