# packages: facenet-pytorch
# needs: requests tqdm pillow idna certifi charset-normalizer urllib3
import numpy as np
import torch
from facenet_pytorch.models.inception_resnet_v1 import BasicConv2d, Block35
from facenet_pytorch.models.utils import training
from torch.optim.lr_scheduler import MultiStepLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = torch.nn.Sequential(
    BasicConv2d(3, 256, kernel_size=3, stride=2), Block35(scale=0.17), torch.nn.AdaptiveAvgPool2d(1),
    torch.nn.Flatten(), torch.nn.Linear(256, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
scheduler = MultiStepLR(optimizer, [1, 2])
images = torch.from_numpy(rng.standard_normal((12, 3, 17, 17)).astype(np.float32))
loader = DataLoader(TensorDataset(images, torch.tensor([0, 1, 2] * 4)), batch_size=6)
losses = []
for epoch in range(3):
    model.train()
    loss, metrics = training.pass_epoch(
        model, torch.nn.CrossEntropyLoss(), loader, optimizer, scheduler,
        batch_metrics={"acc": training.accuracy}, show_running=True, device="cpu", writer=None)
    losses += [float(loss), float(metrics["acc"])]
model.eval()
loss, metrics = training.pass_epoch(
    model, torch.nn.CrossEntropyLoss(), loader, batch_metrics={"acc": training.accuracy}, device="cpu")
losses.append(float(loss))
