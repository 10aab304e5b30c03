from helper import CocoDetection


class CocoCaptions(CocoDetection):
    """The images of a COCO file as samples (PIL image, list of its captions).

    It needs no pycocotools, and has no attribute coco. Equals torchvision.datasets.CocoCaptions.
    """

    def __init__(self, root, annFile, transform=None, target_transform=None, transforms=None):
        super().__init__(root, annFile, transform, target_transform, transforms)

    def target(self, number):
        """The captions of an image."""
        return [annotation["caption"] for annotation in self.annotations[number]]
