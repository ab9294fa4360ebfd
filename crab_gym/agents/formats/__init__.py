r"""The formats in which today's computer-use models act, both ways.

* `FORMATS` - the formats by name; `format_named` - one of them.
* `Format.read` - turns a model's output into a `Reading`; `Format.write` - writes an action as the model would.

Pure functions without a model: nothing that a model says is executed, and no text raises.

    >>> from crab_gym.agents.formats import Screen, format_named
    >>> ui_tars = format_named("ui_tars_2")
    >>> screen = Screen("android", 360, 800)
    >>> ui_tars.read("Thought: I open it.\nAction: click(point='<point>500 250</point>')", screen).actions
    ({'device': 'android', 'name': 'tap', 'args': {'x': 180, 'y': 200}},)
    >>> ui_tars.write({"device": "android", "name": "press", "args": {"key": "back"}}, screen)
    ('Action: press_back()',)
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from crab_gym.agents.formats.base import ModelOutput, Points, Screen
from crab_gym.agents.formats.form import Format, Reading
from crab_gym.agents.formats.opencua import AGENTNET, OPENCUA
from crab_gym.agents.formats.qwen import HOLO, QWEN2_5, QWEN3
from crab_gym.agents.formats.ui_tars import AUTOGLM, GLM, UI_TARS, UI_TARS_2
from crab_gym.agents.formats.vendors import ANTHROPIC, GEMINI, OPENAI
from crab_sim.suggestions import unknown

__all__ = ["FORMATS", "Format", "ModelOutput", "Points", "Reading", "Screen", "format_named"]

_ALL = (ANTHROPIC, OPENAI, GEMINI, UI_TARS, UI_TARS_2, QWEN2_5, QWEN3, OPENCUA, AGENTNET, GLM, AUTOGLM, HOLO)
FORMATS: Mapping[str, Format] = {one.name: one for one in _ALL}
"""The formats by name."""


def format_named(name: str) -> Format:
    """Returns a format.

    Raises:
        ValueError: There is no such format.
    """
    if name not in FORMATS:
        unknown("format", name, FORMATS)
    return FORMATS[name]


def __getattr__(name: str) -> Any:
    if name == "Said":  # goes with the next release
        warnings.warn("crab_gym.agents.formats.Said is now called ModelOutput", DeprecationWarning, stacklevel=2)
        return ModelOutput
    raise AttributeError(f"module {__name__!r} has no {name!r}")
