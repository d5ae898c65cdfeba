"""What can be left out of a part of a graph, compiled."""
