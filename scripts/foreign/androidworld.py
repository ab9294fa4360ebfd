"""Prepares, judges and tears down every task of AndroidWorld's own code on the simulated phone, in this process.

    python scripts/foreign/androidworld.py                # all tasks
    python scripts/foreign/androidworld.py CameraTakePhoto

AndroidWorld is installed from a clone of its repository; see docs/androidworld_env.md. Nothing is done for a task, so
that a score above 0 is one that AndroidWorld gives for nothing. Exits with 1 where a task fails.
"""

from __future__ import annotations

import argparse
import sys
from unittest import mock

from android_env.wrappers import a11y_grpc_wrapper
from android_world import registry, suite_utils
from android_world.env import android_world_controller, interface
from android_world.utils import datetime_utils

from crab_gym.integrations.android_env import AndroidEnv, ForestWrapper

SEED = 30


def main() -> int:
    """Runs the tasks that are named, by default all; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tasks", nargs="*", help="names of tasks; all by default")
    names = parser.parse_args().tasks
    tasks = registry.TaskRegistry().get_registry("android_world")
    unknown = [name for name in names if name not in tasks]
    if unknown:
        parser.error(f"AndroidWorld has no task {unknown[0]!r}; it has: {', '.join(tasks)}")
    phone = AndroidEnv(seed=SEED, screen_size=(1080, 2400))
    failed = []
    with mock.patch.object(a11y_grpc_wrapper, "A11yGrpcWrapper", ForestWrapper), mock.patch("time.sleep", phone.wait):
        env = interface.AsyncAndroidEnv(android_world_controller.AndroidWorldController(phone))
        datetime_utils.setup_datetime(env.controller)
        suite = suite_utils.create_suite(tasks, n_task_combinations=1, seed=SEED, tasks=names or None)
        for name, (task, *_) in suite.items():
            try:
                task.initialize_task(env)
                score = task.is_successful(env)
                task.tear_down(env)
            except Exception as error:  # whatever AndroidWorld's code raises
                failed.append(name)
                print(f"{name}: {type(error).__name__}: {error}", flush=True)
            else:
                print(f"{name}: {score:g}", flush=True)
    print(f"{len(suite) - len(failed)} of {len(suite)} tasks ran without an error")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
