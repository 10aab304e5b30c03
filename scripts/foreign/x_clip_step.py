# packages: x-clip
# needs: einops beartype ftfy regex
import numpy as np
import torch
from x_clip import CLIP

torch.manual_seed(0)
clip = CLIP(
    dim_text=16, dim_image=16, dim_latent=16, num_text_tokens=50, text_enc_depth=1, text_seq_len=8,
    text_heads=2, text_dim_head=8, visual_enc_depth=1, visual_image_size=32, visual_patch_size=8,
    visual_heads=2, visual_dim_head=8, use_all_token_embeds=True, decoupled_contrastive_learning=True,
    extra_latent_projection=True, use_mlm=False, visual_patch_dropout=0.0,
)
optimizer = torch.optim.SGD(clip.parameters(), lr=0.05)
rng = np.random.default_rng(0)
losses = []
for step in range(4):
    text = torch.from_numpy(rng.integers(1, 50, (3, 8)))
    images = torch.from_numpy(rng.standard_normal((3, 3, 32, 32)).astype(np.float32))
    loss = clip(text, images, freeze_image_encoder=False, return_loss=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
