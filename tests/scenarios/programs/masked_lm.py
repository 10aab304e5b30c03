"""A small BERT: token, position and segment embeddings, masked tokens and the next sentence."""

import math
from dataclasses import dataclass
from typing import Optional, Tuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim import AdamW
from torch.optim.lr_scheduler import LambdaLR

PAD, CLS, SEP, MASK = 0, 1, 2, 3


@dataclass
class BertConfig:
    vocab_size: int = 24
    hidden_size: int = 12
    num_hidden_layers: int = 2
    num_attention_heads: int = 2
    intermediate_size: int = 24
    hidden_dropout_prob: float = 0.0
    attention_probs_dropout_prob: float = 0.0
    max_position_embeddings: int = 16
    type_vocab_size: int = 2
    layer_norm_eps: float = 1e-12
    initializer_range: float = 0.1


class BertEmbeddings(nn.Module):
    def __init__(self, config: BertConfig):
        super().__init__()
        self.word_embeddings = nn.Embedding(config.vocab_size, config.hidden_size, padding_idx=PAD)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, config.hidden_size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)
        self.register_buffer(
            "position_ids", torch.arange(config.max_position_embeddings).expand((1, -1)), persistent=False
        )

    def forward(self, input_ids: torch.LongTensor, token_type_ids: torch.LongTensor) -> torch.Tensor:
        seq_length = input_ids.size(1)
        embeddings = self.word_embeddings(input_ids)
        embeddings = embeddings + self.token_type_embeddings(token_type_ids)
        embeddings = embeddings + self.position_embeddings(self.position_ids[:, :seq_length])
        return self.dropout(self.LayerNorm(embeddings))


class BertSelfAttention(nn.Module):
    def __init__(self, config: BertConfig):
        super().__init__()
        self.num_attention_heads = config.num_attention_heads
        self.attention_head_size = int(config.hidden_size / config.num_attention_heads)
        self.all_head_size = self.num_attention_heads * self.attention_head_size
        self.query = nn.Linear(config.hidden_size, self.all_head_size, bias=False)
        self.key = nn.Linear(config.hidden_size, self.all_head_size, bias=False)
        self.value = nn.Linear(config.hidden_size, self.all_head_size)
        self.dropout = nn.Dropout(config.attention_probs_dropout_prob)

    def transpose_for_scores(self, x: torch.Tensor) -> torch.Tensor:
        new_x_shape = x.size()[:-1] + (self.num_attention_heads, self.attention_head_size)
        x = x.view(*new_x_shape)
        return x.permute(0, 2, 1, 3)

    def forward(self, hidden_states, attention_mask: Optional[torch.Tensor] = None):
        query_layer = self.transpose_for_scores(self.query(hidden_states))
        key_layer = self.transpose_for_scores(self.key(hidden_states))
        value_layer = self.transpose_for_scores(self.value(hidden_states))
        attention_scores = torch.matmul(query_layer, key_layer.transpose(-1, -2))
        attention_scores = attention_scores / math.sqrt(self.attention_head_size)
        if attention_mask is not None:
            attention_scores = attention_scores + attention_mask
        attention_probs = self.dropout(nn.functional.softmax(attention_scores, dim=-1))
        context_layer = torch.matmul(attention_probs, value_layer)
        context_layer = context_layer.permute(0, 2, 1, 3).contiguous()
        new_context_layer_shape = context_layer.size()[:-2] + (self.all_head_size,)
        return context_layer.view(*new_context_layer_shape)


class BertLayer(nn.Module):
    def __init__(self, config: BertConfig):
        super().__init__()
        self.attention = BertSelfAttention(config)
        self.attention_output = nn.Linear(config.hidden_size, config.hidden_size)
        self.attention_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.intermediate = nn.Linear(config.hidden_size, config.intermediate_size)
        self.output = nn.Linear(config.intermediate_size, config.hidden_size)
        self.output_norm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(config.hidden_dropout_prob)

    def forward(self, hidden_states, attention_mask):
        attended = self.dropout(self.attention_output(self.attention(hidden_states, attention_mask)))
        hidden_states = self.attention_norm(attended + hidden_states)
        output = self.dropout(self.output(F.gelu(self.intermediate(hidden_states))))
        return self.output_norm(output + hidden_states)


