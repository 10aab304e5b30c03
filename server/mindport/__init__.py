"""Mindport: moves PyTorch code to MindSpore, and proves that it did."""

__version__ = "0.1.0"
