"""The version, which runs, tables and answers name."""

__version__ = "0.1.0"
