"""Certificates: FORMAT.md says what they are, write.py writes them, check.py checks them and needs nothing of ours."""
