"""Programs that take the terminal's whole screen: keys and screens pass between the window and the program.

* `Running` - a program in a session. * `screen_size`, `press` - its screen, and keys for it. * `ProgramScreen` - the
widget.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.desktop.apps.clocks import kept as clock_settings
from crab_sim.desktop.apps.terminal.messages import ScreenMessage
from crab_sim.desktop.host import DesktopHost, processes
from crab_sim.desktop.measures import BAR_HEIGHT, DOCK_WIDTH, TITLE_HEIGHT
from crab_sim.desktop.programs import PROGRAMS
from crab_sim.desktop.settings_store import SETTINGS
from crab_sim.desktop.widgets import HOME
from crab_sim.draw import text as metrics
from crab_sim.draw.ops import Color
from crab_sim.files import Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES, SEED, WINDOWS
from crab_sim.shell import ShellState
from crab_sim.shell.programs.program import Outcome, Program, key_text
from crab_sim.shell.programs.program import draw as draw_program
from crab_sim.shell.programs.program import press as press_program
from crab_sim.shell.programs.screen import Row, Screenful
from crab_sim.shell.programs.world import World
from crab_sim.ui import Scene, Theme, Widget
from crab_sim.ui.node import EDITABLE, FOCUSED, GridData

__all__ = ["ProgramScreen", "Running", "Taken", "drawn", "keys_of", "press", "screen_size"]

_SIZE, _PAD = 14, 8
_GROUND, _INK, _CARET, _SELECTED = (30, 27, 36), (222, 221, 218), (222, 221, 218), (74, 92, 140)
_STYLES: Final[dict[str, tuple[Color, Color | None]]] = {
    "reverse": (_GROUND, _INK), "bold": (_INK, None), "number": ((196, 160, 60), None),
    "blank": ((110, 140, 230), None),
    
    "error": ((255, 255, 255), (170, 36, 44)), "warning": ((236, 110, 104), None), 
    "search": ((20, 20, 20), (214, 178, 62)),
    "selected": (_INK, (88, 88, 100)),
}  # fmt: skip


class Running(NamedTuple):
    """A program that runs in a session, and the line that has started it.

    Attributes:
        program: The program.
        source: The line.
        files: The file system before the line.
        shell: The shell before the line.
        now: The clock when the line was run.
        started: The clock when the program was started.
        outcomes: What earlier programs of the line have left behind.
        printed: Bytes of the line's output that were shown already.
        effects: How many of the line's requests were carried out already.
    """

    program: Program
    source: str
    files: Files
    shell: ShellState
    now: float
    started: float
    outcomes: tuple[Outcome, ...] = ()
    printed: int = 0
    effects: int = 0


class Taken(NamedTuple):
    """The effect of keys on a program: its state, its exit status (-1 while it runs), and the keys behind its end."""

    program: Program
    status: int
    left: str


def screen_size(context: Context) -> tuple[int, int]:
    """Returns rows and columns of the terminal's screen."""
    room: tuple[int, int] | None = getattr(context.page.data, "room", None)
    if room is not None:
        return room
    window, machine = context.window, context.machine
    left, top, right, bottom = window.frame
    if window.maximized:
        left, top, right, bottom = DOCK_WIDTH, BAR_HEIGHT, machine.width, machine.height
    return grid_size(right - left - 2, bottom - top - TITLE_HEIGHT - 1)


