"""Shared parts of the scripts that train networks from scratch: environments, evaluation, progress, checkpoints.

* `make_env` - makes an environment whose actions and observations suit a small network.
* `evaluate`, `report` - measure the success over held-out seeds and held-out tasks.
* `Training` - the callback: progress, checkpoints, and the learning curve.
* `keep` - writes the arguments beside the checkpoints.
* `load` - loads a checkpoint, or ends the script with a sentence that explains the problem.
"""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import gymnasium as gym
import numpy as np
from command_line import HELD_OUT, parse, task_names
from progress import is_terminal
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnvWrapper

import crab_gym  # registers the tasks
from crab_gym.backends.specs import parse_cli
from crab_gym.cli.arguments import read_variation
from crab_gym.envs.vector.sb3 import make_sb3
from crab_gym.integrations.checkpoints.arguments import FILE, Arguments

assert crab_gym.__version__

__all__ = ["EnvArgs", "evaluate", "keep", "load", "make_env", "make_training_envs", "parse", "report", "task_names"]

REWARDS = {
    "shaped": {"progress": 0.5, "success": 0.5},
    "sparse": {"progress": 0.0, "success": 1.0},
}
"""Reward weights: of the return 1, half is divided among the checkpoints; or all is paid for success."""

PATIENCE = 40_000
"""Steps after which a policy may be taken to be stuck in a habit."""
Act = Callable[[Any, Any], Any]
Model = TypeVar("Model", bound=BaseAlgorithm)


@dataclass
class EnvArgs:
    """Arguments that all these scripts have."""

    tasks: list[str] = field(default_factory=lambda: ["learn.open_app"])
    """tasks, or patterns of their names; several share one policy"""
    reward: str = "shaped"
    """shaped (each checkpoint pays, and success) or sparse (only success does)"""
    seed: int = 0
    """seed of the network, of sampling and of the first episodes"""
    envs: int = 16
    """environments side by side"""
    workers: int = 0
    """processes that step them; 0 for this one"""
    threads: int = 1
    """threads of torch"""
    marks: int = 64
    """elements of each device that can be pointed at"""
    texts: int = 40
    """texts that can be written"""
    verbs: list[str] = field(default_factory=lambda: ["tap", "click", "double_click", "write_text"])
    """verbs that the agent has, or all"""
    compose: bool = False
    """whether every action of these verbs has indices: others prepare points, keys and texts"""
    anywhere: bool = False
    """whether texts can be written where no field has the focus: some programs take text without telling of a field"""
    history: int = 0
    """actions that the agent remembers one by one, over the elements on the screens"""
    stall: int = 0
    """steps without progress after which an episode of the training is cut off; 0 for never"""
    success_at: str = "once"
    """when a solved task counts: once it is solved, or on complete, as `crab-gym evaluate` asks"""
    eval_episodes: int = 100
    """held-out seeds of the evaluation"""
    out: str = "runs/training"
    """folder for checkpoints, the curve and tensorboard's files"""
    backend: str = "sim"
    """what plays the devices of the evaluation, and of bc.py's demonstrations: NAME, or DEVICE=NAME,DEVICE=NAME"""
    variation: list[str] = field(default_factory=list)
    """what varies in training and in demonstrations, drawn by the seed: NAME or NAME=VALUE, such as world"""
    resume: str = ""
    """checkpoint to go on from"""


def wrappers(args: EnvArgs) -> list[Callable[[Any], gym.Env[Any, Any]]]:
    """Returns the wrappers that turn actions into indices and observations into tables."""
    return Arguments.of(args).wrappers()


def keep(args: EnvArgs, envs: Any, sees: str = "elements") -> None:
    """Creates the output folder, and writes the arguments there as plain data.

    Args:
        args: The script's arguments.
        envs: The environments of the training.
        sees: What the network sees, ``"elements"`` or ``"screens"``.
    """
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    saved = {"sees": sees, "devices": list(envs.get_attr("screen_sizes", [0])[0]), **asdict(args)}
    (out / FILE).write_text(json.dumps(saved, indent=1), encoding="utf-8")


