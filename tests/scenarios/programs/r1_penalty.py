"""A GAN with the R1 penalty of StyleGAN 2: a derivative by the real images, every other step."""

import numpy as np
import torch
import torch.nn.functional as F
from torch import autograd, nn, optim

torch.manual_seed(0)
rng = np.random.default_rng(0)
losses = []


def requires_grad(model, flag=True):
    for p in model.parameters():
        p.requires_grad = flag


def d_logistic_loss(real_pred, fake_pred):
    return F.softplus(-real_pred).mean() + F.softplus(fake_pred).mean()


def d_r1_loss(real_pred, real_img):
    (grad_real,) = autograd.grad(outputs=real_pred.sum(), inputs=real_img, create_graph=True)
    return grad_real.pow(2).reshape(grad_real.shape[0], -1).sum(1).mean()


def g_nonsaturating_loss(fake_pred):
    return F.softplus(-fake_pred).mean()


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


generator = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 4))
discriminator = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
g_optim = optim.Adam(generator.parameters(), lr=0.02, betas=(0.0, 0.99))
d_optim = optim.Adam(discriminator.parameters(), lr=0.02, betas=(0.0, 0.99))

for i in range(10):
    real_img = draw(6, 4)

    requires_grad(generator, False)
    requires_grad(discriminator, True)
    fake_img = generator(draw(6, 3))
    fake_pred = discriminator(fake_img)
    real_pred = discriminator(real_img)
    d_loss = d_logistic_loss(real_pred, fake_pred)
    discriminator.zero_grad()
    d_loss.backward()
    d_optim.step()

    if i % 2 == 0:
        real_img.requires_grad = True
        real_pred = discriminator(real_img)
        r1_loss = d_r1_loss(real_pred, real_img)
        discriminator.zero_grad()
        (10 / 2 * r1_loss * 2 + 0 * real_pred[0]).backward()
        d_optim.step()

    requires_grad(generator, True)
    requires_grad(discriminator, False)
    fake_img = generator(draw(6, 3))
    fake_pred = discriminator(fake_img)
    g_loss = g_nonsaturating_loss(fake_pred)
    generator.zero_grad()
    g_loss.backward()
    g_optim.step()
    losses += [d_loss.item(), g_loss.item()]
