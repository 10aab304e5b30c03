"""The language server: thin features over one session."""
