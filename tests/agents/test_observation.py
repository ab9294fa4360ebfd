"""An agent's view: pictures with marks that match at every size, tables, refusals."""

from __future__ import annotations

from typing import Any

import gymnasium as gym
import numpy as np
import pytest

from crab_gym.agents import make_agent, wrap
from crab_gym.agents.models import ScriptedModel
from crab_gym.agents.observation import Viewer, device_text, scaled
from crab_gym.rollout import run_episode
from crab_gym.wrappers import SetOfMarks
from crab_gym.wrappers.overlay import PALETTE, Overlay
from tests.agents.models import Says, calls, looked, pictures, texts

TASK = "cross.dark_mode_from_todo"


def test_pictures_come_with_their_marks_as_text() -> None:
    _, obs, info, spec = looked(TASK)
    parts = Viewer(spec).look(obs, info).parts()
    assert [part if isinstance(part, str) else part.name for part in parts if part in ("ubuntu:", "android:")] == [
        "ubuntu:", "android:"
    ]  # fmt: skip
    heading, picture, table = parts[:3]
    assert (heading, picture.name) == ("ubuntu:", "ubuntu")
    assert picture.pixels is obs["ubuntu"]  # marks are on it already
    assert table.splitlines()[1] == "[2] button (System)"
    assert len(table.splitlines()) == len(info["marks"]["ubuntu"])


def test_the_parts_can_be_of_one_device_and_without_pictures() -> None:
    _, obs, info, spec = looked(TASK)
    parts = Viewer(spec).look(obs, info).parts(["android"], pictures=False)
    assert parts[0] == "android:" and len(parts) == 2
    assert Viewer(spec, table=False).look(obs, info).parts(["android"], pictures=False) == ()


@pytest.mark.parametrize("options", [{"max_side": 400}, {"scale": 0.5}, {"scale": 0.9, "max_side": 700}])
def test_marks_are_drawn_after_scaling_so_that_numbers_keep_their_size(options: dict[str, float]) -> None:
    _, obs, info, spec = looked(TASK, **options)
    assert not spec.marked
    viewer = Viewer(spec, **options)
    view = viewer.look(obs, info).views["android"]
    width, height = viewer.sizes["android"]
    assert view.picture.pixels.shape == (height, width, 3)
    assert (width, height) == scaled((360, 800), options.get("scale", 1.0), options.get("max_side"))
    drawn = {tuple(pixel) for pixel in view.picture.pixels.reshape(-1, 3).tolist()}
    assert set(PALETTE) <= drawn
    # Each mark's frame lies where the scaled screen shows its element, within a pixel.
    across, down = width / 360, height / 800
    for mark in info["marks"]["android"]:
        left, top = int(mark.bounds[0] * across), int(mark.bounds[1] * down)
        colour = PALETTE[(mark.number - 1) % len(PALETTE)]
        corner = view.picture.pixels[top : top + 2, left : left + 2].reshape(-1, 3)
        assert colour in map(tuple, corner.tolist()) or any(
            other.number != mark.number and _near(other.bounds, mark.bounds) for other in info["marks"]["android"]
        )


