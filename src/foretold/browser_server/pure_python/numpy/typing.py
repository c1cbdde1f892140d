"""What annotations of arrays say."""

NDArray = list
