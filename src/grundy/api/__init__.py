"""The verbs: each a documented call that takes text or objects and returns a value; none prints or exits.

solve      answers.py solve.py option_values.py option_outcomes.py misere.py batch.py game_graph.py mex.py
table      table.py table_blocks.py table_work.py listed.py states.py check.py
sequence   sequence.py outcomes.py picture.py period.py atlas.py guess.py known.py
prove      prove.py proof.py kept_theorems.py certificates.py
play       play.py turns.py scenes.py touched.py drawn.py
contest    judge.py stress.py
runs       runs.py run_record.py work.py constraints.py

What values of `model` do with the help of these is in values.py, described.py and pickled.py.
"""
