"""The accessibility forest: what is on the screen, as Android tells accessibility services."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from crab_sim.phone.android import hierarchy
from tests.extras import reason

pytest.importorskip("android_env", reason=reason("android_env"))
pytestmark = pytest.mark.extra("android_env")

NEW_CONTACT = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact -e name Ada"


@pytest.fixture
def env() -> Any:
    from crab_gym.integrations.android_env import AndroidEnv

    return AndroidEnv(seed=7)


def window(env: Any, title: str) -> Any:
    (found,) = (window for window in env.forest().windows if window.title == title)
    return found


def test_a_form_has_hints_apart_from_what_is_typed(env: Any) -> None:
    env.device.run(NEW_CONTACT)
    fields = {node.hint_text: node for node in window(env, "Contacts").tree.nodes if node.is_editable}
    assert {"First name", "Last name", "Phone"} <= set(fields)
    first, last = fields["First name"], fields["Last name"]
    assert (first.text, last.text) == ("Ada", "") and first.is_focused and not last.is_focused
    assert first.class_name == "android.widget.EditText" and first.package_name == "com.google.android.contacts"
    assert first.view_id_resource_name == "com.android.contacts:id/first_field"
    assert first.content_description == ""
    assert {action.id for action in first.actions} == {64, 16, 32, 2, 2097152}
    assert {action.id for action in last.actions} == {64, 16, 32, 1, 2097152}


def test_the_trees_are_whole_and_that_in_front_is_the_dump(env: Any) -> None:
    env.device.run("am start -n com.google.android.deskclock/com.android.deskclock.DeskClock")
    labels = set()
    for tree_window in env.forest().windows:
        nodes = tree_window.tree.nodes
        assert [node.unique_id for node in nodes] == list(range(len(nodes)))
        children = [child for node in nodes for child in node.child_ids]
        assert sorted(children) == list(range(1, len(nodes)))
        for node in nodes:
            outer = node.bounds_in_screen
            labels |= {node.text, node.content_description}
            for order, child in enumerate((nodes[number] for number in node.child_ids), 1):
                inner = child.bounds_in_screen
                assert outer.left <= inner.left and inner.right <= outer.right and inner.bottom <= outer.bottom
                assert (child.depth, child.drawing_order) == (node.depth + 1, order)
    for element in env.device.elements():
        assert {element.text, element.description} <= labels
    dumped = ElementTree.fromstring(env.device.hierarchy()).iter("node")
    clock = window(env, "Clock").tree.nodes
    assert [
        (node.get("class"), node.get("text"), node.get("content-desc"), node.get("clickable")) for node in dumped
    ] == [(node.class_name, node.text, node.content_description, str(node.is_clickable).lower()) for node in clock]
    switch = next(node for node in clock if node.content_description.startswith("Alarm ") and node.is_checkable)
    row = next(node for node in clock if switch.unique_id in node.child_ids)
    card = next(node for node in clock if row.unique_id in node.child_ids)
    assert (row.class_name, row.is_clickable) == ("android.widget.LinearLayout", False)
    assert (card.class_name, card.is_clickable) == ("android.widget.FrameLayout", True)


def test_the_window_in_front_is_active(env: Any) -> None:
    def titles() -> list[tuple[str, bool]]:
        return [(window.title, window.is_active) for window in env.forest().windows]

    bars = [("Navigation bar", False), ("Status bar", False)]
    assert titles() == [*bars, ("Home", True)]
    env.device.run(NEW_CONTACT)
    assert titles() == [*bars, ("Contacts", True)]
    env.device.run("input swipe 100 0 100 500")
    assert titles() == [*bars, ("Shade", True)]
    kinds = [window.window_type for window in env.forest().windows]
    assert kinds == [3, 3, 3] and len({window.id for window in env.forest().windows}) == 3


def test_the_keyboard_is_a_window_of_its_own(env: Any) -> None:
    from crab_sim.phone.system.keyboard import KEYBOARD, Keyboard

    env.device.phone.put(KEYBOARD, Keyboard())
    env.device.run(NEW_CONTACT)
    keys = window(env, "Keyboard")
    assert keys.window_type == 2 and keys.bounds_in_screen.top > 400
    assert {"q", "m"} <= {node.text or node.content_description for node in keys.tree.nodes}


@pytest.mark.crashes
def test_an_app_that_fails_is_closed_and_the_home_screen_shown(env: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    env.device.run(NEW_CONTACT)
    read, failing = hierarchy.elements, [True]

    def once(phone: Any, display: Any) -> Any:
        if failing and failing.pop():
            raise ValueError("a broken view")
        return read(phone, display)

    monkeypatch.setattr(hierarchy, "elements", once)
    assert window(env, "Home").is_active
    assert "a broken view" in env.device.run("logcat -d").stdout.decode()


def test_it_comes_as_extras_as_well(env: Any) -> None:
    env.reset()
    forest = env.forest()
    assert env.task_extras()["accessibility_tree"] == forest
    assert env.task_extras(latest_only=False)["accessibility_tree"].shape == (1,)


def test_it_takes_the_place_of_android_env_s_wrapper(env: Any) -> None:
    import inspect

    from android_env.wrappers import a11y_grpc_wrapper

    from crab_gym.integrations.android_env import ForestWrapper

    theirs = inspect.signature(a11y_grpc_wrapper.A11yGrpcWrapper).parameters
    options = {name: each.default for name, each in theirs.items() if name != "env"}
    wrapped = ForestWrapper(env, **{**options, "add_latest_a11y_info_to_obs": True})
    assert wrapped.reset().observation["a11y_forest"] == env.forest()
    env.device.run(NEW_CONTACT)
    tree = wrapped.accumulate_new_extras()["accessibility_tree"][-1]
    assert "Contacts" in [window.title for window in tree.windows]
    wrapped.attempt_enable_networking()
    assert "a11y_forest" not in ForestWrapper(env).reset().observation
