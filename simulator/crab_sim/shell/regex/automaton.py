"""A matcher in time linear in the text: an automaton that follows all alternatives at once."""

from __future__ import annotations

from typing import Final, NamedTuple

from crab_sim.machine.work import Budget
from crab_sim.shell.errors import CommandError
from crab_sim.shell.regex.tree import Choice, Group, Mark, Node, Repeat, Sequenced, Set

_MAX_PROGRAM: Final = 4_000
_STEP: Final = 1 / 100


class Instruction(NamedTuple):
    """One instruction of the automaton.

    Attributes:
        op: ``set`` consumes a character, ``mark`` tests a place, ``save`` notes the position in register `x`, ``jump``
            goes to `x`, ``split`` goes to `x` and, less preferred, to `y`, ``match`` ends.
        x: the first operand.
        y: the second operand.
        node: the set or the mark.
    """

    op: str
    x: int = 0
    y: int = 0
    node: Node | None = None


def compile_program(tree: Node) -> list[Instruction]:
    """Compiles a syntax tree to the program of an automaton."""
    program: list[Instruction] = []
    _emit(program, Group(0, tree))
    program.append(Instruction("match"))
    return program


def _emit(program: list[Instruction], node: Node) -> None:
    if len(program) > _MAX_PROGRAM:
        raise CommandError("Regular expression too big", 2)
    if isinstance(node, Set):
        program.append(Instruction("set", node=node))
    elif isinstance(node, Mark):
        program.append(Instruction("mark", node=node))
    elif isinstance(node, Group):
        program.append(Instruction("save", node.number * 2))
        _emit(program, node.node)
        program.append(Instruction("save", node.number * 2 + 1))
    elif isinstance(node, Sequenced):
        for child in node.nodes:
            _emit(program, child)
    elif isinstance(node, Choice):
        jumps: list[int] = []
        for child in node.nodes[:-1]:
            fork = len(program)
            program.append(Instruction("split"))
            _emit(program, child)
            jumps.append(len(program))
            program.append(Instruction("jump"))
            program[fork] = Instruction("split", fork + 1, len(program))
        _emit(program, node.nodes[-1])
        for jump in jumps:
            program[jump] = Instruction("jump", len(program))
    elif isinstance(node, Repeat):
        _emit_repeat(program, node)


def _emit_repeat(program: list[Instruction], node: Repeat) -> None:
    for _ in range(node.minimum):
        _emit(program, node.node)
    if node.maximum is None:
        fork = len(program)
        program.append(Instruction("split"))
        _emit(program, node.node)
        program.append(Instruction("jump", fork))
        program[fork] = _fork(fork + 1, len(program), node.lazy)
        return
    forks: list[int] = []
    for _ in range(node.maximum - node.minimum):
        forks.append(len(program))
        program.append(Instruction("split"))
        _emit(program, node.node)
    for fork in forks:
        program[fork] = _fork(fork + 1, len(program), node.lazy)


def _fork(inside: int, behind: int, lazy: bool) -> Instruction:
    """Returns the instruction that prefers one more repetition or, if lazy, none."""
    return Instruction("split", behind, inside) if lazy else Instruction("split", inside, behind)


def simulate(
    program: list[Instruction], groups: int, text: str, start: int, ignore_case: bool, longest: bool, budget: Budget
) -> tuple[tuple[int, int], ...] | None:
    """Searches for the leftmost match: runs all threads in step over the text, the preferred one first.

    Args:
        program: the automaton.
        groups: number of groups.
        text: the text.
        start: the first position tried.
        ignore_case: letters match both cases.
        longest: prefer the longest match to the first alternative.
        budget: pays for the work.

    Returns:
        (start, end) of the match and of each group, or None.
    """
    best: tuple[int, ...] | None = None
    threads: list[tuple[int, tuple[int, ...]]] = []
    empty = (-1,) * (2 * groups + 2)
    for pos in range(start, len(text) + 1):
        if best is None:
            threads.append((0, empty))
        if not threads:
            break
        ready, work = _follow(program, threads, text, pos)
        budget.charge((work + len(ready)) * _STEP)
        char = text[pos] if pos < len(text) else ""
        threads = []
        for pc, saved in ready:
            instruction = program[pc]
            if instruction.op == "match":
                if best is None or not longest or (-saved[0], saved[1]) > (-best[0], best[1]):
                    best = saved
                if not longest:
                    break
            elif char and _matches(instruction.node, char, ignore_case):
                threads.append((pc + 1, saved))
        if longest and best is not None:
            threads = [(pc, saved) for pc, saved in threads if saved[0] <= best[0]]
    if best is None:
        return None
    return tuple((best[2 * g], best[2 * g + 1]) for g in range(groups + 1))


def _follow(
    program: list[Instruction], threads: list[tuple[int, tuple[int, ...]]], text: str, pos: int
) -> tuple[list[tuple[int, tuple[int, ...]]], int]:
    """Follows the instructions that consume nothing; returns the threads that then wait, and the work."""
    ready: list[tuple[int, tuple[int, ...]]] = []
    seen: set[int] = set()
    stack = threads[::-1]
    work = 0
    while stack:
        pc, saved = stack.pop()
        if pc in seen:
            continue
        seen.add(pc)
        work += 1
        op, x, y, node = program[pc]
        if op == "jump":
            stack.append((x, saved))
        elif op == "split":
            stack += ((y, saved), (x, saved))
        elif op == "save":
            stack.append((pc + 1, (*saved[:x], pos, *saved[x + 1 :])))
        elif op == "mark":
            assert isinstance(node, Mark)
            if _holds(node.kind, text, pos):
                stack.append((pc + 1, saved))
        else:
            ready.append((pc, saved))
    return ready, work


def _holds(kind: str, text: str, pos: int) -> bool:
    if kind == "^":
        return pos == 0
    if kind == "$":
        return pos == len(text)
    if kind == "start":
        return pos == 0 or text[pos - 1] == "\n"
    if kind == "end":
        return pos == len(text) or text[pos] == "\n"
    before = pos > 0 and _is_word(text[pos - 1])
    after = pos < len(text) and _is_word(text[pos])
    return {
        "b": before != after,
        "B": before == after,
        "<": after and not before,
        ">": before and not after,
        "edge": not (before and after),
    }[kind]


def _is_word(char: str) -> bool:
    return char == "_" or char.isalnum()


def _matches(node: Node | None, char: str, ignore_case: bool) -> bool:
    assert isinstance(node, Set)
    variants = {char, char.lower(), char.upper()} if ignore_case else (char,)
    return any(low <= variant <= high for low, high in node.ranges for variant in variants) != node.negated
