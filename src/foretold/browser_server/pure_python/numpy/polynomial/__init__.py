"""Polynomials, under NumPy's module path."""
