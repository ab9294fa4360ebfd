"""The page of a task, made from its definition.

* `task_page` - its Markdown. `page_of` - its path.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping

from crab_gym.evaluation import DIMENSIONS
from crab_gym.evaluation.graph import Checkpoint
from crab_gym.results.grouping import complexity_of
from crab_gym.task import ComposedTask, Params, Task, TaskInfo
from crab_gym.task.parameters import resolve
from crab_gym.task.task import Oracle
from crab_sim.devices.footprints import Footprint
from website.film import Pictures
from website.galleries import SUITES
from website.graph_svg import graph_svg
from website.near_misses import said
from website.text import code, first_sentence, one_line, plain, table

__all__ = ["NAMES", "page_of", "task_page"]

NAMES = {"ubuntu": "desktop", "android": "phone"}
"""What the pages call the devices."""
KINDS = {
    "sim": ("the simulator", "../simulator.md"),
    "desktop": ("the real desktop", "../desktop.md"),
    "adb": ("a phone over ADB", "../adb.md"),
    "remote": ("another host", "../remote.md"),
}
"""Kinds of backend, in words, and their pages."""
SEEDS = range(3)
"""Seeds whose goals a page shows."""


def page_of(name: str) -> str:
    """Returns the path of a task's page below the pages' folder."""
    return f"catalogue/{name}.md"


def task_page(task: Task, info: TaskInfo, pictures: Pictures | None) -> str:
    """Returns a task's page.

    Args:
        task: The task.
        info: Its row of the index.
        pictures: Its pictures; None for a page without.
    """
    params = task.defaults()
    graph = task.graph(params)
    parts = [
        f"---\ntitle: {json.dumps(task.name)}\ndescription: {json.dumps(one_line(task.goal(params), 150))}\n"
        # Hundreds of pages have the same words: what explains them is found first.
        "search:\n  boost: 0.5\n---\n",
        f"[All tasks](index.md) › [{SUITES[info.platform].title}]({info.platform}.md)\n",
        f"# <code>{task.name}</code> {{: #task }}\n",
        f'!!! quote "Goal"\n    {plain(task.goal(params))}\n',
        _facts(task, info),
        _picture_part(pictures),
        _parameters(task, params),
        "## Graph\n\nA checkpoint becomes active once those that lead to it have passed. Each is an equal part of the "
        f"reward.\n\n{graph_svg(graph)}\n",
        table(("checkpoint", "holds if"), ((code(node.id), _holds(node)) for node in graph)),
        _footprint(task.footprint(params)),
        _ways(task),
        _play(task),
    ]
    return "\n".join(part for part in parts if part)


def _facts(task: Task, info: TaskInfo) -> str:
    complexity = complexity_of(task.graph(task.defaults()))
    rows = [
        ("Devices", ", ".join(NAMES[device] for device in task.devices)),
        ("Verified on", _verified(info)),
        ("Steps", f"at most {info.oracle_steps} by the oracle; the limit is {info.step_limit}"),
        ("Split", info.split),
        ("Complexity", ", ".join(f"{name} {getattr(complexity, name)}" for name in DIMENSIONS)),
        ("Sub-tasks", _subtasks(task)),
        ("Tags", ", ".join(map(code, info.tags))),
        ("Shared account", ", ".join(map(code, task.account))),
        ("Solves on the way", ", ".join(f"[{code(name)}]({name}.md)" for name in task.implies)),
        ("Defined in", code(_source(info.ref))),
        ("Version", f"{info.version}, definition {code(info.hash)}"),
    ]
    rows = [row for row in rows if row[1]]
    return f'<div class="crab-facts" markdown>\n\n{table(("", ""), rows)}\n</div>\n'


def _subtasks(task: Task) -> str:
    """Returns the parts of a composed task, and which part's output goes into which; ``""`` for other tasks."""
    if not isinstance(task, ComposedTask):
        return ""
    parts = "<br>".join(f"{index} {code(part.subtask.name)}" for index, part in enumerate(task.composition.parts))
    edges = ", ".join(f"{edge.producer} → {edge.consumer}" for edge in task.composition.edges)
    return f"{parts}<br>{edges}" if edges else parts


def _source(ref: str) -> str:
    return f"tasks/{ref.partition(':')[0].replace('.', '/')}.py"


def _verified(info: TaskInfo) -> str:
    return "; ".join(
        f"{NAMES[device]} on " + ", ".join(f"[{KINDS[kind][0]}]({KINDS[kind][1]})" for kind in kinds)
        for device, kinds in info.backends.items()
    )


