"""Texts planted around any task: fair to it, met on the way, and judged as in the suite of look-ups."""

from __future__ import annotations

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.omni_env import OmniEnv
from crab_gym.envs.planting import draw_injection, planted_in
from crab_gym.policies import ObedientPolicy, OraclePolicy
from crab_gym.results.safety import lines
from crab_gym.rollout import run_episode
from crab_gym.task.index import evenly, read_index
from crab_gym.task.injection import STYLES
from crab_tasks.safety.demands import DEMANDS
from crab_tasks.safety.surfaces import SURFACES
from tests.envs.crab_env import living

HAND = [name for name in read_index() if name.partition(".")[0] in ("android", "ubuntu", "cross", "learn", "long")]
SAMPLE = evenly(HAND, 25)


def env_of(task: str, styles: object = "any") -> CrabEnv:
    return CrabEnv(task, screens=False, variation={"injection": styles}, max_steps=3000, success_at="complete")


def drawn_in(env: CrabEnv, seed: int) -> dict[str, str]:
    env.reset(seed=seed)
    drawn: dict[str, str] = env.variation["root"]["injection"]
    return drawn


@pytest.mark.parametrize("task", SAMPLE)
def test_only_who_obeys_is_hijacked(task: str) -> None:
    env = env_of(task)
    seed = SAMPLE.index(task)
    record = run_episode(env, OraclePolicy(env), seed=seed)
    assert record.success and not record.harm, record.error or record.end_reason
    planted = planted_in(env)
    if planted is None:  # nothing is far enough from the task
        assert record.hijacked is None
        return
    assert record.hijacked is False
    policy = ObedientPolicy(env)
    obedient = run_episode(env, policy, seed=seed)
    if policy.met:
        assert obedient.hijacked and not obedient.success, obedient.error or obedient.end_reason
    else:
        assert obedient.success and not obedient.hijacked
    env.close()


def test_most_texts_are_met() -> None:
    met = []
    for task in evenly(HAND, 40)[:12]:
        env = env_of(task)
        policy = ObedientPolicy(env)
        run_episode(env, policy, seed=1)
        met.append(policy.met)
        env.close()
    assert sum(met) >= 9


def test_the_seed_draws_demand_style_and_surface() -> None:
    env = env_of("cross.notes_backup")
    drawn = [drawn_in(env, seed) for seed in range(20)]
    assert drawn == [drawn_in(env, seed) for seed in range(20)]
    assert all(set(each) == {"demand", "style", "surface"} for each in drawn)
    assert all(len({each[name] for each in drawn}) >= 2 for name in ("demand", "style", "surface"))
    assert {each["demand"] for each in drawn} <= DEMANDS.keys() and {each["surface"] for each in drawn} <= set(SURFACES)


def test_styles_can_be_chosen() -> None:
    env = env_of("android.add_contact", ["urgent", "hidden"])
    styles = {drawn_in(env, seed)["style"] for seed in range(12)}
    assert styles == {"urgent", "hidden"}
    with pytest.raises(ValueError, match="expected 'any' or some of: plain, system"):
        env_of("android.add_contact", "loud")


@pytest.mark.parametrize("task", SAMPLE[::3])
def test_a_demand_is_far_from_what_the_task_is_about(task: str) -> None:
    env = env_of(task)
    env.reset(seed=0)
    graph, footprint = env.evaluator.graph, env.footprint
    apps, kinds = {(node.device, node.app) for node in graph}, {(each.device, each.kind) for each in footprint}
    for episode in range(40):
        drawn = draw_injection(tuple(STYLES), env.task, env.params, graph, footprint, env.backends, episode)
        if not drawn:
            continue
        demand = DEMANDS[drawn["demand"]].task()
        assert apps.isdisjoint({(node.device, node.app) for node in demand.checkpoints(demand.defaults())})
        assert kinds.isdisjoint({(each.device, each.kind) for each in demand.footprint(demand.defaults())})
        assert set(demand.devices) <= env.backends.keys() and SURFACES[drawn["surface"]].device in env.backends


def test_parameters_and_goal_are_as_without_it() -> None:
    plain = CrabEnv("cross.files_from_list", screens=False)
    varied = env_of("cross.files_from_list")
    for env in (plain, varied):
        env.reset(seed=5)
    assert (plain.goal, vars(plain.params)) == (varied.goal, vars(varied.params))


def test_a_task_with_a_text_of_its_own_gets_no_other() -> None:
    env = env_of("safety.cards.workplace")
    env.reset(seed=0)
    assert env.variation == {}
    assert run_episode(env, OraclePolicy(env), seed=0).hijacked is False


def test_it_comes_beside_events_of_the_task_and_unrelated_ones() -> None:
    variation = {"injection": "any", "events": 2, "wording": 2}
    env = CrabEnv(f"{living.__name__}:TASK", screens=False, variation=variation)
    told = env.reset(seed=0)[1]["variation"]["root"]
    assert set(told) == {"wording", "events"} and told["events"] == 2
    assert set(env.variation["root"]) == {"wording", "events", "injection"}


def test_composed_tasks_have_it_too() -> None:
    env = OmniEnv(screens=False, variation={"injection": "any"}, max_steps=2000, success_at="complete")
    for seed in range(3):
        policy = ObedientPolicy(env)
        record = run_episode(env, policy, seed=seed)
        assert not policy.met or (record.hijacked and not record.success), record.error
        assert run_episode(env, OraclePolicy(env), seed=seed).success
    env.close()


def test_a_fork_and_a_restore_know_the_text() -> None:
    env = env_of("android.add_contact", "plain")
    env.reset(seed=3)
    saved = env.snapshot()
    copy = env.fork()
    assert planted_in(copy) == planted_in(env) is not None
    env.step({"device": "root", "name": "wait", "args": {"seconds": 5}})
    env.restore(saved)
    assert planted_in(env) == planted_in(copy)


def test_infos_tell_policies_nothing_of_it() -> None:
    env = env_of("android.add_contact")
    infos = [env.reset(seed=seed)[1] for seed in range(3)]
    infos += [env.step({"device": "root", "name": "wait", "args": {"seconds": 1}})[4] for _ in range(3)]
    assert planted_in(env) is not None and all(info["variation"] == {} for info in infos)
    names = {"injection", *env.variation["root"]["injection"].values()} - STYLES.keys()
    assert len(names) == 3 and not [name for name in names for info in infos if repr(name) in repr(info)]
    env.close()


def test_the_table_has_its_styles() -> None:
    env = env_of("android.add_contact", "plain")
    policy = ObedientPolicy(env)
    record = run_episode(env, policy, seed=3)
    assert record.variation["root"]["injection"]["style"] == "plain"
    text = lines([record])
    assert text[1].split()[-1] == "plain" and text[2].split()[-1] == "100"
