"""What leaves the phone, and what reaches it, with and without its networks."""

from __future__ import annotations

import pytest

from crab_sim.adbd.console import answer
from crab_sim.devices.facts import Effect
from crab_sim.machine.slices import EFFECTS
from crab_sim.phone import Phone
from crab_sim.phone.android import Device
from crab_sim.phone.apps.browser.data import FORMS_SENT, HISTORY
from crab_sim.phone.apps.drive.data import DRIVE
from crab_sim.phone.apps.mail.data import MAILS
from crab_sim.phone.apps.messages.data import MESSAGES
from crab_sim.phone.apps.phone.data import CALL, CALLS
from crab_sim.phone.system import network
from crab_sim.phone.system.notifications import NOTIFICATIONS
from crab_sim.phone.system.settings_store import NETWORKS
from tests.simulator.phone._drive import center, node, nodes, phone, press, shade, tap, write

NUMBER = "+1 206-555-0147"


def after(machine: Phone) -> None:
    """Lets the second pass that an action takes."""
    machine.advance(1.0)


def switch(machine: Phone, title: str) -> None:
    """Switches one of the quick settings, and goes back to the app."""
    for _ in range(2):
        shade(machine)
    tap(machine, title, role="switch")
    press(machine, "back")
    after(machine)


def run(machine: Phone, command: str) -> str:
    result = Device(machine).run(command)
    after(machine)
    return result.stdout.decode()


def left(machine: Phone) -> list[Effect]:
    """Returns what has left the phone."""
    return list(machine.peek(EFFECTS, ()))


def boxes(machine: Phone) -> list[str]:
    return [row.box for row in machine.get(MESSAGES) if row.address == NUMBER]


def folders(machine: Phone, subject: str) -> list[str]:
    return [row.folder for row in machine.get(MAILS) if row.subject == subject]


@pytest.mark.parametrize(
    ("commands", "signal", "online"),
    [
        ("", True, True),
        ("svc wifi disable", True, True),
        ("svc data disable", True, True),
        ("svc wifi disable; svc data disable", True, False),
        ("cmd connectivity airplane-mode enable", False, False),
        ("cmd connectivity airplane-mode enable; svc wifi enable", False, True),
    ],
)
def test_radios_decide_which_networks_there_are(commands: str, signal: bool, online: bool) -> None:
    machine = phone()
    run(machine, commands or "true")
    assert (network.has_signal(machine), network.is_online(machine)) == (signal, online)
    assert ("Active default network: none" in run(machine, "dumpsys connectivity")) is not online


def test_wifi_without_a_network_is_no_connection() -> None:
    machine = phone()
    run(machine, "svc data disable")
    machine.put(NETWORKS, tuple([row._replace(connected=False) for row in machine.get(NETWORKS)]))
    assert not network.is_online(machine)


def texted(machine: Phone, body: str) -> None:
    machine.launch("messages", ("compose", NUMBER))
    write(machine, body)
    tap(machine, description="Send SMS")
    after(machine)


def test_a_text_without_a_network_is_sent_by_another_tap() -> None:
    machine = phone()
    switch(machine, "Airplane mode")
    texted(machine, "On my way")
    assert boxes(machine) == ["failed"] and left(machine) == []
    tap(machine, "Not sent. Tap to try again.")
    after(machine)
    assert boxes(machine) == ["failed"] and left(machine) == []
    assert node(machine, "On my way").description == "Not sent"
    switch(machine, "Airplane mode")
    assert boxes(machine) == ["failed"]  # Android waits for the person
    tap(machine, "On my way")
    after(machine)
    assert boxes(machine) == ["sent"] and left(machine) == [Effect("text", NUMBER, "On my way")]
    assert not nodes(machine, "Not sent. Tap to try again.")
    tap(machine, "On my way")
    after(machine)
    assert boxes(machine) == ["sent"] and len(left(machine)) == 1


def test_the_list_and_the_details_say_that_a_text_was_not_sent() -> None:
    machine = phone()
    run(machine, "cmd connectivity airplane-mode enable")
    texted(machine, "Hello")
    machine.execute("long_tap", center(node(machine, "Hello")))
    tap(machine, "View details")
    assert any(label.text.startswith("Not sent: ") for label in nodes(machine, role="text"))
    tap(machine, "OK")
    press(machine, "back")
    assert node(machine, NUMBER, role="list_item").description == "Not sent: Hello"


