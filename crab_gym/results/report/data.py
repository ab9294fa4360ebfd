"""A recorded run as plain data for a page.

* `ReportData` - the contents of the page's first view, and each episode's steps.
* `read_report` - reads the data of a run's folder.

Records may come from elsewhere and contain agents' texts, so nothing here trusts them: values of an unexpected form
are left out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from crab_gym.evaluation.graph import TaskGraph
from crab_gym.records import EpisodeRecord, RecordError, StepRecord, graph_from_record, marks_of, read_config, read_run
from crab_gym.results.report.actions import action_text, shapes
from crab_gym.results.report.graphs import MAX_NODES, graph_data, passed_after
from crab_gym.results.report.pictures import Album
from crab_gym.results.report.tables import overview, policy_of
from crab_gym.results.report.unfinished import unfinished

__all__ = ["MAX_TEXT", "PICTURES", "ReportData", "Show", "read_report"]

Show = Literal["all", "last", "none"]
PICTURES: tuple[Show, ...] = ("all", "last", "none")
"""The choices of pictures: those of all steps, those of each episode's end, or none."""
MAX_TEXT = 50_000
"""Number of characters of an agent's text that are shown."""
DEVICES = ("ubuntu", "android")
_SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
"""Sizes of screens that have no picture."""
_SHOWN_APART = {"text", "agents", "plan", "prompt_tokens", "completion_tokens", "calls", "before_restore"}
"""Names of the notes that the page shows by themselves; all others are in one list."""


@dataclass(frozen=True, slots=True)
class ReportData:
    """A run as JSON-able data.

    Attributes:
        index: The contents of the first view: the run, its tables and curves, one line per episode.
        episodes: Each episode's steps, in the order of the index's lines.
        album: The pictures to whose numbers the steps refer.
    """

    index: dict[str, Any]
    episodes: list[dict[str, Any]]
    album: Album


def read_report(path: Path | str, pictures: Show = "all") -> ReportData:
    """Reads a run.

    Args:
        path: The run's folder. The run may be unfinished: episodes that haven't ended have the steps so far.
        pictures: The choice of pictures.

    Raises:
        RecordError: There is no run, or a file of it is damaged.
    """
    folder = Path(path)
    config, records = read_config(folder), read_run(folder)
    album = Album()
    lines, episodes = [], []
    for k, record in enumerate([*records, *unfinished(folder, records, config)]):
        try:
            graph = graph_from_record(record.graph, MAX_NODES)
            album_of_episode = _EpisodePictures(album, folder / "episodes" / record.folder, pictures)
            steps = list(_steps(record, graph, album_of_episode))
            lines.append(_line(record, is_unfinished=k >= len(records)))
            entry = _episode(record, graph, album_of_episode.numbers(record.screens, end=not record.steps), steps)
            episodes.append({**entry, "marks": _undrawn_marks(record, steps)})
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            raise RecordError(f"{folder}: the record of {record.folder} can't be shown ({error})") from error
    try:
        index = {
            "run": folder.resolve().name,
            "config": _config_pairs(config),
            "versions": _pairs(records[0].versions if records else {}),
            "expected": _expected_episodes(config),
            "episodes": lines,
            "sizes": album.sizes,
            "pictures": pictures,
            **overview(records, config),
        }
        return ReportData(_clean(index), [_clean(episode) for episode in episodes], album)
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise RecordError(f"{folder}: the record of the run can't be shown ({error})") from error


def _config_pairs(config: Mapping[str, Any]) -> list[list[str]]:
    """Returns the entries of a run's configuration, without empty ones and the long list of tasks."""
    entries = {name: value for name, value in config.items() if name != "tasks" and value not in (None, {}, [])}
    return [[str(name), _cut(_text_of(value), 300)] for name, value in entries.items()]


def _expected_episodes(config: Mapping[str, Any]) -> int | None:
    """Returns the number of episodes that a run is to have; None if its configuration doesn't say."""
    tasks, seeds = config.get("tasks"), config.get("seeds")
    if not isinstance(tasks, list) or not isinstance(seeds, list):
        return None
    policies = config.get("policies")
    return len(tasks) * len(seeds) * (len(policies) if isinstance(policies, Mapping) else 1)


def _line(record: EpisodeRecord, is_unfinished: bool) -> dict[str, Any]:
    """Returns an episode's line in the list of episodes."""
    return {
        "id": record.folder,
        "task": record.task,
        "platform": record.task.partition(".")[0],
        "policy": policy_of(record),
        "seed": record.seed,
        "attempt": record.attempt,
        "end": "unfinished" if is_unfinished else "error" if record.score().is_error else str(record.end_reason),
        "success": bool(record.success),
        "completion": record.completion,
        "coverage": record.coverage,
        "consistency": record.logical_consistency,
        "steps": len(record.steps),
        "tokens": record.tokens,
        "goal": _cut(str(record.goal), MAX_TEXT),
        "error": _cut(str(record.error), MAX_TEXT),
        "errorKind": str(record.error_kind),
    }


