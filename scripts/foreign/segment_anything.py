# packages: segment_anything
import numpy as np
import torch
import torch.nn as nn
from segment_anything.modeling import ImageEncoderViT, MaskDecoder, PromptEncoder, TwoWayTransformer

rng = np.random.default_rng(0)


def draw(*shape):
    return torch.from_numpy(rng.standard_normal(shape).astype(np.float32))


torch.manual_seed(0)
encoder = ImageEncoderViT(
    depth=2,
    embed_dim=32,
    img_size=64,
    mlp_ratio=2,
    num_heads=2,
    patch_size=8,
    use_rel_pos=True,
    global_attn_indexes=[1],
    window_size=3,
    out_chans=32,
)
prompts = PromptEncoder(
    32, image_embedding_size=(8, 8), input_image_size=(64, 64), mask_in_chans=16
)
decoder = MaskDecoder(
    transformer=TwoWayTransformer(depth=2, embedding_dim=32, mlp_dim=64, num_heads=4),
    transformer_dim=32,
    iou_head_hidden_dim=32,
)
model = nn.ModuleList([encoder, prompts, decoder])
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
losses = []
for step in range(3):
    optimizer.zero_grad()
    features = encoder(draw(1, 3, 64, 64))
    sparse, dense = prompts(
        points=(draw(1, 2, 2).abs() * 20, torch.ones(1, 2)), boxes=None, masks=None
    )
    masks, quality = decoder(
        image_embeddings=features,
        image_pe=prompts.get_dense_pe(),
        sparse_prompt_embeddings=sparse,
        dense_prompt_embeddings=dense,
        multimask_output=True,
    )
    loss = masks.sigmoid().mean() + quality.pow(2).mean()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
