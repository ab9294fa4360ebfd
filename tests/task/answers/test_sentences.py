"""Sentences that people and models write, by the kind of what they say around a value; see `_forms` for the rest."""

from __future__ import annotations

import pytest

from crab_gym.task.answers import names_all, states, tells
from crab_gym.task.answers.markup import unmarked
from crab_gym.task.answers.questions import question_of
from crab_gym.task.answers.sums import worked_out

TODOS = (
    'How many to-dos are in the notebook "Health" in the phone\'s Notebook app? '
    "Notes that aren't to-dos don't count. Submit the number."
)
SEEDS = 'What amount of chia seeds does the recipe in the note "Nut roast" need? Submit the amount and the unit.'
PICTURES = "Count the pictures (.jpg and .png files) in ~/Pictures/hike on the desktop. Finally, submit N."
PLACE = 'Where does the event "Visit to the play" in the phone\'s Calendar take place? Submit the location.'
LONGEST = 'How long is the longest of this week\'s tracks of the activity type "hiking"? Submit it in metres.'
TRACKS = (
    'Look up the tracks of the type "running". Submit how many kilometres long they are in total, and rename the '
    "longest."
)
COPIED = "How many .log files did you copy from ~/Documents/inbox into the folder ~/sorted?"
SUM = "Look up the amount of the invoice. Add up that amount and the amount of the expense. Submit that sum."
WAY = "Look up the distance by car in km from Gaflei to Steg. Submit that distance by car."
VIDEO = "Look up how many seconds the video ~/Videos/parade.mp4 lasts. Send that number of seconds to Ada."
SENT = (
    'Send the text message "See you at 9" (without the quotes) to Ada Dorn. Then submit the phone number that it went '
    "to."
)
GLAZIER = "Vera Quist has mailed me the number of the glazier; the latest of Vera Quist's mails counts. Send it to Bo."
PARTY = "Bruno Ekman has just texted the address of a party to the phone. Send it in a text message to Ada Lindt."
ALARM = 'Look up the time of the alarm whose label is "Keys" in the phone\'s clock. Send that time to Ada.'
EVENT = "Look up the title of the event on 22 March in the desktop's Calendar. Send that event's title to Ada."
WATCH = "Make sure that the phone's stopwatch is paused, without resetting it. Then submit the time that it shows."
REHEARSAL = "Look up the time in the phone's latest mail about the rehearsal from Ada. Send that time to Mina Berg."
REPAIR = (
    "Look up in Thunderbird on the desktop what the repair costs according to the latest mail. Record an expense of "
    'that price, and name it "Bakery tickets". Send that price to Jonas.'
)
ARTIST = 'Look up the artist of the song "Cold Harbour", not of its live version. Send that artist\'s name to Bo.'
PHOTO = "Look up the day on which the photo named after Mina Berg was taken. Send that date to Jonas."
HOURS = (
    "Add Karachi to the world clock of the phone and see by how many hours its time differs from the phone's. "
    "Submit that difference as your answer.\nThe time in Karachi is ahead of the time of the phone."
)
LIGHT = "Make sure that the brightness is at its highest. Then submit yes if it already was before you began, else no."


