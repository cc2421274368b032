"""A stored audit evaluated: its checks run and its reports written, in a process of its own."""
