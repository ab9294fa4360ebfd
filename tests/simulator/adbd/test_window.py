"""The window that shows a served phone, on a display of its own and, as Tk can't lose one alive, in its own process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("tkinter")
pytestmark = pytest.mark.desktop

PROGRAM = """
import tkinter
from crab_sim.adbd.hosting import PhoneServer, phones
from crab_sim.adbd.window import Window, show

with PhoneServer(phones(seed=7)) as server:
    phone = server.devices[0].phone
    root = tkinter.Tk()
    window = Window(root, server)
    window.draw()
    root.update()
    print(root.winfo_width(), root.winfo_height())

    nodes = server.call(lambda: phone.scene.nodes)
    icon = next(n for n in nodes if n.text == "Contacts" and n.message is not None)
    at = {"x": icon.bounds[0] + 20, "y": icon.bounds[1] + 20}
    window.label.event_generate("<ButtonPress-1>", **at)
    window.label.event_generate("<ButtonRelease-1>", **at)
    root.update()
    print(server.call(lambda: phone.front).app)

    root.focus_force()
    root.update()
    root.event_generate("<Key>", keysym="Escape")
    root.update()
    print(server.call(lambda: phone.front))

    server.call(lambda: phone.launch("messages", ("compose", "555-0100")))
    root.event_generate("<Key>", keysym="a")
    root.update()
    print("a" in server.call(lambda: phone.front.page.fields).values())
    root.destroy()

    def fail():
        raise KeyboardInterrupt

    server.devices[0].screenshot = fail
    try:
        show(server)
    except KeyboardInterrupt:
        print("ended")
"""


@pytest.fixture
def display() -> Iterator[str]:
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x900x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as process:
        os.close(write)
        with os.fdopen(read) as numbers:
            yield f":{numbers.readline().strip()}"
        process.terminate()


def test_the_mouse_touches_keys_type_and_ctrl_c_ends(display: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, "DISPLAY": display}, capture_output=True, text=True
    )
    assert done.stdout.splitlines() == ["360 800", "contacts", "None", "True", "ended"], done.stderr
