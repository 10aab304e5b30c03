# packages: segment-anything
import numpy as np
import torch
import torch.nn.functional as F
from segment_anything.modeling import ImageEncoderViT, MaskDecoder, PromptEncoder, Sam, TwoWayTransformer

torch.manual_seed(0)
sam = Sam(
    image_encoder=ImageEncoderViT(
        depth=2, embed_dim=32, img_size=64, mlp_ratio=2, num_heads=4, patch_size=16,
        qkv_bias=True, use_rel_pos=True, global_attn_indexes=[1], window_size=3, out_chans=16,
    ),
    prompt_encoder=PromptEncoder(
        embed_dim=16, image_embedding_size=(4, 4), input_image_size=(64, 64), mask_in_chans=8
    ),
    mask_decoder=MaskDecoder(
        num_multimask_outputs=3,
        transformer=TwoWayTransformer(depth=2, embedding_dim=16, mlp_dim=32, num_heads=4),
        transformer_dim=16, iou_head_depth=2, iou_head_hidden_dim=16,
    ),
)
optimizer = torch.optim.SGD(sam.mask_decoder.parameters(), lr=0.05)
rng = np.random.default_rng(0)
losses = []
for step in range(3):
    image = torch.from_numpy(rng.uniform(0, 255, (3, 64, 48)).astype(np.float32))
    target = torch.from_numpy((rng.random((1, 1, 16, 16)) > 0.5).astype(np.float32))
    embedding = sam.image_encoder(sam.preprocess(image)[None])
    points = torch.tensor([[[10.0, 12.0], [30.0, 20.0]]])
    labels = torch.tensor([[1, 0]])
    sparse, dense = sam.prompt_encoder(points=(points, labels), boxes=None, masks=None)
    masks, iou = sam.mask_decoder(
        image_embeddings=embedding, image_pe=sam.prompt_encoder.get_dense_pe(),
        sparse_prompt_embeddings=sparse, dense_prompt_embeddings=dense, multimask_output=False,
    )
    loss = F.binary_cross_entropy_with_logits(masks, target) + iou.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
batch = [
    {
        "image": torch.from_numpy(rng.uniform(0, 255, (3, 64, 48)).astype(np.float32)),
        "original_size": (80, 60),
        "boxes": torch.tensor([[4.0, 4.0, 40.0, 40.0]]),
    }
]
out = sam(batch, multimask_output=True)
losses.append(out[0]["low_res_logits"].mean().item())
losses.append(out[0]["masks"].float().mean().item())
