"""Motion in time: methods, inputs, events and results of runs in native code."""
