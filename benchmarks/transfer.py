"""What clones learned in the simulator are worth on real devices, and why they fail there.

    python benchmarks/transfer.py --tasks cross.dark_mode_from_todo --backends sim desktop:light desktop:gnome
    python benchmarks/transfer.py --tasks ubuntu.write_note ubuntu.world_clock --real-seeds 5 --compose --verbs all
    python benchmarks/transfer.py --tasks cross.notes_backup --checkpoint runs/generalist --backends sim desktop:gnome

For each task, training/bc.py trains a clone on simulated demonstrations, unless the output folder has one, or a
checkpoint is given that plays all tasks; other options go to it. The clone then plays held-out seeds on each backend.
Where it fails, its steps are compared with those in the simulator with the same seed: the first one that differs, and
the cause (`crab_gym.experiments.divergence`). Prints a Markdown table; finished rows are kept in the output folder.
It needs the extra ``rl``, and for real devices what `crab-gym doctor` says.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import gymnasium as gym

import crab_gym  # registers the tasks
from crab_gym.backends.specs import parse_cli
from crab_gym.evaluation.metrics import wilson
from crab_gym.experiments.divergence import Sight, alike, cause_of, sight_of
from crab_gym.integrations.checkpoints.policy import maker_of
from crab_gym.policies import Policy, policy_spec
from crab_gym.results.comparison import bootstrap

assert crab_gym.__version__
Env = gym.Env[Any, Any]
ROOT = Path(__file__).parent.parent
TRIES, PAUSE = 5, 2.0
"""How often the screen is read again to tell what comes late, and seconds before each time."""


class Played(NamedTuple):
    """An episode.

    Attributes:
        success: Whether the task was solved.
        completion: The share of passed checkpoints.
        steps: What was done, and what was there.
        step: The first step that differs from those compared with; 0 if none was compared with, or it succeeded.
        cause: Its cause.
    """

    success: bool
    completion: float
    steps: list[Sight]
    step: int = 0
    cause: str = ""


def trained(task: str, args: argparse.Namespace, more: Sequence[str]) -> Path | None:
    """Returns the checkpoint of a task's clone, which is trained if there is none yet; None if it can't be.

    Args:
        task: The task.
        args: The command line.
        more: Further options of training/bc.py.
    """
    if args.checkpoint:
        return Path(args.checkpoint)
    folder = Path(args.out) / task
    if not (folder / "checkpoint.zip").is_file():
        command = [sys.executable, str(ROOT / "training" / "bc.py"), "--tasks", task, "--out", str(folder)]
        command += ["--episodes", str(args.episodes), "--eval-episodes", "1", *more]
        done = subprocess.run(command, check=False, capture_output=True, text=True)
        if done.returncode:
            print(f"{task}: {(done.stderr.strip().splitlines() or ['no clone'])[-1]}", file=sys.stderr, flush=True)
            return None
    return folder / "checkpoint.zip"


def play(env: Env, policy: Policy, seed: int, compared: Sequence[Sight] = ()) -> Played:
    """Plays an episode.

    Args:
        env: The environment.
        policy: The policy.
        seed: The episode's seed.
        compared: The steps of the same episode elsewhere.
    """
    base: Any = env.unwrapped
    obs, info = env.reset(seed=seed)
    policy.reset(info["goal"], policy_spec(env, seed))
    steps: list[Sight] = []
    differs, over, cause = 0, False, ""
    while not over:
        elements = {device: base.elements(device) for device in base.screen_sizes}
        action = policy.act(obs, info)
        steps.append(sight_of(action, elements, base.screen_sizes))
        if compared and not differs and (len(steps) > len(compared) or not alike(compared[len(steps) - 1], steps[-1])):
            differs = len(steps)
            cause = _cause(env, compared[min(differs, len(compared)) - 1])
        obs, _, terminated, truncated, info = env.step(action)
        over = terminated or truncated
    if info["is_success"] or not compared:
        return Played(info["is_success"], info["completion"], steps)
    return Played(False, info["completion"], steps, differs or len(steps), cause or "other effect")


def _cause(env: Env, wanted: Sight) -> str:
    """Returns why the step that was taken elsewhere isn't taken now; a policy without indices reaches all elements."""
    network: Any = getattr(env, "network_env", None)
    if wanted.target is None:
        acts = isinstance(wanted.action, dict)
        if acts and network is not None:
            acts = bool(network.get_wrapper_attr("indices_of")(wanted.action))
        return cause_of(wanted, (), acts)
    base: Any = env.unwrapped
    device = wanted.action["device"]
    reached = base.elements(device)
    if network is not None:
        reached = [mark.element for mark in network.get_wrapper_attr("marks")(device)]
    cause = cause_of(wanted, base.elements(device), reached)
    backend = base.backends[device]
    if cause == "other surroundings" or backend.in_process:
        return cause
    for _ in range(TRIES):
        time.sleep(PAUSE)
        later = backend.elements()
        if cause != "no index" and cause_of(wanted, later, later) != cause:
            return "timing"
    return cause


