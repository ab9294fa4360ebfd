"""Honest ways that somebody thought of who knew the goals and the devices, but no evaluator; each counts as a success.

Some are played from the beginning, by lines in a terminal; the others are the oracle's, with the answer in other words,
or with lines in a terminal after it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, ScriptPolicy
from crab_gym.records import EpisodeRecord
from crab_gym.rollout import run_episode
from crab_gym.task import Action, action


class Way(NamedTuple):
    """An honest way.

    Attributes:
        task: The task.
        what: What it does, in words.
        lines: The lines that are typed into a terminal, with the task's parameters in braces; without them the oracle
            plays.
        answer: The answer, with parameters in braces, or the oracle's own one in place of ``{}``.
        given: Makes the answer of the parameters, or of the oracle's own one, where a pattern can't.
        typed: The text that is typed last, with the oracle's own one in place of ``{}``.
        instead: A text that the oracle types, and the one that is typed in its place.
        after: Lines that are typed into a new terminal when the oracle is done, likewise.
    """

    task: str
    what: str
    lines: tuple[str, ...] = ()
    answer: str = ""
    given: Callable[[Any], str] | None = None
    typed: str = ""
    instead: tuple[str, str] = ("", "")
    after: tuple[str, ...] = ()


def _day(form: str) -> Callable[[str], str]:
    """Returns a function that writes a day, such as ``19 November 2026``, in another form."""
    return lambda own: datetime.datetime.strptime(own, "%d %B %Y").strftime(form)


def _american(own: str) -> str:
    """Returns a day as Americans write it, where it can't be taken for another one."""
    return own if int(own.split()[0]) <= 12 else _day("%m/%d/%Y")(own)


def _grouped(own: str) -> str:
    return f"{float(own):,.2f}"


def _numbered(own: str) -> str:
    return "\n".join(f"{i}. {item}" for i, item in enumerate(own.split(", "), 1))


def _addresses(params: Any) -> int:
    return int(params.only_first + params.only_second + params.both)


