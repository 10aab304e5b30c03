# packages: mmengine
# needs: addict yapf rich termcolor matplotlib opencv-python-headless pyyaml packaging pillow contourpy cycler fonttools kiwisolver pyparsing python-dateutil six markdown-it-py pygments mdurl platformdirs
import tempfile

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from mmengine.model import BaseModel
from mmengine.runner import Runner

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


class Net(BaseModel):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 4, 3)
        self.fc = nn.Linear(4 * 36, 3)

    def forward(self, images, labels, mode):
        logits = self.fc(F.relu(self.conv(images)).flatten(1))
        if mode == "loss":
            loss = F.cross_entropy(logits, labels)
            losses.append(loss.item())
            return {"loss": loss}
        return logits, labels


data = [(rng.standard_normal((1, 8, 8)).astype(np.float32), int(rng.integers(0, 3))) for _ in range(8)]
model = Net()
runner = Runner(
    model=model,
    work_dir=tempfile.mkdtemp(),
    train_dataloader=dict(batch_size=4, dataset=data, collate_fn=dict(type="default_collate"), sampler=dict(type="DefaultSampler", shuffle=False)),
    train_cfg=dict(by_epoch=True, max_epochs=2),
    optim_wrapper=dict(optimizer=dict(type="SGD", lr=0.05, momentum=0.9)),
    default_hooks=dict(checkpoint=None),
)
runner.train()
