from __future__ import annotations

import pytest

from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone.system import share
from crab_sim.phone.system.above import ABOVE, NOTHING_ABOVE
from tests.simulator.phone._drive import node, nodes, phone, press, swipe, tap


def test_text_is_shared_and_copied() -> None:
    machine = phone(0, "Contacts")
    share.share(Context(machine, "contacts"), "text", "See https://example.com")
    tap(machine, "Copy")
    assert machine.get(CLIPBOARD) == "See https://example.com" and node(machine, "Copied")
    share.open_sheet(machine, "text", "Half past nine")
    names = [n.text for n in nodes(machine, rid="text1")]
    takers = [app.spec.name for app in machine.installed if "text" in app.shares]
    assert names == takers and names
    tap(machine, names[0], rid="text1")
    assert machine.front is not None and machine.apps[machine.front.app].name == names[0]
    assert machine.get(ABOVE) == NOTHING_ABOVE


@pytest.mark.parametrize("leave", ["back", "outside", "down"])
def test_the_share_sheet_can_be_left(leave: str) -> None:
    machine = phone(0, "Contacts")
    before = machine.fingerprint()
    share.open_sheet(machine, "image", "/storage/emulated/0/DCIM/Camera/a.jpg")
    assert node(machine, "Sharing image") and not nodes(machine, "Copy")
    if leave == "back":
        press(machine, "back")
    elif leave == "outside":
        machine.execute("tap", {"x": 180, "y": 60})
    else:
        swipe(machine, "up", y=560)
    assert machine.fingerprint() == before
