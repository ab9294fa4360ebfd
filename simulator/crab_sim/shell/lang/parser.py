"""The parser of commands: from a line of shell text to its syntax tree. The words are parsed by word_parser.py.

Lexer and parser are one, since the shell's grammar depends on its own context.

The tree consists of named tuples that never change after parsing, so `parse` caches the trees of recent lines. Nesting
is bounded by `MAX_NESTING` and every construct is read in one pass, so hostile text costs time linear in its length.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from crab_sim.shell.lang.braces import expand_braces
from crab_sim.shell.lang.tree import (
    BINARY_TESTS,
    UNARY_TESTS,
    AndOr,
    Arithmetic,
    Assign,
    Case,
    Condition,
    CountingFor,
    For,
    Function,
    Group,
    If,
    Literal,
    Loop,
    Node,
    Pipeline,
    Redirect,
    Redirected,
    Sequence,
    ShellSyntaxError,
    Simple,
    Subshell,
    Word,
)
from crab_sim.shell.lang.word_parser import META, NAME, HereDocument, WordParser

MAX_LINE: Final = 1 << 17
"""Longest text, in characters, that is parsed."""

_PLAIN = re.compile(r"[^\s;&|<>()'\"\\$`]+")
_ASSIGN = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)(\+?)=")
_REDIRECT = re.compile(r"(\d*)(<<<|<<-|<<|<>|<&|>>|>&|>\||>|<)|(&>>|&>)")
_FUNCTION = re.compile(
    r"(?:function[ \t]+([^\s()<>;&|]+)[ \t]*(?:\([ \t]*\))?|([^\s()<>;&|'\"\\$`=]+)[ \t]*\([ \t]*\))[ \t\n]*"
)
_CLOSERS: Final = frozenset({"then", "elif", "else", "fi", "do", "done", "esac", "}", ";;"})
_CONDITIONS: Final = BINARY_TESTS | {"=~"}
_COMPOUND: Final = frozenset({"if", "for", "while", "until", "case", "{", "[["})


def plain_text(word: Word) -> str | None:
    """Returns the text of a word that is one unquoted literal, else None."""
    if len(word) == 1 and type(word[0]) is Literal and not word[0].quoted:
        return word[0].text
    return None


@lru_cache(maxsize=1024)
def parse(text: str) -> Node:
    """Parses a whole program.

    Raises:
        ShellSyntaxError: a syntax error, with the message of bash.
    """
    if len(text) > MAX_LINE:
        raise ShellSyntaxError(f"line too long: {len(text)} characters, at most {MAX_LINE}")
    parser = _Parser(text, 0)
    node = parser.sequence()
    if parser.pos < len(text):
        parser.unexpected()
    return node


class _Parser(WordParser):
    """Parses commands; each method reads one construct at `pos`."""

    def newlines(self) -> None:
        self.blanks()
        while self.text.startswith("\n", self.pos):
            self.pos += 1
            self.here_documents()
            self.blanks()

    def here_documents(self) -> None:
        for redirect, delimiter, quoted, strip_tabs in self.pending:
            lines: list[str] = []
            while self.pos < len(self.text):
                end = self.text.find("\n", self.pos)
                line = self.text[self.pos :] if end < 0 else self.text[self.pos : end]
                self.pos = len(self.text) if end < 0 else end + 1
                line = line.lstrip("\t") if strip_tabs else line
                if line == delimiter:
                    break
                lines.append(line + "\n")
            else:
                self.fail(f"here-document delimited by end-of-file (wanted `{delimiter}')", incomplete=True)
            body = "".join(lines)
            if quoted:
                redirect.word = (Literal(body, True),)
            else:
                inner = _Parser(body, self.depth)
                inner.enter()
                redirect.word = inner.double(None)
        self.pending.clear()

    def peek(self) -> str:
        """Returns the unquoted word at this place if it is one whole token, else ``""``."""
        self.blanks()
        match = _PLAIN.match(self.text, self.pos)
        if match is None or (match.end() < len(self.text) and self.text[match.end()] not in META):
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

    # --- commands ----------------------------------------------------------------------------------------------

    def sequence(self) -> Node:
        """Parses commands up to a closing word, ``)``, ``;;`` or the end, which is not consumed."""
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
        """Parses a sequence that must not be empty."""
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
                commands[-1] = Redirected(commands[-1], (Redirect(2, ">&", (Literal("1", False),)),))
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
            return CountingFor(start, test, step, self.do_body())
        match = NAME.match(self.text, self.pos)
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
                here = self.pos < len(self.text) and self.text[self.pos] not in META
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
        redirects: list[Redirect] = []
        while True:
            self.blanks()
            redirect = self.redirect()
            if redirect is None:
                return tuple(redirects)
            redirects.append(redirect)

    def redirect(self) -> Redirect | None:
        match = _REDIRECT.match(self.text, self.pos)
        if match is None:
            return None
        if self.text.startswith("<(", match.start()):
            return None  # a word
        if self.text.startswith(">(", match.start()):
            self.fail("process substitution >( ) is not supported by this shell")
        self.pos = match.end()
        operator = match[2] or match[3]
        fd = int(match[1][-3:]) if match[1] else (0 if operator.startswith("<") else 1)
        word = self.word()
        if word is None:
            self.unexpected()
        if operator in ("<<", "<<-"):
            quoted = not all(type(part) is Literal and not part.quoted for part in word)
            redirect = Redirect(fd, "<<", ())
            delimiter = "".join(part.text for part in word if type(part) is Literal)
            self.pending.append(HereDocument(redirect, delimiter, quoted, operator == "<<-"))
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
        if operator in UNARY_TESTS:
            mark = self.pos
            self.pos += len(operator)
            if self.peek() not in _CONDITIONS and self.peek() != "]]" and (word := self.word()) is not None:
                return Condition(operator, (word,))
            self.pos = mark
        left = self.word()
        if left is None:
            self.unexpected()
        operator = self.peek()
        if not operator and (self.symbol("<") or self.symbol(">")):
            operator = self.text[self.pos - 1]
        elif operator in _CONDITIONS:
            self.pos += len(operator)
        else:
            return Condition("-n", (left,))
        right = self.word(parens=operator == "=~")
        if right is None:
            self.unexpected()
        return Condition("==" if operator == "=" else operator, (left, right))
