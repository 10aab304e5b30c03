# sources: yolox
# needs: loguru tabulate opencv-python-headless pycocotools thop psutil tqdm ninja
import numpy as np
import torch
from yolox.models.yolo_head import YOLOXHead
from yolox.models.yolo_pafpn import YOLOPAFPN
from yolox.models.yolox import YOLOX

torch.manual_seed(0)
model = YOLOX(YOLOPAFPN(0.33, 0.125, act="silu"), YOLOXHead(3, 0.125, act="silu"))
model.head.initialize_biases(1e-2)
model.head.use_l1 = True
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9, nesterov=True)
rng = np.random.default_rng(0)
losses = []
model.train()
for step in range(3):
    x = torch.from_numpy(rng.uniform(0, 1, (2, 3, 64, 64)).astype(np.float32))
    targets = torch.zeros(2, 4, 5)
    targets[0, 0] = torch.tensor([1.0, 20.0, 24.0, 18.0, 16.0])
    targets[0, 1] = torch.tensor([0.0, 44.0, 40.0, 22.0, 30.0])
    targets[1, 0] = torch.tensor([2.0, 32.0, 32.0, 40.0, 40.0])
    outputs = model(x, targets)
    loss = outputs["total_loss"]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
model.eval()
with torch.no_grad():
    found = model(torch.from_numpy(rng.uniform(0, 1, (1, 3, 64, 64)).astype(np.float32)))
losses.append(found.mean().item())
