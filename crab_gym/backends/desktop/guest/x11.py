"""Input and window queries over one X connection: XTEST events, EWMH properties."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from Xlib import X, Xatom, display, error
from Xlib.ext import xtest
from Xlib.protocol import event

from .idle import IdleMonitor
from .processes import process_name
from .wire import IdleReport, WindowRow

Window = Any
"""A window of python-xlib, which has no types."""

_SHIFT = 0xFFE1
# GNOME's settings daemon sets these a little later, but the window manager already needs them.
_RESOURCES = (
    b"Xft.dpi:\t96\nXft.antialias:\t1\nXft.hinting:\t1\nXft.hintstyle:\thintslight\nXft.rgba:\tnone\n"
    b"Xcursor.size:\t24\nXcursor.theme:\tStill\n"
)
_LSGT = 94  # the extra key of 105-key boards: "<" in the layout's table, but applications see another character
_FIRST_SPARE, _VENDOR_KEYSYMS = 191, 0x10000000  # from these on, keys such as "Launch 5", and keysyms without a use
_LAUNCHER = "Rofi"  # the class of its window
_BUTTONS = {"left": 1, "right": 3, "up": 4, "down": 5, "scroll_left": 6, "scroll_right": 7}
_DRAG_STEPS = 12


class XScreen:
    """The X screen of the box.

    Args:
        hold: Seconds for which the keys of a chord are held down.
    """

    def __init__(self, hold: float = 0.0) -> None:
        self._hold = hold
        self._display = display.Display(":0")
        self._root = self._display.screen().root
        self._keys: dict[int, tuple[int, bool]] = {}  # keysym -> keycode, whether with Shift
        self._rows: dict[int, list[int]] = {}  # keycode -> keysyms
        self._spare: list[int] = []  # keycodes for characters that the layout lacks, least recently used first
        self._extra: dict[int, int] = {}  # keysym -> spare keycode it was given
        self._read_layout()
        self._idle_monitor = IdleMonitor(self._display)

    def prepare(self, background: int) -> None:
        """Paints the background, sets the font rendering, switches key repeat off and moves the pointer to a corner."""
        self._root.change_property(Xatom.RESOURCE_MANAGER, Xatom.STRING, 8, _RESOURCES)
        self._root.change_attributes(background_pixel=background)
        self._root.clear_area()
        self._display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOff)
        size = self._root.get_geometry()
        self._move(size.width - 2, size.height - 2)
        self._display.sync()

    def wait_for_window_manager(self, seconds: float) -> bool:
        """Waits until a window manager has claimed the screen."""
        deadline = time.monotonic() + seconds
        while self._property(self._root, "_NET_SUPPORTING_WM_CHECK") is None:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.003)
        return True

    def has_panel(self) -> bool:
        """Returns whether a panel has taken its strip of the screen."""
        return any(self._is_panel(window) for window in self._managed())

    def _managed(self) -> list[Window]:
        """Returns the windows that the window manager manages, lowest first."""
        stacking = self._property(self._root, "_NET_CLIENT_LIST_STACKING")
        return [self._display.create_resource_object("window", number) for number in stacking or ()]

    def _is_panel(self, window: Window) -> bool:
        try:
            types = self._property(window, "_NET_WM_WINDOW_TYPE")
        except error.XError:  # closed meanwhile
            return False
        return types is not None and self._display.get_atom("_NET_WM_WINDOW_TYPE_DOCK") in list(types)

    def wait_until_idle(self, **how: Any) -> IdleReport:
        """Waits until the desktop is idle: see `IdleMonitor.wait`."""
        return self._idle_monitor.wait(**how)

    def close_process_files(self) -> None:
        """Closes the files of processes that are kept open, since CRIU can't save them."""
        self._idle_monitor.close_process_files()

    def size(self) -> tuple[int, int]:
        """Returns the screen's width and height in pixels."""
        return self._display.screen().width_in_pixels, self._display.screen().height_in_pixels

    def pixels(self, left: float, right: float, height: int) -> bytes:
        """Returns the pixels of a strip along the upper edge.

        Args:
            left: Its left end, as a part of the screen's width.
            right: Its right end, as a part of the screen's width.
            height: Its height in pixels.
        """
        width = self._root.get_geometry().width
        start = int(left * width)
        image = self._root.get_image(start, 0, int(right * width) - start, height, X.ZPixmap, 0xFFFFFFFF)
        return bytes(image.data)

    # Input

    def click(self, x: int, y: int, button: str = "left", count: int = 1) -> None:
        """Clicks, or turns the wheel.

        Args:
            x: Place in pixels.
            y: Place in pixels.
            button: One of `_BUTTONS`; steps of the wheel are buttons, too.
            count: Number of clicks.
        """
        self._move(x, y)
        for _ in range(count):
            self._button(X.ButtonPress, button)
            self._button(X.ButtonRelease, button)
        self._display.sync()

    def drag(self, x1: int, y1: int, x2: int, y2: int) -> None:
        """Presses the button at one point and releases it at another.

        Toolkits recognize a drag by the motion in between.

        Args:
            x1: First point.
            y1: First point.
            x2: Second point.
            y2: Second point.
        """
        self._move(x1, y1)
        self._button(X.ButtonPress, "left")
        for step in range(1, _DRAG_STEPS + 1):
            self._move(x1 + (x2 - x1) * step // _DRAG_STEPS, y1 + (y2 - y1) * step // _DRAG_STEPS)
            self._display.sync()
            time.sleep(0.008)
        self._button(X.ButtonRelease, "left")
        self._display.sync()

    def chord(self, keysyms: Sequence[int]) -> None:
        """Presses keys in order, then releases them in reverse order."""
        self._provide(keysyms)
        codes = []
        for keysym in keysyms:
            code, shifted = self._keys[keysym]
            if shifted:
                codes.append(self._keys[_SHIFT][0])
            codes.append(code)
        for code in codes:
            self._key(X.KeyPress, code)
        if len(codes) > 1 and self._hold:
            self._display.sync()
            time.sleep(self._hold)
        for code in reversed(codes):
            self._key(X.KeyRelease, code)
        self._display.sync()

    def write(self, keysyms: Sequence[int]) -> None:
        """Types one key after the other; keysyms that the layout lacks use spare keycodes."""
        start = 0
        while start < len(keysyms):
            end, group = start, set[int]()
            while end < len(keysyms):
                keysym = keysyms[end]
                if keysym not in self._keys or keysym in self._extra:
                    if len(group | {keysym}) > len(self._spare):
                        break
                    group.add(keysym)
                end += 1
            self._provide(keysyms[start:end])
            self._write_provided(keysyms[start:end])
            start = end

    def _write_provided(self, keysyms: Sequence[int]) -> None:
        shift, pressed = self._keys[_SHIFT][0], False
        for keysym in keysyms:
            code, shifted = self._keys[keysym]
            if shifted != pressed:
                self._key(X.KeyPress if shifted else X.KeyRelease, shift)
                pressed = shifted
            self._key(X.KeyPress, code)
            self._key(X.KeyRelease, code)
        if pressed:
            self._key(X.KeyRelease, shift)
        self._display.sync()

    def _provide(self, keysyms: Sequence[int]) -> None:
        """Maps the keysyms that have no key to spare keycodes, least recently used ones first."""
        for keysym in keysyms:  # moves these to the end, so that they aren't reused now
            if keysym in self._extra:
                code = self._extra.pop(keysym)
                self._extra[keysym] = code
                self._spare.remove(code)
                self._spare.append(code)
        missing = [keysym for keysym in dict.fromkeys(keysyms) if keysym not in self._keys]
        if not missing:
            return
        codes_in_use = set(self._extra.values())
        if any(code in codes_in_use for code in self._spare[: len(missing)]):
            # Applications look up a key when they read its event: wait for that before a keycode changes its meaning.
            self._wait_until_read()
        changed = []
        for keysym in missing:
            code = self._spare.pop(0)
            self._spare.append(code)
            for old in [old for old, used in self._extra.items() if used == code]:
                del self._extra[old], self._keys[old]
            # In both columns, as a single letter would be taken for a pair of lower and upper case.
            self._rows[code] = [keysym, keysym, *[0] * (len(self._rows[code]) - 2)]
            self._extra[keysym] = code
            self._keys[keysym] = (code, False)
            changed.append(code)
        # One request, with the rows in between unchanged: applications read the whole layout again after each request.
        first, last = min(changed), max(changed)
        self._display.change_keyboard_mapping(first, [self._rows[code] for code in range(first, last + 1)])
        self._display.sync()

    def _wait_until_read(self, seconds: float = 10.0) -> None:
        """Waits until the active window has read its events, by a ping that is queued behind them."""
        window = self._window(self._root, "_NET_ACTIVE_WINDOW")
        protocols = None if window is None else self._property(window, "WM_PROTOCOLS")
        if protocols is None or self._display.get_atom("_NET_WM_PING") not in list(protocols):
            return time.sleep(0.3)
        connection = display.Display(":0")
        try:
            ping, protocols = (connection.intern_atom(name) for name in ("_NET_WM_PING", "WM_PROTOCOLS"))
            root = connection.screen().root
            root.change_attributes(event_mask=X.SubstructureNotifyMask)
            message = event.ClientMessage(window=window, client_type=protocols, data=(32, [ping, 0, window.id, 0, 0]))
            connection.send_event(window, message)
            connection.flush()
            deadline = time.monotonic() + seconds
            while time.monotonic() < deadline:
                while connection.pending_events():
                    answer = connection.next_event()
                    if answer.type == X.ClientMessage and answer.client_type == protocols:
                        return None
                time.sleep(0.002)
        finally:
            connection.close()

    def _read_layout(self) -> None:
        first, last = self._display.display.info.min_keycode, self._display.display.info.max_keycode
        table = self._display.get_keyboard_mapping(first, last - first + 1)
        for code, row in enumerate(table, first):
            self._rows[code] = list(row)
            if code >= _FIRST_SPARE and (not row[0] or row[0] >= _VENDOR_KEYSYMS):
                self._spare.append(code)
            elif code != _LSGT:
                for column in (0, 1):
                    if row[column]:
                        self._keys.setdefault(row[column], (code, column == 1))
        # Prefer the key without Shift where there are both.
        for code, row in enumerate(table, first):
            if self._keys.get(row[0], (0, False))[1] and code != _LSGT:
                self._keys[row[0]] = (code, False)

    def _move(self, x: int, y: int) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)

    def _button(self, kind: int, button: str) -> None:
        xtest.fake_input(self._display, kind, _BUTTONS[button])

    def _key(self, kind: int, code: int) -> None:
        xtest.fake_input(self._display, kind, code)

    # Windows

    def launcher(self, but: frozenset[int] = frozenset()) -> tuple[bool, frozenset[int]]:
        """Returns whether the search window is up (then it also has the keyboard), and the ids of all other windows.

        Args:
            but: Ids of windows that are known not to be it.
        """
        visible, others = False, set(but)
        for window in self._root.query_tree().children:
            if window.id in but:
                continue
            try:
                if _class_of(window) != _LAUNCHER:
                    others.add(window.id)
                elif window.get_attributes().map_state == X.IsViewable:
                    visible = True
            except error.XError:  # closed meanwhile
                continue
        return visible, frozenset(others)

    def front(self) -> dict[str, str] | None:
        """Returns the kind and process of the window with the focus, as in `windows`; None where there is none."""
        active = self._window(self._root, "_NET_ACTIVE_WINDOW")
        stacking = self._property(self._root, "_NET_CLIENT_LIST_STACKING")
        if active is None or stacking is None or active.id not in stacking:
            return None
        try:
            return {"kind": self._kind(active), "process": process_name(self._pid(active))}
        except error.XError:  # closed meanwhile
            return None

    def windows(self) -> list[WindowRow]:
        """Returns all windows on the screen, lowest first: managed ones, then menus and the search window.

        Bounds include the title bar, but not the shadow that some toolkits draw around a window.
        """
        active = self._window(self._root, "_NET_ACTIVE_WINDOW")
        rows, frames = [], set()
        for window in self._managed():
            try:
                if not self._is_panel(window):
                    rows.append(self._describe(window, active is not None and window.id == active.id))
                frames.add(self._child_of_root(window))
            except error.XError:  # closed meanwhile
                continue
        return rows + self._unmanaged(frames)

    def _child_of_root(self, window: Window) -> int:
        while (parent := window.query_tree().parent) not in (self._root, 0):
            window = parent
        return int(window.id)

    def _describe(self, window: Window, focused: bool) -> WindowRow:
        size = window.get_geometry()
        place = window.translate_coords(self._root, 0, 0)
        left, top = -place.x, -place.y
        frame = self._property(window, "_NET_FRAME_EXTENTS")
        shadow = self._property(window, "_GTK_FRAME_EXTENTS")
        grow = [0, 0, 0, 0]
        for values, sign in ((frame, 1), (shadow, -1)):
            if values is not None and len(values) == 4:
                grow = [old + sign * value for old, value in zip(grow, values, strict=True)]
        grow_left, grow_right, grow_top, grow_bottom = grow
        states = self._property(window, "_NET_WM_STATE")
        hidden = self._display.get_atom("_NET_WM_STATE_HIDDEN")
        kind = self._kind(window)
        pid = self._pid(window)
        return {
            "title": self._text(window, "_NET_WM_NAME") or self._text(window, "WM_NAME"),
            "class": _class_of(self._owner(window, pid) if kind == "dialog" else window),
            "process": process_name(pid),
            "pid": pid,
            "inner": (left, top, left + size.width, top + size.height),
            "buttons": self._buttons(window) if frame is not None and len(frame) == 4 and frame[2] else [],
            "bounds": (
                left - grow_left,
                top - grow_top,
                left + size.width + grow_right,
                top + size.height + grow_bottom,
            ),
            "focused": focused,
            "minimized": states is not None and hidden in list(states),
            "kind": kind,
        }

    def _kind(self, window: Window) -> str:
        types = self._property(window, "_NET_WM_WINDOW_TYPE")
        is_dialog = types is not None and self._display.get_atom("_NET_WM_WINDOW_TYPE_DIALOG") in list(types)
        return "dialog" if is_dialog else "window"

    def _owner(self, dialog: Window, pid: int) -> Window:
        """Returns the window that a dialog belongs to.

        That window's class tells the app: LibreOffice, for example, gives the dialogs of all its apps one class.
        """
        owner = dialog
        for _ in range(8):
            above = self._window(owner, "WM_TRANSIENT_FOR")
            if above is None or above.id == self._root.id or self._pid(above) != pid:
                break
            owner = above
        return owner

    def _unmanaged(self, frames: set[int]) -> list[WindowRow]:
        """Returns the visible windows outside the frames: menus, tooltips, the search window."""
        rows: list[WindowRow] = []
        for window in self._root.query_tree().children:
            try:
                attributes = window.get_attributes()
                # Windows of the other class are invisible, such as GNOME Shell's guard window.
                if window.id in frames or attributes.map_state != X.IsViewable or attributes.win_class != X.InputOutput:
                    continue
                size = window.get_geometry()
                # Window managers and toolkits keep small helper windows, most of them off the screen.
                if min(size.width, size.height, size.x + size.width, size.y + size.height) < 8:
                    continue
                pid = self._pid(window)
                bounds = (size.x, size.y, size.x + size.width, size.y + size.height)
                rows.append(
                    {
                        "title": self._text(window, "_NET_WM_NAME"),
                        "class": _class_of(window),
                        "process": process_name(pid),
                        "pid": pid,
                        "inner": bounds,
                        "buttons": [],
                        "bounds": bounds,
                        "focused": False,
                        "minimized": False,
                        "kind": "launcher" if _class_of(window) == _LAUNCHER else "menu",
                    }
                )
            except error.XError:
                continue
        return rows

    def _pid(self, window: Window) -> int:
        value = self._property(window, "_NET_WM_PID")
        return int(value[0]) if value is not None and len(value) else 0

    def _buttons(self, window: Window) -> list[str]:
        """Returns the buttons that openbox draws on a window's title bar."""
        allowed = self._property(window, "_NET_WM_ALLOWED_ACTIONS")
        names = {
            "minimize": "_NET_WM_ACTION_MINIMIZE",
            "maximize": "_NET_WM_ACTION_MAXIMIZE_VERT",
            "close": "_NET_WM_ACTION_CLOSE",
        }
        return [
            name
            for name, atom in names.items()
            if allowed is not None and self._display.get_atom(atom) in list(allowed)
        ]

    def _property(self, window: Window, name: str) -> Any:
        reply = window.get_full_property(self._display.get_atom(name), X.AnyPropertyType)
        return None if reply is None else reply.value

    def _text(self, window: Window, name: str) -> str:
        value = self._property(window, name)
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value or "")

    def _window(self, window: Window, name: str) -> Window:
        reply = window.get_full_property(self._display.get_atom(name), Xatom.WINDOW)
        if reply is None or not len(reply.value) or not reply.value[0]:
            return None
        return self._display.create_resource_object("window", reply.value[0])


def _class_of(window: Window) -> str:
    names = window.get_wm_class()
    return names[1] if names else ""
