"""Knowledge distillation: a student learns from labels and from a teacher's soft targets."""

from collections import OrderedDict

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim


class Params:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)


class Teacher(nn.Module):
    def __init__(self, num_classes):
        super().__init__()
        self.features = nn.Sequential(
            OrderedDict(
                [
                    ("conv0", nn.Conv2d(3, 8, kernel_size=3, padding=1, bias=False)),
                    ("norm0", nn.BatchNorm2d(8)),
                    ("relu0", nn.ReLU(inplace=True)),
                    ("pool0", nn.AvgPool2d(kernel_size=2, stride=2)),
                    ("conv1", nn.Conv2d(8, 16, kernel_size=3, padding=1)),
                    ("relu1", nn.LeakyReLU(0.1, inplace=True)),
                ]
            )
        )
        self.classifier = nn.Linear(16, num_classes)

    def forward(self, x):
        features = self.features(x)
        out = F.adaptive_avg_pool2d(features, (1, 1)).view(features.size(0), -1)
        return self.classifier(out)


class Student(nn.Module):
    def __init__(self, params):
        super(Student, self).__init__()
        self.num_channels = params.num_channels
        self.conv1 = nn.Conv2d(3, self.num_channels, 3, stride=1, padding=1)
        self.bn1 = nn.BatchNorm2d(self.num_channels)
        self.fc1 = nn.Linear(4 * 4 * self.num_channels, self.num_channels * 4)
        self.fcbn1 = nn.BatchNorm1d(self.num_channels * 4)
        self.fc2 = nn.Linear(self.num_channels * 4, params.num_classes)
        self.dropout_rate = params.dropout_rate

    def forward(self, s):
        s = self.bn1(self.conv1(s))
        s = F.relu(F.max_pool2d(s, 2))
        s = s.view(-1, 4 * 4 * self.num_channels)
        s = F.dropout(F.relu(self.fcbn1(self.fc1(s))), p=self.dropout_rate, training=self.training)
        s = self.fc2(s)
        return s


def loss_fn_kd(outputs, labels, teacher_outputs, params):
    """
    Compute the knowledge-distillation (KD) loss given outputs, labels.
    "Hyperparameters": temperature and alpha
    """
    alpha = params.alpha
    T = params.temperature
    KD_loss = nn.KLDivLoss()(F.log_softmax(outputs / T, dim=1), F.softmax(teacher_outputs / T, dim=1)) * (
        alpha * T * T
    ) + F.cross_entropy(outputs, labels) * (1.0 - alpha)

    return KD_loss


class RunningAverage:
    def __init__(self):
        self.steps = 0
        self.total = 0

    def update(self, val):
        self.total += val
        self.steps += 1

    def __call__(self):
        return self.total / float(self.steps)


def accuracy(outputs, labels):
    outputs = np.argmax(outputs, axis=1)
    return np.sum(outputs == labels) / float(labels.size)


metrics = {"accuracy": accuracy}
losses = []


def fetch_teacher_outputs(teacher_model, dataloader, params):
    # set teacher_model to evaluation mode
    teacher_model.eval()
    teacher_outputs = []
    for i, (data_batch, labels_batch) in enumerate(dataloader):
        if params.cuda:
            data_batch, labels_batch = data_batch.cuda(), labels_batch.cuda()
        with torch.no_grad():
            output_teacher_batch = teacher_model(data_batch).data.cpu().numpy()
        teacher_outputs.append(output_teacher_batch)
    return teacher_outputs


def train_kd(model, teacher_outputs, optimizer, loss_fn_kd, dataloader, metrics, params):
    model.train()
    summ = []
    loss_avg = RunningAverage()

    for i, (train_batch, labels_batch) in enumerate(dataloader):
        # move to GPU if available
        if params.cuda:
            train_batch, labels_batch = train_batch.cuda(non_blocking=True), labels_batch.cuda(non_blocking=True)

        output_batch = model(train_batch)
        output_teacher_batch = torch.from_numpy(teacher_outputs[i])
        if params.cuda:
            output_teacher_batch = output_teacher_batch.cuda(non_blocking=True)

        loss = loss_fn_kd(output_batch, labels_batch, output_teacher_batch, params)

        optimizer.zero_grad()
        loss.backward()
        optimizer.step()

        # Evaluate summaries only once in a while
        if i % params.save_summary_steps == 0:
            output_batch = output_batch.data.cpu().numpy()
            labels_batch = labels_batch.data.cpu().numpy()
            summary_batch = {metric: metrics[metric](output_batch, labels_batch) for metric in metrics}
            summary_batch["loss"] = loss.data.item()
            summ.append(summary_batch)

        loss_avg.update(loss.data.item())
        losses.append(loss.item())
    metrics_mean = {metric: np.mean([x[metric] for x in summ]) for metric in summ[0]}
    print("- Train metrics: " + " ; ".join("{}: {:05.3f}".format(k, v) for k, v in metrics_mean.items()))


if __name__ == "__main__":
    params = Params(
        num_channels=4, num_classes=5, dropout_rate=0.0, alpha=0.9, temperature=4.0, cuda=torch.cuda.is_available(),
        save_summary_steps=5, learning_rate=5e-3, num_epochs=2,
    )
    rng = np.random.default_rng(45)
    train_dl = [
        (
            torch.from_numpy(rng.standard_normal((8, 3, 8, 8)).astype(np.float32)),
            torch.from_numpy(rng.integers(0, params.num_classes, 8)),
        )
        for _ in range(10)
    ]
    teacher = Teacher(params.num_classes)
    model = Student(params).cuda() if params.cuda else Student(params)
    optimizer = optim.SGD(model.parameters(), lr=params.learning_rate, momentum=0.9)
    teacher_outputs = fetch_teacher_outputs(teacher, train_dl, params)
    scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=1, gamma=0.2)
    for epoch in range(params.num_epochs):
        train_kd(model, teacher_outputs, optimizer, loss_fn_kd, train_dl, metrics, params)
        scheduler.step()
