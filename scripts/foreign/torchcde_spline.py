# packages: torchcde torchdiffeq torchsde
# needs: scipy trampoline
import numpy as np
import torch
import torchcde

torch.manual_seed(0)
rng = np.random.default_rng(0)


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(6, 6 * 3)

    def forward(self, t, z):
        return self.linear(z).tanh().view(*z.shape[:-1], 6, 3)


field, start, head = Field(), torch.nn.Linear(3, 6), torch.nn.Linear(6, 1)
optimizer = torch.optim.Adam([*field.parameters(), *start.parameters(), *head.parameters()], lr=1e-2)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((4, 7, 3)).astype(np.float32)).cumsum(1) / 5
    coeffs = torchcde.hermite_cubic_coefficients_with_backward_differences(x)
    path = torchcde.CubicSpline(coeffs)
    optimizer.zero_grad()
    z = torchcde.cdeint(X=path, func=field, z0=start(path.evaluate(path.interval[0])), t=path.interval, adjoint=False, method="rk4", options=dict(step_size=0.5))
    loss = head(z[:, -1]).pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses.append(torchcde.LinearInterpolation(torchcde.linear_interpolation_coeffs(x)).derivative(torch.tensor(2.5)).sum().item())
