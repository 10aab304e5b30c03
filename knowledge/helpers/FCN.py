from helper import SegmentationModel


class FCN(SegmentationModel):
    """A backbone and convolutions that tell the class of each pixel, as SegmentationModel has them.

    Equals torchvision.models.segmentation.FCN.
    """
