"""Samples an episode's variation from its seed, before a task's setup: see `vary`.

* `vary` - draws settings and conditions, and gives them to the devices. `VariationSample` - what was drawn.
* `draw_words` - draws the wording of the goal; `goal_of` - renders the goal in it.
* `disturbs` - whether a policy has more to do than its task.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from crab_gym.backends.base import Backend
from crab_gym.backends.conditions import Conditions
from crab_gym.envs.variation import Variation
from crab_gym.task import Params, Task
from crab_sim.devices.footprints import Footprint, matches

__all__ = ["VariationSample", "disturbs", "draw_words", "goal_of", "vary"]

VariationSample: TypeAlias = dict[str, dict[str, Any]]
"""Device to what was drawn for it, as JSON: by the name in `Variation`, only what the device could fulfil.

The words of the goal are the root device's."""

_INTERFACE: Final = "org.gnome.desktop.interface"
_ASPECTS: Final = (16 / 9, 2.0, 19.5 / 9, 20 / 9)
_LYING: Final = ((854, 480), (960, 480), (900, 500), (960, 540))
"""Sizes of a phone that lies on its side, in density-independent pixels."""
_DESKTOPS: Final = (
    (1024, 768), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1600, 900), (1680, 1050), (1920, 1080),
)  # fmt: skip


class _Setting(NamedTuple):
    """A device's setting with the value that was drawn for it, and that value as records show it."""

    device: str
    namespace: str
    key: str
    value: str
    name: str
    recorded: str | float


_THEME_KEYS: Final[Mapping[str, Callable[[str], _Setting]]] = {
    "ubuntu": lambda theme: _Setting(
        "ubuntu", _INTERFACE, "color-scheme", "prefer-dark" if theme == "dark" else "default", "theme", theme
    ),
    "android": lambda theme: _Setting(
        "android", "secure", "ui_night_mode", "2" if theme == "dark" else "1", "theme", theme
    ),
}
_SCALE_KEYS: Final = {"ubuntu": (_INTERFACE, "text-scaling-factor"), "android": ("system", "font_scale")}


def _settings(variation: Variation, devices: Sequence[str], rng: random.Random) -> list[_Setting]:
    """Draws a value for each setting that varies, in a fixed order, so that a seed always draws the same."""
    settings = []
    for device in sorted(devices):
        if variation.theme is not None:
            settings.append(_THEME_KEYS[device](rng.choice(variation.theme)))
        if variation.font_scale is not None:
            scale = round(rng.uniform(*variation.font_scale), 2)
            settings.append(_Setting(device, *_SCALE_KEYS[device], repr(scale), "font_scale", scale))
        if variation.accent is not None and device == "ubuntu":
            accent = rng.choice(variation.accent)
            settings.append(_Setting(device, _INTERFACE, "accent-color", accent, "accent", accent))
    return settings


def _conditions(variation: Variation, device: str, episode: int) -> Conditions:
    """Draws a device's conditions; each has random numbers of its own, so that none depends on the others."""

    def rng(name: str) -> random.Random:
        return random.Random(f"{episode}:variation:{device}:{name}")

    layout = variation.layout or ()
    size = None
    if device == "ubuntu" and "size" in layout:
        size = rng("layout").choice(_DESKTOPS)
    elif device == "android" and ("size" in layout or "landscape" in layout):
        size = _phone_size(layout, rng("layout"))
    latency = variation.latency if variation.latency is not None and variation.latency[1] > 0 else None
    return Conditions(
        language=rng("language").choice(variation.language) if variation.language is not None else "",
        size=size,
        icons=rng("icons").getrandbits(32) if "icons" in layout else None,
        popups=rng("popups").randint(*map(int, variation.popups)) if variation.popups is not None else 0,
        latency=latency,
        world=variation.world or (),
        keyboard=device == "android" and variation.keyboard is not None and rng("keyboard").choice(variation.keyboard),
        number=rng("number").getrandbits(32),
    )


