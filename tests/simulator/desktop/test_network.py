"""What leaves the desktop without its wired connection, and what through a proxy: nothing."""

from __future__ import annotations

import pytest

from crab_sim.desktop import Desktop
from crab_sim.desktop.apps.firefox.state import HISTORY
from crab_sim.desktop.network import WIRED
from crab_sim.machine.slices import EFFECTS
from tests.simulator.desktop._drive import click, desktop, node, nodes, press, setting, start, title, write


def switch(machine: Desktop) -> None:
    start(machine, "Settings")
    click(machine, "Network", role="list_item")
    click(machine, "Wired", role="switch")
    press(machine, "ctrl+w")


def go(machine: Desktop, address: str) -> None:
    press(machine, "ctrl+l")
    write(machine, f"{address}\n")


def visited(machine: Desktop, address: str) -> int:
    return sum([len(row.visits) for row in machine.get(HISTORY) if row.url == address])


def test_settings_switch_the_connection() -> None:
    machine = desktop("Settings")
    click(machine, "Network", role="list_item")
    assert node(machine, "Wired", role="switch").description == "Connected - 1000 Mb/s"
    click(machine, "Wired", role="switch")
    assert node(machine, "Wired", role="switch").description == "Off" and not machine.get(WIRED)
    click(machine, "Wired", role="switch")
    assert machine.get(WIRED)


def test_firefox_reaches_no_site() -> None:
    machine = desktop()
    switch(machine)
    start(machine, "Firefox")
    home = "http://shop.example/"
    before = visited(machine, home)
    go(machine, "shop.example")
    assert title(machine).startswith("Server Not Found") and visited(machine, home) == before
    switch(machine)
    press(machine, "f5")
    assert "Harbour Goods" in title(machine)


def test_a_page_that_is_there_stays() -> None:
    machine = desktop("Firefox")
    go(machine, "shop.example")
    switch(machine)
    assert "Harbour Goods" in title(machine)
    press(machine, "f5")
    assert title(machine).startswith("Server Not Found")


def test_a_form_is_not_sent() -> None:
    machine = desktop("Firefox")
    go(machine, "mail.example/compose")
    click(machine, description="To", role="text_field")
    write(machine, "ada@example.org")
    switch(machine)
    click(machine, "Send", role="button")
    assert title(machine).startswith("Server Not Found")
    assert not machine.peek(EFFECTS, ())


def choose_proxy(machine: Desktop, mode: str) -> None:
    click(machine, "Network Proxy", role="button")
    click(machine, mode, role="list_item")


def proxy(machine: Desktop, host: str, port: str = "8080", mode: str = "Manual") -> None:
    start(machine, "Settings")
    click(machine, "Network", role="list_item")
    choose_proxy(machine, "Manual")
    for field, words in (("HTTP Proxy", host), ("HTTP Port", port)):
        click(machine, description=field, role="text_field")
        press(machine, "ctrl+a")
        write(machine, words)
    choose_proxy(machine, mode)
    press(machine, "ctrl+w")


def test_a_proxy_that_nobody_runs_leads_nowhere() -> None:
    machine = desktop("Firefox")
    proxy(machine, "10.0.0.9")
    assert setting(machine, "org.gnome.system.proxy.http", "host") == "10.0.0.9"
    go(machine, "shop.example")
    assert nodes(machine, "The proxy server is refusing connections")
    proxy(machine, "proxy.invalid")
    press(machine, "f5")
    assert nodes(machine, "Unable to find the proxy server")
    start(machine, "Settings")
    click(machine, "Network", role="list_item")
    choose_proxy(machine, "Off")
    assert not nodes(machine, description="HTTP Proxy")
    press(machine, "ctrl+w")
    press(machine, "f5")
    assert "Harbour Goods" in title(machine)


@pytest.mark.parametrize(("host", "port", "mode"), [("", "8080", "Manual"), ("10.0.0.9", "0", "Manual"),
                                                   ("10.0.0.9", "8080", "Automatic")])  # fmt: skip
def test_without_a_proxy_s_address_pages_come_directly(host: str, port: str, mode: str) -> None:
    machine = desktop("Firefox")
    proxy(machine, host, port, mode)
    go(machine, "shop.example")
    assert "Harbour Goods" in title(machine)


def test_thunderbird_keeps_a_mail_that_cannot_go() -> None:
    machine = desktop("Thunderbird", seed=4)
    switch(machine)
    assert nodes(machine, "You are currently offline")
    press(machine, "ctrl+n")
    write(machine, "ada@example.org\n")
    click(machine, description="Subject", role="text_field")
    write(machine, "Lunch")
    press(machine, "ctrl+enter")
    assert node(machine, role="dialog").text == "Send Message Error"
    assert not machine.peek(EFFECTS, ())
    press(machine, "escape")
    assert node(machine, description="Subject", role="text_field").text == "Lunch"
    switch(machine)
    press(machine, "ctrl+enter")
    assert [(effect.kind, effect.to, effect.subject) for effect in machine.peek(EFFECTS, ())] == [
        ("mail", "ada@example.org", "Lunch")
    ]
