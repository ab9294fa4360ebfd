"""Which devices share an account, and what each of them keeps to itself."""

from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import Backend, devices_of
from crab_gym.backends.cloud import SERVICES, Cloud
from crab_gym.backends.sim import SimBackend
from crab_gym.experiments.site_rows import replace_row
from crab_gym.task import Task
from crab_sim.devices.facts import changes

SIZES = {"ubuntu": (1280, 720), "android": (360, 800)}


@pytest.fixture
def backends() -> dict[str, Backend]:
    made: dict[str, Backend] = {device: SimBackend(device, size) for device, size in SIZES.items()}
    for backend in made.values():
        backend.reset(3)
    return made


@pytest.mark.parametrize("name", SERVICES)
def test_rows_that_are_written_are_read_again(backends: dict[str, Backend], name: str) -> None:
    service, phone = SERVICES[name], backends["android"].setup
    before, table = service.read(phone, {}), phone.facts()
    service.write(phone, before)
    assert service.read(phone, {}) == before
    assert {kind: dict(rows.rows) for kind, rows in phone.facts().items()} == {
        kind: dict(rows.rows) for kind, rows in table.items()
    }


@pytest.mark.parametrize("name", SERVICES)
def test_a_site_takes_the_rows_of_the_phone(backends: dict[str, Backend], name: str) -> None:
    service = SERVICES[name]
    cloud = Cloud((name,), backends)
    cloud.begin()
    assert backends["ubuntu"].state.web(service.site, service.table) == cloud.records[name]
    fewer = cloud.records[name][1:]
    backends["ubuntu"].setup.set_web(service.site, service.table, fewer)
    cloud.follow()
    assert service.read(backends["android"].state, {}) == fewer == cloud.records[name]
    tokens = cloud.snapshot().seen
    cloud.follow()
    assert cloud.snapshot().seen == tokens


@pytest.mark.parametrize("name", SERVICES)
def test_a_phone_without_a_connection_follows_once_it_has_one(backends: dict[str, Backend], name: str) -> None:
    service, phone, desktop = SERVICES[name], backends["android"], backends["ubuntu"]
    cloud = Cloud((name,), backends)
    cloud.begin()
    before = cloud.records[name]
    phone.setup.set_setting("global", "airplane_mode_on", "1")
    desktop.setup.set_web(service.site, service.table, before[1:])
    cloud.follow()
    assert service.read(phone.state, {}) == before == cloud.records[name]
    service.write(phone.setup, before[:-1])
    cloud.follow()
    assert desktop.state.web(service.site, service.table) == before[1:]
    phone.setup.set_setting("global", "airplane_mode_on", "0")
    cloud.follow()
    assert service.read(phone.state, {}) == before[1:-1] == desktop.state.web(service.site, service.table)


@pytest.mark.parametrize("name", SERVICES)
def test_the_phones_facts_tell_what_is_changed_on_the_site(backends: dict[str, Backend], name: str) -> None:
    service, phone, desktop = SERVICES[name], backends["android"], backends["ubuntu"]
    cloud = Cloud((name,), backends)
    cloud.begin()
    start, handles, account = phone.state.facts(), (phone.snapshot(), desktop.snapshot()), cloud.snapshot()
    table = f"{service.site}/{service.table}"
    rows = [(key, dict(row)) for key, row in desktop.state.facts()["site"].rows.items() if row["table"] == table]
    assert rows
    for key, row in rows:
        for others in ((), *[(edit,) for edit in edits(row)]):
            for backend, handle in zip((phone, desktop), handles, strict=True):
                backend.restore(handle)
            cloud.restore(account)
            replace_row(key, others, devices_of(backends))
            cloud.follow()
            assert len(changes(start, phone.state.facts())) == 1, (key, others)


def edits(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns changes of a row: each text of several words that is no list, and each switch."""
    words = {name: value for name, value in row.items() if isinstance(value, str) and " " in value}
    texts = {name: f"{value} more" for name, value in words.items() if value[0] not in "[{"}
    switches = {name: not value for name, value in row.items() if isinstance(value, bool)}
    return [{name: value} for name, value in {**texts, **switches}.items()]


def test_a_mail_keeps_its_attachment_when_the_file_goes(backends: dict[str, Backend]) -> None:
    cloud = Cloud(("mail",), backends)
    cloud.begin()
    row = next(row for row in cloud.records["mail"] if row["attachments"])
    phone, desktop = backends["android"].setup, backends["ubuntu"].setup
    mails = phone.table(SERVICES["mail"].database, "messages")
    phone.remove(next(mail["attachment"] for mail in mails if mail["_id"] == row["id"]))
    desktop.set_web("mail.example", "mails", [each for each in cloud.records["mail"] if each["id"] != mails[-1]["_id"]])
    cloud.follow()
    for rows in (cloud.records["mail"], desktop.web("mail.example", "mails")):
        assert next(each for each in rows if each["id"] == row["id"]) == row


def test_setups_of_both_devices_are_kept(backends: dict[str, Backend]) -> None:
    cloud = Cloud(("notes",), backends)
    cloud.begin()
    service = SERVICES["notes"]
    phone, desktop = backends["android"].setup, backends["ubuntu"].setup
    rows = phone.table(service.database, "note")
    phone.set_table(
        service.database, "note", [*rows, {**rows[0], "_id": 90, "title": "Of the phone", "protection_hash": "a1"}]
    )
    desktop.set_web(service.site, service.table, [*cloud.records["notes"], {"id": 91, "title": "Of the site"}])
    cloud.follow()
    for there in (service.read(phone, {}), desktop.web(service.site, service.table)):
        assert [row["title"] for row in there[-2:]] == ["Of the phone", "Of the site"]
    assert [row["protection_hash"] for row in phone.table(service.database, "note")[-2:]] == ["a1", ""]


def test_a_device_alone_shares_nothing(backends: dict[str, Backend]) -> None:
    cloud = Cloud(("drive",), {"ubuntu": backends["ubuntu"]})
    before = backends["ubuntu"].fingerprint()
    cloud.begin()
    cloud.follow()
    assert (cloud.records, cloud.texts(), cloud.counted_once()) == ({}, (), ())
    assert backends["ubuntu"].fingerprint() == before


def test_services_are_known_and_a_real_phone_is_refused() -> None:
    with pytest.raises(ValueError, match=r"shares \('post',\); expected some of: .*drive"):
        _task(("post",))
    task = _task(("drive",))
    assert set(task.specs("desktop")) == {"ubuntu", "android"}
    with pytest.raises(ValueError, match="needs an account that the devices share, which 'adb' doesn't have"):
        task.specs("adb:emulator-5554")


def _task(account: tuple[str, ...]) -> Task:
    return Task(
        name="learn.account", description="", devices=("ubuntu", "android"), checkpoints=lambda params: [], oracle={},
        account=account,
    )  # fmt: skip
