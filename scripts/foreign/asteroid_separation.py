# packages: asteroid asteroid-filterbanks
# needs: requests urllib3 idna charset-normalizer certifi torch-optimizer==0.1.0 pytorch-ranger huggingface_hub pandas==2.2.3 python-dateutil pytz tzdata six tqdm
import numpy as np
import torch
from asteroid.losses import PITLossWrapper, pairwise_neg_sisdr
from asteroid.masknn.convolutional import TDConvNet
from asteroid.masknn.recurrent import DPRNN
from asteroid_filterbanks import make_enc_dec

torch.manual_seed(0)
rng = np.random.default_rng(0)
encoder, decoder = make_enc_dec("free", n_filters=16, kernel_size=8, stride=4)
masker = TDConvNet(16, 2, n_blocks=2, n_repeats=1, bn_chan=8, hid_chan=16, skip_chan=8)
other = DPRNN(16, 2, bn_chan=8, hid_size=8, chunk_size=8, n_repeats=1)
criterion = PITLossWrapper(pairwise_neg_sisdr, pit_from="pw_mtx")
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), *masker.parameters(), *other.parameters()], lr=1e-3)
losses = []
for step in range(3):
    sources = torch.from_numpy(rng.standard_normal((2, 2, 160)).astype(np.float32))
    coded = encoder(sources.sum(1, keepdim=True))
    loss = 0
    for net in (masker, other):
        estimate = decoder(coded.unsqueeze(1) * net(coded))
        loss = loss + criterion(estimate[..., :160], sources[..., : estimate.shape[-1]])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
