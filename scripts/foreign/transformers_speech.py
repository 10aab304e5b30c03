# packages: transformers
# needs: huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from transformers import Wav2Vec2Config, Wav2Vec2ForCTC, WhisperConfig, WhisperForConditionalGeneration

torch.manual_seed(0)
rng = np.random.default_rng(0)
whisper = WhisperForConditionalGeneration(
    WhisperConfig(
        vocab_size=64, num_mel_bins=8, d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2, decoder_attention_heads=2,
        encoder_ffn_dim=32, decoder_ffn_dim=32, max_source_positions=16, max_target_positions=16, pad_token_id=0, bos_token_id=1, eos_token_id=2,
        decoder_start_token_id=3, suppress_tokens=None, begin_suppress_tokens=None, dropout=0.0, attn_implementation="eager", use_cache=False,
    )
)
wav2vec = Wav2Vec2ForCTC(
    Wav2Vec2Config(
        vocab_size=12, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32, conv_dim=(8, 8), conv_stride=(4, 4),
        conv_kernel=(8, 4), num_feat_extract_layers=2, num_conv_pos_embeddings=4, num_conv_pos_embedding_groups=2, hidden_dropout=0.0,
        attention_dropout=0.0, activation_dropout=0.0, feat_proj_dropout=0.0, final_dropout=0.0, layerdrop=0.0, mask_time_prob=0.0,
        ctc_loss_reduction="mean", attn_implementation="eager",
    )
)
wav2vec.freeze_feature_encoder()
losses = []
optimizer = torch.optim.AdamW(whisper.parameters(), lr=1e-3)
for step in range(3):
    features = torch.from_numpy(rng.standard_normal((2, 8, 32)).astype(np.float32))
    labels = torch.from_numpy(rng.integers(4, 64, (2, 8)))
    labels[1, 6:] = -100
    optimizer.zero_grad()
    loss = whisper(input_features=features, labels=labels).loss
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
optimizer = torch.optim.SGD([p for p in wav2vec.parameters() if p.requires_grad], lr=1e-2)
wav2vec.train()
for step in range(3):
    waves = torch.from_numpy(rng.standard_normal((2, 400)).astype(np.float32))
    mask = torch.ones(2, 400, dtype=torch.long)
    mask[1, 300:] = 0
    labels = torch.from_numpy(rng.integers(1, 12, (2, 5)))
    labels[1, 3:] = -100
    optimizer.zero_grad()
    loss = wav2vec(input_values=waves, attention_mask=mask, labels=labels).loss
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
