"""A graph convolutional network on one graph, with masks for training and validation nodes."""

import argparse
import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class GraphConv(Module):
    """Multiplies the features with a weight, then averages over the neighbours."""

    def __init__(self, in_features, out_features, bias=True):
        super(GraphConv, self).__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.weight = Parameter(torch.FloatTensor(in_features, out_features))
        if bias:
            self.bias = Parameter(torch.FloatTensor(out_features))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1.0 / math.sqrt(self.weight.size(1))
        self.weight.data.uniform_(-bound, bound)
        if self.bias is not None:
            self.bias.data.uniform_(-bound, bound)

    def forward(self, features, adj):
        out = torch.mm(adj, torch.mm(features, self.weight))
        return out if self.bias is None else out + self.bias

    def __repr__(self):
        return "%s(%d, %d)" % (self.__class__.__name__, self.in_features, self.out_features)


class GCN(nn.Module):
    def __init__(self, n_features, n_hidden, n_classes, dropout):
        super(GCN, self).__init__()
        self.first = GraphConv(n_features, n_hidden)
        self.second = GraphConv(n_hidden, n_classes, bias=False)
        self.dropout = dropout

    def forward(self, x, adj):
        x = F.relu(self.first(x, adj))
        x = F.dropout(x, self.dropout, training=self.training)
        return F.log_softmax(self.second(x, adj), dim=1)


def row_normalize(matrix):
    sums = np.array(matrix.sum(1))
    inverse = np.power(sums, -1).flatten()
    inverse[np.isinf(inverse)] = 0.0
    return np.diag(inverse).dot(matrix)


def make_graph(nodes=24, features=7, classes=3):
    rng = np.random.RandomState(42)
    labels = rng.randint(0, classes, nodes)
    same = labels[:, None] == labels[None]
    adj = (rng.rand(nodes, nodes) < 0.05 + 0.3 * same).astype(np.float32)
    adj = row_normalize(np.maximum(adj, adj.T) + np.eye(nodes))
    x = rng.rand(nodes, features) + labels[:, None] * 0.1
    splits = [torch.LongTensor(range(start, stop)) for start, stop in ((0, 12), (12, 18), (18, 24))]
    return torch.FloatTensor(adj), torch.FloatTensor(x), torch.LongTensor(labels), *splits


def accuracy(output, labels):
    predicted = output.max(1)[1].type_as(labels)
    correct = predicted.eq(labels).double()
    return correct.sum() / len(labels)


parser = argparse.ArgumentParser(description="Semi-supervised node classification")
parser.add_argument("--no-cuda", action="store_true", default=False)
parser.add_argument("--fastmode", action="store_true", default=False)
parser.add_argument("--seed", type=int, default=42)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--lr", type=float, default=0.01)
parser.add_argument("--weight_decay", type=float, default=5e-4)
parser.add_argument("--hidden", type=int, default=16)
parser.add_argument("--dropout", type=float, default=0.0)
args = parser.parse_args([])
args.cuda = not args.no_cuda and torch.cuda.is_available()

np.random.seed(args.seed)
torch.manual_seed(args.seed)
if args.cuda:
    torch.cuda.manual_seed(args.seed)

adj, features, labels, idx_train, idx_val, idx_test = make_graph()
model = GCN(features.shape[1], args.hidden, labels.max().item() + 1, args.dropout)
optimizer = optim.Adam(model.parameters(), lr=args.lr, weight_decay=args.weight_decay, eps=1e-4)
if args.cuda:
    model.cuda()
    features, adj, labels = features.cuda(), adj.cuda(), labels.cuda()

losses = []


def train(epoch):
    model.train()
    optimizer.zero_grad()
    output = model(features, adj)
    loss_train = F.nll_loss(output[idx_train], labels[idx_train])
    acc_train = accuracy(output[idx_train], labels[idx_train])
    loss_train.backward()
    optimizer.step()

    if not args.fastmode:
        # dropout is off while validating, so the output is made once more
        model.eval()
        output = model(features, adj)

    loss_val = F.nll_loss(output[idx_val], labels[idx_val])
    losses.append(loss_train.item())
    losses.append(loss_val.item())
    losses.append(acc_train.item())
    print("{:03d} {:.4f} {:.4f}".format(epoch + 1, loss_train.item(), loss_val.item()))


def test():
    model.eval()
    output = model(features, adj)
    losses.append(F.nll_loss(output[idx_test], labels[idx_test]).item())


for epoch in range(args.epochs):
    train(epoch)
test()
