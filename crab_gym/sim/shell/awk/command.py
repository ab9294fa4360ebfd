"""``awk``: patterns and actions over the fields of lines."""

from __future__ import annotations

import math
import re
from typing import Final

from crab_gym.sim.shell.awk.store import Store
from crab_gym.sim.shell.awk.syntax import FUNCTIONS, Node, Program, Rule, parse_awk
from crab_gym.sim.shell.awk.values import SIMPLE, UNSET, Input, Value, is_numeric, to_integer, to_number
from crab_gym.sim.shell.commands.times import format_date
from crab_gym.sim.shell.context import (
    MAX_OUTPUT,
    CommandContext,
    CommandError,
    LimitExceeded,
    command,
    decode,
    encode,
    parse_options,
)
from crab_gym.sim.shell.lang.escapes import unescape
from crab_gym.sim.shell.regex.matcher import Regex

_MAX_CALLS: Final = 12


class _Next(Exception):
    """``next``."""


class _Exit(Exception):
    """``exit``."""


class _Jump(Exception):
    """``break`` or ``continue``."""


class _Return(Exception):
    """``return``."""

    def __init__(self, value: Value) -> None:
        super().__init__()
        self.value = value


@command("awk", "gawk", "mawk", "nawk")
def awk(context: CommandContext) -> int:
    """Run PROGRAM's actions on the lines that its patterns choose.

    Usage: awk [-F SEPARATOR] [-v NAME=VALUE]... (PROGRAM | -f FILE) [FILE]...
    """
    assigned = [context.args[i + 1] for i, arg in enumerate(context.args[:-1]) if arg == "-v"]
    assigned += [arg[2:] for arg in context.args if re.match(r"-v\w+=", arg)]
    options = parse_options(
        context, "", "Fvf", {"field-separator": "F", "assign": "v", "file": "f"}, permute=False, status=2
    )
    operands = options.operands
    if "f" in options:
        text = context.read(options["f"]).decode("utf-8", "replace")
    elif operands:
        text, operands = operands[0], operands[1:]
    else:
        raise CommandError("usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]", 2)
    machine = _Machine(context, parse_awk(text))
    if "F" in options:
        machine.variables["FS"] = unescape(options["F"])[0] if options["F"] != "t" else "\t"
    for item in assigned:
        name, equals, value = item.partition("=")
        if not equals or not re.fullmatch(r"[A-Za-z_]\w*", name):
            raise CommandError(f"invalid -v argument: {item}", 2)
        machine.variables[name] = Input(unescape(value)[0])
    return machine.run(operands)