def _episode(
    record: EpisodeRecord, graph: TaskGraph | None, screens: Mapping[str, int], steps: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "parameters": _pairs(record.parameters),
        "backends": _pairs(record.backends),
        "timings": {str(key): value for key, value in record.timings.items() if isinstance(value, (int, float))},
        "versions": _pairs(record.versions),
        "task": [record.version, str(record.definition_hash)],
        "calls": record.calls,
        "restores": record.restores,
        "harm": [_cut(str(text), MAX_TEXT) for text in record.harm],
        "litter": [_cut(str(text), MAX_TEXT) for text in record.litter],
        "tokens": [record.prompt_tokens, record.completion_tokens],
        "graph": graph_data(graph) if graph is not None else None,
        "screens": screens,
        "steps": steps,
    }


class _EpisodePictures:
    """The pictures of one episode that are shown."""

    def __init__(self, album: Album, folder: Path, show: Show) -> None:
        self._album, self._folder, self._show = album, folder, show

    def numbers(self, screens: Any, end: bool = False) -> dict[str, int]:
        """Returns the numbers of the devices' pictures, by device, for pictures that exist and are shown."""
        if not isinstance(screens, Mapping) or not (self._show == "all" or (self._show == "last" and end)):
            return {}
        numbers = {device: self._album.add(self._folder, screens.get(device)) for device in DEVICES}
        return {device: number for device, number in numbers.items() if number is not None}

    def size(self, device: str, numbers: Mapping[str, int]) -> tuple[int, int]:
        return self._album.sizes[numbers[device]] if device in numbers else _SIZES.get(device, _SIZES["ubuntu"])


def _steps(record: EpisodeRecord, graph: TaskGraph | None, pictures: _EpisodePictures) -> Iterator[dict[str, Any]]:
    """Yields the steps of an episode."""
    passed = passed_after(graph, record.steps) if graph is not None else []
    before = pictures.numbers(record.screens)
    for k, (step, marks) in enumerate(zip(record.steps, marks_of(record), strict=True)):
        restored = pictures.numbers(step.before)
        before = restored or before
        after = pictures.numbers(step.screens, end=k + 1 == len(record.steps))
        action = step.done if isinstance(step.done, Mapping) else step.action
        device = action.get("device") if isinstance(action, Mapping) else ""
        device = device if isinstance(device, str) else ""
        line: dict[str, Any] = {
            "device": device,
            "action": action_text(action),
            "said": "" if _same(step.action, action) else action_text(step.action),
            "shapes": _shapes(step, action, marks.get(device), pictures.size(device, before or after)),
            "reward": step.reward,
            "terms": [[str(name), value] for name, value in step.reward_terms.items()],
            "completion": step.completion,
            "invalid": _cut(str(step.invalid_action), MAX_TEXT),
            **({"person": _cut(str(step.said), MAX_TEXT)} if step.said else {}),
            **({"result": _cut(str(step.result), MAX_TEXT)} if step.result else {}),
            **({"events": [str(name) for name in step.events]} if step.events else {}),
            "end": str(step.end_reason),
            "restored": bool(step.restored),
            "screens": after,
            **({"before": restored} if restored else {}),
            **_notes(step.notes),
        }
        if graph is not None:
            done = [graph.index[name] for name in step.completed if name in graph.index]
            is_recorded = bool(step.completed or step.active)  # older versions didn't record it
            line["done"] = done if is_recorded else passed[k]
            line["passed"] = [graph.index[name] for name in step.passed if name in graph.index]
        if step.timings:
            line["timings"] = {str(key): value for key, value in step.timings.items() if isinstance(value, float)}
        yield line
        before = after


def _undrawn_marks(record: EpisodeRecord, steps: list[dict[str, Any]]) -> list[list[int]]:
    """Returns the lists of marks that screens don't show, and gives each step the number of its devices' lists.

    A list has five numbers for each mark: its own, and left, top, right and bottom of its box.
    """
    if record.marks_drawn is not False:
        return []
    numbers: dict[tuple[int, ...], int] = {}
    for line, marks in zip(steps, marks_of(record), strict=True):
        known = {device: _boxes_of(marks.get(device)) for device in DEVICES}
        line["marks"] = {device: numbers.setdefault(boxes, len(numbers)) for device, boxes in known.items() if boxes}
    return [list(boxes) for boxes in numbers]


