"""Certificates: FORMAT.md says what they are, write*.py write them, check.py checks them and needs nothing of ours."""
