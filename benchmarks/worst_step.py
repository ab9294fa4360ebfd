"""The longest steps of the simulated apps under hostile input, in seconds and in units of work.

    python benchmarks/worst_step.py [--quick] [--apps ubuntu.terminal android.notes] [--top 3] [--json]

A fuzzer opens each app of both devices, walks through it, and types long and hostile texts wherever the walk has
come: thousands of lines, of one letter, of tabs, of formulas. It pastes them and presses keys on them, runs heavy
lines in the Terminal, in vim, awk, Python and git, and opens large files. A step is timed as an environment takes it:
the action, the elements of the screen afterwards and, in half of the walks, its screenshot; the time is the
processor's. Walks are drawn from fixed seeds. Prints each app's longest steps, and exits with 1 if one took longer
than the limit of 2 s.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from crab_gym.backends.base import InvalidAction
from crab_gym.backends.sim import SimBackend
from crab_sim.devices.apps import APPS

LIMIT = 2.0
STOP = 8.0
SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}

TEXTS: tuple[str, ...] = (
    "a\n" * 5000,
    "a" * 20_000,
    "\n" * 5000,
    "\t" * 5000,
    "a\t" * 5000,
    "a b " * 10_000,
    "1+" * 10_000,
    "1\n" * 990,
    "(" * 5000,
    "=A1&A1\n" * 2000,
    "ab\n\tcd" * 3000,
    "<b>x</b>" * 5000,
    "\u00e9\u4e2d\U0001f600" * 5000,
    "x" * 99_000 + "\n" + "y\n" * 400,
    "- [ ] x\n" * 5000,
)
KEYS: tuple[str, ...] = ("enter", "tab", "backspace", "delete", "end", "home", "up", "pagedown", "esc")
HOTKEYS: tuple[tuple[str, ...], ...] = (
    ("ctrl", "a"), ("ctrl", "c"), ("ctrl", "x"), ("ctrl", "v"), ("ctrl", "v"), ("ctrl", "v"), ("ctrl", "z"),
    ("ctrl", "f"), ("ctrl", "h"), ("ctrl", "n"), ("ctrl", "b"), ("ctrl", "end"),
)  # fmt: skip
LINES: tuple[tuple[str, ...], ...] = (
    ("seq 1 100000 > big.txt", "seq 1 20000 | less\n" + "q" * 40),
    ("for i in 1 2 3 4 5 6 7 8 9; do less .profile; for j in $(seq 1 3000); do :; done; done", "q" * 40),
    ("seq 1 2000 > b.txt; vim b.txt", ":g/./normal A x\n" * 40, "@:" * 1000),
    ("seq 1 100000 > b; vim b", ":%s/./x&/g\n" * 20, "u" * 500, ":g/1/normal Ax\n" * 20, ":sort\n" * 50, ":%j\n"),
    ("seq 1 100000 > b; vim b", "qqA x\x1bj0q9999@q" * 5, "yG" + "p" * 40, "gg=G" * 10, "ggVGU" * 50),
    ("vim x.txt", "i" + "a\n" * 5000, "\x1b:%s/a/bbbb/g\n" * 50, "1000ihello \x1b" * 9, "gqG" * 9),
    ("awk 'BEGIN{for(;;)i++}'", "awk 'BEGIN{s=\"a\";for(;;)s=s s}'", "awk 'BEGIN{for(;;)a[i++]=i}'"),
    ("python3 -c 'while True: pass'", "python3 -c 'x=[0]*10**6\nwhile True: x.sort()'", "python3 -c 'print(9**9**6)'"),
    ('python3 -c \'import re; re.match("(a*)*b","a"*50)\'', "python3 -c 'x=\"a\"\nwhile True: x+=x'"),
    ("yes | head -c 100000000 | wc", "yes | sort | head", "while :; do :; done", "f() { f; }; f", "f(){ f|f; }; f"),
    ("cat /dev/zero", "seq 1 1000000 | sed s/1/2/g | sort | uniq -c", "find / | xargs -n1 echo"),
    (
        "git init r; cd r; for i in $(seq 1 300); do echo $i > $i; git add .; git commit -m $i -q; done",
        *("git log -p", "q", "git gc", "git log --stat", "q"),
    ),
    ("echo a{1..999}{1..999}", "x=a; for i in $(seq 1 60); do x=$x$x; done; echo ${#x}", "ls " + "*/" * 40),
    ("grep -E '(a|aa)*b' " + "a" * 900, "seq 9000 > n; for i in $(seq 200); do grep -E '(1|11)*2(3|33)*x' n; done"),
    ("echo hi\n" * 400, "cat .profile\n" * 400, "a\tb\t" * 2000, "ls " + "\t" * 3000),
    ("vim\n" + ":q\n" * 3 + "vim\n:q\n" * 300, "man bash\n" + " " * 3000 + "/a\n" + "n" * 2000, "q"),
    ("top\n" + "ddd" * 900, "q", "nano x\n" + "a\n" * 5000 + "\x0b" * 5000),
    ("seq 1 100000 > big; nano big", "\x17zz\r" * 90),
    ("seq 1 90000 > big; for i in $(seq 200); do sort big > /dev/null; done", "diff big .profile"),
    ("seq 1 90000 > big; for i in $(seq 200); do sed -n '/9*8*7*6*5*x/p' big; done", "tac big | diff big -"),
    ("touch f{1..9999}; for i in $(seq 99); do ls -l; done", "for i in $(seq 999); do find . -name 'f*9'; done"),
)


class _TooLong(BaseException):
    """A step went on far beyond the limit."""


def _stop(*_: object) -> None:
    raise _TooLong


class Step(NamedTuple):
    """A timed step.

    Attributes:
        seconds: Its time.
        work: Units of work that it was charged.
        app: The app in front before it, with its device.
        action: The start of the action.
    """

    seconds: float
    work: float
    app: str
    action: str


class Timed:
    """A simulated device whose steps are timed.

    Args:
        device: The device.
        screens: Whether steps end with a screenshot.
    """

    def __init__(self, device: str, screens: bool) -> None:
        self.backend = SimBackend(device, SIZES[device])
        self.device, self.screens, self.app = device, screens, ""
        self.steps: list[Step] = []

    def reset(self, seed: int, app: str) -> None:
        """Boots the device and opens an app."""
        self.app = f"{self.device}.{app}"
        self.backend.reset(seed)
        self.backend.machine.launch(app)

    def act(self, name: str, **args: Any) -> None:
        """Takes a step; one that goes on far beyond the limit is stopped and undone."""
        before = self.backend.snapshot()
        start = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, STOP)
        try:
            self.backend.act(name, args, 1.0)
            if self.screens:
                self.backend.screenshot()
            self.backend.elements()
        except InvalidAction:
            pass
        except _TooLong:
            self.backend.restore(before)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        seconds = time.process_time() - start
        work = (getattr(self.backend.machine, "work", None) and self.backend.machine.work.spent) or 0.0
        self.steps.append(Step(seconds, work, self.app, f"{name} {str(args)[:70]} ..."))


def type_everything(device: Timed, draw: random.Random, count: int) -> None:
    """Types some of the texts in the state that a walk has come to, each from this same state."""
    before = device.backend.snapshot()
    for text in draw.sample(TEXTS, count):
        device.act("write_text", text=text)
        if draw.random() < 0.5:
            if device.device == "ubuntu":
                device.act("hotkey", keys=list(draw.choice(HOTKEYS)))
            device.act("press", key=draw.choice(KEYS) if device.device == "ubuntu" else "enter")
        if draw.random() < 0.8:
            device.backend.restore(before)


def walk(device: Timed, app: str, seed: int, steps: int, count: int) -> None:
    """Walks through an app at random, and types hostile texts into each field that it comes to.

    Args:
        device: The device.
        app: The app.
        seed: Of the device and of the walk.
        steps: Number of the walk's steps.
        count: Number of texts that are typed into a field.
    """
    draw = random.Random(f"{app}:{seed}")
    device.reset(seed, app)
    for _ in range(steps):
        targets = [e for e in device.backend.elements() if e.clickable and e.app != "system"]
        fields = [e for e in targets if e.editable]
        front = device.backend.machine.front
        if front is None or front.app != app or not targets:
            device.backend.machine.launch(app)
            continue
        element = draw.choice(fields if fields and draw.random() < 0.4 else targets)
        left, top, right, bottom = element.bounds
        x, y = (left + right) // 2, (top + bottom) // 2
        if device.device == "ubuntu":
            device.act(draw.choice(("click", "click", "click", "double_click", "right_click")), x=x, y=y)
        else:
            device.act(draw.choice(("tap", "tap", "tap", "long_tap")), x=x, y=y)
        front = device.backend.machine.front
        if element.editable or (front is not None and (not front.page.focus and draw.random() < 0.2)):
            type_everything(device, draw, count)


def run_lines(device: Timed, lines: tuple[str, ...]) -> None:
    """Types heavy lines into a Terminal, and keys into the programs that they start."""
    device.reset(0, "terminal")
    for line in lines:
        front = device.backend.machine.front
        running = front is not None and front.app == "terminal" and front.page.data.running is not None
        device.act("write_text", text=line if running or line.endswith("\n") else line + "\n")


def open_large_files(device: Timed) -> None:
    """Opens large files in all apps that take them."""
    state = device.backend.setup
    rows = "".join(f"{i},{i * i},=A{i + 1}+B{i + 1}\n" for i in range(20_000))
    contents = {
        "long.txt": "a line of text\n" * 60_000, "one_line.txt": "word " * 200_000, "table.csv": rows,
        "page.html": "<div>" * 20_000 + "<p>x</p>" * 20_000, "data.json": "[" * 50_000,
        "notes.md": "# a\n\n- b\n" * 20_000, "code.py": "if x:\n    y('z')\n" * 30_000,
    }  # fmt: skip
    for app in ("text_editor", "code", "writer", "calc", "firefox", "document_viewer"):
        device.reset(0, "files")
        for name, content in contents.items():
            state.write_file(f"/home/user/Documents/{name}", content)
        device.app = f"ubuntu.{app}"
        for name in contents:
            start = time.process_time()
            device.backend.machine.launch(app, ("open", f"/home/user/Documents/{name}"))
            device.steps.append(Step(time.process_time() - start, 0.0, device.app, f"open {name}"))
            for key in ("pagedown", "end", "enter", "backspace"):
                device.act("press", key=key)
            device.act("write_text", text="x\n" * 2000)
            for keys in (("ctrl", "end"), ("ctrl", "a"), ("ctrl", "c"), ("ctrl", "v"), ("ctrl", "v"), ("ctrl", "z")):
                device.act("hotkey", keys=list(keys))


def jobs(quick: bool, wanted: list[str]) -> Iterator[tuple[str, Callable[[Timed], None]]]:
    """Yields device and run of all parts of the fuzzer."""
    walks, steps, count = (1, 12, 3) if quick else (4, 30, 5)
    for app in APPS:
        if wanted and f"{app.device}.{app.id}" not in wanted:
            continue
        if app.device not in SIZES or app.id not in SimBackend(app.device, SIZES[app.device]).machine.apps:
            continue
        for seed in range(walks):
            yield app.device, partial(walk, app=app.id, seed=seed, steps=steps, count=count)
    if not wanted or "ubuntu.terminal" in wanted:
        for lines in LINES:
            yield "ubuntu", partial(run_lines, lines=lines)
    if not wanted:
        yield "ubuntu", open_large_files


def main() -> int:
    """Runs the fuzzer and prints the longest steps of each app."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="one short walk for each app")
    parser.add_argument("--apps", nargs="*", default=[], help="such as ubuntu.terminal; all without it")
    parser.add_argument("--top", type=int, default=1, help="steps printed for each app")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, _stop)
    steps: list[Step] = []
    for i, (name, run) in enumerate(jobs(options.quick, options.apps)):
        device = Timed(name, screens=i % 2 == 1)
        run(device)
        steps += device.steps
    by_app: dict[str, list[Step]] = {}
    for step in sorted(steps, reverse=True):
        by_app.setdefault(step.app, []).append(step)
    if options.json:
        print(json.dumps({app: [s._asdict() for s in rows[: options.top]] for app, rows in by_app.items()}, indent=1))
    else:
        for app, rows in by_app.items():
            for step in rows[: options.top]:
                print(f"{step.seconds:7.2f} s {step.work:9.0f} units  {app:26} {step.action}")
        longest = max(steps).seconds
        print(f"{len(steps)} steps of {len(by_app)} apps; the longest took {longest:.2f} s, limit {LIMIT} s")
    return int(any(step.seconds > LIMIT for step in steps))


if __name__ == "__main__":
    sys.exit(main())
