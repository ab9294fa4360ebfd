"""A remote simulated device equals the same device in-process, byte for byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crab_gym.backends.base import Backend, InvalidAction, UnsupportedQuery
from crab_gym.backends.cloud import SERVICES
from crab_gym.backends.remote import RemoteBackend
from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import make_policy, policy_spec
from tests.remote import RunningServer

TASKS = ("cross.dark_mode_from_todo", "cross.report_pictures", "ubuntu.write_note", "android.tidy_tasks")
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}
QUERIES = {
    "ubuntu": (
        "foreground", "windows", "processes", "clipboard", "cards", "calendar", "todos", "alarms",
    ),
    "android": (
        "foreground", "processes", "clipboard", "packages", "contacts", "messages", "calls", "calendar", "media",
        "todos",
    ),
}  # fmt: skip


def pair(shared: RunningServer, device: str, **options: Any) -> tuple[SimBackend, RemoteBackend]:
    size = SIZES[device]
    return SimBackend(device, size), RemoteBackend(device, size, address=shared.address, **options)


def equal_observations(left: dict[str, Any], right: dict[str, Any]) -> bool:
    return left.keys() == right.keys() and all(np.array_equal(left[name], right[name]) for name in left)


@pytest.mark.parametrize("task", TASKS)
def test_an_episode_is_the_same_step_by_step(shared: RunningServer, task: str) -> None:
    here, there = CrabEnv(task), CrabEnv(task, backend=shared.backend)
    for seed, name in ((0, "oracle"), (1, "random")):
        starts = [env.reset(seed=seed) for env in (here, there)]
        assert equal_observations(starts[0][0], starts[1][0])
        policy = make_policy(name, here)
        policy.reset(here.goal, policy_spec(here, seed))
        info = starts[0][1]
        while not info["end_reason"]:
            action = policy.act({}, info)
            results = [env.step(action) for env in (here, there)]
            assert equal_observations(results[0][0], results[1][0])
            assert results[0][1:4] == results[1][1:4]
            info, other = results[0][4], results[1][4]
            assert other.pop("backends") == {name: "remote:sim" for name in here.backends}
            assert {**other, "backends": info["backends"]} == info
            assert all(here.elements(name) == there.elements(name) for name in here.backends)
            assert here.fingerprint() == there.fingerprint()
    for env in (here, there):
        env.close()


@pytest.mark.parametrize("device", list(SIZES))
def test_every_query_answers_the_same(shared: RunningServer, device: str) -> None:
    sim, remote = pair(shared, device)
    for backend in (sim, remote):
        backend.reset(5)
    home = sim.state.home
    assert (remote.state.home, remote.setup.home, remote.state.device) == (home, home, device)
    assert (remote.real_time, remote.deterministic, remote.plays, remote.label) == (False, True, "sim", "remote:sim")
    for view in ("state", "setup"):
        left, right = getattr(sim, view), getattr(remote, view)
        for query in QUERIES[device]:
            assert getattr(left, query)() == getattr(right, query)(), query
        for path in (home, f"{home}/nothing", "/", "relative"):
            for query in ("exists", "is_dir", "list_dir", "read_file", "read_text"):
                assert getattr(left, query)(path) == getattr(right, query)(path), (query, path)
        assert left.run(["ls", "-l", home]) == right.run(("ls", "-l", home))
        assert left.setting("none", "such") is right.setting("none", "such") is None
    assert sim.setup.now() == remote.setup.now()
    remote.close()


def test_setups_write_what_they_are_given(shared: RunningServer) -> None:
    sim, remote = pair(shared, "android")
    for backend in (sim, remote):
        backend.reset(5)
        setup: Any = backend.setup
        setup.write_file(f"{setup.home}/Download/a.bin", bytes(range(256)) * 9000)
        setup.write_file(f"{setup.home}/Download/ü 𝄞.txt", "𝄞 text\0\n")
        setup.make_dir(f"{setup.home}/New/Folder")
        setup.remove(f"{setup.home}/Pictures")
        setup.set_clipboard("clip")
        setup.set_setting("secure", "ui_night_mode", "2")
        setup.add_contact("Ada", phone="555-0100")
        setup.add_event("Tea", 1.5e9, 1.5e9 + 3600, notes="bring cake")
        setup.clear_todos()
        setup.add_todo("One", done=True)
        path = "/data/data/org.tasks/databases/database"
        rows = setup.table(path, "tasks")
        setup.set_table(path, "tasks", [{**row, "title": "Two"} for row in rows])
        assert setup.todos()[0].title == "Two"
    assert sim.fingerprint() == remote.fingerprint()
    assert sim.state.table("/data/data/org.tasks/databases/database", "tasks") == remote.state.table(
        "/data/data/org.tasks/databases/database", "tasks"
    )
    remote.close()


def failure(backend: Backend, call: Any) -> tuple[type[Exception], str]:
    with pytest.raises(Exception) as caught:
        call(backend)
    return caught.type, str(caught.value)


def test_errors_are_what_they_are_in_process(shared: RunningServer) -> None:
    for device, calls in {
        "ubuntu": [
            lambda backend: backend.state.default_application("text/plain"),
            lambda backend: backend.setup.set_setting("no.such", "setting", "1"),
            lambda backend: backend.setup.write_file("/home/user", "a folder is there"),
        ],
        "android": [
            lambda backend: backend.execute("open_app", {"name": "Nothing at all"}),
            lambda backend: backend.act("open_app", {"name": "Nothing at all"}, 1.0),
            lambda backend: backend.setup.add_call("555", kind="strange"),
        ],
    }.items():
        sim, remote = pair(shared, device)
        for backend in (sim, remote):
            backend.reset(1)
        for call in calls:
            assert failure(sim, call) == failure(remote, call)
        if device == "ubuntu":
            assert failure(remote, calls[0])[0] is UnsupportedQuery
        assert sim.fingerprint() == remote.fingerprint()
        remote.close()


def test_a_server_checks_verbs_itself(shared: RunningServer) -> None:
    _, remote = pair(shared, "ubuntu")
    remote.reset(1)
    state = remote.fingerprint()
    for name, args in (("click", {"x": 1e9, "y": 0}), ("click", {}), ("rm", {}), ("tap", {"x": 1, "y": 1})):
        with pytest.raises(InvalidAction, match="xpected"):
            remote.act(name, args, 1.0)
    assert remote.fingerprint() == state
    remote.close()


@pytest.mark.parametrize("encoding", ["raw", "zlib", "png"])
def test_screens_are_the_same_in_every_encoding(shared: RunningServer, encoding: str) -> None:
    sim, remote = pair(shared, "ubuntu", encoding=encoding)
    for backend in (sim, remote):
        backend.reset(2)
    for name, args in (
        ("search_app", {"name": "Text Editor"}),
        ("press", {"key": "enter"}),
        ("write_text", {"text": "changes a little"}),
        ("press", {"key": "shift"}),
        ("right_click", {"x": 1279, "y": 719}),
    ):
        for backend in (sim, remote):
            backend.act(name, args, 1.0)
        seen = remote.screenshot()
        assert np.array_equal(sim.screenshot(), seen)
        assert seen.dtype == np.uint8
        with pytest.raises(ValueError, match="read-only"):
            seen[0, 0, 0] = 1
    remote.close()


def test_snapshots_are_kept_by_the_server(shared: RunningServer) -> None:
    here, there = CrabEnv("cross.dark_mode_from_todo"), CrabEnv("cross.dark_mode_from_todo", backend=shared.backend)
    action = {"device": "android", "name": "open_app", "args": {"name": "Tasks"}}
    for env in (here, there):
        env.reset(seed=3)
        before, start = env.fingerprint(), env.snapshot()
        seen = env.observe()
        env.step(action)
        after, later = env.fingerprint(), env.snapshot()
        assert before != after
        for handle, state in ((start, before), (later, after), (start, before)):
            env.restore(handle)
            assert env.fingerprint() == state
        assert np.array_equal(env.observe()["android"], seen["android"])
    assert here.fingerprint() == there.fingerprint()
    handle = there.backends["android"].snapshot()
    there.backends["android"].close()
    there.reset(seed=3)
    with pytest.raises(ValueError, match="another connection"):
        there.backends["android"].restore(handle)
    there.close()


def test_a_snapshot_that_nobody_has_any_more_is_let_go(shared: RunningServer) -> None:
    _, remote = pair(shared, "ubuntu")
    remote.reset(1)
    for _ in range(5000):  # more than are kept at once
        handle = remote.snapshot()
    remote.restore(handle)
    remote.close()


def test_what_was_learned_is_forgotten_with_every_change(shared: RunningServer) -> None:
    sim, remote = pair(shared, "android")
    home = sim.state.home
    for backend in (sim, remote):
        backend.reset(1)
    changes: list[Any] = [
        lambda backend: backend.setup.write_file(f"{home}/x", "1"),
        lambda backend: backend.advance(90.0),
        lambda backend: backend.execute("open_app", {"name": "Clock"}),
        lambda backend: backend.settle(),
        lambda backend: backend.act("press", {"key": "home"}, 0.1),
        lambda backend: (backend.advance(0.1), backend.advance(0.2)),
        lambda backend: backend.reset(2),
    ]
    for change in changes:
        for backend in (sim, remote):
            change(backend)
        for _ in range(2):
            assert np.array_equal(sim.screenshot(), remote.screenshot())
            assert sim.elements() == remote.elements()
            assert sim.state.list_dir(home) == remote.state.list_dir(home)
            assert sim.setup.now() == remote.setup.now()
            assert sim.fingerprint() == remote.fingerprint()
    remote.close()


def test_an_account_is_shared_at_a_distance(shared: RunningServer) -> None:
    env = CrabEnv("tests.envs.crab_env.test_account:SHARED", backend=shared.backend, screens=False)
    env.reset(seed=5)
    drive = SERVICES["drive"]
    rows = [dict(row) for row in env.backends["ubuntu"].state.web(drive.site, drive.table)]
    assert tuple(rows) == env.cloud.records["drive"]
    env.backends["ubuntu"].setup.set_web(drive.site, drive.table, [*rows, {"id": 90, "name": "Boats", "folder": True}])
    env.step({"device": "root", "name": "wait", "args": {"seconds": 1}})
    entries = env.backends["android"].state.table(drive.database, "entry")
    assert [row["title"] for row in entries if row["_id"] == 90] == ["Boats"]
    env.close()
