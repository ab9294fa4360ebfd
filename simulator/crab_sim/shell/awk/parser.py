"""The upper half of the parser of ``awk``: rules, functions and statements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from crab_sim.shell.awk.expression_parser import CONCAT_RANK, ExpressionParser
from crab_sim.shell.awk.tree import (
    Block,
    Break,
    Continue,
    Delete,
    DoWhile,
    Evaluate,
    Exit,
    Expression,
    For,
    ForIn,
    Function,
    If,
    Items,
    Next,
    Print,
    Printf,
    Program,
    Return,
    Rule,
    Statement,
    While,
)

_FOR_IN = re.compile(r"\s*in\s+([A-Za-z_]\w*)\s*\)")


def parse_awk(text: str) -> Program:
    """Parses a program.

    Raises:
        CommandError: a syntax error; status 2.
    """
    return _Parser(text).program()


class _Parser(ExpressionParser):
    """Parses rules, functions and statements; each method reads one construct from the current token on."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.functions: dict[str, Function] = {}

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
        self.functions[name] = Function(tuple(parameters), self.block())

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

    def block(self) -> Block:
        self.expect("{")
        self.enter()
        body: list[Statement] = []
        self.newlines()
        while not self.accept("}"):
            if self.token.kind == "end":
                raise self.error()
            body.append(self.statement())
            self.newlines()
        self.nesting -= 1
        return Block(tuple(body))

    def body(self) -> Statement:
        self.soft()
        if self.accept(";"):
            return Block(())
        self.enter()
        statement = self.statement()
        self.nesting -= 1
        return statement

    def statement(self) -> Statement:
        if self.at("{"):
            return self.block()
        parse = _STATEMENTS.get(self.token.text) if self.token.kind == "keyword" else None
        if parse is None:
            return self.simple()
        self.advance()
        return parse(self)

    def end(self) -> None:
        if not self.at("}") and self.token.kind != "end" and not self.accept(";") and not self.accept("\n"):
            raise self.error()

    def simple(self) -> Statement:
        statement = self.unended()
        self.end()
        return statement

    def unended(self) -> Statement:
        if self.at("delete"):
            self.advance()
            name = self.name()
            return Delete(name, self.subscript() if self.at("[") else None)
        if self.at("print", "printf"):
            kind = self.token.text
            self.advance()
            return self.printing(kind)
        return Evaluate(self.expression())

    def print_statement(self) -> Statement:
        statement = self.printing("print")
        self.end()
        return statement

    def printf_statement(self) -> Statement:
        statement = self.printing("printf")
        self.end()
        return statement

    def printing(self, kind: str) -> Statement:
        saved, self.no_greater = self.no_greater, True
        arguments: list[Expression] = []
        if not self.at("\n", ";", "}", ">", ">>", "|") and self.token.kind != "end":
            arguments = self.list_until_end()
        self.no_greater = saved
        target: Expression | None = None
        mode = ""
        if self.at(">", ">>", "|"):
            mode = self.token.text
            self.advance()
            target = self.climb(CONCAT_RANK)
        if kind == "printf" and not arguments:
            raise self.error()
        given = tuple(arguments)
        if len(given) == 1 and isinstance(given[0], Items):
            given = given[0].items
        return Print(given, mode, target) if kind == "print" else Printf(given, mode, target)

    def list_until_end(self) -> list[Expression]:
        arguments = [self.expression()]
        while self.accept(","):
            self.soft()
            arguments.append(self.expression())
        return arguments

    def if_statement(self) -> Statement:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        then = self.body()
        mark = self.pos, self.token
        self.newlines()
        if self.accept("else"):
            return If(test, then, self.body())
        self.pos, self.token = mark
        return If(test, then, None)

    def while_statement(self) -> Statement:
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return While(test, self.body())

    def do_statement(self) -> Statement:
        body = self.body()
        self.newlines()
        self.expect("while")
        self.expect("(")
        test = self.expression()
        self.expect(")")
        return DoWhile(body, test)

    def for_statement(self) -> Statement:
        self.expect("(")
        match = _FOR_IN.match(self.text, self.pos) if self.token.kind == "name" else None
        if match:
            name = self.token.text
            self.pos = match.end()
            self.advance()
            return ForIn(name, match[1], self.body())
        start = None if self.at(";") else self.unended()
        self.expect(";")
        self.soft()
        test = None if self.at(";") else self.expression()
        self.expect(";")
        self.soft()
        step = None if self.at(")") else self.unended()
        self.expect(")")
        return For(start, test, step, self.body())

    def next_statement(self) -> Statement:
        self.end()
        return Next()

    def break_statement(self) -> Statement:
        self.end()
        return Break()

    def continue_statement(self) -> Statement:
        self.end()
        return Continue()

    def exit_statement(self) -> Statement:
        return Exit(self.optional_value())

    def return_statement(self) -> Statement:
        return Return(self.optional_value())

    def optional_value(self) -> Expression | None:
        value = None if self.at(";", "\n", "}") or self.token.kind == "end" else self.expression()
        self.end()
        return value


_STATEMENTS: Final[dict[str, Callable[[_Parser], Statement]]] = {
    "print": _Parser.print_statement,
    "printf": _Parser.printf_statement,
    "if": _Parser.if_statement,
    "while": _Parser.while_statement,
    "do": _Parser.do_statement,
    "for": _Parser.for_statement,
    "next": _Parser.next_statement,
    "break": _Parser.break_statement,
    "continue": _Parser.continue_statement,
    "exit": _Parser.exit_statement,
    "return": _Parser.return_statement,
}