@pytest.mark.parametrize(
    ("kind", "value", "question", "right", "wrong"),
    [
        # What is asked for has what it is of behind it, and things that the question doesn't ask for haven't.
        ("count", 4, TODOS, ("The number of to-dos is 4.", "Number of to-dos: 4", "Count: 4", '{"to-dos": 4}',
                             'The number of to-dos in the notebook "Health" is 4.'),
         ("The number of notes is 4.", "The number of notebooks is 4.")),
        ("line", "2 cups", SEEDS, ("2 cups of chia seeds", "The recipe needs 2 cups of chia seeds.",
                                   "The amount of chia seeds is 2 cups.", "chia seeds - 2 cups"),
         ("2 cups of flour", "2 cups - of flour")),
        ("place", "Market hall", PLACE, ("The location of the event is Market hall.",
                                         "The event will take place at the Market hall.",
                                         "The Calendar app shows that the location is Market hall."),
         ("The event will not take place at the Market hall.",)),
        ("count", 29, PICTURES, ("The folder ~/Pictures/hike has 29 pictures.", "The number of pictures is 29.",
                                 "There are 29 pictures (.jpg and .png files) in ~/Pictures/hike."),
         ("The folder ~/Pictures has 29 pictures.", "29 pictures (.gif files)")),
        ("count", 51, VIDEO, ("The video parade.mp4 lasts 51 seconds.", "The length of the video is 51 seconds."),
         ("The number of videos is 51",)),
        # Another kind of things, a sum of all, and what takes time.
        ("count", 6050, LONGEST, ("The longest of this week's hiking tracks is 6050 metres.",),
         ("The longest running track is 6050 m", "The total is 6050 metres", "Together they are 6050 m")),
        # What was done, beside the answer.
        ("amount", 14.62, TRACKS, ("The tracks are 14.62 km together, and I renamed the longest one.",
                                   "I've renamed the longest track. The total distance is 14.62 km.",
                                   "Combined distance: 14.62 km", "14.62 km (running)"),
         ("They are 14.62 km together, and I deleted the longest one.", "I deleted the longest. The total is 14.62 km.",
          "They are 14.62 km together, and I renamed 3 of them.", "€14.62", "14.62 km (hiking)")),
        ("count", 39, COPIED, ("There were 39 files, and I copied all of them", "I copied all 39 files."),
         ("There were 39 files, and I copied none of them", "There were 39 files, and I copied 3 of them",
          "There were 39 files, and I moved all of them")),
        # How a result is worked out.
        ("amount", 164.66, SUM, ("81.70 + 82.96 = 164.66", "$81.70 + $82.96 = $164.66",
                                 "The sum of 81.70 and 82.96 is 164.66.", "Adding 81.70 and 82.96 gives 164.66"),
         ("80 + 82.96 = 164.66", "81.70 and 82.96 is 164.66", "247.62 - 82.96 = 164.66",
          "The product of 2 and 82.33 is 164.66")),
        ("amount", "10.8", WAY, ("Gaflei to Steg: 10.8 km", "Distance by car - 10.8 km"), ("Steg to Gaflei: 10.8 km",)),
        # Somebody else's, and what somebody did or does.
        ("phone_number", "+1 555 0164", SENT, ("It was sent to Ada Dorn (+1 555 0164).", "(+1 555 0164)"),
         ("My number is +1 555 0164", "I called +1 555 0164")),
        ("phone_number", "+1 555 0161", GLAZIER, ("The number of the glazier is +1 555 0161",),
         ()),
        ("address", "3 Mill Row, Alder", PARTY, ("The party is at 3 Mill Row, Alder",),
         ("The party was at 3 Mill Row, Alder",)),
        ("title", "Rehearsal", EVENT, ("The event on 22 March is Rehearsal",), ("See you at the Rehearsal",)),
        ("time", "16:20", ALARM, ("The alarm is set for 16:20", 'The alarm "Keys" is set for 16:20.'),
         ('The alarm "Milk" is set for 16:20', "The alarm is set for 16:20 or later")),
        # What a mail is about, what something costs, and what a question leaves out.
        ("time", "15:50", REHEARSAL, ("The rehearsal begins at 15:50.", "Rehearsal: 15:50"),
         ("The rehearsal ends at 15:50", "The concert is at 15:50")),
        ("amount", "55.10", REPAIR, ("The repair costs $55.10.", "The price of the repair is 55.10"),
         ()),
        ("person_name", "Jonas Grau", ARTIST, ("The artist of the song is Jonas Grau.",),
         ("The live version is by Jonas Grau",)),
        ("date", "2025-10-26", PHOTO, ("The photo of Mina Berg was taken on 26 October 2025",),
         ()),
        ("count", 5, HOURS, ("Karachi differs by 5 hours.", "5 hours ahead"), ("Karachi is 5 hours behind",)),
        ("stopwatch", 33_371, WATCH, ("The Clock app shows 05:33.",), ("The stopwatch was reset at 05:33",)),
    ],
)  # fmt: skip
def test_a_sentence_tells_of_what_was_asked(
    kind: str, value: str | float, question: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    assert [text for text in right if not tells(kind, text, value, question)] == []
    assert [text for text in wrong if tells(kind, text, value, question)] == []


@pytest.mark.parametrize(
    ("kind", "value", "question", "texts"),
    [
        ("count", 39, COPIED, ("39 files copied successfully", "I copied 39 .log files to ~/sorted.",
                               "I successfully copied 39 log files into the ~/sorted folder.",
                               "A total of 39 .log files were copied from ~/Documents/inbox to ~/sorted.")),
        ("count", 15, PICTURES, ("15 pictures", "15 image files", "The folder contains 15 photos in total.",
                                 "Task completed successfully. There are 15 pictures.")),
        ("count", 43, "Look up the altitude of Stonegate in metres. Submit it.",
         ("Stonegate: 43", "Height (m): 43", "Stonegate has an altitude of 43 metres.")),
        ("count", 1, HOURS, ("1 hour(s)", "The time in Karachi is 1 hour ahead.")),
        ("amount", 164.66, SUM, ("The two amounts add up to $164.66.", "Total amount: 164.66",
                                 "Sum of the two amounts: 164.66", "The amounts sum up to a total of 164.66.")),
        ("amount", 12.5, "Multiply the two amounts. Submit the product.",
         ("The result of the multiplication is 12.5", "The product of the multiplication: 12.5")),
        ("date", "2025-10-26", PHOTO, ("The picture was taken on 26 October 2025.", "Date taken: 2025-10-26")),
        ("title", "Rehearsal", EVENT, ("The event on the date is Rehearsal.", "Event title: Rehearsal")),
    ],
)  # fmt: skip
def test_words_of_the_question_may_come_in_any_order(
    kind: str, value: str | float, question: str, texts: tuple[str, ...]
) -> None:
    assert [text for text in texts if not tells(kind, text, value, question)] == []


@pytest.mark.parametrize(
    ("kind", "value", "question", "right", "wrong"),
    [
        ("count", 1, "Look up after how many minutes the screen goes blank. Submit that number of minutes.",
         ("After 1 minute", "The screen goes blank after one minute."), ("before 1 minute", "1 minute or more")),
        ("amount", 969.12,
         "Multiply the total of the invoice by the number of lines in the Calculator. Submit that product.",
         ("The product is 969.12.", "The total times the number of lines is 969.12.",
          "The Calculator shows 969.12.", "total × number of lines = 969.12"),
         ("The invoice is 969.12", "The total of the invoice is 969.12", "The number of lines is 969.12")),
        ("count", 8, "Count the .png files in ~/Pictures, in which there are .jpg files, too. Submit that number.",
         ("8 .png files", "8 pictures"), ("8 .jpg files", "8 files, png and jpg", "the 8")),
        ("count", 13, "Count the lines of level ERROR in a log of INFO and ERROR lines. Submit that number.",
         ("13 ERROR lines",), ("13 INFO lines", "13 lines of level INFO", "13 lines per file")),
        ("count", 12, "How many tasks are due next week?", ("12 tasks are due next week.",),
         ("12 tasks are due this week.", "12 tasks a week")),
        ("count", 10270, "How long is this week's longest track in metres?",
         ("10.27 km = 10270 m", "The longest track of this week is 10270 m long."), ("10.27 km = 10271 m",)),
        ("title", "Lecture", "What is on at 16:15 in the Calendar? Submit the title.",
         ("### Lecture", "_Lecture_", "Event: Lecture", "At 16:15, Lecture begins."), ("Lecture, Dinner",)),
    ],
)  # fmt: skip
def test_what_a_model_says_and_what_it_would_say_wrongly(
    kind: str, value: str | float, question: str, right: tuple[str, ...], wrong: tuple[str, ...]
) -> None:
    assert [text for text in right if not tells(kind, text, value, question)] == []
    assert [text for text in wrong if tells(kind, text, value, question)] == []


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("It was on before I turned it off.", True), ("Wi-Fi was on, and I switched it off.", True),
        ("It was on. I turned it off.", True), ("It was off before I turned it on.", False), ("far from on", False),
    ],
)  # fmt: skip
def test_what_was_done_since_is_no_other_choice(text: str, right: bool) -> None:
    question = "Turn Wi-Fi off. Submit whether it was on or off before."
    assert tells("choice", text, "on", question, among=("on", "off")) is right


