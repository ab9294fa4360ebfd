"""Behaviour cloning: imitates the oracle's episodes, which is also a warm start for PPO.

``python training/bc.py --tasks cross.dark_mode_from_todo --out runs/bc``, then, to continue from its result,
``python training/ppo_masked.py --tasks cross.dark_mode_from_todo --resume runs/bc/checkpoint.zip`` with the same
``--verbs``, ``--marks`` and ``--texts``, and a small ``--entropy``: with many verbs, a large entropy bonus lets a
policy solve the task by wandering, but never directly.

Measured on cross.dark_mode_from_todo, a task of the benchmark over both devices whose oracle takes 7 steps, with 100
held-out seeds, seed 0 and one core of a 2-core machine:

    imitation of 200 episodes (1,400 steps)                             100 %
    imitation of 40 episodes (280 steps)                                 45 %
    the latter, then PPO with --entropy 0.001: 30,720 steps, 109 s      100 %
    the latter, then PPO with --entropy 0.01: 36,864 steps, 128 s         0 %  (98 % with sampled actions)

Training success of the third, by thousands of steps: 2: 45 %, 8: 66 %, 12: 82 %, 20: 98 %, 25: 53 %, 31: 100 %.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch as th
from common import EnvArgs, load, make_env, make_training_envs, parse, report, task_names
from numpy.typing import NDArray
from ppo_masked import Args as PPOArgs
from ppo_masked import make_model
from rich.progress import track
from sb3_contrib import MaskablePPO
from torch.utils.tensorboard import SummaryWriter

from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import OracleStuck


@dataclass
class Args(EnvArgs):
    """Arguments of the command line."""

    tasks: list[str] = field(default_factory=lambda: ["cross.dark_mode_from_todo"])
    """tasks, or patterns of their names; several share one policy"""
    verbs: list[str] = field(
        default_factory=lambda: (
            "tap long_tap swipe open_app click double_click right_click scroll search_app press hotkey write_text"
        ).split()
    )
    """verbs that the agent has"""
    episodes: int = 200
    """the oracle's episodes of each task"""
    epochs: int = 20
    batch: int = 64
    learning_rate: float = 1e-3
    gamma: float = 0.95
    """discount of the returns that the value learns, as in ppo_masked.py"""


class Demonstration(NamedTuple):
    """One step of the oracle: observation, mask, action and return."""

    seen: dict[str, Any]
    mask: NDArray[np.bool_]
    action: int
    value: float
    """discounted return of the steps from this one on"""


def demonstrate(args: Args, task: str, together: bool) -> list[Demonstration]:
    """Returns the steps of the oracle's episodes whose actions have indices.

    Raises:
        SystemExit: No action has one, with these verbs.
    """
    env = make_env(args, task, together)
    discrete = env.get_wrapper_attr("discrete")
    oracle = OraclePolicy(env)
    steps: list[Demonstration] = []
    solved, why = 0, ""
    for seed in track(range(args.episodes), f"oracle of {task}", transient=True):
        seen, info = env.reset(seed=seed)
        oracle.reset(info["goal"], policy_spec(env, seed))
        taken: list[tuple[dict[str, Any], NDArray[np.bool_], int, float]] = []
        over = False
        while not over:
            try:
                action = oracle.act(seen, info)
            except OracleStuck as error:  # what it wanted has been done already, or differently, by an index
                why = str(error)
                break
            indices = discrete.indices_of(action)
            if indices is None:
                why = f"no index stands for {action}"
                break
            for index in indices:
                mask = env.get_wrapper_attr("action_masks")()
                before = seen
                seen, reward, terminated, truncated, info = env.step(index)
                taken.append((before, mask, index, float(reward)))
                over = terminated or truncated
                if over:
                    break
        if info["is_success"]:
            solved += 1
            value, ended = 0.0, []
            for before, mask, index, reward in reversed(taken):
                value = reward + args.gamma * value
                ended.append(Demonstration(before, mask, index, value))
            steps += ended
    print(f"{task}: {solved} of {args.episodes} oracle episodes, {len(steps)} steps" + (f" ({why})" if why else ""))
    if not steps:
        raise SystemExit(f"the oracle of {task} can't be followed with these --verbs, --marks and --texts: {why}")
    env.close()
    return steps


def clone(model: MaskablePPO, steps: list[Demonstration], args: Args) -> None:
    """Fits the policy to the oracle's actions, and its value to the returns."""
    policy, random = model.policy, np.random.default_rng(args.seed)
    optimizer = th.optim.Adam(policy.parameters(), args.learning_rate)
    table = {name: np.stack([step.seen[name] for step in steps]) for name in steps[0].seen}
    masks = np.stack([step.mask for step in steps])
    indices = th.tensor([step.action for step in steps])
    values = th.tensor([step.value for step in steps], dtype=th.float32)
    writer = SummaryWriter(f"{args.out}/bc")
    policy.set_training_mode(True)
    for epoch in track(range(args.epochs), "epochs", transient=True):
        sums = np.zeros(3)
        for rows in np.array_split(random.permutation(len(steps)), max(1, len(steps) // args.batch)):
            seen, _ = policy.obs_to_tensor({name: array[rows] for name, array in table.items()})
            value, likelihood, _ = policy.evaluate_actions(seen, indices[rows], masks[rows])  # type: ignore[arg-type]
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
    print(f"imitation loss {sums[0] / len(steps):.4f}; sure of {sums[2] / len(steps):.1%} of the oracle's steps")


def main(argv: list[str] | None = None) -> dict[str, float]:
    """Collects, imitates, saves, evaluates; returns the success over held-out seeds by task."""
    args = parse(Args, argv)
    th.set_num_threads(args.threads)
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    tasks = task_names(args.tasks)
    steps = [step for task in tasks for step in demonstrate(args, task, len(tasks) > 1)]
    envs = make_training_envs(args)
    ppo = PPOArgs(tasks=args.tasks, seed=args.seed, out=args.out, gamma=args.gamma)
    model = load(MaskablePPO, args.resume, envs) if args.resume else make_model(ppo, envs)
    clone(model, steps, args)
    model.save(out / "checkpoint.zip")
    envs.close()

    def act(seen: dict[str, Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        return model.predict(seen, action_masks=masks, deterministic=True)[0]

    return report(act, args)


if __name__ == "__main__":
    main()
