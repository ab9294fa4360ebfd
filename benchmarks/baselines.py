r"""What random play, the oracle and policies that you name reach on some 200 fixed episodes of each suite.

    python benchmarks/baselines.py [--policies oracle random] [--suites crab omni] [--slots 2] [--out runs/baselines]
    python benchmarks/baselines.py --policies conversation --model local:models/smollm2 --option pictures=false \
        --model-option max_tokens=64 --episodes 20 --max-steps 15

The episodes are the same for everybody: tasks that are evenly chosen from a suite, with held-out seeds. They are
judged as `crab-gym evaluate` does: once the policy says that it has finished. Besides the policies of
``crab-gym evaluate``, such as ``checkpoint:PATH`` or an agent with its ``--model``, there are the idle players of
docs/trust.md: ``idle:opens`` and so on. Fewer ``--episodes`` are evenly chosen, too. Each policy and suite is a run,
and an archive that ``crab-gym submit --check`` accepts. Finished episodes are kept, so that the benchmark can be
interrupted. Prints a Markdown table: the share of solved episodes / the mean completion, in percent.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any, Literal

import gymnasium as gym

from crab_gym.cli.arguments import read_options
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.policy_makers import ModelMaker, policy_id, policy_makers
from crab_gym.experiments.unearned import IDLE_PLAYERS
from crab_gym.policies import Policy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.results.sharing import pack
from crab_gym.rollout import Protocol, rollout
from crab_gym.rollout.jobs import PolicyMaker
from crab_gym.task.index import evenly, read_index
from crab_gym.task.omni import read_list

SUITES = ("android", "ubuntu", "cross", "learn", "crab", "android_world", "miniwob", "long", "safety", "omni")
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


def chosen(suite: str, episodes: int = EPISODES) -> tuple[list[str], range]:
    """Returns a suite's tasks and the seeds of each, at most so many episodes in all."""
    if suite == "omni":
        listed = read_list()
        places = evenly(listed.select("test"), episodes)
        return [listed.row(place).id for place in places], range(HELD_OUT, HELD_OUT + 1)
    names = [name for name in read_index() if name.startswith(f"{suite}.")]
    seeds = -(-episodes // len(names))
    return evenly(names, episodes // seeds), range(HELD_OUT, HELD_OUT + seeds)


def makers_of(policies: Sequence[str], **agents: Any) -> dict[str, PolicyMaker]:
    """Returns the makers of policies, by id; of idle players, by name.

    Args:
        policies: Their names.
        agents: The models and the options of the agents among them, as `policy_makers` takes them.

    Raises:
        ValueError: There is no such policy, or an agent has no model.
    """
    idle = [policy for policy in policies if policy.startswith(IDLE)]
    named = policy_makers([policy for policy in policies if policy not in idle], **agents)
    return named | {policy: IdlePlayer(policy.removeprefix(IDLE)) for policy in idle}


def played(name: str, maker: PolicyMaker, suite: str, args: argparse.Namespace) -> list[EpisodeRecord]:
    """Plays the episodes of a suite that aren't finished yet, packs the run, and returns all of them.

    Args:
        name: The policy's name.
        maker: Its maker.
        suite: The suite.
        args: The command line.
    """
    tasks, seeds = chosen(suite, args.episodes)
    run = args.out / f"{policy_id(name)}.{suite}"
    engine: Literal["local", "process"] = "process" if args.slots > 1 else "local"
    records = rollout(
        tasks,
        {policy_id(name): maker},
        None,
        seeds,
        run,
        resume=run.exists(),
        screens=False,
        protocol=Protocol(max_steps=args.max_steps),
        slots=args.slots,
        engine=engine,
    )
    pack(run, args.out / f"{run.name}.zip")
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
    parser.add_argument("--policies", nargs="+", default=POLICIES, help="policies, idle:PLAYER among them, and agents")
    parser.add_argument("--suites", nargs="+", default=SUITES, choices=SUITES, help="suites")
    parser.add_argument("--model", action="append", default=[], help="the agents' model, such as local:FOLDER")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the agents")
    parser.add_argument("--model-option", action="append", default=[], help="NAME=VALUE, an option of the model")
    parser.add_argument("--episodes", type=int, default=EPISODES, help="episodes of a suite")
    parser.add_argument("--max-steps", type=int, help="step limit; the tasks' own by default")
    parser.add_argument("--slots", type=int, default=1, help="episodes that run at once")
    parser.add_argument("--out", type=Path, default=Path("runs/baselines"), help="folder of the runs and archives")
    args = parser.parse_args(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    settings = read_options(args.model_option, "--model-option").get("", {})
    models = [ModelMaker(spec, **settings) for spec in args.model]
    try:
        makers = makers_of(args.policies, models=models, options=read_options(args.option, "--option"))
    except ValueError as error:
        parser.error(str(error))
    print(f"| policy | {' | '.join(args.suites)} |", f"|---|{'---:|' * len(args.suites)}", sep="\n", flush=True)
    for name, maker in makers.items():
        cells = [cell(played(name, maker, suite, args)) for suite in args.suites]
        print(f"| `{name}` | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
