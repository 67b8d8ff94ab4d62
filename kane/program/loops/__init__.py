"""Loops over the bodies of large trees, as Routines around step Programs.

From: kane/program/routine.py    Next: chain.py, tree.py, then kane/machine/loop.py
"""
