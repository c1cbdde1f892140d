"""A server in a page: the same tables, journals and messages, kept by the browser; Python runs in WebAssembly there."""
