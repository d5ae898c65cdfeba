"""Misère play of any rule: tame parts by their kinds, wild ones by a verified misère quotient, the rest by search."""