Wrappers = Callable[[Any], "list[Callable[[Any], gym.Env[Any, Any]]]"]
"""A function such as `wrappers`, which returns the wrappers for the arguments, the innermost first."""


def settings(args: EnvArgs, together: bool, screens: bool, backend: str, varied: bool) -> dict[str, Any]:
    """Returns the arguments of every environment.

    Args:
        args: The script's arguments.
        together: Whether several tasks share a policy, and so their spaces.
        screens: Whether screens are drawn.
        backend: What plays the devices.
        varied: Whether what ``--variation`` names varies.
    """
    try:
        variation = read_variation(args.variation) if varied else None
    except ValueError as error:
        raise SystemExit(str(error)) from error
    return {
        "variation": variation,
        "backend": parse_cli(backend),
        "screens": screens,
        "devices": "all" if together else "task",
        "reward_weights": REWARDS[args.reward],
        "success_at": args.success_at,
    }


def make_training_envs(args: EnvArgs, wrap: Wrappers = wrappers, screens: bool = False) -> Any:
    """Returns stable-baselines3's vector environment for training; its environments play the tasks in turn."""
    from stable_baselines3.common.vec_env import VecMonitor

    tasks = task_names(args.tasks)
    mode: dict[str, Any] = {"mode": "process", "workers": args.workers} if args.workers else {"mode": "batch"}
    how = {**mode, **settings(args, len(tasks) > 1, screens, "sim", varied=True)}
    if args.stall:
        how["stall_limit"] = args.stall
    envs = make_sb3(tasks, args.envs, wrappers=wrap(args), **how)
    envs.seed(1000 * args.seed)
    return Stopwatch(VecMonitor(envs))


class Stopwatch(VecEnvWrapper):
    """Measures the time that environments take.

    Attributes:
        stepping: Seconds of all steps and masks, without what the policy takes between them.
    """

    def __init__(self, venv: Any) -> None:
        super().__init__(venv)
        self.stepping, self._begun = 0.0, 0.0

    def step_async(self, actions: Any) -> None:
        """Begins a step."""
        self._begun = time.monotonic()
        self.venv.step_async(actions)

    def step_wait(self) -> Any:
        """Ends a step."""
        result = self.venv.step_wait()
        self.stepping += time.monotonic() - self._begun
        return result

    def env_method(self, *args: Any, **kwargs: Any) -> Any:
        """Calls a method of the environments, such as that which returns the masks."""
        begun = time.monotonic()
        result = self.venv.env_method(*args, **kwargs)
        self.stepping += time.monotonic() - begun
        return result

    def reset(self) -> Any:
        """Starts episodes."""
        return self.venv.reset()


def make_env(
    args: EnvArgs, task: str, together: bool, wrap: Wrappers = wrappers, screens: bool = False, varied: bool = False
) -> Any:
    """Returns one environment, on the devices of ``--backend``.

    Args:
        args: The script's arguments.
        task: The task.
        together: As in `settings`.
        wrap: The function that returns its wrappers.
        screens: Whether screens are drawn.
        varied: As in `settings`.
    """
    how = settings(args, together, screens, args.backend, varied)
    env: Any = gym.make(f"Crab-v0/{task}", disable_env_checker=True, **how)
    for wrapper in wrap(args):
        env = wrapper(env)
    return env


