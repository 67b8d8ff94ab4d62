"""When this process began to load the package: what its files say since then is not what runs.

From: kane/__init__.py    Next: kane/machine/key.py
"""

from __future__ import annotations

from time import time_ns
from typing import Final

AT: Final = time_ns()
