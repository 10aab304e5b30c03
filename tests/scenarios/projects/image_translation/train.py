"""Unpaired image translation; models hold the parts of a step in methods of their own."""

import argparse

import numpy as np
import torch

from models.cycle_model import CycleModel

losses = []


def batches(count):
    rng = np.random.RandomState(0)
    for _ in range(count):
        a, b = rng.randn(2, 1, 3, 16, 16).astype(np.float32)
        yield {"A": torch.from_numpy(a), "B": torch.from_numpy(b * 0.5 + 0.2)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--ngf", type=int, default=6)
    parser.add_argument("--ndf", type=int, default=6)
    parser.add_argument("--lr", type=float, default=0.005)
    parser.add_argument("--lambda_A", type=float, default=2.0)
    opt, _ = parser.parse_known_args()
    torch.manual_seed(0)
    model = CycleModel(opt)
    model.setup()
    for epoch in range(4):
        for data in batches(5):
            model.set_input(data)
            model.optimize_parameters()
            losses.extend(model.get_current_losses().values())
        model.update_learning_rate()
