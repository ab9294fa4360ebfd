"""Evaluators of what only the phone's screen shows, and of the stopwatch."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_tasks.kits.android.clipboard import clipboard_is, copy_all, text_in_field
from crab_tasks.kits.android.clock.moves import enter_timer, open_tab
from crab_tasks.kits.android.clock.state import plant_stopwatch, running_on_screen, stopwatch_told, timer_entered
from crab_tasks.kits.android.contacts.moves import new_contact
from crab_tasks.kits.android.contacts.state import draft_unsaved
from crab_tasks.kits.android.messages.state import text_names, texts_are
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.android.settings.moves import open_control, tap_tile
from crab_tasks.kits.android.settings.state import WIFI, control_seen, set_and_said
from crab_tasks.kits.moves import tap
from tests.tasks.kits.android.test_app_moves import Player

DRAFT = {"first": "Eva", "last": "Stone", "phone": "555-0142", "label": "Work"}


def test_a_draft_counts_until_it_is_saved(phone: Any) -> None:
    player, state = Player(phone), State(android=phone.state)
    player.play(new_contact(player.look, "Eva Stone", "555-0142", label="Work", save=False))
    assert draft_unsaved(state, **DRAFT)
    assert not draft_unsaved(state, **{**DRAFT, "label": "Home"})
    player.play(iter([tap(player.look, text="Save")]))
    assert not draft_unsaved(state, **DRAFT)
    player.play(iter([tap(player.look, description="Edit contact")]))
    assert not draft_unsaved(state, **DRAFT)


@pytest.mark.parametrize(
    ("field", "text"), [("Email", "made@up.example"), ("Company", "Weavers"), ("Notes", "Owes me")]
)
def test_a_draft_with_something_else_does_not_count(phone: Any, field: str, text: str) -> None:
    player, state = Player(phone), State(android=phone.state)
    player.play(new_contact(player.look, "Eva Stone", "555-0142", label="Work", save=False))
    player.play(iter([tap(player.look, text="More fields")]))
    assert draft_unsaved(state, **DRAFT)
    player.play(type_into(player.look, field, text))
    assert not draft_unsaved(state, **DRAFT)


def test_a_timer_is_entered_but_not_started(phone: Any) -> None:
    player, state = Player(phone), State(android=phone.state)
    player.play(open_tab(player.look, "Timer"), enter_timer(player.look, "1230"))
    assert timer_entered(state, 0, 12, 30)
    assert not timer_entered(state, 12, 30, 0)
    player.play(iter([tap(player.look, description="Start")]))
    assert not timer_entered(state, 0, 12, 30)


@pytest.mark.parametrize("answer", ["04:05", "It stands at 04:05.37.", "4:05", "0:04:05"])
def test_the_time_of_the_paused_stopwatch_is_told(phone: Any, answer: str) -> None:
    plant_stopwatch(phone.setup, 245.37, running=False)
    assert stopwatch_told(State(android=phone.state), answer, 60.0)


@pytest.mark.parametrize("answer", [None, "", "04:06", "04:05 or 04:06", "04:05.38", "245"])
def test_another_time_is_no_answer(phone: Any, answer: str | None) -> None:
    plant_stopwatch(phone.setup, 245.37, running=False)
    assert not stopwatch_told(State(android=phone.state), answer, 60.0)


def test_the_stopwatch_is_seen_to_run_and_known_to_be_paused(phone: Any) -> None:
    player, state = Player(phone), State(android=phone.state)
    plant_stopwatch(phone.setup, 120.0, running=True)
    player.play(open_tab(player.look, "Stopwatch"))
    assert running_on_screen(state)
    player.play(iter([tap(player.look, description="Pause")]))
    assert not running_on_screen(state)
    assert not stopwatch_told(state, "04:05", 1000.0)


def test_a_control_is_seen_in_settings_and_in_quick_settings(phone: Any) -> None:
    player, state = Player(phone), State(android=phone.state)
    phone.act("open_app", {"name": "Settings"}, 1.0)
    assert not control_seen(state, "wifi_on")
    player.play(open_control(player.look, WIFI))
    assert control_seen(state, "wifi_on")
    phone.act("press", {"key": "home"}, 1.0)
    assert not control_seen(state, "wifi_on")
    player.play(tap_tile(player.look, WIFI))
    assert control_seen(state, "wifi_on")


@pytest.mark.parametrize(("wifi", "answer", "right"), [("0", "On.", True), ("1", "on", False), ("0", "off", False)])
def test_a_setting_is_as_asked_and_its_past_is_told(phone: Any, wifi: str, answer: str, right: bool) -> None:
    phone.setup.set_setting("global", "wifi_on", wifi)
    assert set_and_said(State(android=phone.state), answer, "global", "wifi_on", ("0",), "on", ("on", "off")) == right


def test_what_is_in_a_field_is_copied(phone: Any) -> None:
    player, state = Player(phone), State(android=phone.state)
    phone.act("open_app", {"name": "Settings"}, 1.0)
    player.play(iter([tap(player.look, rid="search_bar")]))
    phone.act("write_text", {"text": "Locker 12"}, 1.0)
    assert text_in_field(state, "Locker 12")
    assert not clipboard_is(state, "Locker 12")
    player.play(copy_all(player.look))
    assert clipboard_is(state, "Locker 12")


def test_texts_to_a_number_are_exactly_these(phone: Any) -> None:
    state = State(android=phone.state)
    phone.setup.add_message("+1 555 0142", "Hello", box="sent")
    assert texts_are(state, "(+1) 555-0142", ("Hello",))
    phone.setup.add_message("+1 555 0142", "Hello", box="sent")
    assert not texts_are(state, "+1 555 0142", ("Hello",))
    assert texts_are(state, "+1 555 0142", ("Hello", "Hello"))


@pytest.mark.parametrize(
    ("text", "right"), [("It is at 14 Mill Lane, Alder.", True), ("14 or 15 Mill Lane, Alder", False), ("Hello", False)]
)
def test_a_text_names_an_address(phone: Any, text: str, right: bool) -> None:
    phone.setup.add_message("+1 555 0142", text, box="sent")
    assert text_names(State(android=phone.state), "+1 555 0142", "address", "14 Mill Lane, Alder") == right
