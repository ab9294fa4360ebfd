"""Parts of an Office Open XML document beside its texts, cells and shapes: whatever isn't known here is told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from .looks import LEAST_SIZE, is_own_address, is_symbols
from .packages import Package

_COMMON = (
    r"\[Content_Types\]\.xml|_rels/\.rels|docProps/(?:app|core|custom)\.xml|docProps/thumbnail\.\w+|"
    r"customXml/(?:_rels/)?item(?:Props)?\d+\.xml(?:\.rels)?"
)
_MEMBERS: Mapping[str, re.Pattern[str]] = {
    "xl": re.compile(
        rf"{_COMMON}|xl/(?:_rels/workbook\.xml\.rels|(?:workbook|styles|sharedStrings|calcChain)\.xml|"
        r"theme/theme1\.xml|worksheets/(?:sheet\d+\.xml|_rels/sheet\d+\.xml\.rels)|chartsheets/.*|drawings/.*|"
        r"charts/.*|media/.*)"
    ),
    "word": re.compile(
        rf"{_COMMON}|word/(?:_rels/\w+\.xml\.rels|(?:document|styles|stylesWithEffects|settings|webSettings|fontTable|numbering|"
        r"footnotes|endnotes|comments|header\d+|footer\d+)\.xml|theme/theme1\.xml|theme/_rels/.*|media/.*)"
    ),
    "ppt": re.compile(
        rf"{_COMMON}|ppt/(?:_rels/presentation\.xml\.rels|(?:presentation|presProps|viewProps|tableStyles)\.xml|"
        r"(?:slides|slideMasters|slideLayouts|notesSlides|notesMasters|handoutMasters|theme|media|charts)/.*)"
    ),
}
"""The files that programs write, by the folder of the kind of document; what those of `_READ` hold is read."""
_OFF = ("", "0", "false", "none", "general")
_LEAST_ZOOM = 20  # per cent at which words can be seen
_FAR = 4500  # twentieths of a point of an indent from which words may lie outside of a page
_CHARACTER = 2.4  # as many for each hundredth of a character of an indent, whose letters have twelve points
_WIDE, _RAISED = 60, 24  # twentieths between letters, and half points above their line, that leave words to be read

_BOOK = frozenset(
    """
    workbook fileVersion workbookPr workbookProtection bookViews workbookView sheets sheet definedNames calcPr extLst
    ext extCalcPr
    """.split()
)
_SHEET = frozenset(
    """
    worksheet sheetPr pageSetUpPr outlinePr dimension sheetViews sheetView selection pane sheetFormatPr cols col
    sheetData row c f v is t r rPr mergeCells mergeCell printOptions pageMargins pageSetup headerFooter oddHeader
    oddFooter evenHeader evenFooter firstHeader firstFooter phoneticPr drawing legacyDrawing
    conditionalFormatting cfRule formula colorScale dataBar cfvo color picture chartsheet extLst ext
    """.split()
)
"""The elements that are known; drawings and conditional formats are read."""
_STRINGS = frozenset(
    """
    sst si t r rPr rFont charset family b i strike outline shadow condense extend color sz u vertAlign scheme phoneticPr
    """.split()
)
_EXTENSIONS = (
    "{7626C862-2A13-11E5-B345-FEFF819CDC9F}", "{140A7094-0E35-4892-8432-C4D2E57EDEB5}",
    "{B025F937-C7B1-47D3-B67F-A62EFF666E3E}", "{78C0D931-6437-407D-A8EE-F0AAD7539E65}",
)  # fmt: skip
"""What programs add to workbooks: the syntax of references, their own settings, and conditional formats."""
_MOST_MARGIN = 3.0  # inches of a margin of a sheet
_SYSTEM_COLORS = {"windowText": "000000", "window": "FFFFFF"}
_TEXT = frozenset(
    """
    document body p r t tab br cr noBreakHyphen softHyphen lastRenderedPageBreak pPr rPr tbl tblPr tblGrid gridCol tr
    trPr tc tcPr tblPrEx sectPr drawing hyperlink bookmarkStart bookmarkEnd proofErr del ins moveFrom
    commentReference footnoteReference endnoteReference object pict background
    """.split()
)
_UNREAD = frozenset("pPr tblPr trPr tcPr tblPrEx sectPr drawing object pict del ins moveFrom".split())
"""Elements into which this doesn't look: they are properties, or read elsewhere."""
_PROPERTIES: Mapping[str, frozenset[str]] = {
    "pPr": frozenset(
        """
        pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs
        suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN adjustRightInd
        snapToGrid spacing ind contextualSpacing suppressOverlap jc textAlignment textboxTightWrap outlineLvl divId
        cnfStyle rPr sectPr
        """.split()
    ),
    "rPr": frozenset(
        """
        rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish
        webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs em lang
        specVanish ligatures numForm numSpacing cntxtAlts ins del
        """.split()
    ),
    "tblPr": frozenset(
        """
        tblStyle tblOverlap tblStyleRowBandSize tblStyleColBandSize tblW jc tblInd tblBorders shd tblLayout tblCellMar
        tblLook
        """.split()
    ),
    "trPr": frozenset("cnfStyle gridBefore gridAfter wBefore wAfter cantSplit trHeight tblHeader jc".split()),
    "tcPr": frozenset("cnfStyle tcW gridSpan vMerge tcBorders shd noWrap tcMar vAlign hideMark".split()),
    "sectPr": frozenset(
        """
        headerReference footerReference footnotePr endnotePr type pgSz pgMar paperSrc pgNumType cols formProt vAlign
        noEndnote titlePg docGrid printerSettings
        """.split()
    ),
}
"""The properties of texts that are read, or leave words where they are, by the elements that hold them."""
_SETTINGS = frozenset(
    """
    view zoom removePersonalInformation removeDateAndTime embedTrueTypeFonts embedSystemFonts saveSubsetFonts
    proofState stylePaneFormatFilter stylePaneSortMethod defaultTabStop autoHyphenation consecutiveHyphenLimit
    hyphenationZone doNotHyphenateCaps defaultTableStyle evenAndOddHeaders drawingGridHorizontalSpacing
    drawingGridVerticalSpacing displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery
    characterSpacingControl hideSpellingErrors hideGrammaticalErrors doNotDisplayPageBoundaries
    displayBackgroundShape doNotTrackMoves doNotTrackFormatting noLineBreaksAfter noLineBreaksBefore
    savePreviewPicture doNotAutoCompressPictures doNotValidateAgainstSchema saveInvalidXml ignoreMixedContent
    activeWritingStyle bordersDoNotSurroundFooter bordersDoNotSurroundHeader alwaysShowPlaceholderText updateFields
    hdrShapeDefaults footnotePr endnotePr compat docVars rsids mathPr
    uiCompat97To2003 themeFontLang clrSchemeMapping shapeDefaults decimalSymbol listSeparator defaultImageDpi docId
    chartTrackingRefBased conflictMode discardImageEditingData
    """.split()
)
"""The settings that programs write; others bind or mislead whoever opens the text."""


