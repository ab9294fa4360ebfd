"""Honest ways: the result of a part of an oracle, reached by other means than the oracle's.

The changes that a part of the oracle makes are facts; a way makes the same facts by a shell, a script, the keys of
Files, or Quick Settings. Where a goal names the app of a part, only that app will do, so that none is tried.

* `WAYS` - the table of ways. `Way` - one of them. `Result` - what a part of an oracle has reached.
* `other_ways` - the check that plays them, which must succeed.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Final, NamedTuple

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import attentive, look_of
from crab_gym.experiments.attacks.episodes import RunLog, solve
from crab_gym.experiments.attacks.repositories import written_repositories
from crab_gym.experiments.attacks.state import machines_of
from crab_gym.experiments.trials import Recordings, Trials
from crab_gym.policies import ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, Look, Oracle, action
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import Change, changes
from crab_sim.files import Files
from crab_sim.machine.slices import FILES

__all__ = ["WAYS", "Result", "Way", "other_ways"]

_TRASH: Final = "/home/user/.local/share/Trash/files"
_TILES: Final[Mapping[str, str]] = {
    "global wifi_on": "Internet", "global bluetooth_on": "Bluetooth", "global airplane_mode_on": "Airplane mode",
    "global zen_mode": "Do Not Disturb", "secure ui_night_mode": "Dark theme", "global flashlight": "Flashlight",
    "system accelerometer_rotation": "Auto-rotate", "global low_power": "Battery Saver",
    "secure location_mode": "Location",
}  # fmt: skip
"""The tiles of Quick Settings by the settings' keys."""
_PATIENCE: Final = 40
"""The most waits for an event, of half a minute each."""
_LONGEST: Final = 6000
"""The most characters of a text that is typed into a shell."""


class Result(NamedTuple):
    """What a part of an oracle has reached on a device.

    Attributes:
        changes: The facts that it has changed.
        contents: The content of each file that it has written.
        trashed: The names in the desktop's trash after it.
        history: Whether it has written the history of a repository, which no way does.
    """

    changes: tuple[Change, ...]
    contents: Mapping[str, bytes]
    trashed: tuple[str, ...] = ()
    history: bool = False

    def moved(self) -> list[tuple[str, str]]:
        """Returns the old and the new paths of the files that were moved or renamed."""
        gone = {str(c.before["content"]): c.key for c in self.changes if c.operation == "remove" and c.kind == "file"}
        return [
            (gone[str(change.after["content"])], change.key)
            for change in self.changes
            if change.operation == "add" and change.after.get("content") and str(change.after["content"]) in gone
        ]


class Way(NamedTuple):
    """A way to reach results.

    Attributes:
        name: Its name.
        device: Its device.
        apps: The apps whose parts it may stand for.
        actions: Returns its actions, None where it can't reach a result.
    """

    name: str
    device: str
    apps: tuple[str, ...]
    actions: Callable[[Result, Look], Iterator[Action] | None]


