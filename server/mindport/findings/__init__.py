"""Uses and knowledge become findings; one small module a family of rules."""
