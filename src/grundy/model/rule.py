"""A rule: a frozen value made from a generator function that yields the options of a state; and its positions.

A rule makes positions and a position names its rules, so both stand here.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace
from typing import Any, NoReturn, overload

from grundy.errors import BadRule, BadText, GrundyError, InternalError
from grundy.model import upward
from grundy.model.blame import FAULTS, blame_rule, is_left, parameters_of, several, yields_at
from grundy.model.board import Board, drawn
from grundy.model.convention import CONVENTIONS, Convention
from grundy.model.frozen import frozen
from grundy.model.given import scalar, states_of
from grundy.model.growth import limit_of, require_no_growth
from grundy.model.leads import Led, refuse_operator
from grundy.model.move import Move, labels_text, parse_move
from grundy.model.option import Labels, Option, State, as_option, is_label
from grundy.model.shapes import ClaimedFormulas, Shape, Theory
from grundy.model.space import HASHABLE, Space, is_other_number, would_do
from grundy.text.numbers import in_full, short_repr

SHOWN = 40  # characters of a parameter that a short description repeats


@upward.described
@frozen
class Rule(upward.Drawn, upward.Pickled, Led):
    """The moves of a game: from a state to its options. Two rules are equal if function and parameters are.

    Attributes
    ----------
    spec : str
        The text that names the rule: ``take-away:1,2,3``.
    function : callable
        A generator of the options: ``function(*state, **parameters)``.
    parameters : tuple of (str, value)
        Its keyword arguments.
    arity : int
        How many values make a state; 1: the state is the value itself.
    space : Space
        The kind of states, and how they are read, written and drawn.
    shape : Shape or None
        The same moves as data, from which an engine is chosen.
    theory : Theory or None
        Theorems about the rule.
    claim : ClaimedFormulas or None
        Formulas that a user's rule carries: never proved, and asked where nothing else answers.
    format_move : callable or None
        From the labels of a move to a sentence. Without it a move shows its labels and the states it leaves.
    conventions : tuple of str
        Those for which the options are right.
    canonical, split : callable or None
        Functions from a state to one that stands for all equal states, and to the summands of a state. They make a
        search in normal play smaller.
    describe : callable or None
        As `format_move`, for a user's rule, whose labels need not distinguish its moves.

    Examples
    --------
    >>> from grundy import kayles
    >>> kayles(7).nim_value, kayles.nim_values(8).tolist()
    (2, [0, 1, 2, 3, 1, 4, 3, 2])
    >>> [option.parts for option in kayles.options(3)]
    [(1, 1), (2,), (1,)]
    """

    spec: str
    function: Callable[..., Iterable[object]]
    parameters: Labels = ()
    arity: int = 1
    space: Space = field(default=HASHABLE, compare=False)
    shape: Shape | None = field(default=None, compare=False)
    theory: Theory | None = field(default=None, compare=False)
    format_move: Callable[[dict[str, Any]], str] | None = field(default=None, compare=False)
    conventions: tuple[Convention, ...] = field(default=CONVENTIONS, compare=False)
    canonical: Callable[[Any], State] | None = field(default=None, compare=False)
    split: Callable[[Any], Iterable[State]] | None = field(default=None, compare=False)
    describe: Callable[[dict[str, Any]], str] | None = field(default=None, compare=False)
    claim: ClaimedFormulas | None = field(default=None, compare=False)
    _identity: str | None = field(default=None, init=False, repr=False, compare=False)  # once, where it never changes

    def __repr__(self) -> str:
        own = self.shape is None and self.theory is None
        given = [f", {name}={value!r}" for name, value in self.parameters if own and len(repr(value)) <= SHOWN]
        return f"Rule({self.spec!r}{''.join(given)})"

    def __hash__(self) -> int:
        # the parameters may be a graph of a million arcs; equal rules have equal names
        return hash(self.spec)

    def options(self, state: State) -> Iterator[Option]:
        """The options of a state, in the order of the rule; an option that is no state is a BadRule."""
        holds = self.fits if self.arity > 1 else self.space.contains
        limit = limit_of(state) if self.shape is None else None
        yields: Any = None
        try:
            arguments: Any = state if self.arity > 1 else (state,)
            yields = self.function(*arguments, **dict(self.parameters))
            for yielded in several(yields, self.function):
                option = as_option(yielded)
                if option.labels and not self.format_move:
                    self._check_labels(option.labels)
                for part in option.parts:
                    if limit is not None:
                        require_no_growth(self.spec, state, part, limit)
                    if not holds(part):
                        expected = f"expected a {self.space.kind(part, self.arity)}{would_do(part)}{yields_at(yields)}"
                        raise BadRule(f"{self.spec}: state {state!r} yields {part!r}: {expected}")
                yield option
        except (GrundyError, MemoryError):
            raise
        except FAULTS as problem:
            if is_left(problem, yields):
                raise
            raise blame_rule(
                f"{self.spec}: state {short_repr(state)}: expected options, found", problem, self.function
            ) from problem

    def _check_labels(self, labels: Labels) -> None:
        """Refuse labels with which two moves would be one, or none, to a machine that reads them.

        Of a label that had the name of something else in the same move one of the two was lost in JSON.
        """
        for name, value in labels:
            if not is_label(value):
                raise BadRule(
                    f"{self.spec}: expected labels that are numbers, texts, True, False, None or tuples of these, "
                    f"found {name}={short_repr(value)}"
                )
            if name == "to" or name == "component" or name == self.space.part_name:
                raise BadRule(
                    f"{self.spec}: expected a label of a name that moves do not have already, found "
                    f"{name}={short_repr(value)}; give it another name, such as {name}_"
                )

    def labels(self, option: Option) -> Labels:
        """Labels that distinguish a move: its own, and the states it leaves unless its words suffice."""
        return option.labels if self.format_move else (*option.labels, ("to", option.parts))

    def sentence(self, labels: dict[str, Any]) -> str:
        """Describe a move in words, from its labels and its state; "" if the rule has no words for it."""
        if self.format_move:
            try:
                return in_full(self.format_move, labels)
            except (LookupError, TypeError, ValueError) as problem:
                raise self._unfit(labels, problem) from problem
        if not self.describe:
            return labels_text(labels)
        try:
            written = self.describe(labels)
        except Exception as problem:
            raise blame_rule(
                f"{self.spec}: describe({labels!r}): expected a sentence, found", problem, self.describe
            ) from problem
        if not isinstance(written, str):
            raise BadRule(f"{self.spec}: describe({labels!r}): expected a sentence, found {written!r}")
        return written

    def _unfit(self, labels: dict[str, Any], problem: Exception) -> InternalError:
        """Whoever made a move of the catalogue's gave it labels that its game does not have."""
        given = ", ".join(f"{name}={short_repr(value)}" for name, value in labels.items()) or "none"
        why = f"no {problem.args[0]!r}" if isinstance(problem, KeyError) else f"{type(problem).__name__}: {problem}"
        return InternalError(
            f"{self.spec}: format_move: expected the labels of one of its moves, found {given} ({why})"
        )

    def bind(self, **parameters: Any) -> Rule:
        """The same rule with keyword parameters set.

        >>> @rule
        ... def take(n, *, most=3):
        ...     yield from range(max(0, n - most), n)
        >>> take.bind(most=2).parameters
        (('most', 2),)
        """
        arguments = inspect.signature(self.function).parameters.values()
        names = [argument.name for argument in arguments if argument.kind is argument.KEYWORD_ONLY]
        for name in parameters:
            if name not in names:
                choices = ", ".join(names) or "none"
                raise BadRule(f"{self.spec}: no parameter {name!r}; keyword parameters: {choices}")
        from grundy.model.carried import bound

        values = {**dict(self.parameters), **{name: scalar(value) for name, value in parameters.items()}}
        return replace(self, parameters=tuple(sorted(values.items())), claim=bound(self.claim, values))

    def __call__(self, *states: State, **keywords: NoReturn) -> Position:
        """The position with these states side by side; for a rule of two arguments `wythoff(3, 5)` is one state.

        A text that is not a state is read as a typed position: `cram("3x5")`, `kayles("4 5 6")`. So are a list
        (`nim([3, 4, 5])`), the size of a board (`cram(3, 5)`), its rows, the edges of a graph, and a graph of
        NetworkX, in geography with the node of the token. Whole numbers of NumPy are as good as Python's.

        Raises:  BadText: it cannot be read. BadRule: something else than states of the rule.
        """
        if keywords:
            name, value = next(iter(dict[str, Any](keywords).items()))
            how = (
                f"solve({name}={value!r}) of the position" if name in ("misere", "loopy") else f"bind({name}={value!r})"
            )
            raise TypeError(f"{self.spec}: expected states alone, found the keyword {name!r}; there is {how}")
        states = states_of(self, states)
        if self.arity > 1 and len(states) == self.arity and not any(isinstance(state, tuple) for state in states):
            states = (states,)
        for state in states:
            if not self.fits(state):
                expected = f"expected a {self.space.kind(state, self.arity)}{would_do(state)}"
                raise BadRule(f"{self.spec}: {expected}, found {short_repr(state)}{upward.as_in(self)}")
        if not self.space.part_name and len(states) != 1:
            raise BadRule(f"{self.spec}: expected one state, found {len(states)}")
        return Position((Component(self, states),))

    def fits(self, state: State) -> bool:
        """Whether a value is a state: it has as many numbers as the function takes, and a table accepts them."""
        if self.arity == 1:
            return self.space.contains(state)
        if not isinstance(state, tuple) or len(state) != self.arity or not self.space.contains(state):
            return False
        return not any(map(is_other_number, state))

    def nim_values(self, shape: int | tuple[int, ...]) -> Any:
        """Compute the nim-values of the states 0..shape-1, or of all vectors in a box of this shape, as an array.

        >>> from grundy import nim, wythoff
        >>> nim.nim_values(5).tolist(), wythoff.nim_values((2, 3)).tolist()
        ([0, 1, 2, 3, 4], [[0, 1, 2], [1, 2, 0]])
        """
        return upward.nim_values(self, shape)

    def check_guess(self, *given: Any, **more: Any) -> Any:
        """Compare a guess with the nim-values of this rule; arguments as for `grundy.check`, after the game."""
        return upward.check(self, *given, **more)

    def to_cgsuite(self) -> str:
        """Write the rule as a ruleset of CGSuite 2. Raises BadRule if CGSuite has none like it."""
        return upward.rule_cgsuite(self)


