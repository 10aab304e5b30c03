import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import Kitti as Kitti
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
