"""Pure-Python replacements for modules that can't run in a page, listed in `archive.PLAIN`."""
