"""What strangers type first in Python, and what comes: an answer, or an error that names what there is.

They were written down before the code was looked at, by what people know who come from CGSuite, SageMath, programming
contests or a classroom. tests/model/test_typed_lines.py types them; docs/how-to/python.md lists them.
"""

from __future__ import annotations

TYPED: dict[str, dict[str, str]] = {
    "From CGSuite or SageMath": {
        "grundy.catalogue.kayles": "there is catalogue['kayles'], or grundy.kayles",
        'grundy.catalogue["Kayles"]': "did you mean 'kayles'?",
        'grundy.octal("0.77").nim_values(7).tolist()': "[0, 1, 2, 3, 1, 4, 3]",
        'grundy.octal(".77")': "Rule('octal:0.77')",
        "grundy.octal(0.77)": "expected a code that is text, as in '0.77', found 0.77",
        "grundy.octal([0, 7, 7])": "expected a code that is text, as in '0.77', found [0, 7, 7]",
        'grundy.sequence("0.77", 20)': "did you mean 'octal:0.77'?",
        'grundy.heap_rule("0.77")': "there is grundy.octal('0.77')",
        "grundy.kayles.nim_value_sequence(20)": "there is nim_values(20)",
        'grundy.corner(["rook"])': "Rule('corner:rook')",
        "grundy.star(3)": "there is grundy.nim(3), whose value is *3, and of nimbers grundy.nimber(3)",
        "grundy.nim(3).canonical_form()": "there is nim_value",
        "grundy.kayles(7).options()": "there is moves(), and play(move) for what each leaves",
        "3 * grundy.nim(2)": "for three copies, and of nimbers grundy.nimber(3) * grundy.nimber(2)",
        "sum([grundy.nim(2)] * 3)": "Position('nim(2) + nim(2) + nim(2)')",
        "grundy.nim(3) - grundy.nim(3)": "there is position + other: an impartial game is its own negative",
        "grundy.nim(3) ^ grundy.nim(4)": "there is position + other, whose nim-value is the XOR",
        "grundy.kayles(3) + 2": "there is position + grundy.nim(2), since a summand is a position",
        "grundy.nim + grundy.kayles": "there is a sum of positions: rule(7) + other(3)",
        'grundy.Position("nim 3 4")': "there is grundy.parse('nim 3 4'), and grundy.nim(3, 4)",
        "grundy.nim([3, 4, 5]).is_P_position()": "there is winner == 'second'",
        "grundy.nim_product(3, 5)": "there is grundy.nimber(3) * grundy.nimber(5)",
        "grundy.nimber(3) * grundy.nimber(5)": "Nimber(15)",
        "grundy.nimber(3).inverse()": "there is 1 / nimber",
        "grundy.mex({0, 1, 3})": "2",
        "grundy.domineering(3, 3)": "'cram' is the game in which both do",
    },
    "From contests": {
        "grundy.grundy([3, 4, 5])": "there is grundy.solve(position).nim_value",
        "grundy.nim(3, 4, 5).sg": "there is nim_value",
        "grundy.nim(3, 4, 5).is_winning()": "there is winner == 'first'",
        "grundy.nim(3, 4, 5).best_move()": "there is solve().winning_moves",
        "grundy.xor(3, 4, 5)": "there is grundy.nim_sum(3, 4, 5)",
        "grundy.nim_sum([3, 4, 5])": "2",
        "grundy.mex([])": "0",
        "grundy.solve([3, 4, 5])": "expected a position or its text, as in 'nim 3 4 5', found [3, 4, 5]",
        'grundy.solve("3 4 5")': "did you mean 'nim 3'?",
        'grundy.solve("nim", [3, 4, 5])': "a position is one text: 'nim 3 4 5'",
        'grundy.solve("nim", 1, 0, 5)': "a position is one text: 'nim 3 4 5'",
        "grundy.solve(grundy.nim)": "it is called with states: nim(...), found Rule('nim')",
        "grundy.nim.solve(3, 4, 5)": "there is a position's: rule(7).solve()",
        "grundy.kayles[7]": "there is rule(7), the position, and nim_values(20)",
        "grundy.kayles.period()": "there is grundy.period(rule)",
        "grundy.take_away(1, 2, 3)(10).nim_value": "2",
        "grundy.subtraction_game(1, 2, 3)": "there is grundy.take_away(1, 2, 3)",
        "grundy.subtract([1, 2, 3])": "amounts are taken by grundy.take_away(1, 2, 3)",
        "grundy.bachet(10)": "there is grundy.take_away(1, 2, 3)",
        "grundy.list_games()": "there is list(grundy.catalogue), and grundy.find_games('chess')",
        'grundy.find_games("wythoff")[0].spec': "'wythoff'",
        "grundy.catalog": "did you mean 'catalogue'?",
    },
    "From a classroom": {
        "grundy.nim(3, 4, 5, misere=True)": "there is solve(misere=True) of the position",
        "grundy.nim(-1)": "expected a heap state, found -1; as in nim('3 4 5')",
        'grundy.nim("3,4,5")': "did you mean '3 4 5'?",
        'grundy.nim("3", "4")': "as in nim('3 4 5')",
        "grundy.cram(4)": "as in cram('3x5')",
        "grundy.nim(3, 4, 5)[0]": "there is parts(), for each pile or board",
        "grundy.nim(3, 4, 5).piles": "there is parts(), for each pile or board",
        "grundy.nim(3, 4, 5).show()": "there is print(position), svg(), or grundy.picture(position, 'name.svg')",
        "grundy.nim(3, 4, 5).explain()": "there is print(position.solve())",
        'grundy.nim(3, 4, 5).move("take 2 from pile 1")': "there is play(move), and moves()",
        'grundy.nim(3, 4, 5).play("take 2 from pile 1")': "Position('nim 1 4 5')",
        'grundy.nim(3, 4, 5).solve()["winner"]': "there is winner, nim_value, or as_dict()",
        "grundy.nim(3, 4, 5).solve().to_json()": "there is as_dict()",
        "grundy.nim(3, 4, 5).solve().why": "there is str(result), and summands()",
        'grundy.winner("nim 3 4 5")': "there is grundy.solve(position).winner",
        "grundy.kayles.name": "there is spec",
        "grundy.tictactoe()": "'notakto' is the game in which both put crosses",
        "grundy.serve()": "there is the command line: grundy serve",
    },
}


def typed_lines() -> str:
    """The lines as tables, for the page."""
    lines = []
    for heading, rows in TYPED.items():
        lines += [f"**{heading}**", "", "| typed | comes |", "|---|---|"]
        lines += [f"| `{typed}` | `{comes}` |" for typed, comes in rows.items()]
        lines.append("")
    return "\n".join(lines)
