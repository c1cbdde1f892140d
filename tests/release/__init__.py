"""The package as it is released: wheel, lock files, notices, workflows, unit file, image."""
