"""Feeds a layer with something that does not fit."""

import torch
import torch.nn as nn


def main() -> None:
    layer = nn.Linear(4, 2)
    images = torch.ones(3, 5)
    print("feeding", tuple(images.shape))
    print(layer(images))


if __name__ == "__main__":
    main()
