"""The notebook's experiments: the memory task, the trainable networks and the loops."""
