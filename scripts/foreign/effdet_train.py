# packages: effdet timm
# needs: omegaconf antlr4-python3-runtime==4.9.* pycocotools huggingface_hub safetensors tokenizers regex pyyaml tqdm packaging httpx httpcore httpx2 httpcore2 anyio sniffio h11 certifi idna click typer shellingham hf-xet fsspec filelock truststore requests urllib3 charset-normalizer
import numpy as np
import torch
from effdet import DetBenchTrain, EfficientDet, get_efficientdet_config

torch.manual_seed(0)
rng = np.random.default_rng(0)
config = get_efficientdet_config("efficientdet_d0")
config.update({"image_size": [128, 128], "num_classes": 3, "fpn_channels": 8, "fpn_cell_repeats": 1, "box_class_repeats": 1, "backbone_args": {"drop_path_rate": 0.0}})
model = DetBenchTrain(EfficientDet(config, pretrained_backbone=False), config)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-5, momentum=0.9)
losses = []
for step in range(3):
    images = torch.from_numpy(rng.standard_normal((2, 3, 128, 128)).astype(np.float32))
    target = {
        "bbox": torch.tensor([[[4.0, 4.0, 30.0, 30.0]], [[10.0, 8.0, 50.0, 40.0]]]),
        "cls": torch.tensor([[1.0], [2.0]]),
        "img_scale": torch.ones(2),
        "img_size": torch.full((2, 2), 128.0),
    }
    optimizer.zero_grad()
    output = model(images, target)
    output["loss"].backward()
    optimizer.step()
    losses += [output["loss"].item(), output["class_loss"].item(), output["box_loss"].item()]
