"""Pictures of motions, with matplotlib (extra `[plot]`)."""
