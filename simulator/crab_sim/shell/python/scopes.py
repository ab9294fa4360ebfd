"""Scopes of names: which variables a function, a class or a comprehension has of its own."""

from __future__ import annotations

import ast
from typing import Final, TypeAlias

Owner: TypeAlias = (
    ast.Module | ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.ListComp | ast.SetComp | ast.DictComp
    | ast.GeneratorExp
)  # fmt: skip
COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef)


class Names:
    """The names of a scope.

    Attributes:
        node: the syntax tree whose scope it is.
        parent: the scope around it.
        own: names that are bound here.
        globals: names declared ``global``.
        outer: names declared ``nonlocal``.
        generator: whether there is a ``yield``.
    """

    def __init__(self, node: Owner, parent: Names | None) -> None:
        self.node = node
        self.parent = parent
        self.own: set[str] = set()
        self.globals: set[str] = set()
        self.outer: set[str] = set()
        self.generator = isinstance(node, ast.GeneratorExp)
        self._collect()

    @property
    def is_function(self) -> bool:
        """Whether functions inside see its variables."""
        return not isinstance(self.node, (ast.Module, ast.ClassDef))

    def _collect(self) -> None:
        node = self.node
        if isinstance(node, COMPREHENSIONS):
            pending: list[ast.AST] = [generator.target for generator in node.generators]
            while pending:
                target = pending.pop()
                if isinstance(target, ast.Name) and isinstance(target.ctx, ast.Store):
                    self.own.add(target.id)
                pending += ast.iter_child_nodes(target)
            return
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            given = node.args
            arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            self.own.update(argument.arg for argument in arguments if argument is not None)
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        self._visit(list(body))
        self.own -= self.globals | self.outer

    def _visit(self, pending: list[ast.AST]) -> None:
        while pending:
            node = pending.pop()
            if isinstance(node, ast.Name):
                if not isinstance(node.ctx, ast.Load):
                    self.own.add(node.id)
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                self.own.add(node.name)
                pending += node.decorator_list
                if isinstance(node, ast.ClassDef):
                    pending += [*node.bases, *[keyword.value for keyword in node.keywords]]
                else:
                    pending += _defaults(node.args)
            elif isinstance(node, ast.Lambda):
                pending += _defaults(node.args)
            elif isinstance(node, COMPREHENSIONS):
                self._visit_comprehension(node)
                pending.append(node.generators[0].iter)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    self.own.add(alias.asname or alias.name.partition(".")[0])
            elif isinstance(node, ast.Global):
                self.globals.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                self.outer.update(node.names)
            else:
                self.generator |= isinstance(node, (ast.Yield, ast.YieldFrom))
                name = getattr(node, "name", None)
                if isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and name:
                    self.own.add(name)
                if isinstance(node, ast.MatchMapping) and node.rest:
                    self.own.add(node.rest)
                pending += ast.iter_child_nodes(node)

    def _visit_comprehension(self, node: ast.AST) -> None:
        """Finds the assignment expressions of a comprehension: they bind names of the scope around it."""
        pending = list(ast.iter_child_nodes(node))
        while pending:
            inner = pending.pop()
            if isinstance(inner, ast.NamedExpr):
                self.own.add(inner.target.id)
            if not isinstance(inner, ast.Lambda):
                pending += ast.iter_child_nodes(inner)

    def resolve(self, name: str) -> tuple[str, int]:
        """Returns where a name is found, and for ``outer`` how many functions further out.

        The place is ``own`` (this scope), ``outer`` (a function around it), ``class`` (this class, or else a global
        name) or ``global``.
        """
        if name in self.globals or isinstance(self.node, ast.Module):
            return "global", 0
        if name in self.own:
            return ("class" if isinstance(self.node, ast.ClassDef) else "own"), 0
        hops = int(self.is_function)
        scope = self.parent
        while scope is not None:
            if scope.is_function:
                if name in scope.globals:
                    return "global", 0
                if name in scope.own:
                    return "outer", hops
                hops += 1
            scope = scope.parent
        return "global", 0


def _defaults(arguments: ast.arguments) -> list[ast.AST]:
    return [default for default in (*arguments.defaults, *arguments.kw_defaults) if default is not None]