def _boxes_of(marks: Any) -> tuple[int, ...]:
    boxes: list[int] = []
    for mark in marks if isinstance(marks, list) else ():
        if isinstance(mark, list) and len(mark) > 1 and isinstance(mark[1], list):
            box = [mark[0], *mark[1]]
            if len(box) == 5 and all(type(value) is int and abs(value) < 100_000 for value in box):
                boxes += box
    return tuple(boxes)


def _same(action: Any, done: Mapping[str, Any]) -> bool:
    """Returns whether the executed action is the policy's own, except for added defaults."""
    if action is done:
        return True
    if not isinstance(action, Mapping) or any(action.get(name) != done.get(name) for name in ("device", "name")):
        return False
    args, filled = action.get("args"), done.get("args")
    return isinstance(args, Mapping) and isinstance(filled, Mapping) and {**filled, **args} == filled


def _shapes(step: StepRecord, action: Any, marks: Any, size: tuple[int, int]) -> list[dict[str, Any]]:
    """Returns the shapes that show where a step's action landed: the marks that it names, then a point or an arrow."""
    if step.invalid_action and step.done is None and not _has_coordinates(step.action):
        return []
    points = [(x, y) for x, y in step.points if type(x) is int and type(y) is int]
    return [*_named_marks(step.action, marks), *shapes(action, size, points)]


def _has_coordinates(action: Any) -> bool:
    """Returns whether an action has coordinates of its own."""
    args = action.get("args") if isinstance(action, Mapping) else None
    return isinstance(args, Mapping) and ("x" in args or "x1" in args)


def _named_marks(action: Any, marks: Any) -> Iterator[dict[str, Any]]:
    args = action.get("args") if isinstance(action, Mapping) else None
    if not isinstance(args, Mapping) or not isinstance(marks, list):
        return
    numbers = [args.get(name) for name in ("element", "element1", "element2") if type(args.get(name)) is int]
    for mark in marks:
        try:
            number, (left, top, right, bottom), role, text = mark
        except (TypeError, ValueError):
            continue
        if number in numbers and all(type(value) is int for value in (left, top, right, bottom)):
            box = {"x1": left, "y1": top, "x2": right, "y2": bottom}
            yield {"kind": "box", **box, "number": number, "text": _cut(f"{role} {text}".strip(), 200)}


def _notes(notes: Any) -> dict[str, Any]:
    """Returns a policy's notes on its choice, as texts and numbers."""
    if not isinstance(notes, Mapping) or not notes:
        return {}
    entries: dict[str, Any] = {}
    text = _text_of(notes.get("text") or "")
    agents = [
        (_text_of(agent.get("name", "")), _text_of(agent.get("text", ""))) for agent in _mappings(notes.get("agents"))
    ]
    if agents:
        entries["agents"] = [[_cut(name, 200), _cut(reply, MAX_TEXT)] for name, reply in agents]
    if text and not (agents and all(reply in text for _, reply in agents)):  # else it only repeats the replies
        entries["text"] = _cut(text, MAX_TEXT)
    if notes.get("plan"):
        entries["plan"] = _cut(_text_of(notes["plan"]), MAX_TEXT)
    tokens = {key: notes[key] for key in ("prompt_tokens", "completion_tokens", "calls") if _is_count(notes.get(key))}
    if tokens:
        entries["tokens"] = tokens
    more = [[str(key), _cut(_text_of(value), MAX_TEXT)] for key, value in notes.items() if key not in _SHOWN_APART]
    for earlier in _mappings(notes.get("before_restore")):
        more.append(["before it went back", _cut(_text_of(earlier.get("text") or earlier), MAX_TEXT)])
    return {**entries, **({"more": more} if more else {})}


def _mappings(value: Any) -> list[Mapping[str, Any]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def _is_count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _text_of(value: Any) -> str:
    """Returns a text unchanged, and anything else as readable JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, indent=None if _is_flat(value) else 2, default=str)


def _is_flat(value: Any) -> bool:
    items = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return not any(isinstance(item, (Mapping, list)) for item in items)


def _pairs(values: Any) -> list[list[str]]:
    if not isinstance(values, Mapping):
        return []
    return [[str(name), _cut(_text_of(value), MAX_TEXT)] for name, value in values.items()]


def _cut(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return f"{text[:length]}… ({len(text) - length} more characters are in the record)"


def _clean(value: Any) -> Any:
    """Replaces values that JSON or UTF-8 can't express: infinite numbers and NaN, and halves of surrogate pairs."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _clean(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(item) for item in value]
    return value
