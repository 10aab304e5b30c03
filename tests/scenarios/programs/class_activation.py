"""Class activation maps by hooks, of a network while it is trained: as an object, and as a function."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 4, 3, padding=1),
            nn.ReLU(),
            nn.MaxPool2d(2),
            nn.Conv2d(4, 8, 3, padding=1),
            nn.ReLU(),
        )
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        return self.fc(self.features(x).mean(dim=(2, 3)))


class GradCAM:
    def __init__(self, model, target_layer):
        self.model = model
        self.gradients = None
        self.activations = None
        target_layer.register_forward_hook(self.save_activation)
        target_layer.register_full_backward_hook(self.save_gradient)

    def save_activation(self, module, inputs, output):
        self.activations = output.detach()

    def save_gradient(self, module, grad_input, grad_output):
        self.gradients = grad_output[0].detach()

    def __call__(self, x, class_idx=None):
        output = self.model(x)
        if class_idx is None:
            class_idx = output.argmax(dim=1).item()
        self.model.zero_grad()
        score = output[0, class_idx]
        score.backward()
        weights = self.gradients.mean(dim=(2, 3), keepdim=True)
        cam = F.relu((weights * self.activations).sum(dim=1, keepdim=True))
        cam = F.interpolate(cam, size=x.shape[2:], mode="bilinear", align_corners=False)
        cam = cam - cam.min()
        return (cam / (cam.max() + 1e-8)).squeeze().cpu().numpy()


def saliency(model, x, layer):
    gradients = []
    handle = layer.register_full_backward_hook(lambda m, gi, go: gradients.append(go[0]))
    out = model(x)
    model.zero_grad()
    out[0, out.argmax()].backward()
    handle.remove()
    return gradients[0].abs().sum().item()


rng = np.random.default_rng(3)
model = Net()
cam = GradCAM(model, model.features[3])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
losses = []
for step in range(20):
    x = torch.from_numpy(rng.standard_normal((4, 1, 8, 8)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 3, 4))
    optimizer.zero_grad()
    loss = F.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    heat = cam(x[:1])
    losses += [loss.item(), float(heat.sum()), float(cam(x[1:2], 1).sum())]
    losses.append(saliency(model, x[:1], model.features[0]))
