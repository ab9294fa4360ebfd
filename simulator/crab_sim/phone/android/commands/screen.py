"""Commands about the screen: pictures of it, its hierarchy, its size."""

from __future__ import annotations

import io
import re
import struct
from typing import Final

from crab_sim.phone import power
from crab_sim.phone.android.device import Device
from crab_sim.phone.android.host import tool
from crab_sim.phone.system import lock_screen
from crab_sim.phone.system.settings_store import SETTINGS
from crab_sim.shell.context import CommandContext

_RGBA_8888: Final = 1
_SRGB: Final = 1
_DUMP: Final = "/sdcard/window_dump.xml"
_LEVEL: Final = 1  # of PNG compression; frames are read at once


@tool("screencap")
def screencap(context: CommandContext, device: Device) -> int:
    """Print a picture of the screen: raw RGBA behind a header, or with -p PNG.

    Usage: screencap [-p] [-d DISPLAY] [FILE]
    """
    args = list(context.args)
    for option in ("-d", "--display-id"):
        if option in args:
            at = args.index(option)
            del args[at : at + 2]
    names = [arg for arg in args if not arg.startswith("-")]
    if "-h" in args:
        context.err("usage: screencap [-hp] [-d display-id] [FILENAME]\n")
        return 1
    png = "-p" in args or (bool(names) and names[0].lower().endswith(".png"))
    data = _png(device) if png else _raw(device)
    if names:
        context.write(names[0], data)
    else:
        context.out(data)
    return 0


def _raw(device: Device) -> bytes:
    import numpy as np

    image = device.screenshot()
    height, width = image.shape[:2]
    pixels = np.empty((height, width, 4), np.uint8)
    for channel in range(3):  # one after the other is several times as fast as all at once
        pixels[..., channel] = image[..., channel]
    pixels[..., 3] = 255
    return struct.pack("<IIII", width, height, _RGBA_8888, _SRGB) + pixels.tobytes()


def _png(device: Device) -> bytes:
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(device.screenshot()).save(buffer, "PNG", compress_level=_LEVEL)
    return buffer.getvalue()


@tool("uiautomator")
def uiautomator(context: CommandContext, device: Device) -> int:
    """Write the accessibility hierarchy of the screen.

    Usage: uiautomator dump [--compressed] [FILE]
    """
    args = [arg for arg in context.args[1:] if not arg.startswith("--")]
    if context.args[:1] != ["dump"] or len(args) > 1:
        context.out(_UIAUTOMATOR_HELP)
        return 1 if context.args[:1] != ["help"] else 0
    if not power.is_on(device.phone):
        context.err("ERROR: null root node returned by UiTestAutomationBridge.\n")
        return 0
    path = args[0] if args else _DUMP
    data = device.hierarchy().encode("utf-8", "replace")
    context.write(path, data)
    context.out(f"UI hierchary dumped to: {path}\n")
    return 0


@tool("wm")
def wm(context: CommandContext, device: Device) -> int:
    """Show or change the screen's size and density.

    Usage: wm size [reset|WxH] | wm density [reset|DENSITY]
    """
    name, *args = context.args or [""]
    if name == "size":
        return _size(context, device, args)
    if name == "density":
        return _density(context, device, args)
    if name == "user-rotation":
        if not args:
            context.line(
                "free 0" if device.phone.get(SETTINGS).get(("system", "accelerometer_rotation")) == "1" else "lock 0"
            )
        return 0
    if name == "dismiss-keyguard":
        lock_screen.dismiss(device.phone)
        return 0
    if name in ("overscan", "set-ignore-orientation-request", "fixed-to-user-rotation", "folded-area"):
        return 0
    context.err(
        f"Unknown command: {name}\n"
        if name
        else "Window manager (window) commands:\n  size [reset|WxH|WdpxHdp]\n  density [reset|DENSITY]\n"
    )
    return 255


def _size(context: CommandContext, device: Device, args: list[str]) -> int:
    width, height = device.display.physical
    if not args:
        context.line(f"Physical size: {width}x{height}")
        if device.screen_size != device.display.physical:
            context.line("Override size: {}x{}".format(*device.screen_size))
        return 0
    if args[0] != "reset":
        found = re.fullmatch(r"(\d{1,5})x(\d{1,5})", args[0])
        if found is None:
            context.err(f"Error: bad size {args[0]}\n")
            return 255
        width, height = int(found[1]), int(found[2])
    try:
        device.resize(width, height)
    except ValueError as error:
        context.err(f"Error: {error}\n")
        return 255
    return 0


def _density(context: CommandContext, device: Device, args: list[str]) -> int:
    display = device.display
    if not args:
        context.line(f"Physical density: {display.physical_density}")
        if display.density != display.physical_density:
            context.line(f"Override density: {display.density}")
        return 0
    if args[0] != "reset" and not re.fullmatch(r"\d{2,3}", args[0]):
        context.err(f"Error: bad number {args[0]}\n")
        return 255
    density = display.physical_density if args[0] == "reset" else int(args[0])
    if density < 72:
        context.err("Error: density must be >= 72\n")
        return 255
    device.resize(*display.size, density)
    return 0


@tool("screenrecord")
def screenrecord(context: CommandContext, device: Device) -> int:
    """Say that the simulated phone records no video.

    Usage: screenrecord [FILE]
    """
    context.err("Unable to configure video/avc codec: this phone has no video encoder; take pictures with screencap\n")
    return 1


_UIAUTOMATOR_HELP: Final = """Usage: uiautomator <subcommand> [options]

Available subcommands:

help: displays help message

dump: creates an XML dump of current UI hierarchy
    dump [--verbose][file]
      [--compressed]: dumps compressed layout information.
      [file]: the location where the dumped XML should be stored, default is
      /sdcard/window_dump.xml

"""
