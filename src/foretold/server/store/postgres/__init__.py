"""The store in PostgreSQL, which several processes can share."""
