"""Storage: operations and queries behind one interface, for SQLite and PostgreSQL."""
