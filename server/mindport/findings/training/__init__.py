"""Training steps: torch accumulates gradients on tensors, MindSpore differentiates functions."""
