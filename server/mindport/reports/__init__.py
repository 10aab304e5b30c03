"""What Mindport found, written for people and for other programs; one module a format."""
