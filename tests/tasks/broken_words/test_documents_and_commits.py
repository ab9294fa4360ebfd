"""Documents, pictures, commits and archives that have what was asked for, and something that wasn't."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.task import Action, Params, action
from crab_sim.documents import decode_image, encode_image, resized
from crab_tasks.cross import contact_slide
from crab_tasks.kits.ubuntu.archive_manager.state import zipped
from crab_tasks.kits.ubuntu.document_files import sheet_file, writer_file
from crab_tasks.kits.ubuntu.libreoffice import slides_file
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.ubuntu.coding import amend_commit
from crab_tasks.ubuntu.files import update_archive
from crab_tasks.ubuntu.office import budget_sheet, letter_pdf, slides_pdf
from crab_tasks.ubuntu.pictures import brighten_photo, combine_pictures, grey_photo
from tests.tasks.broken_words._ways import Walk, Way, cases, oracle, play
from tests.tasks.kits.ubuntu.test_document_cheats import BESIDE, END, SUM, edited, span

Spoil = Callable[[bytes], bytes]


def as_it_is(data: bytes) -> bytes:
    return data


def spoilt(path: Callable[[Params], str], before: str, spoil: Spoil) -> Walk:
    """The task's own way, but the file at a path is another one from before a checkpoint on."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        order = next(env.evaluator.graph.topological_orders(1))
        parts = env.task.oracle_for({device: backend.plays for device, backend in env.backends.items()})
        desktop = env.backends["ubuntu"]
        for name in order:
            if name == before:
                data = desktop.state.read_file(path(env.params))
                assert data is not None
                desktop.setup.write_file(path(env.params), spoil(data))
            yield from parts[name](env.params, env.elements)

    return walk


