"""What a new user gets wrong is answered by what would do: in one message, without a traceback, with exit status 2."""

from __future__ import annotations

import pytest
from command import grundy

MISTAKES = {
    ("solve", "nimm", "3"): "did you mean 'nim'?",
    ("solve", "Kayles", "10"): "did you mean 'kayles'?",
    ("solve", "nim", "3,4,5"): "did you mean '3 4 5'?",
    ("solve", "nim", "(3,4)"): "did you mean '3 4'?",
    ("solve", "nim", "[3]"): "did you mean '3'?",
    ("solve", "take-away:1-3", "5"): "did you mean '1,2,3'?",
    ("solve", "0.77", "5"): "did you mean 'octal:0.77'?",
    ("period", "0.77"): "did you mean 'octal:0.77'?",
    ("solve", "nim+kayles", "3"): "a sum is written as in 'nim(3 5)+kayles(7)'",
    ("solve", "octal", "5"): "expected ':' and a code d0.d1d2d3..., as in 0.77",
    ("solve", "take-away", "3"): "expected ':' and the set of amounts, as in 1,2,3",
    ("solve", "cram", "3", "5"): "did you mean '3x5'?",
    ("solve", "cram", "3*5"): "did you mean '3x5'?",
    ("solve", "chomp", "3, 5"): "did you mean '3x5'?",
    ("solve", "node-kayles", "grid3x3"): "did you mean 'grid:3x3'?",
    ("solve", "nim", "3", "-misere"): "Did you mean '--misere'?",
    ("solve", "nim", "3", "--mizere"): "Did you mean '--misere'?",
    ("solv", "nim", "3"): "Did you mean 'solve'?",
    ("solve", "nim", "3", "--why"): "Did you mean '--explain'?",
    ("solve", "3", "4", "5"): "did you mean 'nim 3'?",
    ("solve", "take 1, 3 or 4", "10"): "did you mean 'take-away:1,3,4'?",
    ("solve", "misere", "nim", "1"): "misère play is an option: --misere",
    ("solve", "kayles", "7", "+", "nim", "3", "4"): "did you mean 'kayles(7) + nim(3 4)'?",
    ("table", "wythoff", "6", "8"): "as a box it is --box 6x8",
    ("guess", "kayles"): "as in 'grundy sequence kayles --csv | grundy guess -'",
    ("guess", "own.py:game"): "as in 'grundy sequence kayles --csv | grundy guess -'",
    ("table", "wythoff", "--states", "5"): "as in --box 5x5 or box=(5, 5)",
    ("table", "wythoff", "--box", "10,10"): "did you mean '10x10'?",
    ("table", "wythoff", "--box", "10 10"): "did you mean '10x10'?",
    ("sequence", "wythoff", "--to", "5"): "found states of 2 numbers, which have a table and no sequence",
    ("period", "wythoff"): "found states of 2 numbers, which have a table and no sequence",
    ("judge", "hdu5724"): "did you mean 'hdu5724-chess'?",
    (
        "judge",
        "piles",
        "cases.txt",
    ): "the input is read from standard input: did you mean 'grundy judge piles < cases.txt'",
    ("judge", "cases.txt", "piles"): "did you mean 'grundy judge piles < cases.txt'",
    ("stress", "sh", "nim"): "did you mean 'grundy stress nim sh'?",
    ("stress", "sh", "solution.sh", "hdu5724-chess"): "did you mean 'grundy stress hdu5724-chess sh solution.sh'?",
    ("stress", "/bin/sh", "my_game.py"): "did you mean 'grundy stress my_game.py /bin/sh'?",
    ("stress", "nimm", "sh"): "did you mean 'nim'?",
    ("solve", "nim", "3", "--time-limit", "5x"): "expected a time such as 90, 90s, 5min",
    ("options", "kayles", "5", "--time-limit", "abc"): "expected a time such as 90, 90s, 5min",  # were not read at all
    ("options", "kayles", "5", "--memory", "-1"): "expected a size such as 500M",  # where no work began
    ("table", "nim", "--to", "9", "--show", ""): "expected a number or a range, as in 57 or 0:40, found ''",
    # it named a line of grundy's own, and said what to write there
    (
        "table",
        "fibonacci-nim",
        "--box",
        "20000x20000",
    ): "fibonacci-nim: the moves of this game, which are Python, are not compiled",
    ("play", "nmi"): "did you mean 'nim'?",  # only a position was asked for
    ("sequence", "cram"): "expected states 0, 1, 2, ..., found states that are each a board of . and #;",
    ("check", "kayles", "n %", "--to", "9"): "over n, as in 'n % 4', found 'n %' (invalid syntax)",
    ("solve", "subtract:primes", "99999999999999999999"): "leaves a position with more than 16,384; try a smaller",
    ("quotient", "kayles", "--to", "1e20"): "expected a last heap from 0 to 1000000, found 1",  # ran without an end
    ("stress", "--run-seconds", "nan", "nim", "cat"): "expected a number from 0 on, such as 2.5, found 'nan'",
    ("serve", "--name", "", "--port", "0"): "--name: expected a name by which the server may be called",
    ("class", "--word", " - "): "<--word>:1:1: expected a word of letters or digits, of at most 40 characters",
    ("class", "--task", "nim 0"): "<--task>:1:1: expected a position with a move, found 'nim 0'",
    ("class", "--task", "nim x"): "<--task>:1:1: expected a pile size",
    ("class", "--task", "own.py 3"): "expected",
    ("stress", "--seed", "1_0", "nim", "cat"): "expected a whole number, 0 or more, found '1_0'",
    ("play", "nim", "3", "--blunder", "1.5"): "<--blunder>:1:1: expected a number from 0 to 1, such as 0.5",
    ("play", "nim", "3", "--seed", "\uff15"): "expected a whole number, 0 or more",
    ("period", "grundys-game", "--to", "900", "--certificate", "x"): "with --to 8192 or more",
}


@pytest.mark.parametrize("words", MISTAKES, ids=" ".join)
def test_a_mistake_is_answered_by_what_would_do(words: tuple[str, ...]) -> None:
    done = grundy(*words)
    assert (done.status, done.out) == (2, "")
    assert MISTAKES[words] in done.err and "Traceback" not in done.err


@pytest.mark.parametrize("words", [("nim", "0x3"), ("nim", "x"), ("nim", "3", "-1")], ids=" ".join)
def test_nothing_is_guessed_of_what_may_be_anything(words: tuple[str, ...]) -> None:
    done = grundy("solve", *words)
    assert done.status == 2 and "did you mean" not in done.err.lower()


@pytest.mark.parametrize("option", ["--certificate", "--strategy", "--store"])
def test_a_file_without_a_name_is_no_file(option: str) -> None:
    """As a script says whose variable is not set: nothing was written, and the exit status was 0."""
    done = grundy("solve", "kayles", "5", option, "")
    assert done.status == 2 and "expected the name of a file, found ''" in done.err


def test_no_nim_values_are_too_few() -> None:
    """All games of the catalogue were listed."""
    done = grundy("games", "--values", "")
    assert (done.status, done.out) == (2, "") and "expected 4 nim-values or more" in done.err


def test_a_seed_is_no_negative_number() -> None:
    assert grundy("stress", "--seed", "-1", "nim", "true").places() == ["<--seed>:1:1"]


def test_an_emitted_program_finds_moves_where_that_is_asked() -> None:
    words = ("table", "nim", "--to", "9", "--emit", "cpp")
    with_moves = grundy(*words, "--moves")
    assert with_moves.status == 0 and len(with_moves.out) > len(grundy(*words).out)
