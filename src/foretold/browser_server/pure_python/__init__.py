"""What stands in for modules that a page has not: each takes the place of the one named in `archive.PLAIN`."""
