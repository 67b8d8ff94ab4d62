"""What people ask of a motion besides running it: equilibrium, linear behaviour, response."""