WAYS = (
    # Shell
    Way(
        "ubuntu.merge_branch",
        "lets the merge take theirs",
        (
            "cd ~/projects/{project}",
            "git merge -X theirs --no-ff -m 'Merge {branch}' {branch}",
            "git tag {tag}",
            "git branch -d {branch}",
        ),
    ),
    Way(
        "ubuntu.merge_branch",
        "checks their file out",
        (
            "cd ~/projects/{project}",
            "git merge --no-ff {branch}",
            "git checkout --theirs settings.ini",
            "git add settings.ini",
            "git commit -m 'Merge {branch}'",
            "git tag -a {tag} -m 'Version'",
            "git branch -D {branch}",
        ),
    ),
    Way(
        "ubuntu.merge_branch",
        "edits the file",
        (
            "cd ~/projects/{project}",
            "git merge --no-ff {branch}",
            "sed -i -e '/^<<<<<<</,/^=======/d' -e '/^>>>>>>>/d' settings.ini",
            "git commit -am 'Merge {branch}'",
            "git tag {tag}",
            "git branch -d {branch}",
        ),
    ),
    Way(
        "ubuntu.merge_branch",
        "gives up first, and looks at what it would merge",
        (
            "cd ~/projects/{project}",
            "git stash; git merge {branch}",
            "git merge --abort",
            "git checkout -b trial; git merge -X theirs --no-edit {branch}; git checkout main; git branch -D trial",
            "git merge --no-ff {branch} -m 'Merge branch {branch} into main'",
            "git checkout --theirs settings.ini; git add .; git commit --no-edit",
            "git commit --amend -m 'Merge {branch}: take port {theirs}'",
            "git tag -a {tag} -m 'Release {tag}'",
            "git branch -d {branch}",
        ),
    ),
    Way(
        "ubuntu.merge_branch",
        "tags anew",
        (
            "cd ~/projects/{project}",
            "git merge -X theirs --no-edit {branch} || git commit --no-edit",
            "git tag {tag}; git tag -d {tag}; git tag -a {tag} -m {tag}",
            "git branch -D {branch}",
        ),
    ),
    Way(
        "ubuntu.amend_commit",
        "amends again, and tidies up",
        after=(
            "cd ~/projects/{project}",
            "git stash; git stash pop; git commit --amend --no-edit",
            "git branch trial; git branch -D trial",
        ),
    ),
    Way(
        "ubuntu.amend_commit",
        "takes the commit back, and commits it as it was",
        after=("cd ~/projects/{project}", "git reset --soft HEAD~1", "git commit -C ORIG_HEAD; git status"),
    ),
    Way(
        "ubuntu.vim_settings",
        "gives vim its commands in its line",
        ("cd ~/Documents", "vim -c '2s/[0-9]*$/{port}/' -c 'g/^debug/d' -c wq {service}.conf"),
    ),
    Way(
        "ubuntu.amend_commit",
        "gives vim its commands in its line",
        (
            "cd ~/projects/{project}; vim -c %s/recieve/receive/g -c wq README.md",
            "git log -1 --format=%B | sed 's/recieve/receive/' > /tmp/m; git commit --amend -F /tmp/m README.md",
        ),
    ),
    Way(
        "ubuntu.fix_and_commit",
        "changes the script after the commit, and takes that back",
        after=("cd ~/projects/{what}", "echo >> {script}.py; git diff", "git checkout {script}.py"),
    ),
    Way(
        "cross.missed_calls_report",
        "groups the numbers otherwise",
        after=("cd ~/Documents", "sed -i 's/^+1 /(+1) /; s/ /-/2g' {file}.txt"),
    ),
    Way(
        "ubuntu.fix_and_commit",
        "commits anew, and stages the notes for a while",
        after=(
            "cd ~/projects/{what}",
            "git reset HEAD~1; git add .; git commit -m '{message}' {script}.py",
            "git restore --staged notes.txt",
        ),
    ),
    Way(
        "ubuntu.fix_and_commit",
        "puts the notes aside, and takes the commit over from a branch",
        after=(
            "cd ~/projects/{what}",
            "git stash; git branch trial; git reset --hard HEAD~1; git cherry-pick trial; git branch -D trial",
            "git stash apply; git stash drop",
        ),
    ),
    Way(
        "ubuntu.news_branch",
        "looks at the other branches, and goes back to a tag",
        after=(
            "cd ~/projects/{project}",
            "git tag here; git commit --amend -m Trial; git reset --hard here; git tag -d here",
            "git checkout ready-for-review; git merge --no-commit {branch}; git merge --abort",
            "git switch main; git switch {branch}; git log --all --oneline",
        ),
    ),
    Way(
        "ubuntu.unpack_report",
        "uses unzip and zip",
        ("cd ~/Downloads", "unzip {archive}.zip {month}.txt -d ~/Documents", "zip -d {archive}.zip {month}.txt"),
    ),
    Way(
        "ubuntu.unpack_report",
        "prints the file",
        (
            "cd ~/Downloads",
            "unzip -p {archive}.zip {month}.txt > ~/Documents/{month}.txt",
            "zip -qd {archive}.zip {month}.txt",
        ),
    ),
    Way(
        "ubuntu.merge_lists",
        "sorts both",
        ("cd ~/Documents/lists", "sort -u spring.txt autumn.txt > ~/{target}.txt"),
        given=lambda params: str(_addresses(params)),
    ),
    Way(
        "ubuntu.merge_lists",
        "pipes them through uniq",
        ("cat ~/Documents/lists/spring.txt ~/Documents/lists/autumn.txt | sort | uniq > ~/{target}.txt",),
        given=lambda params: f"There are {_addresses(params)} addresses.",
    ),
    Way(
        "ubuntu.collect_by_extension",
        "copies with a pattern",
        ("mkdir ~/{target}", "cp ~/Documents/{source}/*.{type} ~/{target}"),
        answer="{count} files",
    ),
    Way(
        "ubuntu.collect_by_extension",
        "lets find copy, and keeps the times",
        ("mkdir -p ~/{target}", "find ~/Documents/{source} -name '*.{type}' -exec cp -p {{}} ~/{target} \\;"),
        answer="I copied {count} files.",
    ),
    Way(
        "ubuntu.copy_photos",
        "copies in a loop",
        ("cd ~/Pictures", "mkdir '{trip} {type}'", "for f in {trip}/*.{type}; do cp \"$f\" '{trip} {type}'; done"),
    ),
    Way(
        "ubuntu.copy_photos",
        "copies all that there is",
        ("cd ~/Pictures", "mkdir -p '{trip} {type}'", "cp -a {trip}/*.{type} '{trip} {type}/'"),
    ),
    Way(
        "ubuntu.tidy_downloads",
        "moves and throws away",
        ("cd ~/Downloads", "mv {old} {new}", "gio trash {first} {second}"),
    ),
    Way(
        "ubuntu.personalise",
        "sets all three",
        (
            "gsettings set org.gnome.desktop.interface color-scheme prefer-{style}",
            "gsettings set org.gnome.desktop.interface clock-format 12h",
            "gsettings set org.gnome.desktop.a11y.applications screen-reader-enabled false",
        ),
    ),
    Way(
        "ubuntu.write_note",
        "writes with tee",
        ("mkdir ~/{folder}", "echo '{line} {number}' | tee ~/{folder}/{file}.txt"),
    ),
    Way(
        "ubuntu.write_note",
        "writes with Python",
        (
            "mkdir -p ~/{folder}",
            "python3 -c \"open('/home/user/{folder}/{file}.txt', 'w').write('{line} {number}\\n')\"",
        ),
    ),
    Way(
        "ubuntu.write_note",
        "leaves the line without an end",
        ("mkdir ~/{folder}", "printf '{line} {number}' > ~/{folder}/{file}.txt"),
    ),
    Way(
        "ubuntu.write_note",
        "corrects itself",
        (
            "mkdir ~/{folder}",
            "echo 'something else' > ~/{folder}/{file}.txt",
            "echo '{line} {number}' > ~/{folder}/{file}.txt",
        ),
    ),
    Way(
        "ubuntu.count_log_levels",
        "looks around first",
        (
            "ls -la ~; cat ~/logs/{service}.log | head",
            "printf 'errors: {errors}\\nwarnings: {warnings}\\n' > ~/report.txt",
        ),
        given=lambda params: f"There are {params.errors + params.warnings} in all.",
    ),
    Way(
        "ubuntu.count_log_levels",
        "keeps notes in /tmp",
        (
            "grep -n ERROR ~/logs/{service}.log > /tmp/e.txt",
            "echo 'errors: {errors}' > ~/report.txt",
            "echo 'warnings: {warnings}' >> ~/report.txt",
        ),
        given=lambda params: str(params.errors + params.warnings),
    ),
    # Answers
    Way("crab.meeting_date", "gives the day in words", given=_day("%A, %d %B %Y")),
    Way("crab.meeting_date", "gives the day as Americans write it", given=_american),
    Way("crab.meeting_date", "gives the day as Germans write it", given=_day("%d.%m.%Y")),
    Way("crab.meeting_date", "says what it is", given=_day("The meeting is on %B %d, %Y.")),
    Way("android.text_contact", "writes the number in one", given=lambda own: own.replace(" ", "")),
    Way("android.text_contact", "says what it is", answer="It went to {}."),
    Way("android.weekly_distance", "joins the unit", given=lambda own: f"{own.split()[0]}km"),
    Way("android.weekly_distance", "gives the unit", given=lambda own: f"{own.split()[0]} km"),
    Way(
        "android.weekly_distance",
        "says what it is",
        given=lambda own: f"They are {own.split()[0]} kilometres together.",
    ),
    Way("android.text_contact", "is polite", answer="Sure, it is {}. Thanks!"),
    Way("ubuntu.count_log_levels", "says what it is", answer="Their sum is {} (errors and warnings)."),
    Way("crab.distance_to_mail", "writes a letter", typed="Hello there, here you go: {}. Kind regards, Ada"),
    Way("ubuntu.world_clock", "gives the unit", answer="{} hours"),
    Way("ubuntu.world_clock", "joins the unit", answer="{}h"),
    Way("ubuntu.wiki_fact", "gives the unit", answer="{} m"),
    Way("ubuntu.wiki_fact", "joins the unit", answer="{}m"),
    Way("ubuntu.web_table", "says what it is", answer="They have {} pieces together."),
    Way("ubuntu.world_clock", "tells it the other way round", answer="Dubai is {} hour behind Karachi"),
    Way("ubuntu.world_clock", "has an article for one", answer="an hour"),
    Way("crab.hours_to_city", "tells the sign", answer="-{}"),
    Way("crab.hours_to_city", "tells the sign in words", answer="Quito is {} hours behind the phone's time."),
    Way("ubuntu.count_log_levels", "says or for both", answer="There are {} lines of level ERROR or WARNING in all."),
    Way("ubuntu.count_log_levels", "adds the names", answer="errors + warnings: {}"),
    Way("ubuntu.merge_lists", "calls them unique", answer="{} unique addresses"),
    Way("ubuntu.compare_sizes", "says what it is", answer="{} more pixels than excursion_web.png"),
    Way("ubuntu.collect_by_extension", "says what it is", answer="I copied {} .log files into ~/sorted."),
    Way("android_world.simple_calendar_any_events_on_date", "says yes", answer="Yes: {}"),
    Way("android_world.sports_tracker_activities_on_date", "has brackets", answer="[{}]"),
    Way("android_world.tasks_high_priority_tasks", "says why", answer="The entry {} has a high priority."),
    Way("android_world.simple_calendar_next_event", "says why", answer="{} begins next"),
    Way("crab.note_of_file", "quotes it", answer='"{}"'),
    Way("crab.note_of_file", "says what it is", answer="The text is: {}"),
    Way("crab.seats_times_price", "groups the digits", given=_grouped),
    Way("android_world.simple_calendar_next_event", "says what it is", answer="The next event is {}."),
    Way(
        "android_world.simple_calendar_events_in_next_week",
        "numbers the list",
        given=_numbered,
    ),
    Way("android_world.system_bluetooth_turn_off_verify", "makes a sentence of it", answer="It was {}."),
    Way("android_world.notes_is_todo", "makes a sentence of it", answer="It's {}."),
    # Answers as models write them
    Way("android.weekly_distance", "tells what else it did", answer="It is {} together, and I renamed the longest."),
    Way("android_world.notes_todo_item_count", "says what it counts", answer='The number of to-dos in "Health" is {}.'),
    Way("android_world.notes_todo_item_count", "has JSON", answer='{{"count": {}}}'),
    Way("android_world.notes_meeting_attendee_count", "concludes", answer="Therefore, the number of people is {}."),
    Way("android_world.notes_recipe_ingredient_count", "says of what", answer="The recipe needs {} of chia seeds."),
    Way("android_world.tasks_high_priority_tasks", "has a heading", answer="# Answer\n{}"),
    Way("android_world.simple_calendar_events_on_date", "says whence", answer="According to the Calendar app: {}"),
    Way(
        "android_world.simple_calendar_location_of_event",
        "says that it is done",
        answer="I have completed the task. The location of the event is **{}**.",
    ),
    Way("crab.meeting_date", "says where it was", answer="{} (from the Calendar app)"),
    Way("crab.two_amounts_added", "shows the working", answer="81.70 + 82.96 = {}"),
    Way("crab.run_times_errors", "shows the working", answer="13.67 km × 23 = {}"),
    Way("cross.report_pictures", "says where they are", answer="The folder ~/Pictures/hike has {} pictures."),
    Way("crab.run_to_note", "notes the unit", typed="{} km"),
    Way("crab.hours_to_city_of_code", "notes the unit", typed="{} hours"),
    # What somebody is told
    Way("crab.forward_number", "texts a sentence", typed="The number is {}."),
    Way("crab.address_to_friend", "texts a sentence", typed="It is {}."),
    Way("crab.forward_number", "begins with a name", typed="Bruno, the number is {}"),
    Way("crab.forward_number", "says whence", typed="According to Edith Dorn, the number is {}."),
    Way("crab.forward_number", "wishes a nice day", typed="Hi! You can reach them at {}. Have a nice day!"),
    Way(
        "ubuntu.reply_figure",
        "says whence",
        typed="According to costs.csv, we have spent 459 on catering altogether.\n",
    ),
    Way("android.save_place", "names both", typed="lat 47.0689, lon 9.5062"),
    Way("android.save_place", "shares the place", typed="Balzers, Liechtenstein\ngeo:47.0689,9.5062"),
    Way("crab.village_address_to_friend", "says of what", typed="The address of Schaanwald is {}"),
    Way("crab.village_address_to_friend", "writes a label", typed="Schaanwald, {}"),
    Way("crab.alarm_time_to_friend", "texts a sentence", typed="The alarm rings at {}"),
    Way("crab.lighthouse_to_friend", "gives the unit", typed="{} meters tall"),
    Way("crab.mail_invoice_total", "writes a letter", typed="Dear Sir or Madam,\n\nThe total is {}.\n\nSincerely"),
    Way("ubuntu.shop_order", "writes the address on two lines", typed="3 Mill Lane\nMillbrook"),
    Way("crab.meeting_date_to_friend", "texts a sentence", typed="The meeting is on {}."),
    Way("crab.errand_to_friend", "mails the note as it is", typed="{}"),
    Way("crab.missed_number_to_friend", "mails a sentence", typed="The latest missed call was from {}."),
    Way("crab.distance_to_mail", "says what it is about", instead=("Hello", "The figures")),
    Way("crab.mail_friend", "names what is in it", instead=("Hello", "Files")),
    Way("crab.run_to_friends", "mails the unit, too", typed="{} km"),
)


