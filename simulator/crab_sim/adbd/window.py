"""A served phone in a window: the mouse is the finger, the keyboard types."""

from __future__ import annotations

import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from crab_sim.adbd.hosting import PhoneServer
from crab_sim.machine import keyboard

if TYPE_CHECKING:  # some installations of Python lack it
    import tkinter

__all__ = ["Window", "show"]

_FRAME_MS = 100
_KEYS = {
    "Return": "enter", "KP_Enter": "enter", "BackSpace": "backspace", "Delete": "delete", "Tab": "tab",
    "Escape": "back", "Home": "home", "Left": "left", "Right": "right", "Up": "up", "Down": "down",
}  # fmt: skip


def show(server: PhoneServer) -> None:
    """Shows the first phone until the window is closed.

    Raises:
        OSError: There is no tkinter or no display; the message says what to do.
    """
    try:
        import tkinter
    except ImportError:
        raise OSError("--window needs tkinter: apt-get install python3-tk") from None
    try:
        root = tkinter.Tk()
    except tkinter.TclError as error:
        raise OSError(f"--window needs a display ({error}); adb and scripts do without") from None
    try:
        Window(root, server).run()
    finally:
        with suppress(tkinter.TclError):  # it may be closed
            root.destroy()


class Window:
    """A window with a phone's screen, whose clicks and keys go to the phone.

    Args:
        root: The window of the toolkit.
        server: The server of the phone.

    Attributes:
        label: The widget with the phone's screen.
    """

    def __init__(self, root: tkinter.Tk, server: PhoneServer) -> None:
        self._root, self._server = root, server
        self._device = server.devices[0]
        import tkinter

        self.label = tkinter.Label(root, borderwidth=0)
        self.label.pack()
        self._shown = b""
        self._picture: tkinter.PhotoImage | None = None
        self._touch: tuple[int, int, float] | None = None
        self._error: BaseException | None = None
        root.report_callback_exception = self._fail
        root.title(f"Phone {server.serials[0]}")
        root.resizable(False, False)
        self.label.bind("<ButtonPress-1>", self._press)
        self.label.bind("<ButtonRelease-1>", self._release)
        root.bind("<Key>", self._type)

    def run(self) -> None:
        """Shows the phone until the window is closed, or something fails."""
        self.draw()
        self._root.mainloop()
        if self._error is not None:
            raise self._error

    def _fail(self, kind: type[BaseException], error: BaseException, trace: object) -> None:
        """Ends on errors in callbacks, such as Ctrl+C, which tkinter would print and forget."""
        self._error = error
        self._root.destroy()

    def draw(self) -> None:
        """Shows the screen as it is now, and again after a while."""
        screen = self._server.call(self._device.screenshot)
        pixels = screen.tobytes()
        if pixels != self._shown:
            height, width, _ = screen.shape
            import tkinter

            picture = tkinter.PhotoImage(data=b"P6 %d %d 255 " % (width, height) + pixels, format="PPM")
            self.label.configure(image=picture)
            self._picture = picture  # tkinter itself doesn't keep it
            self._shown = pixels
        self._root.after(_FRAME_MS, self.draw)

    def _press(self, event: tkinter.Event[tkinter.Misc]) -> None:
        self._touch = event.x, event.y, time.monotonic()

    def _release(self, event: tkinter.Event[tkinter.Misc]) -> None:
        if self._touch is not None:
            x, y, since = self._touch
            self._touch = None
            seconds = time.monotonic() - since
            place = self._device.display.to_layout
            finger = partial(self._device.phone.finger, *place(x, y), *place(event.x, event.y), seconds)
            self._server.call(finger)

    def _type(self, event: tkinter.Event[tkinter.Misc]) -> None:
        phone = self._device.phone
        if event.keysym in _KEYS:
            self._server.call(partial(keyboard.press, phone, _KEYS[event.keysym]))
        elif event.char and event.char.isprintable():
            self._server.call(partial(keyboard.type_text, phone, event.char))
