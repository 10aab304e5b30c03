# stays marked: MP306
"""DCGAN: the generator's graph is used after the discriminator has stepped."""

import torch
import torch.nn as nn

netG = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Tanh())
netD = nn.Sequential(nn.Linear(8, 1), nn.Sigmoid())
criterion = nn.BCELoss()
optimizerD = torch.optim.Adam(netD.parameters(), lr=2e-4, betas=(0.5, 0.999))
optimizerG = torch.optim.Adam(netG.parameters(), lr=2e-4, betas=(0.5, 0.999))
losses = []

for i in range(20):
    netD.zero_grad()
    real = torch.rand(8, 8)
    label = torch.full((8,), 1.0)
    output = netD(real).view(-1)
    errD_real = criterion(output, label)
    errD_real.backward()
    noise = torch.randn(8, 4)
    fake = netG(noise)
    label.fill_(0.0)
    output = netD(fake.detach()).view(-1)
    errD_fake = criterion(output, label)
    errD_fake.backward()
    optimizerD.step()

    netG.zero_grad()
    label.fill_(1.0)
    output = netD(fake).view(-1)
    errG = criterion(output, label)
    errG.backward()
    optimizerG.step()
    losses.append(errG.item())
