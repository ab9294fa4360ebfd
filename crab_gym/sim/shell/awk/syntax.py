"""The syntax of ``awk``: text to a tree of tuples, each with its kind first."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple, TypeAlias

from crab_gym.sim.shell.context import CommandError
from crab_gym.sim.shell.lang.escapes import unescape

# A node is a tuple: its kind, then what the kind needs. Kinds are listed where they are run, in awk.py.
Node: TypeAlias = tuple[Any, ...]

FUNCTIONS: Final = frozenset(
    "length substr index split sub gsub gensub match sprintf tolower toupper int sqrt exp log sin cos atan2 rand srand"
    " system close fflush strftime systime".split()
)
"""The built-in functions."""
_KEYWORDS: Final = frozenset(
    "BEGIN END if else while do for in print printf next exit break continue delete return function func".split()
)
_TOKEN = re.compile(
    r"(?P<space>(?:[ \t\r]|\\\n|#[^\n]*)+)|(?P<newline>\n)|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)"
    r'|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<name>[A-Za-z_]\w*)'
    r"|(?P<op>\+\+|--|\*\*=|[-+*/%^]=|\*\*|==|!=|<=|>=|&&|\|\||!~|>>|[-+*/%^!<>=?:~$(){}\[\],;|])",
    re.DOTALL | re.ASCII,
)
_REGEX = re.compile(r"(?:\\.|\[\^?\]?(?:\[:\w+:\]|[^]\n])*\]|[^/\\\n\[])*/")
_BINARY: Final = {
    "||": 2, "&&": 3, "in": 4, "~": 5, "!~": 5, "<": 6, "<=": 6, "==": 6, "!=": 6, ">": 6, ">=": 6,
    "+": 8, "-": 8, "*": 9, "/": 9, "%": 9,
}  # fmt: skip
_CONCAT: Final = 7
_ASSIGN: Final = frozenset({"=", "+=", "-=", "*=", "/=", "%=", "^=", "**="})
_MAX_NESTING: Final = 25


class Rule(NamedTuple):
    """``pattern { action }``; `kind` is ``BEGIN``, ``END``, ``line`` or ``range``, `action` None for printing."""

    kind: str
    first: Node | None
    second: Node | None
    action: Node | None


class Program(NamedTuple):
    """Rules in order, and functions: name to (parameters, body)."""

    rules: tuple[Rule, ...]
    functions: dict[str, tuple[tuple[str, ...], Node]]


class _Token(NamedTuple):
    kind: str
    text: str
    spaced: bool


def parse_awk(text: str) -> Program:
    """Parses a program.

    Raises:
        CommandError: a syntax error; status 2.
    """
    return _Parser(text).program()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.pos = 0
        self.nesting = 0
        self.no_in = False
        self.no_greater = False
        self.functions: dict[str, tuple[tuple[str, ...], Node]] = {}
        self.token = _Token("newline", "", False)
        self.advance()

    # --- tokens ------------------------------------------------------------------------------------------------

    def advance(self) -> None:
        spaced = False
        while True:
            if self.pos >= len(self.text):
                self.token = _Token("end", "", spaced)
                return
            match = _TOKEN.match(self.text, self.pos)
            if match is None:
                raise self.error()
            self.pos = match.end()
            if match.lastgroup != "space":
                break
            spaced = True
        kind, text = match.lastgroup or "", match.group()
        if kind == "name" and text in _KEYWORDS:
            kind = "keyword"
        self.token = _Token(kind, text, spaced)

    def error(self) -> CommandError:
        line = self.text.count("\n", 0, self.pos) + 1
        near = self.text[max(0, self.pos - len(self.token.text)) :].split("\n")[0][:40] or "end of program"
        return CommandError(f"syntax error at source line {line}: near {near}", 2)

    def at(self, *texts: str) -> bool:
        return self.token.kind in ("op", "keyword", "newline") and self.token.text in texts

    def accept(self, text: str) -> bool:
        if self.at(text):
            self.advance()
            return True
        return False

    def expect(self, text: str) -> None:
        if not self.accept(text):
            raise self.error()

    def newlines(self) -> None:
        while self.at("\n", ";"):
            self.advance()

    def soft(self) -> None:
        """Skips newlines where a line may go on."""
        while self.at("\n"):
            self.advance()

    # --- rules and statements ----------------------------------------------------------------------------------

    def program(self) -> Program:
        rules: list[Rule] = []
        self.newlines()
        while self.token.kind != "end":
            if self.at("function", "func"):
                self.function()
            else:
                rules.append(self.rule())
            self.newlines()
        return Program(tuple(rules), self.functions)

    def function(self) -> None:
        self.advance()
        name = self.name()
        self.expect("(")
        parameters: list[str] = []
        while not self.accept(")"):
            parameters.append(self.name())
            if not self.at(")"):
                self.expect(",")
                self.soft()
        self.soft()
        self.functions[name] = (tuple(parameters), self.block())

    def name(self) -> str:
        if self.token.kind != "name":
            raise self.error()
        name = self.token.text
        self.advance()
        return name

    def rule(self) -> Rule:
        if self.at("BEGIN", "END"):
            kind = self.token.text
            self.advance()
            self.soft()
            return Rule(kind, None, None, self.block())
        first = second = None
        if not self.at("{"):
            first = self.expression()
            if self.accept(","):
                self.soft()
                second = self.expression()
        action = self.block() if self.at("{") else None
        return Rule("range" if second is not None else "line", first, second, action)

    def block(self) -> Node:
        self.expect("{")
        self.enter()
        body: list[Node] = []
        self.newlines()
        while not self.accept("}"):
            if self.token.kind == "end":
                raise self.error()
            body.append(self.statement())
            self.newlines()
        self.nesting -= 1
        return ("block", tuple(body))

    def enter(self) -> None:
        self.nesting += 1
        if self.nesting > _MAX_NESTING:
            raise CommandError("program is nested too deeply", 2)

    def body(self) -> Node:
        self.soft()
        if self.accept(";"):
            return ("block", ())
        self.enter()
        made = self.statement()
        self.nesting -= 1
        return made

    def statement(self) -> Node:
        if self.at("{"):
            return self.block()
        if self.token.kind == "keyword" and (parse := getattr(self, f"on_{self.token.text}", None)):
            self.advance()
            made: Node = parse()
        else:
            made = self.simple()
        return made

    def end(self) -> None:
        if not self.at("}") and self.token.kind != "end" and not self.accept(";") and not self.accept("\n"):
            raise self.error()

    def simple(self) -> Node:
        made = self.unended()
        self.end()
        return made

    def unended(self) -> Node:
        if self.at("delete"):
            self.advance()
            name = self.name()
            return ("delete", name, self.subscript() if self.at("[") else None)
        if self.at("print", "printf"):
            kind = self.token.text
            self.advance()
            return self.printing(kind)
        return ("do", self.expression())

    def on_print(self) -> Node:
        made = self.printing("print")
        self.end()
        return made

    def on_printf(self) -> Node:
        made = self.printing("printf")
        self.end()
        return made

    def printing(self, kind: str) -> Node:
        saved, self.no_greater = self.no_greater, True
        arguments: list[Node] = []
        if not self.at("\n", ";", "}", ">", ">>", "|") and self.token.kind != "end":
            arguments = self.list_until_end()
        self.no_greater = saved
        target: Node | None = None
        mode = ""
        if self.at(">", ">>", "|"):
            mode = self.token.text
            self.advance()
            target = self.climb(_CONCAT + 1)
        if kind == "printf" and not arguments:
            raise self.error()
        if len(arguments) == 1 and arguments[0][0] == "list":
            arguments = list(arguments[0][1])
        return (kind, tuple(arguments), mode, target)

    def list_until_end(self) -> list[Node]:
        arguments = [self.expression()]
        while self.accept(","):
            self.soft()
            arguments.append(self.expression())
        return arguments

    def on_if(self) -> Node:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        then = self.body()
        mark = self.pos, self.token
        self.newlines()
        if self.accept("else"):
            return ("if", test, then, self.body())
        self.pos, self.token = mark
        return ("if", test, then, None)

    def on_while(self) -> Node:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return ("while", test, self.body())

    def on_do(self) -> Node:
        body = self.body()
        self.newlines()
        self.expect("while")
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return ("dowhile", body, test)

    def on_for(self) -> Node:
        self.expect("(")
        found = (
            re.compile(r"\s*in\s+([A-Za-z_]\w*)\s*\)").match(self.text, self.pos) if self.token.kind == "name" else None
        )
        if found:
            name = self.token.text
            self.pos = found.end()
            self.advance()
            return ("forin", name, found[1], self.body())
        start = None if self.at(";") else self.unended()
        self.expect(";")
        self.soft()
        test = None if self.at(";") else self.expression()
        self.expect(";")
        self.soft()
        step = None if self.at(")") else self.unended()
        self.expect(")")
        return ("for", start, test, step, self.body())

    def on_next(self) -> Node:
        self.end()
        return ("next",)

    def on_break(self) -> Node:
        self.end()
        return ("break",)

    def on_continue(self) -> Node:
        self.end()
        return ("continue",)

    def on_exit(self) -> Node:
        return self.with_value("exit")

    def on_return(self) -> Node:
        return self.with_value("return")

    def with_value(self, kind: str) -> Node:
        value = None if self.at(";", "\n", "}") or self.token.kind == "end" else self.expression()
        self.end()
        return (kind, value)

    # --- expressions -------------------------------------------------------------------------------------------

    def expression(self) -> Node:
        self.enter()
        left = self.ternary()
        if self.token.kind == "op" and self.token.text in _ASSIGN and left[0] in ("name", "field", "item"):
            operator = self.token.text[:-1].replace("**", "^")
            self.advance()
            self.soft()
            left = ("assign", left, operator, self.expression())
        self.nesting -= 1
        return left

    def ternary(self) -> Node:
        test = self.climb(2)
        if not self.accept("?"):
            return test
        self.soft()
        then = self.expression()
        self.soft()
        self.expect(":")
        self.soft()
        return ("cond", test, then, self.expression())

    def climb(self, least: int) -> Node:
        left = self.unary()
        while True:
            token = self.token
            rank = _BINARY.get(token.text, 0) if token.kind in ("op", "keyword") else 0
            if rank and not (token.text == ">" and self.no_greater):
                if rank < least:
                    return left
                self.advance()
                self.soft()
                left = self.binary(token.text, left, rank)
            elif least <= _CONCAT and self.starts_operand():
                pieces = [left]
                while self.starts_operand():
                    pieces.append(self.climb(_CONCAT + 1))
                left = ("concat", tuple(pieces))
            else:
                return left

    def binary(self, operator: str, left: Node, rank: int) -> Node:
        if operator == "in":
            name = self.name()
            return ("in", left[1] if left[0] == "list" else (left,), name)
        right = self.climb(rank + 1)
        if operator in ("~", "!~"):
            return ("match", left, right, operator == "!~")
        return ("and" if operator == "&&" else "or" if operator == "||" else "binary", operator, left, right)

    def starts_operand(self) -> bool:
        kind, text, _ = self.token
        return kind in ("number", "string", "name") or (kind == "op" and text in ("$", "!", "(", "-", "+", "++", "--"))

    def unary(self) -> Node:
        self.enter()
        try:
            for operator in ("!", "-", "+"):
                if self.accept(operator):
                    return ("unary", operator, self.unary())
            return self.power()
        finally:
            self.nesting -= 1

    def power(self) -> Node:
        base = self.postfix()
        if self.accept("^") or self.accept("**"):
            return ("binary", "^", base, self.unary())
        return base

    def postfix(self) -> Node:
        for operator in ("++", "--"):
            if self.accept(operator):
                return ("step", self.lvalue(self.primary()), operator, True)
        made = self.primary()
        if self.at("++", "--") and made[0] in ("name", "field", "item"):
            operator = self.token.text
            self.advance()
            return ("step", made, operator, False)
        return made

    def lvalue(self, node: Node) -> Node:
        if node[0] not in ("name", "field", "item"):
            raise self.error()
        return node

    def primary(self) -> Node:
        kind, text, _ = self.token
        if kind == "number":
            self.advance()
            return ("number", float(text[:300]))
        if kind == "string":
            self.advance()
            return ("string", unescape(text[1:-1].replace('\\"', '"').replace("\\/", "/"))[0])
        if self.at("/", "/="):
            found = _REGEX.match(self.text, self.pos - (text == "/="))
            if found is None:
                raise self.error()
            if text == "/=":
                found = _REGEX.match(self.text, self.pos - 1)
                assert found is not None
            self.pos = found.end()
            self.advance()
            return ("regex", found[0][:-1].replace("\\/", "/"))
        if self.accept("$"):
            self.enter()
            inner = ("unary", "-", self.primary()) if self.accept("-") else self.postfix_free()
            self.nesting -= 1
            return ("field", inner)
        if self.accept("("):
            return self.parentheses()
        if kind == "name":
            return self.named()
        raise self.error()

    def postfix_free(self) -> Node:
        if self.at("++", "--"):
            return self.postfix()
        return self.primary()

    def parentheses(self) -> Node:
        saved, self.no_greater = self.no_greater, False
        items = [self.expression()]
        while self.accept(","):
            self.soft()
            items.append(self.expression())
        self.expect(")")
        self.no_greater = saved
        return ("group", items[0]) if len(items) == 1 else ("list", tuple(items))

    def subscript(self) -> tuple[Node, ...]:
        self.expect("[")
        items = [self.expression()]
        while self.accept(","):
            items.append(self.expression())
        self.expect("]")
        return tuple(items)

    def named(self) -> Node:
        name = self.name()
        called = self.at("(") and (name in FUNCTIONS or not self.token.spaced)
        if called:
            self.advance()
            saved, self.no_greater = self.no_greater, False
            arguments: list[Node] = []
            self.soft()
            while not self.accept(")"):
                arguments.append(self.expression())
                self.soft()
                if not self.at(")"):
                    self.expect(",")
                    self.soft()
            self.no_greater = saved
            return ("call", name, tuple(arguments))
        if name == "length":
            return ("call", name, ())
        if self.at("["):
            return ("item", name, self.subscript())
        return ("name", name)