def evaluate(act: Act, args: EnvArgs, task: str, together: bool, **how: Any) -> float:
    """Returns the share of held-out seeds in which a policy succeeds.

    Args:
        act: The policy: returns actions for a batch of observations and of masks.
        args: The script's arguments.
        task: The task.
        together: As in `settings`.
        how: Arguments of `make_env`.
    """
    count = min(20 if args.backend == "sim" else 2, args.eval_episodes)  # a real desktop is many processes
    envs = [make_env(args, task, together, **how) for _ in range(count)]
    solved, seeds = 0, list(range(HELD_OUT, HELD_OUT + args.eval_episodes))
    while seeds:
        playing = [(env, env.reset(seed=seeds.pop())[0]) for env in envs[: len(seeds)]]
        while playing:
            batch = {key: np.stack([seen[key] for _, seen in playing]) for key in playing[0][1]}
            masks = np.stack([env.get_wrapper_attr("action_masks")() for env, _ in playing])
            left = []
            for (env, _), action in zip(playing, act(batch, masks), strict=True):
                seen, _, terminated, truncated, info = env.step(int(action))
                if terminated or truncated:
                    solved += info["is_success"]
                else:
                    left.append((env, seen))
            playing = left
    for env in envs:
        env.close()
    return solved / args.eval_episodes


def report(act: Act, args: EnvArgs, **how: Any) -> dict[str, float]:
    """Prints and returns the success over held-out seeds, and writes it to ``success.json``.

    It covers the training tasks and, if they share a policy, all other tasks of the curriculum, which the policy has
    never seen.
    """
    trained = task_names(args.tasks)
    together = len(trained) > 1
    others = [name for name in task_names(["learn.*"]) if name not in trained] if together else []
    found = {}
    each = f" of each of {len(trained) + len(others)} tasks" if together else ""
    print(f"evaluating on {args.eval_episodes} held-out seeds{each}", flush=True)
    for task in (*trained, *others):
        found[task] = evaluate(act, args, task, together, **how)
        seen = "trained on" if task in trained else "never seen"
        print(f"{task:26} {found[task]:6.1%} of {args.eval_episodes} held-out seeds, {seen}", flush=True)
    (Path(args.out) / "success.json").write_text(json.dumps(found), encoding="utf-8")
    return found


def load(algorithm: type[Model], path: str, envs: Any, **changed: Any) -> Model:
    """Returns the model of a checkpoint.

    Args:
        algorithm: Its class.
        path: The file.
        envs: The environments for further training; their number may differ.
        changed: Arguments of the algorithm that replace the checkpoint's.

    Raises:
        SystemExit: There is no such file, it is broken, or it was made for other spaces.
    """
    file = Path(path)
    if not file.is_file():
        raise SystemExit(f"there is no checkpoint {path!r}; expected a file such as runs/training/checkpoint.zip")
    try:
        algorithm.load(file, device="cpu")
    except Exception as error:  # unpacking a broken file may raise anything
        raise SystemExit(f"the checkpoint {path!r} can't be read, it may be cut off: {error}") from error
    try:
        return algorithm.load(file, env=envs, device="cpu", **changed)
    except ValueError as error:
        hint = "give --tasks with the same devices, and the same script, as when it was made"
        raise SystemExit(f"the checkpoint {path!r} is for other environments: {error}; {hint}") from error


def save(model: BaseAlgorithm, out: Path) -> None:
    """Saves a checkpoint; if the process is killed meanwhile, the one before stays."""
    model.save(out / "unfinished.zip")
    (out / "unfinished.zip").replace(out / "checkpoint.zip")