def _name(node: Element) -> str:
    return node.tag.rpartition("}")[2]


def _own(node: Element) -> dict[str, str]:
    return {key.rpartition("}")[2]: value for key, value in node.items()}


def beside(package: Package, folder: str) -> list[str]:
    """Returns short descriptions of whatever else is in a document.

    Args:
        package: The document.
        folder: Of its kind: ``"word"``, ``"xl"`` or ``"ppt"``.
    """
    usual = _MEMBERS[folder]
    found = [
        f"member {name}"
        for name in sorted(package.names)
        if (usual.fullmatch(name) is None and (not name.endswith("/") or package.read(name)))
        or (name.startswith("customXml/") and "".join(package.xml(name).itertext()).strip())
    ]
    for name in sorted(package.names):
        if name.endswith(".rels"):
            outside = [_own(node) for node in package.xml(name) if node.get("TargetMode") == "External"]
            found += [f"link {own.get('Target')}" for own in outside if not own.get("Type", "").endswith("hyperlink")]
    found += {"xl": _of_book, "word": _of_text, "ppt": _of_show}[folder](package)
    for name in sorted(package.names):
        if name.startswith(f"{folder}/theme/theme"):
            found += _of_theme(package.xml(name))
    return list(dict.fromkeys([*found, *package.unseen]))