def _by_lines(env: CrabEnv, way: Way) -> Iterator[Action]:
    """Types the lines, and gives the answer."""
    params = vars(env.params)
    yield from _typed(way.lines, params)
    if way.answer or way.given:
        answer = way.given(env.params) if way.given else way.answer.format(**params)
        yield action("root", "submit", answer=answer)


def _typed(lines: tuple[str, ...], params: dict[str, Any]) -> Iterator[Action]:
    """Types lines into a new terminal."""
    yield action("ubuntu", "hotkey", keys=["ctrl", "alt", "t"])
    for line in lines:
        yield action("ubuntu", "write_text", text=f"{line.format(**params)}\n")


def _in_other_words(env: CrabEnv, way: Way, record: EpisodeRecord) -> Iterator[Action]:
    """Yields the actions of an oracle with another answer, another text in the end, or lines after it."""
    last = max((i for i, step in enumerate(record.steps) if step.action["name"] == "write_text"), default=-1)
    for i, step in enumerate(record.steps):
        if step.action["name"] == "complete":
            break
        args = dict(step.action["args"])
        if step.action["name"] == "submit":
            args["answer"] = way.given(args["answer"]) if way.given else way.answer.format(args["answer"])
        if args.get("text") == way.instead[0]:
            args["text"] = way.instead[1]
        if i == last and way.typed:
            args["text"] = way.typed.format(args["text"])
        yield {**step.action, "args": args}
    if way.after:
        yield from _typed(way.after, vars(env.params))


def played(way: Way) -> EpisodeRecord:
    """Plays an honest way with seed 0."""
    env = CrabEnv(way.task, backend="sim", screens=False, max_steps=10_000, success_at="complete")
    if way.lines:
        walk = partial(_by_lines, env, way)
    else:
        record = run_episode(env, OraclePolicy(env), seed=0)
        assert record.success, record.end_reason
        walk = partial(_in_other_words, env, way, record)
    return run_episode(env, ScriptPolicy("honest", walk), seed=0)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.task}: {way.what}")
def test_an_honest_way_is_a_success(way: Way) -> None:
    record = played(way)
    assert record.success, (record.end_reason, record.error, record.harm)