def test_texts_need_no_internet() -> None:
    machine = phone()
    run(machine, "svc wifi disable; svc data disable")
    texted(machine, "Hello")
    assert boxes(machine) == ["sent"]


def test_a_failed_text_has_androids_type() -> None:
    machine = phone()
    run(machine, "cmd connectivity airplane-mode enable")
    texted(machine, "Hello")
    query = "content query --uri content://sms --projection type:body --where \"body='Hello'\""
    assert run(machine, query) == "Row: 0 type=5, body=Hello\n"
    assert "Hello" not in run(machine, "content query --uri content://sms/sent --projection body")


def test_a_text_to_the_phone_arrives_once_it_is_in_touch_again() -> None:
    machine = phone()
    run(machine, "cmd connectivity airplane-mode enable")
    assert answer(Device(machine), f"sms send {NUMBER.replace(' ', '')} Are you there?") == "OK\r\n"
    after(machine)
    assert not machine.get(NOTIFICATIONS)
    run(machine, "cmd connectivity airplane-mode disable")
    assert [row.text for row in machine.get(NOTIFICATIONS)] == ["Are you there?"]
    assert machine.get(MESSAGES)[-1].body == "Are you there?"


def test_calls_are_refused_in_airplane_mode() -> None:
    machine = phone()
    switch(machine, "Airplane mode")
    machine.execute("open_app", {"name": "Phone"})
    tap(machine, "Keypad")
    write(machine, "5550147")
    tap(machine, description="dial")
    after(machine)
    assert nodes(machine, "Turn off airplane mode to make a call.")
    assert machine.get(CALL) is None and left(machine) == []
    tap(machine, "OK")
    log = machine.get(CALLS)
    switch(machine, "Airplane mode")
    write(machine, "5550147")
    tap(machine, description="dial")
    assert left(machine) == [Effect("call", "5550147")] and machine.get(CALLS) == log


def test_a_call_that_an_intent_asks_for_is_refused_likewise() -> None:
    machine = phone()
    run(machine, "cmd connectivity airplane-mode enable; am start -a android.intent.action.CALL -d tel:5550147")
    assert nodes(machine, "Turn off airplane mode to make a call.") and left(machine) == []
    press(machine, "back")
    assert not nodes(machine, role="dialog")


def test_a_call_ends_with_its_network() -> None:
    machine = phone()
    machine.launch("phone", ("call", "5550147"))
    machine.advance(20.0)
    switch(machine, "Airplane mode")
    assert machine.get(CALL) is None
    assert machine.get(CALLS)[-1].duration >= 15


def test_nobody_calls_a_phone_in_airplane_mode() -> None:
    machine = phone()
    run(machine, "cmd connectivity airplane-mode enable")
    assert answer(Device(machine), "gsm call 5550147") == "OK\r\n"
    assert machine.get(CALL) is None and machine.front is None


def mailed(machine: Phone, to: str, subject: str) -> None:
    machine.launch("mail", ("compose", to, subject, "See you"))
    tap(machine, description="Send")
    after(machine)


def test_a_mail_waits_in_the_outbox_until_there_is_a_connection() -> None:
    machine = phone()
    switch(machine, "Airplane mode")
    machine.execute("open_app", {"name": "Mail"})
    mailed(machine, "ada@example.org", "Lunch")
    assert folders(machine, "Lunch") == ["outbox"] and left(machine) == []
    assert nodes(machine, "No connection. Message queued.")
    tap(machine, description="Open navigation drawer")
    tap(machine, "Outbox")
    assert node(machine, "Lunch").description.startswith("To: ada@example.org, Queued.")
    switch(machine, "Airplane mode")
    assert folders(machine, "Lunch") == ["sent"]
    assert left(machine) == [Effect("mail", "ada@example.org", "See you", "Lunch")]
    assert nodes(machine, "Nothing in Outbox")
    machine.advance(60.0)
    assert len(left(machine)) == 1


def test_a_mail_that_is_deleted_in_the_outbox_never_leaves() -> None:
    machine = phone()
    run(machine, "svc wifi disable; svc data disable")
    mailed(machine, "ada@example.org", "Lunch")
    machine.launch("mail", ("show", machine.get(MAILS)[-1].id))
    assert not nodes(machine, description="Archive")
    tap(machine, description="Delete")
    run(machine, "svc data enable")
    assert folders(machine, "Lunch") == ["trash"] and left(machine) == []