class Training(BaseCallback):
    """Shows a bar, or prints lines into a file; writes the learning curve to ``curve.jsonl``, and saves checkpoints.

    Args:
        total: Number of steps of the whole training.
        out: The output folder.
        minutes: Elapsed time after which training ends.
        stop_at: Training success at which it ends.
        every: Number of steps between two lines of the curve, and of the output if it is no terminal.
        entropy: The weight of the entropy bonus at first; it falls to a tenth as training succeeds. After `PATIENCE`
            steps it is five times as large while less than 10 % succeeds, or less than 60 % and no better than 30,000
            steps ago. 0 to leave it as it is.
        save_every: Seconds between two checkpoints, which are saved right after an update.
    """

    def __init__(
        self,
        total: int,
        out: Path,
        minutes: float,
        stop_at: float,
        every: int = 2000,
        entropy: float = 0.0,
        save_every: float = 60.0,
    ) -> None:
        super().__init__()
        about = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[said]}"), TimeElapsedColumn())
        self._bar = Progress("{task.description}", *about, transient=True, disable=not is_terminal())
        self._shown = self._bar.add_task("steps", total=total, said="")
        self._out, self._seconds, self._stop_at, self._every = out, 60 * minutes, stop_at, every
        self._start = self._mark = self._saved = time.monotonic()
        self._begun = 0
        self._total, self._collecting, self._entropy, self._save_every = total, 0.0, entropy, save_every
        self._best = 0.0, 0  # the best success, and the steps at that time
        self._next = 0
        self._over = False

    def _on_training_start(self) -> None:
        # Libraries and tasks stay for good: collections that search them each time take a quarter of the time.
        gc.collect()
        gc.freeze()
        self._begun = self.model.num_timesteps
        self._bar.start()

    def _on_rollout_start(self) -> None:
        self._mark = time.monotonic()
        if self._mark - self._saved > self._save_every:
            self._saved = self._mark
            save(self.model, self._out)

    def _on_step(self) -> bool:
        return not self._over

    def _on_rollout_end(self) -> None:
        now = time.monotonic()
        self._collecting += now - self._mark
        success = self.success()
        if self._entropy:
            factor = 5.0 if self._stuck(success) else max(0.1, 1.0 - success)
            self.model.ent_coef = self._entropy * factor  # type: ignore[attr-defined]
        self._bar.update(self._shown, completed=self.num_timesteps, said=f"success {success:.0%}")
        seconds = now - self._start
        self._over = seconds > self._seconds or success >= self._stop_at
        if success >= self._stop_at:
            # The policy that has just been measured is kept: the update that follows could spoil it.
            self.model.lr_schedule = lambda _: 0.0
        if self._over or self.num_timesteps >= min(self._next, self._total):
            self._next = self.num_timesteps + self._every
            stepping: float = self.training_env.stepping  # type: ignore[attr-defined]  # the stopwatch's, by wrappers
            returns = [episode["r"] for episode in self.model.ep_info_buffer or ()]
            line = {
                "steps": self.num_timesteps,
                "seconds": round(seconds, 1),
                "cpu_seconds": round(time.process_time(), 1),
                "success": round(success, 3),
                "return": round(float(np.mean(returns)), 3) if returns else 0.0,
                "share_in_env": round(stepping / seconds, 3),
                "share_in_policy": round((self._collecting - stepping) / seconds, 3),
            }
            with (self._out / "curve.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
            if self._bar.disable:
                steps, speed = self.num_timesteps, (self.num_timesteps - self._begun) / seconds
                print(f"{steps:,} of {self._total:,} steps, {self._said()}, {speed:.0f} steps/s", flush=True)

    def _said(self) -> str:
        """Returns the success in words."""
        ended = len(self.model.ep_success_buffer or ())
        if ended < 100:
            return f"{ended} episodes so far"
        return f"success {self.success():.0%} over the last 100 episodes"

    def _stuck(self, success: float) -> bool:
        """Returns whether the policy seems to be stuck in habits that hardly ever, or only sometimes, succeed."""
        if success > self._best[0]:
            self._best = success, self.num_timesteps
        since = self.num_timesteps - self._best[1]
        rarely, sometimes = success < 0.1, success < 0.6 and since > 0.75 * PATIENCE
        return self.num_timesteps > PATIENCE and (rarely or sometimes)

    def success(self) -> float:
        """Returns the share of the last hundred episodes that succeeded; 0 before there have been a hundred."""
        ended = self.model.ep_success_buffer or ()
        return float(np.mean(ended)) if len(ended) == 100 else 0.0

    def _on_training_end(self) -> None:
        self._bar.stop()
        save(self.model, self._out)
