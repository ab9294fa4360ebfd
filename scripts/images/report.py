"""Draws the pictures of reports for the documentation: docs/images/report_overview.png and report_episode.png.

Usage: python scripts/images/report.py [FOLDER]

Plays a small run of two policies that follow the tasks' oracles by marks, one of them carelessly, writes its report
into FOLDER (by default a temporary one), and takes the pictures in a headless Chromium. Needs chromium, chromedriver
and selenium.
"""

from __future__ import annotations

import base64
import io
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, PolicySpec, Usage
from crab_gym.records import RunFolder
from crab_gym.results.report import write_report
from crab_gym.rollout.episode import run_episode, versions
from crab_gym.wrappers import SetOfMarks

IMAGES = Path(__file__).parents[2] / "docs" / "images"
TASKS = ("cross.contact_from_file", "cross.dark_mode_from_todo", "android.add_contact", "android.quiet_night",
         "android.tidy_tasks", "ubuntu.write_note", "ubuntu.personalise")  # fmt: skip
SEEDS = range(3)
CARE = {"careful": 0.02, "hasty": 0.12}
"""The policies, and the shares of their actions that differ from the oracle's."""
SIZE = (1440, 960)
PICTURES = {"report_overview": "", "report_episode": "#cross.contact_from_file_s1_a0_careful/21"}
"""The pictures, and the places in the report that they show."""


class Follower:
    """Follows the oracle by marks, with notes; sometimes it errs, and tries again."""

    def __init__(self, env: Any, name: str, seed: int) -> None:
        self.name = name
        self._oracle = OraclePolicy(env)
        self._devices = list(env.unwrapped.backends)
        self._chance = random.Random(f"{name} {seed} {env.unwrapped.task.name}")
        self._tokens, self._calls = [0, 0], 0
        self._notes: dict[str, Any] = {}

    def reset(self, goal: str, spec: PolicySpec) -> None:
        """Starts the oracle."""
        self._oracle.reset(goal, spec)

    def act(self, obs: Any, info: Mapping[str, Any]) -> Any:
        """Returns the oracle's next action, or an error."""
        if self._chance.random() < CARE[self.name]:
            action, text = self._error()
        else:
            action = self._oracle.act(obs, info)
            text = self._by_mark(action, info)
        sent, answered = self._chance.randrange(2400, 2900), len(text) // 4 + 30
        self._tokens = [self._tokens[0] + sent, self._tokens[1] + answered]
        self._calls += 1
        self._notes = {"text": text, "prompt_tokens": sent, "completion_tokens": answered, "calls": 1}
        return action

    def _error(self) -> tuple[Any, str]:
        device = self._chance.choice(self._devices)
        verb = "click" if device == "ubuntu" else "tap"
        choices = [
            ({"device": device, "name": verb, "args": {"element": 99}}, "The button must be further down."),
            ({"device": "root", "name": "wait", "args": {"seconds": 2}}, "The screen is still changing, so I wait."),
        ]
        if self.name == "hasty":
            choices.append(({"device": "root", "name": "complete", "args": {}}, "All parts of the goal are done."))
        return self._chance.choice(choices)

    def _by_mark(self, action: Any, info: Mapping[str, Any]) -> str:
        args = action["args"]
        told = {"ubuntu": "the desktop", "android": "the phone"}.get(action["device"], "both devices")
        for mark in info["marks"].get(action["device"], ()):
            if "x" in args and tuple(mark.point) == (args["x"], args["y"]):
                action["args"] = {"element": mark.number}
                name = f" “{mark.text}”" if mark.text else ""
                return f"On {told}, element {mark.number} is the {mark.role}{name} that leads on. I touch it."
        if action["name"] == "write_text":
            return f"The field on {told} has the focus. I type what belongs there, exactly as the goal says it."
        return f"Next I need {told}: {action['name'].replace('_', ' ')}."

    def notes(self) -> dict[str, Any]:
        """Returns the notes on the last action."""
        return self._notes

    def usage(self) -> Usage:
        """Returns made-up tokens."""
        return Usage(sum(self._tokens), self._calls, *self._tokens)


def play(folder: Path) -> None:
    """Plays the run."""
    config = {"policies": dict.fromkeys(CARE, "a demonstration"), "backend": "sim", "max_steps": None,
              "tasks": list(TASKS), "seeds": list(SEEDS)}  # fmt: skip
    run = RunFolder(folder, config, versions())
    for task in TASKS:
        env: Any = SetOfMarks(CrabEnv(task))
        for seed in SEEDS:
            for policy in CARE:
                recorder = run.episode(task, seed, 0, policy)
                played = run_episode(env, Follower(env, policy, seed), seed=seed, recorder=recorder)
                record = replace(played, policy_id=policy)
                run.append(record)
                print(f"{task} seed {seed} {policy}: {record.end_reason}, {record.completion:.2f}")
        env.close()


def take(page: Path) -> None:
    """Takes the pictures of a report."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
    metrics = {"width": SIZE[0], "height": SIZE[1], "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    for name, place in PICTURES.items():
        driver.get("about:blank")
        driver.get(page.as_uri() + place)
        time.sleep(2)
        shot = base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
        with Image.open(io.BytesIO(shot)) as picture:
            file = IMAGES / f"{name}.png"
            picture.convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE).save(
                file, optimize=True
            )
        print(f"{file.name}: {file.stat().st_size / 1024:.0f} KiB")
    driver.quit()


def main() -> None:
    """Plays, writes the report, takes the pictures."""
    with tempfile.TemporaryDirectory() as spare:
        folder = Path(sys.argv[1] if len(sys.argv) > 1 else spare) / "two_policies"
        if not folder.exists():
            play(folder)
        take(write_report(folder).path.resolve())


if __name__ == "__main__":
    main()
