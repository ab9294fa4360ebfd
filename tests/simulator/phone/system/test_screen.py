from __future__ import annotations

import pytest

from crab_sim.draw.raster import Canvas
from crab_sim.machine.app import Context
from crab_sim.phone import Phone
from crab_sim.phone.system import permissions, settings_store, share
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.phone.widgets import basics
from tests.simulator.phone._drive import center, notify, phone, press, shade, tap


@pytest.mark.parametrize("scale", ["0.85", "1.15", "1.3"])
@pytest.mark.parametrize("screen", ["home", "drawer", "shade", "share", "permission"])
def test_all_texts_fit_the_screen(scale: str, screen: str) -> None:
    for width, height in ((280, 480), (360, 800), (600, 800)):
        machine = Phone(width, height, permission_dialogs=True)
        machine.boot(1)
        machine.put(
            SETTINGS,
            settings_store.put(machine.get(SETTINGS), "system", "font_scale", scale),
        )
        notify(machine)
        machine.launch("contacts")
        match screen:
            case "home":
                press(machine, "home")
            case "drawer":
                machine.execute("open_app_drawer", {})
            case "shade":
                shade(machine)
                shade(machine)
            case "share":
                share.open_sheet(machine, "text", "word " * 80)
            case "permission":
                permissions.ask(Context(machine, "contacts"), "location", ("x",))
        for n in machine.scene.nodes:
            left, top, right, bottom = n.bounds
            assert 0 <= left < right <= width and 0 <= top < bottom <= height


def test_bars_are_dark_around_pages_that_are_dark_in_every_theme() -> None:
    machine = phone(3, "Gallery")
    canvas = Canvas(machine.width, machine.height)

    def bars() -> list[list[int]]:
        frame = canvas.frame(machine.scene.ops)
        return [frame[y, 4, :3].tolist() for y in (2, machine.height - 2)]

    assert bars() == [list(machine.theme.background)] * 2
    machine.execute("tap", center(next(n for n in machine.scene.nodes if "taken on" in n.description)))
    assert machine.front is not None
    assert machine.front.page.name == "photo"
    assert bars() == [list(basics.NIGHT)] * 2
    tap(machine, "Delete")
    assert all(sum(bar) < sum(basics.NIGHT) for bar in bars()), "a dialog darkens the bars as it does the page"