def grid_size(width: int, height: int) -> tuple[int, int]:
    """Returns the rows and columns that fit into an area of pixels."""
    cell_w, cell_h = metrics.cell(_SIZE)
    return max(4, (height - 2 * _PAD) // cell_h), max(20, (width - 2 * _PAD) // cell_w)


def host_of(context: Context, now: float) -> DesktopHost:
    """Returns the desktop as the shell sees it at a time."""
    windows, kept = context.get(WINDOWS), clock_settings.texts_of(context.machine)
    return DesktopHost(context.get(SETTINGS), now, windows, context.get(SEED), context.get(PROGRAMS), kept)


def keep_settings(context: Context, host: DesktopHost) -> None:
    """Keeps the settings that a command has changed."""
    if host.settings is not context.get(SETTINGS):
        context.put(SETTINGS, host.settings)
    clock_settings.put(context.machine, host.kept)


def _world(context: Context, program: Program) -> World:
    files: Files = context.get(FILES)
    clipboard: str = context.get(CLIPBOARD)
    programs = context.get(PROGRAMS)
    running, memory = processes(context.get(WINDOWS), programs), {row.id: row.memory for row in programs}
    return World(
        files, clipboard, "user", HOME, program.cwd, context.machine.now, running, context.get(SEED), memory,
        context.machine.work,
    )  # fmt: skip


def keys_of(key: str) -> str:
    """Returns the characters that a key sends to a program."""
    return key_text(key)


def press(context: Context, program: Program, keys: str) -> Taken:
    """Feeds keys to a program; its saved files and copied texts get to the machine."""
    world = _world(context, program)
    files, clipboard = world.files, world.clipboard
    pressed = press_program(program, keys, *screen_size(context), world)
    if world.files is not files:
        context.put(FILES, world.files)
    if world.clipboard != clipboard:
        context.put(CLIPBOARD, world.clipboard)
    return Taken(pressed.program, pressed.status, pressed.left)


def drawn(program: Program, rows: int, columns: int) -> Screenful:
    """Returns a program's screen, which follows from its state alone."""
    return draw_program(program, rows, columns, World(Files(), cwd=program.cwd))


class ProgramScreen(Widget[ScreenMessage]):
    """The screen of a program.

    Args:
        program: The program.
        selection: The selected range of rows and columns; None for none.
    """

    __slots__ = ("program", "selection")

    def __init__(self, program: Program, selection: tuple[tuple[int, int], tuple[int, int]] | None) -> None:
        self.flex = 1
        self.program, self.selection = program, selection

    def place(self, scene: Scene[ScreenMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the rows, the selection and the caret."""
        cell_w, cell_h = metrics.cell(_SIZE)
        rows, columns = grid_size(w, h)
        left, top = x + _PAD, y + _PAD
        scene.fill(x, y, w, h, _GROUND)
        screen = drawn(self.program, rows, columns)
        shown = "\n".join([row.text.rstrip() for row in screen.rows])
        grid = GridData(left, top, tuple([(i, 0, min(columns, len(row.text))) for i, row in enumerate(screen.rows)]))
        scene.node(x, y, w, h, "text", shown, "Terminal", "terminal", ("unselect",), ("menu",), ("word",), 0, grid)
        for i, row in enumerate(screen.rows):
            self._row(scene, left, top + i * cell_h, row, cell_w, cell_h)
        if self.selection is not None:
            self._select(scene, screen, left, top)
        row_at, column = screen.cursor
        cx, cy = left + column * cell_w, top + row_at * cell_h
        text = screen.rows[row_at].text if row_at < len(screen.rows) else ""
        scene.fill(cx, cy, cell_w, cell_h, _CARET)
        scene.text(cx, cy, cell_w + 4, cell_h, text[column : column + 1], _GROUND, _SIZE, "mono")
        scene.node(
            left, cy, columns * cell_w, cell_h, "text_field", text.rstrip(), self.program.name, "input",
            ("unselect",), ("menu",), flags=EDITABLE | FOCUSED,
        )  # fmt: skip

    def _row(self, scene: Scene[ScreenMessage], x: int, y: int, row: Row, cell_w: int, cell_h: int) -> None:
        """Draws a row: the parts with a look of their own, and those between them."""
        at = 0
        width = (len(row.text) + 2) * cell_w
        for span in sorted(row.spans):
            start = max(at, span.start)
            if start >= span.end:
                continue
            scene.text(x + at * cell_w, y, width, cell_h, row.text[at:start], _INK, _SIZE, "mono")
            ink, ground = _STYLES[span.style]
            if ground is not None:
                scene.fill(x + start * cell_w, y, (span.end - start) * cell_w, cell_h, ground)
            scene.text(x + start * cell_w, y, width, cell_h, row.text[start : span.end], ink, _SIZE, "mono")
            at = span.end
        scene.text(x + at * cell_w, y, width, cell_h, row.text[at:], _INK, _SIZE, "mono")

    def _select(self, scene: Scene[ScreenMessage], screen: Screenful, left: int, top: int) -> None:
        """Draws the selection above the text."""
        assert self.selection is not None
        low, high = self.selection
        cell_w, cell_h = metrics.cell(_SIZE)
        for i, row in enumerate(screen.rows):
            if low[0] <= i <= high[0]:
                start = low[1] if i == low[0] else 0
                end = min(len(row.text), high[1]) if i == high[0] else len(row.text)
                if start < end:
                    x, y = left + start * cell_w, top + i * cell_h
                    scene.fill(x, y, (end - start) * cell_w, cell_h, _SELECTED)
                    scene.text(x, y, (end - start + 2) * cell_w, cell_h, row.text[start:end], _INK, _SIZE, "mono")

    def width(self, theme: Theme) -> int:
        """Returns the width of a usual line."""
        return 80 * metrics.cell(_SIZE)[0] + 2 * _PAD
