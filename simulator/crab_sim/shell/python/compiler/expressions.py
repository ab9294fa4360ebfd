"""Compiling expressions: each leaves one value on the stack."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Final

from crab_sim.shell.python.code import Code, Parameters
from crab_sim.shell.python.compiler.base import Builder, Unsupported
from crab_sim.shell.python.scopes import COMPREHENSIONS, Names

BINARY: Final = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.LShift: "<<", ast.RShift: ">>", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.MatMult: "@",
}  # fmt: skip
_UNARY: Final = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not"}
_COMPARE: Final = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is",
    ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


class ExpressionCompiler(Builder):
    """Compiles expressions; `StatementCompiler` adds statements."""

    def expression(self, node: ast.expr) -> None:
        """Compiles an expression.

        Raises:
            Unsupported: it is not part of the subset.
        """
        self.at(node)
        method = getattr(self, "_expr_" + type(node).__name__, None)
        if method is None:
            raise Unsupported(f"support for {_words(node)}", self.line)
        method(node)

    def child(self, node: ast.FunctionDef | ast.Lambda | ast.ClassDef, name: str) -> ExpressionCompiler:
        """Returns a compiler for the code of an inner scope."""
        kind = "class" if isinstance(node, ast.ClassDef) else "function"
        builder = type(self)(Names(node, self.names), Code(name, self.code.file, kind, self.code), self.size)
        builder.line = self.line
        builder.code.generator = builder.names.generator
        return builder

    def _expr_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, complex):
            raise Unsupported("complex numbers", self.line)
        self.emit("constant", node.value)

    def _expr_Name(self, node: ast.Name) -> None:
        self.load(node.id)

    def _expr_BinOp(self, node: ast.BinOp) -> None:
        self.expression(node.left)
        self.expression(node.right)
        self.at(node)
        self.emit("binary", BINARY[type(node.op)])

    def _expr_UnaryOp(self, node: ast.UnaryOp) -> None:
        self.expression(node.operand)
        self.emit("unary", _UNARY[type(node.op)])

    def _expr_BoolOp(self, node: ast.BoolOp) -> None:
        jumps = []
        for value in node.values[:-1]:
            self.expression(value)
            jumps.append(self.emit("jump_if_false_or_pop" if isinstance(node.op, ast.And) else "jump_if_true_or_pop"))
        self.expression(node.values[-1])
        self.patch(*jumps)

    def _expr_Compare(self, node: ast.Compare) -> None:
        self.expression(node.left)
        jumps = []
        for operator, right in zip(node.ops[:-1], node.comparators[:-1], strict=True):
            self.expression(right)
            self.emit("keep_right")
            self.emit("compare", _COMPARE[type(operator)])
            jumps.append(self.emit("jump_if_false_or_pop"))
        self.expression(node.comparators[-1])
        self.emit("compare", _COMPARE[type(node.ops[-1])])
        if jumps:
            end = self.emit("jump")
            self.patch(*jumps)
            self.emit("swap")
            self.emit("pop")
            self.patch(end)

    def _expr_IfExp(self, node: ast.IfExp) -> None:
        self.expression(node.test)
        otherwise = self.emit("jump_if_false")
        self.expression(node.body)
        end = self.emit("jump")
        self.patch(otherwise)
        self.expression(node.orelse)
        self.patch(end)

    def _expr_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.expression(node.value)
        self.emit("copy")
        if not isinstance(self.names.node, COMPREHENSIONS):
            self.store(node.target.id)
            return
        scope: Names | None = self.names
        hops = 0
        while scope is not None and isinstance(scope.node, COMPREHENSIONS):
            scope, hops = scope.parent, hops + 1
        place, more = scope.resolve(node.target.id) if scope is not None else ("global", 0)
        if place == "global":
            self.emit("store_global", node.target.id)
        else:
            self.emit("store_outer", (node.target.id, hops + more))

    def _expr_Attribute(self, node: ast.Attribute) -> None:
        self.expression(node.value)
        self.at(node)
        self.emit("attribute", node.attr)

    def _expr_Subscript(self, node: ast.Subscript) -> None:
        self.expression(node.value)
        self.expression(node.slice)
        self.at(node)
        self.emit("item")

    def _expr_Slice(self, node: ast.Slice) -> None:
        for part in (node.lower, node.upper, node.step):
            if part is None:
                self.emit("constant", None)
            else:
                self.expression(part)
        self.emit("slice")

    def _expr_Starred(self, node: ast.Starred) -> None:
        raise SyntaxError("can't use starred expression here", (self.code.file, node.lineno, node.col_offset + 1, None))

    # --- containers --------------------------------------------------------------------------------------------

    def _expr_Tuple(self, node: ast.Tuple) -> None:
        self._sequence(node.elts, "tuple")

    def _expr_List(self, node: ast.List) -> None:
        self._sequence(node.elts, "list")

    def _expr_Set(self, node: ast.Set) -> None:
        self._sequence(node.elts, "set")

    def _sequence(self, nodes: Sequence[ast.expr], kind: str) -> None:
        if not any(isinstance(node, ast.Starred) for node in nodes):
            for node in nodes:
                self.expression(node)
            self.emit(f"make_{kind}", len(nodes))
            return
        self.starred(nodes)
        if kind != "list":
            self.emit(f"list_to_{kind}")

    def starred(self, nodes: Sequence[ast.expr]) -> None:
        """Compiles expressions, some with a star, to one list."""
        self.emit("make_list", 0)
        for node in nodes:
            if isinstance(node, ast.Starred):
                self.expression(node.value)
                self.emit("extend_list")
            else:
                self.expression(node)
                self.emit("add_to_list", 1)

    def _expr_Dict(self, node: ast.Dict) -> None:
        self.emit("make_dict")
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.expression(value)
                self.emit("merge_dict", "")
            else:
                self.expression(key)
                self.expression(value)
                self.emit("add_to_dict", 1)

    # --- texts -------------------------------------------------------------------------------------------------

    def _expr_JoinedStr(self, node: ast.JoinedStr) -> None:
        for value in node.values:
            if isinstance(value, ast.Constant):
                self.emit("constant", value.value)
            else:
                self.expression(value)
        self.emit("join", len(node.values))

    def _expr_FormattedValue(self, node: ast.FormattedValue) -> None:
        self.expression(node.value)
        if node.format_spec is None:
            self.emit("constant", "")
        else:
            self.expression(node.format_spec)
        self.emit("format", chr(node.conversion) if node.conversion > 0 else "")

    # --- calls -------------------------------------------------------------------------------------------------

    def _expr_Call(self, node: ast.Call) -> None:
        self.expression(node.func)
        if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args and not node.keywords:
            self.emit("call_super")
            return
        names = [keyword.arg for keyword in node.keywords]
        if None in names or any(isinstance(argument, ast.Starred) for argument in node.args):
            self.starred(node.args)
            self.emit("make_dict")
            for keyword in node.keywords:
                if keyword.arg is None:
                    self.expression(keyword.value)
                    self.emit("merge_dict", "keywords")
                else:
                    self.emit("constant", keyword.arg)
                    self.expression(keyword.value)
                    self.emit("add_to_dict", 1)
            self.at(node)
            self.emit("call_with_all")
            return
        for argument in node.args:
            self.expression(argument)
        for keyword in node.keywords:
            self.expression(keyword.value)
        self.at(node)
        self.emit("call", (len(node.args), tuple(name for name in names if name)))

    def _expr_Lambda(self, node: ast.Lambda) -> None:
        inner = self.child(node, "<lambda>")
        inner.code.parameters = self.parameters(node.args)
        inner.expression(node.body)
        inner.emit("return_value")
        self.emit("make_function", inner.code)

    def parameters(self, given: ast.arguments) -> Parameters:
        """Compiles the defaults: a list, then a dict of those that are keyword-only; returns the parameters."""
        self.starred(given.defaults)
        self.emit("make_dict")
        for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
            if default is not None:
                self.emit("constant", argument.arg)
                self.expression(default)
                self.emit("add_to_dict", 1)
        return Parameters(
            tuple(argument.arg for argument in (*given.posonlyargs, *given.args)),
            len(given.posonlyargs),
            tuple(argument.arg for argument in given.kwonlyargs),
            given.vararg.arg if given.vararg else "",
            given.kwarg.arg if given.kwarg else "",
        )

    def _expr_Yield(self, node: ast.Yield) -> None:
        self._inside_function("yield", node)
        if node.value is None:
            self.emit("constant", None)
        else:
            self.expression(node.value)
        self.emit("yield_value")

    def _expr_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._inside_function("yield", node)
        self.expression(node.value)
        self.emit("iterate")
        self.emit("constant", None)
        self.emit("yield_from")

    def _inside_function(self, word: str, node: ast.expr | ast.stmt) -> None:
        if self.code.kind != "function":
            place = (self.code.file, node.lineno, node.col_offset + 1, None)
            raise SyntaxError(f"'{word}' outside function", place)

    # --- comprehensions ----------------------------------------------------------------------------------------

    def _expr_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node, "<listcomp>", "make_list", "add_to_list")

    def _expr_SetComp(self, node: ast.SetComp) -> None:
        self._comprehension(node, "<setcomp>", "make_set", "add_to_set")

    def _expr_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node, "<dictcomp>", "make_dict", "add_to_dict")

    def _expr_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node, "<genexpr>", "", "yield_value")

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp, name: str, make: str, add: str
    ) -> None:
        inner = type(self)(Names(node, self.names), Code(name, self.code.file, "function"), self.size)
        inner.line = self.line
        inner.code.generator = inner.names.generator
        inner.code.parameters = Parameters((".0",))
        if make:
            inner.emit(make, 0)
        inner.emit("load_own", ".0")
        inner.loops(node, node.generators, add)
        if not make:
            inner.emit("constant", None)
        inner.emit("return_value")
        self.emit("make_list", 0)
        self.emit("make_dict")
        self.emit("make_function", inner.code)
        first = node.generators[0]
        if first.is_async:
            raise Unsupported("support for async", self.line)
        self.expression(first.iter)
        self.emit("iterate")
        self.emit("call", (1, ()))

    def loops(self, node: ast.expr, generators: list[ast.comprehension], add: str, depth: int = 1) -> None:
        """Compiles the loops of a comprehension; the iterator of the first one is on the stack.

        Args:
            node: the comprehension.
            generators: its loops that are still to be compiled, the outer one first.
            add: the operation that adds an element to the result.
            depth: the number of iterators above the result on the stack.
        """
        current, rest = generators[0], generators[1:]
        start = self.here
        end = self.emit("next_item")
        self.assign(current.target)
        for condition in current.ifs:
            self.expression(condition)
            self.emit("jump_if_false", start)
        if rest:
            self.expression(rest[0].iter)
            self.emit("iterate")
            self.loops(node, rest, add, depth + 1)
        elif isinstance(node, ast.DictComp):
            self.expression(node.key)
            self.expression(node.value)
            self.emit(add, depth + 1)
        else:
            assert isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp))
            self.expression(node.elt)
            self.emit(add, depth + 1)
            if add == "yield_value":
                self.emit("pop")
        self.emit("jump", start)
        self.patch(end)

    # --- targets -----------------------------------------------------------------------------------------------

    def assign(self, target: ast.expr) -> None:
        """Compiles an assignment of the top of the stack."""
        if isinstance(target, ast.Name):
            self.store(target.id)
        elif isinstance(target, ast.Attribute):
            self.expression(target.value)
            self.emit("set_attribute", target.attr)
        elif isinstance(target, ast.Subscript):
            self.expression(target.value)
            self.expression(target.slice)
            self.emit("set_item")
        elif isinstance(target, (ast.Tuple, ast.List)):
            stars = [index for index, node in enumerate(target.elts) if isinstance(node, ast.Starred)]
            if len(stars) > 1:
                place = (self.code.file, target.lineno, target.col_offset + 1, None)
                raise SyntaxError("multiple starred expressions in assignment", place)
            before = stars[0] if stars else len(target.elts)
            self.emit("unpack", (before, len(target.elts) - before - 1 if stars else -1))
            for node in target.elts:
                self.assign(node.value if isinstance(node, ast.Starred) else node)
        else:
            raise Unsupported("support for this assignment", self.line)


def _words(node: ast.AST) -> str:
    """Returns the name of a kind of syntax in words."""
    name = type(node).__name__
    return "async" if name.startswith(("Async", "Await")) else {"TryStar": "except*", "Match": "match"}.get(name, name)
