"""The commands ``lsp-check`` and ``mindport``: they gather input, call the core, and print."""
