"""Routines that carry a state through time, the same for every method and every system."""
