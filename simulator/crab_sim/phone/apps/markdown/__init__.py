"""The phone's Markdown app."""

from __future__ import annotations

from crab_sim.machine.app import deferred
from crab_sim.phone.app import PhoneApp
from crab_sim.phone.apps.markdown import intents
from crab_sim.phone.apps.markdown.data import seed_files

__all__ = ["APP"]

APP = PhoneApp(
    deferred(f"{__name__}.app", id="markdown", name="Markdown", icon="markdown", color=(74, 84, 98)),
    files=seed_files,
    shares={"text": lambda text: ("append", text), "file": lambda path: ("open", path)},
    intents=intents.RULES,
)
