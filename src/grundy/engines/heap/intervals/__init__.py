"""Rules whose moves leave intervals of earlier heaps."""
