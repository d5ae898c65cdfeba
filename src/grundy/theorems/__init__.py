"""From observed to proved: a rule as a linear relation, automata that read digits, and the decision."""
