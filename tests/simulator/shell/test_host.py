"""Hosts of different kinds."""

from __future__ import annotations

from crab_sim.files import Directory, File, Files
from crab_sim.shell import CommandContext, login_state, run
from crab_sim.shell.testing import ExampleHost


def settings(context: CommandContext) -> int:
    """Read and change settings.

    Usage: settings put NAMESPACE KEY VALUE
    """
    if context.args[:1] != ["put"] or len(context.args) != 4:
        return context.fail("bad command", 255)
    context.effect("setting", *context.args[1:])
    context.line(f"{context.host.hostname}:{context.cwd}:{context.env.get('HOME')}:{context.stdin.decode()}")
    context.files = context.files.write("/data/log", b"put", context.time())
    return 0


def test_a_phone_is_another_host() -> None:
    phone = ExampleHost(
        user="shell",
        hostname="phone",
        home="/",
        unknown_command="/system/bin/sh: {name}: inaccessible or not found",
        commands={"settings": settings},
    )
    files = Files([("/data", Directory(0.0, 0o755, "shell")), ("/sdcard/a", File(b"a"))])
    state = login_state(phone)
    result = run("echo hi | settings put system font_scale 1.3; settings; nosuch; cd nope", files, state, phone)
    assert result.effects == (("setting", "system", "font_scale", "1.3"),)
    assert result.stdout == b"phone:/:/:hi\n\n"
    assert result.stderr == (
        b"settings: bad command\n/system/bin/sh: nosuch: inaccessible or not found\n"
        b"/system/bin/sh: cd: nope: No such file or directory\n"
    )
    assert result.files.read("/data/log") == b"put"
    assert run("which settings; settings --help", files, state, phone).stdout == (
        b"/system/bin/settings\nUsage: settings put NAMESPACE KEY VALUE\nRead and change settings.\n"
    )