def _of_theme(theme: Element) -> Iterator[str]:
    """Yields which of the colours of text and ground are others, and fonts that don't show letters."""
    for node in theme.iter():
        if _name(node) in ("dk1", "lt1"):
            shades = [_SYSTEM_COLORS.get(value, value) for part in node for value in _own(part).values()]
            dark = [sum(bytes.fromhex(shade)) < 384 for shade in shades if re.fullmatch("[0-9A-Fa-f]{6}", shade)]
            changed = any(len(part) for part in node) or len(dark) < max(len(shades), 1)
            if changed or any(one is not (_name(node) == "dk1") for one in dark):
                yield f"theme {_name(node)} {' '.join(shades)}"
        elif _name(node) == "latin" and is_symbols(node.get("typeface", "")):
            yield f"font {node.get('typeface')}"


# Workbooks ------------------------------------------------------------------------------------------------------------


def _of_book(package: Package) -> Iterator[str]:
    for node in package.xml("xl/workbook.xml").iter():
        name, own = _name(node), _own(node)
        if name not in _BOOK:
            yield f"element {name}"
        elif name == "ext" and own.get("uri", "").upper() not in _EXTENSIONS:
            yield f"extension {own.get('uri')}"
        elif name == "workbookView" and own.get("visibility", "visible") != "visible":
            yield "hidden window"
        elif name == "workbookProtection" and any(value not in _OFF for value in own.values()):
            yield "protected"
        elif name == "workbookPr" and own.get("date1904", "0") not in _OFF:
            yield "date1904"
        elif name == "calcPr":
            if own.get("calcMode", "auto") != "auto" or own.get("iterate", "0") not in _OFF:
                yield f"calculation {own.get('calcMode', 'iterated')}"
            if own.get("fullPrecision", "1") in _OFF:
                yield "precision as shown"
    for name in sorted(package.names):
        if name.startswith("xl/worksheets/") and name.endswith(".xml"):
            yield from _of_sheet(package.xml(name))
    strings = {_name(node) for node in package.xml("xl/sharedStrings.xml").iter()} - {"none"}
    yield from (f"element {name}" for name in sorted(strings - _STRINGS))


def _of_sheet(root: Element) -> Iterator[str]:
    for node in root.iter():
        name, own = _name(node), _own(node)
        if name not in _SHEET:
            yield f"element {name}"
        elif name == "ext" and own.get("uri", "").upper() not in _EXTENSIONS:
            yield f"extension {own.get('uri')}"
        elif name == "pageMargins":
            yield from (f"margin {key} {value}" for key, value in own.items() if not 0 <= float(value) <= _MOST_MARGIN)
        elif name == "sheetView":
            yield from [key for key in ("rightToLeft", "showFormulas") if own.get(key, "0") not in _OFF]
            if own.get("showZeros", "1") in _OFF:
                yield "hidden zeros"
            if float(own.get("zoomScale", "100")) < _LEAST_ZOOM:
                yield f"zoom {own['zoomScale']}"
        elif name == "pageSetup" and float(own.get("scale", "100")) < _LEAST_ZOOM:
            yield f"scale {own['scale']}"
        elif name == "col" and float(own.get("width", "9")) < 1:
            yield f"column width {own['width']}"
        elif name == "row" and float(own.get("ht", "12")) < 5:
            yield f"row height {own['ht']}"
        elif name == "sheetFormatPr":
            low = float(own.get("defaultRowHeight", "12")) < 5 or own.get("zeroHeight", "0") not in _OFF
            if low or float(own.get("defaultColWidth", "9")) < 1:
                yield "sizes of cells"
        elif name in ("oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter"):
            text = re.sub(r'&(?:"[^"]*"|\d+|[A-Z])', "", node.text or "").strip()
            if text not in ("", "Page"):
                yield f"{name}: {text}"


