from enum import Enum

from helper import SemanticSegmentation


class SegmentationWeights(Enum):
    """Pretrained weights for segmentation of torchvision's; the value is how images are prepared.

    Stands for those of torchvision.models.segmentation. Of meta there are the categories, VOC's.
    """

    def transforms(self, **options):
        return SemanticSegmentation(**{**self.value, **options})

    @property
    def meta(self):
        names = (
            "__background__ aeroplane bicycle bird boat bottle bus car cat chair cow diningtable dog "
            "horse motorbike person pottedplant sheep sofa train tvmonitor"
        )
        return {"categories": names.split()}
