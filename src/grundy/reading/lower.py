"""A rule's source as its core form. What is not exactly one of its constructs is refused, with its place.

source       the text of a function, and what it reads from outside
values       what an expression is while the rule is read
writing      the statements that are written, names and scopes
expressions  operators, comparisons, tuples
loops        ranges, tuples, comprehensions
calls        Python's own functions, options, helpers
lower        statements, and the rule as a whole
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Set
from dataclasses import replace
from inspect import CO_GENERATOR
from types import FunctionType
from typing import Any, TypeVar

from grundy.model.rule import Rule
from grundy.reading.comparisons import negation
from grundy.reading.core import Body, Condition, Core, Fail, Number, Renamed, Statement, Truth, Var, While, Yield
from grundy.reading.functions import Functions
from grundy.reading.loops import stored
from grundy.reading.run import error_named
from grundy.reading.source import FunctionSource, NotRead, source_of
from grundy.reading.values import INT, Items, NumberValue, OptionValue, TextValue, Value, from_outside
from grundy.reading.writing import Frame, Mixed

RAISED = (
    *("ArithmeticError", "AssertionError", "AttributeError", "Exception", "IndexError", "KeyError", "LookupError"),
    *("MemoryError", "NameError", "NotImplementedError", "OverflowError", "RuntimeError", "TypeError", "ValueError"),
    *("ZeroDivisionError", "BadRule", "OutOfReach"),
)
"""The errors that a rule may raise or catch, by name."""
Made = TypeVar("Made")
_NAMES = {error_named(name): name for name in RAISED}


def lower(rule: Rule, wide: bool = False) -> Core:
    """The core form of a rule, as its source and all that it reads from outside are now.

    Args:    wide: for machine code, which looks at each exponent whether it is negative, and does not want to know what
                   text a label shows or which error is raised, but whether the rule fails; parts of an option may be
                   `Gathered` then, and a variable may be a number in one place and a condition in another.
    Raises:  NotRead: it does something else; the text has the place, and what to write instead.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def halve(n):
    ...     if n > 1:
    ...         yield n // 2
    >>> lower(halve)  # doctest: +ELLIPSIS
    Core(state=('n',), body=(If(test=Cmp(operator='>', left=Var(name='n'), right=Const(value=1), ...
    """
    return _read(lambda mixed: _Lowering(wide, mixed).rule(rule), rule.function)


def lower_function(function: FunctionType) -> tuple[Core, Number]:
    """What a function of numbers does, which yields nothing, and the number that it then returns; read widely.

    Raises: NotRead.

    >>> def least(n):
    ...     return min(n, 5)
    >>> lower_function(least)
    (Core(state=('n',), body=()), Call(function='min', arguments=(Var(name='n'), Const(value=5))))
    """
    core, (number,) = lower_canonical(function, 1)
    return core, number


def lower_canonical(function: FunctionType, arity: int) -> tuple[Core, tuple[Number, ...]]:
    """What a function of a state of `arity` numbers does, and the numbers of the state that it returns; read widely.

    Raises: NotRead.
    """
    return _read(lambda mixed: _Lowering(True, mixed).function(function, arity), function)


def _read(work: Callable[[Set[str]], Made], function: Any) -> Made:
    mixed: set[str] = set()
    while True:
        try:
            return work(mixed)
        except Mixed as found:
            mixed.add(found.name)  # one more each time
        except RecursionError:
            source = source_of(function)
            raise NotRead(source.site(source.tree), "it is nested too deeply: write it in several lines") from None


def lower_condition(tree: ast.expr, text: str, file: str, names: tuple[str, ...]) -> Core:
    """The core form of a condition that somebody types about a state: a move to 0 where it holds, and no other.

    Args:    tree: of the text; `file` is what its places are said to be in. names: of the numbers of the state.
    Raises:  NotRead: it asks something else, with the place.
    """
    shell = ast.parse("def condition(): pass").body[0]
    assert isinstance(shell, ast.FunctionDef)
    shell.args.args = [ast.arg(name) for name in names]
    shell.body = [ast.If(tree, [ast.Expr(ast.Yield(ast.Constant(0)))], [])]
    ast.fix_missing_locations(shell)
    source = FunctionSource(shell, vars(builtins), file, tuple(text.splitlines()))
    try:
        return _Lowering(False).condition_alone(source)
    except RecursionError:
        raise NotRead(source.site(shell), "it is nested too deeply") from None


class _Lowering(Functions):
    """Statements."""

    def __init__(self, wide: bool, mixed: Set[str] = frozenset()) -> None:
        super().__init__()
        self.wide, self.mixed = wide, mixed
        self.returns_options = False  # whether a return of the function read first gives options

    def rule(self, rule: Rule) -> Core:
        """A rule as a whole."""
        function: Any = rule.function
        source = source_of(function)
        is_generator = bool(function.__code__.co_flags & CO_GENERATOR)
        source, given = self._with_parameters(source, rule)
        self.arity = rule.arity
        self.inside.append(function)
        self.returns_options = not is_generator
        return self._function(source, given)

    def condition_alone(self, source: FunctionSource) -> Core:
        """A condition in a function of its own."""
        return self._function(source, {})

    def _function(self, source: FunctionSource, given: dict[str, Value]) -> Core:
        end = self.label("end")
        self.frame = frame = self.frame_of(source, end, None if self.returns_options else self.option)
        arguments = source.tree.args
        names = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        if len(names) == 1 < self.arity:  # the split of a rule of several numbers has them in one tuple
            names = self._state(frame, names[0])
        else:
            for name in names:
                made = self.fresh(name)
                if frame.stores[name] == 1:
                    self.steady.add(made)
                frame.bindings[name] = NumberValue(Var(made))
                frame.assigned.add(name)
        for name, value in given.items():
            self.store(name, value, source.tree)
        self.scoped(end, lambda: self._whole(source))
        return Core(tuple(names), tuple(self.out))

    def _state(self, frame: Frame, name: str) -> list[str]:
        """The numbers of a state, of which the function's one parameter is the tuple."""
        made = [self.fresh(f"{name}.{number}") for number in range(self.arity)]
        self.steady.update(made)
        frame.bindings[name] = Items(tuple(NumberValue(Var(variable)) for variable in made))
        frame.assigned.add(name)
        return made

    def _whole(self, source: FunctionSource) -> bool:
        goes_on = self.block(source.tree.body)
        if goes_on and self.returns_options:
            source.refuse(source.tree, "it may return nothing: write yield for each option")
        return goes_on

    def function(self, function: FunctionType, arity: int) -> tuple[Core, tuple[Number, ...]]:
        """A function as a whole, of numbers; or of a state of several numbers, which returns one."""
        source = source_of(function)
        label = self.label("end")
        self.frame = frame = self.frame_of(source, label, None)
        names = [each.arg for each in (*source.tree.args.posonlyargs, *source.tree.args.args)]
        if source.tree.args.kwonlyargs or function.__code__.co_flags & CO_GENERATOR:
            source.refuse(source.tree, "write a function of numbers that returns one")
        self.arity = arity
        if arity > 1:
            if len(names) != 1:
                source.refuse(source.tree, "write a function of one state, a tuple")
            names = self._state(frame, names[0])
        else:
            for name in names:
                frame.bindings[name] = NumberValue(Var(self.fresh(name)))
                frame.assigned.add(name)
        self.inside.append(function)
        value = self._body(frame, source.tree.body, False, label)
        if arity == 1 and (not isinstance(value, NumberValue) or value.kind != INT):
            source.refuse(source.tree, "return a number: write int(...) round a condition")
        if value is None or (arity > 1 and not isinstance(value, Items)):
            source.refuse(source.tree, f"return a state of {arity} numbers")
        numbers = self.part(value, source.tree)
        assert isinstance(numbers, tuple)
        return Core(tuple(names), tuple(self.out)), numbers

    def _with_parameters(self, source: FunctionSource, rule: Rule) -> tuple[FunctionSource, dict[str, Value]]:
        """The source with the values of its parameters, as other names from outside; those that it changes apart."""
        held = {**(getattr(rule.function, "__kwdefaults__", None) or {}), **dict(rule.parameters)}
        changed = stored(source.tree.body)
        fixed, given = {}, {}
        for each in list(source.tree.args.kwonlyargs):
            name = each.arg
            if name not in held:
                source.refuse(each, "bind a value to this parameter")
            value = from_outside(held[name])
            if not changed[name]:
                fixed[name] = held[name]
            elif value is None:
                source.refuse(each, "numbers and tuples of numbers alone are read from outside of a rule")
            else:
                given[name] = value
        changed_arguments = [each for each in source.tree.args.kwonlyargs if each.arg in given]
        arguments = ast.arguments(
            **{
                **dict(ast.iter_fields(source.tree.args)),
                "kwonlyargs": changed_arguments,
                "kw_defaults": [None] * len(changed_arguments),
            }
        )
        tree = ast.FunctionDef(**{**dict(ast.iter_fields(source.tree)), "args": arguments})
        ast.copy_location(tree, source.tree)
        return replace(source, tree=tree, outside={**source.outside, **fixed}), given

    # Options

    def option(self, value: Value, node: ast.AST) -> None:
        """Write an option."""
        site = self.site(node)
        if isinstance(value, OptionValue):
            self.emit(Yield(value.parts, value.next, value.labels, site))
        else:
            self.emit(Yield((self.part(value, node),), site=site))

    # Statements

    def block(self, body: list[ast.stmt]) -> bool:
        """Write some statements; whether what follows them is ever reached. What is never reached is left out."""
        return all(map(self._placed, body))

    def _placed(self, node: ast.stmt) -> bool:
        outer, self.here = self.here, self.site(node)
        goes_on = self.statement(node)
        self.here = outer
        return goes_on

    def statement(self, node: ast.stmt) -> bool:
        """Write one statement; whether what follows it is ever reached."""
        match node:
            case ast.Pass() | ast.Expr(ast.Constant()):
                pass
            case ast.Expr(ast.Yield(ast.expr() as given)):
                self._deliver(self.value(given), given)
            case ast.Expr(ast.YieldFrom(given)):
                self.iterate(given, lambda value: self._deliver(value, given))
            case ast.Expr(given):
                self.dropped(self.value(given), given)
            case ast.Assign(targets, given):
                value = self.value(given)
                if len(targets) > 1:
                    value = self.fixed(value, given)
                for target in targets:
                    self.unpack(target, value, node)
            case ast.AnnAssign(ast.Name() as target, _, ast.expr() as given):
                self.unpack(target, self.value(given), node)
            case ast.AnnAssign(ast.Name(), _, None):
                pass
            case ast.AugAssign(ast.Name(name) as target, operator, given):
                before = ast.copy_location(ast.Name(name, ast.Load()), target)
                first, second = self.several([before, given])
                self.store(name, self.operation(given, type(operator), first, second), node)
            case ast.If(test, body, others):
                condition = self.condition(test)
                return self.branches(condition, lambda: self.block(body), lambda: self.block(others), self.given)
            case ast.While(test, body, others):
                return self._while(test, body, others)
            case ast.For(target, over, body, others):
                return self._for(target, over, body, others)
            case ast.Break():
                return self.leave(self.frame.loops[-1][0])
            case ast.Continue():
                return self.leave(self.frame.loops[-1][1])
            case ast.Return() if self.returns_options and len(self.inside) == 1:
                return self._returned(node)
            case ast.Return():
                return self.returned(node)
            case ast.Raise(ast.expr() as raised, cause):
                self._raise(node, raised, cause)
                return False
            case ast.Assert(test, message):
                return self._assert(node, test, message)
            case ast.Try(body, handlers, [], []):
                return self._try(node, body, handlers)
            case _:
                self.refuse(node)
        return True

    def _deliver(self, value: Value, node: ast.AST) -> None:
        if self.frame.deliver is None:
            self.refuse(node)
        self.frame.deliver(value, node)

    def _returned(self, node: ast.Return) -> bool:
        """`return` of a rule that yields nothing: all that it returns is made before."""
        if node.value is None:
            self.refuse(node, "write yield for each option")
        given = node.value
        self.iterate(given, lambda value: self.option(value, given))
        return self.leave(self.frame.end)

    def _while(self, test: ast.expr, body: list[ast.stmt], others: list[ast.stmt]) -> bool:
        after = self.label("after")

        def work() -> bool:
            with self.into([]) as before:
                condition = self.condition(test)
            assigned, given = set(self.frame.assigned), self.given
            turn = list[Statement]()
            if before:
                over = self.label("over")

                def turns() -> bool:
                    with self.into(turn):
                        self.out.extend(before)
                        self.branches(negation(condition), lambda: self.leave(over), lambda: True, given[::-1])
                        self._turn(body, after)
                    self.emit(While(Truth(True), tuple(turn)))
                    return False

                self.scoped(over, turns)
            else:
                self.frame.assigned = assigned | given[0]
                with self.into(turn):
                    self._turn(body, after)
                self.emit(While(condition, tuple(turn)))
            self.frame.assigned = assigned | given[1]
            return not _is_always(condition) and self.block(others)

        return self.scoped(after, work)

    def _turn(self, body: list[ast.stmt], after: str) -> None:
        """The body of a loop, once."""
        turn = self.label("turn")
        self.frame.loops.append((after, turn))
        self.scoped(turn, lambda: self.block(body))
        self.frame.loops.pop()

    def _for(self, target: ast.expr, over: ast.expr, body: list[ast.stmt], others: list[ast.stmt]) -> bool:
        after = self.label("after")
        changes = stored([target, *body])
        self.call_turns(target, over)

        def turn(value: Value) -> None:
            self.unpack(target, value, target)
            self._turn(body, after)

        def work() -> bool:
            if self.iterate(over, turn, changes):
                self.frame.assigned |= set(stored([target]))
            return self.block(others)

        return self.scoped(after, work)

    def _raise(self, node: ast.stmt, raised: ast.expr, cause: ast.expr | None) -> None:
        """`raise` of an error that is known, with text that shows plain numbers."""
        if self.wide:  # whatever is raised, the rule fails
            self.emit(Fail("Exception", (), self.site(node)))
            return
        made = raised.func if isinstance(raised, ast.Call) else raised
        held = self.callee(made)
        if not isinstance(held, type) or held not in _NAMES or not isinstance(cause, ast.Name | ast.Constant | None):
            self.refuse(node, "raise an error of Python's own")
        shown: list[Number] = []
        if isinstance(raised, ast.Call):
            if raised.keywords or len(raised.args) > 1:
                self.refuse(node, "write one text")
            for argument in raised.args:
                value = self.value(argument)
                if isinstance(value, TextValue) and hasattr(value.label, "pieces"):
                    shown += [piece for piece in value.label.pieces if not isinstance(piece, str)]
                else:
                    self.dropped(value, argument)
        self.emit(Fail(_NAMES[held], tuple(shown), self.site(node)))

    def _assert(self, node: ast.stmt, test: ast.expr, message: ast.expr | None) -> bool:
        if not __debug__:
            return True
        if not isinstance(message, ast.Constant | None):
            self.refuse(node, "write constant text after an assert")

        def fail() -> bool:
            self.emit(Fail("AssertionError", (), self.site(node)))
            return False

        condition = self.condition(test)
        return self.branches(negation(condition), fail, lambda: True, self.given[::-1])

    def _try(self, node: ast.stmt, body: list[ast.stmt], handlers: list[ast.ExceptHandler]) -> bool:
        """A `try` that does nothing but raise: another error in place of one, or the same."""
        if len(self.inside) > 1 and any(isinstance(inner, ast.Yield | ast.YieldFrom) for inner in ast.walk(node)):
            self.refuse(node, "write the yield outside of it")  # what is done with an option is not tried
        assigned = set(self.frame.assigned)
        renamed_handlers: list[tuple[tuple[str, ...], Body]] = []
        for handler in handlers:
            kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
            caught = [self.callee(kind) if kind is not None else None for kind in kinds]
            match handler.body:
                case [ast.Raise()] if self.wide:
                    renamed_handlers.append((("Exception",), (Fail("Exception", (), self.site(node)),)))
                case [ast.Raise(exc)] if all(map(_caught_name, caught)):
                    self.frame.assigned = set(assigned)
                    with self.into([]) as others:
                        if exc is not None:
                            self.block(handler.body)
                    renamed_handlers.append((tuple(_caught_name(kind) for kind in caught), tuple(others)))
                case _:
                    self.refuse(node)
        self.frame.assigned = assigned
        with self.into([]) as inner:
            goes_on = self.block(body)
        self.emit(Renamed(tuple(inner), tuple(renamed_handlers)))
        return goes_on


def _caught_name(kind: Any) -> str:
    """The name of an error of Python's own, or of one that a rule may raise; "" if it is none."""
    if not isinstance(kind, type) or not issubclass(kind, Exception):
        return ""
    name: str = kind.__name__
    return _NAMES.get(kind) or (name if vars(builtins).get(name) is kind else "")


def _is_always(condition: Condition) -> bool:
    return condition == Truth(True)
