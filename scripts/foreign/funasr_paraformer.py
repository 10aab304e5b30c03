# packages: funasr
# needs: omegaconf antlr4-python3-runtime==4.9.* hydra-core kaldiio librosa lazy-loader pooch platformdirs soxr audioread msgpack numba llvmlite joblib decorator scikit-learn threadpoolctl narwhals jieba jamo jaconv rapidfuzz pyyaml tqdm requests certifi idna charset-normalizer urllib3 regex sentencepiece torch_complex tiktoken websockets oss2 editdistance soundfile packaging safetensors
import numpy as np
import torch
from funasr.models.paraformer.model import Paraformer
from funasr.models.paraformer.cif_predictor import CifPredictorV2
from funasr.models.paraformer.decoder import ParaformerSANMDecoder
from funasr.models.sanm.encoder import SANMEncoder

torch.manual_seed(0)
rng = np.random.default_rng(0)
model = Paraformer(
    encoder="SANMEncoder",
    encoder_conf=dict(
        output_size=16, attention_heads=2, linear_units=32, num_blocks=2, dropout_rate=0.0,
        positional_dropout_rate=0.0, attention_dropout_rate=0.0, input_layer="pe", kernel_size=5, sanm_shfit=0,
    ),
    decoder="ParaformerSANMDecoder",
    decoder_conf=dict(
        attention_heads=2, linear_units=32, num_blocks=2, dropout_rate=0.0, positional_dropout_rate=0.0,
        self_attention_dropout_rate=0.0, src_attention_dropout_rate=0.0, att_layer_num=2, kernel_size=5,
    ),
    predictor="CifPredictorV2",
    predictor_conf=dict(idim=16, l_order=1, r_order=1, threshold=1.0, tail_threshold=0.45, dropout=0.0),
    ctc_weight=0.3, input_size=12, vocab_size=20, lsm_weight=0.1, length_normalized_loss=True,
    predictor_weight=1.0, predictor_bias=1, sampling_ratio=0.0,
)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
losses = []
for step in range(4):
    speech = torch.from_numpy(rng.standard_normal((2, 24, 12)).astype(np.float32))
    text = torch.from_numpy(rng.integers(3, 20, (2, 5)))
    text[1, 4] = -1
    optimizer.zero_grad()
    loss, stats, weight = model(speech, torch.tensor([24, 20]), text, torch.tensor([5, 4]))
    loss.backward()
    optimizer.step()
    losses += [loss.item(), stats["loss_pre"].item(), float(stats["acc"])]
