"""Commands about sub-tasks: ``subtasks``, ``compose``, ``import-crab``."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from crab_gym.cli.base import app, print_table
from crab_gym.cli.tasks import describe, draw

if TYPE_CHECKING:
    from crab_gym.task import ComposedTask, SubTask


@app.command(rich_help_panel="Tasks")
def subtasks(
    output: Annotated[str | None, typer.Option(help="Only those with an output of this type, such as 'date'.")] = None,
    app_name: Annotated[
        str | None, typer.Option("--app", help="Only those of an app, such as 'contacts' or 'contacts@android'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Lists the sub-tasks of which tasks can be composed."""
    from crab_gym.task.catalogue import catalogue
    from crab_gym.task.types import TYPES
    from crab_sim.suggestions import unknown

    found = list(catalogue().values())
    if output is not None and output not in TYPES:
        unknown("type", output, TYPES)
    apps = {name for each in found for name in (each.app, f"{each.app}@{each.device}")}
    if app_name is not None and app_name not in apps:
        unknown("app", app_name, sorted(apps))
    rows = [
        _row(each)
        for each in found
        if output in (None, each.output) and app_name in (None, each.app, f"{each.app}@{each.device}")
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    print_table(
        ("sub-task", "app", "category", "inputs", "output", "backends", "CRAB"),
        [
            (
                row["name"], row["app"], row["category"],
                ", ".join(f"{name}: {kind}" for name, kind in row["inputs"].items()), row["output"],
                " ".join(row["backends"]), str(row["crab"] or ""),
            )
            for row in rows
        ],
    )  # fmt: skip


def _row(subtask: SubTask) -> dict[str, Any]:
    from crab_sim.devices.apps import APPS

    category = next((a.category for a in APPS if (a.id, a.device) == (subtask.app, subtask.device)), "")
    return {
        "name": subtask.name,
        "app": f"{subtask.app}@{subtask.device}",
        "category": category,
        "says": subtask.says,
        "inputs": {name: parameter.type for name, parameter in subtask.inputs.items()},
        "output": subtask.output,
        "backends": list(subtask.backends),
        "crab": subtask.crab,
        "tags": list(subtask.tags),
    }


@app.command(rich_help_panel="Tasks")
def compose(
    parts: Annotated[list[str], typer.Argument(help="Sub-tasks, counted from 0, such as messages.latest_number.")],
    edge: Annotated[
        list[str] | None, typer.Option(help="FROM:TO:INPUT, such as 0:1:phone, or FROM:TO: for an order only; several.")
    ] = None,
    value: Annotated[
        list[str] | None, typer.Option(help="PART:INPUT=VALUE fixes an input, such as 0:sender='Jonas Berg'; several.")
    ] = None,
    style: Annotated[str, typer.Option(help="How the goal tells it: plain, short or steps.")] = "plain",
    model: Annotated[
        str | None,
        typer.Option("--paraphrase", help="A model, such as openai:NAME, that says the goal in other words."),
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Show goal, parameters and task graph.")] = False,
    png: Annotated[Path | None, typer.Option(help="Draw the task graph into this file.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Write it into this file: NAME.json, or NAME.jsonl, to which a line is added.")
    ] = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Verify it on the simulator; exit code 1 if it fails.")
    ] = False,
) -> None:
    """Composes a task of sub-tasks and prints it as JSON.

    All commands take the JSON, or the file that has it, as a task; in Python, `Crab-v0/custom` plays it.
    """
    from crab_gym.task import compose as composed

    if out is not None and out.suffix not in (".json", ".jsonl"):
        raise ValueError(f"--out is {out}; expected a name that ends with .json or .jsonl")
    task = composed([(name, given) for name, given in _given(parts, value or ())], _edges(edge or ()), style)
    if model is not None:
        task = _paraphrased(task, model)
    params = task.defaults()
    graph = task.graph(params)
    if png is not None:
        draw(graph, f"{task.name}: {task.goal(params)}", png)
    if show:
        typer.echo("\n".join(describe(task, params, graph)))
    if out is not None:
        _write(task, out)
        typer.echo(f"{'wrote' if out.suffix == '.json' else 'added to'} {out}: {task.name}")
    elif not show and not verify:
        typer.echo(json.dumps(task.to_json(), ensure_ascii=False))
    if verify and not _verified(task):
        raise typer.Exit(1)


def _write(task: ComposedTask, path: Path) -> None:
    """Writes a task as JSON, or adds it to a file of JSON lines.

    Raises:
        ValueError: The file can't be written.
    """
    line = (json.dumps(task.to_json(), ensure_ascii=False) + "\n").encode()
    try:
        if path.suffix == ".json":
            path.write_bytes(line)
            return
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # which editors may leave out
                    file.write(b"\n")
            file.write(line)
    except OSError as error:
        raise ValueError(f"can't write {path}: {error.strerror or error}") from error


def _paraphrased(task: ComposedTask, spec: str) -> ComposedTask:
    """Returns a task in a model's words, which the model reads again in another conversation."""
    from crab_gym.agents.chat import Message
    from crab_gym.agents.models import make_model
    from crab_gym.task.goals.paraphrase import paraphrase

    model = make_model(spec, needs_usage=False)

    def ask(prompt: str) -> str:
        return model.ask([Message("user", (prompt,))]).text

    return paraphrase(task, ask, ask)


@app.command("import-crab", rich_help_panel="Tasks")
def import_crab(
    folder: Annotated[Path, typer.Argument(help="The folder with CRAB's task files, .json, also in folders of it.")],
    out: Annotated[Path, typer.Option(help="The file for the composed tasks, a JSON line each: NAME.jsonl.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Play each by its oracle; exit code 1 if one isn't solved.")
    ] = False,
) -> None:
    """Composes tasks of CRAB's own task files.

    `rollout` plays them. What can't be composed is listed with the reason.
    """
    from crab_gym.task.crab_files import load_crab

    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    if out.suffix != ".jsonl":
        raise ValueError(f"--out is {out}; expected a name that ends with .jsonl")
    files = sorted(folder.rglob("*.json"))
    lines, composed, refused = [], [], []
    for file in files:
        name = str(file.relative_to(folder))
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            found = load_crab(data)
        except (OSError, ValueError) as error:
            refused.append((name, str(error)))
            continue
        replaced = [each._asdict() for each in found.replaced]
        row = {"id": data.get("id", ""), "task": found.task.to_json(), "replaced": replaced}
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
        composed.append(name)
    try:
        out.write_text("".join(lines), encoding="utf-8")
    except OSError as error:
        raise ValueError(f"can't write {out}: {error.strerror or error}") from error
    if refused:
        print_table(("file", "reason"), refused)
    typer.echo(f"{len(lines)} of {len(files)} files are composed tasks in {out}")
    if verify and not _all_solved(out, composed):
        raise typer.Exit(1)


def _all_solved(out: Path, files: list[str]) -> bool:
    """Plays the tasks of a file by their oracles, prints which aren't solved, and returns whether all are.

    Args:
        out: The file.
        files: Where each of its lines comes from.
    """
    from crab_gym.rollout import rollout

    failed = []
    for number, file in enumerate(files, 1):
        [record] = rollout([f"{out}:{number}"], "oracle", "sim", screens=False)
        if not record.success:
            failed.append((file, record.error or f"{record.end_reason}, {record.completion:.0%} done"))
    if failed:
        print_table(("file", "by its oracle"), failed)
    typer.echo(f"{len(files) - len(failed)} of {len(files)} tasks are solved by their oracles")
    return not failed


def _edges(texts: Any) -> list[tuple[int, int, str]]:
    """Parses edges.

    Raises:
        ValueError: A text has another form.

    >>> _edges(["0:1:phone", "1:2:"])
    [(0, 1, 'phone'), (1, 2, '')]
    """
    found = []
    for text in texts:
        first, _, rest = text.partition(":")
        second, _, name = rest.partition(":")
        if not (first.isdecimal() and second.isdecimal() and (name.isidentifier() or rest == f"{second}:")):
            raise ValueError(f"--edge {text!r}: expected FROM:TO:INPUT, such as 0:1:phone")
        found.append((int(first), int(second), name))
    return found


def _given(parts: list[str], texts: Any) -> list[tuple[str, dict[str, Any]]]:
    """Returns the parts with the inputs that are fixed.

    Raises:
        ValueError: A text has another form, or names a part that isn't there.
    """
    found: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in parts]
    for text in texts:
        name, equals, value = text.partition("=")
        part, colon, key = name.partition(":")
        if not (equals and colon and part.isdecimal() and int(part) < len(parts) and key.isidentifier()):
            raise ValueError(f"--value {text!r}: expected PART:INPUT=VALUE, with a part from 0 to {len(parts) - 1}")
        found[int(part)][1][key] = int(value) if value.isdecimal() else value
    return found


def _verified(task: ComposedTask) -> bool:
    """Verifies a task on the simulator, prints what was found, and returns whether all is well."""
    from crab_gym.experiments.trials import Trials
    from crab_gym.experiments.verify import verify_task

    findings = list(verify_task(task.to_json(), "sim"))
    tried = Trials()
    for finding in findings:
        tried = tried.plus(finding.trials)
    print_table(
        ("check", "passed", "notes"), [(each.check, "yes" if each.ok else "NO", each.reason) for each in findings]
    )
    typer.echo("\n".join(["", *tried.lines()]))
    return all(each.ok for each in findings)
