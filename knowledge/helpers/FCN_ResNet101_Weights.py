from helper import SegmentationWeights


class FCN_ResNet101_Weights(SegmentationWeights):
    """torchvision's weights of fcn_resnet101, and what SemanticSegmentation is told for each."""

    COCO_WITH_VOC_LABELS_V1 = {"resize_size": 520}
    DEFAULT = COCO_WITH_VOC_LABELS_V1
