"""One page with its scripts in an engine of its own, which reaches nothing but the page.

* `LivePage` - a page while it is open: events and time go in, its elements and drawings come out.

The engine is QuickJS, from the package quickjs-ng. What a script may use is limited: operations for each
event and in all, memory, and the depth of calls. A page whose scripts go beyond that is stopped: it stays as
it is. The page's clock, chance and addresses are its own, so that the same events give the same page on every host.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crab_sim.engines.pages.css.colors import NAMES
from crab_sim.engines.pages.scripting.meter import meter_of
from crab_sim.engines.pages.scripting.state import Event, Source

if TYPE_CHECKING:  # imported as the first page with scripts opens
    import quickjs

__all__ = ["LivePage"]

_CALL_OPERATIONS: Final = 300  # by ten thousand
_ALL_OPERATIONS: Final = 1_200
_LEAST: Final = 0.01  # of ten thousand, that a call counts as
_MEMORY: Final = 32 << 20
_STACK: Final = 256 << 10
_MAX_JOBS: Final = 10_000  # continuations of promises after one call
_MAX_SCRIPTS: Final = 50
_MAX_ANSWER: Final = 8_000_000  # characters
_FILES: Final = ("events", "tree", "selectors", "elements", "canvas", "page")


@cache
def _runtime() -> str:
    folder = Path(__file__).with_name("runtime")
    texts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in _FILES]
    return f"(() => {{\n{''.join(texts)}\n}})()"


class LivePage:
    """A page while it is open.

    Args:
        source: The page.

    Attributes:
        elapsed: Milliseconds since it was opened.
        stopped: Whether its scripts have used more than they may.
    """

    def __init__(self, source: Source) -> None:
        import quickjs

        self._failure: type[Exception] = quickjs.JSException
        self._context: quickjs.Context = quickjs.Context()
        self._context.set_memory_limit(_MEMORY)
        self._context.set_max_stack_size(_STACK)
        self._meter = meter_of(self._context)
        self._left: float = _ALL_OPERATIONS
        self.elapsed, self.stopped = 0, False
        self._meter.begin(_CALL_OPERATIONS)
        self._ask = self._context.eval(_runtime())
        opened = {
            "url": source.url, "start": round(source.loaded * 1000), "seed": source.seed, "width": source.width,
            "height": source.height, "names": dict(NAMES),
        }  # fmt: skip
        self._call("open", opened)
        self._call("load", source.html)
        for _ in range(_MAX_SCRIPTS):
            script = self._call("next")
            if not isinstance(script, str):
                break
            if script.strip():
                self._script(script)
        self._call("finish")
        self._jobs()
        self.view()  # fills the runtime's own caches, so that later looks at the page change no count

    def _script(self, text: str) -> None:
        """Runs a script of the page."""
        problem = self._run(lambda: self._context.eval(text))
        if problem and not self.stopped:
            self._call("failed", problem)
        self._jobs()

    def _call(self, name: str, argument: object = None) -> object:
        """Asks the page for something, None where its scripts are stopped."""
        answer: list[object] = []
        text = None if argument is None else json.dumps(argument)
        self._run(lambda: answer.append(self._ask(name) if text is None else self._ask(name, text)))
        return answer[0] if answer else None

    def _run(self, action: object) -> str:
        """Runs something in the engine, and returns what went wrong, ``""`` for nothing."""
        if self.stopped or not callable(action):
            return ""
        self._meter.begin(min(_CALL_OPERATIONS, max(1, int(self._left))))
        problem = ""
        try:
            action()
        except self._failure as error:
            problem = str(error).partition("\n")[0]
            if problem.startswith("InternalError") or "out of memory" in problem:
                self.stopped = True
        except (MemoryError, UnicodeError):
            self.stopped = True
        self._left -= max(_LEAST, self._meter.used)
        if self._left <= 0 or self._meter.takes_long:
            self.stopped = True
        return problem

    def _jobs(self) -> None:
        """Runs what waits for promises."""
        going = [True]
        for _ in range(_MAX_JOBS):
            if not going[0] or self.stopped:
                return
            going[0] = False
            self._run(lambda: going.__setitem__(0, bool(self._context.execute_pending_job())))

    def advance(self, until: int) -> None:
        """Lets time pass, in which timers end.

        Args:
            until: Milliseconds since the page was opened.
        """
        while not self.stopped:
            left = self._left
            if self._call("run", until) is not True:
                self._left = left  # nothing was due: however often that is asked, it counts as nothing
                break
            self._jobs()
        self.elapsed = max(self.elapsed, until)

    def happen(self, event: Event) -> None:
        """Lets an event happen at its time."""
        self.advance(event.at)
        self._call("event", event._asdict())
        self._jobs()

    def view(self) -> Mapping[str, object]:
        """Returns what the page shows; nothing where it can't say."""
        stopped, self.stopped = self.stopped, False  # a page that was stopped still shows what it showed
        self._left, left = _CALL_OPERATIONS, self._left
        answer = self._call("view")
        self._left, self.stopped = left, stopped or self.stopped
        if not isinstance(answer, str) or len(answer) > _MAX_ANSWER:
            return {}
        try:
            found = json.loads(answer)
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}
