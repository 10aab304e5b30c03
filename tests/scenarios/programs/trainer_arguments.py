"""A trainer with arguments and callbacks: training_step computes and gives the loss of a batch."""

import math
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np
import torch
from torch import nn
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR
from torch.utils.data import DataLoader, Dataset

losses = []


@dataclass
class TrainingArguments:
    output_dir: str
    learning_rate: float = 5e-3
    num_train_epochs: int = 7
    per_device_train_batch_size: int = 4
    gradient_accumulation_steps: int = 2
    max_grad_norm: float = 1.0
    warmup_ratio: float = 0.3
    weight_decay: float = 0.01
    logging_steps: int = 1
    save_steps: int = 3
    seed: int = 42


@dataclass
class TrainerState:
    global_step: int = 0
    epoch: float = 0.0
    log_history: List[Dict[str, float]] = field(default_factory=list)


@dataclass
class SequenceClassifierOutput:
    loss: Optional[torch.Tensor] = None
    logits: torch.Tensor = None


class TrainerCallback:
    def on_step_end(self, args, state, **kwargs): pass
    def on_log(self, args, state, logs=None, **kwargs): pass


class HistoryCallback(TrainerCallback):
    def on_log(self, args, state, logs=None, **kwargs):
        if "loss" in logs:
            losses.append(logs["loss"])


class TextDataset(Dataset):
    def __init__(self, n, vocab=20, seed=0):
        rng = np.random.default_rng(seed)
        self.rows = [rng.integers(1, vocab, rng.integers(3, 8)).tolist() for _ in range(n)]
        self.labels = [int(sum(r) % 3) for r in self.rows]

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, i):
        return {"input_ids": self.rows[i], "labels": self.labels[i]}


class DataCollatorWithPadding:
    def __init__(self, pad_token_id=0):
        self.pad_token_id = pad_token_id

    def __call__(self, features: List[Dict[str, Any]]) -> Dict[str, torch.Tensor]:
        longest = max(len(f["input_ids"]) for f in features)
        ids = [f["input_ids"] + [self.pad_token_id] * (longest - len(f["input_ids"])) for f in features]
        input_ids = torch.tensor(ids, dtype=torch.long)
        return {
            "input_ids": input_ids,
            "attention_mask": (input_ids != self.pad_token_id).long(),
            "labels": torch.tensor([f["labels"] for f in features], dtype=torch.long),
        }


class TinyClassifier(nn.Module):
    def __init__(self, vocab=20, dim=16, num_labels=3):
        super().__init__()
        self.embeddings = nn.Embedding(vocab, dim, padding_idx=0)
        self.LayerNorm = nn.LayerNorm(dim, eps=1e-12)
        self.mix = nn.Linear(dim, dim)
        self.classifier = nn.Linear(dim, num_labels)

    def forward(self, input_ids, attention_mask=None, labels=None):
        h = self.LayerNorm(self.embeddings(input_ids))
        h = h + torch.tanh(self.mix(h))
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1).clamp(min=1e-9)
        logits = self.classifier(pooled)
        loss = None
        if labels is not None:
            loss = nn.functional.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1))
        return SequenceClassifierOutput(loss=loss, logits=logits)


def get_linear_schedule_with_warmup(optimizer, num_warmup_steps, num_training_steps, last_epoch=-1):
    def lr_lambda(current_step: int):
        if current_step < num_warmup_steps:
            return float(current_step) / float(max(1, num_warmup_steps))
        return max(0.0, float(num_training_steps - current_step) / float(max(1, num_training_steps - num_warmup_steps)))
    return LambdaLR(optimizer, lr_lambda, last_epoch)


