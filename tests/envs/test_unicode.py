from __future__ import annotations

import pickle

import gymnasium as gym
import pytest

from crab_gym.envs.unicode import Unicode


def test_members() -> None:
    space = Unicode(5)
    assert all(text in space for text in ("", "abcde", "Grüße", "日本語", "\n\t", "😀"))
    assert not any(value in space for value in ("abcdef", b"abc", None, 3, ["a"]))


def test_samples_are_members_and_follow_the_seed() -> None:
    for length in (0, 3, 100_000):
        first, second = Unicode(length, seed=4), Unicode(length, seed=4)
        drawn = [first.sample() for _ in range(50)]
        assert drawn == [second.sample() for _ in range(50)] and all(text in first for text in drawn)
    assert len(set(drawn)) > 40


def test_equality_pickle_and_json() -> None:
    space = Unicode(7, seed=1)
    assert space == Unicode(7) != Unicode(8) and hash(space) == hash(Unicode(7)) and space != gym.spaces.Discrete(7)
    copy = pickle.loads(pickle.dumps(space))
    assert copy == space and copy.sample() == space.sample()
    assert space.from_jsonable(space.to_jsonable(["a", "ß"])) == ["a", "ß"]
    assert repr(space) == "Unicode(7)" and not space.is_np_flattenable


def test_misuse_is_explained() -> None:
    for wrong in (-1, 2.0, True, None):
        with pytest.raises(ValueError, match=r"max_length is .*; expected a whole number of characters"):
            Unicode(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="takes no mask"):
        Unicode(3).sample(mask="a")


def test_a_vector_environment_without_shared_memory_carries_it() -> None:
    class Talk(gym.Env[str, int]):
        observation_space = Unicode(20)
        action_space = gym.spaces.Discrete(2)

        def reset(self, **options: object) -> tuple[str, dict[str, object]]:
            return "hello", {}

        def step(self, action: int) -> tuple[str, float, bool, bool, dict[str, object]]:
            return "Grüße", 0.0, False, False, {}

    envs = gym.vector.SyncVectorEnv([Talk, Talk])
    assert envs.reset()[0] == ("hello", "hello")
    assert envs.step([0, 1])[0] == ("Grüße", "Grüße")
