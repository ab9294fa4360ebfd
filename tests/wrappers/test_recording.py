"""Recordings of episodes: which files there are, and what their pictures show."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.envs.registration import EnvSpec
from PIL import Image

import crab_gym
from crab_gym.evaluation.graph_drawing import STATES, draw_graph
from crab_gym.task import action
from crab_gym.wrappers import RecordEpisode, SetOfMarks
from crab_gym.wrappers.recording_files import Mp4Film
from crab_gym.wrappers.recording_frames import Note, Painter, told
from tests.envs._tasks import COMPLETE, CONTACTS, HERE, TASKS, Fragile, chain_env, submit, wait
from tests.toy import TASK
from tests.wrappers._walks import check

ID = "Crab-v0/android.add_contact"
PINK, BLUE = (232, 0, 122), (0, 0, 255)
SMALL = {"ubuntu": [640, 480], "android": [360, 640]}


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


def test_an_episode_is_a_picture_a_step_and_one_of_its_end(tmp_path: Path) -> None:
    env = make(tmp_path / "new" / "folder", fps=2)
    env.reset(seed=0)
    env.step(CONTACTS)
    assert env.recordings == [] and (tmp_path / "new" / "folder" / "android.add_contact_0000.gif").exists()
    env.step(wait(1))
    env.step(COMPLETE)
    (path,) = env.recordings
    assert path == tmp_path / "new" / "folder" / "android.add_contact_0000.gif"
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    shown = pictures(path)
    assert len(shown) == 4 and {picture.shape for picture in shown} == {shown[0].shape}
    assert shown[0].shape[0] == 240 and shown[0].shape[1] % 2 == 0
    completed = [where(picture, STATES["completed"].fill)[1].size for picture in shown]
    assert completed[0] + 4 < min(completed[1:])  # the first has it in the legend only
    with Image.open(path) as film:
        assert film.info["duration"] == 500 and film.info["loop"] == 0
        film.seek(3)
        assert film.info["duration"] == 3000


def test_what_is_recorded_when(tmp_path: Path) -> None:
    env = make(tmp_path, every=2)
    for steps in (1, 1, 0, 1, 2):
        env.reset(seed=0)
        for _ in range(steps):
            env.step(wait(1))
    env.close()
    env.close()
    assert [path.name for path in env.recordings] == ["android.add_contact_0000.gif", "android.add_contact_0004.gif"]
    assert [len(pictures(path)) for path in env.recordings] == [2, 3]
    again = make(tmp_path)  # nothing is written over
    again.reset(seed=0)
    again.step(COMPLETE)
    assert [path.name for path in again.recordings] == ["android.add_contact_0000_1.gif"]


def test_the_agents_own_screens_are_shown(tmp_path: Path) -> None:
    films = []
    for name, marked in (("plain", False), ("marked", True)):
        base: Any = gym.make(ID, disable_env_checker=True, screen_size=SMALL)
        env = RecordEpisode(SetOfMarks(base) if marked else base, tmp_path / name, height=240)
        env.reset(seed=0)
        env.step(COMPLETE)
        films.append(pictures(env.recordings[0]))
    assert films[0][0].shape == films[1][0].shape and not np.array_equal(films[0][0], films[1][0])
    blind = make(tmp_path / "blind", env={"screen_size": SMALL})
    blind.reset(seed=0)
    blind.step(COMPLETE)
    assert np.array_equal(pictures(blind.recordings[0])[0], films[0][0])


def test_nothing_else_changes(tmp_path: Path) -> None:
    plain, env = gym.make(ID, disable_env_checker=True, screens=False), make(tmp_path)
    assert plain.reset(seed=3)[1] == env.reset(seed=3)[1]
    for said in (CONTACTS, {"device": "android", "name": "dance", "args": {}}, wait(1), COMPLETE):
        first, second = plain.step(said), env.step(said)
        assert first[1:] == second[1:] and first[0]["time_left"] == second[0]["time_left"]


def test_a_broken_device_ends_the_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crab_gym.backends.sim.SimBackend", Fragile)
    env = RecordEpisode(chain_env(on_device_error="truncate"), tmp_path, height=240)
    env.reset(seed=0)
    env.step(wait(1))
    *_, truncated, info = env.step(action("android", "write_text", text="break"))
    assert truncated and info["device_error"] and len(pictures(env.recordings[0])) == 3
    assert env.recordings[0].name == "learn.chain_0000.gif"


def test_mp4(tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="needs imageio-ffmpeg (extra 'video')")
    env = make(tmp_path, format="mp4", fps=5)
    env.reset(seed=0)
    for _ in range(4):
        env.step(wait(1))
    env.close()
    command = [ffmpeg.get_ffmpeg_exe(), "-i", str(env.recordings[0]), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    read = subprocess.run(command, capture_output=True, check=True)
    told_of = read.stderr.decode()
    assert "Video: h264" in told_of and "yuv420p" in told_of and " 5 fps" in told_of
    width = int(re.findall(r" (\d+)x240", told_of)[0])
    frames = np.frombuffer(read.stdout, np.uint8).reshape(-1, 240, width, 3)
    assert len(frames) == 4 + 15  # the last is shown for 3 seconds
    assert all(frame.mean() > 60 for frame in frames)


def test_without_ffmpeg_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "imageio_ffmpeg", None)
    with pytest.raises(ImportError, match=r"pip install 'crab-gym\[video\]', or record with format='gif'"):
        make(tmp_path, format="mp4")
    with pytest.raises(ImportError):
        Mp4Film.check()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"format": "avi"}, "format is 'avi'; expected one of: 'gif', 'mp4'"),
        ({"every": 0}, "expected a whole number of episodes above 0"),
        ({"fps": 0}, "expected 0.1 to 60"),
        ({"height": 241}, "expected an even number"),
    ],
)
def test_bad_arguments(tmp_path: Path, options: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make(tmp_path, **options)
    with pytest.raises(TypeError, match="expected an environment of crab-gym"):
        RecordEpisode(gym.make("CartPole-v1"), tmp_path)


def test_it_survives_its_spec_and_the_checker(tmp_path: Path) -> None:
    env = make(tmp_path, every=3, fps=4)
    assert env.spec is not None
    again = gym.make(EnvSpec.from_json(json.loads(json.dumps(env.spec.to_json()))))
    assert isinstance(again, RecordEpisode) and again.spec == env.spec
    again.reset(seed=0)
    again.step(COMPLETE)
    assert again.recordings[0].parent == tmp_path
    check(make(tmp_path / "checked"))


def test_environments_in_workers_write_to_one_folder(tmp_path: Path) -> None:
    record = RecordEpisodeIn(str(tmp_path))
    envs = crab_gym.make_vec(f"{HERE}CHAIN", 2, mode="process", workers=2, screens=False, wrappers=[record])
    envs.reset(seed=0)
    envs.step([COMPLETE, COMPLETE])
    envs.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["learn.chain_0000.gif", "learn.chain_0000_1.gif"]


class RecordEpisodeIn:
    """Puts a recorder around an environment; a class, since it goes to other processes."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __call__(self, env: Any) -> Any:
        return RecordEpisode(env, self.folder, height=240)


