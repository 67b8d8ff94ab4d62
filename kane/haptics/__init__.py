"""Under the hand: a loop at a fixed rate in native code, devices, and what keeps them passive."""
