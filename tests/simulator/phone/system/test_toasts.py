from __future__ import annotations

from crab_sim.machine.app import Context
from crab_sim.phone.system.toasts import TOAST, TOAST_SECONDS, toast
from tests.simulator.phone._drive import node, nodes, phone


def test_a_toast_goes_away() -> None:
    machine = phone(0, "Contacts")
    before = machine.get(TOAST)
    toast(Context(machine, "contacts"), "Saved")
    machine.advance(TOAST_SECONDS - 0.5)
    assert node(machine, "Saved")
    machine.advance(0.5)
    assert not nodes(machine, "Saved") and machine.get(TOAST) == before
