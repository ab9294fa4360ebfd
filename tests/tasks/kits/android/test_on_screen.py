"""Evaluators of what only the phone's screen shows, and of the stopwatch."""

from __future__ import annotations

from typing import Any

import pytest
from crab_tasks.kits.android.contacts import draft_unsaved, new_contact
from crab_tasks.kits.android.screens.stopwatch import (
    enter_timer,
    open_tab,
    plant_stopwatch,
    running_on_screen,
    stopwatch_paused,
    stopwatch_told,
    timer_entered,
)
from crab_tasks.kits.moves import tap

from tests.tasks.kits.android.test_app_moves import Player

DRAFT = {"first": "Eva", "last": "Stone", "phone": "555-0142", "label": "Work"}


def test_a_draft_counts_until_it_is_saved(phone: Any) -> None:
    player, state = Player(phone), {"android": phone.state}
    player.play(new_contact(player.look, "Eva Stone", "555-0142", label="Work", save=False))
    assert draft_unsaved(state, None, **DRAFT)
    assert not draft_unsaved(state, None, **{**DRAFT, "label": "Home"})
    player.play(iter([tap(player.look, text="Save")]))
    assert not draft_unsaved(state, None, **DRAFT)
    player.play(iter([tap(player.look, description="Edit contact")]))
    assert not draft_unsaved(state, None, **DRAFT)


def test_a_timer_is_entered_but_not_started(phone: Any) -> None:
    player, state = Player(phone), {"android": phone.state}
    player.play(open_tab(player.look, "Timer"), enter_timer(player.look, "1230"))
    assert timer_entered(state, None, 0, 12, 30)
    assert not timer_entered(state, None, 12, 30, 0)
    player.play(iter([tap(player.look, description="Start")]))
    assert not timer_entered(state, None, 0, 12, 30)


@pytest.mark.parametrize("answer", ["04:05", "It stands at 04:05.37.", "4:05", "0:04:05"])
def test_the_time_of_the_paused_stopwatch_is_told(phone: Any, answer: str) -> None:
    plant_stopwatch(phone.setup, 245.37, running=False)
    assert stopwatch_told({"android": phone.state}, answer, 60.0)


@pytest.mark.parametrize("answer", [None, "", "04:06", "04:05 or 04:06", "04:05.38", "245"])
def test_another_time_is_no_answer(phone: Any, answer: str | None) -> None:
    plant_stopwatch(phone.setup, 245.37, running=False)
    assert not stopwatch_told({"android": phone.state}, answer, 60.0)


def test_the_stopwatch_is_seen_to_run_and_known_to_be_paused(phone: Any) -> None:
    player, state = Player(phone), {"android": phone.state}
    plant_stopwatch(phone.setup, 120.0, running=True)
    assert not stopwatch_paused(state, None, 60.0)
    player.play(open_tab(player.look, "Stopwatch"))
    assert running_on_screen(state, None)
    player.play(iter([tap(player.look, description="Pause")]))
    assert not running_on_screen(state, None)
    assert stopwatch_paused(state, None, 60.0)
    assert not stopwatch_paused(state, None, 1000.0)
