"""Makes the pictures of README.md and docs/: screens of the simulated devices and, if it can run, of the real desktop.

python scripts/images/simulator.py

The pictures of simulated devices depend only on this file and on the simulator.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import phone_pages
from PIL import Image, ImageDraw, ImageFont

from crab_gym.backends.desktop import requirements
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation.graph_drawing import draw_graph
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import Action, Look, action, load
from crab_tasks.kits.moves import click, tap
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal

IMAGES = Path(__file__).parents[2] / "docs" / "images"
FONT = Path(__file__).parents[2] / "simulator" / "crab_sim" / "draw" / "fonts" / "NotoSans-Regular.ttf"
APPS_A_SHEET, THEMES = 6, tuple(phone_pages.THEMES)
MARGIN, CAPTION, GROUND, INK = 16, 30, (46, 46, 46), (225, 225, 225)

Script = Callable[[Look], Iterable[Action]]


def save(picture: Image.Image, name: str) -> None:
    """Writes a picture."""
    IMAGES.mkdir(exist_ok=True)
    path = IMAGES / name
    picture.save(path, optimize=True)
    print(f"docs/images/{name}: {picture.width}×{picture.height}, {path.stat().st_size // 1024} KB")


def play(env: CrabEnv, script: Iterable[Action]) -> None:
    """Takes actions, all of which must be valid."""
    for act in script:
        _, _, terminated, truncated, info = env.step(act)
        assert not info["invalid_action"] and not terminated and not truncated, (act, info)


def sheet(columns: int, tiles: Iterable[tuple[str, np.ndarray]]) -> Image.Image:
    """Lays out screens of the same size row by row, each below its caption."""
    named = list(tiles)
    height, width, _ = named[0][1].shape
    rows = -(-len(named) // columns)
    picture = Image.new(
        "RGB", (MARGIN + columns * (width + MARGIN), rows * (height + CAPTION) + (rows + 1) * MARGIN), GROUND
    )
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(str(FONT), 18)
    for k, (caption, screen) in enumerate(named):
        left = MARGIN + k % columns * (width + MARGIN)
        top = MARGIN + k // columns * (height + CAPTION + MARGIN)
        draw.text((left, top), caption, INK, font)
        picture.paste(Image.fromarray(screen), (left, top + CAPTION))
    return picture


def both_devices() -> Image.Image:
    """Returns both devices in the middle of a task: the phone shows the list that is being written on the desktop."""
    env = CrabEnv("cross.list_from_message", render_mode="rgb_array")
    env.reset(seed=0, options={"parameters": "default"})
    look, params = env.elements, env.params

    def script() -> Iterator[Action]:
        yield from run_in_terminal("ls -l Documents", "uname -a")
        yield action("android", "open_app", name="Messages")
        yield tap(look, text=params.name)
        yield tap(look, description="Text message", role="text_field")
        yield action("android", "write_text", text=params.reply)
        yield action("ubuntu", "search_app", name="Text Editor")
        yield action("ubuntu", "press", key="enter")
        yield action("ubuntu", "write_text", text="\n".join(params.goods))

    play(env, script())
    return Image.fromarray(env.render())


def _small(tiles: Iterable[tuple[str, np.ndarray]]) -> Iterator[tuple[str, np.ndarray]]:
    """Scales screens down, so that many of them fit on a sheet."""
    for name, screen in tiles:
        size = screen.shape[1] * 2 // 3, screen.shape[0] * 2 // 3
        yield name, np.asarray(Image.fromarray(screen).resize(size, Image.Resampling.LANCZOS))


def _few_colors(picture: Image.Image) -> Image.Image:
    """Returns a picture with a palette, without dithering: pages of apps have few colours."""
    return picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=8, dither=Image.Dither.NONE)


def phone_pictures() -> Iterator[tuple[Image.Image, str]]:
    """Yields a sheet of the phone's system pages, and sheets of the apps: one row per app, light and dark."""
    around = [(f"{name}, {theme}", screen) for theme in THEMES for name, screen in phone_pages.around(theme)]
    yield _few_colors(sheet(4, _small(around))), "phone.png"
    names = [name for name in phone_pages.APPS if name not in ("clipper", "draw", "miniwob")]  # empty at first
    for number, start in enumerate(range(0, len(names), APPS_A_SHEET), 1):
        screens = [screen for name in names[start : start + APPS_A_SHEET] for screen in _app(name)]
        yield _few_colors(sheet(4, _small(screens))), f"phone_apps_{number}.png"