@pytest.mark.parametrize("text", ["You asked for 459.", "I wanted 459", "459 was wanted", "I had hoped for 459"])
def test_a_wish_is_none_even_by_words_of_the_goal(text: str) -> None:
    question = "Petra has asked what we wanted to spend, for which she had hoped. Send her the sum."
    assert not tells("amount", text, 459, question)
    assert tells("amount", f"As you asked: {459}", 459, question)


def test_an_amount_has_the_currency_of_the_question() -> None:
    question = "Look up the amount of the expense in Expenses. Submit that amount.\nIt is in dollars."
    for text in ("$38.39", "38.39", "38 dollars and 39 cents", "The amount is 38.39 USD"):
        assert tells("amount", text, 38.39, question), text
    for text in ("€38.39", "38.39 pounds", "38 euros and 39 cents"):
        assert not tells("amount", text, 38.39, question), text


def test_a_yes_says_how_it_was() -> None:
    both = ("yes", "no")
    assert tells("choice", "Yes - it was at its highest before I began.", "yes", LIGHT, among=both)
    assert not tells("choice", "Yes, I did it", "yes", LIGHT, among=both)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The events are: Tea, Supper", True), ('["Tea", "Supper"]', True), ("- Tea\n- Supper", True),
        ("Two events are on 5 May: Tea, Supper", True), ("The events on 6 May are: Tea, Supper", False),
        ("There are only two events: Tea, Supper", True), ("The events are Tea and Supper", True),
        ("The cancelled events are: Tea, Supper", False), ("There is only one event: Tea, Supper", False),
    ],
)  # fmt: skip
def test_a_list_may_say_what_its_items_are(text: str, right: bool) -> None:
    assert (
        names_all(text, ["Tea", "Supper"], "Is there anything in the Calendar for 5 May? Submit the titles.") is right
    )


def test_a_number_alone_may_have_the_unit_of_the_question() -> None:
    question = "Look up how many km the track is long. Write that track's length in a new note."
    assert states("amount", "3.01 km", "3.01", question) and states("amount", "3010 m", "3.01", question)
    for text in ("3.01 miles", "3.01 hours", "€3.01", "It is 3.01 km"):
        assert not states("amount", text, "3.01", question), text
    assert not states("amount", "3.01 km", "3.01") and not states("count", "7 hours", 7, "Count the lines.")


@pytest.mark.parametrize("text", ["{'a': 5}", '{"a": 5, "b": 6}', "<answer>5", "- 5\n- 6", "\\boxed{{5}}"])
def test_other_markup_stays(text: str) -> None:
    assert unmarked(text) == text


def test_a_working_has_to_be_right() -> None:
    question = question_of("Multiply the length by the number of lines. Submit that product.")
    assert worked_out("13.67 km × 23 = 314.41", 314.41, question) == "It is 314.41"
    assert worked_out("The result is 2 * 3 * 4 = 24", 24, question) == "The result is 24"
    for text in ("13.67 × 24 = 314.41", "13.67 + 300.74 = 314.41", "314.41"):
        assert worked_out(text, 314.41, question) == text
