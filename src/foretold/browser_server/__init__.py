"""A server inside a browser page: the same tables, journals and messages, stored by the browser; runs on Pyodide."""
