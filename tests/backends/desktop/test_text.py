from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.desktop

ASCII = "".join(map(chr, range(0x20, 0x7F)))
SCRIPTS = (
    "Ξεσκεπάζω την ψυχοφθόρα Съешь же ещё этих мягких французских булок ¿Ñandú? çà ß €20 漢字かな 한국어 😀🦀 עברית"
)
MANY = "".join(map(chr, range(0x4E00, 0x4E00 + 300)))  # more characters than there are spare keys


@pytest.mark.parametrize("text", [ASCII + "\n", SCRIPTS + "\n", MANY + "\n"], ids=["ascii", "scripts", "many"])
def test_text_typed_into_the_terminal_arrives(desk: Any, text: str) -> None:
    desk.open("Terminal")
    desk.act("write_text", text="cat > typed.txt\n")
    desk.act("write_text", text=text)
    desk.act("hotkey", keys=["ctrl", "d"])
    assert desk.reads("/home/user/typed.txt", text)


def test_text_saved_by_the_editor_arrives(desk: Any) -> None:
    text = f"{ASCII}\n\tindented\n{SCRIPTS}\n{MANY}"
    desk.open("Text Editor")
    desk.act("write_text", text=text)
    desk.act("hotkey", keys=["ctrl", "s"])
    desk.act("write_text", text="/home/user/Documents/saved.txt")
    desk.act("press", key="enter")
    assert desk.reads("/home/user/Documents/saved.txt", text + "\n")
    assert desk.state.foreground().title == "saved.txt (~/Documents) - gedit"