class _Machine(Store):
    def __init__(self, context: CommandContext, program: Program) -> None:
        super().__init__(context)
        self.program = program
        self.active: set[int] = set()
        self.status = 0
        self.opened: dict[str, list[str]] = {}
        self.size = 0
        self.seed = 1

    # --- the main loop -----------------------------------------------------------------------------------------

    def run(self, operands: list[str]) -> int:
        rules = self.program.rules
        try:
            try:
                self.actions([rule for rule in rules if rule.kind == "BEGIN"])
                if any(rule.kind != "BEGIN" for rule in rules):
                    self.records(operands)
            except _Exit:
                pass
            else:
                try:
                    self.actions([rule for rule in rules if rule.kind == "END"])
                except _Exit:
                    pass
        except (_Next, _Jump, _Return):
            raise CommandError("next, break, continue or return used outside of its place", 2) from None
        finally:
            self.flush()
        return self.status

    def actions(self, rules: list[Rule]) -> None:
        for rule in rules:
            if rule.action is not None:
                self.execute(rule.action)

    def records(self, operands: list[str]) -> None:
        files: list[str] = []
        assigns = re.compile(r"([A-Za-z_]\w*)=(.*)", re.DOTALL)
        for operand in operands or ["-"]:
            if found := assigns.fullmatch(operand):
                self.variables[found[1]] = Input(found[2])
            else:
                files.append(operand)
        main = list(enumerate(rule for rule in self.program.rules if rule.kind in ("line", "range")))
        for name, data in self.context.inputs(files or ["-"]):
            self.variables["FILENAME"] = "" if name == "-" else name
            self.variables["FNR"] = 0.0
            for line in self.split_records(decode(data)):
                self.context.charge(0.1)
                self.variables["NR"] = to_number(self.variables["NR"]) + 1
                self.variables["FNR"] = to_number(self.variables["FNR"]) + 1
                self.line, self.fields = line, None
                try:
                    for index, rule in main:
                        self.rule(index, rule)
                except _Next:
                    continue

    def rule(self, index: int, rule: Rule) -> None:
        if rule.kind == "range":
            assert rule.first is not None and rule.second is not None
            if index not in self.active:
                if not self.true(self.value(rule.first)):
                    return
                self.active.add(index)
            if self.true(self.value(rule.second)):
                self.active.discard(index)
        elif rule.first is not None and not self.true(self.value(rule.first)):
            return
        if rule.action is None:
            self.emit(self.line + self.text(self.variables["ORS"]))
        else:
            self.execute(rule.action)

    # --- expressions -------------------------------------------------------------------------------------------

    def key(self, items: tuple[Node, ...]) -> str:
        return self.text(self.variables["SUBSEP"]).join([self.text(self.value(item)) for item in items])

    def assign(self, target: Node, value: Value) -> Value:
        kind = target[0]
        if kind == "name":
            self.put(target[1], value)
        elif kind == "field":
            self.set_field(to_integer(to_number(self.value(target[1]))), self.text(value))
        else:
            array = self.array(target[1])
            array[self.key(target[2])] = value
            self.context.charge(0.005)
        return value

    def value(self, node: Node) -> Value:
        self.context.charge(0.005)
        made: Value = getattr(self, "x_" + node[0])(*node[1:])
        return made

    def x_number(self, value: float) -> Value:
        return value

    def x_string(self, value: str) -> Value:
        return value

    def x_group(self, node: Node) -> Value:
        return self.value(node)

    def x_list(self, items: tuple[Node, ...]) -> Value:
        return self.key(items)

    def x_regex(self, pattern: str) -> Value:
        return float(self.regex(pattern).test(self.line, self.context.shell.budget))

    def x_name(self, name: str) -> Value:
        return self.get(name)

    def x_field(self, node: Node) -> Value:
        return self.field(to_integer(to_number(self.value(node))))

    def x_item(self, name: str, items: tuple[Node, ...]) -> Value:
        return self.array(name).setdefault(self.key(items), UNSET)

    def x_assign(self, target: Node, operator: str, node: Node) -> Value:
        value = self.value(node)
        if operator:
            value = self.arithmetic(operator, to_number(self.value(target)), to_number(value))
        return self.assign(target, value)

    def x_cond(self, test: Node, then: Node, other: Node) -> Value:
        return self.value(then if self.true(self.value(test)) else other)

    def x_and(self, _: str, left: Node, right: Node) -> Value:
        return float(self.true(self.value(left)) and self.true(self.value(right)))

    def x_or(self, _: str, left: Node, right: Node) -> Value:
        return float(self.true(self.value(left)) or self.true(self.value(right)))

    def x_in(self, items: tuple[Node, ...], name: str) -> Value:
        return float(self.key(items) in self.array(name))

    def x_match(self, left: Node, right: Node, negated: bool) -> Value:
        text = self.text(self.value(left))
        return float(self.pattern(right).test(text, self.context.shell.budget) != negated)

    def pattern(self, node: Node) -> Regex:
        """Returns the pattern that a node stands for: a literal one or the text of a value."""
        return self.regex(node[1] if node[0] == "regex" else self.text(self.value(node)))

    def x_concat(self, pieces: tuple[Node, ...]) -> Value:
        return self.checked("".join([self.text(self.value(piece)) for piece in pieces]))

    def x_unary(self, operator: str, node: Node) -> Value:
        value = self.value(node)
        if operator == "!":
            return float(not self.true(value))
        return -to_number(value) if operator == "-" else to_number(value)

    def x_step(self, target: Node, operator: str, before: bool) -> Value:
        old = to_number(self.value(target))
        new = old + (1 if operator == "++" else -1)
        self.assign(target, new)
        return new if before else old

    def x_binary(self, operator: str, left: Node, right: Node) -> Value:
        a, b = self.value(left), self.value(right)
        if operator in ("<", "<=", "==", "!=", ">", ">="):
            return float(self.compare(operator, a, b))
        return self.arithmetic(operator, to_number(a), to_number(b))

    def compare(self, operator: str, a: Value, b: Value) -> bool:
        if is_numeric(a) and is_numeric(b):
            x, y = to_number(a), to_number(b)
            order = (x > y) - (x < y)
        else:
            s, t = self.text(a), self.text(b)
            order = (s > t) - (s < t)
        holds = {"<": order < 0, "<=": order <= 0, "==": order == 0, "!=": order != 0, ">": order > 0, ">=": order >= 0}
        return holds[operator]

    def arithmetic(self, operator: str, a: float, b: float) -> float:
        try:
            if operator == "+":
                return a + b
            if operator == "-":
                return a - b
            if operator == "*":
                return a * b
            if operator == "/":
                return a / b
            if operator == "%":
                return math.fmod(a, b)
            power = a**b
            return power if isinstance(power, float) else math.nan
        except ZeroDivisionError:
            raise CommandError(f"division by zero{' in %' if operator == '%' else ''}", 2) from None
        except (OverflowError, ValueError):
            return math.nan if operator == "%" else math.inf

    # --- functions ---------------------------------------------------------------------------------------------

    def x_call(self, name: str, arguments: tuple[Node, ...]) -> Value:
        if name in self.program.functions:
            return self.call(name, arguments)
        if name not in FUNCTIONS:
            raise CommandError(f"calling undefined function {name}", 2)
        if name in ("sub", "gsub", "gensub", "split", "match", "length"):
            made: Value = getattr(self, "f_" + name)(arguments)
            return made
        values = [self.value(argument) for argument in arguments]
        texts = [self.text(value) for value in values]
        numbers = [to_number(value) for value in values]
        simple = SIMPLE.get(name)
        if simple is None:
            return self.other(name, texts, numbers)
        try:
            made = simple(texts, numbers)
            assert isinstance(made, float | str)
            return made
        except IndexError:
            raise CommandError(f"not enough arguments to {name}", 2) from None
        except (ValueError, OverflowError):
            return math.nan

    def other(self, name: str, texts: list[str], numbers: list[float]) -> Value:
        if name == "sprintf":
            return self.format(texts, numbers)
        if name == "rand":
            self.seed = (self.seed * 1103515245 + 12345) % (1 << 31)
            return self.seed / (1 << 31)
        if name == "srand":
            old, self.seed = (
                self.seed,
                to_integer(numbers[0]) % (1 << 31) if numbers else int(self.context.time()) % (1 << 31),
            )
            return float(old)
        if name == "systime":
            return float(int(self.context.time()))
        if name == "strftime":
            return format_date(texts[0] if texts else "%c", numbers[1] if len(numbers) > 1 else self.context.time())
        if name == "system" and texts:
            self.flush()
            return float(self.context.run(["sh", "-c", texts[0]], b""))
        return 0.0

    def call(self, name: str, arguments: tuple[Node, ...]) -> Value:
        parameters, body = self.program.functions[name]
        if len(self.frames) >= _MAX_CALLS:
            raise CommandError(f"function {name}: calls are nested too deeply", 2)
        values: dict[str, Value] = dict.fromkeys(parameters, UNSET)
        arrays: dict[str, dict[str, Value]] = {}
        for parameter, argument in zip(parameters, arguments, strict=False):
            if argument[0] == "name" and (
                argument[1] in self.arrays or (self.frames and argument[1] in self.frames[-1][1])
            ):
                arrays[parameter] = self.array(argument[1])
            else:
                values[parameter] = self.value(argument)
        self.frames.append((values, arrays))
        try:
            self.execute(body)
        except _Return as done:
            return done.value
        finally:
            self.frames.pop()
        return UNSET

    def f_length(self, arguments: tuple[Node, ...]) -> Value:
        if not arguments:
            return float(len(self.line))
        node = arguments[0]
        if node[0] == "name" and node[1] in self.arrays:
            return float(len(self.array(node[1])))
        return float(len(self.text(self.value(node))))

    def f_split(self, arguments: tuple[Node, ...]) -> Value:
        if len(arguments) < 2 or arguments[1][0] != "name":
            raise CommandError("split: usage: split(text, array [, separator])", 2)
        text = self.text(self.value(arguments[0]))
        if len(arguments) > 2:
            separator = arguments[2][1] if arguments[2][0] == "regex" else self.text(self.value(arguments[2]))
        else:
            separator = self.text(self.variables["FS"])
        array = self.array(arguments[1][1])
        array.clear()
        array.update((str(i), Input(piece)) for i, piece in enumerate(self.split(text, separator), 1))
        return float(len(array))

    def f_match(self, arguments: tuple[Node, ...]) -> Value:
        if len(arguments) < 2:
            raise CommandError("not enough arguments to match", 2)
        found = self.pattern(arguments[1]).search(self.text(self.value(arguments[0])), 0, self.context.shell.budget)
        self.variables["RSTART"] = float(found.start + 1) if found else 0.0
        self.variables["RLENGTH"] = float(found.end - found.start) if found else -1.0
        if len(arguments) > 2 and arguments[2][0] == "name":
            array = self.array(arguments[2][1])
            array.clear()
            if found:
                array.update((str(i), Input(found.group(i))) for i in range(len(found.spans)))
        return self.variables["RSTART"]

    def f_sub(self, arguments: tuple[Node, ...]) -> Value:
        return self.substitute(arguments, once=True)

    def f_gsub(self, arguments: tuple[Node, ...]) -> Value:
        return self.substitute(arguments, once=False)

    def substitute(self, arguments: tuple[Node, ...], *, once: bool) -> Value:
        if len(arguments) < 2:
            raise CommandError("not enough arguments to sub", 2)
        template = self.text(self.value(arguments[1]))
        target = arguments[2] if len(arguments) > 2 else ("field", ("number", 0.0))
        text = self.text(self.value(target))
        out: list[str] = []
        last = count = 0
        for found in self.pattern(arguments[0]).find_all(text, self.context.shell.budget):
            count += 1
            whole = found.group(0)
            made = re.sub(r"\\&|\\\\|&", lambda m, w=whole: w if m[0] == "&" else m[0][1], template)  # type: ignore[misc]
            out += (text[last : found.start], made)
            last = found.end
            if once:
                break
        if count and target[0] in ("name", "field", "item"):
            self.assign(target, self.checked("".join([*out, text[last:]])))
        return float(count)

    def f_gensub(self, arguments: tuple[Node, ...]) -> Value:
        if len(arguments) < 3:
            raise CommandError("not enough arguments to gensub", 2)
        template, how = (self.text(self.value(node)) for node in arguments[1:3])
        text = self.text(self.value(arguments[3])) if len(arguments) > 3 else self.line
        out: list[str] = []
        last = 0
        for number, found in enumerate(self.pattern(arguments[0]).find_all(text, self.context.shell.budget), 1):
            if how[:1].lower() != "g" and number != max(1, to_integer(to_number(how))):
                continue
            made = re.sub(
                r"\\(\d|&|\\)|&",
                lambda m, f=found: f.group(0) if m[0] == "&" else f.group(int(m[1])) if m[1].isdigit() else m[1],  # type: ignore[misc]
                template,
            )
            out += (text[last : found.start], made)
            last = found.end
        return self.checked("".join([*out, text[last:]]))

    # --- statements --------------------------------------------------------------------------------------------

    def execute(self, node: Node) -> None:
        self.context.charge(0.005)
        getattr(self, "s_" + node[0])(*node[1:])

    def s_block(self, body: tuple[Node, ...]) -> None:
        for node in body:
            self.execute(node)

    def s_do(self, node: Node) -> None:
        self.value(node)

    def s_if(self, test: Node, then: Node, other: Node | None) -> None:
        if self.true(self.value(test)):
            self.execute(then)
        elif other is not None:
            self.execute(other)

    def once(self, body: Node) -> bool:
        """Runs a loop's body; False when the loop ends."""
        self.context.charge(0.1)
        try:
            self.execute(body)
        except _Jump as jump:
            return bool(jump.args[0] == "continue")
        return True

    def s_while(self, test: Node, body: Node) -> None:
        while self.true(self.value(test)):
            if not self.once(body):
                break

    def s_dowhile(self, body: Node, test: Node) -> None:
        while self.once(body) and self.true(self.value(test)):
            pass

    def s_for(self, start: Node | None, test: Node | None, step: Node | None, body: Node) -> None:
        if start is not None:
            self.execute(start)
        while test is None or self.true(self.value(test)):
            if not self.once(body):
                break
            if step is not None:
                self.execute(step)

    def s_forin(self, name: str, array: str, body: Node) -> None:
        for key in list(self.array(array)):
            self.put(name, Input(key))
            if not self.once(body):
                break

    def s_delete(self, name: str, items: tuple[Node, ...] | None) -> None:
        if items is None:
            self.array(name).clear()
        else:
            self.array(name).pop(self.key(items), None)

    def s_next(self) -> None:
        raise _Next

    def s_break(self) -> None:
        raise _Jump("break")

    def s_continue(self) -> None:
        raise _Jump("continue")

    def s_exit(self, value: Node | None) -> None:
        if value is not None:
            self.status = to_integer(to_number(self.value(value))) & 255
        raise _Exit

    def s_return(self, value: Node | None) -> None:
        raise _Return(UNSET if value is None else self.value(value))

    def s_print(self, arguments: tuple[Node, ...], mode: str, target: Node | None) -> None:
        pieces = [self.text(self.value(node)) for node in arguments] if arguments else [self.line]
        text = self.text(self.variables["OFS"]).join(pieces) + self.text(self.variables["ORS"])
        self.emit(text, mode, target)

    def s_printf(self, arguments: tuple[Node, ...], mode: str, target: Node | None) -> None:
        values = [self.value(node) for node in arguments]
        self.emit(self.format([self.text(v) for v in values], [to_number(v) for v in values]), mode, target)

    # --- output ------------------------------------------------------------------------------------------------

    def emit(self, text: str, mode: str = "", target: Node | None = None) -> None:
        self.size += len(text)
        if self.size > 4 * MAX_OUTPUT:
            raise LimitExceeded("awk: too much output, stopped")
        if target is None:
            self.context.out(text)
            return
        name = self.text(self.value(target))
        if name in ("/dev/stdout", "/dev/stderr"):
            (self.context.out if name == "/dev/stdout" else self.context.err)(text)
            return
        key = ("|" if mode == "|" else ">") + name
        if key not in self.opened:
            self.opened[key] = []
            if mode == ">":
                self.context.write(name, b"")
        self.opened[key].append(text)

    def flush(self) -> None:
        """Writes what was printed to files, and run the commands printed to."""
        opened, self.opened = self.opened, {}
        for key, texts in opened.items():
            data = encode("".join(texts))
            if key[0] == "|":
                self.context.run(["sh", "-c", key[1:]], data)
            else:
                self.context.write(key[1:], data, append=True)
                self.opened[key] = []