def font_faults(font: Element) -> Iterator[str]:
    """Yields what makes a font of a workbook unreadable: letters that are too small, or symbols."""
    for node in font:
        value = node.get("val", "")
        if _name(node) == "sz" and float(value or "11") < LEAST_SIZE:
            yield f"size {value}"
        elif _name(node) in ("name", "rFont") and is_symbols(value):
            yield f"font {value}"


# Texts ----------------------------------------------------------------------------------------------------------------


def _of_text(package: Package) -> Iterator[str]:
    root = package.xml("word/document.xml")
    yield from _elements(root)
    targets = package.relations("word/document.xml")
    for node in root.iter():
        name, own = _name(node), _own(node)
        if name == "pgSz":
            sizes = [int(own.get(side, "0")) for side in ("w", "h")]
            if not all(2200 <= size <= 113_000 for size in sizes):
                yield f"page {sizes[0]} {sizes[1]}"
        elif name == "sectPr":
            yield from _margins(node)
        elif name == "hyperlink":
            target = targets.get(own.get("id", ""), own.get("anchor", ""))
            text = "".join(part.text or "" for part in node.iter() if _name(part) == "t")
            if not is_own_address(target, text):
                yield f"link {target}"
        elif name == "background" and own.get("color", "auto").lower() not in ("auto", "ffffff"):
            yield f"ground {own['color']}"
    for node in package.xml("word/settings.xml"):
        if _name(node) not in _SETTINGS and _is_on(node):
            yield f"setting {_name(node)}"
    for node in package.xml("word/numbering.xml").iter():
        text = _own(node).get("val", "") if _name(node) == "lvlText" else ""
        if re.search(r"[^\W\d_]{2}", text):
            yield f"numbering: {text}"
    for node in (*package.xml("word/styles.xml").iter(), *root.iter()):
        yield from _property(node)
        for child in node if _name(node) in _PROPERTIES else ():
            if _name(child) not in _PROPERTIES[_name(node)] and _is_on(child):
                yield f"property {_name(child)}"


def _is_on(node: Element) -> bool:
    """Returns whether a property or a setting isn't the usual one, written down."""
    return _own(node).get("val", "on") not in (*_OFF, "lrTb")


def _elements(node: Element) -> Iterator[str]:
    for child in node:
        if _name(child) not in _TEXT:
            yield f"element {_name(child)}"
        elif _name(child) not in _UNREAD and _name(child) != "rPr":
            yield from _elements(child)


def _margins(section: Element) -> Iterator[str]:
    own = {key: value for node in section if _name(node) in ("pgSz", "pgMar") for key, value in _own(node).items()}
    for side, margins in (("w", ("left", "right")), ("h", ("top", "bottom"))):
        if side in own and int(own[side]) - sum(abs(int(own.get(name, "0"))) for name in margins) < 1100:
            yield f"margins of {side}"