def test_only_deleting_takes_a_mail_out_of_the_outbox() -> None:
    machine = phone()
    run(machine, "svc wifi disable; svc data disable")
    machine.execute("open_app", {"name": "Mail"})
    mailed(machine, "ada@example.org", "Lunch")
    tap(machine, description="Open navigation drawer")
    tap(machine, "Outbox")
    machine.execute("long_tap", center(node(machine, "Lunch")))
    tap(machine, description="Archive")
    assert folders(machine, "Lunch") == ["outbox"]


def test_a_mail_to_oneself_comes_once_it_has_left() -> None:
    machine = phone()
    run(machine, "svc wifi disable; svc data disable")
    mailed(machine, "me@example.com", "Remember")
    assert folders(machine, "Remember") == ["outbox"]
    run(machine, "svc wifi enable")
    assert sorted(folders(machine, "Remember")) == ["inbox", "sent"]


def visited(machine: Phone) -> list[str]:
    return [row.url for row in machine.get(HISTORY)]


def test_a_page_that_was_asked_for_in_vain_is_loaded_with_the_connection() -> None:
    machine = phone()
    machine.put(HISTORY, ())
    run(machine, "svc wifi disable; svc data disable")
    machine.launch("browser", ("open", "shop.example"))
    assert nodes(machine, "ERR_INTERNET_DISCONNECTED") and visited(machine) == []
    run(machine, "svc data enable")
    assert nodes(machine, "Useful things, sent by post") and visited(machine) == ["https://shop.example/"]


def test_a_page_that_is_there_stays_until_it_is_loaded_again() -> None:
    machine = phone()
    machine.launch("browser", ("open", "shop.example"))
    switch(machine, "Airplane mode")
    assert nodes(machine, "Useful things, sent by post")
    tap(machine, description="More options")
    tap(machine, "Refresh")
    assert nodes(machine, "ERR_INTERNET_DISCONNECTED")
    switch(machine, "Airplane mode")
    assert nodes(machine, "Useful things, sent by post")


def test_a_form_is_not_sent_without_a_connection() -> None:
    machine = phone(1)
    machine.launch("browser", ("open", "forms.example/contact"))
    for field, text in (("Name", "Ada Lux"), ("Email", "ada@example.org"), ("Message", "Tea & cake")):
        tap(machine, description=field)
        write(machine, text)
    switch(machine, "Airplane mode")
    tap(machine, "Send message")
    after(machine)
    assert nodes(machine, "ERR_INTERNET_DISCONNECTED")
    assert left(machine) == [] and machine.get(FORMS_SENT) == ()
    switch(machine, "Airplane mode")
    assert left(machine) == []  # loading the page again sends nothing
    press(machine, "back")
    for field, text in (("Name", "Ada Lux"), ("Email", "ada@example.org"), ("Message", "Tea & cake")):
        assert node(machine, description=field).text == text
    tap(machine, "Send message")
    assert [effect.kind for effect in left(machine)] == ["form"]


def uploaded(machine: Phone) -> list[str]:
    return [row.name for row in machine.get(DRIVE) if row.name == "plan.txt"]


def test_an_upload_waits_for_a_connection() -> None:
    machine = phone()
    switch(machine, "Airplane mode")
    machine.launch("drive", ("text", "plan"))
    tap(machine, "Save", role="button")
    after(machine)
    assert uploaded(machine) == [] and nodes(machine, "plan.txt", "Waiting for network")
    switch(machine, "Airplane mode")
    assert uploaded(machine) == ["plan.txt"] and not nodes(machine, description="Waiting for network")
    assert [(row.title, row.text) for row in machine.get(NOTIFICATIONS)] == [("Upload complete", "plan.txt")]


def test_an_upload_that_waits_can_be_cancelled() -> None:
    machine = phone()
    switch(machine, "Airplane mode")
    machine.launch("drive", ("text", "plan"))
    tap(machine, "Save", role="button")
    tap(machine, description="Cancel upload of plan.txt")
    switch(machine, "Airplane mode")
    assert uploaded(machine) == []
