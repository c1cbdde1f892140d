"""Type annotations for arrays."""

NDArray = list
