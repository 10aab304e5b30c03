# packages: pytorch-ignite
# needs: packaging
import numpy as np
import torch
from ignite.engine import Events, create_supervised_evaluator, create_supervised_trainer
from ignite.metrics import Accuracy, Loss, ConfusionMatrix, RunningAverage

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 3))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
criterion = torch.nn.CrossEntropyLoss()
data = [(torch.from_numpy(rng.standard_normal((8, 6)).astype(np.float32)), torch.from_numpy(rng.integers(0, 3, 8))) for _ in range(5)]
trainer = create_supervised_trainer(model, optimizer, criterion)
evaluator = create_supervised_evaluator(model, metrics={"accuracy": Accuracy(), "loss": Loss(criterion)})
RunningAverage(output_transform=lambda output: output).attach(trainer, "average")
losses = []


@trainer.on(Events.ITERATION_COMPLETED)
def keep(engine):
    losses.append(engine.state.output)


@trainer.on(Events.EPOCH_COMPLETED)
def evaluate(engine):
    state = evaluator.run(data)
    losses.extend([state.metrics["accuracy"], state.metrics["loss"], engine.state.metrics["average"]])


trainer.run(data, max_epochs=2)
