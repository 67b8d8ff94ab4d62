"""A window in the browser: motions played back, systems under a hand (extra `[view]`)."""
