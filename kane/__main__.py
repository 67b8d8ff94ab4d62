"""`python -m kane`: the same as the command `kane`.

From: cli/__init__.py
"""

from __future__ import annotations

import sys

from kane.cli import main

if __name__ == "__main__":
    sys.exit(main())