@frozen
class Component(upward.Pickled):
    """A rule with the states it was typed with, in their order."""

    rule: Rule
    states: tuple[State, ...]

    def __str__(self) -> str:
        return f"{self.rule.spec}({self.rule.space.write(self.states)})"

    def __repr__(self) -> str:
        return f"Component({shortened(self.typed())!r})"

    def typed(self, alone: bool = True) -> str:
        """What a person would type for it, alone or as a summand."""
        text = self.rule.space.typed(self.states)
        return f"{self.rule.spec} {text}" if alone and text else f"{self.rule.spec}({text})"


@frozen
class Part:
    """One state of a position and where it was typed; places count from 1."""

    component: int
    place: int
    rule: Rule
    state: State


@frozen(eq=False)
class Position(upward.Drawn, upward.Pickled, Led):
    """A disjunctive sum of games. Equal positions have the same parts, in whatever order they were written.

    Attributes
    ----------
    components : tuple
        The rules, each with its states, in the order in which they were written.

    Examples
    --------
    >>> from grundy.games.heaps import nim
    >>> print(nim(3, 5) + nim(7))
    nim(3 5) + nim(7)
    """

    components: tuple[Component, ...]
    _parts: frozenset[tuple[tuple[Rule, State], int]] | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.components, tuple):
            raise TypeError(
                f"expected the components of a position, found {short_repr(self.components)}; "
                "there is grundy.parse('nim 3 4'), and grundy.nim(3, 4)"
            )

    def __add__(self, other: Position) -> Position:
        """The two side by side: a move is made in one of them."""
        if not isinstance(other, Position):
            refused: Position = refuse_operator(self, "+", other)
            return refused
        return Position(self.components + other.components)

    def __radd__(self, other: int) -> Position:
        """What `sum` begins with is 0, which adds nothing: `sum([nim(3), nim(5)])`."""
        return self if other == 0 and type(other) is int else NotImplemented

    def __str__(self) -> str:
        return " + ".join(map(str, self.components))

    def __repr__(self) -> str:
        return f"Position({shortened(self.typed())!r})"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Position) and self._counted() == other._counted())

    def __hash__(self) -> int:
        return hash(self._counted())

    def _counted(self) -> frozenset[tuple[tuple[Rule, State], int]]:
        """The parts without their places, once and for all: of parts that are positions, each hash needs all below."""
        if self._parts is None:
            object.__setattr__(self, "_parts", frozenset(self.multiset().items()))
            assert self._parts is not None
        return self._parts

    def typed(self) -> str:
        """The text that a person would type; `parse` reads it.

        >>> from grundy.games.heaps import nim
        >>> nim(3, 5).typed(), (nim(3, 5) + nim(7)).typed()
        ('nim 3 5', 'nim(3 5) + nim(7)')
        """
        alone = len(self.components) == 1
        return " + ".join(component.typed(alone) for component in self.components)

    def as_dict(self) -> dict[str, str]:
        """The position for machines: the game, which is "sum" of several components, and the text that reads back.

        >>> from grundy.games.heaps import nim
        >>> nim(3, 5).as_dict()
        {'game': 'nim', 'position': '3 5'}
        """
        if len(self.components) > 1:
            return {"game": "sum", "position": str(self)}
        (only,) = self.components
        return {"game": only.rule.spec, "position": only.rule.space.write(only.states)}

    def parts(self) -> Iterator[Part]:
        """All parts, in the order in which they were typed."""
        for number, component in enumerate(self.components, 1):
            for place, state in enumerate(component.states, 1):
                yield Part(number, place, component.rule, state)

    def multiset(self) -> Counter[tuple[Rule, State]]:
        """The parts without their places."""
        return Counter((part.rule, part.state) for part in self.parts())

    def move_of(self, part: Part, labels: Labels) -> Move:
        """The move in one of this position's parts that its rule labels so."""
        where: Labels = ((part.rule.space.part_name, part.place),) if part.rule.space.part_name else ()
        component: Labels = (("component", part.component),) if len(self.components) > 1 else ()
        words = part.rule.sentence(dict(where + labels))
        if component and words:
            words = f"{words} (component {part.component}, {part.rule.spec})"
        return Move(component + where + labels, words)

    def moves(self) -> Iterator[Move]:
        """Every move that may be made, in the order of the parts and of their rules; each once.

        >>> from grundy.games.heaps import nim
        >>> [str(move) for move in nim(1, 2).moves()]
        ['pile 1, take 1', 'pile 2, take 1', 'pile 2, take 2']
        """
        for part in self.parts():
            options = part.rule.options(part.state)
            yield from dict.fromkeys(self.move_of(part, part.rule.labels(option)) for option in options)

    def solve(self, misere: bool = False, **how: Any) -> Any:
        """Solve this position. The arguments are those of `grundy.solve` after the position.

        >>> from grundy.games.heaps import nim
        >>> nim(3, 4, 5).solve().nim_value
        2
        """
        return upward.solve(self, misere, **how)

    @property
    def winner(self) -> Any:
        """Who wins in normal play: "first", "second" or "draw"."""
        return self.solve().winner

    @property
    def nim_value(self) -> Any:
        """The value in normal play; None where the winner is known and the value is not."""
        return self.solve().nim_value

    def play(self, move: Move | str) -> Position:
        """The position that a move leaves; a text is a move as it is printed, in words or in labels.

        Raises:  BadRule: there is no such move; or the rule says who must move next (`again`, `answer`), which a
                 position alone does not hold.

        >>> from grundy.games.heaps import nim
        >>> str(nim(3, 5).play("pile 2, take 2")), str(nim(3, 5).play("take 2 from pile 2"))
        ('nim(3 3)', 'nim(3 3)')
        """
        wanted = move
        if isinstance(move, str):
            with suppress(BadText):
                wanted = parse_move(move)
        for part in self.parts():
            for option in part.rule.options(part.state):
                here = self.move_of(part, part.rule.labels(option))
                if here == wanted or (here.words and here.words == move):
                    if option.next != "opponent":
                        raise BadRule(f"{self}: {wanted}: this move says who moves next; grundy.play plays it")
                    return self.leaving(part, option.parts)[0]
        raise BadRule(f"{shortened(str(self))}: expected one of its moves, found {str(wanted)!r}; moves() lists them")

    def leaving(self, part: Part, left: tuple[State, ...]) -> tuple[Position, tuple[tuple[int, int], ...]]:
        """The position with some states in place of a part, and their (component, place) in it.

        Where one state is the whole text of a component, several become components, without those in which nothing
        can be done.
        """
        components = list(self.components)
        at, here = part.component - 1, components[part.component - 1]
        if here.rule.space.part_name:
            states = (*here.states[: part.place - 1], *left, *here.states[part.place :])
            components[at] = Component(here.rule, states)
            places = [(part.component, part.place + number) for number in range(len(left))]
        else:
            if len(left) > 1:  # of several boards those in which something can be done, but at least one
                left = tuple(state for state in left if any(True for _ in here.rule.options(state))) or left[:1]
            components[at : at + 1] = [Component(here.rule, (state,)) for state in left]
            places = [(part.component + number, 1) for number in range(len(left))]
        return Position(tuple(components)), tuple(places)

    def svg(self) -> str:
        """The boards of a position as one picture.

        Raises:  OutOfReach: a component has no board, or one that is too large to be looked at.

        >>> from grundy.games.heaps import nim
        >>> nim(3, 4).svg().count("<circle")
        7
        """
        return upward.position_svg(self)

    def board_to_networkx(self) -> Any:
        """The graph on which a position is played, as a graph of NetworkX; `game_graph` has the positions and moves."""
        return upward.position_network(self)

    def to_cgsuite(self) -> str:
        """The position as CGSuite 2 writes it, heap by heap.

        Raises:  BadRule: CGSuite has no such ruleset.
        """
        return upward.position_cgsuite(self)