def _app(name: str) -> Iterator[tuple[str, np.ndarray]]:
    title = phone_pages.APPS[name].name
    for theme in THEMES:
        first, inside = phone_pages.app(name, theme)
        yield f"{title}, {theme}", first
        yield "", inside


def desktop() -> Image.Image:
    """Returns every app of the desktop, light beside dark."""

    def start(app: str) -> Script:
        return lambda look: [action("ubuntu", "search_app", name=app), action("ubuntu", "press", key="enter")]

    def files(look: Look) -> Iterator[Action]:
        yield from start("Files")(look)
        yield click(look, text="Documents", role="list_item")

    def settings(look: Look) -> Iterator[Action]:
        yield from start("Settings")(look)
        yield click(look, text="Appearance", role="list_item")

    def editor(look: Look) -> Iterator[Action]:
        yield from start("Text Editor")(look)
        yield action("ubuntu", "write_text", text="bread\napples\nrice\nÄpfel, хлеб, ψωμί")

    commands = ("ls -l", "wc -l .bashrc | awk '{print $1}'", 'for n in 1 2 3; do echo "$n squared is $((n*n))"; done')
    scripts: list[tuple[str, Script]] = [
        ("Search for apps", lambda look: [action("ubuntu", "search_app", name="t")]),
        ("Terminal", lambda look: run_in_terminal(*commands)),
        ("Files", files),
        ("Text Editor", editor),
        ("Settings", settings),
    ]
    env = CrabEnv("cross.list_from_message", max_steps=1000, screen_size={"ubuntu": [800, 520]})

    def tiles() -> Iterator[tuple[str, np.ndarray]]:
        for (name, script), style in itertools.product(scripts, ("light", "dark")):
            env.reset(seed=3, options={"parameters": "default"})
            scheme = "prefer-dark" if style == "dark" else "default"
            env.backends["ubuntu"].setup.set_setting("org.gnome.desktop.interface", "color-scheme", scheme)
            play(env, script(env.elements))
            yield f"{name}, {style}", env.observe()["ubuntu"]

    return sheet(2, tiles())


def graph() -> Image.Image:
    """Returns the task graph of the example in docs/tasks.md."""
    task = load("cross.contact_from_file")
    params = task.defaults()
    return draw_graph(task.graph(params), f"{task.name}: {task.goal(params)}")


def same_actions(task: str, after: int) -> Image.Image:
    """Returns the simulated and the real desktop after the same actions of a task's oracle."""

    def screen(backend: str) -> np.ndarray:
        env = CrabEnv(task, backend=backend)
        try:
            obs, info = env.reset(seed=0, options={"parameters": "default"})
            policy = OraclePolicy(env)
            policy.reset(info["goal"], policy_spec(env, 0))
            play(env, (policy.act(obs, info) for _ in range(after)))
            return env.observe()["ubuntu"]
        finally:
            env.close()

    return sheet(1, [('backend="sim"', screen("sim")), ('backend="desktop"', screen("desktop"))])


def main() -> None:
    """Makes all pictures."""
    save(both_devices(), "both_devices.png")
    for picture, name in phone_pictures():
        save(picture, name)
    save(desktop(), "desktop.png")
    save(graph(), "graph.png")
    missing = [row.what for row in requirements() if not row.present]
    if missing:
        print(f"same_actions.png is left as it is: the real desktop lacks {', '.join(missing)}")
    else:
        save(same_actions("ubuntu.count_log_levels", 6), "same_actions.png")


if __name__ == "__main__":
    main()
