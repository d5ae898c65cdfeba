"""Nim-values of take-and-break codes heap by heap: exact, for any code, and as fast as every heap's options allow."""
