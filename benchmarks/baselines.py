"""What random play, the oracle and policies that you name reach on some 200 fixed episodes of each suite.

    python benchmarks/baselines.py [--policies oracle random] [--suites crab omni] [--slots 2] [--out runs/baselines]

The episodes are the same for everybody: tasks that are evenly chosen from a suite, with held-out seeds. They are
judged as `crab-gym evaluate` does: once the policy says that it has finished. Besides the policies of
``crab-gym evaluate``, such as ``checkpoint:PATH``, there are the idle players of docs/trust.md: ``idle:opens`` and so
on. Each policy and suite is a run, and an archive that ``crab-gym submit --check`` accepts. Finished episodes are kept,
so that the benchmark can be interrupted. Prints a Markdown table: the share of solved episodes / the mean completion,
in percent.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

import gymnasium as gym

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.policy_makers import policy_id, policy_makers
from crab_gym.experiments.unearned import IDLE_PLAYERS
from crab_gym.policies import Policy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.results.sharing import pack
from crab_gym.rollout import rollout
from crab_gym.rollout.jobs import PolicyMaker
from crab_gym.task.index import evenly, read_index
from crab_gym.task.omni import read_list

SUITES = ("android", "ubuntu", "cross", "learn", "crab", "android_world", "miniwob", "omni")
EPISODES = 200
HELD_OUT = 100_000
IDLE = "idle:"
POLICIES = ("oracle", "random_no_complete", "random")


class IdlePlayer:
    """Makes the policy of an idle player.

    Args:
        name: One of `IDLE_PLAYERS`.
    """

    def __init__(self, name: str) -> None:
        self.__name__, self._player = f"{IDLE}{name}", IDLE_PLAYERS[name]

    def __call__(self, env: gym.Env[Any, Any]) -> Policy:
        """Returns the policy for an environment."""
        base: CrabEnv = env.unwrapped  # type: ignore[assignment]
        return ScriptPolicy(self.__name__, partial(self._player, base))


def chosen(suite: str) -> tuple[list[str], range]:
    """Returns a suite's tasks and the seeds of each, at most 200 episodes in all."""
    if suite == "omni":
        listed = read_list()
        places = evenly(listed.select("test"), EPISODES)
        return [listed.row(place).id for place in places], range(HELD_OUT, HELD_OUT + 1)
    names = [name for name in read_index() if name.startswith(f"{suite}.")]
    seeds = -(-EPISODES // len(names))
    return evenly(names, EPISODES // seeds), range(HELD_OUT, HELD_OUT + seeds)


def maker_of(policy: str) -> PolicyMaker:
    """Returns the maker of a policy.

    Raises:
        ValueError: There is no such policy.
    """
    if policy.startswith(IDLE):
        return IdlePlayer(policy.removeprefix(IDLE))
    return next(iter(policy_makers([policy]).values()))


def played(policy: str, suite: str, out: Path, slots: int) -> list[EpisodeRecord]:
    """Plays the episodes of a suite that aren't finished yet, packs the run, and returns all of them.

    Args:
        policy: The policy.
        suite: The suite.
        out: The folder of the runs and archives.
        slots: How many episodes run at once.
    """
    tasks, seeds = chosen(suite)
    name = f"{policy_id(policy)}.{suite}"
    run = out / name
    engine: Literal["local", "process"] = "process" if slots > 1 else "local"
    records = rollout(
        tasks, maker_of(policy), None, seeds, run, resume=run.exists(), screens=False, slots=slots, engine=engine
    )
    pack(run, out / f"{name}.zip")
    return records


def cell(records: Sequence[EpisodeRecord]) -> str:
    """Returns the share of solved episodes and the mean completion, of those that could be scored."""
    scored = [record for record in records if not record.error]
    if not scored:
        return ""
    solved, completion = (fmean(getattr(record, name) for record in scored) for name in ("success", "completion"))
    return f"{100 * solved:.1f} / {100 * completion:.1f}"


def main(argv: Sequence[str] | None = None) -> None:
    """Plays and prints the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--policies", nargs="+", default=POLICIES, help="policies, idle:PLAYER among them")
    parser.add_argument("--suites", nargs="+", default=SUITES, choices=SUITES, help="suites")
    parser.add_argument("--slots", type=int, default=1, help="episodes that run at once")
    parser.add_argument("--out", type=Path, default=Path("runs/baselines"), help="folder of the runs and archives")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    print(f"| policy | {' | '.join(args.suites)} |", f"|---|{'---:|' * len(args.suites)}", sep="\n", flush=True)
    for policy in args.policies:
        cells = [cell(played(policy, suite, args.out, args.slots)) for suite in args.suites]
        print(f"| `{policy}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
