from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import Backend
from crab_gym.backends.specs import KINDS, BackendSpec, make_backend, parse_backends, parse_cli

BOTH = ("ubuntu", "android")


@pytest.mark.parametrize(
    ("value", "ubuntu", "android"),
    [
        ("sim", BackendSpec("sim"), BackendSpec("sim")),
        ("desktop", BackendSpec("desktop"), BackendSpec("sim")),
        ("desktop:light", BackendSpec("desktop", {"profile": "light"}), BackendSpec("sim")),
        ("desktop:a:b", BackendSpec("desktop", {"profile": "a:b"}), BackendSpec("sim")),
        ({}, BackendSpec("sim"), BackendSpec("sim")),
        ({"ubuntu": "desktop"}, BackendSpec("desktop"), BackendSpec("sim")),
        (
            {"ubuntu": {"kind": "desktop", "profile": "light"}, "android": "sim"},
            BackendSpec("desktop", {"profile": "light"}),
            BackendSpec("sim"),
        ),
    ],
)
def test_forms_of_a_specification(value: Any, ubuntu: BackendSpec, android: BackendSpec) -> None:
    assert parse_backends(value, BOTH) == {"ubuntu": ubuntu, "android": android}
    assert parse_backends(value, ("android",)) == {"android": android}


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("desktp", "unknown backend 'desktp'. Did you mean 'desktop'. There are: sim, desktop"),
        ("", "unknown backend ''. There are"),
        ("sim:fast", "backend 'sim' takes nothing after a colon; got 'sim:fast', expected 'sim'"),
        ({"phone": "sim"}, "backend names the device 'phone'; expected 'ubuntu' or 'android'"),
        ({"root": "sim"}, "backend names the device 'root'"),
        ({"android": "desktop"}, "backend 'desktop' can't play 'android'; it plays: ubuntu"),
        ({"android": {"kind": "simm"}}, "unknown backend 'simm'. Did you mean 'sim'"),
        (
            {"android": {"profile": "light"}},
            "backend of 'android' is .*; expected a name .* or a mapping with a 'kind'",
        ),
        ({"android": {"kind": 3}}, "backend of 'android' is .*expected a name"),
        ({"android": None}, "backend of 'android' is None; expected a name"),
        (3, "backend is 3; expected a name such as 'sim' or 'desktop', or a mapping"),
        (["sim"], r"backend is \['sim'\]; expected a name"),
    ],
)
def test_wrong_specifications_are_explained(value: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_backends(value, BOTH)


def test_what_plays_the_devices_of_which_nothing_is_said() -> None:
    assert parse_backends(None, BOTH, {"ubuntu": "desktop"}) == {
        "ubuntu": BackendSpec("desktop"),
        "android": BackendSpec("sim"),
    }
    assert parse_backends("adb", BOTH, {"ubuntu": "desktop"})["ubuntu"] == BackendSpec("desktop")
    assert parse_backends({"ubuntu": "sim"}, BOTH, {"ubuntu": "desktop"})["ubuntu"] == BackendSpec("sim")


def test_the_command_line_says_the_same() -> None:
    assert parse_cli("sim") == "sim"
    assert parse_cli("desktop:light") == "desktop:light"
    assert parse_cli("ubuntu=desktop:light") == {"ubuntu": "desktop:light"}
    assert parse_cli("android=sim,ubuntu=desktop") == {"android": "sim", "ubuntu": "desktop"}
    assert parse_cli("android=adb:127.0.0.1:5555") == {"android": "adb:127.0.0.1:5555"}
    for text in ("android=sim,desktop", "android=sim,android=sim", "ubuntu=desktop,"):
        with pytest.raises(ValueError, match="expected one NAME, or DEVICE=NAME"):
            parse_cli(text)


def test_every_kind_can_be_made_for_its_devices() -> None:
    for name, kind in KINDS.items():
        for device in kind.devices:
            backend = make_backend(BackendSpec(name), device, (1280, 720))
            assert isinstance(backend, Backend)
            assert (backend.device, backend.screen_size, backend.kind) == (device, (1280, 720), name)
            assert device in backend.devices
            backend.close()
            backend.close()


def test_unknown_options_are_explained() -> None:
    with pytest.raises(ValueError, match=r"backend 'sim' of 'android' has no options; got \['speed'\]"):
        make_backend(BackendSpec("sim", {"speed": 2}), "android", (360, 800))
