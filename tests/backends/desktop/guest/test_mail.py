"""The box's mail server, on a port of the host's loopback device."""

from __future__ import annotations

import base64
import smtplib

import pytest

from crab_gym.backends.desktop.guest.servers.mail import Letters
from crab_gym.backends.desktop.mail import mail_effects
from crab_sim.devices.facts import Effect

MAIL = "Subject: Lunch\r\nFrom: user@example.net\r\nTo: a@example.org\r\n\r\nAt noon?\r\n.hidden\r\n"


@pytest.fixture(scope="module")
def letters() -> Letters:
    return Letters(port=0)


def test_a_mail_that_is_sent_is_kept_as_an_effect(letters: Letters) -> None:
    before = len(letters.sent())
    with smtplib.SMTP("127.0.0.1", letters.port, timeout=10) as client:
        assert client.sendmail("user@example.net", ["a@example.org", "b@example.com"], MAIL) == {}
        client.sendmail("user@example.net", ["c@example.org"], MAIL.replace("Lunch", "=?utf-8?q?S=C3=BC=C3=9F?="))
    first, second = letters.sent()[before:]
    assert first["to"] == ["a@example.org", "b@example.com"]
    assert base64.b64decode(first["source"]).decode() == MAIL
    assert mail_effects([first, second]) == [
        Effect("mail", "a@example.org", "At noon?\n.hidden", "Lunch", bcc="b@example.com"),
        Effect("mail", "a@example.org", "At noon?\n.hidden", "Süß", bcc="c@example.org"),
    ]


def test_nothing_is_kept_of_a_mail_that_is_not_sent_to_its_end(letters: Letters) -> None:
    before = letters.sent()
    with smtplib.SMTP("127.0.0.1", letters.port, timeout=10) as client:
        client.ehlo()
        assert client.docmd("DATA")[0] == 503
        assert client.docmd("RCPT", "TO:<a@example.org>")[0] == 503
        assert client.docmd("NONSENSE")[0] == 502
        client.mail("user@example.net")
        client.rcpt("a@example.org")
        client.rset()
        assert client.docmd("DATA")[0] == 503
    assert letters.sent() == before


def test_a_talk_can_begin_anew_after_a_broken_one(letters: Letters) -> None:
    for _ in range(20):
        client = smtplib.SMTP("127.0.0.1", letters.port, timeout=10)
        client.ehlo()
        client.close()
    before = len(letters.sent())
    with smtplib.SMTP("127.0.0.1", letters.port, timeout=10) as client:
        client.sendmail("user@example.net", ["a@example.org"], MAIL)
    assert len(letters.sent()) == before + 1
