"""The ASGI application, WebSocket endpoint, static files and server processes."""
