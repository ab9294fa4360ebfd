from __future__ import annotations

import gc
import json
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import crab_gym
from crab_gym.backends.base import DeviceError, Element, InvalidAction
from crab_gym.vision.detection import Detected, View
from crab_gym.wrappers import DiscreteElements, Mark, SetOfMarks
from crab_gym.wrappers.marks import numbered

assert crab_gym.__version__  # registers the ids

TASK = "Crab-v0/cross.contact_from_file"
WALKS = ["cross.contact_from_file", "cross.dark_mode_from_todo", "android.add_contact", "ubuntu.write_note"]


def make(task: str = TASK, marks: int = 200, sources: Any = "tree", draw: bool = True, **options: Any) -> Any:
    return SetOfMarks(gym.make(task, **options), marks=marks, sources=sources, draw=draw)


def tap(number: Any, device: str = "android", verb: str = "tap") -> dict[str, Any]:
    return {"device": device, "name": verb, "args": {"element": number}}


def named(info: Mapping[str, Any], text: str, device: str = "android") -> Mark:
    return next(mark for mark in info["marks"][device] if mark.text == text)


def check_marks(env: Any, marks: Mapping[str, Sequence[Mark]]) -> None:
    """Checks the properties that marks have on every screen."""
    assert set(marks) == set(env.unwrapped.screen_sizes)
    for device, (width, height) in env.unwrapped.screen_sizes.items():
        found = marks[device]
        assert [mark.number for mark in found] == list(range(1, len(found) + 1))
        for mark in found:
            left, top, right, bottom = mark.bounds
            assert 0 <= left < right <= width and 0 <= top < bottom <= height
            assert left <= mark.point[0] < right and top <= mark.point[1] < bottom
            assert (mark.device, mark.source) == (device, "tree")
            assert mark.element in env.unwrapped.elements(device)
        assert env.get_wrapper_attr("marks")(device) == found


@pytest.mark.parametrize("task", WALKS)
def test_marks_of_random_walks(task: str) -> None:
    env = make(f"Crab-v0/{task}", devices="all")
    for seed in range(2):
        obs, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        for _ in range(40):
            check_marks(env, info["marks"])
            assert obs in env.observation_space
            before, elements = info["marks"], {name: env.unwrapped.elements(name) for name in info["marks"]}
            drawn = env.action_space.sample()
            if drawn["name"] == "complete":
                continue
            valid = all(drawn["args"][key] <= len(before[drawn["device"]]) for key in drawn["args"] if "element" in key)
            obs, _, terminated, truncated, info = env.step(drawn)
            assert valid or " has no element " in info["invalid_action"]
            for name in before:
                if env.unwrapped.elements(name) == elements[name]:
                    assert info["marks"][name] == before[name]
            if terminated or truncated:
                break


@pytest.mark.filterwarnings("ignore:.*different from the unwrapped version")  # that is meant
@pytest.mark.parametrize("options", [{}, {"screens": False}, {"devices": "all", "screens": False}])
def test_gymnasiums_checker_has_nothing_to_say(options: dict[str, Any]) -> None:
    env = SetOfMarks(gym.make("Crab-v0/android.add_contact", **options).unwrapped)
    check_env(env, skip_render_check=True)


def test_a_number_touches_its_element() -> None:
    env, twin = make(), gym.make(TASK)
    info = env.reset(seed=0)[1]
    twin.reset(seed=0)
    contacts = named(info, "Contacts")
    info = env.step(tap(contacts.number))[4]
    x, y = contacts.point
    same = twin.step({"device": "android", "name": "tap", "args": {"x": x, "y": y}})[4]
    assert info == {**same, "marks": info["marks"]} and info["invalid_action"] == ""
    assert env.unwrapped.fingerprint() == twin.unwrapped.fingerprint()
    assert env.unwrapped.actions == twin.unwrapped.actions  # with coordinates: an oracle's and an agent's look alike
    assert named(info, "Create contact").role == "button"


def test_coordinates_are_taken_as_before() -> None:
    env = make()
    env.reset(seed=0)
    assert env.step({"device": "android", "name": "tap", "args": {"x": 5, "y": 5}})[4]["invalid_action"] == ""
    refusal = env.step({"device": "android", "name": "tap", "args": {"x": 360, "y": 5}})[4]["invalid_action"]
    assert refusal.startswith("x is 360, off the screen")