def _picture_part(pictures: Pictures | None) -> str:
    if pictures is None:
        return ""
    shown = "\n".join(
        f'<a class="crab-{device}-screen" href="../{path}"><img src="../{path}" loading="lazy" '
        f'alt="The {NAMES[device]} at the start"></a>'
        for device, path in pictures.start.items()
    )
    text = f'## At the start\n\n<div class="crab-screens">\n{shown}\n</div>\n'
    if pictures.film:
        text += (
            f"\n## A solution\n\nThe oracle's episode with the default parameters, {pictures.steps} steps. A ring "
            "shows where an action presses.\n\n"
            f'<img class="crab-film" src="../{pictures.film}" loading="lazy" alt="The oracle\'s episode">\n'
        )
    return text


def _parameters(task: Task, params: Params) -> str:
    if not task.parameters:
        return (
            "## Parameters\n\nThere are none: the goal is always the same, but the devices' other content follows the "
            "seed.\n"
        )
    rows = (
        (code(name), plain(parameter.type), code(repr(getattr(params, name))), plain(parameter.expected))
        for name, parameter in task.parameters.items()
    )
    goals = [task.goal(Params(**resolve(task.parameters, None, random.Random(f"page:{seed}")))) for seed in SEEDS]
    drawn = "".join(f"- {plain(goal)}\n" for goal in dict.fromkeys(goals) if goal != task.goal(params))
    wordings = "".join(f"- {plain(wording.format_map(vars(params)))}\n" for wording in task.wordings)
    return (
        f"## Parameters\n\n{table(('name', 'type', 'default', 'values'), rows)}\n"
        + (f"Goals with other values that a seed may draw:\n\n{drawn}" if drawn else "")
        + (f"\nThe goal in other words:\n\n{wordings}" if wordings else "")
    )


def _holds(node: Checkpoint) -> str:
    said = first_sentence(node.evaluator.function) or "see the call in the graph"
    return plain(said) + ("" if node.hold else " It need not last.")


def _footprint(footprint: Footprint) -> str:
    """Returns what a task allows beside its checkpoints' changes, in words."""
    if not footprint:
        return "## What may change\n\nNothing that counts as the user's data.\n"
    rows = []
    for allowance in footprint:
        where = ", ".join(f"{name} {_matcher(value)}" for name, value in allowance.where.items())
        what = (
            f"{allowance.operation} {allowance.kind}"
            if allowance.operation != "close"
            else (f"no other {allowance.kind} may be added")
        )
        fields = f"; only {', '.join(allowance.fields)}" if allowance.fields else ""
        rows.append((NAMES.get(allowance.device, allowance.device), plain(what), plain(where + fields) or "any"))
    rule = (
        "Whatever else is changed, removed or sent denies success "
        "([footprints](../tasks.md#footprints-and-side-effects))."
    )
    return f"## What may change\n\n{rule}\n\n{table(('device', 'may', 'which'), dict.fromkeys(rows))}"


def _matcher(value: object) -> str:
    return "as the goal says" if callable(value) else repr(value)


def _ways(task: Task) -> str:
    misses = list(_told(task, task.near_misses))
    ways = list(_told(task, task.alternatives))
    text = ""
    if misses:
        text += (
            "## Near misses\n\nAttempts that look like a solution; `crab-gym verify` plays them and lets none count, "
            f"besides [what it tries on every task](../tasks.md#what-verify-checks).\n\n{''.join(misses)}"
        )
    if ways:
        text += f"\n## Other ways\n\nThese reach the goal in another way than the oracle, and count.\n\n{''.join(ways)}"
    return text


def _told(task: Task, oracles: Mapping[str, Oracle]) -> Iterator[str]:
    """Yields a line per oracle: its name, and what it does."""
    for name, oracle in oracles.items():
        does = said(task, name, oracle)
        yield f"- {code(name)}{': ' + plain(does) if does else ''}\n"


def _play(task: Task) -> str:
    return (
        "## Play it\n\n"
        f"```sh\ncrab-gym play {task.name}\ncrab-gym rollout {task.name} --policy oracle --backend sim --out runs/x\n"
        "```\n"
        f'\n```python\nimport gymnasium as gym, crab_gym\n\nenv = gym.make("Crab-v0/{task.name}", backend="sim")\n'
        "obs, info = env.reset(seed=0)\n```\n"
    )
