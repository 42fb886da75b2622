"""The notebook's networks for the memory task, each forward step above its backward step."""
