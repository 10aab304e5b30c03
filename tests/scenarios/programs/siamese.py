"""A siamese network with a contrastive loss of its own."""

import numpy as np
import torch
from torch import nn, optim
from torch.nn import functional as F


class SiameseNetwork(nn.Module):
    def __init__(self):
        super(SiameseNetwork, self).__init__()
        self.cnn1 = nn.Sequential(
            nn.ReflectionPad2d(1),
            nn.Conv2d(1, 4, kernel_size=3),
            nn.ReLU(inplace=True),
            nn.BatchNorm2d(4),
            nn.ReflectionPad2d(1),
            nn.Conv2d(4, 8, kernel_size=3),
            nn.ReLU(inplace=True),
            nn.BatchNorm2d(8),
        )
        self.fc1 = nn.Sequential(
            nn.Linear(8 * 8 * 8, 20),
            nn.ReLU(inplace=True),
            nn.Linear(20, 5),
        )

    def forward_once(self, x):
        output = self.cnn1(x)
        output = output.view(output.size()[0], -1)
        output = self.fc1(output)
        return output

    def forward(self, input1, input2):
        output1 = self.forward_once(input1)
        output2 = self.forward_once(input2)
        return output1, output2


class ContrastiveLoss(torch.nn.Module):
    """
    Contrastive loss function.
    Based on: http://yann.lecun.com/exdb/publis/pdf/hadsell-chopra-lecun-06.pdf
    """

    def __init__(self, margin=2.0):
        super(ContrastiveLoss, self).__init__()
        self.margin = margin

    def forward(self, output1, output2, label):
        euclidean_distance = F.pairwise_distance(output1, output2, keepdim=True)
        loss_contrastive = torch.mean(
            (1 - label) * torch.pow(euclidean_distance, 2)
            + (label) * torch.pow(torch.clamp(self.margin - euclidean_distance, min=0.0), 2)
        )
        return loss_contrastive


class PairDataset(torch.utils.data.Dataset):
    def __init__(self, n, seed):
        rng = np.random.default_rng(seed)
        self.prototypes = rng.standard_normal((4, 1, 8, 8)).astype(np.float32)
        self.noise = rng.standard_normal((n, 2, 1, 8, 8)).astype(np.float32) * 0.3
        self.classes = rng.integers(0, 4, (n, 2))

    def __getitem__(self, index):
        a, b = self.classes[index]
        img0 = self.prototypes[a] + self.noise[index, 0]
        img1 = self.prototypes[b] + self.noise[index, 1]
        return img0, img1, torch.from_numpy(np.array([int(a != b)], dtype=np.float32))

    def __len__(self):
        return len(self.classes)


train_dataloader = torch.utils.data.DataLoader(PairDataset(88, 31), shuffle=False, batch_size=8)
net = SiameseNetwork()
criterion = ContrastiveLoss()
optimizer = optim.Adam(net.parameters(), lr=0.0005)

counter = []
losses = []
iteration_number = 0
for epoch in range(0, 2):
    for i, data in enumerate(train_dataloader, 0):
        img0, img1, label = data
        optimizer.zero_grad()
        output1, output2 = net(img0, img1)
        loss_contrastive = criterion(output1, output2, label)
        loss_contrastive.backward()
        optimizer.step()
        if i % 10 == 0:
            print("Epoch number {}\n Current loss {}\n".format(epoch, loss_contrastive.item()))
            iteration_number += 10
            counter.append(iteration_number)
        losses.append(loss_contrastive.item())
