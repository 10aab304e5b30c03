"""Two generators that undo each other, and a discriminator for each side."""

import itertools

import torch

from . import networks
from .base_model import BaseModel


class CycleModel(BaseModel):
    def __init__(self, opt):
        BaseModel.__init__(self, opt)
        self.loss_names = ["D_A", "G_A", "cycle_A", "D_B", "G_B", "cycle_B"]
        self.netG_A = networks.define_G(3, 3, opt.ngf).to(self.device)
        self.netG_B = networks.define_G(3, 3, opt.ngf).to(self.device)
        self.netD_A = networks.define_D(3, opt.ndf).to(self.device)
        self.netD_B = networks.define_D(3, opt.ndf).to(self.device)
        self.criterionGAN = networks.GANLoss().to(self.device)
        self.criterionCycle = torch.nn.L1Loss()
        self.optimizer_G = torch.optim.SGD(
            itertools.chain(self.netG_A.parameters(), self.netG_B.parameters()), lr=opt.lr
        )
        self.optimizer_D = torch.optim.SGD(
            itertools.chain(self.netD_A.parameters(), self.netD_B.parameters()), lr=opt.lr
        )
        self.optimizers.append(self.optimizer_G)
        self.optimizers.append(self.optimizer_D)

    def set_input(self, input):
        self.real_A = input["A"].to(self.device)
        self.real_B = input["B"].to(self.device)

    def forward(self):
        self.fake_B = self.netG_A(self.real_A)  # G_A(A)
        self.rec_A = self.netG_B(self.fake_B)  # G_B(G_A(A))
        self.fake_A = self.netG_B(self.real_B)  # G_B(B)
        self.rec_B = self.netG_A(self.fake_A)  # G_A(G_B(B))

    def backward_D_basic(self, netD, real, fake):
        """The loss of a discriminator, and its gradients"""
        pred_real = netD(real)
        loss_D_real = self.criterionGAN(pred_real, True)
        # what was made is not trained here
        pred_fake = netD(fake.detach())
        loss_D_fake = self.criterionGAN(pred_fake, False)
        loss_D = (loss_D_real + loss_D_fake) * 0.5
        loss_D.backward()
        return loss_D

    def backward_D_A(self):
        self.loss_D_A = self.backward_D_basic(self.netD_A, self.real_B, self.fake_B)

    def backward_D_B(self):
        self.loss_D_B = self.backward_D_basic(self.netD_B, self.real_A, self.fake_A)

    def backward_G(self):
        lambda_A = self.opt.lambda_A
        self.loss_G_A = self.criterionGAN(self.netD_A(self.fake_B), True)
        self.loss_G_B = self.criterionGAN(self.netD_B(self.fake_A), True)
        self.loss_cycle_A = self.criterionCycle(self.rec_A, self.real_A) * lambda_A
        self.loss_cycle_B = self.criterionCycle(self.rec_B, self.real_B) * lambda_A
        self.loss_G = self.loss_G_A + self.loss_G_B + self.loss_cycle_A + self.loss_cycle_B
        self.loss_G.backward()

    def optimize_parameters(self):
        self.forward()  # fakes and what is made of them
        # generators
        self.set_requires_grad([self.netD_A, self.netD_B], False)
        self.optimizer_G.zero_grad()
        self.backward_G()  # gradients of both generators
        self.optimizer_G.step()
        # discriminators
        self.set_requires_grad([self.netD_A, self.netD_B], True)
        self.optimizer_D.zero_grad()
        self.backward_D_A()
        self.backward_D_B()
        self.optimizer_D.step()
