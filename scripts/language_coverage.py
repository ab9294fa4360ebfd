"""Coverage of the simulated devices' languages: how many of the texts that a random user sees are translated.

    python scripts/language_coverage.py            # a table of the apps, as in docs/variation.md
    python scripts/language_coverage.py --missing  # the texts that stay English, by app

Every app is opened and touched at random for a while, always in the same way. Texts without letters don't count.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Mapping
from typing import Any

from crab_gym.backends.conditions import Conditions
from crab_gym.backends.sim.backend import SimBackend
from crab_sim.language import words_of
from crab_sim.language.catalogues import FILES

LANGUAGE = "de"
"""The language of the walk; all catalogues have the same texts."""
STEPS, SEEDS = 400, 3
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}


def walk(device: str, app: str) -> None:
    """Uses an app at random."""
    for seed in range(SEEDS):
        rng = random.Random(f"{device}:{app}:{seed}")
        backend = SimBackend(device, SIZES[device])
        backend.reset(seed)
        backend.impose(Conditions(LANGUAGE))
        machine: Any = backend.machine
        for _ in range(STEPS):
            front = machine.front
            if app != "system" and (front is None or front.app != app):
                machine.launch(app)
            x, y = rng.choice([element for element in backend.elements() if element.clickable]).center
            verbs = ("tap", "tap", "tap", "long_tap") if device == "android" else ("click", "click", "right_click")
            backend.act(rng.choice(verbs), {"x": x, "y": y}, 1.0)
            backend.elements()  # which looks all texts up


def texts(device: str, app: str) -> Mapping[str, bool]:
    """Returns the texts that a walk through an app has shown, and whether they are translated."""
    words = words_of(LANGUAGE, device, app)
    assert words is not None
    walk(device, app)
    found: dict[str, tuple[str, bool]] = {}
    for text in sorted(words.looked_up()):
        if any(map(str.isalpha, text)):  # texts that differ only in their numbers count once
            found.setdefault(re.sub(r"\d+", "1", text), (text, words.say(text) != text or words.knows(text)))
    return dict(found.values())


def main() -> None:
    """Prints the table, or what is missing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--missing", action="store_true", help="list the texts that stay English")
    missing = parser.parse_args().missing
    if not missing:
        print("| device | app | texts seen | translated |\n|---|---|---|---|")
    for device, apps in FILES.items():
        for app in apps:
            found = texts(device, app)
            if missing:
                print(f"# {device}: {app}", *[text for text, known in found.items() if not known], sep="\n")
            else:
                share = round(100 * sum(found.values()) / len(found))
                print(f"| {device} | {app} | {len(found)} | {share} % |")


if __name__ == "__main__":
    main()
