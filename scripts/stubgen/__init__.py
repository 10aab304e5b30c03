"""Reads torch and torchvision and writes what Mindport needs to know of them."""
