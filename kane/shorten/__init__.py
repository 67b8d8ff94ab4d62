"""The same motion in fewer operations: one idea a file, each from a Layout to a Layout.

    base_parameters   masses that no joint force can place go inward
    link_frames       z on the axis, x on the common normal, origins at its feet
    line_masses       a mass left on an axis where more vanishes for it
    parallel_axes     one frame for links that turn about parallel axes
    twists            cos α taken out of general twists

From: kane/dynamics/equations.py    Next: sized.py, layout.py, …, shorten.py
"""

from kane.shorten.choices import Choices
from kane.shorten.shorten import Shorten, Shortened, searched, shorten

__all__ = ["Choices", "Shorten", "Shortened", "searched", "shorten"]
