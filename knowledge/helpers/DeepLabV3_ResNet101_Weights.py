from helper import SegmentationWeights


class DeepLabV3_ResNet101_Weights(SegmentationWeights):
    """torchvision's weights of deeplabv3_resnet101, and what SemanticSegmentation is told for each."""

    COCO_WITH_VOC_LABELS_V1 = {"resize_size": 520}
    DEFAULT = COCO_WITH_VOC_LABELS_V1