@pytest.mark.parametrize("number", [0, -1, 26, 10**30, pytest.param(-(10**5000), id="huge"), "x", 1.5, None, [1], True])
def test_an_unknown_number_is_an_invalid_action(number: Any) -> None:
    env = make()
    info = env.reset(seed=0)[1]
    assert len(info["marks"]["android"]) == 25
    before = env.unwrapped.fingerprint()
    _, _, terminated, truncated, info = env.step(tap(number))
    assert 10 < len(info["invalid_action"]) < 200 and not (terminated or truncated)
    assert ("expected" in info["invalid_action"]) and info["step"] == 1
    assert env.unwrapped.fingerprint() == before


def test_a_refused_number_keeps_no_observation() -> None:
    env = make()
    _, info = env.reset(seed=0)
    unknown = tap(len(info["marks"]["android"]) + 1)
    gc.collect()
    gc.disable()  # nothing may be left that only a collection frees: it would keep the pictures of that step
    try:
        before = sum(type(thing) is InvalidAction for thing in gc.get_objects())
        env.step(unknown)
        env.unwrapped.step(InvalidAction("no such place"))
        assert sum(type(thing) is InvalidAction for thing in gc.get_objects()) == before
    finally:
        gc.enable()
    env.close()


def test_an_invalid_number_ends_the_episode_where_invalid_actions_do() -> None:
    env = make(on_invalid="terminate")
    env.reset(seed=0)
    _, _, terminated, _, info = env.step(tap(99))
    assert terminated and info["end_reason"] == "invalid_action"
    assert info["invalid_action"] == (
        'android has no element 99; expected a number from 1 to 25, as in info["marks"]["android"]'
    )


def test_marks_beyond_the_limit_are_left_out() -> None:
    env = make(marks=3)
    info = env.reset(seed=0)[1]
    assert [len(marks) for marks in info["marks"].values()] == [3, 3]
    assert env.step(tap(4))[4]["invalid_action"].startswith("android has no element 4; expected a number from 1 to 3")
    assert tap(3) in env.action_space and tap(4) not in env.action_space


def test_screens_are_drawn_on_only_where_asked() -> None:
    plain = gym.make(TASK).reset(seed=0)[0]
    with_boxes, without = make().reset(seed=0)[0], make(draw=False).reset(seed=0)[0]
    for device in ("ubuntu", "android"):
        assert np.array_equal(without[device], plain[device])
        assert 0.001 < (with_boxes[device] != plain[device]).any(axis=2).mean() < 0.3
    blind = make(screens=False)
    obs, info = blind.reset(seed=0)
    assert set(obs) == {"time_left"}
    assert blind.step(tap(named(info, "Contacts").number))[4]["invalid_action"] == ""


def test_restoring_brings_the_numbers_back() -> None:
    env = make()
    obs, info = env.reset(seed=0)
    handle, before = env.unwrapped.snapshot(), info["marks"]
    later = env.step(tap(named(info, "Contacts").number))[4]["marks"]
    assert later["android"] != before["android"]
    env.unwrapped.restore(handle)
    again = env.observe()
    assert env.marks("android") == before["android"] and np.array_equal(again["android"], obs["android"])
    assert env.step(tap(named(info, "Contacts").number))[4]["marks"] == later


def test_it_travels_with_the_spec() -> None:
    env = make(marks=30, sources=["tree"], draw=False, screens=False)
    spec = gym.envs.registration.EnvSpec.from_json(env.spec.to_json())
    twin: Any = gym.make(spec)
    assert isinstance(twin, SetOfMarks) and twin.action_space == env.action_space
    assert twin.reset(seed=4)[1] == env.reset(seed=4)[1]


def test_info_is_plain_data() -> None:
    info = make(screens=False).reset(seed=0)[1]
    rows = json.loads(json.dumps(info["marks"]))["android"]
    assert rows[0][:4] == ["android", 1, "icon", "Calendar"]


