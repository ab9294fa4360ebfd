from __future__ import annotations

import copy
import json
import pickle
from collections import Counter

import numpy as np
import pytest

from crab_gym.envs.spaces import ActionSpace, observation_space, time_left
from crab_gym.envs.verbs import verbs_of
from tests.envs._schema import accepts

PHONE = {"android": (360, 800)}
BOTH = {"ubuntu": (1280, 720), "android": (360, 800)}


@pytest.mark.parametrize("screens", [PHONE, {"ubuntu": (640, 480)}, BOTH], ids=["phone", "desktop", "both"])
def test_samples_are_valid_json_of_every_verb(screens: dict[str, tuple[int, int]]) -> None:
    space = ActionSpace(screens, seed=3)
    schema = space.json_schema()
    seen: Counter[tuple[str, str]] = Counter()
    for _ in range(2000):
        action = space.sample()
        assert action in space
        assert accepts(schema, action)
        assert json.loads(json.dumps(action)) == action
        seen[action["device"], action["name"]] += 1
    verbs = verbs_of(tuple(screens))
    assert set(seen) == {(verb.device, verb.name) for verb in verbs}
    assert min(seen.values()) > 2000 / len(verbs) / 2


def test_a_seed_determines_the_samples() -> None:
    first, second = ActionSpace(BOTH, seed=5), ActionSpace(BOTH)
    second.seed(5)
    drawn = [first.sample() for _ in range(50)]
    assert [second.sample() for _ in range(50)] == drawn
    assert [ActionSpace(BOTH, seed=6).sample() for _ in range(50)] != drawn
    generator = np.random.default_rng(1)
    assert ActionSpace(BOTH, seed=generator).np_random is generator


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda space: pickle.loads(pickle.dumps(space))])
def test_copies_draw_the_same_samples_apart(copier: object) -> None:
    space = ActionSpace(BOTH, seed=5)
    space.sample()
    twin: ActionSpace = copier(space)  # type: ignore[operator]
    assert twin == space
    drawn = [space.sample() for _ in range(20)]
    assert [twin.sample() for _ in range(20)] == drawn


def test_equality_follows_the_screens() -> None:
    turned = {"android": (360, 800), "ubuntu": (1280, 720)}
    assert ActionSpace(BOTH) == ActionSpace(turned)
    assert hash(ActionSpace(BOTH)) == hash(ActionSpace(turned))
    assert ActionSpace(BOTH) != ActionSpace(PHONE)
    assert ActionSpace(PHONE) != ActionSpace({"android": (360, 801)})
    assert ActionSpace(PHONE) != "ActionSpace"
    assert repr(ActionSpace(PHONE)) == "ActionSpace({'android': (360, 800)})"


def test_masks_are_refused() -> None:
    with pytest.raises(ValueError, match="takes no mask and no probability"):
        ActionSpace(PHONE).sample(mask=np.ones(3, np.int8))
    with pytest.raises(ValueError, match="discrete"):
        ActionSpace(PHONE).sample(probability=np.ones(3))


def test_batches_of_actions_are_json_already() -> None:
    space = ActionSpace(BOTH, seed=0)
    batch = [space.sample() for _ in range(3)]
    assert space.from_jsonable(json.loads(json.dumps(space.to_jsonable(batch)))) == batch
    assert space.is_np_flattenable is False
    assert space.shape is None and space.dtype is None


def test_tool_schemas_are_those_of_the_devices() -> None:
    names = {tool["name"] for tool in ActionSpace(PHONE).tool_schemas()}
    assert "android__tap" in names and "root__submit" in names
    assert not any(name.startswith("ubuntu") for name in names)


def test_observation_space_and_time_left() -> None:
    space = observation_space(BOTH)
    assert {name: box.shape for name, box in space.items()} == {
        "ubuntu": (720, 1280, 3), "android": (800, 360, 3), "time_left": (1,),
    }  # fmt: skip
    for steps, share in ((0, 1.0), (3, 0.7), (10, 0.0), (12, 0.0)):
        left = time_left(steps, 10)
        assert left in space["time_left"]
        assert left[0] == pytest.approx(share)
        assert not left.flags.writeable
