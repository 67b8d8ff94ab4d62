"""Tests of kane/algebra; `derivation.py` is random derivation code for them."""
