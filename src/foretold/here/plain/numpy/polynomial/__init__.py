"""Where NumPy has them."""
