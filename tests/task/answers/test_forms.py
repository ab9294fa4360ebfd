"""Each form of `FORMS` is read as what it is."""

from __future__ import annotations

import pytest

from crab_gym.task.answers import tells
from tests.task.answers._forms import Forms, honest, hostile
from tests.task.answers._values import FORMS


def _told(forms: Forms, text: str) -> bool:
    return tells(forms.kind, text, forms.value, forms.question, forms.unit, forms.among)


@pytest.mark.parametrize("name", FORMS)
def test_honest_forms_state_the_value(name: str) -> None:
    forms = FORMS[name]
    texts = list(honest(forms))
    assert len(set(texts)) >= 60 or forms.among or forms.unit
    assert [text for text in texts if not _told(forms, text)] == []


@pytest.mark.parametrize("name", FORMS)
def test_hostile_forms_do_not(name: str) -> None:
    forms = FORMS[name]
    texts = list(hostile(forms))
    assert len(set(texts)) >= 60
    assert [text for text in texts if _told(forms, text)] == []
