import torch
from torch import nn

torch.manual_seed(0)
losses = []
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))



def train(inputs, targets):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(20):
        optimizer.zero_grad()
        loss = ((net(inputs) - targets) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


train(torch.sin(torch.arange(24.0)).reshape(6, 4), torch.cos(torch.arange(6.0)).reshape(6, 1))

for step in range(20):
    image = torch.sin(torch.arange(12.0) + step).reshape(3, 4).requires_grad_()
    score = net(image).sum()
    score.backward()
    losses.append(image.grad.abs().sum().item())

a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = torch.tensor([0.5, 0.25, 0.125], requires_grad=True)
c = (a * b.exp()).mean()
c.backward()
losses.append(c.item())
losses.append((a.grad * b.grad).sum().item())

x = torch.linspace(-1, 1, 5, requires_grad=True)
y = x * 3 + x ** 2
y.backward(torch.ones_like(y))
losses.append(x.grad.pow(2).sum().item())
x.grad.zero_()
z = torch.sigmoid(x) * y.detach()
z.backward(gradient=torch.linspace(0, 1, 5))
losses.append(x.grad.sum().item())

first = x.grad
x = torch.tensor([[1.0, -1.0], [0.5, 2.0]], requires_grad=True)
y = (x.abs().sqrt() * first[:2]).sum()
y.backward()
losses.append(y.item())
losses.append(x.grad.sum().item())