def _text(data: bytes) -> str | None:
    """Returns a file's text, None where it can't be typed."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    plain = all(char.isprintable() or char == "\n" for char in text)
    return text if plain and len(text) <= _LONGEST and "\nEND\n" not in text else None


def _shell_lines(result: Result) -> list[str] | None:
    """Returns the lines of a shell that make files and settings as they are in a result."""
    lines: list[str] = []
    moved = result.moved()
    done = {path for pair in moved for path in pair}
    for change in sorted(result.changes, key=lambda one: (one.operation == "remove", one.key)):
        path = shlex.quote(change.key)
        if change.kind == "setting" and change.operation == "change":
            lines.append(
                shlex.join(["gsettings", "set", *[str(change.after[k]) for k in ("namespace", "key", "value")]])
            )
        elif change.kind != "file":
            return None
        elif change.key in done:
            continue
        elif change.operation == "remove":
            trashed = change.key.rpartition("/")[2] in result.trashed
            lines.append(f"gio trash {path}" if trashed else f"rm -r {path}")
        elif change.after["kind"] == "folder":
            lines.append(f"mkdir -p {path}")
        elif change.after["kind"] == "file":
            text = _text(result.contents.get(change.key, b"\xff"))
            if text is None:
                return None
            lines.append(f"printf '%s' {shlex.quote(text)} > {path}")
        else:
            return None
    return lines + [shlex.join(["mv", old, new]) for old, new in moved]


def _by_shell(result: Result, look: Look) -> Iterator[Action] | None:
    from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

    lines = _shell_lines(result)
    return run_in_terminal(*lines) if lines else None


def _by_python(result: Result, look: Look) -> Iterator[Action] | None:
    """Makes folders and text files by a script, and moves files."""
    from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

    lines = ["import os"]
    moved = result.moved()
    done = {path for pair in moved for path in pair}
    for change in sorted(result.changes, key=lambda one: one.key):
        if change.kind != "file":
            return None
        if change.key in done:
            continue
        if change.operation == "remove" or change.after["kind"] == "link":
            return None
        if change.after["kind"] == "folder":
            lines.append(f"os.makedirs({json.dumps(change.key)}, exist_ok=True)")
            continue
        text = _text(result.contents.get(change.key, b"\xff"))
        if text is None:
            return None
        lines.append(f"open({json.dumps(change.key)}, 'w').write({json.dumps(text, ensure_ascii=False)})")
    lines += [f"os.rename({json.dumps(old)}, {json.dumps(new)})" for old, new in moved]
    return run_in_terminal("\n".join(["python3 - <<'END'", *lines, "END"])) if len(lines) > 1 else None


def _texts(result: Result) -> list[tuple[str, str, bool]] | None:
    """Returns the text files of a result, each with its text and whether it is new; None where there is more."""
    found: list[tuple[str, str, bool]] = []
    for change in result.changes:
        text = _text(result.contents.get(change.key, b"\xff"))
        if change.kind != "file" or change.operation == "remove" or not text or "\t" in text:
            return None
        found.append((change.key, text.removesuffix("\n"), change.operation == "add"))
    return found


def _by_text_editor(result: Result, look: Look) -> Iterator[Action] | None:
    from crab_tasks.kits.ubuntu.text_editor.moves import rewrite_with_editor, save_with_editor

    texts = _texts(result)
    if not texts:
        return None
    return chain.from_iterable(
        save_with_editor(path, text) if new else rewrite_with_editor(path, text) for path, text, new in texts
    )


def _by_nano(result: Result, look: Look) -> Iterator[Action] | None:
    texts = _texts(result)
    if not texts or not all(new for _, _, new in texts):
        return None
    return chain.from_iterable(_in_nano(path, text, look) for path, text, _ in texts)


def _in_nano(path: str, text: str, look: Look) -> Iterator[Action]:
    from crab_tasks.kits.ubuntu.terminal.moves import edit_with_nano, nano_leave, nano_save

    yield from edit_with_nano(look, path)
    yield action("ubuntu", "write_text", text=text)
    yield from nano_save()
    yield from nano_leave()


def _by_keys_of_files(result: Result, look: Look) -> Iterator[Action] | None:
    """Makes folders, and moves, renames and throws away files, with the keys of the file manager."""
    moved = result.moved()
    done = {path for pair in moved for path in pair}
    others = [change for change in result.changes if change.key not in done]
    thrown = [change.key for change in others if change.operation == "remove"]
    made = [change.key for change in others if change.operation == "add" and change.after.get("kind") == "folder"]
    names = {path.rpartition("/")[2] for path in thrown}
    if len(thrown) + len(made) < len(others) or not result.changes or not names <= set(result.trashed):
        return None
    return _keys_of_files(moved, thrown, made, look)


def _keys_of_files(
    moved: Sequence[tuple[str, str]], thrown: Sequence[str], made: Sequence[str], look: Look
) -> Iterator[Action]:
    from crab_tasks.kits.moves import click
    from crab_tasks.kits.ubuntu.files.moves import open_folder

    for path in sorted(made):
        yield from open_folder(look, path.rpartition("/")[0])
        yield action("ubuntu", "hotkey", keys=["ctrl", "shift", "n"])
        yield action("ubuntu", "write_text", text=f"{path.rpartition('/')[2]}\n")
    for path in thrown:
        folder, _, name = path.rpartition("/")
        yield from open_folder(look, folder)
        yield click(look, text=name)
        yield action("ubuntu", "press", key="delete")
    for old, new in moved:
        (folder, _, name), (target, _, other) = old.rpartition("/"), new.rpartition("/")
        yield from open_folder(look, folder)
        yield click(look, text=name)
        if folder != target:
            yield action("ubuntu", "hotkey", keys=["ctrl", "x"])
            yield from open_folder(look, target)
            yield action("ubuntu", "hotkey", keys=["ctrl", "v"])
        if name != other:
            yield click(look, text=name)
            yield action("ubuntu", "press", key="f2")
            yield action("ubuntu", "hotkey", keys=["ctrl", "a"])
            yield action("ubuntu", "write_text", text=f"{other}\n")


def _by_tiles(result: Result, look: Look) -> Iterator[Action] | None:
    """Taps the tiles of Quick Settings."""
    if not result.changes or any(change.key not in _TILES for change in result.changes):
        return None
    return _taps([_TILES[change.key] for change in result.changes], look)


def _taps(tiles: Sequence[str], look: Look) -> Iterator[Action]:
    from crab_tasks.kits.android.settings.moves import quick_settings
    from crab_tasks.kits.moves import tap

    yield from quick_settings(look)
    for tile in tiles:
        yield tap(look, text=tile, role="switch")
    yield action("android", "press", key="home")


WAYS: Final = (
    Way("a shell", "ubuntu", ("files", "terminal", "text_editor", "settings"), _by_shell),
    Way("a script in Python", "ubuntu", ("files", "terminal", "text_editor"), _by_python),
    Way("the text editor", "ubuntu", ("files", "terminal", "text_editor"), _by_text_editor),
    Way("nano", "ubuntu", ("files", "terminal", "text_editor"), _by_nano),
    Way("the keys of Files", "ubuntu", ("files", "terminal"), _by_keys_of_files),
    Way("Quick Settings", "android", ("settings",), _by_tiles),
)
"""The table of ways."""


def other_ways(env: CrabEnv, seeds: Iterable[int], known: Recordings | None = None) -> Trials:
    """Plays the oracle, of which parts reach their results by another way, where the goal leaves the way open.

    A way for which a part finds no element that it looks for isn't counted: parts may need the windows of others.

    Args:
        env: The task's environment on simulated devices, as for `attack_state`.
        seeds: The episodes' seeds.
        known: As for `attack_state`.
    """
    log = RunLog()
    for seed in seeds:
        if solve(env, seed, log, known) is None:
            continue
        results = _results(env, seed)
        for way in WAYS:
            if parts := _replaceable(env, way, results):
                walk = partial(_along, env, way, {name: results[name][way.device] for name in parts})
                record = run_episode(env, ScriptPolicy(way.name, walk), seed=seed)
                if record.error_kind != "oracle":
                    ended = record.error or record.end_reason
                    log.solution(f"seed {seed}: by {way.name}: {ended}", record.success)
    return log.trials()


def _oracle(env: CrabEnv) -> Mapping[str, Oracle]:
    return env.task.oracle_for({device: backend.plays for device, backend in env.backends.items()})


def _order(env: CrabEnv) -> tuple[str, ...]:
    return env.task.orders(env.evaluator.graph, 1)[0]


def _results(env: CrabEnv, seed: int) -> dict[str, dict[str, Result]]:
    """Plays the oracle part by part, and returns the result of each part on each device where it changed something."""
    env.reset(seed=seed)
    oracle, look = _oracle(env), look_of(env)
    results: dict[str, dict[str, Result]] = {}
    for name in _order(env):
        before = {device: backend.state.facts() for device, backend in env.backends.items()}
        files = _files(env)
        left = name in oracle and name not in env.evaluator.passed
        for step in attentive(env, oracle[name](env.params, look)) if left else ():
            env.step(step)
        results[name] = {}
        for device, facts in before.items():
            setup = env.backends[device].setup
            if found := tuple(changes(facts, setup.facts())):
                paths = [change.key for change in found if change.kind == "file" and change.operation != "remove"]
                contents = {path: data for path in paths if (data := setup.read_file(path)) is not None}
                trashed = setup.list_dir(_TRASH) if device == "ubuntu" else ()
                history = device == "ubuntu" and any(written_repositories(_files(env), files))
                results[name][device] = Result(found, contents, tuple(trashed), history)
    return results


def _files(env: CrabEnv) -> Files:
    """Returns the desktop's files; none where there is no desktop."""
    machines = machines_of(env)
    return machines["ubuntu"].machine.get(FILES) if "ubuntu" in machines else Files()


