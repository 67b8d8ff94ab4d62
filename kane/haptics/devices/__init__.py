"""Devices: what a hand holds, each in one file."""
