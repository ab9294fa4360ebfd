"""Compiling statements."""

from __future__ import annotations

import ast
from typing import Final

from crab_sim.shell.python.code import Code
from crab_sim.shell.python.compiler.base import Size, Unsupported
from crab_sim.shell.python.compiler.blocks import BlockCompiler
from crab_sim.shell.python.compiler.expressions import BINARY
from crab_sim.shell.python.scopes import Names

_MAX_DECORATORS: Final = 20


class StatementCompiler(BlockCompiler):
    """Compiles statements without blocks, functions and classes; loops and ``try`` are in `BlockCompiler`."""

    def _stmt_Expr(self, node: ast.Expr) -> None:
        self.expression(node.value)
        self.emit("pop")

    def _stmt_Pass(self, node: ast.Pass) -> None:
        return

    def _stmt_Global(self, node: ast.Global) -> None:
        return

    def _stmt_Nonlocal(self, node: ast.Nonlocal) -> None:
        place = (self.code.file, node.lineno, node.col_offset + 1, None)
        if self.code.kind == "module":
            raise SyntaxError("nonlocal declaration not allowed at module level", place)
        for name in node.names:
            if self.names.resolve(name)[0] != "outer":
                raise SyntaxError(f"no binding for nonlocal '{name}' found", place)

    def _stmt_Assign(self, node: ast.Assign) -> None:
        self.expression(node.value)
        for target in node.targets[:-1]:
            self.emit("copy")
            self.assign(target)
        self.assign(node.targets[-1])

    def _stmt_AnnAssign(self, node: ast.AnnAssign) -> None:
        if self.code.kind == "class" and isinstance(node.target, ast.Name):
            self.emit("note_field", node.target.id)
        if node.value is not None:
            self.expression(node.value)
            self.assign(node.target)

    def _stmt_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        operator = BINARY[type(node.op)]
        if isinstance(target, ast.Name):
            self.load(target.id)
            self.expression(node.value)
            self.emit("binary_in_place", operator)
            self.store(target.id)
        elif isinstance(target, ast.Attribute):
            self.expression(target.value)
            self.emit("copy")
            self.emit("attribute", target.attr)
            self.expression(node.value)
            self.emit("binary_in_place", operator)
            self.emit("swap")
            self.emit("set_attribute", target.attr)
        else:
            self.expression(target.value)
            self.expression(target.slice)
            self.emit("copy_two")
            self.emit("item")
            self.expression(node.value)
            self.emit("binary_in_place", operator)
            self.emit("rotate")
            self.emit("set_item")

    def _stmt_Delete(self, node: ast.Delete) -> None:
        pending = list(reversed(node.targets))
        while pending:
            target = pending.pop()
            if isinstance(target, ast.Name):
                self.delete(target.id)
            elif isinstance(target, ast.Attribute):
                self.expression(target.value)
                self.emit("delete_attribute", target.attr)
            elif isinstance(target, ast.Subscript):
                self.expression(target.value)
                self.expression(target.slice)
                self.emit("delete_item")
            elif isinstance(target, (ast.Tuple, ast.List)):
                pending += reversed(target.elts)

    def _stmt_Assert(self, node: ast.Assert) -> None:
        self.expression(node.test)
        end = self.emit("jump_if_true")
        self.emit("constant", AssertionError)
        if node.msg is not None:
            self.expression(node.msg)
        self.emit("call", (int(node.msg is not None), ()))
        self.emit("raise_value", 1)
        self.patch(end)

    def _stmt_Raise(self, node: ast.Raise) -> None:
        parts = [part for part in (node.exc, node.cause) if part is not None]
        for part in parts:
            self.expression(part)
        self.at(node)
        self.emit("raise_value", len(parts))

    def _stmt_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.emit("import_module", alias.name)
            if alias.asname is None:
                self.emit("first_module", alias.name.partition(".")[0])
            self.store(alias.asname or alias.name.partition(".")[0])

    def _stmt_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:
            self.emit("constant", ImportError)
            self.emit("constant", "attempted relative import with no known parent package")
            self.emit("call", (1, ()))
            self.emit("raise_value", 1)
            return
        if node.module == "__future__":
            return
        self.emit("import_module", node.module)
        for alias in node.names:
            if alias.name == "*":
                self.emit("import_all")
                continue
            self.emit("import_name", alias.name)
            self.store(alias.asname or alias.name)
        self.emit("pop")

    # --- functions and classes ---------------------------------------------------------------------------------

    def _stmt_FunctionDef(self, node: ast.FunctionDef) -> None:
        for decorator in node.decorator_list:
            self.expression(decorator)
        inner = self.child(node, node.name)
        assert isinstance(inner, StatementCompiler)
        inner.code.parameters = self.parameters(node.args)
        inner.code.doc = ast.get_docstring(node)
        inner.body(node.body)
        inner.emit("constant", None)
        inner.emit("return_value")
        self.emit("make_function", inner.code)
        self._decorate(node)

    def _stmt_ClassDef(self, node: ast.ClassDef) -> None:
        if node.keywords:
            raise Unsupported("metaclasses", node.lineno)
        for decorator in node.decorator_list:
            self.expression(decorator)
        inner = self.child(node, node.name)
        assert isinstance(inner, StatementCompiler)
        inner.code.doc = ast.get_docstring(node)
        inner.body(node.body)
        inner.emit("constant", None)
        inner.emit("return_value")
        self.starred(node.bases)
        self.emit("make_class", inner.code)
        self._decorate(node)

    def _decorate(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        if len(node.decorator_list) > _MAX_DECORATORS:
            raise Unsupported("so many decorators", node.lineno)
        for _ in node.decorator_list:
            self.emit("call", (1, ()))
        self.store(node.name)

    def _stmt_Return(self, node: ast.Return) -> None:
        self._inside_function("return", node)
        if node.value is None:
            self.emit("constant", None)
        else:
            self.expression(node.value)
        self.leave(0, value=True)
        self.emit("return_value")


def compile_module(tree: ast.Module, file: str, name: str = "<module>") -> Code:
    """Returns the code of a program.

    Args:
        tree: the program.
        file: its file's name, for tracebacks.
        name: the name of the frame, for tracebacks.

    Raises:
        Unsupported: it uses syntax beyond the subset.
        SyntaxError: a statement is in a place where it can't be.
        RecursionError: expressions are nested too deeply.
    """
    compiler = StatementCompiler(Names(tree, None), Code(name, file, "module"), Size())
    compiler.code.doc = ast.get_docstring(tree)
    compiler.body(tree.body)
    compiler.emit("constant", None)
    compiler.emit("return_value")
    return compiler.code
