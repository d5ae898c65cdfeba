"""What a process that answers is forked from: importing this module loads all that questions need, once for all.

It answers a question of each kind, and so imports what those import only when they are asked. What is there then is
exempt from garbage collection, which would go through it in each process anew.
"""

from __future__ import annotations

import gc

from grundy.answering.ask import forget
from grundy.web.handlers import HANDLERS
from grundy.web.local import QUESTIONS

BOARDS = (("cram", "2x2"), ("chomp", "2x2"), ("nogo", "1x2"), ("node-kayles", "a-b"), ("placement:o,oo", "1x3"))

for kind, question in (*QUESTIONS, *(("look", {"components": [list(board)]}) for board in BOARDS)):
    if kind in HANDLERS:
        HANDLERS[kind](question)
forget()
gc.collect()
gc.freeze()
