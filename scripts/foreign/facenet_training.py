# packages: facenet-pytorch
# needs: requests tqdm pillow idna certifi charset-normalizer urllib3
import numpy as np
import torch
from facenet_pytorch import InceptionResnetV1
from facenet_pytorch.models.utils import training
from torch.optim.lr_scheduler import MultiStepLR
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = InceptionResnetV1(classify=True, num_classes=3, dropout_prob=0.0)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
scheduler = MultiStepLR(optimizer, [1, 2])
images = torch.from_numpy(rng.standard_normal((12, 3, 96, 96)).astype(np.float32))
loader = DataLoader(TensorDataset(images, torch.tensor([0, 1, 2] * 4)), batch_size=12)
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
