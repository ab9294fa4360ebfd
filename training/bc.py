"""Behaviour cloning: imitates a task's author, which is also a warm start for PPO.

``python training/bc.py --tasks cross.notes_backup --out runs/bc``, then, to continue from its result,
``python training/ppo_masked.py --resume runs/bc/checkpoint.zip`` with a small ``--entropy``: with many verbs, a large
entropy bonus lets a policy solve the task by wandering, but never directly. ``--resume runs/bc/checkpoint.zip --backend
desktop --episodes 2`` imitates two more episodes, on a real desktop.

What it has learned: docs/learning.md; benchmarks/learning_table.py --clone measures it.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch as th
from common import EnvArgs, keep, load, make_env, make_training_envs, parse, report, task_names
from hiding import Hiding
from numpy.typing import NDArray
from ppo_masked import Args as PPOArgs
from ppo_masked import fading, make_model
from progress import watched
from sb3_contrib import MaskablePPO
from torch.utils.tensorboard import SummaryWriter

import crab_gym.wrappers
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import walk_of
from crab_gym.policies import OraclePolicy, ScriptPolicy


@dataclass
class Args(EnvArgs):
    """Arguments of the command line."""

    tasks: list[str] = field(default_factory=lambda: ["cross.dark_mode_from_todo"])
    """tasks, or patterns of their names; several share one policy"""
    verbs: list[str] = field(
        default_factory=lambda: (
            "tap long_tap swipe open_app open_app_drawer click double_click right_click scroll search_app press hotkey "
            "write_text wait submit complete"
        ).split()
    )
    """verbs that the agent has"""
    history: int = 4
    """actions that the agent remembers one by one: a script's screens look alike before and after a step of it"""
    episodes: int = 200
    """demonstrated episodes of each task"""
    way: str = "shortest"
    """whose episodes: oracle, a name among the alternatives of the task, or the shortest that indices can express"""
    epochs: int = 20
    """passes over the demonstrated steps"""
    batch: int = 64
    """steps of an update"""
    learning_rate: float = 1e-3
    """learning rate; in the last third it falls to 0"""
    gamma: float = 0.95
    """discount of the returns that the value learns, as in ppo_masked.py"""
    width: int = 64
    """width of the network's layers"""
    hide: float = 0.0
    """largest share of what is on the screens, and of the remembered actions, that is hidden at random in training"""


class Demonstration(NamedTuple):
    """One step of the oracle: observation, mask, action and return."""

    seen: dict[str, Any]
    mask: NDArray[np.bool_]
    action: int
    value: float
    """discounted return of the steps from this one on"""


def ways(env: Any) -> dict[str, ScriptPolicy]:
    """Returns the demonstrators of an environment's task: its oracle and its author's other ways to the goal."""
    base: CrabEnv = env.unwrapped
    found: dict[str, ScriptPolicy] = {"oracle": OraclePolicy(env)}
    for name, oracle in base.task.alternatives.items():
        found[name] = ScriptPolicy(name, partial(walk_of, base, oracle))
    return found


def follow(env: Any, demonstrator: ScriptPolicy, seed: int, gamma: float) -> tuple[list[Demonstration], str]:
    """Plays an episode as a demonstrator does, by indices.

    Args:
        env: The environment, with `DiscreteElements` among its wrappers.
        demonstrator: Whose actions are followed.
        seed: The episode's seed.
        gamma: Discount of the returns.

    Returns:
        Its steps, none if it didn't succeed, and what stood in the way.
    """
    episode = crab_gym.wrappers.demonstrate(env, seed, policy=lambda _: demonstrator)
    steps: list[Demonstration] = []
    if episode.info["is_success"]:
        value = 0.0
        taken = zip(episode.observations, episode.masks, episode.indices, episode.rewards, strict=False)
        for before, mask, index, reward in reversed(list(taken)):
            value = reward + gamma * value
            steps.append(Demonstration(before, mask, index, value))
    return steps[::-1], episode.gap


