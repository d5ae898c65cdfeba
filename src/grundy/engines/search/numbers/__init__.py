"""Tables of proof numbers."""
