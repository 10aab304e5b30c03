# packages: facexlib
# needs: filterpy numba llvmlite opencv-python-headless pillow scipy tqdm matplotlib contourpy cycler fonttools kiwisolver packaging pyparsing python-dateutil six
import numpy as np
import torch
import torch.nn.functional as F
from facexlib.matting.modnet import MODNet
from facexlib.parsing.bisenet import BiSeNet
from facexlib.parsing.parsenet import ParseNet

torch.manual_seed(0)
rng = np.random.default_rng(0)
parser = ParseNet(in_size=32, out_size=32, parsing_ch=5, base_ch=32)
segmenter = BiSeNet(num_class=5)
matting = MODNet(hr_channels=32, backbone_pretrained=False)
# Tuned with their norms frozen: over the two values of a channel that their last layers have, batch
# statistics magnify a rounding of 1e-7 in the weights to 5e-2 in three steps of torch alone.
segmenter.eval()
matting.eval()
model = torch.nn.ModuleList([parser, segmenter, matting])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
losses = []
for step in range(3):
    images = torch.from_numpy(rng.standard_normal((2, 3, 32, 32)).astype(np.float32))
    large = torch.from_numpy(rng.standard_normal((2, 3, 64, 64)).astype(np.float32))
    labels = torch.from_numpy(rng.integers(0, 5, (2, 32, 32)))
    large_labels = torch.from_numpy(rng.integers(0, 5, (2, 64, 64)))
    mattes = torch.from_numpy(rng.random((2, 1, 64, 64)).astype(np.float32))

    mask, image = parser(images)
    parsing = F.cross_entropy(mask, labels) + F.l1_loss(image, images)
    segmenting = sum(F.cross_entropy(out, large_labels) for out in segmenter(large))
    semantic, detail, matte = matting(large, False)
    small = F.interpolate(mattes, scale_factor=1 / 16, mode="bilinear")
    alpha = F.mse_loss(semantic, small) + F.l1_loss(detail, mattes) + F.l1_loss(matte, mattes)
    loss = parsing + segmenting + alpha
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses += [parsing.item(), segmenting.item(), alpha.item()]
