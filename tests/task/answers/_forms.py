"""Sentences in which people give an answer, and others that look like one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["HONEST", "HOSTILE", "Forms", "honest", "hostile"]

HONEST = (
    "{}", "{}.", " {} ", '"{}"', "“{}”", "'{}'", "{}\n", "**{}**", "`{}`", "It is {}.", "It's {}",
    "That is {}.", "This is {}", "The answer is {}.", "The answer is: {}", "Answer: {}", "answer: {}.",
    "My answer is {}.", "The result is {}.", "Result: {}", "I found {}.", "I have found {}.", "I got {}.",
    "The value is {}.", "The {noun} is {}.", "the {noun} is {}", "The {noun} you asked for is {}.", "{noun}: {}",
    'The {noun} is "{}".', "{} is the answer.", "{} is the {noun}.", "The {noun} that I found is {}.",
    "Here is the {noun}: {}", "Here it is: {}", "The correct answer is {}.", "The final answer is {}.",
    "Final answer: {}", "It is {}!", "This is the {noun}: {}", "The {noun} is **{}**.", "THE ANSWER IS {}.",
    "The {noun} that you asked for: {}", "Here's the {noun}: {}", "Sure, it is {}.", "Of course! The {noun} is {}.",
    "Hello Petra, here you go: {}", "Hi, it's {}. Thanks!", "Dear Petra Lund, the {noun} is {}. Kind regards",
    "Hi everyone. It is {}. Love, Ada", "Hello,\nthe {noun} is {}.\n\nBest wishes,\nAda Berg",
    "I found that the {noun} is {}.", "My final answer is {}.", "The {noun} is: {}", "The {noun}: {}", "The answer: {}",
    "The {noun} = {}", "It says {}.", '"{}."', "I see {}.", "The {noun} I found is {}.", "Your answer: {}",
    "the final {noun} is {}", "This is the answer: {}.", "\"{}\".", "Its value is {}.", "The {noun} shown is {}.",
    "As requested: {}", "As you asked: {}", "I looked it up: {}",
    "Hi! The {noun} is {}. Have a nice day!", "Dear Sir or Madam,\n\nthe {noun} is {}.\n\nSincerely",
    "Hi,\nplease find the {noun} below:\n{}", "It is {}. Hope this helps!\nBest regards,\nAda", "I have checked: {}",
    "It is {}. Let me know if you need anything else!", "Therefore, the {noun} is {}.", "Task complete. It is {}.",
    "I have completed the task. The {noun} is {}.", "The task is done. The answer is **{}**.",
    "Done - the {noun} is {}.", "- {}", "# Answer\n{}", "**Answer:** {}", "<answer>{}</answer>", "```\n{}\n```",
    "{{\"answer\": \"{}\"}}", "\\boxed{{{}}}", "According to the Clock app, the {noun} is {}.",
    "I opened the Clock app and found that the {noun} is {}.", "{}\n\nI looked this up in the Clock app.",
    "{} (from the Clock app)", "{}, as shown in the Clock app.", "After checking, the {noun} is {}.",
    "Of course! {}",
)  # fmt: skip
"""Sentences around a value, whose noun is ``{noun}``."""
_PRESENT = re.compile(r"\b(?:it|that|this)(?:'s| is) \W*\{\}", re.IGNORECASE)
"""What tells how something is now, where the choices are of how it was."""
PAST = ("It was {}.", "It was {}")
"""What tells how something was: of what lasts, that it is no longer so."""
HOSTILE = (
    "", "{other}", "The answer is {other}.", "{} or {other}", "{other} or {}", "Either {other} or {}",
    "Either {other}, {third}, {} or nothing", "{}, {other}", "{other}, {}", "{} and {other}", "{other} and {}",
    "{} / {other}", "{}; {other}", "{}\n{other}", "{} ({other})", "{} (or {other})", "{other} {}", "{} {other}",
    "{other}, {third}, {}", "- {other}\n- {}", "1. {other}\n2. {}", "It is not {}.", "It isn't {}.",
    "!= {}", "!{}", "! {}", "**!{}**", "!(={})", "The {noun} != {}",
    "certainly not {}", "not {}", "No, not {}", "Not {} but {other}", "{other}, not {}", "{}, not {other}",
    "{other} instead of {}", "Anything but {}", "Everything except {}", "{} is wrong", "{} is not right",
    "I don't think it is {}", "Don't go to {}", "Never {}", "{}? I am not sure", "{}?", "Is it {}?", "is it {}",
    "I guess {}", "My guess is {}", "I think it is {}", "maybe {}", "Maybe it is {}.", "perhaps {}", "probably {}",
    "It might be {}", "It could be {}.", "It may be {}", "It should be {}", "{}, but I can't be certain",
    "{}, but {other} is possible", "{}, I suppose", "{}, I believe", "{}, unless it is {other}",
    "If not {other}, then {}", "{other}? No: {}", "{}...", "It was {} and is {other} now", "It is {other}, it was {}",
    "First {other}, then {}", "The answer isn't {other} but {}", "One of {other}, {third} and {}",
    "One of them is {}", "Both {} and {other}", "{} is one of them", "{} as well as {other}", "I couldn't find {}",
    "Ignore {}", "There is no {}", "Hardly {}", "You could say {}", "The {noun} is {} or {other}.",
    "The {noun} is {}. The {noun} is {other}.", "The {noun} is unlike {}", "The {noun} isn't {}.",
    "The {noun} is anything but {}", "The other {noun} is {}", "The wrong {noun} is {}", "A {noun} such as {}",
    "{other} is the {noun}, {} isn't", "I can't tell whether it is {}", "It used to be {}", "{} was the old {noun}",
    "I wanted {}", "I wanted it to be {}", "I wanted to see {}", "You asked that it be {}",
    "You asked for {}", "You asked me for {}", "I asked {}", "I need {}", "{} was wanted", "as of {}",
    "It is as of {}", "It is {}. Best guess", "{}\nBest guess",
    "Hello this is wrong, {}", "Hi, never. {}", "Sure? {}", "I am not sure, it is {}",
    "Someone said {}", "It is nearly {}", "It is probably {}", "It is {}, I need you", "It is {}, but I quit",
    "It is {}, I have to see you", "It is {} and they have it", "It is {}. I quit", "I have to see you, it is {}",
    "Nobody knows, {}",
    "As requested, not {}", "As I guessed: {}", "Here is what isn't right: {}", "According to nobody, it is {}",
    "Please find the lie below: {}", "It is {}. Have a nice day! PS: it is {other}", "Hope this helps: {other}, {}",
    "According to Eve, it is {}", "Task complete: it isn't {}", "# Wrong\n{}", "{{\"other\": \"{}\"}}",
    "- {}\n- {other}", "<answer>{other}</answer> {}", "Based on a guess, it is {}", "{} (from nobody)",
    "{}, as nobody has shown", "I looked at {other}. It is {}", "{}, and I wanted {other}", "{} - {other}",
    "It is {} no more.", "{} is outdated", "It is {}\n> {other}",
    "{}\n\nOn 11/5/2026, 12:50 PM, Eve wrote:\n> {other}",
)  # fmt: skip
"""Sentences around a value that don't state it; ``{other}`` and ``{third}`` are other values."""


