"""What is said where android_env isn't installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


def test_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("crab_gym.integrations.android_env")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "android_env", None)
    with pytest.raises(ImportError) as caught:
        import_module("crab_gym.integrations.android_env")
    assert 'pip install ".[android-env]"' in str(caught.value)
