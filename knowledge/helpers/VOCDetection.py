import collections
import xml.etree.ElementTree

from helper import VOCSegmentation


class VOCDetection(VOCSegmentation):
    """The images of Pascal VOC with the dict of their XML file, from root/VOCdevkit.

    Equals torchvision.datasets.VOCDetection.
    """

    lists, folder, ending = "Main", "Annotations", ".xml"

    def __init__(
        self,
        root,
        year="2012",
        image_set="train",
        download=False,
        transform=None,
        target_transform=None,
        transforms=None,
    ):
        how = (transform, target_transform, transforms)
        super().__init__(root, year, image_set, download, *how)

    @property
    def annotations(self):
        """The XML files."""
        return self.targets

    def read(self, path):
        """The target of a file."""
        return self.parse_voc_xml(xml.etree.ElementTree.parse(path).getroot())

    def parse_voc_xml(self, node):
        """An element as a dict: its text, or its children, those of one tag in a list."""
        children = list(node)
        if not children:
            return {node.tag: node.text.strip()} if node.text else {}
        found = collections.defaultdict(list)
        for child in children:
            for tag, value in self.parse_voc_xml(child).items():
                found[tag].append(value)
        inner = {tag: values[0] if len(values) == 1 else values for tag, values in found.items()}
        if node.tag == "annotation":
            inner["object"] = found["object"]
        return {node.tag: inner}
