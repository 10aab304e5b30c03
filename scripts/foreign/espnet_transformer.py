# packages: espnet
# needs: typeguard
import numpy as np
import torch
from espnet.nets.pytorch_backend.conformer.encoder import Encoder as Conformer
from espnet.nets.pytorch_backend.transformer.decoder import Decoder
from espnet.nets.pytorch_backend.transformer.encoder import Encoder
from espnet.nets.pytorch_backend.transformer.label_smoothing_loss import LabelSmoothingLoss
from espnet.nets.pytorch_backend.transformer.mask import subsequent_mask

torch.manual_seed(0)
rng = np.random.default_rng(0)
encoder = Encoder(20, attention_dim=16, attention_heads=2, linear_units=32, num_blocks=1, dropout_rate=0.0, positional_dropout_rate=0.0)
conformer = Conformer(20, attention_dim=16, attention_heads=2, linear_units=32, num_blocks=1, dropout_rate=0.0, positional_dropout_rate=0.0, macaron_style=True, use_cnn_module=True, pos_enc_layer_type="rel_pos", selfattention_layer_type="rel_selfattn", cnn_module_kernel=7)
decoder = Decoder(12, attention_dim=16, attention_heads=2, linear_units=32, num_blocks=1, dropout_rate=0.0, positional_dropout_rate=0.0)
criterion = LabelSmoothingLoss(12, -1, 0.1, normalize_length=True)
optimizer = torch.optim.SGD([*encoder.parameters(), *conformer.parameters(), *decoder.parameters()], lr=0.01)
losses = []
for step in range(3):
    x = torch.from_numpy(rng.standard_normal((2, 24, 20)).astype(np.float32))
    ids = torch.from_numpy(rng.integers(1, 12, (2, 6)))
    loss = 0
    for net in (encoder, conformer):
        hidden, mask = net(x, torch.ones(2, 1, 24).bool())
        hidden = hidden[0] if isinstance(hidden, tuple) else hidden
        scores, _ = decoder(ids[:, :-1], subsequent_mask(5).unsqueeze(0), hidden, mask)
        loss = loss + criterion(scores, ids[:, 1:].contiguous())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
