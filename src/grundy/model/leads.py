"""The words and operators that people try, and what there is in their place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn


def _a_row_a_word(rows: dict[str, str]) -> dict[str, str]:
    """A row of several words as a row for each of them."""
    return {word: lead for words, lead in rows.items() for word in words.split()}


_SOLVED = "grundy.solve(position)"
_OPTIONS = "moves(), and play(move) for what each leaves"
LEADS = {
    kind: _a_row_a_word(rows)
    for kind, rows in {
        "grundy": {
            "Game Rules": "grundy.parse_rule('kayles')",
            "best_move winning_move winning_moves": f"{_SOLVED}.winning_moves",
            "bachet subtraction subtraction_game": "grundy.take_away(1, 2, 3)",
            "explain why": f"print({_SOLVED})",
            "grundy grundy_number grundy_value nim_value nimvalue sg sprague_grundy": f"{_SOLVED}.nim_value",
            "heap_rule heap_game taking_and_breaking": "grundy.octal('0.77')",
            "is_n_position": f"{_SOLVED}.winner == 'first'",
            "is_p_position": f"{_SOLVED}.winner == 'second'",
            "list_games all_games": "list(grundy.catalogue), and grundy.find_games('chess')",
            "misere": "grundy.solve(position, misere=True)",
            "moves": "position.moves()",
            "nim_multiply nim_mul nim_product nim_multiplication": "grundy.nimber(3) * grundy.nimber(5)",
            "nim_add nimsum xor": "grundy.nim_sum(3, 4, 5)",
            "nim_values grundy_numbers grundy_values values": "grundy.sequence('kayles', 20), or rule.nim_values(20)",
            "options successors": "position.moves(), or rule.options(state)",
            "outcome winner": f"{_SOLVED}.winner",
            "quotient": "grundy.misere_quotient('kayles')",
            "p_positions": "grundy.table('wythoff', box=(9, 9)).p_positions",
            "serve": "the command line: grundy serve",
            "star": "grundy.nim(3), whose value is *3, and of nimbers grundy.nimber(3)",
        },
        "keyword": {
            "count n to": "upto, the last state",
            "explain": "str(result), which explains",
            "play": "misere=True, or loopy=True",
            "size": "states or box of a table, upto of a sequence",
            "timeout": "time_limit, as in '30s'",
        },
        "Position": {
            "*": "sum([position] * 3) for three copies, and of nimbers grundy.nimber(3) * grundy.nimber(2)",
            "-": "position + other: an impartial game is its own negative",
            "^": "position + other, whose nim-value is the XOR",
            "+": "position + grundy.nim(2), since a summand is a position",
            "[]": "parts(), for each pile or board",
            "best_move best_moves winning_move winning_moves": "solve().winning_moves",
            "canonical_form grundy grundy_number grundy_value nimber nimvalue sg value": "nim_value",
            "children legal_moves next options successors": _OPTIONS,
            "draw picture plot show": "print(position), svg(), or grundy.picture(position, 'name.svg')",
            "explain why": "print(position.solve())",
            "first_player_wins is_n_position is_win is_winning": "winner == 'first'",
            "heaps piles states": "parts(), for each pile or board",
            "is_losing is_loss is_p_position second_player_wins": "winner == 'second'",
            "misere": "solve(misere=True)",
            "move": "play(move), and moves()",
            "outcome outcome_class": "winner",
            "to_networkx": "board_to_networkx(), and of the moves grundy.game_graph(position).to_networkx()",
        },
        "Result": {
            "[]": "winner, nim_value, or as_dict()",
            "best_move best_moves winning_move": "winning_moves",
            "explain reason why": "str(result), and summands()",
            "first_player_wins is_n_position is_win wins": "winner == 'first'",
            "grundy grundy_number grundy_value nimber nimvalue sg value": "nim_value",
            "is_loss is_p_position second_player_wins": "winner == 'second'",
            "json to_dict to_json": "as_dict()",
            "moves": "winning_moves, and position.moves() for all of them",
            "nim_values": "values",
            "outcome outcome_class": "winner",
        },
        "Rule": {
            "+": "a sum of positions: rule(7) + other(3)",
            "[]": "rule(7), the position, and nim_values(20)",
            "grundy nim_value_sequence values": "nim_values(20)",
            "is_p_position": "a position's: rule(7).winner == 'second'",
            "moves": "a position's: rule(7).moves()",
            "name": "spec",
            "nim_value": "a position's: rule(7).nim_value",
            "period": "grundy.period(rule)",
            "play": "a position's: rule(7).play(move)",
            "sequence": "grundy.sequence(rule, 99)",
            "solve": "a position's: rule(7).solve()",
            "table": "grundy.table(rule, 99)",
            "winner": "a position's: rule(7).winner",
        },
        "Sequence": {
            "period": "grundy.period(sequence.rule)",
            "terms_list tolist": "list(sequence)",
            "values": "list(sequence), or sequence[:20]",
        },
        "Nimber": {
            "inverse reciprocal": "1 / nimber",
            "mul multiply product times": "nimber * nimber",
        },
        "Game": {
            "nim_values period sequence values": "grundy.sequence('kayles', 20), and grundy.period('kayles')",
            "moves nim_value play solve winner": "a position's: game(7).winner",
            "description help rules": "summary, notation and source",
        },
    }.items()
}


def lead_of(kind: str, word: str) -> str | None:
    """What there is in place of a word, in small letters or not, of a kind of value; None: nothing that we know."""
    leads = LEADS.get(kind, {})
    return leads.get(word) or leads.get(word.lower())


def lead_to(lead: str | None) -> str:
    """The end of an error about a word that is not there."""
    return f"; there is {lead}" if lead else ""


def refuse_operator(value: Any, sign: str, *other: Any) -> Any:
    """NotImplemented for what another class may still do; else a TypeError that says what to write instead."""
    kind = type(value).__name__
    lead = lead_of(kind, sign)
    if other and not (lead and isinstance(other[0], int | float | Led)):
        return NotImplemented
    operation = f"unsupported operand type(s) for {sign}" if other else f"bad operand type for unary {sign}"
    kinds = " and ".join(repr(type(operand).__name__) for operand in (value, *other))
    raise TypeError(f"{operation}: {kinds}{lead_to(lead)}")


def _refusing(sign: str) -> Callable[..., Any]:
    return lambda value, *other: refuse_operator(value, sign, *other)


class Led:
    """A value that names what there is where somebody tries another word or operator for it."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take any name then

        def __getattr__(self, name: str) -> Any:
            kind = type(self).__name__
            lead = lead_to(lead_of(kind, name))
            raise AttributeError(f"{kind!r} object has no attribute {name!r}{lead}", name=name, obj=self)

        def __getitem__(self, place: object) -> NoReturn:
            kind = type(self).__name__
            raise TypeError(f"{kind!r} object is not subscriptable{lead_to(lead_of(kind, '[]'))}")

        __add__ = _refusing("+")
        __sub__ = __neg__ = _refusing("-")
        __mul__ = __rmul__ = _refusing("*")
        __xor__ = _refusing("^")
