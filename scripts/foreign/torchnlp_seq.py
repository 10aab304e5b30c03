# packages: pytorch-nlp
# needs: tqdm
import numpy as np
import torch
import torch.nn.functional as F
from torchnlp.encoders.text import WhitespaceEncoder, stack_and_pad_tensors
from torchnlp.nn import Attention

torch.manual_seed(0)
lines = ["a quick brown fox", "jumps over the lazy dog", "the end", "a dog"]
encoder = WhitespaceEncoder(lines)
ids, lengths = stack_and_pad_tensors([encoder.encode(line) for line in lines])


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(encoder.vocab_size, 8)
        self.lstm = torch.nn.LSTM(8, 8, batch_first=True)
        self.attend = Attention(8)
        self.out = torch.nn.Linear(8, 2)

    def forward(self, x):
        states, _ = self.lstm(self.embed(x))
        mixed, weights = self.attend(states[:, -1:], states)
        return self.out(mixed.squeeze(1))


net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
y = torch.tensor([0, 1, 0, 1])
losses = []
for step in range(5):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(ids), y)
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
losses.append(float(lengths.sum()))
