"""The tree of boxes behind a page: its elements with their computed styles, without those that aren't shown.

* `Box` - an element to be laid out. `render_tree` - the tree of a page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.engines.pages.css.styles import ROOT, Style, Viewport, computed
from crab_sim.engines.pages.css.stylesheets import cascade, parse_sheet
from crab_sim.engines.pages.dom import Node, Tree

__all__ = ["Box", "Part", "render_tree"]

_DEFAULTS: Final = """
html, body, address, article, aside, blockquote, center, dd, details, div, dl, dt, fieldset, figcaption, figure, footer,
form, header, hr, legend, main, nav, ol, p, pre, section, summary, ul, h1, h2, h3, h4, h5, h6, title { display: block }
head, script, style, template, noscript, link, meta, title, iframe, object, datalist, param { display: none }
[hidden] { display: none }
html { color: #000 }
body { margin: 8px }
h1 { font-size: 2em; margin: .67em 0; font-weight: bold }
h2 { font-size: 1.5em; margin: .83em 0; font-weight: bold }
h3 { font-size: 1.17em; margin: 1em 0; font-weight: bold }
h4 { margin: 1.33em 0; font-weight: bold }
h5 { font-size: .83em; margin: 1.67em 0; font-weight: bold }
h6 { font-size: .67em; margin: 2.33em 0; font-weight: bold }
p, dl { margin: 1em 0 }
ul, ol { margin: 1em 0; padding-left: 40px }
ul { list-style: disc }
ol { list-style: decimal }
li { display: list-item }
dd { margin-left: 40px }
blockquote, figure { margin: 1em 40px }
pre { white-space: pre; margin: 1em 0; font-family: monospace; font-size: .81em }
code, kbd, samp, tt { font-family: monospace; font-size: .87em }
b, strong, th { font-weight: bold }
small { font-size: .83em }
a { color: #0000ee; text-decoration: underline }
hr { border-top: 1px solid #808080; margin: .5em 0 }
table { display: table; text-align: left }
thead { display: table-header-group }
tbody, tfoot { display: table-row-group }
tr { display: table-row }
td, th { display: table-cell; padding: 1px }
th { text-align: center }
caption { display: block; text-align: center }
center { text-align: center }
fieldset { border: 2px solid #c0c0c0; padding: .35em .75em .62em; margin: 0 2px }
input, select, textarea, button { display: inline-block; font-size: 13.3px; font-weight: normal; line-height: normal;
  border: 1px solid #8f8f9d; padding: 2px 4px; background: #fff; color: #000; border-radius: 3px; text-align: left;
  white-space: normal }
button, input[type="submit"], input[type="reset"] { background: #e9e9ed; padding: 2px 8px; text-align: center }
input[type="checkbox"], input[type="radio"] { margin: 3px 4px 3px 3px }
input[type="hidden"] { display: none }
textarea { font-family: monospace }
img { display: inline-block }
svg, canvas { display: inline-block }
"""


class Box:
    """An element to be laid out, or one without a tag around some texts.

    Attributes:
        node: The element; None for a box around texts.
        style: Its style.
        children: The boxes and texts inside it.
    """

    __slots__ = ("children", "node", "style")

    def __init__(self, node: Node | None, style: Style, children: Sequence[Part]) -> None:
        self.node, self.style, self.children = node, style, list(children)

    @property
    def tag(self) -> str:
        """The element's name, ``""`` for a box around texts."""
        return self.node.tag if self.node is not None else ""

    @property
    def inline(self) -> bool:
        """Whether it stands in a line with the text around it; one with a block in it doesn't."""
        display = self.style.display
        if display == "inline" and self.tag != "br":
            return all(isinstance(child, str) or child.inline for child in self.children)
        return display.startswith("inline")


Part = Box | str
"""A thing in a box: another, or a text."""


def render_tree(tree: Tree, sheets: Sequence[str], viewport: Viewport) -> tuple[Box, Viewport]:
    """Returns the outermost box of a page, and the view with the size of the root's text.

    Args:
        tree: The page.
        sheets: The texts of its style sheets.
        viewport: The page's view.
    """
    sheet = parse_sheet((_DEFAULTS, *sheets))
    root = computed(cascade(sheet, tree.root), ROOT, viewport, root=True)
    viewport = viewport._replace(rem=root.size)
    # Elements of one kind side by side, such as the rows of a list, share their style, and so do those inside them.
    styles: dict[tuple[int, tuple[tuple[str, str], ...]], Style] = {}

    def styled(node: Node, above: Style) -> Style:
        declared = cascade(sheet, node)
        key = id(above), tuple(declared.items())  # the style above lives as long as the table or the root does
        style = styles.get(key)
        if style is None:
            style = styles[key] = computed(declared, above, viewport)
        return style

    def made(node: Node, style: Style) -> Box:
        parts: list[Part] = []
        if node.tag not in ("select", "textarea", "svg", "img", "canvas"):
            for child in node.children:
                if isinstance(child, str):
                    parts.append(child)
                    continue
                inner = styled(child, style)
                if inner.display != "none":
                    parts.append(made(child, inner))
        return Box(node, style, parts)

    return made(tree.root, root), viewport