def test_what_a_window_hides_in_part_is_cut_to_what_is_seen() -> None:
    row = Element("list_item", "row", bounds=(100, 100, 500, 130), clickable=True)
    window = Element("window", "front", bounds=(150, 50, 450, 400))
    save = Element("button", "Save", bounds=(200, 100, 260, 130), clickable=True)
    dialog = Element("dialog", bounds=(240, 90, 400, 300))
    found = Detected((row, window, save, dialog), ("tree",) * 4)
    marks = {mark.text: mark for mark in numbered(found, "ubuntu", (600, 500), 9)}
    assert marks["row"].bounds in ((100, 100, 150, 130), (450, 100, 500, 130))
    assert marks["Save"].bounds == (200, 100, 240, 130)
    for mark in marks.values():
        left, top, right, bottom = mark.bounds
        assert left <= mark.point[0] < right and top <= mark.point[1] < bottom


def test_boxes_of_windows_behind_do_not_cross_the_front_one() -> None:
    env = make("Crab-v0/ubuntu.write_note", draw=False)
    info = env.reset(seed=0)[1]
    for app in ("Files", "Text Editor"):
        env.step({"device": "ubuntu", "name": "search_app", "args": {"name": app}})
        info = env.step({"device": "ubuntu", "name": "press", "args": {"key": "enter"}})[4]
    elements = env.unwrapped.elements("ubuntu")
    windows = [(i, e.bounds) for i, e in enumerate(elements) if e.role == "window"]
    assert len(windows) == 2
    front, (left, top, right, bottom) = windows[1]
    behind = [mark for mark in info["marks"]["ubuntu"] if windows[0][0] < elements.index(mark.element) < front]
    assert len(behind) > 5
    for mark in behind:
        a, b, c, d = mark.bounds
        assert c <= left or right <= a or d <= top or bottom <= b


class Everywhere:
    """Two detections of its own, and the tree's first."""

    needs_screen = False

    def detect(self, view: View) -> Detected:
        first = view.elements()[1]
        square = Element("icon", "a", bounds=(100, 300, 140, 340), clickable=True)
        return Detected((first, square), ("tree", "mine"))


class Looking(Everywhere):
    needs_screen = True


def test_a_detector_of_ones_own() -> None:
    info = make(sources=Everywhere()).reset(seed=0)[1]
    assert [(mark.source, mark.text) for mark in info["marks"]["ubuntu"]] == [("tree", "Activities"), ("mine", "a")]


@pytest.mark.parametrize(
    "options, error, sentence",
    [
        ({"marks": 0}, ValueError, "marks is 0; expected a whole number above 0"),
        ({"marks": True}, ValueError, "marks is True"),
        ({"sources": "eyes"}, ValueError, "got the source 'eyes' of elements; expected one of: tree, contours"),
        ({"sources": 5}, TypeError, "got the source 5 of elements"),
        ({"sources": []}, ValueError, "there are no detectors to merge"),
        ({"sources": Looking(), "screens": False}, ValueError, "make the environment with screens=True"),
    ],
)
def test_misuse_is_explained(options: dict[str, Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence.replace("(", r"\(")):
        make(**options)


def test_other_environments_are_refused() -> None:
    with pytest.raises(TypeError, match="SetOfMarks wraps environments of crab_gym only"):
        SetOfMarks(gym.make("CartPole-v1"))


def test_the_wrong_order_of_wrappers_is_refused() -> None:
    env = gym.make("Crab-v0/android.add_contact", screens=False)
    with pytest.raises(TypeError, match=r"actions are Discrete\(.*around SetOfMarks"):
        SetOfMarks(DiscreteElements(env))
    assert DiscreteElements(SetOfMarks(env)).reset(seed=0)[1]["marks"]["android"]


def test_marks_are_known_only_after_a_reset() -> None:
    env = make()
    with pytest.raises(ValueError, match="there are no marks of 'android'; there are, after a reset: ubuntu, android"):
        env.marks("android")


def test_a_device_that_breaks_while_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> tuple[Element, ...]:
        raise DeviceError("android", "no answer")

    env = make(on_device_error="truncate")
    info = env.reset(seed=0)[1]
    with monkeypatch.context() as patch:
        patch.setattr(env.unwrapped.backends["android"], "elements", broken)
        obs, _, terminated, truncated, later = env.step(tap(named(info, "Contacts").number))
    assert (terminated, truncated, later["device_error"]) == (False, True, "android: no answer")
    assert later["end_reason"] == "device_error" and obs in env.observation_space
    assert env.reset(seed=0)[1] == info
    strict = make()
    strict.reset(seed=0)
    monkeypatch.setattr(strict.unwrapped.backends["android"], "elements", broken)
    with pytest.raises(DeviceError, match="no answer"):
        strict.step(tap(1))
