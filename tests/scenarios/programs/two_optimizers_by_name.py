"""Functions that are given networks, and optimizers that are named after them."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
rng = np.random.default_rng(3)
X = torch.from_numpy(rng.standard_normal((10, 8, 5)).astype(np.float32))
Y = torch.from_numpy(rng.standard_normal((10, 8, 4)).astype(np.float32))
losses = []


def train(x, y, encoder, decoder, encoder_optimizer, decoder_optimizer, clip):
    encoder_optimizer.zero_grad()
    decoder_optimizer.zero_grad()
    loss = F.mse_loss(decoder(encoder(x)), y)
    loss.backward()
    _ = nn.utils.clip_grad_norm_(encoder.parameters(), clip)
    _ = nn.utils.clip_grad_norm_(decoder.parameters(), clip)
    encoder_optimizer.step()
    decoder_optimizer.step()
    return loss.item()


def train_pair(netD, netG, optimizerD, optimizerG, noise, real):
    netD.zero_grad()
    fake = netG(noise)
    errD = F.softplus(-netD(real)).mean() + F.softplus(netD(fake.detach())).mean()
    errD.backward()
    optimizerD.step()
    netG.zero_grad()
    errG = F.softplus(-netD(fake)).mean()
    errG.backward()
    optimizerG.step()
    return errD.item(), errG.item()


encoder = nn.Sequential(nn.Linear(5, 8), nn.Tanh())
decoder = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 4))
encoder_optimizer = torch.optim.Adam(encoder.parameters(), lr=0.02)
decoder_optimizer = torch.optim.SGD(decoder.parameters(), lr=0.1, momentum=0.9)
for epoch in range(2):
    for x, y in zip(X, Y):
        losses.append(train(x, y, encoder, decoder, encoder_optimizer, decoder_optimizer, 0.3))

critic = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
generator = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 4))
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=0.01, betas=(0.5, 0.999))
generator_optimizer = torch.optim.Adam(generator.parameters(), lr=0.01, betas=(0.5, 0.999))
for epoch in range(2):
    for x, y in zip(X, Y):
        losses += train_pair(critic, generator, critic_optimizer, generator_optimizer, x, y)
