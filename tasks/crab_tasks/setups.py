"""What setups share: making room for what a task brings along."""

from __future__ import annotations

import random
from collections.abc import Mapping

from crab_gym.backends.base import Setup

__all__ = ["HOME", "fresh_contact", "log_lines", "no_contact"]

HOME = "/home/user"
_PLACES = ("cache", "network", "storage", "scheduler", "login", "printer", "backup")
_EVENTS = ("started", "finished", "was restarted", "is waiting", "took too long", "has no space left", "lost its peer")


def no_contact(devices: Mapping[str, Setup], name: str) -> None:
    """Removes the phone's contacts of a name."""
    phone = devices["android"]
    for contact in phone.contacts():
        if contact.name == name:
            phone.remove_contact(contact.id)


def fresh_contact(devices: Mapping[str, Setup], name: str, phone: str, email: str = "") -> None:
    """Makes a contact the only one of its name."""
    no_contact(devices, name)
    devices["android"].add_contact(name, phone, email)


def log_lines(rng: random.Random, errors: int, warnings: int) -> str:
    """Returns a log with so many lines of level ERROR and WARNING among those of level INFO."""
    levels = ["ERROR"] * errors + ["WARNING"] * warnings + ["INFO"] * rng.randint(20, 40)
    rng.shuffle(levels)
    rows = []
    for i, level in enumerate(levels):
        clock = f"{8 + i // 60:02}:{i % 60:02}:{rng.randrange(60):02}"
        rows.append(f"2026-10-05 {clock} {level} {rng.choice(_PLACES)} {rng.choice(_EVENTS)}")
    return "\n".join(rows) + "\n"