class Trainer:
    def __init__(self, model: nn.Module, args: TrainingArguments, train_dataset=None, eval_dataset=None,
                 data_collator: Optional[Callable] = None, compute_metrics=None, callbacks=None):
        self.model = model
        self.args = args
        self.train_dataset, self.eval_dataset = train_dataset, eval_dataset
        self.data_collator = data_collator
        self.compute_metrics = compute_metrics
        self.callbacks = callbacks or []
        self.state = TrainerState()
        self.optimizer = None
        self.lr_scheduler = None

    def get_train_dataloader(self):
        return DataLoader(self.train_dataset, batch_size=self.args.per_device_train_batch_size, shuffle=False,
                          collate_fn=self.data_collator)

    def create_optimizer_and_scheduler(self, num_training_steps):
        no_decay = ["bias"]
        grouped = [
            {"params": [p for n, p in self.model.named_parameters() if not any(nd in n for nd in no_decay)],
             "weight_decay": self.args.weight_decay},
            {"params": [p for n, p in self.model.named_parameters() if any(nd in n for nd in no_decay)],
             "weight_decay": 0.0},
        ]
        self.optimizer = AdamW(grouped, lr=self.args.learning_rate, eps=1e-8)
        self.lr_scheduler = get_linear_schedule_with_warmup(
            self.optimizer, math.ceil(num_training_steps * self.args.warmup_ratio), num_training_steps)

    def _prepare_inputs(self, inputs):
        device = next(self.model.parameters()).device
        return {k: v.to(device) for k, v in inputs.items()}

    def compute_loss(self, model, inputs, return_outputs=False):
        outputs = model(**inputs)
        loss = outputs.loss
        return (loss, outputs) if return_outputs else loss

    def training_step(self, model, inputs):
        model.train()
        inputs = self._prepare_inputs(inputs)
        loss = self.compute_loss(model, inputs)
        if self.args.gradient_accumulation_steps > 1:
            loss = loss / self.args.gradient_accumulation_steps
        loss.backward()
        return loss.detach()

    def train(self):
        loader = self.get_train_dataloader()
        steps_per_epoch = len(loader) // self.args.gradient_accumulation_steps
        max_steps = steps_per_epoch * self.args.num_train_epochs
        self.create_optimizer_and_scheduler(max_steps)
        tr_loss = torch.tensor(0.0)
        self.model.zero_grad()
        for epoch in range(self.args.num_train_epochs):
            for step, inputs in enumerate(loader):
                tr_loss += self.training_step(self.model, inputs)
                if (step + 1) % self.args.gradient_accumulation_steps == 0:
                    torch.nn.utils.clip_grad_norm_(self.model.parameters(), self.args.max_grad_norm)
                    self.optimizer.step()
                    self.lr_scheduler.step()
                    self.model.zero_grad()
                    self.state.global_step += 1
                    if self.state.global_step % self.args.logging_steps == 0:
                        self.log({"loss": tr_loss.item(), "lr": self.lr_scheduler.get_last_lr()[0]})
                        tr_loss -= tr_loss
            self.evaluate()
        return self.state

    def log(self, logs):
        self.state.log_history.append(logs)
        for cb in self.callbacks:
            cb.on_log(self.args, self.state, logs=logs)

    def evaluate(self):
        self.model.eval()
        preds, labels = [], []
        for inputs in DataLoader(self.eval_dataset, batch_size=4, collate_fn=self.data_collator):
            with torch.no_grad():
                out = self.model(**self._prepare_inputs(inputs))
            preds.append(out.logits.detach().cpu().numpy())
            labels.append(inputs["labels"].numpy())
        metrics = self.compute_metrics((np.concatenate(preds), np.concatenate(labels)))
        self.log({f"eval_{k}": v for k, v in metrics.items()})
        losses.append(metrics["acc"])

    def save_model(self, output_dir=None):
        output_dir = output_dir or self.args.output_dir
        os.makedirs(output_dir, exist_ok=True)
        torch.save(self.model.state_dict(), os.path.join(output_dir, "pytorch_model.bin"))
        torch.save(self.args, os.path.join(output_dir, "training_args.bin"))


def compute_metrics(pair: Tuple[np.ndarray, np.ndarray]) -> Dict[str, float]:
    logits, labels = pair
    return {"acc": float((logits.argmax(-1) == labels).mean())}


args = TrainingArguments(output_dir=tempfile.mkdtemp())
trainer = Trainer(TinyClassifier(), args, TextDataset(16), TextDataset(8, seed=1), DataCollatorWithPadding(),
                  compute_metrics, [HistoryCallback()])
trainer.train()
trainer.save_model()
