# packages: gpytorch linear_operator
# needs: mpmath scikit-learn scipy joblib threadpoolctl narwhals
import numpy as np
import torch
import gpytorch


class ExactGP(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean_module = gpytorch.means.ConstantMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(gpytorch.kernels.RBFKernel())

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


torch.manual_seed(0)
x = torch.linspace(0, 1, 20)
y = torch.sin(x * 6.28)
likelihood = gpytorch.likelihoods.GaussianLikelihood()
model = ExactGP(x, y, likelihood)
model.train()
likelihood.train()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
mll = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
losses = []
for step in range(5):
    optimizer.zero_grad()
    loss = -mll(model(x), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