def _near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether another mark's frame or number may lie on a mark's corner."""
    return one[0] - 60 <= other[0] <= one[2] + 60 and one[1] - 60 <= other[1] <= one[3] + 60


def test_unmarked_screens_get_the_marks_of_the_wrapper() -> None:
    obs = looked(TASK)[1]
    _, raw, raw_info, raw_spec = looked(TASK, max_side=2000)
    assert not np.array_equal(raw["ubuntu"], obs["ubuntu"])
    view = Viewer(raw_spec, raw=True).look(raw, raw_info).views["ubuntu"]
    assert np.array_equal(view.picture.pixels, obs["ubuntu"])
    assert np.array_equal(view.raw.pixels, raw["ubuntu"])
    parts = Viewer(raw_spec, raw=True).look(raw, raw_info).parts(["ubuntu"], raw=True)
    assert [part is not None and not isinstance(part, str) for part in parts] == [False, True, True, False]


@pytest.mark.parametrize("options", [{"max_side": 300}, {"scale": 0.5}])
def test_screens_that_have_marks_already_are_not_scaled(options: dict[str, float]) -> None:
    _, _, info, spec = looked(TASK)
    with pytest.raises(ValueError, match="marks drawn on them, which can't be scaled"):
        make_agent("single", Says([""]), **options).reset(info["goal"], spec)


def test_coordinates_of_a_picture_are_brought_back_to_the_screen() -> None:
    options = {"coordinates": True, "max_side": 400}
    _, obs, info, spec = looked(TASK, **options)
    mark = next(mark for mark in info["marks"]["android"] if mark.text == "Tasks")
    viewer = Viewer(spec, max_side=400)
    width, height = viewer.sizes["android"]
    x, y = mark.point[0] * width // 360, mark.point[1] * height // 800
    model = Says([f'{{"name": "android__tap", "arguments": {{"x": {x}, "y": {y}}}}}'], calls_tools=False)
    agent = make_agent("single", model, **options)
    agent.reset(info["goal"], spec)
    args = agent.act(obs, info)["args"]
    assert abs(args["x"] - mark.point[0]) <= 2 and abs(args["y"] - mark.point[1]) <= 2
    assert viewer.to_screen("android", width - 1, height - 1) <= (359, 799)
    assert viewer.to_screen("android", width, height) >= (360, 800)  # off the one is off the other
    assert viewer.to_screen("android", -1, -1) < (0, 0)
    said = texts(model.asked[0][0])
    assert (
        f"ubuntu: a desktop computer with Linux, with mouse and keyboard; 400×{round(720 * 400 / 1280)} pixels" in said
    )


def test_refusals_and_the_turns_left_are_told() -> None:
    env, obs, info, spec = looked(TASK)
    obs, *_, info = env.step({"device": "android", "name": "tap", "args": {"element": 99}})
    seen = Viewer(spec).look(obs, info)
    assert seen.status.splitlines()[0] == f"Turn 2; {spec.max_steps - 1} left, this one included."
    assert "The last action was refused: android has no element 99" in seen.status


def test_without_pictures_the_elements_are_told_in_full() -> None:
    env, obs, info, spec = looked("cross.contact_from_file", screens=False, pictures=False)
    env.step({"device": "ubuntu", "name": "search_app", "args": {"name": "Terminal"}})
    obs, *_, info = env.step({"device": "ubuntu", "name": "press", "args": {"key": "enter"}})
    view = Viewer(spec, pictures=False).look(obs, info).views["ubuntu"]
    assert view.picture is None
    assert "- text " in view.text and "[1] " in view.text  # what can't be touched too
    assert "android" not in view.text and "goal:" not in view.text


def test_a_device_that_shows_nothing_is_not_told_as_the_next_one() -> None:
    text = "\n\n".join(["goal: x", "ubuntu:", "android:\n[1] icon", "ubuntu:", "android:\n[2] icon\n- text"])
    assert device_text(text, "ubuntu") == ""
    assert device_text(text, "android") == "[2] icon\n- text"
    assert device_text(text, "root") == ""


def test_an_environment_without_screens_is_told_by_its_marks() -> None:
    _, obs, info, spec = looked(TASK, screens=False)
    model = Says(["nothing"])
    agent = make_agent("single", model)
    agent.reset(info["goal"], spec)
    agent.act(obs, info)
    assert pictures(model.asked[0][0]) == []
    assert '[3] icon "Terminal" (Dock)' in texts(model.asked[0][0])


def test_an_environment_without_marks_is_refused_unless_coordinates_are_taken() -> None:
    import gymnasium as gym

    from crab_gym.policies import policy_spec

    env = gym.make(f"Crab-v0/{TASK}")
    obs, info = env.reset(seed=0)
    with pytest.raises(ValueError, match=r"wrap it with crab_gym\.agents\.wrap"):
        make_agent("single", Says([""])).reset(info["goal"], policy_spec(env, 0))
    model = Says(['{"name": "android__tap", "arguments": {"x": 5, "y": 6}}'])
    agent = make_agent("single", model, coordinates=True)
    agent.reset(info["goal"], policy_spec(env, 0))
    assert agent.act(obs, info) == {"device": "android", "name": "tap", "args": {"x": 5, "y": 6}}
    assert pictures(model.asked[0][0]) == [("ubuntu", (720, 1280, 3)), ("android", (800, 360, 3))]


def test_numbers_on_scaled_pictures_are_as_large_as_on_whole_ones() -> None:
    whole, small = Overlay((360, 800)), Overlay((180, 400))
    boxes = [(10, 10, 90, 60), (100, 100, 170, 140)]
    sizes = [
        [(right - left, bottom - top) for left, top, right, bottom in overlay.labels(screen, boxes)]
        for overlay, screen in ((whole, np.zeros((800, 360, 3), np.uint8)), (small, np.zeros((400, 180, 3), np.uint8)))
    ]
    assert sizes[0] == sizes[1]


def test_wrap_draws_unless_the_agent_does() -> None:
    env = looked(TASK)[0]
    assert isinstance(env, SetOfMarks) and env.drawn
    assert not looked(TASK, scale=0.5)[0].drawn
    assert looked(TASK, "m3a", marks=3)[2]["marks"]["ubuntu"][-1].number == 3
    assert looked(TASK, marks=1)[2]["marks"]["ubuntu"][-1].number == 5  # on as many pages


MORE, TAP, COMPLETE = calls("android__more_marks"), calls("android__tap", element=21), calls("root__complete")


def play(name: str, said: list[Any], **options: Any) -> tuple[Any, list[Any]]:
    """Returns the record of an episode with ten marks on a page, and what was asked."""
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), name, marks=10, **options)
    model = ScriptedModel(said)
    record = run_episode(env, make_agent(name, model, **options), seed=0)
    env.close()
    return record, list(model.asked)


@pytest.mark.parametrize("pictures", [True, False])
def test_the_next_page_costs_a_call_and_no_step(pictures: bool) -> None:
    record, asked = play("single", [MORE, MORE, TAP, COMPLETE], pictures=pictures)
    assert [step.action["name"] for step in record.steps] == ["tap", "complete"]
    assert (record.calls, record.steps[0].invalid_action) == (4, "")
    first, second, third = (messages[-1].text for messages, _ in asked[:3])
    assert "[10] " in first and "[11] " not in first and "(Marks from 11 on are on the next page.)" in first
    assert "[10] " not in second and "[11] " in second and "[20] " in second and "(Marks from 21 on" in second
    assert "[21] " in third and "next page" not in third
    offered = ["android__more_marks" in {tool.name for tool in tools} for _, tools in asked[:3]]
    assert offered == [True, True, False]


def test_each_devices_agent_turns_its_own_pages() -> None:
    record, asked = play("by_device", ["android: Tap 21.\nroot: SKIP", MORE, MORE, TAP, "root: Complete.", COMPLETE])
    assert [step.action["name"] for step in record.steps] == ["tap", "complete"]
    assert "[21] " in asked[3][0][-1].text and not any("more_marks" in tool.name for tool in asked[5][1])


def test_where_all_marks_fit_there_is_no_page_to_turn() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "single")
    model = ScriptedModel([MORE, COMPLETE])
    record = run_episode(env, make_agent("single", model), seed=0)
    assert "there is no tool 'android__more_marks'" in record.steps[0].invalid_action
