"""Mechanics written a second time, by other means, to test the library against.

Nothing here imports `kane` or shares a formula with it. Trees of rigid bodies are described in
`tree.py`; poses are carried as Taylor polynomials in time (`jet.py`), so that positions are the
only kinematics anyone wrote down; `newton_euler.py` sums wrenches from the tips inward, in
inertial axes; `maximal.py` gives every body six accelerations and every joint its multipliers.
The last two meet in `test_maximal.py`.
"""
