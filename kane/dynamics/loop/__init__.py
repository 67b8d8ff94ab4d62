"""Large trees: the equations as one body's step, for loops over tables of bodies.

From: kane/model/system.py    Next: kind.py, then kane/program/loops
"""
