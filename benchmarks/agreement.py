"""Agreement of the evaluators with checks that were written without them, for parts of synthesised tasks.

    python benchmarks/agreement.py [--tasks 200]

Random tasks of the list are played by their oracles: once whole, and once with some parts left out. At the end, plain
code reads SQLite tables, files and archives, and says for each part of a known kind whether it was done. It shares no
code with the sub-tasks. Prints how often both agree, and each part on which they don't; exits with 1 if there is one.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from crab_gym.backends.base import Devices, devices_of, state_of
from crab_gym.envs.guidance import look_of
from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.omni.checks import STUCK
from crab_gym.task import ComposedTask, Params
from crab_gym.task.omni import read_list
from crab_gym.task.omni.listing import row_task

PLAIN = {"line", "person", "phone_number", "email", "place", "path", "file", "link", "amount", "choice"}
"""Types whose values are typed as they are."""
_DATA = "/data/data"


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _rows(devices: Devices, path: str, table: str) -> list[Mapping[str, Any]]:
    return list(devices.android.table(f"{_DATA}/{path}", table))


def _text_sent(devices: Devices, v: Params) -> bool:
    rows = _rows(devices, "com.android.providers.telephony/databases/mmssms.db", "sms")
    sent = [row["body"] for row in rows if row["type"] == 2 and _digits(row["address"]) == _digits(v.number)]
    return sent == [v.text]


def _file_written(devices: Devices, v: Params) -> bool:
    data = devices.ubuntu.read_file(v.file)
    return data is not None and data.decode("utf-8", "replace").strip() == v.text


def _copied(devices: Devices, v: Params) -> bool:
    data = devices.ubuntu.read_file(v.file)
    return data is not None and devices.ubuntu.read_file(f"{v.folder}/{v.file.split('/')[-1]}") == data


def _archived(devices: Devices, v: Params) -> bool:
    data, archive = devices.ubuntu.read_file(v.file), devices.ubuntu.read_file(v.archive)
    if data is None or archive is None or not zipfile.is_zipfile(io.BytesIO(archive)):
        return False
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return any(
            name.split("/")[-1] == v.file.split("/")[-1] and opened.read(name) == data for name in opened.namelist()
        )


def _called(devices: Devices, v: Params) -> bool:
    rows = _rows(devices, "com.android.providers.contacts/databases/calllog.db", "calls")
    return any(row["type"] == 2 and _digits(row["number"]) == _digits(v.number) for row in rows)


def _note_added(devices: Devices, v: Params) -> bool:
    rows = _rows(devices, "com.google.android.keep/databases/keep.db", "note")
    return any((row["text"].strip(), row["is_trashed"]) == (v.text, 0) for row in rows)


def _mailed(devices: Devices, v: Params) -> bool:
    rows = _rows(devices, "com.google.android.gm/databases/bigTopDataDB", "messages")
    sent = [row for row in rows if row["folder"] == "sent" and row["body"].strip() == v.text]
    return any(row["to_addresses"].strip() == v.email for row in sent)


def _task_added(devices: Devices, v: Params) -> bool:
    rows = _rows(devices, "org.tasks/databases/database", "tasks")
    return [row["completed"] for row in rows if row["title"] == v.title] == [0]


CHECKS: Mapping[str, Callable[[Devices, Params], bool]] = {
    "messages.send": _text_sent,
    "text_editor.write": _file_written,
    "terminal.write_with_vim": _file_written,
    "folders.copy_file": _copied,
    "archives.add_file": _archived,
    "phone.call": _called,
    "notes.add": _note_added,
    "mail.send": _mailed,
    "tasks.add": _task_added,
}
"""Sub-tasks to what says, from the devices' files alone, whether they are done."""


def known(task: ComposedTask, values: Iterable[Params]) -> list[int]:
    """Returns the parts that can be checked: those of a known sub-task whose inputs are typed as they are."""
    parts = zip(task.composition.parts, values, strict=True)
    return [
        n for n, (part, own) in enumerate(parts) if part.subtask.name in CHECKS and set(own.kinds.values()) <= PLAIN
    ]


def play(env: ComposedEnv, task: ComposedTask, seed: int, left_out: set[int]) -> None:
    """Plays a task's oracle without some of the parts.

    Args:
        env: The environment.
        task: The task.
        seed: The seed of the episode.
        left_out: The parts that aren't done.
    """
    env.play(task, seed)
    env.max_steps = 100_000
    look = look_of(env)
    order = next(task.composition.orders(1))
    for part in order:
        names = [node.id for node in env.evaluator.graph.checkpoints if node.id.startswith(f"{part}.")]
        try:
            for name in names if part not in left_out else ():
                for taken in task.oracle[name](env.params, look):
                    env.step(taken)
        except STUCK:
            continue


def main() -> int:
    """Prints the agreement; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=2_000_000)
    args = parser.parse_args()
    listed, rng = read_list(), random.Random(args.seed)
    counts, wrong, played = Counter[tuple[bool, bool]](), list[str](), 0
    env: ComposedEnv | None = None
    for place in rng.sample(range(len(listed)), len(listed)):
        task = row_task(listed.row(place))
        env = env or ComposedEnv(task.to_json(), screens=False, success_at="complete")
        if not known(task, task.composition.values(task.defaults())):
            continue
        for left_out in (set(), {n for n in range(len(task.composition.parts)) if rng.random() < 0.5}):
            play(env, task, args.seed + place, left_out)
            devices = devices_of(env.backends)
            values = task.composition.values(env.params)
            for part in known(task, values):
                # Whether a part's own evaluators hold, also where those before it have not been passed.
                own = [node for node in env.evaluator.graph.checkpoints if node.id.startswith(f"{part}.")]
                state = state_of(env.backends)
                said = all(node.evaluator(state, env.answer) for node in own if node.hold)
                name = task.composition.parts[part].subtask.name
                found = CHECKS[name](devices, values[part])
                counts[said, found] += 1
                if said != found:
                    wrong.append(f"{task.name}, seed {args.seed + place}, part {part}, {name}: {said} and {found}")
        played += 1
        if played == args.tasks:
            break
    print("\n".join(wrong))
    total = sum(counts.values())
    print(
        f"{played} tasks, {total:,} parts: both say done {counts[True, True]:,}, both not {counts[False, False]:,}, "
        f"the evaluators alone {counts[True, False]:,}, the plain checks alone {counts[False, True]:,}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
