from enum import Enum
from pathlib import Path

from helper import ImageClassification


class WeightsEnum(Enum):
    """Pretrained weights of a network of torchvision's; the value is how images are prepared for it.

    Stands for torchvision.models.WeightsEnum. Of meta there are the categories, line by line in
    imagenet_categories.txt in the working directory.
    """

    def transforms(self, **options):
        return ImageClassification(**{**self.value, **options})

    @property
    def meta(self):
        if not Path("imagenet_categories.txt").exists():
            raise FileNotFoundError(
                "imagenet_categories.txt: where torchvision is installed, run python -c "
                '"from torchvision.models import ResNet18_Weights as weights; '
                "print(*weights.DEFAULT.meta['categories'], sep='\\n')\" > imagenet_categories.txt"
            )
        return {"categories": Path("imagenet_categories.txt").read_text().splitlines()}
