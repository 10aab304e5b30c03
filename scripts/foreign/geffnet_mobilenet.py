# packages: geffnet
import numpy as np
import torch
import geffnet

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = geffnet.create_model("mobilenetv3_small_075", pretrained=False, num_classes=5, drop_rate=0.0)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((4, 3, 64, 64)).astype(np.float32))
    y = torch.from_numpy(rng.integers(0, 5, 4))
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
