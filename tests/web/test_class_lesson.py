"""A lesson as data: who is in it, what was won in how many games, what is shown, and what a spreadsheet gets."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import reduce

import pytest

from grundy.errors import BadText, OutOfReach
from grundy.web.classroom import lesson as lessons
from grundy.web.classroom.lesson import MOST_PUPILS, ClassTask, Lesson, as_csv, as_pupil, as_teacher
from grundy.web.classroom.tasks import TASKS, task_of, tasks_of
from grundy.web.classroom.words import WORDS, Allowance, is_same, letters, new_word, require_word
from grundy.web.pool import QuestionRefused

NIM = ClassTask("Nim", "nim", "1 2")
KAYLES = ClassTask("Kayles", "kayles", "3")
EMPTY = Lesson((NIM, KAYLES))
CLASS = reduce(lessons.enter, ("Ada", "Ben"), EMPTY)  # pupils 1 and 2


def played(lesson: Lesson, number: int, task: int, winner: int, own: bool = True) -> Lesson:
    """The lesson after one more game of a pupil, of one move."""
    lesson = lessons.begin(lesson, number, task, 1)
    game = lessons.game_of(lesson, number, lesson.last)
    return lessons.moved(lesson, number, game, ("a move",), winner, own)


def marks(lesson: Lesson, number: int) -> list[tuple[int, int | None]]:
    return [(mark.games, mark.won_in) for mark in lesson.pupils[number].marks]


# Names.


@pytest.mark.parametrize("name", ["Ada", "Zoë", "Đặng", "李雷", "O'Neil", "Anne-Marie", "=Ada", "<b>Ada</b>", "x" * 20])
def test_a_first_name_is_taken_as_it_is(name: str) -> None:
    assert lessons.first_name(f"  {name} ") == name


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 21, "A\u202eda", "A\u200bda", "A\x00da", "\x1b[2J", "...", "-", "\ufeff", "\U000e0041"]
)
def test_a_name_that_nobody_could_read_is_refused(name: str) -> None:
    with pytest.raises(QuestionRefused) as refused:
        lessons.first_name(name)
    assert refused.value.status == 400


def test_blanks_and_composed_letters_are_one_way_to_write_a_name() -> None:
    assert lessons.first_name("Anna\t \nLena") == "Anna Lena"
    assert lessons.first_name("Zoe\u0308") == "Zoë"


def test_two_pupils_have_two_names() -> None:
    with pytest.raises(QuestionRefused, match="ADA is in the class already"):
        lessons.enter(CLASS, "ADA")


def test_a_class_has_an_end() -> None:
    full = reduce(lessons.enter, (f"Pupil {number}" for number in range(MOST_PUPILS)), EMPTY)
    with pytest.raises(QuestionRefused, match="the class is full"):
        lessons.enter(full, "One more")
    assert "One more" in as_csv(lessons.enter(lessons.remove(full, 7), "One more"))


# Games.


def test_a_task_is_won_in_the_first_game_that_the_pupil_wins() -> None:
    lesson = played(played(played(CLASS, 1, 0, winner=2), 1, 0, winner=2), 1, 0, winner=1)
    assert marks(lesson, 1) == [(3, 3), (0, None)]
    assert marks(played(lesson, 1, 0, winner=1), 1) == [(4, 3), (0, None)], "the first time counts"
    assert marks(lesson, 2) == [(0, None), (0, None)], "and nobody else's"


def test_a_game_counts_once_the_pupil_has_moved() -> None:
    lesson = lessons.begin(CLASS, 1, 1, 2)
    game = lessons.game_of(lesson, 1, lesson.last)
    answered = lessons.moved(lesson, 1, game, ("the computer's",), 0, own=False)
    assert marks(answered, 1) == [(0, None), (0, None)]
    game = lessons.game_of(answered, 1, game.number)
    mine = lessons.moved(answered, 1, game, ("the computer's", "mine"), 0)
    assert marks(mine, 1) == [(0, None), (1, None)]
    game = lessons.game_of(mine, 1, game.number)
    assert marks(lessons.moved(mine, 1, game, (*game.moves, "mine"), 1), 1) == [(0, None), (1, 1)], "counted once"


def test_a_move_is_made_in_the_game_that_is_played_and_after_its_last() -> None:
    lesson = played(CLASS, 1, 0, winner=0)
    game = lessons.game_of(lesson, 1, lesson.last)
    assert lessons.may_move(lesson, 1, game.number, ("a move", "next")) == game
    for number, moves in ((game.number, ("next",)), (game.number, ("a move",)), (game.number - 1, ("a move", "next"))):
        with pytest.raises(QuestionRefused) as refused:
            lessons.may_move(lesson, 1, number, moves)
        assert refused.value.kind == "Behind"
    begun = lessons.begin(CLASS, 1, 0, 1)
    with pytest.raises(QuestionRefused):
        lessons.may_move(begun, 1, begun.last, ())
    ended = played(CLASS, 1, 0, winner=2)
    with pytest.raises(QuestionRefused, match="drawn again"):
        lessons.may_move(ended, 1, ended.last, ("a move", "next"))


def test_what_comes_late_for_another_game_changes_nothing() -> None:
    lesson = lessons.begin(CLASS, 1, 0, 1)
    old = lessons.game_of(lesson, 1, lesson.last)
    with pytest.raises(QuestionRefused, match="another game was begun"):
        lessons.moved(lessons.begin(lesson, 1, 0, 1), 1, old, ("a move",), 1)
    with pytest.raises(QuestionRefused):
        lessons.moved(lessons.remove(lesson, 1), 1, old, ("a move",), 1)


@pytest.mark.parametrize(("task", "first"), [(2, 1), (-1, 1), (0, 0), (0, 3)])
def test_a_game_is_of_a_task_and_begun_by_a_player(task: int, first: int) -> None:
    with pytest.raises(QuestionRefused) as refused:
        lessons.begin(CLASS, 1, task, first)
    assert refused.value.status == 400


@pytest.mark.parametrize("held", [lessons.pause(CLASS, True), lessons.show(CLASS, NIM, 1)])
def test_nobody_plays_while_boards_are_paused_or_a_position_is_shown(held: Lesson) -> None:
    with pytest.raises(QuestionRefused, match="the teacher"):
        lessons.begin(held, 1, 0, 1)
    playing = lessons.begin(CLASS, 1, 0, 1)
    with pytest.raises(QuestionRefused, match="the teacher"):
        lessons.may_move(replace(held, pupils=playing.pupils), 1, playing.last, ("a move",))
    lessons.begin(lessons.hide(lessons.pause(held, False)), 1, 0, 1)


# Votes.


def test_votes_are_told_when_all_have_voted_or_the_teacher_asks() -> None:
    shown = lessons.show(CLASS, NIM, 1)
    one = lessons.vote(shown, 1, shown.last, 1)
    assert as_teacher(one)["shown"]["votes"] is None and as_teacher(one)["shown"]["voted"] == 1
    assert as_teacher(lessons.reveal(one, True, False))["shown"]["votes"] == [1, 0]
    both = lessons.vote(one, 2, shown.last, 2)
    assert as_teacher(both)["shown"]["votes"] == [1, 1]
    assert as_teacher(lessons.vote(both, 1, shown.last, 2))["shown"]["votes"] == [0, 2], "a later vote takes its place"
    assert as_teacher(lessons.remove(both, 2))["shown"]["votes"] == [1, 0]


def test_nobody_is_told_the_answer_before_it_is_shown() -> None:
    shown = lessons.vote(lessons.show(CLASS, NIM, 1), 1, 3, 2)
    assert as_pupil(shown, 1)["shown"] == {
        "title": "Nim", "position": "1 2", "text": "nim 1 2", "number": 3, "vote": 2, "winner": None,
    }  # fmt: skip
    told = as_teacher(lessons.reveal(shown, True, False))["shown"]
    assert (told["winner"], told["right"]) == (None, None)
    open_ = lessons.reveal(shown, True, True)
    assert as_pupil(open_, 1)["shown"]["winner"] == 1
    assert (as_teacher(open_)["shown"]["winner"], as_teacher(open_)["shown"]["right"]) == (1, 0)
    with pytest.raises(QuestionRefused, match="the vote is over"):
        lessons.vote(open_, 1, 3, 1)


def test_a_vote_is_for_the_position_that_is_shown() -> None:
    shown = lessons.show(lessons.show(CLASS, NIM, 1), KAYLES, 1)
    for number, player in ((shown.last - 1, 1), (shown.last, 3)):
        with pytest.raises(QuestionRefused):
            lessons.vote(shown, 1, number, player)
    with pytest.raises(QuestionRefused):
        lessons.vote(lessons.hide(shown), 1, shown.last, 1)


def test_only_what_all_have_to_hear_of_wakes_all() -> None:
    """Every move of one pupil would be told to forty others, forty times a second."""
    shown = lessons.show(CLASS, NIM, 1)
    alike = [
        shown,
        lessons.vote(shown, 1, shown.last, 1),
        lessons.reveal(shown, True, False),
        lessons.enter(shown, "Cy"),
    ]
    assert {lessons.common(one) == lessons.common(shown) for one in alike} == {True}
    for other in (CLASS, lessons.pause(shown, True), lessons.reveal(shown, True, True), lessons.show(shown, NIM, 1)):
        assert lessons.common(other) != lessons.common(shown)


def test_a_lesson_that_is_over_knows_nobody() -> None:
    ended = lessons.over(lessons.show(played(CLASS, 1, 0, 1), NIM, 1))
    assert (dict(ended.pupils), ended.shown, ended.tasks) == ({}, None, CLASS.tasks)
    assert ended.last > 2, "numbers of the old lesson mean nobody in the new one"


# A spreadsheet.


def test_marks_go_to_a_spreadsheet() -> None:
    lesson = played(played(CLASS, 2, 0, winner=2), 2, 0, winner=1)
    rows = list(csv.reader(io.StringIO(as_csv(lesson))))
    assert rows == [
        ["Name", "Nim 1 2: won in game", "Nim 1 2: games", "Kayles 3: won in game", "Kayles 3: games"],
        ["Ada", "", "0", "", "0"],
        ["Ben", "2", "2", "", "0"],
    ]


@pytest.mark.parametrize("name", ["=1+1", "+cmd|A0", "-2+3", "@SUM(1)", '="a","b"'])
def test_no_name_is_a_formula_there(name: str) -> None:
    rows = list(csv.reader(io.StringIO(as_csv(lessons.enter(EMPTY, name)))))
    assert rows[1][0] == f"'{name}"


# Tasks and words.


def test_the_tasks_that_a_class_begins_with_can_be_played() -> None:
    assert [task.text for task in tasks_of(TASKS)] == list(TASKS)


@pytest.mark.parametrize(
    ("text", "game", "position"),
    [
        ("nim 3 4 5", "nim", "3 4 5"),
        ("  kayles\t7 ", "kayles", "7"),
        ("kayles(7) + nim(3)", "sum", "kayles(7) + nim(3)"),
        ("rule:n -> n-k, for k in {1,3,4} 21", "rule:n -> n-k, for k in {1,3,4}", "21"),
        ("cram", "cram", None),
    ],
)
def test_a_task_is_typed_as_for_the_other_commands(text: str, game: str, position: str | None) -> None:
    (task,) = tasks_of([text])
    assert task.game == game and task.position == (position or task.position) != ""


@pytest.mark.parametrize("text", ["", "nim 0", "nim x", "chess", "own.py 3", "nim(0)", "x" * 600])
def test_what_cannot_be_played_is_no_task(text: str) -> None:
    with pytest.raises(BadText):
        tasks_of([text])


def test_too_much_is_no_task() -> None:
    with pytest.raises(OutOfReach):
        tasks_of(["nim 99999"])
    with pytest.raises(BadText, match="at most 12 tasks"):
        tasks_of(["nim 1"] * 13)


def test_a_word_is_typed_in_any_way_and_too_rare_to_be_guessed() -> None:
    assert is_same(letters(" Heron-Maple "), letters("heron maple")) and not is_same(
        letters("heron"), letters("herons")
    )
    assert len(set(WORDS)) ** 2 > 20_000 and all(word.isalpha() for word in WORDS)
    assert set(new_word().split()) <= set(WORDS)
    assert task_of("nim 1").title == "Nim"
    for word in ("", " - ", "x" * 41, "a\x00b"):
        with pytest.raises(BadText):
            require_word(word)


def test_wrong_words_of_an_address_are_few() -> None:
    seconds = [0.0]
    tries = Allowance(most=3, each=5.0, now=lambda: seconds[0], remembered=2)
    for left in (3, 2, 1, 0):
        assert tries.left("a") == left
        tries.count("a")
    assert tries.left("b") == 3
    seconds[0] += 10.0
    assert tries.left("a") == 1, "four were counted, and two are forgotten"
    for address in ("b", "c"):
        tries.count(address)
    assert len(tries.used) == 2, "however many addresses try"
