"""From a question to what is known of it: the tables of engines, and who asks them."""
