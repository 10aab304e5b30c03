"""Programs that train module classes of packages that nobody here wrote, built from guessed arguments."""