def demonstrate(args: Args, task: str, together: bool) -> list[Demonstration]:
    """Returns the steps of the episodes of a way to the goal whose actions have indices.

    Raises:
        SystemExit: No way's actions have indices, with these verbs.
    """
    env = make_env(args, task, together, varied=True)
    first = args.episodes * args.seed
    tried: dict[str, list[list[Demonstration]]] = {}  # the first episodes of each way that succeeds
    whys: dict[str, str] = {}
    known = ways(env)
    for name, demonstrator in known.items():
        if args.way in (name, "shortest"):
            played = [follow(env, demonstrator, first + n, args.gamma) for n in range(min(3, args.episodes))]
            whys[name] = next((why for _, why in played if why), "")
            if all(steps for steps, _ in played):
                tried[name] = [steps for steps, _ in played]
    if not tried:
        said = "; ".join(f"{name}: {why}" for name, why in whys.items()) or f"it has only the ways {', '.join(known)}"
        raise SystemExit(f"{task} can't be followed with these --verbs, --marks, --texts and this --way: {said}")
    way = min(tried, key=lambda name: sum(map(len, tried[name])))
    left = range(first + len(tried[way]), first + args.episodes)
    seeds = watched(left, f"{way} of {task}", len(left))
    episodes = [*tried[way], *(follow(env, known[way], seed, args.gamma)[0] for seed in seeds)]
    env.close()
    steps = [step for episode in episodes for step in episode]
    print(f"{task}: {sum(map(bool, episodes))} of {args.episodes} {way} episodes, {len(steps)} steps", flush=True)
    return steps


def clone(model: MaskablePPO, envs: Any, steps: list[Demonstration], args: Args) -> None:
    """Fits the policy to the oracle's actions, and its value to the returns.

    Args:
        model: The model with the policy.
        envs: The environments of the training.
        steps: The demonstrated steps.
        args: The script's arguments.
    """
    policy, random = model.policy, np.random.default_rng(args.seed)
    optimizer = th.optim.Adam(policy.parameters(), args.learning_rate)
    table = {name: np.stack([step.seen[name] for step in steps]) for name in steps[0].seen}
    masks = np.stack([step.mask for step in steps])
    actions = np.array([step.action for step in steps])
    indices = th.tensor(actions)
    (layout,), (devices,) = envs.get_attr("layout", [0]), envs.get_attr("devices", [0])
    hiding = Hiding(layout, devices, args.hide, args.seed)
    values = th.tensor([step.value for step in steps], dtype=th.float32)
    writer = SummaryWriter(f"{args.out}/bc")
    policy.set_training_mode(True)
    for epoch in watched(range(args.epochs), "epochs", args.epochs):
        for group in optimizer.param_groups:
            group["lr"] = fading(1 - epoch / args.epochs, args.learning_rate)
        sums = np.zeros(3)
        for rows in np.array_split(random.permutation(len(steps)), max(1, len(steps) // args.batch)):
            shown, allowed = hiding({name: array[rows] for name, array in table.items()}, masks[rows], actions[rows])
            seen, _ = policy.obs_to_tensor(shown)
            value, likelihood, _ = policy.evaluate_actions(seen, indices[rows], allowed)  # type: ignore[arg-type]
            with th.no_grad():
                sums[2] += len(rows) * float((likelihood.exp() > 0.5).float().mean())
            imitation = -likelihood.mean()
            regression = (value.flatten() - values[rows]).square().mean()
            optimizer.zero_grad()
            (imitation + regression).backward()  # type: ignore[no-untyped-call]
            th.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()
            sums[:2] += len(rows) * np.array([imitation.item(), regression.item()])
        for name, total in zip(("imitation", "regression", "sure"), sums / len(steps), strict=True):
            writer.add_scalar(f"bc/{name}", total, epoch)
    writer.close()
    loss, _, sure = sums / len(steps)
    print(f"imitation loss {loss:.4f}; sure of {sure:.1%} of the oracle's steps", flush=True)


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Collects, imitates, saves, evaluates; returns the success over held-out seeds by task."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    out = Path(args.out)
    tasks = task_names(args.tasks)
    steps = [step for task in tasks for step in demonstrate(args, task, len(tasks) > 1)]
    envs = make_training_envs(args)
    keep(args, envs)
    ppo = PPOArgs(tasks=args.tasks, seed=args.seed, out=args.out, gamma=args.gamma, width=args.width)
    model = load(MaskablePPO, args.resume, envs) if args.resume else make_model(ppo, envs)
    clone(model, envs, steps, args)
    with (out / "curve.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"steps": len(steps), "cpu_seconds": round(time.process_time(), 1)}) + "\n")
    model.save(out / "checkpoint.zip")
    envs.close()

    def act(seen: dict[str, Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    return report(act, args)


if __name__ == "__main__":
    main()
