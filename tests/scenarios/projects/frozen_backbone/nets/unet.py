"""A small U-Net whose backbone can be frozen."""

import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.shallow = nn.Sequential(
            nn.Conv2d(3, 4, 3, padding=1), nn.BatchNorm2d(4), nn.ReLU(inplace=True)
        )
        self.deep = nn.Sequential(
            nn.MaxPool2d(2), nn.Conv2d(4, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(inplace=True)
        )

    def forward(self, x):
        near = self.shallow(x)
        return near, self.deep(near)


class Unet(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.backbone = Backbone()
        self.up = nn.UpsamplingBilinear2d(scale_factor=2)
        self.merge = nn.Conv2d(12, 8, kernel_size=3, padding=1)
        self.final = nn.Conv2d(8, num_classes, 1)

    def forward(self, inputs):
        near, far = self.backbone.forward(inputs)
        merged = torch.relu(self.merge(torch.cat([near, self.up(far)], 1)))
        return self.final(merged)

    def freeze_backbone(self):
        for param in self.backbone.parameters():
            param.requires_grad = False

    def unfreeze_backbone(self):
        for param in self.backbone.parameters():
            param.requires_grad = True