def written(path: Callable[[Params], str], without: str, make: Callable[[Params], bytes]) -> Walk:
    """The task's own way, but a file that somebody made elsewhere stands for a part of it."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from oracle(env, without=(without,))
        env.backends["ubuntu"].setup.write_file(path(env.params), make(env.params))
        yield action("root", "wait", seconds=1)

    return walk


# Documents ------------------------------------------------------------------------------------------------------------


def letter(spoil: Spoil) -> Walk:
    def walk(env: CrabEnv) -> Iterator[Action]:
        def again(_data: bytes) -> bytes:
            return spoil(writer_file(letter_pdf.letter(env.params, env.params.event)))

        yield from spoilt(lambda params: letter_pdf.path(params, "odt"), "exported", again)(env)

    return walk


def struck(data: bytes) -> bytes:
    styles, start = span('style:text-line-through-style="solid"')
    return edited(data, "<text:p>We meet", f"<text:p>{start}No. </text:span>We meet", styles)


def all_struck(data: bytes) -> bytes:
    styles, start = span('style:text-line-through-style="solid"')
    content = edited(data, "<text:p>We meet", f"<text:p>{start}We meet", styles)
    return edited(content, ".</text:p>", ".</text:span></text:p>")


def covered(data: bytes) -> bytes:
    return edited(data, "<text:p>We meet", f"<text:p>{BESIDE['picture']}We meet")


def sheet(formula: str, *, more: str = "") -> Walk:
    def make(params: Params) -> bytes:
        rows: list[list[str | float]] = [
            ["Item", "Shop", "Amount"],
            *map(list, budget_sheet.table(params)),
            ["", "", ""],
        ]
        last = budget_sheet.last(params)
        told = formula.format(range=f"[.C2:.C{last}]", last=f"[.C{last}]", total=budget_sheet.total(params))
        line = SUM.replace("<table:table-cell/>", "<table:table-cell/><table:table-cell/>", 1).format(told)
        data = sheet_file(rows)
        data = edited(data, "</table:table>", line.replace('"42.5"', f'"{budget_sheet.total(params)}"'))
        return edited(data, "</office:spreadsheet>", f"{more}</office:spreadsheet>")

    def walk(env: CrabEnv) -> Iterator[Action]:
        yield from written(budget_sheet.path, "total_added", make)(env)

    return walk


WRONG_SHEET = (
    '<table:table table:name="Sheet2"><table:table-row><table:table-cell office:value-type="float" office:value="9"/>'
    "</table:table-row></table:table>"
)


def slides(spoil: Spoil) -> Walk:
    def walk(env: CrabEnv) -> Iterator[Action]:
        def again(_data: bytes) -> bytes:
            return spoil(slides_file(slides_pdf.wanted(env.params)))

        yield from spoilt(lambda params: slides_pdf.path(params, "odp"), "exported", again)(env)

    return walk


def below_a_shape(data: bytes) -> bytes:
    return edited(data, END, f"{END[:-12]}{BESIDE['shape']}</draw:page>")


def contact(spoil: Spoil) -> Walk:
    def make(params: Params) -> bytes:
        lines = contact_slide.lines_of(params.name, params.phone, params.email)
        return spoil(slides_file([*contact_slide.slides(params), (contact_slide.HEADING, lines)]))

    return written(contact_slide.path, "slide_added", make)


# Pictures -------------------------------------------------------------------------------------------------------------


def brightened(spoil: Callable[[np.ndarray], np.ndarray]) -> Walk:
    def make(params: Params) -> bytes:
        dark = decode_image(brighten_photo.original(params))
        assert dark is not None
        light = dark + (255.0 - dark) * (params.amount / 254)
        return encode_image(spoil(light.round().astype(np.uint8)))

    return written(brighten_photo.path, "lighter_there", make)


def without_colours(image: np.ndarray) -> np.ndarray:
    return np.repeat(image.mean(axis=2).astype(np.uint8)[:, :, None], 3, axis=2)


def with_a_line(image: np.ndarray) -> np.ndarray:
    image[40:43] = 255
    return image


def combined(spoil: Callable[[np.ndarray], np.ndarray]) -> Walk:
    def make(params: Params) -> bytes:
        return encode_image(spoil(np.hstack(list(combine_pictures.pictures(params)))))

    return written(lambda params: combine_pictures.place(params.file), "combined", make)


def small_and_grey(spoil: Callable[[np.ndarray], np.ndarray]) -> Walk:
    def make(params: Params) -> bytes:
        photo = decode_image(grey_photo.photo_file(params.photo, *grey_photo.SIZE))
        assert photo is not None
        return encode_image(spoil(resized(without_colours(photo), *grey_photo.small(params))))

    return written(grey_photo.path, "grey_there", make)


# Commits and archives -------------------------------------------------------------------------------------------------


def amended(*commands: str, options: str = "") -> Walk:
    """Amends the commit by a command with some options, after some others."""

    def walk(env: CrabEnv) -> Iterator[Action]:
        params = env.params
        yield from oracle(env, without=("amended",))
        message = amend_commit.message(params, amend_commit.right(params))
        yield from run_in_terminal(
            ["cd", amend_commit.root(params)], *commands, "git add README.md",
            f"git commit --amend {options} -m '{message}'", ["cd"],
        )  # fmt: skip

    return walk


def repacked(change: Callable[[zipfile.ZipInfo], None], *, more: str = "") -> Spoil:
    """Packs an archive's files anew, with other attributes."""

    def spoil(data: bytes) -> bytes:
        stream = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(stream, "w") as again:
            for info in archive.infolist():
                other = zipfile.ZipInfo(info.filename, info.date_time)
                other.create_system, other.external_attr = 3, 0o100644 << 16
                change(other)
                again.writestr(other, archive.read(info))
            if more:
                again.writestr(zipfile.ZipInfo(more), b"")
        return stream.getvalue()

    return spoil


def nothing(info: zipfile.ZipInfo) -> None:
    """Leaves an entry as it is."""


def linked(info: zipfile.ZipInfo) -> None:
    info.external_attr = 0o120777 << 16


def commented(info: zipfile.ZipInfo) -> None:
    info.comment = b"not this one"


def runnable(info: zipfile.ZipInfo) -> None:
    info.external_attr = 0o100755 << 16


def archive(spoil: Spoil) -> Walk:
    def make(params: Params) -> bytes:
        return spoil(
            zipped({**update_archive.old_texts(params), f"{params.page}.txt": update_archive.new_text(params)})
        )

    return written(update_archive.path, "updated", make)


