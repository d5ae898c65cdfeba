"""Engines of one file each, with the row of the table that says which questions they answer: ROW, and EXAMPLES of them.

Here nothing has to be listed anywhere: answering/dispatch.py has these rows above others of their cost, by the names
of their files. tests/engines/test_rows_by_definition.py compares each with the definition.
"""
