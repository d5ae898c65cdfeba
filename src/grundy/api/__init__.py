"""The verbs: each a documented call that takes text or objects and returns a value; none prints or exits."""
