"""Tournament evenings: seating for each round, and standings. Pure: no I/O, no clock."""
