"""Published results as plain numbers: oracles that know nothing of the library they test."""