def shortened(text: str, most: int = 60) -> str:
    """A text in one line of at most so many characters.

    >>> shortened("a" * 50 + "b" * 50, 13)
    'aaaaa...bbbbb'
    """
    text = " ".join(text.split())
    return text if len(text) <= most else f"{text[: (most - 3) // 2]}...{text[-((most - 3) // 2) :]}"


@overload
def rule(function: Callable[..., Iterable[object]], /) -> Rule: ...
@overload
def rule(
    *,
    space: Space = HASHABLE,
    conventions: tuple[Convention, ...] = CONVENTIONS,
    canonical: Callable[[Any], State] | None = None,
    split: Callable[[Any], Iterable[State]] | None = None,
    draw: Callable[..., Board | str] | None = None,
    describe: Callable[[dict[str, Any]], str] | None = None,
    value: Callable[..., int] | None = None,
    is_p: Callable[..., bool] | None = None,
    source: str = "",
) -> Callable[[Callable[..., Iterable[object]]], Rule]: ...


def rule(
    function: Callable[..., Iterable[object]] | None = None,
    /,
    *,
    space: Space = HASHABLE,
    conventions: tuple[Convention, ...] = CONVENTIONS,
    canonical: Callable[[Any], State] | None = None,
    split: Callable[[Any], Iterable[State]] | None = None,
    draw: Callable[..., Board | str] | None = None,
    describe: Callable[[dict[str, Any]], str] | None = None,
    value: Callable[..., int] | None = None,
    is_p: Callable[..., bool] | None = None,
    source: str = "",
) -> Rule | Callable[[Callable[..., Iterable[object]]], Rule]:
    """Make a rule from a generator function, which takes a state and yields its options.

    Parameters
    ----------
    function : callable
        Its positional arguments are the state, its keyword arguments the parameters. It yields the
        options: each a state, or the result of `to`, `again` or `answer`.
    space : Space, optional
        The kind of states: any hashable value by default; ``HEAP`` for heap sizes, which are checked and drawn.
    conventions : tuple of str, optional
        The conventions for which the options are right; coin-turning written as heaps is
        right in normal play only.
    canonical : callable, optional
        From a state to one that stands for all equal states.
    split : callable, optional
        From a state to its summands.
    draw : callable, optional
        From the arguments of the function to the picture of a state: a `Grid`, `Piles` or `Net`, or the
        text of a grid, one line for each row: '.' is an empty cell, '#' no cell, any other mark a full cell.
    describe : callable, optional
        From the labels of a move, and the states `to` which it leads, to a sentence.
    value : callable, optional
        A formula that somebody proved: from the arguments of the function to the nim-value in normal play. It answers
        where grundy neither proves a value nor computes it within about a minute. It is compared with every value that
        grundy has beside it, with the definition at small states, and below the position in question.
    is_p : callable, optional
        The same for P-positions: whether a state alone is one.
    source : str, optional
        Who proved `value` and `is_p`, and where; answers quote it as evidence.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        The function takes no positional argument, or a variable number; another argument is not a function; a
        theorem has no source.

    Examples
    --------
    >>> @rule
    ... def take_or_halve(n):
    ...     if n >= 1:
    ...         yield n - 1
    ...     if n >= 2 and n % 2 == 0:
    ...         yield to(n // 2, n // 2, split=2)
    >>> from grundy.model.option import to
    >>> [option.parts for option in take_or_halve.options(4)]
    [(3,), (2, 2)]
    """

    def make(function: Callable[..., Iterable[object]]) -> Rule:
        if not callable(function):
            raise TypeError(f"rule: expected a function of a state, found {short_repr(function)}")
        name = getattr(function, "__name__", "rule")
        parameters = parameters_of(function, name)
        if any(parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD) for parameter in parameters):
            (actual, *_) = (
                f"{parameter}"
                for parameter in parameters
                if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
            )
            instead = "parameters by name after a '*'" if actual.startswith("**") else "one argument that is a tuple"
            plain = actual.lstrip("*")
            called = f": def {name}({plain}), and positions such as (3,1)" if actual == f"*{plain}" else ""
            raise BadRule(f"{name}: expected a fixed number of arguments, found {actual}; write {instead}{called}")
        arity = sum(parameter.kind is not parameter.KEYWORD_ONLY for parameter in parameters)
        if arity == 0:
            raise BadRule(f"{name}: expected a function of a state, found no positional argument")
        functions = (("canonical", canonical), ("split", split), ("draw", draw), ("describe", describe))
        for what, given in functions:
            if given is not None and not callable(given):
                of = "the labels of a move" if what == "describe" else "a state"
                raise BadRule(f"{name}: expected a function of {of} as {what}, found {given!r}")
        from grundy.model.carried import carried  # no rule of the catalogue carries a claim

        claim = carried(name, function, arity, value, is_p, source)
        shown = space if draw is None else replace(space, board=drawn(name, draw, arity))
        return Rule(
            name,
            function,
            arity=arity,
            space=shown,
            claim=claim,
            conventions=conventions,
            canonical=canonical,
            split=split,
            describe=describe,
        )

    return make if function is None else make(function)
