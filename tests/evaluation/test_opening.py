"""An app that is only opened changes nothing that its user owns, whatever it makes for itself."""

from __future__ import annotations

import pytest

from crab_gym.backends.sim.backend import SimBackend
from crab_gym.evaluation.side_effects import NO_SIDE_EFFECTS, Watch
from crab_sim.devices.apps import APPS

SCREENS = {"android": (360, 800), "ubuntu": (1280, 720)}


def opened(backend: SimBackend, device: str, name: str) -> None:
    """Opens an app, and gives it a minute."""
    if device == "android":
        backend.act("open_app", {"name": name}, 60.0)
    else:
        backend.act("search_app", {"name": name}, 1.0)
        backend.act("press", {"key": "enter"}, 60.0)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("device", SCREENS)
def test_an_app_that_is_only_opened_has_no_side_effect(device: str, seed: int) -> None:
    backend = SimBackend(device, SCREENS[device])
    backend.reset(seed)
    begin, watch = backend.snapshot(), Watch([], {device: backend.state})
    for app in APPS:
        if app.device != device or app.hidden or app.id == "launcher":
            continue
        backend.restore(begin)
        opened(backend, device, app.name)
        assert backend.state.foreground().app == app.id, app.id
        assert watch.side_effects({device: backend.state}) == NO_SIDE_EFFECTS, app.id
    backend.close()
