"""All families of pages: their names, many draws of each, and how they are solved."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any

import pytest

from crab_gym.backends.sim.backend import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import look_of
from crab_gym.experiments.unearned import idle_completion
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import load, read_index
from crab_tasks.kits.android.miniwob.answers import fits
from crab_tasks.kits.android.miniwob.family import STEP_LIMIT, PageTask, Problem
from crab_tasks.kits.android.miniwob.moves import play
from crab_tasks.kits.android.miniwob.subset import SUBSET
from tests.task_names import MINIWOB

PUBLISHED = """
bisect_angle book_flight choose_date choose_date_easy choose_date_medium choose_list circle_center click_button
click_button_sequence click_checkboxes click_checkboxes_large click_checkboxes_soft click_checkboxes_transfer
click_collapsible click_collapsible_2 click_color click_dialog click_dialog_2 click_link click_menu_2 click_option
click_pie click_scroll_list click_shades click_shape click_tab click_tab_2 click_tab_2_easy click_tab_2_hard
click_tab_2_medium click_test click_test_2 click_test_transfer click_widget copy_paste copy_paste_2 count_shape
count_sides drag_box drag_item email_inbox email_inbox_delete email_inbox_forward email_inbox_forward_nl
email_inbox_forward_nl_turk email_inbox_important email_inbox_nl_turk email_inbox_noscroll email_inbox_reply
email_inbox_star_reply enter_date enter_password enter_text enter_text_2 enter_text_dynamic enter_time find_midpoint
find_word focus_text focus_text_2 grid_coordinate guess_number highlight_text highlight_text_2 identify_shape
login_user login_user_popup multi_layouts multi_orderings navigate_tree read_table read_table_2 resize_textarea
right_angle scroll_text scroll_text_2 search_engine simon_says simple_algebra simple_arithmetic social_media
social_media_all social_media_some terminal text_transform tic_tac_toe unicode_test use_autocomplete use_colorwheel
use_colorwheel_2 use_slider visual_addition
""".split()
DRAWS = 1000

every_family = pytest.mark.parametrize("name", MINIWOB)


def page_task(name: str) -> PageTask:
    task = load(name)
    assert isinstance(task, PageTask)
    return task


def events(items: Any) -> Iterator[str]:
    """Yields the events with which a page can end."""
    if isinstance(items, list):
        if len(items) == 2 and items[0] == "end":
            yield items[1]
        for item in items:
            yield from events(item)
    elif isinstance(items, Mapping):
        for item in items.values():
            yield from events(item)


def solved_at_first(problem: Problem, values: Mapping[str, Any]) -> bool:
    return all(fits(problem.values.get(name), wanted) for name, wanted in values.items())


def test_the_published_names_are_there() -> None:
    names = {name.removeprefix("miniwob.") for name in MINIWOB}
    assert len(PUBLISHED) == 92 and names >= set(PUBLISHED)
    assert {name for name in names if "miniwob_subset" in read_index()[f"miniwob.{name}"].tags} == SUBSET
    assert len(SUBSET) == 62 and set(PUBLISHED) >= SUBSET
    assert {name for name in names if "ours" in read_index()[f"miniwob.{name}"].tags} == names - set(PUBLISHED)
    assert {read_index()[name].step_limit for name in MINIWOB} == {STEP_LIMIT}


@every_family
@pytest.mark.parametrize("draws", [DRAWS // 10, pytest.param(DRAWS, marks=pytest.mark.slow)])
def test_no_page_of_a_thousand_is_impossible_or_solved_already(name: str, draws: int) -> None:
    task = page_task(name)
    for case in range(draws):
        problem = task.draw(random.Random(case))
        assert problem.says == " ".join(problem.says.split()) and 10 <= len(problem.says) <= 200
        page = json.loads(json.dumps([problem.items, problem.values]))
        assert problem.event in events(page[0]), case
        assert not any(solved_at_first(problem, values) for values in problem.steps.values()), case
        assert not problem.answer or not solved_at_first(problem, problem.answer), case
        assert problem.moves.keys() == {*problem.steps, "done"} and problem.wrong, case


@every_family
def test_a_page_is_solved_once_and_a_wrong_end_is_final(name: str) -> None:
    env = CrabEnv(name, screens=False)
    for seed in (100_000, 100_001):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success and record.actions <= STEP_LIMIT
    env.reset(seed=3)
    problem = page_task(name).draw(random.Random(f"{page_task(name).draw.__module__}:{getattr(env.params, 'case', 0)}"))
    assert env.goal == problem.says
    for action in play(problem.wrong, look_of(env)):
        env.step(action)
    state = env.backends["android"].state
    path = "/data/data/com.google.androidenv.miniwob/databases/page.db"
    before = [state.table(path, table) for table in ("page", "value", "ended")]
    if before[2]:
        for _ in range(2):
            for element in env.elements("android"):
                if element.app == "miniwob" and element.clickable:
                    x, y = element.center
                    env.step({"device": "android", "name": "tap", "args": {"x": x, "y": y}})
        assert [state.table(path, table) for table in ("page", "value", "ended")] == before
    assert not env.evaluator.complete


def test_the_same_seed_draws_the_same_page_anywhere() -> None:
    first, second = (CrabEnv("miniwob.social_media_some", screens=False) for _ in range(2))
    for env in (first, second):
        env.reset(seed=7)
    assert first.fingerprint() == second.fingerprint() and first.goal == second.goal


def test_no_task_of_another_kind_sees_the_app() -> None:
    backend = SimBackend("android", (360, 800))
    backend.reset(0)
    backend.execute("open_app_drawer", {})
    assert not any(element.text == "MiniWoB" for element in backend.elements())


@pytest.mark.parametrize("name", ["tic_tac_toe", "moving_items"])
def test_who_presses_everything_does_not_solve_a_page_of_three_touches(name: str) -> None:
    with closing(CrabEnv(f"miniwob.{name}", "sim", screens=False, max_steps=1000)) as env:
        assert idle_completion(env, range(6))["presses"] <= 0.25


@pytest.mark.parametrize("name", ["copy_paste", "click_pie", "highlight_text"])
def test_things_are_at_another_height_in_another_episode(name: str) -> None:
    with closing(CrabEnv(f"miniwob.{name}", "sim", screens=False)) as env:
        heights = set()
        for seed in range(5):
            env.reset(seed=seed)
            heights.add(next(each.bounds[1] for each in env.elements("android") if each.clickable))
    assert len(heights) > 2


@pytest.mark.parametrize("name", ["enter_date", "drag_box", "login_user_popup", "social_media_some", "scroll_text_2"])
def test_a_page_is_played_over_adb(name: str) -> None:
    found = list(verify_task(f"miniwob.{name}", {"android": "adb:simulated"}, only=("oracle", "start")))
    assert [(finding.check, finding.ok) for finding in found] == [("oracle", True), ("start", True)]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@every_family
def test_it_passes_verify(name: str) -> None:
    findings = list(verify_task(name, "sim", list(read_index()), trial_seeds=3))
    assert [finding.check for finding in findings] == list(CHECKS)
    assert [finding for finding in findings if not finding.ok] == []
