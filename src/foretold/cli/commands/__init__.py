"""The commands of `foretold`, one module each: `add_arguments` and `run`."""