BROKEN = {
    "struck_words": Way("ubuntu.letter_pdf", letter(struck), ("sim",)),
    "struck_sentence": Way("ubuntu.letter_pdf", letter(all_struck), ("sim",)),
    "covered_letter": Way("ubuntu.letter_pdf", letter(covered), ("sim",)),
    "frozen_total": Way("ubuntu.budget_sheet", sheet("SUM({range})*0+{total}"), ("sim",)),
    "one_cell_and_a_number": Way("ubuntu.budget_sheet", sheet("SUM({last})*0+{total}"), ("sim",)),
    "second_sheet": Way("ubuntu.budget_sheet", sheet("SUM({range})", more=WRONG_SHEET), ("sim",)),
    "covered_slide": Way("ubuntu.slides_pdf", slides(below_a_shape), ("sim",)),
    "covered_contact": Way("cross.contact_slide", contact(below_a_shape), ("sim",)),
    "brighter_without_colours": Way("ubuntu.brighten_photo", brightened(without_colours), ("sim",)),
    "brighter_and_small": Way("ubuntu.brighten_photo", brightened(lambda image: resized(image, 40, 30)), ("sim",)),
    "brighter_with_a_line": Way("ubuntu.brighten_photo", brightened(with_a_line), ("sim",)),
    "combined_with_a_line": Way("ubuntu.combine_pictures", combined(with_a_line), ("sim",)),
    "grey_with_a_line": Way("ubuntu.grey_photo", small_and_grey(with_a_line), ("sim",)),
    "another_author": Way("ubuntu.amend_commit", amended(options="--author='Kim Lee <kim@example.com>'"), ("sim",)),
    "another_committer": Way("ubuntu.amend_commit", amended("git config user.name Kim"), ("sim",)),
    "a_program": Way("ubuntu.amend_commit", amended("chmod 755 README.md"), ("sim",)),
    "a_tag_beside": Way("ubuntu.amend_commit", amended("git tag old"), ("sim",)),
    "archive_of_links": Way("ubuntu.update_archive", archive(repacked(linked)), ("sim",)),
    "archive_of_programs": Way("ubuntu.update_archive", archive(repacked(runnable)), ("sim",)),
    "archive_with_a_folder": Way("ubuntu.update_archive", archive(repacked(nothing, more="old/")), ("sim",)),
    "archive_with_a_comment": Way("ubuntu.update_archive", archive(repacked(commented)), ("sim",)),
    "a_branch_beside": Way("ubuntu.amend_commit", amended("git branch old"), ("sim",)),
}
RIGHT = {
    "letter": Way("ubuntu.letter_pdf", letter(as_it_is), ("sim",)),
    "sheet": Way("ubuntu.budget_sheet", sheet("SUM({range})"), ("sim",)),
    "sheet_by_parts": Way("ubuntu.budget_sheet", sheet("SUM({range})+{last}-{last}"), ("sim",)),
    "slides": Way("ubuntu.slides_pdf", slides(as_it_is), ("sim",)),
    "contact": Way("cross.contact_slide", contact(as_it_is), ("sim",)),
    "brighter": Way("ubuntu.brighten_photo", brightened(np.asarray), ("sim",)),
    "combined": Way("ubuntu.combine_pictures", combined(np.asarray), ("sim",)),
    "grey": Way("ubuntu.grey_photo", small_and_grey(np.asarray), ("sim",)),
    "archive": Way("ubuntu.update_archive", archive(as_it_is), ("sim",)),
    "archive_packed_elsewhere": Way("ubuntu.update_archive", archive(repacked(nothing)), ("sim",)),
    "amended": Way("ubuntu.amend_commit", amended(), ("sim",)),
    "amended_quietly": Way("ubuntu.amend_commit", amended(options="--quiet"), ("sim",)),
}


@pytest.mark.parametrize(("name", "backend"), [*cases(BROKEN)])
def test_words_are_broken(name: str, backend: str) -> None:
    assert not play(BROKEN[name], backend).success


@pytest.mark.parametrize(("name", "backend"), [*cases(RIGHT)])
def test_other_ways_are_right(name: str, backend: str) -> None:
    assert play(RIGHT[name], backend).success
