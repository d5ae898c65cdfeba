"""Nim-values of the nodes of finite graphs, acyclic or not."""
