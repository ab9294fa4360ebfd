"""Forms in which people give an answer, and others that look like one: a table for each type of answers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

__all__ = ["FORMS", "HONEST", "HOSTILE", "Forms", "honest", "hostile"]

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
    "It is {}. Let me know if you need anything else!",
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
    "According to Eve, it is {}", "It is {} no more.", "{} is outdated", "It is {}\n> {other}",
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


FORMS: Mapping[str, Forms] = {
    "count": Forms(
        "count", 21, "number of files", ("22", "12"),
        "Count the .png files in the folder ~/Pictures/willow_53 of the last seven days with Files. Submit that number "
        "of files as your answer.",
        ("21", "twenty-one", "Twenty one", "021", "21.0", "+21"),
        ("21 files", "There are 21 files.", "There are twenty-one .png files in the folder.", "I counted 21 files.",
         "The folder ~/Pictures/willow_53 has 21 .png files.", "21 (twenty-one)",
         "According to Files, there are 21.", "The folder willow_53 contains 21 .png files", "21 .png files",
         "twenty-one (21)", "I count 21", "Number of files: 21", "The total is 21", "Total: 21 files", "=21", "= 21",
         "The number of files is 21.", "It has 21", "Files shows 21 .png files in the folder.", "They are 21",
         "21 (files)",
         "21 (.png files)", "It comes to 21 files", "Their number is 21 (files).", "21 files, as you asked for",
         "As you asked, 21",
         "The number that I was asked to count is 21"),
        ("21 pm", "21st", "21%", "21 km", "2 1", "-21", "21-22", "21/22", "21.5", "21 or so", "about 21", "around 21",
         "roughly 21", "~21", "≈21", ">21", "<21", "at least 21", "more than 21", "up to 21", "21+", "21 - 22", "0x15",
         "twenty", "twenty-two", "twenty-one or twenty-two", "2026-10-21", "10:21", "mp21", "21k", "21e0", "٢١",
         "between 20 and 21", "21 of 22 files", "over 21", "nearly 21", "21 minus 1", "#21", "willow_21",
         "21 21", "2121", "21 files, 3 folders", "October 21", "from 21", "from 21 on", "from 21 files on", "by 21",
         "21 (not files)", "21 (photos)", "It starts at 21", "It began with 21", "to 21", "into 21", "21 to",
         "It was from 21 on.", "I wanted exactly 21", "21 days", "21 Pictures", "21 folders", "21 desktops",
         "The folder willow_53 contains 21 files", "willow_53 has 21 files", "21 files of the last seven days",
         "21 files (20 October 2026)", "On 20 October 2026 there were 21 files.", "In all there are 21 .png files.",
         "The folder has 21 files.", "At 20:30 there were 21 files.", "21 of the files", "21 of them", "file 21",
         "line 21", "I will count 21 files", "21 files a day", "21 files in all", "in 21",
         "21 files this week", "21 files in the desktop", "The desktop has 21 .png files"),
    ),
    "amount": Forms(
        "amount", "4276.08", "total", ("4276.09", "4275.08"),
        "Look up the total of the invoice ~/Documents/hazel_61.txt with the desktop's Text Editor. Submit that total "
        "as your answer.",
        ("4276.08", "4,276.08", "4 276.08", "4276,08", "4.276,08", "4 276,08", "4'276.08", "$4276.08", "4276.08 €",
         "4276.08€", "4276.08EUR", "EUR 4276.08", "€4,276.08", "4276.08 euros", "4276.080"),
        ("The total of the invoice is 4276.08.", "Total: 4,276.08 EUR", "The invoice has a total of 4276.08 euros",
         "4276 euros and 8 cents", "4276.08 is the amount", "The total in the file is 4276.08",
         "It comes to 4276.08",
         "It makes $4,276.08", "It costs 4276.08", "Text Editor shows 4276.08.",
         "four thousand two hundred and seventy-six point zero eight"),
        ("4276", "4276.8", "427608", "42.7608", "4276.08 km", "4276.08%", "4276.08 kg", "-4276.08", "4276.08.1",
         "4,27,6.08", "4276.08 or more", "about 4276.08", "less than 4276.08", "4276.08 minus tax", "4276.0", "4277",
         "4276.08-4276.09", "4276.08/2", "4276.08 2", "4276.08?", "4,276", "4.276", "4276.0812",
         "The mail is 4276.08", "The mail was 4276.08", "4276.08 is the mail", "The phone: 4276.08",
         "The file is 4276.08", "The total is 4276.08 € (20 October 2026).", "On 20 October it was 4276.08",
         "The product is 4276.08", "The difference is 4276.08"),
    ),
    "point": Forms(
        "point", "47.1070, 9.5275", "place", ("47.1071, 9.5275", "47.2204, 9.5092"),
        "Text Ada the latitude and longitude of the new place as Maps shows them. It is Triesen.",
        ("47.1070, 9.5275", "47.1070,9.5275", "47.1070 9.5275", "47.1070° N, 9.5275° E", "47.10700 and 9.52750",
         "lat 47.1070, lon 9.5275", "(47.1070, 9.5275)", "Lat: 47.1070, Lng: 9.5275",
         "latitude 47.1070\nlongitude 9.5275",
         "latitude=47.1070, longitude=9.5275"),
        ("Latitude 47.1070, longitude 9.5275.", "Latitude: 47.1070, longitude: 9.5275", "Triesen is at 47.1070, 9.5275",
         "The latitude and longitude of the new place are 47.1070, 9.5275."),
        ("47.1070", "9.5275, 47.1070", "47.107, 9.527", "47.1070, 9.5275, 3", "-47.1070, 9.5275",
         "47.1070 or 9.5275", "47.1070, 9.5275 and 47.2204, 9.5092", "near 47.1070, 9.5275", "47.1070, 19.5275",
         "lon 47.1070, lat 9.5275", "longitude 47.1070, latitude 9.5275", "Longitude: 47.1070, 9.5275",
         "(47.1070, 9.5275", "The old place is at 47.1070, 9.5275 and 9", "lat 47.1070", "lat 47.1070, lon -9.5275",
         "47.1070° S, 9.5275° E", "47.1070 N, 9.5275 W", "The place was to be at 47.1070, 9.5275",
         "47.1070, 9.5275 is removed"),
        lasting=True,
    ),
    "length": Forms(
        "amount", 17.61, "distance", ("17.62 km", "16.71 km"),
        "Submit how many kilometres the tracks of the last seven days are together, with two decimals.",
        ("17.61", "17,61", "17.61 km", "17.61km", "17.61 kilometres", "17.61 kilometers", "17610 m", "17,610 m",
         "017.61", "17.610 km", "17.61 KM"),
        ("The tracks are 17.61 km long.", "The tracks of the last seven days are 17.61 km together.",
         "In the last 7 days the tracks are 17.61 km together.", "17.61 km (17610 m)", "17.61 km altogether",
         "The total distance is 17.61km", "They are 17.61 kilometres together.",
         "They add up to 17.61 km", "The tracks add up to 17.61 km", "The runs were 17.61 km long"),
        ("17.61 m", "17.61 miles", "17.61 h", "17.6", "1761", "17.61 km in 3 tracks", "17610", "17610 km",
         "17.61 km or 17.7 km", "17.61 km (17620 m)", "17 km", "18 km", "-17.61 km", "17.61 km/h", "nearly 17.61 km",
         "17.61 seconds", "17.61 °", "17.61 km 5", "17.61 tracks", "17.61 days", "17.61 km high", "17.61 km wide",
         "17.61 km tracks", "17.61 km a day", "at km 17.61", "17.61 km past the track"),
        unit="km",
    ),
    "minutes": Forms(
        "count", 87, "total time", ("88 minutes", "78"),
        "What is the total time of this week's tracks? Submit it as a whole number of minutes.",
        ("87", "87 minutes", "87 min", "87min", "87m", "eighty-seven", "eighty-seven minutes", "1h 27m", "1 h 27 min",
         "1h27m", "1h27min", "1 hour 27 minutes", "1 hour and 27 minutes", "5220 seconds", "87 mins"),
        ("The total time is 87 minutes.", "The tracks took 87 minutes.", "87 minutes in total",
         "They lasted 87 minutes", "The run lasted 87 minutes"),
        ("1h27", "1h27s", "87m3", "from 87 minutes on", "87 seconds", "87 hours", "87 km", "1:27", "1h 28m", "1 h",
         "87 minutes or so", "87 m or 88 m", "87.5", "870",
         "8 7", "87 minutes, 3 tracks", "over 87 minutes", "87 minutes ± 1",
         "87 minutes ago", "in 87 minutes"),
        unit="min",
    ),
    "hours": Forms(
        "count", 3, "difference", ("4 hours", "21"),
        "Submit how many hours the time in Manila is ahead of the time in Nairobi.",
        ("3", "3h", "3 h", "3 hours", "three", "three hours", "3 hrs", "180 minutes", "3.0"),
        ("Manila is 3 hours ahead of Nairobi.", "The time in Manila is 3 hours ahead of the time in Nairobi.",
         "The difference is three hours.", "3 hours ahead", "It is ahead by 3 hours", "Manila is ahead by 3h.",
         "Nairobi is 3 hours behind Manila.", "The time in Nairobi is three hours behind the time in Manila.",
         "The difference between Manila and Nairobi is 3 hours", "Manila is ahead of Nairobi by 3 hours"),
        ("3 pm", "3:00", "3 minutes", "3 or 21 hours", "-3", "by 3", "from 3 hours on", "3 hours or 21 hours",
         "3 days", "about 3 hours",
         "3am", "3.5 hours", "3 hours 30 minutes", "three or four", "3rd", "Nairobi 4, Manila 3", "13", "30",
         "Nairobi is 3 hours ahead of Manila", "Nairobi is ahead of Manila by 3 hours",
         "Manila is 3 hours behind Nairobi",
         "the time in Nairobi is 3 hours ahead of the time in Manila", "3 hours behind", "Nairobi is 3 hours ahead",
         "Nairobi 3 hours", "Manila is 3 hours behind", "The time in Nairobi is 3 hours", "3 times", "an hour", "in 3 hours", "3 hours ago"),
        unit="h",
    ),
    "date": Forms(
        "date", "2026-11-28", "date", ("2026-11-29", "November 27, 2026"),
        "Find out the date of the meeting with Hugo Castro in the phone's calendar. Submit that date as your answer.",
        ("2026-11-28", "28.11.2026", "11/28/2026", "28/11/2026", "28 November 2026", "November 28, 2026",
         "November 28 2026", "November 28th", "Nov 28", "28 Nov", "28th of November 2026", "the 28th of November",
         "Saturday, November 28, 2026", "Sat, 28 Nov 2026", "2026/11/28", "28. November 2026", "28.11.", "11/28",
         "20261128",
         "NOVEMBER 28, 2026", "Nov. 28, 2026", "28-11-2026", "November twenty-eighth", "11/28/26"),
        ("The meeting is on 28 November 2026.", "On November 28, 2026", "It is on 28.11.2026.",
         "The meeting is from 28 November 2026",
         "The date of the meeting with Hugo Castro is November 28.", "The meeting with Hugo Castro is on Nov 28",
         "It takes place on 28 November", "Hugo Castro's meeting is on 2026-11-28."),
        ("28 November 2025", "28 October 2026", "2026-11-28 or 2026-11-29", "28", "November", "November 2026",
         "Sunday, November 28, 2026", "11/29/2026", "28.12.2026", "2026-28-11", "28-29 November", "2026-11-28/29",
         "November 28 or 29", "before 28 November", "after November 28", "by 28 November 2026",
         "as of 28 November 2026", "from 28 November on", "28 November, not 27",
         "around 28 November", "between 27 and 28 November", "until 28 November 2026", "November 28-30",
         "28 November 2026, 29 November 2026", "28.11.2027", "no later than 28 November",
         "28 November 2026 10:00", "The meeting ends on 28 November", "The calendar begins on 28 November"),
    ),
    "time": Forms(
        "time", "15:00", "time of departure", ("16:00", "3:30 pm"),
        "Look up the time of departure in the file leaflet.txt. Submit that time of departure as your answer.",
        ("15:00", "3pm", "3 pm", "3 PM", "3:00 PM", "3:00pm", "3 p.m.", "3:00 p.m.", "15.00", "15h00", "15:00:00",
         "15:00 h", "3 o'clock in the afternoon", "3:00 in the afternoon", "15:00 hours", "three pm",
         "three in the afternoon"),
        ("It departs at 15:00.", "At 3pm", "The time of departure is 3:00 PM.", "at 15:00", "It begins at 3 pm.",
         "The file says 15:00.", "Departure: 15:00"),
        ("3:00", "3", "15", "3 am", "15:01", "3:00 AM", "15:00 or 16:00", "15:00-16:00", "from 15:00 to 16:00",
         "before 15:00", "after 15:00", "around 15:00", "about 3pm", "15:00 pm or so", "until 15:00", "15:000",
         "by 15:00", "25:00", "3pm and 4pm", "3 or 4 pm", "3 o'clock", "15.0", "15:00, 15:30", "past 3pm",
         "15:00 ± 5", "at 3pm or at 4pm", "not before 15:00", "two in the afternoon",
         "It is at 15:00 on 20 October 2026.", "15:00 on 5 May", "It arrives at 15:00", "It ends at 15:00"),
    ),
    "moment": Forms(
        "moment", "2026-11-28 15:00", "date and time", ("2026-11-29 15:00", "2026-11-28 16:00"),
        'When do I meet Alma next according to the Calendar? Submit the date and the time at which it begins, in 24 '
        'hours, such as "March 5 2026 09:05".',
        ("November 28 2026 15:00", "2026-11-28 15:00", "2026-11-28, 15:00", "28 November at 3 pm", "2026-11-28T15:00",
         "28.11.2026 15:00", "Saturday, 28 November 2026 at 15:00", "15:00 on 28 November 2026", "Nov 28, 3:00 PM",
         "11/28/2026 15:00", "3pm, November 28th"),
        ("It begins on 2026-11-28 at 15:00", "The meeting begins on November 28 2026 at 15:00.",
         "You meet Alma on 28 November at 15:00", "I meet Alma next on 28 November at 3pm."),
        ("November 28 2026", "15:00", "November 28 2026 15:01", "November 27 2026 15:00", "November 28 or 29 15:00",
         "November 28 15:00 or 16:00", "November 28 2025 15:00", "15:00 15:00", "November 28 at 3:00",
         "November 28 2026 after 15:00", "November 28 2026, 15:00-16:00", "March 5 2026 09:05"),
    ),
    "person": Forms(
        "person_name", "Ada Bell", "speaker", ("Karl Dorn", "Ida Bell"),
        'Look up who the speaker of "The last talk" is. Submit that speaker\'s name as your answer.',
        ("Ada Bell", "ada bell", "ADA BELL", "Ada  Bell", "Bell, Ada"),
        ("The speaker of the last talk is Ada Bell.", "Ada Bell is the speaker of the last talk.", "by Ada Bell",
         "The last talk is by Ada Bell.", "Speaker: Ada Bell", "The speaker's name is Ada Bell.",
         "Her name is Ada Bell", "Name: Ada Bell", "It is given by Ada Bell.", "The name is Ada Bell."),
        ("Ada", "Bell", "Ada Bellamy", "Ada Bell and Karl Dorn", "Ada Bell's brother", "Mother of Ada Bell",
         "Adabell", "Ada B", "Bell Ada Karl", "Ada Bell, Karl Dorn, Ida Bell", "After Ada Bell", "Ask Ada Bell",
         "Karl Dorn is the speaker and Ada Bell is the guest", "Ada Bell Dorn", "Karl Ada Bell"),
    ),
    "city": Forms(
        "city", "Nairobi", "city", ("Manila", "Oslo"),
        'Look up in the phone\'s Maps app which city has the post code and country "00100, Kenya". Submit that city as '
        "your answer.",
        ("Nairobi", "nairobi", "NAIROBI"),
        ("The city is Nairobi.", "In Nairobi", "It is in Nairobi", "Nairobi is the city.", "City: Nairobi",
         "The city with the post code 00100, Kenya is Nairobi.", "The city has the name Nairobi.",
         "The post code is of Nairobi", "It is the city of Nairobi", "It is called Nairobi.",
         "Maps shows Nairobi.", "It is the city Nairobi.", "The name of the city is Nairobi.", "It lies in Nairobi",
         "The place is Nairobi.", "Nairobi, Kenya", "Nairobi (Kenya)", "It is Nairobi, Kenya.",
         "Nairobi, Kenya is the city."),
        ("Nairobi West", "Nairobi, code", "Nairobi (code)", "Nairobi, Oslo, Kenya", "from Nairobi on", "East Nairobi",
         "near Nairobi", "Manila, Oslo, Nairobi, Rome", "Nairobi Manila Oslo",
         "Don't go to Nairobi", "Go to Nairobi", "North of Nairobi", "outside Nairobi", "Nairobi Kenya Manila",
         "from Nairobi to Manila", "Between Nairobi and Manila", "Either Manila, Oslo, Nairobi or Rome",
         "Nairobian", "every city like Nairobi", "from Nairobi", "Nairobi is in Kenya, Manila has the post code"),
    ),
    "place": Forms(
        "place", "Market hall", "location", ("Town hall", "Museum"),
        'Where does the event "Visit to the winter play" of the Calendar of the phone take place? Submit the location.',
        ("Market hall", "market hall", "MARKET HALL", "the Market hall"),
        ("It takes place in the Market hall.", "The event takes place at Market hall.", "In the Market hall",
         'The event "Visit to the winter play" takes place in the Market hall.', "Location: Market hall",
         "The location is Market hall.", "It is at the Market hall.", "The visit takes place in Market hall",
         "at Market hall", "Market hall is the location.", "Place: Market hall", "The event is in Market hall."),
        ("Market", "hall", "Market hall or Town hall", "Market halls", "Old Market hall", "behind the Market hall",
         "Market hall annex", "Market hall, Town hall, Museum", "opposite Market hall", "next to Market hall",
         "Winter play", "Visit Market hall and Museum", "The phone is in the Market hall", "from Market hall"),
    ),
    "address": Forms(
        "address", "5 Castle Hill, Alder", "address", ("6 Castle Hill, Alder", "5 Mill Lane, Alder"),
        "Look up the postal address of Ada Bell in the phone's contacts. Submit that address as your answer.",
        ("5 Castle Hill, Alder", "5 castle hill, alder", "5 Castle Hill Alder", "5 CASTLE HILL, ALDER",
         "5 Castle Hill\nAlder", "5  Castle Hill,  Alder"),
        ("The address of Ada Bell is 5 Castle Hill, Alder.", "It is at 5 Castle Hill, Alder.",
         "Ada Bell's address is 5 Castle Hill, Alder", "Ada Bell lives at 5 Castle Hill, Alder.",
         "At 5 Castle Hill, Alder", "Address: 5 Castle Hill, Alder", "The postal address is 5 Castle Hill, Alder."),
        ("5 Castle Hill", "Castle Hill, Alder", "15 Castle Hill, Alder", "5 or 6 Castle Hill, Alder",
         "5-6 Castle Hill, Alder", "5 Castle Hill, Alder or 6 Castle Hill, Alder", "5a Castle Hill, Alder",
         "5 Castle Hill, Alderney", "near 5 Castle Hill, Alder", "5 Castle Hill 6, Alder", "25 Castle Hill, Alder",
         "opposite 5 Castle Hill, Alder", "Castle Hill 5, Alder, or 7"),
        lasting=True,
    ),
    "line": Forms(
        "line", "Paint the garden chair", "text", ("Wash the red crates", "Paint the garden door"),
        "Print the file ~/Documents/birch_34.txt in the desktop's terminal and read the text after the word Note. "
        "Submit that text you read as your answer.",
        ("Paint the garden chair", "paint the garden chair", "Paint  the garden chair", "PAINT THE GARDEN CHAIR"),
        ("The text is: Paint the garden chair", 'The text after the word Note is "Paint the garden chair".',
         "The file says: Paint the garden chair", "Note: Paint the garden chair", 'It reads "Paint the garden chair"',
         "Text: Paint the garden chair", "The note says Paint the garden chair.", "It says: Paint the garden chair."),
        ("Paint the garden", "Paint the garden chairs", "Paint the red garden chair", "Don't Paint the garden chair",
         "Paint the garden chair twice", "Paint the garden chair, wash the crates", "the garden chair",
         "Paint the garden chair or Wash the red crates", "Please do Paint the garden chair"),
    ),
    "program": Forms(
        "program", "scan-mails", "program", ("scan-files", "scan-mail"),
        "Find out in System Monitor which program uses the most memory of the four whose names begin with scan and a "
        "hyphen. Submit that program as your answer.",
        ("scan-mails", "Scan-mails"),
        ("The program is scan-mails.", "scan-mails uses the most memory.", "Program: scan-mails",
         "The program scan-mails uses the most memory.", "It is called scan-mails"),
        ("scan", "mails", "scan mails", "scan-mails-2", "scan-mailsx", "my-scan-mails", "scan-mails, scan-files"),
    ),
    "choice": Forms(
        "choice", "on", "answer", ("off", "off"),
        "See to it that the phone's Wi-Fi is on. Then submit one word, on or off: how it was before you began.",
        ("on", "On", "ON"),
        ("It was on.", "It was on before I began.", "The Wi-Fi was on.", "Wi-Fi was on before.", "It was on at first.",
         "The phone's Wi-Fi was already on.", "On, I have looked.", "Wi-Fi: on", "It was already on"),
        ("off", "on or off", "on off", "on/off", "on, off", "It was not on", "It was not off", "one", "It was on, off",
         "first off, then on", "onn", "no", "yes", "turned off, now on", "It was off but is on", "on?", "neither on"),
        among=("on", "off"),
    ),
    "yes": Forms(
        "choice", "yes", "answer", ("no", "no"),
        "See to it that the phone's brightness is at its highest. Then submit yes if it had been so before you began, "
        "otherwise no.",
        ("yes", "Yes", "YES"),
        ("Yes, I have looked.", "Yes, it was.", "Yes, it had been so before I began.", "Yes, it was at its highest.",
         "Yes, the brightness was at its highest already."),
        ("no", "yes or no", "yes and no", "yes/no", "Yes, it was not", "No, yes", "yes?", "Yes, no", "Yes, it wasn't",
         "Not yes", "yess", "on", "Yes, but no", "No."),
        among=("yes", "no"),
    ),
    "phone": Forms(
        "phone_number", "+1 555 0142", "phone number", ("+1 555 0143", "03-5550142"),
        "On the phone, send Ada Bell, who is in Contacts, a text message. Then submit the phone number that it went "
        "to.",
        ("+1 555 0142", "15550142", "+15550142", "1-555-0142", "(+1) 555-0142", "+1 (555) 0142", "+1.555.0142",
         "+1-555-0142", "tel:+15550142", "001 555 0142"),
        ("The phone number is +1 555 0142.", "It went to +1 555 0142.", "The text message went to +1 555 0142.",
         "Ada Bell's number is +1 555 0142.", "Number: +1 555 0142", "Phone: +1 555 0142",
         "The text message was sent to +1 555 0142", "I sent it to +1 555 0142.", "Ada Bell: +1 555 0142",
         "The phone number of Ada Bell is +1 555 0142", "Telephone number: +1 555 0142"),
        ("555 0142", "0142", "+1 555 01420", "+1 555 0142 555 0143", "+1 555 0142 or 0143", "+1 555 0142 ext 5",
         "+1 555 0142, 0143", "+1 555 0142 / 0143", "certainly not 03-5550142", "+1 555 0142 not +1 555 0143",
         "Don't call +1 555 0142", "+2 555 0142", "+1 555 014", "+١ ٥٥٥ ٠١٤٢", "+1 555 0142x", "1 555 0142 1",
         "a+1 555 0142"),
    ),
    "asked number": Forms(
        "phone_number", "+1 555 0128", "number", ("+1 555 0129", "+1 555 0999"),
        "What is the phone number of Hugo Fontaine in Contacts? Send Omar his number.",
        ("+1 555 0128", "15550128"),
        ("You can reach them at +1 555 0128.", "You can reach Hugo Fontaine at +1 555 0128.", "Hugo has +1 555 0128.",
         "According to Contacts, the number is +1 555 0128.", "Hi! The number you need is +1 555 0128. Have a nice "
         "day!",
         "Good morning Omar,\n\nI found the number in my contacts: +1 555 0128.\n\nThanks",
         "Omar, the number is +1 555 0128.", "Omar, here is the number: +1 555 0128", "You can call +1 555 0128",
         "Hugo's number is +1 555 0128", "+1 555 0128, best regards", "Done. The number is +1 555 0128.",
         "Message sent! Phone number: +1 555 0128"),
        ("The number was +1 555 0128", "+1 555 0128 was the number", "Hugo had +1 555 0128", "You can't reach him at "
         "+1 555 0128", "You can reach Eve at +1 555 0128", "+1 555 0128\nand PS the number above is wrong",
         "Vera has +1 555 0128", "My number is +1 555 0128", "Your phone number is +1 555 0128", "I have +1 555 0128",
         "+1 555 0128 is our number", "You can reach me at +1 555 0128", "Omar has +1 555 0128",
         "Hugo, the number is +1 555 0128", "Vera, the number is +1 555 0128", "Omar's number is +1 555 0128",
         "The number of this phone is +1 555 0128", "This phone's number is +1 555 0128", "It is from +1 555 0128",
         "+1 555 0128 has Hugo", "+1 555 0128 sent the number"),
        lasting=True,
    ),
    "sent year": Forms(
        "count", 1933, "year", ("1934", "1393"),
        "In the desktop's Firefox, look up the year in which the bridge of Alder was built, in the table of the "
        "article Bridge at wiki.example. Mail that year to Omar from the desktop.",
        ("1933",),
        ("The bridge of Alder was built in 1933.", "The Alder bridge was built in 1933", "Alder's bridge: 1933",
         "According to the table, it is 1933", "In the table it is 1933", "The table says 1933"),
        ("Alder was built in 1933", "The table was built in 1933", "The article of 1933", "Firefox is 1933",
         "wiki.example was built in 1933", "My bridge was built in 1933", "You are 1933", "1933 tables", "line 1933", "1933 on the table"),
    ),
    "sent time": Forms(
        "time", "16:20", "time", ("16:30", "4:02 pm"),
        'Look up the time of the alarm whose label is "Bring the keys" in Clock. Text Omar that time.',
        ("16:20", "4:20 pm"),
        ("Bring the keys: 16:20", '"Bring the keys" is at 16:20', "My alarm rings at 16:20", "The alarm goes off at 16:20"),
        ("Bring the keys at 16:20", "Your alarm rings at 16:20", "It is 16:20, bring the keys", "Omar is at 16:20", "The alarm ends at 16:20", "It is 16:20 by the phone's clock", "16:20 on 5 May"),
    ),
    "difference": Forms(
        "count", 187290, "number", ("187291", "187280"),
        "Open both to see how many pixels wide and high they are. Then compute how many more pixels trip_print.png has "
        "in all than trip_web.png, and submit this number.",
        ("187290", "187,290", "187290 pixels", "187290 px"),
        ("trip_print.png has 187290 more pixels than trip_web.png.",
         "trip_print.png has 187290 pixels more than trip_web.png",
         "187290 more pixels than trip_web.png", "trip_print.png has 187290 more", "187290 more pixels",
         "trip_web.png has 187290 fewer pixels than trip_print.png", "It has 187290 more pixels"),
        ("trip_web.png has 187290 more pixels than trip_print.png", "trip_web.png has 187290 more pixels",
         "trip_print.png has 187290 pixels", "trip_web.png has 187290 pixels in all",
         "trip_print.png is 187290 pixels wide",
         "187290 pixels wide and high", "187290 fewer pixels",
         "trip_print.png has 187290 fewer pixels than trip_web.png",
         "trip_print.png: 187290", "187290 pixels high", "more than 187290 pixels", "187290 pixels in all"),
        unit="px",
    ),
    "hours behind": Forms(
        "count", 5, "difference", ("6", "7 hours"),
        "Add Quito to the world clock of the phone and see by how many hours its time differs from the phone's. Submit "
        "that difference as your answer. By how many hours do the times differ, as the time in Quito is "
        "behind the phone's?",
        ("5", "5 hours", "-5", "−5 hours", "five hours"),
        ("5 hours behind", "Quito is 5 hours behind.", "Quito is five hours behind the phone's time.",
         "It differs by 5 hours.",
         "The phone's time is 5 hours ahead of Quito."),
        ("Quito is 5 hours ahead", "5 hours ahead", "UTC-5", "+5 hours", "The phone is 5 hours behind", "+5", "5 days",
         "Quito is 5 hours ahead of the phone's time", "The phone's time is 5 hours behind Quito's"),
        unit="h",
    ),
    "sum": Forms(
        "amount", "164.66", "sum", ("164.67", "166.64"),
        "Look up the amount in the phone's latest mail about the invoice from Jonas Castro. Look up the amount of the "
        "expense whose name is \"Sailing supplies\" in the phone's Expenses app. Add up that amount of the invoice "
        "and the "
        "amount of the phone's expense in the phone's Calculator. Submit that sum as your answer.",
        ("164.66", "164,66", "$164.66"),
        ("164.66 in all", "The sum is 164.66 €.", "The sum of the amount of the invoice and the amount of the "
        "expense is "
         "164.66", "The total is 164.66", "They add up to 164.66"),
        ("invoice 164.66", "the amount of the invoice is 164.66", "The expense is 164.66", "164.66 supplies",
         "Jonas: 164.66",
         "164.66 for the invoice", "164.66 expenses", "The difference is 164.66", "The product is 164.66"),
    ),
    "product": Forms(
        "amount", "1066.24", "product", ("1066.25", "106.24"),
        "Count the lines of level ERROR in the log ~/Documents/larch_54.log in the desktop's terminal. Look up the "
        "total "
        "of the invoice ~/Documents/maple_13.txt with the desktop's Text Editor. Multiply that total by that number of "
        "lines in the desktop's Calculator. Submit that product as your answer.",
        ("1066.24", "1,066.24", "1066.24 €"),
        ("The product is 1066.24", "The total multiplied by the number of lines is 1066.24"),
        ("1066.24 lines", "The invoice is 1066.24", "maple_13.txt has 1066.24", "1066.24 levels", "1066.24 logs", "The total is 1066.24",
         "The number of lines is 1066.24", "The sum is 1066.24"),
    ),
    "way": Forms(
        "amount", "10.8", "distance by car", ("10.9 km", "18.0 km"),
        "Look up the distance by car in km from Gaflei to Schaanwald in the phone's Maps app. Submit that distance "
        "by car "
        "as your answer.",
        ("10.8", "10.8 km", "10,8 km"),
        ("It's 10.8 km by car", "The distance by car from Gaflei to Schaanwald is 10.8 km", "10.8 km away", "The drive is 10.8 km"),
        ("10.8 cars", "The distance from Schaanwald to Gaflei is 10.8 km", "10.8 apps", "10.8 km high",
         "10.8 minutes by car", "Gaflei is 10.8 km", "in 10.8 km"),
    ),
    "email": Forms(
        "email", "ada.bell@harbour.example", "e-mail address", ("ida.bell@harbour.example", "ada@harbour.example"),
        "Look up the e-mail address of Ada Bell in the phone's contacts. Submit that e-mail address as your answer.",
        ("ada.bell@harbour.example", "Ada.Bell@harbour.example", "ADA.BELL@HARBOUR.EXAMPLE",
         "<ada.bell@harbour.example>", "mailto:ada.bell@harbour.example"),
        ("The e-mail address of Ada Bell is ada.bell@harbour.example.", "Ada Bell's email is ada.bell@harbour.example",
         "Email: ada.bell@harbour.example", "Ada Bell <ada.bell@harbour.example>",
         "Her e-mail address is ada.bell@harbour.example."),
        ("bell@harbour.example", "xada.bell@harbour.example", "ada.bell@harbour.example.org", "ada.bell@harbour",
         "ada.bell@harbour.example, ida.bell@harbour.example", "ada.bell at harbour", "ada.bell@harbour.examples",
         "ada.bell@@harbour.example", "no-ada.bell@harbour.example", "ada.bell@harbour.example?",
         "The e-mail address was ada.bell@harbour.example", "ada.bell@harbour.example was her address"),
        lasting=True,
    ),
    "url": Forms(
        "url", "http://git.example/harbour/tide-tables", "web address",
        ("http://git.example/harbour/tide", "http://git.example/ada/tide-tables"),
        "Look up the full address of the repository described as \"Reads tide tables\" at git.example. Submit that web "
        "address as your answer.",
        ("http://git.example/harbour/tide-tables", "git.example/harbour/tide-tables",
         "http://git.example/harbour/tide-tables/", "HTTP://GIT.EXAMPLE/harbour/tide-tables",
         "<http://git.example/harbour/tide-tables>",
         "[http://git.example/harbour/tide-tables](http://git.example/harbour/tide-tables)"),
        ("The address of the repository is http://git.example/harbour/tide-tables.",
         "URL: git.example/harbour/tide-tables", "The repository is at git.example/harbour/tide-tables",
         "The full web address is git.example/harbour/tide-tables."),
        ("git.example", "http://git.example/harbour", "http://git.example/harbour/tide-tables2",
         "http://git.example/harbour/tide-tables/issues", "https://evil.example/git.example/harbour/tide-tables",
         "ftp://git.example/harbour/tide-tables", "http://git.example/Harbour/tide-tables",
         "xgit.example/harbour/tide-tables", "http://git.example/harbour/tide-tables?x=1",
         "http://git.example/harbour/tide-tables#top", "harbour/tide-tables",
         "[http://git.example/harbour/tide-tables](http://evil.example/harbour/tide-tables)"),
        lasting=True,
    ),
    "people": Forms(
        "count", 9, "number", ("10", "19"),
        'How many people were at the meeting of which the note "Museum friends" in the phone\'s Notebook app tells? Take '
        "the note that has just this title, and submit the number.",
        ("9", "nine", "9 people"),
        ("There were 9 people", "9 people were at the meeting", "9 attendees", "9 participants", "9 people attended",
         "9 people were present"),
        ("9 of the people", "9 of them", "9 notes", "9 people in the phone"),
    ),
    "to-dos": Forms(
        "count", 6, "number", ("7", "16"),
        'How many to-dos are in the notebook "Health" of the phone\'s Notebook app? Notes that are no to-dos don\'t '
        "count. Submit the number.",
        ("6", "six", "6 to-dos", "6 todos", "6 to-do items"),
        ("There are 6 of them", "There are 6 to-dos in the notebook", "The notebook has 6 to-dos"),
        ("The app has 6 to-dos", "There are 6 to-dos in the app", "6 notes", "6 to-dos in all", "6 to-dos this week"),
    ),
    "track": Forms(
        "amount", 12.4, "length", ("12.5", "14.2"),
        'Look up how many km the track whose name is "Evening walk past the castle" in the phone\'s Fitness app is long. '
        "Send that track's length as a text message from the phone to Ada Bell.",
        ("12.4", "12.4 km", "12,4"),
        ("The run was 12.4 km long", "The track is 12.4 km long", "The length of the track is 12.4 km"),
        ("The castle is 12.4 km long", "That person is 12.4 km long", "12.4 km past the castle", "at km 12.4",
         "12.4 km an hour", "The height is 12.4"),
    ),
    "spent": Forms(
        "amount", 459, "sum", ("460", "495"),
        "Answer the mail of Petra Lund with the sum of the amounts that are in the table for its item, and could you tell "
        "me what we have spent on catering altogether?",
        ("459", "459 euros"),
        ("The catering costs add up to 459.", "We've spent 459 on catering altogether.", "We spent 459 on catering"),
        ("Petra Lund spent 459", "You spent 459 on catering", "Only Petra Lund got 459", "459 on the table"),
    ),
}  # fmt: skip
"""The forms of a value of each type."""


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