def _phone_size(layout: Sequence[str], rng: random.Random) -> tuple[int, int]:
    if "landscape" in layout and ("size" not in layout or rng.random() < 0.5):
        return rng.choice(_LYING)
    width = rng.randrange(320, 413, 4)
    return width, round(width * rng.choice(_ASPECTS))


def _sampled_conditions(conditions: Conditions, fulfilled: Sequence[str]) -> dict[str, Any]:
    """Returns the conditions that a device fulfils, as records show them, by the names in `Variation`."""
    entries: dict[str, Any] = {}
    if "language" in fulfilled:
        entries["language"] = conditions.language
    if "size" in fulfilled or "icons" in fulfilled:
        size = {} if conditions.size is None else {"width": conditions.size[0], "height": conditions.size[1]}
        entries["layout"] = {**size, "icons": "icons" in fulfilled}
    if "popups" in fulfilled:
        entries["popups"] = conditions.popups
    if "latency" in fulfilled and conditions.latency is not None:
        entries["latency"] = list(conditions.latency)
    if "keyboard" in fulfilled:
        entries["keyboard"] = True
    if "world" in fulfilled:
        entries["world"] = list(conditions.world)
    return entries


def vary(variation: Variation, backends: Mapping[str, Backend], footprint: Footprint, episode: int) -> VariationSample:
    """Draws the variation and applies it, except for settings that the task is about and conditions that a device
    lacks.

    Args:
        variation: What varies.
        backends: Device to its backend, after its reset.
        footprint: The task's footprint: a setting that it may change stays as it is.
        episode: The episode's random number, from which everything follows.
    """
    sample: VariationSample = {}
    if variation == Variation():
        return sample
    for setting in _settings(variation, list(backends), random.Random(f"{episode}:variation")):
        setup = backends[setting.device].setup
        fields = {"namespace": setting.namespace, "key": setting.key}
        concerned = any(
            [
                allowance.device == setting.device
                and allowance.kind == "setting"
                and matches(fields, {name: allowance.where[name] for name in allowance.where if name in fields})
                for allowance in footprint
            ]
        )
        if not concerned and setup.setting(setting.namespace, setting.key) is not None:
            setup.set_setting(setting.namespace, setting.key, setting.value)
            sample.setdefault(setting.device, {})[setting.name] = setting.recorded
    for device in sorted(backends):
        conditions = _conditions(variation, device, episode)
        entries = _sampled_conditions(conditions, backends[device].impose(conditions))
        if entries:
            sample.setdefault(device, {}).update(entries)
    return sample


def draw_words(variation: Variation, episode: int) -> dict[str, Any]:
    """Draws the words of the goal: the numbers of its wording and its order, and whether it states the intent.

    Args:
        variation: What varies.
        episode: The episode's random number.
    """
    sample: dict[str, Any] = {}
    for name, values in (("wording", variation.wording), ("order", variation.order), ("intent", variation.intent)):
        if values is not None:
            sample[name] = random.Random(f"{episode}:{name}").choice(values)
    if "order" in sample and sample.get("wording", 1) > 1:
        sample["order"] = 1  # the others have one order
    return sample


def goal_of(task: Task, params: Params, sample: Mapping[str, Any]) -> str:
    """Renders a task's goal in the words that were drawn.

    Args:
        task: The task.
        params: Its parameters.
        sample: See `draw_words`.
    """
    wording, order = sample.get("wording", 1), sample.get("order", 1)
    if order > 1:
        goals = task.reordered(params)
        goal = goals[(order - 1) % len(goals)]
    else:
        goal = task.goals(params)[wording - 1] if wording > 1 else task.goal(params)
    return f"You want to {task.intent}. {goal}" if sample.get("intent") and task.intent else goal


def disturbs(sample: VariationSample) -> bool:
    """Returns whether a variation gives a policy more to do than its task."""
    return any(
        "events" in entries
        or "injection" in entries
        or "popups" in entries
        or "latency" in entries
        or "keyboard" in entries
        or "late" in entries.get("world", ())
        for entries in sample.values()
    )