def _replaceable(env: CrabEnv, way: Way, results: Mapping[str, Mapping[str, Result]]) -> list[str]:
    """Returns the parts that a way may stand for: none where it can't reach the results of all parts of its apps."""
    graph, look = env.evaluator.graph, look_of(env)
    parts: list[str] = []
    for name, by_device in results.items():
        node = graph.checkpoints[graph.index[name]]
        if node.device != way.device or node.app not in way.apps or not by_device:
            continue
        if (
            by_device.keys() != {way.device}
            or by_device[way.device].history
            or _is_named(env.goal, node.device, node.app)
        ):
            return []
        if way.actions(by_device[way.device], look) is None:
            return []
        parts.append(name)
    return parts


def _is_named(goal: str, device: str, app: str) -> bool:
    """Returns whether a goal names an app, or a program in the terminal."""
    names = [row.name for row in APPS if (row.device, row.id) == (device, app)]
    if app == "terminal":
        names += ["vim", "nano", "terminal"]
    return any(name in goal for name in names)


def _along(env: CrabEnv, way: Way, results: Mapping[str, Result]) -> Iterator[Action]:
    """Yields an oracle's actions, and in place of those of some parts, a way's."""
    oracle, look = _oracle(env), look_of(env)
    for name in _order(env):
        if name in env.evaluator.passed:
            continue
        own = oracle[name](env.params, look) if name in oracle else iter(())
        made = way.actions(results[name], look) if name in results else None
        if made is not None:
            yield from _awaited(env, name)
        yield from attentive(env, own if made is None else made)


def _awaited(env: CrabEnv, name: str) -> Iterator[Action]:
    """Waits for the event before which a checkpoint can't pass, as whoever does its part would."""
    since = env.evaluator.graph.checkpoints[env.evaluator.graph.index[name]].since
    for _ in range(_PATIENCE):
        if not since or since in env.course.events:
            return
        yield action("root", "wait", seconds=30)
