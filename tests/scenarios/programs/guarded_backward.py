import torch
import torch.nn as nn
import torch.nn.functional as F


class Section:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        order.append(self.name)

    def __exit__(self, *error):
        return False


class Mode:
    is_train = True


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(6, 12, bias=False), nn.BatchNorm1d(12), nn.ReLU())
        self.head = nn.Linear(12, 3)

    def forward(self, x):
        return self.head(self.body(x + 0.1 * torch.randn_like(x)))


class Trainer:
    def __init__(self, data):
        self.mode = Mode()
        self.net = Net()
        self.loss_func = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)
        self.data = data
        self.seen = 0
        self.steps = 0
        self.hits = 0.0

    def accuracy(self, output, target):
        self.hits += (output.argmax(dim=-1) == target).float().mean().item()

    def step(self, batch):
        self.net.train(self.mode.is_train)
        data, target = batch
        if self.mode.is_train:
            self.seen += len(data)
        output = self.net(data)
        loss = self.loss_func(output, target)
        losses.append(loss.item())
        self.accuracy(output, target)
        if self.mode.is_train:
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), max_norm=0.5)
            self.optimizer.step()
            if self.seen % 3 == 0:
                order.append("third")
            self.optimizer.zero_grad()
        losses.append(self.hits)

    def run(self):
        for epoch in range(3):
            self.mode.is_train = True
            for batch in self.data[:4]:
                self.step(batch)
            self.mode.is_train = False
            for batch in self.data[4:]:
                self.step(batch)


def in_sections(net, optimizer, data, train):
    net.train(train)
    for i, (x, y) in enumerate(data):
        with Section("forward"):
            output = net(x)
        with Section("loss"):
            loss = F.cross_entropy(output, y)
        order.append(f"loss {loss.item():.3f}")
        if not train:
            order.append("validated")
        elif i != 2:
            with Section("backward"):
                optimizer.zero_grad()
                loss.backward()
            with Section("step"):
                optimizer.step()
        losses.append(loss.item())


def counted(net, optimizer, data):
    state = {"count": 0}

    def compute(x, y):
        state["count"] += 1
        return F.cross_entropy(net(x), y)

    net.train()
    for x, y in data:
        optimizer.zero_grad()
        loss = compute(x, y)
        print("batch", state["count"])
        if state["count"] % 2 == 0:
            loss.backward()
            optimizer.step()
        losses.append(loss.item())


def if_small(net, optimizer, data):
    for x, y in data:
        optimizer.zero_grad()
        loss = F.cross_entropy(net(x), y)
        if loss < 1.0:
            loss.backward()
        optimizer.step()
        losses.append(loss.item())


losses, order = [], []
torch.manual_seed(0)
data = []
for i in range(6):
    x = (torch.arange(48.0).reshape(8, 6) * (i + 1) * 0.37).sin()
    data.append((x, (x.sum(dim=1) > 0).long() + (x[:, 0] > 0.5).long()))

trainer = Trainer(data)
trainer.run()
net, optimizer = trainer.net, trainer.optimizer
in_sections(net, optimizer, data, True)
in_sections(net, optimizer, data, False)
counted(net, optimizer, data)
if_small(net, optimizer, data)
print(order[:12], len(order))
losses.append(float(len(order)))