def episodes(checkpoint: Path, task: str, backend: str, seeds: Sequence[int], compared: dict[int, Played]) -> Any:
    """Yields each seed and its episode.

    Args:
        checkpoint: The clone.
        task: The task.
        backend: What plays the devices.
        seeds: The seeds.
        compared: The episodes in the simulator.
    """
    maker = maker_of(checkpoint)
    devices = parse_cli(backend)
    how: dict[str, Any] = {"backend": devices, "screens": False, "success_at": maker.arguments.success_at}
    with closing(gym.make(f"Crab-v0/{task}", disable_env_checker=True, **how)) as made:
        env = maker.wrap(made)
        policy = maker(env)
        for seed in seeds:
            played = play(env, policy, seed, compared[seed].steps if seed in compared else ())
            if played.cause:
                wanted = compared[seed].steps[min(played.step, len(compared[seed].steps)) - 1]
                on = f" on {wanted.target.role} {wanted.target.text!r}" if wanted.target else ""
                print(f"{task} {backend} {seed}: {played.cause} at {played.step}: {wanted.action}{on}", file=sys.stderr)
            yield seed, played


def row(task: str, backend: str, found: dict[int, Played]) -> str:
    """Returns a row of the table."""
    solved, count = sum(one.success for one in found.values()), len(found)
    completion = sum(one.completion for one in found.values()) / count
    low, high = wilson(solved, count) or (0.0, 1.0)
    between = bootstrap({str(seed): [one.completion] for seed, one in found.items()}) or (0.0, 1.0)
    failed = [one for one in found.values() if one.cause]
    step = f"{median(one.step for one in failed):g}" if failed else ""
    causes = ", ".join(f"{cause} {times}" for cause, times in Counter(one.cause for one in failed).most_common())
    rate = f"{solved}/{count} ({low:.2f}–{high:.2f}) | {completion:.2f} ({between[0]:.2f}–{between[1]:.2f})"
    return f"| `{task}` | {backend} | {rate} | {step} | {causes} |"


def main(argv: Sequence[str] | None = None) -> None:
    """Trains, plays and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", nargs="+", required=True, help="names of tasks")
    parser.add_argument("--backends", nargs="+", default=["sim", "desktop:light", "desktop:gnome"])
    parser.add_argument("--episodes", type=int, default=100, help="simulated demonstrations of each task")
    parser.add_argument("--seeds", type=int, default=10, help="held-out seeds in the simulator")
    parser.add_argument("--real-seeds", type=int, default=10, help="held-out seeds on other devices")
    parser.add_argument("--first-seed", type=int, default=100_000, help="the first of them")
    parser.add_argument("--checkpoint", default="", help="what plays all tasks, in place of clones")
    parser.add_argument("--out", default="runs/transfer", help="folder of the clones and of the finished rows")
    args, more = parser.parse_known_args(argv)
    rows = ["| task | devices | SR | CR | first difference | causes |", "|---|---|---|---|---:|---|"]
    for task in args.tasks:
        checkpoint = trained(task, args, more)
        simulated: dict[int, Played] = {}
        for backend in args.backends if checkpoint else ():
            count = args.seeds if backend == "sim" else args.real_seeds
            kept = Path(args.out) / task / f"{backend.replace(':', '_')}.{args.first_seed}.{count}.json"
            found = {}
            if backend == "sim" or not kept.is_file():
                seeds = range(args.first_seed, args.first_seed + count)
                found = dict(episodes(checkpoint, task, backend, seeds, simulated))
                simulated = simulated or found
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_text(json.dumps(row(task, backend, found)), encoding="utf-8")
            rows.append(json.loads(kept.read_text(encoding="utf-8")))
            print(rows[-1], file=sys.stderr, flush=True)
    print("\n".join(rows))


if __name__ == "__main__":
    main()
