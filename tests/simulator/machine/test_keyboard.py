"""Keyboard input: typing, the focus, the clipboard and keys, on the bench machine."""

from __future__ import annotations

from crab_sim.machine import keyboard
from crab_sim.machine.slices import CLIPBOARD
from tests.simulator.machine._bench import TYPED, Bench, log, page


def test_typing_goes_to_the_field_with_the_focus(bench: Bench) -> None:
    keyboard.type_text(bench, "Ada Ω 🦀")
    assert page(bench).fields == {"one": "Ada Ω 🦀"}
    keyboard.press(bench, "left")
    keyboard.type_text(bench, "!")
    keyboard.press(bench, "backspace")
    keyboard.press(bench, "X")
    keyboard.press(bench, "space")
    assert page(bench).fields["one"] == "Ada Ω X 🦀"
    keyboard.type_text(bench, "")
    keyboard.press(bench, "ctrl+a")
    keyboard.type_text(bench, "")
    assert page(bench).fields["one"] == "Ada Ω X 🦀", "typing nothing deletes nothing"
    keyboard.type_text(bench, "b")
    assert page(bench).fields["one"] == "b"


def test_tab_goes_on_in_the_order_of_the_screen_and_is_typed_into_several_lines(bench: Bench) -> None:
    order = []
    for key in ("tab", "tab", "tab", "shift+tab", "shift+tab", "shift+tab"):
        keyboard.press(bench, key)
        order.append(page(bench).focus)
    assert order == ["two", "many", "many", "two", "one", "many"]
    assert page(bench).fields["many"] == "\t"


def test_a_tab_selects_what_it_comes_to(bench: Bench) -> None:
    keyboard.type_text(bench, "old\t\t")
    keyboard.press(bench, "shift+tab")
    keyboard.press(bench, "shift+tab")
    keyboard.type_text(bench, "new")
    assert page(bench).fields["one"] == "new"


def test_newlines_are_enter_in_one_line_and_text_in_many(bench: Bench) -> None:
    keyboard.type_text(bench, "a\nb\tc\nd")
    assert page(bench).fields == {"one": "ab", "two": "cd"}
    assert log(bench) == (("submit", "one"), ("submit", "two"))
    keyboard.press(bench, "tab")
    keyboard.type_text(bench, "x\ty\nz")
    keyboard.press(bench, "enter")
    assert page(bench).fields["many"] == "x\ty\nz\n"
    assert len(log(bench)) == 2


def test_what_follows_an_enter_goes_where_the_focus_went(bench: Bench) -> None:
    keyboard.type_text(bench, "jump\nlanded\nhere")
    assert page(bench).fields == {"one": "jump", "many": "landed\nhere"}


def test_what_follows_the_last_window_goes_to_the_home_screen(bench: Bench) -> None:
    keyboard.type_text(bench, "quit\nrest\nmore")
    assert bench.front is None
    assert bench.get(TYPED) == ("rest\n", "more")


def test_thousands_of_newlines_are_no_trouble(bench: Bench) -> None:
    keyboard.type_text(bench, "\n" * 400)
    assert len(log(bench)) == 400
    keyboard.type_text(bench, "\t" * 3000)
    assert (page(bench).focus, page(bench).fields["many"]) == ("many", "\t" * 2998)


def test_typing_ends_where_the_work_of_a_step_is_used_up(bench: Bench) -> None:
    keyboard.type_text(bench, "\n" * 3000)
    assert len(log(bench)) == 501  # each key costs the more, the longer the log is
    assert bench.work.untyped == 2499 and bench.work.left < 0
    assert bench.work.cut_short.endswith("the last 2499 characters weren't typed")
    keyboard.type_text(bench, "\n")
    assert (len(log(bench)), bench.work.cut_short) == (502, "")


def test_copy_cut_and_paste(bench: Bench) -> None:
    keyboard.type_text(bench, "copy me")
    keyboard.press(bench, "ctrl+c")
    assert bench.get(CLIPBOARD) == "", "nothing is selected"
    keyboard.press(bench, "ctrl+a")
    keyboard.press(bench, "ctrl+c")
    keyboard.press(bench, "tab")
    keyboard.press(bench, "ctrl+v")
    keyboard.press(bench, "ctrl+v")
    assert page(bench).fields == {"one": "copy me", "two": "copy mecopy me"}
    keyboard.press(bench, "ctrl+a")
    keyboard.press(bench, "ctrl+x")
    assert (page(bench).fields["two"], bench.get(CLIPBOARD)) == ("", "copy mecopy me")
    bench.put(CLIPBOARD, "two\nlines")
    keyboard.press(bench, "ctrl+v")
    keyboard.press(bench, "tab")
    keyboard.press(bench, "ctrl+v")
    assert (page(bench).fields["two"], page(bench).fields["many"]) == ("two lines", "two\nlines")


def test_the_app_may_take_a_key_first(bench: Bench) -> None:
    keyboard.type_text(bench, "abc")
    before = bench.fingerprint()
    keyboard.press(bench, "ctrl+k")
    keyboard.press(bench, "f7")
    keyboard.press(bench, "shift")
    assert bench.fingerprint() == before
