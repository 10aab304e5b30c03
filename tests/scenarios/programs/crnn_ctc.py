"""Text recognition: a CNN, a recurrent network over the columns, and CTC."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.utils.data import DataLoader, Dataset

CHARS = "0123456789"
CHAR2LABEL = {char: i + 1 for i, char in enumerate(CHARS)}
LABEL2CHAR = {label: char for char, label in CHAR2LABEL.items()}


class BidirectionalLSTM(nn.Module):
    def __init__(self, nIn, nHidden, nOut):
        super(BidirectionalLSTM, self).__init__()
        self.rnn = nn.LSTM(nIn, nHidden, bidirectional=True)
        self.embedding = nn.Linear(nHidden * 2, nOut)

    def forward(self, input):
        recurrent, _ = self.rnn(input)
        T, b, h = recurrent.size()
        t_rec = recurrent.view(T * b, h)
        output = self.embedding(t_rec)  # [T * b, nOut]
        output = output.view(T, b, -1)
        return output


class CRNN(nn.Module):
    def __init__(self, imgH, nc, nclass, nh, leakyRelu=False):
        super(CRNN, self).__init__()
        assert imgH % 8 == 0, "imgH has to be a multiple of 8"

        ks = [3, 3, 2]
        ps = [1, 1, 0]
        ss = [1, 1, 1]
        nm = [4, 8, 8]

        cnn = nn.Sequential()

        def convRelu(i, batchNormalization=False):
            nIn = nc if i == 0 else nm[i - 1]
            nOut = nm[i]
            cnn.add_module("conv{0}".format(i), nn.Conv2d(nIn, nOut, ks[i], ss[i], ps[i], bias=not batchNormalization))
            if batchNormalization:
                cnn.add_module("batchnorm{0}".format(i), nn.BatchNorm2d(nOut))
            if leakyRelu:
                cnn.add_module("relu{0}".format(i), nn.LeakyReLU(0.2, inplace=True))
            else:
                cnn.add_module("relu{0}".format(i), nn.ReLU(True))

        convRelu(0)
        cnn.add_module("pooling{0}".format(0), nn.MaxPool2d(2, 2))  # 4x4x16
        convRelu(1, True)
        cnn.add_module("pooling{0}".format(1), nn.MaxPool2d((2, 2), (2, 1), (0, 1)))
        convRelu(2)

        self.cnn = cnn
        self.rnn = nn.Sequential(BidirectionalLSTM(nm[-1], nh, nh), BidirectionalLSTM(nh, nh, nclass))

    def forward(self, input):
        # conv features
        conv = self.cnn(input)
        b, c, h, w = conv.size()
        assert h == 1, "the height of conv must be 1"
        conv = conv.squeeze(2)
        conv = conv.permute(2, 0, 1)  # [w, b, c]
        # rnn features
        output = self.rnn(conv)
        return output


def weights_init(m):
    classname = m.__class__.__name__
    if classname.find("Conv") != -1:
        m.weight.data.normal_(0.0, 0.02)
    elif classname.find("BatchNorm") != -1:
        m.weight.data.normal_(1.0, 0.02)
        m.bias.data.fill_(0)


class Captcha(Dataset):
    def __init__(self, n):
        rng = np.random.RandomState(49)
        self.images = rng.rand(n, 1, 8, 16).astype("float32")
        self.texts = ["".join(rng.choice(list(CHARS), rng.randint(2, 4))) for _ in range(n)]

    def __len__(self):
        return len(self.texts)

    def __getitem__(self, index):
        image = torch.FloatTensor(self.images[index])
        target = [CHAR2LABEL[c] for c in self.texts[index]]
        target_length = [len(target)]
        return image, torch.LongTensor(target), torch.LongTensor(target_length)


def collate_fn(batch):
    images, targets, target_lengths = zip(*batch)
    images = torch.stack(images, 0)
    targets = torch.cat(targets, 0)
    target_lengths = torch.cat(target_lengths, 0)
    return images, targets, target_lengths


def ctc_decode(log_probs, label2char, blank=0):
    best = log_probs.argmax(2).transpose(0, 1).cpu().numpy()
    decoded = []
    for labels in best:
        text, previous = "", blank
        for label in labels:
            if label != previous and label != blank:
                text += label2char[int(label)]
            previous = label
        decoded.append(text)
    return decoded


def train_batch(crnn, data, optimizer, criterion, device):
    crnn.train()
    images, targets, target_lengths = [d.to(device) for d in data]

    logits = crnn(images)
    log_probs = F.log_softmax(logits, dim=2)

    batch_size = images.size(0)
    input_lengths = torch.LongTensor([logits.size(0)] * batch_size)
    target_lengths = torch.flatten(target_lengths)

    loss = criterion(log_probs, targets, input_lengths, target_lengths)

    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(crnn.parameters(), 5)  # gradient clipping with 5
    optimizer.step()
    return loss.item()


losses = []


def main():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train_loader = DataLoader(Captcha(30), batch_size=3, shuffle=False, collate_fn=collate_fn)
    crnn = CRNN(8, 1, len(LABEL2CHAR) + 1, 8)
    crnn.apply(weights_init)
    crnn.to(device)
    optimizer = optim.RMSprop(crnn.parameters(), lr=0.0005)
    criterion = nn.CTCLoss(blank=0, reduction="sum")
    for epoch in range(1, 3):
        for train_data in train_loader:
            losses.append(train_batch(crnn, train_data, optimizer, criterion, device))
        crnn.eval()
        with torch.no_grad():
            print(epoch, ctc_decode(F.log_softmax(crnn(train_data[0]), dim=2), LABEL2CHAR))


if __name__ == "__main__":
    main()
