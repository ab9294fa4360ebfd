"""The page on which visitors play in their browser: the simulator runs there, in Pyodide.

* `stage_demo` - writes the page and what it loads of this repository. `add_runtime` - adds the npm package `pyodide`.
* `sources` - the files of the packages that are sent to the browser.
"""

from __future__ import annotations

import argparse
import io
import json
import shlex
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.play.browser import TASKS
from crab_gym.task.index import read_index
from crab_sim.draw.wire import FONT_FILES, drawings_json

__all__ = ["PYODIDE", "add_runtime", "sources", "stage_demo"]

ROOT: Final = Path(__file__).parents[2]
PYODIDE: Final = "314.0.8"
"""The version of the npm package."""
_PLAY: Final = ROOT / "crab_gym" / "play"
_FONTS: Final = ROOT / "simulator" / "crab_sim" / "draw" / "fonts"
_RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_PAGE: Final = ("canvas.js", "icon.svg", "input.js", "panels.js", "script.js", "shapes.js", "style.css")
_PARTS: Final = ("envs", "evaluation", "task", "backends/cloud", "backends/sim")
"""Folders of `crab_gym` that are sent whole."""
_MODULES: Final = ("__init__", "forwarding", "backends/*", "play/__init__", "play/browser", "play/state")
_LEFT_OUT: Final = {"vector", "omni", "adbd", "raster"}
"""Folders that nothing on the page needs: vector environments, synthesised tasks, what draws with numpy."""
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'"
)


def sources() -> Iterator[tuple[Path, str]]:
    """Yields the files that are sent, each with its name in the archive."""
    index = read_index()
    gym, sim, tasks = ROOT / "crab_gym", ROOT / "simulator", ROOT / "tasks"
    found = [path for part in _PARTS for path in (gym / part).rglob("*.py")]
    found += [path for module in _MODULES for path in gym.glob(f"{module}.py")]
    found += [_PLAY / "browser.json"]
    for path in found:
        yield path, str(path.relative_to(ROOT))
    for path in (sim / "crab_sim").rglob("*"):
        if path.is_file() and path.suffix not in (".pyc", ".ttf", ".c") and path.name != "emoji.png":
            yield path, str(path.relative_to(sim))
    chosen = {str(import_module(index[name].ref.partition(":")[0]).__file__) for name in TASKS}
    for path in (tasks / "crab_tasks").rglob("*"):
        kit = "kits" in path.parts and path.suffix not in (".pyc", "")
        if str(path) in chosen or kit or path.name in ("__init__.py", "index.json"):
            yield path, str(path.relative_to(tasks))


def _archive() -> bytes:
    """Returns the packages as a ZIP file."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, name in sorted(sources(), key=lambda row: row[1]):
            if _LEFT_OUT.isdisjoint(Path(name).parts):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    return stream.getvalue()


def _goal(task: str) -> str:
    env = CrabEnv(task, screens=False)
    try:
        env.reset(seed=0)
        return env.goal
    finally:
        env.close()


def stage_demo(out: Path) -> None:
    """Writes the page and what it loads of this repository into a folder.

    Args:
        out: The folder; what is in it is deleted.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "assets" / "fonts").mkdir(parents=True)
    for name in _PAGE:
        shutil.copy(_PLAY / name, out / name)
    for path in Path(__file__).with_name("demo").glob("*.js"):
        shutil.copy(path, out / path.name)
    head = f'<head>\n  <meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    (out / "index.html").write_text((_PLAY / "page.html").read_text("utf-8").replace("<head>", head, 1), "utf-8")
    for name in FONT_FILES:
        shutil.copy(_FONTS / name, out / "assets" / "fonts" / name)
    shutil.copy(_FONTS / "emoji.png", out / "assets" / "emoji.png")
    (out / "assets" / "drawings.json").write_text(drawings_json(), "utf-8")
    (out / "crab_gym.zip").write_bytes(_archive())
    rows = [{"id": name, "goal": _goal(name)} for name in TASKS]
    (out / "tasks.json").write_text(json.dumps(rows, ensure_ascii=False), "utf-8")


def add_runtime(out: Path, cache: Path = ROOT / "build") -> None:
    """Adds Python to a page that `stage_demo` has written.

    Args:
        out: The page's folder.
        cache: Where the npm package is kept, so that it is got once.

    Raises:
        SystemExit: There is no npm.
        subprocess.CalledProcessError: npm can't get the package.
    """
    folder = cache / f"pyodide-{PYODIDE}"
    if not folder.is_dir():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as place:
            npm = shutil.which("npm")
            if npm is None:
                raise SystemExit(
                    "there is no npm, and the page's Python, the package pyodide, is got by it; install npm "
                    "(Debian, Ubuntu: apt install npm), then run this again"
                )
            command = [npm, "pack", "--silent", f"pyodide@{PYODIDE}"]
            subprocess.run(command, cwd=place, check=True, stdout=subprocess.DEVNULL)
            with tarfile.open(next(Path(place).glob("*.tgz"))) as package:
                package.extractall(place, filter="data")
            (Path(place) / "package").rename(folder)
    (out / "pyodide").mkdir(exist_ok=True)
    for name in _RUNTIME:
        shutil.copy(folder / name, out / "pyodide" / name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m website.demo", description="Builds the page for the browser.")
    parser.add_argument("out", type=Path, help="the folder; what is in it is deleted")
    place = parser.parse_args().out
    stage_demo(place)
    add_runtime(place)
    print(f"{place / 'index.html'}; serve it with: python -m http.server -d {shlex.quote(str(place))} --bind 127.0.0.1")
