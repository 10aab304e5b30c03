"""Reads torch, torchvision and einops and writes what Mindport needs to know of them."""
