"""From a use of a torch symbol and what is known of it to the edits that replace it."""
