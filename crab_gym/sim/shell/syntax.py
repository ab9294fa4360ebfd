"""From a line of shell text to a tree: lexer and parser in one, as the shell's grammar depends on its own context.

The tree is made of plain tuples, never changed after parsing, so `parse` keeps the trees of recent lines. Nesting is
bounded by `MAX_NESTING` and every construct is read in one pass, so hostile text costs time linear in its length.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NoReturn

from crab_gym.sim.shell.braces import expand_braces
from crab_gym.sim.shell.tree import (
    AndOr, Arith, Arithmetic, Assign, Case, CFor, CommandSub, Condition, For, Function, Group, If, Lit, Loop, Node, Param, Part,
    Pipeline, Redirect, Redirected, Sequence, ShellSyntaxError, Simple, Subshell, Word,
)  # fmt: skip

MAX_NESTING: Final = 30
"""Deepest nesting of groups, substitutions and quotes."""
MAX_LINE: Final = 1 << 17
"""Longest text, in characters, that is parsed."""

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`]+")
_WORD_TEXT = re.compile(r"[^\s;&|<>()'\"\\$`]+")
_DOUBLE_TEXT = re.compile(r"[^\"\\$`]+")
_BLANK = re.compile(r"(?:[ \t\r]|\\\n)+")
_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_REDIRECT = re.compile(r"(\d*)(<<<|<<-|<<|<>|<&|>>|>&|>\||>|<)|(&>>|&>)")
_FUNCTION = re.compile(
    r"(?:function[ \t]+([^\s()<>;&|]+)[ \t]*(?:\([ \t]*\))?|([A-Za-z_][\w.:-]*)[ \t]*\([ \t]*\))[ \t\n]*"
)
_META: Final = " \t\r\n;&|<>()"
_CLOSERS: Final = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}", ";;"})
_PARAM_OPS: Final = (
    ":-", ":=", ":?", ":+", "##", "%%", "//", "/#", "/%", "^^", ",,", "-", "=", "?", "+", "#", "%", "/", "^", ",", ":"
)  # fmt: skip
_TEST_UNARY: Final = frozenset("-" + c for c in "abcdefghknoprstuvwxzGLNOS")
_TEST_BINARY: Final = frozenset(
    {"==", "=", "!=", "=~", "<", ">", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"}
)
_ANSI: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "v": "\v"}
_ANSI_NUMBER = re.compile(r"x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})")


def plain_text(word: Word) -> str | None:
    """Return the text of a word that is one unquoted literal, else None."""
    if len(word) == 1 and type(word[0]) is Lit and not word[0].quoted:
        return word[0].text
    return None


@lru_cache(maxsize=1024)
def parse(text: str) -> Node:
    """Parse a whole program.

    Raises:
        ShellSyntaxError: with the words that bash uses for it.
    """
    if len(text) > MAX_LINE:
        raise ShellSyntaxError(f"line too long: {len(text)} characters, at most {MAX_LINE}")
    parser = _Parser(text, 0)
    node = parser.sequence()
    if parser.pos < len(text):
        parser.unexpected()
    return node


def parse_here(text: str) -> Word:
    """Parse text as the body of a here-document: expansions work, quotes are ordinary characters."""
    return _Parser(text, 0).double(None)


class _Parser:
    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.pos = 0
        self.depth = depth
        self.pending: list[tuple[Redirect, str, bool, bool]] = []  # redirect, delimiter, quoted, strip tabs

    # --- small steps -------------------------------------------------------------------------------------------

    def fail(self, message: str, *, incomplete: bool = False) -> NoReturn:
        raise ShellSyntaxError(message, incomplete=incomplete)

    def unexpected(self) -> NoReturn:
        self.blanks()
        if self.pos >= len(self.text):
            self.fail("syntax error: unexpected end of file", incomplete=True)
        match = re.compile(r";;&?|;&|&&|\|\||\n|[;&|<>()]|[^\s;&|<>()]+").match(self.text, self.pos)
        token = match.group() if match else self.text[self.pos]
        self.fail(f"syntax error near unexpected token `{'newline' if token == chr(10) else token}'")

    def enter(self) -> None:
        self.depth += 1
        if self.depth > MAX_NESTING:
            self.fail("syntax error: nesting too deep")

    def blanks(self) -> None:
        while True:
            if match := _BLANK.match(self.text, self.pos):
                self.pos = match.end()
            if self.text.startswith("#", self.pos) and (self.pos == 0 or self.text[self.pos - 1] in _META):
                end = self.text.find("\n", self.pos)
                self.pos = len(self.text) if end < 0 else end
            elif not match:
                return

    def newlines(self) -> None:
        self.blanks()
        while self.text.startswith("\n", self.pos):
            self.pos += 1
            self.here_documents()
            self.blanks()

    def here_documents(self) -> None:
        for redirect, delimiter, quoted, strip in self.pending:
            lines: list[str] = []
            while self.pos < len(self.text):
                end = self.text.find("\n", self.pos)
                line = self.text[self.pos :] if end < 0 else self.text[self.pos : end]
                self.pos = len(self.text) if end < 0 else end + 1
                line = line.lstrip("\t") if strip else line
                if line == delimiter:
                    break
                lines.append(line + "\n")
            else:
                self.fail(f"here-document delimited by end-of-file (wanted `{delimiter}')", incomplete=True)
            body = "".join(lines)
            if quoted:
                redirect.word = (Lit(body, True),)
            else:
                inner = _Parser(body, self.depth)
                inner.enter()
                redirect.word = inner.double(None)
        self.pending.clear()

    def peek(self) -> str:
        """Return the unquoted word here when it is one whole token, else ``""``."""
        self.blanks()
        match = _PLAIN.match(self.text, self.pos)
        if match is None or (match.end() < len(self.text) and self.text[match.end()] not in _META):
            return ""
        return match.group()

    def accept(self, word: str) -> bool:
        if self.peek() == word:
            self.pos += len(word)
            return True
        return False

    def expect(self, word: str) -> None:
        self.newlines()
        if not self.accept(word):
            self.unexpected()

    def symbol(self, symbol: str) -> bool:
        self.blanks()
        if self.text.startswith(symbol, self.pos):
            self.pos += len(symbol)
            return True
        return False

    # --- commands ----------------------------------------------------------------------------------------------

    def sequence(self) -> Node:
        """Parse commands up to a closing word, ``)``, ``;;`` or the end, which is not consumed."""
        items: list[Node] = []
        while True:
            self.newlines()
            if (
                self.pos >= len(self.text)
                or self.text.startswith((")", ";;", ";&"), self.pos)
                or self.peek() in _CLOSERS
            ):
                break
            items.append(self.and_or())
            self.blanks()
            if self.text.startswith((";;", ";&"), self.pos):
                break
            if self.text.startswith((";", "&"), self.pos):
                self.pos += 1
            elif not self.text.startswith("\n", self.pos):
                break
        if self.pos >= len(self.text) and self.pending:
            self.here_documents()
        return items[0] if len(items) == 1 else Sequence(tuple(items))

    def body(self) -> Node:
        """Parse a sequence that must hold something."""
        node = self.sequence()
        if node == Sequence(()):
            self.unexpected()
        return node

    def and_or(self) -> Node:
        first = self.pipeline()
        rest: list[tuple[str, Node]] = []
        while self.symbol("&&") or self.symbol("||"):
            operator = self.text[self.pos - 2 : self.pos]
            self.newlines()
            rest.append((operator, self.pipeline()))
        return AndOr(first, tuple(rest)) if rest else first

    def pipeline(self) -> Node:
        negated = False
        while self.accept("!"):
            negated = not negated
        commands = [self.command()]
        while True:
            self.blanks()
            if not self.text.startswith("|", self.pos) or self.text.startswith("||", self.pos):
                break
            self.pos += 1
            if self.text.startswith("&", self.pos):
                self.pos += 1
                commands[-1] = Redirected(commands[-1], (Redirect(2, ">&", (Lit("1", False),)),))
            self.newlines()
            commands.append(self.command())
        return commands[0] if len(commands) == 1 and not negated else Pipeline(negated, tuple(commands))

    def command(self) -> Node:
        word = self.peek()
        node: Node
        if word in _COMPOUND or self.text.startswith("(", self.pos):
            self.enter()
            node = self.compound(word)
            self.depth -= 1
            redirects = self.redirects()
            return Redirected(node, redirects) if redirects else node
        if match := _FUNCTION.match(self.text, self.pos):
            self.pos = match.end()
            if self.pos >= len(self.text):
                self.unexpected()
            start = self.pos
            if self.peek() not in _COMPOUND and not self.text.startswith("(", self.pos):
                self.unexpected()
            self.enter()
            self.command()
            self.depth -= 1
            return Function(match[1] or match[2], self.text[start : self.pos])
        return self.simple()

    def compound(self, word: str) -> Node:
        if not word and self.text.startswith("((", self.pos) and self.closes_double(self.pos + 2):
            self.pos += 2
            return Arithmetic(self.arith_text("))"))
        if not word:
            self.pos += 1
            body = self.body()
            if not self.symbol(")"):
                self.unexpected()
            return Subshell(body)
        self.pos += len(word)
        if word == "{":
            body = self.body()
            self.expect("}")
            return Group(body)
        if word == "[[":
            condition = self.condition_or()
            self.newlines()
            if not self.accept("]]"):
                self.unexpected()
            return condition
        if word == "if":
            return self.if_arms()
        if word in ("while", "until"):
            test = self.body()
            return Loop(test, self.do_body(), word == "until")
        return self.for_loop() if word == "for" else self.case()

    def if_arms(self) -> Node:
        arms: list[tuple[Node, Node]] = []
        otherwise: Node | None = None
        while True:
            test = self.body()
            self.expect("then")
            arms.append((test, self.body()))
            if self.accept("elif"):
                continue
            if self.accept("else"):
                otherwise = self.body()
            self.expect("fi")
            return If(tuple(arms), otherwise)

    def do_body(self) -> Node:
        self.expect("do")
        body = self.body()
        self.expect("done")
        return body

    def for_loop(self) -> Node:
        self.blanks()
        if self.text.startswith("((", self.pos):
            self.pos += 2
            start, test, step = self.arith_text(";"), self.arith_text(";"), self.arith_text("))")
            self.symbol(";")
            return CFor(start, test, step, self.do_body())
        match = _NAME.match(self.text, self.pos)
        if match is None:
            self.unexpected()
        self.pos = match.end()
        self.newlines()
        words: tuple[Word, ...] | None = None
        if self.accept("in"):
            listed: list[Word] = []
            while (word := self.word()) is not None:
                listed += expand_braces(word)
            words = tuple(listed)
        if not self.symbol(";"):
            self.newlines()
        return For(match.group(), words, self.do_body())

    def case(self) -> Node:
        subject = self.word()
        if subject is None:
            self.unexpected()
        self.expect("in")
        arms: list[tuple[tuple[Word, ...], Node, str]] = []
        while True:
            self.newlines()
            if self.accept("esac"):
                return Case(subject, tuple(arms))
            self.symbol("(")
            patterns: list[Word] = []
            while True:
                pattern = self.word()
                if pattern is None:
                    self.unexpected()
                patterns.append(pattern)
                if not self.symbol("|"):
                    break
            if not self.symbol(")"):
                self.unexpected()
            body = self.sequence()
            self.newlines()
            end = next((mark for mark in (";;&", ";;", ";&") if self.symbol(mark)), "")
            arms.append((tuple(patterns), body, end or ";;"))
            if not end and self.peek() != "esac":
                self.unexpected()

    def simple(self) -> Node:
        assigns: list[Assign] = []
        words: list[Word] = []
        redirects: list[Redirect] = []
        while True:
            self.blanks()
            if redirect := self.redirect():
                redirects.append(redirect)
                continue
            if not words and (match := _ASSIGN.match(self.text, self.pos)):
                self.pos = match.end()
                if self.text.startswith("(", self.pos):
                    self.fail("arrays are not supported by this shell")
                here = self.pos < len(self.text) and self.text[self.pos] not in _META
                assigns.append(Assign(match[1], bool(match[2]), (self.word() or ()) if here else ()))
                continue
            word = self.word()
            if word is None:
                break
            words += expand_braces(word)
        if not (assigns or words or redirects) or self.text.startswith("(", self.pos):
            self.unexpected()
        return Simple(tuple(assigns), tuple(words), tuple(redirects))

    def redirects(self) -> tuple[Redirect, ...]:
        found: list[Redirect] = []
        while True:
            self.blanks()
            redirect = self.redirect()
            if redirect is None:
                return tuple(found)
            found.append(redirect)

    def redirect(self) -> Redirect | None:
        match = _REDIRECT.match(self.text, self.pos)
        if match is None:
            return None
        if self.text.startswith(("<(", ">("), match.start(2)) and match[2] in ("<", ">"):
            self.fail("process substitution is not supported by this shell")
        self.pos = match.end()
        operator = match[2] or match[3]
        fd = int(match[1][-3:]) if match[1] else (0 if operator.startswith("<") else 1)
        word = self.word()
        if word is None:
            self.unexpected()
        if operator in ("<<", "<<-"):
            quoted = not all(type(part) is Lit and not part.quoted for part in word)
            redirect = Redirect(fd, "<<", ())
            delimiter = "".join(part.text for part in word if type(part) is Lit)
            self.pending.append((redirect, delimiter, quoted, operator == "<<-"))
            return redirect
        return Redirect(fd, operator, word)

    # --- [[ ]] -------------------------------------------------------------------------------------------------

    def condition_or(self) -> Condition:
        left = self.condition_and()
        self.newlines()
        while self.symbol("||"):
            left = Condition("||", (left, self.condition_and()))
            self.newlines()
        return left

    def condition_and(self) -> Condition:
        left = self.condition_not()
        self.newlines()
        while self.symbol("&&"):
            left = Condition("&&", (left, self.condition_not()))
            self.newlines()
        return left

    def condition_not(self) -> Condition:
        self.newlines()
        self.enter()
        try:
            if self.accept("!"):
                return Condition("!", (self.condition_not(),))
            if self.symbol("("):
                inner = self.condition_or()
                if not self.symbol(")"):
                    self.unexpected()
                return inner
            return self.condition_leaf()
        finally:
            self.depth -= 1

    def condition_leaf(self) -> Condition:
        operator = self.peek()
        if operator == "]]":
            self.unexpected()
        if operator in _TEST_UNARY:
            mark = self.pos
            self.pos += len(operator)
            if self.peek() not in _TEST_BINARY and self.peek() != "]]" and (word := self.word()) is not None:
                return Condition(operator, (word,))
            self.pos = mark
        left = self.word()
        if left is None:
            self.unexpected()
        operator = self.peek()
        if not operator and (self.symbol("<") or self.symbol(">")):
            operator = self.text[self.pos - 1]
        elif operator in _TEST_BINARY:
            self.pos += len(operator)
        else:
            return Condition("-n", (left,))
        right = self.word(parens=operator == "=~")
        if right is None:
            self.unexpected()
        return Condition("==" if operator == "=" else operator, (left, right))

    # --- words -------------------------------------------------------------------------------------------------

    def word(self, *, parens: bool = False) -> Word | None:
        """Parse a word; None when none is here. With `parens` balanced ( ) and | belong to it (the side of =~)."""
        self.blanks()
        start = self.pos
        parts = self.parts("", level=0 if parens else -1)
        return None if self.pos == start else parts

    def parts(self, stop: str, level: int = -1) -> Word:
        """Parse word parts up to an unquoted character of `stop`, or up to a metacharacter when `stop` is empty."""
        parts: list[Part] = []
        while self.pos < len(self.text):
            char = self.text[self.pos]
            if stop and char in stop:
                break
            if not stop and char in _META:
                if level < 0 or char not in "()|<>&" or (char == ")" and level == 0):
                    break
                level += (char == "(") - (char == ")")
                _add(parts, char)
                self.pos += 1
                continue
            if char == "\\":
                following = self.text[self.pos + 1 : self.pos + 2]
                self.pos += 2
                if following != "\n":
                    parts.append(Lit(following or "\\", True))
            elif char == "'":
                parts.append(Lit(self.until("'"), True))
            elif char == '"':
                self.pos += 1
                parts += self.double('"')
            elif char == "$":
                parts += self.dollar(False)
            elif char == "`":
                parts.append(self.backticks(False))
            elif not stop and (match := _WORD_TEXT.match(self.text, self.pos)):
                _add(parts, match.group())
                self.pos = match.end()
            else:
                _add(parts, char)
                self.pos += 1
        return tuple(parts)

    def until(self, quote: str) -> str:
        end = self.text.find(quote, self.pos + 1)
        if end < 0:
            self.fail(f"unexpected EOF while looking for matching `{quote}'", incomplete=True)
        text = self.text[self.pos + 1 : end]
        self.pos = end + 1
        return text

    def double(self, quote: str | None) -> Word:
        """Parse what is between double quotes (the first already consumed), or all the rest for a here-document."""
        parts: list[Part] = []
        text: list[str] = []
        while True:
            if self.pos >= len(self.text):
                if quote is None:
                    break
                self.fail("unexpected EOF while looking for matching `\"'", incomplete=True)
            char = self.text[self.pos]
            if char == quote:
                self.pos += 1
                break
            if char in "$`":
                found = self.dollar(True) if char == "$" else (self.backticks(True),)
                if found == (Lit("$", False),):
                    text.append("$")
                    continue
                if text:
                    parts.append(Lit("".join(text), True))
                    text.clear()
                parts += found
            elif char == "\\":
                following = self.text[self.pos + 1 : self.pos + 2]
                special = following in ("$", "`", "\\", "\n") or following == quote
                self.pos += 2 if special else 1
                text.append(("" if following == "\n" else following) if special else "\\")
            elif match := _DOUBLE_TEXT.match(self.text, self.pos):
                text.append(match.group())
                self.pos = match.end()
            else:
                text.append(char)
                self.pos += 1
        if text or not parts:
            parts.append(Lit("".join(text), True))
        return tuple(parts)

    def backticks(self, quoted: bool) -> Part:
        raw: list[str] = []
        self.pos += 1
        while not self.text.startswith("`", self.pos):
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching ``'", incomplete=True)
            if self.text[self.pos] == "\\" and self.text[self.pos + 1 : self.pos + 2] in ("`", "\\", "$"):
                self.pos += 1
            raw.append(self.text[self.pos])
            self.pos += 1
        self.pos += 1
        inner = _Parser("".join(raw), self.depth)
        inner.enter()
        node = inner.sequence()
        if inner.pos < len(inner.text):
            inner.unexpected()
        return CommandSub(node, quoted)

    def dollar(self, quoted: bool) -> Word:
        text, start = self.text, self.pos
        if text.startswith("$((", start) and self.closes_double(start + 3):
            self.pos += 3
            return (Arith(self.arith_text("))"), quoted),)
        if text.startswith("$(", start):
            self.pos += 2
            self.enter()
            pending, self.pending = self.pending, []
            node = self.sequence()
            self.pending = pending
            if not self.symbol(")"):
                self.unexpected()
            self.depth -= 1
            return (CommandSub(node, quoted),)
        if text.startswith("${", start):
            self.pos += 2
            self.enter()
            part = self.braced(quoted)
            self.depth -= 1
            return (part,)
        if not quoted and text.startswith("$'", start):
            self.pos += 2
            return (Lit(self.ansi(), True),)
        if not quoted and text.startswith('$"', start):
            self.pos += 2
            return self.double('"')
        self.pos += 1
        if match := _NAME.match(text, self.pos):
            self.pos = match.end()
            return (Param(match.group(), "", (), (), quoted),)
        if self.pos < len(text) and text[self.pos] in "?$#@*!-0123456789":
            self.pos += 1
            return (Param(text[self.pos - 1], "", (), (), quoted),)
        return (Lit("$", False),)

    def ansi(self) -> str:
        r"""Parse the inside of ``$'...'`` with its escapes."""
        out: list[str] = []
        while not self.text.startswith("'", self.pos):
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching `''", incomplete=True)
            char = self.text[self.pos]
            self.pos += 1
            if char != "\\" or self.pos >= len(self.text):
                out.append(char)
            elif match := _ANSI_NUMBER.match(self.text, self.pos):
                self.pos = match.end()
                code = int(match[1] or match[2] or match[3] or match[4], 8 if match[4] else 16)
                unicode = match[2] or match[3]
                good = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
                out.append(
                    (chr(code) if unicode else bytes([code & 255]).decode("utf-8", "surrogateescape")) if good else ""
                )
            else:
                following = self.text[self.pos]
                out.append(_ANSI.get(following, following if following in "\\'\"?" else "\\" + following))
                self.pos += 1
        self.pos += 1
        joined = "".join(out)  # neighbouring \xNN may form one character
        return joined.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")

    def braced(self, quoted: bool) -> Part:
        text = self.text
        prefix = ""
        if text.startswith(("#", "!"), self.pos) and not text.startswith(("}", ":", "-", "%"), self.pos + 1):
            prefix = text[self.pos]
            self.pos += 1
        match = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\d{1,9}|[?$#@*!-]").match(text, self.pos)
        if match is None:
            self.bad_substitution()
        name = match.group()
        self.pos = match.end()
        if text.startswith("}", self.pos):
            self.pos += 1
            return Param(name, {"": "", "#": "length", "!": "indirect"}[prefix], (), (), quoted)
        operator = next((op for op in _PARAM_OPS if text.startswith(op, self.pos)), None)
        if operator is None or prefix:
            self.bad_substitution()
        self.pos += len(operator)
        word: Word
        extra: Word = ()
        separator = {"/": "/", ":": ":"}.get(operator[0] if operator[0] == "/" else operator, "")
        word = self.param_word(separator, quoted and operator[-1] in "-=?+")
        if separator and text.startswith(separator, self.pos):
            self.pos += 1
            extra = self.param_word("", False)
        if not text.startswith("}", self.pos):
            self.fail("unexpected EOF while looking for matching `}'", incomplete=True)
        self.pos += 1
        return Param(name, operator, word, extra, quoted)

    def param_word(self, separator: str, inside_quotes: bool) -> Word:
        if not inside_quotes:
            return self.parts("}" + separator)
        parts: list[Part] = []
        while self.pos < len(self.text) and self.text[self.pos] != "}":
            char = self.text[self.pos]
            if char == "$":
                parts += self.dollar(True)
            elif char == "`":
                parts.append(self.backticks(True))
            elif char == '"':
                self.pos += 1
                parts += self.double('"')
            else:
                escaped = char == "\\" and self.text[self.pos + 1 : self.pos + 2] in tuple('$`"\\}')
                self.pos += escaped
                parts.append(Lit(self.text[self.pos], True))
                self.pos += 1
        return tuple(parts) or (Lit("", True),)

    def bad_substitution(self) -> NoReturn:
        end = self.text.find("}", self.pos)
        if end < 0:
            self.fail("unexpected EOF while looking for matching `}'", incomplete=True)
        start = self.text.rfind("${", 0, self.pos + 1)
        self.fail(f"{self.text[start : end + 1]}: bad substitution")

    def closes_double(self, pos: int) -> bool:
        """Tell whether the parentheses opened as ``((`` just before `pos` are closed by ``))``."""
        level = 2
        for match in re.compile(r"[()]").finditer(self.text, pos):
            level += 1 if match.group() == "(" else -1
            if level == 1 and self.text.startswith("))", match.start()):
                return True
            if level == 0:
                return False
            if level == 1:
                # one of the two is closed but not both together: ((a) | b) is a subshell in a subshell
                return False
        return False

    def arith_text(self, stop: str) -> Word:
        """Parse arithmetic text up to `stop` outside of parentheses; expansions inside work as in double quotes."""
        parts: list[Part] = []
        level = 0
        self.enter()
        while True:
            if self.pos >= len(self.text):
                self.fail("unexpected EOF while looking for matching `)'", incomplete=True)
            char = self.text[self.pos]
            if level == 0 and self.text.startswith(stop, self.pos):
                self.pos += len(stop)
                break
            if char == "$":
                parts += self.dollar(True)
                continue
            if char == "`":
                parts.append(self.backticks(True))
                continue
            level += (char == "(") - (char == ")")
            if level < 0:
                self.unexpected()
            if char not in "\"'":
                _add(parts, char)
            self.pos += 1
        self.depth -= 1
        return tuple(parts)


_COMPOUND: Final = frozenset({"if", "for", "while", "until", "case", "{", "[["})


def _add(parts: list[Part], text: str) -> None:
    """Append unquoted text, joined to unquoted text before it."""
    last = parts[-1] if parts else None
    if type(last) is Lit and not last.quoted:
        parts[-1] = Lit(last.text + text, False)
    else:
        parts.append(Lit(text, False))
