"""The pages of a class, which scripts of our own fill; none has anything of the lesson in it."""

from __future__ import annotations

from grundy.web.pages import frame, template

STYLES = ("grundy.css", "lesson.css")
ALONE = ("lesson.css", "lesson.js", "pupil.js", "teacher.js", "projector.js")  # static files of no other page


def pupil() -> str:
    """Where a pupil enters and plays."""
    return frame("Class · grundy", template("pupil"), ("pupil.js",), STYLES, "")


def teacher() -> str:
    """Where the teacher sees what pupils have won, and shows positions."""
    return frame("Class: teacher · grundy", template("teacher"), ("teacher.js",), STYLES, "")


def projector() -> str:
    """What all look at: a position, the votes, and why."""
    return frame("Class: projector · grundy", template("projector"), ("projector.js",), STYLES, "")
