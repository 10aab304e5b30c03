from helper import SegmentationWeights


class LRASPP_MobileNet_V3_Large_Weights(SegmentationWeights):
    """torchvision's weights of lraspp_mobilenet_v3_large, and what SemanticSegmentation is told for each."""

    COCO_WITH_VOC_LABELS_V1 = {"resize_size": 520}
    DEFAULT = COCO_WITH_VOC_LABELS_V1
