"""Classifies handwritten digits."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Classifier(nn.Module):
    def __init__(self, hidden: int = 32) -> None:
        super().__init__()
        self.conv = nn.Conv2d(1, 8, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.norm = nn.BatchNorm2d(8)
        self.fc1 = nn.Linear(8 * 4 * 4, hidden)
        self.fc2 = nn.Linear(hidden, 10)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.pool(F.relu(self.norm(self.conv(x))))
        x = torch.flatten(x, 1)
        return self.fc2(F.relu(self.fc1(x)))


if __name__ == "__main__":
    torch.manual_seed(0)
    model = Classifier()
    model.eval()
    images = torch.ones(2, 1, 8, 8)
    logits = model(images)
    print("logits:", tuple(logits.shape))
