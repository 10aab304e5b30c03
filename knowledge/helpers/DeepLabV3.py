from helper import SegmentationModel


class DeepLabV3(SegmentationModel):
    """A backbone and dilated convolutions that tell the class of each pixel, as SegmentationModel has them.

    Equals torchvision.models.segmentation.DeepLabV3.
    """
