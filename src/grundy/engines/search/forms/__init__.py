"""Parts of graphs by their form, compiled."""
