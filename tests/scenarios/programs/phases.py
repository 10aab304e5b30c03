"""One loop for training and validation, as tutorials of transfer learning have it."""

import numpy as np
import torch
import torch.nn as nn
import torch.optim as optim
from torch.optim import lr_scheduler

rng = np.random.default_rng(10)


def make(count):
    return [
        (
            torch.from_numpy(rng.standard_normal((6, 5)).astype(np.float32)),
            torch.from_numpy(rng.integers(0, 3, 6)),
        )
        for _ in range(count)
    ]


dataloaders = {"train": make(6), "val": make(2)}
dataset_sizes = {"train": 36, "val": 12}
losses = []


def train_model(model, criterion, optimizer, scheduler, num_epochs=4):
    for epoch in range(num_epochs):
        # Each epoch has a training and validation phase
        for phase in ["train", "val"]:
            if phase == "train":
                model.train()  # Set model to training mode
            else:
                model.eval()  # Set model to evaluate mode

            running_loss = 0.0
            running_corrects = 0

            # Iterate over data.
            for inputs, labels in dataloaders[phase]:
                # zero the parameter gradients
                optimizer.zero_grad()

                # forward
                # track history if only in train
                with torch.set_grad_enabled(phase == "train"):
                    outputs = model(inputs)
                    _, preds = torch.max(outputs, 1)
                    loss = criterion(outputs, labels)

                    # backward + optimize only if in training phase
                    if phase == "train":
                        loss.backward()
                        optimizer.step()

                # statistics
                losses.append(loss.item())
                running_loss += loss.item() * inputs.size(0)
                running_corrects += torch.sum(preds == labels.data)
            if phase == "train":
                scheduler.step()

            epoch_loss = running_loss / dataset_sizes[phase]
            print(f"{phase} Loss: {epoch_loss:.4f}")
    return model


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 7)
        self.bn = nn.BatchNorm1d(7)
        self.out = nn.Linear(7, 3)

    def forward(self, x):
        return self.out(torch.relu(self.bn(self.fc(x))))


model = Net()
optimizer = optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
exp_lr_scheduler = lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
train_model(model, nn.CrossEntropyLoss(), optimizer, exp_lr_scheduler)
