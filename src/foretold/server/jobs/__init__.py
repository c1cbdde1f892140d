"""Background work that may run in a process of its own."""
