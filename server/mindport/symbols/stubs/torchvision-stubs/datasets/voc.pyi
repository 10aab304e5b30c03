import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import VisionDataset as T_VisionDataset
import pathlib
DATASET_YEAR_DICT: builtins.dict
class _VOCBase(T_VisionDataset):
    def __init__(self, root: Union[builtins.str, pathlib.Path], year: builtins.str = '2012', image_set: builtins.str = 'train', download: builtins.bool = False, transform: Callable = None, target_transform: Callable = None, transforms: Callable = None) -> None: ...
from torchvision.datasets import VOCDetection as VOCDetection
from torchvision.datasets import VOCSegmentation as VOCSegmentation
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
