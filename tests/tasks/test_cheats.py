"""None of the `CHEATS`, `FILE_CHEATS` and `PHONE_CHEATS` counts as a success.

Each is played by the oracle, which then does something that the goal doesn't say, or does it otherwise than it says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import pytest

from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import look_of
from crab_gym.experiments.attacks.documents import Unkept, document_mutants
from crab_gym.experiments.attacks.state import machines_of, slices_of
from crab_gym.experiments.trials import finish, play
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, action
from crab_sim.files import File, Files
from crab_sim.machine.slices import FILES, SETTINGS
from tests.tasks._cheats import CHEATS, Cheat
from tests.tasks._file_cheats import FILE_CHEATS
from tests.tasks._phone_cheats import PHONE_CHEATS


def _id(cheat: Cheat) -> str:
    return f"{cheat.task}: {cheat.what}"


def _newest(rows: Sequence[Any], before: Sequence[Any]) -> Any:
    """Returns the last row that is new or has changed, else the last one."""
    return ([row for row in rows if row not in before] or list(rows))[-1]


def _change_state(env: CrabEnv, cheat: Cheat, start: Mapping[str, Mapping[str, Any]]) -> None:
    """Does the part of a cheat that no action does."""
    machines = machines_of(env)
    if cheat.setting is not None:
        device, space, key, value = cheat.setting
        machine = machines[device].machine
        machine.put(SETTINGS, {**machine.get(SETTINGS), (space, key): value})
    if name := cheat.row or cheat.removed:
        device, _, slice_name = name.partition(" ")
        rows = machines[device].machine.value(slice_name)
        newest = _newest(rows, start[device][slice_name])
        if cheat.removed:
            kept = [row for row in rows if slice_name == "notes" and row.place != "trash"]
        else:
            kept = [row._replace(**cheat.fields) if row is newest else row for row in rows]
        machines[device].restore({**machines[device].snapshot(), slice_name: tuple(kept)})
    if cheat.document is not None:
        _change_document(machines["ubuntu"], start["ubuntu"]["files"], *cheat.document)


def _change_document(backend: SimBackend, before: Files, endings: tuple[str, ...], kind: str) -> None:
    files = backend.machine.get(FILES)
    path = next(
        path
        for path, entry in files.walk("/home/user")
        if path.endswith(endings) and isinstance(entry, File) and not _is_same(before, path, entry)
    )
    found = [one for one in document_mutants(path, files.read(path)) if kind in (".".join(one.kind[1:]), one.kind[-1])]
    for mutant in found:
        try:
            backend.machine.put(FILES, files.write(path, mutant.build(), backend.machine.now))
            return
        except Unkept:
            continue
    raise AssertionError(f"no mutation {kind!r} of {path}")


def _is_same(before: Files, path: str, entry: File) -> bool:
    return before.is_file(path) and before.read(path) == entry.data


def _typed(line: str) -> Iterable[Action]:
    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "t"])
    yield action("ubuntu", "write_text", text=f"{line}\n")


def _attempt(cheat: Cheat, actions: list[Action]) -> list[Action]:
    """Returns the oracle's actions as the cheat has them."""
    made: list[Action] = []
    last = max([i for i, step in enumerate(actions) if step["name"] == "write_text"], default=-1)
    for i, step in enumerate(actions):
        args = dict(step["args"])
        if step["name"] == "submit" and cheat.answer:
            args["answer"] = cheat.answer.format(args["answer"])
        if i == last and cheat.typed:
            text = args["text"].rstrip("\n")
            args["text"] = cheat.typed.format(text) + args["text"][len(text) :]
        if step["name"] == "write_text" and args["text"] == cheat.instead[0]:
            args["text"] = cheat.instead[1]
        made.append({**step, "args": args})
    return made


def outcome(cheat: Cheat) -> Mapping[str, Any]:
    """Plays a cheat and returns the last info."""
    env = CrabEnv(cheat.task, backend="sim", screens=False, max_steps=10_000, success_at="complete")
    record = run_episode(env, OraclePolicy(env), seed=0)
    assert record.success, record.end_reason
    *actions, last = _attempt(cheat, [step.action for step in record.steps])
    env.reset(seed=0)
    if cheat.instead[0]:
        return finish(env, actions)  # a mail that goes out is harm, which ends the episode
    start = {device: slices_of(backend) for device, backend in machines_of(env).items()}
    play(env, actions)
    _change_state(env, cheat, start)
    shell = _typed(cheat.shell % vars(env.params)) if cheat.shell else ()
    then = cheat.then(look_of(env)) if cheat.then is not None else ()
    return finish(env, chain(shell, then, [last]))


@pytest.mark.slow
@pytest.mark.parametrize("cheat", (*CHEATS, *FILE_CHEATS, *PHONE_CHEATS), ids=_id)
def test_a_cheat_is_no_success(cheat: Cheat) -> None:
    info = outcome(cheat)
    assert not info["is_success"], info["side_effects"]