class BertForPreTraining(nn.Module):
    def __init__(self, config: BertConfig):
        super().__init__()
        self.config = config
        self.embeddings = BertEmbeddings(config)
        self.encoder = nn.ModuleList([BertLayer(config) for _ in range(config.num_hidden_layers)])
        self.pooler = nn.Sequential(nn.Linear(config.hidden_size, config.hidden_size), nn.Tanh())
        self.transform = nn.Sequential(
            nn.Linear(config.hidden_size, config.hidden_size),
            nn.GELU(),
            nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps),
        )
        self.decoder = nn.Linear(config.hidden_size, config.vocab_size)
        self.seq_relationship = nn.Linear(config.hidden_size, 2)
        self.apply(self._init_weights)

    def _init_weights(self, module):
        if isinstance(module, nn.Linear):
            module.weight.data.normal_(mean=0.0, std=self.config.initializer_range)
            if module.bias is not None:
                module.bias.data.zero_()
        elif isinstance(module, nn.LayerNorm):
            module.bias.data.zero_()
            module.weight.data.fill_(1.0)

    def get_extended_attention_mask(self, attention_mask: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        extended_attention_mask = attention_mask[:, None, None, :].to(dtype=dtype)
        return (1.0 - extended_attention_mask) * -10000.0

    def forward(
        self,
        input_ids,
        attention_mask,
        token_type_ids,
        labels: Optional[torch.LongTensor] = None,
        next_sentence_label: Optional[torch.LongTensor] = None,
    ) -> Tuple[Optional[torch.Tensor], torch.Tensor, torch.Tensor]:
        hidden_states = self.embeddings(input_ids, token_type_ids)
        mask = self.get_extended_attention_mask(attention_mask, hidden_states.dtype)
        for layer_module in self.encoder:
            hidden_states = layer_module(hidden_states, mask)
        prediction_scores = self.decoder(self.transform(hidden_states))
        seq_relationship_score = self.seq_relationship(self.pooler(hidden_states[:, 0]))

        total_loss = None
        if labels is not None and next_sentence_label is not None:
            loss_fct = nn.CrossEntropyLoss(ignore_index=-100)
            masked_lm_loss = loss_fct(prediction_scores.view(-1, self.config.vocab_size), labels.view(-1))
            next_sentence_loss = loss_fct(seq_relationship_score.view(-1, 2), next_sentence_label.view(-1))
            total_loss = masked_lm_loss + next_sentence_loss
        return total_loss, prediction_scores, seq_relationship_score


def mask_tokens(inputs: torch.Tensor, rng, mlm_probability=0.3) -> Tuple[torch.Tensor, torch.Tensor]:
    """80% MASK, 10% random, 10% original."""
    labels = inputs.clone()
    chosen = torch.from_numpy(rng.random(tuple(inputs.shape)) < mlm_probability)
    masked_indices = chosen & (inputs > MASK)
    labels[~masked_indices] = -100
    fate = torch.from_numpy(rng.random(tuple(inputs.shape)))
    inputs = inputs.masked_fill(masked_indices & (fate < 0.8), MASK)
    random_words = torch.from_numpy(rng.integers(4, 24, tuple(inputs.shape))).long()
    indices_random = masked_indices & (fate >= 0.8) & (fate < 0.9)
    inputs = torch.where(indices_random, random_words, inputs)
    return inputs, labels


def make_batch(rng, batch_size=4, length=12):
    ids = rng.integers(4, 24, (batch_size, length))
    related = rng.integers(0, 2, batch_size)
    half = length // 2
    ids[related == 1, half:] = ids[related == 1, :half]
    ids[:, 0] = CLS
    ids[:, half] = SEP
    ids[0, -3:] = PAD
    segments = np.concatenate([np.zeros((batch_size, half)), np.ones((batch_size, half))], axis=1)
    return torch.tensor(ids), torch.tensor(segments).long(), torch.tensor(related)


def get_linear_schedule_with_warmup(optimizer, num_warmup_steps, num_training_steps):
    def lr_lambda(current_step: int):
        if current_step < num_warmup_steps:
            return float(current_step) / float(max(1, num_warmup_steps))
        return max(
            0.0,
            float(num_training_steps - current_step) / float(max(1, num_training_steps - num_warmup_steps)),
        )

    return LambdaLR(optimizer, lr_lambda)


losses = []


def main():
    rng = np.random.default_rng(51)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = BertForPreTraining(BertConfig())
    model.to(device)
    no_decay = ["bias", "LayerNorm.weight", "norm.weight"]
    optimizer_grouped_parameters = [
        {
            "params": [p for n, p in model.named_parameters() if not any(nd in n for nd in no_decay)],
            "weight_decay": 0.3,
        },
        {
            "params": [p for n, p in model.named_parameters() if any(nd in n for nd in no_decay)],
            "weight_decay": 0.0,
        },
    ]
    optimizer = AdamW(optimizer_grouped_parameters, lr=1e-3, eps=1e-6)
    scheduler = get_linear_schedule_with_warmup(optimizer, 4, 22)
    model.train()
    for step in range(22):
        ids, segments, related = make_batch(rng)
        attention_mask = (ids != PAD).long()
        inputs, labels = mask_tokens(ids, rng)
        batch = tuple(t.to(device) for t in (inputs, attention_mask, segments, labels, related))
        loss, scores, _ = model(
            batch[0], batch[1], batch[2], labels=batch[3], next_sentence_label=batch[4]
        )
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        model.zero_grad()
        losses.append(loss.item())
        if step % 10 == 0:
            predicted = scores.argmax(-1)
            hits = (predicted == labels)[labels != -100].float().mean()
            print(f"step {step}: loss {loss:.4f}, lr {scheduler.get_last_lr()[0]:.2e}, hits {hits:.2%}")


if __name__ == "__main__":
    main()