def _property(node: Element) -> Iterator[str]:
    name, own = _name(node), _own(node)
    if name == "sz" and own.get("val", "").isdecimal() and int(own["val"]) < 2 * LEAST_SIZE:
        yield f"size {own['val']}"
    elif name == "rFonts" and is_symbols(own.get("ascii", "")):
        yield f"font {own['ascii']}"
    elif name == "spacing":
        if own.get("line", "").isdecimal() and int(own["line"]) < 192:
            yield f"line {own['line']}"
        if abs(_whole(own.get("val"))) > _WIDE:
            yield f"spacing {own['val']}"
    elif name == "w" and not 50 <= _whole(own.get("val"), 100) <= 200:
        yield f"scale {own['val']}"
    elif name == "position" and abs(_whole(own.get("val"))) > _RAISED:
        yield f"position {own['val']}"
    elif name == "cols" and _whole(own.get("num"), 1) > 1:
        yield f"columns {own['num']}"
    elif name == "trHeight" and own.get("hRule") == "exact" and _whole(own.get("val")) < 100:
        yield f"row height {own.get('val')}"
    elif name in ("ind", "tblInd"):
        for key, value in own.items():
            if abs(_whole(value)) * (_CHARACTER if key.endswith("Chars") else 1) > _FAR:
                yield f"indent {key} {value}"


def _whole(text: str | None, usual: int = 0) -> int:
    """Returns the number that a text is, or the usual one."""
    return int(text) if text and re.fullmatch(r"-?\d+", text) else usual


# Presentations --------------------------------------------------------------------------------------------------------


_ROLES = ("dt", "ftr", "sldNum", "hdr")
"""Places of a master whose text slides show, too; the text of others says what to write there."""


def _of_show(package: Package) -> Iterator[str]:
    for node in (*package.xml("ppt/presentation.xml").iter(), *package.xml("ppt/presProps.xml").iter()):
        if _name(node) in ("custShowLst", "modifyVerifier", "embeddedFontLst"):
            yield f"element {_name(node)}"
        elif _name(node) == "showPr":
            yield from (f"show {key} {value}" for key, value in _own(node).items() if key != "showNarration")
            yield from (f"show {_name(part)}" for part in node if _name(part) not in ("present", "sldAll", "penClr"))
    for name in sorted(package.names):
        if name.startswith(("ppt/slides/", "ppt/slideMasters/", "ppt/slideLayouts/")) and name.endswith(".xml"):
            for node in package.xml(name).iter():
                if _name(node) == "transition" and "advTm" in _own(node):
                    yield f"transition {_own(node)['advTm']}"
            if not name.startswith("ppt/slides/"):
                yield from _of_master(package, name)


def _of_master(package: Package, name: str) -> Iterator[str]:
    """Yields what a master or a layout has that no program puts there by itself."""
    targets = package.relations(name)
    for node in package.xml(name).iter():
        if _name(node) in ("sp", "pic", "cxnSp", "graphicFrame", "contentPart"):
            place = next((part.get("type", "obj") for part in node.iter() if _name(part) == "ph"), "")
            if not place:
                yield f"master {_name(node)}"
            text = "" if place and place not in _ROLES else " ".join(_words_of(node))
            if re.sub(r"[^\w]", "", text):
                yield f"master: {text}"
        yield from links_of(node, targets, "")


def _words_of(node: Element) -> Iterator[str]:
    """Yields the text of a shape, without its fields and the names that stand for them: "<footer>"."""
    for child in node:
        if _name(child) == "t" and not re.fullmatch(r"<[^<>]*>|Page", (child.text or "").strip()):
            yield (child.text or "").strip()
        elif _name(child) != "fld":
            yield from _words_of(child)


def links_of(node: Element, targets: Mapping[str, str], text: str) -> Iterator[str]:
    """Yields where the links of an element lead, unless that is its text.

    Args:
        node: The properties of a shape or of a piece of text.
        targets: The relations of the slide, see `Package.relations`.
        text: The text.
    """
    for child in node:
        if _name(child) in ("hlinkClick", "hlinkHover", "hlinkMouseOver"):
            own = _own(child)
            target = targets.get(own.get("id", ""), "")
            if own.get("action") or not is_own_address(target, text):
                yield f"link {own.get('action') or target}"
