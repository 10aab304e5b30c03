# packages: ultralytics
# needs: opencv-python-headless polars polars-runtime-32 pillow pyyaml requests tqdm psutil matplotlib scipy certifi idna charset-normalizer urllib3 python-dateutil six packaging contourpy cycler fonttools kiwisolver pyparsing setuptools<80 ultralytics-thop
import numpy as np
import torch
from types import SimpleNamespace
from ultralytics.nn.tasks import DetectionModel

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = DetectionModel("yolov8n.yaml", ch=3, nc=3, verbose=False)
model.args = SimpleNamespace(box=7.5, cls=0.5, dfl=1.5, overlap_mask=True)
model.train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.001, momentum=0.9)
losses = []
for step in range(3):
    batch = {
        "img": torch.from_numpy(rng.random((2, 3, 64, 64)).astype(np.float32)),
        "batch_idx": torch.tensor([0.0, 0.0, 1.0]),
        "cls": torch.from_numpy(rng.integers(0, 3, (3, 1)).astype(np.float32)),
        "bboxes": torch.from_numpy((rng.random((3, 4)) * 0.4 + 0.3).astype(np.float32)),
    }
    optimizer.zero_grad()
    loss, items = model(batch)
    loss.sum().backward()
    optimizer.step()
    losses += [loss.sum().item(), *[float(v) for v in items.values()]]
