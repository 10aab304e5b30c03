"""Findings' edits become text: nesting, names and imports, whole files."""
