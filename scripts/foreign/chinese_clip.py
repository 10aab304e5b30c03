# packages: cn_clip
# needs: six tqdm lmdb timm
import numpy as np
import torch
import torch.nn.functional as F
from cn_clip.clip import tokenize
from cn_clip.clip.model import CLIP

torch.manual_seed(0)
rng = np.random.default_rng(0)
sizes = dict(
    vocab_size=21128, text_attention_probs_dropout_prob=0.0, text_hidden_act="gelu", text_hidden_dropout_prob=0.0,
    text_hidden_size=16, text_initializer_range=0.02, text_intermediate_size=32, text_max_position_embeddings=32,
    text_num_attention_heads=2, text_num_hidden_layers=2, text_type_vocab_size=2,
)
model = CLIP(embed_dim=8, image_resolution=32, vision_layers=2, vision_width=64, vision_patch_size=8, **sizes)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
losses = []
texts = tokenize(["一只猫在沙发上", "红色的汽车", "杰尼龟"], context_length=16)
for step in range(4):
    images = torch.from_numpy(rng.standard_normal((3, 3, 32, 32)).astype(np.float32))
    image_features, text_features, scale = model(images, texts)
    logits = scale * image_features @ text_features.t()
    truth = torch.arange(len(logits))
    loss = (F.cross_entropy(logits, truth) + F.cross_entropy(logits.t(), truth)) / 2
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
