"""Imported for the environments that it would register."""
