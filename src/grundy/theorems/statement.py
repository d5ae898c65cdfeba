"""What an automaton says, as a sentence: one that a person would say, if its own automaton is the same, else a table.

A sentence is never a guess: it has an automaton of its own, and stands only if both say the same of all numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, product

from grundy.theorems.automata import Automaton, conjunction, difference, disjunction, distinguished, empty, minimal
from grundy.theorems.decide import VALUE, position_text
from grundy.theorems.formulas import automaton, spread
from grundy.theorems.inequalities import both, congruent, either, is_zero
from grundy.theorems.linear import FALSE, Compare, Formula, Linear, holds, linear, number, variable
from grundy.theorems.numeration import NumerationSystem, exclusive_or, valid
from grundy.theorems.theorem import Theorem

MOST_MODULUS, MOST_RESTS = 8, 12  # of residues of several numbers, and how many a sentence names
MODULI = range(2, 41)
FEW_STATES, MOST_EXPRESSION = 6, 70
Step = Callable[[int, tuple[int, ...]], int]


def statement(theorem: Theorem) -> str:
    """The theorem in a sentence."""
    claim, names = theorem.claim, theorem.relation.names
    if claim.kind == "values":
        return about_values(theorem.system, claim.automaton)
    if claim.kind == "graph":
        text = _function(theorem)
        if text:
            return text
        text = condition(theorem.system, theorem.p_positions)
        first = f"{state(names)} is a P-position iff {text}; " if text else ""
        size = f"{theorem.states} states over the digits of {', '.join(names)} and the value in {theorem.system.name}"
        return f"{first}the nim-values are those that an automaton of {size} accepts"
    return about_set(theorem.system, theorem.p_positions)


def about_values(system: NumerationSystem, dfa: Automaton) -> str:
    """What an automaton whose outputs are nim-values says, in a sentence."""
    called = state(dfa.names)
    conditions = [(value, condition(system, dfa.where(value))) for value in range(int(dfa.outputs.max()) + 1)]
    if all(text for _, text in conditions):
        return "; ".join(f"{called} has nim-value {value} iff {text}" for value, text in conditions)
    first = f"{called} is a P-position iff {conditions[0][1]}; " if conditions[0][1] else ""
    return f"{first}the nim-values are what this automaton says: {table(system, dfa)}"


def about_set(system: NumerationSystem, dfa: Automaton, what: str = "a P-position") -> str:
    """What an automaton that accepts a set says of its members, in a sentence."""
    text = condition(system, dfa)
    ordered, colon, form = text.partition(": ")
    if colon and " ≤ " in ordered:
        return f"{ordered} is {what} iff {form}, and ({', '.join(reversed(dfa.names))}) with it"
    return f"{state(dfa.names)} is {what} iff {text or f'this automaton accepts it: {table(system, dfa)}'}"


def state(names: Sequence[str]) -> str:
    """A state by its names."""
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


def condition(system: NumerationSystem, dfa: Automaton) -> str:
    """The words for what an automaton accepts; "" if no words are found."""
    for text, make in _candidates(system, dfa):
        if empty(distinguished(dfa, spread(system, make(), dfa.names))):
            return text
    return _expression(system, dfa)


Candidate = tuple[str, Callable[[], Automaton]]


def _candidates(system: NumerationSystem, dfa: Automaton) -> Iterator[Candidate]:
    """Sentences that might fit, the plainest first."""
    names = dfa.names
    yield f"there is no such {state(names)}", partial(automaton, system, FALSE)
    yield f"{' and '.join(names)} is any number", partial(valid, system, names)
    side = {1: 60, 2: 9}.get(len(names), 5)
    points = list(product(range(side), repeat=len(names)))
    hits = [dfa.output(system.words(point)) == 1 for point in points]
    few = [point for point, yes in zip(points, hits, strict=True) if yes]
    if len(names) > 1 and 0 < len(few) <= 5:
        each = [both(is_zero(variable(name) - n) for name, n in zip(names, point, strict=True)) for point in few]
        yield f"{state(names)} is {' or '.join(map(position_text, few))}", partial(automaton, system, either(each))
    for text, formula in _linear_of_one(system, dfa) if len(names) == 1 else _linear_of_several(system, dfa):
        if all(
            holds(formula, dict(zip(names, point, strict=True))) is yes for point, yes in zip(points, hits, strict=True)
        ):
            yield text, partial(automaton, system, formula)
    yield from _digits_of_one(system, dfa) if len(names) == 1 else _digits_of_several(system, names)


def _linear_of_one(system: NumerationSystem, dfa: Automaton) -> Iterator[tuple[str, Formula]]:
    """Few numbers, and congruences, as the first numbers suggest them."""
    (name,) = dfa.names
    first = [dfa.output([system.write(n)]) == 1 for n in range(400)]
    few = [n for n, yes in enumerate(first) if yes]
    if few and len(few) <= 5:
        yield f"{name} is {_listed(few)}", either(is_zero(variable(name) - n) for n in few)
    for modulus in MODULI:
        rests = [first[200 + (rest - 200) % modulus] for rest in range(modulus)]
        start = max((n + 1 for n, yes in enumerate(first) if yes != rests[n % modulus]), default=0)
        if start > 60 or all(rests) or not any(rests):
            continue
        fits = [rest for rest in range(modulus) if rests[rest]]
        text = f"{name} mod {modulus} is {_listed(fits)}"
        formula = either(congruent(variable(name) - rest, modulus) for rest in fits)
        if start:
            from_start = Compare(number(start) - variable(name), "<=")
            early = [n for n in range(start) if first[n]]
            formula = either([both([from_start, formula]), *(is_zero(variable(name) - n) for n in early)])
            text = f"{name} ≥ {start} and {text}" + (f", or {name} is {_listed(early)}" if early else "")
        yield text, formula


def _digits_of_one(system: NumerationSystem, dfa: Automaton) -> Iterator[Candidate]:
    """Sentences about digits, each as it is and with 0 changed."""
    (name,) = dfa.names
    zero = dfa.output([[]]) == 1
    is_0 = automaton(system, is_zero(variable(name)))
    for text, step, accepted in _digit_machines(system, dfa, f"{name} in {_called(system)}"):
        made = _machine(system, dfa.names, step, accepted)
        made_zero = made.output([[]]) == 1
        if made_zero == zero:
            yield text, partial(_as_it_is, made)
        elif zero:
            yield f"{text}, or {name} is 0", partial(disjunction, made, is_0)
        else:
            yield f"{name} ≥ 1 and {text}", partial(difference, made, is_0)


def _as_it_is(made: Automaton) -> Automaton:
    return made


Machine = tuple[str, Step, tuple[int, ...]]


def _digit_machines(system: NumerationSystem, dfa: Automaton, here: str) -> Iterator[Machine]:
    """Small automata that have words: from a state and a digit to a state, from 0 on; and the states that accept."""
    yield f"{here} ends in an even number of zeros", _tail_of((0,)), (1,)
    yield f"{here} ends in an odd number of zeros", _tail_of((0,)), (2,)
    for some in _sets(system, dfa):
        listed = _listed(some)
        yield f"no digit of {here} is {listed}", _never(some), (0,)
        if 0 not in some:
            yield f"some digit of {here} is {listed}", _never(some), (1,)
            yield f"the first digit of {here} is {listed}", _leading(some), (1,)
            yield f"the last digit of {here} that is not 0 is {listed}", _last_of(some), (1,)
            which = listed if len(some) == 1 else f"that are {listed}"
            yield f"{here} has an even number of digits {which}", _count_of(some), (0,)
            yield f"{here} has an odd number of digits {which}", _count_of(some), (1,)
            yield f"{here} ends in an even number of digits {which}", _tail_of(some), (0, 1)
            yield f"{here} ends in an odd number of digits {which}", _tail_of(some), (2,)
    for modulus in range(2, 6):
        for rest in range(modulus):
            yield f"the number of digits of {here} is {rest} modulo {modulus}", _length_of(modulus), (rest + 1,)
            yield f"the digits of {here} add up to {rest} modulo {modulus}", _sum_of(modulus), (rest,)


def _sets(system: NumerationSystem, dfa: Automaton) -> list[tuple[int, ...]]:
    """Sets of digits that a sentence may be about: all where there are few, else those that numbers suggest."""
    digits = range(system.digits)
    if system.digits <= 4:
        return [some for size in range(1, system.digits) for some in combinations(digits, size)]
    alone = tuple(digit for digit in digits if digit and dfa.output([[digit]]) == 1)
    not_alone = tuple(digit for digit in digits if digit and digit not in alone)
    digit_sets = [*((digit,) for digit in digits), alone, not_alone, (0, *alone), (0, *not_alone)]
    return [some for some in dict.fromkeys(digit_sets) if 0 < len(some) < system.digits]


def _length_of(modulus: int) -> Step:
    """0 before the first digit that is not 0, then 1 and the number of digits modulo another."""
    return lambda state, read: state % modulus + 1 if state else 2 * int(read[0] > 0) if modulus > 1 else 0


def _sum_of(modulus: int) -> Step:
    return lambda state, read: (state + read[0]) % modulus


def _never(some: Sequence[int]) -> Step:
    started = 2 if 0 in some else 0  # a zero in front is no digit
    return lambda state, read: 1 if state == 1 or (read[0] in some and (state == 0 and started == 0)) else state


def _leading(some: Sequence[int]) -> Step:
    return lambda state, read: state or (0 if read[0] == 0 else 1 if read[0] in some else 2)


def _last_of(some: Sequence[int]) -> Step:
    return lambda state, read: state if read[0] == 0 else 1 if read[0] in some else 2


def _count_of(some: Sequence[int]) -> Step:
    return lambda state, read: state ^ (read[0] in some)


def _tail_of(some: Sequence[int]) -> Step:
    """0 before the first digit that is not 0, then 1 and 2 by the parity of the run at the end."""
    return lambda state, read: (
        (3 - (state or 1)) if read[0] in some and (state or read[0]) else (state and 1) or int(read[0] > 0)
    )


def _linear_of_several(system: NumerationSystem, one: Automaton) -> Iterator[tuple[str, Formula]]:
    """Sums, equal numbers and congruences of several numbers, and residues as the first numbers suggest them."""
    names = one.names
    every = [variable(name) for name in names]
    total = sum(every, Linear())
    equal = both(is_zero(one - every[0]) for one in every[1:])
    yield " = ".join(names), equal
    for modulus in MODULI:
        if modulus > 12:
            break
        for rest in range(modulus):
            yield f"({' + '.join(names)}) mod {modulus} is {rest}", congruent(total - rest, modulus)
        same = both(congruent(one - every[0], modulus) for one in every[1:])
        yield f"{' ≡ '.join(names)} (mod {modulus})", same
        zero = both(congruent(one, modulus) for one in every)
        yield f"{' ≡ '.join(names)} ≡ 0 (mod {modulus})", zero
        for rest in range(1, modulus):
            if len(names) == 2:
                off = both([congruent(every[0] - rest, modulus), congruent(every[1] - rest, modulus)])
                yield f"{' ≡ '.join(names)} ≡ {rest} (mod {modulus})", off
    for modulus in range(2, MOST_MODULUS + 1):
        rests = [rest for rest in product(range(modulus), repeat=len(names)) if one.output(system.words(rest)) == 1]
        if 0 < len(rests) <= MOST_RESTS:
            of_each = f"({', '.join(f'{name} mod {modulus}' for name in names)})"
            each = [
                both(congruent(number - rest, modulus) for number, rest in zip(every, numbers, strict=True))
                for numbers in rests
            ]
            yield f"{of_each} is {'one of ' * (len(rests) > 1)}{', '.join(map(position_text, rests))}", either(each)
    if len(names) == 2:
        a, b = every
        for gap in range(1, 6):
            yield f"|{names[0]} - {names[1]}| = {gap}", either([is_zero(a - b - gap), is_zero(b - a - gap)])


def _digits_of_several(system: NumerationSystem, names: tuple[str, ...]) -> Iterator[Candidate]:
    called = _called(system)
    listed = ", ".join(names)
    if system == NumerationSystem(2):
        nim = f"{' XOR '.join(names)} = 0"
        yield nim, partial(_machine, system, names, lambda state, read: state or sum(read) % 2, (0,))
    for modulus in range(2, len(names) + 2):
        text = f"at every place of {called} the digits of {listed} add up to a multiple of {modulus}"
        yield text, partial(_machine, system, names, _sums_of(modulus), (0,))
    if len(names) == 2:
        a, b = names
        for parity, end in (("even", 1), ("odd", 2)):
            form = f"the {called} form of {a} ends in an {parity} number of zeros"
            form += f" and {b} is that of {a} with one zero more"
            yield f"{a} ≤ {b}: {form}", partial(_shifted, system, names, end)


def _sums_of(modulus: int) -> Step:
    return lambda state, read: state or int(sum(read) % modulus > 0)


def _shifted(system: NumerationSystem, names: tuple[str, ...], end: int) -> Automaton:
    """One number ends in an even (1) or odd (2) number of zeros, the other is it with one zero more; and (0, 0).

    The larger is read a digit ahead: what it read last is what the smaller must read now.
    """

    def step(state: int, read: tuple[int, ...]) -> int:
        if state < 0:
            return state
        last, tail = divmod(state, 3)
        a, b = read
        if a != last:
            return -1
        return b * 3 + (1 if a else (0 if tail == 0 else 3 - tail))

    up = _machine(system, names, step, (0, end))
    down = up.renamed({names[0]: names[1], names[1]: names[0]})
    return disjunction(up, spread(system, down, names))


def _machine(system: NumerationSystem, names: tuple[str, ...], step: Step, accepted: Sequence[int]) -> Automaton:
    """The automaton of a step function, on words that are numbers."""
    import numpy as np

    each = list(product(range(system.digits), repeat=len(names)))
    numbers, rows = {0: 0}, list[list[int]]()
    for here in (order := [0]):
        row = []
        for read in each:
            after = step(here, read)
            if after not in numbers:
                numbers[after] = len(order)
                order.append(after)
            row.append(numbers[after])
        rows.append(row)
    outputs = np.array([int(here in accepted) for here in order], np.int32)
    made = minimal(names, system.digits, np.array(rows, np.int32), outputs)
    return conjunction(valid(system, names), made)


def _function(theorem: Theorem) -> str:
    """Words for nim-values without bound; "" if none are found."""
    system, names, graph = theorem.system, theorem.relation.names, theorem.claim.automaton
    value = variable(VALUE)
    if len(names) > 1:
        if system == NumerationSystem(2) and len(names) == 2:
            made = exclusive_or((names[0], names[1], VALUE))
            if empty(distinguished(graph, spread(system, made, graph.names))):
                return f"the nim-value of ({', '.join(names)}) is {' XOR '.join(names)}"
        total = sum((variable(name) for name in names), Linear())
        if empty(distinguished(graph, spread(system, automaton(system, is_zero(value - total)), graph.names))):
            return f"the nim-value of ({', '.join(names)}) is {' + '.join(names)}"
        return ""
    (name,) = names
    n = variable(name)
    for modulus in range(1, 13):
        off = [theorem.nim_value(rest + 12 * modulus) - rest - 12 * modulus for rest in range(modulus)]
        values = [theorem.nim_value(k) for k in range(2 * modulus)]
        start = max((k + 1 for k, nim_value in enumerate(values) if nim_value != k + off[k % modulus]), default=0)
        if start > modulus:
            continue
        pieces: list[Formula] = [
            both([congruent(n - rest, modulus), is_zero(value - n - off[rest]), Compare(number(start) - n, "<=")])
            for rest in range(modulus)
        ]
        pieces += [both([is_zero(n - k), is_zero(value - values[k])]) for k in range(start)]
        if empty(distinguished(graph, spread(system, automaton(system, either(pieces)), graph.names))):
            return _by_rest(name, off, modulus, values[:start])
    return ""


def _by_rest(name: str, off: list[int], modulus: int, early: list[int]) -> str:
    """The sentence for a value that is n and a constant for each remainder."""
    usual = max(set(off), key=lambda gap: (off.count(gap), -abs(gap)))
    cases = [
        f"{linear([(name, 1)], gap)} if {name} mod {modulus} is {_listed([r for r in range(modulus) if off[r] == gap])}"
        for gap in sorted(set(off) - {usual})
    ]
    whole = ", ".join([*cases, f"{'else ' if cases else ''}{linear([(name, 1)], usual)}"])
    first = "".join(f"; of {k} it is {value}" for k, value in enumerate(early))
    where = f" ≥ {len(early)}" if early else ""
    return f"the nim-value of {name}{where} is {whole}{first}"


def _called(system: NumerationSystem) -> str:
    return {NumerationSystem(2): "binary"}.get(
        system, system.name if system.b == 0 or system.a < 3 else f"the system {system.name}"
    )


def _listed(numbers: Iterable[int], word: str = "or") -> str:
    texts = [str(integer) for integer in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def _expression(system: NumerationSystem, dfa: Automaton) -> str:
    """A regular expression for the digits of one number, if it is short; "" if not."""
    if len(dfa.names) != 1 or dfa.states > FEW_STATES + 1 or system.digits > 10:
        return ""
    ways: dict[tuple[int, int], str] = {}  # from a state to another; -1 and -2 are the beginning and the end
    for here in range(dfa.states):
        for digit in range(system.digits):
            key = (here, int(dfa.next[here, digit]))
            ways[key] = f"{ways[key]}|{digit}" if key in ways else str(digit)
        if dfa.outputs[here] == 1:
            ways[here, -2] = ""
    ways[-1, 0] = ""
    for gone in sorted(range(dfa.states), key=lambda here: sum(here in key for key in ways)):
        loop = ways.pop((gone, gone), "")
        again = f"({loop})*" if len(loop) > 1 else f"{loop}*" if loop else ""
        before = {key[0]: text for key, text in ways.items() if key[1] == gone}
        after = {key[1]: text for key, text in ways.items() if key[0] == gone}
        ways = {key: text for key, text in ways.items() if gone not in key}
        for (start, first), (stop, last) in product(before.items(), after.items()):
            text = f"{_grouped(first)}{again}{_grouped(last)}"
            ways[start, stop] = f"{ways[start, stop]}|{text}" if (start, stop) in ways else text
            if len(ways[start, stop]) > MOST_EXPRESSION:
                return ""
    whole = ways.get((-1, -2))
    return "" if whole is None else f"{dfa.names[0]} in {_called(system)} (zeros may stand in front) fits {whole}"


def _grouped(text: str) -> str:
    return f"({text})" if "|" in text else text


def table(system: NumerationSystem, dfa: Automaton) -> str:
    """An automaton in words: where each digit leads from each state, and what is said at the end."""
    if dfa.states * dfa.next.shape[1] > 80:
        tracks = " and ".join(dfa.names)
        return f"{dfa.states} states, over the digits of {tracks} in {_called(system)}, most significant first"
    lines = []
    for here in range(dfa.states):
        leads = " ".join(str(after) for after in dfa.next[here].tolist())
        output = int(dfa.outputs[here])
        lines.append(f"{here} -> {leads}" + (f" says {output}" if output >= 0 else ""))
    return f"digits in {_called(system)}, from state 0, most significant first: {'; '.join(lines)}"
