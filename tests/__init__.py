"""Tests: they mirror the package; laws/, textbook/ and house/ stand beside."""
