"""Server: tables, storage and the HTTP and WebSocket interface around the games."""
