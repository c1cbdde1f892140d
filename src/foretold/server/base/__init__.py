"""Building blocks without knowledge of tables: clock, identity, text, rate limits, metrics."""
