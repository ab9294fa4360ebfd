"""Names of keys and combinations."""

from __future__ import annotations

from crab_sim.devices.keys import combo


def test_combinations_have_one_name() -> None:
    for keys, name in (
        (["ctrl", "s"], "ctrl+s"), (["s", "ctrl"], "ctrl+s"), (["shift", "ctrl", "S"], "ctrl+shift+s"),
        (["a"], "a"), (["A"], "A"), (["shift", "a"], "A"), (["Esc"], "escape"), (["winleft", "d"], "super+d"),
        (["ctrlright", "altleft", "pgup"], "ctrl+alt+pageup"), (["shift"], "shift"), (["+"], "+"), ([" "], "space"),
        (["shift", "return"], "shift+enter"), (["ctrl", "ctrl", "c"], "ctrl+c"),
    ):  # fmt: skip
        assert combo(keys) == name
