"""What each name in a file means: scopes, flow, other files, and torch's own API."""