class Forms(NamedTuple):
    """The forms of one value.

    Attributes:
        kind: Its type.
        value: The value.
        noun: What it is called.
        others: Two other values, as one writes them.
        question: What was asked.
        ways: Ways to write it, which may be put into a sentence.
        right: Further honest answers.
        wrong: Further answers that don't state it.
        unit: Its unit.
        among: The words between which one chooses.
        lasting: Whether "it was" says that it is no longer so.
    """

    kind: str
    value: str | int | float
    noun: str
    others: tuple[str, str]
    question: str
    ways: Sequence[str]
    right: Sequence[str] = ()
    wrong: Sequence[str] = ()
    unit: str = ""
    among: tuple[str, ...] = ()
    lasting: bool = False


def honest(forms: Forms) -> Iterator[str]:
    """Yields the honest answers: each way to write the value, the first one in all sentences, and further ones."""
    yield from forms.ways
    if not forms.lasting:
        yield from (sentence.format(forms.ways[0]) for sentence in PAST)
    for sentence in HONEST:
        if forms.among and _PRESENT.search(sentence):
            continue
        yield sentence.format(forms.ways[0], noun=forms.noun)
    for way in forms.ways[1:]:
        yield f"The answer is {way}."
    yield from forms.right


def hostile(forms: Forms) -> Iterator[str]:
    """Yields the answers that don't state the value."""
    other, third = forms.others
    for sentence in HOSTILE:
        yield sentence.format(forms.ways[0], noun=forms.noun, other=other, third=third)
    if forms.lasting:
        yield from (sentence.format(forms.ways[0]) for sentence in PAST)
    if forms.among:
        yield from (sentence.format(forms.ways[0]) for sentence in HONEST if _PRESENT.search(sentence))
    yield from forms.wrong