@pytest.fixture
def painter() -> Painter:
    return Painter("A goal. " * 100, "cross.toy", TASK.graph(TASK.defaults()), 360)


def screen(value: int = 255) -> dict[str, np.ndarray]:
    return {"android": np.full((400, 200, 3), value, np.uint8)}


@pytest.mark.parametrize("ground", [0, 255])
@pytest.mark.parametrize("name", ["tap", "long_tap", "double_click", "click"])
def test_a_press_is_drawn_where_it_landed(painter: Painter, name: str, ground: int) -> None:
    done = {"device": "android", "name": name, "args": {"x": 50, "y": 300}}
    shown = screen(ground)
    shown["android"][295:306, 45:56] = BLUE  # what is pressed
    columns, rows = where(painter.frame(shown, Note("", ""), (), ()), BLUE)
    marked = where(painter.frame(screen(ground), Note("", ""), (), (), done), PINK)
    assert columns.size and rows.size
    assert marked[0][[0, -1]].mean() == pytest.approx(columns.mean(), abs=1)
    assert marked[1][[0, -1]].mean() == pytest.approx(rows.mean(), abs=1)


@pytest.mark.parametrize(
    ("name", "args", "across", "down"),
    [
        ("swipe", {"x": 100, "y": 300, "direction": "down", "distance": "long"}, 0, -1),
        ("scroll", {"x": 100, "y": 100, "direction": "right", "amount": 3}, 1, 0),
        ("drag", {"x1": 20, "y1": 20, "x2": 180, "y2": 380}, 1, 1),
    ],
)
def test_a_movement_is_an_arrow(painter: Painter, name: str, args: Any, across: int, down: int) -> None:
    picture = painter.frame(screen(), Note("", ""), (), (), {"device": "android", "name": name, "args": args})
    columns, rows = where(picture, PINK)
    assert (np.ptp(columns) > 40) == bool(across) and (np.ptp(rows) > 40) == bool(down)


def test_what_has_no_place_is_written_and_other_devices_stay_bare(painter: Painter) -> None:
    typed = {"device": "android", "name": "write_text", "args": {"text": "漢字 " * 400}}
    picture = painter.frame(screen(), Note(told(typed), "why " * 500), (), (), typed)
    assert where(picture, PINK)[0].size
    elsewhere = painter.frame(screen(), Note("", ""), (), (), {**typed, "device": "ubuntu"})
    assert not where(elsewhere, PINK)[0].size


def test_the_graph_shows_the_states() -> None:
    graph = TASK.graph(TASK.defaults())
    ids = [node.id for node in graph]
    all_waiting = draw_graph(graph, "", dict.fromkeys(ids, "waiting"))
    one = draw_graph(graph, "", {**dict.fromkeys(ids, "waiting"), ids[0]: "completed", ids[1]: "active"})
    assert one.size == all_waiting.size
    for state in ("completed", "active"):
        tint = STATES[state].fill
        assert where(np.asarray(one), tint)[1].size > where(np.asarray(all_waiting), tint)[1].size


def test_notes() -> None:
    assert Note.of_step(3, 20, submit("x"), "").text == 'step 3 of 20: submit(answer="x") on root'
    assert Note.of_step(1, 2, None, "no") == ("step 1 of 2: refused", "no", Note.of_end("stall", 1, 0.5).colour)
    assert Note.of_end("step_limit", 2, 0.5)[:2] == ("step limit after 2 steps", "completion 50%")
    assert len(told(action("android", "write_text", text="x" * 900))) == 90 and TASKS["name"] in told(TASKS)
