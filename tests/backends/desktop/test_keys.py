from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crab_gym.backends.base import InvalidAction
from crab_gym.backends.desktop.keys import KEYSYMS, keysym_of_name, keysyms_of_names, keysyms_of_text


def test_names_and_characters_become_keysyms() -> None:
    assert keysyms_of_names(["ctrl", "shift", "a"]) == [0xFFE3, 0xFFE1, ord("a")]
    assert keysym_of_name("A") == ord("A")
    assert keysym_of_name("Enter") == keysym_of_name("return") == keysym_of_name("\n")
    assert keysym_of_name("f12") == 0xFFC9
    assert keysym_of_name("num0") == 0xFFB0
    assert all(value > 0 for value in KEYSYMS.values())


def test_text_becomes_keysyms() -> None:
    assert keysyms_of_text("a\r\nb\t") == [ord("a"), 0xFF0D, ord("b"), 0xFF09]
    assert keysyms_of_text("é") == [0xE9]
    assert keysyms_of_text("λ漢😀") == [0x010003BB, 0x01006F22, 0x0101F600]


def test_unknown_keys_are_refused_with_a_suggestion() -> None:
    with pytest.raises(InvalidAction, match="no key is called 'entr'; did you mean 'enter'"):
        keysym_of_name("entr")
    with pytest.raises(InvalidAction, match="expected a pyautogui key name"):
        keysym_of_name("")


@pytest.mark.parametrize("text", ["a\x1b", "\x00", "\ud800", "\x7f"])
def test_text_that_no_key_types_is_refused(text: str) -> None:
    with pytest.raises(InvalidAction, match=r"U\+"):
        keysyms_of_text(text)


@given(st.text(st.characters(exclude_categories=("Cc", "Cs"))))
def test_every_printable_text_has_one_keysym_a_character(text: str) -> None:
    assert len(keysyms_of_text(text)) == len(text)
