"""Attacks on repositories: those that were written, by commands that change one thing each."""

from __future__ import annotations

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.attacks.checks import attack_state
from crab_gym.experiments.attacks.repositories import repository_lines, written_repositories
from crab_sim.files import Directory, File, Files

HOME = "/home/user"


def repository(name: str, commit: bytes) -> list[tuple[str, Directory | File]]:
    return [
        (f"{HOME}/{name}/.git/HEAD", File(b"ref: refs/heads/main\n")),
        (f"{HOME}/{name}/.git/refs/heads/main", File(commit)),
    ]


def test_a_repository_is_written_when_its_history_differs() -> None:
    before = Files([*repository("old", b"a"), *repository("changed", b"b")])
    after = Files([*repository("old", b"a"), *repository("changed", b"c"), *repository("new", b"d")])
    assert list(written_repositories(after, before)) == [f"{HOME}/changed", f"{HOME}/new"]
    assert list(written_repositories(after, after)) == []


def test_each_command_changes_a_repository() -> None:
    env = CrabEnv("ubuntu.fix_and_commit", backend="sim", screens=False, max_steps=10_000, success_at="complete")
    done = attack_state(env, [0])
    assert done.kinds["repository"].tried == len(list(repository_lines("")))
    assert not [what for what in done.accepted if "git reset --soft" in what]
