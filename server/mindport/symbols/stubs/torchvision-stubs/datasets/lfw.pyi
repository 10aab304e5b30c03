import builtins
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Sequence, Set, Tuple, ContextManager, IO, Union, overload
from torchvision.datasets import VisionDataset as T_VisionDataset
import pathlib
class _LFW(T_VisionDataset):
    def __init__(self, root: Union[builtins.str, pathlib.Path], split: builtins.str, image_set: builtins.str, view: builtins.str, transform: Callable = None, target_transform: Callable = None, download: builtins.bool = False, loader: Callable = ...) -> None: ...
    annot_file: Any
    base_folder: builtins.str
    checksums: Any
    def download(self) -> None: ...
    download_url_prefix: builtins.str
    def extra_repr(self) -> builtins.str: ...
    file_dict: Any
    names: builtins.str
from torchvision.datasets import LFWPairs as LFWPairs
from torchvision.datasets import LFWPeople as LFWPeople
from torchvision.datasets import VisionDataset as VisionDataset
from torchvision.datasets.utils import check_integrity as check_integrity
from torchvision.datasets.folder import default_loader as default_loader
from torchvision.datasets.utils import download_and_extract_archive as download_and_extract_archive
from torchvision.datasets.utils import download_url as download_url
from torchvision.datasets.utils import verify_str_arg as verify_str_arg
