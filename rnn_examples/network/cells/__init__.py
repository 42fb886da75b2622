"""The recurrent cells: weights, one step forward, the same step backward, and a fast scan."""
