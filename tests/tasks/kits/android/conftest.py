from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.specs import make_backend, parse_backends


@pytest.fixture
def phone() -> Any:
    backend = make_backend(parse_backends("sim", ("android",))["android"], "android", (360, 800))
    backend.reset(3)
    return backend
