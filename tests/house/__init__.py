"""The rules of the house, as programs."""
